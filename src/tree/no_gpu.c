/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace without GPU work: what there is of it instead, which may be why. */
#include "tree_priv.h"
#include "base/buffer.h"
#include "base/text.h"
#include <string.h>

#define NAMED_MOST 3	/* categories that are not known */

/* The one with most events of those that were not taken yet; TRACE_NONE: none is left. */
static uint32_t
next_category(const struct trace *trace, const uint32_t *taken, uint32_t n_taken)
{
	uint32_t best = TRACE_NONE;

	for (uint32_t i = 0; i < trace->n_categories; i++) {
		const struct trace_category *category = &trace->categories[i];
		bool is_taken = !category->count || trace_knows_category(trace_string(trace, category->name));

		for (uint32_t k = 0; k < n_taken && !is_taken; k++)
			is_taken = taken[k] == i;
		if (!is_taken && (best == TRACE_NONE || category->count > trace->categories[best].count))
			best = i;
	}
	return best;
}

static bool
tell_categories(struct buffer *out, const struct trace *trace)
{
	uint32_t taken[NAMED_MOST], n = 0, at;
	bool good = true;

	while (n < NAMED_MOST && (at = next_category(trace, taken, n)) != TRACE_NONE) {
		const char *name = trace_string(trace, trace->categories[at].name);
		char safe[96], count[32];

		text_sanitise(safe, sizeof(safe), name, strlen(name), 40);
		if (!n)
			good = buffer_printf(out, "%scategories that are not known here: ", out->len ? "; " : "");
		good = good && buffer_printf(out, "%s%s (%s)", n ? ", " : "", *safe ? safe : "events without one",
			text_count(count, trace->categories[at].count));
		taken[n++] = at;
	}
	if (n == NAMED_MOST && next_category(trace, taken, n) != TRACE_NONE)
		good = good && buffer_add_text(out, " and more");
	return good;
}

/* GPU events that cannot be placed. */
static uint32_t
count_timeless(const struct trace *trace)
{
	uint32_t n = 0;

	for (uint32_t row = 0; row < trace->n_gpus; row++)
		n += (trace->flags[trace->gpus[row].event] & EVENT_NO_TIME) != 0;
	return n;
}

int
tree_tell_no_gpu(struct trace *trace)
{
	uint32_t timeless = count_timeless(trace);
	struct buffer out = {0};
	char count[32];
	bool good = true;

	if (timeless)
		good = buffer_printf(&out, "%s without a usable time", text_count(count, timeless));
	if (trace->meta.partial)
		good = good && buffer_printf(&out, "%snone in the part that was read", out.len ? "; " : "");
	good = good && tell_categories(&out, trace);
	if (good && !out.len)
		good = buffer_add_text(&out, "the trace tells of the host alone");
	if (good) {
		trace_warn(trace, WARN_NO_GPU, TRACE_NONE, 0);
		trace->warnings[WARN_NO_GPU].detail = arena_strndup(&trace->arena, out.data, out.len);
		good = trace->warnings[WARN_NO_GPU].detail;
	}
	buffer_free(&out);
	return good ? 0 : -1;
}
