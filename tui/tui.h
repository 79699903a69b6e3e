/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The browser. */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include "base/error.h"
#include <stdbool.h>
#include <stdint.h>

struct tui_options {
	const char *trace;	/* path, "-" is standard input */
	const char *other;	/* a second trace to compare with, or NULL */
	const char *script;	/* keys and commands instead of a terminal; NULL: a terminal */
	int cols, rows;		/* of the screen of a script */
	const char *theme;	/* NULL: dark, or mono where colours are not wanted */
	const char *keys;	/* file of key bindings; NULL: the user's own where there is one */
	bool ascii;		/* no line characters */
	const char *arch;	/* the GPU's limits, NAME or FILE; NULL: as the settings have it */
	const char *ops;	/* a file of operators and their models, or NULL */
	bool limit_steps;	/* only what these profiler steps launched, both inclusive */
	int64_t first_step, last_step;
};

/* Runs until it is left. Returns 0; or -1 with err, when the trace cannot be opened or a script's command fails. */
int tui_run(const struct tui_options *options, struct error *err);

/* The i-th theme's name for completion, NULL past the last. */
const char *tui_theme_name(unsigned i);

#endif
