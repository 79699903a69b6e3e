/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder of CSV files, one a table, ID.csv. Tables may be added from several
 * threads at once. The files take their names together, when the folder is
 * closed; until then older ones stay as they were.
 */
#ifndef REPORT_FOLDER_H
#define REPORT_FOLDER_H

#include "table/table.h"

struct folder;

/* Makes the folder with those above it. 0, or -1 with err. */
int folder_open(struct folder **out, const char *path, struct error *err);
/* Writes the table, which may be freed then. 0, or -1 with err. */
int folder_add(struct folder *folder, const struct table *table, struct error *err);
/* Gives the files their names and frees the folder. 0, or -1 with err: some are missing or old. */
int folder_close(struct folder *folder, struct error *err);
/* Drops what was written, and a folder that was made for it. NULL is allowed. */
void folder_discard(struct folder *folder);

#endif
