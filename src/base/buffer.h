/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growing run of bytes, always NUL-terminated once something was added. */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buffer {
	char *data;
	size_t len;
	size_t cap;
};

/* {0} is empty. The adders return false, with the content unchanged, when memory runs out. */
bool buffer_add(struct buffer *buf, const char *bytes, size_t len);
bool buffer_add_text(struct buffer *buf, const char *text);
bool buffer_printf(struct buffer *buf, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
bool buffer_vprintf(struct buffer *buf, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
bool buffer_reserve(struct buffer *buf, size_t more);
void buffer_clear(struct buffer *buf);
void buffer_cut(struct buffer *buf, size_t len);	/* to its first len bytes, which it has */
void buffer_free(struct buffer *buf);

#endif
