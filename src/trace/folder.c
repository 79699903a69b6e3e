/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include "trace/glance.h"
#include "trace/trace.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
found_compare(const void *a, const void *b)
{
	const struct trace_found *x = a, *y = b;
	int64_t rank = x->glance.rank, other = y->glance.rank;

	if ((rank == TRACE_NO_NUMBER) != (other == TRACE_NO_NUMBER))
		return rank == TRACE_NO_NUMBER ? 1 : -1;
	if (rank != other)
		return rank < other ? -1 : 1;
	return strverscmp(x->name, y->name);
}

/* False: no memory. */
static bool
folder_add(struct trace_folder *folder, size_t *cap, const char *path, const char *name)
{
	struct trace_found found;

	if (asprintf(&found.path, "%s/%s", path, name) < 0)
		return false;
	found.name = found.path + strlen(path) + 1;
	if (!trace_looks_so(found.path) || !trace_glance_at(&found.glance, found.path)) {
		free(found.path);
		return true;
	}
	if (!mem_reserve(&folder->all, cap, folder->n + 1, sizeof(*folder->all))) {
		free(found.path);
		return false;
	}
	folder->all[folder->n++] = found;
	return true;
}

int
trace_folder_read(struct trace_folder *folder, const char *path, struct error *err)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;
	size_t cap = 0;
	bool good = true;

	*folder = (struct trace_folder){0};
	if (!dir)
		return error_set(err, "cannot open: %s", strerror(errno));
	while (good && folder->n < TRACE_FOLDER_MOST && (entry = readdir(dir)))
		good = folder_add(folder, &cap, path, entry->d_name);
	closedir(dir);
	if (!good) {
		trace_folder_free(folder);
		return error_no_memory(err, "listing traces");
	}
	if (folder->n)
		qsort(folder->all, folder->n, sizeof(*folder->all), found_compare);
	return 0;
}

void
trace_folder_free(struct trace_folder *folder)
{
	for (size_t i = 0; i < folder->n; i++)
		free(folder->all[i].path);
	free(folder->all);
	*folder = (struct trace_folder){0};
}
