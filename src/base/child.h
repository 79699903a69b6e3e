/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work in a process of its own, for libraries that end the process when memory runs out. */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include "base/error.h"

/*
 * Runs work in a copy of this process: what it changes in memory is gone
 * afterwards, what it writes to files stays. 0, or -1 with the error that the
 * work set, or with one that says that it crashed while doing what. Where no
 * process can be made the work is done in this one.
 */
int child_run(int (*work)(void *data, struct error *err), void *data, const char *what, struct error *err);

#endif
