/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/gaps.h"
#include <inttypes.h>

int64_t
gaps_add(struct buffer *out, const int64_t *ascending, size_t count, int64_t n)
{
	int64_t next = 0, missing = 0;

	for (size_t i = 0; i <= count && next < n; i++) {
		int64_t end = i == count || ascending[i] > n ? n : ascending[i];

		if (end > next) {
			buffer_printf(out, "%s%" PRId64, missing ? ", " : "", next);
			if (end - next > 1)
				buffer_printf(out, "-%" PRId64, end - 1);
			missing += end - next;
		}
		if (end >= next)
			next = end + 1;
	}
	return missing;
}
