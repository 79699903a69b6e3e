/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/merge_priv.h"
#include "base/mem.h"
#include "table/group.h"
#include "table/join.h"
#include <stdio.h>
#include <string.h>

#define PARAM "param: "

/* What is needed on the way from the reports' sheets to the merged one. */
struct merge {
	const struct merge_spec *spec;
	const struct merge_input *inputs;
	uint32_t n;
	const char *keys[MERGE_KEYS];
	uint32_t n_keys;
	struct table *all; /* a row for each row of each report: keys, place among its like, report, row */
	uint32_t *rows[MERGE_REPORTS];	/* by report: merged row -> its row, or JOIN_NO_ROW */
	uint32_t n_rows;
	struct merged *out;
};

int
merge_column(const struct table *table, const char *title)
{
	for (uint32_t i = 0; table && i < table->n_columns; i++)
		if (!strcmp(table->columns[i].def->title, title))
			return (int)i;
	return -1;
}

/* What a whole number is divided by to be in its column's unit. */
static double
scale_of(const struct column_def *def)
{
	if (def->type != CELL_TIME)
		return 1;
	return def->unit == UNIT_MS ? 1e6 : def->unit == UNIT_US ? 1e3 : 1;
}

double
merge_number(const struct table *table, uint32_t row, int column)
{
	const struct column_def *def;
	union cell cell;

	if (!table || column < 0 || row == JOIN_NO_ROW || table_is_null(table, row, (uint32_t)column))
		return NAN;
	def = table->columns[column].def;
	cell = table_cell(table, row, (uint32_t)column);
	if (def->type == CELL_REAL)
		return cell.d;
	if (def->type == CELL_TEXT)
		return NAN;
	return (double)cell.i / scale_of(def);
}

double
merge_difference(struct merge_cell later, struct merge_cell earlier)
{
	double a = merge_number(later.table, later.row, later.column);
	double b = merge_number(earlier.table, earlier.row, earlier.column);
	const struct column_def *def, *other;

	if (isnan(a) || isnan(b))
		return NAN;
	def = later.table->columns[later.column].def;
	other = earlier.table->columns[earlier.column].def;
	if (def->type == CELL_REAL || other->type != def->type || other->unit != def->unit)
		return a - b;
	return (double)((__int128)table_cell(later.table, later.row, (uint32_t)later.column).i
		- table_cell(earlier.table, earlier.row, (uint32_t)earlier.column).i) / scale_of(def);
}

/* --- keys ------------------------------------------------------------------------- */

/* A column is a key where every report that has the sheet has it. */
static bool
all_have(const struct merge *m, const char *title)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (m->inputs[i].table && merge_column(m->inputs[i].table, title) < 0)
			return false;
	return true;
}

static bool
is_key(const struct merge *m, const char *title)
{
	for (uint32_t i = 0; i < m->n_keys; i++)
		if (!strcmp(m->keys[i], title))
			return true;
	return false;
}

static const struct table *
first_table(const struct merge *m)
{
	for (uint32_t i = 0; i < m->n; i++)
		if (m->inputs[i].table)
			return m->inputs[i].table;
	return NULL;
}

static void
find_keys(struct merge *m)
{
	const struct table *first = first_table(m);
	uint32_t begin;

	for (uint32_t i = 0; m->spec->keys[i]; i++)
		if (all_have(m, m->spec->keys[i]))
			m->keys[m->n_keys++] = m->spec->keys[i];
	begin = m->n_keys;
	for (uint32_t i = 0; first && i < first->n_columns && m->spec->params && m->n_keys < MERGE_KEYS;
		i++) {
		const char *title = first->columns[i].def->title;
		uint32_t at = m->n_keys;

		if (strncmp(title, PARAM, strlen(PARAM)) || !all_have(m, title) || is_key(m, title))
			continue;
		for (; at > begin && strcmp(m->keys[at - 1], title) > 0; at--)
			m->keys[at] = m->keys[at - 1];
		m->keys[at] = title;
		m->n_keys++;
	}
}

/*
 * A key cell's text, NULL where there is none: 8 and 8.0 are the same key. Copied where it is made
 * here. False: no memory.
 */
static bool
key_text(struct arena *arena, const struct table *table, uint32_t row, int column, const char **text)
{
	union cell cell = table_cell(table, row, (uint32_t)column);
	char out[32];

	*text = NULL;
	if (table_is_null(table, row, (uint32_t)column))
		return true;
	if (table->columns[column].def->type == CELL_TEXT) {
		*text = *cell.s ? cell.s : NULL;
		return true;
	}
	if (table->columns[column].def->type == CELL_REAL && fabs(cell.d) < 1e15 && cell.d == floor(cell.d)) {
		snprintf(out, sizeof(out), "%.0f", cell.d);
		*text = out;
	} else {
		*text = table_cell_text(table, row, (uint32_t)column, out);
	}
	if (*text == out)
		*text = arena_strdup(arena, out);
	return *text;
}

static bool
set_keys(struct merge *m, int64_t at, const struct table *table, uint32_t row)
{
	for (uint32_t i = 0; i < m->n_keys; i++) {
		const char *text;

		if (!key_text(&m->all->arena, table, row, merge_column(table, m->keys[i]), &text))
			return false;
		table_set_text(m->all, at, (int)i, text);
	}
	return true;
}

static bool
add_report_rows(struct merge *m, uint32_t report)
{
	const struct table *table = m->inputs[report].table;

	for (uint32_t row = 0; table && row < table->n_rows; row++) {
		int64_t at = table_add_row(m->all);

		if (at < 0 || !set_keys(m, at, table, row))
			return false;
		table_set_int(m->all, at, (int)m->n_keys, 0);
		table_set_int(m->all, at, (int)m->n_keys + 1, report);
		table_set_int(m->all, at, (int)m->n_keys + 2, row);
	}
	return true;
}

static bool
gather_rows(struct merge *m)
{
	static const struct column_def number = {"n", "n", CELL_INT, UNIT_NONE, 0, 0, NULL};

	m->all = table_new("keys", "keys");
	for (uint32_t i = 0; m->all && i < m->n_keys + 3; i++) {
		struct column_def key = {"k", "k", CELL_TEXT, UNIT_NONE, 0, 0, NULL};

		if (i < m->n_keys)
			key.id = key.title = m->keys[i];
		if (table_add_column_copy(m->all, i < m->n_keys ? &key : &number) < 0)
			return false;
	}
	for (uint32_t i = 0; m->all && i < m->n; i++)
		if (!add_report_rows(m, i))
			return false;
	return m->all;
}

/* Numbers the rows that share their keys within one report, so that the first meets the first, and so on. */
static bool
number_rows(struct merge *m)
{
	uint32_t columns[MERGE_KEYS + 1];
	struct groups groups;

	for (uint32_t i = 0; i < m->n_keys; i++)
		columns[i] = i;
	columns[m->n_keys] = m->n_keys + 1;
	if (groups_make(&groups, m->all, columns, m->n_keys + 1))
		return false;
	for (uint32_t group = 0; group < groups.n; group++)
		for (uint32_t i = groups.begin[group]; i < groups.begin[group + 1]; i++)
			table_set_int(m->all, groups.rows[i], (int)m->n_keys, i - groups.begin[group]);
	groups_free(&groups);
	return true;
}

/* --- columns ------------------------------------------------------------------------ */

static const struct column_def *
make_def(struct merge *m, const char *title, const struct column_def *like)
{
	struct arena *arena = &m->out->table->arena;
	struct column_def *def = arena_alloc(arena, sizeof(*def));

	if (!def)
		return NULL;
	*def = *like;
	def->title = arena_strdup(arena, title);
	def->id = def->title;
	return def->id ? def : NULL;
}

static bool
is_listed(const char *const *list, size_t n, const char *title)
{
	for (size_t i = 0; i < n && list[i]; i++)
		if (!strcmp(list[i], title))
			return true;
	return false;
}

static bool
is_hidden(const struct merge_spec *spec, const char *title)
{
	size_t len = strlen(title);

	for (size_t i = 0; i < sizeof(spec->hidden) / sizeof(*spec->hidden) && spec->hidden[i]; i++) {
		size_t end = strlen(spec->hidden[i]);

		if (len >= end && !strcmp(title + len - end, spec->hidden[i]))
			return true;
	}
	return false;
}

static bool
add_keys(struct merge *m, const struct groups *groups)
{
	for (uint32_t i = 0; i < m->n_keys; i++) {
		struct column_def like = {.type = CELL_TEXT, .flags = COLUMN_KEY};
		const struct column_def *def = make_def(m, m->keys[i], &like);
		int column = def ? table_add_column(m->out->table, def) : -1;

		if (column < 0)
			return false;
		for (uint32_t row = 0; row < m->n_rows; row++) {
			const char *text = table_cell(m->all, groups->rows[groups->begin[row]], i).s;
			const char *copy = text ? arena_strdup(&m->out->table->arena, text) : NULL;

			if (text && !copy)
				return false;
			table_set_text(m->out->table, row, column, copy);
		}
	}
	return true;
}

static struct merge_cell
metric_of(const struct merge *m, uint32_t report, uint32_t row, const char *metric)
{
	const struct table *table = m->inputs[report].table;

	return (struct merge_cell){table, m->rows[report][row], merge_column(table, metric)};
}

static bool
add_difference(struct merge *m, const char *metric, uint32_t variant)
{
	static const struct column_def like = {.type = CELL_REAL},
				       like_pct = {.type = CELL_REAL, .unit = UNIT_PERCENT};
	const struct column_def *def;
	char title[512];
	int diff, pct;

	snprintf(title, sizeof(title), "%s__%s_diff", metric, m->inputs[variant].name);
	def = make_def(m, title, &like);
	diff = def ? table_add_column(m->out->table, def) : -1;
	snprintf(title, sizeof(title), "%s__%s_pct", metric, m->inputs[variant].name);
	def = make_def(m, title, &like_pct);
	pct = def ? table_add_column(m->out->table, def) : -1;
	for (uint32_t row = 0; row < m->n_rows && diff >= 0 && pct >= 0; row++) {
		struct merge_cell base = metric_of(m, 0, row, metric);
		double change = merge_difference(metric_of(m, variant, row, metric), base);
		double whole = merge_number(base.table, base.row, base.column);

		table_set_real(m->out->table, row, diff, change);
		if (whole != 0)
			table_set_real(m->out->table, row, pct, 100 * change / whole);
	}
	return diff >= 0 && pct >= 0;
}

static bool
add_differences(struct merge *m)
{
	for (uint32_t i = 0; i < MERGE_METRICS && m->spec->metrics[i]; i++) {
		bool there = false;

		for (uint32_t report = 0; report < m->n; report++)
			there = there || merge_column(m->inputs[report].table, m->spec->metrics[i]) >= 0;
		for (uint32_t variant = 1; variant < m->n && there; variant++)
			if (!add_difference(m, m->spec->metrics[i], variant))
				return false;
	}
	return true;
}

static bool
add_report_columns(struct merge *m, uint32_t report)
{
	const struct table *table = m->inputs[report].table;
	const struct merge_spec *spec = m->spec;
	char title[512];

	for (uint32_t i = 0; table && i < table->n_columns; i++) {
		struct column_def like = *table->columns[i].def;
		const char *own = like.title;
		const struct column_def *def;
		int column;

		if (is_key(m, own)
			|| is_listed(spec->dropped, sizeof(spec->dropped) / sizeof(*spec->dropped), own)
			|| (report
				&& is_listed(spec->dropped_later,
					sizeof(spec->dropped_later) / sizeof(*spec->dropped_later), own)))
			continue;
		snprintf(title, sizeof(title), "%s::%s", m->inputs[report].name, own);
		like.flags = (like.flags & ~COLUMN_KEY) | (is_hidden(spec, own) ? COLUMN_NOISY : 0);
		def = make_def(m, title, &like);
		column = def ? join_add_column(m->out->table, def, table, i, m->rows[report]) : -1;
		if (column < 0)
			return false;
		if (!strcmp(own, spec->metrics[0]))
			m->out->metric[report] = column;
		if (spec->sort && !strcmp(own, spec->sort))
			m->out->sort[report] = column;
	}
	return true;
}

/* --- the whole -------------------------------------------------------------------------- */

static bool
place_rows(struct merge *m, const struct groups *groups)
{
	m->n_rows = groups->n;
	for (uint32_t i = 0; i < m->n; i++) {
		m->rows[i] = mem_alloc(groups->n, sizeof(*m->rows[i]));
		if (!m->rows[i])
			return false;
		for (uint32_t row = 0; row < groups->n; row++)
			m->rows[i][row] = JOIN_NO_ROW;
	}
	for (uint32_t at = m->all->n_rows; at-- > 0;) {	/* backwards: the first of several is what stays */
		int64_t report = table_cell(m->all, at, m->n_keys + 1).i,
			row = table_cell(m->all, at, m->n_keys + 2).i;

		m->rows[report][groups->of[at]] = (uint32_t)row;
	}
	return true;
}

static bool
fill(struct merge *m, const struct groups *groups)
{
	bool good;

	m->out->table = table_new(m->spec->sheet, m->spec->sheet);
	good = m->out->table && place_rows(m, groups) && table_add_rows(m->out->table, m->n_rows) >= 0
		&& add_keys(m, groups) && add_differences(m);
	for (uint32_t i = 0; i < m->n && good; i++)
		good = add_report_columns(m, i);
	return good && !table_sort_full(m->out->table, NULL, 0);
}

static bool
merge_all(struct merge *m)
{
	uint32_t columns[MERGE_KEYS + 1];
	struct groups groups;
	bool good;

	find_keys(m);
	if (!gather_rows(m) || !number_rows(m))
		return false;
	for (uint32_t i = 0; i <= m->n_keys; i++)
		columns[i] = i;
	if (groups_make(&groups, m->all, columns, m->n_keys + 1))
		return false;
	good = fill(m, &groups);
	groups_free(&groups);
	return good;
}

int
merge_sheet(struct merged *out, const struct merge_spec *spec, const struct merge_input *inputs, uint32_t n,
	struct error *err)
{
	struct merge m = {.spec = spec, .inputs = inputs, .n = n, .out = out};
	bool good;

	*out = (struct merged){0};
	for (uint32_t i = 0; i < MERGE_REPORTS; i++)
		out->metric[i] = out->sort[i] = -1;
	good = merge_all(&m);
	table_free(m.all);
	for (uint32_t i = 0; i < n; i++)
		free(m.rows[i]);
	if (good)
		return 0;
	table_free(out->table);
	out->table = NULL;
	return error_no_memory(err, "comparing reports");
}
