/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * coll_analysis: communication kernels by what they exchange.
 */
#include "analysis/argtext.h"
#include "analysis/builders_priv.h"
#include "analysis/collectives_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"
#include <errno.h>
#include <string.h>

#define EXACT_REAL 9e15	/* below it every whole number is a double of its own */

enum {
	COL_RANK, COL_GROUP, COL_RANKS, COL_NAME, COL_SIZE, COL_DTYPE, COL_IN, COL_OUT,
		COL_IN_SPLIT, COL_OUT_SPLIT,
	COL_STREAM, COL_IN_MB, COL_OUT_MB, COL_SUM, COL_MEAN, COL_STD, COL_MIN, COL_MAX, COL_COUNT
};

static const struct column_def columns[] = {
	[COL_RANK] = {"rank", "rank", CELL_INT, UNIT_NONE, COLUMN_KEY, 5,
		"place of the trace in the list of files, from 0"},
	[COL_GROUP] = {"group", "Process Group Name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 10,
		"process group"},
	[COL_RANKS] = {"group_ranks", "Process Group Ranks", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 20,
		"its ranks"},
	[COL_NAME] = {"collective", "Collective name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 24,
		"collective"},
	[COL_SIZE] = {"group_size", "Group size", CELL_INT, UNIT_NONE, COLUMN_KEY, 6,
		"ranks in the group"},
	[COL_DTYPE] = {"dtype", "dtype", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 10,
		"type of an element"},
	[COL_IN] = {"in_elements", "In msg nelems", CELL_INT, UNIT_COUNT, COLUMN_KEY, 12,
		"elements in"},
	[COL_OUT] = {"out_elements", "Out msg nelems", CELL_INT, UNIT_COUNT, COLUMN_KEY, 12,
		"elements out"},
	[COL_IN_SPLIT] = {"in_split", "In split size", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 12, "how in is split"},
	[COL_OUT_SPLIT] = {"out_split", "Out split size", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 12,
		"how out is split"},
	[COL_STREAM] = {"stream", "stream", CELL_INT, UNIT_NONE, COLUMN_KEY, 7, "stream"},
	[COL_IN_MB] = {"in_mb", "In msg size (MB)_first", CELL_REAL, UNIT_MB, COLUMN_DESCENDING, 10,
		"size in, MB of 2^20"},
	[COL_OUT_MB] = {"out_mb", "Out msg size (MB)_first", CELL_REAL, UNIT_MB, COLUMN_DESCENDING,
		10,
		"size out, MB of 2^20"},
	[COL_SUM] = {"sum_us", "dur_sum", CELL_TIME, UNIT_US, COLUMN_DESCENDING | COLUMN_SHARE, 14,
		"summed duration"},
	[COL_MEAN] = {"mean_us", "dur_mean", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 11,
		"mean duration"},
	[COL_STD] = {"std_us", "dur_std", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 11,
		"spread of the durations"},
	[COL_MIN] = {"min_us", "dur_min", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 11,
		"shortest: nearest to the transfer itself"},
	[COL_MAX] = {"max_us", "dur_max", CELL_REAL, UNIT_US, COLUMN_DESCENDING, 11,
		"longest: with the longest wait"},
	[COL_COUNT] = {"operation_count", "operation_count", CELL_INT, UNIT_COUNT,
		COLUMN_DESCENDING, 9, "kernels"},
};

/* Bytes of an element by c10's name of its type. */
static const struct {
	const char *dtype;
	int bytes;
} dtypes[] = {
	{"Float", 4}, {"Int", 4}, {"Long", 8}, {"BFloat16", 2}, {"Bool", 1}, {"Byte", 1},
		{"Double", 8}, {"Half", 2},
	{"Short", 2},
};

struct collective {		/* one kernel, or the first of a group */
	const struct trace_collective *args;
	const char *name;	/* as recorded, else what the kernel's name tells, else NULL */
	int64_t stream;
};

struct collectives {
	struct collective *all;
	uint32_t n, left_out;
};

static double
megabytes(const char *dtype, int64_t elements)
{
	for (size_t i = 0; elements >= 0 && i < COLUMNS_OF(dtypes); i++)
		if (!strcmp(dtypes[i].dtype, dtype))
			return (double)elements * dtypes[i].bytes / (1024 * 1024);
	return NAN;
}

/* A whole number, or TABLE_NULL_INT. */
static int64_t
whole(const struct trace *t, uint32_t string)
{
	const char *text = trace_string(t, string);
	char *end;
	long long value;
	double real;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (*text && *end) {	/* "1e3" and "2.0" are whole as well, 1.5 is not */
		real = strtod(text, &end);
		value = real >= 0 && real < EXACT_REAL ? (long long)real : -1;
		value = (double)value < real ? -1 : value;
	}
	return *text && !*end && value >= 0 && !errno ? value : TABLE_NULL_INT;
}

const struct trace_collective *
collective_args(const struct trace *t, uint32_t event)
{
	uint32_t low = 0, high = t->n_collectives;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (t->collectives[middle].event < event)
			low = middle + 1;
		else
			high = middle;
	}
	return low < t->n_collectives && t->collectives[low].event == event ? &t->collectives[low]
		: NULL;
}

const char *
collective_name(const struct trace *t, const struct trace_collective *c)
{
	if (c->name)
		return trace_string(t, c->name);
	return strcasestr(trace_name(t, c->event), "cross_device_reduce") ? "allreduce" : NULL;
}

double
collective_megabytes(const struct trace *trace, const struct trace_collective *args, uint32_t elements)
{
	return megabytes(trace_string(trace, args->dtype), whole(trace, elements));
}

uint32_t
collective_list_text(struct intern *texts, const struct trace *trace,
	const struct trace_collective *args, enum collective_list which)
{
	uint32_t string = which == COLLECTIVE_RANKS ? args->group_ranks
		: which == COLLECTIVE_IN_SPLIT ? args->in_split : args->out_split, id = INTERN_NONE;
	const struct intern_entry *entry = &trace->strings.entries[string];
	struct buffer tuple = {0};

	if (!(args->lists & which))
		return intern_add(texts, entry->text, entry->len);
	if (argtext_add(&tuple, entry->text, entry->len, ARGTEXT_TUPLES))
		id = intern_add(texts, tuple.data, tuple.len);
	buffer_free(&tuple);
	return id;
}

int64_t
collective_ranks(const struct trace *trace, const struct trace_collective *args)
{
	return whole(trace, args->group_size);
}

/*
 * Rows with an empty key are left out, as in the reference; a missing group is
 * filled. Split sizes may be missing: many collectives have none.
 */
static bool
has_all_keys(const struct trace *t, const struct collective *c)
{
	return c->name && c->args->group_ranks && c->args->dtype
		&& whole(t, c->args->group_size) != TABLE_NULL_INT
		&& whole(t, c->args->in_elements) != TABLE_NULL_INT
		&& whole(t, c->args->out_elements) != TABLE_NULL_INT
		&& c->stream != TRACE_NO_NUMBER;
}

/* Communication kernels, among them those without any argument of a collective. */
static uint32_t
count_kernels(struct analysis *a)
{
	const struct trace *t = a->trace;
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t event = t->gpus[i].event;

		n += t->kind[event] == EVENT_KERNEL && analysis_is_comm(a, event) && analysis_is_selected(a, event);
	}
	return n;
}

static bool
collect(struct collectives *found, struct analysis *a)
{
	const struct trace *t = a->trace;

	*found = (struct collectives){.all = mem_alloc(t->n_collectives, sizeof(*found->all))};
	for (uint32_t i = 0; found->all && i < t->n_collectives; i++) {
		struct collective c = {&t->collectives[i], NULL, TRACE_NO_NUMBER};

		if (t->kind[c.args->event] != EVENT_KERNEL || !t->link[c.args->event]
			|| !analysis_is_comm(a, c.args->event)
			|| !analysis_is_selected(a, c.args->event))
			continue;
		c.name = collective_name(t, c.args);
		c.stream = analysis_stream(a, c.args->event);
		if (has_all_keys(t, &c))
			found->all[found->n++] = c;
	}
	found->left_out = count_kernels(a) - found->n;
	return found->all != NULL;
}

enum { KEY_NAME, KEY_DTYPE, KEY_IN_SPLIT, KEY_OUT_SPLIT, KEY_GROUP, KEY_RANKS, KEY_LISTS, KEY_NUMBERS };

/* Texts by their ids, numbers by their values: one may be written in several ways. */
static uint32_t
collective_key(struct keymap *map, struct analysis *a, const struct collective *found)
{
	const struct trace_collective *c = found->args;
	const uint64_t numbers[] = {(uint64_t)whole(a->trace, c->in_elements),
		(uint64_t)whole(a->trace, c->out_elements), (uint64_t)whole(a->trace, c->group_size),
		(uint64_t)found->stream};
	uint32_t key[KEY_NUMBERS + 2 * COLUMNS_OF(numbers)] = {
		[KEY_NAME] = analysis_text_id(a, found->name), [KEY_DTYPE] = c->dtype,
		[KEY_IN_SPLIT] = c->in_split, [KEY_OUT_SPLIT] = c->out_split,
		[KEY_GROUP] = c->group_name, [KEY_RANKS] = c->group_ranks, [KEY_LISTS] = c->lists};

	for (size_t i = 0; i < COLUMNS_OF(numbers); i++) {
		key[KEY_NUMBERS + 2 * i] = (uint32_t)numbers[i];
		key[KEY_NUMBERS + 2 * i + 1] = (uint32_t)(numbers[i] >> 32);
	}
	map->width = COLUMNS_OF(key);
	return keymap_add(map, key);
}

static bool
group_collectives(struct keymap *map, struct buckets *buckets, struct analysis *a,
	const struct collectives *found)
{
	uint32_t *group = mem_alloc(found->n, sizeof(*group));
	bool good = group != NULL;

	*map = (struct keymap){0};
	for (uint32_t i = 0; good && i < found->n; i++) {
		group[i] = collective_key(map, a, &found->all[i]);
		good = group[i] != KEYMAP_NONE;
	}
	good = good && buckets_make(buckets, group, found->n, map->n);
	free(group);
	return good;
}

static void
add_list(struct rows *rows, struct analysis *a, unsigned column, const struct trace_collective *args,
	enum collective_list which)
{
	uint32_t id = collective_list_text(&a->texts, a->trace, args, which);

	if (id == INTERN_NONE)
		a->no_memory = true;
	else
		rows_text(rows, column, intern_text(&a->texts, id));
}

static void
add_keys(struct rows *rows, struct analysis *a, const struct collective *c)
{
	const struct trace *t = a->trace;
	const struct trace_collective *args = c->args;
	int64_t in = whole(t, args->in_elements), out = whole(t, args->out_elements);
	const char *dtype = trace_string(t, args->dtype);

	rows_int(rows, COL_RANK, 0);
	rows_text(rows, COL_GROUP, args->group_name ? trace_string(t, args->group_name)
		: "Unknown_Group");
	add_list(rows, a, COL_RANKS, args, COLLECTIVE_RANKS);
	rows_text(rows, COL_NAME, c->name);
	rows_int(rows, COL_SIZE, whole(t, args->group_size));
	rows_text(rows, COL_DTYPE, dtype);
	rows_int(rows, COL_IN, in);
	rows_int(rows, COL_OUT, out);
	if (args->in_split)
		add_list(rows, a, COL_IN_SPLIT, args, COLLECTIVE_IN_SPLIT);
	if (args->out_split)
		add_list(rows, a, COL_OUT_SPLIT, args, COLLECTIVE_OUT_SPLIT);
	rows_int(rows, COL_STREAM, c->stream);
	rows_real(rows, COL_IN_MB, megabytes(dtype, in));
	rows_real(rows, COL_OUT_MB, megabytes(dtype, out));
}

static void
add_rows(struct rows *rows, struct analysis *a, const struct collectives *found,
	const struct buckets *buckets,
	int64_t *values)
{
	static const unsigned defs[] = {COL_MEAN, ROWS_NO_COLUMN, COL_STD, COL_MIN, COL_MAX};

	for (uint32_t g = 0; g < buckets->n && rows_next(rows); g++) {
		const uint32_t *members = buckets->members + buckets->starts[g];
		uint32_t n = buckets->starts[g + 1] - buckets->starts[g];
		int64_t sum = 0;
		struct stats stats;

		for (uint32_t i = 0; i < n; i++) {
			values[i] = a->trace->dur[found->all[members[i]].args->event];
			sum = time_add(sum, values[i]);
		}
		stats_of_times(&stats, values, n, 1e3);
		add_keys(rows, a, &found->all[members[0]]);
		rows_int(rows, COL_SUM, sum);
		rows_stats(rows, defs, &stats);
		rows_int(rows, COL_COUNT, n);
	}
}

int
build_collectives(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{COL_SUM, true}};
	struct collectives found = {0};
	struct buckets buckets = {0};
	struct keymap map = {0};
	struct rows rows;
	int64_t *values = NULL;

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), 0);
	if (!a->options.no_collectives) {
		if (collect(&found, a) && group_collectives(&map, &buckets, a, &found)
			&& (values = mem_alloc(found.n, sizeof(*values))))
			add_rows(&rows, a, &found, &buckets, values);
		else
			a->no_memory = true;
	}
	if (found.left_out)
		analysis_add_remark(a,
		"%u communication kernel%s not in coll_analysis: %s arguments are missing or not whole",
			found.left_out, found.left_out == 1 ? " is" : "s are",
			found.left_out == 1 ? "its" : "their");
	free(values);
	free(found.all);
	buckets_free(&buckets);
	keymap_free(&map);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}
