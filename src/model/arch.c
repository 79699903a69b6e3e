/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arch.h"
#include "base/arena.h"
#include "base/mem.h"
#include "model/json_read.h"
#include "model/registry_priv.h"
#include <math.h>
#include <string.h>
#include <strings.h>

struct arch_owner {
	struct arch arch;	/* first: what arch_free() gets */
	struct arena arena;
};

void
arch_free(struct arch *arch)
{
	struct arch_owner *owner = (struct arch_owner *)arch;

	if (!owner)
		return;
	arena_free(&owner->arena);
	free(owner);
}

/* --- reading ------------------------------------------------------------------ */

struct arch_reader {
	const struct json_text *text;
	json_t *root;
	struct arch_owner *owner;
	struct error *err;
};

static int
reader_error(const struct arch_reader *r, const char *key, const char *what)
{
	return error_set(r->err, "%s:%d: %s %s", r->text->path, json_text_line(r->text, 1, key),
		key, what);
}

static int
reader_number(const struct arch_reader *r, const json_t *object, const char *key, bool needed,
	double *out)
{
	const json_t *member = json_object_get(object, key);

	if (!member)
		return needed ? reader_error(r, key, "is missing") : 0;
	if (!json_is_number(member))
		return reader_error(r, key, "is no number");
	*out = json_number_value(member);
	return *out > 0 && isfinite(*out) ? 0 : reader_error(r, key, "must be above 0");
}

static int
reader_text(const struct arch_reader *r, const char *key, const char **out)
{
	const char *text = json_member_text(r->root, key);

	*out = text ? arena_strdup(&r->owner->arena, text) : NULL;
	return text && !*out ? error_no_memory(r->err, "reading a GPU spec") : 0;
}

static int
reader_peaks(const struct arch_reader *r)
{
	json_t *object = json_object_get(r->root, "max_achievable_tflops"), *value;
	struct arch *arch = &r->owner->arch;
	struct arch_peak *peaks;
	const char *key;

	if (!json_is_object(object))
		return reader_error(r, "max_achievable_tflops", "is missing or no object");
	peaks = arena_alloc(&r->owner->arena, (json_object_size(object) + 1) * sizeof(*peaks));
	if (!peaks)
		return error_no_memory(r->err, "reading a GPU spec");
	arch->peaks = peaks;
	json_object_foreach(object, key, value) {
		struct arch_peak *peak = &peaks[arch->n_peaks];

		peak->spec = arena_strdup(&r->owner->arena, key);
		if (!peak->spec)
			return error_no_memory(r->err, "reading a GPU spec");
		if (reader_number(r, object, key, true, &peak->tflops))
			return -1;
		arch->n_peaks++;
	}
	return 0;
}

static int
reader_all(const struct arch_reader *r)
{
	struct arch *arch = &r->owner->arch;
	double units = 0;

	if (!json_is_object(r->root))
		return error_set(r->err, "%s: a GPU spec is an object", r->text->path);
	if (!json_member_text(r->root, "name"))
		return reader_error(r, "name", "is missing");
	if (reader_text(r, "name", &arch->name) || reader_text(r, "vendor", &arch->vendor)
		|| reader_text(r, "figures", &arch->figures)
		|| reader_text(r, "source", &arch->source) || reader_text(r, "note", &arch->note))
		return -1;
	if (reader_number(r, r->root, "mem_bw_gbps", true, &arch->bandwidth_gbps)
			|| reader_number(r, r->root, "memory_gb", false, &arch->memory_gb)
			|| reader_number(r, r->root, "num_cus", false, &units))
		return -1;
	arch->units = units < 1e9 ? (int64_t)units : 0;
	return reader_peaks(r);
}

static int
arch_read(struct arch **out, struct json_text *text, struct error *err)
{
	struct arch_reader r = { .text = text, .err = err, .root = json_text_parse(text, err) };
	int status;

	if (!r.root)
		return -1;
	r.owner = mem_zero(1, sizeof(*r.owner));
	status = r.owner ? reader_all(&r) : error_no_memory(err, "reading a GPU spec");
	if (status && r.owner)
		arch_free(&r.owner->arch);
	if (!status)
		*out = &r.owner->arch;
	return status;
}

static bool
is_path(const char *name)
{
	size_t n = strlen(name);

	return strchr(name, '/') || (n > 5 && !strcmp(name + n - 5, ".json"));
}

int
arch_open(struct arch **out, const char *name_or_path, struct error *err)
{
	struct json_text text;
	int status;

	for (const struct embedded_file *file = model_embedded_arch; file->name; file++) {
		if (strcasecmp(file->name, name_or_path))
			continue;
		text = (struct json_text){.path = file->name,
			.text = file->text,
			.len = strlen(file->text)};
		status = arch_read(out, &text, err);
		json_text_free(&text);
		return status;
	}
	if (!is_path(name_or_path))
		return error_unknown(err,
			"no GPU spec is called %.80s: `sonde arch` lists them, or give a file",
			name_or_path);
	if (json_text_open(&text, name_or_path, err))
		return -1;
	status = arch_read(out, &text, err);
	json_text_free(&text);
	return status;
}

/* --- recognising ---------------------------------------------------------------- */

struct arch_rule {
	const char *words[2];		/* all must be words of the device's name, in any case */
	const char *without;		/* and this must not be in it */
	double gb_min, gb_max;		/* where its memory is known it lies between */
	bool needs_memory;		/* only memory tells it apart */
	const char *name;
};

/*
 * The first rule that fits. A part of a GPU (MIG, a partition of an Instinct) is
 * none of these: its memory is too small.
 */
static const struct arch_rule arch_rules[] = {
	{ { "MI300X", NULL }, NULL, 150, 230, false, "MI300X" },
	{ { "MI325X", NULL }, NULL, 230, 300, false, "MI325X" },
	{ { "MI355X", NULL }, NULL, 250, 340, false, "MI355X" },
	{ { "MI250X", NULL }, NULL, 55, 75, false, "MI250X" },
	{ { "MI250", NULL }, NULL, 55, 75, false, "MI250X" },
	{ { "H100", "PCIe" }, "MIG", 70, 100, false, "H100-PCIe" },
	{ { "H100", NULL }, "NVL", 70, 90, false, "H100-SXM" },
	{ { "H200", NULL }, "NVL", 130, 160, false, "H200" },
	{ { "B200", NULL }, "MIG", 170, 210, false, "B200" },
	{ { "A100", "80GB" }, "MIG", 70, 100, false, "A100-80GB" },
	{ { "A100", NULL }, "MIG", 70, 100, true, "A100-80GB" },
	{ { "A100", NULL }, "MIG", 35, 50, false, "A100-40GB" },
	{ { "L40S", NULL }, "MIG", 40, 60, false, "L40S" },
	{ { "RTX", "4090" }, "Laptop", 20, 30, false, "RTX-4090" },
	{ { "gfx942", NULL }, NULL, 230, 300, true, "MI325X" },
	{ { "gfx942", NULL }, NULL, 150, 230, true, "MI300X" },
	{ { "gfx950", NULL }, NULL, 250, 340, true, "MI355X" },
	{ { "gfx90a", NULL }, NULL, 55, 75, true, "MI250X" },
};

static bool
is_letter(char c)
{
	return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Whether the text holds the word by itself: GH200 is no H200. */
static bool
has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = text; (p = strcasestr(p, word)); p++)
		if ((p == text || !is_letter(p[-1])) && !is_letter(p[n]))
			return true;
	return false;
}

static bool
rule_fits(const struct arch_rule *rule, const struct arch_device *device)
{
	double gb = (double)device->memory_bytes / 1e9;

	for (int i = 0; i < 2; i++)
		if (rule->words[i] && !has_word(device->name, rule->words[i]))
			return false;
	if (rule->without && strcasestr(device->name, rule->without))
		return false;
	if (device->memory_bytes <= 0)
		return !rule->needs_memory;
	return gb >= rule->gb_min && gb <= rule->gb_max;
}

/*
 * AMD devices are often told as "AMD Radeon Graphics" or without a name: their units and memory
 * tell.
 */
static const char *
recognise_amd(const struct arch_device *device)
{
	double gb = (double)device->memory_bytes / 1e9;

	if (device->units == 304 && gb > 180 && gb < 230)
		return "MI300X";
	if (device->units == 304 && gb > 230 && gb < 300)
		return "MI325X";
	if (device->units == 256 && gb > 280 && gb < 330)
		return "MI355X";
	if ((device->units == 110 || device->units == 104) && gb > 60 && gb < 75)
		return "MI250X";
	return NULL;
}

const char *
arch_recognise(const struct arch_device *device)
{
	for (size_t i = 0; device->name && i < sizeof(arch_rules) / sizeof(*arch_rules); i++)
		if (rule_fits(&arch_rules[i], device))
			return arch_rules[i].name;
	if (!device->name || !*device->name || strcasestr(device->name, "AMD"))
		return recognise_amd(device);
	return NULL;
}

const char *
arch_name_at(uint32_t i)
{
	for (uint32_t k = 0; k <= i; k++)
		if (!model_embedded_arch[k].name)
			return NULL;
	return model_embedded_arch[i].name;
}

/* --- the roofline --------------------------------------------------------------- */

double
arch_peak(const struct arch *arch, const char *spec)
{
	for (uint32_t i = 0; spec && i < arch->n_peaks; i++)
		if (!strcmp(arch->peaks[i].spec, spec))
			return arch->peaks[i].tflops;
	return (double)NAN;
}

double
arch_knee(const struct arch *arch, const char *spec)
{
	return arch_peak(arch, spec) * 1e12 / (arch->bandwidth_gbps * 1e9);
}

struct roofline
arch_roofline(const struct arch *arch, const char *spec, double flops, double bytes)
{
	struct roofline line = { BOUND_NONE, (double)NAN, (double)NAN, (double)NAN };
	double peak = arch_peak(arch, spec);

	if (isnan(peak) || isnan(bytes) || !(flops > 0))
		return line;
	line.compute_us = flops / (peak * 1e12) * 1e6;
	line.memory_us = bytes / (arch->bandwidth_gbps * 1e9) * 1e6;
	line.bound = line.compute_us >= line.memory_us ? BOUND_COMPUTE : BOUND_MEMORY;
	line.time_us = line.bound == BOUND_COMPUTE ? line.compute_us : line.memory_us;
	return line;
}

const char *
arch_bound_name(enum roofline_bound bound)
{
	static const char *const names[] = { NULL, "COMPUTE_BOUND", "MEMORY_BOUND" };

	return names[bound];
}
