/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/scale.h"

#include "base/mem.h"
#include <string.h>

#define COPY_GAP_NS 1000000	/* between one copy's end and the next one's start */
#define NUMBER_ROOM 24		/* bytes of the longest number written */

/* What a number in the text counts; each grows by its own stride with every copy. */
enum number {
	NUMBER_TS, NUMBER_LINK, NUMBER_EXTERNAL, NUMBER_SEQUENCE, NUMBER_INDEX, NUMBER_PYTHON,
	NUMBER_STEP, NUMBERS,
	NUMBER_NONE = NUMBERS	/* a piece that ends its event */
};

static const struct {
	const char *key;
	enum number number;
} keys[] = {
	{"ts", NUMBER_TS},
	{"id", NUMBER_LINK},	/* flows of both kinds count with correlations */
	{"correlation", NUMBER_LINK},
	{"External id", NUMBER_EXTERNAL},
	{"Sequence number", NUMBER_SEQUENCE},
	{"Ev Idx", NUMBER_INDEX},
	{"Python id", NUMBER_PYTHON},
	{"Python parent id", NUMBER_PYTHON},
};

struct piece {			/* text, then a number */
	const char *text;
	uint32_t len;
	enum number number;
	int64_t value;
};

/* In the order in which a profiler writes them. */
enum section_kind {
	SECTION_FIRST_THREAD, SECTION_OTHER_THREADS, SECTION_PYTHON, SECTION_CALLS,
	SECTION_GPU_ANNOTATIONS, SECTION_ONCE, SECTIONS
};

struct section {
	struct piece *pieces;
	size_t n, cap;
	uint64_t events;
};

struct scale {
	const char *head, *tail;	/* what stands before and after the events */
	size_t head_len, tail_len;
	struct section sections[SECTIONS];
	int64_t first_ts, last_end;
	int64_t largest[NUMBERS], stride[NUMBERS];
	uint64_t bytes_once, bytes_each;
};

struct span {
	const char *begin, *end;
};

struct event {
	struct span text;
	struct span cat, phase, tid, dur, ts;	/* values without quotes; begin NULL: absent */
};

static const char *
skip_string(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++)
		if (*p == '\\')
			p++;
	return p < end ? p + 1 : end;
}

static const char *
skip_space(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t'))
		p++;
	return p;
}

static const char *
skip_value(const char *p, const char *end)
{
	int depth = 0;

	while (p < end) {
		if (*p == '"') {
			p = skip_string(p, end);
			if (depth == 0)
				return p;
			continue;
		}
		if (depth == 0 && (*p == ',' || *p == '}' || *p == ']'))
			return p;
		if (*p == '{' || *p == '[')
			depth++;
		else if ((*p == '}' || *p == ']') && --depth == 0)
			return p + 1;
		p++;
	}
	return end;
}

static bool
span_is(struct span span, const char *text)
{
	size_t len = strlen(text);

	return span.begin != NULL && (size_t)(span.end - span.begin) == len
		&& memcmp(span.begin, text, len) == 0;
}

static int64_t
read_int(const char *p, const char **after)
{
	bool negative = *p == '-';
	int64_t value = 0;

	for (p += negative; *p >= '0' && *p <= '9'; p++)
		value = value * 10 + (*p - '0');
	*after = p;
	return negative ? -value : value;
}

/* Microseconds with a fraction, as ns. */
static int64_t
read_us(const char *p, const char **after)
{
	int64_t ns = read_int(p, &p) * 1000, unit = 100;

	if (*p == '.')
		for (p++; *p >= '0' && *p <= '9'; p++, unit /= 10)
			ns += (*p - '0') * unit;
	*after = p;
	return ns;
}

static bool
add_piece(struct section *section, struct piece piece)
{
	if (!mem_reserve(&section->pieces, &section->cap, section->n + 1, sizeof(piece)))
		return false;
	section->pieces[section->n++] = piece;
	return true;
}

/* The number that a key's value is, or NUMBER_NONE; *value is where its digits begin. */
static enum number
key_number(struct span key, const char **value)
{
	static const char step[] = "\"ProfilerStep#";

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (span_is(key, keys[i].key))
			return **value == '-' || (**value >= '0' && **value <= '9') ? keys[i].number
										    : NUMBER_NONE;
	if (span_is(key, "name") && strncmp(*value, step, sizeof(step) - 1) == 0) {
		*value += sizeof(step) - 1;
		return NUMBER_STEP;
	}
	return NUMBER_NONE;
}

static const char *
after_quote(const char *p, const char *end)
{
	while (p < end && *p++ != '"')
		;
	return p;
}

/* Cuts an event's text at the numbers that grow. */
static bool
cut_event(struct scale *scale, struct section *section, struct span text)
{
	const char *from = text.begin, *p = text.begin;

	while (p < text.end) {
		struct span key;
		struct piece piece;
		const char *value;

		if (*p != '"') {
			p++;
			continue;
		}
		key.begin = p + 1;
		p = skip_string(p, text.end);
		key.end = p - 1;
		if (p == text.end || *p != ':')
			continue;
		value = skip_space(p + 1, text.end);
		piece.number = key_number(key, &value);
		if (piece.number == NUMBER_NONE)
			continue;
		piece.text = from;
		piece.len = (uint32_t)(value - from);
		piece.value = piece.number == NUMBER_TS ? read_us(value, &from)
							: read_int(value, &from);
		if (piece.value > scale->largest[piece.number])
			scale->largest[piece.number] = piece.value;
		if (!add_piece(section, piece))
			return false;
		p = piece.number == NUMBER_STEP ? after_quote(from, text.end) : from;
	}
	section->events++;
	return add_piece(section,
		(struct piece){from, (uint32_t)(text.end - from), NUMBER_NONE, 0});
}

static void
read_members(struct event *event)
{
	const struct {
		const char *key;
		struct span *span;
	} wanted[] = {
		{"cat", &event->cat}, {"ph", &event->phase}, {"tid", &event->tid},
		{"dur", &event->dur}, {"ts", &event->ts},
	};
	const char *p = event->text.begin + 1, *end = event->text.end;

	while ((p = skip_space(p, end)) < end && *p == '"') {
		struct span key = {p + 1, NULL}, value;

		p = skip_string(p, end);
		key.end = p - 1;
		p = skip_space(skip_space(p, end) + 1, end);
		value.begin = *p == '"' ? p + 1 : p;
		p = skip_value(p, end);
		value.end = value.begin > p || p[-1] != '"' ? p : p - 1;
		for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
			if (span_is(key, wanted[i].key))
				*wanted[i].span = value;
		p = skip_space(p, end);
		p += *p == ',';
	}
}

static enum section_kind
classify(const struct event *event, struct span *first_thread)
{
	if (!span_is(event->phase, "X") && !span_is(event->phase, "s")
	    && !span_is(event->phase, "f"))
		return SECTION_ONCE;
	if (span_is(event->cat, "Trace"))
		return SECTION_ONCE;
	if (span_is(event->cat, "python_function"))
		return SECTION_PYTHON;
	if (span_is(event->cat, "gpu_user_annotation"))
		return SECTION_GPU_ANNOTATIONS;
	if (!span_is(event->cat, "cpu_op") && !span_is(event->cat, "user_annotation")
	    && !span_is(event->cat, "fwdbwd"))
		return SECTION_CALLS;
	if (first_thread->begin == NULL)
		*first_thread = event->tid;
	return event->tid.end - event->tid.begin == first_thread->end - first_thread->begin
			&& memcmp(event->tid.begin, first_thread->begin,
				(size_t)(event->tid.end - event->tid.begin)) == 0
		? SECTION_FIRST_THREAD : SECTION_OTHER_THREADS;
}

static bool
take_event(struct scale *scale, struct span text, struct span *first_thread)
{
	struct event event = {.text = text};
	enum section_kind kind;
	const char *after;
	uint64_t bytes = (uint64_t)(text.end - text.begin) + 4;	/* with the separator */

	read_members(&event);
	kind = classify(&event, first_thread);
	if (kind == SECTION_ONCE) {
		scale->bytes_once += bytes;
	} else {
		int64_t start = event.ts.begin == NULL ? 0 : read_us(event.ts.begin, &after);
		int64_t dur = event.dur.begin == NULL ? 0 : read_us(event.dur.begin, &after);

		scale->bytes_each += bytes;
		if (start < scale->first_ts)
			scale->first_ts = start;
		if (start + dur > scale->last_end)
			scale->last_end = start + dur;
	}
	return cut_event(scale, &scale->sections[kind], text);
}

static bool
cut(struct scale *scale, const char *text, size_t len)
{
	const char *end = text + len, *p = strstr(text, "\"traceEvents\"");
	struct span first_thread = {NULL, NULL};

	if (p == NULL || (p = memchr(p, '[', (size_t)(end - p))) == NULL)
		return false;
	p++;
	scale->head = text;
	scale->head_len = (size_t)(p - text);
	while ((p = skip_space(p, end)) < end && *p == '{') {
		const char *after = skip_value(p, end);

		if (!take_event(scale, (struct span){p, after}, &first_thread))
			return false;
		p = skip_space(after, end);
		p += p < end && *p == ',';
	}
	scale->tail = p;
	scale->tail_len = (size_t)(end - p);
	scale->bytes_once += scale->head_len + scale->tail_len;
	return scale->bytes_each > 0;
}

struct scale *
scale_new(const char *text, size_t len)
{
	struct scale *scale = mem_zero(1, sizeof(*scale));

	if (scale == NULL)
		return NULL;
	scale->first_ts = INT64_MAX;
	if (!cut(scale, text, len)) {
		scale_free(scale);
		return NULL;
	}
	for (int i = 0; i < NUMBERS; i++)
		scale->stride[i] = scale->largest[i] + 1;
	scale->stride[NUMBER_TS] = scale->last_end - scale->first_ts + COPY_GAP_NS;
	scale->stride[NUMBER_STEP] = 3;
	return scale;
}

void
scale_free(struct scale *scale)
{
	for (int i = 0; scale != NULL && i < SECTIONS; i++)
		free(scale->sections[i].pieces);
	free(scale);
}

uint32_t
scale_copies_for_bytes(const struct scale *scale, uint64_t bytes)
{
	uint64_t copies = 0;

	if (bytes > scale->bytes_once)
		copies = (bytes - scale->bytes_once) / scale->bytes_each;
	return copies < 1 ? 1 : (uint32_t)copies;
}

static uint64_t
events_each(const struct scale *scale)
{
	uint64_t events = 0;

	for (int i = 0; i < SECTION_ONCE; i++)
		events += scale->sections[i].events;
	return events;
}

uint32_t
scale_copies_for_events(const struct scale *scale, uint64_t events)
{
	uint64_t each = events_each(scale), copies = (events + each / 2) / each;

	return copies < 1 ? 1 : (uint32_t)copies;
}

uint64_t
scale_events(const struct scale *scale, uint32_t copies)
{
	return events_each(scale) * copies + scale->sections[SECTION_ONCE].events;
}

/* Writes value at least width digits wide and returns the end. */
static char *
put_digits(char *p, uint64_t value, int width)
{
	char digits[NUMBER_ROOM];
	int n = 0;

	while (value > 0 || n < width) {
		digits[n++] = (char)('0' + value % 10);
		value /= 10;
	}
	while (n > 0)
		*p++ = digits[--n];
	return p;
}

static void
write_number(struct sink *sink, enum number number, int64_t value)
{
	char *begin = sink_room(sink, NUMBER_ROOM), *p = begin;
	uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;

	if (value < 0)
		*p++ = '-';
	if (number == NUMBER_TS) {
		p = put_digits(p, size / 1000, 1);
		*p++ = '.';
		p = put_digits(p, size % 1000, 3);
	} else {
		p = put_digits(p, size, 1);
	}
	sink_took(sink, (size_t)(p - begin));
}

static void
write_section(const struct scale *scale, enum section_kind kind, uint32_t copy, bool *first,
	struct sink *sink)
{
	const struct section *section = &scale->sections[kind];
	bool begins = true;

	for (size_t i = 0; i < section->n; i++) {
		const struct piece *piece = &section->pieces[i];

		if (begins)
			sink_write(sink, *first ? "\n  " : ",\n  ", *first ? 3 : 4);
		*first = false;
		begins = piece->number == NUMBER_NONE;
		sink_write(sink, piece->text, piece->len);
		if (begins)
			continue;
		/* Ids that are 0 or negative say "none" and stay so. */
		write_number(sink, piece->number, piece->value <= 0 ? piece->value
			: piece->value + scale->stride[piece->number] * copy);
	}
}

void
scale_write(const struct scale *scale, uint32_t copies, struct sink *sink)
{
	bool first = true;

	sink_write(sink, scale->head, scale->head_len);
	for (int kind = 0; kind < SECTION_ONCE; kind++)
		for (uint32_t copy = 0; copy < copies; copy++)
			write_section(scale, (enum section_kind)kind, copy, &first, sink);
	write_section(scale, SECTION_ONCE, 0, &first, sink);
	sink_write(sink, "\n  ", 3);
	sink_write(sink, scale->tail, scale->tail_len);
}
