/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The members of an event that are taken, by name: one table row each. */
#ifndef TRACE_FIELDS_PRIV_H
#define TRACE_FIELDS_PRIV_H

#include "base/hash.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FIELD_LIST(X) \
	/* the event's own */ \
	X(PH, EVENT, TEXT, "ph") X(ID, EVENT, TEXT, "id") X(TS, EVENT, TEXT, "ts") \
	X(PID, EVENT, TEXT, "pid") X(TID, EVENT, TEXT, "tid") X(CAT, EVENT, TEXT, "cat") \
	X(DUR, EVENT, TEXT, "dur") X(NAME, EVENT, TEXT, "name") X(ARGS, EVENT, ARGS, "args") \
	X(EVENTS, EVENT, TEXT, "traceEvents")	/* no event: a document */ \
	/* of its args */ \
	X(CORRELATION, ARGS, TEXT, "correlation") X(EXTERNAL, ARGS, TEXT, "External id") \
	X(EXTERNAL_OLD, ARGS, TEXT, "external id") X(STREAM, ARGS, TEXT, "stream") X(DEVICE, ARGS, TEXT, "device") \
	X(BYTES, ARGS, TEXT, "bytes") X(BANDWIDTH, ARGS, TEXT, "memory bandwidth (GB/s)") \
	X(SEQUENCE, ARGS, TEXT, "Sequence number") X(FWD_THREAD, ARGS, TEXT, "Fwd thread id") \
	X(RANK, ARGS, TEXT, "rank") \
	X(DIMS, ARGS, TEXT, "Input Dims") X(TYPES, ARGS, TEXT, "Input type") \
	X(STRIDES, ARGS, TEXT, "Input Strides") X(CONCRETE, ARGS, TEXT, "Concrete Inputs") \
	X(MOE_TOP, ARGS, TEXT, "MoE topk") X(MOE_GATED, ARGS, TEXT, "MoE GEMM gated") \
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

/* Where a key's field stands, by a hash of its first eight bytes, its length and level. */
#define FIELD_SLOTS 256

struct field_index {
	struct {
		uint64_t head, tail;	/* the first eight bytes, zero-filled, and the last */
		uint8_t len, level, field;
	} slots[FIELD_SLOTS];		/* len 0: empty */
};

void field_index_init(struct field_index *index);
extern const uint8_t field_hows[FIELDS];

static inline unsigned
field_hash(uint64_t head, enum field_level level, size_t len)
{
	return (unsigned)(((head ^ len << 3 ^ (uint64_t)level) * UINT64_C(0x9e3779b97f4a7c15)) >> 56);
}

/* The field for a key of the level, or FIELDS. key has 8 readable bytes behind its first. */
static inline enum field
field_find(const struct field_index *index, enum field_level level, const char *key, size_t len)
{
	uint64_t head = hash_load8(key), tail = 0;

	if (len < 8)
		head &= (UINT64_C(1) << 8 * len) - 1;
	else
		tail = hash_load8(key + len - 8);
	for (unsigned slot = field_hash(head, level, len); index->slots[slot].len; slot = (slot + 1) % FIELD_SLOTS)
		if (index->slots[slot].head == head && index->slots[slot].tail == tail
			&& index->slots[slot].len == len && index->slots[slot].level == level)
			return (enum field)index->slots[slot].field;
	return FIELDS;
}

#endif
