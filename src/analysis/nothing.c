/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/nothing.h"

/* What arrays of as many entries as there are events and one more have. */
static uint32_t no_index[1];
static int64_t no_time[1];
static uint32_t no_break[1];

static struct intern_entry no_text = {.text = ""};
static struct trace_signature no_signature;

static const struct trace nothing = {
	.strings = {.entries = &no_text, .n = 1},
	.signatures = &no_signature,
	.n_signatures = 1,
	.meta = {.rank = TRACE_NO_NUMBER, .world_size = TRACE_NO_NUMBER},
};

static const struct tree no_tree = {
	.trace = &nothing,
	.gpu_before = no_index,
	.gpu_sum = no_time,
	.gpu_breaks = no_break,
};

int
analysis_of_nothing(struct analysis **out, const struct arch *arch, const struct model_registry *models,
	struct error *err)
{
	struct analysis_options options;

	analysis_options_init(&options);
	options.arch = arch;
	options.models = models;
	return analysis_new(out, &nothing, &no_tree, &options, err);
}
