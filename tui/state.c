/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/state.h"
#include "tui/app_priv.h"
#include "tui/folders.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FIRST_LINE "sonde-state 1\n"

void
state_add(struct buffer *out, const char *pane, const char *key, const char *format, ...)
{
	size_t before = out->len, value;
	va_list args;

	if (!buffer_printf(out, "%s %s ", pane, key))
		return;
	value = out->len;
	va_start(args, format);
	if (buffer_vprintf(out, format, args) && !strpbrk(out->data + value, "\r\n") && buffer_add_text(out, "\n")) {
		va_end(args);
		return;
	}
	va_end(args);
	out->len = before;	/* what cannot be read back is not kept */
	out->data[before] = '\0';
}

void
state_add_bits(struct buffer *out, const char *pane, const char *key, state_bit *bit,
	const void *ctx, uint32_t n)
{
	size_t before = out->len;
	uint32_t count = 0;

	buffer_printf(out, "%s %s", pane, key);
	for (uint32_t i = 0; i < n && count <= STATE_ROWS_MAX; i++) {
		uint32_t first = i;

		if (!bit(ctx, i))
			continue;
		while (i + 1 < n && bit(ctx, i + 1))
			i++;
		buffer_printf(out, i > first ? " %u-%u" : " %u", first, i);
		count++;
	}
	buffer_add_text(out, "\n");
	if (count && count <= STATE_ROWS_MAX)
		return;
	out->len = before;
	if (out->data)
		out->data[before] = '\0';
}

void
state_each(const char *value, uint32_t n, void (*set)(void *ctx, uint32_t number), void *ctx)
{
	while (*value) {
		char *end;
		unsigned long first = strtoul(value, &end, 10), last = first;

		if (end == value)
			return;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		for (unsigned long i = first; i <= last && i < n; i++)
			set(ctx, (uint32_t)i);
		value = end + strspn(end, " ");
	}
}

/* FNV-1a: the same in every run, unlike the hashes of tables. */
static uint64_t
state_hash(const char *text)
{
	uint64_t hash = UINT64_C(14695981039346656037);

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
	return hash;
}

bool
state_path(const struct app *app, char *path, size_t size)
{
	char *real = app->session.path ? realpath(app->session.path, NULL) : NULL;
	char name[64], full[FOLDER_PATH];
	struct stat status;
	bool good = real && !stat(real, &status) && S_ISREG(status.st_mode);

	if (good) {
		snprintf(name, sizeof(name), "traces/%016" PRIx64 "-%" PRIx64, state_hash(real),
			(uint64_t)status.st_size);
		good = folder_path(FOLDER_STATE, name, full);
	}
	free(real);
	if (good)
		snprintf(path, size, "%s", full);
	return good;
}

/* The lines of a pane that was not opened this time, as they were kept the last time. */
static void
state_carry(struct buffer *out, const struct buffer *kept, const char *id)
{
	const char *text = kept->data ? kept->data : "";
	size_t len = strlen(id);

	while (*text) {
		size_t line = strcspn(text, "\n");

		if (!strncmp(text, id, len) && text[len] == ' ')
			buffer_add(out, text, line + (text[line] == '\n'));
		text += line + (text[line] == '\n');
	}
}

/* Whether more than the first picture was looked at. */
static bool
state_moved(const struct app *app)
{
	for (unsigned i = 0; i < n_panes; i++)
		if (app->open[i] && panes[i] != pane_kind("overview"))
			return true;
	return false;
}

static void
state_text(struct app *app, struct buffer *out)
{
	/* Rows of one part of the time are not those of another. */
	bool carry = !app->session.whole && app->kept.data && !strstr(app->kept.data, "\napp range ");

	buffer_add_text(out, FIRST_LINE);
	state_add(out, "trace", "file", "%s", app->session.path);
	if (app->session.whole) {
		const struct tree_window *window = &app->session.tree->window;

		state_add(out, "app", "range", "%" PRId64 " %" PRId64 " %d", window->begin,
			window->end, window->by_gpu);
	}
	for (unsigned i = 0; i < n_panes; i++) {
		const struct pane *pane = app->open[i];

		if (!pane && carry && panes[i]->save)
			state_carry(out, &app->kept, panes[i]->id);
		if (!pane || !pane->ops->save)
			continue;
		state_add(out, pane->ops->id, "shift", "%d", pane->shift);
		pane->ops->save(pane, out);
	}
	if (carry && !state_moved(app))
		state_carry(out, &app->kept, "app");
	else if (app->pane)
		state_add(out, "app", "pane", "%s", app->pane->ops->id);
}

int
state_save(struct app *app, const char *path, struct error *err)
{
	struct buffer text = {0};
	int status;

	state_text(app, &text);
	folder_make(path);
	status = text.data ? file_write(path, text.data, text.len, err) : error_no_memory(err, "keeping what was looked at");
	buffer_free(&text);
	return status;
}

/* The lines of one pane, in order; with a NULL pane the application's own. */
static void
state_lines(struct app *app, const char *id, struct pane *pane)
{
	const char *text = app->state.data ? app->state.data : "";
	size_t len = strlen(id);

	while (*text) {
		size_t line = strcspn(text, "\n");
		char *copy = !strncmp(text, id, len) && text[len] == ' '
			? strndup(text + len + 1, line - len - 1)
			: NULL;
		char *value = copy ? strchr(copy, ' ') : NULL;

		if (value) {
			*value++ = '\0';
			if (!pane)
				app_restore(app, copy, value);
			else if (!strcmp(copy, "shift"))
				pane->shift = (int)strtol(value, NULL, 10) % 10000;
			else
				pane->ops->load(pane, copy, value);
		}
		free(copy);
		text += line + (text[line] == '\n');
	}
}

void
state_apply(struct app *app, struct pane *pane)
{
	if (app->state.len && pane->ops->load)
		state_lines(app, pane->ops->id, pane);
}

int
state_read(const char *path, struct buffer *out, struct error *err)
{
	struct buffer text = {0};

	if (file_read(path, &text, err)) {
		buffer_free(&text);
		return errno == ENOENT ? error_set(err, "nothing is kept of this trace") : -1;
	}
	if (!text.data || strncmp(text.data, FIRST_LINE, strlen(FIRST_LINE))) {
		buffer_free(&text);
		return error_set(err, "%s is not what was kept of a trace", path);
	}
	buffer_free(out);
	*out = text;
	return 0;
}

int
state_restore(struct app *app, const char *path, struct error *err)
{
	if (state_read(path, &app->state, err))
		return -1;
	app->restoring = true;
	state_lines(app, "app", NULL);
	for (unsigned i = 0; i < n_panes; i++)
		if (app->open[i] && app->open[i]->ops->load)
			state_apply(app, app->open[i]);
	app->restoring = false;
	return 0;
}
