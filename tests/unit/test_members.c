/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of more members than are kept while loading: what is taken of them is what is taken of small ones. */
#include "trace_support.h"
#include "trace/left_priv.h"
#include "tui/event_lines.h"

#include <stdio.h>
#include <string.h>

#define KEPT ((size_t)32 << 20)

/* --- thinned at every byte --------------------------------------------------------- */

/* @, ~, #: members that nothing is taken from, before others, behind others, alone */
static const char *const events[] = {
	"{@\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"n\\u00e9\", @\"pid\": 1, \"tid\": \"t\", \"ts\": 5.25, \"dur\": 2, "
	"\"args\": {@\"External id\": 7, @\"Input Dims\": [[1, 2], []], @\"Input type\": [\"float\", \"\"], \"x\": {\"a\": 1}~}~}",
	"{\"args\" : {\"correlation\": 1, @\"stream\": 3, \"device\": 0, @\"correlation\": 9~ }\n,\n\"ph\": \"X\", @"
	"\"cat\": \"kernel\", \"name\": \"first\", @\"name\": \"last\", \"ts\": \"8\", \"dur\": 3, \"pid\": 0, \"tid\": 7}",
	"{\"args\": {@\"stream\": 1}, @\"args\": 5, \"args\": {@\"device\": 2, \"correlation\": 4}, @\"args\": {}, \"ts\": 1, "
	"\"cat\": \"gpu_memcpy\", \"ph\": \"X\", \"name\": \"c\", \"dur\": 1, @\"args\": {\"bytes\": 9}, \"pid\": 1}",
	"{@\"ts\": nan, \"ph\": \"X\", \"name\": \"\\q\", \"args\": {#}, \"cat\": \"cpu_op\", @\"dur\": -1}",
};

static const char *const fillings[] = {
	"\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\": 1",
	"\"a\\\"{\": [1, {\"b\": \"]\"}, \"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccc\"]",
	"\"odd\\x\": \"\\y \x02 zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\"",
	"\"odd\": wrong, \"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\": ",
};

static void
fill(struct buffer *text, const char *event, const char *filling)
{
	for (; *event; event++) {
		bool filled = strchr("@~#", *event) != NULL;

		assert_true(buffer_add_text(text, *event == '~' ? ", " : "") && buffer_add(text, filled ? filling : event,
			filled ? strlen(filling) : 1) && buffer_add_text(text, *event == '@' ? ", " : ""));
	}
}

static void
scan(struct left *left, struct scanner *scanner, struct batch *batch)
{
	size_t used;

	assert_int_equal(scanner_init(scanner), 0);
	*batch = (struct batch){0};
	scanner->gaps = left->gaps;
	scanner->n_gaps = left->n_gaps;
	assert_int_equal(scan_elements(scanner, left->text.data, left->text.len, left->offset, batch, &used), SCAN_CLEAN);
	assert_int_equal(batch->n_events, 2);
}

static void
assert_same_text(const struct scanner *a, const struct scanner *b, uint32_t one, uint32_t other)
{
	assert_string_equal(intern_text(&a->strings, one), intern_text(&b->strings, other));
}

static void
assert_same(const struct scanner *s, const struct batch *a, const struct scanner *t, const struct batch *b)
{
	assert_int_equal(a->n_gpus, b->n_gpus);
	assert_int_equal(a->n_copies, b->n_copies);
	assert_int_equal(a->n_damages, b->n_damages);
	assert_int_equal(s->strings.n, t->strings.n);
	assert_int_equal(s->n_tracks, t->n_tracks);
	for (size_t i = 0; i < a->n_events; i++) {
		const struct raw_event *one = &a->events[i], *other = &b->events[i];

		assert_int_equal(one->offset, other->offset);
		assert_int_equal(one->ts, other->ts);
		assert_int_equal(one->dur, other->dur);
		assert_int_equal(one->link, other->link);
		assert_int_equal(one->kind, other->kind);
		assert_int_equal(one->flags, other->flags);
		assert_int_equal(one->marks & ~LEX_ESCAPED, other->marks & ~LEX_ESCAPED);
		assert_int_equal(one->track, other->track);
		assert_int_equal(one->signature, other->signature);
		assert_same_text(s, t, one->name, other->name);
		assert_same_text(s, t, one->category, other->category);
	}
	for (size_t i = 0; i < a->n_gpus; i++) {
		assert_int_equal(a->gpus[i].stream, b->gpus[i].stream);
		assert_int_equal(a->gpus[i].device, b->gpus[i].device);
	}
}

/* True: it became shorter. */
static bool
thin_at(const struct buffer *text, size_t cut, const struct scanner *whole, const struct batch *expected)
{
	struct left left = {0};
	struct scanner scanner;
	struct batch batch;
	size_t len;

	assert_true(left_begin(&left, text->data, cut, 1000));
	assert_true(left_thin(&left, &whole->index));
	len = left.text.len;
	assert_int_equal(left_offset(&left, len), 1000 + cut);
	assert_true(left_add(&left, text->data + cut, text->len - cut));
	scan(&left, &scanner, &batch);
	assert_same(whole, expected, &scanner, &batch);
	batch_free(&batch);
	scanner_free(&scanner);
	left_free(&left);
	return len < cut;
}

static void
thin_event(const char *event, const char *filling)
{
	struct buffer text = {0};
	struct left left = {0};
	struct scanner whole;
	struct batch expected;
	size_t len, thinned = 0;

	fill(&text, event, filling);
	len = text.len;
	assert_true(buffer_add_text(&text, ", {\"ph\": \"X\", \"name\": \"next\", \"ts\": 9, \"dur\": 1}"));
	assert_true(left_begin(&left, text.data, text.len, 1000));
	scan(&left, &whole, &expected);
	for (size_t cut = 1; cut < len; cut++)
		thinned += thin_at(&text, cut, &whole, &expected);
	assert_in_range(thinned, len / 8, len);
	batch_free(&expected);
	scanner_free(&whole);
	left_free(&left);
	buffer_free(&text);
}

static void
a_thinned_event_reads_as_before(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++)
		for (size_t f = 0; f < sizeof(fillings) / sizeof(*fillings); f++)
			thin_event(events[i], fillings[f]);
}

/* --- whole files ------------------------------------------------------------------- */

static void
add_members(struct buffer *text, size_t bytes, const char *member)
{
	for (size_t end = text->len + bytes; text->len < end;)
		assert_true(buffer_add_text(text, member));
}

static void
add_event(struct buffer *text, size_t before, size_t in_args, size_t behind, const char *member)
{
	assert_true(buffer_add_text(text, "{\"ph\": \"X\", \"ts\": 1.5, \"pid\": 7, "));
	add_members(text, before, member);
	assert_true(buffer_add_text(text, "\"name\": \"first\", \"cat\": \"kernel\", \"args\": {\"stream\": 3, \"device\": 1, "));
	add_members(text, in_args, member);
	assert_true(buffer_add_text(text, "\"correlation\": 9}, "));
	add_members(text, behind, member);
	assert_true(buffer_add_text(text, "\"tid\": 8, \"dur\": 2}"));
}

static void
assert_event(const struct trace *trace, uint32_t event)
{
	const struct trace_gpu *gpu = &trace->gpus[trace->aux[event]];

	assert_string_equal(trace_name(trace, event), "first");
	assert_int_equal(trace->kind[event], EVENT_KERNEL);
	assert_int_equal(trace->dur[event], 2000);
	assert_int_equal(trace->link[event], 9);
	assert_int_equal(gpu->stream, 3);
	assert_int_equal(gpu->device, 1);
	assert_int_equal(trace->processes[trace->tracks[trace->track[event]].process].number, 7);
	assert_int_equal(trace->tracks[trace->track[event]].number, 8);
}

static const struct {
	size_t before, in_args, behind;
	const char *member;
} many[] = {
	{0, KEPT + KEPT / 2, 0, "\"m5\": 5, "}, {KEPT + KEPT / 8, 0, 0, "\"m5\":5,"},
	{0, 0, 3 * KEPT, "\"m5\": [5, {\"}\": \"]\"}],\n"}, {KEPT, KEPT, KEPT, "\"m5\\\"\": \"5\", "},
	{KEPT / 2, KEPT / 2 - (1 << 20), 0, "\"m5\": 5, "}, {0, KEPT + KEPT / 2, 0, "\"correlation\": 5, \"m5\": 0, "},
};

static void
events_of_many_members_are_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(many) / sizeof(*many); i += support_every()) {
		struct buffer text = {0};
		struct trace *one, *two;

		assert_true(buffer_add_text(&text, "["));
		add_event(&text, 0, 0, 0, "");
		assert_true(buffer_add_text(&text, ",\n"));
		add_event(&text, many[i].before, many[i].in_args, many[i].behind, many[i].member);
		assert_true(buffer_add_text(&text, ",\n"));
		add_event(&text, 0, 0, 0, "");
		assert_true(buffer_add_text(&text, "]"));
		one = support_load(&text, FORM_PLAIN, 1);
		two = support_load(&text, i ? FORM_PLAIN : FORM_PIPE_GZIP, 2);
		support_assert_same(one, two);
		support_assert_warnings(one, WARNINGS);
		assert_int_equal(one->n, 3);
		for (uint32_t event = 0; event < 3; event++)
			assert_event(one, event);
		assert_int_equal(text.data[one->offset[2]], '{');
		assert_int_equal(text.data[one->offset[2] - 1], '\n');
		trace_free(one);
		trace_free(two);
		buffer_free(&text);
	}
}

/* Of the whole members before a long value nothing is lost, nor is its place. */
static void
a_long_value_behind_many_members_is_left_out(void **state)
{
	struct buffer text = {0};
	struct trace *trace;
	size_t at;

	(void)state;
	assert_true(buffer_add_text(&text, "[{\"ph\": \"X\", \"ts\": 1.5, \"pid\": 7, \"cat\": \"kernel\", \"args\": {\"stream\": 3, "));
	add_members(&text, KEPT + KEPT / 2, "\"m5\": 5, ");
	assert_true(buffer_add_text(&text, "\"device\": 1, \"correlation\": 9, \"long\": "));
	at = text.len;
	assert_true(buffer_add_text(&text, "["));
	add_members(&text, KEPT, "5, 5,");
	assert_true(buffer_add_text(&text, "0]}, \"name\": \"first\", \"tid\": 8, \"dur\": 2}]"));
	trace = support_load(&text, FORM_PLAIN, 2);
	assert_int_equal(trace->n, 1);
	assert_event(trace, 0);
	assert_int_equal(trace->warnings[WARN_LONG].count, 1);
	assert_int_equal(trace->warnings[WARN_LONG].offset, at);
	trace_free(trace);
	buffer_free(&text);
}

/* --- read again -------------------------------------------------------------------- */

/* How many rows its arguments have; a text is among them, unless it is NULL. */
static size_t
rows_of_args(const struct buffer *text, const char *among)
{
	struct trace *trace = support_load(text, FORM_PLAIN, 1);
	struct lines lines = {0};
	struct buffer event = {0};
	size_t rows;

	lines_clear(&lines);
	event_args(&lines, trace, 0, &event, 100, true);
	assert_int_equal(strstr(lines.text.data, among ? among : "bytes more") != NULL, among != NULL);
	rows = lines.n_rows;
	lines_free(&lines);
	buffer_free(&event);
	trace_free(trace);
	return rows;
}

static size_t
rows_of(size_t before, size_t in_args, const char *among)
{
	struct buffer text = {0};
	size_t rows;

	assert_true(buffer_add_text(&text, "[{\"ph\": \"X\", \"ts\": 1, \"cat\": \"cpu_op\", "));
	add_members(&text, before, "\"m\": 5, ");
	assert_true(buffer_add_text(&text, "\"args\": {"));
	add_members(&text, in_args, "\"m\": 5, ");
	assert_true(buffer_add_text(&text, "\"z\": 1}, \"dur\": 1}]"));
	rows = rows_of_args(&text, among);
	buffer_free(&text);
	return rows;
}

static void
many_arguments_are_shown_in_part(void **state)
{
	size_t few = rows_of(0, 8 * 9, NULL);

	(void)state;
	assert_int_equal(rows_of(0, 8 * 999, NULL), few + 990);
	/* of 1501 without the first 1000: a comma and a blank, 500 times eight bytes, and the last with its brace */
	assert_int_equal(rows_of(0, 8 * 1500, "(4,009 bytes more)"), few + 991);
	assert_int_equal(rows_of(0, 3 * KEPT, "(over 67,"), few + 991);
	rows_of(2 * KEPT, 0, "not among the event's first 64 MB");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thinned_event_reads_as_before),
		cmocka_unit_test(events_of_many_members_are_read),
		cmocka_unit_test(a_long_value_behind_many_members_is_left_out),
		cmocka_unit_test(many_arguments_are_shown_in_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
