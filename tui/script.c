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
		return app_failed(app, err);
	}
	if (app_ready(app, err))
		return -1;
	app_draw(app);
	return 0;
}

/*
 * What keys cannot do is told on the screen, as to a person, and the next one follows. Where a file
 * could not be written or read, wrong tells it at the end as well.
 */
static int
script_keys(struct app *app, const char *text, struct error *wrong, struct error *err)
{
	while (*text && !app->quit) {
		int key = key_parse(&text);

		if (key < 0)
			return error_set(err, "unknown key: %s", text);
		app_key(app, key);
		if (app->wrong && !wrong->message[0])
			error_set(wrong, "%s", app->status);
		app_draw(app);
		if (script_wait(app, err))
			return -1;
	}
	return 0;
}

static int
script_line(struct app *app, const char *line, struct error *wrong, struct error *err)
{
	int status;

	if (*line == '#' || !*line)
		return 0;
	if (script_wait(app, err))
		return -1;
	if (*line != ':')
		return script_keys(app, line, wrong, err);
	status = app_run(app, line + 1, err);
	if (app->stale)
		app_draw(app);
	return status;
}

static FILE *
script_open(const char *path, struct error *err)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "r") : stdin;

	if (!file)
		error_set(err, "%s: %s", path, strerror(errno));
	return file;
}

static int
script_lines(struct app *app, FILE *file, const char *path, struct error *err)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t len = 0;
	unsigned number = 0;
	int status = 0;
	struct error first = {0};

	while (!status && !app->quit && (len = getline(&line, &cap, file)) >= 0) {
		struct error wrong = {0}, why = {0};

		number++;
		while (len && strchr("\r\n", line[len - 1]))
			line[--len] = '\0';
		if (script_line(app, line, &wrong, &why))
			status = error_set(err, "%s:%u: %.400s", path, number, why.message);
		if (wrong.message[0] && !first.message[0])
			error_set(&first, "%s:%u: %.400s", path, number, wrong.message);
	}
	if (!status && len < 0 && !feof(file))
		status = error_set(err, "%s: %s", path, strerror(errno));
	if (!status && first.message[0])
		status = error_pass(err, &first);
	free(line);
	return status;
}

int
script_run(struct app *app, const char *path, struct error *err)
{
	FILE *file;
	int status;

	if (script_wait(app, err))
		return -1;
	file = script_open(path, err);
	if (!file)
		return -1;
	status = script_lines(app, file, path, err);
	if (file != stdin)
		fclose(file);
	return status;
}
