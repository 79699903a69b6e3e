/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/build.h"
#include "analysis/analysis_priv.h"
#include <pthread.h>

enum lane { LANE_OPERATORS, LANE_TREE, LANES };

static const enum lane lane_of[SHEET_GROUPS] = {
	[SHEET_TIMELINE] = LANE_OPERATORS,
	[SHEET_OPS] = LANE_OPERATORS,
	[SHEET_ROOFLINE] = LANE_OPERATORS,
	[SHEET_KERNELS] = LANE_OPERATORS,
	[SHEET_COLLECTIVES] = LANE_OPERATORS,
	[SHEET_STRUCTURE] = LANE_TREE,
	[SHEET_IDLE] = LANE_TREE,
	[SHEET_HOST] = LANE_TREE,
	[SHEET_SAVINGS] = LANE_OPERATORS,
};

struct build_lane {
	enum lane lane;
	struct analysis *analysis;	/* NULL: to be made */
	struct analysis *like;		/* of the same trace and options */
	const struct build_request *request;
	struct table **built;
	struct error err;
	int status;
};

static bool
is_wanted(const struct build_request *request, uint32_t number, enum lane lane)
{
	return lane_of[sheets[number].group] == lane
		&& (request->wanted ? request->wanted[number]
			: !(sheets[number].flags & SHEET_OVERLAP));
}

static bool
has_any(const struct build_request *request, enum lane lane)
{
	for (uint32_t i = 0; i < sheets_count; i++)
		if (is_wanted(request, i, lane))
			return true;
	return false;
}

static int
build_one(struct build_lane *lane, uint32_t number)
{
	const struct build_request *request = lane->request;
	struct table **table = &lane->built[number];

	if (sheet_build(lane->analysis, &sheets[number], table, &lane->err))
		return -1;
	if (!request->empty && sheet_is_omitted(&sheets[number], *table)) {
		table_free(*table);
		*table = NULL;
		return 0;
	}
	return request->made ? request->made(request->data, *table, &lane->err) : 0;
}

static int
make_analysis(struct build_lane *lane)
{
	const struct analysis *like = lane->like;
	struct analysis_options options = like->options;

	options.models = like->models;
	return analysis_new(&lane->analysis, like->trace, like->tree, &options, &lane->err);
}

static void *
lane_run(void *data)
{
	struct build_lane *lane = data;

	if (!lane->analysis)
		lane->status = make_analysis(lane);
	for (uint32_t i = 0; i < sheets_count && !lane->status; i++)
		if (is_wanted(lane->request, i, lane->lane))
			lane->status = build_one(lane, i);
	return NULL;
}

/* What both found out about the trace is said once. */
static void
join_remarks(struct analysis *a, const struct analysis *beside)
{
	const char *text;

	for (uint32_t i = 0; (text = analysis_remark(beside, i)); i++)
		analysis_add_remark(a, "%s", text);
}

static void
run_both(struct build_lane lanes[LANES])
{
	pthread_t thread;
	bool started = !pthread_create(&thread, NULL, lane_run, &lanes[LANE_TREE]);

	lane_run(&lanes[LANE_OPERATORS]);
	if (started)
		pthread_join(thread, NULL);
	else
		lane_run(&lanes[LANE_TREE]);
}

int
build_sheets(struct analysis *a, const struct build_request *request, struct table **built,
	struct error *err)
{
	struct build_lane lanes[LANES];
	bool both = has_any(request, LANE_OPERATORS) && has_any(request, LANE_TREE);
	int failed = -1;

	for (int i = 0; i < LANES; i++)
		lanes[i] = (struct build_lane){.lane = (enum lane)i, .like = a, .request = request,
			.built = built};
	lanes[LANE_OPERATORS].analysis = a;
	lanes[LANE_TREE].analysis = both ? a->beside : a;
	if (both) {
		run_both(lanes);
		a->beside = lanes[LANE_TREE].analysis;
	} else {
		lane_run(&lanes[LANE_OPERATORS]);
		lane_run(&lanes[LANE_TREE]);
	}
	if (both && a->beside)
		join_remarks(a, a->beside);
	for (int i = LANES - 1; i >= 0; i--)
		failed = lanes[i].status ? i : failed;
	if (failed >= 0)
		*err = lanes[failed].err;
	return failed < 0 ? 0 : -1;
}
