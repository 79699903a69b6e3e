/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "join_priv.h"
#include "base/mem.h"
#include "base/text.h"
#include "category_priv.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TOTAL_LIMIT (INT64_MAX / 4)
#define FAILED UINT32_MAX
#define TEXT_PER_EVENT 200	/* bytes, a little less than profilers write */
#define GUESS_MAX (UINT64_C(1) << 26)

void
joiner_free(struct joiner *joiner)
{
	intern_free(&joiner->process_index);
	intern_free(&joiner->track_index);
	intern_free(&joiner->signature_index);
	intern_free(&joiner->category_index);
	buffer_free(&joiner->scratch);
	free(joiner->ends);
}

void
scanner_map_free(struct scanner_map *map)
{
	free(map->strings.to);
	free(map->compact.to);
	free(map->tracks.to);
	free(map->signatures.to);
	free(map->categories.to);
	batch_free(&map->told);
}

/* The place for a number's translation, zero when it is new; NULL: no memory. */
static uint32_t *
number_map_at(struct number_map *map, uint32_t number)
{
	if (number >= map->cap) {
		size_t old = map->cap;

		if (!mem_reserve(&map->to, &map->cap, (size_t)number + 1, sizeof(*map->to)))
			return NULL;
		memset(map->to + old, 0, (map->cap - old) * sizeof(*map->to));
	}
	return &map->to[number];
}

/* --- texts -------------------------------------------------------------------- */

static uint32_t
join_string(struct joiner *j, struct scanner_map *map, uint32_t local)
{
	uint32_t *to = number_map_at(&map->strings, local), id;

	if (!to)
		return FAILED;
	if (*to)
		return *to - 1;
	id = intern_add(&j->trace->strings, map->told.strings[local].text, map->told.strings[local].len);
	if (id != INTERN_NONE)
		*to = id + 1;
	return id;
}

/* The same, for an argument's JSON: a trace's layout does not tell equal arguments apart. */
static uint32_t
join_json(struct joiner *j, struct scanner_map *map, uint32_t local)
{
	uint32_t *to = number_map_at(&map->compact, local), id;

	if (!local)
		return 0;
	if (!to)
		return FAILED;
	if (*to)
		return *to - 1;
	if (!strchr("[{", map->told.strings[local].text[0]))
		return join_string(j, map, local);
	buffer_clear(&j->scratch);
	if (!lex_compact(map->told.strings[local].text, map->told.strings[local].len, &j->scratch))
		return FAILED;
	id = intern_add(&j->trace->strings, j->scratch.data, j->scratch.len);
	if (id != INTERN_NONE)
		*to = id + 1;
	return id;
}

/* A collective's argument: as written, but on one line. */
static uint32_t
join_line(struct joiner *j, struct scanner_map *map, uint32_t local)
{
	if (memchr(map->told.strings[local].text, '\n', map->told.strings[local].len))
		return join_json(j, map, local);
	return join_string(j, map, local);
}

/* --- tracks, signatures, categories ---------------------------------------------- */

static uint32_t
join_id(struct joiner *j, struct scanner_map *map, struct raw_id id)
{
	char text[24];
	int len;

	if (id.number == TRACE_NO_NUMBER)
		return join_string(j, map, id.text);
	len = snprintf(text, sizeof(text), "%" PRId64, id.number);
	return intern_add(&j->trace->strings, text, (size_t)len);
}

static uint32_t
join_process(struct joiner *j, uint32_t pid, int64_t number)
{
	struct trace *trace = j->trace;
	uint32_t id = intern_add(&j->process_index, (const char *)&pid, sizeof(pid));

	if (id == INTERN_NONE || id < trace->n_processes)
		return id;
	if (!mem_reserve(&trace->processes, &j->cap_processes, (size_t)id + 1, sizeof(*trace->processes)))
		return FAILED;
	trace->processes[trace->n_processes++] = (struct trace_process){pid, number, 0, 0, TRACE_NO_NUMBER};
	return id;
}

static uint32_t
join_track(struct joiner *j, struct scanner_map *map, uint32_t local)
{
	uint32_t *to = number_map_at(&map->tracks, local), pid, tid, process, key[2], id;
	const struct raw_track *raw = &map->told.tracks[local];
	struct trace *trace = j->trace;

	if (!to)
		return FAILED;
	if (*to)
		return *to - 1;
	pid = join_id(j, map, raw->pid);
	tid = join_id(j, map, raw->tid);
	if (pid == FAILED || tid == FAILED)
		return FAILED;
	process = join_process(j, pid, raw->pid.number);
	if (process == FAILED)
		return FAILED;
	key[0] = process;
	key[1] = tid;
	id = intern_add(&j->track_index, (const char *)key, sizeof(key));
	if (id == INTERN_NONE
		|| !mem_reserve(&trace->tracks, &j->cap_tracks, (size_t)id + 1, sizeof(*trace->tracks)))
		return FAILED;
	if (id == trace->n_tracks)
		trace->tracks[trace->n_tracks++] = (struct trace_track){
			process, tid, raw->tid.number, 0, TRACE_NO_NUMBER};
	*to = id + 1;
	return id;
}

uint32_t
join_add_signature(struct joiner *j, const struct trace_signature *signature)
{
	struct trace *trace = j->trace;
	uint32_t id = intern_add(&j->signature_index, (const char *)signature, sizeof(*signature));

	if (id == INTERN_NONE
		|| !mem_reserve(&trace->signatures, &j->cap_signatures, (size_t)id + 1, sizeof(*signature)))
		return FAILED;
	if (id == trace->n_signatures)
		trace->signatures[trace->n_signatures++] = *signature;
	return id;
}

static uint32_t
join_signature(struct joiner *j, struct scanner_map *map, uint32_t local)
{
	uint32_t *to = number_map_at(&map->signatures, local), id;
	struct trace_signature raw;
	bool failed;

	if (!to)
		return FAILED;
	if (*to)
		return *to - 1;
	raw = map->told.signatures[local];
	raw.dims = join_json(j, map, raw.dims);
	raw.types = join_json(j, map, raw.types);
	raw.strides = join_json(j, map, raw.strides);
	raw.concrete = join_json(j, map, raw.concrete);
	failed = raw.dims == FAILED || raw.types == FAILED || raw.strides == FAILED || raw.concrete == FAILED;
	for (unsigned i = 0; i < TRACE_EXTRAS; i++) {
		raw.extras[i] = join_json(j, map, raw.extras[i]);
		failed |= raw.extras[i] == FAILED;
	}
	if (failed)
		return FAILED;
	id = join_add_signature(j, &raw);
	if (id != FAILED)
		*to = id + 1;
	return id;
}

static uint32_t
join_category(struct joiner *j, struct scanner_map *map, uint32_t local)
{
	uint32_t *to = number_map_at(&map->categories, local), name, id;
	const struct intern_entry *entry = &map->told.strings[local];
	struct trace *trace = j->trace;
	const char *text;

	if (!to)
		return FAILED;
	if (*to)
		return *to - 1;
	text = category_name(category_kind(entry->text, entry->len), entry->text);
	name = intern_add(&trace->strings, text, text == entry->text ? entry->len : strlen(text));
	if (name == INTERN_NONE)
		return FAILED;
	id = intern_find(&j->category_index, (const char *)&name, sizeof(name));
	if (id == INTERN_NONE && trace->n_categories == UINT16_MAX)
		id = UINT16_MAX - 1;	/* that many are no categories: the rest share the last */
	else if (id == INTERN_NONE)
		id = intern_add(&j->category_index, (const char *)&name, sizeof(name));
	if (id == INTERN_NONE
		|| !mem_reserve(&trace->categories, &j->cap_categories, (size_t)id + 1, sizeof(*trace->categories)))
		return FAILED;
	if (id == trace->n_categories)
		trace->categories[trace->n_categories++] = (struct trace_category){name, 0, 0};
	*to = id + 1;
	return id;
}

/* --- columns ---------------------------------------------------------------------- */

#define EVENT_COLUMNS(X) X(ts) X(dur) X(offset) X(link) X(name) X(track) X(aux) X(category) X(kind) X(phase) X(flags)

static bool
columns_reserve(struct joiner *j, size_t need)
{
	struct trace *trace = j->trace;
	size_t cap = j->cap_events;

	if (need <= cap)
		return true;
#define X(column) \
	cap = j->cap_events; \
	if (!mem_reserve(&trace->column, &cap, need, sizeof(*trace->column))) \
		return false; \
	mem_expect_fill(trace->column, cap, sizeof(*trace->column));
	EVENT_COLUMNS(X)
#undef X
	j->cap_events = cap;
	return true;
}

/*
 * Room for all events at once spares moving them as their number grows. What is
 * not used is never touched, so it costs nothing and is given back at the end.
 */
int
joiner_init(struct joiner *joiner, struct trace *trace, uint64_t text_bytes, uint32_t most_events)
{
	uint64_t guess = text_bytes / TEXT_PER_EVENT;
	const struct trace_signature none = {0};

	*joiner = (struct joiner){.trace = trace, .earliest = INT64_MAX,
		.most_events = most_events ? most_events : UINT32_MAX - 1};
	if (!columns_reserve(joiner, (size_t)(guess < GUESS_MAX ? guess : GUESS_MAX) + 64))
		return -1;
	if (intern_add(&trace->strings, "", 0) != 0
		|| intern_add(&joiner->signature_index, (const char *)&none, sizeof(none)) != 0
		|| !mem_reserve(&trace->signatures, &joiner->cap_signatures, 1, sizeof(none)))
		return -1;
	trace->signatures[trace->n_signatures++] = none;
	return 0;
}

void
joiner_trim(struct joiner *j)
{
	struct trace *trace = j->trace;
	size_t cap;

#define X(column) \
	cap = j->cap_events; \
	mem_trim(&trace->column, &cap, trace->n, sizeof(*trace->column));
	EVENT_COLUMNS(X)
#undef X
	j->cap_events = trace->n;
}

static void
join_warn(struct trace *trace, enum warning_kind kind, uint32_t event, uint64_t offset)
{
	struct warning *w = &trace->warnings[kind];

	if (!w->count++) {
		w->event = event;
		w->offset = offset;
	}
}

static void
join_marks(struct trace *trace, const struct raw_event *raw, uint32_t event)
{
	if (raw->marks & LEX_ESCAPE)
		join_warn(trace, WARN_ESCAPE, event, raw->offset);
	if (raw->marks & LEX_CONTROL)
		join_warn(trace, WARN_CONTROL, event, raw->offset);
	if (raw->marks & LEX_VALUE)
		join_warn(trace, WARN_VALUE, event, raw->offset);
	if (raw->marks & STRING_NOT_UTF8)
		join_warn(trace, WARN_UTF8, event, raw->offset);
}

/* Durations whose sum would not fit are taken as damaged, so that no sum of them overflows. */
static int64_t
join_duration(struct joiner *j, const struct raw_event *raw, uint8_t *flags)
{
	if (raw->dur <= TOTAL_LIMIT - j->total_ns) {
		j->total_ns += raw->dur;
		return raw->dur;
	}
	*flags |= EVENT_BAD_DURATION;
	return 0;
}

/* An event with a duration: counted, and what it lacks is noted. */
void
join_timed(struct joiner *j, uint32_t event)
{
	struct trace *trace = j->trace;
	struct trace_category *category = &trace->categories[trace->category[event]];

	category->count++;
	j->has_timed = true;
	if (trace->flags[event] & EVENT_NO_TIME)
		trace_warn(trace, WARN_NO_TIME, event, 0);
	else if (trace->flags[event] & EVENT_BAD_DURATION)
		trace_warn(trace, WARN_DURATION, event, 0);
	if (!category->name)
		trace_warn(trace, WARN_NO_CATEGORY, event, 0);
}

static int
join_event(struct joiner *j, struct scanner_map *map, const struct raw_event *raw)
{
	struct trace *trace = j->trace;
	uint32_t i = trace->n, name, track, category, signature = 0;

	name = join_string(j, map, raw->name);
	category = join_category(j, map, raw->category);
	track = map->told.n_tracks ? join_track(j, map, raw->track) : 0;
	if (raw->signature)
		signature = join_signature(j, map, raw->signature);
	if (name == FAILED || category == FAILED || track == FAILED || signature == FAILED)
		return -1;
	trace->flags[i] = raw->flags;
	trace->ts[i] = raw->ts;
	trace->dur[i] = join_duration(j, raw, &trace->flags[i]);
	trace->offset[i] = raw->offset;
	trace->link[i] = raw->link;
	trace->name[i] = name;
	trace->track[i] = track;
	trace->aux[i] = signature;
	trace->category[i] = (uint16_t)category;
	trace->kind[i] = raw->kind;
	trace->phase[i] = raw->phase;
	if (raw->marks & ~LEX_ESCAPED)
		join_marks(trace, raw, i);
	if (raw->phase == 'X')
		join_timed(j, i);
	else if (raw->kind != EVENT_SKIPPED)
		trace->categories[category].others++;
	if (raw->phase == 'B' || raw->phase == 'E')
		j->has_pairs = true;
	if (raw->kind == EVENT_MEMORY && raw->flags & EVENT_NO_TIME)
		trace_warn(trace, WARN_NO_TIME, i, 0);
	j->has_events |= raw->phase || !(raw->flags & EVENT_NO_TIME);
	if (raw->ts < j->earliest && event_has_time(raw->kind, raw->flags))
		j->earliest = raw->ts;
	trace->n++;
	return 0;
}

/* --- side tables -------------------------------------------------------------------- */

#define SIDE_RESERVE(j, list, more) \
	((uint64_t)(j)->trace->n_##list + (more) < UINT32_MAX \
	&& mem_reserve(&(j)->trace->list, &(j)->cap_##list, (size_t)(j)->trace->n_##list + (more), \
		sizeof(*(j)->trace->list)))

static bool
join_reserve(struct joiner *j, const struct batch *b)
{
	return columns_reserve(j, (size_t)j->trace->n + b->n_events) && SIDE_RESERVE(j, gpus, b->n_gpus)
		&& SIDE_RESERVE(j, sequences, b->n_sequences) && SIDE_RESERVE(j, copies, b->n_copies)
		&& SIDE_RESERVE(j, collectives, b->n_collectives) && SIDE_RESERVE(j, memories, b->n_memories)
		&& SIDE_RESERVE(j, ranks, b->n_ranks);
}

static void
join_plain_rows(struct joiner *j, const struct batch *b, uint32_t first)
{
	struct trace *trace = j->trace;

	for (size_t i = 0; i < b->n_gpus; i++) {
		const struct raw_gpu *raw = &b->gpus[i];

		trace->aux[first + raw->event] = trace->n_gpus;
		trace->gpus[trace->n_gpus++] = (struct trace_gpu){first + raw->event, raw->device, raw->stream,
			raw->external};
	}
	for (size_t i = 0; i < b->n_sequences; i++) {
		trace->sequences[trace->n_sequences] = b->sequences[i];
		trace->sequences[trace->n_sequences++].event += first;
	}
	for (size_t i = 0; i < b->n_copies; i++) {
		trace->copies[trace->n_copies] = b->copies[i];
		trace->copies[trace->n_copies++].event += first;
	}
	for (size_t i = 0; i < b->n_memories; i++) {
		trace->memories[trace->n_memories] = b->memories[i];
		trace->memories[trace->n_memories++].event += first;
	}
	for (size_t i = 0; i < b->n_ranks; i++)
		trace->ranks[trace->n_ranks++] = (struct trace_rank){b->ranks[i].event + first, b->ranks[i].rank};
	for (size_t i = 0; i < b->n_damages; i++)
		join_warn(trace, b->damages[i].kind, b->damages[i].event + first, b->damages[i].offset);
}

static int
join_collectives(struct joiner *j, struct scanner_map *map, const struct batch *b,
	uint32_t first)
{
	struct trace *trace = j->trace;

	for (size_t i = 0; i < b->n_collectives; i++) {
		struct trace_collective row = b->collectives[i];
		const struct {
			uint32_t *text, list;
		} texts[] = {{&row.name, 0}, {&row.dtype, 0}, {&row.in_elements, 0}, {&row.out_elements, 0},
			{&row.in_split, COLLECTIVE_IN_SPLIT}, {&row.out_split, COLLECTIVE_OUT_SPLIT},
			{&row.group_size, 0}, {&row.group_name, 0}, {&row.group_description, 0},
			{&row.group_ranks, COLLECTIVE_RANKS}};

		for (size_t t = 0; t < sizeof(texts) / sizeof(*texts); t++) {
			uint32_t *text = texts[t].text;

			*text = row.lists & texts[t].list ? join_json(j, map, *text) : join_line(j, map, *text);
			if (*text == FAILED)
				return -1;
		}
		row.event += first;
		trace->collectives[trace->n_collectives++] = row;
	}
	return 0;
}

static int
join_metas(struct joiner *j, struct scanner_map *map, const struct batch *b)
{
	struct trace *trace = j->trace;

	for (size_t i = 0; i < b->n_metas; i++) {
		const struct raw_meta *raw = &b->metas[i];
		uint32_t text = join_string(j, map, raw->text), id = join_track(j, map, raw->track);
		struct trace_track *track;
		struct trace_process *process;

		if (text == FAILED || id == FAILED)
			return -1;
		track = &trace->tracks[id];
		process = &trace->processes[track->process];
		switch (raw->what) {
		case META_PROCESS_NAME:
			process->name = text;
			break;
		case META_PROCESS_LABELS:
			process->labels = text;
			break;
		case META_PROCESS_SORT:
			process->sort_index = raw->number;
			break;
		case META_THREAD_NAME:
			track->name = text;
			break;
		case META_THREAD_SORT:
			track->sort_index = raw->number;
			break;
		}
	}
	return 0;
}

static int
join_ends(struct joiner *j, struct scanner_map *map, const struct batch *b, uint32_t first)
{
	if (!mem_reserve(&j->ends, &j->cap_ends, j->n_ends + b->n_ends, sizeof(*j->ends)))
		return -1;
	for (size_t i = 0; i < b->n_ends; i++) {
		struct raw_end row = b->ends[i];

		row.event += first;
		if (row.signature)
			row.signature = join_signature(j, map, row.signature);
		if (row.signature == FAILED)
			return -1;
		j->ends[j->n_ends++] = row;
	}
	return 0;
}

int
join_tell(struct scanner_map *map, const struct batch *b, struct error *err)
{
	struct batch *told = &map->told;

	if (!mem_reserve(&told->strings, &told->cap_strings, told->n_strings + b->n_strings, sizeof(*told->strings))
		|| !mem_reserve(&told->tracks, &told->cap_tracks, told->n_tracks + b->n_tracks, sizeof(*told->tracks))
		|| !mem_reserve(&told->signatures, &told->cap_signatures, told->n_signatures + b->n_signatures,
			sizeof(*told->signatures)))
		return error_no_memory(err, "loading events");
	for (size_t i = 0; i < b->n_strings; i++)
		told->strings[told->n_strings++] = b->strings[i];
	for (size_t i = 0; i < b->n_tracks; i++)
		told->tracks[told->n_tracks++] = b->tracks[i];
	for (size_t i = 0; i < b->n_signatures; i++)
		told->signatures[told->n_signatures++] = b->signatures[i];
	return 0;
}

int
join_batch(struct joiner *j, struct scanner_map *map, const struct batch *b, struct error *err)
{
	uint32_t first = j->trace->n;
	char most[32];

	if ((uint64_t)first + b->n_events > j->most_events)
		return error_set_at(err, (int64_t)b->events[j->most_events - first].offset, "more than %s events",
			text_count(most, j->most_events));
	if (!join_reserve(j, b))
		return error_no_memory(err, "loading events");
	for (size_t i = 0; i < b->n_events; i++)
		if (join_event(j, map, &b->events[i]))
			return error_no_memory(err, "loading events");
	join_plain_rows(j, b, first);
	if (join_collectives(j, map, b, first) || join_metas(j, map, b) || join_ends(j, map, b, first))
		return error_no_memory(err, "loading events");
	return 0;
}
