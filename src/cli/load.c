/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/load.h"
#include "cli/cli.h"
#include "base/text.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

struct watch {
	struct progress *progress;	/* n of them: files that are read at the same time */
	int n;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t done;
	bool started, ended, shown;
};

static void
watch_show(struct watch *watch)
{
	uint64_t total = 0, done = 0, n_events = 0, n_text = 0;
	char events[32], text[32];

	for (int i = 0; i < watch->n; i++) {
		total += atomic_load(&watch->progress[i].total);
		done += atomic_load(&watch->progress[i].done);
		n_events += atomic_load(&watch->progress[i].events);
		n_text += atomic_load(&watch->progress[i].text);
	}
	text_count(events, n_events);
	text_bytes(text, n_text);
	if (total)
		fprintf(stderr, "\r\033[Kloading %3u %%  %s of text  %s events",
			(unsigned)(done >= total ? 100 : (double)done * 100.0 / (double)total), text, events);
	else
		fprintf(stderr, "\r\033[Kloading  %s of text  %s events", text, events);
	fflush(stderr);
	watch->shown = true;
}

/* Says how far it is twice a second, once it takes long enough to ask. */
static void *
watch_run(void *data)
{
	struct watch *watch = data;
	struct timespec until;

	pthread_mutex_lock(&watch->lock);
	while (!watch->ended) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 500000000;
		if (until.tv_nsec >= 1000000000) {
			until.tv_sec++;
			until.tv_nsec -= 1000000000;
		}
		pthread_cond_timedwait(&watch->done, &watch->lock, &until);
		if (!watch->ended)
			watch_show(watch);
	}
	pthread_mutex_unlock(&watch->lock);
	return NULL;
}

static void
watch_start(struct watch *watch, struct progress *progress, int n)
{
	*watch = (struct watch){.progress = progress, .n = n};
	pthread_mutex_init(&watch->lock, NULL);
	pthread_cond_init(&watch->done, NULL);
	if (isatty(STDERR_FILENO))
		watch->started = !pthread_create(&watch->thread, NULL, watch_run, watch);
}

static void
watch_stop(struct watch *watch)
{
	if (watch->started) {
		pthread_mutex_lock(&watch->lock);
		watch->ended = true;
		pthread_cond_signal(&watch->done);
		pthread_mutex_unlock(&watch->lock);
		pthread_join(watch->thread, NULL);
		if (watch->shown)
			fputs("\r\033[K", stderr);
	}
	pthread_mutex_destroy(&watch->lock);
	pthread_cond_destroy(&watch->done);
}

void
cli_print_warning(const char *text)
{
	char safe[1024];

	text_sanitise(safe, sizeof(safe), text, strlen(text), sizeof(safe));
	fprintf(stderr, "sonde: warning: %s\n", safe);
}

void
cli_print_safe(const char *text)
{
	const char *p = text ? text : "", *end = p + strlen(p);
	char safe[1024];

	while (p < end) {
		size_t n = (size_t)(end - p), part = 256;	/* a byte becomes three at most */

		if (n > part)		/* not within a character */
			while (part > 1 && ((unsigned char)p[part] & 0xc0) == 0x80)
				part--;
		n = n < part ? n : part;
		text_sanitise(safe, sizeof(safe), p, n, sizeof(safe));
		fputs(safe, stdout);
		p += n;
	}
}

void
cli_print_report_warnings(const struct report *report)
{
	const struct table *index = report->index;

	for (uint32_t row = 0; row < index->n_rows; row++)
		if (!strcmp(table_cell(index, row, INDEX_KIND).s, "warning"))
			cli_print_warning(table_cell(index, row, INDEX_VALUE).s);
}

void
cli_print_warnings(const struct trace *trace, const char *name)
{
	char line[1024], text[1024];

	for (unsigned kind = 0; kind < WARNINGS; kind++) {
		const char *said = trace_warning(trace, (enum warning_kind)kind, line, sizeof(line));

		if (!said)
			continue;
		snprintf(text, sizeof(text), "%s%s%s", name ? name : "", name ? ": " : "", said);
		cli_print_warning(text);
	}
}

struct load {		/* one file, on a thread of its own */
	struct cli_trace *loaded;
	const char *file;
	struct trace_options options;
	struct error err;
	int result;
};

static void *
load_run(void *data)
{
	struct load *load = data;
	struct cli_trace *loaded = load->loaded;

	load->result = trace_open(&loaded->trace, load->file, &load->options, &load->err);
	if (!load->result)
		load->result = tree_build(&loaded->tree, loaded->trace, &load->err);
	return NULL;
}

int
cli_load_cut(struct cli_trace *loaded, const char *file, bool cut_streams)
{
	struct progress progress = {0};
	struct load load = {.loaded = loaded, .file = file,
		.options = {.progress = &progress, .cut_streams = cut_streams}};
	struct watch watch;

	*loaded = (struct cli_trace){0};
	watch_start(&watch, &progress, 1);
	load_run(&load);
	watch_stop(&watch);
	if (load.result) {
		cli_unload(loaded);
		return cli_fail(file, &load.err);
	}
	return CLI_DONE;
}

int
cli_load(struct cli_trace *loaded, const char *file, bool warnings)
{
	int status = cli_load_cut(loaded, file, false);

	if (!status && warnings)
		cli_print_warnings(loaded->trace, NULL);
	return status;
}

int
cli_load_two(struct cli_trace loaded[2], const char *const files[2])
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct progress progress[2] = {{0}, {0}};
	struct load loads[2];
	struct watch watch;
	pthread_t thread;
	bool started;

	for (int i = 0; i < 2; i++) {
		loaded[i] = (struct cli_trace){0};
		loads[i] = (struct load){.loaded = &loaded[i], .file = files[i], .options = {.progress = &progress[i]}};
		loads[i].options.threads = processors > 3 ? 0 : 1;
	}
	watch_start(&watch, progress, 2);
	started = !pthread_create(&thread, NULL, load_run, &loads[1]);
	load_run(&loads[0]);
	if (started)
		pthread_join(thread, NULL);
	else
		load_run(&loads[1]);
	watch_stop(&watch);
	for (int i = 0; i < 2; i++) {
		if (!loads[i].result)
			continue;
		cli_unload(&loaded[0]);
		cli_unload(&loaded[1]);
		return cli_fail(files[i], &loads[i].err);
	}
	return CLI_DONE;
}

void
cli_unload(struct cli_trace *loaded)
{
	tree_free(loaded->tree);
	trace_free(loaded->trace);
	*loaded = (struct cli_trace){0};
}

size_t
cli_terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return 0;
	return size.ws_col;
}

int
cli_write_table(const struct table *table, enum write_format format)
{
	struct table_view view = table_view_all(table);

	return cli_write_view(&view, format);
}

int
cli_write_view(const struct table_view *view, enum write_format format)
{
	struct output *output;
	struct error err;

	if (output_open(&output, "-", &err))
		return cli_fail(NULL, &err);
	write_table(output, view, format, cli_terminal_width());
	return output_close(output, &err) ? cli_fail(NULL, &err) : CLI_DONE;
}
