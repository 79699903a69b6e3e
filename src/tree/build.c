/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree_priv.h"
#include "base/mem.h"
#include <pthread.h>
#include <string.h>
#include <strings.h>

static bool
name_starts(const char *name, const char *start)
{
	return !strncmp(name, start, strlen(start));
}

static uint8_t
name_bits(const char *name)
{
	uint8_t bits = 0;

	if (strcasestr(name, "launch") && !strcasestr(name, "HostFunc"))
		bits |= NAME_LAUNCH;
	if (strcasestr(name, "GraphLaunch"))
		bits |= NAME_GRAPH;
	if (name_starts(name, "autograd::engine::evaluate_function:"))
		bits |= NAME_BACKWARD;
	return bits;
}

static int
build_names(struct tree_builder *b)
{
	const struct intern *strings = &b->trace->strings;

	b->names = mem_alloc(strings->n, 1);
	for (uint32_t i = 0; b->names && i < strings->n; i++)
		b->names[i] = name_bits(strings->entries[i].text);
	return b->names ? 0 : -1;
}

static void
builder_free(struct tree_builder *b)
{
	free(b->names);
	free(b->host);
	free(b->track_begin);
	free(b->track_order);
	free(b->launched);
	free(b->launched_next);
}

typedef int tree_step(struct tree_builder *);

/* Steps in order; two of a row touch nothing of each other and run side by side. */
static tree_step *const steps[][2] = {
	{build_names, NULL},
	{tree_nest, tree_link_launches},
	{tree_lay_out, NULL},
	{tree_measure, tree_link_backward},
	{tree_look_around, tree_check_streams},
};

struct side_step {
	tree_step *step;
	struct tree_builder *builder;
	int result;
};

static void *
step_run(void *data)
{
	struct side_step *side = data;

	side->result = side->step(side->builder);
	return NULL;
}

static int
steps_run(tree_step *const pair[2], struct tree_builder *b)
{
	struct side_step side = {pair[1], b, 0};
	pthread_t thread;
	bool started;
	int result;

	if (!pair[1])
		return pair[0](b);
	started = !pthread_create(&thread, NULL, step_run, &side);
	result = pair[0](b);
	if (started)
		pthread_join(thread, NULL);
	else
		step_run(&side);
	return result ? result : side.result;
}

int
tree_build(struct tree **out, struct trace *trace, struct error *err)
{
	struct tree *tree = mem_zero(1, sizeof(*tree));
	struct tree_builder builder = {.tree = tree, .trace = trace};
	int result = tree ? 0 : -1;

	*out = NULL;
	if (tree) {
		tree->trace = trace;
		tree->parent = mem_alloc_filled(trace->n, sizeof(*tree->parent));
		tree->pos = mem_alloc_filled(trace->n, sizeof(*tree->pos));
		result = tree->parent && tree->pos ? 0 : -1;
	}
	if (!result)
		memset(tree->parent, 0xff, (size_t)trace->n * sizeof(*tree->parent));	/* TRACE_NONE */
	for (size_t i = 0; !result && i < sizeof(steps) / sizeof(*steps); i++)
		result = steps_run(steps[i], &builder);
	builder_free(&builder);
	if (result) {
		tree_free(tree);
		return error_no_memory(err, "building the tree");
	}
	*out = tree;
	return 0;
}

void
tree_free(struct tree *tree)
{
	if (!tree)
		return;
	void *const owned[] = {tree->order, tree->size, tree->pos, tree->parent, tree->op_above,
		tree->gpu_before, tree->gpu,
		tree->gpu_sum, tree->gpu_breaks, tree->busy_pos, tree->busy_ns, tree->roots, tree->backward,
		tree->forward};
	for (size_t i = 0; i < sizeof(owned) / sizeof(*owned); i++)
		free(owned[i]);
	free(tree);
}
