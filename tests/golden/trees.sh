#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Trees and modules of real traces are those that the reference finds. The traces and values lie in $SONDE_SHARED.
. "$TESTLIB"
golden=$SONDE_SHARED/golden
[ -d "$golden/tree" ] || skip_all "no real traces here: $golden"
command -v python3 >/dev/null || skip_all 'python3 compares the tables'

# compare NAME COMMAND... TRACE -- VALUES: the command's CSV agrees with the values
compare()
{
	name=$1
	values=$2
	shift 2
	if ! "$SONDE" "$@" --format csv >"$scratch/ours.csv" 2>"$scratch/err"; then
		not_ok "$name" "$(cat "$scratch/err")"
		return
	fi
	check "$name" python3 -IS "$golden/check_tree.py" "$scratch/ours.csv" "$values"
}

for folder in "$golden"/tree/*/; do
	trace=$(basename "$folder")
	file=$golden/traces/$trace.json.gz
	compare "$trace: tree" "$folder/tree.csv" tree "$file" --python none
	if [ -f "$folder/modules.csv" ]; then
		compare "$trace: modules" "$folder/modules.csv" modules "$file"
	fi
done
finish
