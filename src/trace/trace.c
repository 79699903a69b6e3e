/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace.h"
#include "cut_priv.h"
#include "load_priv.h"
#include "base/mem.h"
#include <string.h>

struct trace_store {
	struct source *source;
};

int
trace_open(struct trace **out, const char *path, const struct trace_options *options, struct error *err)
{
	struct trace *trace = mem_zero(1, sizeof(*trace));
	struct error ignored;

	if (!err)
		err = &ignored;
	*out = NULL;
	if (!trace)
		return error_no_memory(err, "opening the trace");
	trace->store = mem_zero(1, sizeof(*trace->store));
	trace->meta.path = arena_strdup(&trace->arena, path);
	if (!trace->store || !trace->meta.path) {
		error_no_memory(err, "opening the trace");
		goto fail;
	}
	if (source_open(&trace->store->source, path,
		    options && options->progress ? &options->progress->cancelled : NULL, err))
		goto fail;
	trace->meta.format = trace->store->source->format;
	if (load_trace(trace, trace->store->source, options, err))
		goto fail;
	if (options && options->cut_streams && trace_cut_streams(trace, err))
		goto fail;
	trace->meta.file_bytes = source_input(trace->store->source)->next;
	*out = trace;
	return 0;
fail:
	trace_free(trace);
	return -1;
}

void
trace_free(struct trace *trace)
{
	if (!trace)
		return;
	if (trace->store)
		source_close(trace->store->source);
	free(trace->store);
	void *const owned[] = {trace->ts, trace->dur, trace->offset, trace->link, trace->name, trace->track, trace->aux,
		trace->category, trace->kind, trace->phase, trace->flags, trace->categories, trace->processes,
		trace->tracks, trace->signatures, trace->gpus, trace->sequences, trace->copies, trace->collectives,
		trace->memories, trace->ranks};
	for (size_t i = 0; i < sizeof(owned) / sizeof(*owned); i++)
		free(owned[i]);
	intern_free(&trace->strings);
	arena_free(&trace->arena);
	free(trace);
}

int
trace_read_event(const struct trace *trace, uint32_t event, struct buffer *text, struct error *err)
{
	uint64_t offset = trace->offset[event];
	size_t size = event + 1 < trace->n ? (size_t)(trace->offset[event + 1] - offset) : 4096;
	struct source *source = trace->store->source;

	for (;; size *= 2) {
		struct lex lex = {0};
		const char *end;
		int64_t n;

		size = size < TRACE_READ_MOST ? size : TRACE_READ_MOST;
		buffer_clear(text);
		if (!buffer_reserve(text, size + LEX_PAD))
			return error_no_memory(err, "reading an event");
		n = source->ops->reread(source, offset, text->data, size, err);
		if (source_has_changed(source))
			return error_set(err, "the file has changed since it was loaded");
		if (n < 0)
			return -1;
		memset(text->data + n, 0, LEX_PAD);
		lex.end = text->data + n;
		end = n ? lex_skip_value(&lex, text->data) : NULL;
		if (!end && (size_t)n == size && event + 1 == trace->n && size < TRACE_READ_MOST)
			continue;
		text->len = end ? (size_t)(end - text->data) : (size_t)n;
		text->data[text->len] = '\0';
		return 0;
	}
}
