/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `sonde info` says of a trace. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include "report/output.h"
#include "tree/tree.h"

struct info_gpu {	/* ns, as in the sheet gpu_timeline; total is TRACE_NO_NUMBER without GPU events */
	int64_t computation, exposed_comm, exposed_memcpy, busy, idle, total, comm, memcpy;
};

struct info {
	const struct trace *trace;
	const struct tree *tree;
	uint64_t loaded;		/* elements that are events */
	uint64_t kinds[EVENT_KINDS];	/* events with a duration or of the kind */
	uint64_t modules;
	bool has_shapes;		/* some operator tells its arguments */
	struct info_gpu linked, all;	/* GPU events with a launch; all of them */
};

int info_gather(struct info *info, const struct trace *trace, const struct tree *tree, struct error *err);
void info_write_json(struct output *output, const struct info *info);

#endif
