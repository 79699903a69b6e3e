/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include <sys/random.h>
#include <time.h>

uint64_t hash_seed = UINT64_C(0x8ebc6af09c88c6e3);

void
hash_seed_init(void)
{
	uint64_t seed;

	if (getrandom(&seed, sizeof(seed), GRND_NONBLOCK) != (ssize_t)sizeof(seed))
		seed = (uint64_t)time(NULL) * UINT64_C(0x9e3779b97f4a7c15);
	hash_seed ^= seed;
}
