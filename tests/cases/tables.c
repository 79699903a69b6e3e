/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The directives that look at sheets: of `sonde show`, and what commands write as CSV. */
#include "case.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
tables_forget(struct test *test)
{
	if (test->have_table)
		csv_free(&test->table);
	test->have_table = false;
	buffer_free(&test->said);
}

/* Runs the program; its messages become what `says` looks at. */
static bool
run_table(struct test *test, struct capture *capture, char *const argv[])
{
	tables_forget(test);
	if (!capture_run(capture, argv))
		return case_disagree(test, argv[1], strerror(errno));
	buffer_add(&test->said, capture->err.data, capture->err.len);
	if (capture->status == 0)
		return true;
	snprintf(test->why, sizeof(test->why), "%s: status %d: %.900s", argv[1], capture->status,
		capture->err.data);
	return false;
}

static bool
take_table(struct test *test, const char *text, size_t len, const char *what)
{
	test->have_table = csv_parse(&test->table, text, len);
	return test->have_table || case_disagree(test, what, "the CSV is not well formed");
}

#define WORDS 24
#define WORDS_LEFT 4	/* of them for what is put behind */

/* The line's words; paths of the three kinds are made in room. */
static void
split(struct test *test, char *rest, char *argv[WORDS], char room[WORDS][4096])
{
	int n = 0;

	argv[n++] = (char *)(uintptr_t)test->sonde;
	while (*rest && n < WORDS - WORDS_LEFT) {
		char *p = case_word(&rest);

		if (*p == '@' || *p == '+') {
			snprintf(room[n], sizeof(room[n]), "%s/%s", *p == '@' ? test->shared : test->data, p + 1);
			p = room[n];
		}
		argv[n++] = strcmp(p, "FILE") ? p : test->input;
	}
	argv[n] = NULL;
}

static void
append(char *argv[WORDS], const char *a, const char *b, const char *c)
{
	int n = 0;

	while (argv[n] != NULL)
		n++;
	argv[n++] = (char *)(uintptr_t)a;
	argv[n++] = (char *)(uintptr_t)b;
	argv[n++] = (char *)(uintptr_t)c;
	argv[n] = NULL;
}

bool
tables_show(struct test *test, char *rest)
{
	static char room[WORDS][4096];
	char line[4096], *argv[WORDS];
	struct capture capture = {0};
	bool ok;

	snprintf(line, sizeof(line), "show %s", rest);
	split(test, line, argv, room);
	append(argv, "--format", "csv", test->input);
	ok = run_table(test, &capture, argv)
		&& take_table(test, capture.out.data, capture.out.len, "show");
	capture_free(&capture);
	return ok;
}

bool
tables_printed(struct test *test, char *rest)
{
	static char room[WORDS][4096];
	char *argv[WORDS];
	struct capture capture = {0};
	bool ok;

	split(test, rest, argv, room);
	append(argv, "--format", "csv", NULL);
	ok = run_table(test, &capture, argv)
		&& take_table(test, capture.out.data, capture.out.len, argv[1]);
	capture_free(&capture);
	return ok;
}

static bool
read_table(struct test *test, const char *name)
{
	char path[512];
	struct buffer text = {0};
	FILE *file;
	int c;
	bool ok;

	snprintf(path, sizeof(path), "%s/out/%s.csv", test->folder, name);
	file = fopen(path, "r");
	if (file == NULL)
		return case_disagree(test, "was not written", name);
	while ((c = fgetc(file)) != EOF)
		buffer_add(&text, &(char){(char)c}, 1);
	fclose(file);
	ok = take_table(test, text.data, text.len, name);
	buffer_free(&text);
	return ok;
}

static void
remove_out(const struct test *test)
{
	char out[128];
	char rm[] = "/bin/rm", all[] = "-rf", *const argv[] = {rm, all, out, NULL};
	struct capture capture = {0};

	snprintf(out, sizeof(out), "%s/out", test->folder);
	if (test->folder[0] && capture_run(&capture, argv))
		capture_free(&capture);
}

bool
tables_written(struct test *test, char *rest)
{
	static char room[WORDS][4096];
	char out[128], *argv[WORDS], *name = case_word(&rest);
	struct capture capture = {0};
	bool ok;

	if (!test->folder[0]) {
		strcpy(test->folder, "/tmp/check_case.XXXXXX");
		if (mkdtemp(test->folder) == NULL)
			return case_disagree(test, "no folder", strerror(errno));
	}
	remove_out(test);
	snprintf(out, sizeof(out), "%s/out", test->folder);
	split(test, rest, argv, room);
	append(argv, "--csv", out, NULL);
	ok = run_table(test, &capture, argv) && read_table(test, name);
	capture_free(&capture);
	return ok;
}

/* Cuts what stands before the next | off *rest, without blanks around. */
static char *
part(char **rest)
{
	char *p = *rest + strspn(*rest, " \t"), *bar = strchr(p, '|'), *end = bar ? bar : p + strlen(p);

	*rest = bar ? bar + 1 : end;
	while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
		end--;
	*end = '\0';
	case_unescape(p);
	return p;
}

bool
tables_count(struct test *test, char *rest)
{
	char count[32];

	if (!test->have_table)
		return case_disagree(test, "no table", "before");
	snprintf(count, sizeof(count), "%zu", test->table.n_rows - 1);
	return case_agree(test, count, rest);
}

bool
tables_column(struct test *test, char *rest)
{
	char *title = part(&rest);
	int column = test->have_table ? csv_column(&test->table, title) : -1;
	size_t row = 1;

	if (column < 0)
		return case_disagree(test, "no such column", title);
	for (; *rest; row++)
		if (row >= test->table.n_rows)
			return case_disagree(test, "too few rows, there is none for", part(&rest));
		else if (!case_agree(test, test->table.rows[row][column], part(&rest)))
			return false;
	return row == test->table.n_rows || case_disagree(test, "one more row", test->table.rows[row][column]);
}

bool
tables_cell(struct test *test, char *rest)
{
	char *key = part(&rest), *title = part(&rest), *value = strchr(key, '='), **row = NULL;
	int column = test->have_table ? csv_column(&test->table, title) : -1;
	size_t number = strtoul(key, NULL, 10);

	if (column < 0)
		return case_disagree(test, "no such column", title);
	if (value != NULL) {
		*value++ = '\0';
		row = csv_find(&test->table, csv_column(&test->table, key), value);
	} else if (number > 0 && number < test->table.n_rows) {
		row = test->table.rows[number];
	}
	return row != NULL ? case_agree(test, row[column], part(&rest)) : case_disagree(test, "no such row", key);
}

bool
tables_says(struct test *test, char *rest)
{
	const char *said = test->said.data ? test->said.data : "";

	return strstr(said, rest) != NULL || case_disagree(test, "says", said);
}

void
tables_remove(struct test *test)
{
	remove_out(test);
	if (test->folder[0])
		rmdir(test->folder);
	test->folder[0] = '\0';
}
