/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree/merged.h"
#include "base/hash.h"
#include "base/mem.h"
#include "tree/merged_priv.h"
#include <ctype.h>
#include <string.h>

struct merged_key {
	uint32_t parent, label, dims;
};

struct merged_maker {
	const struct trace *trace;
	const struct tree *tree;
	const struct merged_options *options;
	struct merged *merged;
	uint32_t *label;	/* string id -> label, TRACE_NONE until asked for */
	uint8_t *layer;		/* string id -> 1: a frame of this name makes a row, 2: it does not, 0: not known */
	struct merged_key *keys;	/* of each row */
	size_t cap_rows, cap_keys;
	uint32_t *slots;	/* open addressing, row + 1 */
	uint32_t n_slots;	/* a power of two */
};

/* The label of a name: its string id, or past those the class of a module. */
static bool
maker_label(struct merged_maker *m, uint32_t name, uint32_t *label)
{
	const char *text;
	size_t len, end;
	uint32_t class;

	*label = m->label[name];
	if (*label != TRACE_NONE)
		return true;
	text = trace_string(m->trace, name);
	len = end = strlen(text);
	while (end && isdigit((unsigned char)text[end - 1]))
		end--;
	if (strncmp(text, "nn.Module:", 10) || end == len || !end || text[end - 1] != '_') {
		*label = m->label[name] = name;
		return true;
	}
	class = intern_add(&m->merged->classes, text, end - 1);
	if (class == INTERN_NONE || class >= TRACE_NONE - m->trace->strings.n)
		return false;
	*label = m->label[name] = m->trace->strings.n + class;
	return true;
}

/* Whether the event makes a row of its own. */
static bool
maker_wants(struct merged_maker *m, uint32_t event)
{
	uint8_t *layer;

	if (m->trace->kind[event] != EVENT_PYTHON || m->options->python == MERGED_PYTHON_ALL)
		return true;
	if (m->options->python == MERGED_PYTHON_NONE)
		return false;
	layer = &m->layer[m->trace->name[event]];
	if (!*layer)
		*layer = tree_is_module(m->trace, event) ? 1 : 2;
	return *layer == 1;
}

static uint64_t
key_hash(const struct merged_key *key)
{
	return hash_mix(hash_u64((uint64_t)key->parent << 32 | key->label), key->dims + UINT64_C(0x9e3779b97f4a7c15));
}

static bool
maker_rehash(struct merged_maker *m)
{
	uint32_t n = m->n_slots ? m->n_slots * 2 : 1024;
	uint32_t *slots = n ? mem_zero(n, sizeof(*slots)) : NULL;

	if (!slots)
		return false;
	for (uint32_t row = 0; row < m->merged->n; row++) {
		uint32_t slot = (uint32_t)key_hash(&m->keys[row]) & (n - 1);

		while (slots[slot])
			slot = (slot + 1) & (n - 1);
		slots[slot] = row + 1;
	}
	free(m->slots);
	m->slots = slots;
	m->n_slots = n;
	return true;
}

/* The row of the key, made when it is new; TRACE_NONE when memory runs out. */
static uint32_t
maker_row(struct merged_maker *m, const struct merged_key *key, uint32_t event, uint32_t root)
{
	struct merged *merged = m->merged;
	uint32_t slot, row;

	if (merged->n >= m->n_slots / 2 && !maker_rehash(m))
		return TRACE_NONE;
	slot = (uint32_t)key_hash(key) & (m->n_slots - 1);
	for (; m->slots[slot]; slot = (slot + 1) & (m->n_slots - 1)) {
		row = m->slots[slot] - 1;
		if (!memcmp(&m->keys[row], key, sizeof(*key)))
			return row;
	}
	row = merged->n;
	if (!mem_reserve(&merged->rows, &m->cap_rows, (size_t)row + 1, sizeof(*merged->rows))
	    || !mem_reserve(&m->keys, &m->cap_keys, (size_t)row + 1, sizeof(*m->keys)))
		return TRACE_NONE;
	m->keys[row] = *key;
	merged->rows[row] = (struct merged_row){.first = event, .root = root, .label = key->label, .parent = key->parent,
		.depth = key->parent == TRACE_NONE ? 0 : merged->rows[key->parent].depth + 1};
	m->slots[slot] = row + 1;
	merged->n = row + 1;
	return row;
}

/* The row of the event at the position, whose parent's is known. */
static bool
maker_event(struct merged_maker *m, uint32_t pos, uint32_t root, uint32_t root_row)
{
	const struct trace *trace = m->trace;
	uint32_t event = m->tree->order[pos], up = m->tree->parent[event], row;
	struct merged_key key = {up == TRACE_NONE ? root_row : m->merged->row[m->tree->pos[up]], 0, 0};

	m->merged->row[pos] = key.parent;
	if (!maker_wants(m, event))
		return true;
	if (!maker_label(m, trace->name[event], &key.label))
		return false;
	if (m->options->shapes && trace->kind[event] == EVENT_OP)
		key.dims = trace->signatures[trace->aux[event]].dims;
	row = maker_row(m, &key, event, root);
	if (row == TRACE_NONE)
		return false;
	m->merged->row[pos] = row;
	m->merged->rows[row].count++;
	m->merged->rows[row].host_ns += trace->dur[event];
	return true;
}

static bool
maker_fill(struct merged_maker *m)
{
	for (uint32_t root = 0; root < m->tree->n_roots; root++) {
		struct merged_key key = {TRACE_NONE, root, 0};
		uint32_t row = maker_row(m, &key, TRACE_NONE, root);

		if (row == TRACE_NONE)
			return false;
		m->merged->rows[row].count = 1;
		for (uint32_t pos = m->tree->roots[root].begin; pos < m->tree->roots[root].end; pos++)
			if (!maker_event(m, pos, root, row))
				return false;
	}
	return true;
}

/* Turns rows in order of their making, parents before children, into pre-order. */
static bool
merged_reorder(struct merged *merged)
{
	uint32_t n = merged->n, top = 0;
	uint32_t *place = mem_alloc(n, sizeof(*place)), *next = mem_alloc(n, sizeof(*next));
	struct merged_row *rows = mem_alloc(n, sizeof(*rows));

	if (!place || !next || !rows) {
		free(place);
		free(next);
		free(rows);
		return false;
	}
	for (uint32_t i = n; i-- > 0;) {
		merged->rows[i].size++;
		if (merged->rows[i].parent != TRACE_NONE)
			merged->rows[merged->rows[i].parent].size += merged->rows[i].size;
	}
	for (uint32_t i = 0; i < n; i++) {
		struct merged_row *row = &merged->rows[i];
		uint32_t *at = row->parent == TRACE_NONE ? &top : &next[row->parent];

		place[i] = *at;
		*at += row->size;
		next[i] = place[i] + 1;
		if (row->parent != TRACE_NONE)
			row->parent = place[row->parent];
		rows[place[i]] = *row;
	}
	for (uint32_t pos = 0; pos < merged->tree->n; pos++)
		merged->row[pos] = place[merged->row[pos]];
	free(merged->rows);
	merged->rows = rows;
	free(place);
	free(next);
	return true;
}

/* Adds every GPU event to the rows it hangs under; sums of subtrees are made by adding up to the parents. */
static void
merged_sum(struct merged *merged)
{
	const struct trace *trace = merged->tree->trace;

	for (uint32_t i = 0; i < merged->tree->n_gpu; i++) {
		uint32_t event = merged->tree->gpu[i], row = merged->row[merged->tree->pos[event]];

		merged->rows[row].gpu_sum += trace->dur[event];
		merged->rows[row].gpu_count++;
		for (bool call = true; call && row != TRACE_NONE; row = merged->rows[row].parent) {
			uint32_t first = merged->rows[row].first;

			merged->rows[row].gpu_self += trace->dur[event];
			call = first != TRACE_NONE && (event_is_gpu(trace->kind[first]) || event_is_call(trace->kind[first]));
		}
	}
	for (uint32_t i = merged->n; i-- > 0;) {
		struct merged_row *row = &merged->rows[i];

		if (row->parent == TRACE_NONE)
			continue;
		merged->rows[row->parent].gpu_sum += row->gpu_sum;
		merged->rows[row->parent].gpu_count += row->gpu_count;
	}
}

static bool
maker_run(struct merged_maker *m)
{
	struct merged *merged = m->merged;

	merged->row = mem_alloc(m->tree->n, sizeof(*merged->row));
	m->label = mem_alloc(m->trace->strings.n, sizeof(*m->label));
	m->layer = mem_zero(m->trace->strings.n, 1);
	if (!merged->row || !m->label || !m->layer)
		return false;
	memset(m->label, 0xff, m->trace->strings.n * sizeof(*m->label));
	if (!maker_fill(m) || !merged_reorder(merged))
		return false;
	merged_sum(merged);
	return merged_busy(merged);
}

int
merged_build(struct merged **out, const struct tree *tree, const struct merged_options *options, struct error *err)
{
	struct merged_maker m = {.trace = tree->trace, .tree = tree, .options = options};
	bool ok;

	*out = NULL;
	m.merged = mem_zero(1, sizeof(*m.merged));
	if (!m.merged)
		return error_no_memory(err, "merging equal paths");
	m.merged->tree = tree;
	ok = maker_run(&m);
	free(m.label);
	free(m.layer);
	free(m.keys);
	free(m.slots);
	if (!ok) {
		merged_free(m.merged);
		return error_no_memory(err, "merging equal paths");
	}
	*out = m.merged;
	return 0;
}

void
merged_free(struct merged *merged)
{
	if (!merged)
		return;
	free(merged->rows);
	free(merged->row);
	intern_free(&merged->classes);
	free(merged);
}

const char *
merged_label(const struct merged *merged, uint32_t row)
{
	uint32_t label = merged->rows[row].label, n = merged->tree->trace->strings.n;

	if (merged->rows[row].parent == TRACE_NONE)
		return "";
	return label < n ? trace_string(merged->tree->trace, label) : intern_text(&merged->classes, label - n);
}
