#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Comparisons of real reports against the values to reach, sheet by sheet.
. "$TESTLIB"

golden=$SONDE_SHARED/golden
[ -d "$golden/compare" ] || skip_all 'the golden values are not there'
command -v python3 >/dev/null || skip_all 'no python3 to check them with'

for folder in "$golden"/compare/*; do
	name=${folder##*/}
	run "$SONDE" compare "$golden/report/h100_$name" "$golden/report/mi300_$name" --names h100 mi300 \
		--csv "$scratch/$name"
	equals "$name compares" "$status" 0
	check "$name agrees with every golden sheet" python3 "$golden/check_report.py" "$scratch/$name" "$folder"
done

# Workbooks as the reference writes them: the same sheets come of them.
find_python
for folder in "$golden"/compare/*; do
	name=${folder##*/}
	if [ -z "$python" ] || ! has_workbooks; then
		skip "$name agrees from workbooks" 'no openpyxl here, or built without workbooks'
		continue
	fi
	for side in h100 mi300; do
		"$python" "$SRCDIR/tests/golden/to_workbook.py" "$golden/report/${side}_$name" "$scratch/$side.xlsx"
	done
	run "$SONDE" compare "$scratch/h100.xlsx" "$scratch/mi300.xlsx" --names h100 mi300 --csv "$scratch/books_$name"
	check "$name agrees from workbooks" python3 "$golden/check_report.py" "$scratch/books_$name" "$folder"
done

# A report of ours against the reference's of the same trace.
for folder in "$golden"/report/*; do
	name=${folder##*/}
	rm -rf "$scratch/ours" "$scratch/both"
	run "$SONDE" report "$golden/traces/$name.json.gz" --arch MI300X --csv "$scratch/ours"
	run "$SONDE" compare "$folder" "$scratch/ours" --names reference ours --csv "$scratch/both"
	equals "$name compares with the reference's report" "$status" 0
	check "$name does not differ from it" python3 "$SRCDIR/tests/golden/differences.py" "$scratch/both"
done

cases=$SONDE_SHARED/cases/71_compare_two_reports
if [ -d "$cases" ]; then
	run "$SONDE" compare "$cases/base" "$cases/variant" --csv "$scratch/71"
	equals 'rows of one side, an empty baseline and keys of one report compare' "$status $err" '0 '
	equals 'a baseline of 0 has no percentage' "$(sed -n 's/^exposed_comm_time,//p' "$scratch/71/gpu_timeline.csv")" \
		'2.0,,0,0,2,10'
	equals 'what the variant alone has comes last' "$(tail -1 "$scratch/71/ops_summary.csv" | cut -d, -f1-3)" 'aten::new,,'
	equals 'empty keys meet' "$(grep -c '^aten::add,,,,,300.0,10.0' "$scratch/71/ops_unique_args_intersect_variant.csv")" 1
	contains 'a parameter that one report lacks is no key' "$(cut -c1-120 "$scratch/71/GEMM_intersect_variant.csv")" \
		'aten::mm,256,128,512,-1500.0,-25.0'
else
	skip 'rows of one side, an empty baseline and keys of one report compare' 'the case is not there'
fi

finish
