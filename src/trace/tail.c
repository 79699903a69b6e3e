/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tail_priv.h"

/* Behind the document. */
static void
tail_count(struct tail *tail, const char *text, size_t len, uint64_t offset)
{
	const char *p = text, *end = text + len;

	while (!tail->first && p < end && (lex_is_blank(*p) || !*p))
		p++;
	if (!tail->first && p < end) {
		tail->first = *p;
		tail->offset = offset + (uint64_t)(p - text);
	}
	tail->bytes += (uint64_t)(end - p);
}

void
tail_cut(struct tail *tail, uint64_t offset)
{
	tail->ended = tail->cut = true;
	tail->first = '{';
	tail->offset = offset;
}

int
tail_feed(struct tail *tail, const char *text, size_t len, uint64_t offset, bool last, struct error *err)
{
	struct document *d = tail->document;
	enum document_state state;

	if (tail->ended) {
		tail_count(tail, text, len, offset);
		return 0;
	}
	if (!document_feed(d, text, len))
		return error_no_memory(err, "reading the trace's metadata");
	if (!last && d->text.len < tail->wanted)
		return 0;
	state = document_parse(d, last, err);
	if (state == DOCUMENT_FAILED)
		return -1;
	tail->wanted = document_wants(d);
	tail->ended = state == DOCUMENT_END;
	if (tail->ended)
		tail_count(tail, d->text.data + d->used, d->text.len - d->used, d->offset + d->used);
	return 0;
}
