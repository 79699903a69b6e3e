/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which sheets are compared, by what, and in which figures. */
#include "compare/merge_priv.h"
#include <string.h>

#define CUMULATIVE "Cumulative Percentage (%)"
#define OP_KEYS {"name", "Input type", "Input Dims", "Input Strides", "Concrete Inputs"}
#define OP_HIDDEN {"kernel_names", "median", "std", "min", "max", "ex_UID"}

const struct merge_spec merge_specs[] = {
	{
		.sheet = "gpu_timeline", .group = "gpu_timeline", .keys = {"type", "is_recompute"},
		.metrics = {"time ms"},
	}, {
		.sheet = "ops_summary", .group = "ops_summary", .keys = {"name", "is_recompute"},
		.metrics = {"total_direct_kernel_time_ms", "Count"},
		.dropped = {"total_direct_kernel_time_sum"}, .dropped_later = {CUMULATIVE},
		.sort = "total_direct_kernel_time_ms",
	}, {
		.sheet = "kernel_summary", .group = "kernel_summary", .keys = {"Kernel name"}, .add_up = true,
		.metrics = {"Kernel duration (\xc2\xb5s)_sum", "Kernel duration (\xc2\xb5s)_mean",
			"Kernel duration (\xc2\xb5s)_count"},
		.dropped = {"Kernel duration (\xc2\xb5s)_min", "Kernel duration (\xc2\xb5s)_max", "Parent op category"},
		.dropped_later = {CUMULATIVE}, .sort = "Kernel duration (\xc2\xb5s)_sum",
	}, {	/* of rocprof reports */
		.sheet = "kernel_summary", .group = "kernel_summary", .keys = {"name"}, .add_up = true,
		.metrics = {"Total Kernel Time (ms)", "Mean Kernel Time (\xc2\xb5s)", "Count"},
		.dropped = {"Total Kernel Time (\xc2\xb5s)", "Median Kernel Time (\xc2\xb5s)", "Std Kernel Time (\xc2\xb5s)",
			"Min Kernel Time (\xc2\xb5s)", "Max Kernel Time (\xc2\xb5s)", "Category"},
		.dropped_later = {CUMULATIVE}, .sort = "Total Kernel Time (ms)",
	}, {
		.sheet = "ops_all", .group = "ops_all", .keys = OP_KEYS, .split = true,
		.metrics = {"total_direct_kernel_time_sum", "total_direct_kernel_time_mean", "operation_count"},
		.sort = "total_direct_kernel_time_sum", .hidden = OP_HIDDEN,
	}, {
		.sheet = "ops_unique_args", .group = "ops_all", .keys = OP_KEYS, .split = true,
		.metrics = {"total_direct_kernel_time_sum", "total_direct_kernel_time_mean", "operation_count"},
		.sort = "total_direct_kernel_time_sum", .hidden = OP_HIDDEN,
	}, {
		.sheet = "unified_perf_summary", .group = "ops_all", .keys = OP_KEYS, .split = true,
		.metrics = {"Kernel Time (\xc2\xb5s)_sum", "Kernel Time (\xc2\xb5s)_mean", "operation_count"},
		.sort = "Kernel Time (\xc2\xb5s)_sum", .hidden = OP_HIDDEN,
	}, {
		.sheet = NULL, .group = "roofline", .keys = {"name"}, .params = true, .split = true,
		.metrics = {"Kernel Time (\xc2\xb5s)_sum", "Kernel Time (\xc2\xb5s)_mean", "name_count", "TFLOPS/s_mean",
			"TB/s_mean"},
		.dropped_later = {"GFLOPS_first", "Data Moved (MB)_first", "FLOPS/Byte_first", "Input type_first",
			"Input Dims_first", "Input Strides_first", "Concrete Inputs_first"},
		.sort = "Kernel Time (\xc2\xb5s)_sum",
		.hidden = {"kernel_names_first", "UID", "median", "std", "min", "max", "Input type_first",
			"Input Dims_first", "Input Strides_first", "Concrete Inputs_first"},
	},
};

const uint32_t merge_specs_count = sizeof(merge_specs) / sizeof(*merge_specs);

const struct merge_spec *
merge_find(const struct table *sheet)
{
	for (uint32_t i = 0; i < merge_specs_count; i++) {
		const struct merge_spec *spec = &merge_specs[i];

		if (spec->sheet && strcmp(spec->sheet, sheet->id))
			continue;
		if (!spec->sheet && merge_column(sheet, "name_count") < 0)
			continue;
		if (merge_column(sheet, spec->keys[0]) >= 0 && merge_column(sheet, spec->metrics[0]) >= 0)
			return spec;
	}
	return NULL;
}
