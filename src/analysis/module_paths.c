/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/module_paths.h"
#include "base/mem.h"
#include <string.h>

#define MODULE_PREFIX "nn.Module: "
#define PATH_MAX_BYTES 2000

bool
open_values_push(struct open_values *open, uint32_t end, uint32_t value)
{
	if (!mem_reserve(&open->all, &open->cap, open->n + 1, sizeof(*open->all)))
		return false;
	open->all[open->n++] = (struct open_value){end, value};
	return true;
}

uint32_t
open_values_at(struct open_values *open, uint32_t pos)
{
	while (open->n && open->all[open->n - 1].end <= pos)
		open->n--;
	return open->n ? open->all[open->n - 1].value : UINT32_MAX;
}

/* "nn.Module: Linear_12" is of class Linear: its id in the analysis's texts. */
static uint32_t
class_of(struct analysis *a, uint32_t event)
{
	const char *name = trace_name(a->trace, event);
	size_t len, end;

	if (!strncmp(name, MODULE_PREFIX, strlen(MODULE_PREFIX)))
		name += strlen(MODULE_PREFIX);
	len = end = strlen(name);
	while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
		end--;
	if (end < len && end > 1 && name[end - 1] == '_')
		len = end - 1;
	return intern_add(&a->texts, name, len);
}

static const char *
path_text(struct analysis *a, const char *parent, const char *class)
{
	if (!parent)
		return class;
	if (strlen(parent) > PATH_MAX_BYTES)
		return arena_printf(&a->arena, ".../%s", class);
	return arena_printf(&a->arena, "%s/%s", parent, class);
}

/* The path of a module's frame within another; NO_PATH when memory runs out. */
static uint32_t
enter(struct module_paths *m, struct keymap *known, struct analysis *a, uint32_t parent,
	uint32_t event)
{
	const uint32_t key[] = {parent + 1, class_of(a, event)};
	uint32_t before = known->n, path;
	struct module_path *new;

	if (key[1] == INTERN_NONE || (path = keymap_add(known, key)) == KEYMAP_NONE)
		return NO_PATH;
	if (path < before)
		return path;
	if (!mem_reserve(&m->all, &m->cap, known->n, sizeof(*m->all)))
		return NO_PATH;
	new = &m->all[path];
	*new = (struct module_path){.parent = parent, .example = event};
	new->class = intern_text(&a->texts, key[1]);
	if (parent != NO_PATH)
		new->depth = m->all[parent].depth + 1;
	new->text = path_text(a, parent == NO_PATH ? NULL : m->all[parent].text, new->class);
	m->n = known->n;
	return new->text ? path : NO_PATH;
}

static bool
find_paths(struct module_paths *m, struct analysis *a)
{
	const struct tree *tree = a->tree;
	struct keymap known = {.width = 2};
	struct open_values open = {0};
	bool good = true;

	for (uint32_t pos = 0; good && pos < tree->n; pos++) {
		uint32_t path = open_values_at(&open, pos);

		if (tree_is_module(a->trace, tree->order[pos])) {
			path = enter(m, &known, a, path, tree->order[pos]);
			good = path != NO_PATH && open_values_push(&open, pos + tree->size[pos],
				path);
		}
		m->at[pos] = path;
	}
	free(open.all);
	keymap_free(&known);
	return good;
}

const struct module_paths *
analysis_module_paths(struct analysis *a)
{
	const struct tree *tree = a->tree;
	struct module_paths *m;

	if (a->module_paths)
		return a->no_memory ? NULL : a->module_paths;
	m = a->module_paths = mem_zero(1, sizeof(*m));
	if (m) {
		m->at = mem_alloc(tree->n, sizeof(*m->at));
		m->forward_at = mem_alloc(tree->n, sizeof(*m->forward_at));
	}
	if (!m || !m->at || !m->forward_at || !find_paths(m, a)) {
		a->no_memory = true;
		return NULL;
	}
	memset(m->forward_at, 0xff, tree->n * sizeof(*m->forward_at));
	for (uint32_t i = 0; i < tree->n_pairs; i++)
		if (tree_has(tree, tree->backward[i].from) && tree_has(tree, tree->backward[i].to))
			m->forward_at[tree->pos[tree->backward[i].from]] = tree->backward[i].to;
	return m;
}

void
analysis_module_paths_free(struct analysis *a)
{
	if (!a->module_paths)
		return;
	free(a->module_paths->all);
	free(a->module_paths->at);
	free(a->module_paths->forward_at);
	free(a->module_paths);
}
