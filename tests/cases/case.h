/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the directives of .case files share. They return false with the reason in test->why. */
#ifndef TESTS_CASE_H
#define TESTS_CASE_H

#include "capture.h"

enum view { VIEW_ALL, VIEW_HOST, VIEW_MODULES, VIEWS };

struct test {
	const char *sonde, *data, *shared;
	const char *name;		/* of the case */
	char input[4096];
	struct json_t *info;
	struct csv views[VIEWS];
	bool have[VIEWS];
	struct csv table;		/* of show and written */
	bool have_table;
	struct buffer said;
	char folder[64];		/* for what is written */
	char why[1024];			/* of what did not agree */
	int cases, failed;
};

/* Replaces escapes, in place. */
void case_unescape(char *text);
/* Cuts the next word off *rest, which is moved behind it. */
char *case_word(char **rest);
/* Equal as text, or as numbers within a millionth. */
bool case_agree(struct test *test, const char *got, const char *expected);
bool case_disagree(struct test *test, const char *why, const char *what);

bool tables_show(struct test *test, char *rest);
bool tables_printed(struct test *test, char *rest);
bool tables_written(struct test *test, char *rest);
bool tables_count(struct test *test, char *rest);
bool tables_column(struct test *test, char *rest);
bool tables_cell(struct test *test, char *rest);
bool tables_says(struct test *test, char *rest);
void tables_forget(struct test *test);
/* Removes all that was written. */
void tables_remove(struct test *test);

#endif
