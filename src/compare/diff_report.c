/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/diff_report_priv.h"
#include "analysis/argtext.h"
#include "analysis/intervals.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

#define PATH_MAX_BYTES 2000	/* of a path of modules; longer ones lose their head */
#define MODULE_PREFIX "nn.Module: "

const struct diff_table diff_tables[] = {
	{"diff_summary", "What differs", "Totals of both sides, and how far they match.",
		diff_build_summary},
	{"diff_unique_args", "By unique arguments",
		"Operators that both have, by arguments: time and kernels on each side.",
		diff_build_arguments},
	{"diff_modules", "By module", "Time and kernels by nn.Module path.", diff_build_modules},
	{"diff_categories", "By category", "Time and kernels by category of operator.",
		diff_build_categories},
	{"diff_tree", "Merged tree", "Both call trees as one, in pre-order.", diff_build_tree},
	{"diff_stats", "Kernels", "Every GPU event of either side with its lowest common ancestor.",
		diff_build_stats},
};
const uint32_t diff_tables_count = sizeof(diff_tables) / sizeof(*diff_tables);

/* --- module paths of both sides ------------------------------------------------------ */

/*
 * The joined text's id: what is above, a mark between, the name; what is too long loses its head.
 */
static uint32_t
join_path(struct diff_report *r, struct intern *into, const char *above, const char *between,
	const char *name)
{
	buffer_clear(&r->scratch);
	if (above && !buffer_add_text(&r->scratch, strlen(above) > PATH_MAX_BYTES ? "..." : above))
		return INTERN_NONE;
	if ((above && !buffer_add_text(&r->scratch, between))
		|| !buffer_add_text(&r->scratch, name))
		return INTERN_NONE;
	return intern_add(into, r->scratch.data, r->scratch.len);
}

static uint32_t
add_path(struct diff_report *r, uint32_t parent, const char *name)
{
	const char *class = strncmp(name, MODULE_PREFIX, strlen(MODULE_PREFIX)) ? name
		: name + strlen(MODULE_PREFIX);
	uint32_t known = r->path_names.n, path;
	struct diff_path *new;

	path = join_path(r, &r->path_names,
		parent == DIFF_NO_MODULE ? NULL : intern_text(&r->path_names, parent), "/", class);
	if (path == INTERN_NONE || path < known)
		return path;
	if (!mem_reserve(&r->paths, &r->cap_paths, r->path_names.n, sizeof(*r->paths)))
		return INTERN_NONE;
	new = &r->paths[path];
	new->parent = parent;
	new->last = intern_add(&r->texts, name, strlen(name));
	new->stack = join_path(r, &r->texts,
		parent == DIFF_NO_MODULE ? NULL : diff_text(r, r->paths[parent].stack), ";", name);
	return new->last == INTERN_NONE || new->stack == INTERN_NONE ? INTERN_NONE : path;
}

static bool
join_modules(struct diff_report *r)
{
	const struct intern *names = &r->diff->side[0]->names;

	for (int side = 0; side < 2; side++) {
		const struct diff_side *of = r->diff->side[side];

		r->path_of[side] = mem_alloc(of->n_modules, sizeof(**r->path_of));
		for (uint32_t i = 0; r->path_of[side] && i < of->n_modules; i++) {
			const struct diff_module *m = &of->modules[i];
			uint32_t parent = m->parent == DIFF_NO_MODULE ? DIFF_NO_MODULE
				: r->path_of[side][m->parent];

			r->path_of[side][i] = add_path(r, parent, intern_text(names, m->label) + 1);
			if (r->path_of[side][i] == INTERN_NONE)
				return false;
		}
		if (!r->path_of[side])
			return false;
	}
	return true;
}

/* --- kernels --------------------------------------------------------------------------- */

static uint32_t
category_of(struct diff_report *r, const struct diff_kernel *kernel)
{
	const struct trace *t = r->diff->tree[kernel->side]->trace;
	const char *name = trace_name(t, kernel->event), *category = "not under an operator";

	if (diff_is_elsewhere(r, kernel))
		category = DIFF_PLACE_OF_ONE_SIDE;
	else if (trace_is_comm_name(name))
		category = "communication";
	else if (kernel->op != TRACE_NONE)
		category = model_category(r->models, trace_name(t, kernel->op), name);
	return intern_add(&r->texts, category, strlen(category));
}

/* An op's kernels are of one category, that of the first. */
static bool
find_categories(struct diff_report *r)
{
	for (int side = 0; side < 2; side++) {
		/* by op: category + 1 */
		uint32_t *known = mem_zero(r->diff->tree[side]->trace->n, sizeof(*known));

		for (uint32_t i = 0; known && i < r->n; i++) {
			struct diff_kernel *kernel = &r->kernels[i];
			bool first;

			if (kernel->side != side)
				continue;
			first = kernel->op == TRACE_NONE || !known[kernel->op];
			kernel->category = first ? category_of(r, kernel) : known[kernel->op] - 1;
			if (kernel->category == INTERN_NONE) {
				free(known);
				return false;
			}
			if (kernel->op != TRACE_NONE)
				known[kernel->op] = kernel->category + 1;
		}
		free(known);
		if (!known)
			return false;
	}
	return true;
}

static struct diff_kernel
make_kernel(const struct diff_report *r, const struct diff_around *around, uint32_t row,
	uint8_t side)
{
	const struct diff_row *of = &r->diff->rows[row];
	uint32_t module = r->diff->side[side]->nodes[of->node[side]].module;

	return (struct diff_kernel){row, around[row].owner, of->event[side], around[row].op[side],
		module == DIFF_NO_MODULE ? DIFF_NO_MODULE : r->path_of[side][module], 0, side};
}

/* Counts, then places: by owner and side, each in order of rows. */
static bool
collect_kernels(struct diff_report *r, const struct diff_around *around)
{
	const struct tree_diff *diff = r->diff;
	uint32_t *place = mem_zero((size_t)diff->n * 2 + 1, sizeof(*place));

	r->n = diff->gpu[0] + diff->gpu[1];
	r->kernels = mem_alloc(r->n, sizeof(*r->kernels));
	r->owner_begin = mem_alloc((size_t)diff->n + 1, sizeof(*r->owner_begin));
	if (!place || !r->kernels || !r->owner_begin) {
		free(place);
		return false;
	}
	for (uint32_t i = 0; i < diff->n; i++)
		for (uint32_t side = 0; side < 2 && diff->rows[i].kind == DIFF_GPU; side++)
			if (diff->rows[i].event[side] != TRACE_NONE)
				place[around[i].owner * 2 + side + 1]++;
	for (uint32_t i = 0; i < diff->n * 2; i++)
		place[i + 1] += place[i];
	for (uint32_t i = 0; i <= diff->n; i++)
		r->owner_begin[i] = place[i * 2];
	for (uint32_t i = 0; i < diff->n; i++)
		for (uint8_t side = 0; side < 2 && diff->rows[i].kind == DIFF_GPU; side++)
			if (diff->rows[i].event[side] != TRACE_NONE)
				r->kernels[place[around[i].owner * 2 + side]++] =
					make_kernel(r, around, i, side);
	free(place);
	return true;
}

static bool
prepare(struct diff_report *r)
{
	struct diff_around *around = mem_alloc(r->diff->n, sizeof(*around));
	bool good = around && intern_add(&r->texts, "", 0) == 0 && join_modules(r)
		&& diff_find_owners(r, around) && collect_kernels(r, around);

	free(around);
	for (int side = 0; side < 2; side++) {
		r->argument[side] = mem_zero(r->diff->tree[side]->trace->strings.n,
			sizeof(**r->argument));
		good = good && r->argument[side];
	}
	return good && find_categories(r);
}

int
diff_report_new(struct diff_report **out, const struct tree_diff *diff,
	const struct model_registry *models,
	struct error *err)
{
	struct diff_report *r = mem_zero(1, sizeof(*r));

	*out = NULL;
	if (r) {
		r->diff = diff;
		r->models = models;
	}
	if (!r || !prepare(r)) {
		diff_report_free(r);
		return error_no_memory(err, "comparing trees");
	}
	*out = r;
	return 0;
}

void
diff_report_free(struct diff_report *r)
{
	if (!r)
		return;
	free(r->kernels);
	free(r->owner_begin);
	free(r->in_run);
	free(r->paths);
	for (int side = 0; side < 2; side++) {
		free(r->path_of[side]);
		free(r->argument[side]);
	}
	intern_free(&r->path_names);
	intern_free(&r->texts);
	buffer_free(&r->scratch);
	free(r);
}

/* --- what several tables need -------------------------------------------------------------- */

const char *
diff_op_argument(struct diff_report *r, int side, uint32_t op, enum diff_argument which)
{
	const struct trace *t = r->diff->tree[side]->trace;
	const struct trace_signature *s;
	const struct intern_entry *entry;
	uint32_t string, id;

	if (op == TRACE_NONE || t->kind[op] != EVENT_OP)
		return "";
	s = &t->signatures[t->aux[op]];
	string = (const uint32_t[]){s->dims, s->strides, s->types, s->concrete}[which];
	if (!string)
		return "";
	if (r->argument[side][string])
		return diff_text(r, r->argument[side][string] - 1);
	entry = &t->strings.entries[string];
	buffer_clear(&r->scratch);
	if (!argtext_add(&r->scratch, entry->text, entry->len, ARGTEXT_TUPLES)
		|| !buffer_add(&r->scratch, "", 0))
		return NULL;
	id = intern_add(&r->texts, r->scratch.data, r->scratch.len);
	if (id == INTERN_NONE)
		return NULL;
	r->argument[side][string] = id + 1;
	return diff_text(r, id);
}

static int
compare_intervals(const void *a, const void *b)
{
	const struct interval *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

int64_t
diff_busy(const struct diff_report *r, uint32_t begin, uint32_t end)
{
	struct interval few[16], *set = few;
	uint32_t n = end - begin;
	int64_t busy;

	if (n > sizeof(few) / sizeof(*few))
		set = mem_alloc(n, sizeof(*set));
	if (!set)
		return -1;
	for (uint32_t i = 0; i < n; i++) {
		const struct diff_kernel *kernel = &r->kernels[begin + i];
		const struct trace *t = r->diff->tree[kernel->side]->trace;

		set[i] = (struct interval){t->ts[kernel->event], trace_end(t, kernel->event)};
	}
	if (n > 1)
		qsort(set, n, sizeof(*set), compare_intervals);
	n = intervals_merge(set, n);
	busy = intervals_length(set, n);
	if (set != few)
		free(set);
	return busy;
}

int
diff_table_build(struct table **out, struct diff_report *report, const struct diff_table *which,
	struct error *err)
{
	struct table *table = table_new(which->id, which->title);

	*out = NULL;
	if (!table || which->build(report, table)) {
		table_free(table);
		return error_no_memory(err, "comparing trees");
	}
	*out = table;
	return 0;
}
