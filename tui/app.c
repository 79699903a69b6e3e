/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app.h"
#include "base/mem.h"
#include "base/path.h"
#include "model/model.h"
#include "tui/app_priv.h"
#include "tui/changes_pane.h"
#include "tui/detail.h"
#include "tui/folders.h"
#include "tui/prompt.h"
#include "tui/sheet_pane.h"
#include "tui/state.h"
#include "tui/traces_pane.h"
#include "tui/tree_pane.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define MANY_EVENTS 500000	/* from here on a pane may take a while to open */

/* The user's own keys: from the option, else from the config folder where there is a file. */
static int
app_user_keys(struct app *app, struct error *err)
{
	const char *path = app->options->keys;
	struct buffer text = {0};
	char standard[FOLDER_PATH];
	int status = 0;

	if (!path && (app->scripted || !folder_path(FOLDER_CONFIG, "keys", standard)))
		return 0;
	if (file_read(path ? path : standard, &text, err)) {
		buffer_free(&text);
		return path || errno != ENOENT ? -1 : 0;
	}
	if (text.data)
		status = keytable_parse(&app->keytable, text.data, path ? path : standard, err);
	buffer_free(&text);
	return status;
}

/* A file of the user's own that is wrong is told, one that was asked for must be right. */
static int
app_operators(struct app *app, struct error *err)
{
	struct error wrong;

	if (model_registry_new(&app->models, err))
		return -1;
	if (model_registry_load_user(app->models, &wrong))
		app_say(app, ROLE_ERROR, "%s", wrong.message);
	return app->options->ops ? model_registry_load(app->models, app->options->ops, err) : 0;
}

int
app_init(struct app *app, const struct tui_options *options, struct error *err)
{
	struct error wrong = {0};

	*app = (struct app){.options = options, .scripted = options->script != NULL, .stale = STALE_SCREEN};
	if (app_user_settings(app, &wrong))
		app_say(app, ROLE_ERROR, "%s", wrong.message);
	if (options->theme && app_set_named(app, "theme", options->theme, err) & STALE_FAILED)
		return -1;
	if (options->arch && app_set_named(app, "arch", options->arch, err) & STALE_FAILED)
		return -1;
	if (options->ascii)
		app_set_named(app, "glyphs", "ascii", &wrong);
	app_apply_settings(app);
	if (app_operators(app, err))
		return -1;
	if (keytable_parse(&app->keytable, keys_builtin, "built-in keys", err))
		return -1;
	if (app_user_keys(app, &wrong)) {
		if (options->keys) {
			*err = wrong;
			return -1;
		}
		app_say(app, ROLE_ERROR, "%s", wrong.message);
	}
	return 0;
}

void
app_free(struct app *app)
{
	for (unsigned i = 0; i < APP_PANES_MAX; i++)
		pane_free(app->open[i]);
	pane_free(app->side);
	changes_drop(app);
	comparison_stop(&app->comparison);
	session_stop(&app->session);
	model_registry_free(app->models);
	keytable_free(&app->keytable);
	history_free(&app->history);
	pattern_free(&app->pattern);
	buffer_free(&app->state);
	buffer_free(&app->kept);
	free(app->folder);
	free(app->path);
	screen_free(&app->screen);
}

static void
app_close_panes(struct app *app)
{
	for (unsigned i = 0; i < n_panes; i++) {
		if (panes[i] == &traces_pane)
			continue;
		pane_free(app->open[i]);
		app->open[i] = NULL;
	}
	pane_free(app->side);
	app->pane = app->side = NULL;
	app->side_focused = false;
	history_free(&app->history);
	buffer_free(&app->state);
	buffer_free(&app->kept);
}

int
app_open(struct app *app, const char *path, struct error *err)
{
	const struct session_limits limits = app_limits(app);
	struct stat status;

	if (!stat(path, &status) && S_ISDIR(status.st_mode)) {
		app->folder = strdup(path);
		return app->folder && app_show(app, &traces_pane, err) ? 0 : -1;
	}
	app_keep(app);
	app_close_panes(app);
	changes_drop(app);
	comparison_stop(&app->comparison);
	session_stop(&app->session);
	free(app->path);
	app->path = strdup(path);
	app->stale |= STALE_SCREEN | STALE_LAYOUT;
	if (!app->path)
		return error_no_memory(err, "opening a trace");
	return session_start(&app->session, app->path, &limits, app->wake_fd, err);
}

int
app_failed(struct app *app, struct error *err)
{
	struct error why = app->session.error;

	if (!app->folder)
		return error_set_at(err, why.offset, "%s: %.400s", path_shown_input(app->path),
			why.message);
	session_stop(&app->session);
	app->session = (struct session){0};
	if (!app_show(app, &traces_pane, err))
		return -1;
	app_say(app, ROLE_ERROR, "%s", why.message);
	return 0;
}

int
app_ready(struct app *app, struct error *err)
{
	const char *gpu = app->settings.value[SETTING_ARCH];

	app->side = pane_new(&detail_pane, app, err);
	if (!app->side)
		return -1;
	app->stale |= STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
	/* it may have been set meanwhile */
	if (strcmp(gpu, app->session.gpu) && session_limit_gpu(&app->session, gpu, err))
		return -1;
	if (!app->pane && !app_show(app, pane_kind("overview"), err))
		return -1;
	if (app_limit_steps(app, err)) {
		if (!app->folder)
			return -1;
		app_say(app, ROLE_ERROR, "%s", err->message);
	}
	app_offer(app);
	return app->options->other && app_compare(app, app->options->other, err) & STALE_FAILED ? -1 : 0;
}

void
app_say(struct app *app, enum role role, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(app->status, sizeof(app->status), format, args);
	va_end(args);
	app->status_role = role;
	app->stale |= STALE_SCREEN;
}

struct pane *
app_focused(struct app *app)
{
	return app->side_shown && app->side_focused ? app->side : app->pane;
}

uint32_t
app_event(struct app *app)
{
	struct pane *pane = app_focused(app);
	uint32_t event = pane ? pane_event(pane) : TRACE_NONE;

	if (event == TRACE_NONE && app->pane && pane != app->pane)
		event = pane_event(app->pane);
	return event;
}

const char *
app_map(const struct app *app)
{
	if (app->side_shown && app->side_focused)
		return "detail";
	if (!app->pane)
		return "loading";
	return app->pane->ops->sheet ? "table" : app->pane->ops->id;
}

struct pane *
app_pane(struct app *app, const struct pane_ops *ops, struct error *err)
{
	unsigned kind = 0;

	while (panes[kind] != ops)
		kind++;
	if (app->open[kind])
		return app->open[kind];
	if (app->session.trace && app->session.trace->n > MANY_EVENTS)
		app_busy(app, ops->title);
	app->open[kind] = pane_new(ops, app, err);
	if (app->open[kind])
		state_apply(app, app->open[kind]);
	return app->open[kind];
}

struct pane *
app_show(struct app *app, const struct pane_ops *ops, struct error *err)
{
	struct pane *pane;

	if (session_state(&app->session) != SESSION_READY && !(ops->flags & PANE_EARLY)) {
		error_set(err, "the trace is still loading");
		return NULL;
	}
	pane = app_pane(app, ops, err);
	if (!pane)
		return NULL;
	if (app->pane != pane)
		app_leave(app);
	app->pane = pane;
	app->side_focused = false;
	app->stale |= STALE_SCREEN | STALE_DETAIL | STALE_LAYOUT;
	return pane;
}

unsigned
app_goto(struct app *app, uint32_t event, struct error *err)
{
	struct pane *pane;

	if (session_state(&app->session) != SESSION_READY) {
		error_set(err, "the trace is still loading");
		return STALE_FAILED;
	}
	if (event >= app->session.trace->n) {
		error_set(err, "no event %u: the last one is %u", event, app->session.trace->n - 1);
		return STALE_FAILED;
	}
	if (!tree_has(app->session.tree, event)) {
		pane = app_show(app, &detail_pane, err);
		if (pane)
			detail_set(pane, event);
		return pane ? STALE_SCREEN : STALE_FAILED;
	}
	if (app->pane && app->pane->ops == &tree_pane)
		app_leave(app);
	pane = app_show(app, &tree_pane, err);
	if (!pane || tree_pane_goto(pane, event, err))
		return STALE_FAILED;
	return STALE_SCREEN | STALE_DETAIL;
}

/* A trace or report that is open is read on: nothing is written over it. */
static int
output_check(const struct app *app, const char *path, struct error *err)
{
	const char *const open[] = {app->session.path, app->comparison.path, app->changes.path};

	for (size_t i = 0; i < sizeof(open) / sizeof(*open); i++)
		if (open[i] && path_is_input(path, open[i]))
			return error_set(err, "%s is open here, it cannot be written over", path);
	return 0;
}

/* The argument as the command's row asks for it. */
static int
argument_check(const struct app *app, const struct command *command, const char *argument, struct error *err)
{
	switch (command->kind) {
	case ARGUMENT_NONE:
		return *argument ? error_set(err, "%s takes no argument", command->name) : 0;
	case ARGUMENT_OPTIONAL:
	case ARGUMENT_SETTING:
	case ARGUMENT_COLUMNS:
	case ARGUMENT_FILTER:
	case ARGUMENT_FILE_OPTIONAL:
		return 0;
	case ARGUMENT_OUTPUT_OPTIONAL:
		return output_check(app, argument, err);
	case ARGUMENT_OUTPUT:
		if (*argument)
			return output_check(app, argument, err);
		return error_set(err, "%s needs %s", command->name, command->argument);
	case ARGUMENT_CHOICE_OPTIONAL:
		if (!*argument)
			return 0;
		/* fall through */
	case ARGUMENT_CHOICE:
		if (command_choice(command->argument, argument) < 0)
			return error_set(err, "%s takes one of %s", command->name, command->argument);
		return 0;
	case ARGUMENT_NUMBER_OPTIONAL:
		if (!*argument)
			return 0;
		/* fall through */
	case ARGUMENT_NUMBER:
		if (!*argument || strspn(argument, "0123456789") != strlen(argument) || strlen(argument) > 9)
			return error_set(err, "%s takes a number", command->name);
		return 0;
	default:
		return *argument ? 0 : error_set(err, "%s needs %s", command->name, command->argument);
	}
}

/* Of a command that nothing here answers: where it works. */
static int
say_where(struct app *app, const struct pane *pane, enum command_id id, struct error *err)
{
	const char *instead = pane && pane->ops->instead && pane_knows(&sheet_pane, id) ? pane->ops->instead(pane) : NULL;
	const char *keys;
	char where[128], name[64];

	app_where(id, where, sizeof(where));
	keys = instead ? keytable_keys_of(&app->keytable, app_map(app), instead, name) : NULL;
	return error_set(err, "%s works in %s, not here%s%s%s", commands[id].name, where, keys ? "; " : "",
		keys ? keys : "", keys ? " shows this as a table" : "");
}

int
app_run(struct app *app, const char *line, struct error *err)
{
	const char *argument;
	enum command_id id = command_find(line, &argument);
	struct pane *focused;
	unsigned stale = STALE_NOT_MINE;

	app_lay_out(app);
	focused = app_focused(app);
	if (id == COMMAND_COUNT)
		return error_set(err, "no command %.*s", (int)strcspn(line, " "), line);
	if (argument_check(app, &commands[id], argument, err))
		return -1;
	if (focused)
		stale = pane_command(focused, id, argument, err);
	if (stale & STALE_NOT_MINE)
		stale = app_command(app, id, argument, err);
	if (stale & STALE_NOT_MINE && focused != app->pane)
		stale = pane_command(app->pane, id, argument, err);
	if (stale & STALE_NOT_MINE)
		return say_where(app, focused, id, err);
	app->stale |= stale & ~(unsigned)STALE_FAILED;
	if (!(stale & STALE_FAILED))
		return 0;
	app->wrong = argument_is_file(commands[id].kind) || id == COMMAND_COPY;
	return -1;
}

static void
app_submit(struct app *app)
{
	struct error err = {.offset = -1};
	char line[1024];
	int len = snprintf(line, sizeof(line), "%s%s", prompt_sign() == '/' ? "search " : "", prompt_text());

	if (len < 0 || (size_t)len >= sizeof(line)) {
		app_say(app, ROLE_ERROR, "the line is longer than %zu bytes", sizeof(line) - 1);
		return;
	}
	while (len && line[len - 1] == ' ')
		line[--len] = '\0';
	if (!prompt_text()[0] || !app_run(app, line, &err))
		return;
	if (err.offset >= 0 && !strncmp(line, "filter ", 7))	/* to be mended where it is wrong */
		prompt_reopen(line, 7 + (size_t)err.offset, err.message);
	else
		app_say(app, ROLE_ERROR, "%s", err.message);
}

static void
app_prompt_key(struct app *app, int key)
{
	enum prompt_state state = prompt_key(key);

	app->stale |= STALE_SCREEN;
	if (state == PROMPT_DONE)
		app_submit(app);
}

static void
app_binding(struct app *app, const struct binding *binding)
{
	struct error err = {0};

	app->n_pending = 0;
	if (app_run(app, binding->command, &err))
		app_say(app, ROLE_ERROR, "%s", err.message);
}

void
app_key(struct app *app, int key)
{
	const struct binding *binding = NULL;
	struct binding unknown = {0};
	char name[64];

	if (app->status[0])
		app->stale |= STALE_SCREEN;
	app->status[0] = '\0';
	app->wrong = false;
	if (prompt_state() == PROMPT_EDITING) {
		app_prompt_key(app, key);
		return;
	}
	app->pending[app->n_pending++] = key;
	switch (keytable_find(&app->keytable, app_map(app), app->pending, app->n_pending, &binding)) {
	case KEYS_BOUND:
		app_binding(app, binding);
		return;
	case KEYS_PREFIX:
		app->stale |= STALE_SCREEN;
		if (app->n_pending < KEYS_MAX)
			return;
		/* fall through */
	case KEYS_NOTHING:
		break;
	}
	memcpy(unknown.keys, app->pending, sizeof(unknown.keys));
	unknown.n_keys = app->n_pending;
	keys_text(&unknown, name);
	app->n_pending = 0;
	app_say(app, ROLE_DIM, "%s is not bound here; ? shows the keys", name);
}

void
app_paste(struct app *app, const char *text)
{
	app->status[0] = '\0';
	app->n_pending = 0;
	app->stale |= STALE_SCREEN;
	if (prompt_state() != PROMPT_EDITING)
		app_say(app, ROLE_WARNING, "what was pasted is left out: a line that begins with : or / takes it");
	else
		prompt_paste(text);
}

static bool
pane_has(const struct pane *pane, int row, int col)
{
	return pane && row >= pane->at_row && row < pane->at_row + pane->height && col >= pane->at_col
		&& col < pane->at_col + pane->cols;
}

/* The wheel moves three rows; a click goes to a row, a second one on the same row does what Enter does. */
void
app_mouse(struct app *app, int row, int col, int wheel)
{
	bool side = app->side_shown && pane_has(app->side, row, col);
	struct pane *pane = side ? app->side : app->pane;
	struct error err = {0};
	uint32_t to;

	if (!pane || !pane_has(pane, row, col))
		return;
	app->status[0] = '\0';
	app->stale |= STALE_SCREEN | STALE_DETAIL;
	if (wheel) {
		pane_move(pane, wheel * 3);
		return;
	}
	to = pane->top + (uint32_t)(row - pane->at_row);
	if (to >= pane->ops->rows(pane))
		return;
	if (to == pane->cursor && app->side_focused == side && app_run(app, "enter", &err))
		app_say(app, ROLE_ERROR, "%s", err.message);
	else if (to != pane->cursor)
		pane_set_cursor(pane, to);
	app->side_focused = side;
}

void
app_resize(struct app *app, int rows, int cols)
{
	screen_resize(&app->screen, rows, cols);
	app->stale |= STALE_SCREEN | STALE_LAYOUT | STALE_DETAIL;
}
