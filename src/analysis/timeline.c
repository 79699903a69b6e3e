/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gpu_timeline: how the GPU's time divides. */
#include "analysis/builders_priv.h"
#include "analysis/rows_priv.h"
#include "base/mem.h"
#include "base/text.h"

enum { COL_TYPE, COL_TIME, COL_PERCENT, COL_RECOMPUTE };

static const struct column_def columns[] = {
	[COL_TYPE] = {"type", "type", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 20,
		"what the time went to"},
	[COL_TIME] = {"time_ms", "time ms", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 12,
		"time of the GPU"},
	[COL_PERCENT] = {"percent", "percent", CELL_REAL, UNIT_PERCENT, COLUMN_SHARE, 10,
		"share of total_time"},
	[COL_RECOMPUTE] = {"is_recompute", "is_recompute", CELL_BOOL, UNIT_NONE, COLUMN_KEY, 12,
		"whether the events computed forward activations again"},
};

enum part {		/* rows of the sheet in their order */
	PART_COMPUTE, PART_EXPOSED_COMM, PART_EXPOSED_COPY, PART_BUSY, PART_IDLE, PART_MICRO_IDLE,
		PART_MACRO_IDLE,
	PART_TOTAL, PART_COMM, PART_COPY,
	PARTS
};

static const char *const part_names[PARTS] = {
	"computation_time", "exposed_comm_time", "exposed_memcpy_time", "busy_time", "idle_time",
		"micro_idle_time",
	"macro_idle_time", "total_time", "total_comm_time", "total_memcpy_time",
};

struct sets {		/* merged intervals by class; the last is of all events */
	struct interval *set[GPU_CLASSES + 1];
	uint32_t n[GPU_CLASSES + 1];
	struct interval *rest, *rest2;
};

enum choice { CHOOSE_ALL, CHOOSE_FIRST_PASS, CHOOSE_RECOMPUTED };

static bool
is_chosen(const struct analysis *a, uint32_t event, enum choice choice)
{
	if (!a->options.unlinked && !analysis_is_linked(a, event))
		return false;
	return choice == CHOOSE_ALL || analysis_is_recomputed(a,
		event) == (choice == CHOOSE_RECOMPUTED);
}

static bool
sets_make(struct analysis *a, struct sets *sets, enum choice choice)
{
	uint32_t n, all = GPU_CLASSES;
	const struct keyed *gpu = analysis_gpu_by_time(a, &n);
	bool good = gpu != NULL;

	*sets = (struct sets){0};
	for (uint32_t c = 0; c <= all; c++)
		good = (sets->set[c] = mem_alloc(n, sizeof(struct interval))) && good;
	sets->rest = mem_alloc((size_t)n * 2, sizeof(struct interval));
	sets->rest2 = mem_alloc((size_t)n * 2, sizeof(struct interval));
	if (!good || !sets->rest || !sets->rest2)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct interval span = {gpu[i].key, trace_end(a->trace, gpu[i].id)};
		enum gpu_class c;

		if (!is_chosen(a, gpu[i].id, choice))
			continue;
		c = analysis_gpu_class(a, gpu[i].id);
		sets->set[c][sets->n[c]++] = span;
		sets->set[all][sets->n[all]++] = span;
	}
	for (uint32_t c = 0; c <= all; c++)
		sets->n[c] = intervals_merge(sets->set[c], sets->n[c]);
	return true;
}

static void
sets_free(struct sets *sets)
{
	for (uint32_t c = 0; c <= GPU_CLASSES; c++)
		free(sets->set[c]);
	free(sets->rest);
	free(sets->rest2);
}

static void
parts_make(const struct sets *s, int64_t micro_idle_ns, int64_t parts[PARTS])
{
	const struct interval *all = s->set[GPU_CLASSES];
	uint32_t n_all = s->n[GPU_CLASSES], n_rest, n_rest2;

	for (int part = 0; part < PARTS; part++)
		parts[part] = 0;
	parts[PART_COMPUTE] = intervals_length(s->set[GPU_COMPUTE], s->n[GPU_COMPUTE]);
	n_rest = intervals_subtract(s->rest, s->set[GPU_COMM], s->n[GPU_COMM], s->set[GPU_COMPUTE],
		s->n[GPU_COMPUTE]);
	parts[PART_EXPOSED_COMM] = intervals_length(s->rest, n_rest);
	n_rest = intervals_subtract(s->rest, s->set[GPU_COPY], s->n[GPU_COPY], s->set[GPU_COMPUTE],
		s->n[GPU_COMPUTE]);
	n_rest2 = intervals_subtract(s->rest2, s->rest, n_rest, s->set[GPU_COMM], s->n[GPU_COMM]);
	parts[PART_EXPOSED_COPY] = intervals_length(s->rest2, n_rest2);
	parts[PART_BUSY] = intervals_length(all, n_all);
	parts[PART_COMM] = intervals_length(s->set[GPU_COMM], s->n[GPU_COMM]);
	parts[PART_COPY] = intervals_length(s->set[GPU_COPY], s->n[GPU_COPY]);
	parts[PART_TOTAL] = n_all ? all[n_all - 1].end - all[0].start : 0;
	parts[PART_IDLE] = parts[PART_TOTAL] - parts[PART_BUSY];
	for (uint32_t i = 1; i < n_all; i++) {
		int64_t gap = all[i].start - all[i - 1].end;

		parts[gap < micro_idle_ns ? PART_MICRO_IDLE : PART_MACRO_IDLE] += gap;
	}
}

static void
add_block(struct rows *rows, const struct analysis *a, const int64_t parts[PARTS], bool recomputed)
{
	bool split = a->options.micro_idle_ns >= 0;

	for (unsigned part = 0; part < PARTS; part++) {
		if (split ? part == PART_IDLE : part == PART_MICRO_IDLE || part == PART_MACRO_IDLE)
			continue;
		if (!rows_next(rows))
			return;
		rows_text(rows, COL_TYPE, part_names[part]);
		rows_int(rows, COL_TIME, parts[part]);
		if (parts[PART_TOTAL] > 0)
			rows_real(rows, COL_PERCENT,
			(double)parts[part] / (double)parts[PART_TOTAL] * 100);
		rows_int(rows, COL_RECOMPUTE, recomputed);
	}
}

/* The block of chosen events; false when there is none. */
static bool
make_block(struct analysis *a, enum choice choice, int64_t parts[PARTS])
{
	struct sets sets;
	bool any = false;

	if (!sets_make(a, &sets, choice)) {
		a->no_memory = true;
	} else {
		parts_make(&sets, a->options.micro_idle_ns, parts);
		any = sets.n[GPU_CLASSES] > 0;
	}
	sets_free(&sets);
	return any;
}

int64_t
analysis_total_ns(struct analysis *a)
{
	int64_t parts[PARTS];

	if (a->have_total)
		return a->total_ns;
	a->have_total = true;
	if (make_block(a, a->options.recompute ? CHOOSE_FIRST_PASS : CHOOSE_ALL, parts))
		a->total_ns = parts[PART_TOTAL];
	return a->total_ns;
}

/* How much GPU work the sheet does not see, for people. */
static void
remark_unlinked(struct analysis *a)
{
	double all = (double)a->tree->linked_ns + (double)a->tree->unlinked_ns;
	uint32_t n = a->tree->n_gpu - a->tree->n_linked;

	if (a->tree->n_gpu == 0)
		analysis_add_remark(a, "no GPU events: the GPU timeline is empty");
	else if (a->tree->unlinked_ns > 0)
		analysis_add_remark(a,
		"%u GPU event%s (%.1f %% of the GPU time) %s no launch in the trace: the GPU "
		"timeline %s %s", n, text_plural(n), (double)a->tree->unlinked_ns / all * 100,
			n == 1 ? "has" : "have", a->options.unlinked ? "holds" : "leaves",
			a->options.unlinked ? n == 1 ? "it" : "them" : n == 1 ? "it out" : "them out");
}

int
build_gpu_timeline(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	struct rows rows;
	int64_t parts[PARTS];

	rows_open(&rows, sheet, columns, COLUMNS_OF(columns), a->options.recompute ? 0
		: 1u << COL_RECOMPUTE);
	if (make_block(a, a->options.recompute ? CHOOSE_FIRST_PASS : CHOOSE_ALL, parts))
		add_block(&rows, a, parts, false);
	if (a->options.recompute && make_block(a, CHOOSE_RECOMPUTED, parts))
		add_block(&rows, a, parts, true);
	remark_unlinked(a);
	if (a->trace->warnings[WARN_DEVICES].count)
		analysis_add_remark(a, "the GPU timeline takes %u devices as one",
			(unsigned)a->trace->warnings[WARN_DEVICES].count);
	return rows_close(&rows, a, out, err);
}
