/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives by kind and size, with what of them no computation hides. */
#include "analysis/collectives_priv.h"
#include "analysis/levels_priv.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { COLLECTIVE, MESSAGE };

struct computing {		/* merged times in which computation ran */
	struct interval *all;
	uint32_t n;
};

static bool
computing_make(struct computing *c, struct analysis *a)
{
	uint32_t n;
	const struct keyed *gpu = analysis_gpu_by_time(a, &n);

	*c = (struct computing){.all = mem_alloc(n, sizeof(*c->all))};
	for (uint32_t i = 0; c->all && gpu && i < n; i++)
		if (analysis_gpu_class(a, gpu[i].id) == GPU_COMPUTE)
			c->all[c->n++] =
				(struct interval){gpu[i].key, trace_end(a->trace, gpu[i].id)};
	if (c->all)
		c->n = intervals_merge(c->all, c->n);
	return c->all && gpu;
}

/* What of [start, end) no computation covers. */
static int64_t
exposed(const struct computing *c, int64_t start, int64_t end)
{
	uint32_t low = 0, high = c->n;
	int64_t left = end - start;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (c->all[middle].end <= start)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < c->n && c->all[low].start < end; low++) {
		int64_t from = c->all[low].start > start ? c->all[low].start : start;
		int64_t to = c->all[low].end < end ? c->all[low].end : end;

		left -= to - from;
	}
	return left;
}

/* What the links carry for each byte of the message (nccl-tests, doc/PERFORMANCE.md). */
static double
bus_factor(const char *collective, int64_t ranks)
{
	static const struct {
		const char *part;
		double factor;
	} kinds[] = {{"allreduce", 2}, {"all_reduce", 2}, {"gather", 1}, {"scatter", 1},
		{"alltoall", 1}, {"all_to_all", 1}};

	for (size_t i = 0; ranks > 0 && i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strcasestr(collective, kinds[i].part))
			return kinds[i].factor * (double)(ranks - 1) / (double)ranks;
	return 1;
}

/* "24.03 MB BFloat16, 8 ranks", in the analysis's texts. */
static uint32_t
message_text(
	struct analysis *a, const struct trace_collective *args, double megabytes, int64_t ranks)
{
	const char *dtype = args->dtype ? trace_string(a->trace, args->dtype) : "";
	char text[256], size[32] = "size not recorded", group[48] = "";

	if (!isnan(megabytes))
		text_bytes(size, (uint64_t)(megabytes * 1024 * 1024 + 0.5));
	if (ranks != TABLE_NULL_INT)
		snprintf(group, sizeof(group), ", %lld ranks", (long long)ranks);
	snprintf(text, sizeof(text), "%s %.100s%s", size, dtype, group);
	return analysis_text_id(a, text);
}

static uint32_t
message_node(struct levels_builder *b, uint32_t gpu, struct level_item *item)
{
	struct analysis *a = b->a;
	const struct trace_collective *args = collective_args(a->trace, gpu);
	const char *name = args ? collective_name(a->trace, args) : NULL;
	double in, out;
	int64_t ranks;
	uint32_t node, text;

	item->megabytes = item->bus = NAN;
	name = name ? name : trace_name(a->trace, gpu);
	node = levels_node(b, LEVEL_TOP, COLLECTIVE, "collective", analysis_text_id(a, name), name);
	if (!args)
		return node;
	in = collective_megabytes(a->trace, args, args->in_elements);
	out = collective_megabytes(a->trace, args, args->out_elements);
	ranks = collective_ranks(a->trace, args);
	item->megabytes = isnan(in) || out > in ? out : in;
	item->bus = item->megabytes * bus_factor(name, ranks);
	text = message_text(a, args, item->megabytes, ranks);
	if (a->no_memory)
		return LEVEL_TOP;
	return levels_node(b, node, MESSAGE, "message", text, intern_text(&a->texts, text));
}

void
levels_fill_collectives(struct levels_builder *b)
{
	struct analysis *a = b->a;
	struct computing computing;

	if (!computing_make(&computing, a))
		a->no_memory = true;
	for (uint32_t i = 0; i < a->trace->n_gpus && !a->no_memory; i++) {
		uint32_t gpu = a->trace->gpus[i].event;
		struct level_item item = {.event = gpu, .gpu = gpu, .ns = a->trace->dur[gpu]};

		if (a->trace->flags[gpu] & EVENT_NO_TIME || analysis_gpu_class(a, gpu) != GPU_COMM
		    || !analysis_is_selected(a, gpu))
			continue;
		item.node = message_node(b, gpu, &item);
		item.part = exposed(&computing, a->trace->ts[gpu], trace_end(a->trace, gpu));
		levels_add(b, &item);
	}
	free(computing.all);
}
