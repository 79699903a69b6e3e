/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include "model/json_read.h"
#include "model/registry_priv.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
registry_add_op(struct model_registry *registry, const struct model_op *op, struct error *err)
{
	uint32_t id = intern_add(&registry->names, op->name, strlen(op->name));

	if (id == INTERN_NONE
		|| !mem_reserve(&registry->ops, &registry->cap_ops, (size_t)id + 1,
			sizeof(*registry->ops)))
		return error_no_memory(err, "reading the op table");
	registry->ops[id] = *op;
	registry->ops[id].name = intern_text(&registry->names, id);
	return 0;
}

int
registry_add_pattern(struct model_registry *registry, const struct model_op *op, struct error *err)
{
	size_t n = registry->n_patterns;

	if (!mem_reserve(&registry->patterns, &registry->cap_patterns, n + 1,
			sizeof(*registry->patterns)))
		return error_no_memory(err, "reading the op table");
	memmove(registry->patterns + 1, registry->patterns, n * sizeof(*registry->patterns));
	registry->patterns[0] = *op;
	registry->n_patterns++;
	return 0;
}

int
registry_add_class(struct model_registry *registry, struct model_class *row, struct error *err)
{
	if (!mem_reserve(&registry->classes, &registry->cap_classes, registry->n_classes + 1,
			sizeof(*registry->classes)))
		return error_no_memory(err, "reading the op table");
	registry->classes[registry->n_classes++] = row;
	return 0;
}

struct model_class *
registry_class(const struct model_registry *registry, const char *name)
{
	for (uint32_t i = registry->n_classes; i-- > 0;)
		if (!strcmp(registry->classes[i]->name, name))
			return registry->classes[i];
	return NULL;
}

bool
registry_has_sheet(const struct model_registry *registry, const char *sheet)
{
	for (uint32_t i = 0; i < registry->n_sheets; i++)
		if (!strcmp(registry->sheets[i], sheet))
			return true;
	return false;
}

int
registry_add_sheet(struct model_registry *registry, const char *sheet, struct error *err)
{
	if (registry_has_sheet(registry, sheet))
		return 0;
	if (!mem_reserve(&registry->sheets, &registry->cap_sheets, registry->n_sheets + 1,
			sizeof(*registry->sheets)))
		return error_no_memory(err, "reading the op table");
	registry->sheets[registry->n_sheets++] = sheet;
	return 0;
}

const char *
model_sheet_at(const struct model_registry *registry, uint32_t i)
{
	return i < registry->n_sheets ? registry->sheets[i] : NULL;
}

void
model_registry_free(struct model_registry *registry)
{
	if (!registry)
		return;
	intern_free(&registry->names);
	free(registry->ops);
	free(registry->patterns);
	free(registry->classes);
	free(registry->sheets);
	free(registry->files);
	arena_free(&registry->arena);
	free(registry);
}

int
model_registry_new(struct model_registry **out, struct error *err)
{
	struct model_registry *registry = mem_zero(1, sizeof(*registry));

	if (!registry)
		return error_no_memory(err, "reading the op table");
	for (const struct embedded_file *file = model_embedded_ops; file->name; file++) {
		struct json_text text = {.path = file->name,
			.text = file->text,
			.len = strlen(file->text)};
		int status = op_file_add(registry, &text, err);

		json_text_free(&text);
		if (status) {
			model_registry_free(registry);
			return -1;
		}
	}
	*out = registry;
	return 0;
}

static int
registry_add_file(struct model_registry *registry, struct json_text *text, struct error *err)
{
	struct registry_file *file;

	if (!mem_reserve(&registry->files, &registry->cap_files, registry->n_files + 1,
			sizeof(*registry->files)))
		return error_no_memory(err, "reading an op file");
	file = &registry->files[registry->n_files++];
	file->path = arena_strdup(&registry->arena, text->path);
	file->text = arena_strndup(&registry->arena, text->text, text->len);
	file->len = text->len;
	if (!file->path || !file->text)
		return error_no_memory(err, "reading an op file");
	return op_file_add(registry, text, err);
}

/* The built-in table with the old one's files, then the text. */
static int
registry_build(struct model_registry **out, const struct model_registry *old,
	struct json_text *text, struct error *err)
{
	int status = model_registry_new(out, err);

	if (status)
		return status;
	for (uint32_t i = 0; i < old->n_files && !status; i++) {
		const struct registry_file *file = &old->files[i];
		struct json_text before = {.path = file->path, .text = file->text, .len = file->len};

		status = registry_add_file(*out, &before, err);
		json_text_free(&before);
	}
	if (!status)
		status = registry_add_file(*out, text, err);
	if (status)
		model_registry_free(*out);
	return status;
}

/* A file that turns out to be wrong must leave no trace: all is made anew, and put in place when it is whole. */
int
model_registry_load(struct model_registry *registry, const char *path, struct error *err)
{
	struct model_registry *whole, old = *registry;
	struct json_text text;
	int status;

	if (json_text_open(&text, path, err))
		return -1;
	status = registry_build(&whole, registry, &text, err);
	json_text_free(&text);
	if (status)
		return status;
	*registry = *whole;
	*whole = old;
	model_registry_free(whole);
	return 0;
}

int
model_registry_load_user(struct model_registry *registry, struct error *err)
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
	char path[4096];
	int n;

	if (config && *config == '/')
		n = snprintf(path, sizeof(path), "%s/sonde/ops.json", config);
	else if (home && *home)
		n = snprintf(path, sizeof(path), "%s/.config/sonde/ops.json", home);
	else
		return 0;
	if (n < 0 || (size_t)n >= sizeof(path) || access(path, F_OK))
		return 0;
	return model_registry_load(registry, path, err);
}

const struct model_op *
model_find(const struct model_registry *registry, const char *op_name)
{
	uint32_t id = intern_find(&registry->names, op_name, strlen(op_name));

	if (id != INTERN_NONE)
		return &registry->ops[id];
	for (uint32_t i = 0; i < registry->n_patterns; i++)
		if (!strncmp(op_name, registry->patterns[i].name,
				strlen(registry->patterns[i].name)))
			return &registry->patterns[i];
	return NULL;
}

uint32_t
model_op_count(const struct model_registry *registry)
{
	return registry->names.n + registry->n_patterns;
}

const struct model_op *
model_op_at(const struct model_registry *registry, uint32_t i)
{
	if (i < registry->names.n)
		return &registry->ops[i];
	i -= registry->names.n;
	return i < registry->n_patterns ? &registry->patterns[i] : NULL;
}

/* --- category ----------------------------------------------------------------- */

static bool
starts_with(const char *text, const char *head)
{
	return !strncmp(text, head, strlen(head));
}

/* PyTorch's own kernels say of what kind they are; the first word that fits counts. */
static const char *
category_of_kernel(const char *kernel)
{
	static const char *const words[][2] = {
		{"elementwise", "elementwise"},
		{"reduce", "reduce"},
		{"multi_tensor_apply", "multi_tensor_apply"},
	};

	if (!kernel || !starts_with(kernel, "void at::native"))
		return "other";
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(kernel, words[i][0]))
			return words[i][1];
	return "other";
}

const char *
model_category(const struct model_registry *registry, const char *op_name, const char *first_kernel)
{
	uint32_t id = intern_find(&registry->names, op_name, strlen(op_name));

	if (id != INTERN_NONE)
		return registry->ops[id].category;
	if (starts_with(op_name, "triton"))
		return "triton";
	if (starts_with(op_name, "record_param_comms"))
		return "record_param_comms";
	return category_of_kernel(first_kernel);
}

/* --- working out ---------------------------------------------------------------- */

int
model_eval(const struct model_op *op, const struct model_args *args, bool backward,
	struct arena *arena, struct model_result *result)
{
	const struct model_class *row = op->row;
	struct model_args own;

	memset(result, 0, sizeof(*result));
	result->flops = result->bytes = model_amount_from((quantity)__builtin_nan(""));
	if (!row) {
		result->status = MODEL_NO_MODEL;
		result->reason = "the op has a category and no model";
		return 0;
	}
	if (backward && !row->has_backward) {
		result->status = MODEL_NO_BACKWARD;
		result->reason = "there is no backward model";
		return 0;
	}
	if (row->from_forward && !args->forward) {
		result->status = MODEL_UNREADABLE;
		result->reason = "the arguments of the forward op are not known";
		return 0;
	}
	own = row->from_forward ? *args->forward : *args;
	if (!own.op_name)
		own.op_name = op->name;
	return row_eval(row, &own, NULL, 0, backward, arena, result);
}

double
model_gflops(const struct model_result *result)
{
	return result->flops.value / 1e9;
}

double
model_megabytes(const struct model_result *result)
{
	return result->bytes.value / (1024 * 1024);
}

double
model_intensity(const struct model_result *result)
{
	if (!(result->bytes.value > 0))
		return __builtin_nan("");
	return result->flops.value / result->bytes.value;
}
