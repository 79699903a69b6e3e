/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys.h"
#include "base/mem.h"
#include "base/text.h"
#include "tui/command.h"
#include "tui/pane.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	int key;
} key_names[] = {
#define KEY_NAME(id, name) {name, KEYCODE_##id},
	KEY_NAMES(KEY_NAME)
#undef KEY_NAME
	{"Tab", KEYCODE_TAB}, {"Enter", KEYCODE_ENTER}, {"Esc", KEYCODE_ESCAPE}, {"Space", KEYCODE_SPACE},
	{"lt", '<'}, {"hash", '#'},
};
#define N_KEY_NAMES (sizeof(key_names) / sizeof(*key_names))

static int
key_by_name(const char *name, size_t len)
{
	if (len == 3 && name[0] == 'C' && name[1] == '-')
		return name[2] & 0x1f;
	for (size_t i = 0; i < N_KEY_NAMES; i++)
		if (strlen(key_names[i].name) == len && !memcmp(key_names[i].name, name, len))
			return key_names[i].key;
	return -1;
}

int
key_parse(const char **text)
{
	const char *p = *text, *close;
	uint32_t code;

	if (!*p)
		return -1;
	close = *p == '<' ? strchr(p, '>') : NULL;
	if (close && close > p + 1) {
		int key = key_by_name(p + 1, (size_t)(close - p - 1));

		if (key >= 0)
			*text = close + 1;
		return key;
	}
	*text = p + text_decode(p, p + strlen(p), &code);
	return (int)code;
}

void
key_text(int key, char out[16])
{
	char bytes[4];

	for (size_t i = 0; i < N_KEY_NAMES; i++) {
		if (key_names[i].key == key && key != '#') {
			snprintf(out, 16, key == '<' ? "%s" : "<%s>", key == '<' ? "<" : key_names[i].name);
			return;
		}
	}
	if (key < 0x20) {
		snprintf(out, 16, "<C-%c>", key + 0x60);
		return;
	}
	snprintf(out, 16, "%.*s", (int)text_encode((uint32_t)key, bytes), bytes);
}

void
keys_text(const struct binding *binding, char out[64])
{
	size_t used = 0;

	for (int i = 0; i < binding->n_keys; i++) {
		char name[16];

		key_text(binding->keys[i], name);
		used += (size_t)snprintf(out + used, 64 - used, "%s", name);
	}
}

/* Takes the next word off the line; NULL at its end. */
static char *
keytable_word(char **line)
{
	char *word = *line + strspn(*line, " \t"), *end;

	if (!*word)
		return NULL;
	end = word + strcspn(word, " \t");
	*line = *end ? end + 1 : end;
	*end = '\0';
	return word;
}

static int
binding_keys(struct binding *binding, const char *word)
{
	while (*word) {
		int key = key_parse(&word);

		if (key < 0 || binding->n_keys == KEYS_MAX)
			return -1;
		binding->keys[binding->n_keys++] = key;
	}
	return 0;
}

/* Where keys can be bound: everywhere, in all tables, in a kind of pane, while nothing is shown yet. */
static bool
is_map(const char *word)
{
	static const char *const maps[] = {"all", "table", "loading"};

	for (size_t i = 0; i < sizeof(maps) / sizeof(*maps); i++)
		if (!strcmp(maps[i], word))
			return true;
	return pane_kind(word) && !pane_kind(word)->sheet;
}

/* What is behind the keys: a command, and perhaps a label. */
static int
binding_command(struct binding *binding, char *line, struct error *err)
{
	const char *argument;
	char *label;

	line += strspn(line, " \t");
	label = strstr(line, " -- ");
	if (label) {
		*label = '\0';
		binding->label = label + 4 + strspn(label + 4, " ");
	}
	for (size_t len = strlen(line); len && isspace((unsigned char)line[len - 1]);)
		line[--len] = '\0';
	binding->command = line;
	if (!*line)
		return error_set(err, "no command");
	if (strcmp(line, "none") && command_find(line, &argument) == COMMAND_COUNT)
		return error_set(err, "unknown command: %.*s", (int)strcspn(line, " \t"), line);
	return 0;
}

/* One line in its own copy. */
static int
keytable_line(struct keytable *keytable, char *line, struct error *err)
{
	struct binding binding = {0};
	const char *keys;

	binding.map = keytable_word(&line);
	if (!binding.map || *binding.map == '#')
		return 0;
	if (!is_map(binding.map))
		return error_set(err, "no pane is called %s, and it is neither all nor table", binding.map);
	keys = keytable_word(&line);
	if (!keys)
		return error_set(err, "no keys");
	if (binding_keys(&binding, keys))
		return error_set(err, "unknown key: %s", keys);
	if (binding_command(&binding, line, err))
		return -1;
	if (!mem_reserve(&keytable->bindings, &keytable->cap, keytable->n + 1, sizeof(*keytable->bindings)))
		return error_no_memory(err, "reading keys");
	keytable->bindings[keytable->n++] = binding;
	return 0;
}

int
keytable_parse(struct keytable *keytable, const char *text, const char *source, struct error *err)
{
	int status = 0;

	for (unsigned number = 1; *text; number++) {
		size_t len = strcspn(text, "\r\n");
		char *line = arena_strndup(&keytable->arena, text, len);
		struct error wrong = {0};

		if ((line ? keytable_line(keytable, line, &wrong) : error_no_memory(&wrong, "reading keys")) && !status)
			status = error_set(err, "%s:%u: %.400s", source, number, wrong.message);
		text += len;
		text += strspn(text, "\r");
		text += *text == '\n';
	}
	return status;
}

void
keytable_free(struct keytable *keytable)
{
	free(keytable->bindings);
	arena_free(&keytable->arena);
	*keytable = (struct keytable){0};
}

static enum key_match
keytable_find_in(const struct keytable *keytable, const char *map, const int *keys, int n_keys, const struct binding **found)
{
	enum key_match match = KEYS_NOTHING;

	for (size_t i = keytable->n; i-- > 0;) {
		const struct binding *binding = &keytable->bindings[i];

		if (binding->n_keys < n_keys || strcmp(binding->map, map)
		    || memcmp(binding->keys, keys, (size_t)n_keys * sizeof(*keys)))
			continue;
		if (binding->n_keys == n_keys) {
			*found = binding;
			return KEYS_BOUND;
		}
		match = KEYS_PREFIX;
	}
	return match;
}

enum key_match
keytable_find(const struct keytable *keytable, const char *map, const int *keys, int n_keys, const struct binding **found)
{
	enum key_match match = keytable_find_in(keytable, map, keys, n_keys, found);

	if (match == KEYS_NOTHING)
		match = keytable_find_in(keytable, "all", keys, n_keys, found);
	if (match == KEYS_BOUND && !strcmp((*found)->command, "none"))
		return KEYS_NOTHING;
	return match;
}

const char *
keytable_keys_of(const struct keytable *keytable, const char *map, const char *command, char out[64])
{
	const char *const maps[] = {map, "all"};

	for (unsigned m = 0; m < 2; m++) {
		for (size_t i = 0; i < keytable->n; i++) {
			const struct binding *binding = &keytable->bindings[i], *found;

			if (strcmp(binding->command, command) || strcmp(binding->map, maps[m])
			    || keytable_find(keytable, map, binding->keys, binding->n_keys, &found) != KEYS_BOUND
			    || found != binding)
				continue;
			keys_text(binding, out);
			return out;
		}
	}
	return NULL;
}
