/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings batches together in the order of the file, whoever cut them: numbers are given by first appearance. */
#ifndef TRACE_JOIN_PRIV_H
#define TRACE_JOIN_PRIV_H

#include "scan_priv.h"

/* From a scanner's own numbers to the trace's, plus one; 0 is not known yet. */
struct number_map {
	uint32_t *to;
	size_t cap;
};

/* What a scanner numbered, as its batches told, and what became of it. */
struct scanner_map {
	struct number_map strings, compact, tracks, signatures, categories;
	struct batch told;		/* only its strings, tracks and signatures */
};

struct joiner {
	struct trace *trace;
	uint32_t most_events;	/* numbers go up to one less */
	size_t cap_events;
	size_t cap_categories, cap_processes, cap_tracks, cap_signatures;
	struct raw_end *ends;	/* in order of event; their signatures are the trace's */
	size_t n_ends, cap_ends;
	uint32_t told_sequences;	/* those that begins told, in order of event */
	size_t cap_gpus, cap_sequences, cap_copies, cap_collectives, cap_memories, cap_ranks;
	struct intern process_index, track_index, signature_index, category_index;
	struct buffer scratch;
	int64_t total_ns;	/* of all durations: kept below INT64_MAX / 4 */
	int64_t earliest;	/* ts of a timed event */
	bool has_pairs;		/* B or E events were seen */
	bool has_timed;		/* so were events with a duration */
	bool has_events;	/* so was anything with a phase or a time */
	bool is_bare;		/* the list has no object around it that says what it is */
};

/* text_bytes: a guess at the whole text, for room to begin with; most_events: 0 for all that there are numbers for. */
int joiner_init(struct joiner *joiner, struct trace *trace, uint64_t text_bytes, uint32_t most_events);
void joiner_free(struct joiner *joiner);
/* Every batch of a scanner must be told in order, also one whose events are not wanted. */
int join_tell(struct scanner_map *map, const struct batch *batch, struct error *err);
int join_batch(struct joiner *joiner, struct scanner_map *map, const struct batch *batch, struct error *err);
void scanner_map_free(struct scanner_map *map);
void joiner_trim(struct joiner *joiner);
void join_timed(struct joiner *joiner, uint32_t event);

/* Warns of events so far from the others that the whole time is theirs. -1: no memory. far.c */
int trace_find_far(struct trace *trace);

/* The number of a signature in the trace, added if it is new. INTERN_NONE: no memory. */
uint32_t join_add_signature(struct joiner *joiner, const struct trace_signature *signature);

/* Takes the args of an E over to the event that it ends: where both tell something, the E is right. ends.c */
int ends_merge(struct joiner *joiner, uint32_t begin, uint32_t end);
/* After the last of them: rows that were added stand in order of event. */
void ends_settle(struct joiner *joiner);

static inline bool
event_has_time(uint8_t kind, uint8_t flags)
{
	return kind != EVENT_META && kind != EVENT_SKIPPED && !(flags & EVENT_NO_TIME);
}

/* After the last batch: times from the first event on, begin and end folded, names of ranks. finish.c */
int trace_finish(struct joiner *joiner, struct error *err);

#endif
