/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"
#include "trace/args.h"
#include "tui/event_lines.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

struct inputs {
	struct json_list dims, types, strides, concrete;
};

/* One input: its shape, type, strides and value as far as they were recorded. False past the last. */
static bool
event_input(struct lines *lines, struct inputs *in, unsigned number, int cols)
{
	struct json_list *lists[] = {&in->dims, &in->types, &in->strides, &in->concrete};
	static const char *const before[] = {"", "  ", "  strides ", "  = "};
	static const char *const first[] = {"", "", "strides ", "= "};
	char label[16], text[1200] = "", value[256];
	size_t used = 0;
	bool any = false;

	for (unsigned i = 0; i < 4; i++) {
		const char *item = NULL;
		size_t len = 0;

		if (!json_next(lists[i], &item, &len))
			continue;
		any = true;
		if (len == 0 || (len == 2 && (!memcmp(item, "[]", 2) || !memcmp(item, "\"\"", 2))))
			continue;
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", used ? before[i] : first[i],
			json_show(value, item, len));
	}
	if (!any)
		return false;
	snprintf(label, sizeof(label), "input %u", number);
	lines_pair(lines, cols, label, ROLE_NORMAL, "%s", used ? text : "-");
	return true;
}

void
event_inputs(struct lines *lines, const struct trace *trace, uint32_t event, int cols)
{
	const struct trace_signature *signature;
	struct inputs in;
	unsigned number = 0;

	if (trace->kind[event] != EVENT_OP || !trace->aux[event])
		return;
	signature = &trace->signatures[trace->aux[event]];
	in.dims = json_list(trace_string(trace, signature->dims));
	in.types = json_list(trace_string(trace, signature->types));
	in.strides = json_list(trace_string(trace, signature->strides));
	in.concrete = json_list(trace_string(trace, signature->concrete));
	while (number < 64 && event_input(lines, &in, number, cols))
		number++;
}

/* What stands above already, by the kind of event: as an input, or in a line of its own. */
static bool
args_shown(const struct trace *trace, uint32_t event, const struct args_member *member)
{
	static const struct {
		const char *key;
		bool op, gpu;
	} keys[] = {
		{"Input Dims", true, false}, {"Input type", true, false}, {"Input Strides", true, false},
		{"Concrete Inputs", true, false}, {"External id", true, false}, {"device", false, true},
		{"stream", false, true}, {"correlation", false, true}, {"bytes", false, true},
		{"memory bandwidth (GB/s)", false, true},
	};
	bool is_gpu = event_is_gpu(trace->kind[event]), is_op = trace->kind[event] == EVENT_OP && trace->aux[event];

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (((keys[i].op && is_op) || (keys[i].gpu && is_gpu)) && strlen(keys[i].key) == member->key_len
		    && !memcmp(keys[i].key, member->key, member->key_len))
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

void
event_args(struct lines *lines, const struct trace *trace, uint32_t event, struct buffer *text, int cols, bool full)
{
	struct args_member args, member;
	struct args_iter iter;
	struct buffer value = {0};
	struct error err;

	if (trace_read_event(trace, event, text, &err)) {
		lines_section(lines, "args");
		lines_pair(lines, cols, "", ROLE_ERROR, "%s", err.message);
		return;
	}
	if (!text->data || !args_find(text->data, text->len, "args", &args))
		return;
	lines_section(lines, "args");
	iter = args_begin(args.value, args.value_len);
	while (args_next(&iter, &member))
		if (full || !args_shown(trace, event, &member))
			args_line(lines, &member, &value, cols);
	buffer_free(&value);
}
