/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/perf.h"
#include "base/mem.h"
#include <string.h>

/* The op whose model reads the step's annotation. */
#define ANNOTATED "vllm::unified_attention_with_output"

const struct model_op *
perf_model(struct analysis *a, uint32_t event)
{
	uint32_t name = a->trace->name[event];
	const struct model_op *op;

	if (a->trace->kind[event] != EVENT_OP)
		return NULL;
	if (!a->model_of)
		a->model_of = mem_zero(a->trace->strings.n, sizeof(*a->model_of));
	if (!a->model_of) {
		a->no_memory = true;
		return NULL;
	}
	if (!(a->name_bits[name] & ANALYSIS_NAME_MODEL)) {
		a->name_bits[name] |= ANALYSIS_NAME_MODEL;
		op = model_find(a->models, trace_string(a->trace, name));
		a->model_of[name] = op && op->has_model ? op : NULL;
	}
	return a->model_of[name];
}

/* Annotations by start, and how far those up to each reach. */
static bool
make_annotations(struct analysis *a)
{
	const struct trace *t = a->trace;
	size_t cap = 0;
	int64_t reach = INT64_MIN;

	for (uint32_t event = 0; event < t->n; event++) {
		if ((t->kind[event] != EVENT_ANNOTATION && t->kind[event] != EVENT_GPU_ANNOTATION)
			|| t->flags[event] & EVENT_NO_TIME)
			continue;
		if (!mem_reserve(&a->annotations, &cap, (size_t)a->n_annotations + 1,
			sizeof(*a->annotations)))
			return false;
		a->annotations[a->n_annotations++] = (struct keyed){t->ts[event], event};
	}
	a->reach = mem_alloc(a->n_annotations, sizeof(*a->reach));
	if (!a->reach || !order_by_key(a->annotations, a->n_annotations))
		return false;
	for (uint32_t i = 0; i < a->n_annotations; i++) {
		int64_t end = trace_end(t, a->annotations[i].id);

		reach = end > reach ? end : reach;
		a->reach[i] = reach;
	}
	return true;
}

/*
 * Name of the first annotation that starts no later and ends later, 0 when
 * there is none.
 */
static uint32_t
annotation_around(struct analysis *a, uint32_t event)
{
	int64_t end = trace_end(a->trace, event);
	uint32_t low = 0, high;

	if (!a->reach && !make_annotations(a)) {
		a->no_memory = true;
		return 0;
	}
	for (high = a->n_annotations; low < high;) {
		uint32_t middle = low + (high - low) / 2;

		if (a->reach[middle] <= end)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == a->n_annotations || a->annotations[low].key > a->trace->ts[event])
		return 0;
	return a->trace->name[a->annotations[low].id];
}

_Static_assert(MODEL_EXTRAS == TRACE_EXTRAS, "the model's extras are the trace's");

static void
key_forward(struct analysis *a, struct model_key *key, uint32_t event)
{
	uint32_t forward = perf_forward_op(a, event, key->op->forward);
	const struct trace_signature *signature;

	if (forward == TRACE_NONE)
		return;
	signature = analysis_signature_of(a, forward);
	key->forward[0] = signature->dims;
	key->forward[1] = signature->types;
	key->forward[2] = signature->strides;
	key->forward[3] = signature->concrete;
}

const struct model_result *
perf_result(struct analysis *a, uint32_t event, bool backward)
{
	const struct trace_signature *signature = analysis_signature_of(a, event);
	struct model_key key = {
		.op = perf_model(a, event),
		.name = a->trace->name[event],
		.dims = signature->dims, .types = signature->types,
		.strides = signature->strides, .concrete = signature->concrete,
		.kernel = perf_telling_name(a, event, backward),
		.backward = backward,
	};
	const struct model_result *result;

	memcpy(key.extras, signature->extras, sizeof(key.extras));
	if (!strncmp(trace_name(a->trace, event), ANNOTATED, strlen(ANNOTATED)))
		key.annotation = annotation_around(a, event);
	if (key.op && key.op->forward)
		key_forward(a, &key, event);
	result = model_cache_eval(a->model_cache, &key);
	if (!result)
		a->no_memory = true;
	return result;
}

bool
perf_is_known(const struct model_result *result)
{
	return result && result->status == MODEL_OK && result->flops.known;
}

const char *
perf_params_text(struct analysis *a, const struct model_result *result, struct arena *arena)
{
	const char *text = NULL;
	bool good;

	if (!result || result->status != MODEL_OK || !result->n_params)
		return NULL;
	buffer_clear(&a->scratch);
	good = buffer_add_text(&a->scratch, "{");
	for (uint32_t i = 0; good && i < result->n_params; i++)
		good = buffer_printf(&a->scratch, "%s'%s': ", i ? ", " : "", result->params[i].name)
			&& value_print(&a->scratch, result->params[i].value);
	if (good && buffer_add_text(&a->scratch, "}"))
		text = arena_strndup(arena, a->scratch.data, a->scratch.len);
	if (!text)
		a->no_memory = true;
	return text;
}

/* --- numbers ------------------------------------------------------------------ */

void
perf_make(struct perf *perf, const struct analysis *a, const struct model_result *result,
	int64_t kernel_ns)
{
	double seconds = (double)kernel_ns / 1e9;
	struct roofline roofline;

	*perf = (struct perf){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NULL, NULL};
	if (!perf_is_known(result))
		return;
	perf->gflops = model_gflops(result);
	perf->megabytes = model_megabytes(result);
	perf->intensity = model_intensity(result);
	perf->spec = result->spec;
	if (kernel_ns > 0) {
		perf->tflops = perf->gflops / 1e3 / seconds;
		perf->tbs = result->bytes.known ? result->bytes.value / 1e12 / seconds : NAN;
	}
	if (!a->options.arch || !result->spec || !result->bytes.known)
		return;
	roofline = arch_roofline(a->options.arch, result->spec, result->flops.value,
		result->bytes.value);
	perf->roofline_us = roofline.time_us;
	perf->bound = arch_bound_name(roofline.bound);
	if (kernel_ns > 0)
		perf->percent = roofline.time_us / ((double)kernel_ns / 1e3) * 100;
}

bool
analysis_op_perf(struct analysis *a, uint32_t event, struct perf *perf)
{
	const struct model_result *result = perf_model(a, event) ? perf_result(a, event, false) : NULL;

	perf_make(perf, a, result, result ? perf_kernel_ns(a, event, false) : 0);
	return perf_is_known(result);
}

int64_t
perf_above_ns(const struct perf *perf, int64_t kernel_ns)
{
	double above = (double)kernel_ns - perf->roofline_us * 1e3;

	return above > 0 ? (int64_t)(above + 0.5) : 0;
}

/* The first number that is known. */
static void
keep_first(struct perf *first, const struct perf *perf)
{
	if (isnan(first->gflops))
		first->gflops = perf->gflops;
	if (isnan(first->megabytes))
		first->megabytes = perf->megabytes;
	if (isnan(first->intensity))
		first->intensity = perf->intensity;
	if (isnan(first->roofline_us))
		first->roofline_us = perf->roofline_us;
	if (!first->spec)
		first->spec = perf->spec;
	if (!first->bound)
		first->bound = perf->bound;
}

void
perf_group_make(struct perf_group *group, const struct perf *perfs, const uint32_t *members,
	uint32_t n, double *values)
{
	group->first = perfs[members[0]];
	for (uint32_t i = 1; i < n; i++)
		keep_first(&group->first, &perfs[members[i]]);
	for (uint32_t i = 0; i < n; i++)
		values[i] = perfs[members[i]].tbs;
	stats_of_reals(&group->tbs, values, n);
	for (uint32_t i = 0; i < n; i++)
		values[i] = perfs[members[i]].tflops;
	stats_of_reals(&group->tflops, values, n);
	for (uint32_t i = 0; i < n; i++)
		values[i] = perfs[members[i]].percent;
	stats_of_reals(&group->percent, values, n);
}
