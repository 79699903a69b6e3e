/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that were drawn before: what they show is what was drawn, and only for the same view. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tui/row_store.h"
#include <string.h>

#define COLS 10
#define SLOTS 3

struct fixture {
	struct screen screen;
	struct canvas canvas;
	struct row_store store;
};

static const struct row_view view = {.begin = 5, .span = 100, .cols = COLS, .slots = SLOTS};

static void
fixture_open(struct fixture *f)
{
	*f = (struct fixture){0};
	assert_true(screen_resize(&f->screen, 4, COLS));
	f->canvas = screen_canvas(&f->screen, 0, 0, 4, COLS);
}

static void
fixture_close(struct fixture *f)
{
	screen_free(&f->screen);
	row_store_free(&f->store);
}

static void
assert_row(const struct fixture *f, int y, const char *expected)
{
	struct buffer text = {0};

	assert_true(screen_part_text(&f->screen, y, 0, COLS, &text));
	assert_int_equal(text.len, strlen(expected));
	assert_memory_equal(text.data, expected, text.len);
	buffer_free(&text);
}

static void
rows_come_back_as_they_were_drawn(void **state)
{
	struct fixture f;

	(void)state;
	fixture_open(&f);
	row_store_view(&f.store, &view);
	assert_false(row_store_draw(&f.store, 1, 77, &f.canvas, 0));
	canvas_puts(&f.canvas, 0, 0, ROLE_BUSY, "one");
	row_store_keep(&f.store, 1, 77, &f.canvas, 0);
	canvas_puts(&f.canvas, 1, 0, ROLE_COMM, "another");
	row_store_keep(&f.store, 2, 78, &f.canvas, 1);
	screen_clear(&f.screen);
	row_store_view(&f.store, &view);
	assert_true(row_store_draw(&f.store, 1, 77, &f.canvas, 3));
	assert_true(row_store_draw(&f.store, 2, 78, &f.canvas, 2));
	assert_row(&f, 3, "one\n");
	assert_row(&f, 2, "another\n");
	assert_int_equal(canvas_row(&f.canvas, 3)->role, ROLE_BUSY);
	assert_false(row_store_draw(&f.store, 1, 78, &f.canvas, 0));	/* the slot holds another */
	fixture_close(&f);
}

static void
another_view_has_none(void **state)
{
	const struct row_view others[] = {
		{6, 100, COLS, SLOTS, GLYPHS_UTF8}, {5, 101, COLS, SLOTS, GLYPHS_UTF8}, {5, 100, COLS - 1, SLOTS, GLYPHS_UTF8},
		{5, 100, COLS, SLOTS + 1, GLYPHS_UTF8}, {5, 100, COLS, SLOTS, GLYPHS_ASCII},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		struct fixture f;

		fixture_open(&f);
		row_store_view(&f.store, &view);
		row_store_keep(&f.store, 0, 7, &f.canvas, 0);
		assert_true(row_store_draw(&f.store, 0, 7, &f.canvas, 0));
		row_store_view(&f.store, &others[i]);
		assert_false(row_store_draw(&f.store, 0, 7, &f.canvas, 0));
		row_store_view(&f.store, &view);	/* nor has the first one again */
		assert_false(row_store_draw(&f.store, 0, 7, &f.canvas, 0));
		row_store_keep(&f.store, 0, 7, &f.canvas, 0);
		row_store_forget(&f.store);
		assert_false(row_store_draw(&f.store, 0, 7, &f.canvas, 0));
		fixture_close(&f);
	}
}

/* A row of another length, a slot too far, a row outside the canvas: nothing is kept, nothing is drawn. */
static void
what_does_not_fit_is_not_kept(void **state)
{
	struct fixture f;
	struct canvas part;

	(void)state;
	fixture_open(&f);
	row_store_keep(&f.store, 0, 7, &f.canvas, 0);	/* before any view */
	row_store_view(&f.store, &view);
	assert_false(row_store_draw(&f.store, 0, 7, &f.canvas, 0));
	part = canvas_part(&f.canvas, 0, 1, 4, COLS - 1);
	row_store_keep(&f.store, 0, 7, &part, 0);
	row_store_keep(&f.store, SLOTS, 8, &f.canvas, 0);
	row_store_keep(&f.store, 1, 9, &f.canvas, 4);
	assert_false(row_store_draw(&f.store, 0, 7, &f.canvas, 0));
	assert_false(row_store_draw(&f.store, SLOTS, 8, &f.canvas, 0));
	assert_false(row_store_draw(&f.store, 1, 9, &f.canvas, 0));
	fixture_close(&f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_come_back_as_they_were_drawn),
		cmocka_unit_test(another_view_has_none),
		cmocka_unit_test(what_does_not_fit_is_not_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
