/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a filter expression over a table with every type of column. */
#include "fuzz.h"
#include "base/hash.h"
#include "table/filter.h"
#include <stdlib.h>

static const struct column_def columns[] = {
	{.id = "name", .title = "Name", .type = CELL_TEXT},
	{.id = "time", .title = "GPU busy (us)", .type = CELL_TIME, .unit = UNIT_US},
	{.id = "share", .title = "Percent", .type = CELL_REAL, .unit = UNIT_PERCENT},
	{.id = "n", .title = "count", .type = CELL_INT, .unit = UNIT_COUNT},
	{.id = "size", .title = "Bytes", .type = CELL_INT, .unit = UNIT_BYTES},
	{.id = "used", .title = "Used", .type = CELL_BOOL},
};

static struct table *
make_table(void)
{
	struct table *table = table_new("try", "Try");

	for (size_t i = 0; table && i < sizeof(columns) / sizeof(*columns); i++)
		if (table_add_column(table, &columns[i]) < 0)
			abort();
	if (!table || table_add_row(table) < 0 || table_add_row(table) < 0)
		abort();
	table_set_text(table, 0, 0, "ampere_bf16_gemm");
	table_set_int(table, 0, 1, 1500000);
	table_set_real(table, 0, 2, 12.5);
	table_set_int(table, 0, 3, 42);
	table_set_int(table, 0, 4, INT64_MAX);
	table_set_int(table, 0, 5, 1);
	return table;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size, 1);
	struct table *table;
	struct error err;

	hash_seed_init();
	table = make_table();
	if (filter_table(table, text, &err) && err.message[0] == '\0')
		abort();
	table_free(table);
	free(text);
	return 0;
}
