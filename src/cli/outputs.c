/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/outputs.h"
#include "base/path.h"
#include <string.h>
#include <strings.h>

static bool
is_written(const struct cli_option *row)
{
	return row->type == CLI_TYPE_OUTPUT || row->type == CLI_TYPE_BOOK;
}

/* The name that was given for the option; NULL: none. */
static const char *
given(const struct cli_call *call, const struct cli_option *row)
{
	return *(const char *const *)((const char *)call->options + row->offset);
}

int
cli_check_output(const struct cli_call *call, const char *path, struct error *err)
{
	const char *read = NULL;

	for (int i = 0; i < call->n_files && !read; i++)
		if (path_is_input(path, call->files[i]))
			read = call->files[i];
	for (const struct cli_option *row = call->command->options; row && row->name && !read; row++)
		if (row->type == CLI_TYPE_INPUT && given(call, row) && path_is_input(path, given(call, row)))
			read = given(call, row);
	if (!read)
		return 0;
	return error_set(err, "'%s' is read, it cannot be written as well",
		strcmp(read, "-") ? path : "standard input");
}

/* An ending that says that something else is expected. */
static int
check_book(const char *path, const char *name, struct error *err)
{
	static const char *const others[] = {".json", ".csv", ".md", ".txt", ".html", ".xls", ".ods", ".gz"};
	const char *ending = strrchr(path, '.');

	for (size_t i = 0; ending && i < sizeof(others) / sizeof(*others); i++)
		if (!strcasecmp(ending, others[i]))
			return error_set(err, "--%s writes a workbook, FILE.xlsx, not '%s'", name, path);
	return 0;
}

static int
check_others(const struct cli_call *call, const struct cli_option *row, struct error *err)
{
	const char *path = given(call, row);

	for (const struct cli_option *other = row + 1; other->name; other++)
		if (is_written(other) && given(call, other) && path_is_output(path, given(call, other)))
			return error_set(err, "--%s and --%s cannot both write '%s'", row->name, other->name, path);
	return 0;
}

int
cli_check_outputs(const struct cli_call *call, struct error *err)
{
	for (const struct cli_option *row = call->command->options; row && row->name; row++) {
		if (!is_written(row) || !given(call, row))
			continue;
		if (row->type == CLI_TYPE_BOOK && check_book(given(call, row), row->name, err))
			return -1;
		if (cli_check_output(call, given(call, row), err) || check_others(call, row, err))
			return -1;
	}
	return 0;
}
