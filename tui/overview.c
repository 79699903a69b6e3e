/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/overview.h"
#include "base/text.h"
#include "tui/app.h"
#include "tui/event_lines.h"
#include "tui/gpu_look.h"
#include "tui/overview_priv.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TOP_ROWS 5		/* of a list at least; a screen with room for more has more */
#define BAR_PIECE 256		/* cells of a bar that are added at once */
#define TALL_ROWS 44		/* of a screen on which the streams stand above the other tables */
#define STREAM_ROWS 4
#define STREAM_NAME 18		/* cells that the columns leave it, where there are so many */

static const struct column_def facts[FACTS] = {
	[FACT_SECTION] = {"section", "Section", CELL_TEXT, UNIT_NONE, COLUMN_KEY | COLUMN_NOISY, 18, "what it stands under"},
	[FACT_NAME] = {"name", "Name", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 40, "name, of lines in lists"},
	[FACT_SHARE] = {"share", "Share (%)", CELL_REAL, UNIT_PERCENT, COLUMN_DESCENDING | COLUMN_SHARE, 8,
		"of all GPU work, summed; of a stream how much of the time it is busy"},
	[FACT_TIME] = {"time_ms", "Time (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING, 12, "GPU time, of a stream that it is busy"},
	[FACT_N] = {"n", "N", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 10, "how many"},
	[FACT_COMPUTE] = {"comp_ms", "Computation (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING | COLUMN_NOISY, 12,
		"of a stream: computation"},
	[FACT_COMM] = {"comm_ms", "Communication (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING | COLUMN_NOISY, 12,
		"of a stream: communication outside of it"},
	[FACT_COPY] = {"copy_ms", "Copies (ms)", CELL_TIME, UNIT_MS, COLUMN_DESCENDING | COLUMN_NOISY, 12,
		"of a stream: copies outside of both"},
};

void
overview_facts(struct lines *lines, const char *name, double share, int64_t ns, int64_t n)
{
	int64_t row = lines_fact(lines);

	if (row < 0)
		return;
	if (table_set_text_copy(lines->facts, row, FACT_NAME, name, strlen(name)))
		lines->failed = true;
	table_set_real(lines->facts, row, FACT_SHARE, share);
	table_set_int(lines->facts, row, FACT_TIME, ns);
	table_set_int(lines->facts, row, FACT_N, n);
}

static const char *const class_names[GPU_CLASSES] = {
	[GPU_COMPUTE] = "computation", [GPU_COMM] = "exposed comm", [GPU_COPY] = "exposed copies",
};

void
overview_bar(struct lines *lines, const struct screen *screen, enum role role, enum glyph glyph, int cells)
{
	char bytes[4], text[BAR_PIECE * sizeof(bytes)];
	size_t n = text_encode(screen_glyph(screen, glyph), bytes), used;

	for (int piece; cells > 0; cells -= piece) {
		piece = cells < BAR_PIECE ? cells : BAR_PIECE;
		used = 0;
		for (int i = 0; i < piece; i++, used += n)
			memcpy(text + used, bytes, n);
		lines_fit(lines, role, text, used, piece);
	}
}

static void
overview_identity(struct lines *lines, const struct session *session, int cols)
{
	const struct trace *trace = session->trace;
	const struct trace_meta *meta = &trace->meta;
	const char *name = strrchr(session->path, '/');
	char text[32], size[32];

	name = name ? name + 1 : session->path;
	lines_row(lines);
	lines_fit(lines, ROLE_THREAD, name, strlen(name), cols > 48 ? cols - 24 : cols);
	lines_printf(lines, ROLE_DIM, "  %s, %s", meta->format ? meta->format : "", text_bytes(size, meta->file_bytes));
	lines_row(lines);
	if (meta->n_devices && meta->devices[0].name && *meta->devices[0].name)
		lines_printf(lines, ROLE_NORMAL, "%s x%u   ", meta->devices[0].name, meta->n_devices);
	if (meta->rank != TRACE_NO_NUMBER)
		lines_printf(lines, ROLE_NORMAL, "rank %" PRId64, meta->rank);
	if (meta->rank != TRACE_NO_NUMBER && meta->world_size != TRACE_NO_NUMBER)
		lines_printf(lines, ROLE_NORMAL, " of %" PRId64, meta->world_size);
	lines_add(lines, ROLE_NORMAL, meta->rank != TRACE_NO_NUMBER ? "   " : "");
	if (meta->host)
		lines_printf(lines, ROLE_NORMAL, "on %s   ", meta->host);
	if (session->summary.n_steps)
		lines_printf(lines, ROLE_NORMAL, "%u step%s   ", session->summary.n_steps, session->summary.n_steps == 1 ? "" : "s");
	lines_printf(lines, ROLE_NORMAL, "%s events   %s", text_count(text, trace->n), text_time(size, trace->end));
}

/* sign: what stands for it in bars, or GLYPH_COUNT. */
static void
overview_figure(struct lines *lines, const struct screen *screen, enum role role, enum glyph sign, const char *name,
	double percent, int cols)
{
	char text[80];
	int n = snprintf(text, sizeof(text), "%s %.1f %%", name, percent);

	if (lines->col + n + 3 + 2 * (sign != GLYPH_COUNT) > cols)
		lines_row(lines);
	if (lines->col)
		lines_col(lines, lines->col + 3);
	if (sign != GLYPH_COUNT) {
		overview_bar(lines, screen, role, sign, 1);
		lines_add(lines, role, " ");
	}
	lines_add(lines, role, text);
}

static double
percent_of(int64_t part, int64_t whole)
{
	return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

/* How much of the time each class has, and what is left idle: a bar of so many cells. */
static void
overview_parts(struct lines *lines, const struct screen *screen, const int64_t parts[GPU_CLASSES], int64_t total, int width)
{
	int used = 0;

	for (unsigned c = 0; c < GPU_CLASSES; c++) {
		int cells = total ? (int)((double)width * (double)parts[c] / (double)total + 0.5) : 0;

		cells = used + cells > width ? width - used : cells;
		overview_bar(lines, screen, gpu_looks[c].role, gpu_looks[c].glyph, cells);
		used += cells;
	}
	overview_bar(lines, screen, ROLE_IDLE, GLYPH_BAR_IDLE, width - used);
}

/* The same over time: a cell is what most of its slice went to. */
static void
overview_strip(struct lines *lines, const struct pane *pane, int cols)
{
	const struct summary *s = &pane->app->session.summary;
	char from[32], to[32];
	int width;

	text_time(from, s->begin);
	text_time(to, s->end);
	if (cols < 48)
		*from = *to = '\0';
	width = cols - 4 - (*from ? (int)(strlen(from) + strlen(to)) + 2 : 0);
	lines_row(lines);
	lines_link(lines, TRACE_NONE, "pane timeline");
	lines_printf(lines, ROLE_DIM, "%s%s|", from, *from ? " " : "");
	for (int col = 0; col < width; col++) {
		int first = (int)((int64_t)SUMMARY_SLICES * col / width), end = (int)((int64_t)SUMMARY_SLICES * (col + 1) / width);
		int64_t covered[GPU_CLASSES] = {0};
		struct gpu_look look;

		for (int i = first; i < end; i++)
			for (unsigned c = 0; c < GPU_CLASSES; c++)
				covered[c] += s->slices[i][c];
		look = gpu_look_slice(covered, summary_slice(s, end) - summary_slice(s, first));
		overview_bar(lines, &pane->app->screen, look.role, look.glyph, 1);
	}
	lines_printf(lines, ROLE_DIM, "|%s%s", *to ? " " : "", to);
}

static void
overview_gpu(struct lines *lines, const struct pane *pane, int cols)
{
	const struct summary *s = &pane->app->session.summary;
	const struct tree *tree = pane->app->session.tree;
	const struct screen *screen = &pane->app->screen;
	int64_t total = s->end - s->begin;
	char text[32];

	if (!s->n_gpu && !(tree->is_cut && tree->trace->n_gpus)) {
		char line[1024];
		const char *why = trace_warning(tree->trace, WARN_NO_GPU, line, sizeof(line));

		lines_row(lines);
		lines_add(lines, ROLE_WARNING, why ? why : "no GPU events");
		return;
	}
	lines_row(lines);
	lines_printf(lines, ROLE_NORMAL, "GPU time %s", text_time(text, total));
	overview_figure(lines, screen, ROLE_BUSY, GLYPH_COUNT, "busy", percent_of(s->busy, total), cols);
	lines_printf(lines, ROLE_DIM, "   %s GPU event%s", text_count(text, s->n_gpu), s->n_gpu == 1 ? "" : "s");
	lines_row(lines);
	lines_add(lines, ROLE_DIM, "|");
	overview_parts(lines, screen, s->exposed, total, cols - 4);
	lines_add(lines, ROLE_DIM, "|");
	lines_row(lines);
	for (unsigned c = 0; c < GPU_CLASSES; c++)
		overview_figure(lines, screen, gpu_looks[c].role, gpu_looks[c].glyph, class_names[c],
			percent_of(s->exposed[c], total), cols);
	overview_figure(lines, screen, ROLE_IDLE, GLYPH_BAR_IDLE, "idle", percent_of(total - s->busy, total), cols);
	if (s->total[GPU_COMM] > s->exposed[GPU_COMM])
		overview_figure(lines, screen, ROLE_DIM, GLYPH_COUNT, "hidden comm",
			percent_of(s->total[GPU_COMM] - s->exposed[GPU_COMM], total), cols);
	if (tree->unlinked_ns)
		overview_figure(lines, screen, ROLE_WARNING, GLYPH_COUNT, "work not linked",
			percent_of(tree->unlinked_ns, s->sum), cols);
	overview_strip(lines, pane, cols);
	if (tree->is_cut) {
		lines_row(lines);
		lines_add(lines, ROLE_DIM, tree->window.by_gpu ? "below: all work that began in this time"
			: "below: all work that was launched in this time, whenever it ran");
	}
}

/* The columns of the streams, of which those on the right give way to the name. */
static const struct {
	unsigned fact;
	const char *title;
	int cells;
} stream_columns[] = {{FACT_SHARE, "busy %", 8}, {FACT_COMPUTE, "comp ms", 12}, {FACT_COMM, "comm ms", 12},
	{FACT_COPY, "copy ms", 12}, {FACT_N, "n", 10}};
#define STREAM_COLUMNS (int)(sizeof(stream_columns) / sizeof(*stream_columns))

static double
overview_share(const struct summary *s, int64_t part)
{
	return percent_of(part, s->end - s->begin);
}

/* Which columns are chosen and leave the name its room, as bits; *name: the cells that are left to it. */
static unsigned
stream_layout(const struct lines *lines, int *name)
{
	unsigned shown = 0;

	for (int c = 0; c < STREAM_COLUMNS; c++) {
		if (!lines_has_column(lines, stream_columns[c].fact))
			continue;
		if (shown && *name - stream_columns[c].cells < STREAM_NAME)
			break;
		*name -= stream_columns[c].cells;
		shown |= 1U << c;
	}
	*name = *name < 10 ? 10 : *name;
	return shown;
}

static void
overview_stream_cells(struct lines *lines, const struct summary *s, const struct summary_stream *stream, unsigned shown)
{
	for (int c = 0; c < STREAM_COLUMNS; c++) {
		int64_t part = c && c <= GPU_CLASSES ? stream->exposed[c - 1] : stream->n;
		char text[32];

		if (!(shown & 1U << c))
			continue;
		if (!c)
			snprintf(text, sizeof(text), "%.1f", overview_share(s, stream->busy));
		else if (c <= GPU_CLASSES)
			snprintf(text, sizeof(text), "%.3f", (double)part / 1e6);
		else
			text_count(text, stream->n);
		lines_right(lines, part ? ROLE_NORMAL : ROLE_DIM, stream_columns[c].cells, text);
	}
}

/* Where their table comes further down: the busiest, as many as one row holds. */
static void
overview_stream_row(struct lines *lines, const struct pane *pane, int cols)
{
	const struct summary *s = &pane->app->session.summary;
	char label[64], text[96];
	uint32_t i = 0;

	if (s->n_streams < 2)
		return;
	lines_row(lines);
	lines_link(lines, TRACE_NONE, "pane timeline");
	for (; i < s->n_streams; i++) {
		int n, rest = i + 1 < s->n_streams ? 15 : 0;

		gpu_label(pane->app->session.trace, s->streams[i].event, label, sizeof(label));
		n = snprintf(text, sizeof(text), "%s busy %.1f %%", label, overview_share(s, s->streams[i].busy));
		if (i && lines->col + 3 + n + rest > cols)
			break;
		if (i)
			lines_col(lines, lines->col + 3);
		lines_fit(lines, ROLE_NORMAL, text, strlen(text), cols);
	}
	if (i < s->n_streams)
		lines_printf(lines, ROLE_DIM, "   +%s more", text_count(text, s->n_streams - i));
}

/* Of a single stream the whole is told already. */
static void
overview_streams(struct lines *lines, const struct pane *pane, int cols)
{
	const struct summary *s = &pane->app->session.summary;
	int bar = cols >= 100 && lines_has_column(lines, FACT_SHARE) ? 20 : 0, name = cols - bar - 1;
	unsigned shown = stream_layout(lines, &name);
	uint32_t rows = s->n_streams > STREAM_ROWS + 1 ? STREAM_ROWS : s->n_streams;
	char text[64];
	const char *label;

	if (s->n_streams < 2)
		return;
	lines_heading(lines, "streams");
	lines_printf(lines, ROLE_HEADING, "streams (%s)", text_count(text, s->n_streams));
	lines_col(lines, name + bar + 1);
	for (int c = 0; c < STREAM_COLUMNS; c++)
		if (shown & 1U << c)
			lines_right(lines, ROLE_HEADING, stream_columns[c].cells, stream_columns[c].title);
	for (uint32_t i = 0; i < rows; i++) {
		lines_row(lines);
		lines_link(lines, s->streams[i].event, "timeline");
		gpu_label(pane->app->session.trace, s->streams[i].event, text, sizeof(text));
		label = name > STREAM_NAME - 3 ? text : strstr(text, "stream");
		lines_fit(lines, ROLE_NORMAL, label, strlen(label), name - 1);
		lines_col(lines, name);
		if (bar)
			overview_parts(lines, &pane->app->screen, s->streams[i].exposed, s->end - s->begin, bar);
		lines_col(lines, name + bar + 1);
		overview_stream_cells(lines, s, &s->streams[i], shown);
		overview_facts(lines, text, overview_share(s, s->streams[i].busy), s->streams[i].busy, s->streams[i].n);
		for (int c = 0; c < GPU_CLASSES && lines_fact(lines) >= 0; c++)
			table_set_int(lines->facts, lines_fact(lines), FACT_COMPUTE + c, s->streams[i].exposed[c]);
	}
	if (rows == s->n_streams)
		return;
	lines_row(lines);
	lines_link(lines, TRACE_NONE, "pane timeline");
	lines_printf(lines, ROLE_DIM, "+%s more on the timeline", text_count(text, s->n_streams - rows));
}

static void
overview_counts(struct lines *lines, const struct trace *trace, bool is_part, int cols)
{
	lines_heading(lines, "events");
	lines_add(lines, ROLE_HEADING, is_part ? "events of all of the time" : "events");
	lines_row(lines);
	for (uint32_t i = 0; i < trace->n_categories; i++) {
		const struct trace_category *category = &trace->categories[i];
		const char *name = trace_string(trace, category->name);
		char text[96], safe[48], count[32];

		if (!category->count && !category->others)
			continue;
		text_sanitise(safe, sizeof(safe), *name ? name : "no category", strlen(*name ? name : "no category"), 40);
		snprintf(text, sizeof(text), "%s %s", safe, text_count(count, category->count + category->others));
		if (lines->col && lines->col + (int)strlen(text) + 3 > cols)
			lines_row(lines);
		if (lines->col)
			lines_col(lines, lines->col + 3);
		lines_add(lines, ROLE_NORMAL, text);
	}
}

static void
overview_line(struct lines *lines, const char *command, bool odd, const char *text, int cols)
{
	lines_row(lines);
	lines_link(lines, TRACE_NONE, command);
	lines_add(lines, odd ? ROLE_WARNING : ROLE_DIM, odd ? "! " : "i ");
	lines_wrap(lines, ROLE_NORMAL, text, strlen(text), cols, 2);
}

static void
overview_notes(struct lines *lines, const struct session *session, int cols)
{
	const struct notes *notes = &session->notes;
	char text[1024];
	size_t heading = lines->n_rows + 1;

	lines_heading(lines, "worth a look");
	lines_add(lines, ROLE_HEADING, "worth a look");
	for (unsigned i = 0; i < notes->n; i++)
		if (notes->all[i].odd)
			overview_line(lines, notes->all[i].command, true, notes->all[i].text, cols);
	for (unsigned kind = 0; kind < WARNINGS; kind++) {
		const char *line = trace_warning(session->trace, (enum warning_kind)kind, text, sizeof(text));

		if (line)
			overview_line(lines, "pane warnings", true, line, cols);
	}
	for (unsigned i = 0; i < notes->n; i++)
		if (!notes->all[i].odd)
			overview_line(lines, notes->all[i].command, false, notes->all[i].text, cols);
	if (lines->n_rows == heading + 1)
		lines->n_rows = heading - 1;
}

/* Each block in order of worth: what does not fit is a few rows further down. */
static void
fill(struct pane *pane, int cols, uint32_t top)
{
	struct lines *lines = pane->state;
	const struct session *session = &pane->app->session;
	bool tall = pane->app->screen.rows >= TALL_ROWS;

	lines_begin(lines, facts, FACTS);
	overview_identity(lines, session, cols);
	overview_gpu(lines, pane, cols);
	if (tall)
		overview_streams(lines, pane, cols);
	else
		overview_stream_row(lines, pane, cols);
	overview_lists(lines, pane, cols, top);
	overview_notes(lines, session, cols);
	if (!tall)
		overview_streams(lines, pane, cols);
	overview_counts(lines, session->trace, session->tree->is_cut, cols);
	lines_end(lines);
}

static void
overview_fill(struct pane *pane, int cols)
{
	const struct lines *lines = pane->state;
	uint32_t height = pane->height > 0 ? (uint32_t)pane->height : 0;

	fill(pane, cols, TOP_ROWS);
	if (lines->n_rows + OVERVIEW_LISTS <= height)
		fill(pane, cols, TOP_ROWS + (height - (uint32_t)lines->n_rows) / OVERVIEW_LISTS);
}

static void
overview_close(struct pane *pane)
{
	lines_free(pane->state);
}

static uint32_t
overview_rows(const struct pane *pane)
{
	return (uint32_t)((const struct lines *)pane->state)->n_rows;
}

static void
overview_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	struct canvas inner = canvas_part(canvas, 0, 1, canvas->rows, canvas->cols - 1);

	lines_draw(pane->state, &inner, y, row, pane->shift);
	if (lines_is_tagged(pane->state, row))
		canvas_put(canvas, y, 0, ROLE_FOUND, '*');
}

static void
overview_resize(struct pane *pane, int cols)
{
	lines_refill(pane, overview_fill, cols > 4 ? cols - 2 : cols);
}

static void
overview_title(const struct pane *pane, struct buffer *left, struct buffer *right)
{
	const char *name = strrchr(pane->app->session.path, '/');

	buffer_add_text(left, name ? name + 1 : pane->app->session.path);
	if (pane->app->session.trace->meta.partial)
		buffer_add_text(right, "partial");
	lines_title(pane->state, right);
}

static uint32_t
overview_event(const struct pane *pane, uint32_t row)
{
	return ((const struct lines *)pane->state)->rows[row].event;
}

static bool
overview_search(struct pane *pane, const struct pattern *pattern, int step, bool here, struct pane_hits *hits)
{
	return lines_search(pane, pane->state, pattern, step, here, hits);
}

static unsigned
overview_enter(struct pane *pane, const char *argument, struct error *err)
{
	const struct lines *lines = pane->state;

	(void)argument;
	if (pane->cursor < lines->n_rows && lines->rows[pane->cursor].command)
		return app_run(pane->app, lines->rows[pane->cursor].command, err) ? STALE_FAILED : STALE_SCREEN;
	if (pane->cursor < lines->n_rows && lines->rows[pane->cursor].event != TRACE_NONE)
		return app_goto(pane->app, lines->rows[pane->cursor].event, err);
	error_set(err, "this line leads nowhere");
	return STALE_FAILED;
}

static int
overview_snapshot(const struct pane *pane, struct table **out, struct error *err)
{
	return lines_snapshot(pane->state, pane->ops->id, out, err);
}

static const char *
overview_instead(const struct pane *pane)
{
	static const struct {
		const char *section, *command;
	} tables[] = {{"categories", "pane categories"}, {"kernels and copies", "pane kernels"}};
	const struct lines *lines = pane->state;
	const char *section = pane->cursor < lines->n_rows && lines->facts
		? table_cell(lines->facts, lines->rows[pane->cursor].fact, FACT_SECTION).s : NULL;

	for (size_t i = 0; section && i < sizeof(tables) / sizeof(*tables); i++)
		if (!strcmp(section, tables[i].section))
			return tables[i].command;
	return "operators";
}

/* How many events or calls the row of a list stands for; 0: it is none of a list. */
static int64_t
overview_count(const struct pane *pane, uint32_t row)
{
	const struct lines *lines = pane->state;
	uint32_t fact = lines->rows[row].fact;

	return lines->facts && !table_is_null(lines->facts, fact, FACT_N) ? table_cell(lines->facts, fact, FACT_N).i : 0;
}

/* Of one that stands for many its figures, before an event of them in short. */
static void
overview_describe(const struct pane *pane, uint32_t row, struct lines *lines, int cols)
{
	const struct lines *own = pane->state;
	uint32_t fact = own->rows[row].fact;
	int64_t n = overview_count(pane, row);
	char text[32], count[32];
	const char *name;

	if (n < 2)
		return;
	name = table_cell(own->facts, fact, FACT_NAME).s;
	lines_row(lines);
	lines_wrap(lines, ROLE_NORMAL, name, strnlen(name, EVENT_VALUE_BYTES), cols, 0);
	lines_pair(lines, cols, "GPU time", ROLE_BUSY, "%.3f ms   %.1f %%", (double)table_cell(own->facts, fact, FACT_TIME).i / 1e6,
		table_cell(own->facts, fact, FACT_SHARE).d);
	lines_pair(lines, cols, "n", ROLE_NORMAL, "%s   mean %s", text_count(count, (uint64_t)n),
		text_time(text, table_cell(own->facts, fact, FACT_TIME).i / n));
	if (own->rows[row].event != TRACE_NONE)
		lines_section(lines, "the longest of them");
}

static unsigned
overview_event_parts(const struct pane *pane, uint32_t row)
{
	return overview_count(pane, row) > 1 ? 0 : EVENT_BESIDE;
}

static const struct pane_command overview_commands[] = {
	{COMMAND_ENTER, overview_enter},
	{COMMAND_COUNT, NULL}
};

const struct pane_ops overview_pane = {
	.id = "overview",
	.title = "sonde",
	.help = "what the trace is, where the GPU's time goes, what is worth a look",
	.flags = PANE_DETAIL_ASKED,
	.state_size = sizeof(struct lines),
	.close = overview_close,
	.resize = overview_resize,
	.rows = overview_rows,
	.hides = lines_hides,
	.title_text = overview_title,
	.draw = overview_draw,
	.event = overview_event,
	.describe = overview_describe,
	.parts = overview_event_parts,
	.search = overview_search,
	.snapshot = overview_snapshot,
	.cell = lines_cell,
	.save = lines_save,
	.load = lines_load,
	.commands = overview_commands,
	.more = {lines_commands},
	.instead = overview_instead,
	.columns = facts,
	.n_columns = FACTS,
};
