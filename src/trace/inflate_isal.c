/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"
#ifdef HAVE_ISAL
#include "inflate_priv.h"
#include "base/mem.h"
#include <isa-l/igzip_lib.h>
#include <string.h>

const uint64_t inflate_restart_distance = UINT64_C(2) << 20;
const char inflate_library[] = "ISA-L";

struct inflater {
	struct inflate_state state;
	bool gzip;
};

bool
inflater_restart(struct inflater *inflater)
{
	isal_inflate_init(&inflater->state);
	inflater->state.crc_flag = inflater->gzip ? ISAL_GZIP : ISAL_DEFLATE;
	return true;
}

struct inflater *
inflater_new(bool gzip)
{
	/* Zeros: a damaged stream may take bytes from before its first. */
	struct inflater *inflater = mem_zero(1, sizeof(*inflater));

	if (!inflater)
		return NULL;
	inflater->gzip = gzip;
	inflater_restart(inflater);
	return inflater;
}

/* The state is plain memory: its pointers are set anew at each step. */
struct inflater *
inflater_copy(const struct inflater *from)
{
	struct inflater *inflater = mem_alloc(1, sizeof(*inflater));

	if (inflater)
		memcpy(inflater, from, sizeof(*inflater));
	return inflater;
}

void
inflater_free(struct inflater *inflater)
{
	free(inflater);
}

enum inflate_status
inflater_step(struct inflater *inflater, const uint8_t **in, const uint8_t *in_end, uint8_t *out, size_t size,
	size_t *made)
{
	struct inflate_state *state = &inflater->state;
	int result;

	union { const uint8_t *from; uint8_t *to; } input = {.from = *in};

	state->next_in = input.to;
	state->avail_in = (uint32_t)(in_end - *in);
	state->next_out = out;
	state->avail_out = (uint32_t)size;
	result = isal_inflate(state);
	*in = state->next_in;
	*made = size - state->avail_out;
	if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT)
		return INFLATE_BAD;
	if (state->block_state != ISAL_BLOCK_FINISH)
		return INFLATE_MORE;
	*in -= state->read_in_length / 8;	/* whole bytes it took beyond the end */
	state->read_in_length = 0;
	return INFLATE_END;
}
#endif
