/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture.h"

#include "base/mem.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Takes what has come; false at the end of it. */
static bool
take(int fd, struct buffer *buffer)
{
	char part[65536];
	ssize_t n = read(fd, part, sizeof(part));

	if (n < 0)
		return errno == EINTR;
	return n > 0 && buffer_add(buffer, part, (size_t)n);
}

static void
collect(struct capture *capture, int out, int err)
{
	struct pollfd fds[2] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};

	while (fds[0].fd >= 0 || fds[1].fd >= 0) {
		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return;
		if (fds[0].revents && !take(out, &capture->out))
			fds[0].fd = -1;
		if (fds[1].revents && !take(err, &capture->err))
			fds[1].fd = -1;
	}
}

static void
start(char *const argv[], const int out[2], const int err[2])
{
	int null = open("/dev/null", O_RDONLY);

	if (null < 0 || dup2(null, 0) < 0 || dup2(out[1], 1) < 0 || dup2(err[1], 2) < 0)
		_exit(127);
	close(out[0]);
	close(err[0]);
	execv(argv[0], argv);
	_exit(127);
}

bool
capture_run(struct capture *capture, char *const argv[])
{
	int out[2], err[2], status = 0;
	pid_t child;

	*capture = (struct capture){.status = -1};
	if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0)
		return false;
	child = fork();
	if (child == 0)
		start(argv, out, err);
	close(out[1]);
	close(err[1]);
	if (child > 0)
		collect(capture, out[0], err[0]);
	close(out[0]);
	close(err[0]);
	while (child > 0 && waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	capture->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	return child > 0 && buffer_add(&capture->out, "", 0) && buffer_add(&capture->err, "", 0);
}

void
capture_free(struct capture *capture)
{
	buffer_free(&capture->out);
	buffer_free(&capture->err);
}

/* Reads one field at *p into field; *p is then at what ended it. */
static bool
read_field(const char **p, const char *end, struct buffer *field)
{
	const char *q = *p;
	bool quoted = q < end && *q == '"';

	buffer_clear(field);
	q += quoted;
	while (q < end) {
		if (quoted && *q == '"') {
			if (q + 1 >= end || q[1] != '"') {
				*p = q + 1;
				return true;
			}
			q++;
		} else if (!quoted && (*q == ',' || *q == '\n' || *q == '\r')) {
			break;
		}
		if (!buffer_add(field, q++, 1))
			return false;
	}
	*p = q;
	return !quoted;
}

static bool
read_row(struct csv *csv, const char **p, const char *end, struct buffer *field)
{
	char *fields[256];
	size_t n = 0;
	char **row;

	for (;;) {
		if (n == sizeof(fields) / sizeof(fields[0]) || !read_field(p, end, field))
			return false;
		fields[n] = arena_strndup(&csv->arena, field->len ? field->data : "", field->len);
		if (fields[n++] == NULL)
			return false;
		if (*p == end || **p != ',')
			break;
		++*p;
	}
	*p += *p < end && **p == '\r';
	if (*p < end && *(*p)++ != '\n')
		return false;
	row = arena_alloc(&csv->arena, (n + 1) * sizeof(*row));
	if (row == NULL || !mem_reserve(&csv->rows, &csv->cap_rows, csv->n_rows + 1, sizeof(row)))
		return false;
	memcpy(row, fields, n * sizeof(*row));
	row[n] = NULL;
	csv->rows[csv->n_rows++] = row;
	return true;
}

bool
csv_parse(struct csv *csv, const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	struct buffer field = {0};
	bool ok = true;

	*csv = (struct csv){0};
	while (ok && p < end)
		ok = read_row(csv, &p, end, &field);
	buffer_free(&field);
	return ok && csv->n_rows > 0;
}

void
csv_free(struct csv *csv)
{
	free(csv->rows);
	arena_free(&csv->arena);
}

int
csv_column(const struct csv *csv, const char *title)
{
	for (int i = 0; csv->n_rows > 0 && csv->rows[0][i] != NULL; i++)
		if (strcmp(csv->rows[0][i], title) == 0)
			return i;
	return -1;
}

char **
csv_find(const struct csv *csv, int column, const char *text)
{
	for (size_t i = 1; column >= 0 && i < csv->n_rows; i++)
		if (strcmp(csv->rows[i][column], text) == 0)
			return csv->rows[i];
	return NULL;
}
