/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "base/mem.h"
#include "model/model.h"
#include <string.h>

struct cache_entry {
	struct model_key key;
	const struct model_result *result;	/* NULL: free */
};

struct model_cache {
	const struct intern *strings;
	struct cache_entry *entries;	/* open addressing */
	size_t n, slots;		/* slots is a power of two */
	struct arena arena;
};

#define CACHE_SLOTS_MIN 1024

struct model_cache *
model_cache_new(const struct intern *strings)
{
	struct model_cache *cache = mem_zero(1, sizeof(*cache));

	if (!cache)
		return NULL;
	cache->strings = strings;
	cache->slots = CACHE_SLOTS_MIN;
	cache->entries = mem_zero(cache->slots, sizeof(*cache->entries));
	if (cache->entries)
		return cache;
	free(cache);
	return NULL;
}

void
model_cache_free(struct model_cache *cache)
{
	if (!cache)
		return;
	free(cache->entries);
	arena_free(&cache->arena);
	free(cache);
}

static bool
key_equal(const struct model_key *a, const struct model_key *b)
{
	return a->op == b->op && a->name == b->name && a->dims == b->dims && a->types == b->types
		&& a->strides == b->strides && a->concrete == b->concrete && a->kernel == b->kernel
		&& a->annotation == b->annotation && a->backward == b->backward
		&& !memcmp(a->forward, b->forward, sizeof(a->forward))
		&& !memcmp(a->extras, b->extras, sizeof(a->extras));
}

static uint64_t
key_hash(const struct model_key *key)
{
	uint64_t h =
		hash_u64((uint64_t)(uintptr_t)key->op ^ key->backward ^ (uint64_t)key->name << 32);

	h = hash_u64(h ^ ((uint64_t)key->dims << 32 | key->types));
	h = hash_u64(h ^ ((uint64_t)key->strides << 32 | key->concrete));
	h = hash_u64(h ^ ((uint64_t)key->forward[0] << 32 | key->forward[3]));
	h = hash_u64(h ^ ((uint64_t)key->extras[0] << 32 | key->extras[1]));
	return hash_u64(h ^ ((uint64_t)key->kernel << 32 | key->annotation));
}

/* The key's entry, or the free one where it belongs. */
static struct cache_entry *
cache_find(struct cache_entry *entries, size_t slots, const struct model_key *key)
{
	size_t i = key_hash(key) & (slots - 1);

	while (entries[i].result && !key_equal(&entries[i].key, key))
		i = (i + 1) & (slots - 1);
	return &entries[i];
}

static bool
cache_grow(struct model_cache *cache)
{
	struct cache_entry *grown = mem_zero(cache->slots * 2, sizeof(*grown));

	if (!grown)
		return false;
	for (size_t i = 0; i < cache->slots; i++)
		if (cache->entries[i].result)
			*cache_find(grown, cache->slots * 2, &cache->entries[i].key) =
				cache->entries[i];
	free(cache->entries);
	cache->entries = grown;
	cache->slots *= 2;
	return true;
}

static const char *
key_text(const struct model_cache *cache, uint32_t id)
{
	return id ? intern_text(cache->strings, id) : NULL;
}

/* The key's extras that can be read, into extras. Returns how many, -1 when memory runs out. */
static int
read_extras(struct model_cache *cache, const struct model_key *key, struct model_extra *extras)
{
	static const char *const names[MODEL_EXTRAS] = { "MoE topk", "MoE GEMM gated" };
	int n = 0;

	for (unsigned i = 0; i < MODEL_EXTRAS; i++) {
		const char *text = key_text(cache, key->extras[i]);
		int status = text ? value_read(&extras[n].value, text, strlen(text), &cache->arena) : 0;

		if (status < 0)
			return -1;
		if (status)
			extras[n++].name = names[i];
	}
	return n;
}

static const struct model_result *
cache_work(struct model_cache *cache, const struct model_key *key)
{
	struct model_result *result = arena_alloc(&cache->arena, sizeof(*result));
	struct model_args args, forward;
	const uint32_t *f = key->forward;
	struct model_extra extras[MODEL_EXTRAS];
	int n_extras = read_extras(cache, key, extras);

	if (!result || n_extras < 0
		|| model_args_read(&args, key_text(cache, key->dims), key_text(cache, key->types),
			key_text(cache, key->strides), key_text(cache, key->concrete),
			&cache->arena)
		|| model_args_read(&forward, key_text(cache, f[0]), key_text(cache, f[1]),
			key_text(cache, f[2]), key_text(cache, f[3]), &cache->arena))
		return NULL;
	if (f[0])
		args.forward = &forward;
	args.extras = extras;
	args.n_extras = (uint32_t)n_extras;
	args.op_name = key_text(cache, key->name);
	args.kernel = key_text(cache, key->kernel);
	args.annotation = key_text(cache, key->annotation);
	return model_eval(key->op, &args, key->backward, &cache->arena, result) ? NULL : result;
}

const struct model_result *
model_cache_eval(struct model_cache *cache, const struct model_key *key)
{
	struct cache_entry *entry = cache_find(cache->entries, cache->slots, key);
	const struct model_result *result = entry->result;

	if (result)
		return result;
	if (2 * (cache->n + 1) > cache->slots && !cache_grow(cache))
		return NULL;
	result = cache_work(cache, key);
	if (!result)
		return NULL;
	entry = cache_find(cache->entries, cache->slots, key);
	entry->key = *key;
	entry->result = result;
	cache->n++;
	return result;
}
