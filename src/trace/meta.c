/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "load_priv.h"
#include "base/mem.h"
#include <ctype.h>
#include <json-c/json.h>
#include <string.h>
#include <strings.h>

int64_t
rank_from_name(const char *path)
{
	const char *name = strrchr(path, '/'), *p;
	int64_t found = TRACE_NO_NUMBER;

	for (p = name ? name + 1 : path; (p = strcasestr(p, "rank")); p++) {
		const char *digits = p + 4, *end;
		int64_t rank;

		if (*digits && strchr("[-_/=", *digits))
			digits++;
		for (end = digits; isdigit((unsigned char)*end); end++)
			;
		if (lex_int(digits, end, &rank))
			return rank;
	}
	return found;
}

static struct json_object *
meta_find(const struct document_member *members, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(members[i].key, key))
			return json_tokener_parse(members[i].value);
	return NULL;
}

/* A number that may come as text; TRACE_NO_NUMBER when it is none. */
static int64_t
meta_number(struct json_object *object)
{
	int64_t value;
	const char *text = object ? json_object_get_string(object) : NULL;

	if (!text || !lex_int(text, text + strlen(text), &value))
		return TRACE_NO_NUMBER;
	return value;
}

static int64_t
meta_member(struct json_object *object, const char *key)
{
	struct json_object *value;

	return json_object_object_get_ex(object, key, &value) ? meta_number(value) : TRACE_NO_NUMBER;
}

static const char *
meta_text(struct trace *trace, struct json_object *object)
{
	if (!object || json_object_get_type(object) != json_type_string)
		return NULL;
	return arena_strdup(&trace->arena, json_object_get_string(object));
}

static bool
meta_read_devices(struct trace *trace, struct json_object *list)
{
	struct trace_meta *meta = &trace->meta;
	size_t n;

	if (!list || json_object_get_type(list) != json_type_array)
		return true;
	n = json_object_array_length(list);
	if (n > 4096)
		n = 4096;
	meta->devices = arena_alloc(&trace->arena, n * sizeof(*meta->devices) + 1);
	if (!meta->devices)
		return false;
	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(list, i), *name;
		struct trace_device *device = &meta->devices[meta->n_devices];

		if (!item || json_object_get_type(item) != json_type_object)
			continue;
		*device = (struct trace_device){
			.id = meta_member(item, "id"),
			.total_memory = meta_member(item, "totalGlobalMem"),
			.compute_major = meta_member(item, "computeMajor"),
			.compute_minor = meta_member(item, "computeMinor"),
			.sms = meta_member(item, "numSms"),
			.warp_size = meta_member(item, "warpSize"),
		};
		if (json_object_object_get_ex(item, "name", &name))
			device->name = meta_text(trace, name);
		if (!device->name)
			device->name = "";
		meta->n_devices++;
	}
	return true;
}

static void
meta_read_distributed(struct trace *trace, struct json_object *info)
{
	struct trace_meta *meta = &trace->meta;
	struct json_object *backend;

	if (!info || json_object_get_type(info) != json_type_object)
		return;
	meta->rank = meta_member(info, "rank");
	meta->world_size = meta_member(info, "world_size");
	if (json_object_object_get_ex(info, "backend", &backend))
		meta->backend = meta_text(trace, backend);
}

static void
meta_find_rank(struct trace *trace)
{
	struct trace_meta *meta = &trace->meta;
	int64_t named = rank_from_name(meta->path);

	if (meta->rank == TRACE_NO_NUMBER) {
		meta->rank = named;
		meta->rank_from_name = named != TRACE_NO_NUMBER;
	} else if (named != TRACE_NO_NUMBER && named != meta->rank) {
		trace->warnings[WARN_RANK] = (struct warning){1, 0, TRACE_NONE, named, NULL};
	}
}

static bool
meta_keep_all(struct trace *trace, const struct document_member *members, size_t n)
{
	struct trace_meta *meta = &trace->meta;
	struct buffer text = {0};

	meta->keys = arena_alloc(&trace->arena, n * sizeof(*meta->keys) + 1);
	meta->values = arena_alloc(&trace->arena, n * sizeof(*meta->values) + 1);
	if (!meta->keys || !meta->values)
		return false;
	for (size_t i = 0; i < n; i++) {
		buffer_clear(&text);
		if (!lex_compact(members[i].value, strlen(members[i].value), &text))
			break;
		meta->keys[i] = members[i].key;
		meta->values[i] = arena_strndup(&trace->arena, text.data, text.len);
		if (!meta->values[i])
			break;
		meta->n_keys++;
	}
	buffer_free(&text);
	return meta->n_keys == n;
}

int
trace_read_meta(struct trace *trace, const struct document_member *members, size_t n, struct error *err)
{
	struct trace_meta *meta = &trace->meta;
	static const char *const numbers[] = {"schemaVersion", "baseTimeNanoseconds", "record_shapes"};
	static const char *const texts[] = {"traceName", "host", "hostname"};
	int64_t found[3];
	const char *named[3];
	struct json_object *object;

	for (size_t i = 0; i < 3; i++) {
		object = meta_find(members, n, numbers[i]);
		found[i] = meta_number(object);
		json_object_put(object);
		object = meta_find(members, n, texts[i]);
		named[i] = meta_text(trace, object);
		json_object_put(object);
	}
	meta->schema_version = found[0];
	meta->base_time_ns = found[1];
	meta->has_record_shapes = found[2] != TRACE_NO_NUMBER;
	meta->record_shapes = meta->has_record_shapes && found[2] != 0;
	meta->trace_name = named[0];
	meta->host = named[1] ? named[1] : named[2];
	meta->rank = meta->world_size = TRACE_NO_NUMBER;
	object = meta_find(members, n, "distributedInfo");
	meta_read_distributed(trace, object);
	json_object_put(object);
	object = meta_find(members, n, "deviceProperties");
	if (!meta_read_devices(trace, object) || !meta_keep_all(trace, members, n)) {
		json_object_put(object);
		return error_no_memory(err, "reading the trace's metadata");
	}
	json_object_put(object);
	meta_find_rank(trace);
	return 0;
}
