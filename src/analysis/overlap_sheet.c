/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sheets _kl_overlap have beyond those they are made like. */
#include "analysis/overlap.h"
#include "base/mem.h"
#include "base/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	OVER_NAMES, OVER_DETAILS, OVER_BRIEF, OVER_MEAN, OVER_MEDIAN, OVER_STD, OVER_MIN, OVER_MAX,
	OVERS
};

#define NAME_BRIEF 64	/* bytes of a name in the short form */
#define HELP_SHARE "part of the ops' GPU time in which others ran, 1 is all of it"
#define SHARE(id, title) {id, title, CELL_REAL, UNIT_NONE, COLUMN_DESCENDING, 10, HELP_SHARE}

static const struct column_def columns[OVERS] = {
	[OVER_NAMES] = {"overlapping", NULL, CELL_TEXT, UNIT_NONE,
		COLUMN_KEY, 30, "kernels that ran at the same time for 1 us or more"},
	[OVER_DETAILS] = {"overlapping_kernels", NULL, CELL_TEXT,
		UNIT_NONE, COLUMN_NOISY, 30,
		"the same with mean duration and mean part of the time, as JSON"},
	[OVER_BRIEF] = {"overlapping_brief", "trunc_overlapping_kernels_details", CELL_TEXT,
		UNIT_NONE, COLUMN_NOISY, 30, "the same in short"},
	[OVER_MEAN] = SHARE("overlap", "overlap_pct_mean"),
	[OVER_MEDIAN] = SHARE("overlap_median", "overlap_pct_median"),
	[OVER_STD] = SHARE("overlap_std", "overlap_pct_std"),
	[OVER_MIN] = SHARE("overlap_min", "overlap_pct_min"),
	[OVER_MAX] = SHARE("overlap_max", "overlap_pct_max"),
};

const struct overlap_titles overlap_titles_of_ops = {
	"overlapping_kernel_names", "overlapping_kernels_details_summary"
};
const struct overlap_titles overlap_titles_of_roofline = {
	"overlapping_kernel_names_first", "overlapping_kernels_details__summarize_kernel_stats"
};

struct beside {		/* kernels of one name beside the ops of a row */
	uint32_t name, first, count;
	int64_t sum;		/* of their durations */
	double part;		/* summed parts of the ops' time */
};

struct row_overlap {
	struct analysis *a;
	struct beside *beside;
	size_t cap, cap_spans, cap_order;
	uint32_t n_beside;
	double *parts;		/* of the row's members, NaN where nothing overlaps */
	struct interval *spans;
	struct keyed *order;
};

/* To two places; a half, which few numbers are exactly, goes to the even side. */
static double
round2(double value)
{
	char text[32];
	double hundreds = value * 100;

	if (fabs(hundreds - floor(hundreds) - 0.5) > 1e-6)
		return rint(hundreds) / 100;
	snprintf(text, sizeof(text), "%.2f", value);
	return strtod(text, NULL);
}

static bool
add_beside(struct row_overlap *r, uint32_t event, double part)
{
	const struct trace *t = r->a->trace;
	uint32_t i = 0;

	while (i < r->n_beside && r->beside[i].name != t->name[event])
		i++;
	if (i == r->n_beside) {
		if (!mem_reserve(&r->beside, &r->cap, (size_t)i + 1, sizeof(*r->beside)))
			return false;
		r->beside[r->n_beside++] = (struct beside){t->name[event], event, 0, 0, 0};
	}
	r->beside[i].count++;
	r->beside[i].sum = time_add(r->beside[i].sum, t->dur[event]);
	r->beside[i].part += part;
	return true;
}

static int64_t
common_ns(const struct trace *t, uint32_t one, uint32_t other, struct interval *span)
{
	int64_t end = trace_end(t, one);

	span->start = t->ts[one] > t->ts[other] ? t->ts[one] : t->ts[other];
	span->end = end < trace_end(t, other) ? end : trace_end(t, other);
	return span->end - span->start;
}

/* Merged time of GPU events in any order. -1: no memory. */
static int64_t
merged_ns(struct row_overlap *r, const uint32_t *gpu, uint32_t n)
{
	const struct trace *t = r->a->trace;

	if (!mem_reserve(&r->spans, &r->cap_spans, n, sizeof(*r->spans))
		|| !mem_reserve(&r->order, &r->cap_order, n, sizeof(*r->order)))
		return -1;
	for (uint32_t i = 0; i < n; i++)
		r->order[i] = (struct keyed){t->ts[gpu[i]], gpu[i]};
	if (!order_by_key(r->order, n))
		return -1;
	for (uint32_t i = 0; i < n; i++)
		r->spans[i] = (struct interval){r->order[i].key, trace_end(t, r->order[i].id)};
	return intervals_length(r->spans, intervals_merge(r->spans, n));
}

/* Time of one kernel in which others ran; adds those to the row. -1: no memory. */
static int64_t
kernel_overlap(struct row_overlap *r, uint32_t gpu, int64_t all)
{
	uint32_t n;
	const uint32_t *with = overlap_with(r->a, gpu, &n);

	if (!with || !mem_reserve(&r->spans, &r->cap_spans, n, sizeof(*r->spans)))
		return -1;
	for (uint32_t i = 0; i < n; i++) {
		int64_t common = common_ns(r->a->trace, gpu, with[i], &r->spans[i]);

		if (!add_beside(r, with[i], round2((double)common / (double)all)))
			return -1;
	}
	return intervals_length(r->spans, intervals_merge(r->spans, n));
}

/* The part of an op's GPU time in which others ran, NaN for none. */
static bool
member_overlap(struct row_overlap *r, const uint32_t *gpu, uint32_t n, double *part)
{
	int64_t all = merged_ns(r, gpu, n), sum = 0;
	bool any = false;

	*part = NAN;
	if (all <= 0)
		return all == 0;
	for (uint32_t i = 0; i < n; i++) {
		int64_t own = kernel_overlap(r, gpu[i], all);

		if (own < 0)
			return false;
		sum = time_add(sum, own);
		any = any || own > 0;
	}
	if (any)
		*part = round2((double)sum / (double)all);
	return true;
}

/* --- cells ------------------------------------------------------------------------ */

static bool
add_entry(struct buffer *out, const struct analysis *a, const struct beside *b, bool brief)
{
	int64_t stream = analysis_stream(a, b->first);
	const char *name = trace_string(a->trace, b->name);
	size_t len = strlen(name);
	bool cut = brief && len > NAME_BRIEF, good = buffer_add_text(out, "{\"name\": \"");
	char mean[32], part[32];

	for (len = cut ? NAME_BRIEF : len; cut && len && (name[len] & 0xc0) == 0x80;)
		len--;
	for (size_t i = 0; good && i < len; i++) {
		unsigned char c = (unsigned char)name[i];

		good = c == '"' || c == '\\' ? buffer_printf(out, "\\%c", c)
			: c < 0x20 ? buffer_printf(out, "\\u%04x", c)
			: buffer_add(out, &name[i], 1);
	}
	good = good && buffer_add_text(out, cut ? "...\"" : "\"");
	if (good && stream != TRACE_NO_NUMBER)
		good = buffer_printf(out, ", \"stream\": %" PRId64, stream);
	if (good && !brief)
		good = buffer_printf(out, ", \"count\": %" PRIu32, b->count);
	return good && buffer_printf(out, ", \"mean_us\": %s, \"overlap\": %s}",
		text_real(mean, round2((double)b->sum / b->count / 1e3)),
		text_real(part, round2(b->part / b->count)));
}

static const char *
details_text(const struct row_overlap *r, struct arena *arena, bool brief)
{
	struct buffer *out = &r->a->scratch;
	char *text = NULL;
	bool good = true;

	if (!r->n_beside)
		return NULL;
	buffer_clear(out);
	for (uint32_t i = 0; good && i < r->n_beside; i++)
		good = buffer_add_text(out, i ? ", " : "[")
			&& add_entry(out, r->a, &r->beside[i], brief);
	if (good && buffer_add_text(out, "]"))
		text = arena_strndup(arena, out->data, out->len);
	if (!text)
		r->a->no_memory = true;
	return text;
}

static void
set_shares(struct table *table, uint32_t row, const int at[OVERS], const struct stats *s, bool whole)
{
	const double values[] = {s->mean, s->median, s->std, s->min, s->max};

	for (int i = OVER_MEAN; i <= OVER_MAX; i++) {
		double value = values[i - OVER_MEAN];

		if (!whole)
			value = isnan(value) ? 0 : rint(value * 100) / 100;
		table_set_real(table, row, at[i], value);
	}
}

static void
set_cells(struct table *table, const struct row_overlap *r, uint32_t row, const int at[OVERS],
	uint32_t names, uint32_t n, bool whole)
{
	struct stats stats;

	if (!names)
		return;
	table_set_text(table, row, at[OVER_NAMES], intern_text(&r->a->texts, names - 1));
	table_set_text(table, row, at[OVER_DETAILS], details_text(r, &table->arena, false));
	table_set_text(table, row, at[OVER_BRIEF], details_text(r, &table->arena, true));
	stats_of_reals(&stats, r->parts, n);
	set_shares(table, row, at, &stats, whole);
}

static bool
fill_row(struct row_overlap *r, struct table *table, const struct overlap_source *source,
	uint32_t row, const int at[OVERS])
{
	const uint32_t *members = source->buckets->members + source->buckets->starts[row];
	const uint32_t *key = keymap_key(source->map, row);
	uint32_t n = source->buckets->starts[row + 1] - source->buckets->starts[row];

	r->n_beside = 0;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *gpu;
		uint32_t n_gpu = source->gpu_events(r->a, source->data, members[i], &gpu);

		if (!member_overlap(r, gpu, n_gpu, &r->parts[i]))
			return false;
	}
	set_cells(table, r, row, at, key[source->map->width - 1], n, source->whole);
	return !r->a->no_memory;
}

/* Moves the last column to a place. */
static void
move_last(struct table *table, uint32_t to)
{
	struct column last = table->columns[table->n_columns - 1];

	memmove(&table->columns[to + 1], &table->columns[to],
		(table->n_columns - 1 - to) * sizeof(*table->columns));
	table->columns[to] = last;
}

static bool
add_columns(struct rows *rows, const struct overlap_titles *titles, int at[OVERS])
{
	bool good = true;

	for (int i = 0; i < OVERS; i++) {
		struct column_def def = columns[i];

		if (i == OVER_NAMES)
			def.title = titles->names;
		else if (i == OVER_DETAILS)
			def.title = titles->details;
		at[i] = table_add_column_copy(rows->table, &def);
		good &= at[i] >= 0;
	}
	return good;
}

/* Puts the new columns, which stand last, behind those two; the sheet's own move along. */
static void
place_columns(struct rows *rows, unsigned before, unsigned after)
{
	uint32_t behind_names = (uint32_t)rows->at[before] + 1;
	uint32_t behind = (uint32_t)rows->at[after] + 1;

	for (int i = 1; i < OVERS; i++)
		move_last(rows->table, behind);
	move_last(rows->table, behind_names);
	for (size_t d = 0; d < ROWS_COLUMNS; d++) {
		if (rows->at[d] >= (int)behind)
			rows->at[d] += OVERS - 1;
		if (rows->at[d] >= (int)behind_names)
			rows->at[d]++;
	}
}

void
overlap_add_columns(struct rows *rows, struct analysis *a, const struct overlap_source *source,
	const struct overlap_titles *titles, unsigned before, unsigned after)
{
	struct row_overlap r = {.a = a};
	uint32_t most = 0;
	int at[OVERS];
	bool good;

	if (!rows->table || a->no_memory)
		return;
	for (uint32_t g = 0; g < source->map->n; g++)
		if (source->buckets->starts[g + 1] - source->buckets->starts[g] > most)
			most = source->buckets->starts[g + 1] - source->buckets->starts[g];
	r.parts = mem_alloc(most, sizeof(*r.parts));
	good = r.parts && add_columns(rows, titles, at);
	for (uint32_t row = 0; good && row < rows->table->n_rows; row++)
		good = fill_row(&r, rows->table, source, row, at);
	if (good)
		place_columns(rows, before, after);
	else
		a->no_memory = true;
	free(r.beside);
	free(r.spans);
	free(r.order);
	free(r.parts);
}

/* --- order ------------------------------------------------------------------------ */

/* Of each row, which rows differ from it only in what overlaps; *n: how many such groups. */
static uint32_t *
base_groups(const struct overlap_source *source, uint32_t *n)
{
	struct keymap bases = {.width = source->map->width - 1};
	uint32_t *base = mem_alloc(source->map->n, sizeof(*base));
	bool good = base != NULL;

	for (uint32_t i = 0; good && i < source->map->n; i++) {
		base[i] = keymap_add(&bases, keymap_key(source->map, i));
		good = base[i] != KEYMAP_NONE;
	}
	*n = bases.n;
	keymap_free(&bases);
	if (good)
		return base;
	free(base);
	return NULL;
}

struct base_total {
	int64_t sum, uid;
};

/* Two columns at the end with what the rows are sorted by. */
static bool
add_base_columns(struct rows *rows, const struct overlap_source *source, int sum, int uid)
{
	static const struct column_def hidden[] = {
		{"base_sum", "base_sum", CELL_INT, UNIT_NONE, 0, 0, NULL},
		{"base_uid", "base_uid", CELL_INT, UNIT_NONE, 0, 0, NULL},
	};
	struct table *table = rows->table;
	int at_sum = table_add_column(table, &hidden[0]);
	int at_uid = table_add_column(table, &hidden[1]);
	uint32_t n, *base = base_groups(source, &n);
	struct base_total *totals = base ? mem_alloc(n, sizeof(*totals)) : NULL;

	for (uint32_t i = 0; totals && i < n; i++)
		totals[i] = (struct base_total){0, INT64_MAX};
	for (uint32_t row = 0; totals && row < table->n_rows; row++) {
		struct base_total *total = &totals[base[row]];
		int64_t own = table_cell(table, row, (uint32_t)uid).i;

		total->sum = time_add(total->sum, table_cell(table, row, (uint32_t)sum).i);
		total->uid = own < total->uid ? own : total->uid;
	}
	for (uint32_t row = 0; totals && at_sum >= 0 && at_uid >= 0 && row < table->n_rows; row++) {
		table_set_int(table, row, at_sum, totals[base[row]].sum);
		table_set_int(table, row, at_uid, totals[base[row]].uid);
	}
	free(base);
	free(totals);
	return totals && at_sum >= 0 && at_uid >= 0;
}

void
overlap_sort(struct rows *rows, const struct overlap_source *source, unsigned sum, unsigned uid)
{
	struct table *table = rows->table;

	if (!table)
		return;
	if (add_base_columns(rows, source, rows->at[sum], rows->at[uid])) {
		const struct table_sort keys[] = {{table->n_columns - 2, true},
			{table->n_columns - 1, false}, {(uint32_t)rows->at[sum], true}, {(uint32_t)rows->at[uid], false}};

		if (!table_sort(table, keys, COLUMNS_OF(keys))) {
			for (int i = 0; i < 2; i++)
				free(table->columns[--table->n_columns].cells);
			return;
		}
	}
	table_free(table);
	rows->table = NULL;
}
