/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fuzz targets share. A target is one file fuzz_NAME.c that defines LLVMFuzzerTestOneInput. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/*
 * The path of a file in memory that holds the bytes, for what reads files; the
 * same one each time. NULL when there is none.
 */
const char *fuzz_file(const uint8_t *data, size_t size);

/* A copy that ends where readable memory does for a sanitiser, after padding zero bytes; free it. */
char *fuzz_text(const uint8_t *data, size_t size, size_t padding);

#endif
