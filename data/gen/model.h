/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small decoder-only transformer in bfloat16, trained with
 * DistributedDataParallel: what its forward and backward passes make of the
 * host and the GPU. The forward pass writes a tape that the backward reads.
 */
#ifndef GEN_MODEL_H
#define GEN_MODEL_H

#include "data/gen/sim.h"

enum {
	BATCH = 8, TOKENS = 1024, ROWS = BATCH * TOKENS,
	HIDDEN = 1024, HEADS = 16, HEAD = HIDDEN / HEADS,
	LAYERS = 3, VOCABULARY = 32000, RANKS = 8,
};

#define TAPE_NODES 256

enum node_kind {
	NODE_VIEW, NODE_T, NODE_TRANSPOSE, NODE_SPLIT, NODE_ADDMM, NODE_MM, NODE_ADD,
	NODE_LAYER_NORM, NODE_GELU, NODE_ATTENTION, NODE_BMM, NODE_SCALE, NODE_MASK, NODE_SOFTMAX,
	NODE_EMBEDDING, NODE_LOG_SOFTMAX, NODE_LOSS,
	NODE_KINDS
};

struct node {
	enum node_kind kind;
	int64_t sequence, flow;
	int64_t m, n, k;	/* of a matrix product; else what the kind needs */
	struct arg grad;	/* the gradient that comes in */
	struct arg parameters[2];	/* whose gradients are done after it; nd 0: none */
};

struct model {
	struct sim *s;
	bool late_peers;	/* in this step the other ranks come late to one all-reduce */
	struct node tape[TAPE_NODES];
	int n_nodes;
	int64_t bucket;		/* elements of gradients that wait for an all-reduce */
	int buckets;
};

void model_forward(struct model *model);	/* the logits */
void model_loss(struct model *model);
void model_backward(struct model *model);	/* on the current thread */

/* An all-reduce or broadcast over all ranks, with what the distributed package records. */
void model_collective(struct sim *s, const char *kind, int64_t elements, int64_t gpu_ns);

int64_t model_parameters(void);

#endif
