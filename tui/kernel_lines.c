/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/kernel_lines.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include <ctype.h>
#include <string.h>

#define WORD_MOST 12	/* bytes before a difference that are told with it */

/* How many bytes the name begins with as another one does. */
static size_t
shared_start(const char *const *names, uint32_t n, uint32_t which)
{
	size_t most = 0;

	for (uint32_t i = 0; i < n; i++) {
		size_t same = 0;

		while (i != which && names[i][same] && names[i][same] == names[which][same])
			same++;
		most = same > most ? same : most;
	}
	return most;
}

/* One that would be cut where it is still the same as another: its start, then the word in which they differ. */
static void
fit_apart(struct lines *lines, const char *name, size_t shared, int room)
{
	size_t len = strlen(name), from = shared;
	int before = lines->col;

	if ((int)text_width(name, len) > room && (int)text_width(name, shared) + WORD_MOST > room && room > 2 * WORD_MOST) {
		while (from && shared - from < WORD_MOST && isalnum((unsigned char)name[from - 1]))
			from--;
		lines_fit(lines, ROLE_NORMAL, name, from, room / 4);
		name += from;
		len -= from;
	}
	lines_fit(lines, ROLE_NORMAL, name, len, room - (lines->col - before));
}

void
kernel_lines(struct lines *lines, const char *title, const struct levels_kernel *kernels, uint32_t n, uint32_t names,
	int cols)
{
	char count[32], room[KERNEL_LINES][BRIEF_BYTES];
	const char *brief[KERNEL_LINES];

	if (!n)
		return;
	lines_section(lines, title);
	for (uint32_t i = 0; i < n; i++)
		brief[i] = event_brief_name(kernels[i].name, room[i]);
	for (uint32_t i = 0; i < n; i++) {
		lines_row(lines);
		lines_printf(lines, ROLE_NORMAL, "%10.3f ms %6s  ", (double)kernels[i].ns / 1e6,
			text_count(count, kernels[i].count));
		fit_apart(lines, brief[i], shared_start(brief, n, i), cols - lines->col);
	}
	if (names > n) {
		lines_row(lines);
		lines_printf(lines, ROLE_DIM, "%13s %6s  more", "", text_count(count, names - n));
	}
}
