/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is counted in 32 bits or fewer: one more than fits is an error that says so, or is told apart no more; nothing wraps. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buffer.h"
#include "base/hash.h"
#include "table/table.h"
#include "trace/load_priv.h"
#include "trace/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char path[] = "limits.tmp";

/* A trace of n operators, a microsecond each; each in a category of its own where wanted. */
static void
write_trace(unsigned n, bool categories)
{
	FILE *file = fopen(path, "w");
	char category[32] = "cpu_op";

	assert_non_null(file);
	fputs("{\"traceEvents\":[\n", file);
	for (unsigned i = 0; i < n; i++) {
		if (categories)
			snprintf(category, sizeof(category), "kind %u", i);
		fprintf(file, "%s{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":1}",
			i ? ",\n" : "", category, i);
	}
	fputs("\n]}\n", file);
	assert_int_equal(fclose(file), 0);
}

static void
as_many_events_as_there_are_numbers(void **state)
{
	struct trace_options options = {.most_events = 1000};
	struct trace *trace;
	struct error err;

	(void)state;
	for (options.threads = 1; options.threads <= 2; options.threads++) {
		write_trace(1000, false);
		assert_int_equal(trace_open(&trace, path, &options, &err), 0);
		assert_int_equal(trace->n, 1000);
		trace_free(trace);
		write_trace(1001, false);
		assert_int_equal(trace_open(&trace, path, &options, &err), -1);
		assert_null(trace);
		assert_string_equal(err.message, "more than 1,000 events");
		/* Of the first that has no number: 17 bytes, then 1000 lines of 68 and the digits of their times. */
		assert_int_equal(err.offset, 17 + 1000 * 68 + 10 + 90 * 2 + 900 * 3);
	}
	unlink(path);
}

static void
more_categories_than_16_bits_number_share_the_last(void **state)
{
	enum { N = 70000 };
	struct trace *trace;
	struct error err;

	(void)state;
	write_trace(N, true);
	assert_int_equal(trace_open(&trace, path, NULL, &err), 0);
	unlink(path);
	assert_int_equal(trace->n, N);
	assert_int_equal(trace->n_categories, UINT16_MAX);
	assert_string_equal(trace_string(trace, trace->categories[trace->category[0]].name), "kind 0");
	assert_string_equal(trace_string(trace, trace->categories[trace->category[60000]].name), "kind 60000");
	assert_int_equal(trace->category[N - 1], UINT16_MAX - 1);
	assert_int_equal(trace->category[N - 2], trace->category[N - 1]);
	trace_free(trace);
}

static void
a_table_has_no_more_rows_than_numbers(void **state)
{
	static const struct column_def column = {.id = "n", .title = "n", .type = CELL_INT};
	struct table *table = table_new("t", "T");

	(void)state;
	assert_int_equal(table_add_column(table, &column), 0);
	assert_int_equal(table_add_row(table), 0);
	assert_int_equal(table_add_rows(table, UINT32_MAX), -1);
	assert_int_equal(table_add_rows(table, UINT32_MAX - 1), -1);
	assert_int_equal(table->n_rows, 1);
	assert_int_equal(table_add_row(table), 1);
	table_free(table);
}

/* Digits of a rank are read up to the end of the name, and no further: behind it is no memory. */
static void
ranks_end_where_names_do(void **state)
{
	static const struct {
		const char *name;
		int64_t rank;
	} cases[] = {
		{"x-rank0", 0}, {"rank[7", 7}, {"rank", TRACE_NO_NUMBER}, {"rank9223372036854775807", INT64_MAX},
		{"rank9223372036854775808", TRACE_NO_NUMBER}, {"rank12/x", TRACE_NO_NUMBER}, {"rank-rank_3", 3},
	};
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_true(pages != MAP_FAILED);
	assert_int_equal(mprotect(pages + page, page, PROT_NONE), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		size_t bytes = strlen(cases[i].name) + 1;

		memcpy(pages + page - bytes, cases[i].name, bytes);
		assert_int_equal(rank_from_name(pages + page - bytes), cases[i].rank);
	}
	munmap(pages, 2 * page);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_many_events_as_there_are_numbers),
		cmocka_unit_test(more_categories_than_16_bits_number_share_the_last),
		cmocka_unit_test(a_table_has_no_more_rows_than_numbers),
		cmocka_unit_test(ranks_end_where_names_do),
	};

	hash_seed_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
