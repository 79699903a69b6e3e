/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests of sheets: small traces put together event by event, and cells looked up by column. */
#ifndef TESTS_SHEET_SUPPORT_H
#define TESTS_SHEET_SUPPORT_H

#include "trace_support.h"

#include "analysis/sheets.h"

/* What a product of 128 x 256 by 256 x 512 in bf16 is recorded with. */
#define MM_ARGS "\"Input Dims\": [[128,256],[256,512]], \"Input type\": [\"c10::BFloat16\",\"c10::BFloat16\"], " \
	"\"Input Strides\": [[256,1],[512,1]], \"Concrete Inputs\": [\"\",\"\"]"

struct bench {
	struct buffer text;
	struct analysis_options options;	/* set before the first sheet */
	struct trace *trace;
	struct tree *tree;
	struct analysis *analysis;
	struct table *table;			/* the last sheet */
};

void bench_open(struct bench *bench);
void bench_close(struct bench *bench);

/* Events in order of their ids; times in us. args: JSON members without braces, or "". */
void bench_host(struct bench *bench, const char *cat, int tid, const char *name, double ts,
	double dur, const char *args);
void bench_gpu(struct bench *bench, const char *cat, int stream, const char *name, double ts,
	double dur, int correlation,
	const char *args);
/* A launch on thread 1 (us 1 long) and the kernel it starts: ids n and n + 1. */
void bench_launch(struct bench *bench, double ts, int correlation, const char *kernel, int stream,
	double start,
	double dur);

/* Builds a sheet (the trace is read on the first call); fails the test when that fails. */
const struct table *bench_sheet(struct bench *bench, const char *id);
/* A cell of the last sheet as CSV has it. */
const char *bench_cell(struct bench *bench, uint32_t row, const char *column);
/* Fails unless the column's cells from the first row on are these; NULL ends them and the rows. */
void bench_expect(struct bench *bench, const char *column, ...);
/* Whether some remark holds the words. */
bool bench_remarked(const struct bench *bench, const char *words);

#endif
