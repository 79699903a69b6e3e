/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report as a workbook: the file around the sheets. */
#include "config.h"
#include "report/report.h"

#ifndef HAVE_XLSXWRITER

int
report_write_xlsx(const struct report *report, const char *path, struct error *err)
{
	(void)report;
	return error_set(
		err, "cannot write %s: this program was built without workbooks, use CSV or JSON", path);
}

#else

#include "base/child.h"
#include "base/path.h"
#include "report/output.h"
#include "report/xlsx_priv.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CREATED 315532800	/* 1980-01-01: no clock, so that the same report is the same file */
#define LONG_CELLS 250000u	/* from here on rows go to disk as they come */
#define CELL_BYTES 56u		/* of XML around a cell, at most on the average */

int
xlsx_fail(struct xlsx *xlsx, lxw_error code)
{
	if (code == LXW_NO_ERROR)
		return 0;
	if (code == LXW_ERROR_MEMORY_MALLOC_FAILED)
		return error_no_memory(xlsx->err, "making a workbook");
	return error_set(xlsx->err, "cannot make the workbook: %s", lxw_strerror(code));
}

/* Bytes of a text at most: signs of XML by name, controls and what looks like one as "_x001B_", marks for wrong bytes. */
static uint64_t
xml_size(const char *text)
{
	uint64_t size = 0;

	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		if (*p < 0x20 || (*p == '_' && p[1] == 'x'))
			size += 7;
		else if (*p == '&' || *p == '<' || *p == '>' || *p == '"')
			size += 6;
		else
			size += *p < 0x80 ? 1 : 3;
	}
	return size;
}

/* What the library will write before it is packed, never less; it does not notice when a disk is full then. */
static uint64_t
text_size(const struct table *table)
{
	uint64_t size = 65536 + (uint64_t)table->n_rows * table->n_columns * CELL_BYTES;

	for (uint32_t i = 0; i < table->n_columns; i++) {
		if (table->columns[i].def->type != CELL_TEXT)
			continue;
		for (uint32_t row = 0; row < table->n_rows; row++) {
			const char *text = table_cell(table, row, i).s;

			size += text ? xml_size(text) : 0;
		}
	}
	return size;
}

/* Asks the file system for the room that will be needed, then gives it back: a full disk is seen before the work. */
static int
check_room(const struct report *report, const char *path, const char *shown, struct error *err)
{
	uint64_t size = text_size(report->index);
	int fd = open(path, O_WRONLY | O_CLOEXEC), failure = 0;

	for (uint32_t i = 0; i < report->n; i++)
		size += text_size(report->sheets[i]);
	if (fd < 0)
		return error_set(err, "cannot write %s: %s", shown, strerror(errno));
	if (fallocate(fd, 0, 0, (off_t)size) && errno != EOPNOTSUPP && errno != ENOSYS)
		failure = errno;
	if (ftruncate(fd, 0) && !failure)
		failure = errno;
	close(fd);
	if (failure)
		return error_set(err, "cannot write %s: %s (%llu MB are needed while it is made)", shown,
			strerror(failure), (unsigned long long)(size >> 20) + 1);
	return 0;
}

static uint64_t
count_cells(const struct report *report)
{
	uint64_t cells = 0;

	for (uint32_t i = 0; i < report->n; i++)
		cells += (uint64_t)report->sheets[i]->n_rows * report->sheets[i]->n_columns;
	return cells;
}

static int
fill_book(struct xlsx *xlsx)
{
	const struct report *report = xlsx->report;
	char title[] = "Performance report", comments[] = "Made by sonde";
	lxw_doc_properties properties = {.title = title, .comments = comments, .created = CREATED};
	lxw_worksheet *sheet;

	if (xlsx_fail(xlsx, workbook_set_properties(xlsx->book, &properties)))
		return -1;
	xlsx->title = workbook_add_format(xlsx->book);
	if (!xlsx->title)
		return error_no_memory(xlsx->err, "making a workbook");
	format_set_bold(xlsx->title);
	format_set_bottom(xlsx->title, LXW_BORDER_THIN);
	if (xlsx_add_sheet(xlsx, report->index, "index", &sheet))
		return -1;
	for (uint32_t i = 0; i < report->n; i++)
		if (xlsx_add_sheet(xlsx, report->sheets[i], report->names[i], &sheet)
		    || xlsx_add_chart(xlsx, report->sheets[i], report->names[i], sheet))
			return -1;
	return 0;
}

struct job {
	const struct report *report;
	const char *path, *shown;	/* where it is made, and what the user calls it */
	char *folder;			/* for the library's own files */
};

static int
make_book(const struct job *job, struct xlsx *xlsx)
{
	lxw_workbook_options options = {.tmpdir = job->folder,
		.constant_memory = count_cells(job->report) > LONG_CELLS, .use_zip64 = LXW_FALSE};
	lxw_error code = LXW_NO_ERROR;
	int status;

	xlsx->book = workbook_new_opt(job->path, &options);
	if (!xlsx->book)
		return error_no_memory(xlsx->err, "making a workbook");
	status = fill_book(xlsx);
	errno = 0;
	if (status)
		lxw_workbook_free(xlsx->book);
	else
		code = workbook_close(xlsx->book);
	if (code != LXW_NO_ERROR && code != LXW_ERROR_MEMORY_MALLOC_FAILED && errno)
		return error_set(xlsx->err, "cannot write %s: %s", job->shown, strerror(errno));
	if (!status && code == LXW_NO_ERROR && !xlsx_is_whole(job->path))
		return error_set(xlsx->err, "cannot write %s: the disk did not take all of it", job->shown);
	return status ? status : xlsx_fail(xlsx, code);
}

static int
work_on_book(void *data, struct error *err)
{
	const struct job *job = data;
	struct xlsx xlsx = {.report = job->report, .err = err};
	int status = make_book(job, &xlsx);

	buffer_free(&xlsx.clean);
	buffer_free(&xlsx.escaped);
	buffer_free(&xlsx.link);
	return status;
}

/* Makes the workbook in the output, which is a file. The library crashes when memory runs out: not here. */
static int
write_book(const struct report *report, const struct output *output, const char *shown, struct error *err)
{
	const char *final = output_final_path(output), *slash = strrchr(final, '/');
	struct job job = {report, output_temp_path(output), shown, NULL};
	int status;

	if (check_room(report, job.path, shown, err))
		return -1;
	job.folder = slash ? strndup(final, (size_t)(slash - final + 1)) : strdup(".");
	if (!job.folder)
		return error_no_memory(err, "making a workbook");
	status = child_run(work_on_book, &job, "making the workbook", err);
	free(job.folder);
	return status;
}

static int
copy_file(const char *path, struct output *output, struct error *err)
{
	char bytes[16384];
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file)
		return error_set(err, "cannot read %s: %s", path, strerror(errno));
	while ((n = fread(bytes, 1, sizeof(bytes), file)) > 0)
		output_add(output, bytes, n);
	n = (size_t)ferror(file);
	if (n)
		error_set(err, "cannot read %s: %s", path, strerror(errno));
	fclose(file);
	return n ? -1 : 0;
}

/* A stream cannot be written here and there as an archive is: the workbook is made elsewhere first. */
static int
write_stream(const struct report *report, struct output *output, const char *shown, struct error *err)
{
	const char *folder = getenv("TMPDIR");
	struct output *file;
	char *path;
	int status;

	if (asprintf(&path, "%s/sonde-%ld.xlsx", folder && *folder ? folder : "/tmp", (long)getpid()) < 0)
		return error_no_memory(err, "making a workbook");
	status = output_open(&file, path, err);
	if (!status) {
		if (!output_temp_path(file))
			status = error_set(err, "cannot write %s: it is no file", path);
		status = status || write_book(report, file, shown, err)
			|| copy_file(output_temp_path(file), output, err) ? -1 : 0;
		output_discard(file);
	}
	free(path);
	return status;
}

int
report_write_xlsx(const struct report *report, const char *path, struct error *err)
{
	struct output *output;
	int status;

	if (output_open(&output, path, err))
		return -1;
	if (output_temp_path(output))
		status = write_book(report, output, path, err);
	else
		status = write_stream(report, output, path_shown_output(path), err);
	if (!status)
		return output_close(output, err);
	output_discard(output);
	return -1;
}

#endif
