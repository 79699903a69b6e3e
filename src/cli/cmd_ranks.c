/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives of several ranks side by side. */
#include "cli/cli.h"
#include "cli/load.h"
#include "analysis/ranks.h"
#include "base/gaps.h"
#include "base/mem.h"
#include "trace/glance.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

struct gathered {
	struct ranks *ranks;
	int64_t world;		/* ranks of the job, as the traces tell; TRACE_NO_NUMBER: they do not */
	int n;			/* traces */
};

static int
add_file(struct gathered *gathered, const char *file)
{
	struct cli_trace loaded;
	struct error err;
	int status = cli_load(&loaded, file, false);

	if (status)
		return status;
	cli_print_warnings(loaded.trace, file);
	if (loaded.trace->meta.rank == TRACE_NO_NUMBER)
		print_no_rank(file);
	if (loaded.trace->meta.world_size > gathered->world)
		gathered->world = loaded.trace->meta.world_size;
	gathered->n++;
	if (ranks_add(gathered->ranks, loaded.trace, &err))
		status = cli_fail(file, &err);
	cli_unload(&loaded);
	return status;
}

/* A trace, or all those of a folder, of a known rank first: the others take what is left. Hidden files are none. */
static int
add_argument(struct gathered *gathered, const char *path)
{
	struct trace_folder folder;
	struct stat st;
	struct error err;
	int status = CLI_DONE, before = gathered->n;

	if (stat(path, &st) || !S_ISDIR(st.st_mode))
		return add_file(gathered, path);
	if (trace_folder_read(&folder, path, &err))
		return cli_fail(path, &err);
	for (size_t i = 0; i < folder.n && !status; i++)
		if (*folder.all[i].name != '.')
			status = add_file(gathered, folder.all[i].path);
	trace_folder_free(&folder);
	if (!status && gathered->n == before) {
		error_set(&err, "is a folder without a trace");
		status = cli_fail(path, &err);
	}
	return status;
}

static void
warn_missing(const struct gathered *gathered, const struct table *waits)
{
	int64_t *there = mem_alloc(waits->n_rows, sizeof(*there)), missing = 0;
	int rank = table_find_column(waits, "rank");
	struct buffer gaps = {0};
	char line[512];

	for (uint32_t row = 0; there && row < waits->n_rows; row++)
		there[row] = table_cell(waits, row, (uint32_t)rank).i;
	if (there)
		missing = gaps_add(&gaps, there, waits->n_rows, gathered->world);
	if (missing && gaps.len) {
		snprintf(line, sizeof(line), "rank%s %.300s%s of %" PRId64 " %s missing", missing == 1 ? "" : "s",
			gaps.data, gaps.len > 300 ? " ..." : "", gathered->world, missing == 1 ? "is" : "are");
		cli_print_warning(line);
	}
	buffer_free(&gaps);
	free(there);
}

static int
write_ranks(const struct gathered *gathered, const struct ranks_options *given)
{
	struct ranks *ranks = gathered->ranks;
	struct table *waits = ranks_waits(ranks);
	struct table *table = given->by == BY_RANK ? waits : ranks_collectives(ranks);
	char line[512];
	struct error err;
	int status;

	if (waits && table)
		warn_missing(gathered, waits);
	if (table != waits)
		table_free(waits);
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
	struct gathered gathered = {ranks_new(), TRACE_NO_NUMBER, 0};
	struct error err;
	int status = CLI_DONE;

	if (!gathered.ranks) {
		error_no_memory(&err, "gathering ranks");
		return cli_fail(NULL, &err);
	}
	for (int i = 0; i < call->n_files && !status; i++)
		status = add_argument(&gathered, call->files[i]);
	if (!status && gathered.n < 2)
		status = cli_usage(call, "expected %s of two ranks at least, got one trace", call->command->arguments);
	if (!status)
		status = write_ranks(&gathered, call->options);
	ranks_free(gathered.ranks);
	return status;
}

static const struct cli_example examples[] = {
	{"sonde ranks rank*.json.gz", "who waited for whom, collective by collective"},
	{"sonde ranks rank*.json.gz --by rank", "how long each rank waited, and for which"},
	{NULL, NULL}
};

const struct cli_command cmd_ranks = {
	.id = "ranks",
	.arguments = "TRACE|FOLDER...",
	.help = "match the collectives of several ranks: latency, bandwidth, waits",
	.about = "Collectives are matched by process group and their order on each rank, or by order alone where "
		"no kernel tells its group and each rank uses one stream for them. The latency is the shortest "
		"duration, that of the rank that came last; the others' longer durations are waiting. "
		"Waits and skews assume clocks that agree, as they do on one machine; latencies do not.\n\n"
		"Of a folder all traces are taken. Ranks that the job has and no trace is of are told.",
	.examples = examples,
	.options = options,
	.options_size = sizeof(struct ranks_options),
	.min_files = 1,
	.max_files = -1,
	.run = ranks_run,
};
