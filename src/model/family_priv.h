/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MODEL_FAMILY_PRIV_H
#define MODEL_FAMILY_PRIV_H

#include "model/family.h"

extern const struct model_family family_attention, family_binary, family_causal_conv1d, family_conv,
	family_cross_entropy, family_formula, family_gemm, family_grouped_gemm,
	family_grouped_gemm_variable, family_inference, family_mamba, family_moe_comm,
	family_moe_down, family_moe_fused, family_moe_up, family_norm, family_reduce,
	family_rmsnorm, family_rope, family_softmax, family_triton, family_unary;

struct model_amount model_amount_from(quantity q);

/*
 * The family's formulas over filled parameters: sets flops, bytes, or status and reason. -1: no
 * memory.
 */
int family_work(const struct model_family *family, const struct value *slots, bool backward,
	struct arena *arena, struct model_result *result);

#endif
