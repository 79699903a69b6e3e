/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading a trace for a command: progress on a terminal, warnings and errors on standard error. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "report/report.h"
#include "report/write.h"
#include "tree/tree.h"

struct cli_trace {
	struct trace *trace;
	struct tree *tree;
};

/* Returns CLI_DONE, or CLI_FAILED when it has said why. warnings: also print those on standard error. */
int cli_load(struct cli_trace *loaded, const char *file, bool warnings);
/* Without warnings; cut_streams as in trace_options. */
int cli_load_cut(struct cli_trace *loaded, const char *file, bool cut_streams);
void cli_unload(struct cli_trace *loaded);
/* The same of two files at once, without warnings; nothing is loaded when it fails. */
int cli_load_two(struct cli_trace loaded[2], const char *const files[2]);
/* What the trace warns of; behind a name where there are several. */
void cli_print_warnings(const struct trace *trace, const char *name);
/* One line, made safe for a terminal. */
void cli_print_warning(const char *text);
/* To standard output, what names are in files, made safe for a terminal; "" of NULL. */
void cli_print_safe(const char *text);
void cli_print_report_warnings(const struct report *report);	/* those of its index */

/* Writes a table to standard output, text fitted to the terminal. Returns CLI_DONE or CLI_FAILED. */
int cli_write_table(const struct table *table, enum write_format format);
int cli_write_view(const struct table_view *view, enum write_format format);
/* Cells of the terminal's width; 0 when standard output is none. */
size_t cli_terminal_width(void);

#endif
