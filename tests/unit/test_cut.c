/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_cut: a part of the time is a tree of its own, and sheets made from it are those of that part. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "analysis/sheets.h"
#include "tree/tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct trace *trace;
static struct tree *whole;

static int
open_sample(void **state)
{
	char path[4096];
	const char *folder = getenv("SRCDIR");
	struct trace_options options = {0};
	struct error err;

	(void)state;
	snprintf(path, sizeof(path), "%s/data/sample.json.gz", folder ? folder : ".");
	return trace_open(&trace, path, &options, &err) || tree_build(&whole, trace, &err);
}

static int
close_sample(void **state)
{
	(void)state;
	tree_free(whole);
	trace_free(trace);
	return 0;
}

static struct tree *
cut(int64_t begin, int64_t end, bool by_gpu)
{
	struct tree_window window = {begin, end, by_gpu};
	struct tree *tree;
	struct error err;

	assert_int_equal(tree_cut(&tree, whole, &window, &err), 0);
	return tree;
}

/* Sizes, parents and positions fit each other. */
static void
assert_sound(const struct tree *tree)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < tree->n_roots; i++) {
		assert_int_equal(tree->roots[i].begin, n);
		n = tree->roots[i].end;
	}
	assert_int_equal(n, tree->n);
	for (uint32_t pos = 0; pos < tree->n; pos++) {
		uint32_t event = tree->order[pos], parent = tree->parent[event];

		assert_int_equal(tree->pos[event], pos);
		assert_int_equal(parent, whole->parent[event]);
		if (parent != TRACE_NONE)
			assert_in_range(pos, tree->pos[parent] + 1, tree->pos[parent] + tree->size[tree->pos[parent]] - 1);
	}
}

static void
all_of_the_time_is_the_same_tree(void **state)
{
	struct tree *tree = cut(0, trace->end + 1, true);

	(void)state;
	assert_sound(tree);
	assert_int_equal(tree->n, whole->n);
	assert_memory_equal(tree->order, whole->order, whole->n * sizeof(*whole->order));
	assert_memory_equal(tree->size, whole->size, whole->n * sizeof(*whole->size));
	assert_int_equal(tree->n_gpu, whole->n_gpu);
	assert_int_equal(tree->busy_all, whole->busy_all);
	assert_int_equal(tree->linked_ns, whole->linked_ns);
	assert_int_equal(tree->n_linked, whole->n_linked);
	assert_int_equal(tree->n_pairs, whole->n_pairs);
	tree_free(tree);
}

static void
an_empty_part_has_no_nodes(void **state)
{
	struct tree *tree = cut(trace->end + 10, trace->end + 20, false);

	(void)state;
	assert_int_equal(tree->n, 0);
	assert_int_equal(tree->n_roots, 0);
	assert_int_equal(tree->n_pairs, 0);
	tree_free(tree);
}

static void
gpu_events_are_in_by_their_own_start_or_their_launch(void **state)
{
	const int64_t begin = 12000000, end = 20000000;

	(void)state;
	for (unsigned by_gpu = 0; by_gpu < 2; by_gpu++) {
		struct tree *tree = cut(begin, end, by_gpu);
		uint32_t n = 0;

		assert_sound(tree);
		for (uint32_t i = 0; i < trace->n_gpus; i++) {
			uint32_t gpu = trace->gpus[i].event, launch = whole->parent[gpu];
			int64_t at = trace->ts[by_gpu || launch == TRACE_NONE ? gpu : launch];

			assert_int_equal(tree_has(tree, gpu), at >= begin && at < end);
			n += at >= begin && at < end;
		}
		assert_true(n > 0 && n < whole->n_gpu);
		assert_int_equal(tree->n_gpu, n);
		for (uint32_t i = 0; i < tree->n_pairs; i++)
			assert_true(tree_has(tree, tree->forward[i].from) && tree_has(tree, tree->forward[i].to));
		tree_free(tree);
	}
}

static struct table *
sheet(struct analysis *analysis, const char *id)
{
	struct table *table;
	struct error err;

	assert_int_equal(sheet_build(analysis, sheet_find(id), &table, &err), 0);
	return table;
}

/* A step limits sheets by launch too: both ways lead to the same cells. */
static void
sheets_of_a_part_are_those_of_its_step(void **state)
{
	static const char *const ids[] = {"gpu_timeline", "ops_summary", "kernel_summary", "coll_analysis"};
	uint32_t step = 0;
	struct analysis_options by_step, all;
	struct analysis *part, *of_step;
	struct tree *tree;

	(void)state;
	while (step < trace->n && (trace->kind[step] != EVENT_ANNOTATION
	    || strcmp(trace_name(trace, step), "ProfilerStep#11")))
		step++;
	assert_true(step < trace->n);
	analysis_options_init(&all);
	by_step = all;
	by_step.limit_steps = true;
	by_step.first_step = by_step.last_step = 11;
	tree = cut(trace->ts[step], trace_end(trace, step), false);
	assert_int_equal(analysis_new(&part, trace, tree, &all, NULL), 0);
	assert_int_equal(analysis_new(&of_step, trace, whole, &by_step, NULL), 0);
	for (size_t s = 0; s < sizeof(ids) / sizeof(*ids); s++) {
		struct table *a = sheet(part, ids[s]), *b = sheet(of_step, ids[s]);

		assert_int_equal(a->n_rows, b->n_rows);
		assert_true(a->n_rows > 0);
		for (uint32_t row = 0; row < a->n_rows; row++)
			for (uint32_t column = 0; column < a->n_columns; column++) {
				char x[32], y[32];

				assert_string_equal(table_cell_show(a, row, column, x), table_cell_show(b, row, column, y));
			}
		table_free(a);
		table_free(b);
	}
	analysis_free(part);
	analysis_free(of_step);
	tree_free(tree);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_of_the_time_is_the_same_tree),
		cmocka_unit_test(an_empty_part_has_no_nodes),
		cmocka_unit_test(gpu_events_are_in_by_their_own_start_or_their_launch),
		cmocka_unit_test(sheets_of_a_part_are_those_of_its_step),
	};

	return cmocka_run_group_tests_name("a part of the time", tests, open_sample, close_sample);
}
