/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the fields of an event to its rows in a batch. */
#include "scan_priv.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/text.h"
#include "category_priv.h"
#include <math.h>
#include <string.h>

uint32_t
scan_string(struct scanner *s, const char *p, const char *end, unsigned marks)
{
	size_t len = (size_t)(end - p);
	uint32_t id;

	if (marks & (LEX_ESCAPED | LEX_CONTROL)) {
		if (!mem_reserve(&s->scratch, &s->cap_scratch, len, 1)) {
			s->no_memory = true;
			return 0;
		}
		len = lex_decode(p, end, s->scratch);
		p = s->scratch;
	}
	id = intern_add(&s->strings, p, len);
	if (id == INTERN_NONE) {
		s->no_memory = true;
		return 0;
	}
	return id;
}

static uint32_t
scan_field_string(struct scanner *s, enum field field)
{
	const struct span *span = &s->fields.text[field];

	if (!fields_has(&s->fields, field))
		return 0;
	return scan_string(s, span->p, span->end, span->marks);
}

static bool
scan_is_null(const struct span *span)
{
	return !span->quoted && (span->p == span->end || (span->end - span->p == 4 && !memcmp(span->p, "null", 4)));
}

/* The text of an args value as it is written; what is no string keeps its JSON form. */
static uint32_t
scan_field_json(struct scanner *s, enum field field)
{
	const struct span *span = &s->fields.text[field];

	if (!fields_has(&s->fields, field) || scan_is_null(span))
		return 0;
	return scan_string(s, span->p, span->end, span->quoted ? span->marks : 0);
}

static bool
scan_field_int(const struct scanner *s, enum field field, int64_t *value)
{
	const struct span *span = &s->fields.text[field];

	return fields_has(&s->fields, field) && lex_int(span->p, span->end, value);
}

/* Whether there is such a field, and it is not null. */
static bool
scan_tells(const struct scanner *s, enum field field)
{
	return fields_has(&s->fields, field) && !scan_is_null(&s->fields.text[field]);
}

static enum field
scan_external(const struct scanner *s)
{
	return scan_tells(s, FIELD_EXTERNAL) ? FIELD_EXTERNAL : FIELD_EXTERNAL_OLD;
}

/* An id, or 0 for what links nothing. */
static uint64_t
scan_field_id(const struct scanner *s, enum field field)
{
	const struct span *span = &s->fields.text[field];
	uint64_t id;

	if (!fields_has(&s->fields, field) || !lex_id(span->p, span->end, &id) || id == UINT64_MAX)
		return 0;
	return id;
}

/* --- what a string is -------------------------------------------------------- */

_Static_assert(EVENT_KINDS <= STRING_KIND + 1, "a kind does not fit its bits");

static uint8_t
scan_string_marks(struct scanner *s, uint32_t id)
{
	const struct intern_entry *entry;

	if (id >= s->cap_marks) {
		size_t old = s->cap_marks;

		if (!mem_reserve(&s->string_marks, &s->cap_marks, (size_t)id + 1, 1)) {
			s->no_memory = true;
			return STRING_SEEN;
		}
		memset(s->string_marks + old, 0, s->cap_marks - old);
	}
	if (s->string_marks[id])
		return s->string_marks[id];
	entry = &s->strings.entries[id];
	s->string_marks[id] = (uint8_t)(STRING_SEEN | category_kind(entry->text, entry->len)
		| (text_is_utf8(entry->text, entry->len) ? 0 : STRING_NOT_UTF8)
		| (text_has_control(entry->text, entry->len) ? STRING_CONTROL : 0)
		| (trace_is_comm_name(entry->text) ? STRING_COMM : 0));
	return s->string_marks[id];
}

/* --- tracks ------------------------------------------------------------------- */

static struct raw_id
scan_id(struct scanner *s, enum field field)
{
	const struct span *span = &s->fields.text[field];
	struct raw_id id = {TRACE_NO_NUMBER, 0};

	if (!fields_has(&s->fields, field) || scan_is_null(span) || lex_int(span->p, span->end, &id.number))
		return id;
	id.number = TRACE_NO_NUMBER;
	id.text = scan_field_string(s, field);
	return id;
}

static bool
raw_id_same(struct raw_id a, struct raw_id b)
{
	return a.number == b.number && a.text == b.text;
}

static uint32_t
scan_track(struct scanner *s)
{
	struct raw_track track;
	uint32_t id, *slot;

	memset(&track, 0, sizeof(track));	/* padding too: its bytes are a key */
	track.pid.number = track.tid.number = TRACE_NO_NUMBER;
	struct raw_id pid = scan_id(s, FIELD_PID), tid = scan_id(s, FIELD_TID);
	track.pid.number = pid.number;
	track.pid.text = pid.text;
	track.tid.number = tid.number;
	track.tid.text = tid.text;
	slot = &s->track_slots[hash_u64((uint64_t)pid.number ^ hash_u64((uint64_t)tid.number ^ tid.text)) & 255];
	if (*slot && raw_id_same(s->tracks[*slot - 1].pid, pid) && raw_id_same(s->tracks[*slot - 1].tid, tid))
		return *slot - 1;
	id = intern_add(&s->track_index, (const char *)&track, sizeof(track));
	if (id == INTERN_NONE || !mem_reserve(&s->tracks, &s->cap_tracks, (size_t)id + 1, sizeof(*s->tracks))) {
		s->no_memory = true;
		return 0;
	}
	if (id == s->n_tracks)
		s->tracks[s->n_tracks++] = track;
	*slot = id + 1;
	return id;
}

/* --- side rows ----------------------------------------------------------------- */

static uint32_t
scan_signature(struct scanner *s)
{
	struct trace_signature signature = {
		.dims = scan_field_json(s, FIELD_DIMS),
		.types = scan_field_json(s, FIELD_TYPES),
		.strides = scan_field_json(s, FIELD_STRIDES),
		.concrete = scan_field_json(s, FIELD_CONCRETE),
		.extras = {
			[EXTRA_MOE_TOP] = scan_field_json(s, FIELD_MOE_TOP),
			[EXTRA_MOE_GATED] = scan_field_json(s, FIELD_MOE_GATED),
		},
	};
	uint32_t id = intern_add(&s->signatures, (const char *)&signature, sizeof(signature));

	if (id != INTERN_NONE)
		return id;
	s->no_memory = true;
	return 0;
}

#define BIT(field) (UINT64_C(1) << FIELD_##field)

#define SIGNATURE_FIELDS (BIT(DIMS) | BIT(TYPES) | BIT(STRIDES) | BIT(CONCRETE) | BIT(MOE_TOP) | BIT(MOE_GATED))

static bool
scan_add_op(struct scanner *s, struct batch *batch, struct raw_event *event, uint32_t index)
{
	struct trace_sequence sequence = {index, 0, TRACE_NO_NUMBER}, *row;

	if (s->fields.has & SIGNATURE_FIELDS)
		event->signature = scan_signature(s);
	if (!scan_field_int(s, FIELD_SEQUENCE, &sequence.number))
		return true;
	scan_field_int(s, FIELD_FWD_THREAD, &sequence.forward_thread);
	row = BATCH_ADD(batch, sequences);
	if (row)
		*row = sequence;
	return row;
}

/* The number at the end of "stream 7"; of "7" too. */
static bool
scan_trailing_int(const struct span *span, int64_t *value)
{
	const char *p = span->end;

	if (lex_int(span->p, span->end, value))
		return true;
	while (p > span->p && p[-1] >= '0' && p[-1] <= '9')
		p--;
	return lex_int(p, span->end, value);
}

static bool
scan_add_gpu(struct scanner *s, struct batch *batch, struct raw_event *event, uint32_t index)
{
	int64_t device, stream;
	struct raw_gpu *row = BATCH_ADD(batch, gpus);

	if (!row)
		return false;
	if (!scan_field_int(s, FIELD_DEVICE, &device) && !scan_field_int(s, FIELD_PID, &device))
		device = -1;
	if (!scan_field_int(s, FIELD_STREAM, &stream)) {
		event->flags |= EVENT_STREAM_OF_TRACK;
		if (!fields_has(&s->fields, FIELD_TID) || !scan_trailing_int(&s->fields.text[FIELD_TID], &stream))
			stream = TRACE_NO_NUMBER;
	}
	*row = (struct raw_gpu){index, device < 0 || device > INT32_MAX ? -1 : (int32_t)device, stream,
		scan_field_id(s, scan_external(s))};
	if (fields_has(&s->fields, FIELD_BYTES)) {
		struct trace_copy *copy = BATCH_ADD(batch, copies);
		const struct span *rate = &s->fields.text[FIELD_BANDWIDTH];

		if (!copy)
			return false;
		*copy = (struct trace_copy){index, TRACE_NO_NUMBER, NAN};
		scan_field_int(s, FIELD_BYTES, &copy->bytes);
		if (fields_has(&s->fields, FIELD_BANDWIDTH) && !lex_real(rate->p, rate->end, &copy->bandwidth))
			copy->bandwidth = NAN;
	}
	return true;
}

static uint32_t
scan_lists(const struct scanner *s)
{
	static const struct {
		enum field field;
		enum collective_list list;
	} fields[] = {{FIELD_COLL_RANKS, COLLECTIVE_RANKS}, {FIELD_COLL_IN_SPLIT, COLLECTIVE_IN_SPLIT},
		{FIELD_COLL_OUT_SPLIT, COLLECTIVE_OUT_SPLIT}};
	uint32_t lists = 0;

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		const struct span *span = &s->fields.text[fields[i].field];

		if (fields_has(&s->fields, fields[i].field) && !span->quoted
			&& span->p < span->end && *span->p == '[')
			lists |= fields[i].list;
	}
	return lists;
}

static bool
scan_add_collective(struct scanner *s, struct batch *batch, uint32_t index)
{
	struct trace_collective *row = BATCH_ADD(batch, collectives);

	if (!row)
		return false;
	*row = (struct trace_collective){
		.event = index,
		.name = scan_field_json(s, FIELD_COLL_NAME),
		.dtype = scan_field_json(s, FIELD_COLL_DTYPE),
		.in_elements = scan_field_json(s, FIELD_COLL_IN),
		.out_elements = scan_field_json(s, FIELD_COLL_OUT),
		.in_split = scan_field_json(s, FIELD_COLL_IN_SPLIT),
		.out_split = scan_field_json(s, FIELD_COLL_OUT_SPLIT),
		.group_size = scan_field_json(s, FIELD_COLL_SIZE),
		.group_name = scan_field_json(s, FIELD_COLL_GROUP),
		.group_description = scan_field_json(s, FIELD_COLL_DESCRIPTION),
		.group_ranks = scan_field_json(s, FIELD_COLL_RANKS),
		.lists = scan_lists(s),
	};
	return true;
}

static bool
scan_add_memory(struct scanner *s, struct batch *batch, uint32_t index)
{
	struct trace_memory *row = BATCH_ADD(batch, memories);
	int64_t type = -1, device = -1;

	if (!row)
		return false;
	*row = (struct trace_memory){index, TRACE_NO_NUMBER, TRACE_NO_NUMBER, TRACE_NO_NUMBER, -1, -1};
	scan_field_int(s, FIELD_MEM_BYTES, &row->bytes);
	scan_field_int(s, FIELD_MEM_ALLOCATED, &row->allocated);
	scan_field_int(s, FIELD_MEM_RESERVED, &row->reserved);
	if (scan_field_int(s, FIELD_MEM_TYPE, &type) && type >= 0 && type <= INT32_MAX)
		row->device_type = (int32_t)type;
	if (scan_field_int(s, FIELD_MEM_DEVICE, &device) && device >= 0 && device <= INT32_MAX)
		row->device = (int32_t)device;
	return true;
}

static bool
scan_add_meta(struct scanner *s, struct batch *batch, const struct raw_event *event)
{
	static const struct { const char *name; enum meta_what what; enum field field; } known[] = {
		{"process_name", META_PROCESS_NAME, FIELD_META_NAME},
		{"process_labels", META_PROCESS_LABELS, FIELD_META_LABELS},
		{"process_sort_index", META_PROCESS_SORT, FIELD_META_SORT},
		{"thread_name", META_THREAD_NAME, FIELD_META_NAME},
		{"thread_sort_index", META_THREAD_SORT, FIELD_META_SORT},
	};
	const char *name = intern_text(&s->strings, event->name);
	struct raw_meta *row;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strcmp(known[i].name, name) || !fields_has(&s->fields, known[i].field))
			continue;
		row = BATCH_ADD(batch, metas);
		if (!row)
			return false;
		*row = (struct raw_meta){known[i].what, event->track, 0, TRACE_NO_NUMBER};
		if (known[i].field != FIELD_META_SORT)
			row->text = scan_field_string(s, known[i].field);
		else
			scan_field_int(s, known[i].field, &row->number);
	}
	return true;
}

static bool
scan_add_end(struct scanner *s, struct batch *batch, uint32_t index)
{
	const uint64_t wanted = SIGNATURE_FIELDS | BIT(CORRELATION) | BIT(EXTERNAL) | BIT(EXTERNAL_OLD) | BIT(DEVICE)
		| BIT(STREAM) | BIT(SEQUENCE);
	struct raw_end *row;

	if (!(s->fields.has & wanted))
		return true;
	row = BATCH_ADD(batch, ends);
	if (!row)
		return false;
	*row = (struct raw_end){.event = index, .device = TRACE_NO_NUMBER, .stream = TRACE_NO_NUMBER,
		.sequence = TRACE_NO_NUMBER, .forward_thread = TRACE_NO_NUMBER,
		.correlation = scan_field_id(s, FIELD_CORRELATION), .external = scan_field_id(s, scan_external(s))};
	if (s->fields.has & SIGNATURE_FIELDS)
		row->signature = scan_signature(s);
	scan_field_int(s, FIELD_DEVICE, &row->device);
	scan_field_int(s, FIELD_STREAM, &row->stream);
	scan_field_int(s, FIELD_SEQUENCE, &row->sequence);
	scan_field_int(s, FIELD_FWD_THREAD, &row->forward_thread);
	return true;
}

/* Some kernels tell all but what they do, which their own name does. */
static bool
scan_is_collective(struct scanner *s, const struct raw_event *event)
{
	const uint64_t told = BIT(COLL_DTYPE) | BIT(COLL_IN) | BIT(COLL_OUT) | BIT(COLL_IN_SPLIT)
		| BIT(COLL_OUT_SPLIT) | BIT(COLL_SIZE) | BIT(COLL_GROUP) | BIT(COLL_RANKS);

	return s->fields.has & BIT(COLL_NAME)
		|| (event->kind == EVENT_KERNEL && s->fields.has & told
			&& scan_string_marks(s, event->name) & STRING_COMM);
}

static bool
scan_add_side_rows(struct scanner *s, struct batch *batch, struct raw_event *event, uint32_t index)
{
	const uint64_t has = s->fields.has;

	if (event->phase == 'E' && !scan_add_end(s, batch, index))
		return false;
	if (event->kind == EVENT_OP && !scan_add_op(s, batch, event, index))
		return false;
	if (event_is_gpu(event->kind) && !scan_add_gpu(s, batch, event, index))
		return false;
	if (scan_is_collective(s, event) && !scan_add_collective(s, batch, index))
		return false;
	if (event->kind == EVENT_MEMORY && !scan_add_memory(s, batch, index))
		return false;
	if (event->kind == EVENT_META && !scan_add_meta(s, batch, event))
		return false;
	if (has & BIT(RANK)) {
		struct raw_rank rank = {index, 0}, *row;

		if (!scan_field_int(s, FIELD_RANK, &rank.rank))
			return true;
		row = BATCH_ADD(batch, ranks);
		if (!row)
			return false;
		*row = rank;
	}
	return true;
}

/* --- the event ------------------------------------------------------------------ */

static void
scan_times(const struct scanner *s, struct raw_event *event)
{
	const struct span *ts = &s->fields.text[FIELD_TS], *dur = &s->fields.text[FIELD_DUR];

	if (!fields_has(&s->fields, FIELD_TS) || !lex_time(ts->p, ts->end, &event->ts)) {
		event->ts = 0;
		event->flags |= EVENT_NO_TIME;
	}
	if (!fields_has(&s->fields, FIELD_DUR) || !lex_time(dur->p, dur->end, &event->dur) || event->dur < 0) {
		event->dur = 0;
		event->flags |= EVENT_BAD_DURATION;
	}
}

static uint8_t
scan_phase(const struct scanner *s)
{
	const struct span *ph = &s->fields.text[FIELD_PH];

	if (fields_has(&s->fields, FIELD_PH) && ph->end - ph->p == 1)
		return (uint8_t)*ph->p;
	return fields_has(&s->fields, FIELD_DUR) ? 'X' : 0;
}

/* The id that links the event to others: see struct trace. */
static void
scan_link(const struct scanner *s, struct raw_event *event)
{
	enum field field = scan_external(s);

	if (event->kind == EVENT_FLOW_LAUNCH || event->kind == EVENT_FLOW_BACKWARD)
		field = FIELD_ID;
	else if (event->kind != EVENT_OP && scan_tells(s, FIELD_CORRELATION))
		field = FIELD_CORRELATION;
	else if (event->kind != EVENT_OP)
		event->flags |= EVENT_EXTERNAL_ID;
	event->link = scan_field_id(s, field);
}

static uint8_t
scan_kind(struct scanner *s, const struct raw_event *event)
{
	uint8_t marks = scan_string_marks(s, event->category);

	if (event->phase == 'M')
		return EVENT_META;
	return category_fit((enum event_kind)(marks & STRING_KIND), event->phase);
}

bool
scan_commit(struct scanner *s, struct batch *batch, uint64_t offset)
{
	struct raw_event event = {.offset = offset, .phase = scan_phase(s), .marks = (uint8_t)s->fields.marks};
	struct raw_event *row;

	if (fields_has(&s->fields, FIELD_CAT) && !scan_is_null(&s->fields.text[FIELD_CAT]))
		event.category = scan_field_string(s, FIELD_CAT);
	if (fields_has(&s->fields, FIELD_NAME) && !scan_is_null(&s->fields.text[FIELD_NAME])) {
		event.name = scan_field_string(s, FIELD_NAME);
		event.name = event.name ? event.name : s->no_name;	/* an empty one would not be seen anywhere */
	} else {
		event.name = s->no_name;
		event.flags |= EVENT_NO_NAME;
	}
	event.marks |= scan_string_marks(s, event.name) & STRING_NOT_UTF8;
	event.kind = scan_kind(s, &event);
	event.track = scan_track(s);
	scan_times(s, &event);
	scan_link(s, &event);
	if (!scan_add_side_rows(s, batch, &event, (uint32_t)batch->n_events))
		return false;
	row = BATCH_ADD(batch, events);
	if (!row || s->no_memory)
		return false;
	*row = event;
	return true;
}
