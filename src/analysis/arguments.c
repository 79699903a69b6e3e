/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printed argument lists, each distinct text made once. */
#include "analysis/analysis_priv.h"
#include "base/mem.h"
#include <string.h>

static const char *
text_made(struct analysis *a, uint32_t string, enum argtext_style style)
{
	const struct intern_entry *entry = &a->trace->strings.entries[string];
	uint32_t id;

	buffer_clear(&a->scratch);
	if (!argtext_add(&a->scratch, entry->text, entry->len, style))
		return NULL;
	id = intern_add(&a->texts, a->scratch.data ? a->scratch.data : "", a->scratch.len);
	if (id == INTERN_NONE)
		return NULL;
	a->text_of[style][string] = id + 1;
	return intern_text(&a->texts, id);
}

static const char *
text_of_string(struct analysis *a, uint32_t string, enum argtext_style style)
{
	const char *text = NULL;

	if (!string)
		return NULL;
	if (!a->text_of[style])
		a->text_of[style] = mem_zero(a->trace->strings.n, sizeof(**a->text_of));
	if (a->text_of[style]) {
		if (a->text_of[style][string])
			return intern_text(&a->texts, a->text_of[style][string] - 1);
		text = text_made(a, string, style);
	}
	if (!text)
		a->no_memory = true;
	return text;
}

static uint32_t
signature_string(const struct trace_signature *signature, enum argument which)
{
	const uint32_t strings[] = {signature->dims, signature->types, signature->strides,
		signature->concrete};

	return strings[which];
}

static uint32_t
signature_index(const struct analysis *a, uint32_t event)
{
	return a->trace->kind[event] == EVENT_OP ? a->trace->aux[event] : 0;
}

const struct trace_signature *
analysis_signature_of(const struct analysis *a, uint32_t event)
{
	return &a->trace->signatures[signature_index(a, event)];
}

const char *
analysis_argument(struct analysis *a, uint32_t event, enum argument which, enum argtext_style style)
{
	uint32_t index = signature_index(a, event);

	return index ? text_of_string(a, signature_string(&a->trace->signatures[index], which),
		style) : NULL;
}

/* Classes of all signatures at once: lists written differently may print the same. */
static uint32_t *
make_signature_classes(struct analysis *a, bool untyped)
{
	struct keymap map = {.width = ARGUMENTS};
	uint32_t *classes = mem_alloc(a->trace->n_signatures, sizeof(*classes));
	bool good = classes != NULL;

	for (uint32_t i = 0; good && i < a->trace->n_signatures; i++) {
		uint32_t key[ARGUMENTS] = {0};

		for (int which = 0; which < ARGUMENTS; which++) {
			uint32_t string = signature_string(&a->trace->signatures[i], which);

			if (!(untyped && which == ARGUMENT_TYPES) && text_of_string(a, string,
				ARGTEXT_TUPLES))
				key[which] = a->text_of[ARGTEXT_TUPLES][string];
		}
		classes[i] = keymap_add(&map, key);
		good = classes[i] != KEYMAP_NONE;
	}
	keymap_free(&map);
	if (good && !a->no_memory)
		return classes;
	a->no_memory = true;
	free(classes);
	return NULL;
}

static uint32_t
signature_class(struct analysis *a, uint32_t event, bool untyped)
{
	uint32_t index = signature_index(a, event), **classes = &a->signature_class[untyped];

	if (!*classes)
		*classes = make_signature_classes(a, untyped);
	return *classes ? (*classes)[index] : 0;
}

uint32_t
analysis_signature(struct analysis *a, uint32_t event)
{
	return signature_class(a, event, false);
}

uint32_t
analysis_signature_untyped(struct analysis *a, uint32_t event)
{
	return signature_class(a, event, true);
}

uint32_t
analysis_text_id(struct analysis *a, const char *text)
{
	uint32_t id = intern_add(&a->texts, text, strlen(text));

	if (id == INTERN_NONE)
		a->no_memory = true;
	return id == INTERN_NONE ? 0 : id;
}
