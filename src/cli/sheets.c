/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/sheets.h"
#include "analysis/device.h"
#include "model/model.h"
#include <string.h>

const char *
sheet_word(size_t i)
{
	return i < sheets_count ? sheets[i].id : NULL;
}

static const char *
sheet_word_of(const void *data, size_t i)
{
	(void)data;
	return sheet_word(i);
}

const struct sheet *
sheet_named(const struct cli_call *call, const char *id)
{
	const struct sheet *sheet = sheet_find(id);
	const char *near = sheet ? NULL : cli_nearest(id, sheet_word_of, NULL);

	if (near)
		cli_usage(call, "there is no sheet '%s', did you mean '%s'?", id, near);
	else if (!sheet)
		cli_usage(call, "there is no sheet '%s'; 'sonde show' lists them", id);
	return sheet;
}

static bool
parse_number(const char *text, const char *end, int64_t *number)
{
	if (text == end)
		return false;
	for (*number = 0; text < end; text++)
		if (*text < '0' || *text > '9' || __builtin_mul_overflow(*number, 10, number)
		    || __builtin_add_overflow(*number, *text - '0', number))
			return false;
	return true;
}

bool
sheet_parse_steps(const char *text, int64_t *first, int64_t *last)
{
	const char *end = text + strlen(text), *colon = strchr(text, ':');

	*first = 0;
	*last = INT64_MAX;
	if (!colon) {
		if (!parse_number(text, end, first))
			return false;
		*last = *first;
		return true;
	}
	if (end == text + 1 || (colon > text && !parse_number(text, colon, first)))
		return false;
	return (colon + 1 == end || parse_number(colon + 1, end, last)) && *first <= *last;
}

static int
set_options(struct analysis_options *options, const struct cli_call *call, const struct sheet_options *given,
	int64_t top)
{
	analysis_options_init(options);
	options->unlinked = given->unlinked;
	options->recompute = given->recompute;
	options->no_collectives = given->no_collectives;
	options->call_stack = given->call_stack;
	options->kernel_counts = given->kernel_counts;
	options->first_occurrence = given->first_occurrence;
	options->micro_idle_ns = given->micro_idle;
	options->short_ns = given->short_kernel;
	options->short_bins = (uint32_t)given->short_bins;
	options->short_top = (uint32_t)given->short_top;
	options->reference_empty = given->reference_empty;
	options->top = (uint32_t)top;
	options->limit_steps = given->step != NULL;
	if (given->step && !sheet_parse_steps(given->step, &options->first_step, &options->last_step))
		return cli_usage(call, "--step takes a number or a range A:B, not '%s'", given->step);
	return CLI_DONE;
}

/* The operators' models: those built in, the user's own, and those of --ops. */
static int
open_models(struct model_registry **models, const char *ops)
{
	struct error err;

	if (model_registry_new(models, &err) || model_registry_load_user(*models, &err)
	    || (ops && model_registry_load(*models, ops, &err)))
		return cli_fail(NULL, &err);
	return CLI_DONE;
}

static int
analyse(struct sheet_source *source, const struct cli_call *call, const char *file, struct analysis_options *options)
{
	struct error err;

	options->arch = source->arch;
	options->models = source->models;
	if (analysis_new(&source->analysis, source->loaded.trace, source->loaded.tree, options, &err))
		return cli_blame(call, file, &err);
	return CLI_DONE;
}

static int
find_arch(struct sheet_source *source, const struct cli_call *call, const char *name)
{
	struct error err;

	return device_arch(&source->arch, source->loaded.trace, name, &err)
		? cli_blame(call, NULL, &err) : CLI_DONE;
}

int
sheet_source_open(struct sheet_source *source, const struct cli_call *call, const char *file,
	const struct sheet_options *given, int64_t top)
{
	struct analysis_options options;
	int status;

	*source = (struct sheet_source){0};
	status = set_options(&options, call, given, top);
	if (!status)
		status = open_models(&source->models, given->ops);
	if (!status)
		status = cli_load_cut(&source->loaded, file, given->cut);
	if (!status)
		status = find_arch(source, call, given->arch);
	if (!status)
		status = analyse(source, call, file, &options);
	if (status)
		sheet_source_close(source);
	return status;
}

void
sheet_source_close(struct sheet_source *source)
{
	analysis_free(source->analysis);
	model_registry_free(source->models);
	arch_free(source->arch);
	cli_unload(&source->loaded);
	*source = (struct sheet_source){0};
}
