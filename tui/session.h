/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One trace being loaded, then open: loading runs on its own thread and can be stopped. */
#ifndef TUI_SESSION_H
#define TUI_SESSION_H

#include "analysis/analysis.h"
#include "table/table.h"
#include "tui/notes.h"
#include "tui/summary.h"
#include <pthread.h>

enum session_state { SESSION_NONE, SESSION_LOADING, SESSION_READY, SESSION_FAILED };

struct session {
	const char *path;
	struct trace *trace;		/* these three once it is ready */
	struct tree *tree;		/* of what is looked at: all of it, or a part of the time */
	struct summary summary;
	struct tree *whole;		/* the tree of all of it while tree is cut, else NULL */
	struct analysis *analysis;	/* made by session_analysis() */
	struct analysis *around;	/* of the whole tree while tree is cut, else NULL */
	struct table *categories;	/* GPU time by kind of operator, for the overview; may be NULL */
	struct notes_steps steps;	/* with its table, of all of the time */
	struct notes notes;
	char *gpu;			/* whose limits: NAME, FILE, or "" for those of the trace's own */
	struct arch *arch;		/* NULL: not known */
	const struct model_registry *models;
	struct error error;		/* once it has failed */
	struct progress progress;
	_Atomic int stage;		/* 0 reading, 1 building the tree, 2 counting */
	_Atomic int state;		/* enum session_state, set last */
	int64_t started_ns;
	pthread_t thread;
	bool running;
	int wake_fd;			/* gets a byte when the state changes; -1: none */
};

/* What tables are made with. */
struct session_limits {
	const struct model_registry *models;	/* must outlive the session */
	const char *gpu;			/* copied */
};

/* Starts to load; the path must outlive the session. */
int session_start(struct session *session, const char *path, const struct session_limits *limits, int wake_fd,
	struct error *err);
enum session_state session_state(const struct session *session);
enum session_state session_wait(struct session *session);
void session_cancel(struct session *session);	/* keeps what is there */
void session_stop(struct session *session);	/* waits for the thread and frees all */
/* "loading 42 %  512 MB/s  1,234,567 events" */
void session_describe(const struct session *session, char *line, size_t size);

/* What sheets are built from, made when it is first asked for. NULL with err. */
struct analysis *session_analysis(struct session *session, struct error *err);

/*
 * From now on tree, summary and analysis are of this part of the time; NULL: of all of it. What was
 * made from them before must be gone. 0, or -1 with err and everything as it was.
 */
int session_limit(struct session *session, const struct tree_window *window, struct error *err);

/*
 * From now on analysis is with the limits of this GPU. What was made from it before must be gone. 0, or
 * -1 with err and everything as it was.
 */
int session_limit_gpu(struct session *session, const char *gpu, struct error *err);

/* From the first to the last of these profiler steps. 0, or -1 with err: there is none. */
int session_find_steps(const struct session *session, int64_t first, int64_t last, struct tree_window *window,
	struct error *err);

#endif
