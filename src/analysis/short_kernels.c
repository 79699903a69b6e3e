/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * short_kernel_histogram and short_kernels_summary: kernels too short to fill the GPU.
 */
#include "analysis/builders_priv.h"
#include "analysis/rounding.h"
#include "base/mem.h"

static bool
is_short(struct analysis *a, uint32_t event)
{
	const struct trace *t = a->trace;

	return t->kind[event] == EVENT_KERNEL && !(t->flags[event] & EVENT_BAD_DURATION)
		&& t->dur[event] < a->options.short_ns && analysis_is_selected(a, event);
}

/* --- short_kernel_histogram -------------------------------------------------- */

enum { BIN_START, BIN_END, BIN_COUNT };

static const struct column_def bin_columns[] = {
	[BIN_START] = {"bin_start", "bin_start", CELL_REAL, UNIT_US, COLUMN_KEY, 12,
		"shortest duration of the bin"},
	[BIN_END] = {"bin_end", "bin_end", CELL_REAL, UNIT_US, 0, 12,
		"where the bin ends; only the last holds its end"},
	[BIN_COUNT] = {"count", "count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING | COLUMN_SHARE, 9,
		"kernels"},
};

struct histogram {
	double first, last;
	uint32_t bins;
	int64_t *counts;
	uint32_t n;
};

static double
bin_edge(const struct histogram *h, uint32_t i)
{
	return i == h->bins ? h->last : h->first + i * ((h->last - h->first) / h->bins);
}

/* numpy's rule: by division, then put right where rounding crossed an edge. */
static void
histogram_add(struct histogram *h, double value)
{
	uint32_t bin = (uint32_t)((value - h->first) / (h->last - h->first) * h->bins);

	if (bin >= h->bins)
		bin = h->bins - 1;
	if (bin > 0 && value < bin_edge(h, bin))
		bin--;
	else if (bin + 1 < h->bins && value >= bin_edge(h, bin + 1))
		bin++;
	h->counts[bin]++;
}

static bool
histogram_make(struct histogram *h, struct analysis *a)
{
	const struct trace *t = a->trace;
	int64_t least = INT64_MAX, most = INT64_MIN;

	*h = (struct histogram){.bins = a->options.short_bins ? a->options.short_bins : 1};
	for (uint32_t i = 0; i < t->n_gpus; i++) {
		int64_t dur = t->dur[t->gpus[i].event];

		if (!is_short(a, t->gpus[i].event))
			continue;
		h->n++;
		least = dur < least ? dur : least;
		most = dur > most ? dur : most;
	}
	if (!h->n)
		return true;
	h->first = (double)least / 1e3;
	h->last = (double)most / 1e3;
	if (least == most) {
		h->first -= 0.5;
		h->last += 0.5;
	}
	if (!(h->counts = mem_zero(h->bins, sizeof(*h->counts))))
		return false;
	for (uint32_t i = 0; i < t->n_gpus; i++)
		if (is_short(a, t->gpus[i].event))
			histogram_add(h, (double)t->dur[t->gpus[i].event] / 1e3);
	return true;
}

int
build_short_histogram(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	struct histogram h;
	struct rows rows;

	rows_open(&rows, sheet, bin_columns, COLUMNS_OF(bin_columns), 0);
	if (!histogram_make(&h, a))
		a->no_memory = true;
	for (uint32_t i = 0; h.counts && i < h.bins && rows_next(&rows); i++) {
		rows_real(&rows, BIN_START, bin_edge(&h, i));
		rows_real(&rows, BIN_END, bin_edge(&h, i + 1));
		rows_int(&rows, BIN_COUNT, h.counts[i]);
	}
	free(h.counts);
	return rows_close(&rows, a, out, err);
}

/* --- short_kernels_summary --------------------------------------------------- */

enum { SHORT_OP, SHORT_DIMS, SHORT_STRIDES, SHORT_CONCRETE, SHORT_KERNEL, SHORT_SUM, SHORT_COUNT,
	SHORT_MEAN, SHORT_SHARE };

static const struct column_def short_columns[] = {
	[SHORT_OP] = {"cpu_op", "Parent cpu_op", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 30,
		"operator that launched the kernel"},
	[SHORT_DIMS] = {"input_dims", "Input dims", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 30,
		"shapes of its arguments"},
	[SHORT_STRIDES] = {"input_strides", "Input strides", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 20,
		"strides of its arguments, in elements"},
	[SHORT_CONCRETE] = {"concrete_inputs", "Concrete Inputs", CELL_TEXT, UNIT_NONE,
		COLUMN_KEY | COLUMN_NOISY, 20,
		"values of its arguments that are no tensors"},
	[SHORT_KERNEL] = {"kernel", "Kernel name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 50, "kernel"},
	[SHORT_SUM] = {"sum_us", "Short Kernel duration (µs) sum", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING, 14,
		"summed duration"},
	[SHORT_COUNT] = {"count", "Short Kernel count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"short kernels"},
	[SHORT_MEAN] = {"mean_us", "Short Kernel duration (µs) mean", CELL_REAL, UNIT_US,
		COLUMN_DESCENDING, 11,
		"mean duration"},
	[SHORT_SHARE] = {"percent_total", "Short Kernel duration (µs) percent of total time",
		CELL_REAL, UNIT_PERCENT,
		COLUMN_DESCENDING | COLUMN_SHARE, 10, "of the total time of gpu_timeline"},
};

struct short_group {
	uint32_t op, kernel;	/* events of the first; op may be TRACE_NONE */
	int64_t sum;
	struct rounding_sum rounded;
	uint32_t count;
};

struct short_groups {
	struct keymap map;	/* op name + 1, signature class, kernel name */
	struct short_group *all;
	size_t cap;
	uint32_t left_out;	/* kernels whose op has not all lists */
};

/*
 * The op and all three lists must be known: rows with an empty key are left out, as in the
 * reference.
 */
static bool
has_all_keys(const struct analysis *a, uint32_t op)
{
	const struct trace_signature *signature;

	if (op == TRACE_NONE)
		return false;
	signature = analysis_signature_of(a, op);
	return signature->dims && signature->strides && signature->concrete;
}

static bool
add_short(struct short_groups *s, struct analysis *a, uint32_t op, uint32_t kernel)
{
	uint32_t key[3] = {0, 0, a->trace->name[kernel]}, known = s->map.n, number;

	if (op != TRACE_NONE) {
		key[0] = a->trace->name[op] + 1;
		key[1] = analysis_signature_untyped(a, op);
	}
	number = keymap_add(&s->map, key);
	if (number == KEYMAP_NONE || !mem_reserve(&s->all, &s->cap, s->map.n, sizeof(*s->all)))
		return false;
	if (number == known)
		s->all[number] = (struct short_group){.op = op, .kernel = kernel};
	s->all[number].count++;
	s->all[number].sum = time_add(s->all[number].sum, a->trace->dur[kernel]);
	rounding_add(&s->all[number].rounded, (double)a->trace->dur[kernel] / 1e3);
	return true;
}

static bool
short_groups_make(struct short_groups *s, struct analysis *a, bool gpu_only)
{
	const struct trace *t = a->trace;

	*s = (struct short_groups){.map = {.width = 3}};
	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t kernel = t->gpus[i].event, op = TRACE_NONE;

		if (!is_short(a, kernel))
			continue;
		if (!gpu_only && analysis_is_linked(a, kernel))
			op = tree_ancestor_op(a->tree, kernel);
		if (!gpu_only && !has_all_keys(a, op))
			s->left_out++;
		else if (!add_short(s, a, op, kernel))
			return false;
	}
	return true;
}

static void
add_short_row(struct rows *rows, struct analysis *a, const struct short_group *s)
{
	int64_t total = analysis_total_ns(a);

	if (s->op != TRACE_NONE) {
		rows_text(rows, SHORT_OP, trace_name(a->trace, s->op));
		rows_text(rows, SHORT_DIMS, analysis_argument(a, s->op, ARGUMENT_DIMS,
			ARGTEXT_TUPLES));
		rows_text(rows, SHORT_STRIDES, analysis_argument(a, s->op, ARGUMENT_STRIDES,
			ARGTEXT_TUPLES));
		rows_text(rows, SHORT_CONCRETE, analysis_argument(a, s->op, ARGUMENT_CONCRETE,
			ARGTEXT_TUPLES));
	}
	rows_text(rows, SHORT_KERNEL, trace_name(a->trace, s->kernel));
	rows_int(rows, SHORT_SUM, s->sum);
	rows_int(rows, SHORT_COUNT, s->count);
	rows_real(rows, SHORT_MEAN, (double)s->sum / s->count / 1e3);
	if (total > 0)
		rows_real(rows, SHORT_SHARE, (double)s->sum / (double)total * 100);
}

static double
rounded_sum(struct analysis *a, const void *groups, uint32_t row)
{
	const struct short_groups *s = groups;

	(void)a;
	return s->all[row].rounded.sum;
}

/*
 * Where there are short kernels but none with all keys the reference writes the
 * two lines of its inner header, the second as a row; what reads its sheets
 * expects these columns.
 */
static int
build_reference_empty(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const char *const titles[] = {"sum", "count", "mean"};
	static const struct column_def inner_columns[] = {
		{"sum", "Kernel duration (µs)", CELL_TEXT, UNIT_NONE, 0, 22,
			"empty: no short kernel has an operator with arguments"},
		{"count", "Kernel duration (µs)", CELL_TEXT, UNIT_NONE, 0, 22, "likewise"},
		{"mean", "Kernel duration (µs)", CELL_TEXT, UNIT_NONE, 0, 22, "likewise"},
	};
	struct rows rows;

	rows_open(&rows, sheet, inner_columns, COLUMNS_OF(inner_columns), 0);
	if (rows_next(&rows))
		for (unsigned i = 0; i < COLUMNS_OF(titles); i++)
			rows_text(&rows, i, titles[i]);
	return rows_close(&rows, a, out, err);
}

static void
short_groups_free(struct short_groups *s)
{
	keymap_free(&s->map);
	free(s->all);
}

int
build_short_kernels(struct analysis *a, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	static const struct table_sort order[] = {{SHORT_SUM, true}, {SHORT_COUNT, false},
		{SHORT_MEAN, false}};
	const uint64_t op_columns =
		1u << SHORT_OP | 1u << SHORT_DIMS | 1u << SHORT_STRIDES | 1u << SHORT_CONCRETE;
	bool gpu_only = analysis_is_gpu_only(a);
	struct short_groups s;
	struct rows rows;

	if (!short_groups_make(&s, a, gpu_only))
		a->no_memory = true;
	if (a->options.reference_empty && s.left_out && !s.map.n) {
		short_groups_free(&s);
		return build_reference_empty(a, sheet, out, err);
	}
	rows_open(&rows, sheet, short_columns, COLUMNS_OF(short_columns), gpu_only ? op_columns
		: 0);
	for (uint32_t i = 0; !a->no_memory && i < s.map.n && rows_next(&rows); i++)
		add_short_row(&rows, a, &s.all[i]);
	if (s.left_out)
		analysis_add_remark(a, "%u short kernel%s not in short_kernels_summary: "
			"no operator with recorded arguments launched %s", s.left_out,
			s.left_out == 1 ? " is" : "s are", s.left_out == 1 ? "it" : "them");
	rows_sort_rounded(&rows, order, COLUMNS_OF(order), a, rounded_sum, &s, TIE_AS_MADE);
	short_groups_free(&s);
	if (rows.table && a->options.short_top && rows.table->n_rows > a->options.short_top)
		table_truncate(rows.table, a->options.short_top);
	return rows_close(&rows, a, out, err);
}
