/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hashes for tables in memory; seeded per process against made-up collisions, never written out. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>
#include <string.h>

extern uint64_t hash_seed;

/* Once in a program, before its first table is made and its first thread begins. Without it the seed is always the same. */
void hash_seed_init(void);

static inline uint64_t
hash_mix(uint64_t a, uint64_t b)
{
	__uint128_t product = (__uint128_t)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t
hash_load8(const char *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t
hash_load4(const char *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static inline uint64_t
hash_u64(uint64_t v)
{
	return hash_mix(v ^ hash_seed, UINT64_C(0x9e3779b97f4a7c15));
}

/* Wide multiply-and-fold over 16-byte steps, after the idea of wyhash (Wang Yi, public domain). */
static inline uint64_t
hash_bytes(const char *p, size_t len)
{
	const uint64_t k1 = UINT64_C(0xa0761d6478bd642f), k2 = UINT64_C(0xe7037ed1a0b428db);
	uint64_t h = hash_seed ^ len, a, b;
	size_t left = len;

	while (left > 16) {
		h = hash_mix(hash_load8(p) ^ k1, hash_load8(p + 8) ^ h);
		p += 16;
		left -= 16;
	}
	if (left >= 8) {
		a = hash_load8(p);
		b = hash_load8(p + left - 8);
	} else if (left >= 4) {
		a = hash_load4(p);
		b = hash_load4(p + left - 4);
	} else if (left > 0) {
		a = ((uint64_t)(unsigned char)p[0] << 16) | ((uint64_t)(unsigned char)p[left / 2] << 8)
			| (unsigned char)p[left - 1];
		b = 0;
	} else {
		a = b = 0;
	}
	return hash_mix(a ^ k2, b ^ h);
}

#endif
