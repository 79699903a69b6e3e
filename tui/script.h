/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keys and commands from a file, one run of keys or one :command a line, with
 * # comments. Each waits until the trace is loaded.
 */
#ifndef TUI_SCRIPT_H
#define TUI_SCRIPT_H

#include "tui/app.h"

/* 0, or -1 with err naming the line of a command that failed. */
int script_run(struct app *app, const char *path, struct error *err);

#endif
