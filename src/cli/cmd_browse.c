/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"
#include "cli/sheets.h"
#include "tui/tui.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct browse_options {
	struct sheet_options sheet;	/* of which the browser takes the limits */
	const char *script, *size, *theme, *keys;
	bool ascii;
};

static const char *
browse_theme(size_t i)
{
	return tui_theme_name((unsigned)i);
}

static const struct cli_option options[] = {
	{"theme", 't', "THEME", "colours: dark, light, mono or colour-blind", CLI_TYPE_TEXT,
		CLI_AT(struct browse_options, theme, const char *), 0, 0, NULL, NULL, browse_theme},
	CLI_FLAG("ascii", 'a', struct browse_options, ascii, "draw with ASCII only"),
	CLI_TEXT("keys", 'k', "FILE", struct browse_options, keys, "key bindings instead of your own"),
	SHEET_LIMIT_ROWS(struct browse_options, 0),
	CLI_TEXT("script", 0, "FILE", struct browse_options, script,
		"keys and :commands from FILE, one a line, on a screen without a terminal"),
	CLI_TEXT("size", 0, "COLSxROWS", struct browse_options, size, "size of a script's screen, 80x24 if not given"),
	CLI_END
};

static const struct cli_example examples[] = {
	{"sonde data/sample.json.gz", "open the sample"},
	{"sonde data/sample.json.gz data/sample_slow.json.gz", "open two and show what differs"},
	{NULL, NULL}
};

/* A file that is not there is told even where there is no terminal to show it in. */
static int
find_files(const struct cli_call *call)
{
	struct error err;

	for (int i = 0; i < call->n_files; i++) {
		if (!strcmp(call->files[i], "-") || !access(call->files[i], R_OK))
			continue;
		error_set(&err, "cannot open: %s", strerror(errno));
		return cli_fail(call->files[i], &err);
	}
	return CLI_DONE;
}

static bool
is_theme(const char *name)
{
	const char *theme;

	for (size_t i = 0; (theme = browse_theme(i)); i++)
		if (!strcmp(theme, name))
			return true;
	return false;
}

static int
browse_run(const struct cli_call *call)
{
	const struct browse_options *given = call->options;
	struct tui_options tui = {.trace = call->files[0],
		.other = call->n_files > 1 ? call->files[1] : NULL, .script = given->script, .cols = 80, .rows = 24,
		.theme = given->theme, .keys = given->keys, .ascii = given->ascii,
		.arch = given->sheet.arch, .ops = given->sheet.ops, .limit_steps = given->sheet.step};
	struct error err = {.offset = ERROR_NO_OFFSET};
	char end;

	if (given->size && (sscanf(given->size, "%dx%d%c", &tui.cols, &tui.rows, &end) != 2 || tui.cols < 1
	    || tui.rows < 1 || tui.cols > 2000 || tui.rows > 1000))
		return cli_usage(call, "--size takes COLSxROWS, up to 2000x1000");
	if (tui.limit_steps && !sheet_parse_steps(given->sheet.step, &tui.first_step, &tui.last_step))
		return cli_usage(call, "--step takes a number or a range A:B, not '%s'", given->sheet.step);
	if (given->theme && !is_theme(given->theme))
		return cli_usage(call, "there is no theme '%s'", given->theme);
	if (find_files(call))
		return CLI_FAILED;
	return tui_run(&tui, &err) ? cli_blame(call, NULL, &err) : CLI_DONE;
}

const struct cli_command cmd_browse = {
	.id = "browse",
	.arguments = "TRACE|FOLDER [OTHER]",
	.help = "walk through a trace in the terminal",
	.about = "Opens the browser. This is what happens when only a trace is given, or two to compare. "
		"Of a folder its traces are listed, to pick one.\n\n"
		"The question mark shows all keys; a colon begins a command. "
		"With --script no terminal is needed: the file holds keys, as <Down> or /gemm<Enter>, or one :command a line, "
		"and :save-screen FILE writes what the screen would show.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct browse_options),
	.min_files = 1,
	.max_files = 2,
	.run = browse_run,
};
