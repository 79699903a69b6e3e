/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/sheets.h"
#include "analysis/builders_priv.h"
#include <string.h>
#include <strings.h>

#define GPU SHEET_NEEDS_GPU
#define OPS (SHEET_NEEDS_GPU | SHEET_NEEDS_OPS)
#define MODEL (SHEET_NEEDS_SHAPES | SHEET_NEEDS_MODEL)

/* The sheets of a family of models: one, or one for each way through the network. */
#define ROOFLINE(id, family, what, backward) \
	{id, id " roofline", "Work and distance from the roofline: " what ".", SHEET_ROOFLINE, \
		OPS | MODEL | SHEET_RANKED | SHEET_OMIT_EMPTY, build_roofline, family, backward}, \
	{id "_kl_overlap", id " roofline, overlap", "The same by what ran beside: " what ".", \
		SHEET_ROOFLINE, OPS | MODEL | SHEET_RANKED | SHEET_OMIT_EMPTY | SHEET_OVERLAP, \
		build_roofline, family, backward}
#define ONE(family, what) ROOFLINE(family, family, what, false)
#define TWO(family, what) \
	ROOFLINE(family "_fwd", family, what ", forward", false), \
	ROOFLINE(family "_bwd", family, what ", backward", true)

const struct sheet sheets[] = {
	{"gpu_timeline", "GPU timeline",
		"How the GPU's time divides into computation, communication, copies and idle.",
		SHEET_TIMELINE, GPU, build_gpu_timeline, NULL, false},
	{"ops_summary_by_category", "Operators by category", "GPU time by kind of operator.",
		SHEET_OPS, GPU | SHEET_RANKED | SHEET_OMIT_EMPTY, build_ops_by_category, NULL,
		false},
	{"ops_summary", "Operators", "GPU time by the operator that launched it.",
		SHEET_OPS, GPU | SHEET_RANKED | SHEET_OMIT_EMPTY, build_ops_summary, NULL, false},
	{"ops_unique_args", "Operators by arguments",
		"GPU time by operator, shapes, types, strides and values of arguments.",
		SHEET_OPS, GPU | SHEET_NEEDS_SHAPES | SHEET_RANKED | SHEET_OMIT_EMPTY,
		build_ops_unique_args, NULL, false},
	{"ops_unique_args_kl_overlap", "Operators by arguments, overlap",
		"GPU time by operator, arguments and the kernels that ran beside it.",
		SHEET_OPS,
		GPU | SHEET_NEEDS_SHAPES | SHEET_RANKED | SHEET_OMIT_EMPTY | SHEET_OVERLAP,
		build_ops_unique_args, NULL, false},
	{"unified_perf_summary", "Operators with models",
		"All GPU work by operator and arguments, with its arithmetic, bytes and distance "
		"from the roofline.",
		SHEET_OPS, GPU | SHEET_NEEDS_SHAPES | SHEET_RANKED | SHEET_OMIT_EMPTY,
		build_unified, NULL, false},
	{"unified_perf_summary_kl_overlap", "Operators with models, overlap",
		"All GPU work by operator, arguments and the kernels that ran beside it.",
		SHEET_OPS,
		GPU | SHEET_NEEDS_SHAPES | SHEET_RANKED | SHEET_OMIT_EMPTY | SHEET_OVERLAP,
		build_unified, NULL, false},
	ONE("GEMM", "matrix products"),
	TWO("SDPA", "attention"),
	TWO("CONV", "convolutions"),
	TWO("InferenceAttention", "attention of inference engines"),
	ONE("BinaryElementwise", "elementwise operators of two tensors"),
	TWO("GroupedGEMM", "grouped matrix products"),
	TWO("MoE_comm", "dispatch and combination of experts' tokens"),
	TWO("SSM", "state space models"),
	TWO("RoPE", "rotary embeddings"),
	TWO("CrossEntropy", "cross entropy"),
	ONE("UnaryElementwise", "elementwise operators of one tensor"),
	TWO("MoE_fused", "fused experts"),
	TWO("MoE_unfused", "experts in several kernels"),
	TWO("MoE_aux", "routing and sorting of experts' tokens"),
	TWO("RMSNorm", "fused RMS normalisations"),
	TWO("elementwise", "other elementwise operators"),
	TWO("GroupQuant", "quantisation by groups"),
	TWO("FusedRoPE", "rotary embeddings fused with other work"),
	TWO("CustomCollective", "collectives outside of NCCL"),
	TWO("mHC", "manifold hyper-connections"),
	ONE("Normalization", "normalisations"),
	TWO("Reduce", "reductions"),
	{"kernel_summary", "Kernels",
		"Kernels by name, stream and the operator that launched them.",
		SHEET_KERNELS, GPU | SHEET_RANKED | SHEET_OMIT_EMPTY, build_kernel_summary, NULL,
		false},
	{"short_kernel_histogram", "Short kernels, histogram",
		"How many kernels last how long, of those too short to fill the GPU.",
		SHEET_KERNELS, GPU, build_short_histogram, NULL, false},
	{"short_kernels_summary", "Short kernels",
		"Kernels too short to fill the GPU, by operator and arguments.",
		SHEET_KERNELS, GPU | SHEET_RANKED, build_short_kernels, NULL, false},
	{"coll_analysis", "Collectives",
		"Communication kernels by collective, size and process group.",
		SHEET_COLLECTIVES, GPU | SHEET_RANKED | SHEET_OMIT_EMPTY, build_collectives, NULL,
		false},
	{"modules", "Modules", "GPU time by nn.Module path, forward and backward apart.",
		SHEET_STRUCTURE, SHEET_RANKED | SHEET_OMIT_EMPTY, build_modules, NULL, false},
	{"steps", "Steps and annotations",
		"What each profiler step or annotation launched, and how it compares with its "
		"like.",
		SHEET_STRUCTURE, SHEET_OMIT_EMPTY, build_steps, NULL, false},
	{"idle_by_cause", "GPU idle by cause", "Why the GPU stood still, summed.",
		SHEET_IDLE, GPU | SHEET_OMIT_EMPTY, build_idle_by_cause, NULL, false},
	{"idle_causes", "GPU idle gaps",
		"Each gap in the GPU's work, longest first, and what the host did meanwhile.",
		SHEET_IDLE, GPU | SHEET_RANKED | SHEET_OMIT_EMPTY, build_idle_causes, NULL, false},
	{"memcpy", "Copies",
		"Copies and memsets by kind and size, with the bandwidth they reached.",
		SHEET_HOST, GPU | SHEET_RANKED | SHEET_OMIT_EMPTY, build_copies, NULL, false},
	{"launches", "Launches",
		"What launches cost the host, and how long launched work waits for the GPU.",
		SHEET_HOST, GPU | SHEET_RANKED | SHEET_OMIT_EMPTY, build_launches, NULL, false},
	{"host_ops", "Host time",
		"What operators and calls cost the host, with and without what they call.",
		SHEET_HOST, SHEET_RANKED | SHEET_OMIT_EMPTY, build_host_ops, NULL, false},
	{"memory", "Memory", "Peak and end of what was allocated, a row a device.",
		SHEET_HOST, SHEET_OMIT_EMPTY, build_memory, NULL, false},
	{"savings", "Savings",
		"Kernel time above the roofline, by operator and arguments, largest first.",
		SHEET_SAVINGS, OPS | MODEL | SHEET_RANKED | SHEET_OMIT_EMPTY, build_savings, NULL,
		false},
	{"savings_by_category", "Savings by category",
		"Kernel time above the roofline by kind of operator.",
		SHEET_SAVINGS, OPS | MODEL | SHEET_OMIT_EMPTY, build_savings_by_category, NULL,
		false},
	{"savings_by_module", "Savings by module",
		"Kernel time above the roofline by the module that called for it.",
		SHEET_SAVINGS, OPS | MODEL | SHEET_RANKED | SHEET_OMIT_EMPTY,
		build_savings_by_module, NULL, false},
};

const uint32_t sheets_count = sizeof(sheets) / sizeof(*sheets);

const struct sheet *
sheet_find(const char *id)
{
	for (uint32_t i = 0; i < sheets_count; i++)
		if (!strcasecmp(sheets[i].id, id))
			return &sheets[i];
	return NULL;
}

int
sheet_build(struct analysis *analysis, const struct sheet *sheet, struct table **out,
	struct error *err)
{
	uint32_t top = analysis_settings(analysis)->top;

	if (sheet->build(analysis, sheet, out, err) < 0)
		return -1;
	if (sheet->flags & SHEET_RANKED && top && (*out)->n_rows > top)
		table_truncate(*out, top);
	return 0;
}

bool
sheet_is_omitted(const struct sheet *sheet, const struct table *table)
{
	return sheet->flags & SHEET_OMIT_EMPTY && table->n_rows == 0;
}
