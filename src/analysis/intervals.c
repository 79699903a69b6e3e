/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/intervals.h"

uint32_t
intervals_merge(struct interval *set, uint32_t n)
{
	uint32_t last = 0;

	if (n == 0)
		return 0;
	for (uint32_t i = 1; i < n; i++) {
		if (set[i].start <= set[last].end) {
			if (set[i].end > set[last].end)
				set[last].end = set[i].end;
		} else {
			set[++last] = set[i];
		}
	}
	return last + 1;
}

int64_t
intervals_length(const struct interval *set, uint32_t n)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < n; i++)
		sum = time_add(sum, set[i].end - set[i].start);
	return sum;
}

uint32_t
intervals_subtract(struct interval *out, const struct interval *a, uint32_t n_a,
	const struct interval *b, uint32_t n_b)
{
	uint32_t n = 0, first = 0;

	for (uint32_t i = 0; i < n_a; i++) {
		int64_t start = a[i].start;

		while (first < n_b && b[first].end <= a[i].start)
			first++;
		for (uint32_t j = first; j < n_b && b[j].start < a[i].end; j++) {
			if (b[j].start > start)
				out[n++] = (struct interval){start, b[j].start};
			if (b[j].end > start)
				start = b[j].end;
		}
		if (start < a[i].end)
			out[n++] = (struct interval){start, a[i].end};
	}
	return n;
}

int64_t
intervals_common(const struct interval *a, uint32_t n_a, const struct interval *b, uint32_t n_b)
{
	uint32_t i = 0, j = 0;
	int64_t sum = 0;

	while (i < n_a && j < n_b) {
		int64_t start = a[i].start > b[j].start ? a[i].start : b[j].start;
		int64_t end = a[i].end < b[j].end ? a[i].end : b[j].end;

		if (start < end)
			sum = time_add(sum, end - start);
		if (a[i].end < b[j].end)
			i++;
		else
			j++;
	}
	return sum;
}
