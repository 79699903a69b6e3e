/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an op computed and moved, and how far it is from the roofline. */
#include "analysis/roofs.h"
#include "base/text.h"
#include "tui/event_lines.h"
#include <math.h>
#include <stdio.h>

void
event_perf(struct lines *lines, struct session *session, uint32_t event, int cols)
{
	struct error ignored;
	struct analysis *analysis = session_analysis(session, &ignored);
	struct perf perf;
	char moved[80] = "", rate[40] = "";

	if (!analysis || !analysis_op_perf(analysis, event, &perf))
		return;
	if (!isnan(perf.megabytes))
		snprintf(moved, sizeof(moved), "   %.4g MiB   %.4g FLOP/B", perf.megabytes, perf.intensity);
	lines_row(lines);
	lines_pair(lines, cols, "work", ROLE_NORMAL, "%.4g GFLOP%s", perf.gflops, moved);
	if (isnan(perf.tflops))
		return;
	if (!isnan(perf.tbs))
		snprintf(rate, sizeof(rate), "   %.4g TB/s", perf.tbs);
	lines_pair(lines, cols, "reached", ROLE_NORMAL, "%.4g TFLOP/s%s", perf.tflops, rate);
	if (!isnan(perf.percent))
		lines_pair(lines, cols, "roofline", ROLE_NORMAL, "%.2f %%   %s bound   %s", perf.percent,
			perf.bound && *perf.bound == 'M' ? "memory" : "compute", perf.spec);
}
