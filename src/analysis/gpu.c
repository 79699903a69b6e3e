/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What names tell, what kind of work a GPU event is, and all of them by time. */
#include "analysis/analysis_priv.h"
#include "base/mem.h"
#include <string.h>

/* Calls after which the host has waited for the GPU. */
static bool
is_sync_call(const char *name)
{
	return strstr(name, "Synchronize") || !strcmp(name, "cudaMemcpy") || !strcmp(name,
		"hipMemcpy")
		|| !strcmp(name, "hipMemcpyWithStream");
}

static uint8_t
name_bits(struct analysis *a, uint32_t string)
{
	const char *name;
	uint8_t bits = a->name_bits[string];

	if (bits & ANALYSIS_NAME_KNOWN)
		return bits;
	bits |= ANALYSIS_NAME_KNOWN;
	name = trace_string(a->trace, string);
	if (trace_is_comm_name(name))
		bits |= ANALYSIS_NAME_COMM;
	if (trace_is_copy_name(name))
		bits |= ANALYSIS_NAME_COPY;
	if (strcasestr(name, "dataloader"))
		bits |= ANALYSIS_NAME_LOADER;
	if (is_sync_call(name))
		bits |= ANALYSIS_NAME_SYNC;
	a->name_bits[string] = bits;
	return bits;
}

bool
analysis_is_comm(struct analysis *a, uint32_t event)
{
	uint8_t kind = a->trace->kind[event];

	return (kind == EVENT_KERNEL || kind == EVENT_MEMSET) && name_bits(a,
		a->trace->name[event]) & ANALYSIS_NAME_COMM;
}

bool
analysis_is_loader(struct analysis *a, uint32_t event)
{
	return name_bits(a, a->trace->name[event]) & ANALYSIS_NAME_LOADER;
}

bool
analysis_is_sync(struct analysis *a, uint32_t event)
{
	return event_is_call(a->trace->kind[event]) && name_bits(a,
		a->trace->name[event]) & ANALYSIS_NAME_SYNC;
}

enum gpu_class
analysis_gpu_class(struct analysis *a, uint32_t event)
{
	uint8_t kind = a->trace->kind[event];

	if (kind == EVENT_MEMCPY || (kind == EVENT_KERNEL && name_bits(a,
		a->trace->name[event]) & ANALYSIS_NAME_COPY))
		return GPU_COPY;
	return analysis_is_comm(a, event) ? GPU_COMM : GPU_COMPUTE;
}

const struct keyed *
analysis_gpu_by_time(struct analysis *a, uint32_t *n)
{
	const struct trace *t = a->trace;

	*n = a->n_gpu;
	if (a->have_gpu)
		return a->gpu;
	if (!(a->gpu = mem_alloc(t->n_gpus, sizeof(*a->gpu)))) {
		a->no_memory = true;
		return NULL;
	}
	for (uint32_t i = 0; i < t->n_gpus; i++) {
		uint32_t event = t->gpus[i].event;

		if (!(t->flags[event] & (EVENT_NO_TIME | EVENT_BAD_DURATION))
			&& analysis_is_selected(a, event))
			a->gpu[a->n_gpu++] = (struct keyed){t->ts[event], event};
	}
	if (!order_by_key(a->gpu, a->n_gpu))
		a->no_memory = true;
	a->have_gpu = true;
	*n = a->n_gpu;
	return a->gpu;
}
