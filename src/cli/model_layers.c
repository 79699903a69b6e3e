/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layer files: lists of ops with counts, as JSON or CSV. */
#include "cli/model_lines.h"
#include "base/mem.h"
#include "model/json_read.h"
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
	line->backward = bwd && (!strcmp(bwd, "true") || !strcmp(bwd, "True") || !strcmp(bwd, "1"));
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

#define CSV_COLUMNS_MAX 64

struct csv {
	char *p;			/* the text is cut into cells in place */
	char *cells[CSV_COLUMNS_MAX];
	uint32_t n;
	int lines;			/* passed so far */
};

/* One cell; returns the sign behind it: a comma, a newline or the end. */
static char
csv_cell(struct csv *csv)
{
	char *start = csv->p, *out = csv->p, sign;
	bool quoted = *csv->p == '"';

	csv->p += quoted;
	while (*csv->p) {
		if (quoted ? *csv->p == '"' && csv->p[1] != '"' : *csv->p == ',' || *csv->p == '\n')
			break;
		csv->p += quoted && *csv->p == '"';
		csv->lines += *csv->p == '\n';
		*out++ = *csv->p++;
	}
	csv->p += quoted && *csv->p;
	while (*csv->p == '\r')
		csv->p++;
	sign = *csv->p;
	csv->p += sign != '\0';
	csv->lines += sign == '\n';
	if (!quoted && out > start && out[-1] == '\r')
		out--;
	*out = '\0';
	if (csv->n < CSV_COLUMNS_MAX)
		csv->cells[csv->n++] = start;
	return sign;
}

static bool
csv_row(struct csv *csv)
{
	csv->n = 0;
	if (!*csv->p)
		return false;
	while (csv_cell(csv) == ',')
		;
	return true;
}

static int
csv_rows(struct layers *layers, struct csv *csv)
{
	char *titles[CSV_COLUMNS_MAX];
	uint32_t n_titles;

	if (!csv_row(csv))
		return layers_error(layers, "an empty file", NULL);
	n_titles = csv->n;
	memcpy(titles, csv->cells, sizeof(titles));
	for (;;) {
		struct layer_cell cells[CSV_COLUMNS_MAX];

		layers->line = csv->lines + 1;
		if (!csv_row(csv))
			return 0;
		if (csv->n == 1 && !*csv->cells[0])
			continue;
		if (csv->n > n_titles)
			return layers_error(layers, "more cells than titles", NULL);
		for (uint32_t i = 0; i < csv->n; i++)
			cells[i] = (struct layer_cell){titles[i], csv->cells[i]};
		if (row_add(layers, cells, csv->n))
			return -1;
	}
}

static int
csv_read(struct layers *layers)
{
	struct csv csv = {.p = NULL};
	char *copy = arena_strndup(&layers->lines->arena, layers->text->text, layers->text->len);

	if (!copy)
		return error_no_memory(layers->err, "reading a layer file");
	csv.p = copy;
	return csv_rows(layers, &csv);
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
