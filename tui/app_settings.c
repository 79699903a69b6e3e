/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings: read once, changed by :set, and what each change means. */
#include "model/arch.h"
#include "tui/app_priv.h"
#include "tui/folders.h"
#include "tui/terminal.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static unsigned
apply_theme(struct app *app, struct error *err)
{
	(void)err;
	app->theme = theme_find(app->settings.value[SETTING_THEME]);
	app->repaint = true;
	return STALE_SCREEN;
}

static unsigned
apply_glyphs(struct app *app, struct error *err)
{
	static const enum glyph_set sets[] = {GLYPHS_UTF8, GLYPHS_ACS, GLYPHS_ASCII};

	(void)err;
	app->screen.glyphs = sets[settings_choice(&app->settings, SETTING_GLYPHS)];
	app->repaint = true;
	return STALE_SCREEN | STALE_LAYOUT | STALE_DETAIL;
}

static unsigned
apply_detail(struct app *app, struct error *err)
{
	static const enum detail_mode modes[] = {DETAIL_AUTO, DETAIL_ON, DETAIL_OFF};

	(void)err;
	app->detail = modes[settings_choice(&app->settings, SETTING_DETAIL)];
	return STALE_SCREEN | STALE_LAYOUT | STALE_DETAIL;
}

static unsigned
apply_mouse(struct app *app, struct error *err)
{
	(void)err;
	if (!app->scripted)
		terminal_mouse(settings_choice(&app->settings, SETTING_MOUSE) == 1);
	return STALE_SCREEN;
}

/* Until a trace is there, only whether there is such a GPU. */
static unsigned
apply_arch(struct app *app, struct error *err)
{
	const char *name = app->settings.value[SETTING_ARCH];
	struct arch *arch = NULL;
	int status = *name ? arch_open(&arch, name, err) : 0;

	arch_free(arch);
	if (status)
		return STALE_FAILED;
	return app->side ? app_limit_gpu(app, name, err) : STALE_SCREEN;
}

static unsigned (*const apply[SETTING_COUNT])(struct app *app, struct error *err) = {
	[SETTING_THEME] = apply_theme,
	[SETTING_GLYPHS] = apply_glyphs,
	[SETTING_DETAIL] = apply_detail,
	[SETTING_MOUSE] = apply_mouse,
	[SETTING_ARCH] = apply_arch,
};

void
app_apply_settings(struct app *app)
{
	struct error err;

	for (unsigned id = 0; id < SETTING_COUNT; id++) {
		if (!apply[id] || !(apply[id](app, &err) & STALE_FAILED))
			continue;
		app_say(app, ROLE_ERROR, "setting %s: %s", settings_table[id].name, err.message);
		*app->settings.value[id] = '\0';
	}
}

int
app_user_settings(struct app *app, struct error *err)
{
	struct buffer text = {0};
	char path[FOLDER_PATH];
	int status = 0;

	settings_init(&app->settings);
	if (app->scripted || !folder_path(FOLDER_CONFIG, "settings", path))
		return 0;
	if (file_read(path, &text, err)) {
		buffer_free(&text);
		return errno == ENOENT ? 0 : -1;
	}
	if (text.data)
		status = settings_parse(&app->settings, text.data, path, err);
	buffer_free(&text);
	return status;
}

unsigned
app_set(struct app *app, const char *line, struct error *err)
{
	enum setting_id id = setting_find(line, strcspn(line, " ="));
	char before[SETTING_BYTES] = "";
	unsigned stale = STALE_SCREEN;

	if (id < SETTING_COUNT)
		memcpy(before, app->settings.value[id], sizeof(before));
	if (settings_set(&app->settings, line, err) == SETTING_COUNT)
		return STALE_FAILED;
	if (apply[id])
		stale = apply[id](app, err);
	if (stale & STALE_FAILED)
		memcpy(app->settings.value[id], before, sizeof(before));
	return stale;
}

/* Without a value, and without a name, what is set is told. */
static unsigned
run_set(struct app *app, const char *argument, struct error *err)
{
	size_t len = strcspn(argument, " =");
	enum setting_id id = setting_find(argument, len);
	struct buffer text = {0};

	if (*argument && (id == SETTING_COUNT || argument[len]))
		return app_set(app, argument, err);
	for (unsigned i = 0; i < SETTING_COUNT; i++)
		if (!*argument || i == id)
			buffer_printf(
				&text, "%s=%s  ", settings_table[i].name, app->settings.value[i]);
	app_say(app, ROLE_STATUS, "%s", text.data ? text.data : "");
	buffer_free(&text);
	return STALE_SCREEN;
}

unsigned
app_set_named(struct app *app, const char *name, const char *value, struct error *err)
{
	char line[SETTING_BYTES * 2];

	snprintf(line, sizeof(line), "%s %s", name, value);
	return app_set(app, line, err);
}

static unsigned
run_theme(struct app *app, const char *argument, struct error *err)
{
	return app_set_named(app, "theme", argument, err);
}

static unsigned
run_glyphs(struct app *app, const char *argument, struct error *err)
{
	return app_set_named(app, "glyphs", argument, err);
}

const struct app_handler app_setting_commands[] = {{COMMAND_SET, run_set},
	{COMMAND_THEME, run_theme}, {COMMAND_GLYPHS, run_glyphs}, {COMMAND_COUNT, NULL}};
