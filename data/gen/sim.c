/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/gen/sim.h"

#include "base/mem.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Of the host's clock, as after two months of uptime. */
#define START_NS INT64_C(5318008274511318)
#define GPU_TICK 32	/* ns of the clock that stamps GPU work */

const int64_t sim_stream_ids[SIM_STREAMS] = {7, 20};
const int64_t sim_thread_ids[SIM_THREADS] = {4127, 4301};

void
sim_init(struct sim *s, uint64_t seed, bool slow)
{
	memset(s, 0, sizeof(*s));
	rng_init(&s->rng, seed);
	s->slow = slow;
	for (int i = 0; i < SIM_THREADS; i++)
		s->clock[i] = START_NS;
	s->next_external = s->next_python = 1;
	s->next_correlation = 20411;
	s->next_sequence = 3120;
	s->next_flow = 1;
}

void
sim_free(struct sim *s)
{
	free(s->host);
	free(s->calls);
	buffer_free(&s->text);
	arena_free(&s->arena);
}

int64_t
sim_jitter(struct sim *s, int64_t lo, int64_t hi)
{
	return rng_range(&s->rng, lo, hi);
}

void
sim_idle(struct sim *s, int64_t ns)
{
	s->clock[s->thread] += ns;
}

const char *
sim_printf(struct sim *s, const char *format, ...)
{
	char line[1024];
	va_list ap;
	int len;
	const char *text = NULL;

	va_start(ap, format);
	len = vsnprintf(line, sizeof(line), format, ap);
	va_end(ap);
	if (len >= 0 && (size_t)len < sizeof(line))
		text = arena_strndup(&s->arena, line, (size_t)len);
	if (text == NULL)
		s->failed = true;
	return text;
}

uint32_t
sim_current(const struct sim *s)
{
	uint32_t depth = s->depth[s->thread];

	return depth == 0 ? SIM_NONE : s->stack[s->thread][depth - 1];
}

static struct host_event *
begin(struct sim *s, enum host_kind kind, const char *name)
{
	struct host_event *event;

	if (s->failed || s->depth[s->thread] == SIM_DEPTH ||
		!mem_reserve(&s->host, &s->cap_host, s->n_host + 1, sizeof(*s->host))) {
		s->failed = true;
		return NULL;
	}
	s->stack[s->thread][s->depth[s->thread]++] = (uint32_t)s->n_host;
	event = &s->host[s->n_host++];
	*event = (struct host_event){
		.kind = kind, .thread = s->thread, .name = name, .sequence = -1, .module = -1};
	return event;
}

static int64_t
python_parent(const struct sim *s)
{
	for (uint32_t i = s->depth[s->thread]; i > 0; i--) {
		const struct host_event *event = &s->host[s->stack[s->thread][i - 1]];

		if (event->kind == HOST_PYTHON)
			return event->python_id;
	}
	return 0;
}

void
sim_module(struct sim *s, const char *name, int64_t module)
{
	int64_t parent = python_parent(s);
	struct host_event *event = begin(s, HOST_PYTHON, name);

	if (event == NULL)
		return;
	s->clock[s->thread] += sim_jitter(s, 350, 1400);
	event->ts = s->clock[s->thread];
	event->python_parent = parent;
	event->python_id = s->next_python++;
	event->module = module;
	s->clock[s->thread] += sim_jitter(s, 90, 600);
}

void
sim_frame(struct sim *s, const char *name)
{
	sim_module(s, name, -1);
}

void
sim_op_text(struct sim *s, const char *name, const char *args)
{
	struct host_event *event = begin(s, HOST_OP, name);

	if (event == NULL)
		return;
	s->clock[s->thread] += sim_jitter(s, 600, 2100);
	event->ts = s->clock[s->thread];
	event->external = s->next_external++;
	event->args = args;
	s->clock[s->thread] += sim_jitter(s, 300, 1500);
}

void
sim_annotation(struct sim *s, const char *name)
{
	sim_op_text(s, name, NULL);
	if (!s->failed)
		s->host[sim_current(s)].kind = HOST_ANNOTATION;
}

void
sim_op(struct sim *s, const char *name, const struct arg *args, int n)
{
	const char *text = NULL;

	buffer_clear(&s->text);
	if (shape_text(&s->text, args, n))
		text = arena_strndup(&s->arena, s->text.data, s->text.len);
	if (text == NULL)
		s->failed = true;
	sim_op_text(s, name, text);
}

void
sim_end(struct sim *s)
{
	if (s->failed)
		return;
	s->clock[s->thread] += sim_jitter(s, 250, 1100);
	s->host[s->stack[s->thread][--s->depth[s->thread]]].end = s->clock[s->thread];
	s->clock[s->thread] += sim_jitter(s, 60, 300);
}

/* The op that the profiler connects a call with: the innermost one open. */
static int64_t
open_external(const struct sim *s)
{
	for (uint32_t i = s->depth[s->thread]; i > 0; i--) {
		const struct host_event *event = &s->host[s->stack[s->thread][i - 1]];

		if (event->kind == HOST_OP)
			return event->external;
	}
	return 0;
}

static struct call *
new_call(struct sim *s, enum call_kind kind, const char *name, int cbid, int64_t ns)
{
	struct call *call;
	int64_t *clock = &s->clock[s->thread];

	if (s->failed ||
		!mem_reserve(&s->calls, &s->cap_calls, s->n_calls + 1, sizeof(*s->calls))) {
		s->failed = true;
		return NULL;
	}
	*clock += sim_jitter(s, 500, 1800);
	call = &s->calls[s->n_calls++];
	*call = (struct call){.kind = kind, .thread = s->thread, .name = name, .cbid = cbid};
	call->ts = *clock;
	call->dur = ns;
	call->external = open_external(s);
	call->correlation = s->next_correlation;
	s->next_correlation += sim_jitter(s, 1, 9);
	*clock += ns;
	return call;
}

/* Widens what the open annotations have on the stream. */
static void
cover(struct sim *s, const struct call *call)
{
	int64_t end = call->gpu_ts + call->gpu_dur;

	for (uint32_t i = 0; i < s->depth[s->thread]; i++) {
		struct host_event *event = &s->host[s->stack[s->thread][i]];

		if (event->kind != HOST_ANNOTATION)
			continue;
		if (event->gpu_last[call->stream] == 0)
			event->gpu_first[call->stream] = call->gpu_ts;
		event->gpu_last[call->stream] = end;
	}
}

static void
enqueue(struct sim *s, struct call *call, enum sim_stream stream, int64_t gpu_ns)
{
	int64_t arrives = call->ts + call->dur / 2 + sim_jitter(s, 2300, 3900);
	int64_t ready = s->free_at[stream] + sim_jitter(s, 480, 1150);

	call->stream = stream;
	call->gpu_ts = arrives > ready ? arrives : ready;
	call->gpu_dur = gpu_ns * sim_jitter(s, 985, 1025) / 1000 / GPU_TICK * GPU_TICK;
	s->free_at[stream] = call->gpu_ts + call->gpu_dur;
	cover(s, call);
}

static struct call *
launch(struct sim *s, enum kernel kernel, int64_t gpu_ns, enum sim_stream stream)
{
	bool extended = kernel <= GEMM_HEAD || stream == COMM_STREAM;
	struct call *call =
		new_call(s, CALL_KERNEL, extended ? "cudaLaunchKernelExC" : "cudaLaunchKernel",
			extended ? 430 : 211, sim_jitter(s, 3100, 6800));

	if (call == NULL)
		return NULL;
	call->kernel = kernel;
	if (s->slow)
		gpu_ns = gpu_ns * kernel_defs[kernel].slow_percent / 100;
	enqueue(s, call, stream, gpu_ns);
	return call;
}

void
sim_launch(struct sim *s, enum kernel kernel, int64_t gpu_ns, int64_t blocks)
{
	struct call *call = launch(s, kernel, gpu_ns, COMPUTE_STREAM);

	if (call != NULL)
		memcpy(call->grid, (const int64_t[]){blocks, 1, 1}, sizeof(call->grid));
}

void
sim_collective(struct sim *s, enum kernel kernel, int64_t gpu_ns, const char *args)
{
	struct call *call = launch(s, kernel, gpu_ns, COMM_STREAM);

	if (call == NULL)
		return;
	memcpy(call->grid, (const int64_t[]){24, 1, 1}, sizeof(call->grid));
	call->collective = args;
}

void
sim_copy(struct sim *s, const char *kind, int64_t bytes, int64_t gpu_ns)
{
	struct call *call =
		new_call(s, CALL_COPY, "cudaMemcpyAsync", 41, sim_jitter(s, 4800, 9000));

	if (call == NULL)
		return;
	call->copy = kind;
	call->bytes = bytes;
	enqueue(s, call, COMPUTE_STREAM, gpu_ns);
}

void
sim_memset(struct sim *s, int64_t bytes)
{
	struct call *call =
		new_call(s, CALL_MEMSET, "cudaMemsetAsync", 51, sim_jitter(s, 3900, 7000));

	if (call == NULL)
		return;
	call->bytes = bytes;
	enqueue(s, call, COMPUTE_STREAM, 770 + bytes / 2600);
}

void
sim_call(struct sim *s, const char *name, int cbid, int64_t ns)
{
	new_call(s, CALL_OTHER, name, cbid, sim_jitter(s, ns * 9 / 10, ns * 12 / 10));
}

void
sim_wait(struct sim *s, const char *name, int cbid, enum sim_stream stream)
{
	int64_t until = 0, now = s->clock[s->thread];

	for (int i = 0; i < SIM_STREAMS; i++)
		if ((stream == SIM_STREAMS || (int)stream == i) && s->free_at[i] > until)
			until = s->free_at[i];
	new_call(s, CALL_OTHER, name, cbid,
		(until > now ? until - now : 0) + sim_jitter(s, 2400, 5200));
}

void
sim_order(struct sim *s, enum sim_stream earlier, enum sim_stream later)
{
	sim_call(s, "cudaEventRecord", 135, 900);
	sim_call(s, "cudaStreamWaitEvent", 147, 700);
	if (s->free_at[later] < s->free_at[earlier])
		s->free_at[later] = s->free_at[earlier];
}
