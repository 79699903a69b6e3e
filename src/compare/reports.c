/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which sheets meet which, and the report that they make. */
#include "compare/reports.h"
#include "compare/merge_priv.h"
#include "compare/split_priv.h"
#include "compare/summary_priv.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

struct comparison {
	struct report *out;
	const struct compare_input *inputs;
	uint32_t n;
	bool (*wanted)(const char *sheet, const char *group, void *data);
	void *data;
	struct error *err;
};

/* The reference's shorter names, for its own sheets. */
static const char *
short_name(const char *sheet)
{
	if (!strcmp(sheet, "UnaryElementwise"))
		return "un_eltwise";
	return strcmp(sheet, "BinaryElementwise") ? sheet : "bin_eltwise";
}

static int
no_memory(const struct comparison *c)
{
	return error_no_memory(c->err, "comparing reports");
}

/* Says which reports lack the sheet. */
static int
note_missing(struct comparison *c, const char *sheet, const struct merge_input *inputs)
{
	char line[300];

	for (uint32_t i = 0; i < c->n; i++) {
		if (inputs[i].table)
			continue;
		snprintf(line, sizeof(line), "report %s has no sheet %s", inputs[i].name, sheet);
		if (report_add_note(c->out, "warning", sheet, line))
			return no_memory(c);
	}
	return 0;
}

static int
add_whole(struct comparison *c, struct merged *merged, const struct merge_spec *spec)
{
	struct table_sort key = {0, true};

	if (merged->sort[0] >= 0)
		key.column = (uint32_t)merged->sort[0];
	if (spec->sort && merged->sort[0] >= 0 && table_sort_full(merged->table, &key, 1)) {
		table_free(merged->table);
		return no_memory(c);
	}
	return report_add_sheet(c->out, merged->table, NULL) ? no_memory(c) : 0;
}

static int
add_split(struct comparison *c, const struct merged *merged, const struct merge_spec *spec, const char *sheet,
	const struct merge_input *inputs)
{
	for (int part = 0; part < SPLIT_PARTS; part++)
		for (uint32_t variant = 1; variant < c->n; variant++) {
			struct table *table;

			if (split_sheet(
				    &table, merged, spec, short_name(sheet), inputs, variant, part, c->err))
				return -1;
			if (!table->n_rows)
				table_free(table);
			else if (report_add_sheet(c->out, table, NULL))
				return no_memory(c);
		}
	return 0;
}

static int
merge_and_add(
	struct comparison *c, const struct merge_spec *spec, const char *sheet, struct merge_input *inputs)
{
	struct merged merged;
	int status = note_missing(c, sheet, inputs);

	if (!status)
		status = merge_sheet(&merged, spec, inputs, c->n, c->err);
	if (status || !spec->split)
		return status ? status : add_whole(c, &merged, spec);
	status = add_split(c, &merged, spec, sheet, inputs);
	table_free(merged.table);
	return status;
}

/* For sheets whose rows are added up, the sums stand in for the reports' own tables. */
static int
compare_sheet(struct comparison *c, const struct merge_spec *spec, const char *sheet)
{
	struct merge_input inputs[MERGE_REPORTS];
	struct table *sums[MERGE_REPORTS] = {NULL};
	int status = 0;

	for (uint32_t i = 0; i < c->n; i++) {
		inputs[i] = (struct merge_input){NULL, c->inputs[i].name};
		for (uint32_t k = 0; k < c->inputs[i].report->n; k++)
			if (!strcmp(c->inputs[i].report->sheets[k]->id, sheet)
			    && merge_find(c->inputs[i].report->sheets[k]) == spec)
				inputs[i].table = c->inputs[i].report->sheets[k];
		if (!inputs[i].table || !spec->add_up || status)
			continue;
		sums[i] = merge_add_up(inputs[i].table, spec, c->err);
		inputs[i].table = sums[i];
		status = sums[i] ? 0 : -1;
	}
	if (!status)
		status = merge_and_add(c, spec, sheet, inputs);
	for (uint32_t i = 0; i < c->n; i++)
		table_free(sums[i]);
	return status;
}

static bool
is_done(const char *const *done, uint32_t n, const char *sheet)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(done[i], sheet))
			return true;
	return false;
}

/* All sheets of the spec, each once, in the order of the reports. */
static int
compare_spec(struct comparison *c, const struct merge_spec *spec)
{
	const char **done = NULL;
	size_t cap = 0;
	uint32_t n = 0;
	int status = 0;

	for (uint32_t i = 0; i < c->n && !status; i++)
		for (uint32_t k = 0; k < c->inputs[i].report->n && !status; k++) {
			const struct table *sheet = c->inputs[i].report->sheets[k];

			if (merge_find(sheet) != spec || is_done(done, n, sheet->id)
			    || !c->wanted(sheet->id, spec->group, c->data))
				continue;
			if (!mem_reserve(&done, &cap, n + 1u, sizeof(*done))) {
				status = no_memory(c);
				break;
			}
			done[n++] = sheet->id;
			status = compare_sheet(c, spec, sheet->id);
		}
	free(done);
	return status;
}

bool
compare_knows(const struct compare_input *inputs, uint32_t n, const char *sheet)
{
	for (uint32_t i = 0; i < merge_specs_count; i++)
		if (!strcmp(merge_specs[i].group, sheet) || (merge_specs[i].sheet && !strcmp(merge_specs[i].sheet, sheet)))
			return true;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < inputs[i].report->n; k++)
			if (!strcmp(inputs[i].report->sheets[k]->id, sheet) && merge_find(inputs[i].report->sheets[k]))
				return true;
	return false;
}

int
compare_reports(struct report **out, const struct compare_input *inputs, uint32_t n,
	bool (*wanted)(const char *sheet, const char *group, void *data), void *data, struct error *err)
{
	struct comparison c = {report_new(), inputs, n, wanted, data, err};
	struct table *summary;
	int status;

	if (!c.out)
		return error_no_memory(err, "comparing reports");
	if (n < 2 || n > MERGE_REPORTS)
		status = error_set(err, "2 to %u reports can be compared", MERGE_REPORTS);
	else
		status = compare_summarise(&summary, inputs, n, err);
	if (!status && report_add_sheet(c.out, summary, "What changed, and where most."))
		status = error_no_memory(err, "comparing reports");
	for (uint32_t i = 0; i < merge_specs_count && !status; i++)
		status = compare_spec(&c, &merge_specs[i]);
	if (!status)
		*out = c.out;
	else
		report_free(c.out);
	return status;
}
