/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Feeds each row of the reference sheets to the models: its name and recorded
 * arguments in, FLOPs, bytes, roofline and parameters compared with its cells.
 */
#include "base/mem.h"
#include "model/arch.h"
#include "model/model.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define CELLS_MAX 256

struct csv {
	char *text, *p;
	char *cells[CELLS_MAX];
	int n;
};

static int rows, cells, wrong;

static char *
file_read(const char *path)
{
	FILE *file = fopen(path, "rb");
	struct buffer buf = {0};
	char chunk[65536];
	size_t n;

	if (!file)
		return NULL;
	while ((n = fread(chunk, 1, sizeof(chunk), file)) > 0)
		if (!buffer_add(&buf, chunk, n))
			break;
	fclose(file);
	return buf.data;
}

/* One cell in place; returns the separator behind it. */
static char
csv_cell(struct csv *csv)
{
	char *out = csv->p, *start = csv->p, end;
	bool quoted = *csv->p == '"';

	csv->p += quoted;
	while (*csv->p) {
		if (quoted && csv->p[0] == '"' && csv->p[1] == '"')
			csv->p++;
		else if (quoted && *csv->p == '"')
			break;
		else if (!quoted && (*csv->p == ',' || *csv->p == '\n'))
			break;
		*out++ = *csv->p++;
	}
	csv->p += quoted && *csv->p;
	end = *csv->p;
	if (end)
		csv->p++;
	*out = '\0';
	if (csv->n < CELLS_MAX)
		csv->cells[csv->n++] = start;
	return end;
}

static bool
csv_row(struct csv *csv)
{
	csv->n = 0;
	if (!csv->p || !*csv->p)
		return false;
	while (csv_cell(csv) == ',')
		;
	return true;
}

struct sheet {
	char *titles[CELLS_MAX];
	int n;
	char **row;
	const char *where;
	bool backward;
};

static const char *
cell(const struct sheet *sheet, const char *title)
{
	size_t n = strlen(title);

	for (int i = 0; i < sheet->n; i++)
		if (!strncmp(sheet->titles[i], title, n) && (!sheet->titles[i][n] || !strcmp(sheet->titles[i] + n, "_first")))
			return sheet->row[i];
	return "";
}

static bool
is_empty(const char *text)
{
	return !*text || !strcmp(text, "nan") || !strcmp(text, "None");
}

static bool
same(const char *a, const char *b)
{
	char *end_a, *end_b;
	double x, y;

	if ((is_empty(a) && is_empty(b)) || !strcmp(a, b))
		return true;
	x = strtod(a, &end_a);
	y = strtod(b, &end_b);
	return *a && *b && !*end_a && !*end_b && fabs(x - y) <= 1e-9 + 1e-6 * fmax(fabs(x), fabs(y));
}

static void
check(const struct sheet *sheet, const char *title, const char *ours)
{
	const char *theirs = cell(sheet, title);

	cells++;
	if (same(ours, theirs))
		return;
	if (++wrong <= 40)
		printf("# %s: %s: %s is '%s', should be '%s' (%s, %s)\n", sheet->where, cell(sheet, "name"), title, ours,
			theirs, cell(sheet, "Input Dims"), cell(sheet, "Concrete Inputs"));
}

static void
check_number(const struct sheet *sheet, const char *title, double ours)
{
	char text[32] = "";

	if (!isnan(ours))
		snprintf(text, sizeof(text), "%.17g", ours);
	check(sheet, title, text);
}

static void
check_params(const struct sheet *sheet, const struct model_result *result)
{
	for (int i = 0; i < sheet->n; i++) {
		struct buffer text = {0};

		/* How the operands lie is in the kernels' names, which these sheets do not hold. */
		if (strncmp(sheet->titles[i], "param: ", 7) || !strcmp(sheet->titles[i], "param: transpose"))
			continue;
		for (uint32_t k = 0; k < result->n_params; k++)
			if (!strcmp(result->params[k].name, sheet->titles[i] + 7))
				value_print_cell(&text, result->params[k].value);
		check(sheet, sheet->titles[i], text.data ? text.data : "");
		buffer_free(&text);
	}
}

/* Every parameter of ours must have a column, unless it is None. */
static void
check_no_more(const struct sheet *sheet, const struct model_result *result)
{
	for (uint32_t k = 0; k < result->n_params; k++) {
		char title[128];
		bool found = false;

		snprintf(title, sizeof(title), "param: %s", result->params[k].name);
		for (int i = 0; i < sheet->n; i++)
			found = found || !strcmp(sheet->titles[i], title);
		if (!found && ++wrong <= 40)
			printf("# %s: %s: no column %s\n", sheet->where, cell(sheet, "name"), title);
	}
}

static const char *
text_or_null(const char *text)
{
	return *text ? text : NULL;
}

static void
check_row(const struct sheet *sheet, const struct model_op *op, const struct arch *arch, bool unified)
{
	struct arena arena = {0};
	struct model_args args;
	struct model_result result;
	struct roofline line;
	char annotation[256];

	if (model_args_read(&args, text_or_null(cell(sheet, "Input Dims")), text_or_null(cell(sheet, "Input type")),
			text_or_null(cell(sheet, "Input Strides")), text_or_null(cell(sheet, "Concrete Inputs")), &arena))
		exit(1);
	args.op_name = cell(sheet, "name");
	snprintf(annotation, sizeof(annotation), "execute_1_context_1(sq%ssk%ssqsq%ssqsk%s)_generation_1(sq%ssk%ssqsq%ssqsk%s)",
		cell(sheet, "param: c_sq"), cell(sheet, "param: c_sk"), cell(sheet, "param: c_sqsq"),
		cell(sheet, "param: c_sqsk"), cell(sheet, "param: g_sq"), cell(sheet, "param: g_sk"),
		cell(sheet, "param: g_sqsq"), cell(sheet, "param: g_sqsk"));
	args.annotation = *cell(sheet, "param: c_sq") ? annotation : NULL;
	if (model_eval(op, &args, sheet->backward && !op->backward_only, &arena, &result))
		exit(1);
	line = arch_roofline(arch, result.spec, result.flops.value, result.bytes.value);
	rows++;
	check_number(sheet, unified ? "GFLOPS" : "GFLOPS_first", model_gflops(&result));
	check_number(sheet, "Data Moved (MB)", model_megabytes(&result));
	check_number(sheet, "FLOPS/Byte", model_intensity(&result));
	check(sheet, "Compute Spec", result.spec ? result.spec : "");
	if (!strstr(sheet->where, "/idle/")) {		/* made without a GPU spec */
		check_number(sheet, "Roofline Time (µs)", line.time_us);
		check(sheet, "Roofline Bound", arch_bound_name(line.bound) ? arch_bound_name(line.bound) : "");
	}
	if (!unified) {
		check_params(sheet, &result);
		check_no_more(sheet, &result);
	}
	arena_free(&arena);
}

/* Rows of the unified table that stand for the backward of another op, or need what is not in the table. */
static bool
is_checked(const struct sheet *sheet, const struct model_op *op, bool unified)
{
	if (!op)
		return false;
	return !unified || strcmp(op->category, "InferenceAttention") || !*cell(sheet, "GFLOPS");
}

static void
check_file(const struct model_registry *registry, const struct arch *arch, const char *path, const char *name)
{
	bool unified = !strcmp(name, "unified_perf_summary.csv");
	size_t n = strlen(name);
	struct sheet sheet = { .where = path, .backward = n > 8 && !strcmp(name + n - 8, "_bwd.csv") };
	struct csv csv = { .text = file_read(path) };

	csv.p = csv.text;
	if (!csv_row(&csv)) {
		free(csv.text);
		return;
	}
	memcpy(sheet.titles, csv.cells, sizeof(sheet.titles));
	sheet.n = csv.n;
	sheet.row = csv.cells;
	while (csv_row(&csv)) {
		const struct model_op *op = csv.n == sheet.n ? model_find(registry, cell(&sheet, "name")) : NULL;

		if (op && !op->has_model)
			op = NULL;
		if (!op && !unified && ++wrong <= 40)
			printf("# %s: no model for %s\n", path, cell(&sheet, "name"));
		if (is_checked(&sheet, op, unified))
			check_row(&sheet, op, arch, unified);
	}
	free(csv.text);
}

static bool
is_model_sheet(const char *name)
{
	static const char *const others[] = {
		"gpu_timeline", "ops_summary", "ops_unique_args", "kernel_summary", "short_kernel", "coll_analysis",
	};
	size_t n = strlen(name);

	if (n < 5 || strcmp(name + n - 4, ".csv"))
		return false;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (!strncmp(name, others[i], strlen(others[i])))
			return false;
	return true;
}

/* Every CSV file at most three folders below. */
static void
check_folder(const struct model_registry *registry, const struct arch *arch, const char *path, int depth)
{
	DIR *folder = opendir(path);
	struct dirent *entry;

	while (folder && (entry = readdir(folder))) {
		char below[4096];

		if (*entry->d_name == '.' || snprintf(below, sizeof(below), "%s/%s", path, entry->d_name) >= (int)sizeof(below))
			continue;
		if (is_model_sheet(entry->d_name))
			check_file(registry, arch, below, entry->d_name);
		else if (depth > 0 && !strchr(entry->d_name, '.'))
			check_folder(registry, arch, below, depth - 1);
	}
	if (folder)
		closedir(folder);
}

int
main(int argc, char **argv)
{
	const char *shared = getenv("SONDE_SHARED"), *source = getenv("srcdir");
	struct model_registry *registry;
	struct arch *arch;
	struct error err;
	char path[4096], below[4200];

	if (shared)
		snprintf(path, sizeof(path), "%s/golden", shared);
	else
		snprintf(path, sizeof(path), "%s/../shared/golden", source ? source : ".");
	if (argc > 1)
		snprintf(path, sizeof(path), "%s", argv[1]);
	if (model_registry_new(&registry, &err) || arch_open(&arch, "MI300X", &err)) {
		puts(err.message);
		return 1;
	}
	for (int i = 0; i < 2; i++) {
		snprintf(below, sizeof(below), "%s/%s", path, i ? "variants" : "report");
		check_folder(registry, arch, below, 2);
	}
	if (rows)
		printf("1..1\n%sok 1 - %d rows, %d cells, %d wrong\n", wrong ? "not " : "", rows, cells, wrong);
	else
		puts("1..0 # SKIP no reference values");
	model_registry_free(registry);
	arch_free(arch);
	return wrong ? 1 : rows ? 0 : 77;
}
