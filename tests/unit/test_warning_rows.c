/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings as a table: a row a kind that was raised, its cells, and what is told of every kind. */
#include "trace_support.h"

#include "analysis/warning_rows.h"
#include <string.h>

static struct trace *
load(const char *text)
{
	struct buffer buffer = {0};
	struct trace *trace;

	assert_true(buffer_add_text(&buffer, text));
	trace = support_load(&buffer, FORM_PLAIN, 1);
	buffer_free(&buffer);
	return trace;
}

static void
expect(const struct table *table, uint32_t row, const char *column, const char *expected)
{
	int at = table_find_column(table, column);
	char out[32];

	assert_true(at >= 0 && row < table->n_rows);
	assert_string_equal(table_cell_text(table, row, (uint32_t)at, out), expected);
}

/* Elements at bytes 16, 18 and 20 are no events; event 3, at byte 22, has no time. */
static void
rows(void **state)
{
	struct trace *trace = load("{\"traceEvents\":[1,2,3,{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"a\",\"pid\":1,\"tid\":1,"
		"\"dur\":2},{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":2}]}");
	struct table *table = table_new("warnings", "Warnings");
	struct error err;

	(void)state;
	assert_int_equal(warnings_fill(table, trace, &err), 0);
	assert_int_equal(table->n_rows, 2);
	expect(table, 0, "id", "not_object");
	expect(table, 0, "count", "3");
	expect(table, 0, "event", "0");
	expect(table, 0, "offset", "16");
	expect(table, 0, "effect", "harmless");
	expect(table, 0, "text", "3 elements skipped that are no events, first at byte 16 (event 0)");
	expect(table, 1, "id", "no_time");
	expect(table, 1, "count", "1");
	expect(table, 1, "event", "3");
	expect(table, 1, "offset", "22");
	expect(table, 1, "effect", "lost");
	table_free(table);
	trace_free(trace);
}

static void
no_place_is_an_empty_cell(void **state)
{
	struct trace *trace = load("{\"traceEvents\":[]}");
	struct table *table = table_new("warnings", "Warnings");
	struct error err;

	(void)state;
	assert_int_equal(warnings_fill(table, trace, &err), 0);
	assert_int_equal(table->n_rows, 1);
	expect(table, 0, "id", "no_events");
	expect(table, 0, "event", "");
	expect(table, 0, "offset", "");
	table_free(table);
	trace_free(trace);
}

static void
every_kind_is_explained(void **state)
{
	(void)state;
	for (unsigned kind = 0; kind < WARNINGS; kind++) {
		const struct warning_about *about = &warnings_about[kind];

		if (!about->effect || !about->means || !about->advice)
			fail_msg("nothing is told of %s", warning_id((enum warning_kind)kind));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows),
		cmocka_unit_test(no_place_is_an_empty_cell),
		cmocka_unit_test(every_kind_is_explained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
