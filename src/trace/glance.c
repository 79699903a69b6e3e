/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace/glance.h"
#include "trace/load_priv.h"
#include "trace/trace.h"
#include "trace/zip_priv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#define GLANCE_BYTES 16384	/* the profiler writes what it knows of the run before the events */

static bool
ends_with(const char *name, const char *end)
{
	size_t len = strlen(name);

	return len > strlen(end) && !strcmp(name + len - strlen(end), end);
}

static bool
trace_name_looks_so(const char *name)
{
	static const char *const ends[] = {
		".json", ".json.gz", ".json.zst", ".json.zip", ".trace.zip"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (ends_with(name, ends[i]))
			return true;
	return false;
}

/* As far as its first bytes tell; one to read finds the same file. */
static bool
zip_holds_json(const char *path)
{
	unsigned char *head = malloc(GLANCE_BYTES);
	FILE *file = head ? fopen(path, "rb") : NULL;
	size_t n = file ? fread(head, 1, GLANCE_BYTES, file) : 0;
	bool json = n && zip_name_ends(zip_find_trace(head, head + n), head + n, ".json");

	if (file)
		fclose(file);
	free(head);
	return json;
}

bool
trace_looks_so(const char *path)
{
	return trace_name_looks_so(path) || (ends_with(path, ".zip") && zip_holds_json(path));
}

/* The value behind "key": in the text. */
static const char *
value_of(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	if (!at)
		return NULL;
	at += strlen(key);
	at += strspn(at, " \t\r\n");
	if (*at++ != ':')
		return NULL;
	return at + strspn(at, " \t\r\n");
}

static int64_t
number_of(const char *text, const char *key)
{
	const char *value = value_of(text, key);

	return value && *value >= '0' && *value <= '9' ? strtoll(value, NULL, 10) : TRACE_NO_NUMBER;
}

static void
glance_text(struct trace_glance *glance, char *text)
{
	char *events = strstr(text, "\"traceEvents\""), *devices;
	const char *name;

	if (events)
		*events = '\0';
	glance->rank = number_of(text, "\"rank\"");
	glance->world_size = number_of(text, "\"world_size\"");
	devices = strstr(text, "\"deviceProperties\"");
	name = devices ? value_of(devices, "\"name\"") : NULL;
	if (name && *name == '"')
		snprintf(glance->device, sizeof(glance->device), "%.*s",
			(int)strcspn(name + 1, "\"\\"), name + 1);
}

bool
trace_glance_at(struct trace_glance *glance, const char *path)
{
	char *text = malloc(GLANCE_BYTES + 1);
	struct stat status;
	gzFile file;
	int n;

	*glance = (struct trace_glance){.rank = TRACE_NO_NUMBER, .world_size = TRACE_NO_NUMBER};
	if (!text || stat(path, &status) || !S_ISREG(status.st_mode)) {
		free(text);
		return false;
	}
	glance->bytes = (uint64_t)status.st_size;
	glance->modified = status.st_mtime;
	file = gzopen(path, "rb");	/* plain files too */
	n = file ? gzread(file, text, GLANCE_BYTES) : -1;
	if (file)
		gzclose(file);
	if (n > 0) {
		text[n] = '\0';
		glance_text(glance, text);
	}
	glance->named = rank_from_name(path);
	if (glance->rank == TRACE_NO_NUMBER)
		glance->rank = glance->named;
	free(text);
	return true;
}
