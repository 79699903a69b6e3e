/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_cut: a part of the time is a tree of its own, and sheets made from it are those of that part. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/analysis.h"
#include "analysis/idle.h"
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

/* ns of the window in which no GPU event of the trace runs, one by one. */
static int64_t
idle_by_hand(int64_t begin, int64_t end)
{
	int64_t idle = 0, at = begin;

	while (at < end) {
		int64_t next = end, until = at;

		for (uint32_t i = 0; i < trace->n_gpus; i++) {
			uint32_t gpu = trace->gpus[i].event;

			if (trace->ts[gpu] <= at && trace_end(trace, gpu) > until)
				until = trace_end(trace, gpu);
			if (trace->ts[gpu] > at && trace->ts[gpu] < next)
				next = trace->ts[gpu];
		}
		idle += until > at ? 0 : next - at;
		at = until > at ? until : next;
	}
	return idle;
}

static void
open_part(int64_t begin, int64_t end, struct analysis **around, struct analysis **part, struct tree **tree)
{
	struct analysis_options options;

	analysis_options_init(&options);
	assert_int_equal(analysis_new(around, trace, whole, &options, NULL), 0);
	options.around = *around;
	*tree = cut(begin, end, false);
	assert_int_equal(analysis_new(part, trace, *tree, &options, NULL), 0);
}

/* Also where the window lies in a gap, begins before all work or ends after it. */
static void
gaps_of_a_part_are_all_its_idle_time(void **state)
{
	const struct {
		int64_t begin, end;
		const char *cause;	/* of the longest */
	} windows[] = {
		{11408022, 35760532, "data loading"}, {13000000, 14000000, "data loading"}, {5000000, 9000000, "between kernels"},
		{0, 1000000, "data loading"}, {46700000, 48000000, "after all work"}, {0, 100000, "before all work"},
	};

	(void)state;
	for (size_t w = 0; w < sizeof(windows) / sizeof(*windows); w++) {
		int64_t begin = windows[w].begin, end = windows[w].end, sum = 0, last = begin;
		struct analysis *around, *part;
		struct tree *tree;
		struct table *gaps;
		const struct idle *idle;

		open_part(begin, end, &around, &part, &tree);
		idle = analysis_idle(part);
		for (uint32_t i = 0; i < idle->n; i++) {
			const struct idle_gap *gap = &idle->gaps[i];

			assert_true(gap->start >= last && gap->start < gap->end && gap->end <= end);
			assert_in_range(gap->late, 0, gap->end - gap->start);
			last = gap->end;
			sum += gap->end - gap->start;
		}
		assert_int_equal(sum, idle_by_hand(begin, end));
		assert_int_equal(sum, idle->sum);
		gaps = sheet(part, "idle_causes");
		assert_int_equal(gaps->n_rows, idle->n);
		assert_string_equal(table_cell(gaps, 0, (uint32_t)table_find_column(gaps, "cause")).s, windows[w].cause);
		table_free(gaps);
		analysis_free(part);
		analysis_free(around);
		tree_free(tree);
	}
}

/* One that merely reaches into the part is not of it, and each is against the median of all. */
static void
steps_of_a_part_are_those_of_all_of_the_time(void **state)
{
	struct analysis *around, *part;
	struct tree *tree;
	struct table *steps, *all;
	uint32_t name, median, found = 0;

	(void)state;
	open_part(11300000, 35760532, &around, &part, &tree);
	steps = sheet(part, "steps");
	all = sheet(around, "steps");
	name = (uint32_t)table_find_column(steps, "name");
	median = (uint32_t)table_find_column(steps, "vs_median");
	for (uint32_t row = 0; row < steps->n_rows; row++) {
		if (strncmp(table_cell(steps, row, name).s, "ProfilerStep#", 13))
			continue;
		assert_string_equal(table_cell(steps, row, name).s, "ProfilerStep#11");
		assert_true(table_cell(steps, row, median).d > 114.6);
		found++;
	}
	assert_int_equal(found, 1);
	assert_true(all->n_rows > steps->n_rows);
	table_free(steps);
	table_free(all);
	analysis_free(part);
	analysis_free(around);
	tree_free(tree);
}

/* What the GPU did while the step ran adds up to the step. */
static void
a_step_is_made_of_what_the_gpu_did_meanwhile(void **state)
{
	struct analysis_options options;
	struct analysis *analysis;
	struct table *steps;
	uint32_t name, event, meanwhile, comm, seen = 0;

	(void)state;
	analysis_options_init(&options);
	assert_int_equal(analysis_new(&analysis, trace, whole, &options, NULL), 0);
	steps = sheet(analysis, "steps");
	name = (uint32_t)table_find_column(steps, "name");
	event = (uint32_t)table_find_column(steps, "event");
	meanwhile = (uint32_t)table_find_column(steps, "meanwhile_ms");
	comm = (uint32_t)table_find_column(steps, "comm_meanwhile_ms");
	for (uint32_t row = 0; row < steps->n_rows; row++) {
		uint32_t step = (uint32_t)table_cell(steps, row, event).i;

		if (strncmp(table_cell(steps, row, name).s, "ProfilerStep#", 13))
			continue;
		assert_int_equal(table_cell(steps, row, meanwhile).i,
			trace->dur[step] - idle_by_hand(trace->ts[step], trace_end(trace, step)));
		assert_in_range(table_cell(steps, row, comm).i, 0, table_cell(steps, row, meanwhile).i);
		seen++;
	}
	assert_int_equal(seen, 3);
	table_free(steps);
	analysis_free(analysis);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_of_the_time_is_the_same_tree),
		cmocka_unit_test(an_empty_part_has_no_nodes),
		cmocka_unit_test(gpu_events_are_in_by_their_own_start_or_their_launch),
		cmocka_unit_test(sheets_of_a_part_are_those_of_its_step),
		cmocka_unit_test(gaps_of_a_part_are_all_its_idle_time),
		cmocka_unit_test(steps_of_a_part_are_those_of_all_of_the_time),
		cmocka_unit_test(a_step_is_made_of_what_the_gpu_did_meanwhile),
	};

	return cmocka_run_group_tests_name("a part of the time", tests, open_sample, close_sample);
}
