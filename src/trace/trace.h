/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profiler trace in memory: one array a field, event i at index i of each.
 *
 * An event's id is its index in the file's event array; every element of that
 * array has one, also flows, metadata and what could not be read. Times are
 * int64 nanoseconds from the earliest timed event. All of it is owned by the
 * trace and freed by trace_free(); readers take it as const.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include "base/buffer.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/progress.h"
#include <stdbool.h>
#include <stdint.h>

#define TRACE_NONE UINT32_MAX
#define TRACE_NO_NUMBER INT64_MIN

/* What an event is to us, from its phase and category. Names of older profilers are mapped. */
enum event_kind {
	EVENT_OTHER,		/* a category that plays no part, or none */
	EVENT_OP,		/* cpu_op */
	EVENT_RUNTIME,		/* cuda_runtime, also for HIP, and any other ..._runtime */
	EVENT_DRIVER,		/* cuda_driver, and any other ..._driver */
	EVENT_PYTHON,		/* python_function */
	EVENT_KERNEL,
	EVENT_MEMCPY,
	EVENT_MEMSET,
	EVENT_ANNOTATION,	/* user_annotation */
	EVENT_GPU_ANNOTATION,
	EVENT_FLOW_LAUNCH,	/* ac2g: phase 's' on the host, 'f' on the GPU */
	EVENT_FLOW_BACKWARD,	/* fwdbwd: 's' at the forward op, 'f' at the backward op */
	EVENT_MEMORY,		/* instant event of the allocator */
	EVENT_META,		/* phase 'M' */
	EVENT_SKIPPED,		/* an element that is no event or could not be read */
	EVENT_KINDS
};

enum event_flag {
	EVENT_NO_TIME = 1 << 0,		/* no usable ts: not on the timeline, ts is 0 */
	EVENT_BAD_DURATION = 1 << 1,	/* missing, negative or out of range: dur is 0, out of sums */
	EVENT_UNFINISHED = 1 << 2,	/* a begin without end, closed at the end of the trace */
	EVENT_EXTERNAL_ID = 1 << 3,	/* link holds the External id: there was no correlation */
	EVENT_NO_NAME = 1 << 4,
	EVENT_STREAM_OF_TRACK = 1 << 5,	/* a GPU event without a stream of its own: the number of its thread stands for it */
};

struct trace_category {
	uint32_t name;		/* string id, after mapping older names; 0 when there is none */
	uint64_t count;		/* events of it that have a duration (phase X, or B and E) */
	uint64_t others;	/* flows, instants and the rest */
};

struct trace_process {
	uint32_t pid;		/* string id of the id's text; ids may be words */
	int64_t number;		/* the id as a number, or TRACE_NO_NUMBER */
	uint32_t name;		/* string ids, 0 when not told */
	uint32_t labels;
	int64_t sort_index;	/* TRACE_NO_NUMBER when not told */
};

struct trace_track {		/* a thread: (pid, tid) */
	uint32_t process;	/* index into processes */
	uint32_t tid;		/* string id */
	int64_t number;
	uint32_t name;		/* string id, 0 when not told */
	int64_t sort_index;
};

enum trace_extra { EXTRA_MOE_TOP, EXTRA_MOE_GATED, TRACE_EXTRAS };	/* "MoE topk", "MoE GEMM gated" */

struct trace_signature {	/* an op's recorded arguments: string ids of compact JSON, 0 when the key is absent */
	uint32_t dims, types, strides, concrete;
	uint32_t extras[TRACE_EXTRAS];	/* what models of mixtures of experts read beside them */
};

struct trace_gpu {		/* one row a kernel, copy or memset, in order of event id */
	uint32_t event;
	int32_t device;		/* -1 when unknown */
	int64_t stream;		/* TRACE_NO_NUMBER when unknown; 0 is a stream like any other */
	uint64_t external;	/* External id; 0 when absent */
};

struct trace_sequence {		/* ops that carry a sequence number, in order of event id */
	uint32_t event;
	int64_t number;
	int64_t forward_thread;	/* "Fwd thread id", or TRACE_NO_NUMBER */
};

struct trace_copy {		/* GPU events that tell their size, in order of event id */
	uint32_t event;
	int64_t bytes;		/* TRACE_NO_NUMBER when what is told is no whole number */
	double bandwidth;	/* GB/s as recorded, NaN when absent */
};

enum collective_list {		/* recorded as a list, not as the text of one */
	COLLECTIVE_RANKS = 1 << 0, COLLECTIVE_IN_SPLIT = 1 << 1, COLLECTIVE_OUT_SPLIT = 1 << 2,
};

struct trace_collective {	/* events with collective arguments, in order of event id; string ids, 0 when absent */
	uint32_t event;
	uint32_t name, dtype, in_elements, out_elements, in_split, out_split;
	uint32_t group_size, group_name, group_description, group_ranks;
	uint32_t lists;		/* enum collective_list */
};

struct trace_memory {		/* allocator events, in order of event id */
	uint32_t event;
	int64_t bytes, allocated, reserved;	/* TRACE_NO_NUMBER when absent */
	int32_t device_type, device;
};

struct trace_rank {		/* events whose args tell a rank (merged traces), in order of event id */
	uint32_t event;
	int64_t rank;
};

struct trace_device {
	int64_t id, total_memory, compute_major, compute_minor, sms, warp_size;
	const char *name;
};

struct trace_meta {
	const char *path, *format;	/* "JSON", "gzip", ... */
	uint64_t file_bytes, text_bytes;
	int64_t schema_version, base_time_ns;	/* TRACE_NO_NUMBER when absent */
	int64_t rank, world_size;
	bool rank_from_name;
	bool has_record_shapes, record_shapes;
	const char *backend, *host, *trace_name;	/* NULL when absent */
	struct trace_device *devices;
	uint32_t n_devices;
	const char **keys, **values;	/* every top-level key but the events: compact JSON text */
	uint32_t n_keys;
	bool partial;		/* the file is cut, or loading was cancelled */
};

/* One line a kind, in this order. The texts are in warnings.c. */
enum warning_kind {
	WARN_TRUNCATED, WARN_CANCELLED, WARN_INFLATE, WARN_SECOND_DOCUMENT, WARN_TRAILING, WARN_MORE_FILES, WARN_METADATA,
	WARN_LONG_METADATA,
	WARN_DAMAGED, WARN_NOT_OBJECT, WARN_ESCAPE, WARN_CONTROL, WARN_UTF8, WARN_VALUE, WARN_LONG,
	WARN_NO_TIME, WARN_FAR, WARN_DURATION, WARN_STRAY_END, WARN_UNFINISHED, WARN_NO_CATEGORY, WARN_RANK, WARN_WORLD,
	WARN_NO_EVENTS, WARN_NO_GPU, WARN_NO_SHAPES,
	WARN_MERGED_RANKS, WARN_DEVICES, WARN_UNLINKED, WARN_EARLY, WARN_NO_KERNEL, WARN_GRAPH, WARN_FORWARD_AMBIGUOUS,
	WARN_OVERRUN, WARN_OVERLAP, WARN_STREAM_OVERLAP, WARN_CUT,
	WARNINGS
};

struct warning {
	uint64_t count;		/* 0: not raised */
	uint64_t offset;	/* of the first, in the inflated text */
	uint32_t event;		/* the first, or TRACE_NONE */
	int64_t amount;		/* what the kind measures: bytes, ns, largest excess */
	const char *detail;	/* NULL or owned by the trace */
};

struct trace_store;		/* how the text is found again */

struct trace {
	uint32_t n;		/* elements of the event array */
	int64_t *ts, *dur;
	uint64_t *offset;	/* of the event's first byte in the inflated text */
	uint64_t *link;		/* correlation, flow id, an op's External id; 0 links nothing */
	uint32_t *name;		/* string id */
	uint32_t *track;	/* index into tracks */
	uint32_t *aux;		/* ops: index into signatures; GPU events: index into gpus; else 0 */
	uint16_t *category;	/* index into categories */
	uint8_t *kind, *phase, *flags;

	struct intern strings;	/* id 0 is the empty text */
	struct trace_category *categories;
	struct trace_process *processes;
	struct trace_track *tracks;
	struct trace_signature *signatures;	/* 0: no argument recorded */
	struct trace_gpu *gpus;
	struct trace_sequence *sequences;
	struct trace_copy *copies;
	struct trace_collective *collectives;
	struct trace_memory *memories;
	struct trace_rank *ranks;
	uint32_t n_categories, n_processes, n_tracks, n_signatures, n_gpus, n_sequences, n_copies,
		n_collectives, n_memories, n_ranks;

	int64_t start_ns;	/* of time 0: nanoseconds of the file's own clock */
	int64_t end;		/* latest end of a timed event */
	struct trace_meta meta;
	struct warning warnings[WARNINGS];
	struct arena arena;
	struct trace_store *store;
};

struct trace_options {
	unsigned threads;		/* 0: one a processor, at most 8 */
	struct progress *progress;	/* may be NULL */
	bool cut_streams;		/* end GPU events where the next of their stream begins */
	uint32_t most_events;		/* 0: as many as 32 bits number; more are an error */
};

/*
 * Loads a trace; "-" is standard input. Damage becomes warnings. Returns 0, or
 * -1 with err when the file cannot be read or is no trace.
 */
int trace_open(struct trace **out, const char *path, const struct trace_options *options, struct error *err);
void trace_free(struct trace *trace);

#define TRACE_READ_MOST ((size_t)64 << 20)

/*
 * The event's own JSON text, read again from the file; replaces the content of text. Of more than TRACE_READ_MOST
 * bytes it is the beginning. -1 where the file was written to since. Safe from one thread at a time.
 */
int trace_read_event(const struct trace *trace, uint32_t event, struct buffer *text, struct error *err);

/* The warnings as lines without newline. Returns NULL when the kind was not raised; the line is in line[]. */
const char *trace_warning(const struct trace *trace, enum warning_kind kind, char *line, size_t size);
const char *warning_id(enum warning_kind kind);

/* Raises a warning: counts, and keeps the first event and offset. For the rooms that find things out about a trace. */
void trace_warn(struct trace *trace, enum warning_kind kind, uint32_t event, int64_t amount);

/* What a GPU event does, as the reference's GPU timeline has it. */
enum gpu_class {
	GPU_COMPUTE,	/* also memsets and the fill kernels of ROCm */
	GPU_COMM,	/* kernels and memsets named after nccl, rccl or cross_device_reduce */
	GPU_COPY,	/* also the copy kernels of ROCm */
	GPU_CLASSES
};

/* Whether a kernel of the name communicates: it is named after nccl, rccl or cross_device_reduce. */
bool trace_is_comm_name(const char *name);
/* Whether it is one of those with which ROCm copies. */
bool trace_is_copy_name(const char *name);

/* Whether events of the category, as trace_category_name() tells it, are what they are called, and none of GPU work. */
bool trace_knows_category(const char *name);

/* Of a name "ProfilerStep#N" the number, or TRACE_NO_NUMBER. */
int64_t trace_step_number(const char *name);

static inline const char *
trace_string(const struct trace *trace, uint32_t id)
{
	return intern_text(&trace->strings, id);
}

static inline const char *
trace_name(const struct trace *trace, uint32_t event)
{
	return intern_text(&trace->strings, trace->name[event]);
}

static inline const char *
trace_category_name(const struct trace *trace, uint32_t event)
{
	return intern_text(&trace->strings, trace->categories[trace->category[event]].name);
}

static inline int64_t
trace_end(const struct trace *trace, uint32_t event)
{
	return trace->ts[event] + trace->dur[event];	/* the loader keeps this below 2^63 */
}

static inline bool
event_is_gpu(uint8_t kind)
{
	return kind == EVENT_KERNEL || kind == EVENT_MEMCPY || kind == EVENT_MEMSET;
}

static inline bool
event_is_call(uint8_t kind)
{
	return kind == EVENT_RUNTIME || kind == EVENT_DRIVER;
}

static inline bool
event_is_host(uint8_t kind)
{
	return kind == EVENT_OP || kind == EVENT_PYTHON || event_is_call(kind);
}

#endif
