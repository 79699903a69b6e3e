/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All sheets at once are the sheets one by one; CSV files take their names together. */
#include "trace_support.h"

#include "analysis/build.h"
#include "report/folder.h"
#include "report/write.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct sample {
	struct trace *trace;
	struct tree *tree;
	struct analysis *analysis;
};

static void
sample_open(struct sample *sample)
{
	struct analysis_options options;
	const char *source = getenv("SRCDIR");
	char path[4096];
	struct error err;

	snprintf(path, sizeof(path), "%s/data/sample.json.gz", source ? source : ".");
	analysis_options_init(&options);
	assert_int_equal(trace_open(&sample->trace, path, NULL, &err), 0);
	assert_int_equal(tree_build(&sample->tree, sample->trace, &err), 0);
	assert_int_equal(analysis_new(&sample->analysis, sample->trace, sample->tree, &options, &err), 0);
}

static void
sample_close(struct sample *sample)
{
	analysis_free(sample->analysis);
	tree_free(sample->tree);
	trace_free(sample->trace);
}

static char *
csv_of(const struct table *table)
{
	struct table_view view = table_view_all(table);
	struct buffer text = {0};
	struct output *output;
	struct error err;

	assert_int_equal(output_open_buffer(&output, &text, &err), 0);
	write_csv(output, &view);
	assert_int_equal(output_close(output, &err), 0);
	return text.data;
}

struct seen {
	pthread_mutex_t lock;
	unsigned n;
};

static int
count_table(void *data, const struct table *table, struct error *err)
{
	struct seen *seen = data;

	(void)table;
	(void)err;
	pthread_mutex_lock(&seen->lock);
	seen->n++;
	pthread_mutex_unlock(&seen->lock);
	return 0;
}

static void
sheets_side_by_side_are_those_built_one_by_one(void **state)
{
	struct table **built = calloc(sheets_count, sizeof(*built));
	struct seen seen = {.lock = PTHREAD_MUTEX_INITIALIZER};
	bool *wanted = calloc(sheets_count, sizeof(*wanted));
	struct build_request request = {.wanted = wanted, .made = count_table, .data = &seen};
	struct sample together, alone;
	struct error err;
	unsigned there = 0;

	(void)state;
	sample_open(&together);
	sample_open(&alone);
	for (uint32_t i = 0; i < sheets_count; i++)
		wanted[i] = true;
	assert_int_equal(build_sheets(together.analysis, &request, built, &err), 0);
	for (uint32_t i = 0; i < sheets_count; i++) {
		struct table *table;

		assert_int_equal(sheet_build(alone.analysis, &sheets[i], &table, &err), 0);
		assert_int_equal(!built[i], sheet_is_omitted(&sheets[i], table));
		if (built[i]) {
			char *one = csv_of(table), *other = csv_of(built[i]);

			assert_string_equal(one, other);
			free(one);
			free(other);
			there++;
		}
		table_free(table);
		table_free(built[i]);
	}
	assert_int_equal(seen.n, there);
	assert_true(there > 15);
	free(built);
	free(wanted);
	sample_close(&together);
	sample_close(&alone);
}

static int
fail_at_idle(void *data, const struct table *table, struct error *err)
{
	(void)data;
	return strcmp(table->id, "idle_causes") ? 0 : error_set(err, "no room for %s", table->id);
}

static void
what_fails_beside_is_told(void **state)
{
	struct table **built = calloc(sheets_count, sizeof(*built));
	struct build_request request = {.made = fail_at_idle};
	struct sample sample;
	struct error err;

	(void)state;
	sample_open(&sample);
	assert_int_equal(build_sheets(sample.analysis, &request, built, &err), -1);
	assert_string_equal(err.message, "no room for idle_causes");
	for (uint32_t i = 0; i < sheets_count; i++)
		assert_true(!built[i] || !(sheets[i].flags & SHEET_OVERLAP));	/* only where asked for */
	for (uint32_t i = 0; i < sheets_count; i++)
		table_free(built[i]);
	free(built);
	sample_close(&sample);
}

/* --- the folder ----------------------------------------------------------------- */

static const struct column_def number = {"number", "number", CELL_INT, UNIT_NONE, 0, 0, NULL};

static struct table *
table_named(const char *id, int64_t value)
{
	struct table *table = table_new(id, id);

	assert_int_equal(table_add_column(table, &number), 0);
	assert_int_equal(table_add_row(table), 0);
	table_set_int(table, 0, 0, value);
	return table;
}

static void
add_number(struct folder *folder, const char *id, int64_t value)
{
	struct table *table = table_named(id, value);
	struct error err;

	assert_int_equal(folder_add(folder, table, &err), 0);
	table_free(table);
}

static void
assert_file(const char *path, const char *wanted)
{
	char text[64] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
	fclose(file);
	assert_string_equal(text, wanted);
}

static void
older_files_stay_until_all_are_there(void **state)
{
	char path[] = "/tmp/test_build.XXXXXX";
	struct folder *folder;
	struct error err;

	(void)state;
	assert_non_null(mkdtemp(path));
	assert_int_equal(folder_open(&folder, path, &err), 0);
	add_number(folder, "a", 1);
	assert_int_equal(folder_close(folder, &err), 0);
	assert_int_equal(chdir(path), 0);
	assert_file("a.csv", "number\n1\n");

	assert_int_equal(folder_open(&folder, path, &err), 0);
	add_number(folder, "a", 2);
	add_number(folder, "b", 3);
	assert_file("a.csv", "number\n1\n");
	assert_int_equal(access("b.csv", F_OK), -1);
	folder_discard(folder);
	assert_file("a.csv", "number\n1\n");

	assert_int_equal(folder_open(&folder, path, &err), 0);
	add_number(folder, "a", 2);
	add_number(folder, "b", 3);
	assert_int_equal(folder_close(folder, &err), 0);
	assert_file("a.csv", "number\n2\n");
	assert_file("b.csv", "number\n3\n");
	assert_int_equal(unlink("a.csv") | unlink("b.csv") | chdir("/") | rmdir(path), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sheets_side_by_side_are_those_built_one_by_one),
		cmocka_unit_test(what_fails_beside_is_told),
		cmocka_unit_test(older_files_stay_until_all_are_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
