/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/warning_rows.h"
#include <string.h>

static const char copy_again[] = "copy the file again, or let the profiler end before its process does";
static const char look_there[] = "look at the file from that byte on; have the profiler write it again";
static const char look_at_metadata[] = "look at distributedInfo in the trace, and how the job numbers its ranks";
static const char nothing[] = "nothing has to be done";

const struct warning_about warnings_about[WARNINGS] = {
	[WARN_TRUNCATED] = {WARNING_LOST,
		"what the profiler wrote behind the cut is in no figure", copy_again},
	[WARN_CANCELLED] = {WARNING_LOST,
		"what stands behind that byte is in no figure", "open the trace again and let it load"},
	[WARN_INFLATE] = {WARNING_LOST,
		"what the rest of the stream holds is in no figure", copy_again},
	[WARN_SECOND_DOCUMENT] = {WARNING_LOST,
		"events of the second document are in no figure", "make a file of each document"},
	[WARN_TRAILING] = {WARNING_LOST,
		"events there, if there are any, are in no figure", look_there},
	[WARN_MORE_FILES] = {WARNING_LOST,
		"what the other files hold is in no figure", "unpack the archive and open each file"},
	[WARN_METADATA] = {WARNING_LIMITED,
		"what the value tells, as device, rank or versions, is not known", look_there},
	[WARN_LONG_METADATA] = {WARNING_LIMITED,
		"what the value tells is not known", "leave it out of the trace"},
	[WARN_DAMAGED] = {WARNING_LOST,
		"these events are in no figure, all others are", look_there},
	[WARN_NOT_OBJECT] = {WARNING_HARMLESS,
		"they are counted all the same, so that ids of events are their places in the file", nothing},
	[WARN_ESCAPE] = {WARNING_HARMLESS,
		"names show a backslash and what follows it", nothing},
	[WARN_CONTROL] = {WARNING_HARMLESS,
		"the bytes are shown as signs, and count as part of the name", nothing},
	[WARN_UTF8] = {WARNING_HARMLESS,
		"the bytes are shown as signs, and count as part of the name", nothing},
	[WARN_VALUE] = {WARNING_LIMITED,
		"what the value would tell of its event is not known", look_there},
	[WARN_LONG] = {WARNING_LIMITED,
		"the texts are told cut, the values not at all", "leave them out of the trace"},
	[WARN_NO_TIME] = {WARNING_LOST,
		"they are in no table, tree or timeline; :goto EVENT shows one", look_there},
	[WARN_FAR] = {WARNING_SKEWED,
		"the time from first to last is mostly empty; durations and GPU times are as they are, unless the event is of the GPU",
		"look at the event: its time stamp may be wrong, or be left over from another recording"},
	[WARN_DURATION] = {WARNING_SKEWED,
		"times that they are part of are too short", look_there},
	[WARN_STRAY_END] = {WARNING_LOST,
		"what began before the recording and ended in it is in no figure",
		"record from before the work that matters"},
	[WARN_UNFINISHED] = {WARNING_SKEWED,
		"their durations are what was seen of them", "record until the work that matters is done"},
	[WARN_NO_CATEGORY] = {WARNING_LOST,
		"they are in no table, tree or timeline; :goto EVENT shows one",
		"give events that you write yourself a cat"},
	[WARN_RANK] = {WARNING_HARMLESS,
		"the rank is told as the metadata has it", "name the file after its rank"},
	[WARN_WORLD] = {WARNING_LIMITED,
		"which rank it is cannot be relied on; collectives of ranks are told by these numbers", look_at_metadata},
	[WARN_NO_EVENTS] = {WARNING_LIMITED,
		"there is nothing to show",
		"record around the work, and step() a profiler that has a schedule"},
	[WARN_NO_GPU] = {WARNING_LIMITED,
		"host times alone are known: every GPU time is 0",
		"load all of a whole file; record with the GPU among the activities, where the driver lets users read its "
		"counters; other profilers' categories are not read"},
	[WARN_NO_SHAPES] = {WARNING_LIMITED,
		"they have no arithmetic and no roofline, and their calls of all shapes are one row",
		"record with record_shapes=True"},
	[WARN_MERGED_RANKS] = {WARNING_SKEWED,
		"sums are over all ranks, as if one process had done it all", "open the trace of each rank"},
	[WARN_DEVICES] = {WARNING_SKEWED,
		"busy and idle times are of all devices together: one that waits while another works is not idle",
		"look at each stream in the overview, or record a process for each device"},
	[WARN_UNLINKED] = {WARNING_SKEWED,
		"the GPU's times have them, those of operators and modules do not",
		"record from before their launch, as a schedule with warm-up does"},
	[WARN_EARLY] = {WARNING_SKEWED,
		"durations are right; waits between host and GPU, idle causes and the order of both are off by as much",
		"record again; profilers align the clocks when they start"},
	[WARN_NO_KERNEL] = {WARNING_SKEWED,
		"what they launched is missing in the times of operators and of the GPU",
		"synchronize the device before the profiler stops"},
	[WARN_GRAPH] = {WARNING_LIMITED,
		"their time stands at the launch of the graph, not at operators",
		"record without graphs (as with enforce_eager) to see operators"},
	[WARN_FORWARD_AMBIGUOUS] = {WARNING_LIMITED,
		"which module they belong to, and what their forward took, is not known",
		"record one process a file"},
	[WARN_OVERRUN] = {WARNING_SKEWED,
		"host times of these frames are shorter than in the file; GPU times are as they are", nothing},
	[WARN_OVERLAP] = {WARNING_SKEWED,
		"both count in full: host times below their caller can add up to more than it took", nothing},
	[WARN_STREAM_OVERLAP] = {WARNING_SKEWED,
		"summed times count the overlap twice, busy times once",
		"sonde report --cut ends each where the next one begins"},
	[WARN_CUT] = {WARNING_SKEWED,
		"summed times are less than what was recorded", "without --cut all of them count in full"},
};

enum { AT_TEXT, AT_MEANS, AT_ADVICE, AT_ID, AT_EFFECT, AT_COUNT, AT_EVENT, AT_OFFSET };

const struct column_def warnings_columns[WARNINGS_COLUMNS] = {
	[AT_TEXT] = {"text", "Warning", CELL_TEXT, UNIT_NONE, 0, 80, "what is odd"},
	[AT_MEANS] = {"means", "Means", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 60, "what it does to figures"},
	[AT_ADVICE] = {"advice", "To do", CELL_TEXT, UNIT_NONE, COLUMN_NOISY, 60, "what can be done about it"},
	[AT_ID] = {"id", "Id", CELL_TEXT, UNIT_NONE, COLUMN_KEY, 17, "kind of warning, as in sonde info"},
	[AT_EFFECT] = {"effect", "Effect", CELL_TEXT, UNIT_NONE, COLUMN_DESCENDING, 8,
		"harmless, limited: less is told, lost: events are in no figure, skewed: figures are off"},
	[AT_COUNT] = {"count", "Count", CELL_INT, UNIT_COUNT, COLUMN_DESCENDING, 9, "how often"},
	[AT_EVENT] = {"event", "First event", CELL_INT, UNIT_EVENT, 0, 9, "the first that it is about"},
	[AT_OFFSET] = {"offset", "At byte", CELL_INT, UNIT_NONE, COLUMN_NOISY, 12,
		"where the first stands in the inflated text"},
};

static int
warnings_row(struct table *table, const struct trace *trace, enum warning_kind kind, const char *text)
{
	const struct warning *warning = &trace->warnings[kind];
	const struct warning_about *about = &warnings_about[kind];
	int64_t row = table_add_row(table);

	if (row < 0 || table_set_text_copy(table, row, AT_TEXT, text, strlen(text)))
		return -1;
	table_set_text(table, row, AT_MEANS, about->means);
	table_set_text(table, row, AT_ADVICE, about->advice);
	table_set_text(table, row, AT_ID, warning_id(kind));
	table_set_text(table, row, AT_EFFECT, about->effect);
	table_set_int(table, row, AT_COUNT, (int64_t)warning->count);
	if (warning->event < trace->n)
		table_set_int(table, row, AT_EVENT, warning->event);
	if (warning->offset)
		table_set_int(table, row, AT_OFFSET, (int64_t)warning->offset);
	return 0;
}

int
warnings_fill(struct table *table, const struct trace *trace, struct error *err)
{
	int status = table_add_columns(table, warnings_columns, WARNINGS_COLUMNS);

	for (unsigned kind = 0; kind < WARNINGS && !status; kind++) {
		char line[1024];
		const char *text = trace_warning(trace, (enum warning_kind)kind, line, sizeof(line));

		if (text)
			status = warnings_row(table, trace, (enum warning_kind)kind, text);
	}
	return status ? error_no_memory(err, "listing warnings") : 0;
}
