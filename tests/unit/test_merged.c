/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree/merged against slow counting on a real trace. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tree/merged.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trace *trace;
static struct tree *tree;

static int
open_sample(void **state)
{
	char path[4096];
	const char *file = getenv("MERGED_TRACE"), *folder = getenv("SRCDIR");
	struct trace_options options = {0};
	struct error err;

	(void)state;
	snprintf(path, sizeof(path), "%s/data/sample.json.gz", folder ? folder : ".");
	return trace_open(&trace, file ? file : path, &options, &err) || tree_build(&tree, trace, &err);
}

static int
close_sample(void **state)
{
	(void)state;
	tree_free(tree);
	trace_free(trace);
	return 0;
}

static int
by_start(const void *a, const void *b)
{
	int64_t x = trace->ts[*(const uint32_t *)a], y = trace->ts[*(const uint32_t *)b];

	return x < y ? -1 : x > y;
}

/* Merged time of all GPU events whose row is in the subtree. */
static int64_t
slow_busy(const struct merged *merged, uint32_t row, const uint32_t *sorted)
{
	int64_t busy = 0, reach = INT64_MIN;

	for (uint32_t i = 0; i < tree->n_gpu; i++) {
		uint32_t event = sorted[i], at = merged->row[tree->pos[event]];
		int64_t from;

		if (at < row || at - row >= merged->rows[row].size)
			continue;
		from = trace->ts[event] > reach ? trace->ts[event] : reach;
		if (trace_end(trace, event) > from)
			busy += trace_end(trace, event) - from;
		if (trace_end(trace, event) > reach)
			reach = trace_end(trace, event);
	}
	return busy;
}

static void
check_rows(const struct merged *merged)
{
	uint32_t *sorted = malloc(tree->n_gpu * sizeof(*sorted));
	uint64_t events = 0;

	memcpy(sorted, tree->gpu, tree->n_gpu * sizeof(*sorted));
	qsort(sorted, tree->n_gpu, sizeof(*sorted), by_start);
	for (uint32_t i = 0; i < merged->n; i++) {
		const struct merged_row *row = &merged->rows[i];

		assert_true(row->gpu_busy == slow_busy(merged, i, sorted));
		assert_true(row->gpu_busy <= row->gpu_sum && row->gpu_self <= row->gpu_sum);
		assert_true(row->size >= 1 && i + row->size <= merged->n);
		if (row->parent == TRACE_NONE) {
			assert_int_equal(row->depth, 0);
			continue;
		}
		assert_true(row->parent < i && i < row->parent + merged->rows[row->parent].size);
		assert_int_equal(row->depth, merged->rows[row->parent].depth + 1);
		events += row->count;
	}
	assert_true(events <= tree->n);
	free(sorted);
}

static void
busy_time_is_that_of_a_slow_count(void **state)
{
	(void)state;
	for (unsigned python = 0; python < 3; python++) {
		for (unsigned shapes = 0; shapes < 2; shapes++) {
			struct merged_options options = {(enum merged_python)python, shapes};
			struct merged *merged;
			struct error err;

			assert_int_equal(merged_build(&merged, tree, &options, &err), 0);
			check_rows(merged);
			merged_free(merged);
		}
	}
}

static void
nothing_is_lost(void **state)
{
	struct merged_options options = {MERGED_PYTHON_ALL, false};
	struct merged *merged;
	struct error err;
	uint64_t events = 0;
	int64_t sum = 0, self = 0;

	(void)state;
	assert_int_equal(merged_build(&merged, tree, &options, &err), 0);
	for (uint32_t i = 0; i < merged->n; i++) {
		const struct merged_row *row = &merged->rows[i];

		if (row->parent == TRACE_NONE)
			sum += row->gpu_sum;
		else
			events += row->count;
		if (row->first == TRACE_NONE || trace->kind[row->first] == EVENT_OP || trace->kind[row->first] == EVENT_PYTHON)
			self += row->gpu_self;
	}
	assert_int_equal(events, tree->n);
	assert_true(sum == tree->linked_ns + tree->unlinked_ns);
	assert_true(self == sum);
	merged_free(merged);
}

static void
modules_merge_by_class(void **state)
{
	struct merged_options options = {MERGED_PYTHON_MODULES, false};
	struct merged *merged;
	struct error err;

	(void)state;
	assert_int_equal(merged_build(&merged, tree, &options, &err), 0);
	for (uint32_t i = 0; i < merged->n; i++) {
		const char *label = merged_label(merged, i);

		if (strncmp(label, "nn.Module:", 10))
			continue;
		assert_true(label[strlen(label) - 1] < '0' || label[strlen(label) - 1] > '9' || !strrchr(label, '_')
			|| strspn(strrchr(label, '_') + 1, "0123456789") != strlen(strrchr(label, '_') + 1));
	}
	merged_free(merged);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(busy_time_is_that_of_a_slow_count),
		cmocka_unit_test(nothing_is_lost),
		cmocka_unit_test(modules_merge_by_class),
	};

	return cmocka_run_group_tests(tests, open_sample, close_sample);
}
