/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of rows of arguments: their shapes, and where rows of an operator have the same ones what
 * tells them apart.
 */
#include "analysis/argbrief.h"
#include "analysis/levels_priv.h"
#include "base/mem.h"
#include <string.h>

#define ARGUMENTS_NODE "arguments"
#define NO_SHAPES "no shapes"

static bool
add_argument(struct buffer *out, enum argument which, const char *text)
{
	static const char *const before[ARGUMENTS] = {
		[ARGUMENT_CONCRETE] = "values ", [ARGUMENT_STRIDES] = "strides "};

	if (before[which] && !buffer_add_text(out, before[which]))
		return false;
	if (which == ARGUMENT_TYPES)
		return argbrief_types(out, text);
	if (which == ARGUMENT_CONCRETE)
		return buffer_add_text(out, text);
	return argbrief_shapes(out, text, which == ARGUMENT_STRIDES ? "," : "x");
}

static bool
is_arguments(const struct level_node *node)
{
	return !strcmp(node->level, ARGUMENTS_NODE);
}

static const char *
argument_of(struct levels_builder *b, const struct level_node *node, enum argument which)
{
	const char *text = analysis_argument(b->a, node->sum.event, which, ARGTEXT_TUPLES);

	return text ? text : "";
}

/* The name is then the text in the buffer. */
static void
name_node(struct levels_builder *b, struct level_node *node, const struct buffer *text, bool good)
{
	uint32_t id = intern_add(&b->a->texts, good && text->len ? text->data : NO_SHAPES,
		good && text->len ? text->len : strlen(NO_SHAPES));

	if (!good || id == INTERN_NONE)
		b->a->no_memory = true;
	else
		node->name = intern_text(&b->a->texts, id);
}

/*
 * Adds an argument to the names of those that have the same parent and name as others from which it
 * differs.
 */
static void
tell_apart(struct levels_builder *b, enum argument which, uint32_t *group, uint32_t *first, bool *differs)
{
	struct keymap map = {.width = 2};	/* parent, name */
	struct buffer text = {0};

	for (uint32_t i = 0; i < b->keys.n && !b->a->no_memory; i++) {
		const struct level_node *node = &b->nodes[i];
		uint32_t known = map.n, key[2];

		if (!is_arguments(node))
			continue;
		key[0] = node->parent;
		key[1] = analysis_text_id(b->a, node->name);
		group[i] = keymap_add(&map, key);
		if (group[i] == KEYMAP_NONE)
			b->a->no_memory = true;
		else if (group[i] == known)
			first[known] = i, differs[known] = false;
		else if (strcmp(argument_of(b, node, which),
				argument_of(b, &b->nodes[first[group[i]]], which)))
			differs[group[i]] = true;
	}
	for (uint32_t i = 0; i < b->keys.n && !b->a->no_memory; i++) {
		struct level_node *node = &b->nodes[i];

		if (!is_arguments(node) || !differs[group[i]])
			continue;
		buffer_clear(&text);
		name_node(b, node, &text, buffer_printf(&text, "%s  ", node->name)
			&& add_argument(&text, which, argument_of(b, node, which)));
	}
	buffer_free(&text);
	keymap_free(&map);
}

void
levels_name_arguments(struct levels_builder *b)
{
	static const enum argument others[] = {ARGUMENT_TYPES, ARGUMENT_CONCRETE, ARGUMENT_STRIDES};
	uint32_t *group = mem_alloc(b->keys.n, sizeof(*group)), *first = mem_alloc(b->keys.n, sizeof(*first));
	bool *differs = mem_alloc(b->keys.n, sizeof(*differs));
	struct buffer text = {0};

	if (!group || !first || !differs)
		b->a->no_memory = true;
	for (uint32_t i = 0; i < b->keys.n && !b->a->no_memory; i++) {
		struct level_node *node = &b->nodes[i];

		buffer_clear(&text);
		if (is_arguments(node))
			name_node(b, node, &text, argbrief_shapes(&text, argument_of(b, node, ARGUMENT_DIMS), "x"));
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others) && !b->a->no_memory; i++)
		tell_apart(b, others[i], group, first, differs);
	buffer_free(&text);
	free(group);
	free(first);
	free(differs);
}
