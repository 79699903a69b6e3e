/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tui/outline: rows and entries agree with a plain walk, whatever is opened, closed, sorted. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/bits.h"
#include "tui/outline.h"
#include <stdlib.h>
#include <time.h>

#define NODES 20000

static uint32_t seed = 1;

static uint32_t
random_below(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

/* Sizes of a random pre-order of n nodes. */
static void
random_tree(uint32_t *size, uint32_t n)
{
	uint32_t *stack = malloc(n * sizeof(*stack)), depth = 0;

	for (uint32_t i = 0; i < n; i++) {
		size[i] = 1;
		while (depth && random_below(5) < 2)
			depth--;
		for (uint32_t d = 0; d < depth; d++)
			size[stack[d]]++;
		if (depth < 40)
			stack[depth++] = i;
	}
	free(stack);
}

static void
fill(struct outline *outline, const uint32_t *size, uint32_t n)
{
	outline_begin(outline);
	for (uint32_t i = 0; i < n; i++)
		if (i % 7 != 3)		/* some nodes are left out: their children move up */
			assert_true(outline_add(outline, i, size[i], i));
	outline_end(outline);
}

/* Walks what is open and compares every row. */
static void
check(const struct outline *outline)
{
	uint32_t row = 0, entry = 0;

	while (entry < outline->n) {
		assert_true(outline_is_visible(outline, entry));
		if (row % 97 == 0 || row < 50) {
			assert_int_equal(outline_at(outline, row), entry);
			assert_int_equal(outline_row(outline, entry), row);
		}
		row++;
		entry += outline_is_open(outline, entry) ? 1 : outline->span[entry];
	}
	assert_int_equal(outline_row(outline, outline->n), row);
	assert_int_equal(outline_at(outline, row), OUTLINE_NONE);
}

static void
rows_agree_with_a_walk(void **state)
{
	uint32_t *size = malloc(NODES * sizeof(*size));
	struct outline outline;

	(void)state;
	random_tree(size, NODES);
	assert_true(outline_init(&outline, NODES));
	fill(&outline, size, NODES);
	check(&outline);
	for (unsigned i = 0; i < 400; i++) {
		uint32_t entry = random_below(outline.n);

		switch (random_below(5)) {
		case 0:
		case 1:
			outline_set_open(&outline, entry, random_below(2));
			break;
		case 2:
			outline_reveal(&outline, entry);
			assert_true(outline_is_visible(&outline, entry));
			break;
		case 3:
			outline_open_range(&outline, entry, outline.span[entry], random_below(30));
			break;
		default:
			outline_open_range(&outline, 0, outline.n, random_below(12));
		}
		check(&outline);
	}
	outline_free(&outline);
	free(size);
}

static double
key(void *ctx, uint32_t id)
{
	(void)ctx;
	return (double)(id * 2654435761u % 1000);
}

static void
sorting_keeps_parents_and_what_is_open(void **state)
{
	uint32_t *size = malloc(NODES * sizeof(*size)), up, open = 0;
	uint32_t *parent = malloc(NODES * sizeof(*parent));
	struct outline outline;

	(void)state;
	random_tree(size, NODES);
	assert_true(outline_init(&outline, NODES));
	fill(&outline, size, NODES);
	for (uint32_t i = 0; i < outline.n; i++)
		parent[outline.id[i]] = outline.parent[i] == OUTLINE_NONE ? OUTLINE_NONE : outline.id[outline.parent[i]];
	for (uint32_t i = 0; i < outline.n; i += 3)
		outline_set_open(&outline, i, true);
	assert_true(outline_sort(&outline, key, NULL, false));
	check(&outline);
	for (uint32_t i = 0; i < outline.n; i++) {
		uint32_t next = outline_next_sibling(&outline, i);

		assert_int_equal(outline.entry[outline.id[i]], i);
		up = outline.parent[i];
		assert_int_equal(up == OUTLINE_NONE ? OUTLINE_NONE : outline.id[up], parent[outline.id[i]]);
		open += outline_is_open(&outline, i);
		if (next == OUTLINE_NONE)
			continue;
		assert_true(key(NULL, outline.id[i]) >= key(NULL, outline.id[next]));
		assert_int_equal(outline_previous_sibling(&outline, next), i);
	}
	assert_int_equal(open, (outline.n + 2) / 3);
	outline_free(&outline);
	free(size);
	free(parent);
}

static double
milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Four million rows: a wide tree, opened and closed whole. */
static void
opening_millions_takes_no_time(void **state)
{
	const uint32_t n = 4000000;
	struct outline outline;
	double before;

	(void)state;
	assert_true(outline_init(&outline, n));
	outline_begin(&outline);
	for (uint32_t i = 0; i < n; i++)
		assert_true(outline_add(&outline, i, i == 0 ? n : i % 4 == 1 ? (n - i < 4 ? n - i : 4) : 1, i));
	outline_end(&outline);
	before = milliseconds();
	outline_open_range(&outline, 0, n, UINT32_MAX);
	print_message("# open all of %u: %.1f ms\n", n, milliseconds() - before);
	assert_int_equal(outline_row(&outline, n), n);
	before = milliseconds();
	for (uint32_t i = 0; i < 1000; i++)
		assert_int_equal(outline_at(&outline, i * 3999), i * 3999);
	print_message("# find a row: %.4f ms\n", (milliseconds() - before) / 1000);
	outline_set_open(&outline, 0, false);
	assert_int_equal(outline_row(&outline, n), 1);
	outline_free(&outline);
}

/* Every entry that is kept stands where it stood, under the same ids, among those kept. */
static void
what_is_kept_keeps_its_place(void **state)
{
	uint32_t *size = malloc(NODES * sizeof(*size)), n = 0;
	uint64_t *keep = calloc(bits_words(NODES), sizeof(*keep));
	struct outline outline, before;

	(void)state;
	random_tree(size, NODES);
	assert_true(outline_init(&outline, NODES));
	assert_true(outline_init(&before, NODES));
	fill(&outline, size, NODES);
	fill(&before, size, NODES);
	for (uint32_t i = 0; i < NODES; i += 2)
		outline_set_open(&outline, outline.entry[i] == OUTLINE_NONE ? 0 : outline.entry[i], true);
	for (uint32_t i = 0; i < outline.n; i += 1 + random_below(40))
		for (uint32_t up = i; up != OUTLINE_NONE; up = outline.parent[up])
			bits_put(keep, up, true);
	outline_keep(&outline, keep);
	for (uint32_t i = 0; i < before.n; i++) {
		uint32_t id = before.id[i], entry = outline.entry[id], spanned = 0;

		assert_int_equal(entry != OUTLINE_NONE, bits_get(keep, i));
		if (entry == OUTLINE_NONE)
			continue;
		assert_int_equal(entry, n++);
		assert_int_equal(outline.id[entry], id);
		assert_int_equal(outline.depth[entry], before.depth[i]);
		assert_int_equal(outline.parent[entry] == OUTLINE_NONE ? OUTLINE_NONE : outline.id[outline.parent[entry]],
			before.parent[i] == OUTLINE_NONE ? OUTLINE_NONE : before.id[before.parent[i]]);
		for (uint32_t k = i; k < i + before.span[i]; k++)
			spanned += bits_get(keep, k);
		assert_int_equal(outline.span[entry], spanned);
	}
	assert_int_equal(outline.n, n);
	check(&outline);
	outline_free(&outline);
	outline_free(&before);
	free(size);
	free(keep);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_agree_with_a_walk),
		cmocka_unit_test(sorting_keeps_parents_and_what_is_open),
		cmocka_unit_test(opening_millions_takes_no_time),
		cmocka_unit_test(what_is_kept_keeps_its_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
