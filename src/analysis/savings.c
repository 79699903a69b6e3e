/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * savings: what ops would win at the roofline. Of each op with a model, the
 * kernel time above the least that the GPU's limits allow; by op and arguments,
 * and rolled up by category and by module (backward work by its forward op's).
 */
#include "analysis/builders_priv.h"
#include "analysis/collect.h"
#include "analysis/module_paths.h"
#include "base/mem.h"

struct saving {		/* one op */
	const struct perf_event *event;
	struct perf perf;
	int64_t above;		/* ns of kernel time above the roofline */
	bool known;		/* has a roofline */
};

struct savings {
	struct saving *all;
	uint32_t n;
	int64_t kernel_ns;	/* of all ops, with and without a roofline */
};

struct total {		/* of a group */
	const struct saving *first;	/* the first with a roofline, else the first */
	uint32_t ops, known;
	int64_t kernel, modelled, above;
	double roofline_us;
	double gflops, megabytes;
};

static bool
savings_make(struct savings *s, struct analysis *a)
{
	const struct perf_events *events = analysis_perf_events(a);

	*s = (struct savings){0};
	if (!events || !(s->all = mem_alloc(events->n, sizeof(*s->all))))
		return false;
	s->n = a->options.arch ? events->n : 0;
	for (uint32_t i = 0; i < s->n; i++) {
		struct saving *saving = &s->all[i];
		const struct perf_event *e = &events->all[i];

		*saving = (struct saving){.event = e};
		s->kernel_ns = time_add(s->kernel_ns, e->kernel_ns);
		perf_make(&saving->perf, a, e->modelled == TRACE_NONE ? NULL : perf_result(a,
			e->modelled, e->backward),
			e->kernel_ns);
		if (isnan(saving->perf.roofline_us) || e->kernel_ns <= 0)
			continue;
		saving->known = true;
		saving->above = perf_above_ns(&saving->perf, e->kernel_ns);
	}
	return !a->no_memory;
}

static struct total
add_up(const struct savings *s, const uint32_t *members, uint32_t n)
{
	struct total total = {.first = &s->all[members[0]], .ops = n};

	for (uint32_t i = 0; i < n; i++) {
		const struct saving *saving = &s->all[members[i]];

		total.kernel = time_add(total.kernel, saving->event->kernel_ns);
		if (!saving->known)
			continue;
		if (!total.first->known)
			total.first = saving;
		total.known++;
		total.modelled = time_add(total.modelled, saving->event->kernel_ns);
		total.above = time_add(total.above, saving->above);
		total.roofline_us += saving->perf.roofline_us;
		total.gflops += saving->perf.gflops;
		total.megabytes += saving->perf.megabytes;
	}
	return total;
}

static void
remark_no_arch(struct analysis *a)
{
	if (!a->options.arch)
		analysis_add_remark(a,
		"the GPU's limits are not known: no rooflines and no savings (name a GPU with "
		"--arch)");
}

/* --- columns that all three sheets have ------------------------------------------- */

enum { SUM_OPS, SUM_KNOWN, SUM_KERNEL, SUM_MODELLED, SUM_ROOFLINE, SUM_ABOVE, SUM_PERCENT,
	SUM_WIN_KERNEL, SUM_WIN_TOTAL, SUMS };

#define SUM_COLUMNS(first) \
	[first + SUM_OPS] = {"ops", "Ops", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9, \
		"ops of the row"}, \
	[first + SUM_KNOWN] = {"modelled_ops", "Ops with roofline", CELL_INT, UNIT_COUNT, \
		COLUMN_DESCENDING, 9, \
		"of them, those whose roofline is known"}, \
	[first + SUM_KERNEL] = {"kernel_us", "Kernel Time (µs)", CELL_TIME, UNIT_US, \
		COLUMN_DESCENDING, 13, \
		"merged time of the GPU events of all ops of the row"}, \
	[first + SUM_MODELLED] = {"modelled_us", "With roofline (µs)", CELL_TIME, UNIT_US, \
		COLUMN_DESCENDING, 13, \
		"of it, that of ops whose roofline is known"}, \
	[first + SUM_ROOFLINE] = {"roofline_us", "Roofline Time (µs)", CELL_REAL, UNIT_US, \
		COLUMN_DESCENDING, 13, \
		"least time the GPU's limits allow those"}, \
	[first + SUM_ABOVE] = {"savings_us", "Above roofline (µs)", CELL_TIME, UNIT_US, \
		COLUMN_DESCENDING | COLUMN_SHARE, 13, \
		"their time above the roofline, each op's by itself"}, \
	[first + SUM_PERCENT] = {"roofline_percent", "Pct Roofline", CELL_REAL, UNIT_PERCENT, 0, \
		10, \
		"roofline time by kernel time of ops whose roofline is known"}, \
	[first + SUM_WIN_KERNEL] = {"percent_kernel", "Of kernel time (%)", CELL_REAL, \
		UNIT_PERCENT, COLUMN_DESCENDING, 10, \
		"time above the roofline by all kernel time"}, \
	[first + SUM_WIN_TOTAL] = {"percent_total", "Of total time (%)", CELL_REAL, UNIT_PERCENT, \
		COLUMN_DESCENDING, 10, \
		"time above the roofline by the total of gpu_timeline: the most it would win"}

static void
add_sums(struct rows *rows, unsigned first, struct analysis *a, const struct savings *s,
	const struct total *total)
{
	int64_t all = analysis_total_ns(a);

	rows_int(rows, first + SUM_OPS, total->ops);
	rows_int(rows, first + SUM_KNOWN, total->known);
	rows_int(rows, first + SUM_KERNEL, total->kernel);
	rows_int(rows, first + SUM_MODELLED, total->modelled);
	rows_int(rows, first + SUM_ABOVE, total->above);
	if (total->known) {
		rows_real(rows, first + SUM_ROOFLINE, total->roofline_us);
		rows_real(rows, first + SUM_PERCENT,
			total->roofline_us / ((double)total->modelled / 1e3) * 100);
	}
	if (s->kernel_ns > 0)
		rows_real(rows, first + SUM_WIN_KERNEL,
		(double)total->above / (double)s->kernel_ns * 100);
	if (all > 0)
		rows_real(rows, first + SUM_WIN_TOTAL, (double)total->above / (double)all * 100);
}

/* --- groups ---------------------------------------------------------------------- */

#define KEY_WORDS 3

typedef bool saving_key(struct analysis *a, const struct saving *saving, uint32_t key[KEY_WORDS]);
typedef void saving_cells(struct rows *rows, struct analysis *a, const struct total *total,
	const uint32_t *key);

/* Fills a sheet with a row for each key; ops for which key_of is false are in none. */
static void
fill(struct rows *rows, unsigned first_sum, struct analysis *a, saving_key *key_of,
	saving_cells *add_cells)
{
	struct keymap map = {.width = KEY_WORDS};
	struct buckets buckets = {0};
	struct savings s;
	uint32_t *group = NULL;
	bool good = savings_make(&s, a) && (group = mem_alloc(s.n, sizeof(*group)));

	for (uint32_t i = 0; good && i < s.n; i++) {
		uint32_t key[KEY_WORDS] = {0};
		bool wanted = key_of(a, &s.all[i], key);

		group[i] = wanted ? keymap_add(&map, key) : KEYMAP_NONE;
		good = !wanted || group[i] != KEYMAP_NONE;
	}
	if (!good || !buckets_make(&buckets, group, s.n, map.n))
		a->no_memory = true;
	for (uint32_t g = 0; !a->no_memory && g < map.n && rows_next(rows); g++) {
		struct total total = add_up(&s, buckets.members + buckets.starts[g],
			buckets.starts[g + 1] - buckets.starts[g]);

		add_cells(rows, a, &total, keymap_key(&map, g));
		add_sums(rows, first_sum, a, &s, &total);
	}
	buckets_free(&buckets);
	keymap_free(&map);
	free(group);
	free(s.all);
	remark_no_arch(a);
}

/* --- savings --------------------------------------------------------------------- */

enum { OP_NAME, OP_CATEGORY, OP_DIMS, OP_TYPES, OP_SPEC, OP_BOUND, OP_SUMS,
	OP_EVENT = OP_SUMS + SUMS, OP_GFLOPS, OP_INTENSITY, OP_TFLOPS, OP_LIMIT, OP_TBS, OP_COLS };

#define RATE(id, title, unit, what) {id, title, CELL_REAL, unit, COLUMN_DESCENDING, 11, what}

static const struct column_def op_columns[OP_COLS] = {
	[OP_NAME] = {"name", "name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 36, "operator"},
	[OP_CATEGORY] = {"op_category", "op category", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 14,
		"kind of operator"},
	[OP_DIMS] = {"input_dims", "Input Dims", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 30,
		"shapes of the arguments"},
	[OP_TYPES] = {"input_type", "Input type", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 20,
		"types of the arguments"},
	[OP_SPEC] = {"compute_spec", "Compute Spec", CELL_TEXT, UNIT_NONE, 0, 14,
		"which of the GPU's limits counts"},
	[OP_BOUND] = {"bound", "Roofline Bound", CELL_TEXT, UNIT_NONE, 0, 14,
		"what limits the op at the roofline"},
	SUM_COLUMNS(OP_SUMS),
	[OP_EVENT] = {"event", "Event", CELL_INT, UNIT_EVENT, 0, 9, "the first of them"},
	[OP_GFLOPS] = RATE("gflops", "GFLOPS", UNIT_GFLOP, "arithmetic of one op, 10^9"),
	[OP_INTENSITY] = RATE("intensity", "FLOPS/Byte", UNIT_INTENSITY, "arithmetic intensity"),
	[OP_TFLOPS] = RATE("tflops", "TFLOPS/s", UNIT_TFLOPS, "FLOPs of all by their kernel time"),
	[OP_LIMIT] = RATE("limit_tflops", "Limit (TFLOPS/s)", UNIT_TFLOPS,
		"the most that the GPU's limits allow at this intensity"),
	[OP_TBS] = RATE("tbs", "TB/s", UNIT_TBS, "bytes of all by their kernel time, TB of 10^12"),
};

static bool
key_of_op(struct analysis *a, const struct saving *saving, uint32_t key[KEY_WORDS])
{
	key[0] = saving->event->name;
	key[1] = saving->event->category_id;
	key[2] = analysis_signature(a, saving->event->event);
	return saving->known;
}

static void
add_op_cells(struct rows *rows, struct analysis *a, const struct total *total, const uint32_t *key)
{
	const struct saving *first = total->first;
	const struct perf_event *e = first->event;
	double seconds = (double)total->modelled / 1e9;

	(void)key;
	rows_text(rows, OP_NAME, intern_text(&a->texts, e->name));
	rows_text(rows, OP_CATEGORY, e->category);
	rows_text(rows, OP_DIMS, analysis_argument(a, e->event, ARGUMENT_DIMS, ARGTEXT_TUPLES));
	rows_text(rows, OP_TYPES, analysis_argument(a, e->event, ARGUMENT_TYPES, ARGTEXT_TUPLES));
	rows_text(rows, OP_SPEC, first->perf.spec);
	rows_text(rows, OP_BOUND, first->perf.bound);
	rows_int(rows, OP_EVENT, e->event);
	rows_real(rows, OP_GFLOPS, first->perf.gflops);
	rows_real(rows, OP_INTENSITY, first->perf.intensity);
	rows_real(rows, OP_TFLOPS, total->gflops / 1e3 / seconds);
	rows_real(rows, OP_LIMIT, total->gflops * 1e3 / total->roofline_us);
	rows_real(rows, OP_TBS, total->megabytes * 1024 * 1024 / 1e12 / seconds);
}

int
build_savings(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	static const struct table_sort order[] = {{OP_SUMS + SUM_ABOVE, true}, {OP_EVENT, false}};
	struct rows rows;

	rows_open(&rows, sheet, op_columns, COLUMNS_OF(op_columns), 0);
	fill(&rows, OP_SUMS, a, key_of_op, add_op_cells);
	rows_sort(&rows, order, COLUMNS_OF(order));
	return rows_close(&rows, a, out, err);
}

/* --- savings_by_category, savings_by_module -------------------------------------- */

enum { ROLL_NAME, ROLL_SUMS, ROLL_COLS = ROLL_SUMS + SUMS };

static const struct column_def category_columns[ROLL_COLS] = {
	[ROLL_NAME] = {"op_category", "op category", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 20,
		"kind of operator"},
	SUM_COLUMNS(ROLL_SUMS),
};

static const struct column_def module_columns[ROLL_COLS] = {
	[ROLL_NAME] = {"path", "Module path", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 50,
		"innermost module that called for the op, or for its forward op"},
	SUM_COLUMNS(ROLL_SUMS),
};

static const struct table_sort roll_order[] = {{ROLL_SUMS + SUM_ABOVE, true},
	{ROLL_SUMS + SUM_KERNEL, true}};

static bool
key_of_category(struct analysis *a, const struct saving *saving, uint32_t key[KEY_WORDS])
{
	(void)a;
	key[0] = saving->event->category_id;
	return true;
}

static void
add_category_cells(struct rows *rows, struct analysis *a, const struct total *total,
	const uint32_t *key)
{
	(void)a;
	(void)key;
	rows_text(rows, ROLL_NAME, total->first->event->category);
}

int
build_savings_by_category(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	struct rows rows;

	rows_open(&rows, sheet, category_columns, COLUMNS_OF(category_columns), 0);
	fill(&rows, ROLL_SUMS, a, key_of_category, add_category_cells);
	rows_sort(&rows, roll_order, COLUMNS_OF(roll_order));
	return rows_close(&rows, a, out, err);
}

/*
 * The innermost module around the op; where there is none, around the forward op whose backward it
 * is part of.
 */
static bool
key_of_module(struct analysis *a, const struct saving *saving, uint32_t key[KEY_WORDS])
{
	const struct module_paths *paths = analysis_module_paths(a);
	uint32_t event = saving->event->event;

	if (!paths)
		return false;
	key[0] = paths->at[a->tree->pos[event]];
	for (; key[0] == NO_PATH && event != TRACE_NONE; event = a->tree->parent[event]) {
		uint32_t forward = paths->forward_at[a->tree->pos[event]];

		if (forward != TRACE_NONE) {
			key[0] = paths->at[a->tree->pos[forward]];
			break;
		}
	}
	return key[0] != NO_PATH;
}

static void
add_module_cells(struct rows *rows, struct analysis *a, const struct total *total,
	const uint32_t *key)
{
	(void)total;
	rows_text(rows, ROLL_NAME, analysis_module_paths(a)->all[key[0]].text);
}

int
build_savings_by_module(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	struct rows rows;

	rows_open(&rows, sheet, module_columns, COLUMNS_OF(module_columns), 0);
	fill(&rows, ROLL_SUMS, a, key_of_module, add_module_cells);
	rows_sort(&rows, roll_order, COLUMNS_OF(roll_order));
	return rows_close(&rows, a, out, err);
}
