/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace.h"
#include "base/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * In a text: %n the count, %s an s unless it is one, %o the first one's byte
 * offset, %e the first one's event, %a the amount, %p an s unless that is one,
 * %q an es, %z "it" or "them", %t the amount as a time,
 * %d the detail, %l the elements that were loaded.
 */
static const struct {
	const char *id, *text;
} warnings[WARNINGS] = {
	[WARN_TRUNCATED] = {"truncated", "the file is cut at byte %o: %l elements were read, this is a partial trace"},
	[WARN_CANCELLED] = {"cancelled", "loading was stopped at byte %o: %l elements were read, this is a partial trace"},
	[WARN_INFLATE] = {"inflate", "the compressed stream %d after %o bytes of text: %l elements were read, this is a partial trace"},
	[WARN_SECOND_DOCUMENT] = {"second_document", "a second %d begins at byte %o and was not read: only the first one was loaded"},
	[WARN_TRAILING] = {"trailing", "%d behind the document's end, from byte %o on, not read"},
	[WARN_MORE_FILES] = {"more_files", "the zip archive holds further files, only the first trace was read"},
	[WARN_METADATA] = {"metadata", "%n metadata value%s could not be read, first \"%d\" at byte %o"},
	[WARN_LONG_METADATA] = {"long_metadata", "%n metadata value%s not kept, longer than 16 MB or behind 64 MB of others, first \"%d\" at byte %o"},
	[WARN_DAMAGED] = {"damaged", "%n damaged event%s skipped, first at byte %o (event %e)"},
	[WARN_NOT_OBJECT] = {"not_object", "%n element%s skipped that are no events, first at byte %o (event %e)"},
	[WARN_ESCAPE] = {"escape", "%n event%s with invalid escapes, kept as they stand, first at byte %o (event %e)"},
	[WARN_CONTROL] = {"control", "%n event%s with raw control bytes in a string, first at byte %o (event %e)"},
	[WARN_UTF8] = {"utf8", "%n name%s that are not UTF-8, first at byte %o (event %e)"},
	[WARN_VALUE] = {"value", "%n event%s with a missing or unknown value, first at byte %o (event %e)"},
	[WARN_LONG] = {"long", "%n value%s longer than 16 MB, texts cut there and others left out, first at byte %o (event %e)"},
	[WARN_NO_TIME] = {"no_time", "%n event%s without a usable time stamp, not placed, first event %e"},
	[WARN_FAR] = {"far_time", "%n event%s far from the others, by up to %t: the trace's time from first to last is stretched by %z, first event %e"},
	[WARN_DURATION] = {"duration", "%n event%s with a negative, missing or impossible duration, taken as 0, first event %e"},
	[WARN_STRAY_END] = {"stray_end", "%n end%s without a begin, first event %e"},
	[WARN_UNFINISHED] = {"unfinished", "%n begin%s without an end, closed at the end of the trace, first event %e"},
	[WARN_NO_CATEGORY] = {"no_category", "%n timed event%s without a category: they count neither as operators nor as GPU work, first event %e"},
	[WARN_RANK] = {"rank", "the file's name says rank %a, its metadata another: the metadata is believed"},
	[WARN_WORLD] = {"world_size", "the trace is of rank %a, but its metadata knows %d ranks, counted from 0"},
	[WARN_NO_EVENTS] = {"no_events", "no events: nothing in the trace has a duration"},
	[WARN_NO_GPU] = {"no_gpu", "no GPU events: %d"},
	[WARN_NO_SHAPES] = {"no_shapes", "%n of %a operator%p with kernels without input shapes"},
	[WARN_MERGED_RANKS] = {"merged_ranks", "%n correlation id%s used by more than one process or device: it looks like a merged multi-rank trace; linked within each rank"},
	[WARN_DEVICES] = {"devices", "%n devices are taken as one timeline: what runs at once counts once"},
	[WARN_UNLINKED] = {"unlinked", "%n GPU event%s, %t, without a launch in the trace, first event %e"},
	[WARN_EARLY] = {"gpu_early", "%n GPU event%s starting before the call that launched %z begins, by at most %t: the host's clock and the GPU's disagree, first event %e"},
	[WARN_NO_KERNEL] = {"no_kernel", "%n of %a launch%q without GPU activity, first event %e"},
	[WARN_GRAPH] = {"graph", "%n GPU event%s, %t, started by graph launches, without an operator of their own"},
	[WARN_FORWARD_AMBIGUOUS] = {"forward_ambiguous", "%n backward operator%s with more than one possible forward, left unlinked, first event %e"},
	[WARN_OVERRUN] = {"overrun", "%n Python frame%s outlasting the caller, cut for the tree, by at most %t, first event %e"},
	[WARN_OVERLAP] = {"overlap", "%n event%s overlapping the one before on the thread, kept as siblings, by at most %t, first event %e"},
	[WARN_CUT] = {"cut", "%n GPU event%s ended, as asked for, where the next one on the stream begins: %t less than recorded, the last of them event %e"},
	[WARN_STREAM_OVERLAP] = {"stream_overlap", "%n GPU event%s running past the start of a later one on the stream (early launch, or a wrong duration), by at most %t: event %e, %d"},
};

const char *
warning_id(enum warning_kind kind)
{
	return warnings[kind].id;
}

void
trace_warn(struct trace *trace, enum warning_kind kind, uint32_t event, int64_t amount)
{
	struct warning *w = &trace->warnings[kind];

	if (!w->count++) {
		w->event = event;
		w->offset = event == TRACE_NONE ? 0 : trace->offset[event];
		w->amount = amount;
	} else if (amount > w->amount) {
		w->amount = amount;
	}
}

static const char *
warning_part(const struct trace *trace, const struct warning *w, char what, char out[64])
{
	switch (what) {
	case 'n':
		return text_count(out, w->count);
	case 's':
		return text_plural(w->count);
	case 'p':
		return text_plural((uint64_t)w->amount);
	case 'q':
		return w->amount == 1 ? "" : "es";
	case 'z':
		return w->count == 1 ? "it" : "them";
	case 'o':
		snprintf(out, 64, "%" PRIu64, w->offset);
		return out;
	case 'e':
		snprintf(out, 64, "%" PRIu32, w->event);
		return out;
	case 'a':
		return text_count(out, (uint64_t)w->amount);
	case 't':
		return text_time(out, w->amount);
	case 'd':
		return w->detail ? w->detail : "";
	case 'l':
		return text_count(out, trace->n - trace->warnings[WARN_NOT_OBJECT].count
			- trace->warnings[WARN_DAMAGED].count);
	default:
		return "";
	}
}

const char *
trace_warning(const struct trace *trace, enum warning_kind kind, char *line, size_t size)
{
	const struct warning *w = &trace->warnings[kind];
	size_t used = 0;

	if (!w->count || !size)
		return NULL;
	for (const char *p = warnings[kind].text; *p; p++) {
		char one[2] = {*p, '\0'}, out[64];
		const char *part = one;
		size_t len;

		if (*p == '%' && p[1])
			part = warning_part(trace, w, *++p, out);
		len = strlen(part);
		if (used + len >= size)
			break;
		memcpy(line + used, part, len);
		used += len;
	}
	while (used && line[used - 1] == ' ')
		used--;
	line[used] = '\0';
	return line;
}
