/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/gen/kineto.h"

#include "base/text.h"
#include <stdio.h>

#define HOST_PROCESS 4127
#define RANK 0
#define WORLD 8
/* ns that the profiler runs before the first event, and after the last. */
#define PROFILER_LEAD 91447

struct writer {
	struct buffer *out;
	const struct sim *s;
	bool first, ok;
	int64_t start, end;
};

static char *
us(char out[32], int64_t ns)
{
	snprintf(out, 32, "%lld.%03lld", (long long)(ns / 1000), (long long)(ns % 1000));
	return out;
}

#define ADD(w, ...) ((w)->ok = (w)->ok && buffer_printf((w)->out, __VA_ARGS__))

static void
event_begin(struct writer *w)
{
	ADD(w, "%s", w->first ? "  {\n" : ",\n  {\n");
	w->first = false;
}

static void
event_end(struct writer *w)
{
	ADD(w, "\n    }\n  }");
}

static void
complete(struct writer *w, const char *cat, const char *name, int64_t pid, int64_t tid, int64_t ts,
	int64_t dur)
{
	char t[32], d[32];

	event_begin(w);
	ADD(w,
		"    \"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", "
		"\"pid\": %lld, \"tid\": %lld,\n"
		"    \"ts\": %s, \"dur\": %s,\n    \"args\": {\n      ",
		cat, name, (long long)pid, (long long)tid, us(t, ts), us(d, dur));
}

static void
flow(struct writer *w, const char *cat, bool end, int64_t id, int64_t pid, int64_t tid, int64_t ts)
{
	char t[32];

	event_begin(w);
	ADD(w,
		"    \"ph\": \"%s\", \"id\": %lld, \"pid\": %lld, \"tid\": %lld, \"ts\": %s,\n"
		"    \"cat\": \"%s\", \"name\": \"%s\"%s\n  }",
		end ? "f" : "s", (long long)id, (long long)pid, (long long)tid, us(t, ts), cat, cat,
		end ? ", \"bp\": \"e\"" : "");
}

static void
host_op(struct writer *w, const struct host_event *e, int64_t index)
{
	int64_t tid = sim_thread_ids[e->thread];

	complete(w, e->kind == HOST_OP ? "cpu_op" : "user_annotation", e->name, HOST_PROCESS, tid,
		e->ts, e->end - e->ts);
	ADD(w, "\"External id\": %lld,", (long long)e->external);
	if (e->sequence >= 0)
		ADD(w, "\"Sequence number\": %lld, \"Fwd thread id\": %lld, ",
			(long long)e->sequence, (long long)e->forward_thread);
	ADD(w, "\"Record function id\": 0, ");
	if (e->args != NULL)
		ADD(w, "%s, ", e->args);
	ADD(w, "\"Ev Idx\": %lld", (long long)index);
	event_end(w);
	if (e->flow > 0)
		flow(w, "fwdbwd", e->flow_end, e->flow, HOST_PROCESS, tid, e->ts);
}

static void
python_frame(struct writer *w, const struct host_event *e, int64_t index)
{
	complete(w, "python_function", e->name, HOST_PROCESS, sim_thread_ids[e->thread], e->ts,
		e->end - e->ts);
	if (e->python_parent > 0)
		ADD(w, "\"Python parent id\": %lld, ", (long long)e->python_parent);
	else
		ADD(w, "\"Python parent id\": null, ");
	ADD(w, "\"Python id\": %lld, ", (long long)e->python_id);
	if (e->module >= 0)
		ADD(w, "\"Python module id\": %lld, ", (long long)e->module);
	ADD(w, "\"Ev Idx\": %lld", (long long)index);
	event_end(w);
}

static void
host_events(struct writer *w)
{
	static const enum sim_thread order[] = {BACKWARD_THREAD, MAIN_THREAD};
	const struct sim *s = w->s;
	int64_t index = 0;

	for (int t = 0; t < SIM_THREADS; t++)
		for (size_t i = 0; i < s->n_host; i++)
			if (s->host[i].thread == order[t] && s->host[i].kind != HOST_PYTHON)
				host_op(w, &s->host[i], index++);
	for (size_t i = 0; i < s->n_host; i++)
		if (s->host[i].kind == HOST_PYTHON)
			python_frame(w, &s->host[i], index++);
}

static void
gpu_ids(struct writer *w, const struct call *c, bool kernel)
{
	if (c->external > 0)
		ADD(w, "\"External id\": %lld,      ", (long long)c->external);
	ADD(w,
		"%s\"device\": 0, \"context\": 1,      "
		"\"stream\": %lld, \"correlation\": %lld,      ",
		kernel ? "\"queued\": 0, " : "", (long long)sim_stream_ids[c->stream],
		(long long)c->correlation);
}

/* A ratio with six decimals, as the profiler prints a float. */
static void
ratio(struct writer *w, const char *key, int64_t n, int64_t d)
{
	int64_t millionths = n * 1000000 / d;

	ADD(w, "\"%s\": %lld.%06lld,      ", key, (long long)(millionths / 1000000),
		(long long)(millionths % 1000000));
}

static void
kernel_event(struct writer *w, const struct call *c)
{
	const struct kernel_def *def = &kernel_defs[c->kernel];
	int64_t blocks = c->grid[0] * c->grid[1] * c->grid[2];
	int threads = def->block_x * def->block_y;

	complete(w, "kernel", def->name, RANK, sim_stream_ids[c->stream], c->gpu_ts, c->gpu_dur);
	gpu_ids(w, c, true);
	ADD(w, "\"registers per thread\": %d,      \"shared memory\": %d,      ", def->registers,
		def->shared_memory);
	ratio(w, "blocks per SM", blocks, GPU_SMS);
	ratio(w, "warps per SM", blocks * threads / 32, GPU_SMS);
	ADD(w,
		"\"grid\": [%lld, %lld, %lld],      \"block\": [%d, %d, 1],      "
		"\"est. achieved occupancy %%\": %d",
		(long long)c->grid[0], (long long)c->grid[1], (long long)c->grid[2], def->block_x,
		def->block_y, def->occupancy);
	if (c->collective != NULL)
		ADD(w, ", %s", c->collective);
	event_end(w);
}

static void
memory_event(struct writer *w, const struct call *c)
{
	char name[64], rate[32];

	snprintf(name, sizeof(name), "%s %s", c->kind == CALL_COPY ? "Memcpy" : "Memset",
		c->kind == CALL_COPY ? c->copy : "(Device)");
	complete(w, c->kind == CALL_COPY ? "gpu_memcpy" : "gpu_memset", name, RANK,
		sim_stream_ids[c->stream], c->gpu_ts, c->gpu_dur);
	gpu_ids(w, c, false);
	ADD(w, "\"bytes\": %lld, \"memory bandwidth (GB/s)\": %s", (long long)c->bytes,
		text_real(rate, (double)c->bytes / (double)c->gpu_dur));
	event_end(w);
}

static void
runtime_event(struct writer *w, const struct call *c)
{
	complete(w, "cuda_runtime", c->name, HOST_PROCESS, sim_thread_ids[c->thread], c->ts,
		c->dur);
	if (c->external > 0)
		ADD(w, "\"External id\": %lld,      ", (long long)c->external);
	ADD(w, "\"cbid\": %d, \"correlation\": %lld", c->cbid, (long long)c->correlation);
	event_end(w);
}

static void
calls(struct writer *w)
{
	for (size_t i = 0; i < w->s->n_calls; i++) {
		const struct call *c = &w->s->calls[i];

		if (c->kind == CALL_KERNEL)
			kernel_event(w, c);
		else if (c->kind != CALL_OTHER)
			memory_event(w, c);
		if (c->kind != CALL_OTHER)
			flow(w, "ac2g", true, c->correlation, RANK, sim_stream_ids[c->stream],
				c->gpu_ts);
		runtime_event(w, c);
		if (c->kind != CALL_OTHER)
			flow(w, "ac2g", false, c->correlation, HOST_PROCESS,
				sim_thread_ids[c->thread], c->ts);
	}
}

static void
gpu_annotations(struct writer *w)
{
	for (size_t i = 0; i < w->s->n_host; i++) {
		const struct host_event *e = &w->s->host[i];

		for (int stream = 0; stream < SIM_STREAMS; stream++) {
			if (e->kind != HOST_ANNOTATION || e->gpu_last[stream] == 0)
				continue;
			complete(w, "gpu_user_annotation", e->name, RANK, sim_stream_ids[stream],
				e->gpu_first[stream], e->gpu_last[stream] - e->gpu_first[stream]);
			ADD(w, "\"External id\": %lld", (long long)e->external);
			event_end(w);
		}
	}
}

static void
meta(struct writer *w, const char *what, const char *pid, int64_t tid, const char *key,
	const char *value)
{
	char t[32];

	event_begin(w);
	ADD(w,
		"    \"name\": \"%s\", \"ph\": \"M\", \"ts\": %s, \"pid\": %s, \"tid\": %lld,\n"
		"    \"args\": {\n      \"%s\": %s",
		what, us(t, w->start), pid, (long long)tid, key, value);
	event_end(w);
}

static void
process(struct writer *w, int64_t pid, const char *labels, int64_t sort_index)
{
	char id[32], index[32];

	snprintf(id, sizeof(id), "%lld", (long long)pid);
	snprintf(index, sizeof(index), "%lld", (long long)sort_index);
	meta(w, "process_name", id, 0, "name", "\"python\"");
	meta(w, "process_labels", id, 0, "labels", labels);
	meta(w, "process_sort_index", id, 0, "sort_index", index);
}

static void
thread(struct writer *w, const char *pid, int64_t tid, const char *name)
{
	char index[32];

	snprintf(index, sizeof(index), "%lld", (long long)tid);
	meta(w, "thread_name", pid, tid, "name", name);
	meta(w, "thread_sort_index", pid, tid, "sort_index", index);
}

static void
metadata(struct writer *w)
{
	char label[32];

	process(w, HOST_PROCESS, "\"CPU\"", HOST_PROCESS);
	for (int gpu = 0; gpu < WORLD; gpu++) {
		snprintf(label, sizeof(label), "\"GPU %d\"", gpu);
		process(w, gpu, label, 5000000 + gpu);
	}
	thread(w, "0", 7, "\"stream 7 \"");
	thread(w, "0", 20, "\"stream 20 \"");
	thread(w, "4127", 4127, "\"thread 4127 (python)\"");
	thread(w, "4127", 4301, "\"thread 4301 (pt_autograd_0)\"");
}

static void
profiler_span(struct writer *w)
{
	char a[32], b[32];

	us(a, w->start);
	event_begin(w);
	ADD(w,
		"    \"ph\": \"X\", \"cat\": \"Trace\", \"ts\": %s, \"dur\": %s,\n"
		"    \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\",\n"
		"    \"name\": \"PyTorch Profiler (0)\",\n    \"args\": {\n      \"Op count\": 0",
		a, us(b, w->end - w->start));
	event_end(w);
	meta(w, "process_sort_index", "\"Spans\"", 0, "sort_index", "536870912");
	event_begin(w);
	ADD(w,
		"    \"name\": \"Iteration Start: PyTorch Profiler\", "
		"\"ph\": \"i\", \"s\": \"g\",\n"
		"    \"pid\": \"Traces\", \"tid\": \"Trace PyTorch Profiler\", \"ts\": %s\n  }",
		a);
	event_begin(w);
	ADD(w,
		"    \"name\": \"Record Window End\", \"ph\": \"i\", \"s\": \"g\",\n"
		"    \"pid\": \"\", \"tid\": \"\", \"ts\": %s\n  }",
		us(b, w->end));
}

static void
head(struct writer *w)
{
	ADD(w, "\n{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [");
	for (int gpu = 0; gpu < WORLD; gpu++)
		ADD(w,
			"%s\n    {\n      \"id\": %d, \"name\": \"NVIDIA H100 80GB HBM3\", "
			"\"totalGlobalMem\": 85028765696,\n"
			"      \"computeMajor\": 9, \"computeMinor\": 0,\n"
			"      \"maxThreadsPerBlock\": 1024, "
			"\"maxThreadsPerMultiprocessor\": 2048,\n"
			"      \"regsPerBlock\": 65536, \"warpSize\": 32,\n"
			"      \"sharedMemPerBlock\": 49152, \"numSms\": 132\n"
			"    , \"regsPerMultiprocessor\": 65536, "
			"\"sharedMemPerBlockOptin\": 232448, "
			"\"sharedMemPerMultiprocessor\": 233472\n    }",
			gpu ? "," : "", gpu);
	ADD(w,
		"\n  ],\n  \"cupti_version\": 26,\n  \"cuda_runtime_version\": 12080,\n"
		"  \"distributedInfo\": {\"backend\": \"nccl\", \"rank\": %d, \"world_size\": %d, "
		"\"pg_count\": 1, "
		"\"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
		"\"backend_config\": \"cuda:nccl\", \"pg_size\": %d, "
		"\"ranks\": [0, 1, 2, 3, 4, 5, 6, 7]}], \"nccl_version\": \"2.26.2\"},\n",
		RANK, WORLD, WORLD);
	ADD(w,
		"  \"record_shapes\": 1,\n  \"cuda_driver_version\": 12080,\n  \"with_stack\": 1,\n"
		"  \"trace_id\": \"%s\",\n  \"traceEvents\": [\n",
		w->s->slow ? "5B1F70C2A94E4D0E8C3A6F1D27E95B08"
			   : "0E6C4D92B7A1463F95D8E1F30A7C2B64");
}

bool
kineto_write(struct buffer *out, const struct sim *s, const char *trace_name)
{
	struct writer w = {.out = out, .s = s, .first = true, .ok = !s->failed};

	if (!w.ok || s->n_host == 0)
		return false;
	w.start = s->host[0].ts - PROFILER_LEAD;
	w.end = s->clock[MAIN_THREAD] + PROFILER_LEAD;
	head(&w);
	host_events(&w);
	calls(&w);
	gpu_annotations(&w);
	metadata(&w);
	profiler_span(&w);
	ADD(&w,
		"\n  ],\n  \"traceName\": \"%s\",\n  \"displayTimeUnit\": \"ms\",\n"
		"  \"baseTimeNanoseconds\": 1759276800000000000\n}",
		trace_name);
	return w.ok;
}
