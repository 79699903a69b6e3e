/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of a table pane. */
#include "tui/sheet_pane_priv.h"
#include "tui/state.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
is_tagged(const void *ctx, uint32_t row)
{
	return ((const struct sheet_state *)ctx)->tags[row];
}

static bool
is_open(const void *ctx, uint32_t row)
{
	const struct outline *outline = &((const struct sheet_state *)ctx)->outline;

	return outline->entry[row] != OUTLINE_NONE && outline_is_open(outline, outline->entry[row])
		&& outline_has_children(outline, outline->entry[row]);
}

void
sheet_save(const struct pane *pane, struct buffer *out)
{
	const struct sheet_state *s = pane->state;
	const char *id = pane->ops->id;
	struct buffer columns = {0};

	if (s->sheet && strcmp(s->sheet->id, pane->ops->sheet))
		state_add(out, id, "sheet", "%s", s->sheet->id);
	if (*s->filter)
		state_add(out, id, "filter", "%s", s->filter);
	if (s->sort < 0 && s->descending)
		state_add(out, id, "sort", "- down");
	else if (s->sort >= 0)
		state_add(out, id, "sort", "%s %s", s->table->columns[s->sort].def->id,
			s->descending ? "down" : "up");
	for (uint32_t i = 0; i < s->n_columns; i++)
		buffer_printf(
			&columns, "%s%s", i ? "," : "", s->table->columns[s->columns[i]].def->id);
	if (columns.data)
		state_add(out, id, "columns", "%s", columns.data);
	buffer_free(&columns);
	state_add_bits(out, id, "tags", is_tagged, s, s->table->n_rows);
	if (sheet_has_levels(s)) {
		state_add(out, id, "fold", "all");
		state_add_bits(out, id, "open", is_open, s, s->table->n_rows);
		for (unsigned i = 0; i < s->n_zoom; i++)
			state_add(out, id, "zoom", "%u", s->zoom[i]);
	} else if (s->tagged_only) {
		state_add(out, id, "tagged-only", "1");
	}
	if (sheet_n_rows(s))
		state_add(out, id, "at", "%u", sheet_row(s, pane->cursor));
}

static void
set_tag(void *ctx, uint32_t row)
{
	struct sheet_state *s = ctx;

	s->n_tags += !s->tags[row];
	s->tags[row] = true;
}

static void
set_open(void *ctx, uint32_t row)
{
	struct sheet_state *s = ctx;

	if (s->outline.entry[row] != OUTLINE_NONE
		&& outline_has_children(&s->outline, s->outline.entry[row]))
		outline_set_open(&s->outline, s->outline.entry[row], true);
}

static void
load_sort(struct sheet_state *s, const char *value)
{
	struct error ignored;
	char name[128];
	int column;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(value, " "), value);
	column = table_find_column(s->table, name);
	if (column < 0 && strcmp(name, "-"))
		return;
	s->sort = column;
	s->descending = strstr(value, " down") != NULL;
	sheet_select(s, &ignored);
}

static void
load_rows(struct pane *pane, const char *key, const char *value)
{
	struct sheet_state *s = pane->state;
	uint32_t row = (uint32_t)strtoul(value, NULL, 10);
	bool there = sheet_has_levels(s) && row < s->table->n_rows
		&& s->outline.entry[row] != OUTLINE_NONE;

	if (!strcmp(key, "fold") && sheet_has_levels(s)) {
		s->n_zoom = 0;
		outline_open_range(&s->outline, 0, s->outline.n, 0);
	} else if (!strcmp(key, "open") && sheet_has_levels(s))
		state_each(value, s->table->n_rows, set_open, s);
	else if (!strcmp(key, "zoom") && there && s->n_zoom < SHEET_ZOOM_MAX)
		s->zoom[s->n_zoom++] = row;
	else if (!strcmp(key, "at") && row < s->table->n_rows)
		pane_set_cursor(pane, sheet_find_row(s, row));
}

void
sheet_load(struct pane *pane, const char *key, const char *value)
{
	struct sheet_state *s = pane->state;
	struct error ignored;

	if (!strcmp(key, "sheet") && *pane->ops->sheet)
		sheet_pane_show(pane, value, &ignored);
	if (!s->table)
		return;
	if (!strcmp(key, "filter"))
		pane_command(pane, COMMAND_FILTER, value, &ignored);
	else if (!strcmp(key, "columns"))
		pane_command(pane, COMMAND_COLUMNS, value, &ignored);
	else if (!strcmp(key, "sort"))
		load_sort(s, value);
	else if (!strcmp(key, "tags"))
		state_each(value, s->table->n_rows, set_tag, s);
	else if (!strcmp(key, "tagged-only"))
		pane_command(pane, COMMAND_ZOOM, "", &ignored);
	else
		load_rows(pane, key, value);
}
