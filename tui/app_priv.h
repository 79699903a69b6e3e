/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_APP_PRIV_H
#define TUI_APP_PRIV_H

#include "tui/app.h"

/* Runs a command that no pane took; STALE_NOT_MINE when the application does not know it either. */
unsigned app_command(struct app *app, enum command_id id, const char *argument, struct error *err);
void app_leave(struct app *app);	/* notes where one is, before going elsewhere */
unsigned app_search(struct app *app, int step, bool here, struct error *err);
int app_write(const struct app *app, const char *path, bool roles, struct error *err);

#endif
