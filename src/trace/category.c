/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "category_priv.h"
#include <string.h>
#include <strings.h>

static const struct {
	const char *name;
	enum event_kind kind;
} categories[] = {
	/* the first of a kind is its name of today; the others are those of PyTorch 1.8 to 1.12 and of the legacy profiler */
	{"cpu_op", EVENT_OP}, {"operator", EVENT_OP},
	{"cuda_runtime", EVENT_RUNTIME}, {"runtime", EVENT_RUNTIME},
	{"cuda_driver", EVENT_DRIVER}, {"driver", EVENT_DRIVER},
	{"python_function", EVENT_PYTHON}, {"python_func", EVENT_PYTHON}, {"python function", EVENT_PYTHON},
	{"kernel", EVENT_KERNEL},
	{"gpu_memcpy", EVENT_MEMCPY}, {"memcpy", EVENT_MEMCPY},
	{"gpu_memset", EVENT_MEMSET}, {"memset", EVENT_MEMSET},
	{"user_annotation", EVENT_ANNOTATION},
	{"gpu_user_annotation", EVENT_GPU_ANNOTATION},
	{"ac2g", EVENT_FLOW_LAUNCH}, {"async_cpu_to_gpu", EVENT_FLOW_LAUNCH}, {"async", EVENT_FLOW_LAUNCH},
	{"cpu_to_cuda", EVENT_FLOW_LAUNCH},
	{"fwdbwd", EVENT_FLOW_BACKWARD},
	{"cpu_instant_event", EVENT_MEMORY},
};

/* The calls of any other back end: xpu_runtime, privateuse1_driver, mtia_runtime. */
static const struct {
	const char *ending;
	enum event_kind kind;
} endings[] = {{"_runtime", EVENT_RUNTIME}, {"_driver", EVENT_DRIVER}};

static enum event_kind
listed_kind(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(categories) / sizeof(*categories); i++)
		if (strlen(categories[i].name) == len && !strncasecmp(categories[i].name, name, len))
			return categories[i].kind;
	return EVENT_OTHER;
}

enum event_kind
category_kind(const char *name, size_t len)
{
	enum event_kind kind = listed_kind(name, len);

	for (size_t i = 0; kind == EVENT_OTHER && i < sizeof(endings) / sizeof(*endings); i++) {
		size_t n = strlen(endings[i].ending);

		if (len > n && !strncasecmp(endings[i].ending, name + len - n, n))
			kind = endings[i].kind;
	}
	return kind;
}

bool
trace_knows_category(const char *name)
{
	static const char *const host[] = {"trace", "overhead", "python"};	/* the profiler's own spans */

	for (size_t i = 0; i < sizeof(host) / sizeof(*host); i++)
		if (!strcasecmp(name, host[i]))
			return true;
	return category_kind(name, strlen(name)) != EVENT_OTHER;
}

bool
trace_is_comm_name(const char *name)
{
	return strcasestr(name, "nccl") || strcasestr(name, "rccl")
		|| strcasestr(name, "cross_device_reduce");
}

bool
trace_is_copy_name(const char *name)
{
	static const char *const names[] = {
		"MEMORY_COPY_HOST_TO_DEVICE", "MEMORY_COPY_DEVICE_TO_HOST", "MEMORY_COPY_DEVICE_TO_DEVICE",
		"__amd_rocclr_copyBuffer", "__amd_rocclr_copyBufferAligned", "__amd_rocclr_copyBufferRect",
		"__amd_rocclr_copyBufferRectAligned",
	};
	size_t len = strlen(name);

	if (len > 3 && !strcmp(name + len - 3, ".kd"))
		len -= 3;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strlen(names[i]) == len && !memcmp(names[i], name, len))
			return true;
	return false;
}

const char *
category_name(enum event_kind kind, const char *name)
{
	if (listed_kind(name, strlen(name)) == EVENT_OTHER)
		return name;
	for (size_t i = 0; i < sizeof(categories) / sizeof(*categories); i++)
		if (categories[i].kind == kind)
			return categories[i].name;
	return name;
}

uint8_t
category_fit(enum event_kind kind, uint8_t phase)
{
	switch (kind) {
	case EVENT_FLOW_LAUNCH:
	case EVENT_FLOW_BACKWARD:
		return (uint8_t)(phase == 's' || phase == 'f' || phase == 't' ? kind : EVENT_OTHER);
	case EVENT_MEMORY:
		return phase == 'i' || phase == 'I' ? EVENT_MEMORY : EVENT_OTHER;
	default:
		return phase == 'X' || phase == 'B' ? (uint8_t)kind : EVENT_OTHER;
	}
}
