/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/op_file_priv.h"
#include <string.h>

static int
row_allocate(struct op_file *file, struct draft *draft)
{
	struct model_class *row = &draft->row;
	const struct model_family *family = row->family;
	struct arena *arena = &file->registry->arena;
	uint32_t n = family->n_params + draft->lets.n;

	row->n_columns = row->columns_given ? draft->params.n : family->n_columns;
	row->slot_names = arena_alloc(arena, (n + 1) * sizeof(*row->slot_names));
	row->steps = arena_alloc(arena, (n + 1) * sizeof(*row->steps));
	row->columns = arena_alloc(arena, (row->n_columns + 1) * sizeof(*row->columns));
	if (!row->slot_names || !row->steps || !row->columns)
		return error_no_memory(file->err, "reading an op file");
	row->n_slots = n;
	for (uint32_t i = 0; i < family->n_params; i++)
		row->slot_names[i] = family->params[i].name;
	for (uint32_t i = 0; i < draft->lets.n; i++)
		row->slot_names[family->n_params + i] = draft->lets.items[i].name;
	for (uint32_t i = 0; i < row->n_columns; i++)
		row->columns[i] = row->columns_given
			? (struct row_column){.name = draft->params.items[i].name,
				.text = draft->params.items[i].text}
			: (struct row_column){.name = family->columns[i].name,
				.text = family->columns[i].expr};
	return 0;
}

static int
row_steps(struct op_file *file, struct draft *draft)
{
	struct model_class *row = &draft->row;
	const struct model_family *family = row->family;
	bool *given = arena_alloc(&file->registry->arena, family->n_params + 1);

	if (!given)
		return error_no_memory(file->err, "reading an op file");
	memset(given, 0, family->n_params);
	row->n_steps = 0;
	for (uint32_t i = 0; i < draft->lets.n; i++)
		row->steps[row->n_steps++] = (struct row_step){
			.slot = family->n_params + i,
			.name = draft->lets.items[i].name,
			.text = draft->lets.items[i].text,
		};
	for (uint32_t i = 0; i < draft->args.n; i++) {
		uint32_t slot = 0;

		while (slot < family->n_params
			&& strcmp(family->params[slot].name, draft->args.items[i].name))
			slot++;
		if (slot == family->n_params) {
			file->part = "args";
			return op_file_error(file, "the family has no parameter",
				draft->args.items[i].name);
		}
		given[slot] = true;
		row->steps[row->n_steps++] = (struct row_step){
			.slot = slot,
			.name = draft->args.items[i].name,
			.text = draft->args.items[i].text,
		};
	}
	row->n_lets = draft->lets.n;
	row->n_given = row->n_steps;
	for (uint32_t i = 0; i < family->n_params; i++) {
		if (given[i])
			continue;
		if (!family->params[i].fallback && !family->prepare)
			return op_file_error(file, "args: a parameter of the family is missing:",
				family->params[i].name);
		row->steps[row->n_steps++] = (struct row_step){
			.slot = i, .name = family->params[i].name,
			.text = family->params[i].fallback ? family->params[i].fallback : "None",
		};
	}
	return 0;
}

/* What the row leaves open. */
static int
row_complete(struct op_file *file, struct draft *draft)
{
	struct model_class *row = &draft->row;
	size_t n;
	char *sheet;

	if (!row->family)
		return op_file_error(file, "a family is needed (\"formula\" for expressions alone)",
			NULL);
	if (!row->category)
		return op_file_error(file, "a category is needed", NULL);
	if (!row->unit_given)
		row->unit = row->family->unit;
	if (!row->formulas[ROW_PRECISION].text)
		row->formulas[ROW_PRECISION].text =
			row->family == &family_triton ? "precision" : "precision(type)";
	if (!row->family->forward
		&& (!row->formulas[ROW_FLOPS].text || !row->formulas[ROW_BYTES].text))
		return op_file_error(file, "flops and bytes are needed", NULL);
	if (row->sheet)
		return 0;
	sheet = arena_strdup(&file->registry->arena, row->category);
	if (!sheet)
		return error_no_memory(file->err, "reading an op file");
	n = strlen(sheet);
	if (n > 4 && (!strcmp(sheet + n - 4, "_fwd") || !strcmp(sheet + n - 4, "_bwd")))
		sheet[n - 4] = '\0';
	row->sheet = sheet;
	return 0;
}

int
op_row_build(struct op_file *file, struct draft *draft)
{
	if (row_complete(file, draft) || row_allocate(file, draft))
		return -1;
	return row_steps(file, draft);
}
