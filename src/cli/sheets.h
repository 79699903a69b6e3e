/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands that build sheets share: the options, and the way from a trace to its analysis. */
#ifndef CLI_SHEETS_H
#define CLI_SHEETS_H

#include "analysis/sheets.h"
#include "cli/cli.h"
#include "cli/load.h"

struct sheet_options {
	const char *arch, *ops, *step;
	bool unlinked, recompute, no_collectives, call_stack, kernel_counts, first_occurrence, cut;
	int64_t micro_idle, short_kernel;	/* ns; micro_idle < 0: not asked for */
	int64_t short_bins, short_top;
	bool reference_empty;			/* no option: for what is written as the reference writes it */
};

#define SHEET_DEFAULTS {.micro_idle = -1, .short_kernel = 10000, .short_bins = 100}

/* Rows for a command whose struct s has a `struct sheet_options sheet`. */
#define SHEET_LIMIT_ROWS(s, letter) \
	CLI_INPUT("arch", letter, "NAME|FILE", s, sheet.arch, \
		"the GPU's limits for rooflines; by default those of the trace's GPU where it is known"), \
	CLI_INPUT("ops", 0, "FILE", s, sheet.ops, "more operators and their models, see 'sonde ops'"), \
	CLI_TEXT("step", 's', "N|A:B", s, sheet.step, "only what these profiler steps launched")

#define SHEET_OPTION_ROWS(s) \
	SHEET_LIMIT_ROWS(s, 'a'), \
	CLI_FLAG("unlinked", 'u', s, sheet.unlinked, "the GPU timeline takes GPU events without a launch too"), \
	CLI_FLAG("cut", 0, s, sheet.cut, \
		"end GPU events where the next on their stream begins, against durations that cannot be true"), \
	CLI_FLAG("recompute", 0, s, sheet.recompute, "split by recomputation of checkpointed activations"), \
	CLI_FLAG("call-stack", 0, s, sheet.call_stack, "add the Python line and the module path of operators"), \
	CLI_FLAG("kernel-counts", 0, s, sheet.kernel_counts, \
		"tell operators apart by how many kernels they launch, in ops_unique_args and roofline sheets"), \
	CLI_FLAG("first-occurrence", 0, s, sheet.first_occurrence, \
		"say in ops_unique_args when operators came first"), \
	CLI_FLAG("no-collectives", 0, s, sheet.no_collectives, "leave coll_analysis out"), \
	CLI_US("micro-idle", 0, "US", s, sheet.micro_idle, \
		"split idle time into gaps shorter than this many microseconds and longer ones"), \
	CLI_US("short-kernel", 0, "US", s, sheet.short_kernel, "kernels below this are short (10)"), \
	CLI_INT("short-bins", 0, "N", 1, 100000, s, sheet.short_bins, "bins of the short kernels' histogram (100)"), \
	CLI_INT("short-top", 0, "N", 0, UINT32_MAX, s, sheet.short_top, "rows of the short kernels' table, 0 for all")

/* The reference's spellings of the same, and what has no effect here. */
#define SHEET_ALIAS_ROWS \
	CLI_FILE("profile_json_path", "TRACE"), \
	CLI_ALIAS("gpu_arch_json_path", "arch"), CLI_ALIAS("gpu_arch_platform", "arch"), \
	CLI_ALIAS("include_unlinked_kernels", "unlinked"), CLI_ALIAS("detect_recompute", "recompute"), \
	CLI_ALIAS("include_call_stack", "call-stack"), CLI_ALIAS("disable_coll_analysis", "no-collectives"), \
	CLI_ALIAS("micro_idle_thresh_us", "micro-idle"), CLI_ALIAS("short_kernel_threshold_us", "short-kernel"), \
	CLI_ALIAS("group_by_num_kernels", "kernel-counts"), \
	CLI_ALIAS("include_first_occurrence_time", "first-occurrence"), \
	CLI_ALIAS("short_kernel_histogram_bins", "short-bins"), CLI_ALIAS("topk_short_kernels", "short-top"), \
	CLI_IGNORED("enable_kernel_summary", NULL), CLI_IGNORED("short_kernel_study", NULL), \
	CLI_IGNORED("topk_ops", "N"), CLI_IGNORED("topk_roofline_ops", "N"), CLI_IGNORED("python_path", "PATH"), \
	CLI_WITHOUT("enable_pseudo_ops", NULL, \
		"operators are those of the trace; kernels stay with the one that launched them"), \
	CLI_WITHOUT("extension_file", "FILE", \
		"extensions in Python are not run; --ops FILE teaches operators and their models"), \
	CLI_WITHOUT("inductor_cache_dir", "DIR", \
		"generated Python is not read; what the trace tells of Triton kernels is"), \
	CLI_WITHOUT("enable-origami", NULL, \
		"its simulation is a Python package; rooflines come from --arch"), \
	CLI_WITHOUT("comparison_json_path", "TRACE", \
		"a report is of one trace; 'sonde compare' sets reports and traces side by side")

/* A trace with all that its sheets are built from. */
struct sheet_source {
	struct cli_trace loaded;
	struct arch *arch;	/* NULL: not known */
	struct model_registry *models;
	struct analysis *analysis;
};

/*
 * Loads the trace named by file. top: rows of ranked sheets, 0 for all.
 * Returns a CLI_ status; when it is not CLI_DONE it has said why and there is
 * nothing to close.
 */
int sheet_source_open(struct sheet_source *source, const struct cli_call *call, const char *file,
	const struct sheet_options *given, int64_t top);
void sheet_source_close(struct sheet_source *source);

/* "N" or "A:B", of which one side may be left out; false: it is neither. */
bool sheet_parse_steps(const char *text, int64_t *first, int64_t *last);

/* The ids of all sheets for completion; NULL past the last. */
const char *sheet_word(size_t i);
/* The sheet of that id; or NULL after a usage error was printed. */
const struct sheet *sheet_named(const struct cli_call *call, const char *id);

#endif
