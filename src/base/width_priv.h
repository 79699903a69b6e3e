/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The width table behind text_code_width(). */
#ifndef BASE_WIDTH_PRIV_H
#define BASE_WIDTH_PRIV_H

#include <stdbool.h>
#include <stdint.h>

int width_of(uint32_t code);	/* 0, 1 or 2 */

#endif
