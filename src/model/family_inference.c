/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Attention in serving: a step holds sequences that are read in (context) and
 * sequences that grow by a token (generation), each of its own length.
 *
 * What counts are sums over the sequences of each kind: of queries (sq), of keys
 * (sk), of their squares (sqsq) and products (sqsk), as serving frameworks write
 * them into the step's annotation. Context queries see keys up to their own:
 * 2 sqsk - sqsq multiply-adds a column and head stand for twice the pairs seen;
 * generation queries see all keys. Bytes: queries, outputs and new keys at the
 * queries' type, cached keys and values at theirs.
 *
 * Known difference: a sliding window limits only generation.
 */
#include "model/family_priv.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	SERVE_HQ,
	SERVE_DQK,
	SERVE_HKV,
	SERVE_DV,
	SERVE_CSQ,
	SERVE_CSK,
	SERVE_CSQSQ,
	SERVE_CSQSK,
	SERVE_GSQ,
	SERVE_GSK,
	SERVE_GSQSQ,
	SERVE_GSQSK,
	SERVE_WINDOW,
	SERVE_GENERATION,
	SERVE_TYPE,
	SERVE_TYPE_KV,
	SERVE_NQ,
	SERVE_NKV,
	SERVE_SHARE,
	SERVE_MOST,
	SERVE_PARAMS
};

static const struct family_param serve_params[] = {
	[SERVE_HQ] = {"H_Q", NULL, 0, "heads of the queries"},
	[SERVE_DQK] = {"d_qk", NULL, 0, "dimension of a head of queries and keys"},
	[SERVE_HKV] = {"H_KV", "H_Q", 0, "heads of keys and values"},
	[SERVE_DV] = {"d_v", "d_qk", 0, "dimension of a head of values"},
	[SERVE_CSQ] = {"c_sq", "0", 0, "context: sum of queries"},
	[SERVE_CSK] = {"c_sk", "c_sq", 0, "context: sum of keys"},
	[SERVE_CSQSQ] = {"c_sqsq", "c_sq * c_sq", 0, "context: sum of squares of queries"},
	[SERVE_CSQSK] = {"c_sqsk", "c_sq * c_sk", 0, "context: sum of queries times keys"},
	[SERVE_GSQ] = {"g_sq", "0", 0, "generation: sum of queries"},
	[SERVE_GSK] = {"g_sk", "0", 0, "generation: sum of keys"},
	[SERVE_GSQSQ] = {"g_sqsq", "g_sq", FAMILY_TRACE, "generation: sum of squares of queries"},
	[SERVE_GSQSK] = {"g_sqsk", "g_sk", 0, "generation: sum of queries times keys"},
	[SERVE_WINDOW] = {"window", "0", 0, "sliding window of generation, 0: none"},
	[SERVE_GENERATION] = {"generation_only", "False", FAMILY_TRACE,
		"whether the context's part is done elsewhere"},
	[SERVE_TYPE] = {"type", NULL, FAMILY_TYPE, "type of queries, which the peak rate is for"},
	[SERVE_TYPE_KV] = {"type_kv", "type", FAMILY_TYPE, "type of cached keys and values"},
	[SERVE_NQ] = {"N_Q", "c_sq + g_sq", FAMILY_TRACE, "queries of the step, padded"},
	[SERVE_NKV] = {"N_KV", "c_sk + g_sk", FAMILY_TRACE, "keys as shown"},
	[SERVE_SHARE] = {"compressed", "0", FAMILY_TRACE,
		"beyond the window one key stands for so many, 0: none does"},
	[SERVE_MOST] = {"compressed_most", "None", FAMILY_TRACE, "at most so many of those"},
};

static const struct family_column serve_columns[] = {
	{ "B", "1" }, { "N_Q", "N_Q" }, { "H_Q", "H_Q" }, { "H_V", "H_KV" }, { "H_K", "H_KV" },
	{ "N_KV", "N_KV" }, { "H_KV", "H_KV" }, { "d_h_qk", "d_qk" }, { "d_h_v", "d_v" },
	{ "dropout", "0.0" }, { "causal", "False" }, { "flash_impl", "True" },
	{ "c_sq", "c_sq" }, { "c_sk", "c_sk" }, { "c_sqsq", "c_sqsq" }, { "c_sqsk", "c_sqsk" },
	{ "g_sq", "g_sq" }, { "g_sk", "g_sk" }, { "g_sqsq", "g_sqsq" }, { "g_sqsk", "g_sqsk" },
	{ "dtype_Q", "type" }, { "dtype_KV", "type_kv" },
};

/* --- sums from an annotation -------------------------------------------------- */

static const char *const serve_sums[] = { "sq", "sk", "sqsq", "sqsk" };
static const char *const atom_sums[] = { "tok", "sk", "sqsq", "sqsk" };

/* The number behind a key at text, with or without "=" between; false when the key is not there. */
static bool
sum_at(const char *text, const char *key, int64_t *out)
{
	size_t n = strlen(key);
	char *end;
	long long v;

	if (strncmp(text, key, n))
		return false;
	text += n + (text[n] == '=');
	if (*text < '0' || *text > '9')
		return false;
	v = strtoll(text, &end, 10);
	*out = v;
	return v < INT64_MAX;
}

/*
 * One group of sums between text and end: sq1sk2sqsq3sqsk4, or tok=1 sk=2 ...
 * Later keys begin where a number or a separator ended.
 */
static unsigned
sums_read(const char *text, const char *end, const char *const sums[4], struct value *slots)
{
	unsigned found = 0;

	for (const char *p = text; p < end; p++) {
		if (p > text && ((p[-1] >= 'a' && p[-1] <= 'z') || p[-1] == '_'))
			continue;
		for (unsigned i = 0; i < 4; i++) {
			int64_t v;

			if (!sum_at(p, sums[i], &v))
				continue;
			slots[i] = value_int(v);
			found |= 1u << i;
		}
	}
	return found;
}

/* "context_2(sq...)", "generation_3(sq...)" */
static unsigned
sums_of_group(const char *annotation, const char *word, struct value *slots)
{
	const char *at = strstr(annotation, word), *open, *close;

	open = at ? strchr(at, '(') : NULL;
	close = open ? strchr(open, ')') : NULL;
	return close ? sums_read(open + 1, close, serve_sums, slots) : 0;
}

/* "prefill[bs=2 tok=.. ctx=[7, 6] sqsq=.. sqsk=.. sk=..]", "decode[...]": the whole annotation is one group. */
static unsigned
sums_of_atom(const char *annotation, const char *phase, struct value *slots)
{
	const char *close = strrchr(annotation, ']');
	size_t n = strlen(phase);

	if (strncmp(annotation, phase, n) || !close)
		return 0;
	return sums_read(annotation + n, close, atom_sums, slots);
}

/* "step[MIXED bs=16 c_sq=.. c_sk=.. g_sq=..]" */
static unsigned
sums_prefixed(const char *annotation, char prefix, struct value *slots)
{
	unsigned found = 0;

	for (const char *p = annotation; *p; p++) {
		int64_t v;

		if (p[0] != prefix || p[1] != '_'
			|| (p > annotation && p[-1] >= 'a' && p[-1] <= 'z'))
			continue;
		for (unsigned i = 0; i < 4; i++) {
			if (!sum_at(p + 2, serve_sums[i], &v))
				continue;
			slots[i] = value_int(v);
			found |= 1u << i;
		}
	}
	return found;
}

static int
serve_prepare(struct expr_context *context, struct value *slots)
{
	const char *annotation = context->args ? context->args->annotation : NULL;
	struct value *c = slots + SERVE_CSQ, *g = slots + SERVE_GSQ;
	unsigned found = 0;

	for (int i = 0; i < 4; i++)
		c[i] = g[i] = value_int(0);
	if (annotation) {
		found |= sums_of_group(annotation, "context", c)
			| sums_of_atom(annotation, "prefill[", c);
		found |= sums_of_group(annotation, "generation", g)
			| sums_of_atom(annotation, "decode[", g);
		found |= sums_prefixed(annotation, 'c', c) | sums_prefixed(annotation, 'g', g);
	}
	if (found != 15) {
		context->reason = "no annotation of the step tells the lengths of its sequences";
		return -1;
	}
	for (int i = 0; value_truth(slots[SERVE_GENERATION]) && i < 4; i++)
		c[i] = value_int(0);
	return 0;
}

/* --- the model ---------------------------------------------------------------- */

/* Keys that one generation query meets, of mean keys that are there. */
static quantity
serve_visible(struct family_call *call, quantity mean)
{
	quantity window = family_quantity(call, SERVE_WINDOW);
	quantity share = family_quantity(call, SERVE_SHARE);
	quantity most = family_quantity(call, SERVE_MOST), far;

	if (!(share > 0))
		return window;
	far = ceill(mean / share);
	return window + (far > most ? most : far);
}

static void
serve_forward(struct family_call *call)
{
	quantity hq = family_quantity(call, SERVE_HQ), hkv = family_quantity(call, SERVE_HKV);
	quantity d = family_quantity(call, SERVE_DQK) + family_quantity(call, SERVE_DV);
	quantity csq = family_quantity(call, SERVE_CSQ), csk = family_quantity(call, SERVE_CSK);
	quantity csqsq = family_quantity(call, SERVE_CSQSQ);
	quantity csqsk = family_quantity(call, SERVE_CSQSK);
	quantity gsq = family_quantity(call, SERVE_GSQ), gsk = family_quantity(call, SERVE_GSK);
	quantity gsqsk = family_quantity(call, SERVE_GSQSK);
	quantity bytes = family_bytes_of_type(call->p[SERVE_TYPE]);
	quantity bytes_kv = family_bytes_of_type(call->p[SERVE_TYPE_KV]);

	if (!(csq > 0) && !(gsq > 0)) {
		family_fail(call, "a step without queries");
		return;
	}
	if (family_quantity(call, SERVE_WINDOW) > 0 && gsq > 0) {
		quantity visible = gsq * serve_visible(call, gsk / gsq);

		gsqsk = visible < gsqsk ? visible : gsqsk;
		gsk = visible < gsk ? visible : gsk;
	}
	bytes = bytes > 0 ? bytes : 2;
	bytes_kv = bytes_kv > 0 ? bytes_kv : bytes;
	call->flops = hq * d * (2 * csqsk - csqsq + 2 * gsqsk);
	call->bytes =
		bytes * (csq + gsq) * (hq + hkv) * d + bytes_kv * (csk - csq + gsk - gsq) * hkv * d;
}

const struct model_family family_inference = {
	.name = "inference_attention",
	.help = "attention in serving, by sums over sequences that are read in and that grow",
	.unit = "matrix",
	.params = serve_params, .n_params = SERVE_PARAMS,
	.columns = serve_columns, .n_columns = FAMILY_COUNT(serve_columns),
	.forward = serve_forward,
	.prepare = serve_prepare,
};
