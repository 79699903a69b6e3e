/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/argbrief.h"
#include "base/text.h"
#include "trace/args.h"
#include "tui/event_lines.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUTS 64	/* of an op that are shown */
#define INPUT_DIMS 16
#define INPUTS_BESIDE 5	/* with a shape, beside another pane */
#define OTHERS_BESIDE 2	/* rows of those without one */
#define ARGS_BETWEEN 2	/* cells between two args in a row */
#define ARGS_BESIDE 3	/* rows of them beside another pane */

struct json_list {
	const char *p, *end;
};

/* The elements of the JSON array in the text, as they stand there. */
static struct json_list
json_list(const char *text)
{
	size_t len = strlen(text);

	if (len < 2 || text[0] != '[' || text[len - 1] != ']')
		return (struct json_list){NULL, NULL};
	return (struct json_list){text + 1, text + len - 1};
}

static bool
json_next(struct json_list *list, const char **item, size_t *len)
{
	int depth = 0;
	bool quoted = false;
	const char *p = list->p;

	if (!p || p >= list->end)
		return false;
	for (*item = p; p < list->end; p++) {
		if (quoted && *p == '\\' && p + 1 < list->end)
			p++;
		else if (*p == '"')
			quoted = !quoted;
		else if (!quoted && (*p == '[' || *p == '{'))
			depth++;
		else if (!quoted && (*p == ']' || *p == '}'))
			depth--;
		else if (!quoted && !depth && *p == ',')
			break;
	}
	*len = (size_t)(p - *item);
	list->p = p < list->end ? p + 1 : p;
	return true;
}

/* Copies a value without its quotes, brackets as parentheses, a blank after each comma. */
static const char *
json_show(char out[256], const char *item, size_t len)
{
	size_t used = 0;
	bool strip = len >= 2 && item[0] == '"' && item[len - 1] == '"';

	for (size_t i = strip; i < len - strip && used < 250; i++) {
		char c = item[i];

		out[used++] = strip ? c : c == '[' ? '(' : c == ']' ? ')' : c;
		if (!strip && c == ',')
			out[used++] = ' ';
	}
	out[used] = '\0';
	return out;
}

enum { DIMS, TYPE, STRIDES, VALUE, INPUT_PARTS };

struct inputs {
	struct json_list lists[INPUT_PARTS];
	struct {
		const char *text;	/* as it was recorded */
		size_t len;		/* 0: not at all, or empty */
	} now[INPUT_PARTS];
};

/* Goes on to the next input; false past the last. */
static bool
inputs_next(struct inputs *in)
{
	bool any = false;

	for (unsigned i = 0; i < INPUT_PARTS; i++) {
		const char *item = NULL;
		size_t len = 0;

		any = json_next(&in->lists[i], &item, &len) || any;
		if (len == 2 && (!memcmp(item, "[]", 2) || !memcmp(item, "\"\"", 2)))
			len = 0;
		in->now[i].text = item;
		in->now[i].len = len;
	}
	return any;
}

/* The numbers of "[2, 3]": how many, or -1 where it is anything else. */
static int
input_numbers(const struct inputs *in, unsigned part, int64_t numbers[INPUT_DIMS])
{
	const char *p = in->now[part].text, *end = p + in->now[part].len;
	int n = 0;

	if (p == end || *p != '[')
		return -1;
	do {
		char *after;

		if (n == INPUT_DIMS)
			return -1;
		numbers[n++] = strtoll(p + 1, &after, 10);
		if (after == p + 1)
			return -1;
		p = after;
	} while (p < end && *p == ',');
	return p + 1 == end ? n : -1;
}

/* Whether the strides are those of a tensor without gaps, the last dimension innermost: then they say nothing. */
static bool
strides_are_plain(const struct inputs *in)
{
	int64_t dims[INPUT_DIMS], strides[INPUT_DIMS], expected = 1;
	int n = input_numbers(in, DIMS, dims);

	if (n < 0 || input_numbers(in, STRIDES, strides) != n)
		return false;
	for (int i = n - 1; i >= 0; i--) {
		if (dims[i] != 1 && strides[i] != expected)
			return false;
		if (__builtin_mul_overflow(expected, dims[i], &expected))
			return false;
	}
	return true;
}

/* As it was recorded, or as tables have it. */
static void
input_part(struct buffer *out, const struct inputs *in, unsigned part, bool full)
{
	char value[256];

	json_show(value, in->now[part].text, in->now[part].len);
	if (!full && part == TYPE)
		argbrief_types(out, value);
	else if (!full && *value == '(' && part != VALUE)
		argbrief_shapes(out, value, part == DIMS ? "x" : ",");
	else
		buffer_add_text(out, value);
}

/* One input: its shape, type, strides and value as far as they were recorded. */
static void
input_text(struct buffer *out, const struct inputs *in, bool full)
{
	static const char *const before[INPUT_PARTS] = {"", "", "strides ", "= "};

	for (unsigned i = 0; i < INPUT_PARTS; i++)
		if (in->now[i].len && (full || i != STRIDES || !strides_are_plain(in))) {
			buffer_printf(out, "%s%s", out->len ? "  " : "", before[i]);
			input_part(out, in, i, full);
		}
	if (!out->len)
		buffer_add_text(out, "-");
}

/* Inputs next to each other that are alike share a row, "input 0-2". */
struct input_rows {
	struct lines *lines;
	struct buffer text, next;	/* of the row to come, of the input at hand */
	unsigned first, last, n;	/* inputs of the row to come; rows begun */
	int cols;
	bool full;
};

static void
input_row(struct input_rows *rows)
{
	char label[32], last[16] = "";

	if (!rows->text.len)
		return;
	if (rows->last > rows->first)
		snprintf(last, sizeof(last), "-%u", rows->last);
	snprintf(label, sizeof(label), "input %u%s", rows->first, last);
	if (rows->full || rows->n < INPUTS_BESIDE)
		lines_pair(rows->lines, rows->cols, label, ROLE_NORMAL, "%s", rows->text.data);
	else if (rows->n == INPUTS_BESIDE)
		lines_pair(rows->lines, rows->cols, "", ROLE_DIM, "and more");
	rows->n++;
	buffer_clear(&rows->text);
}

static void
input_add(struct input_rows *rows, const struct inputs *in, unsigned number)
{
	struct buffer text;

	buffer_clear(&rows->next);
	input_text(&rows->next, in, rows->full);
	if (rows->full || !rows->text.len || number != rows->last + 1 || rows->next.len != rows->text.len
		|| memcmp(rows->next.data, rows->text.data, rows->text.len)) {
		input_row(rows);
		rows->first = number;
		text = rows->text;
		rows->text = rows->next;
		rows->next = text;
	}
	rows->last = number;
}

/* The value of one without a shape, added to the row that those share. */
static void
input_beside(struct buffer *text, const struct inputs *in, unsigned number)
{
	char value[256];

	if (in->now[VALUE].len)
		buffer_printf(text, "%s%u: %s", text->len ? "   " : "", number,
			json_show(value, in->now[VALUE].text, in->now[VALUE].len));
}

static void
others_row(struct lines *lines, const struct buffer *others, int cols)
{
	lines_label(lines, "inputs");
	lines_wrap_most(lines, ROLE_NORMAL, others->data, others->len, cols, LINES_LABEL, OTHERS_BESIDE);
}

void
event_inputs(struct lines *lines, const struct trace *trace, uint32_t event, int cols, bool full)
{
	const struct trace_signature *signature;
	struct buffer others = {0};
	struct input_rows rows = {.lines = lines, .cols = cols, .full = full};
	struct inputs in;
	size_t before = lines->n_rows;

	if (trace->kind[event] != EVENT_OP || !trace->aux[event])
		return;
	signature = &trace->signatures[trace->aux[event]];
	lines_row(lines);
	in.lists[DIMS] = json_list(trace_string(trace, signature->dims));
	in.lists[TYPE] = json_list(trace_string(trace, signature->types));
	in.lists[STRIDES] = json_list(trace_string(trace, signature->strides));
	in.lists[VALUE] = json_list(trace_string(trace, signature->concrete));
	for (unsigned number = 0; number < INPUTS && inputs_next(&in); number++)
		if (!full && !in.now[DIMS].len)
			input_beside(&others, &in, number);
		else
			input_add(&rows, &in, number);
	input_row(&rows);
	if (others.len)
		others_row(lines, &others, cols);
	if (lines->n_rows == before + 1)
		lines_keep(lines, before);
	buffer_free(&others);
	buffer_free(&rows.text);
	buffer_free(&rows.next);
}

static bool
args_is(const struct args_member *member, const char *key)
{
	return strlen(key) == member->key_len && !memcmp(key, member->key, member->key_len);
}

/* What stands above already, as an input or in a line of its own, and what serves only the profiler's own links. */
static bool
args_left_out(const struct trace *trace, uint32_t event, const struct args_member *member)
{
	enum { OP = 1, CALL = 2, GPU = 4, ALL = 8 };
	static const struct {
		const char *key;
		unsigned of;
	} keys[] = {
		{"Input Dims", OP}, {"Input type", OP}, {"Input Strides", OP}, {"Concrete Inputs", OP},
		{"Sequence number", OP}, {"Fwd thread id", OP},
		{"device", GPU}, {"stream", GPU}, {"bytes", GPU}, {"memory bandwidth (GB/s)", GPU},
		{"correlation", GPU | CALL}, {"context", GPU}, {"queued", GPU}, {"cbid", CALL}, {"cid", CALL},
		{"kernel", CALL},
		{"External id", ALL}, {"Record function id", ALL}, {"Ev Idx", ALL},
		{"Python id", ALL}, {"Python parent id", ALL}, {"Python module id", ALL},
	};
	uint8_t kind = trace->kind[event];
	unsigned is = ALL | (kind == EVENT_OP ? OP : 0) | (event_is_call(kind) ? CALL : 0)
		| (event_is_gpu(kind) ? GPU : 0);

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i].of & is && args_is(member, keys[i].key))
			return true;
	return false;
}

static void
args_line(struct lines *lines, const struct args_member *member, struct buffer *value, int cols)
{
	size_t len;
	char count[32];

	buffer_clear(value);
	if (!args_value_text(member, value))
		return;
	len = value->len;
	lines_row(lines);
	lines_fit(lines, ROLE_DIM, member->key, member->key_len, cols > 30 ? cols / 2 : 15);
	lines_add(lines, ROLE_DIM, "  ");
	if (len)
		lines_wrap(lines, ROLE_NORMAL, value->data, len < EVENT_VALUE_BYTES ? len : EVENT_VALUE_BYTES, cols, 2);
	if (len > EVENT_VALUE_BYTES)
		lines_printf(lines, ROLE_WARNING, "… (%s bytes)", text_count(count, len));
}

/* Those of kernels by shorter keys, so that two rows have them all. */
static void
args_shorten(struct args_member *member)
{
	static const struct {
		const char *key, *brief;
	} keys[] = {
		{"registers per thread", "regs"}, {"shared memory", "shared"}, {"blocks per SM", "blocks/SM"},
		{"warps per SM", "warps/SM"}, {"est. achieved occupancy %", "occupancy %"},
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (args_is(member, keys[i].key)) {
			member->key = keys[i].brief;
			member->key_len = strlen(keys[i].brief);
			return;
		}
}

/*
 * "grid: [24,1,1]" behind others in a row, or in the next one where it does not fit; a long one in rows of its own.
 * False: it is empty, and not told.
 */
static bool
args_word(struct lines *lines, struct args_member *member, struct buffer *value, int cols, bool first)
{
	int width;

	args_shorten(member);
	buffer_clear(value);
	if (!args_value_text(member, value) || !value->len || (value->len == 2 && !memcmp(value->data, "[]", 2)))
		return false;
	width = (int)text_width(member->key, member->key_len) + 2 + (int)text_width(value->data, value->len);
	if (width > cols) {
		args_line(lines, member, value, cols);
		return true;
	}
	if (first || lines->col + ARGS_BETWEEN + width > cols)
		lines_row(lines);
	else
		lines_col(lines, lines->col + ARGS_BETWEEN);
	lines_fit(lines, ROLE_NORMAL, member->key, member->key_len, cols);
	lines_add(lines, ROLE_NORMAL, ": ");
	lines_fit(lines, ROLE_NORMAL, value->data, value->len, cols);
	return true;
}

static void
args_too_long(struct lines *lines, int cols)
{
	lines_section(lines, "args");
	lines_pair(lines, cols, "", ROLE_WARNING, "not among the event's first 64 MB");
}

/* What is behind the members that are shown; cut: and behind the text. */
static void
args_rest(struct lines *lines, struct args_iter iter, bool cut)
{
	size_t len = (size_t)(iter.end - iter.p);
	struct args_member member;
	char bytes[32];

	if (!cut && !args_next(&iter, &member))
		return;
	lines_row(lines);
	lines_printf(lines, ROLE_WARNING, "… (%s%s bytes more)", cut ? "over " : "", text_count(bytes, len));
}

void
event_args(struct lines *lines, const struct trace *trace, uint32_t event, struct buffer *text, int cols, bool full)
{
	struct args_member args = {0}, member;
	struct args_iter iter, next;
	struct buffer value = {0};
	struct error err;
	size_t before = lines->n_rows;
	unsigned shown = 0;
	bool cut;

	if (trace_read_event(trace, event, text, &err)) {
		lines_section(lines, "args");
		lines_pair(lines, cols, "", ROLE_ERROR, "%s", err.message);
		return;
	}
	cut = text->len >= TRACE_READ_MOST;
	if (!text->data || !(cut ? args_find_begun : args_find)(text->data, text->len, "args", &args)) {
		if (cut)
			args_too_long(lines, cols);
		return;
	}
	if (full)
		lines_section(lines, "args");
	else
		lines_row(lines);
	next = args_begin(args.value, args.value_len);
	for (iter = next; shown < EVENT_MEMBERS && args_next(&next, &member); iter = next)
		if (full && ++shown)
			args_line(lines, &member, &value, cols);
		else if (!args_left_out(trace, event, &member))
			shown += args_word(lines, &member, &value, cols, !shown);
	args_rest(lines, iter, cut);
	if (lines->n_rows == before + (full ? 2 : 1))
		lines_keep(lines, before);
	if (!full && lines->n_rows > before + 1 + ARGS_BESIDE) {
		lines_keep(lines, before + 1 + ARGS_BESIDE);
		lines_pair(lines, cols, "", ROLE_DIM, "and more");
	}
	buffer_free(&value);
}
