/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members are told by what stood there before only where the very same bytes stand there again. */
#include "trace/scan_priv.h"
#include "trace_support.h"
#include <stdio.h>
#include <string.h>

static struct trace *
load(struct buffer *text)
{
	struct trace *trace;

	assert_true(buffer_add_text(text, "]"));
	trace = support_load(text, FORM_PLAIN, 2);
	buffer_free(text);
	return trace;
}

/* Keys that share their beginnings, in ever other orders and with other blanks, more than are kept. */
static void
many_shapes_are_read_as_few_are(void **state)
{
	static const char *const blanks[] = {"", " ", "\n  ", "\t", "  \n    \n  "};
	struct buffer text = {0};
	struct trace *trace;

	(void)state;
	buffer_add_text(&text, "[");
	for (int i = 0; i < 2000; i++) {
		const char *blank = blanks[i % 5], *colon = blanks[i / 5 % 3];

		buffer_printf(&text, "%s{%s\"ph\":%s\"X\",%s\"dur%d\"%s:[1,{\"dur\":7}]%s,\"dur\": %d,%s\"durx\":\"}\",\"name\"%s:\"n%d\"",
			i ? "," : "", blank, colon, blank, i % 700, colon, blank, i % 90, blank, colon, i);
		if (i % 3)
			buffer_printf(&text, ",%s\"cat\":%s\"kernel\"", blank, colon);
		buffer_printf(&text, ",%s\"ts\":%s%d%s%s}", blank, colon, 10 * i, i % 4 ? "" : ",", blank);
	}
	trace = load(&text);
	assert_int_equal(trace->n, 2000);
	for (uint32_t i = 0; i < trace->n; i++) {
		char name[16];

		snprintf(name, sizeof(name), "n%u", i);
		assert_string_equal(trace_name(trace, i), name);
		assert_int_equal(trace->ts[i], INT64_C(10000) * i);
		assert_int_equal(trace->dur[i], INT64_C(1000) * (i % 90));
		assert_int_equal(trace->kind[i], i % 3 ? EVENT_KERNEL : EVENT_OTHER);
	}
	assert_int_equal(support_warned(trace, WARN_DAMAGED), 0);
	trace_free(trace);
}

/* Pieces around the most bytes that are kept, and keys that differ behind them. */
static void
long_keys_are_told_apart(void **state)
{
	struct buffer text = {0};
	struct trace *trace;
	uint32_t i = 0;

	(void)state;
	buffer_add_text(&text, "[");
	for (int round = 0; round < 3; round++)
		for (int len = 20; len < 45; len++)
			for (int last = 'a'; last < 'c'; last++, i++)
				buffer_printf(&text, "%s{\"ph\":\"X\",\"name\":\"x\",\"%.*s%c\":\"ts\",\"ts\":%u,\"dur\":1}", i ? "," : "",
					len, "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk", last, i);
	trace = load(&text);
	assert_int_equal(trace->n, i);
	while (i-- > 0)
		assert_int_equal(trace->ts[i], INT64_C(1000) * i);
	trace_free(trace);
}

/* A piece is not the beginning of a longer one. */
static void
blanks_behind_a_colon_come_and_go(void **state)
{
	static const char *const blanks[] = {"", " ", "", "  ", "\n ", " "};
	struct buffer text = {0};
	struct trace *trace;

	(void)state;
	buffer_add_text(&text, "[");
	for (int i = 0; i < 60; i++)
		buffer_printf(&text, "%s{\"ph\":\"X\",\"ts\":%s%d,\"name\":%s\"n\",\"dur\":%s%d}", i ? "," : "", blanks[i % 6], i,
			blanks[i / 6 % 6], blanks[i / 2 % 6], i + 1);
	trace = load(&text);
	assert_int_equal(trace->n, 60);
	for (uint32_t i = 0; i < trace->n; i++) {
		assert_string_equal(trace_name(trace, i), "n");
		assert_int_equal(trace->ts[i], INT64_C(1000) * i);
		assert_int_equal(trace->dur[i], INT64_C(1000) * (i + 1));
	}
	trace_free(trace);
}

/* The same piece in an event and in its args means two things. */
static void
a_name_in_the_args_is_no_name(void **state)
{
	struct buffer text = {0};
	struct trace *trace;

	(void)state;
	buffer_add_text(&text, "[");
	for (int i = 0; i < 50; i++)
		buffer_printf(&text, "%s{\"name\":\"op%d\",\"ph\":\"X\",\"ts\":%d,\"dur\":1,\"cat\":\"cpu_op\","
			"\"args\":{\"name\":\"no%d\",\"dur\":99,\"ts\":5}}", i ? "," : "", i, i, i);
	trace = load(&text);
	assert_int_equal(trace->n, 50);
	for (uint32_t i = 0; i < trace->n; i++) {
		char name[16];

		snprintf(name, sizeof(name), "op%u", i);
		assert_string_equal(trace_name(trace, i), name);
		assert_int_equal(trace->dur[i], 1000);
	}
	trace_free(trace);
}

/* A key with an escape or a raw control byte is odd each time it comes. */
static void
odd_keys_stay_odd(void **state)
{
	struct buffer text = {0};
	struct trace *trace;

	(void)state;
	buffer_add_text(&text, "[");
	for (int i = 0; i < 40; i++)
		buffer_printf(&text, "%s{\"ph\":\"X\",\"a\\qb\":1,\"c\001d\":2,\"name\":\"n\",\"ts\":%d,\"dur\":1}", i ? "," : "", i);
	trace = load(&text);
	assert_int_equal(trace->n, 40);
	assert_int_equal(support_warned(trace, WARN_ESCAPE), 40);
	assert_int_equal(support_warned(trace, WARN_CONTROL), 40);
	trace_free(trace);
}

/* What a scanner numbers goes behind what the batch holds, and there is room for both. */
static void
batches_are_added_to(void **state)
{
	struct scanner scanner;
	struct batch batch = {0};

	(void)state;
	assert_int_equal(scanner_init(&scanner), 0);
	for (int part = 1; part <= 4; part++) {
		struct buffer text = {0};
		size_t used, len;

		for (int i = 0; i < 1000; i++)
			buffer_printf(&text, "%s{\"ph\":\"X\",\"name\":\"n%d\",\"pid\":%d,\"tid\":1,\"ts\":1,\"dur\":1}",
				i ? "," : "", part * 1000 + i, part * 1000 + i);
		len = text.len;
		assert_true(buffer_add(&text, (const char[LEX_PAD]){0}, LEX_PAD));
		assert_int_equal(scan_elements(&scanner, text.data, len, 0, &batch, &used), SCAN_CLEAN);
		assert_int_equal(batch.n_tracks, part * 1000);
		assert_true(batch.n_tracks <= batch.cap_tracks && batch.n_strings <= batch.cap_strings);
		buffer_free(&text);
	}
	assert_int_equal(batch.strings[batch.n_strings - 1].len, 5);
	assert_memory_equal(batch.strings[batch.n_strings - 1].text, "n4999", 5);
	batch_free(&batch);
	scanner_free(&scanner);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_shapes_are_read_as_few_are),
		cmocka_unit_test(long_keys_are_told_apart),
		cmocka_unit_test(blanks_behind_a_colon_come_and_go),
		cmocka_unit_test(a_name_in_the_args_is_no_name),
		cmocka_unit_test(odd_keys_stay_odd),
		cmocka_unit_test(batches_are_added_to),
	};

	return cmocka_run_group_tests_name("shapes of events", tests, NULL, NULL);
}
