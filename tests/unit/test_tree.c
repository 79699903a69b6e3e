/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call tree: nesting, launches, forward and backward by hand; GPU time of subtrees against a plain count. */
#include "trace_support.h"

#include "base/mem.h"
#include "base/painting.h"
#include "tree/tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct loaded {
	struct trace *trace;
	struct tree *tree;
};

static struct buffer text;

static void
begin(void)
{
	buffer_clear(&text);
	assert_true(buffer_add_text(&text, "{\"traceEvents\": [\n"));
}

/* One complete event; args is the inside of its object. */
static void
add(const char *cat, const char *name, int pid, int tid, double ts, double dur, const char *args)
{
	assert_true(buffer_printf(&text, "{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%s\", \"pid\": %d, \"tid\": %d, "
		"\"ts\": %.3f, \"dur\": %.3f, \"args\": {%s}},\n", cat, name, pid, tid, ts, dur, args));
}

static struct loaded
load(void)
{
	struct loaded l;
	struct error err;

	assert_true(buffer_add_text(&text, "{}]}"));
	l.trace = support_load(&text, FORM_PLAIN, 1);
	assert_int_equal(tree_build(&l.tree, l.trace, &err), 0);
	return l;
}

static void
unload(struct loaded *l)
{
	tree_free(l->tree);
	trace_free(l->trace);
}

static void
assert_parents(const struct tree *tree, const uint32_t *expected, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (tree->parent[i] != expected[i])
			fail_msg("event %u has parent %d, not %d", i, (int)tree->parent[i], (int)expected[i]);
}

#define NONE TRACE_NONE

static void
events_nest_by_their_times(void **state)
{
	static const uint32_t parents[] = {NONE, 0, 1, 0, NONE, NONE, 5};
	struct loaded l;

	(void)state;
	begin();
	add("cpu_op", "outer", 1, 1, 0, 100, "");
	add("cpu_op", "inner", 1, 1, 10, 40, "");
	add("cuda_runtime", "call", 1, 1, 10, 5, "");
	add("cpu_op", "next", 1, 1, 50, 50, "");	/* starts where inner ends, ends with outer */
	add("cpu_op", "behind", 1, 1, 100, 5, "");	/* starts where outer ends */
	add("cpu_op", "other thread", 1, 2, 0, 100, "");
	add("cpu_op", "child first in file order", 1, 2, 0, 60, "");
	l = load();
	assert_parents(l.tree, parents, 7);
	unload(&l);
}

static void
a_parent_never_loses_to_a_child_that_stands_before_it(void **state)
{
	static const uint32_t parents[] = {2, 0, NONE};
	struct loaded l;

	(void)state;
	begin();
	add("cpu_op", "middle", 1, 1, 0, 50, "");
	add("cpu_op", "leaf", 1, 1, 0, 50, "");
	add("cpu_op", "whole", 1, 1, 0, 100, "");
	l = load();
	assert_parents(l.tree, parents, 3);
	unload(&l);
}

static void
overlaps_below_a_microsecond_close_the_earlier(void **state)
{
	static const uint32_t parents[] = {NONE, 0, 0, NONE, 3};
	struct loaded l;

	(void)state;
	begin();
	add("cpu_op", "whole", 1, 1, 0, 100, "");
	add("cpu_op", "early", 1, 1, 10, 10, "");
	add("cuda_runtime", "late by 0.4 us", 1, 1, 19.6, 5, "");
	add("cpu_op", "outlasts whole by 10", 1, 1, 99.5, 10.5, "");
	add("cpu_op", "inside that", 1, 1, 100, 5, "");
	l = load();
	assert_parents(l.tree, parents, 5);
	assert_int_equal(support_warned(l.trace, WARN_OVERLAP), 0);
	unload(&l);
}

static void
operators_that_overlap_are_siblings(void **state)
{
	static const uint32_t parents[] = {NONE, 0, 0, 2, 2};
	struct loaded l;

	(void)state;
	begin();
	add("cpu_op", "whole", 1, 1, 0, 100, "");
	add("cpu_op", "first", 1, 1, 10, 30, "");
	add("cpu_op", "second", 1, 1, 30, 40, "");
	add("cpu_op", "in both", 1, 1, 35, 2, "");
	add("cpu_op", "in second only", 1, 1, 50, 10, "");
	l = load();
	assert_parents(l.tree, parents, 5);
	assert_int_equal(support_warned(l.trace, WARN_OVERLAP), 1);
	assert_int_equal(l.trace->warnings[WARN_OVERLAP].amount, 10000);
	unload(&l);
}

static void
frames_that_outlast_their_caller_are_cut(void **state)
{
	static const uint32_t parents[] = {NONE, 0, 1, 2, 0};
	struct loaded l;

	(void)state;
	begin();
	add("python_function", "main", 1, 1, 0, 1000, "");
	add("python_function", "step", 1, 1, 100, 100, "");
	add("python_function", "wait", 1, 1, 150, 850, "");
	add("cpu_op", "called by wait", 1, 1, 160, 10, "");
	add("cpu_op", "called by main", 1, 1, 300, 10, "");
	l = load();
	assert_parents(l.tree, parents, 5);
	assert_int_equal(support_warned(l.trace, WARN_OVERRUN), 1);
	assert_int_equal(l.trace->warnings[WARN_OVERRUN].amount, 800000);
	assert_int_equal(tree_parent_host(l.tree, 3), NONE);
	unload(&l);
}

static void
launches_find_their_events(void **state)
{
	static const uint32_t parents[] = {NONE, 0, 1, 2, NONE, NONE, 0, 6, 6, NONE, NONE};
	struct loaded l;

	(void)state;
	begin();
	add("cpu_op", "aten::mm", 1, 1, 0, 100, "");
	add("cuda_runtime", "cudaLaunchKernel", 1, 1, 10, 10, "\"correlation\": 7");
	add("cuda_driver", "cuLaunchKernel", 1, 1, 12, 5, "\"correlation\": 7");
	add("kernel", "k", 0, 7, 40, 10, "\"correlation\": 7, \"stream\": 7, \"device\": 0");
	add("kernel", "unknown launch", 0, 7, 60, 10, "\"correlation\": 8, \"stream\": 7, \"device\": 0");
	add("kernel", "no correlation", 0, 7, 80, 10, "\"correlation\": 0, \"stream\": 7, \"device\": 0");
	add("cuda_runtime", "cudaGraphLaunch", 1, 1, 30, 5, "\"correlation\": 4294967303");	/* 7 modulo 2^32 */
	add("kernel", "in graph, second", 0, 7, 120, 5, "\"correlation\": 4294967303, \"stream\": 7, \"device\": 0");
	add("kernel", "in graph, first", 0, 7, 110, 5, "\"correlation\": 4294967303, \"stream\": 7, \"device\": 0");
	add("cuda_runtime", "hipGetDevice", 1, 1, 200, 5, "\"correlation\": 0");
	add("kernel", "negative", 0, 7, 300, 10, "\"correlation\": -1, \"stream\": 7, \"device\": 0");
	l = load();
	assert_parents(l.tree, parents, 11);
	assert_int_equal(tree_first_child(l.tree, 6), 8);	/* by time, not by place in the file */
	assert_int_equal(tree_launcher(l.tree, 2), 0);		/* past the call around it */
	assert_int_equal(tree_launcher(l.tree, 1), 0);
	assert_int_equal(tree_gpu_count(l.tree, 0), 3);
	assert_int_equal(tree_gpu_busy(l.tree, 0), 20000);
	assert_int_equal(l.tree->n_linked, 3);
	assert_int_equal(l.tree->unlinked_ns, 30000);
	unload(&l);
}

static void
ranks_in_one_file_stay_apart(void **state)
{
	static const uint32_t parents[] = {NONE, NONE, 0, 1};
	struct loaded l;

	(void)state;
	begin();
	add("cuda_runtime", "cudaLaunchKernel", 100, 1, 0, 5, "\"correlation\": 7, \"rank\": 0");
	add("cuda_runtime", "cudaLaunchKernel", 200, 1, 0, 5, "\"correlation\": 7, \"rank\": 1");
	add("kernel", "k", 0, 7, 10, 5, "\"correlation\": 7, \"stream\": 7, \"device\": 0, \"rank\": 0");
	add("kernel", "k", 1, 7, 10, 5, "\"correlation\": 7, \"stream\": 7, \"device\": 1, \"rank\": 1");
	l = load();
	assert_parents(l.tree, parents, 4);
	assert_int_equal(support_warned(l.trace, WARN_MERGED_RANKS), 1);
	unload(&l);
}

static void
backward_operators_find_their_forward(void **state)
{
	struct loaded l;
	uint32_t first;

	(void)state;
	begin();
	add("cpu_op", "aten::linear", 1, 1, 0, 50, "\"Sequence number\": 5");
	add("cpu_op", "aten::addmm", 1, 1, 10, 20, "\"Sequence number\": 5");
	add("cpu_op", "autograd::engine::evaluate_function: AddmmBackward0", 1, 2, 100, 50,
		"\"Sequence number\": 5, \"Fwd thread id\": 1");
	add("cpu_op", "AddmmBackward0", 1, 2, 110, 30, "\"Sequence number\": 5, \"Fwd thread id\": 1");
	add("cpu_op", "autograd::engine::evaluate_function: ViewBackward0", 1, 2, 200, 50,
		"\"Sequence number\": 6, \"Fwd thread id\": 1");
	l = load();
	assert_int_equal(tree_forward_of(l.tree, 2), 1);	/* the later of two */
	assert_int_equal(tree_forward_of(l.tree, 3), NONE);
	assert_int_equal(tree_forward_of(l.tree, 4), NONE);
	assert_int_equal(tree_backward_of(l.tree, 1, &first), 1);
	assert_int_equal(l.tree->forward[first].to, 2);
	assert_int_equal(tree_backward_of(l.tree, 0, &first), 0);
	unload(&l);
}

/* --- against a plain count -------------------------------------------------------- */

static uint64_t
next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static int
compare_spans(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return x[0] < y[0] ? -1 : x[0] > y[0];
}

/* Merged time of the GPU events at or under an event, by asking every one of them. */
static int64_t
plain_busy(const struct tree *tree, uint32_t event, uint32_t *count)
{
	const struct trace *trace = tree->trace;
	int64_t (*spans)[2] = mem_alloc(trace->n, sizeof(*spans)), busy = 0, end = INT64_MIN;
	uint32_t n = 0;

	assert_non_null(spans);
	for (uint32_t i = 0; i < trace->n; i++) {
		uint32_t at = i;

		if (!event_is_gpu(trace->kind[i]))
			continue;
		while (at != event && at != TRACE_NONE)
			at = tree->parent[at];
		if (at != event)
			continue;
		spans[n][0] = trace->ts[i];
		spans[n++][1] = trace_end(trace, i);
	}
	qsort(spans, n, sizeof(*spans), compare_spans);
	for (uint32_t i = 0; i < n; i++) {
		int64_t from = spans[i][0] > end ? spans[i][0] : end;

		if (spans[i][1] > from)
			busy += spans[i][1] - from;
		if (spans[i][1] > end)
			end = spans[i][1];
	}
	free(spans);
	*count = n;
	return busy;
}

static void
add_random_events(uint64_t *seed, int n)
{
	static const char *const host[][2] = {{"cpu_op", "op"}, {"cpu_op", "execute"}, {"python_function", "frame"},
		{"user_annotation", "note"}};
	char args[128];

	for (int i = 0; i < n; i++) {
		unsigned which = (unsigned)(next_random(seed) % 4);
		double ts = (double)(next_random(seed) % 2000);
		int link = (int)(next_random(seed) % (unsigned)n), thread = (int)(next_random(seed) % 2);

		snprintf(args, sizeof(args), "\"correlation\": %d, \"stream\": %d, \"device\": 0", link,
			(int)(next_random(seed) % 3));
		switch (next_random(seed) % 4) {
		case 0:
			add(host[which][0], host[which][1], 1, thread, ts, (double)(next_random(seed) % 300), "");
			break;
		case 1:
			add("cuda_runtime", "cudaLaunchKernel", 1, thread, ts, (double)(next_random(seed) % 20), args);
			break;
		default:
			add("kernel", "k", 0, 7, ts, (double)(next_random(seed) % 100), args);
			break;
		}
	}
}

static void
gpu_time_of_every_subtree_is_exact(void **state)
{
	uint64_t seed = 88172645463325252u;

	(void)state;
	for (int round = 0; round < 40; round++) {
		struct loaded l;

		begin();
		add_random_events(&seed, 20 + round * 4);
		l = load();
		for (uint32_t i = 0; i < l.trace->n; i++) {
			uint32_t count;
			int64_t busy;

			if (!tree_has(l.tree, i))
				continue;
			busy = plain_busy(l.tree, i, &count);
			assert_int_equal(tree_gpu_count(l.tree, i), count);
			assert_int_equal(tree_gpu_busy(l.tree, i), busy);
		}
		unload(&l);
	}
}

/* The op that launched, by going up step by step. */
static uint32_t
plain_launcher(const struct tree *tree, uint32_t call)
{
	const struct trace *trace = tree->trace;

	for (uint32_t at = tree->parent[call]; at != TRACE_NONE; at = tree->parent[at])
		if (trace->kind[at] == EVENT_OP && strcmp(trace_name(trace, at), "execute"))
			return at;
	return call;
}

static void
the_op_above_is_the_nearest(void **state)
{
	uint64_t seed = 12;
	struct loaded l;

	(void)state;
	begin();
	add_random_events(&seed, 600);
	l = load();
	for (uint32_t event = 0; event < l.trace->n; event++) {
		uint32_t up = l.tree->parent[event];

		while (up != TRACE_NONE && l.trace->kind[up] != EVENT_OP)
			up = l.tree->parent[up];
		assert_int_equal(tree_ancestor_op(l.tree, event), up);
		assert_int_equal(tree_launcher(l.tree, event), plain_launcher(l.tree, event));
	}
	unload(&l);
}

static void
the_order_is_a_pre_order(void **state)
{
	uint64_t seed = 42;
	struct loaded l;

	(void)state;
	begin();
	add_random_events(&seed, 400);
	l = load();
	for (uint32_t pos = 0; pos < l.tree->n; pos++) {
		uint32_t event = l.tree->order[pos], parent = l.tree->parent[event], children = 1;

		assert_int_equal(l.tree->pos[event], pos);
		if (parent != TRACE_NONE) {
			assert_true(l.tree->pos[parent] < pos);
			assert_true(pos + l.tree->size[pos] <= l.tree->pos[parent] + l.tree->size[l.tree->pos[parent]]);
		}
		for (uint32_t c = tree_first_child(l.tree, event); c != TRACE_NONE; c = tree_next_sibling(l.tree, c)) {
			assert_int_equal(l.tree->parent[c], event);
			children += l.tree->size[l.tree->pos[c]];
		}
		assert_int_equal(children, l.tree->size[pos]);
	}
	unload(&l);
}

static void
bit_sets_find_their_neighbours(void **state)
{
	enum { BOUND = 10000 };
	static bool plain[BOUND];
	struct bitset set;
	uint64_t seed = 7;

	(void)state;
	assert_true(bitset_init(&set, BOUND));
	for (int i = 0; i < 20000; i++) {
		uint32_t number = (uint32_t)(next_random(&seed) % BOUND), before, after;

		plain[number] = next_random(&seed) % 3 == 0;
		(plain[number] ? bitset_add : bitset_remove)(&set, number);
		number = (uint32_t)(next_random(&seed) % BOUND);
		for (before = number; before != BITSET_NONE && !plain[before]; before--)
			;
		for (after = number + 1; after < BOUND && !plain[after]; after++)
			;
		assert_int_equal(bitset_at_or_before(&set, number), before);
		assert_int_equal(bitset_after(&set, number), after == BOUND ? BITSET_NONE : after);
	}
	bitset_free(&set);
}

/* Each moment by itself: which of the numbers painted so far covers it, the last counts. */
static void
painted_runs_have_their_merged_length(void **state)
{
	enum { N = 300, END = 500 };
	static uint32_t last[END];	/* number + 1 */
	int64_t *times = malloc(2 * N * sizeof(*times)), start[N], end[N];
	struct painting painting;
	uint64_t seed = 5;

	(void)state;
	for (uint32_t i = 0; i < N; i++) {
		times[2 * i] = start[i] = (int64_t)(next_random(&seed) % END);
		end[i] = start[i] + (int64_t)(next_random(&seed) % 40);
		times[2 * i + 1] = end[i] = end[i] < END ? end[i] : END;
	}
	assert_true(painting_init(&painting, N, times, 2 * N));
	for (uint32_t i = 0; i < N; i++) {
		painting_add(&painting, i, start[i], end[i]);
		for (int64_t at = start[i]; at < end[i]; at++)
			last[at] = i + 1;
		for (uint32_t first = 0; first <= i; first += 7) {
			int64_t length = 0;

			for (int at = 0; at < END; at++)
				length += last[at] > first;
			assert_int_equal(painting_from(&painting, first), length);
		}
	}
	painting_free(&painting);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_nest_by_their_times),
		cmocka_unit_test(a_parent_never_loses_to_a_child_that_stands_before_it),
		cmocka_unit_test(overlaps_below_a_microsecond_close_the_earlier),
		cmocka_unit_test(operators_that_overlap_are_siblings),
		cmocka_unit_test(frames_that_outlast_their_caller_are_cut),
		cmocka_unit_test(launches_find_their_events),
		cmocka_unit_test(ranks_in_one_file_stay_apart),
		cmocka_unit_test(backward_operators_find_their_forward),
		cmocka_unit_test(gpu_time_of_every_subtree_is_exact),
		cmocka_unit_test(the_order_is_a_pre_order),
		cmocka_unit_test(the_op_above_is_the_nearest),
		cmocka_unit_test(bit_sets_find_their_neighbours),
		cmocka_unit_test(painted_runs_have_their_merged_length),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	buffer_free(&text);
	return failed;
}
