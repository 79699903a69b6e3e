/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an op shows: its work and its parameters, which are keys of its rows. For tests of whole
 * and of incomplete arguments.
 */
#ifndef TESTS_MODEL_SUPPORT_H
#define TESTS_MODEL_SUPPORT_H

#include "model/model.h"
#include <stddef.h>

#define UNKNOWN (-1.0)

struct shown {
	const char *op, *dims, *types, *strides, *concrete;
	double flops, bytes;
	const char *spec;	/* "" when there is none */
	/* " name=value;" each in any order, none that is None; NULL: no model reads it */
	const char *params;
};

/* All models that are built in, from set_up_models() to tear_down_models(). */
extern struct model_registry *registry;

int set_up_models(void **state);
int tear_down_models(void **state);
/* Whether it is known and within so much of the number, or UNKNOWN and not known. */
bool amount_within(const struct model_amount *amount, double expected, double within);
/* Fails and prints the row whose op shows something else. */
void check_shown(const struct shown *rows, size_t n);
/* The same of ops that are told, beside their arguments, to how many experts a token goes. */
void check_shown_experts(const struct shown *rows, size_t n, int top, const char *kernel);

#define CHECK_SHOWN(rows) check_shown(rows, sizeof(rows) / sizeof(*(rows)))

#endif
