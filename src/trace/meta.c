/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "load_priv.h"
#include "args.h"
#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#define DEVICES_MAX 4096

/* Digits of a text that ends where it may, unlike what lex_int() reads. False: none, or more than fit. */
static bool
rank_read(const char *digits, int64_t *rank)
{
	const char *p = digits;

	for (*rank = 0; isdigit((unsigned char)*p); p++)
		if (__builtin_mul_overflow(*rank, 10, rank) || __builtin_add_overflow(*rank, *p - '0', rank))
			return false;
	return p > digits;
}

int64_t
rank_from_name(const char *path)
{
	const char *name = strrchr(path, '/'), *p;

	for (p = name ? name + 1 : path; (p = strcasestr(p, "rank")); p++) {
		const char *digits = p + 4;
		int64_t rank;

		if (*digits && strchr("[-_/=", *digits))
			digits++;
		if (rank_read(digits, &rank))
			return rank;
	}
	return TRACE_NO_NUMBER;
}

/* A member's text, LEX_PAD bytes behind it; "null" when it is not there. */
static struct args_member
meta_find(const struct document_member *members, size_t n, const char *key)
{
	static const char none[4 + LEX_PAD] = "null";
	struct args_member found = {.key = key, .key_len = strlen(key), .value = none, .value_len = 4};

	for (size_t i = 0; i < n; i++)
		if (!strcmp(members[i].key, key)) {
			found.value = members[i].value;
			found.value_len = strlen(found.value);
			break;
		}
	return found;
}

/* A number that may come as text; TRACE_NO_NUMBER when it is none. */
static int64_t
meta_number(const struct args_member *member)
{
	const char *p = member->value, *end = p + member->value_len;
	int64_t value;

	if (end - p >= 2 && *p == '"') {
		p++;
		end--;
	}
	if (lex_int(p, end, &value))
		return value;
	return member->value_len == 4 && !memcmp(member->value, "true", 4) ? 1
		: member->value_len == 5 && !memcmp(member->value, "false", 5) ? 0 : TRACE_NO_NUMBER;
}

static int64_t
meta_member(const struct args_member *object, const char *key)
{
	struct args_member found;

	if (!args_find(object->value, object->value_len, key, &found))
		return TRACE_NO_NUMBER;
	return meta_number(&found);
}

/* A string's text in *out, which stays as it was for any other value. False: no memory. */
static bool
meta_text(struct trace *trace, const struct args_member *member, const char **out)
{
	char *text;

	if (member->value_len < 2 || *member->value != '"')
		return true;
	text = arena_bytes(&trace->arena, member->value_len);
	if (!text)
		return false;
	text[lex_decode(member->value + 1, member->value + member->value_len - 1, text)] = '\0';
	*out = text;
	return true;
}

static bool
meta_member_text(struct trace *trace, const struct args_member *object, const char *key, const char **out)
{
	struct args_member found;

	return !args_find(object->value, object->value_len, key, &found) || meta_text(trace, &found, out);
}

/* How many objects the list holds, DEVICES_MAX at most. */
static size_t
count_objects(const struct args_member *list)
{
	struct args_iter iter = args_list_begin(list->value, list->value_len);
	struct args_member item;
	size_t n = 0;

	while (n < DEVICES_MAX && args_list_next(&iter, &item))
		n += *item.value == '{';
	return n;
}

static bool
meta_read_devices(struct trace *trace, const struct args_member *list)
{
	struct args_iter iter = args_list_begin(list->value, list->value_len);
	struct trace_meta *meta = &trace->meta;
	size_t n = count_objects(list);
	struct args_member item;

	meta->devices = arena_alloc(&trace->arena, n * sizeof(*meta->devices) + 1);
	if (!meta->devices)
		return false;
	while (meta->n_devices < n && args_list_next(&iter, &item)) {
		struct trace_device *device = &meta->devices[meta->n_devices];

		if (*item.value != '{')
			continue;
		*device = (struct trace_device){
			.name = "",
			.id = meta_member(&item, "id"),
			.total_memory = meta_member(&item, "totalGlobalMem"),
			.compute_major = meta_member(&item, "computeMajor"),
			.compute_minor = meta_member(&item, "computeMinor"),
			.sms = meta_member(&item, "numSms"),
			.warp_size = meta_member(&item, "warpSize"),
		};
		if (!meta_member_text(trace, &item, "name", &device->name))
			return false;
		meta->n_devices++;
	}
	return true;
}

static bool
meta_read_distributed(struct trace *trace, const struct args_member *info)
{
	struct trace_meta *meta = &trace->meta;

	meta->rank = meta_member(info, "rank");
	if (meta->rank < 0)	/* a group that was not made yet tells -1 */
		meta->rank = TRACE_NO_NUMBER;
	meta->world_size = meta_member(info, "world_size");
	return meta_member_text(trace, info, "backend", &meta->backend);
}

static int
meta_check_world(struct trace *trace)
{
	const struct trace_meta *meta = &trace->meta;
	char *size;

	if (meta->rank == TRACE_NO_NUMBER || meta->world_size == TRACE_NO_NUMBER || meta->rank < meta->world_size)
		return 0;
	size = arena_printf(&trace->arena, "%" PRId64, meta->world_size);
	trace->warnings[WARN_WORLD] = (struct warning){1, 0, TRACE_NONE, meta->rank, size};
	return size ? 0 : -1;
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

static bool
meta_read_members(struct trace *trace, const struct document_member *members, size_t n)
{
	static const char *const numbers[] = {"schemaVersion", "baseTimeNanoseconds", "record_shapes"};
	static const char *const texts[] = {"traceName", "host", "hostname"};
	struct trace_meta *meta = &trace->meta;
	const char *named[3] = {NULL};
	struct args_member member;
	int64_t found[3];

	for (size_t i = 0; i < 3; i++) {
		member = meta_find(members, n, numbers[i]);
		found[i] = meta_number(&member);
		member = meta_find(members, n, texts[i]);
		if (!meta_text(trace, &member, &named[i]))
			return false;
	}
	meta->schema_version = found[0];
	meta->base_time_ns = found[1];
	meta->has_record_shapes = found[2] != TRACE_NO_NUMBER;
	meta->record_shapes = meta->has_record_shapes && found[2] != 0;
	meta->trace_name = named[0];
	meta->host = named[1] ? named[1] : named[2];
	member = meta_find(members, n, "distributedInfo");
	if (!meta_read_distributed(trace, &member))
		return false;
	member = meta_find(members, n, "deviceProperties");
	return meta_read_devices(trace, &member) && meta_keep_all(trace, members, n);
}

int
trace_read_meta(struct trace *trace, const struct document_member *members, size_t n, struct error *err)
{
	if (!meta_read_members(trace, members, n))
		return error_no_memory(err, "reading the trace's metadata");
	meta_find_rank(trace);
	return meta_check_world(trace) ? error_no_memory(err, "reading the trace's metadata") : 0;
}
