/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare/align: lists beside each other, against all ways there are, and in bounds on long ones.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/hash.h"
#include "compare/align.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t seed = 1;

static uint32_t
any(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

/* A letter is a label, a digit after it what it was given. */
static uint32_t
read_items(struct align_item *items, const char *text)
{
	uint32_t n = 0;

	for (; *text; text++) {
		if (*text >= '0' && *text <= '9') {
			items[n - 1].dims = items[n - 1].args = items[n - 1].shape =
				(uint32_t)*text;
			items[n - 1].exact += (uint64_t)*text << 8;
			continue;
		}
		items[n++] = (struct align_item){.exact = (unsigned char)*text,
			.label = (unsigned char)*text, .raw = (unsigned char)*text};
	}
	return n;
}

static void
expect(const char *a, const char *b, bool from_end, const char *pairs)
{
	struct align_item of_a[64], of_b[64];
	uint32_t n = read_items(of_a, a), m = read_items(of_b, b), pair[64];
	struct aligner aligner = {0};
	char got[65];

	assert_true(align_lists(&aligner, pair, of_a, n, of_b, m, from_end));
	for (uint32_t i = 0; i < n; i++)
		got[i] = pair[i] == ALIGN_NONE ? '-' : (char)('0' + pair[i]);
	got[n] = '\0';
	assert_string_equal(got, pairs);
	aligner_free(&aligner);
}

static void
what_is_equal_is_paired_in_order(void **state)
{
	(void)state;
	expect("abc", "abc", false, "012");
	expect("abc", "ac", false, "0-1");
	expect("ac", "abc", false, "02");
	expect("abc", "xyz", false, "---");
	expect("ab", "ba", false, "-0");
	expect("", "abc", false, "");
	expect("abc", "", false, "---");
}

static void
what_is_given_tells_equal_names_apart(void **state)
{
	(void)state;
	expect("q1q2q3", "q1q3", false, "0-1");
	expect("q1q2q3", "q2q3", false, "-01");
	expect("q1q2q3", "q7q8q9", false, "012");	/* all given something else: by order */
	expect("q1xq2x", "q2x", false, "--01");
}

static void
one_too_many_stands_at_the_end_or_in_front(void **state)
{
	(void)state;
	expect("aaa", "aa", false, "01-");
	expect("aaa", "aa", true, "-01");
	expect("abab", "ab", true, "--01");
	expect("ab", "abab", true, "23");
}

/* The best score of all ways to pair a[i..n) with b[j..m). */
static uint32_t
best_of_all(const struct align_item *a, uint32_t n, const struct align_item *b, uint32_t m)
{
	uint32_t best = 0;

	if (!n || !m)
		return 0;
	best = best_of_all(a + 1, n - 1, b, m);
	for (uint32_t j = 0; j < m; j++) {
		uint32_t score = align_score(&a[0], &b[j]);

		if (score)
			score += best_of_all(a + 1, n - 1, b + j + 1, m - j - 1);
		best = score > best ? score : best;
	}
	return best;
}

static uint32_t
score_of(const uint32_t *pair, const struct align_item *a, uint32_t n, const struct align_item *b)
{
	uint32_t score = 0, next = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (pair[i] == ALIGN_NONE)
			continue;
		assert_true(pair[i] >= next);
		assert_int_equal(a[i].label, b[pair[i]].label);
		next = pair[i] + 1;
		score += align_score(&a[i], &b[pair[i]]);
	}
	return score;
}

static void
fill(struct align_item *items, uint32_t n, uint32_t labels, uint32_t kinds)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t label = any(labels), given = any(kinds);

		items[i] = (struct align_item){.exact = (uint64_t)label << 8 | given,
			.label = label,
			.dims = given, .args = given, .shape = any(2), .raw = label};
		items[i].exact = items[i].exact << 1 | items[i].shape;
	}
}

static void
short_lists_are_paired_as_well_as_can_be(void **state)
{
	struct aligner aligner = {0};

	(void)state;
	for (int round = 0; round < 3000; round++) {
		struct align_item a[6], b[6];
		uint32_t n = any(7), m = any(7), pair[6];

		fill(a, n, 1 + any(4), 1 + any(3));
		fill(b, m, 1 + any(4), 1 + any(3));
		assert_true(align_lists(&aligner, pair, a, n, b, m, round & 1));
		assert_int_equal(score_of(pair, a, n, b), best_of_all(a, n, b, m));
	}
	aligner_free(&aligner);
}

static size_t
bytes_of(const struct aligner *s)
{
	return s->cap_items * sizeof(*s->items) + s->cap_turned * sizeof(*s->turned) + s->cap_steps
		+ s->cap_scores * sizeof(*s->scores) + s->cap_reach * sizeof(*s->reach)
		+ s->cap_slots * 24 + s->cap_anchors * 12 + s->cap_boxes * 16;
}

#define MANY 60000u

/*
 * Long lists: n items each of so many labels and kinds; b is a with changes in so many places of
 * 1000.
 */
static void
long_lists(uint32_t labels, uint32_t kinds, uint32_t changes, uint32_t least_of_1000)
{
	struct align_item *a = malloc(MANY * sizeof(*a)), *b = malloc(MANY * 2 * sizeof(*b));
	uint32_t *pair = malloc(MANY * sizeof(*pair)), m = 0, paired = 0;
	struct aligner aligner = {0};
	clock_t start = clock();

	fill(a, MANY, labels, kinds);
	for (uint32_t i = 0; i < MANY; i++) {
		if (any(1000) < changes)
			continue;	/* gone */
		if (any(1000) < changes)
			fill(&b[m++], 1, labels, kinds);	/* new */
		b[m++] = a[i];
	}
	assert_true(align_lists(&aligner, pair, a, MANY, b, m, false));
	score_of(pair, a, MANY, b);
	for (uint32_t i = 0; i < MANY; i++)
		paired += pair[i] != ALIGN_NONE;
	assert_true(paired >= MANY / 1000 * least_of_1000);
	assert_true(bytes_of(&aligner) < 40u * 1024 * 1024);
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20);
	aligner_free(&aligner);
	free(a);
	free(b);
	free(pair);
}

static void
long_lists_are_paired_in_linear_memory(void **state)
{
	(void)state;
	long_lists(1000000, 1, 20, 970);	/* nearly all there once */
	long_lists(40, 30, 20, 970);		/* few names, as a profile has them */
	long_lists(3, 1, 200, 700);
	long_lists(40, 1, 1000, 0);		/* nothing left: b is empty */
}

static void
long_lists_of_nothing_in_common_end_soon(void **state)
{
	struct align_item *items = malloc(2 * MANY * sizeof(*items));
	uint32_t *pair = malloc(MANY * sizeof(*pair));
	struct aligner aligner = {0};
	clock_t start = clock();

	(void)state;
	/* other labels on either side, but for one in 100 */
	for (uint32_t i = 0; i < 2 * MANY; i++)
		items[i] = (struct align_item){.exact = i,
			.label = any(100) ? any(50) * 2 + (i >= MANY) : 1000};
	assert_true(align_lists(&aligner, pair, items, MANY, items + MANY, MANY, true));
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 20);
	assert_true(bytes_of(&aligner) < 40u * 1024 * 1024);
	aligner_free(&aligner);
	free(items);
	free(pair);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_equal_is_paired_in_order),
		cmocka_unit_test(what_is_given_tells_equal_names_apart),
		cmocka_unit_test(one_too_many_stands_at_the_end_or_in_front),
		cmocka_unit_test(short_lists_are_paired_as_well_as_can_be),
		cmocka_unit_test(long_lists_are_paired_in_linear_memory),
		cmocka_unit_test(long_lists_of_nothing_in_common_end_soon),
	};

	hash_seed_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
