/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An event as lines for the detail pane. */
#ifndef TUI_EVENT_LINES_H
#define TUI_EVENT_LINES_H

#include "tui/lines.h"
#include "tui/session.h"

#define LINES_LABEL 10		/* cells of the label column */

/* Cells of a value before it is cut, its true length told. */
#define EVENT_VALUE_BYTES 400
#define EVENT_MEMBERS 1000	/* of args that are shown */

/* What is told of an event. */
enum event_parts {
	EVENT_OWN = 1 << 0,	/* its times, thread or stream, numbers, and the events that it is linked to */
	EVENT_NAME = 1 << 1,
	EVENT_ABOVE = 1 << 2,	/* the op and the module above it, how many events of the GPU are below, and their share */
	EVENT_ARGS = 1 << 3,	/* recorded inputs of an op, and what is in its args */
	EVENT_STACK = 1 << 4,	/* where it was called from */
	EVENT_LONG = 1 << 5,	/* long lists whole, and what serves only the profiler */
	EVENT_FIRST = 1 << 6,	/* it is called the first, of those that its row stands for */
	EVENT_BESIDE = EVENT_OWN | EVENT_NAME | EVENT_ABOVE | EVENT_ARGS,
	EVENT_FULL = EVENT_BESIDE | EVENT_STACK | EVENT_LONG
};

/* text is working room for the event's own JSON. */
void event_lines(struct lines *lines, struct session *session, uint32_t event, struct buffer *text, int cols,
	unsigned parts);

/* In rows of its own; cut, its length told, where it is very long. */
void event_whole_name(struct lines *lines, const struct trace *trace, uint32_t event, int cols);
/* Behind a blank row as event_brief_name() has it, in as many rows as there are beside another pane; nothing if one will do. */
void event_long_name(struct lines *lines, const struct trace *trace, uint32_t event, int cols);

void lines_label(struct lines *lines, const char *label);	/* in a row of its own, which a value goes on with */
/* "label     value", the value wrapped. */
void lines_pair(struct lines *lines, int cols, const char *label, enum role role, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
void lines_section(struct lines *lines, const char *title);

#define BRIEF_BYTES 512
/*
 * Without what most names of a kind begin with, and without namespaces that stand within many: they
 * say nothing and hide what differs. In the name itself or in out, cut to its size.
 */
const char *event_short_name(const char *name);
/* Of a frame of Python "folders/file.py(12): function" without the folders; else the name. */
const char *event_frame_name(const char *name);
const char *event_brief_name(const char *name, char out[BRIEF_BYTES]);

/* The role in which the name of the event is drawn. */
enum role event_role(const struct trace *trace, uint32_t event);

/* GPU time, the sum where it differs, then more. */
void event_busy(struct lines *lines, int cols, int64_t busy, int64_t sum, const char *more);

/* event_perf.c: an op's work by its model and how far it is from the roofline; nothing without a model. */
void event_perf(struct lines *lines, struct session *session, uint32_t event, int cols);

/*
 * event_args.c: recorded inputs of an op, and what is in the event's args. Not full: those without a
 * shape share a row, and strides are there only where they are not those of a plain tensor.
 */
void event_inputs(struct lines *lines, const struct trace *trace, uint32_t event, int cols, bool full);
void event_args(struct lines *lines, const struct trace *trace, uint32_t event, struct buffer *text, int cols,
	bool full);

#endif
