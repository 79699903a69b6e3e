/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of trees with equal paths folded: what is one row, and what it adds up to. */
#include "diff_support.h"

#include "base/buffer.h"
#include "base/hash.h"
#include "compare/diff_merged.h"
#include <stdlib.h>
#include <string.h>

static const struct diff_options plain = {.python = MERGED_PYTHON_MODULES};

/* A row a line: blanks for its depth, its name on both sides, calls and us of both. Launches and threads are left out. */
static void
draw(struct buffer *out, const struct diff_merged *m)
{
	for (uint32_t row = 0; row < m->n; row++) {
		const struct diff_merged_row *r = &m->rows[row];
		uint32_t first = r->first[r->first[0] == TRACE_NONE];
		uint8_t kind = m->diff->rows[first].kind;
		char room[2][256];
		const char *a = diff_merged_name(m, row, 0, room[0], sizeof(room[0])),
			*b = diff_merged_name(m, row, 1, room[1], sizeof(room[1]));

		if (kind == DIFF_THREAD || kind == DIFF_CALL)
			continue;
		buffer_printf(out, "%*s%s", (int)r->depth, "", *a ? a : b);
		if (*a && *b && strcmp(a, b))
			buffer_printf(out, " | %s", b);
		buffer_printf(out, "  %u %u  %lld %lld\n", r->calls[0], r->calls[1], (long long)r->gpu_ns[0] / 1000,
			(long long)r->gpu_ns[1] / 1000);
	}
}

static void
expect(const char *outline_a, const char *outline_b, const char *expected)
{
	struct support_side a = support_outline(outline_a), b = support_outline(outline_b);
	struct tree_diff *diff = support_compare(&a, &b, &plain);
	struct diff_merged *merged;
	struct buffer drawn = {0};
	int64_t sums[2] = {0};
	struct error err;

	assert_int_equal(diff_merge(&merged, diff, &err), 0);
	draw(&drawn, merged);
	assert_string_equal(drawn.data ? drawn.data : "", expected);
	for (uint32_t row = 0; row < merged->n; row += merged->rows[row].size)
		for (int side = 0; side < 2; side++) {
			assert_int_equal(merged->rows[row].depth, 0);
			sums[side] += merged->rows[row].gpu_ns[side];
		}
	assert_int_equal(sums[0], diff->gpu_ns[0]);
	assert_int_equal(sums[1], diff->gpu_ns[1]);
	buffer_free(&drawn);
	diff_merged_free(merged);
	tree_diff_free(diff);
	support_close(&a);
	support_close(&b);
}

#define STEP_OF(number, first, second) "step " number "\n frame nn.Module: Linear_0\n  op aten::addmm\n   kernel g =" first \
	"\n frame nn.Module: Linear_1\n  op aten::addmm\n   kernel g =" second "\n"

static void
steps_and_modules_are_one_row(void **state)
{
	(void)state;
	expect(STEP_OF("1", "10", "20") STEP_OF("2", "11", "21"),
		STEP_OF("1", "5", "6") STEP_OF("2", "7", "8") STEP_OF("3", "9", "10"),
		"ProfilerStep  2 3  62 45\n"
		"  nn.Module: Linear  4 6  62 45\n"
		"   aten::addmm  4 6  62 45\n"
		"     g  4 6  62 45\n");
}

static void
what_one_side_has_stands_in_its_order(void **state)
{
	(void)state;
	expect("op f\n op x\n  kernel k =1\n op y\n  kernel k =2\nop f\n op x\n  kernel k =3\n",
		"op f\n op x\n  kernel k =4\n op z\n  kernel k =5\nop f\n op z\n  kernel k =6\n",
		" f  2 2  6 15\n"
		"  x  2 1  4 4\n"
		"    k  2 1  4 4\n"
		"  y  1 0  2 0\n"
		"    k  1 0  2 0\n"
		"  z  0 2  0 11\n"
		"    k  0 2  0 11\n");
}

/* The second step of B has no counterpart: its op goes with that of the first, which is called otherwise in A. */
static void
another_name_is_the_same_row(void **state)
{
	(void)state;
	expect("step 1\n op aten::cudnn_batch_norm\n  op aten::mean\n   kernel k =1\n  op aten::var\n   kernel k =1\n",
		"step 1\n op aten::miopen_batch_norm\n  op aten::mean\n   kernel k =2\n  op aten::var\n   kernel k =2\n"
		"step 2\n op aten::miopen_batch_norm\n  op aten::mean\n   kernel k =3\n  op aten::var\n   kernel k =3\n",
		"ProfilerStep  1 2  2 10\n"
		"  aten::cudnn_batch_norm | aten::miopen_batch_norm  1 2  2 10\n"
		"   aten::mean  1 2  1 5\n"
		"     k  1 2  1 5\n"
		"   aten::var  1 2  1 5\n"
		"     k  1 2  1 5\n");
}

static void
kernels_are_told_apart_by_all_of_their_name(void **state)
{
	(void)state;
	expect("op f\n kernel k<1> =1\n kernel k<2> =2\n kernel k<1> =3\n",
		"op f\n kernel k<1> =4\n kernel k<2> =5\n kernel k<1> =6\n",
		" f  1 1  6 15\n"
		"   k<1>  2 2  4 10\n"
		"   k<2>  1 1  2 5\n");
}

static void
nothing_at_all(void **state)
{
	(void)state;
	expect("op f\n", "op f\n", "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_and_modules_are_one_row),
		cmocka_unit_test(what_one_side_has_stands_in_its_order),
		cmocka_unit_test(another_name_is_the_same_row),
		cmocka_unit_test(kernels_are_told_apart_by_all_of_their_name),
		cmocka_unit_test(nothing_at_all),
	};

	hash_seed_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
