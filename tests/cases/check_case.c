/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the program on inputs and compares its output with values written down
 * beside them: check_case SONDE DATA_FOLDER SHARED_FOLDER FILE.case...
 *
 * A .case file has a directive a line; '#' begins a comment. Values may hold
 * the escapes \n \t \r \\ \xHH; "-" is an empty cell or null.
 *
 *	file PATH		under DATA_FOLDER, or under SHARED_FOLDER as shared/PATH
 *	refused [TEXT]		exit status 1 and one line of error that names the file [and TEXT]
 *	info PATH VALUE		a member of `sonde info --format json`, its path with dots
 *	warnings none|ID...	exactly these, in the program's order; no_shapes is left
 *				out: small inputs record none
 *	warning ID KEY VALUE	a member of one warning
 *	row UID COLUMN VALUE	a cell of `sonde tree --python all --format csv`
 *	host UID COLUMN VALUE	the same without frames of Python
 *	module UID COLUMN VALUE	a cell of `sonde modules --format csv`
 *	rows COUNT		of `sonde tree --python all`
 *	absent UID		is no row there
 *	show SHEET [OPTION...]	the table that the lines behind look at: of `sonde show SHEET FILE`
 *	printed COMMAND...	or of what `sonde COMMAND... --format csv` prints
 *	written NAME COMMAND...	or NAME.csv of what `sonde COMMAND... --csv FOLDER` writes; in the
 *				command FILE stands for the file, @PATH for one under SHARED_FOLDER,
 *				+PATH for one under DATA_FOLDER
 *	count N			its rows
 *	column TITLE | VALUE | VALUE...		all cells of a column; blanks around | do not count
 *	cell TITLE=KEY | TITLE | VALUE		of the first row with that key; or of row N | TITLE | VALUE
 *	says TEXT		somewhere in the messages that came with the table
 *	timed CATEGORY COUNT	events of that category that have a duration
 */
#include "case.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- values ------------------------------------------------------------------ */

static int
hex_digit(char c)
{
	const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 0x20) : NULL;

	return at == NULL ? -1 : (int)(at - digits);
}

void
case_unescape(char *text)
{
	static const char names[] = "ntr\\", bytes[] = "\n\t\r\\";
	char *out = text;

	for (const char *p = text; *p != '\0'; p++) {
		const char *at = *p == '\\' && p[1] ? strchr(names, p[1]) : NULL;

		if (at != NULL) {
			*out++ = bytes[at - names];
			p++;
		} else if (*p == '\\' && p[1] == 'x' && hex_digit(p[2]) >= 0 && hex_digit(p[3]) >= 0) {
			*out++ = (char)(hex_digit(p[2]) * 16 + hex_digit(p[3]));
			p += 3;
		} else {
			*out++ = *p;
		}
	}
	*out = '\0';
}

static bool
is_number(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return end != text && *end == '\0';
}

bool
case_agree(struct test *test, const char *got, const char *expected)
{
	double a, b;

	if (strcmp(expected, "-") == 0)
		expected = "";
	if (strcmp(got, expected) == 0)
		return true;
	if (is_number(got, &a) && is_number(expected, &b) && fabs(a - b) <= 1e-6 * fmax(1, fabs(b)))
		return true;
	snprintf(test->why, sizeof(test->why), "expected %.400s, got %.400s", expected, got);
	return false;
}

bool
case_disagree(struct test *test, const char *why, const char *what)
{
	snprintf(test->why, sizeof(test->why), "%s: %.900s", why, what);
	return false;
}

/* --- what the program says -------------------------------------------------------- */

static bool
run(struct test *test, struct capture *capture, const char *const options[5])
{
	char *argv[8] = {(char *)(uintptr_t)test->sonde};
	int n = 1;

	for (int i = 0; i < 5 && options[i] != NULL; i++)
		argv[n++] = (char *)(uintptr_t)options[i];
	argv[n] = test->input;
	return capture_run(capture, argv);
}

static const json_t *
load_info(struct test *test)
{
	struct capture capture;

	if (test->info != NULL)
		return test->info;
	if (run(test, &capture, (const char *const[5]){"info", "--format", "json"}) && capture.status == 0)
		test->info = json_loads(capture.out.data, 0, NULL);
	if (test->info == NULL)
		snprintf(test->why, sizeof(test->why), "info: status %d: %.900s", capture.status,
			capture.err.data ? capture.err.data : "");
	capture_free(&capture);
	return test->info;
}

static struct csv *
load_view(struct test *test, enum view view)
{
	static const char *const options[VIEWS][5] = {
		[VIEW_ALL] = {"tree", "--python", "all", "--format", "csv"},
		[VIEW_HOST] = {"tree", "--python", "none", "--format", "csv"},
		[VIEW_MODULES] = {"modules", "--format", "csv"},
	};
	struct capture capture;

	if (test->have[view])
		return &test->views[view];
	if (!run(test, &capture, options[view]) || capture.status != 0)
		snprintf(test->why, sizeof(test->why), "%s: status %d: %.900s", options[view][0],
			capture.status, capture.err.data ? capture.err.data : "");
	else if (csv_parse(&test->views[view], capture.out.data, capture.out.len))
		test->have[view] = true;
	else
		case_disagree(test, options[view][0], "the CSV is not well formed");
	capture_free(&capture);
	return test->have[view] ? &test->views[view] : NULL;
}

static void
forget(struct test *test)
{
	tables_forget(test);
	json_decref(test->info);
	test->info = NULL;
	for (int i = 0; i < VIEWS; i++) {
		if (test->have[i])
			csv_free(&test->views[i]);
		test->have[i] = false;
	}
	test->input[0] = '\0';
}

/* --- directives ---------------------------------------------------------------------- */

char *
case_word(char **rest)
{
	char *p = *rest + strspn(*rest, " \t"), *end = p + strcspn(p, " \t");

	*rest = *end ? end + 1 : end;
	*end = '\0';
	return p;
}

static bool
do_file(struct test *test, char *rest)
{
	bool shared = strncmp(rest, "shared/", 7) == 0;

	forget(test);
	snprintf(test->input, sizeof(test->input), "%s/%s", shared ? test->shared : test->data,
		rest + (shared ? 7 : 0));
	return true;
}

static bool
do_refused(struct test *test, char *rest)
{
	const char *name = strrchr(test->input, '/') + 1;
	struct capture capture;
	bool ok = false;
	char *line;

	if (!run(test, &capture, (const char *const[5]){"info"}))
		return case_disagree(test, "info", strerror(errno));
	line = capture.err.data;
	if (capture.status != 1)
		snprintf(test->why, sizeof(test->why), "status %d, expected 1", capture.status);
	else if (strchr(line, '\n') == NULL || strchr(line, '\n')[1] != '\0')
		case_disagree(test, "not one line", line);
	else if (strstr(line, name) == NULL || strstr(line, rest) == NULL)
		case_disagree(test, "names no file or no reason", line);
	else if (capture.out.len > 0)
		case_disagree(test, "output", capture.out.data);
	else
		ok = true;
	capture_free(&capture);
	return ok;
}

static bool
compare_json(struct test *test, const json_t *value, const char *expected)
{
	char *text;
	bool same;

	if (json_is_string(value) || json_is_null(value))
		return case_agree(test, json_is_null(value) ? "" : json_string_value(value), expected);
	text = json_dumps(value, JSON_ENCODE_ANY);
	same = text != NULL && case_agree(test, text, expected);
	free(text);
	return same;
}

static bool
do_info(struct test *test, char *rest)
{
	const json_t *at = load_info(test);
	char *path = case_word(&rest), *key;

	if (at == NULL)
		return false;
	while ((key = strsep(&path, ".")) != NULL) {
		at = json_is_array(at) ? json_array_get(at, strtoul(key, NULL, 10)) : json_object_get(at, key);
		if (at == NULL)
			return case_disagree(test, "no such member", key);
	}
	case_unescape(rest);
	return compare_json(test, at, rest);
}

/* The element of an array of objects whose member key is text. */
static const json_t *
find_element(const json_t *info, const char *array, const char *key, const char *text)
{
	const json_t *list = json_object_get(info, array);

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *element = json_array_get(list, i);
		const char *value = json_string_value(json_object_get(element, key));

		if (value != NULL && strcmp(value, text) == 0)
			return element;
	}
	return NULL;
}

static bool
do_warnings(struct test *test, char *rest)
{
	const json_t *list = json_object_get(load_info(test), "warnings");
	char got[1024] = "";

	if (list == NULL)
		return false;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *id = json_string_value(json_object_get(json_array_get(list, i), "id"));
		size_t used = strlen(got);

		if (id == NULL)
			return case_disagree(test, "a warning without id", got);
		if (strcmp(id, "no_shapes") == 0)
			continue;
		snprintf(got + used, sizeof(got) - used, "%s%s", used ? " " : "", id);
	}
	return case_agree(test, *got ? got : "none", rest);
}

static bool
do_warning(struct test *test, char *rest)
{
	char *id = case_word(&rest), *key = case_word(&rest);
	const json_t *warning = find_element(load_info(test), "warnings", "id", id), *value;

	if (warning == NULL)
		return case_disagree(test, "was not raised", id);
	value = json_object_get(warning, key);
	return value != NULL ? compare_json(test, value, rest) : case_disagree(test, "no such member", key);
}

static bool
do_timed(struct test *test, char *rest)
{
	char *name = case_word(&rest);
	const json_t *category = find_element(load_info(test), "categories", "name",
		strcmp(name, "-") == 0 ? "" : name), *value = json_object_get(category, "timed");

	if (category == NULL)
		return case_disagree(test, "no such category", name);
	return value != NULL && compare_json(test, value, rest);
}

static bool
compare_cell(struct test *test, enum view view, char *rest)
{
	char *uid = case_word(&rest), *title = case_word(&rest);
	const struct csv *csv = load_view(test, view);
	char **row;
	int column;

	if (csv == NULL)
		return false;
	row = csv_find(csv, csv_column(csv, "uid"), uid);
	column = csv_column(csv, title);
	if (row == NULL)
		return case_disagree(test, "no such row", uid);
	if (column < 0)
		return case_disagree(test, "no such column", title);
	case_unescape(rest);
	return case_agree(test, row[column], rest);
}

static bool
do_row(struct test *test, char *rest)
{
	return compare_cell(test, VIEW_ALL, rest);
}

static bool
do_host(struct test *test, char *rest)
{
	return compare_cell(test, VIEW_HOST, rest);
}

static bool
do_module(struct test *test, char *rest)
{
	return compare_cell(test, VIEW_MODULES, rest);
}

static bool
do_rows(struct test *test, char *rest)
{
	const struct csv *csv = load_view(test, VIEW_ALL);
	char count[32];

	if (csv == NULL)
		return false;
	snprintf(count, sizeof(count), "%zu", csv->n_rows - 1);
	return case_agree(test, count, rest);
}

static bool
do_absent(struct test *test, char *rest)
{
	const struct csv *csv = load_view(test, VIEW_ALL);

	if (csv == NULL)
		return false;
	return csv_find(csv, csv_column(csv, "uid"), rest) == NULL || case_disagree(test, "is a row", rest);
}

static const struct {
	const char *name;
	bool (*run)(struct test *test, char *rest);
} directives[] = {
	{"file", do_file}, {"refused", do_refused}, {"info", do_info}, {"warnings", do_warnings},
	{"warning", do_warning}, {"timed", do_timed}, {"row", do_row}, {"host", do_host},
	{"module", do_module}, {"rows", do_rows}, {"absent", do_absent},
	{"show", tables_show}, {"printed", tables_printed}, {"written", tables_written}, {"count", tables_count}, {"column", tables_column},
	{"cell", tables_cell}, {"says", tables_says},
};

/* --- the whole ------------------------------------------------------------------------- */

static bool
obey(struct test *test, char *line)
{
	char *name = case_word(&line);

	test->why[0] = '\0';
	for (size_t i = 0; i < sizeof(directives) / sizeof(directives[0]); i++)
		if (strcmp(directives[i].name, name) == 0)
			return directives[i].run(test, line + strspn(line, " \t"));
	return case_disagree(test, "no such directive", name);
}

static void
report(struct test *test, bool ok, const char *line)
{
	test->cases++;
	test->failed += !ok;
	printf("%sok %d - %s: %s\n", ok ? "" : "not ", test->cases, test->name, line);
	if (ok)
		return;
	printf("# ");
	for (const char *p = test->why; *p != '\0'; p++)
		putchar((unsigned char)*p < 32 ? '?' : *p);
	putchar('\n');
}

static bool
check_file(struct test *test, const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL, name[256];
	size_t cap = 0;
	ssize_t len;

	if (file == NULL) {
		fprintf(stderr, "check_case: %s: %s\n", path, strerror(errno));
		return false;
	}
	snprintf(name, sizeof(name), "%s", strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
	name[strcspn(name, ".")] = '\0';
	test->name = name;
	while ((len = getline(&line, &cap, file)) > 0) {
		char *shown;
		bool ok;

		line[strcspn(line, "\n")] = '\0';
		if (line[0] == '\0' || line[0] == '#')
			continue;
		shown = strdup(line);
		ok = shown != NULL && obey(test, line);
		if (!ok || strncmp(shown, "file ", 5) != 0)
			report(test, ok, shown != NULL ? shown : "memory");
		free(shown);
	}
	free(line);
	fclose(file);
	forget(test);
	return true;
}

int
main(int argc, char **argv)
{
	static struct test test;
	bool ok = true;

	if (argc < 5) {
		fputs("usage: check_case SONDE DATA_FOLDER SHARED_FOLDER FILE.case...\n", stderr);
		return 2;
	}
	test.sonde = argv[1];
	test.data = argv[2];
	test.shared = argv[3];
	for (int i = 4; i < argc; i++)
		ok = check_file(&test, argv[i]) && ok;
	tables_remove(&test);
	printf("1..%d\n", test.cases);
	return ok && test.failed == 0 ? 0 : 1;
}
