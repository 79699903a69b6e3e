#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every sheet of the report on real traces holds the values that the reference has. They lie in $SONDE_SHARED.
. "$TESTLIB"
golden=$SONDE_SHARED/golden
[ -d "$golden/report" ] || skip_all "no real traces here: $golden"
command -v python3 >/dev/null || skip_all 'python3 compares the tables'

# The reason in known_differences why sheet $2 of $1 differs, in $reason.
find_reason()
{
	while read -r folder_known sheet_known reason; do
		[ "$folder_known $sheet_known" = "$1 $2" ] && return
	done <"$SRCDIR/tests/golden/known_differences"
	reason=
}

# Sorts the sheets of folder $1, named $2: into $compared, with commas between, or as known ones into $left.
sort_sheets()
{
	compared=
	: >"$left"
	for file in "$1"/*.csv; do
		sheet=${file##*/}
		sheet=${sheet%.csv}
		find_reason "$2" "$sheet"
		if [ -n "$reason" ]; then
			echo "$sheet $reason" >>"$left"
		else
			compared=$compared${compared:+,}$sheet
		fi
	done
}

left=$scratch/left

# compare NAME FOLDER OPTION...: the report on FOLDER's trace, made with the options, agrees with the folder
compare()
{
	name=$1
	folder=$2
	shift 2
	run "$SONDE" report "$golden/traces/${folder##*/}.json.gz" --csv "$scratch/$name" "$@"
	if [ "$status" -ne 0 ]; then
		not_ok "$name" "$err"
		return
	fi
	sort_sheets "$folder" "$name"
	check "$name" python3 -IS "$golden/check_report.py" "$scratch/$name" "$folder" --sheets "$compared"
	while read -r sheet reason; do
		skip "$name: $sheet" "$reason"
	done <"$left"
}

mkdir "$scratch/report" "$scratch/recompute" "$scratch/idle"
for folder in "$golden"/report/*; do
	compare "report/${folder##*/}" "$folder" --arch MI300X
done
for folder in "$golden"/variants/recompute/*; do
	compare "recompute/${folder##*/}" "$folder" --arch MI300X --recompute
done
for folder in "$golden"/variants/idle/*; do
	compare "idle/${folder##*/}" "$folder" --arch MI300X --unlinked --micro-idle 5 --short-kernel 5 \
		--short-bins 20 --short-top 10 --no-collectives
done
finish
