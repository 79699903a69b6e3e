/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a GPU can do, and the roofline.
 *
 * Specs are data/arch/NAME.json, compiled in: memory bandwidth in GB/s (1e9),
 * memory in GB, peak rates in TFLOPS (1e12) by compute spec ("matrix_bf16",
 * "vector_fp32"), dense, and where each figure comes from.
 * Roofline time = max(flops / peak, bytes / bandwidth) (Williams, Waterman,
 * Patterson: Roofline, CACM 52(4), 2009); at a tie compute is the bound.
 */
#ifndef MODEL_ARCH_H
#define MODEL_ARCH_H

#include "base/error.h"
#include <stdbool.h>
#include <stdint.h>

struct arch_peak {
	const char *spec;	/* "matrix_bf16" */
	double tflops;
};

struct arch {
	/* vendor and the texts below are NULL when the file does not tell */
	const char *name, *vendor;
	const char *figures;		/* "achievable" (measured) or "datasheet" (peak) */
	const char *source, *note;
	double bandwidth_gbps;
	double memory_gb;		/* 0 when not told */
	int64_t units;			/* compute units or SMs, 0 when not told */
	const struct arch_peak *peaks;	/* in the file's order */
	uint32_t n_peaks;
};

/*
 * A built-in spec by name (case does not matter), or a file when the text has a '/' or ends in
 * .json.
 */
int arch_open(struct arch **out, const char *name_or_path, struct error *err);
void arch_free(struct arch *arch);

/* Names of the built-in specs, sorted; NULL past the last. */
const char *arch_name_at(uint32_t i);

/* Facts of a device as a trace's metadata tells them; 0 or NULL when unknown. */
struct arch_device {
	const char *name;		/* "AMD Instinct MI300X", "NVIDIA H100 80GB HBM3" */
	int64_t memory_bytes, compute_major, compute_minor, units;
};

/* The name of the built-in spec for a device, or NULL when none is known to fit. */
const char *arch_recognise(const struct arch_device *device);

enum roofline_bound { BOUND_NONE, BOUND_COMPUTE, BOUND_MEMORY };

struct roofline {
	/* BOUND_NONE: the spec lacks the precision, or a count is not known */
	enum roofline_bound bound;
	double compute_us, memory_us, time_us;	/* NaN when not known */
};

/*
 * Works out the roofline. FLOPs of 0 have none: an op without arithmetic is only shown its bytes.
 */
struct roofline arch_roofline(const struct arch *arch, const char *spec, double flops,
	double bytes);

double arch_peak(const struct arch *arch, const char *spec);	/* TFLOPS, NaN when it has none */
/* FLOPs a byte where both bounds meet, or NaN */
double arch_knee(const struct arch *arch, const char *spec);
const char *arch_bound_name(enum roofline_bound bound);	/* "COMPUTE_BOUND", "MEMORY_BOUND", NULL */

#endif
