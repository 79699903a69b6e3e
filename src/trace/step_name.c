/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace/trace.h"
#include <string.h>

#define STEP_PREFIX "ProfilerStep#"

int64_t
trace_step_number(const char *name)
{
	int64_t number = 0;

	if (strncmp(name, STEP_PREFIX, strlen(STEP_PREFIX)))
		return TRACE_NO_NUMBER;
	name += strlen(STEP_PREFIX);
	if (*name < '0' || *name > '9')
		return TRACE_NO_NUMBER;
	for (; *name >= '0' && *name <= '9'; name++)
		if (__builtin_mul_overflow(number, 10, &number)
			|| __builtin_add_overflow(number, *name - '0', &number))
			return TRACE_NO_NUMBER;
	return *name ? TRACE_NO_NUMBER : number;
}
