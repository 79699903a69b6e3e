/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the overview shows, counted once after loading. All GPU events take part, linked or not. Times in ns. Of a tree
 * that was cut, begin to slices[] tell how the GPU spent the time of its window, and all else is of the tree's events.
 */
#ifndef TUI_SUMMARY_H
#define TUI_SUMMARY_H

#include "tree/tree.h"

#define SUMMARY_TOP 24
#define SUMMARY_SLICES 2048	/* as many as the widest screen has columns, or more */

struct summary_row {
	uint32_t name;		/* string id */
	uint32_t n;		/* GPU events */
	uint32_t event;		/* the one, or the call, with most of the time */
	int64_t ns;		/* summed; of a call's, merged first */
	int64_t longest;
};

struct summary_stream {
	uint32_t track;
	uint32_t n;
	uint32_t event;		/* the longest */
	int64_t busy;
	int64_t exposed[GPU_CLASSES];	/* as of the summary, within the stream: together what is busy */
};

struct summary {
	uint32_t n_gpu;		/* in the time from begin to end */
	uint32_t n_steps;	/* annotations ProfilerStep#N on the host */
	int64_t sum;		/* of the tree's GPU events */
	int64_t begin, end;	/* of the GPU events; the window's */
	int64_t busy;
	int64_t total[GPU_CLASSES];	/* merged time of the class */
	int64_t exposed[GPU_CLASSES];	/* computation; communication outside it; copies outside both */
	struct summary_stream *streams;	/* most busy first */
	uint32_t n_streams;
	int64_t (*slices)[GPU_CLASSES];	/* what of exposed[] lies in each of SUMMARY_SLICES of equal length */
	uint8_t *classes;	/* enum gpu_class of trace->gpus[] */
	struct summary_row *kernels, *ops;	/* most time first, at most SUMMARY_TOP */
	uint32_t n_kernels, n_ops;
	uint32_t all_kernels, all_ops;		/* distinct names */
	int64_t ops_ns;		/* of all operators, and of what no launch is known of */
	/* GPU events of no category of operators: communication, and what no launch is known of */
	struct summary_row comm, unlinked;
	uint32_t *track_order;	/* tracks by process and thread: sort index, then number, then text */
	struct summary_root {
		uint32_t root;		/* index into tree->roots */
		int64_t busy, sum;	/* of its GPU events */
	} *roots;		/* in track order */
	uint32_t n_roots;
};

int summary_make(struct summary *summary, const struct trace *trace, const struct tree *tree, struct error *err);
void summary_free(struct summary *summary);

/* Of a GPU event: copies and communication by name and kind, as the GPU timeline has it. */
static inline enum gpu_class
summary_class(const struct summary *summary, const struct trace *trace, uint32_t gpu_event)
{
	return (enum gpu_class)summary->classes[trace->aux[gpu_event]];
}

/* Where the slice begins; SUMMARY_SLICES: where the last ends. */
static inline int64_t
summary_slice(const struct summary *summary, int64_t slice)
{
	int64_t all = summary->end - summary->begin;

	return summary->begin + all / SUMMARY_SLICES * slice + all % SUMMARY_SLICES * slice / SUMMARY_SLICES;
}

/* "thread 4711 (main)  python 4711" */
void track_label(const struct trace *trace, uint32_t track, char *out, size_t size);
/* Below a line that names the process: "thread 4711 (main)", "stream 7". */
void lane_label(const struct trace *trace, uint32_t track, bool is_stream, char *out, size_t size);
/* "GPU 0 stream 7", of a GPU event. */
void gpu_label(const struct trace *trace, uint32_t gpu_event, char *out, size_t size);
/* Of unlinked GPU events like this one: "GPU 0 stream 7, not linked". */
void stream_label(const struct trace *trace, uint32_t gpu_event, char *out, size_t size);

#endif
