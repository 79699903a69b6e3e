/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Events as a scanner cut them from a window, before they join the trace.
 * Numbers of strings, tracks and signatures are the scanner's own.
 */
#ifndef TRACE_BATCH_PRIV_H
#define TRACE_BATCH_PRIV_H

#include "trace.h"

struct raw_id {			/* a pid or tid */
	int64_t number;
	uint32_t text;		/* string id when it is no whole number; 0 with number TRACE_NO_NUMBER: absent */
};

struct raw_track {
	struct raw_id pid, tid;
};

struct raw_event {
	int64_t ts, dur;
	uint64_t offset, link;
	uint32_t name, track, category;
	uint32_t signature;		/* ops only, else 0 */
	uint8_t kind, phase, flags, marks;
};

/* What the side tables get; `event` counts within the batch. */
struct raw_gpu { uint32_t event; int32_t device; int64_t stream; uint64_t external; };

enum meta_what {
	META_PROCESS_NAME, META_PROCESS_LABELS, META_PROCESS_SORT, META_THREAD_NAME, META_THREAD_SORT,
};

struct raw_meta {
	enum meta_what what;
	uint32_t track;
	uint32_t text;			/* string, or 0 */
	int64_t number;
};

struct raw_rank { uint32_t event; int64_t rank; };

/*
 * The args of a phase E, which belong to the event that it ends: what it will be is not known yet, so this has what any
 * may need. Absent: no signature, an id of 0, TRACE_NO_NUMBER.
 */
struct raw_end {
	uint32_t event, signature;
	uint64_t correlation, external;
	int64_t device, stream, sequence, forward_thread;
};

struct raw_damage {			/* an element that could not be read */
	enum warning_kind kind;
	uint64_t offset;
	uint32_t event;
};

#define BATCH_LIST(type, name) type *name; size_t n_##name, cap_##name

struct batch {
	BATCH_LIST(struct raw_event, events);
	BATCH_LIST(struct raw_gpu, gpus);
	BATCH_LIST(struct trace_sequence, sequences);
	BATCH_LIST(struct trace_copy, copies);
	BATCH_LIST(struct trace_collective, collectives);
	BATCH_LIST(struct trace_memory, memories);
	BATCH_LIST(struct raw_meta, metas);
	BATCH_LIST(struct raw_rank, ranks);
	BATCH_LIST(struct raw_damage, damages);
	BATCH_LIST(struct raw_end, ends);

	/* What the scanner numbered while it cut these, in order: its own tables go on changing while others read here. */
	BATCH_LIST(struct intern_entry, strings);	/* texts stay where they are */
	BATCH_LIST(struct raw_track, tracks);
	BATCH_LIST(struct trace_signature, signatures);
};

void batch_clear(struct batch *batch);
void batch_free(struct batch *batch);

/* Appends a row to a list and yields it, or NULL. */
#define BATCH_ADD(batch, list) \
	(mem_reserve(&(batch)->list, &(batch)->cap_##list, (batch)->n_##list + 1, sizeof(*(batch)->list)) \
		? &(batch)->list[(batch)->n_##list++] : NULL)

#endif
