/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"
#include "base/text.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifdef __clang_analyzer__
#undef error_set
#undef error_set_at
#undef error_unknown
#undef error_no_memory
#undef error_pass
#endif

__attribute__((format(printf, 3, 0))) static int
error_format(struct error *err, int64_t offset, const char *format, va_list args)
{
	char text[sizeof(err->message)];

	if (!err)
		return -1;
	vsnprintf(text, sizeof(text), format, args);
	text_sanitise(err->message, sizeof(err->message), text, strlen(text), sizeof(text));
	err->offset = offset;
	err->no_memory = false;
	err->unknown = false;
	return -1;
}

int
error_set(struct error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_format(err, ERROR_NO_OFFSET, format, args);
	va_end(args);
	return -1;
}

int
error_set_at(struct error *err, int64_t offset, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_format(err, offset, format, args);
	va_end(args);
	return -1;
}

int
error_unknown(struct error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	error_format(err, ERROR_NO_OFFSET, format, args);
	va_end(args);
	if (err)
		err->unknown = true;
	return -1;
}

int
error_no_memory(struct error *err, const char *what)
{
	error_set(err, "out of memory while %s", what);
	if (err)
		err->no_memory = true;
	return -1;
}

int
error_pass(struct error *err, const struct error *from)
{
	if (err)
		*err = *from;
	return -1;
}
