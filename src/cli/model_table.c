/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/model_lines.h"
#include "model/dtype.h"
#include <math.h>
#include <string.h>

struct builder {
	const struct model_lines *lines;
	const struct arch *arch;
	struct table *table;
	bool counts, whole;	/* whole: every count is a whole number */
	double step_us;
};

struct line_column {
	struct column_def def;
	double (*number)(const struct builder *b, const struct model_line *line);
};

static double
get_flops(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return line->result.flops.value;
}

static double
get_bytes(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return line->result.bytes.value;
}

static double
get_intensity(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return model_intensity(&line->result);
}

static double
get_compute(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return line->line.compute_us;
}

static double
get_memory(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return line->line.memory_us;
}

static double
get_time(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return line->line.time_us;
}

static double
get_knee(const struct builder *b, const struct model_line *line)
{
	return arch_knee(b->arch, line->result.spec);
}

static double
get_tflops(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return line->result.flops.value / 1e12 / (line->line.time_us / 1e6);
}

static double
get_total(const struct builder *b, const struct model_line *line)
{
	(void)b;
	return line->line.time_us * (double)line->count;
}

static double
get_share(const struct builder *b, const struct model_line *line)
{
	return b->step_us > 0 ? get_total(b, line) / b->step_us * 100 : (double)NAN;
}

static const struct line_column count_columns[] = {
	{{"flops", "FLOPs", CELL_REAL, UNIT_NONE, 0, 0, "floating point operations of one run"}, get_flops},
	{{"bytes", "Bytes", CELL_REAL, UNIT_BYTES, 0, 0, "bytes moved by one run"}, get_bytes},
	{{"intensity", "FLOPS/Byte", CELL_REAL, UNIT_INTENSITY, 0, 0, "FLOPs for each byte"}, get_intensity},
};

static const struct column_def spec_column = {
	"spec", "Compute Spec", CELL_TEXT, UNIT_NONE, 0, 0, "which peak rate counts",
};

static const struct line_column roofline_columns[] = {
	{{"knee", "Knee (FLOPS/Byte)", CELL_REAL, UNIT_INTENSITY, 0, 0, "from here on compute is the bound"}, get_knee},
	{{"compute", "Compute Time (µs)", CELL_REAL, UNIT_US, 0, 0, "FLOPs at the peak rate"}, get_compute},
	{{"memory", "Memory Time (µs)", CELL_REAL, UNIT_US, 0, 0, "bytes at the peak bandwidth"}, get_memory},
	{{"roofline", "Roofline Time (µs)", CELL_REAL, UNIT_US, 0, 0, "the longer of both"}, get_time},
	{{"tflops", "TFLOPS/s", CELL_REAL, UNIT_TFLOPS, 0, 0, "rate at the roofline"}, get_tflops},
};

static const struct column_def bound_column = {
	"bound", "Roofline Bound", CELL_TEXT, UNIT_NONE, 0, 0, "what limits it",
};

static const struct line_column step_columns[] = {
	{{"total", "Time of Step (µs)", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 0, "count times roofline time"}, get_total},
	{{"share", "Percentage (%)", CELL_REAL, UNIT_PERCENT, COLUMN_SHARE, 0, "of the step"}, get_share},
};

static int
add_number(struct builder *b, const struct line_column *column)
{
	struct column_def def = column->def;
	int at;

	if (b->whole && (column->number == get_flops || column->number == get_bytes))
		def.type = CELL_INT;
	at = table_add_column_copy(b->table, &def);
	for (uint32_t i = 0; at >= 0 && i < b->lines->n; i++) {
		double v = column->number(b, &b->lines->items[i]);

		if (def.type == CELL_REAL)
			table_set_real(b->table, i, at, v);
		else if (!isnan(v))
			table_set_int(b->table, i, at, column->number == get_flops
				? b->lines->items[i].result.flops.count : b->lines->items[i].result.bytes.count);
	}
	return at < 0 ? -1 : 0;
}

static int
add_numbers(struct builder *b, const struct line_column *columns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (add_number(b, &columns[i]))
			return -1;
	return 0;
}

#define ADD_NUMBERS(b, columns) add_numbers(b, columns, sizeof(columns) / sizeof(*(columns)))

static int
add_text(struct builder *b, const struct column_def *def, const char *(*text)(const struct model_line *line))
{
	int at = table_add_column(b->table, def);

	for (uint32_t i = 0; at >= 0 && i < b->lines->n; i++) {
		const char *s = text(&b->lines->items[i]);
		char *copy = s ? arena_strdup(&b->table->arena, s) : NULL;

		if (s && !copy)
			return -1;
		table_set_text(b->table, i, at, copy);
	}
	return at < 0 ? -1 : 0;
}

static const char *
text_spec(const struct model_line *line)
{
	return line->result.spec;
}

static const char *
text_bound(const struct model_line *line)
{
	return arch_bound_name(line->line.bound);
}

static const char *
text_name(const struct model_line *line)
{
	return line->name;
}

static const char *
text_family(const struct model_line *line)
{
	return line->family->name;
}

static const char *
text_reason(const struct model_line *line)
{
	return line->result.reason;
}

/* As it was given: types by their short names. NULL: no memory. */
static const char *
parameter_text(struct builder *b, struct value v, struct buffer *scratch)
{
	buffer_clear(scratch);
	if (!value_print_cell(scratch, v))
		return NULL;
	return arena_strdup(&b->table->arena, scratch->data ? dtype_brief_name(scratch->data) : "");
}

/* A column for each parameter that some line was given, in the order of first appearance. */
static int
add_parameter(struct builder *b, const char *name)
{
	const struct column_def def = {name, name, CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "parameter"};
	struct buffer text = {0};
	int at = table_find_column(b->table, name);

	if (at >= 0)
		return 0;
	at = table_add_column_copy(b->table, &def);
	for (uint32_t i = 0; at >= 0 && i < b->lines->n; i++) {
		const struct model_line *line = &b->lines->items[i];

		for (uint32_t k = 0; at >= 0 && k < line->n_given; k++) {
			const char *copy;

			if (strcmp(line->given[k].name, name))
				continue;
			copy = parameter_text(b, line->given[k].value, &text);
			if (!copy)
				at = -1;
			else
				table_set_text(b->table, i, at, copy);
		}
	}
	buffer_free(&text);
	return at < 0 ? -1 : 0;
}

static int
add_parameters(struct builder *b)
{
	for (uint32_t i = 0; i < b->lines->n; i++)
		for (uint32_t k = 0; k < b->lines->items[i].n_given; k++)
			if (add_parameter(b, b->lines->items[i].given[k].name))
				return -1;
	return 0;
}

static int
add_names(struct builder *b)
{
	static const struct column_def name = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 0, "the op"};
	static const struct column_def family = {"family", "family", CELL_TEXT, UNIT_NONE, 0, 0, "its model"};
	static const struct column_def count = {"count", "Count", CELL_INT, UNIT_COUNT, 0, 0, "runs in a step"};
	int at;

	if (add_text(b, &name, text_name) || add_text(b, &family, text_family))
		return -1;
	at = table_add_column(b->table, &count);
	for (uint32_t i = 0; at >= 0 && i < b->lines->n; i++)
		table_set_int(b->table, i, at, b->lines->items[i].count);
	return at < 0 ? -1 : 0;
}

/* The last row: what all runs together take. */
static int
add_sum(struct builder *b)
{
	int64_t row = table_add_row(b->table);
	double flops = 0, bytes = 0;
	int at;

	if (row < 0)
		return -1;
	for (uint32_t i = 0; i < b->lines->n; i++) {
		flops += b->lines->items[i].result.flops.value * (double)b->lines->items[i].count;
		bytes += b->lines->items[i].result.bytes.value * (double)b->lines->items[i].count;
	}
	table_set_text(b->table, row, table_find_column(b->table, "name"), "sum");
	table_set_real(b->table, row, table_find_column(b->table, "flops"), flops);
	table_set_real(b->table, row, table_find_column(b->table, "bytes"), bytes);
	at = table_find_column(b->table, "total");
	if (at >= 0)
		table_set_real(b->table, row, at, b->step_us);
	return 0;
}

static bool
any_reason(const struct model_lines *lines)
{
	for (uint32_t i = 0; i < lines->n; i++)
		if (lines->items[i].result.reason)
			return true;
	return false;
}

static int
build(struct builder *b)
{
	static const struct column_def reason = {"reason", "Reason", CELL_TEXT, UNIT_NONE, 0, 0, "why counts are missing"};

	for (uint32_t i = 0; i < b->lines->n; i++)
		if (table_add_row(b->table) < 0)
			return -1;
	if ((b->counts && add_names(b)) || add_parameters(b) || ADD_NUMBERS(b, count_columns)
			|| add_text(b, &spec_column, text_spec))
		return -1;
	if (b->arch && (ADD_NUMBERS(b, roofline_columns) || add_text(b, &bound_column, text_bound)))
		return -1;
	if (b->arch && b->counts && ADD_NUMBERS(b, step_columns))
		return -1;
	if (any_reason(b->lines) && add_text(b, &reason, text_reason))
		return -1;
	return b->counts ? add_sum(b) : 0;
}

struct table *
model_lines_table(const struct model_lines *lines, const struct arch *arch, bool counts)
{
	struct builder b = {.lines = lines, .arch = arch, .counts = counts, .whole = !counts};
	uint32_t without;

	b.table = table_new("model", "Models without a trace");
	if (!b.table)
		return NULL;
	b.step_us = model_lines_time(lines, &without);
	for (uint32_t i = 0; i < lines->n; i++) {
		const struct model_result *r = &lines->items[i].result;

		b.whole = b.whole && (!r->flops.known || r->flops.whole) && (!r->bytes.known || r->bytes.whole);
	}
	if (!build(&b))
		return b.table;
	table_free(b.table);
	return NULL;
}
