/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/device.h"
#include <stddef.h>

/* The device of the first GPU event where the trace tells of it, else its first. */
static const struct trace_device *
device_find(const struct trace *trace)
{
	const struct trace_meta *meta = &trace->meta;

	for (uint32_t i = 0; i < meta->n_devices && trace->n_gpus; i++)
		if (meta->devices[i].id == trace->gpus[0].device)
			return &meta->devices[i];
	return meta->n_devices ? &meta->devices[0] : NULL;
}

const char *
device_name(const struct trace *trace)
{
	const struct trace_device *device = device_find(trace);

	return device ? device->name : NULL;
}

static int64_t
known(int64_t number)
{
	return number == TRACE_NO_NUMBER ? 0 : number;
}

int
device_arch(struct arch **out, const struct trace *trace, const char *name, struct error *err)
{
	const struct trace_device *device = device_find(trace);

	*out = NULL;
	if (!name && device) {
		struct arch_device facts = {device->name, known(device->total_memory),
			known(device->compute_major),
			known(device->compute_minor), known(device->sms)};

		name = arch_recognise(&facts);
	}
	return name ? arch_open(out, name, err) : 0;
}
