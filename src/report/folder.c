/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/folder.h"
#include "base/mem.h"
#include "report/names_priv.h"
#include "report/write.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct folder {
	char *path;
	size_t made;			/* of the path: what was not there before */
	pthread_mutex_t lock;		/* of what follows */
	struct output **files;		/* written, without their names yet */
	size_t n, cap;
};

int
folder_open(struct folder **out, const char *path, struct error *err)
{
	struct folder *folder = mem_zero(1, sizeof(*folder));

	*out = NULL;
	if (!folder || !(folder->path = strdup(path))) {
		free(folder);
		return error_no_memory(err, "writing CSV");
	}
	if (output_make_folder(path, &folder->made, err)) {
		free(folder->path);
		free(folder);
		return -1;
	}
	pthread_mutex_init(&folder->lock, NULL);
	*out = folder;
	return 0;
}

static void
folder_free(struct folder *folder)
{
	pthread_mutex_destroy(&folder->lock);
	free(folder->files);
	free(folder->path);
	free(folder);
}

static int
open_file(struct output **out, const struct folder *folder, const struct table *table,
	struct error *err)
{
	char id[256], *path;
	int status;

	name_begin(id, sizeof(id), table->id, sizeof(id));
	if (asprintf(&path, "%s/%s.csv", folder->path, id) < 0)
		return error_no_memory(err, "writing CSV");
	status = output_open(out, path, err);
	free(path);
	return status;
}

/* Takes the file over. */
static int
keep_file(struct folder *folder, struct output *file, struct error *err)
{
	bool room;

	pthread_mutex_lock(&folder->lock);
	room = mem_reserve(&folder->files, &folder->cap, folder->n + 1, sizeof(struct output *));
	if (room)
		folder->files[folder->n++] = file;
	pthread_mutex_unlock(&folder->lock);
	if (room)
		return 0;
	output_discard(file);
	return error_no_memory(err, "writing CSV");
}

int
folder_add(struct folder *folder, const struct table *table, struct error *err)
{
	struct table_view view = table_view_all(table);
	struct output *file;

	if (open_file(&file, folder, table, err))
		return -1;
	output_without_wait(file);
	write_csv(file, &view);
	if (output_finish(file))
		return keep_file(folder, file, err);
	return output_close(file, err);
}

int
folder_close(struct folder *folder, struct error *err)
{
	int status = 0;

	for (size_t i = 0; i < folder->n; i++)
		if (status)
			output_discard(folder->files[i]);
		else
			status = output_close(folder->files[i], err);
	if (status)
		output_drop_folder(folder->path, folder->made);
	folder_free(folder);
	return status;
}

void
folder_discard(struct folder *folder)
{
	if (!folder)
		return;
	for (size_t i = 0; i < folder->n; i++)
		output_discard(folder->files[i]);
	output_drop_folder(folder->path, folder->made);
	folder_free(folder);
}
