/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACE_LOAD_PRIV_H
#define TRACE_LOAD_PRIV_H

#include "document_priv.h"
#include "source_priv.h"
#include "trace.h"

/* Fills the trace from the source, which is at its beginning. */
int load_trace(struct trace *trace, struct source *source, const struct trace_options *options, struct error *err);

/* The metadata from the members around the events. meta.c */
int trace_read_meta(struct trace *trace, const struct document_member *members, size_t n, struct error *err);

/* "rank" and a number in a file's name: the number, or TRACE_NO_NUMBER. */
int64_t rank_from_name(const char *path);

#endif
