/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/ranks.h"
#include "analysis/collectives_priv.h"
#include "analysis/intervals.h"
#include "analysis/keymap.h"
#include "analysis/order.h"
#include "base/intern.h"
#include "base/mem.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {		/* of a collective: one rank's kernel */
	uint32_t rank;		/* index into ranks */
	uint32_t group, members, name, dtype, in, out;	/* texts */
	int64_t size;		/* ranks of the group */
	double in_mb, out_mb;	/* NaN: not known */
	int64_t start, dur;	/* ns of the common clock */
	int64_t stream;		/* or TRACE_NO_NUMBER */
};

struct rank {
	int64_t number;
	const char *path;
	int64_t kernels, kernel_ns;	/* all communication */
	int64_t matched, wait;
};

/* A group of which ranks have different numbers of collectives: the one with the largest difference. */
struct uneven {
	uint32_t groups;		/* how many such there are */
	uint32_t group;			/* text */
	uint32_t most, least;		/* collectives */
	uint32_t most_rank, least_rank;	/* index into ranks: the first that has as many */
};

struct ranks {
	struct intern texts;
	struct rank *ranks;
	struct part *parts;
	struct keymap ids;		/* group, order on the rank: a collective */
	uint32_t *id_of;		/* by part */
	struct buckets collectives;	/* parts by collective */
	size_t cap_ranks, cap_parts, cap_ids;
	uint32_t n_ranks, n_parts, mismatched;
	struct uneven uneven;
	bool matched;
	bool by_order;		/* nobody tells groups: matched by order alone */
};

/* Those in which nobody ends before all have begun, and how bus bandwidth counts them. */
static const struct {
	const char *name;
	double factor;		/* times (n - 1) / n */
	bool by_output;		/* its size is that of the output */
} kinds[] = {
	{"allreduce", 2, false}, {"allreduce_coalesced", 2, false},
	{"reducescatter", 1, false}, {"_reduce_scatter_base", 1, false},
	{"reduce_scatter_tensor_coalesced", 1, false},
	{"allgather", 1, true}, {"all_gather", 1, true}, {"_allgather_base", 1, true},
	{"all_gather_into_tensor_coalesced", 1, true},
	{"allgather_into_tensor_coalesced", 1, true},
	{"all_to_all", 1, false},
};

#define N_KINDS (sizeof(kinds) / sizeof(*kinds))

static size_t
kind_of(const char *name)
{
	size_t i = 0;

	while (i < N_KINDS && strcmp(kinds[i].name, name))
		i++;
	return i;
}

struct ranks *
ranks_new(void)
{
	struct ranks *r = mem_zero(1, sizeof(*r));

	if (r)
		r->ids.width = 2;
	return r;
}

void
ranks_free(struct ranks *r)
{
	if (!r)
		return;
	intern_free(&r->texts);
	free(r->ranks);
	free(r->parts);
	free(r->id_of);
	keymap_free(&r->ids);
	buckets_free(&r->collectives);
	free(r);
}

uint32_t
ranks_mismatched(const struct ranks *r)
{
	return r->mismatched;
}

/* --- taking traces -------------------------------------------------------------- */

static bool
is_taken(const struct ranks *r, int64_t number)
{
	for (uint32_t i = 0; i < r->n_ranks; i++)
		if (r->ranks[i].number == number)
			return true;
	return false;
}

static uint32_t
keep(struct ranks *r, const char *text)
{
	return intern_add(&r->texts, text, strlen(text));
}

static int
add_rank(struct ranks *r, const struct trace *trace, struct error *err)
{
	int64_t number = trace->meta.rank;
	uint32_t path;

	if (number != TRACE_NO_NUMBER && is_taken(r, number))
		return error_set(err, "is of rank %" PRId64 ", which another trace has already",
			number);
	for (int64_t free_number = 0; number == TRACE_NO_NUMBER; free_number++)
		if (!is_taken(r, free_number))
			number = free_number;
	path = keep(r, trace->meta.path);
	if (path == INTERN_NONE
		|| !mem_reserve(&r->ranks, &r->cap_ranks, (size_t)r->n_ranks + 1,
			sizeof(*r->ranks)))
		return error_no_memory(err, "gathering ranks");
	r->ranks[r->n_ranks++] = (struct rank){.number = number,
		.path = intern_text(&r->texts, path)};
	return 0;
}

static int64_t
common_time(const struct trace *trace, uint32_t event)
{
	int64_t base = trace->meta.base_time_ns == TRACE_NO_NUMBER ? 0 : trace->meta.base_time_ns;

	return time_add(time_add(base, trace->start_ns), trace->ts[event]);
}

#define NO_GROUP "Unknown_Group"

static bool
add_part(struct ranks *r, const struct trace *t, const struct trace_collective *told)
{
	const char *name = collective_name(t, told);
	struct part part = {.rank = r->n_ranks - 1};

	if (!mem_reserve(&r->parts, &r->cap_parts, (size_t)r->n_parts + 1, sizeof(*r->parts)))
		return false;
	part.group = keep(r, told->group_name ? trace_string(t, told->group_name) : NO_GROUP);
	part.members = collective_list_text(&r->texts, t, told, COLLECTIVE_RANKS);
	part.name = keep(r, name ? name : "");
	part.dtype = keep(r, trace_string(t, told->dtype));
	part.in = keep(r, trace_string(t, told->in_elements));
	part.out = keep(r, trace_string(t, told->out_elements));
	part.size = collective_ranks(t, told);
	part.in_mb = collective_megabytes(t, told, told->in_elements);
	part.out_mb = collective_megabytes(t, told, told->out_elements);
	part.start = common_time(t, told->event);
	part.dur = t->dur[told->event];
	part.stream = t->flags[told->event] & EVENT_STREAM_OF_TRACK ? TRACE_NO_NUMBER
		: t->gpus[t->aux[told->event]].stream;
	r->parts[r->n_parts++] = part;
	return part.group != INTERN_NONE && part.members != INTERN_NONE && part.name != INTERN_NONE
		&& part.dtype != INTERN_NONE && part.in != INTERN_NONE && part.out != INTERN_NONE;
}

/* Kernels that tell nothing too: these may be matched by their order. */
static bool
add_parts(struct ranks *r, const struct trace *t)
{
	struct keyed *order = mem_alloc(t->n_gpus, sizeof(*order));
	struct rank *rank = &r->ranks[r->n_ranks - 1];
	uint32_t n = 0;
	bool good = order != NULL;

	for (uint32_t i = 0; good && i < t->n_gpus; i++) {
		uint32_t event = t->gpus[i].event;

		if (t->kind[event] == EVENT_KERNEL && t->link[event]
			&& !(t->flags[event] & (EVENT_NO_TIME | EVENT_BAD_DURATION))
			&& trace_is_comm_name(trace_name(t, event)))
			order[n++] = (struct keyed){t->ts[event], event};
	}
	good = good && order_by_key(order, n);
	for (uint32_t i = 0; good && i < n; i++) {
		const struct trace_collective nothing = {.event = order[i].id},
			*told = collective_args(t, order[i].id);

		good = add_part(r, t, told ? told : &nothing);
		rank->kernels++;
		rank->kernel_ns = time_add(rank->kernel_ns, t->dur[order[i].id]);
	}
	free(order);
	return good;
}

int
ranks_add(struct ranks *r, const struct trace *trace, struct error *err)
{
	if (add_rank(r, trace, err))
		return -1;
	return add_parts(r, trace) ? 0 : error_no_memory(err, "gathering ranks");
}

/* --- matching ------------------------------------------------------------------- */

/*
 * Whether no kernel tells its group and each rank uses one stream: then order on the stream is all
 * there is to match by.
 */
static bool
is_by_order(const struct ranks *r)
{
	const struct part *last = NULL;		/* on a stream */

	for (uint32_t i = 0; i < r->n_parts; i++) {
		const struct part *p = &r->parts[i];

		if (strcmp(intern_text(&r->texts, p->group), NO_GROUP))
			return false;
		if (p->stream == TRACE_NO_NUMBER)
			continue;
		if (last && last->rank == p->rank && last->stream != p->stream)
			return false;
		last = p;
	}
	return r->n_parts > 0;
}

static bool
put_in_one_group(struct ranks *r)
{
	uint32_t all = keep(r, "all");

	for (uint32_t i = 0; i < r->n_parts; i++)
		r->parts[i].group = all;
	return all != INTERN_NONE;
}

/* Holds the ranks of each group against each other; counts: of (rank, group), n of each. */
static bool
find_uneven(struct ranks *r, const struct keymap *counts, const uint32_t *n)
{
	struct uneven *groups = mem_zero(r->texts.n, sizeof(*groups));

	r->uneven = (struct uneven){0};
	for (uint32_t i = 0; groups && i < counts->n; i++) {
		const uint32_t *key = keymap_key(counts, i);
		struct uneven *g = &groups[key[1]];

		if (!g->most || n[i] > g->most) {
			g->most = n[i];
			g->most_rank = key[0];
		}
		if (!g->least || n[i] < g->least) {
			g->least = n[i];
			g->least_rank = key[0];
		}
	}
	for (uint32_t text = 0; groups && text < r->texts.n; text++) {
		uint32_t found = r->uneven.groups + (groups[text].most > groups[text].least);

		if (groups[text].most - groups[text].least > r->uneven.most - r->uneven.least) {
			r->uneven = groups[text];
			r->uneven.group = text;
		}
		r->uneven.groups = found;
	}
	free(groups);
	return groups;
}

bool
ranks_tell_uneven(const struct ranks *r, char *line, size_t size)
{
	const struct uneven *u = &r->uneven;
	char more[64] = "";

	if (!u->groups)
		return false;
	if (u->groups > 1)
		snprintf(more, sizeof(more), ", and %" PRIu32 " more group%s", u->groups - 1, u->groups == 2 ? "" : "s");
	snprintf(line, size, "the ranks recorded different numbers of collectives: group %.64s has %" PRIu32
		" on rank %" PRId64 ", %" PRIu32 " on rank %" PRId64 "%s; they are matched in order from the first, "
		"what one side lacks is left out",
		intern_text(&r->texts, u->group), u->most, r->ranks[u->most_rank].number, u->least,
		r->ranks[u->least_rank].number, more);
	return true;
}

/* Numbers collectives by group and order on the rank; parts of a rank stand in order of time. */
static bool
number_parts(struct ranks *r)
{
	struct keymap counts = {.width = 2};	/* rank, group */
	uint32_t *next = mem_zero(r->n_parts, sizeof(*next));
	bool good = next && (r->id_of = mem_alloc(r->n_parts, sizeof(*r->id_of)));

	r->by_order = is_by_order(r);
	good = good && (!r->by_order || put_in_one_group(r));
	for (uint32_t i = 0; good && i < r->n_parts; i++) {
		const uint32_t group[] = {r->parts[i].rank, r->parts[i].group};
		uint32_t at = keymap_add(&counts, group), id[2] = {r->parts[i].group, 0};

		if (at == KEYMAP_NONE) {
			good = false;
			break;
		}
		id[1] = next[at]++;
		r->id_of[i] = keymap_add(&r->ids, id);
		good = r->id_of[i] != KEYMAP_NONE;
	}
	good = good && find_uneven(r, &counts, next);
	free(next);
	keymap_free(&counts);
	return good && buckets_make(&r->collectives, r->id_of, r->n_parts, r->ids.n);
}

static bool
is_same(const struct part *a, const struct part *b)
{
	return a->name == b->name && a->members == b->members && a->dtype == b->dtype
		&& a->in == b->in && a->out == b->out && a->size == b->size;
}

struct collective {		/* of several ranks */
	const struct part *first;
	size_t kind;
	int64_t latency, first_start, last_start, first_end, last_end, waits;
	uint32_t earliest;	/* part; by rank where several came together */
	uint32_t n;
};

/* Of two times that clocks of made-up traces may put anywhere. */
static int64_t
between(int64_t from, int64_t to)
{
	int64_t ns;

	return __builtin_sub_overflow(to, from, &ns) ? INT64_MAX : ns;
}

static int64_t
end_of(const struct part *p)
{
	return time_add(p->start, p->dur);
}

/* Those that tell no name are taken to be some such, but for the one that is known to be none. */
static bool
all_wait(const struct ranks *r, const struct collective *c)
{
	return c->kind < N_KINDS || (r->by_order
		&& strcmp(intern_text(&r->texts, c->first->name), "all_to_allv"));
}

/* False: it is none in which all wait for all, or its ranks do not agree. */
static bool
measure(struct ranks *r, uint32_t id, struct collective *c)
{
	const uint32_t *members = r->collectives.members + r->collectives.starts[id];
	const struct part *first = &r->parts[members[0]];

	*c = (struct collective){first, kind_of(intern_text(&r->texts, first->name)), first->dur,
		first->start, first->start, end_of(first), end_of(first), 0, members[0],
		r->collectives.starts[id + 1] - r->collectives.starts[id]};
	if (!all_wait(r, c) || c->n < 2)
		return false;
	for (uint32_t i = 1; i < c->n; i++) {
		const struct part *p = &r->parts[members[i]];

		if (!r->by_order && !is_same(first, p))
			return r->mismatched++, false;
		c->latency = p->dur < c->latency ? p->dur : c->latency;
		if (p->start < c->first_start) {
			c->first_start = p->start;
			c->earliest = members[i];
		}
		c->last_start = p->start > c->last_start ? p->start : c->last_start;
		c->first_end = end_of(p) < c->first_end ? end_of(p) : c->first_end;
		c->last_end = end_of(p) > c->last_end ? end_of(p) : c->last_end;
	}
	for (uint32_t i = 0; i < c->n; i++) {
		const struct part *p = &r->parts[members[i]];
		int64_t wait = between(p->start, c->last_start);

		c->waits = time_add(c->waits, wait);
		r->ranks[p->rank].wait = time_add(r->ranks[p->rank].wait, wait);
		r->ranks[p->rank].matched++;
	}
	return true;
}

/* --- tables --------------------------------------------------------------------- */

enum {
	COL_ID, COL_GROUP, COL_MEMBERS, COL_NAME, COL_SIZE, COL_DTYPE, COL_IN, COL_OUT, COL_IN_MB,
		COL_OUT_MB, COL_FULL_MB, COL_RANKS,
	COL_LATENCY, COL_SKEW, COL_EARLIEST, COL_WAIT, COL_END_SKEW, COL_ALGO, COL_BUS, COLS
};

#define TEXT(id, title, flags, what) {id, title, CELL_TEXT, UNIT_NONE, flags, 16, what}
#define REAL(id, title, unit, what) {id, title, CELL_REAL, unit, COLUMN_DESCENDING, 11, what}
#define TIME(id, title, what) {id, title, CELL_TIME, UNIT_US, COLUMN_DESCENDING, 11, what}

static const struct column_def columns[COLS] = {
	[COL_ID] = TEXT("collective_id", "collective_id", COLUMN_KEY,
		"process group and order on the ranks, or order alone where no rank tells groups"),
	[COL_GROUP] = TEXT("group", "Process Group Name", 0, "process group"),
	[COL_MEMBERS] = TEXT("group_ranks", "Process Group Ranks", COLUMN_NOISY, "its ranks"),
	[COL_NAME] = TEXT("name", "Collective name", 0, "what it does"),
	[COL_SIZE] = {"group_size", "Group size", CELL_INT, UNIT_COUNT, 0, 6, "ranks of the group"},
	[COL_DTYPE] = TEXT("dtype", "dtype", 0, "type of the elements"),
	[COL_IN] = TEXT("in_elements", "In msg nelems", COLUMN_NOISY, "elements each rank gives"),
	[COL_OUT] = TEXT("out_elements", "Out msg nelems", COLUMN_NOISY, "elements each rank gets"),
	[COL_IN_MB] = REAL("in_mb", "In msg size (MB)", UNIT_MB, "the same in MB of 2^20"),
	[COL_OUT_MB] = REAL("out_mb", "Out msg size (MB)", UNIT_MB, "the same in MB of 2^20"),
	[COL_FULL_MB] = REAL("full_mb", "Full msg size (MB)", UNIT_MB,
		"what counts for bandwidth: the output of a gather, else the input"),
	[COL_RANKS] = {"ranks", "Ranks", CELL_INT, UNIT_COUNT, 0, 6, "traces that show it"},
	[COL_LATENCY] = TIME("latency_us", "comm_latency",
		"shortest duration: the rank that came last waits for nobody"),
	[COL_SKEW] = TIME("skew_us", "skew in start time", "from the first to come to the last"),
	[COL_EARLIEST] = {"earliest", "earliest arrival rank", CELL_INT, UNIT_NONE, 0, 8,
		"rank that waited longest, empty when none did"},
	[COL_WAIT] = REAL("wait_us", "avg_wait_time", UNIT_US, "mean wait of a rank"),
	[COL_END_SKEW] = TIME("end_skew_us", "skew in end time",
		"from the first to end to the last"),
	[COL_ALGO] = REAL("algo_bw", "algo bw (GB/s)", UNIT_GBS,
		"size by latency, GB of 2^30 as in the reference"),
	[COL_BUS] = REAL("bus_bw", "bus bw (GB/s)", UNIT_GBS,
		"the same by what each link must carry, GB of 2^30"),
};

static void
set_bandwidth(struct table *table, int64_t row, const struct collective *c)
{
	double full, algo, n;

	if (c->kind == N_KINDS)
		return;
	full = kinds[c->kind].by_output ? c->first->out_mb : c->first->in_mb;
	table_set_real(table, row, COL_FULL_MB, full);
	if (c->latency <= 0 || isnan(full))
		return;
	algo = full / 1024 / ((double)c->latency / 1e9);
	table_set_real(table, row, COL_ALGO, algo);
	n = (double)c->first->size;
	if (c->first->size > 0)
		table_set_real(table, row, COL_BUS, algo * kinds[c->kind].factor * (n - 1) / n);
}

static bool
add_collective(struct table *table, struct ranks *r, uint32_t id, const struct collective *c)
{
	const struct part *first = c->first;
	const uint32_t texts[] = {first->group, first->members, first->name, first->dtype,
		first->in, first->out};
	static const int at[] = {COL_GROUP, COL_MEMBERS, COL_NAME, COL_DTYPE, COL_IN, COL_OUT};
	int64_t row = table_add_row(table);
	const char *label = row < 0 ? NULL : arena_printf(&table->arena, "%s%s%" PRIu32,
		r->by_order ? "" : intern_text(&r->texts, first->group), r->by_order ? "" : "_",
		keymap_key(&r->ids, id)[1]);

	if (!label)
		return false;
	table_set_text(table, row, COL_ID, label);
	for (size_t i = 0; i < sizeof(at) / sizeof(*at); i++)
		table_set_text(table, row, at[i], intern_text(&r->texts, texts[i]));
	table_set_int(table, row, COL_SIZE, first->size);
	table_set_real(table, row, COL_IN_MB, first->in_mb);
	table_set_real(table, row, COL_OUT_MB, first->out_mb);
	table_set_int(table, row, COL_RANKS, c->n);
	table_set_int(table, row, COL_LATENCY, c->latency);
	table_set_int(table, row, COL_SKEW, between(c->first_start, c->last_start));
	if (c->last_start > c->first_start)
		table_set_int(table, row, COL_EARLIEST,
			r->ranks[r->parts[c->earliest].rank].number);
	table_set_real(table, row, COL_WAIT, (double)c->waits / c->n / 1e3);
	table_set_int(table, row, COL_END_SKEW, between(c->first_end, c->last_end));
	set_bandwidth(table, row, c);
	return true;
}

/* Goes over all collectives once; table may be NULL. */
static bool
match(struct ranks *r, struct table *table)
{
	struct collective c;
	bool good = r->matched || number_parts(r);

	r->matched = good;
	r->mismatched = 0;
	for (uint32_t i = 0; i < r->n_ranks; i++)
		r->ranks[i].wait = r->ranks[i].matched = 0;
	for (uint32_t id = 0; good && id < r->ids.n; id++)
		if (measure(r, id, &c) && table)
			good = add_collective(table, r, id, &c);
	return good;
}

struct table *
ranks_collectives(struct ranks *r)
{
	struct table *table = table_of("collectives", "Collectives over ranks", columns, COLS);

	if (table && match(r, table))
		return table;
	table_free(table);
	return NULL;
}

enum { WAIT_RANK, WAIT_COLLECTIVES, WAIT_TOTAL, WAIT_MEAN, WAIT_STRAGGLER, WAIT_KERNELS, WAIT_TIME,
	WAIT_FILE, WAITS };

static const struct column_def wait_columns[WAITS] = {
	[WAIT_RANK] = {"rank", "rank", CELL_INT, UNIT_NONE, COLUMN_KEY, 6, "the trace's rank"},
	[WAIT_COLLECTIVES] = {"collectives", "Collectives", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING,
		9, "matched with other ranks"},
	[WAIT_TOTAL] = TIME("wait_us", "Wait time (µs)", "waited for the last to come, in all"),
	[WAIT_MEAN] = REAL("mean_wait_us", "Mean wait (µs)", UNIT_US, "for one collective"),
	[WAIT_STRAGGLER] = {"straggler", "Straggler", CELL_BOOL, UNIT_NONE, 0, 9,
		"waited least: the others wait for it"},
	[WAIT_KERNELS] = {"kernels", "Kernels", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"communication kernels"},
	[WAIT_TIME] = TIME("kernel_us", "Kernel time (µs)", "summed durations of those"),
	[WAIT_FILE] = TEXT("file", "File", 0, "the trace"),
};

struct table *
ranks_waits(struct ranks *r)
{
	struct table *table = table_of("ranks", "Ranks", wait_columns, WAITS);
	static const struct table_sort order = {WAIT_RANK, false};
	int64_t least = INT64_MAX;

	if (!table || !match(r, NULL) || table_add_rows(table, r->n_ranks) < 0) {
		table_free(table);
		return NULL;
	}
	for (uint32_t i = 0; i < r->n_ranks; i++)
		if (r->ranks[i].matched && r->ranks[i].wait < least)
			least = r->ranks[i].wait;
	for (uint32_t i = 0; i < r->n_ranks; i++) {
		const struct rank *rank = &r->ranks[i];

		table_set_int(table, i, WAIT_RANK, rank->number);
		table_set_int(table, i, WAIT_COLLECTIVES, rank->matched);
		table_set_int(table, i, WAIT_TOTAL, rank->wait);
		if (rank->matched)
			table_set_real(table, i, WAIT_MEAN,
				(double)rank->wait / (double)rank->matched / 1e3);
		table_set_int(table, i, WAIT_STRAGGLER, rank->matched && rank->wait == least);
		table_set_int(table, i, WAIT_KERNELS, rank->kernels);
		table_set_int(table, i, WAIT_TIME, rank->kernel_ns);
		table_set_text(table, i, WAIT_FILE, rank->path);
	}
	if (!table_sort(table, &order, 1))
		return table;
	table_free(table);
	return NULL;
}
