/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/diff_names_priv.h"
#include "trace/trace.h"
#include <ctype.h>
#include <string.h>

/* Calls that begin like this, after "cuda", "hip" or "cu", do one thing. */
static const struct {
	const char *start, *name;
} calls[] = {
	{"GraphLaunch", "graph launch"},
	{"LaunchHostFunc", "LaunchHostFunc"},
	{"LaunchKernel", "kernel launch"},
	{"LaunchCooperativeKernel", "kernel launch"},
	{"ModuleLaunchKernel", "kernel launch"},
	{"ModuleLaunchCooperativeKernel", "kernel launch"},
	{"ExtLaunchKernel", "kernel launch"},
	{"ExtModuleLaunchKernel", "kernel launch"},
	{"HccModuleLaunchKernel", "kernel launch"},
	{"Memcpy", "copy"},
	{"Memset", "set"},
	{"HostMalloc", "host malloc"},
	{"HostAlloc", "host malloc"},
	{"MallocHost", "host malloc"},
	{"Malloc", "malloc"},
	{"HostFree", "host free"},
	{"FreeHost", "host free"},
	{"Free", "free"},
};

static bool
add_call(struct buffer *out, const char *name)
{
	static const char *const prefixes[] = {"cuda", "hip", "cu"};
	const char *rest = NULL;

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes) && !rest; i++) {
		size_t len = strlen(prefixes[i]);

		if (!strncmp(name, prefixes[i], len) && isupper((unsigned char)name[len]))
			rest = name + len;
	}
	for (size_t i = 0; rest && i < sizeof(calls) / sizeof(*calls); i++)
		if (!strncmp(rest, calls[i].start, strlen(calls[i].start)))
			return buffer_add_text(out, calls[i].name);
	return buffer_add_text(out, rest ? rest : name);
}

/* Copies [p, end) with "0x" for every address. */
static bool
add_without_addresses(struct buffer *out, const char *p, const char *end)
{
	const char *from = p;

	for (; p < end; p++) {
		if (p[0] != '0' || p + 2 >= end || p[1] != 'x' || !isxdigit((unsigned char)p[2]))
			continue;
		if (!buffer_add(out, from, (size_t)(p + 2 - from)))
			return false;
		for (p += 2; p < end && isxdigit((unsigned char)*p); p++)
			;
		from = p--;
	}
	return buffer_add(out, from, (size_t)(end - from));
}

/* "nn.Module: Linear_3": where "_3" begins, or the end. */
static const char *
module_end(const char *name)
{
	const char *end = name + strlen(name), *p = end;

	while (p > name && isdigit((unsigned char)p[-1]))
		p--;
	return p < end && p > name && p[-1] == '_' ? p - 1 : end;
}

static bool
add_frame(struct buffer *out, const char *name)
{
	const char *py, *line, *file = name;

	if (!strncmp(name, "nn.Module: ", 11))
		return add_without_addresses(out, name, module_end(name));
	py = strstr(name, ".py(");
	if (!py)
		return add_without_addresses(out, name, name + strlen(name));
	for (const char *p = name; p < py; p++)
		if (*p == '/' || *p == '\\')
			file = p + 1;
	for (line = py + 4; isdigit((unsigned char)*line); line++)
		;
	if (line[0] != ')' || line[1] != ':')
		return add_without_addresses(out, file, file + strlen(file));
	return add_without_addresses(out, file, py + 3)
		&& add_without_addresses(out, line + 1, line + strlen(line));
}

/* Without what stands in <> and in the () at the end: "void f<int>(int)" is "void f". */
static bool
add_kernel(struct buffer *out, const char *name)
{
	static const char anonymous[] = "(anonymous namespace)";
	const char *from = name, *p = name;
	size_t start = out->len;
	int depth = 0;

	for (; *p; p++) {
		if (!strncmp(p, anonymous, sizeof(anonymous) - 1)) {
			p += sizeof(anonymous) - 2;
		} else if (*p == '<') {
			if (!depth++ && !add_without_addresses(out, from, p))
				return false;
		} else if (*p == '>' && depth && p[-1] != '-') {
			if (!--depth)
				from = p + 1;
		} else if (*p == '(' && !depth && p > name && p[1]) {
			break;
		}
	}
	if (!depth && !add_without_addresses(out, from, p))
		return false;
	return out->len > start || add_without_addresses(out, name, name + strlen(name));
}

/* A compiled graph is called after a hash that no other machine has. */
static bool
add_op(struct buffer *out, const char *name)
{
	static const char compiled[] = "CompiledFxGraph ";
	const char *end = name + strlen(name), *at = strstr(name, compiled), *rest;

	if (!at)
		return add_without_addresses(out, name, end);
	at += sizeof(compiled) - 1;
	for (rest = at; isalnum((unsigned char)*rest); rest++)
		;
	return add_without_addresses(out, name, at) && add_without_addresses(out, rest, end);
}

const char *
diff_name(struct buffer *out, const char *name, uint8_t kind)
{
	bool good;

	buffer_clear(out);
	if (event_is_call(kind))
		good = add_call(out, name);
	else if (kind == EVENT_PYTHON)
		good = add_frame(out, name);
	else if (kind == EVENT_KERNEL)
		good = add_kernel(out, name);
	else
		good = add_op(out, name);
	return good && buffer_add_text(out, "") ? out->data : NULL;
}
