#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What CONTRIBUTING says: a sheet, a pane, a model and a packed form take one file and one row of a table (and its
# declaration beside the others). Each is added to a copy of the sources here, and is then everywhere it should be.
. "$TESTLIB"

[ -n "${BUILD_CC-}" ] || skip_all 'run it with make check'
build=$PWD
cp -r "$SRCDIR/src" "$SRCDIR/tui" "$scratch/" && chmod -R u+w "$scratch/src" "$scratch/tui" || exit 99

# after FILE PATTERN LINE: a line behind the first that matches, in the copy
after()
{
	awk -v pattern="$2" -v line="$3" '{ print } !done && $0 ~ pattern { print line; done = 1 }' \
		"$scratch/$1" >"$scratch/edited" && mv "$scratch/edited" "$scratch/$1"
}

# added NAME FILE...: the program with these files, the new ones and the tables that they are in, before its libraries
added()
{
	name=$1
	shift
	files=
	for file; do
		files="$files $scratch/$file"
	done
	if ! (cd "$build" && eval "$BUILD_CC" "-I$scratch/src -I$scratch" -o "$scratch/sonde" "$SRCDIR/src/cli/main.c" $files \
		"$BUILD_LIBS") >"$scratch/log" 2>&1; then
		not_ok "$name: builds" "$(tail -20 "$scratch/log")"
	else
		ok "$name: builds"
	fi
}

cat >"$scratch/src/analysis/longest.c" <<'END'
#include "analysis/builders_priv.h"

static const struct column_def columns[] = {
	{"event", "Event", CELL_INT, UNIT_EVENT, COLUMN_KEY, 9, "the longest"},
	{"dur_us", "Duration (us)", CELL_TIME, UNIT_US, COLUMN_DESCENDING, 12, "its duration"},
};

int
build_longest(struct analysis *a, const struct sheet *sheet, struct table **out, struct error *err)
{
	const struct trace *t = analysis_trace(a);
	struct table *table = table_new(sheet->id, sheet->title);
	uint32_t longest = 0;

	for (int i = 0; table && i < 2; i++)
		if (table_add_column(table, &columns[i]) < 0)
			return error_no_memory(err, "making a sheet");
	if (!table || table_add_row(table) < 0)
		return error_no_memory(err, "making a sheet");
	for (uint32_t i = 1; i < t->n; i++)
		if (t->dur[i] > t->dur[longest])
			longest = i;
	table_set_int(table, 0, 0, longest);
	table_set_int(table, 0, 1, t->dur[longest]);
	*out = table;
	return 0;
}
END
after src/analysis/builders_priv.h '^sheet_builder build_gpu_timeline' '	build_longest,'
after src/analysis/sheets.c '^const struct sheet sheets' \
	'	{"longest", "Longest event", "The longest event.", SHEET_TIMELINE, 0, build_longest, NULL, false},'
added sheet src/analysis/longest.c src/analysis/sheets.c
run "$scratch/sonde" show longest --format csv "$SRCDIR/data/sample.json.gz"
contains 'sheet: show prints it' "$out" 'Event,Duration (us)'
run "$scratch/sonde" report --sheets longest --json - "$SRCDIR/data/sample.json.gz"
contains 'sheet: the report has it' "$out" '"longest": ['
printf ':sheet longest\n:expect Longest event\n' >"$scratch/script"
run "$scratch/sonde" --script "$scratch/script" "$SRCDIR/data/sample.json.gz"
equals 'sheet: the browser shows it' "$status$err" 0

cat >"$scratch/tui/hello.c" <<'END'
#include "tui/lines.h"
#include "tui/pane.h"

static uint32_t
hello_rows(const struct pane *pane)
{
	(void)pane;
	return 1;
}

static void
hello_draw(const struct pane *pane, struct canvas *canvas, int y, uint32_t row)
{
	(void)pane, (void)row;
	canvas_puts(canvas, y, 0, ROLE_NORMAL, "hello");
}

const struct pane_ops hello_pane = {
	.id = "hello", .title = "hello", .help = "greets", .rows = hello_rows, .draw = hello_draw,
};
END
after tui/pane.h 'pane_ops .const panes' 'extern const struct pane_ops hello_pane;'
after tui/panes.c 'struct pane_ops .const panes' '	&hello_pane,'
added pane tui/hello.c tui/panes.c
printf ':pane hello\n:expect hello\n:help hello\n:expect greets\n' >"$scratch/script"
run "$scratch/sonde" --script "$scratch/script" "$SRCDIR/data/sample.json.gz"
equals 'pane: it opens by its name, and help knows it' "$status$err" 0

cat >"$scratch/src/model/family_twice.c" <<'END'
#include "model/family_priv.h"

static const struct family_param twice_params[] = {
	{"n", NULL, 0, "elements"}, {"type", NULL, FAMILY_TYPE, "their type"},
};
static const struct family_column twice_columns[] = {{"elements", "n"}};

static void
twice(struct family_call *call)
{
	call->flops = 2 * family_quantity(call, 0);
	call->bytes = call->flops;
}

const struct model_family family_twice = {
	.name = "twice", .help = "two FLOPs an element", .unit = "vector", .params = twice_params, .n_params = 2,
	.columns = twice_columns, .n_columns = 1, .forward = twice,
};
END
after src/model/family_priv.h '^extern const struct model_family' '	family_twice,'
after src/model/family.c 'const families' '	&family_twice,'
added model src/model/family_twice.c src/model/family.c
cat >"$scratch/ops.json" <<'END'
{"ops": [{"class": "Twice", "names": ["my::twice"], "category": "mine", "family": "twice", "args": {"n": "size(D0)", "type": "T0"}}]}
END
run "$scratch/sonde" ops --ops "$scratch/ops.json"
contains 'model: its operator is in the list' "$out$err" 'my::twice'

cat >"$scratch/src/trace/source_shouted.c" <<'END'
#include "source_priv.h"

/* "SHOUT" and then the trace: the mark is passed over. */
struct source *
source_shouted(struct input *input, struct error *err)
{
	input->head_used += 5;
	return source_plain(input, err);
}
END
after src/trace/source_priv.h '^struct source .source_plain' 'struct source *source_shouted(struct input *input, struct error *err);'
after src/trace/source.c '[}] forms..' '	{"SHOUT", 5, source_shouted, true},'
added form src/trace/source_shouted.c src/trace/source.c
{ printf SHOUT; gzip -dc "$SRCDIR/data/sample.json.gz"; } >"$scratch/sample.shout"
run "$scratch/sonde" info "$scratch/sample.shout"
contains 'form: it is read' "$out" '6,022'
finish
