/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source_priv.h"
#include "base/mem.h"

static int64_t
plain_read(struct source *source, char *out, size_t size, struct error *err)
{
	int64_t n = input_read(source->input, out, size, err);

	if (n > 0)
		source->text += (uint64_t)n;
	return n;
}

static int64_t
plain_reread(struct source *source, uint64_t offset, char *out, size_t size, struct error *err)
{
	return input_read_at(source->input, offset, out, size, err);
}

static void
plain_close(struct source *source)
{
	free(source);
}

static const struct source_ops plain_ops = {plain_read, plain_reread, plain_close};

struct source *
source_plain(struct input *input, struct error *err)
{
	struct source *source = mem_zero(1, sizeof(*source));

	if (!source) {
		error_no_memory(err, "opening the trace");
		input_close(input);
		return NULL;
	}
	source->ops = &plain_ops;
	source->format = "JSON";
	source->input = input;
	return source;
}
