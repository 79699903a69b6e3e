/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/script.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The trace, once loaded, or what went wrong with it. */
static int
script_wait(struct app *app, struct error *err)
{
	if ((app->pane && app->side) || session_state(&app->session) == SESSION_NONE)
		return 0;
	if (session_wait(&app->session) == SESSION_FAILED) {
		*err = app->session.error;
		return app_failed(app, err);
	}
	if (app_ready(app, err))
		return -1;
	app_draw(app);
	return 0;
}

static int
script_keys(struct app *app, const char *text, struct error *err)
{
	while (*text && !app->quit) {
		int key = key_parse(&text);

		if (key < 0)
			return error_set(err, "unknown key: %s", text);
		app_key(app, key);
		app_draw(app);
		if (script_wait(app, err))
			return -1;
	}
	return 0;
}

static int
script_line(struct app *app, const char *line, struct error *err)
{
	int status;

	if (*line == '#' || !*line)
		return 0;
	if (script_wait(app, err))
		return -1;
	if (*line != ':')
		return script_keys(app, line, err);
	status = app_run(app, line + 1, err);
	if (app->stale)
		app_draw(app);
	return status;
}

int
script_run(struct app *app, const char *path, struct error *err)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;
	char *line = NULL;
	size_t cap = 0;
	ssize_t len;
	unsigned number = 0;
	int status = script_wait(app, err);

	if (!file && !status)
		status = error_set(err, "%s: %s", path, strerror(errno));
	while (!status && !app->quit && (len = getline(&line, &cap, file)) >= 0) {
		struct error wrong = {0};

		number++;
		while (len && strchr("\r\n", line[len - 1]))
			line[--len] = '\0';
		if (script_line(app, line, &wrong))
			status = error_set(err, "%s:%u: %s", path, number, wrong.message);
	}
	free(line);
	if (file && file != stdin)
		fclose(file);
	return status;
}
