/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TUI_OVERVIEW_PRIV_H
#define TUI_OVERVIEW_PRIV_H

#include "tui/lines.h"

#define OVERVIEW_LISTS 3

/* What is told of the lines that are in lists. */
enum { FACT_SECTION, FACT_NAME, FACT_SHARE, FACT_TIME, FACT_N, FACT_COMPUTE, FACT_COMM, FACT_COPY, FACTS };

void overview_facts(struct lines *lines, const char *name, double share, int64_t ns, int64_t n);
void overview_bar(struct lines *lines, const struct screen *screen, enum role role, enum glyph glyph, int cells);
/* overview_lists.c: OVERVIEW_LISTS of them, the first rows of each */
void overview_lists(struct lines *lines, const struct pane *pane, int cols, uint32_t most);

#endif
