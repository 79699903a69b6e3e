/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/session.h"
#include "analysis/device.h"
#include "analysis/frames.h"
#include "analysis/sheets.h"
#include "base/clock.h"
#include "base/text.h"
#include "model/arch.h"
#include "model/model.h"
#include "tui/terminal.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What cannot be made is missing on the overview. */
static void
session_overview(struct session *session)
{
	struct error ignored;
	struct analysis *analysis = session_analysis(session, &ignored);

	if (!analysis)
		return;
	if (sheet_build(analysis, sheet_find("ops_summary_by_category"), &session->categories, &ignored))
		session->categories = NULL;
	if (!session->steps.table) {
		struct table *steps;

		notes_find_steps(&session->steps, sheet_build(analysis_whole(analysis), sheet_find("steps"), &steps, &ignored)
			? NULL : steps);
	}
	notes_make(&session->notes, analysis, &session->steps, &session->summary);
}

static int
session_load(struct session *session)
{
	struct trace_options options = {.progress = &session->progress};

	if (trace_open(&session->trace, session->path, &options, &session->error))
		return -1;
	atomic_store(&session->progress.cancelled, false);
	atomic_store(&session->stage, 1);
	if (tree_build(&session->tree, session->trace, &session->error))
		return -1;
	atomic_store(&session->stage, 2);
	if (summary_make(&session->summary, session->trace, session->tree, &session->error))
		return -1;
	session_overview(session);
	return 0;
}

static void *
session_run(void *ctx)
{
	struct session *session = ctx;
	int state = session_load(session) ? SESSION_FAILED : SESSION_READY;
	ssize_t written;

	atomic_store(&session->state, state);
	if (session->wake_fd >= 0) {
		written = write(session->wake_fd, "", 1);
		(void)written;	/* a full pipe wakes as well */
	}
	return NULL;
}

int
session_start(struct session *session, const char *path, const struct session_limits *limits, int wake_fd,
	struct error *err)
{
	sigset_t before;
	int status;

	*session = (struct session){.path = path, .wake_fd = wake_fd, .started_ns = clock_ns(),
		.state = SESSION_LOADING, .models = limits->models, .gpu = strdup(limits->gpu)};
	if (!session->gpu)
		return error_no_memory(err, "opening a trace");
	terminal_block_signals(&before);
	status = pthread_create(&session->thread, NULL, session_run, session);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (status)
		return error_set(err, "no thread to load %s", path);
	session->running = true;
	return 0;
}

enum session_state
session_state(const struct session *session)
{
	return (enum session_state)atomic_load(&session->state);
}

enum session_state
session_wait(struct session *session)
{
	if (session->running)
		pthread_join(session->thread, NULL);
	session->running = false;
	return session_state(session);
}

void
session_cancel(struct session *session)
{
	atomic_store(&session->progress.cancelled, true);
}

static void
session_forget(struct session *session)
{
	table_free(session->categories);
	table_free(session->steps.table);
	session->categories = session->steps.table = NULL;
	analysis_free(session->analysis);
	analysis_free(session->around);
	session->analysis = session->around = NULL;
}

void
session_stop(struct session *session)
{
	if (session_state(session) == SESSION_LOADING)
		session_cancel(session);
	session_wait(session);
	session_forget(session);
	arch_free(session->arch);
	free(session->gpu);
	session->arch = NULL;
	session->gpu = NULL;
	summary_free(&session->summary);
	tree_free(session->tree);
	tree_free(session->whole);
	if (session->trace)
		trace_free(session->trace);
	session->tree = session->whole = NULL;
	session->trace = NULL;
}

/* Whether the trace has frames that compute activations again: then tables tell those apart. */
static bool
session_recomputes(const struct trace *trace)
{
	for (uint32_t id = 0; id < trace->strings.n; id++)
		if (frame_is_recompute(trace_string(trace, id)))
			return true;
	return false;
}

static int
session_find_gpu(const struct session *session, const char *gpu, struct arch **out, struct error *err)
{
	return device_arch(out, session->trace, *gpu ? gpu : NULL, err);
}

static struct analysis *
session_analyse(struct session *session, const struct tree *tree, struct analysis *around, struct error *err)
{
	struct analysis_options options;
	struct analysis *analysis;

	analysis_options_init(&options);
	if (!session->arch && session_find_gpu(session, session->gpu, &session->arch, err))
		return NULL;
	options.recompute = session_recomputes(session->trace);
	options.arch = session->arch;
	options.models = session->models;
	options.around = around;
	return analysis_new(&analysis, session->trace, tree, &options, err) ? NULL : analysis;
}

struct analysis *
session_analysis(struct session *session, struct error *err)
{
	if (session->analysis)
		return session->analysis;
	if (session->whole && !session->around
	    && !(session->around = session_analyse(session, session->whole, NULL, err)))
		return NULL;
	session->analysis = session_analyse(session, session->tree, session->around, err);
	return session->analysis;
}

/* The analysis of all of the time is kept while a part of it is shown. */
static void
session_keep_around(struct session *session, bool is_part)
{
	struct analysis *whole = session->whole ? session->around : session->analysis;

	if (session->whole)
		analysis_free(session->analysis);
	session->analysis = is_part ? NULL : whole;
	session->around = is_part ? whole : NULL;
}

int
session_limit(struct session *session, const struct tree_window *window, struct error *err)
{
	struct tree *whole = session->whole ? session->whole : session->tree, *cut = NULL;
	struct summary summary;

	if (window && tree_cut(&cut, whole, window, err))
		return -1;
	if (summary_make(&summary, session->trace, cut ? cut : whole, err)) {
		summary_free(&summary);
		tree_free(cut);
		return -1;
	}
	session_keep_around(session, window != NULL);
	table_free(session->categories);
	session->categories = NULL;
	summary_free(&session->summary);
	if (session->whole)
		tree_free(session->tree);
	session->summary = summary;
	session->tree = cut ? cut : whole;
	session->whole = cut ? whole : NULL;
	session_overview(session);
	return 0;
}

int
session_limit_gpu(struct session *session, const char *gpu, struct error *err)
{
	char *copy = strdup(gpu);
	struct arch *arch;

	if (!copy)
		return error_no_memory(err, "naming a GPU");
	if (session_find_gpu(session, gpu, &arch, err)) {
		free(copy);
		return -1;
	}
	session_forget(session);
	arch_free(session->arch);
	free(session->gpu);
	session->arch = arch;
	session->gpu = copy;
	session_overview(session);
	return 0;
}

int
session_find_steps(const struct session *session, int64_t first, int64_t last, struct tree_window *window,
	struct error *err)
{
	const struct trace *trace = session->trace;
	int64_t least = INT64_MAX, most = INT64_MIN;

	*window = (struct tree_window){INT64_MAX, INT64_MIN, false};
	for (uint32_t event = 0; event < trace->n; event++) {
		int64_t number;

		if ((trace->kind[event] != EVENT_ANNOTATION && trace->kind[event] != EVENT_OP)
		    || trace->flags[event] & EVENT_NO_TIME)
			continue;
		number = trace_step_number(trace_name(trace, event));
		if (number == TRACE_NO_NUMBER)
			continue;
		least = number < least ? number : least;
		most = number > most ? number : most;
		if (number < first || number > last)
			continue;
		window->begin = trace->ts[event] < window->begin ? trace->ts[event] : window->begin;
		window->end = trace_end(trace, event) > window->end ? trace_end(trace, event) : window->end;
	}
	if (window->begin != INT64_MAX)
		return 0;
	if (most < least)
		return error_unknown(err, "the trace has no ProfilerStep: its steps cannot be told apart");
	return error_unknown(err, "no step from %" PRId64 " to %" PRId64 ": the trace has steps %" PRId64 " to %" PRId64,
		first, last, least, most);
}

void
session_describe(const struct session *session, char *line, size_t size)
{
	static const char *const stages[] = {"loading", "building the tree", "counting"};
	uint64_t done = atomic_load(&session->progress.done), total = atomic_load(&session->progress.total);
	uint64_t text = atomic_load(&session->progress.text), events = atomic_load(&session->progress.events);
	double seconds = (double)(clock_ns() - session->started_ns) / 1e9;
	char share[32] = "", count[32];
	int stage = atomic_load(&session->stage);

	if (stage) {
		snprintf(line, size, "%s  %s events", stages[stage], text_count(count, events));
		return;
	}
	if (total)
		snprintf(share, sizeof(share), "  %.0f %%", 100.0 * (double)done / (double)total);
	snprintf(line, size, "%s%s  %.0f MB/s  %s events", stages[stage], share,
		seconds > 0 ? (double)text / 1e6 / seconds : 0.0, text_count(count, events));
}
