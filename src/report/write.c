/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/write.h"

const char *const write_format_names[] = {
	[WRITE_TEXT] = "text", [WRITE_CSV] = "csv", [WRITE_JSON] = "json", [WRITE_MARKDOWN] = "markdown",
	[WRITE_FORMATS] = NULL,
};

void
write_table(struct output *output, const struct table_view *view, enum write_format format, size_t width)
{
	switch (format) {
	case WRITE_CSV:
		write_csv(output, view);
		break;
	case WRITE_JSON:
		write_json(output, view);
		output_add_char(output, '\n');
		break;
	case WRITE_MARKDOWN:
		write_markdown(output, view);
		break;
	default:
		write_text(output, view, width);
		break;
	}
}
