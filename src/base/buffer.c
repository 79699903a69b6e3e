/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/buffer.h"
#include "base/mem.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

bool
buffer_reserve(struct buffer *buf, size_t more)
{
	size_t need;

	if (__builtin_add_overflow(buf->len, more, &need) || need == SIZE_MAX)
		return false;
	return mem_reserve(&buf->data, &buf->cap, need + 1, 1);
}

bool
buffer_add(struct buffer *buf, const char *bytes, size_t len)
{
	if (!buffer_reserve(buf, len))
		return false;
	memcpy(buf->data + buf->len, bytes, len);
	buf->len += len;
	buf->data[buf->len] = '\0';
	return true;
}

bool
buffer_add_text(struct buffer *buf, const char *text)
{
	return buffer_add(buf, text, strlen(text));
}

bool
buffer_vprintf(struct buffer *buf, const char *format, va_list args)
{
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (len < 0 || !buffer_reserve(buf, (size_t)len))
		return false;
	vsnprintf(buf->data + buf->len, (size_t)len + 1, format, args);
	buf->len += (size_t)len;
	return true;
}

bool
buffer_printf(struct buffer *buf, const char *format, ...)
{
	va_list args;
	bool good;

	va_start(args, format);
	good = buffer_vprintf(buf, format, args);
	va_end(args);
	return good;
}

void
buffer_clear(struct buffer *buf)
{
	buffer_cut(buf, 0);
}

void
buffer_cut(struct buffer *buf, size_t len)
{
	buf->len = len;
	if (buf->data)
		buf->data[len] = '\0';
}

void
buffer_free(struct buffer *buf)
{
	free(buf->data);
	*buf = (struct buffer){0};
}
