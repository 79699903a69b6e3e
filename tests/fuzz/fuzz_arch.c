/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a GPU's spec, and rooflines of it. */
#include "fuzz.h"
#include "model/arch.h"
#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file(data, size);
	struct error err = {0};
	struct arch *arch;

	if (!path)
		return 0;
	if (arch_open(&arch, path, &err)) {
		if (!err.message[0])
			abort();
		return 0;
	}
	for (uint32_t i = 0; i < arch->n_peaks; i++) {
		struct roofline line = arch_roofline(arch, arch->peaks[i].spec, 1e12, 1e9);

		if (line.bound != BOUND_NONE && !(line.time_us > 0))
			abort();
		arch_knee(arch, arch->peaks[i].spec);
	}
	arch_free(arch);
	return 0;
}
