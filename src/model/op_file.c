/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Op files: JSON with "ops", a list of rows; "categories", names that have a
 * category and no model; "sheets", the order of sheets.
 */
#include "base/mem.h"
#include "model/op_file_priv.h"
#include <string.h>

static const char *row_title(const json_t *object);

/* Where the row begins: found only when there is something to say about it. */
static int
file_line(const struct op_file *file)
{
	int line = 1;

	for (size_t i = 0; file->rows && i <= file->row; i++) {
		const char *title = row_title(json_array_get(file->rows, i));

		if (title)
			line = json_text_line(file->text, line, title);
	}
	return file->part ? json_text_line(file->text, line, file->part) : line;
}

int
op_file_error(const struct op_file *file, const char *what, const char *detail)
{
	int line = file_line(file);

	return error_set(file->err, "%s:%d: %s%s%.200s%s", file->text->path, line, what,
		detail ? " \"" : "", detail ? detail : "", detail ? "\"" : "");
}

static char *
file_copy(struct op_file *file, const char *text)
{
	return arena_strdup(&file->registry->arena, text);
}

/* Sets name in the list, in its place when it is there. */
static int
pairs_set(struct op_file *file, struct pairs *pairs, const char *name, const char *text)
{
	for (uint32_t i = 0; i < pairs->n; i++) {
		if (strcmp(pairs->items[i].name, name))
			continue;
		pairs->items[i].text = text;
		return 0;
	}
	if (!mem_reserve(&pairs->items, &pairs->cap, pairs->n + 1, sizeof(*pairs->items)))
		return error_no_memory(file->err, "reading an op file");
	pairs->items[pairs->n++] = (struct pair){ name, text };
	return 0;
}

static int
pairs_read(struct op_file *file, struct pairs *pairs, json_t *object)
{
	const char *key;
	json_t *value;

	if (!json_is_object(object))
		return op_file_error(file, "an object of names and expressions is needed", NULL);
	json_object_foreach(object, key, value) {
		const char *written = json_value_text(file->text, value);
		char *name = file_copy(file, key), *text = written ? file_copy(file, written) : NULL;

		if (!name || !text)
			return error_no_memory(file->err, "reading an op file");
		if (pairs_set(file, pairs, name, text))
			return -1;
	}
	return 0;
}

static void
draft_free(struct draft *draft)
{
	free(draft->lets.items);
	free(draft->args.items);
	free(draft->params.items);
}

/* --- the keys of a row ------------------------------------------------------- */

static int
read_text(struct op_file *file, json_t *value, const char **out)
{
	*out = NULL;
	if (json_is_null(value))
		return 0;
	if (!json_is_string(value))
		return op_file_error(file, "a text is needed for", file->part);
	*out = file_copy(file, json_string_value(value));
	return *out ? 0 : error_no_memory(file->err, "reading an op file");
}

static int
read_flag(struct op_file *file, json_t *value, bool *out)
{
	if (!json_is_boolean(value))
		return op_file_error(file, "true or false is needed for", file->part);
	*out = json_is_true(value);
	return 0;
}

static int
key_category(struct op_file *file, struct draft *draft, json_t *value)
{
	return read_text(file, value, &draft->row.category);
}

static int
key_category_backward(struct op_file *file, struct draft *draft, json_t *value)
{
	return read_text(file, value, &draft->row.category_backward);
}

/* The report has the sheets of the built-in table, which tells them before its rows. */
static int
sheet_check(struct op_file *file, const char *sheet)
{
	if (!sheet || !*sheet || registry_has_sheet(file->registry, sheet))
		return 0;
	return op_file_error(file, "no sheet of models (`sonde ops` lists them)", sheet);
}

static int
key_sheet(struct op_file *file, struct draft *draft, json_t *value)
{
	const char *sheet;

	if (read_text(file, value, &sheet) || sheet_check(file, sheet))
		return -1;
	draft->row.sheet = sheet;
	return 0;
}

static int
key_family(struct op_file *file, struct draft *draft, json_t *value)
{
	const char *name;

	if (read_text(file, value, &name))
		return -1;
	draft->row.family = name ? family_find(name) : NULL;
	return draft->row.family ? 0 : op_file_error(file, "no family", name);
}

static int
key_unit(struct op_file *file, struct draft *draft, json_t *value)
{
	draft->row.unit_given = true;
	return read_text(file, value, &draft->row.unit);
}

static int
key_let(struct op_file *file, struct draft *draft, json_t *value)
{
	return pairs_read(file, &draft->lets, value);
}

static int
key_args(struct op_file *file, struct draft *draft, json_t *value)
{
	return pairs_read(file, &draft->args, value);
}

/* Columns are replaced as a whole. */
static int
key_params(struct op_file *file, struct draft *draft, json_t *value)
{
	draft->params.n = 0;
	draft->row.columns_given = true;
	return pairs_read(file, &draft->params, value);
}

static int
key_formula(struct op_file *file, struct draft *draft, json_t *value)
{
	for (int i = 0; i < ROW_FORMULAS; i++)
		if (!strcmp(file->part, row_formula_names[i]))
			return read_text(file, value, &draft->row.formulas[i].text);
	return 0;
}

static int
key_backward(struct op_file *file, struct draft *draft, json_t *value)
{
	return read_flag(file, value, &draft->row.has_backward);
}

static int
key_is_backward(struct op_file *file, struct draft *draft, json_t *value)
{
	return read_flag(file, value, &draft->row.is_backward);
}

static int
key_from_forward(struct op_file *file, struct draft *draft, json_t *value)
{
	return read_text(file, value, &draft->row.from_forward);
}

static int
key_elsewhere(struct op_file *file, struct draft *draft, json_t *value)
{
	(void)file;
	(void)draft;
	(void)value;
	return 0;
}

static const struct row_key {
	const char *name;
	int (*read)(struct op_file *file, struct draft *draft, json_t *value);
} row_keys[] = {
	{"class", key_elsewhere},
	{"like", key_elsewhere},
	{"names", key_elsewhere},
	{"prefixes", key_elsewhere},
	{"note", key_elsewhere},
	{"category", key_category},
	{"category_backward", key_category_backward},
	{"sheet", key_sheet},
	{"family", key_family},
	{"unit", key_unit},
	{"let", key_let},
	{"args", key_args},
	{"params", key_params},
	{"flops", key_formula},
	{"bytes", key_formula},
	{"flops_backward", key_formula},
	{"bytes_backward", key_formula},
	{"precision", key_formula},
	{"backward", key_backward},
	{"is_backward", key_is_backward},
	{"from_forward", key_from_forward},
};

static int
draft_read(struct op_file *file, struct draft *draft, json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value) {
		const struct row_key *found = NULL;

		for (size_t i = 0; i < sizeof(row_keys) / sizeof(*row_keys) && !found; i++)
			if (!strcmp(row_keys[i].name, key))
				found = &row_keys[i];
		file->part = key;
		if (!found)
			return op_file_error(file, "unknown key", key);
		if (found->read(file, draft, value))
			return -1;
		file->part = NULL;
	}
	return 0;
}

/* Starts from the texts of another class. */
static int
draft_like(struct op_file *file, struct draft *draft, const char *name)
{
	const struct model_class *base = registry_class(file->registry, name);

	file->part = "like";
	if (!base)
		return op_file_error(file, "no class before this one is called", name);
	file->part = NULL;
	draft->row = *base;
	for (uint32_t i = 0; i < base->n_given; i++)
		if (pairs_set(file, i < base->n_lets ? &draft->lets : &draft->args,
				base->steps[i].name, base->steps[i].text))
			return -1;
	for (uint32_t i = 0; base->columns_given && i < base->n_columns; i++)
		if (pairs_set(file, &draft->params, base->columns[i].name, base->columns[i].text))
			return -1;
	return 0;
}

/* --- rows -------------------------------------------------------------------- */

static bool
is_single_sheet(const char *sheet)
{
	static const char *const single[] = {"GEMM", "UnaryElementwise", "BinaryElementwise",
		"Normalization"};

	for (size_t i = 0; i < sizeof(single) / sizeof(*single); i++)
		if (!strcmp(single[i], sheet))
			return true;
	return false;
}

static struct model_op
op_of_row(const struct model_class *row, const char *name)
{
	bool sheet = *row->sheet != '\0';

	return (struct model_op){
		.name = name, .class_name = row->name, .category = row->category,
		.category_backward = row->category_backward, .sheet = sheet ? row->sheet : NULL,
		.single_sheet = sheet && is_single_sheet(row->sheet), .has_model = true,
		.backward_only = row->is_backward, .forward = row->from_forward, .row = row,
	};
}

static int
row_names(struct op_file *file, const json_t *object, const char *key,
	const struct model_class *row,
	int (*add)(struct model_registry *, const struct model_op *, struct error *))
{
	const json_t *names = json_object_get(object, key);

	if (!names)
		return 0;
	file->part = key;
	if (!json_is_array(names))
		return op_file_error(file, "a list of texts is needed for", key);
	for (size_t i = 0; i < json_array_size(names); i++) {
		const char *name = json_string_value(json_array_get(names, i));
		struct model_op op;

		if (!name || !*name)
			return op_file_error(file, "a list of texts is needed for", key);
		op = op_of_row(row, file_copy(file, name));
		if (!op.name)
			return error_no_memory(file->err, "reading an op file");
		if (add(file->registry, &op, file->err))
			return -1;
	}
	file->part = NULL;
	return 0;
}

static const char *
row_title(const json_t *object)
{
	const char *title = json_member_text(object, "class");

	return title ? title
		: json_string_value(json_array_get(json_object_get(object, "names"), 0));
}

static int
row_finish(struct op_file *file, struct draft *draft, const json_t *object)
{
	struct model_class *row = arena_alloc(&file->registry->arena, sizeof(*row));
	struct error inner;

	if (!row)
		return error_no_memory(file->err, "reading an op file");
	if (op_row_build(file, draft))
		return -1;
	*row = draft->row;
	if (row_compile(row, &file->registry->arena, &inner))
		return inner.no_memory ? error_pass(file->err, &inner)
			: op_file_error(file, inner.message, NULL);
	if (registry_add_class(file->registry, row, file->err))
		return -1;
	if (row_names(file, object, "names", row, registry_add_op)
			|| row_names(file, object, "prefixes", row, registry_add_pattern))
		return -1;
	return 0;
}

static int
row_no_title(struct op_file *file, const json_t *object)
{
	if (!json_object_get(object, "names"))
		return op_file_error(file, "a row has neither \"class\" nor \"names\"", NULL);
	file->part = "names";
	return op_file_error(file, "a list of texts is needed for", file->part);
}

static int
row_read(struct op_file *file, json_t *object)
{
	struct draft draft = { .row = { .name = NULL } };
	const char *title, *like;
	int status = 0;

	if (!json_is_object(object))
		return op_file_error(file, "a row of \"ops\" is no object", NULL);
	title = row_title(object);
	if (!title)
		return row_no_title(file, object);
	like = json_member_text(object, "like");
	if (like)
		status = draft_like(file, &draft, like);
	draft.row.name = file_copy(file, title);
	if (!draft.row.name)
		status = error_no_memory(file->err, "reading an op file");
	if (!status)
		status = draft_read(file, &draft, object);
	if (!status)
		status = row_finish(file, &draft, object);
	draft_free(&draft);
	return status;
}

/* --- the file ---------------------------------------------------------------- */

static int
file_rows(struct op_file *file, json_t *rows)
{
	if (!json_is_array(rows))
		return op_file_error(file, "\"ops\" is no list", NULL);
	file->rows = rows;
	for (file->row = 0; file->row < json_array_size(rows); file->row++)
		if (row_read(file, json_array_get(rows, file->row)))
			return -1;
	file->rows = NULL;
	return 0;
}

/* A name that has a model keeps it and gets the category. */
static int
file_categories(struct op_file *file, json_t *categories)
{
	const char *key;
	json_t *value;

	if (!json_is_object(categories))
		return op_file_error(file, "\"categories\" is no object", NULL);
	json_object_foreach(categories, key, value) {
		uint32_t id = intern_find(&file->registry->names, key, strlen(key));
		struct model_op op = { .class_name = "" };

		if (id != INTERN_NONE)
			op = file->registry->ops[id];
		file->part = key;
		op.name = key;
		if (read_text(file, value, &op.category))
			return -1;
		if (!op.category)
			return op_file_error(file, "a category is needed for", key);
		if (registry_add_op(file->registry, &op, file->err))
			return -1;
	}
	file->part = NULL;
	return 0;
}

static int
file_sheets(struct op_file *file, const json_t *sheets)
{
	if (!json_is_array(sheets))
		return op_file_error(file, "\"sheets\" is no list", NULL);
	for (size_t i = 0; i < json_array_size(sheets); i++) {
		const char *name;

		file->part = "sheets";
		if (read_text(file, json_array_get(sheets, i), &name))
			return -1;
		if (file->registry->n_classes && sheet_check(file, name))
			return -1;
		if (name && registry_add_sheet(file->registry, name, file->err))
			return -1;
	}
	file->part = NULL;
	return 0;
}

static int
file_member(struct op_file *file, const char *key, json_t *value)
{
	if (!strcmp(key, "ops"))
		return file_rows(file, value);
	if (!strcmp(key, "categories"))
		return file_categories(file, value);
	if (!strcmp(key, "sheets"))
		return file_sheets(file, value);
	if (!strcmp(key, "note"))
		return 0;
	file->part = key;
	return op_file_error(file, "unknown key", key);
}

int
op_file_add(struct model_registry *registry, struct json_text *text, struct error *err)
{
	struct op_file file = { .registry = registry, .text = text, .err = err };
	json_t *root = json_text_parse(text, err), *value;
	const char *key;

	if (!root)
		return -1;
	if (!json_is_object(root))
		return op_file_error(&file, "an object with \"ops\" is needed", NULL);
	json_object_foreach(root, key, value)
		if (file_member(&file, key, value))
			return -1;
	return 0;
}
