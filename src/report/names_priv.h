/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of sheets and files made from ids. */
#ifndef REPORT_NAMES_PRIV_H
#define REPORT_NAMES_PRIV_H

#include <stddef.h>

/*
 * The id's first characters, with what neither a sheet's name nor a file's may
 * hold replaced; max counts UTF-16 units.
 */
void name_begin(char *out, size_t size, const char *id, size_t max);

#endif
