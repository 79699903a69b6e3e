/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/sheets.h"
#include "analysis/builders_priv.h"
#include <string.h>
#include <strings.h>

const struct sheet sheets[] = {
	{"gpu_timeline", "GPU timeline", "How the GPU's time divides into computation, communication, copies and idle.",
		SHEET_TIMELINE, SHEET_NEEDS_GPU, build_gpu_timeline, NULL, false},
};

const uint32_t sheets_count = sizeof(sheets) / sizeof(*sheets);

const struct sheet *
sheet_find(const char *id)
{
	for (uint32_t i = 0; i < sheets_count; i++)
		if (!strcasecmp(sheets[i].id, id))
			return &sheets[i];
	return NULL;
}

int
sheet_build(struct analysis *analysis, const struct sheet *sheet, struct table **out, struct error *err)
{
	uint32_t top = analysis_settings(analysis)->top;

	if (sheet->build(analysis, sheet, out, err) < 0)
		return -1;
	if (sheet->flags & SHEET_RANKED && top && (*out)->n_rows > top)
		table_truncate(*out, top);
	return 0;
}

bool
sheet_is_omitted(const struct sheet *sheet, const struct table *table)
{
	return sheet->flags & SHEET_OMIT_EMPTY && table->n_rows == 0;
}
