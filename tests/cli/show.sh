#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sonde show: one sheet, its rows and columns as asked for.
. "$TESTLIB"

sample=$SRCDIR/data/sample.json.gz

run "$SONDE" show
equals 'the list of sheets succeeds' "$status" 0
contains 'the list has the timeline' "$out" 'gpu_timeline'

run "$SONDE" show gpu_timeline "$sample"
equals 'a sheet succeeds' "$status" 0
contains 'text has headings' "$out" 'time ms'
run "$SONDE" show gpu_timeline "$sample" --format csv
equals 'CSV begins with its header' "$(printf '%s\n' "$out" | head -1)" 'type,time ms,percent'
csv=$out
run "$SONDE" report "$sample" --csv "$scratch/csv" --sheets gpu_timeline
equals 'it is what the report has' "$(cat "$scratch/csv/gpu_timeline.csv")" "$csv"

run "$SONDE" show gpu_timeline "$sample" -f csv --columns type --filter "percent >= 100%"
equals 'a filter keeps rows' "$out" "$(printf 'type\ntotal_time')"
run "$SONDE" show gpu_timeline "$sample" -f csv --columns type --sort=-'time ms' --top 2
equals 'sorted down, and cut' "$out$err" "$(printf 'type\ntotal_time\nbusy_time')"
run "$SONDE" show gpu_timeline "$sample" -f csv --columns type --sort +type --top 2
equals 'sorted up' "$out" "$(printf 'type\nbusy_time\ncomputation_time')"
run "$SONDE" show gpu_timeline "$sample" -f markdown --columns type --top 1
equals 'Markdown' "$out" "$(printf '| type |\n| --- |\n| computation_time |')"

run "$SONDE" show kernel_summary "$sample" -f csv --columns name --filter 'name ~ Reduce_Sum and count > 2'
contains 'the name in a table of kernels is that of the kernel' "$out" 'ncclDevKernel_AllReduce_Sum_bf16_RING_LL'
run "$SONDE" show gpu_timeline "$sample" --filter 'percent > much'
equals 'a wrong filter is a usage error' "$status" 2
contains 'a wrong filter tells where' "$err" "--filter, byte 10: column percent holds numbers, 'much' is none"
run "$SONDE" show gpu_timeline "$sample" --columns nothing
contains 'a wrong column is named with those there are' "$err" "sheet gpu_timeline has no column 'nothing'; it has: type"
run "$SONDE" show gpu_timeline "$sample" --sort nothing
equals 'a wrong column to sort by is a usage error' "$status" 2
run "$SONDE" show gpu_timelime "$sample"
contains 'a mistyped sheet gets a suggestion' "$err" "did you mean 'gpu_timeline'?"
run "$SONDE" show gpu_timeline
equals 'a sheet without a trace is a usage error' "$status" 2

gzip -dc "$sample" | head -c 400000 >"$scratch/cut.json"
run "$SONDE" show gpu_timeline "$scratch/cut.json" --format csv
equals 'a sheet of a cut trace succeeds' "$status" 0
contains 'what the trace warns of is told' "$err" 'sonde: warning: the file is cut at byte 400000'
run "$SONDE" ranks "$sample" "$scratch/cut.json"
contains 'also of each of several ranks' "$err" "sonde: warning: $scratch/cut.json: the file is cut at byte 400000"

finish
