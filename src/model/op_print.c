/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An op's row as JSON, as an op file would have it. */
#include "model/registry_priv.h"
#include <string.h>

static bool
print_text(struct buffer *out, const char *text)
{
	if (!buffer_add(out, "\"", 1))
		return false;
	for (; *text; text++) {
		if ((*text == '"' || *text == '\\') && !buffer_add(out, "\\", 1))
			return false;
		if ((unsigned char)*text < 0x20) {
			if (!buffer_printf(out, "\\u%04x", *text))
				return false;
		} else if (!buffer_add(out, text, 1)) {
			return false;
		}
	}
	return buffer_add(out, "\"", 1);
}

static bool
print_member(struct buffer *out, const char *key, const char *text)
{
	return !text || (buffer_printf(out, ",\n  \"%s\": ", key) && print_text(out, text));
}


static bool
print_object_item(struct buffer *out, uint32_t i, const char *name, const char *text)
{
	return buffer_add_text(out, i ? ",\n    " : "\n    ") && print_text(out, name)
		&& buffer_add_text(out, ": ") && print_text(out, text);
}

static bool
print_steps(struct buffer *out, const char *key, const struct row_step *steps, uint32_t n)
{
	if (!n)
		return true;
	if (!buffer_printf(out, ",\n  \"%s\": {", key))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!print_object_item(out, i, steps[i].name, steps[i].text))
			return false;
	return buffer_add_text(out, "\n  }");
}

static bool
print_columns(struct buffer *out, const struct model_class *row)
{
	if (!row->columns_given)
		return true;
	if (!buffer_add_text(out, ",\n  \"params\": {"))
		return false;
	for (uint32_t i = 0; i < row->n_columns; i++)
		if (!print_object_item(out, i, row->columns[i].name, row->columns[i].text))
			return false;
	return buffer_add_text(out, "\n  }");
}

static bool
print_formulas(struct buffer *out, const struct model_class *row)
{
	for (int i = 0; i < ROW_FORMULAS; i++)
		if (!print_member(out, row_formula_names[i], row->formulas[i].text))
			return false;
	return true;
}

static bool
print_flag(struct buffer *out, const char *key, bool flag)
{
	return !flag || buffer_printf(out, ",\n  \"%s\": true", key);
}

static bool
print_unit(struct buffer *out, const struct model_class *row)
{
	if (!row->unit_given)
		return true;
	if (row->unit)
		return print_member(out, "unit", row->unit);
	return buffer_add_text(out, ",\n  \"unit\": null");
}

static bool
print_row(struct buffer *out, const struct model_registry *registry, const struct model_class *row)
{
	bool sheet = !*row->sheet || registry_has_sheet(registry, row->sheet);

	return print_member(out, "sheet", sheet ? row->sheet : NULL)
		&& print_member(out, "family", row->family->name) && print_unit(out, row)
		&& print_flag(out, "backward", row->has_backward)
		&& print_flag(out, "is_backward", row->is_backward)
		&& print_member(out, "from_forward", row->from_forward)
		&& print_steps(out, "let", row->steps, row->n_lets)
		&& print_steps(out, "args", row->steps + row->n_lets, row->n_given - row->n_lets)
		&& print_columns(out, row) && print_formulas(out, row);
}

static bool
is_pattern(const struct model_registry *registry, const struct model_op *op)
{
	return op >= registry->patterns && op < registry->patterns + registry->n_patterns;
}

bool
model_op_print(const struct model_registry *registry, const struct model_op *op, struct buffer *out)
{
	if (!op->row)
		return buffer_add_text(out, "{\n  \"categories\": { ") && print_text(out, op->name)
			&& buffer_add_text(out, ": ") && print_text(out, op->category)
			&& buffer_add_text(out, " }\n}\n");
	return buffer_printf(out, "{\n  \"%s\": [", is_pattern(registry, op) ? "prefixes" : "names")
		&& print_text(out, op->name) && buffer_add_text(out, "]")
		&& print_member(out, "class", op->class_name)
		&& print_member(out, "category", op->category)
		&& print_member(out, "category_backward", op->category_backward)
		&& print_row(out, registry, op->row) && buffer_add_text(out, "\n}\n");
}
