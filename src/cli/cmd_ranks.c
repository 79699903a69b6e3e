/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives of several ranks side by side. */
#include "cli/cli.h"
#include "cli/load.h"
#include "analysis/ranks.h"
#include <stdio.h>

enum by { BY_COLLECTIVE, BY_RANK };

static const char *const by_names[] = {[BY_COLLECTIVE] = "collective", [BY_RANK] = "rank", NULL};

struct ranks_options {
	int by, format;
};

static const struct cli_option options[] = {
	CLI_CHOICE("by", 'b', "WHAT", by_names, struct ranks_options, by,
		"a row a collective, or a row a rank with what it waited"),
	CLI_CHOICE("format", 'f', "FORMAT", write_format_names, struct ranks_options, format,
		"how to write it"),
	CLI_END
};

static void
print_no_rank(const char *file)
{
	char line[512];

	snprintf(line, sizeof(line), "%.400s tells no rank: it takes the first that is free", file);
	cli_print_warning(line);
}

static int
add_file(struct ranks *ranks, const char *file)
{
	struct cli_trace loaded;
	struct error err;
	int status = cli_load(&loaded, file, false);

	if (status)
		return status;
	cli_print_warnings(loaded.trace, file);
	if (loaded.trace->meta.rank == TRACE_NO_NUMBER)
		print_no_rank(file);
	if (ranks_add(ranks, loaded.trace, &err))
		status = cli_fail(file, &err);
	cli_unload(&loaded);
	return status;
}

static int
write_ranks(struct ranks *ranks, const struct ranks_options *given)
{
	struct table *table = given->by == BY_RANK ? ranks_waits(ranks) : ranks_collectives(ranks);
	char line[512];
	struct error err;
	int status;

	if (!table) {
		error_no_memory(&err, "matching collectives");
		return cli_fail(NULL, &err);
	}
	if (ranks_mismatched(ranks)) {
		snprintf(line, sizeof(line), "%u collective%s left out: the ranks do not agree on what "
			"%s, one may have recorded more than another", ranks_mismatched(ranks),
			ranks_mismatched(ranks) == 1 ? " is" : "s are",
			ranks_mismatched(ranks) == 1 ? "it is" : "they are");
		cli_print_warning(line);
	}
	if (ranks_tell_uneven(ranks, line, sizeof(line)))
		cli_print_warning(line);
	status = cli_write_table(table, (enum write_format)given->format);
	table_free(table);
	return status;
}

static int
ranks_run(const struct cli_call *call)
{
	struct ranks *ranks = ranks_new();
	struct error err;
	int status = CLI_DONE;

	if (!ranks) {
		error_no_memory(&err, "gathering ranks");
		return cli_fail(NULL, &err);
	}
	for (int i = 0; i < call->n_files && !status; i++)
		status = add_file(ranks, call->files[i]);
	if (!status)
		status = write_ranks(ranks, call->options);
	ranks_free(ranks);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde ranks rank*.json.gz", "who waited for whom, collective by collective"},
	{"sonde ranks rank*.json.gz --by rank", "how long each rank waited, and for which"},
	{NULL, NULL}
};

const struct cli_command cmd_ranks = {
	.id = "ranks",
	.arguments = "TRACE...",
	.help = "match the collectives of several ranks: latency, bandwidth, waits",
	.about = "Collectives are matched by process group and their order on each rank, or by order alone where "
		"no kernel tells its group and each rank uses one stream for them. The latency is the shortest "
		"duration, that of the rank that came last; the others' longer durations are waiting. "
		"Waits and skews assume clocks that agree, as they do on one machine; latencies do not.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct ranks_options),
	.min_files = 2,
	.max_files = -1,
	.run = ranks_run,
};
