/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/model_lines.h"
#include "base/mem.h"
#include "model/dtype.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void
model_lines_free(struct model_lines *lines)
{
	free(lines->items);
	arena_free(&lines->arena);
	*lines = (struct model_lines){0};
}

struct model_line *
model_lines_add(struct model_lines *lines, uint32_t n_given)
{
	struct family_given *given = arena_alloc(&lines->arena, ((size_t)n_given + 1) * sizeof(*given));
	struct model_line *line;

	if (!given || !mem_reserve(&lines->items, &lines->cap, (size_t)lines->n + 1, sizeof(*lines->items)))
		return NULL;
	line = &lines->items[lines->n++];
	*line = (struct model_line){.count = 1, .given = given, .n_given = n_given};
	return line;
}

/* --- one value ------------------------------------------------------------- */

static const struct family_param *
find_param(const struct model_family *family, const char *name)
{
	for (uint32_t i = 0; i < family->n_params; i++)
		if (!strcmp(family->params[i].name, name))
			return &family->params[i];
	return NULL;
}

/* "2x64x56x56" as a list: 1; 0 when it is none, -1 without memory. */
static int
read_shape(const char *text, size_t len, struct arena *arena, struct value *out)
{
	struct buffer list = {0};
	int status = -1;

	if (!len || strspn(text, "0123456789x") < len)
		return 0;
	if (buffer_add_text(&list, "[") && buffer_add(&list, text, len) && buffer_add_text(&list, "]")) {
		for (char *x = list.data; (x = strchr(x, 'x'));)
			*x = ',';
		status = value_read(out, list.data, list.len, arena);
	}
	buffer_free(&list);
	return status;
}

static int
read_type(const struct family_param *param, const char *text, size_t len, struct arena *arena, struct value *out,
		struct error *err)
{
	char *copy = arena_strndup(arena, text, len);

	if (!copy)
		return error_no_memory(err, "reading a type");
	*out = value_text(dtype_long_name(copy));
	if (!isnan(dtype_bytes(out->s)))
		return 0;
	return error_set(err, "%s (%s) is no type: %.60s; bf16, fp16, fp32, fp64, fp8, fp4, int8, int32, int64 are",
		param->name, param->help, copy);
}

int
model_value_read(const struct model_family *family, const char *name, const char *text, size_t len,
		struct arena *arena, struct value *out, struct error *err)
{
	const struct family_param *param = find_param(family, name);
	int status;

	if (!param)
		return error_set(err, "%s has no parameter %.60s", family->name, name);
	if (param->flags & FAMILY_TYPE)
		return read_type(param, text, len, arena, out, err);
	status = value_read(out, text, len, arena);
	if (status == 0)
		status = read_shape(text, len, arena, out);
	if (status < 0)
		return error_no_memory(err, "reading a value");
	if (status == 0)
		return error_set(err, "%s (%s) is no number or shape: %.*s", name, param->help, (int)(len < 60 ? len : 60),
			text);
	if (out->kind == VALUE_INT && out->i < 0)
		return error_set(err, "%s (%s) is negative", name, param->help);
	return 0;
}

/* --- words of the command line --------------------------------------------- */

struct axis {			/* one parameter and its values */
	const char *name;
	struct value *values;
	uint32_t n;
	size_t cap;
};

static int
axis_add(struct axis *axis, struct value v, struct error *err)
{
	if (axis->n == MODEL_LINES_MAX)
		return error_set(err, "%s has more than %d values", axis->name, MODEL_LINES_MAX);
	if (!mem_reserve(&axis->values, &axis->cap, (size_t)axis->n + 1, sizeof(*axis->values)))
		return error_no_memory(err, "reading values");
	axis->values[axis->n++] = v;
	return 0;
}

/* FROM:TO, FROM:TO:STEP, FROM:TO:*FACTOR; the end counts when it is reached. 0: no range. */
static int
range_read(const char *text, size_t len, int64_t *from, int64_t *to, int64_t *step, bool *factor)
{
	char copy[96], *end;

	if (len >= sizeof(copy) || !memchr(text, ':', len))
		return 0;
	memcpy(copy, text, len);
	copy[len] = '\0';
	errno = 0;
	*from = strtoll(copy, &end, 10);
	if (end == copy || *end != ':')
		return 0;
	*to = strtoll(end + 1, &end, 10);
	*step = 1;
	*factor = *end == ':' && end[1] == '*';
	if (*end == ':')
		*step = strtoll(end + 1 + *factor, &end, 10);
	return !*end && !errno && *from >= 0 && *to >= *from && *step >= (*factor ? 2 : 1) && (*from > 0 || !*factor);
}

static int
axis_range(struct axis *axis, int64_t from, int64_t to, int64_t step, bool factor, struct error *err)
{
	for (int64_t v = from; v <= to;) {
		if (axis_add(axis, value_int(v), err))
			return -1;
		if (factor ? __builtin_mul_overflow(v, step, &v) : __builtin_add_overflow(v, step, &v))
			return 0;
	}
	return 0;
}

/* The end of one value: a comma outside brackets, or the end of the text. */
static size_t
value_length(const char *text)
{
	int depth = 0;
	size_t n = 0;

	for (; text[n]; n++) {
		if (text[n] == ',' && depth == 0)
			break;
		depth += (text[n] == '(' || text[n] == '[') - (text[n] == ')' || text[n] == ']');
	}
	return n;
}

static int
axis_read(struct axis *axis, const struct model_family *family, const char *text, struct arena *arena, struct error *err)
{
	for (;; text++) {
		size_t n = value_length(text);
		int64_t from, to, step;
		struct value v;
		bool factor;

		if (range_read(text, n, &from, &to, &step, &factor)) {
			if (axis_range(axis, from, to, step, factor, err))
				return -1;
		} else if (model_value_read(family, axis->name, text, n, arena, &v, err) || axis_add(axis, v, err)) {
			return -1;
		}
		text += n;
		if (!*text)
			return 0;
	}
}

static int
axes_read(struct axis *axes, const struct model_family *family, const char *const *words, int n_words,
		struct arena *arena, struct error *err)
{
	for (int i = 0; i < n_words; i++) {
		const char *equals = strchr(words[i], '=');

		if (!equals || equals == words[i])
			return error_set(err, "'%.80s' is no KEY=VALUE", words[i]);
		axes[i].name = arena_strndup(arena, words[i], (size_t)(equals - words[i]));
		if (!axes[i].name)
			return error_no_memory(err, "reading parameters");
		for (int k = 0; k < i; k++)
			if (!strcmp(axes[k].name, axes[i].name))
				return error_set(err, "%.60s is given twice", axes[i].name);
		if (axis_read(&axes[i], family, equals + 1, arena, err))
			return -1;
	}
	return 0;
}

/* Every combination, the last word's values changing fastest. */
static int
axes_combine(struct model_lines *lines, const struct model_family *family, const struct axis *axes, uint32_t n_axes,
		bool backward, struct error *err)
{
	uint64_t total = 1;

	for (uint32_t i = 0; i < n_axes; i++) {
		total *= axes[i].n;
		if (total > MODEL_LINES_MAX)
			return error_set(err, "more than %d combinations", MODEL_LINES_MAX);
	}
	for (uint64_t k = 0; k < total; k++) {
		struct model_line *line = model_lines_add(lines, n_axes);
		uint64_t rest = k;

		if (!line)
			return error_no_memory(err, "combining parameters");
		line->family = family;
		line->backward = backward;
		for (uint32_t i = n_axes; i-- > 0; rest /= axes[i].n)
			line->given[i] = (struct family_given){axes[i].name, axes[i].values[rest % axes[i].n]};
	}
	return 0;
}

int
model_lines_from_words(struct model_lines *lines, const struct model_family *family, const char *const *words,
		int n_words, bool backward, struct error *err)
{
	struct axis *axes = mem_zero((size_t)n_words, sizeof(*axes));
	int status;

	if (!axes)
		return error_no_memory(err, "reading parameters");
	status = axes_read(axes, family, words, n_words, &lines->arena, err);
	if (!status)
		status = axes_combine(lines, family, axes, (uint32_t)n_words, backward, err);
	for (int i = 0; i < n_words; i++)
		free(axes[i].values);
	free(axes);
	return status;
}

/* --- working out ------------------------------------------------------------ */

static bool
has_given(const struct model_line *line, const char *name)
{
	for (uint32_t i = 0; i < line->n_given; i++)
		if (!strcmp(line->given[i].name, name))
			return true;
	return false;
}

static int
line_eval(struct model_lines *lines, struct model_line *line, const char *dtype, const struct arch *arch,
		struct error *err)
{
	struct value type;

	if (find_param(line->family, "type") && !has_given(line, "type")) {
		if (model_value_read(line->family, "type", dtype, strlen(dtype), &lines->arena, &type, err))
			return -1;
		line->given[line->n_given++] = (struct family_given){"type", type};
	}
	if (family_eval(line->family, line->given, line->n_given, line->backward, &lines->arena, &line->result, err))
		return -1;
	line->line = (struct roofline){BOUND_NONE, (double)NAN, (double)NAN, (double)NAN};
	if (arch)
		line->line = arch_roofline(arch, line->result.spec, line->result.flops.value, line->result.bytes.value);
	return 0;
}

int
model_lines_eval(struct model_lines *lines, const char *dtype, const struct arch *arch, struct error *err)
{
	for (uint32_t i = 0; i < lines->n; i++) {
		struct error inner;

		if (!line_eval(lines, &lines->items[i], dtype, arch, &inner))
			continue;
		if (lines->items[i].name && !inner.no_memory)
			return error_set(err, "%.80s: %.400s", lines->items[i].name, inner.message);
		return error_pass(err, &inner);
	}
	return 0;
}

double
model_lines_time(const struct model_lines *lines, uint32_t *without)
{
	double sum = 0;

	*without = 0;
	for (uint32_t i = 0; i < lines->n; i++) {
		const struct model_line *line = &lines->items[i];

		if (isnan(line->line.time_us))
			(*without)++;
		else
			sum += line->line.time_us * (double)line->count;
	}
	return sum;
}
