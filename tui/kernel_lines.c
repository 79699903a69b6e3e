/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/kernel_lines.h"
#include "tui/event_lines.h"
#include <string.h>

void
kernel_lines(struct lines *lines, const char *title, const struct levels_kernel *kernels, uint32_t n, uint32_t names,
	int cols)
{
	if (!n)
		return;
	lines_section(lines, title);
	for (uint32_t i = 0; i < n; i++) {
		char brief[BRIEF_BYTES];
		const char *name = event_brief_name(kernels[i].name, brief);

		lines_row(lines);
		lines_printf(lines, ROLE_NORMAL, "%10.3f ms %6u  ", (double)kernels[i].ns / 1e6, kernels[i].count);
		lines_fit(lines, ROLE_KERNEL, name, strlen(name), cols - lines->col);
	}
	if (names > n) {
		lines_row(lines);
		lines_printf(lines, ROLE_DIM, "%13s %6u  more", "", names - n);
	}
}
