/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/diff_text.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/load.h"
#include <stdio.h>
#include <string.h>

#define DEPTH_DRAWN 40		/* deeper rows are drawn at this depth */
#define NAME_CELLS 240
#define WIDTH_OF_FILES 140	/* cells of a table where there is no terminal */
#define PLACES_NAMED 3u		/* steps and threads that one side has */
#define MOST_SHOWN 10u		/* of what differs most */

static const char marks[DIFF_STATES] = {[DIFF_BOTH] = ' ', [DIFF_RENAMED] = '~',
	[DIFF_ONLY_A] = '-', [DIFF_ONLY_B] = '+'};

/* At most NAME_CELLS cells, made safe for a terminal; most names are as they stand. */
static void
add_safe(struct output *output, const char *text)
{
	char safe[1024];
	size_t n = 0;

	while (n < NAME_CELLS && text[n] >= ' ' && text[n] < 0x7f)
		n++;
	if (n == NAME_CELLS || !text[n]) {
		output_add(output, text, n);
		return;
	}
	text_sanitise(safe, sizeof(safe), text, strlen(text), NAME_CELLS);
	output_add_text(output, safe);
}

/* what stands in front of a row; a call and its kernel have the same */
struct times {
	int64_t ns[2];
	bool has[2];
	char line[160];
};

/* With the difference's sign, and in percent of A where A took time. */
static void
write_times(struct times *times)
{
	int64_t a = times->ns[0], change = times->ns[1] - a;
	char time_a[32] = "", time_b[32] = "", diff[32], percent[32] = "";

	if (times->has[0])
		text_time(time_a, a);
	if (times->has[1])
		text_time(time_b, times->ns[1]);
	text_time(diff, change < 0 ? -change : change);
	if (a && change / 1000 <= a)
		snprintf(percent, sizeof(percent), "%+.1f", 100.0 * (double)change / (double)a);
	else if (a)
		snprintf(percent, sizeof(percent), "> +100k");
	snprintf(times->line, sizeof(times->line), "%10s %10s  %c%10s %8.8s  ", time_a, time_b,
		change < 0 ? '-' : change ? '+' : ' ', diff, percent);
}

static void
add_times(struct output *output, struct times *times, const struct times *wanted)
{
	if (!times->line[0] || memcmp(times->ns, wanted->ns, sizeof(times->ns))
		|| memcmp(times->has, wanted->has, sizeof(times->has))) {
		*times = *wanted;
		write_times(times);
	}
	output_add_text(output, times->line);
}

static void
add_name(struct output *output, const struct tree_diff *diff, uint32_t row)
{
	char room[2][512];
	const struct diff_row *r = &diff->rows[row];
	const char *a = diff_row_name(diff, row, 0, room[0], sizeof(room[0]));
	const char *b = diff_row_name(diff, row, 1, room[1], sizeof(room[1]));

	if (!diff_is_matched(r) || !strcmp(a, b)
		|| (r->state == DIFF_BOTH && (r->kind == DIFF_FRAME || r->kind == DIFF_OP))) {
		add_safe(output, *a ? a : b);
		return;
	}
	add_safe(output, a);
	output_add_text(output, " | ");
	add_safe(output, b);
}

/* Without any GPU work it is the host's time that is compared. */
static bool
is_of_host(const struct tree_diff *diff)
{
	return !diff->gpu[0] && !diff->gpu[1];
}

static int64_t
time_of(const struct tree_diff *diff, uint32_t row, int side)
{
	return is_of_host(diff) ? diff_host_ns(diff, row, side) : diff->rows[row].gpu_ns[side];
}

static void
add_row(struct output *output, const struct tree_diff *diff, uint32_t row, struct times *times)
{
	const struct diff_row *r = &diff->rows[row];
	const struct times wanted = {
		.ns = {time_of(diff, row, 0), time_of(diff, row, 1)},
		.has = {diff_has(r, 0) || r->gpu[0], diff_has(r, 1) || r->gpu[1]},
	};

	add_times(output, times, &wanted);
	output_add_char(output, r->moved ? '>' : marks[r->state]);
	output_add_char(output, ' ');
	for (uint32_t depth = 0; depth < r->depth && depth < DEPTH_DRAWN; depth++)
		output_add(output, "  ", 2);
	add_name(output, diff, row);
	output_add_char(output, '\n');
}

static void
add_totals(struct output *output, const struct tree_diff *diff, const char *const files[2])
{
	char line[256], counts[6][32];

	for (int side = 0; side < 2; side++) {
		const struct tree *tree = diff->tree[side];
		char text[3][32];

		output_add_text(output, side ? "B  " : "A  ");
		add_safe(output, files[side]);
		snprintf(line, sizeof(line),
			": %s of GPU time in %s events, %s more not linked to a launch\n",
			text_time(text[0], diff->gpu_ns[side]),
			text_count(text[1], diff->gpu[side]),
			text_time(text[2], tree->unlinked_ns));
		output_add_text(output, line);
	}
	if (diff->same) {
		output_add_text(output, diff->identical
			? "The two are identical: the same calls, kernels and times.\n"
			: "The two do the same: all calls and kernels match, their times "
			"differ.\n");
	} else {
		snprintf(line, sizeof(line),
			"%s calls and kernels match, %s more under another name (~), %s are in A "
			"only (-), %s in B only (+).\n",
			text_count(counts[0], diff->count[DIFF_BOTH]),
			text_count(counts[1], diff->count[DIFF_RENAMED]),
			text_count(counts[2], diff->count[DIFF_ONLY_A]),
			text_count(counts[3], diff->count[DIFF_ONLY_B]));
		output_add_text(output, line);
	}
}

/* "ProfilerStep#12, ProfilerStep#13 and 2 more" */
static void
add_places(struct output *output, const struct tree_diff *diff, const uint32_t *rows, uint32_t n, int side)
{
	char room[512], line[64];

	for (uint32_t i = 0; i < n && i < PLACES_NAMED; i++) {
		output_add_text(output, i ? ", " : "");
		add_safe(output, diff_row_name(diff, rows[i], side, room, sizeof(room)));
	}
	if (n <= PLACES_NAMED)
		return;
	snprintf(line, sizeof(line), " and %u more", n - PLACES_NAMED);
	output_add_text(output, line);
}

/* Steps and threads of one side: their time is in no row of the other, so it is none of a category either. */
static int
add_apart(struct output *output, const struct tree_diff *diff, int side)
{
	uint32_t *rows = mem_alloc(diff->n, sizeof(*rows)), n = 0, events = 0;
	int64_t ns = 0;
	char line[256], time[32], count[32];

	for (uint32_t row = 0; rows && row < diff->n;) {
		const struct diff_row *r = &diff->rows[row];
		bool apart = r->kind < DIFF_FRAME && r->state == (side ? DIFF_ONLY_B : DIFF_ONLY_A) && r->gpu[side];

		if (apart) {
			rows[n++] = row;
			ns += r->gpu_ns[side];
			events += r->gpu[side];
		}
		row += apart || r->kind >= DIFF_FRAME ? r->size : 1;
	}
	if (n) {
		output_add_text(output, side ? "B alone: " : "A alone: ");
		add_places(output, diff, rows, n, side);
		snprintf(line, sizeof(line), ", %s in %s GPU event%s. Below that stands apart from the categories; "
			"'sonde compare' counts it in them.\n", text_time(time, ns), text_count(count, events),
			text_plural(events));
		output_add_text(output, line);
	}
	free(rows);
	return rows ? CLI_DONE : -1;
}

/*
 * The first rows of a table, with some of its columns (ids, ended by NULL). Status as a builder's.
 */
static int
add_table(struct output *output, struct diff_report *report, const char *id,
	const char *const *columns, uint32_t rows)
{
	struct table_view view = {0};
	struct table *table = NULL;
	size_t width = cli_terminal_width();
	uint32_t shown[16];
	struct error err;

	for (uint32_t i = 0; i < diff_tables_count && !table; i++)
		if (!strcmp(diff_tables[i].id, id)
			&& diff_table_build(&table, report, &diff_tables[i], &err))
			return cli_fail(NULL, &err);
	if (!table)
		return CLI_DONE;
	view = (struct table_view){.table = table, .columns = shown,
		.n_rows = table->n_rows < rows ? table->n_rows : rows};
	for (; *columns; columns++)
		shown[view.n_columns++] = (uint32_t)table_find_column(table, *columns);
	output_add_char(output, '\n');
	write_table(output, &view, WRITE_TEXT, width ? width : WIDTH_OF_FILES);
	table_free(table);
	return CLI_DONE;
}

static int
add_tables(struct output *output, struct diff_report *report)
{
	static const char *const by_category[] = {"category", "gpu_a_ms", "gpu_b_ms", "diff_ms",
		"diff_pct", "kernels_a", "kernels_b", NULL};
	static const char *const by_arguments[] = {"name", "calls_a", "calls_b", "gpu_a_us",
		"gpu_b_us", "diff_us", "diff_pct", "input_dims_a", "module", NULL};
	int status = add_table(output, report, "diff_categories", by_category, UINT32_MAX);

	return status ? status
		: add_table(output, report, "diff_unique_args", by_arguments, MOST_SHOWN);
}

static void
add_heading(struct output *output, const struct tree_diff *diff)
{
	output_add_text(output, is_of_host(diff) ? "\n host in A  host in B   difference        %\n"
		: "\n  GPU in A   GPU in B   difference        %\n");
}

/*
 * Rows whose time differs by enough, and what is around them: where times even out, too. NULL: no
 * memory.
 */
static bool *
find_shown(const struct tree_diff *diff, const struct diff_text_options *options)
{
	bool *shown = mem_zero(diff->n, sizeof(*shown));

	for (uint32_t row = diff->n; shown && row-- > 0;) {
		uint32_t parent = diff->rows[row].parent;
		int64_t change = time_of(diff, row, 1) - time_of(diff, row, 0);

		shown[row] = shown[row] || (change < 0 ? -change : change) >= options->least_ns;
		if (shown[row] && parent != TRACE_NONE)
			shown[parent] = true;
		shown[row] = shown[row] && diff->rows[row].depth <= options->depth;
	}
	return shown;
}

/* Returns a status; the output is the caller's. */
static int
add_all(struct output *output, struct diff_report *report, const struct tree_diff *diff,
	const char *const files[2], const struct diff_text_options *options)
{
	bool *shown = find_shown(diff, options);
	struct times times = {0};
	struct error err;
	int status = CLI_DONE;

	add_totals(output, diff, files);
	for (int side = 0; side < 2 && shown && !is_of_host(diff); side++) {
		if (!add_apart(output, diff, side))
			continue;
		free(shown);
		shown = NULL;
	}
	if (!is_of_host(diff) && !diff->identical)
		status = add_tables(output, report);
	add_heading(output, diff);
	for (uint32_t row = 0; shown && row < diff->n && !status; row++)
		if (shown[row])
			add_row(output, diff, row, &times);
	if (!shown) {
		error_no_memory(&err, "drawing the tree");
		status = cli_fail(NULL, &err);
	}
	free(shown);
	return status;
}

int
diff_write_text(struct diff_report *report, const struct tree_diff *diff,
	const char *const files[2], const struct diff_text_options *options)
{
	struct output *output;
	struct error err;
	int status;

	if (output_open(&output, "-", &err))
		return cli_fail(NULL, &err);
	status = add_all(output, report, diff, files, options);
	if (status) {
		output_discard(output);
		return status;
	}
	return output_close(output, &err) ? cli_fail(NULL, &err) : CLI_DONE;
}
