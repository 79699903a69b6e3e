/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a trace: text, gzip, zstd, zip; then its tree, and events read again. */
#include "fuzz.h"
#include "base/hash.h"
#include "trace/args.h"
#include "trace/trace.h"
#include "tree/tree.h"
#include <stdlib.h>

enum { READ_AGAIN = 8 };

static void
read_again(const struct trace *trace, uint32_t event)
{
	struct buffer text = {0};
	struct args_member member;

	if (trace_read_event(trace, event, &text, NULL) == 0) {
		struct args_iter iter = args_begin(text.data, text.len);

		while (args_next(&iter, &member))
			continue;
	}
	buffer_free(&text);
}

/* Subtrees lie inside their parents' and hold no more GPU time than they are long in. */
static void
check_tree(const struct tree *tree)
{
	for (uint32_t pos = 0; pos < tree->n; pos++) {
		uint32_t event = tree->order[pos], parent = tree->parent[event];

		if (tree->pos[event] != pos || tree->size[pos] == 0 || tree->size[pos] > tree->n - pos)
			abort();
		if (parent != TRACE_NONE && (tree->pos[parent] >= pos
				|| pos + tree->size[pos] > tree->pos[parent] + tree->size[tree->pos[parent]]))
			abort();
		if (tree_gpu_busy(tree, event) > tree_gpu_sum(tree, event))
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct trace_options options = {.threads = 1 + size % 2};
	const char *path = fuzz_file(data, size);
	struct trace *trace;
	struct tree *tree;
	struct error err;
	char line[1024];

	hash_seed_init();
	if (!path || trace_open(&trace, path, &options, &err))
		return 0;
	for (uint32_t i = 0; i < READ_AGAIN && trace->n; i++)
		read_again(trace, (uint32_t)((uint64_t)i * trace->n / READ_AGAIN));
	if (tree_build(&tree, trace, &err) == 0) {
		check_tree(tree);
		tree_free(tree);
	}
	for (int kind = 0; kind < WARNINGS; kind++)
		trace_warning(trace, kind, line, sizeof(line));
	trace_free(trace);
	return 0;
}
