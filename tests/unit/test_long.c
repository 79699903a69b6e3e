/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values longer than what is kept of one: passed over, with all that stands around them intact. */
#include "trace_support.h"
#include "base/text.h"
#include "trace/lex_priv.h"
#include "trace/pass_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT ((size_t)16 << 20)
#define LONG (KEPT + KEPT / 4)
#define BEHIND 3000

/* In two pieces, cut at a place. The length that was passed, or 0 where it is bad. */
static size_t
pass_in_pieces(const char *text, size_t len, size_t cut, struct pass pass)
{
	char piece[256 + LEX_PAD] = "";
	const char *p = piece;
	enum pass_end end;

	memcpy(piece, text, len);
	end = pass_on(&pass, &p, piece + cut);
	if (end == PASS_MORE) {
		assert_ptr_equal(p, piece + cut);
		end = pass_on(&pass, &p, piece + len);
	}
	assert_int_not_equal(end, PASS_MORE);
	return end == PASS_OVER ? (size_t)(p - piece) : 0;
}

static void
pieces_are_passed_as_the_whole(void **state)
{
	static const char *const values[] = {
		"\"a\\\"b\\\\\" ", "\"\\\\\\\\\\\"\",", "\"\" ", "[] ", "{}]", "-1.5e9,", "null}",
		"\"\\u00e9\\ud83d\\ude00\\u12\\q\"}", "[\"]\", {\"a\": [1, \"}\\\"\", []]}, \"\\\\\"],",
		"{\"a\\\\\": {\"b\": \"{\"}, \"c\": [[], {}]} ", "[\"\n\x01\"],",
	};
	char member[128];

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		size_t len = strlen(values[i]), key;

		for (size_t cut = 0; cut <= len; cut++)
			assert_int_equal(pass_in_pieces(values[i], len, cut, (struct pass){0}), len - 1);
		key = (size_t)snprintf(member, sizeof(member), "\"k\\\"e:y\" : \n%s", values[i]);
		for (size_t cut = 0; cut <= key; cut++)
			assert_int_equal(pass_in_pieces(member, key, cut, (struct pass){.place = PASS_KEY}), key - 1);
	}
	for (size_t cut = 0; cut <= 5; cut++) {
		assert_int_equal(pass_in_pieces("[1,2}", 5, cut, (struct pass){0}), 0);
		assert_int_equal(pass_in_pieces("\"k\" 1", 5, cut, (struct pass){.place = PASS_KEY}), 0);
	}
}

static void
add_filled(struct buffer *text, const char *open, const char *unit, const char *close)
{
	size_t len = strlen(unit), n = LONG / len;

	assert_true(buffer_add_text(text, open) && buffer_reserve(text, n * len));
	for (size_t i = 0; i < n; i++, text->len += len)
		memcpy(text->data + text->len, unit, len);
	assert_true(buffer_add_text(text, close));
}

static void
add_behind(struct buffer *text)
{
	for (unsigned i = 0; i < BEHIND; i++)
		assert_true(buffer_printf(text, ",\n{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"n%u\", "
			"\"ts\": %u, \"dur\": 1}", i, i));
}

/* All events behind the first are there, at their places in the file. */
static void
assert_behind(const struct trace *trace)
{
	struct buffer event = {0};
	char start[64], name[16];
	struct error err;

	assert_int_equal(trace->n, BEHIND + 1);
	for (unsigned i = 0; i < BEHIND; i++) {
		snprintf(name, sizeof(name), "n%u", i);
		assert_string_equal(trace_name(trace, i + 1), name);
		if (i % 997)
			continue;
		snprintf(start, sizeof(start), "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"%s\",", name);
		assert_int_equal(trace_read_event(trace, i + 1, &event, &err), 0);
		assert_int_equal(strncmp(event.data, start, strlen(start)), 0);
	}
	buffer_free(&event);
}

static struct trace *
load_twice(const struct buffer *text)
{
	struct trace *one = support_load(text, FORM_PLAIN, 1), *two = support_load(text, FORM_PLAIN, 2);

	support_assert_same(one, two);
	trace_free(two);
	return one;
}

static void
long_names_are_cut_between_characters(void **state)
{
	static const char *const units[] = {"x", "\\u00e9", "\\\\\\\"", "\xc3\xa9", "\xf0\x9f\x98\x80", "{\\\"a\\\": [}, "};
	static const char *const shifts[] = {"", "y", "yy", "yyyyy"};

	(void)state;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i += support_every()) {
		struct buffer text = {0};
		struct trace *trace;

		assert_true(buffer_printf(&text, "{\"traceEvents\": [{\"ph\": \"X\", \"ts\": 1, \"dur\": 2, "
			"\"cat\": \"cpu_op\", \"name\": \"%s", shifts[i % 4]));
		add_filled(&text, "", units[i], "\", \"pid\": 7}");
		add_behind(&text);
		assert_true(buffer_add_text(&text, "], \"traceName\": \"x\"}"));
		trace = i % 3 ? support_load(&text, FORM_PLAIN, 2) : load_twice(&text);
		support_assert_warnings(trace, WARN_LONG, WARNINGS);
		assert_int_equal(trace->warnings[WARN_LONG].count, 1);
		assert_int_equal(trace->warnings[WARN_LONG].event, 0);
		assert_int_equal(text.data[trace->warnings[WARN_LONG].offset], '"');
		assert_memory_equal(text.data + trace->warnings[WARN_LONG].offset - 8, "\"name\": ", 8);
		assert_in_range(strlen(trace_name(trace, 0)), KEPT / 8, KEPT);
		assert_int_equal(trace->processes[trace->tracks[trace->track[0]].process].number, 7);
		assert_string_equal(trace->meta.trace_name, "x");
		assert_behind(trace);
		trace_free(trace);
		buffer_free(&text);
	}
}

static void
other_long_values_are_left_out(void **state)
{
	static const struct { const char *open, *unit, *close; } values[] = {
		{"\"a\": [", "1, ", "0]"}, {"\"a\": [", "[\"]\\\"\"], ", "0]"},
		{"\"a\": {", "\"b\": {\"c\": 1}, ", "\"d\": 0}"},
		{"\"a\": ", "17", ""}, {"\"Input Dims\": [", "[8, 8], ", "[]]"},
		{"\"", "k", "\": 1"}, {"\"a\": [\"", "x", "\", 1]"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i += support_every()) {
		struct buffer text = {0};
		struct trace *trace;

		assert_true(buffer_add_text(&text, "[{\"ph\": \"X\", \"ts\": 1, \"cat\": \"cpu_op\", "
			"\"name\": \"first\", \"args\": {"));
		add_filled(&text, values[i].open, values[i].unit, values[i].close);
		add_filled(&text, ", \"second\": [", "2,", "2], \"External id\": 9}, \"dur\": 5}");
		add_behind(&text);
		assert_true(buffer_add_text(&text, "]"));
		trace = i % 3 ? support_load(&text, FORM_PLAIN, 2) : load_twice(&text);
		support_assert_warnings(trace, WARN_LONG, WARNINGS);
		assert_int_equal(trace->warnings[WARN_LONG].count, 2);
		assert_string_equal(trace_name(trace, 0), "first");
		assert_int_equal(trace->link[0], 9);
		assert_int_equal(trace->dur[0], 5000);
		assert_behind(trace);
		trace_free(trace);
		buffer_free(&text);
	}
}

/* What goes on because a bracket is missing is no long value: the events in it are found. */
static void
a_lost_bracket_hides_no_events(void **state)
{
	static const char event[] = ",\n{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"n\", \"ts\": 3, \"dur\": 1}";
	struct buffer text = {0};
	struct trace *trace;

	(void)state;
	add_filled(&text, "[{\"ph\": \"X\", \"name\": \"first\", \"args\": {\"a\": [1, 2}}", event, "]");
	trace = load_twice(&text);
	assert_int_equal(trace->n, LONG / strlen(event) + 1);
	assert_int_equal(support_warned(trace, WARN_LONG), 0);
	trace_free(trace);
	buffer_free(&text);
}

static void
a_file_cut_in_a_long_value_says_so(void **state)
{
	struct buffer text = {0};
	struct trace *trace;

	(void)state;
	add_filled(&text, "[{\"ph\": \"X\", \"ts\": 1, \"dur\": 1, \"cat\": \"cpu_op\"}, {\"name\": \"", "x", "");
	trace = load_twice(&text);
	support_assert_warnings(trace, WARN_TRUNCATED, WARN_LONG, WARNINGS);
	assert_int_equal(trace->n, 1);
	assert_true(trace->meta.partial);
	trace_free(trace);
	buffer_free(&text);
}

/* --- around the events ------------------------------------------------------------ */

static const struct { const char *open, *unit, *close; } members[] = {
	{"\"long\": \"", "x", "\""}, {"\"long\": \"", "\\\\\\\"", "\""}, {"\"long\": [", "[\"]\\\"\"], ", "0]"},
	{"\"long\": {", "\"b\": {\"c\": 1},\n", "\"d\": 0}"}, {"\"long\": ", "17", ""}, {"\"", "k", "\": [1]"},
	{"\"long\": ", " ", "1"},
};

#define MEMBERS (sizeof(members) / sizeof(*members))

static void
assert_whole(const struct trace *trace)
{
	assert_int_equal(trace->n, 1);
	assert_false(trace->meta.partial);
	assert_int_equal(trace->meta.schema_version, 1);
	assert_int_equal(trace->meta.rank, 3);
	assert_string_equal(trace->meta.trace_name, "x");
}

static void
long_metadata_before_the_events_is_passed(void **state)
{
	(void)state;
	for (size_t i = 0; i < MEMBERS; i += support_every()) {
		struct buffer text = {0};
		struct trace *trace;

		assert_true(buffer_add_text(&text, "{\"schemaVersion\": 1, "));
		add_filled(&text, members[i].open, members[i].unit, "");	/* more than is read at a time */
		add_filled(&text, "", members[i].unit, members[i].close);
		assert_true(buffer_add_text(&text, ", \"distributedInfo\": {\"rank\": 3}, \"traceEvents\": ["
			"{\"ph\": \"X\", \"name\": \"e\", \"cat\": \"cpu_op\", \"ts\": 1, \"dur\": 1}], "
			"\"traceName\": \"x\"}"));
		trace = support_load(&text, FORM_PLAIN, 2);
		support_assert_warnings(trace, WARN_LONG_METADATA, WARNINGS);
		assert_int_equal(trace->warnings[WARN_LONG_METADATA].offset, 21);
		assert_whole(trace);
		trace_free(trace);
		buffer_free(&text);
	}
}

static void
start_of_trace(struct buffer *text)
{
	assert_true(buffer_add_text(text, "{\"schemaVersion\": 1, \"distributedInfo\": {\"rank\": 3}, \"traceEvents\": ["
		"{\"ph\": \"X\", \"name\": \"e\", \"cat\": \"cpu_op\", \"ts\": 1, \"dur\": 1}]"));
}

static void
long_metadata_behind_the_events_is_passed(void **state)
{
	(void)state;
	for (size_t i = 0; i < MEMBERS; i += support_every()) {
		struct buffer text = {0};
		struct trace *trace;

		start_of_trace(&text);
		for (unsigned k = 0; k < (i ? 1 : 4); k++) {
			assert_true(buffer_add_text(&text, ",\n"));
			add_filled(&text, members[i].open, members[i].unit, members[i].close);
		}
		assert_true(buffer_add_text(&text, ",\n\"traceName\": \"x\"}\n"));
		trace = i % 3 ? support_load(&text, FORM_PLAIN, 2) : load_twice(&text);
		support_assert_warnings(trace, WARN_LONG_METADATA, WARNINGS);
		assert_int_equal(trace->warnings[WARN_LONG_METADATA].count, i ? 1 : 4);
		assert_whole(trace);
		trace_free(trace);
		buffer_free(&text);
	}
}

/* More than 64 MB: the first of them are kept, and the document's end is found. */
static void
much_metadata_is_no_cut_file(void **state)
{
	struct buffer text = {0};
	struct trace *trace;
	uint64_t kept;

	(void)state;
	start_of_trace(&text);
	assert_true(buffer_add_text(&text, ", \"traceName\": \"x\""));
	for (unsigned i = 0; i < 800; i++)
		assert_true(buffer_printf(&text, ", \"m%u\": \"%0100000u\"", i, i));
	assert_true(buffer_add_text(&text, "}\n"));
	trace = load_twice(&text);
	support_assert_warnings(trace, WARN_LONG_METADATA, WARNINGS);
	assert_whole(trace);
	kept = 803 - trace->warnings[WARN_LONG_METADATA].count;
	assert_int_equal(trace->meta.n_keys, kept);
	assert_in_range(kept, 600, 700);
	assert_int_equal(atoi(trace->meta.keys[kept - 1] + 1) + 1, atoi(trace->warnings[WARN_LONG_METADATA].detail + 1));
	trace_free(trace);
	buffer_free(&text);
}

/* Of what follows the document, all is counted and nothing is kept. */
static void
what_follows_is_counted(void **state)
{
	struct buffer text = {0};
	struct trace *trace;
	size_t end;

	(void)state;
	start_of_trace(&text);
	assert_true(buffer_add_text(&text, ", \"traceName\": \"x\"}\n"));
	for (unsigned i = 0; i < 4; i++)
		add_filled(&text, "", " \n", "");
	trace = support_load(&text, FORM_PLAIN, 2);
	support_assert_warnings(trace, WARNINGS);
	assert_whole(trace);
	trace_free(trace);
	end = text.len;
	for (unsigned i = 0; i < 4; i++)
		add_filled(&text, "", "garbage ", "");
	trace = load_twice(&text);
	support_assert_warnings(trace, WARN_TRAILING, WARNINGS);
	assert_int_equal(trace->warnings[WARN_TRAILING].offset, end);
	assert_int_equal(trace->warnings[WARN_TRAILING].amount, text.len - end);
	assert_whole(trace);
	trace_free(trace);
	buffer_free(&text);
}

/* A long member that is damaged: the next line's member is found, and the events. */
static void
damaged_metadata_hides_no_events(void **state)
{
	static const char event[] = "{\"ph\": \"X\", \"name\": \"e\", \"cat\": \"cpu_op\", \"ts\": 1, \"dur\": 1}";
	static const char *const closes[] = {"", "", "}", "\""};

	(void)state;
	for (size_t i = 0; i < sizeof(closes) / sizeof(*closes); i += support_every()) {
		struct buffer text = {0};
		struct trace *trace;

		assert_true(buffer_add_text(&text, "{\"schemaVersion\": 1, "));
		add_filled(&text, i == 1 ? "\"long\": \"" : "\"long\": [", "1, ", closes[i]);
		assert_true(buffer_printf(&text, ",\n\"distributedInfo\": {\"rank\": 3},\n\"traceEvents\": [%s", event));
		while (text.len < 3 * KEPT)
			assert_true(buffer_printf(&text, ", %s", event));
		assert_true(buffer_add_text(&text, "], \"traceName\": \"x\"}"));
		trace = support_load(&text, FORM_PLAIN, 2);
		support_assert_warnings(trace, WARN_METADATA, WARNINGS);
		assert_true(trace->n > 100000);
		assert_false(trace->meta.partial);
		assert_string_equal(trace->meta.trace_name, "x");
		trace_free(trace);
		buffer_free(&text);
	}
}

static void
a_file_cut_in_long_metadata_says_so(void **state)
{
	struct buffer text = {0};
	struct trace *trace;
	struct error err;

	(void)state;
	start_of_trace(&text);
	add_filled(&text, ", \"traceName\": \"x\", \"long\": [", "1, ", "");
	trace = load_twice(&text);
	support_assert_warnings(trace, WARN_TRUNCATED, WARNINGS);
	assert_int_equal(trace->n, 1);
	trace_free(trace);
	buffer_clear(&text);
	add_filled(&text, "{\"long\": [", "1, ", "");
	assert_int_equal(support_try(&trace, &text, FORM_PLAIN, 2, &err), -1);
	assert_string_equal(err.message, "is no trace, or cut before its events: no traceEvents; found nothing");
	buffer_free(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_passed_as_the_whole),
		cmocka_unit_test(long_names_are_cut_between_characters),
		cmocka_unit_test(other_long_values_are_left_out),
		cmocka_unit_test(a_lost_bracket_hides_no_events),
		cmocka_unit_test(a_file_cut_in_a_long_value_says_so),
		cmocka_unit_test(long_metadata_before_the_events_is_passed),
		cmocka_unit_test(long_metadata_behind_the_events_is_passed),
		cmocka_unit_test(much_metadata_is_no_cut_file),
		cmocka_unit_test(what_follows_is_counted),
		cmocka_unit_test(damaged_metadata_hides_no_events),
		cmocka_unit_test(a_file_cut_in_long_metadata_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
