/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a GEMM kernel's name tells about its operands.
 *
 * Tensile: Cijk_Alik_Bljk_...: the free and the summed index of each operand in
 * order of memory. nvjet: the first two letters of the last field, T or N.
 */
#include "model/model.h"
#include <string.h>

static bool
is_indices(const char *p)
{
	for (int i = 0; i < 3; i++)
		if (p[i] < 'a' || p[i] > 'z')
			return false;
	return true;
}

/* "C???_A???_B???" with three lower-case letters each. */
static const char *
tensile_find(const char *name)
{
	for (const char *p = strchr(name, 'C'); p; p = strchr(p + 1, 'C'))
		if (strlen(p) >= 14 && is_indices(p + 1) && !strncmp(p + 4, "_A", 2)
			&& is_indices(p + 6) && !strncmp(p + 9, "_B", 2) && is_indices(p + 11))
			return p;
	return NULL;
}

static struct value
tensile_operand(const char *name, const char *transposed, const char *plain)
{
	if (strstr(name, transposed))
		return value_bool(true);
	return strstr(name, plain) ? value_bool(false) : value_text(NULL);
}

bool
model_kernel_layout(const char *kernel, struct value transpose[2])
{
	const char *last;

	if (!kernel)
		return false;
	if (tensile_find(kernel)) {
		transpose[0] = tensile_operand(kernel, "_Alik_", "_Ailk_");
		transpose[1] = tensile_operand(kernel, "_Bjlk_", "_Bljk_");
		return true;
	}
	if (strncmp(kernel, "nvjet", 5))
		return false;
	last = strrchr(kernel, '_');
	if (!last || strlen(last) < 3)
		return false;
	transpose[0] = value_bool(last[1] == 'T');
	transpose[1] = value_bool(last[2] == 'T');
	return true;
}
