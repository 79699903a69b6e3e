/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What subtrees hold, as numbers that are equal when they hold the same. */
#include "compare/diff_priv.h"
#include "base/hash.h"

/*
 * Told apart from "no GPU event below": a call's dims, args and shape are those of the first that
 * it started.
 */
static void
fill_call(struct diff_side *side, uint32_t call)
{
	struct diff_node *node = &side->nodes[call];

	for (uint32_t child = call + 1; child < call + node->size; child += side->nodes[child].size)
		if (side->nodes[child].kind == DIFF_GPU) {
			node->item.dims = side->nodes[child].item.label;
			node->item.args = side->nodes[child].item.raw;
			return;
		}
}

static uint32_t
fold32(uint64_t hash)
{
	return (uint32_t)(hash ^ hash >> 32);
}

/*
 * From the last node to the first: when a node's turn comes, its children have
 * put theirs into it, the last one first. The shape of an op is that of the
 * ops and frames below; how they start GPU work differs from vendor to vendor.
 */
void
diff_side_hash(struct diff_side *side, const uint32_t *map)
{
	for (uint32_t i = 0; i < side->n && map; i++) {
		struct align_item *item = &side->nodes[i].item;

		item->label = map[item->label];
		item->raw = map[item->raw];
		item->dims = map[item->dims];
		item->args = map[item->args];
	}
	for (uint32_t i = side->n; i-- > 0;) {
		struct diff_node *node = &side->nodes[i], *parent;
		struct align_item *item = &node->item;
		uint64_t exact, shape;

		if (node->kind == DIFF_CALL)
			fill_call(side, i);
		exact = hash_mix(item->exact ^ hash_u64((uint64_t)item->label << 32 | item->args),
			node->kind + UINT64_C(0x9e3779b97f4a7c15));
		shape = hash_mix(item->shape ^ hash_u64(item->label), UINT64_C(0xe7037ed1a0b428db));
		item->exact = exact;
		if (node->kind != DIFF_GPU)
			item->shape = fold32(shape);
		if (node->parent == TRACE_NONE)
			continue;
		parent = &side->nodes[node->parent];
		parent->item.exact = hash_mix(parent->item.exact + UINT64_C(0xa0761d6478bd642f),
			exact);
		if ((node->kind != DIFF_GPU && node->kind != DIFF_CALL)
			|| parent->kind == DIFF_CALL)
			parent->item.shape =
			fold32(hash_mix(parent->item.shape + UINT64_C(0x8bb84b93962eacc9),
				shape ^ UINT64_C(0xe7037ed1a0b428db)));
	}
}
