/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/raw_priv.h"
#include "report/read.h"
#include "base/buffer.h"
#include "base/mem.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static int
read_file(struct buffer *text, const char *path, struct error *err)
{
	FILE *file = fopen(path, "rbe");
	size_t n = 1;
	int status = 0;

	if (!file)
		return error_set(err, "%s", strerror(errno));
	while (n && !status) {
		if (!buffer_reserve(text, 65536)) {
			status = error_no_memory(err, "reading CSV");
			break;
		}
		n = fread(text->data + text->len, 1, 65536, file);
		text->len += n;
		text->data[text->len] = '\0';
		if (ferror(file))
			status = error_set(err, "%s", strerror(errno));
	}
	fclose(file);
	return status;
}

void
csv_begin(struct csv *csv, const char *text, size_t len, struct error *err)
{
	*csv = (struct csv){.begin = text, .p = text, .end = text + len, .err = err};
	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		csv->p += 3;
}

int
csv_field(struct csv *csv)
{
	const char *start = csv->p;

	buffer_clear(&csv->field);
	if (csv->p == csv->end || *csv->p != '"') {
		while (csv->p < csv->end && *csv->p != ',' && *csv->p != '\n')
			csv->p++;
		if (!buffer_add(&csv->field, start, (size_t)(csv->p - start)))
			return error_no_memory(csv->err, "reading CSV");
		if (csv->field.len && csv->field.data[csv->field.len - 1] == '\r'
		    && (csv->p == csv->end || *csv->p == '\n'))
			csv->field.data[--csv->field.len] = '\0';
		return 0;
	}
	for (csv->p++;;) {
		const char *quote = memchr(csv->p, '"', (size_t)(csv->end - csv->p));

		if (!quote)
			return error_set_at(csv->err, start - csv->begin, "a quote is not closed");
		if (!buffer_add(&csv->field, csv->p, (size_t)(quote - csv->p)))
			return error_no_memory(csv->err, "reading CSV");
		csv->p = quote + 1;
		if (csv->p == csv->end || *csv->p != '"')
			break;
		if (!buffer_add(&csv->field, csv->p++, 1))
			return error_no_memory(csv->err, "reading CSV");
	}
	if (csv->p < csv->end && *csv->p == '\r')
		csv->p++;
	if (csv->p < csv->end && *csv->p != ',' && *csv->p != '\n')
		return error_set_at(csv->err, csv->p - csv->begin, "text follows a closed quote");
	return 0;
}

static int
csv_rows(struct csv *csv, struct raw_table *raw)
{
	uint32_t row = 0, column = 0;

	while (csv->p < csv->end) {
		if (csv_field(csv))
			return -1;
		if (row == 0 ? raw_add_text(raw, row, column, csv->field.data, csv->field.len, csv->err)
		    : raw_add_guess(raw, row, column, csv->field.data, csv->field.len, csv->err))
			return -1;
		if (csv->p < csv->end && *csv->p == ',') {
			column++;
			csv->p++;
			continue;
		}
		csv->p += csv->p < csv->end;
		column = 0;
		if (row++ == UINT32_MAX - 2)
			return error_set(csv->err, "more rows than 32 bits count");
	}
	return 0;
}

int
table_read_csv(struct table **out, const char *path, const char *id, struct error *err)
{
	struct buffer text = {0};
	struct raw_table raw;
	struct csv csv;
	int status;

	if (read_file(&text, path, err)) {
		buffer_free(&text);
		return -1;
	}
	csv_begin(&csv, text.data, text.len, err);
	status = raw_open(&raw, id, err);
	if (!status) {
		status = csv_rows(&csv, &raw);
		if (status)
			raw_discard(&raw);
		else
			status = raw_close(&raw, out, err);
	}
	buffer_free(&csv.field);
	buffer_free(&text);
	return status;
}

/* --- a folder --------------------------------------------------------------------- */

static int
is_csv(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > 4 && !strcmp(entry->d_name + len - 4, ".csv") && entry->d_name[0] != '.';
}

static int
compare_names(const void *a, const void *b)
{
	const struct dirent *const *x = a, *const *y = b;

	return strcmp((*x)->d_name, (*y)->d_name);
}

static int
read_one(struct report *report, const char *folder, const char *name, struct error *err)
{
	struct table *table;
	struct error inner;
	char *path, *id = strndup(name, strlen(name) - 4);
	int status;

	if (!id || asprintf(&path, "%s/%s", folder, name) < 0) {
		free(id);
		return error_no_memory(err, "reading CSV");
	}
	status = table_read_csv(&table, path, id, &inner);
	if (status)
		error_set_at(err, inner.offset, "%.255s: %s", name, inner.message);
	else if (!strcmp(id, "index"))
		table_free(table);
	else if (report_add_sheet(report, table, NULL))
		status = error_no_memory(err, "reading CSV");
	free(path);
	free(id);
	return status;
}

int
report_read_csv(struct report **out, const char *folder, struct error *err)
{
	struct dirent **entries;
	int n = scandir(folder, &entries, is_csv, NULL), status = 0;
	struct report *report;

	if (n < 0)
		return error_set(err, "%s", strerror(errno));
	report = report_new();
	if (!report)
		status = error_no_memory(err, "reading CSV");
	if (n)
		qsort(entries, (size_t)n, sizeof(struct dirent *), compare_names);
	for (int i = 0; i < n; i++) {
		if (!status)
			status = read_one(report, folder, entries[i]->d_name, err);
		free(entries[i]);
	}
	free(entries);
	if (!status && !report->n)
		status = error_set(err, "holds no CSV file");
	if (status)
		report_free(report);
	else
		*out = report;
	return status;
}

bool
report_is_path(const char *path)
{
	const char *dot = strrchr(path, '.');
	struct stat found;

	if (!stat(path, &found) && S_ISDIR(found.st_mode))
		return true;
	return dot && (!strcasecmp(dot, ".xlsx") || !strcasecmp(dot, ".xlsm"));
}

int
report_read(struct report **out, const char *path, struct error *err)
{
	struct stat found;

	if (stat(path, &found))
		return error_set(err, "%s", strerror(errno));
	return S_ISDIR(found.st_mode) ? report_read_csv(out, path, err) : report_read_xlsx(out, path, err);
}
