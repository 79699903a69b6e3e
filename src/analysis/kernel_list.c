/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/kernel_list.h"
#include "analysis/gpu_runs.h"
#include "base/mem.h"
#include "base/text.h"
#include <inttypes.h>
#include <string.h>

#define NAME_BRIEF 64	/* bytes of a name in the short form */

void
kernel_list_open(struct kernel_list *list, struct analysis *analysis)
{
	*list = (struct kernel_list){.analysis = analysis, .map = {.width = 3}};
	list->stamp = mem_zero(analysis->trace->strings.n, sizeof(*list->stamp));
	list->before = mem_alloc(analysis->trace->strings.n, sizeof(*list->before));
	if (!list->stamp || !list->before)
		analysis->no_memory = true;
}

void
kernel_list_close(struct kernel_list *list)
{
	keymap_free(&list->map);
	free(list->entries);
	free(list->stamp);
	free(list->before);
}

void
kernel_list_begin(struct kernel_list *list)
{
	list->group++;
	list->first = list->map.n;
}

/* What a key stands for, made when it is new. NULL: no memory. */
static struct kernel_entry *
entry_of(struct kernel_list *list, const uint32_t key[3], uint32_t event)
{
	uint32_t known = list->map.n, number = keymap_add(&list->map, key);

	if (number == KEYMAP_NONE || !mem_reserve(&list->entries, &list->cap, list->map.n,
		sizeof(*list->entries))) {
		list->analysis->no_memory = true;
		return NULL;
	}
	if (number == known)
		list->entries[number] = (struct kernel_entry){event, 0, 0, INT64_MAX, INT64_MIN};
	return &list->entries[number];
}

void
kernel_list_op(struct kernel_list *list)
{
	list->now++;
	list->looked = 0;
}

bool
kernel_list_takes(const struct kernel_list *list)
{
	return !list->analysis->no_memory && list->looked < KERNEL_LIST_LOOKED;
}

static void
add(struct kernel_list *list, const uint32_t key[3], const struct kernel_entry *more)
{
	struct kernel_entry *entry = entry_of(list, key, more->event);

	if (!entry)
		return;
	entry->count += more->count;
	entry->sum = time_add(entry->sum, more->sum);
	entry->min = more->min < entry->min ? more->min : entry->min;
	entry->max = more->max > entry->max ? more->max : entry->max;
}

void
kernel_list_rest(struct kernel_list *list, const struct kernel_entry *rest)
{
	const uint32_t key[3] = {list->group, UINT32_MAX, UINT32_MAX};

	if (rest->count)
		add(list, key, rest);
}

void
kernel_list_one(struct kernel_list *list, uint32_t event)
{
	const struct trace *t = list->analysis->trace;
	const struct kernel_entry one = {event, 1, t->dur[event], t->dur[event], t->dur[event]};
	uint32_t name = t->name[event], key[3] = {list->group, name, 0};

	if (!kernel_list_takes(list)) {
		kernel_list_rest(list, &one);
		return;
	}
	list->looked++;
	if (list->stamp[name] != list->now)
		list->before[name] = 0;
	list->stamp[name] = list->now;
	key[2] = list->before[name]++;
	if (list->map.n - list->first < KERNEL_LIST_MAX || keymap_find(&list->map, key) != KEYMAP_NONE)
		add(list, key, &one);
	else
		kernel_list_rest(list, &one);
}

void
kernel_list_add(struct kernel_list *list, const uint32_t *gpu, uint32_t n)
{
	kernel_list_op(list);
	for (uint32_t i = 0; i < n; i++)
		kernel_list_one(list, gpu[i]);
}

void
kernel_list_add_run(struct kernel_list *list, uint32_t begin, uint32_t end)
{
	struct analysis *a = list->analysis;
	struct gpu_run run;

	kernel_list_op(list);
	while (begin < end && kernel_list_takes(list))
		kernel_list_one(list, a->tree->gpu[begin++]);
	if (begin == end || a->no_memory)
		return;
	run = gpu_run_of(a, begin, end);
	kernel_list_rest(list, &(struct kernel_entry){a->tree->gpu[begin], end - begin,
		a->tree->gpu_sum[end] - a->tree->gpu_sum[begin], run.min, run.max});
}

static bool
add_name(struct buffer *out, const char *name, bool brief)
{
	size_t len = strlen(name);
	bool cut = brief && len > NAME_BRIEF, good = buffer_add_text(out, "\"");

	for (len = cut ? NAME_BRIEF : len; cut && len && (name[len] & 0xc0) == 0x80;)
		len--;		/* not inside a character */
	for (size_t i = 0; good && i < len; i++) {
		unsigned char c = (unsigned char)name[i];

		if (c == '"' || c == '\\')
			good = buffer_printf(out, "\\%c", c);
		else if (c < 0x20)
			good = buffer_printf(out, "\\u%04x", c);
		else
			good = buffer_add(out, &name[i], 1);
	}
	return good && buffer_add_text(out, cut ? "...\"" : "\"");
}

static bool
add_entry(struct kernel_list *list, struct buffer *out, uint32_t number, bool brief)
{
	const struct trace *t = list->analysis->trace;
	const struct kernel_entry *e = &list->entries[number];
	int64_t stream = analysis_stream(list->analysis, e->event);
	bool rest = keymap_key(&list->map, number)[1] == UINT32_MAX;
	char total[32], mean[32], min[32], max[32];

	if (!buffer_add_text(out, number == list->first ? "[{\"name\": " : ", {\"name\": ")
		|| !(rest ? buffer_add_text(out, "null") : add_name(out, trace_name(t, e->event),
		brief)))
		return false;
	if (!rest && stream != TRACE_NO_NUMBER && !buffer_printf(out, ", \"stream\": %" PRId64,
		stream))
		return false;
	text_us(mean, e->sum / (int64_t)e->count);
	if (brief)
		return buffer_printf(out, ", \"mean_us\": %s}", mean);
	text_us(total, e->sum);
	text_us(min, e->min);
	text_us(max, e->max);
	return buffer_printf(out,
		", \"count\": %" PRIu64 ", \"total_us\": %s, \"mean_us\": %s, \"min_us\": %s, "
		"\"max_us\": %s}", e->count, total, mean, min, max);
}

const char *
kernel_list_text(struct kernel_list *list, struct arena *arena, bool brief)
{
	struct buffer *out = &list->analysis->scratch;
	char *text = NULL;
	bool good = !list->analysis->no_memory;

	if (list->map.n == list->first)
		return NULL;
	buffer_clear(out);
	for (uint32_t i = list->first; good && i < list->map.n; i++)
		good = add_entry(list, out, i, brief);
	if (good && buffer_add_text(out, "]"))
		text = arena_strndup(arena, out->data, out->len);
	if (!text)
		list->analysis->no_memory = true;
	return text;
}
