/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loading: windows of text, cut where an event surely seems to begin, are
 * scanned by several threads and joined in the order of the file.
 *
 * That a window begins between two events is a guess until the one before has
 * been scanned to exactly its end. Where the guess was wrong, the text is
 * scanned again from the last whole element; so the result never depends on
 * where windows were cut or on who scanned them.
 */
#include "document_priv.h"
#include "join_priv.h"
#include "left_priv.h"
#include "load_priv.h"
#include "tail_priv.h"
#include "base/mem.h"
#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define WINDOW_SIZE ((size_t)512 << 10)
#define HEAD_SIZE ((size_t)64 << 10)
#define THREADS_MAX 8
#define WINDOWS_MAX (2 * THREADS_MAX + 2)

enum window_state { WINDOW_FREE, WINDOW_TAKEN, WINDOW_SCANNED };

struct worker {
	struct loader *loader;
	struct scanner scanner;
	struct scanner_map map;
	pthread_t thread;
	bool started;
};

struct window {
	char *text;		/* WINDOW_SIZE + LEX_PAD */
	size_t len, used;
	uint64_t offset;	/* of text[0] in the whole text */
	bool last;		/* no text comes behind it */
	enum window_state state;
	enum scan_end end;
	struct worker *by;
	struct batch batch;
};

struct loader {
	struct trace *trace;
	struct source *source;
	struct progress *progress;
	struct document document;
	struct joiner joiner;

	pthread_mutex_t read_lock;	/* the source, carry and what is read next */
	char *carry;			/* begins the next window */
	size_t carry_len;
	uint64_t offset;		/* of carry[0] */
	uint64_t sequence;
	bool at_end;

	pthread_mutex_t lock;		/* the windows' states */
	pthread_cond_t freed;
	struct window windows[WINDOWS_MAX];
	unsigned n_windows;
	uint64_t join_next;
	bool joining, stop;

	/* of whoever joins */
	struct worker repair;		/* scans again what was cut wrongly */
	struct batch repair_batch;
	struct left left;		/* from the last whole element on */
	struct tail tail;
	atomic_bool array_ended;	/* nothing is to be scanned in windows that are read from now on */
	struct error error;
	bool failed;

	struct worker workers[THREADS_MAX];
	unsigned n_workers;
};

/* --- reading windows ---------------------------------------------------------- */

static bool
loader_cancelled(const struct loader *l)
{
	return l->progress && atomic_load_explicit(&l->progress->cancelled, memory_order_relaxed);
}

static void
loader_fail(struct loader *l, const struct error *err)
{
	if (!l->failed)
		l->error = *err;
	l->failed = true;
	l->stop = true;
}

/* Keeps what begins the last event for the next window. */
static void
loader_cut(struct loader *l, struct window *w)
{
	const char *cut = scan_find_last_event(w->text, w->text + w->len);

	l->carry_len = 0;
	if (!cut || cut == w->text)
		return;
	l->carry_len = w->len - (size_t)(cut - w->text);
	memcpy(l->carry, cut, l->carry_len);
	w->len -= l->carry_len;
}

/* Fills the window that is next; false at the end or on an error. Holds read_lock. */
static bool
loader_read(struct loader *l, struct window *w)
{
	struct error err;
	int64_t n;

	memcpy(w->text, l->carry, l->carry_len);
	n = source_read(l->source, w->text + l->carry_len, WINDOW_SIZE - l->carry_len, &err);
	if (n < 0) {
		pthread_mutex_lock(&l->lock);
		loader_fail(l, &err);
		pthread_mutex_unlock(&l->lock);
		return false;
	}
	w->offset = l->offset;
	w->len = l->carry_len + (size_t)n;
	l->at_end = w->last = w->len < WINDOW_SIZE;
	if (l->at_end)
		l->carry_len = 0;
	else
		loader_cut(l, w);
	l->offset += w->len;
	memset(w->text + w->len, 0, LEX_PAD);
	if (l->progress)
		atomic_store_explicit(&l->progress->done, source_input(l->source)->next, memory_order_relaxed);
	return true;
}

/* The next window, filled, or NULL when there is nothing more to do. */
static struct window *
loader_take(struct loader *l)
{
	struct window *w = NULL;
	bool stop;

	pthread_mutex_lock(&l->read_lock);
	if (l->at_end) {
		pthread_mutex_unlock(&l->read_lock);
		return NULL;
	}
	pthread_mutex_lock(&l->lock);
	w = &l->windows[l->sequence % l->n_windows];
	while (w->state != WINDOW_FREE && !l->stop)
		pthread_cond_wait(&l->freed, &l->lock);
	stop = l->stop;
	if (!stop)
		w->state = WINDOW_TAKEN;
	pthread_mutex_unlock(&l->lock);
	if (stop || loader_cancelled(l) || !loader_read(l, w)) {
		l->at_end = true;
		w = NULL;
	} else {
		l->sequence++;
	}
	pthread_mutex_unlock(&l->read_lock);
	return w;
}

/* --- joining ------------------------------------------------------------------- */

static void
loader_end_array(struct loader *l)
{
	l->tail.document = &l->document;
	atomic_store_explicit(&l->array_ended, true, memory_order_relaxed);
}

/* Takes over what a scan of text gave; offset: behind what was used. */
static int
loader_accept(struct loader *l, struct worker *by, const struct batch *batch, enum scan_end end, const char *text,
	size_t len, size_t used, uint64_t offset, struct error *err)
{
	if (end == SCAN_FAILED)
		return error_no_memory(err, "loading events");
	if (batch->n_events && join_batch(&l->joiner, &by->map, batch, err))
		return -1;
	if (end == SCAN_ARRAY_END) {
		int result;

		loader_end_array(l);
		document_jump(&l->document, offset);
		result = tail_feed(&l->tail, text + used, len - used, offset, false, err);
		left_clear(&l->left);
		return result;
	}
	if (end == SCAN_DOCUMENT) {
		loader_end_array(l);
		tail_cut(&l->tail, offset);
	}
	left_clear(&l->left);
	if (end == SCAN_PARTIAL && !left_begin(&l->left, text + used, len - used, offset))
		return error_no_memory(err, "loading events");
	return 0;
}

/* A scan of what was left ended inside an element: that is left, but for what is long in it. */
static int
loader_keep_left(struct loader *l, size_t used, struct error *err)
{
	struct left *left = &l->left;
	const char *open = scan_open_value(&l->repair.scanner, left->text.data + used);
	struct warning *warning = &l->trace->warnings[WARN_LONG];
	size_t behind = open ? left->text.len - (size_t)(open - left->text.data) : 0, at;
	uint64_t offset;
	bool shortened;

	left_use(left, used);
	if (left->text.len > LEFT_EVENT_KEPT && !left_thin(left, &l->repair.scanner.index))
		return error_no_memory(err, "loading events");
	if (!open)
		return 0;
	at = left->text.len - behind;
	offset = left_offset(left, at);
	if (!left_shorten(left, left->text.data + at, &shortened))
		return error_no_memory(err, "loading events");
	if (shortened && !warning->count++) {
		warning->event = l->trace->n;
		warning->offset = offset;
	}
	return 0;
}

/* The window begins inside an element: scanned again behind what was left. */
static int
loader_repair(struct loader *l, const struct window *w, struct error *err)
{
	struct scanner *scanner = &l->repair.scanner;
	struct left *left = &l->left;
	enum scan_end end;
	size_t used;

	if (!left_add(left, w->text, w->len))
		return error_no_memory(err, "loading events");
	if (!w->last && (left->passing || left->text.len < left->wanted))
		return 0;
	batch_clear(&l->repair_batch);
	scanner->gaps = left->gaps;
	scanner->n_gaps = left->n_gaps;
	scanner->last = w->last;
	end = scan_elements(scanner, left->text.data, left->text.len, left->offset, &l->repair_batch, &used);
	scanner->n_gaps = 0;
	if (join_tell(&l->repair.map, &l->repair_batch, err))
		return -1;
	if (end != SCAN_PARTIAL)
		return loader_accept(l, &l->repair, &l->repair_batch, end, left->text.data, left->text.len, used,
			left_offset(left, used), err);
	if (l->repair_batch.n_events && join_batch(&l->joiner, &l->repair.map, &l->repair_batch, err))
		return -1;
	return loader_keep_left(l, used, err);
}

static void
loader_join(struct loader *l, struct window *w)
{
	struct error err;
	int result;

	if (l->array_ended)
		result = tail_feed(&l->tail, w->text, w->len, w->offset, false, &err);
	else if (join_tell(&w->by->map, &w->batch, &err))
		result = -1;
	else if (l->left.text.len)
		result = loader_repair(l, w, &err);
	else
		result = loader_accept(l, w->by, &w->batch, w->end, w->text, w->len, w->used, w->offset + w->used, &err);
	if (l->progress) {
		atomic_store_explicit(&l->progress->text, w->offset + w->len, memory_order_relaxed);
		atomic_store_explicit(&l->progress->events, l->trace->n, memory_order_relaxed);
	}
	if (!result)
		return;
	pthread_mutex_lock(&l->lock);
	loader_fail(l, &err);
	pthread_mutex_unlock(&l->lock);
}

/* Joins the windows that are next, unless another thread is at it: then that one goes on to these. */
static void
loader_give(struct loader *l, struct window *w)
{
	pthread_mutex_lock(&l->lock);
	w->state = WINDOW_SCANNED;
	if (!l->joining) {
		l->joining = true;
		while ((w = &l->windows[l->join_next % l->n_windows])->state == WINDOW_SCANNED) {
			if (!l->failed) {
				pthread_mutex_unlock(&l->lock);
				loader_join(l, w);
				pthread_mutex_lock(&l->lock);
			}
			w->state = WINDOW_FREE;
			l->join_next++;
			pthread_cond_broadcast(&l->freed);
		}
		l->joining = false;
	}
	pthread_mutex_unlock(&l->lock);
}

static void *
loader_work(void *data)
{
	struct worker *worker = data;
	struct loader *l = worker->loader;
	struct window *w;

	while ((w = loader_take(l))) {
		w->by = worker;
		batch_clear(&w->batch);
		if (!atomic_load_explicit(&l->array_ended, memory_order_relaxed)) {
			worker->scanner.last = w->last;
			w->end = scan_elements(&worker->scanner, w->text, w->len, w->offset, &w->batch, &w->used);
		}
		loader_give(l, w);
	}
	return NULL;
}

/* --- the whole ------------------------------------------------------------------- */

/* Reads up to the first event. */
static int
loader_read_head(struct loader *l, struct error *err)
{
	size_t size = HEAD_SIZE;
	enum document_state state;
	bool last = false;

	do {
		char *text = mem_alloc(1, size);
		int64_t n = text ? source_read(l->source, text, size, err) : error_no_memory(err, "reading the trace");
		bool fed = n >= 0 && document_feed(&l->document, text, (size_t)n);

		free(text);
		if (!fed)
			return n < 0 ? -1 : error_no_memory(err, "reading the trace");
		last = (size_t)n < size;
		if (last && l->source->text == 0)
			return error_set(err, "holds no text: the %s stream is cut or damaged at its start",
				l->source->format);
		state = document_parse(&l->document, last, err);
		if (state == DOCUMENT_FAILED || loader_cancelled(l))
			return state == DOCUMENT_FAILED ? -1 : error_set(err, "loading was cancelled");
		if (size < (size_t)16 << 20)
			size *= 2;
	} while (state == DOCUMENT_MORE && !last);
	return 0;
}

/* What the head's reading took too much is where scanning begins. */
static int
loader_scan_rest(struct loader *l, struct error *err)
{
	struct document *d = &l->document;
	size_t len = d->text.len - d->used, used = 0;
	const char *text = d->text.data + d->used;
	uint64_t offset = d->offset + d->used;
	enum scan_end end;

	end = scan_elements(&l->repair.scanner, text, len, offset, &l->repair_batch, &used);
	if (join_tell(&l->repair.map, &l->repair_batch, err))
		return -1;
	if (end == SCAN_PARTIAL && len - used < WINDOW_SIZE) {	/* the usual case: it goes on in a window */
		memcpy(l->carry, text + used, len - used);
		l->carry_len = len - used;
		l->offset = offset + used;
		end = SCAN_CLEAN;
		len = used;
	} else {
		l->offset = offset + len;
	}
	if (end != SCAN_ARRAY_END)
		return loader_accept(l, &l->repair, &l->repair_batch, end, text, len, used, offset + used, err);
	d->used += used;
	loader_end_array(l);
	return join_batch(&l->joiner, &l->repair.map, &l->repair_batch, err);
}

static void
loader_run(struct loader *l)
{
	for (unsigned i = 1; i < l->n_workers; i++)
		l->workers[i].started = !pthread_create(&l->workers[i].thread, NULL, loader_work, &l->workers[i]);
	loader_work(&l->workers[0]);
	for (unsigned i = 1; i < l->n_workers; i++)
		if (l->workers[i].started)
			pthread_join(l->workers[i].thread, NULL);
}

static void
load_note(struct trace *trace, enum warning_kind kind, uint64_t offset, uint64_t count, int64_t amount,
	const char *detail)
{
	trace->warnings[kind] = (struct warning){count, offset, TRACE_NONE, amount, detail};
}

/* What follows the document's last member: it closes, and nothing but blanks comes then. */
static int
loader_finish_tail(struct loader *l, bool *whole, struct error *err)
{
	struct tail *tail = &l->tail;
	const char *bytes;

	if (!tail->ended && tail_feed(tail, "", 0, 0, true, err))
		return -1;
	*whole = tail->ended && !tail->cut;
	if (!tail->first)
		return 0;
	if (tail->first == '{' || tail->first == '[') {
		load_note(l->trace, WARN_SECOND_DOCUMENT, tail->offset, 1, (int64_t)tail->bytes, "document");
		return 0;
	}
	bytes = arena_printf(&l->trace->arena, "%" PRIu64 " byte%s", tail->bytes, tail->bytes == 1 ? "" : "s");
	if (!bytes)
		return error_no_memory(err, "loading");
	load_note(l->trace, WARN_TRAILING, tail->offset, 1, (int64_t)tail->bytes, bytes);
	return 0;
}

/* Whether the text ends as it should, and what to say when not. */
static int
loader_finish_text(struct loader *l, struct error *err)
{
	struct trace *trace = l->trace;
	struct document *d = &l->document;
	bool whole = d->is_array && !l->left.text.len;

	if (l->array_ended && loader_finish_tail(l, &whole, err))
		return -1;
	if (d->n_long)
		load_note(trace, WARN_LONG_METADATA, d->long_offset, d->n_long, 0, d->long_key);
	if (d->again && !trace->warnings[WARN_SECOND_DOCUMENT].count)
		load_note(trace, WARN_SECOND_DOCUMENT, d->again_offset, 1, 0, "list of events");
	if (d->n_damaged)
		load_note(trace, WARN_METADATA, d->damaged_offset, d->n_damaged, 0, d->damaged_key);
	trace->meta.text_bytes = l->source->text;
	if (l->source->damage != SOURCE_WHOLE)
		load_note(trace, WARN_INFLATE, l->source->text, 1, 0,
			l->source->damage == SOURCE_CUT ? "is cut" : "is damaged");
	if (loader_cancelled(l))
		load_note(trace, WARN_CANCELLED, l->source->text, 1, 0, NULL);
	else if (!whole && l->source->damage == SOURCE_WHOLE)
		load_note(trace, WARN_TRUNCATED, l->tail.cut ? l->tail.offset : l->source->text, 1, 0, NULL);
	if (source_has_more_files(l->source))
		load_note(trace, WARN_MORE_FILES, 0, 1, 0, NULL);
	if (source_has_rubbish(l->source) && !trace->warnings[WARN_TRAILING].count)
		load_note(trace, WARN_TRAILING, l->source->text, 1, 0, "bytes that are not compressed");
	trace->meta.partial = !whole || l->source->damage != SOURCE_WHOLE || loader_cancelled(l);
	return 0;
}

/* How much text there may be: compressed traces hold about twelve times their size. */
static uint64_t
load_guess_text(const struct source *source)
{
	uint64_t size = source_input(source)->size;

	return strcmp(source->format, "JSON") ? size * 12 : size;
}

static int
loader_init(struct loader *l, struct trace *trace, struct source *source, const struct trace_options *options)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned threads = options && options->threads ? options->threads : cores > 0 ? (unsigned)cores : 1;

	l->trace = trace;
	l->source = source;
	l->progress = options ? options->progress : NULL;
	l->document.arena = &trace->arena;
	l->document.packed = strcmp(source->format, "JSON") ? source->format : NULL;
	l->n_workers = threads < THREADS_MAX ? threads : THREADS_MAX;
	l->n_windows = 2 * l->n_workers + 2;
	pthread_mutex_init(&l->read_lock, NULL);
	pthread_mutex_init(&l->lock, NULL);
	pthread_cond_init(&l->freed, NULL);
	l->carry = mem_alloc(1, WINDOW_SIZE);
	if (!l->carry || joiner_init(&l->joiner, trace, load_guess_text(source), options ? options->most_events : 0)
	    || scanner_init(&l->repair.scanner))
		return -1;
	for (unsigned i = 0; i < l->n_workers; i++) {
		l->workers[i].loader = l;
		if (scanner_init(&l->workers[i].scanner))
			return -1;
	}
	for (unsigned i = 0; i < l->n_windows; i++) {
		l->windows[i].text = mem_alloc(1, WINDOW_SIZE + LEX_PAD);
		if (!l->windows[i].text)
			return -1;
	}
	if (l->progress)
		atomic_store(&l->progress->total, source_input(source)->size);
	return 0;
}

static void
loader_free(struct loader *l)
{
	for (unsigned i = 0; i < l->n_workers; i++) {
		scanner_free(&l->workers[i].scanner);
		scanner_map_free(&l->workers[i].map);
	}
	for (unsigned i = 0; i < l->n_windows; i++) {
		free(l->windows[i].text);
		batch_free(&l->windows[i].batch);
	}
	scanner_free(&l->repair.scanner);
	scanner_map_free(&l->repair.map);
	batch_free(&l->repair_batch);
	left_free(&l->left);
	document_free(&l->document);
	joiner_free(&l->joiner);
	free(l->carry);
	pthread_mutex_destroy(&l->read_lock);
	pthread_mutex_destroy(&l->lock);
	pthread_cond_destroy(&l->freed);
}

static int
loader_load(struct loader *l, struct error *err)
{
	if (loader_read_head(l, err) || loader_scan_rest(l, err))
		return -1;
	loader_run(l);
	if (l->failed) {
		*err = l->error;
		return -1;
	}
	if (loader_finish_text(l, err))
		return -1;
	if (trace_read_meta(l->trace, l->document.members, l->document.n_members, err))
		return -1;
	l->joiner.is_bare = l->document.is_array;
	return trace_finish(&l->joiner, err);
}

int
load_trace(struct trace *trace, struct source *source, const struct trace_options *options, struct error *err)
{
	struct loader *l = mem_zero(1, sizeof(*l));
	int result;

	if (!l)
		return error_no_memory(err, "loading");
	result = loader_init(l, trace, source, options) ? error_no_memory(err, "loading") : loader_load(l, err);
	loader_free(l);
	free(l);
	return result;
}
