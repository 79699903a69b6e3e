#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sonde compare: inputs of every kind, what it prints and writes, and its status.
. "$TESTLIB"

base=$SRCDIR/data/sample.json.gz
slow=$SRCDIR/data/sample_slow.json.gz
cd "$scratch" || exit 99

run "$SONDE" compare "$base" "$slow"
equals 'two traces compare' "$status" 0
contains 'the summary is printed' "$out" 'busy_time'
contains 'the files give the names' "$out" 'sample_slow'

gzip -dc "$base" | head -c 400000 >cut.json
run "$SONDE" compare cut.json "$base"
contains 'what a trace warns of is told' "$err" 'sonde: warning: cut: the file is cut at byte 400000'

check 'a folder of CSV is made' "$SONDE" report "$base" --csv base
run "$SONDE" compare base "$base" --csv same --names folder,trace
equals 'a folder and a trace compare' "$status" 0
moved=$(cut -d, -f2 same/gpu_timeline.csv | sed 1d | awk '$1 < -1e-9 || $1 > 1e-9')
equals 'the same trace does not differ from itself' "$moved" ''
header=$(head -1 same/gpu_timeline.csv)
equals 'columns are called as in the reference' "$header" \
	'type,time ms__trace_diff,time ms__trace_pct,folder::time ms,folder::percent,trace::time ms,trace::percent'

# The first holds 3 steps, the other 4.
run "$SONDE" compare "$base" "$slow" --names base slow --csv steps
equals 'different numbers of steps are compared by the step' \
	"$(awk -F, '$3 == "busy_time" { printf "%.3f %.3f", $4 / 3 - $11, $5 / 4 - $12 }' steps/summary.csv)" '0.000 0.000'
equals 'what is of a step says so' "$(head -1 steps/summary.csv | cut -d, -f4-13)" \
	'baseline ms,variant ms,diff ms,diff %,speed-up/step,spread ms/step,noise,baseline ms/step,variant ms/step,diff %/step'
# beside one of other steps, one of as many is told by the step, too; of a report that tells no steps nothing is
"$SONDE" report "$base" --csv stepless --sheets gpu_timeline >/dev/null 2>&1
run "$SONDE" compare "$base" "$slow" "$base" stepless --names base slow again stepless --sheets gpu_timeline --csv mixed
equals 'so is a report of as many steps beside one of more' \
	"$(awk -F, '$3 == "busy_time" { printf "%s %s %.3f;", $1, $8, $4 / 3 - $11 }' mixed/summary.csv | sed 's/\(0\.85\)[0-9]*/\1/')" \
	'slow 0.85 0.000;again 1.0 0.000;stepless  12.662;'
mkdir near
printf 'name,total_direct_kernel_time_ms\nop,0.100\n' >near/ops_summary.csv
printf 'name,op category,operation_count,total_direct_kernel_time_std\nop,other,4,1.5\nop,other,16,1\n' \
	>near/ops_unique_args.csv
mkdir later && cp near/ops_unique_args.csv later
printf 'name,total_direct_kernel_time_ms\nop,0.107\n' >later/ops_summary.csv
run "$SONDE" compare near later --sheets ops_summary --csv noise
equals 'a change within the spread of the instances is noise: 2 sides of sqrt(4 * 1.5^2 + 16 * 1^2) us' \
	"$(sed -n 2p noise/summary.csv | cut -d, -f9,10 | cut -c1-7)$(sed -n 2p noise/summary.csv | cut -d, -f10)" '0.00707~'
printf 'name,total_direct_kernel_time_ms\nop,0.108\n' >later/ops_summary.csv
run "$SONDE" compare near later --sheets ops_summary --csv noise
equals 'a larger one is not' "$(sed -n 2p noise/summary.csv | cut -d, -f10)" ''

run "$SONDE" compare "$base" "$slow" --fail-above 16
equals 'growth is that of a step' "$status" 3
run "$SONDE" compare "$base" "$slow" --fail-above 17
equals 'not of the whole' "$status" 0
run "$SONDE" compare "$base" "$slow" --fail-above 0.01
equals 'a growth past the limit has status 3' "$status" 3
contains 'it is told' "$err" 'grew by'
run "$SONDE" compare "$base" "$slow" --fail-above 100000
equals 'a growth within the limit has status 0' "$status" 0
contains 'what was held against it is told' "$err" " a step, within 100000.00 %"
run "$SONDE" compare "$slow" "$base" --names slow fast --fail-above 5 --json /dev/null
contains 'a shrinking time, too' "$err" 'busy GPU time of fast shrank by '
run "$SONDE" compare stepless stepless --fail-above 1 --names a b
equals 'of the whole where steps are not known' "$status $(printf '%s\n' "$err" | tail -1)" \
	'0 sonde: busy GPU time of b grew by 0.00 %, within 1.00 %'
run "$SONDE" compare near "$base" --names near trace --fail-above 5
equals 'a baseline without GPU time has status 1' "$status" 1
contains 'that there is nothing to tell is told' "$err" '--fail-above cannot tell: near has no busy GPU time'
run "$SONDE" compare "$base" near later --names trace near later --fail-above 5
equals 'so has a variant' "$status" 1
contains 'every one is told' "$err" '--fail-above cannot tell: later has no busy GPU time'

if ! has_workbooks; then
	skip 'workbooks compare' 'built without workbooks or reading them'
else
	check 'a workbook is made' "$SONDE" report "$base" -o baseline.xlsx
	check 'another is made' "$SONDE" report "$slow" -o candidate.xlsx
	run "$SONDE" compare baseline.xlsx candidate.xlsx --names baseline candidate --sheets all -o comparison.xlsx
	equals 'workbooks compare' "$status" 0
	check 'the comparison is a workbook' test -s comparison.xlsx
	check 'from workbooks' "$SONDE" compare baseline.xlsx candidate.xlsx --csv books
	check 'from traces' "$SONDE" compare "$base" "$slow" --names baseline candidate --csv traces
	equals 'workbooks and traces give the same sheets' "$(ls books)" "$(ls traces)"
	printf 'no workbook' >bad.xlsx
	run "$SONDE" compare bad.xlsx baseline.xlsx
	equals 'what is no workbook is one line' "$err" 'sonde: bad.xlsx: is no workbook'
	equals 'and has status 1' "$status" 1
fi

run "$SONDE" compare base base --names one one
equals 'two equal names are a usage error' "$status" 2
run "$SONDE" compare base base --names one
equals 'a name too few is a usage error' "$status" 2
run "$SONDE" compare base
equals 'one report is a usage error' "$status" 2
run "$SONDE" compare base base --sheets gpu_timeline nosuch
equals 'a sheet that is none is a usage error' "$status" 2
contains 'it is named' "$err" "no report has a sheet 'nosuch' that is compared"
run "$SONDE" compare base base --sort nosuch
equals 'a column that is none is a usage error' "$status" 2
contains 'it is named' "$err" "no sheet of the comparison has a column 'nosuch'"
for command in compare diff; do
	run "$SONDE" $command - -
	equals "$command: standard input twice is a usage error" "$status" 2
	contains "$command: that is told" "$err" "standard input ('-') can be read only once"
done
run "$SONDE" compare base base --csv twice
equals 'the same folder twice gets two names' "$(head -1 twice/gpu_timeline.csv | cut -d, -f2)" 'time ms__base-2_diff'

finish
