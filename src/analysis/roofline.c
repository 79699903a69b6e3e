/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The roofline sheets: ops of one family by what their model read from the arguments.
 */
#include "analysis/builders_priv.h"
#include "analysis/kernel_list.h"
#include "analysis/overlap.h"
#include "analysis/perf.h"
#include "base/mem.h"
#include "base/text.h"
#include <ctype.h>
#include <string.h>

enum {
	COL_NAME, COL_KERNEL_COUNT, COL_RECOMPUTE, COL_GFLOPS, COL_MB, COL_INTENSITY,
	COL_TBS_MEAN, COL_TBS_MEDIAN, COL_TBS_STD, COL_TBS_MIN, COL_TBS_MAX,
	COL_TFLOPS_MEAN, COL_TFLOPS_MEDIAN, COL_TFLOPS_STD, COL_TFLOPS_MIN, COL_TFLOPS_MAX,
	COL_PROCESS, COL_LABEL, COL_THREAD, COL_SPEC, COL_ROOFLINE, COL_BOUND,
	COL_PCT_MEAN, COL_PCT_MEDIAN, COL_PCT_STD, COL_PCT_MIN, COL_PCT_MAX, COL_KERNELS,
	COL_KERNELS_BRIEF,
	COL_DIMS, COL_TYPES, COL_STRIDES, COL_CONCRETE,
	COL_KERNEL_MEAN, COL_KERNEL_MEDIAN, COL_KERNEL_STD, COL_KERNEL_MIN, COL_KERNEL_MAX,
	COL_KERNEL_SUM,
	COL_COUNT, COL_UID,
	COLS
};

#define TEXT(id, title, flags, width, what) {id, title, CELL_TEXT, UNIT_NONE, flags, width, what}
#define REAL(id, title, unit, what) {id, title, CELL_REAL, unit, COLUMN_DESCENDING, 11, what}
#define HELP_KERNEL "merged time of the op's GPU events"
#define HELP_TBS "bytes moved by kernel time, TB of 10^12"
#define HELP_TFLOPS "FLOPs by kernel time"
#define HELP_PCT "time at the roofline by kernel time: 100 is as fast as the GPU allows"

static const struct column_def columns[COLS] = {
	[COL_NAME] = TEXT("name", "name", COLUMN_KEY, 36, "operator"),
	[COL_KERNEL_COUNT] = {"num_kernels", "num_kernels", CELL_INT, UNIT_COUNT, COLUMN_KEY, 8,
		"GPU events of one op"},
	[COL_RECOMPUTE] = {"is_recompute", "is_recompute", CELL_BOOL, UNIT_NONE, COLUMN_KEY, 12,
		"whether the op computed forward activations again"},
	[COL_GFLOPS] = REAL("gflops", "GFLOPS_first", UNIT_GFLOP, "arithmetic of one op, 10^9"),
	[COL_MB] = REAL("data_mb", "Data Moved (MB)_first", UNIT_MB,
		"bytes one op must move, MB of 2^20"),
	[COL_INTENSITY] = REAL("intensity", "FLOPS/Byte_first", UNIT_INTENSITY,
		"arithmetic intensity"),
	[COL_TBS_MEAN] = REAL("tbs", "TB/s_mean", UNIT_TBS, HELP_TBS),
	[COL_TBS_MEDIAN] = REAL("tbs_median", "TB/s_median", UNIT_TBS, HELP_TBS),
	[COL_TBS_STD] = REAL("tbs_std", "TB/s_std", UNIT_TBS, HELP_TBS),
	[COL_TBS_MIN] = REAL("tbs_min", "TB/s_min", UNIT_TBS, HELP_TBS),
	[COL_TBS_MAX] = REAL("tbs_max", "TB/s_max", UNIT_TBS, HELP_TBS),
	[COL_TFLOPS_MEAN] = REAL("tflops", "TFLOPS/s_mean", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_TFLOPS_MEDIAN] = REAL("tflops_median", "TFLOPS/s_median", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_TFLOPS_STD] = REAL("tflops_std", "TFLOPS/s_std", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_TFLOPS_MIN] = REAL("tflops_min", "TFLOPS/s_min", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_TFLOPS_MAX] = REAL("tflops_max", "TFLOPS/s_max", UNIT_TFLOPS, HELP_TFLOPS),
	[COL_PROCESS] = TEXT("process_name", "process_name_first", COLUMN_NOISY, 10,
		"process of the first"),
	[COL_LABEL] = TEXT("process_label", "process_label_first", COLUMN_NOISY, 10,
		"label of its process"),
	[COL_THREAD] = TEXT("thread_name", "thread_name_first", COLUMN_NOISY, 16,
		"thread of the first"),
	[COL_SPEC] = TEXT("compute_spec", "Compute Spec", 0, 14,
		"which of the GPU's limits counts"),
	[COL_ROOFLINE] = REAL("roofline_us", "Roofline Time (µs)_first", UNIT_US,
		"least time the GPU's limits allow one op"),
	[COL_BOUND] = TEXT("bound", "Roofline Bound_first", 0, 14,
		"what limits the op at the roofline"),
	[COL_PCT_MEAN] = {"roofline_percent", "Pct Roofline_mean", CELL_REAL, UNIT_PERCENT,
		COLUMN_SHARE, 11, HELP_PCT},
	[COL_PCT_MEDIAN] = REAL("roofline_percent_median", "Pct Roofline_median", UNIT_PERCENT,
		HELP_PCT),
	[COL_PCT_STD] = REAL("roofline_percent_std", "Pct Roofline_std", UNIT_PERCENT, HELP_PCT),
	[COL_PCT_MIN] = REAL("roofline_percent_min", "Pct Roofline_min", UNIT_PERCENT, HELP_PCT),
	[COL_PCT_MAX] = REAL("roofline_percent_max", "Pct Roofline_max", UNIT_PERCENT, HELP_PCT),
	[COL_KERNELS] = TEXT("kernels", "kernel_details__summarize_kernel_stats", COLUMN_NOISY, 30,
		"its GPU events, as JSON"),
	[COL_KERNELS_BRIEF] = TEXT("kernels_brief", "trunc_kernel_details", COLUMN_NOISY, 30,
		"the same in short"),
	[COL_DIMS] = TEXT("input_dims", "Input Dims_first", COLUMN_NOISY, 30,
		"shapes of the arguments of the first that tells them"),
	[COL_TYPES] = TEXT("input_type", "Input type_first", COLUMN_NOISY, 20, "their types"),
	[COL_STRIDES] = TEXT("input_strides", "Input Strides_first", COLUMN_NOISY, 20,
		"their strides, in elements"),
	[COL_CONCRETE] = TEXT("concrete_inputs", "Concrete Inputs_first", COLUMN_NOISY, 20,
		"values of those that are no tensors"),
	[COL_KERNEL_MEAN] = REAL("kernel_mean_us", "Kernel Time (µs)_mean", UNIT_US, HELP_KERNEL),
	[COL_KERNEL_MEDIAN] = REAL("kernel_median_us", "Kernel Time (µs)_median", UNIT_US,
		HELP_KERNEL),
	[COL_KERNEL_STD] = REAL("kernel_std_us", "Kernel Time (µs)_std", UNIT_US, HELP_KERNEL),
	[COL_KERNEL_MIN] = REAL("kernel_min_us", "Kernel Time (µs)_min", UNIT_US, HELP_KERNEL),
	[COL_KERNEL_MAX] = REAL("kernel_max_us", "Kernel Time (µs)_max", UNIT_US, HELP_KERNEL),
	[COL_KERNEL_SUM] = {"kernel_us", "Kernel Time (µs)_sum", CELL_TIME, UNIT_US,
		COLUMN_DESCENDING, 14, HELP_KERNEL},
	[COL_COUNT] = {"name_count", "name_count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9,
		"ops of the row"},
	[COL_UID] = {"uid", "UID_first", CELL_INT, UNIT_EVENT, 0, 9, "the first of them"},
};

/* --- the ops of each family, found once ------------------------------------------ */

struct roofline_ops {
	uint32_t *events;	/* ops with a model and a sheet, in order of the file */
	struct buckets families;	/* by number of the family in the registry of models */
};

static uint32_t
family_number(const struct model_registry *models, const char *family)
{
	const char *name;

	for (uint32_t i = 0; (name = model_sheet_at(models, i)); i++)
		if (!strcmp(name, family))
			return i;
	return KEYMAP_NONE;
}

static bool
collect_families(struct roofline_ops *ops, struct analysis *a)
{
	uint32_t *family = NULL, n = 0, n_families = 0;
	size_t cap = 0, cap_family = 0;
	bool good = true;

	while (model_sheet_at(a->models, n_families))
		n_families++;
	for (uint32_t event = 0; good && event < a->trace->n; event++) {
		const struct model_op *op = perf_model(a, event);

		if (!op || !op->sheet || !tree_has(a->tree, event) || !analysis_is_selected(a,
			event))
			continue;
		good = mem_reserve(&ops->events, &cap, (size_t)n + 1, sizeof(*ops->events))
			&& mem_reserve(&family, &cap_family, (size_t)n + 1, sizeof(*family));
		if (good) {
			family[n] = family_number(a->models, op->sheet);
			ops->events[n++] = event;
		}
	}
	good = good && buckets_make(&ops->families, family, n, n_families);
	free(family);
	return good;
}

static const struct roofline_ops *
roofline_ops(struct analysis *a)
{
	if (!a->roofline_ops) {
		a->roofline_ops = mem_zero(1, sizeof(*a->roofline_ops));
		if (!a->roofline_ops || !collect_families(a->roofline_ops, a))
			a->no_memory = true;
	}
	return a->no_memory ? NULL : a->roofline_ops;
}

void
analysis_roofline_free(struct analysis *a)
{
	if (!a->roofline_ops)
		return;
	free(a->roofline_ops->events);
	buckets_free(&a->roofline_ops->families);
	free(a->roofline_ops);
}

/* --- the ops of one sheet -------------------------------------------------------- */

struct sheet_op {
	uint32_t event;
	bool backward;		/* measured by its backward ops */
	int64_t kernel_ns;
	const struct model_result *result;
};

struct sheet_ops {
	struct sheet_op *all;
	struct perf *perfs;
	uint32_t n;
	uint32_t failed;	/* ops whose model could not read their arguments */
	const char *reason;	/* of the first */
	struct keymap map;	/* name, parameters, recompute, number of kernels, overlap */
	struct buckets buckets;
	const char **params;	/* names in order of appearance */
	uint32_t n_params;
	size_t cap_params;
	int64_t *times;		/* scratch */
	double *reals;
};

/*
 * Backward ops that the reference lists among the backward rows; all others stay where their
 * formulas are.
 */
static bool
is_moved(const char *name)
{
	static const char *const names[] = {"flash_attn::_flash_attn_varlen_backward",
		"aten::convolution_backward",
		"ConvBias_Backward", "ConvBiasReLU_Backward"};

	for (size_t i = 0; i < COLUMNS_OF(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Forward ops without a backward row: that of convolutions is the backward op itself. */
static bool
is_forward_only(const char *name)
{
	static const char *const names[] = {"aten::convolution", "aten::miopen_convolution",
		"aten::cudnn_convolution",
		"ConvBias_", "ConvBiasReLU_", "vllm::unified_attention_with_output"};

	for (size_t i = 0; i < COLUMNS_OF(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Whether the op is on the sheet, and how it is measured. */
static bool
is_on_sheet(struct analysis *a, const struct sheet *sheet, uint32_t event, bool *backward)
{
	const struct model_op *op = perf_model(a, event);
	const char *name = trace_name(a->trace, event);
	uint32_t first;

	*backward = false;
	if (op->single_sheet)
		return true;
	if (is_moved(name))
		return sheet->backward;
	if (!sheet->backward)
		return true;
	*backward = true;
	return !is_forward_only(name) && tree_backward_of(a->tree, event, &first) > 0;
}

static void
add_op(struct sheet_ops *s, struct analysis *a, uint32_t event, bool backward)
{
	const struct model_result *result = perf_result(a, event, backward);
	struct sheet_op op = {event, backward, 0, result};

	if (!perf_is_known(result)) {
		if (result && result->status == MODEL_UNREADABLE && s->failed++ == 0)
			s->reason = result->reason;
		return;
	}
	op.kernel_ns = perf_kernel_ns(a, event, backward);
	perf_make(&s->perfs[s->n], a, result, op.kernel_ns);
	s->all[s->n++] = op;
}

static bool
collect_sheet(struct sheet_ops *s, struct analysis *a, const struct sheet *sheet)
{
	const struct roofline_ops *ops = roofline_ops(a);
	uint32_t family = family_number(a->models, sheet->family), begin, end;
	bool backward;

	if (!ops)
		return false;
	if (family == KEYMAP_NONE)
		return true;
	begin = ops->families.starts[family];
	end = ops->families.starts[family + 1];
	s->all = mem_alloc(end - begin, sizeof(*s->all));
	s->perfs = mem_alloc(end - begin, sizeof(*s->perfs));
	s->times = mem_alloc(end - begin, sizeof(*s->times));
	s->reals = mem_alloc(end - begin, sizeof(*s->reals));
	if (!s->all || !s->perfs || !s->times || !s->reals)
		return false;
	for (uint32_t i = begin; i < end; i++) {
		uint32_t event = ops->events[ops->families.members[i]];

		if (is_on_sheet(a, sheet, event, &backward))
			add_op(s, a, event, backward);
	}
	return !a->no_memory;
}

/* --- parameters ------------------------------------------------------------------ */

static const struct value *
find_param(const struct model_result *result, const char *name)
{
	for (uint32_t i = 0; i < result->n_params; i++)
		if (!strcmp(result->params[i].name, name))
			return &result->params[i].value;
	return NULL;
}

static bool
add_param_names(struct sheet_ops *s, const struct model_result *result)
{
	for (uint32_t i = 0; i < result->n_params; i++) {
		uint32_t k = 0;

		while (k < s->n_params && strcmp(s->params[k], result->params[i].name))
			k++;
		if (k < s->n_params)
			continue;
		if (!mem_reserve(&s->params, &s->cap_params, (size_t)s->n_params + 1,
			sizeof(*s->params)))
			return false;
		s->params[s->n_params++] = result->params[i].name;
	}
	return true;
}

/* Overlap is that of what the op itself started, whatever it is measured by. */
static uint32_t
overlap_gpu(struct analysis *a, const void *data, uint32_t member, const uint32_t **list)
{
	return overlap_launched(a, ((const struct sheet_op *)data)[member].event, list);
}

/* The rest of an op's key, behind its name and parameters. */
static void
key_of_kernels(const struct sheet_ops *s, struct analysis *a, uint32_t member, bool overlap,
	uint32_t key[3])
{
	const uint32_t *gpu;
	uint32_t n = overlap ? overlap_gpu(a, s->all, member, &gpu) : 0;

	key[0] = a->options.recompute && analysis_is_recomputed(a, s->all[member].event);
	key[2] = overlap ? overlap_key(a, gpu, n) : 0;
	key[1] = a->options.kernel_counts ? perf_gpu_count(a, s->all[member].event,
		s->all[member].backward) : 0;
}

/* Groups by name and the text of all parameters; each distinct result is printed once. */
static bool
group_ops(struct sheet_ops *s, struct analysis *a, bool overlap)
{
	uint32_t *group = mem_alloc(s->n, sizeof(*group));
	struct keymap results = {.width = sizeof(void *) / sizeof(uint32_t)};
	uint32_t *text = NULL;
	size_t cap = 0;
	bool good = group != NULL;

	s->map.width = 5;
	for (uint32_t i = 0; good && i < s->n; i++) {
		uint32_t pointer[sizeof(void *) / sizeof(uint32_t)], known = results.n, number,
			key[5];

		memcpy(pointer, &s->all[i].result, sizeof(pointer));
		number = keymap_add(&results, pointer);
		good = number != KEYMAP_NONE && mem_reserve(&text, &cap, results.n, sizeof(*text));
		if (good && number == known) {
			const char *params = perf_params_text(a, s->all[i].result, &a->arena);

			text[number] = params ? analysis_text_id(a, params) + 1 : 0;
			good = add_param_names(s, s->all[i].result);
		}
		if (!good)
			break;
		key[0] = a->trace->name[s->all[i].event];
		key[1] = text[number];
		key_of_kernels(s, a, i, overlap, key + 2);
		group[i] = keymap_add(&s->map, key);
		good = group[i] != KEYMAP_NONE;
	}
	good = good && buckets_make(&s->buckets, group, s->n, s->map.n);
	free(text);
	keymap_free(&results);
	free(group);
	return good;
}

/* Whole numbers stay numbers in a column that has nothing else. */
static enum cell_type
param_type(const struct sheet_ops *s, const char *name)
{
	for (uint32_t i = 0; i < s->n; i++) {
		const struct value *value = find_param(s->all[i].result, name);

		if (value && value->kind != VALUE_INT && value->kind != VALUE_NONE)
			return CELL_TEXT;
	}
	return CELL_INT;
}

static void
add_param_columns(struct rows *rows, struct sheet_ops *s, struct analysis *a)
{
	for (uint32_t i = 0; i < s->n_params; i++) {
		const char *name = s->params[i];
		char *id = arena_printf(&a->arena, "param_%s", name),
			*title = arena_printf(&a->arena, "param: %s", name);
		struct column_def def = {id, title, param_type(s, name), UNIT_NONE, COLUMN_KEY, 10,
			"what the model read from the arguments"};

		if (!id || !title) {
			a->no_memory = true;
			return;
		}
		for (; *id; id++)
			*id = *id == ' ' ? '_' : (char)tolower((unsigned char)*id);
		rows_add_column_copy(rows, &def);
	}
}

static void
set_param(struct rows *rows, struct analysis *a, int column, const struct value *value)
{
	if (!rows->table || !value || value->kind == VALUE_NONE)
		return;
	if (rows->table->columns[column].def->type == CELL_INT) {
		table_set_int(rows->table, rows->row, column, value->i);
		return;
	}
	buffer_clear(&a->scratch);
	if (!value_print_cell(&a->scratch, *value)
		|| table_set_text_copy(rows->table, rows->row, column, a->scratch.data
		? a->scratch.data : "", a->scratch.len) < 0)
		a->no_memory = true;
}

/* --- rows ------------------------------------------------------------------------ */

static void
add_keys(struct rows *rows, struct sheet_ops *s, struct analysis *a, const struct sheet_op *first,
	int first_param)
{
	const struct place *place = analysis_place(a, first->event);

	rows_text(rows, COL_NAME, trace_name(a->trace, first->event));
	for (uint32_t i = 0; i < s->n_params; i++)
		set_param(rows, a, first_param + (int)i, find_param(first->result, s->params[i]));
	rows_int(rows, COL_RECOMPUTE, analysis_is_recomputed(a, first->event));
	rows_text(rows, COL_PROCESS, place->process);
	rows_text(rows, COL_LABEL, place->label);
	rows_text(rows, COL_THREAD, place->thread);
	rows_int(rows, COL_UID, first->event);
}

/* Each list of the first op that was recorded with it: the parameters need not tell all of them. */
static void
add_arguments(struct rows *rows, struct sheet_ops *s, struct analysis *a, const uint32_t *members,
	uint32_t n)
{
	for (int which = 0; which < ARGUMENTS; which++) {
		const char *text = NULL;

		for (uint32_t i = 0; !text && i < n; i++)
			text = analysis_argument(a, s->all[members[i]].event, which, ARGTEXT_LISTS);
		rows_text(rows, COL_DIMS + which, text);
	}
}

static void
add_numbers(struct rows *rows, struct sheet_ops *s, const uint32_t *members, uint32_t n)
{
	static const unsigned tbs[] = {COL_TBS_MEAN, COL_TBS_MEDIAN, COL_TBS_STD, COL_TBS_MIN,
		COL_TBS_MAX};
	static const unsigned tflops[] = {COL_TFLOPS_MEAN, COL_TFLOPS_MEDIAN, COL_TFLOPS_STD,
		COL_TFLOPS_MIN, COL_TFLOPS_MAX};
	static const unsigned percent[] = {COL_PCT_MEAN, COL_PCT_MEDIAN, COL_PCT_STD, COL_PCT_MIN,
		COL_PCT_MAX};
	static const unsigned kernel[] = {COL_KERNEL_MEAN, COL_KERNEL_MEDIAN, COL_KERNEL_STD,
		COL_KERNEL_MIN, COL_KERNEL_MAX};
	struct perf_group group;
	struct stats times;
	int64_t sum = 0;

	for (uint32_t i = 0; i < n; i++) {
		s->times[i] = s->all[members[i]].kernel_ns;
		sum = time_add(sum, s->times[i]);
	}
	stats_of_times(&times, s->times, n, 1e3);
	perf_group_make(&group, s->perfs, members, n, s->reals);
	rows_real(rows, COL_GFLOPS, group.first.gflops);
	rows_real(rows, COL_MB, group.first.megabytes);
	rows_real(rows, COL_INTENSITY, group.first.intensity);
	rows_text(rows, COL_SPEC, group.first.spec);
	rows_real(rows, COL_ROOFLINE, group.first.roofline_us);
	rows_text(rows, COL_BOUND, group.first.bound);
	rows_stats(rows, tbs, &group.tbs);
	rows_stats(rows, tflops, &group.tflops);
	rows_stats(rows, percent, &group.percent);
	rows_stats(rows, kernel, &times);
	rows_int(rows, COL_KERNEL_SUM, sum);
	rows_int(rows, COL_COUNT, n);
}

static void
add_kernels(struct rows *rows, struct kernel_list *list, struct sheet_ops *s, struct analysis *a,
	const uint32_t *members,
	uint32_t n)
{
	kernel_list_begin(list);
	for (uint32_t i = 0; i < n; i++)
		perf_list_kernels(a, s->all[members[i]].event, s->all[members[i]].backward, list);
	rows_text(rows, COL_KERNELS, kernel_list_text(list, &rows->table->arena, false));
	rows_text(rows, COL_KERNELS_BRIEF, kernel_list_text(list, &rows->table->arena, true));
}

static void
fill(struct rows *rows, struct sheet_ops *s, struct analysis *a)
{
	struct kernel_list list;

	kernel_list_open(&list, a);
	for (uint32_t g = 0; g < s->map.n && !a->no_memory && rows_next(rows); g++) {
		const uint32_t *members = s->buckets.members + s->buckets.starts[g];
		uint32_t n = s->buckets.starts[g + 1] - s->buckets.starts[g];

		add_keys(rows, s, a, &s->all[members[0]], 1);
		add_arguments(rows, s, a, members, n);
		rows_int(rows, COL_KERNEL_COUNT, keymap_key(&s->map, g)[3]);
		add_numbers(rows, s, members, n);
		add_kernels(rows, &list, s, a, members, n);
	}
	kernel_list_close(&list);
}

static void
open_sheet(struct rows *rows, struct sheet_ops *s, struct analysis *a, const struct sheet *sheet)
{
	uint64_t out = a->options.recompute ? 0 : UINT64_C(1) << COL_RECOMPUTE;

	if (!a->options.kernel_counts)
		out |= UINT64_C(1) << COL_KERNEL_COUNT;
	for (unsigned c = COL_ROOFLINE; !a->options.arch && c <= COL_PCT_MAX; c++)
		out |= UINT64_C(1) << c;
	rows_begin(rows, sheet);
	rows_add_columns(rows, columns, COL_NAME, COL_NAME, out);
	add_param_columns(rows, s, a);
	rows_add_columns(rows, columns, COL_KERNEL_COUNT, COLS - 1, out);
}

static void
sheet_ops_free(struct sheet_ops *s)
{
	free(s->all);
	free(s->perfs);
	free(s->times);
	free(s->reals);
	free(s->params);
	keymap_free(&s->map);
	buckets_free(&s->buckets);
}

static void
sort_sheet(struct rows *rows, struct analysis *a, const struct sheet_ops *s, bool overlap)
{
	static const struct table_sort order[] = {{COL_KERNEL_SUM, true}, {COL_UID, false}};
	const struct overlap_source source = {&s->map, &s->buckets, overlap_gpu, s->all, false};

	if (!overlap) {
		rows_sort(rows, order, COLUMNS_OF(order));
	} else if (!a->no_memory) {
		overlap_add_columns(rows, a, &source, &overlap_titles_of_roofline, COL_NAME,
			COL_KERNELS_BRIEF);
		overlap_sort(rows, &source, COL_KERNEL_SUM, COL_UID);
	}
}

int
build_roofline(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	bool overlap = sheet->flags & SHEET_OVERLAP;
	struct sheet_ops s = {0};
	struct rows rows;

	if (!collect_sheet(&s, a, sheet) || !group_ops(&s, a, overlap))
		a->no_memory = true;
	open_sheet(&rows, &s, a, sheet);
	if (!a->no_memory)
		fill(&rows, &s, a);
	sort_sheet(&rows, a, &s, overlap);
	if (s.failed && !overlap)
		analysis_add_remark(a,
		"%s leaves out %u operator%s whose arguments its models cannot read (the first: %s)",
			sheet->id, s.failed, text_plural(s.failed), s.reason);
	sheet_ops_free(&s);
	return rows_close(&rows, a, out, err);
}
