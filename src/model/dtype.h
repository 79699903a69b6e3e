/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a type's name says: bytes an element and the precision of a compute spec.
 * Names are those the profiler records ("c10::BFloat16", "float", "long int"),
 * case does not matter. The tables are those of the values we are checked
 * against; known differences from what would be right are said at the rows.
 */
#ifndef MODEL_DTYPE_H
#define MODEL_DTYPE_H

/* Bytes an element, a half for two in a byte; NaN when the size is not known. NULL is not known. */
double dtype_bytes(const char *name);
/* "bf16", "fp8", ...; NULL when the type has no compute spec. */
const char *dtype_precision(const char *name);
/*
 * Bytes an element in the mixture-of-experts models, whose table is another and looks at case; NaN
 * when not in it.
 */
double dtype_expert_bytes(const char *name);

/*
 * The profiler's name for a short one ("bf16", "fp8", "int8"); other names are returned as they
 * are.
 */
const char *dtype_long_name(const char *short_name);
/* The short name of one that has it, else the name itself. */
const char *dtype_brief_name(const char *name);

#endif
