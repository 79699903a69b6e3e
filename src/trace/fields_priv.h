/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The members of an event that are taken, by name: one table row each. */
#ifndef TRACE_FIELDS_PRIV_H
#define TRACE_FIELDS_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FIELD_LIST(X) \
	/* the event's own */ \
	X(PH, EVENT, TEXT, "ph") X(ID, EVENT, TEXT, "id") X(TS, EVENT, TEXT, "ts") \
	X(PID, EVENT, TEXT, "pid") X(TID, EVENT, TEXT, "tid") X(CAT, EVENT, TEXT, "cat") \
	X(DUR, EVENT, TEXT, "dur") X(NAME, EVENT, TEXT, "name") X(ARGS, EVENT, ARGS, "args") \
	/* of its args */ \
	X(CORRELATION, ARGS, TEXT, "correlation") X(EXTERNAL, ARGS, TEXT, "External id") \
	X(EXTERNAL_OLD, ARGS, TEXT, "external id") X(STREAM, ARGS, TEXT, "stream") X(DEVICE, ARGS, TEXT, "device") \
	X(BYTES, ARGS, TEXT, "bytes") X(BANDWIDTH, ARGS, TEXT, "memory bandwidth (GB/s)") \
	X(SEQUENCE, ARGS, TEXT, "Sequence number") X(FWD_THREAD, ARGS, TEXT, "Fwd thread id") \
	X(RANK, ARGS, TEXT, "rank") \
	X(DIMS, ARGS, TEXT, "Input Dims") X(DIMS_OLD, ARGS, TEXT, "Input dims") X(TYPES, ARGS, TEXT, "Input type") \
	X(STRIDES, ARGS, TEXT, "Input Strides") X(CONCRETE, ARGS, TEXT, "Concrete Inputs") \
	X(COLL_NAME, ARGS, TEXT, "Collective name") X(COLL_DTYPE, ARGS, TEXT, "dtype") \
	X(COLL_IN, ARGS, TEXT, "In msg nelems") X(COLL_OUT, ARGS, TEXT, "Out msg nelems") \
	X(COLL_IN_SPLIT, ARGS, TEXT, "In split size") X(COLL_OUT_SPLIT, ARGS, TEXT, "Out split size") \
	X(COLL_SIZE, ARGS, TEXT, "Group size") X(COLL_GROUP, ARGS, TEXT, "Process Group Name") \
	X(COLL_DESCRIPTION, ARGS, TEXT, "Process Group Description") \
	X(COLL_RANKS, ARGS, TEXT, "Process Group Ranks") \
	X(MEM_BYTES, ARGS, TEXT, "Bytes") X(MEM_ALLOCATED, ARGS, TEXT, "Total Allocated") \
	X(MEM_RESERVED, ARGS, TEXT, "Total Reserved") X(MEM_TYPE, ARGS, TEXT, "Device Type") \
	X(MEM_DEVICE, ARGS, TEXT, "Device Id") \
	X(META_NAME, ARGS, TEXT, "name") X(META_LABELS, ARGS, TEXT, "labels") X(META_SORT, ARGS, TEXT, "sort_index")

enum field {
#define X(id, level, how, key) FIELD_##id,
	FIELD_LIST(X)
#undef X
	FIELDS
};

enum field_how { FIELD_HOW_TEXT, FIELD_HOW_ARGS };	/* keep the text, or go down into it */
enum field_level { FIELD_LEVEL_EVENT, FIELD_LEVEL_ARGS, FIELD_LEVELS };

struct span {
	const char *p, *end;	/* a string without its quotes */
	unsigned marks;		/* of lex */
	bool quoted;
};

struct fields {
	uint64_t has;		/* 1 << enum field */
	struct span text[FIELDS];
	unsigned marks;		/* of the whole event */
};

_Static_assert(FIELDS <= 64, "a field is a bit");

static inline bool
fields_has(const struct fields *fields, enum field field)
{
	return fields->has >> field & 1;
}

/* Which fields have a key of a length, so that a few comparisons find one. */
struct field_index {
	uint64_t by_length[FIELD_LEVELS][32];
};

void field_index_init(struct field_index *index);

/* The field for a key of the level, or FIELDS. key has 8 readable bytes. */
enum field field_find(const struct field_index *index, enum field_level level, const char *key, size_t len);
enum field_how field_how(enum field field);

#endif
