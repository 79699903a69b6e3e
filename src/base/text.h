/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8, cell widths, safe text, and the one way numbers and times are written. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEXT_REPLACEMENT 0xfffdu

/*
 * Reads one code point of [p, end); returns the bytes it takes, at least 1.
 * What is not valid UTF-8 (overlong, surrogate, cut) gives TEXT_REPLACEMENT and 1.
 */
size_t text_decode(const char *p, const char *end, uint32_t *code);
size_t text_encode(uint32_t code, char out[4]);
bool text_is_utf8(const char *p, size_t len);
bool text_has_control(const char *p, size_t len);	/* C0 and DEL */

/* Cells of a terminal that a code point takes: 0, 1 or 2. Control and bidi marks count as 1: they are shown as a mark. */
int text_code_width(uint32_t code);
size_t text_width(const char *p, size_t len);

/*
 * Writes text made safe for a terminal line: control, bidi and zero-width
 * code points and bytes that are not UTF-8 become TEXT_REPLACEMENT.
 * Stops before more than max_cells cells or size - 1 bytes; ends with a NUL.
 * Returns the number of cells written.
 */
size_t text_sanitise(char *out, size_t size, const char *p, size_t len, size_t max_cells);

/* "1,234,567": thousands separated. Buffers of 32 bytes hold any result below. */
/* A plain decimal with its thousands parted: "1,234.5". Its sign, digits and commas must fit. */
char *text_separated(char out[32], const char *plain);
char *text_count(char out[32], uint64_t value);

char *text_int(char out[32], int64_t value);

/* The end of a word that counts. */
static inline const char *
text_plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Exact decimal of ns as microseconds or milliseconds, no trailing zeros: "12.5", "0.001", "-3". */
char *text_us(char out[32], int64_t ns);
char *text_us_parted(char out[32], int64_t ns);	/* "1,234.5": to be read */
char *text_ms(char out[32], int64_t ns);

/* For people, with unit and four digits: "12.50 us", "1.204 s". */
char *text_time(char out[32], int64_t ns);
char *text_bytes(char out[32], uint64_t bytes);	/* "1.50 MB", powers of 1024 */

/* Shortest decimal that reads back as the same double ("0.1", "1e-05", "12.0" as Python's repr). Empty for NaN. */
char *text_real(char out[32], double value);

#endif
