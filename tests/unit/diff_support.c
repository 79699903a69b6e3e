/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff_support.h"

#include "compare/diff_priv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 30000

struct writer {
	struct buffer text;
	long time, gpu_time;	/* us */
	int thread, launches;
};

struct line {			/* an event that is open */
	long start;
	size_t indent;
	const char *cat, *name, *dims;
	int name_len, dims_len;
};

static const struct {
	const char *word, *cat, *call;
} words[] = {
	{"op ", "cpu_op", NULL},
	{"frame ", "python_function", NULL},
	{"step ", "user_annotation", NULL},
	{"kernel ", "kernel", "cudaLaunchKernel"},
	{"memset ", "gpu_memset", "cudaMemsetAsync"},
	{"copy ", "gpu_memcpy", "cudaMemcpyAsync"},
	{"loose ", "kernel", ""},
};

static void
write_event(struct writer *w, const char *cat, const char *name, int name_len, int tid, long start,
	long end,
	const char *args)
{
	assert_true(buffer_printf(&w->text,
		"{\"ph\": \"X\", \"cat\": \"%s\", \"name\": \"%.*s\", \"pid\": 1, "
		"\"tid\": %d, \"ts\": %ld, \"dur\": %ld, \"args\": {%s}},\n", cat, name_len, name,
		tid, start, end - start,
		args));
}

static void
close_line(struct writer *w, const struct line *line)
{
	char args[300] = "", name[300];

	if (line->dims)
		snprintf(args, sizeof(args), "\"Input Dims\": %.*s", line->dims_len, line->dims);
	snprintf(name, sizeof(name), "%s%.*s",
		!strcmp(line->cat, "user_annotation") ? "ProfilerStep#" : "",
		line->name_len, line->name);
	write_event(w, line->cat, name, (int)strlen(name), w->thread, line->start, ++w->time, args);
}

/* A GPU event, launched by the call where there is one. */
static void
write_gpu(struct writer *w, const char *cat, const char *call, const char *name, const char *end)
{
	const char *equals = memchr(name, '=', (size_t)(end - name)),
		*slash = memrchr(name, '/', (size_t)(end - name));
	long dur = equals ? strtol(equals + 1, NULL, 10) : 1, start = w->gpu_time;
	int name_len = (int)((equals ? equals : end) - name);
	char args[100], launch[100];

	while (name_len > 0 && name[name_len - 1] == ' ')
		name_len--;
	snprintf(launch, sizeof(launch), "%.*s",
		(int)(slash && slash > equals ? end - slash - 1 : 0),
		slash ? slash + 1 : "");
	snprintf(args, sizeof(args), "\"correlation\": %d, \"stream\": 7",
		*call ? ++w->launches : 0);
	w->gpu_time = start + dur + 1;
	write_event(w, cat, name, name_len, 7, start, start + dur, args);
	if (!*call)
		return;
	snprintf(args, sizeof(args), "\"correlation\": %d", w->launches);
	if (*launch)
		call = launch;
	write_event(w, "cuda_runtime", call, (int)strlen(call), w->thread, w->time + 1, w->time + 2,
		args);
	w->time += 2;
}

static void
open_line(struct writer *w, struct line *line, const char *at, const char *end)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const char *name = at + strlen(words[i].word), *dims;

		if (strncmp(at, words[i].word, strlen(words[i].word)))
			continue;
		line->cat = words[i].cat;
		if (words[i].call) {
			write_gpu(w, words[i].cat, words[i].call, name, end);
			line->cat = NULL;
			return;
		}
		dims = memchr(name, '@', (size_t)(end - name));
		line->start = ++w->time;
		line->name = name;
		line->name_len = (int)((dims ? dims - 1 : end) - name);
		line->dims = dims ? dims + 1 : NULL;
		line->dims_len = dims ? (int)(end - dims - 1) : 0;
		return;
	}
	fail_msg("what is this: %.*s", (int)(end - at), at);
}

struct support_side
support_outline(const char *outline)
{
	struct line *open = calloc(DEPTH_MAX, sizeof(*open));
	struct writer w = {.thread = 1, .gpu_time = 1000000};
	struct support_side side;
	struct error err;
	size_t depth = 0;

	assert_non_null(open);
	assert_true(buffer_add_text(&w.text, "{\"traceEvents\": [\n"));
	while (*outline) {
		size_t indent = strspn(outline, " ");
		const char *at = outline + indent, *end = strchrnul(at, '\n');

		outline = *end ? end + 1 : end;
		while (depth && open[depth - 1].indent >= indent)
			close_line(&w, &open[--depth]);
		if (!strncmp(at, "thread ", 7)) {
			w.thread = atoi(at + 7);
			w.time = 0;
			continue;
		}
		assert_true(depth < DEPTH_MAX);
		open[depth] = (struct line){.indent = indent};
		open_line(&w, &open[depth], at, end);
		depth += open[depth].cat != NULL;
	}
	while (depth)
		close_line(&w, &open[--depth]);
	free(open);
	assert_true(buffer_add_text(&w.text, "{}]}"));
	side.trace = support_load(&w.text, FORM_PLAIN, 1);
	buffer_free(&w.text);
	assert_int_equal(tree_build(&side.tree, side.trace, &err), 0);
	return side;
}

void
support_close(struct support_side *side)
{
	tree_free(side->tree);
	trace_free(side->trace);
}

char *
support_draw(const struct tree_diff *diff)
{
	static const char marks[] = {[DIFF_BOTH] = ' ', [DIFF_RENAMED] = '~', [DIFF_ONLY_A] = '-',
		[DIFF_ONLY_B] = '+'};
	uint32_t *depth = calloc(diff->n + 1, sizeof(*depth));
	struct buffer text = {0};

	assert_true(depth != NULL && buffer_add_text(&text, ""));
	for (uint32_t i = 0; i < diff->n; i++) {
		const struct diff_row *row = &diff->rows[i];
		char room[2][512];
		const char *a = diff_row_name(diff, i, 0, room[0], 512),
			*b = diff_row_name(diff, i, 1, room[1], 512);
		bool shown = row->kind != DIFF_THREAD && row->kind != DIFF_CALL;

		depth[i] = row->parent == TRACE_NONE ? 0 : depth[row->parent];
		if (shown)
			assert_true(buffer_printf(&text, "%c%*s%s%s%s %lld %lld\n",
				row->moved ? '>' : marks[row->state],
				(int)depth[i], "", a, *a && *b && strcmp(a, b) ? " | " : "", *a
				&& !strcmp(a, b) ? "" : b,
				(long long)row->gpu_ns[0] / 1000,
				(long long)row->gpu_ns[1] / 1000));
		depth[i] += shown;
	}
	free(depth);
	return text.data;
}

/* The nearest row around that has the side. */
static uint32_t
row_around(const struct tree_diff *diff, uint32_t row, int side)
{
	do
		row = diff->rows[row].parent;
	while (row != TRACE_NONE && diff->rows[row].node[side] == TRACE_NONE);
	return row;
}

static void
check_side(const struct tree_diff *diff, int side)
{
	const struct diff_side *of = diff->side[side];
	uint32_t *seen = calloc(of->n + 1, sizeof(*seen)), n_gpu = 0;
	int64_t ns = 0;

	assert_non_null(seen);
	for (uint32_t i = 0; i < diff->n; i++) {
		const struct diff_row *row = &diff->rows[i];
		uint32_t node = row->node[side], around;

		assert_int_equal(diff_has(row, side), node != TRACE_NONE);
		if (node == TRACE_NONE)
			continue;
		assert_int_equal(seen[node]++, 0);
		assert_int_equal(of->row_of[node], i);
		assert_int_equal(of->nodes[node].event, row->event[side]);
		around = row_around(diff, i, side);
		assert_int_equal(of->nodes[node].parent,
			around == TRACE_NONE ? TRACE_NONE : diff->rows[around].node[side]);
		if (row->kind != DIFF_GPU)
			continue;
		n_gpu++;
		ns += of->tree->trace->dur[row->event[side]];
	}
	for (uint32_t i = 0; i < of->n; i++)
		assert_int_equal(seen[i], 1);
	assert_int_equal(n_gpu, diff->gpu[side]);
	assert_true(ns == diff->gpu_ns[side]);
	free(seen);
}

void
support_check(const struct tree_diff *diff)
{
	check_side(diff, 0);
	check_side(diff, 1);
	for (uint32_t i = 0; i < diff->n; i++) {
		const struct diff_row *row = &diff->rows[i];
		int64_t ns[2] = {0, 0};

		assert_true(row->size >= 1 && i + row->size <= diff->n);
		if (row->parent != TRACE_NONE) {
			assert_true(row->parent < i
				&& i + row->size <= row->parent + diff->rows[row->parent].size);
			assert_int_equal(row->depth, diff->rows[row->parent].depth + 1);
		}
		for (uint32_t child = diff_first_child(diff, i); child != TRACE_NONE;
			child = diff_next_sibling(diff, child)) {
			assert_int_equal(diff->rows[child].parent, i);
			ns[0] += diff->rows[child].gpu_ns[0];
			ns[1] += diff->rows[child].gpu_ns[1];
		}
		if (row->kind != DIFF_GPU)
			assert_true(ns[0] == row->gpu_ns[0] && ns[1] == row->gpu_ns[1]);
	}
}

struct tree_diff *
support_compare(const struct support_side *a, const struct support_side *b,
	const struct diff_options *options)
{
	struct tree_diff *diff;
	struct error err;

	assert_int_equal(tree_diff_build(&diff, a->tree, b->tree, options, &err), 0);
	support_check(diff);
	return diff;
}

void
support_expect(const char *outline_a, const char *outline_b, const struct diff_options *options,
	const char *expected)
{
	struct support_side a = support_outline(outline_a), b = support_outline(outline_b);
	struct tree_diff *diff = support_compare(&a, &b, options);
	char *drawn = support_draw(diff);

	assert_string_equal(drawn, expected);
	free(drawn);
	tree_diff_free(diff);
	support_close(&a);
	support_close(&b);
}
