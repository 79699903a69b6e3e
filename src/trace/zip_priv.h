/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The local headers of a zip archive, as far as one can see from its beginning. Layout: APPNOTE.TXT 4.3.7. */
#ifndef TRACE_ZIP_PRIV_H
#define TRACE_ZIP_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZIP_HEADER 30	/* bytes before the file's name */

/*
 * The header of the first file that is named as a trace is; else of the first that is no folder. h where no whole header
 * and name are there.
 */
const uint8_t *zip_find_trace(const uint8_t *h, const uint8_t *end);
/* Whether a whole header and name are there, and the name ends so, in whatever case. */
bool zip_name_ends(const uint8_t *h, const uint8_t *end, const char *with);
/* Bytes of the header with all that stands before the packed file: of one whose first ZIP_HEADER bytes are there. */
size_t zip_header_len(const uint8_t *h);

#endif
