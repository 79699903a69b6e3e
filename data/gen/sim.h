/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A host of two threads and a GPU of two streams with their clocks: ops and
 * frames are begun and ended, launches put work on streams, and all of it is
 * remembered as events. Times are ns on one clock.
 *
 * When memory runs out s->failed is set and every call does nothing more.
 */
#ifndef GEN_SIM_H
#define GEN_SIM_H

#include "base/arena.h"
#include "base/buffer.h"
#include "data/gen/kernels.h"
#include "data/gen/rng.h"
#include "data/gen/shape.h"
#include <stdbool.h>
#include <stdint.h>

enum sim_thread { MAIN_THREAD, BACKWARD_THREAD, SIM_THREADS };
enum sim_stream { COMPUTE_STREAM, COMM_STREAM, SIM_STREAMS };
#define SIM_DEPTH 128
#define SIM_NONE UINT32_MAX

extern const int64_t sim_stream_ids[SIM_STREAMS];
extern const int64_t sim_thread_ids[SIM_THREADS];

enum host_kind { HOST_OP, HOST_ANNOTATION, HOST_PYTHON };

struct host_event {
	enum host_kind kind;
	enum sim_thread thread;
	const char *name, *args;	/* args: JSON members after the ids, or NULL */
	int64_t ts, end;
	int64_t external;		/* ops and annotations */
	int64_t sequence, forward_thread;	/* -1: none */
	int64_t flow;			/* fwdbwd id, 0: none */
	bool flow_end;
	int64_t python_id, python_parent, module;	/* frames; parent 0 and module -1: none */
	/* Annotations: the time of what they launched; last 0: nothing. */
	int64_t gpu_first[SIM_STREAMS], gpu_last[SIM_STREAMS];
};

enum call_kind { CALL_KERNEL, CALL_COPY, CALL_MEMSET, CALL_OTHER };

struct call {				/* a runtime call with what it put on the GPU */
	enum call_kind kind;
	enum sim_thread thread;
	const char *name;
	int cbid;
	int64_t ts, dur, external, correlation;
	enum sim_stream stream;		/* from here on: not for CALL_OTHER */
	int64_t gpu_ts, gpu_dur;
	enum kernel kernel;
	int64_t grid[3];
	const char *copy, *collective;	/* "HtoD (Pinned -> Device)"; JSON members or NULL */
	int64_t bytes;
};

struct sim {
	struct rng rng;
	bool slow, failed;
	struct arena arena;
	struct buffer text;
	enum sim_thread thread;
	int64_t clock[SIM_THREADS], free_at[SIM_STREAMS];
	uint32_t stack[SIM_THREADS][SIM_DEPTH];
	uint32_t depth[SIM_THREADS];
	struct host_event *host;
	size_t n_host, cap_host;
	struct call *calls;
	size_t n_calls, cap_calls;
	int64_t next_external, next_python, next_correlation, next_sequence, next_flow;
};

void sim_init(struct sim *s, uint64_t seed, bool slow);
void sim_free(struct sim *s);
int64_t sim_jitter(struct sim *s, int64_t lo, int64_t hi);
/* A text that lives as long as s; NULL with s->failed set when memory runs out. */
const char *sim_printf(struct sim *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Begin and end on the current thread; events nest. */
void sim_frame(struct sim *s, const char *name);
void sim_module(struct sim *s, const char *name, int64_t module);
void sim_annotation(struct sim *s, const char *name);
void sim_op(struct sim *s, const char *name, const struct arg *args, int n);
void sim_op_text(struct sim *s, const char *name, const char *args);
void sim_end(struct sim *s);
/* Index into host[] of the innermost open event, or SIM_NONE. */
uint32_t sim_current(const struct sim *s);

/* An op with its arguments; LEAF ends it at once. */
#define OP(s, name, ...) \
	sim_op(s, name, (const struct arg[]){__VA_ARGS__}, \
		(int)(sizeof((const struct arg[]){__VA_ARGS__}) / sizeof(struct arg)))
#define LEAF(s, name, ...) (OP(s, name, __VA_ARGS__), sim_end(s))

/* gpu_ns is the work's own time, before jitter and the slow variant's factor. */
void sim_launch(struct sim *s, enum kernel kernel, int64_t gpu_ns, int64_t blocks);
void sim_collective(struct sim *s, enum kernel kernel, int64_t gpu_ns, const char *args);
void sim_copy(struct sim *s, const char *kind, int64_t bytes, int64_t gpu_ns);
void sim_memset(struct sim *s, int64_t bytes);
/* A call without GPU work that takes about ns. */
void sim_call(struct sim *s, const char *name, int cbid, int64_t ns);
/* A call that waits until the stream, or with SIM_STREAMS the whole GPU, is done. */
void sim_wait(struct sim *s, const char *name, int cbid, enum sim_stream stream);
/* later waits for what is on earlier now. */
void sim_order(struct sim *s, enum sim_stream earlier, enum sim_stream later);
void sim_idle(struct sim *s, int64_t ns);

#endif
