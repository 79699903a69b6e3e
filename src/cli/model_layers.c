/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layer files: lists of ops with counts, as JSON or CSV. */
#include "cli/model_lines.h"
#include "base/mem.h"
#include "model/json_read.h"
#include "report/read.h"
#include <stdlib.h>
#include <string.h>

struct layers {
	struct model_lines *lines;
	struct json_text *text;
	struct error *err;
	int line;		/* of the text, for messages */
};

static int
layers_error(const struct layers *layers, const char *what, const char *detail)
{
	return error_set(layers->err, "%s:%d: %s%s%.200s", layers->text->path, layers->line, what, detail ? ": " : "",
		detail ? detail : "");
}

/* --- a row, whatever it was written in ---------------------------------------- */

struct layer_cell {
	const char *name, *text;
};

static const char *
cell_text(const struct layer_cell *cells, uint32_t n, const char *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(cells[i].name, name) && *cells[i].text)
			return cells[i].text;
	return NULL;
}

static bool
is_own_column(const char *name)
{
	static const char *const own[] = {"name", "family", "count", "bwd", "dtype", "note"};

	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (!strcmp(own[i], name))
			return true;
	return false;
}

static int
read_count(const struct layers *layers, const char *what, const char *text, int64_t *out)
{
	char *end;
	long long v = strtoll(text, &end, 10);

	if (*end || end == text || v < 0 || v > INT64_C(1000000000000))
		return error_set(layers->err, "%s:%d: %s is no whole number of 0 or more: %.200s",
			layers->text->path, layers->line, what, text);
	*out = v;
	return 0;
}

static int
row_backward(const struct layers *layers, const char *text, bool *out)
{
	static const char *const words[] = {"false", "False", "0", "true", "True", "1"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strcmp(words[i], text))
			continue;
		*out = i >= 3;
		return 0;
	}
	return layers_error(layers, "bwd is neither true nor false", text);
}

static int
row_given(struct layers *layers, struct model_line *line, const char *name, const char *text)
{
	struct error inner;
	struct family_given *given = &line->given[line->n_given];

	if (model_value_read(line->family, name, text, strlen(text), &layers->lines->arena, &given->value, &inner))
		return inner.no_memory ? error_pass(layers->err, &inner) : layers_error(layers, inner.message, NULL);
	given->name = arena_strdup(&layers->lines->arena, name);
	line->n_given++;
	return given->name ? 0 : error_no_memory(layers->err, "reading a layer file");
}

static int
row_add(struct layers *layers, const struct layer_cell *cells, uint32_t n)
{
	const char *family = cell_text(cells, n, "family"), *name = cell_text(cells, n, "name");
	const char *count = cell_text(cells, n, "count"), *bwd = cell_text(cells, n, "bwd");
	const char *dtype = cell_text(cells, n, "dtype");
	struct model_line *line;

	if (!family)
		return layers_error(layers, "an op without family", name);
	if (layers->lines->n == MODEL_LINES_MAX)
		return layers_error(layers, "too many ops", NULL);
	line = model_lines_add(layers->lines, n + 1);
	if (!line)
		return error_no_memory(layers->err, "reading a layer file");
	line->n_given = 0;
	line->family = family_find(family);
	if (!line->family || !line->family->forward)
		return layers_error(layers, "no family is called", family);
	line->name = arena_strdup(&layers->lines->arena, name ? name : family);
	if (!line->name)
		return error_no_memory(layers->err, "reading a layer file");
	if (bwd && row_backward(layers, bwd, &line->backward))
		return -1;
	if (count && read_count(layers, "count", count, &line->count))
		return -1;
	if (dtype && row_given(layers, line, "type", dtype))
		return -1;
	for (uint32_t i = 0; i < n; i++)
		if (!is_own_column(cells[i].name) && *cells[i].text && row_given(layers, line, cells[i].name, cells[i].text))
			return -1;
	return 0;
}

/* --- JSON ----------------------------------------------------------------------- */

/* A cell without a text is as if it was not there. */
static int
json_cells(const struct layers *layers, json_t *object, struct layer_cell *cells)
{
	const char *key;
	json_t *value;
	uint32_t n = 0;

	json_object_foreach(object, key, value) {
		const char *text = json_is_null(value) ? "" : json_value_text(layers->text, value);

		if (!text)
			return error_no_memory(layers->err, "reading a layer file");
		cells[n++] = (struct layer_cell){key, text};
	}
	return 0;
}

static int
json_row(struct layers *layers, json_t *object)
{
	uint32_t n = (uint32_t)json_object_size(object);
	struct layer_cell *cells;
	int status;

	if (!json_is_object(object))
		return layers_error(layers, "a row of \"ops\" is no object", NULL);
	cells = mem_alloc(n, sizeof(*cells));
	if (!cells)
		return error_no_memory(layers->err, "reading a layer file");
	status = json_cells(layers, object, cells);
	if (!status) {
		if (cell_text(cells, n, "name"))
			layers->line = json_text_line(layers->text, layers->line, cell_text(cells, n, "name"));
		status = row_add(layers, cells, n);
	}
	free(cells);
	return status;
}

static int
json_tokens(const struct layers *layers, const json_t *tokens)
{
	const char *text;

	if (!tokens || json_is_null(tokens))
		return 0;
	text = json_value_text(layers->text, tokens);
	if (!text)
		return error_no_memory(layers->err, "reading a layer file");
	return read_count(layers, "tokens", text, &layers->lines->tokens);
}

static int
json_read(struct layers *layers)
{
	const json_t *root = json_text_parse(layers->text, layers->err);
	const json_t *ops = json_object_get(root, "ops");

	if (!root || json_tokens(layers, json_object_get(root, "tokens")))
		return -1;
	if (!json_is_array(ops))
		return layers_error(layers, "a list \"ops\" is needed", NULL);
	for (size_t i = 0; i < json_array_size(ops); i++)
		if (json_row(layers, json_array_get(ops, i)))
			return -1;
	return 0;
}

/* --- CSV ------------------------------------------------------------------------- */

struct layer_row {
	struct layer_cell *cells;
	uint32_t n;
	size_t cap;
};

static int
csv_add(struct layers *layers, struct layer_row *row, const struct csv *csv)
{
	const char *text = arena_strndup(&layers->lines->arena, csv->field.data ? csv->field.data : "", csv->field.len);

	if (!text || !mem_reserve(&row->cells, &row->cap, (size_t)row->n + 1, sizeof(*row->cells)))
		return error_no_memory(layers->err, "reading a layer file");
	row->cells[row->n++] = (struct layer_cell){.text = text};
	return 0;
}

/* The cells of one line, without names. */
static int
csv_line(struct layers *layers, struct layer_row *row, struct csv *csv)
{
	bool comma = true;

	for (row->n = 0; comma;) {
		if (csv_field(csv))
			return csv->err->offset == ERROR_NO_OFFSET ? error_no_memory(layers->err, "reading a layer file")
				: layers_error(layers, csv->err->message, NULL);
		if (csv_add(layers, row, csv))
			return -1;
		comma = csv->p < csv->end && *csv->p == ',';
		csv->p += csv->p < csv->end;
	}
	return 0;
}

static int
csv_rows(struct layers *layers, struct csv *csv, struct layer_row *titles, struct layer_row *row)
{
	const char *counted = csv->p;

	if (csv->p == csv->end)
		return layers_error(layers, "an empty file", NULL);
	if (csv_line(layers, titles, csv))
		return -1;
	while (csv->p < csv->end) {
		for (; counted < csv->p; counted++)
			layers->line += *counted == '\n';
		if (csv_line(layers, row, csv))
			return -1;
		if (row->n == 1 && !*row->cells[0].text)
			continue;
		if (row->n > titles->n)
			return layers_error(layers, "more cells than titles", NULL);
		for (uint32_t i = 0; i < row->n; i++)
			row->cells[i].name = titles->cells[i].text;
		if (row_add(layers, row->cells, row->n))
			return -1;
	}
	return 0;
}

static int
csv_read(struct layers *layers)
{
	struct layer_row titles = {0}, row = {0};
	struct error inner;
	struct csv csv;
	int status;

	csv_begin(&csv, layers->text->text, layers->text->len, &inner);
	status = csv_rows(layers, &csv, &titles, &row);
	buffer_free(&csv.field);
	free(titles.cells);
	free(row.cells);
	return status;
}

int
model_lines_from_file(struct model_lines *lines, const char *path, struct error *err)
{
	struct json_text text;
	struct layers layers = {.lines = lines, .text = &text, .err = err, .line = 1};
	const char *first;
	int status;

	if (json_text_open(&text, path, err))
		return -1;
	first = text.text + strspn(text.text, " \t\r\n");
	status = *first == '{' || *first == '[' ? json_read(&layers) : csv_read(&layers);
	json_text_free(&text);
	if (!status && !lines->n)
		return error_set(err, "%s: no op", path);
	return status;
}
