/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xorshift64*: the same numbers on every machine. */
#ifndef GEN_RNG_H
#define GEN_RNG_H

#include <stdint.h>

struct rng {
	uint64_t state;		/* never 0 */
};

static inline void
rng_init(struct rng *rng, uint64_t seed)
{
	rng->state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

static inline uint64_t
rng_next(struct rng *rng)
{
	rng->state ^= rng->state >> 12;
	rng->state ^= rng->state << 25;
	rng->state ^= rng->state >> 27;
	return rng->state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Uniform enough in [lo, hi]; lo <= hi. */
static inline int64_t
rng_range(struct rng *rng, int64_t lo, int64_t hi)
{
	return lo + (int64_t)((rng_next(rng) >> 16) % (uint64_t)(hi - lo + 1));
}

#endif
