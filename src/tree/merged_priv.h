/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TREE_MERGED_PRIV_H
#define TREE_MERGED_PRIV_H

#include "tree/merged.h"

bool merged_busy(struct merged *merged);	/* fills gpu_busy; false: no memory */

#endif
