/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/kernel_list.h"
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

static void
add_kernel(struct kernel_list *list, uint32_t event)
{
	const struct trace *t = list->analysis->trace;
	uint32_t name = t->name[event], known = list->map.n, number, key[3] = {list->group, name,
		0};
	struct kernel_entry *entry;

	if (list->stamp[name] != list->now)
		list->before[name] = 0;
	list->stamp[name] = list->now;
	key[2] = list->before[name]++;
	if (list->map.n - list->first >= KERNEL_LIST_MAX)
		key[1] = key[2] = UINT32_MAX;	/* the rest */
	number = keymap_add(&list->map, key);
	if (number == KEYMAP_NONE || !mem_reserve(&list->entries, &list->cap, list->map.n,
		sizeof(*list->entries))) {
		list->analysis->no_memory = true;
		return;
	}
	entry = &list->entries[number];
	if (number == known)
		*entry = (struct kernel_entry){event, 0, 0, INT64_MAX, INT64_MIN};
	entry->count++;
	entry->sum = time_add(entry->sum, t->dur[event]);
	entry->min = t->dur[event] < entry->min ? t->dur[event] : entry->min;
	entry->max = t->dur[event] > entry->max ? t->dur[event] : entry->max;
}

void
kernel_list_add(struct kernel_list *list, const uint32_t *gpu, uint32_t n)
{
	list->now++;
	for (uint32_t i = 0; i < n && !list->analysis->no_memory; i++)
		add_kernel(list, gpu[i]);
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
	text_us(mean, e->sum / e->count);
	if (brief)
		return buffer_printf(out, ", \"mean_us\": %s}", mean);
	text_us(total, e->sum);
	text_us(min, e->min);
	text_us(max, e->max);
	return buffer_printf(out,
		", \"count\": %" PRIu32 ", \"total_us\": %s, \"mean_us\": %s, \"min_us\": %s, "
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
