/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels by name as lines for the detail pane. */
#ifndef TUI_KERNEL_LINES_H
#define TUI_KERNEL_LINES_H

#include "analysis/levels.h"
#include "tui/lines.h"

#define KERNEL_LINES 3	/* names that are told, those of most time */

/* A section with time, calls and name of each, and of how many names the rest are; nothing without any. */
void kernel_lines(struct lines *lines, const char *title, const struct levels_kernel *kernels, uint32_t n, uint32_t names,
	int cols);

#endif
