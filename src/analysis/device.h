/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of the GPU that a trace is from. */
#ifndef ANALYSIS_DEVICE_H
#define ANALYSIS_DEVICE_H

#include "model/arch.h"
#include "trace/trace.h"

/*
 * The spec that is named (a built-in one or a file), or without a name that of
 * the device that ran the trace's first GPU event. *out is NULL, and no error,
 * where nothing is named and the device is not told or not known. 0, or -1
 * with err. Free with arch_free.
 */
int device_arch(struct arch **out, const struct trace *trace, const char *name, struct error *err);

/* The device's name as the trace tells it, NULL when it does not. */
const char *device_name(const struct trace *trace);

#endif
