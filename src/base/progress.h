/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a long job is, written by the job, read and cancelled from another thread. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct progress {
	_Atomic uint64_t done;		/* bytes of the file read so far */
	_Atomic uint64_t total;		/* bytes of the file, 0 when unknown */
	_Atomic uint64_t text;		/* bytes of text after inflating */
	_Atomic uint64_t events;
	_Atomic bool cancelled;		/* set by the watcher: stop soon, keep what is whole */
};

#endif
