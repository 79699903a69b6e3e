#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sonde report: what is written where, under which names, and what stays when it cannot be.
. "$TESTLIB"

sample=$SRCDIR/data/sample.json.gz
cp "$sample" "$scratch/a.json.b.json.gz" && cd "$scratch" || exit 99

# What is said after the warnings about the trace.
last_line()
{
	printf '%s\n' "$err" | tail -1
}

files()
{
	ls -A "$1" | tr '\n' ' '
}

if ! has_workbooks; then
	skip 'a workbook appears beside the trace' 'built without workbooks'
else
	run "$SONDE" report a.json.b.json.gz
	equals 'a report succeeds' "$status" 0
	equals 'the name of the workbook is printed' "$out" a.json.b_report.xlsx
	check 'the workbook appears beside the trace' test -s a.json.b_report.xlsx
	mkdir books
	run "$SONDE" report --profile_json_path a.json.b.json.gz --output_xlsx_path books/r.xlsx --output_csvs_dir csv \
		--short_kernel_study --enable_kernel_summary --micro_idle_thresh_us 5 --include_unlinked_kernels \
		--short_kernel_threshold_us 5 --short_kernel_histogram_bins 20 --topk_short_kernels 10 \
		--disable_coll_analysis --detect_recompute --include_call_stack --topk_ops 5
	equals "the reference's spellings are taken" "$status" 0
	equals 'the folder of the workbook holds nothing else' "$(files books)" 'r.xlsx '
	equals 'nothing is printed where names were given' "$out" ''
	find_python
	if [ -n "$python" ]; then
		check 'the workbook holds the cells of the CSV' "$python" "$SRCDIR/tests/report/same_cells.py" books/r.xlsx csv
	else
		skip 'the workbook holds the cells of the CSV' 'no python3-openpyxl'
	fi
	sum=$(cksum <books/r.xlsx)
	chmod 500 books
	if [ ! -w books ]; then
		run "$SONDE" report "$sample" -o books/r.xlsx
		equals 'a folder that cannot be written has status 1' "$status" 1
		equals 'a folder that cannot be written is one line' "$(last_line)" 'sonde: cannot write books/r.xlsx: Permission denied'
	else
		skip 'a folder that cannot be written has status 1' 'nothing is forbidden to this user'
	fi
	chmod 700 books
	run "$SONDE" report "$sample" -o books
	equals 'a folder in the place of a workbook is one line' "$(last_line)" 'sonde: cannot write books: it is a folder'
	equals 'the older workbook is as it was' "$(cksum <books/r.xlsx)" "$sum"
fi

run "$SONDE" report "$sample" --csv some/where --sheets gpu_timeline
equals 'a folder for CSV is made' "$status" 0
equals 'a sheet and the index are what is in it' "$(files some/where)" 'gpu_timeline.csv index.csv '
equals 'CSV begins with its header' "$(head -1 some/where/gpu_timeline.csv)" 'type,time ms,percent'
check 'CSV is valid UTF-8' iconv -f utf-8 -t utf-8 some/where/index.csv

run "$SONDE" report "$sample" --json - --sheets gpu_timeline
equals 'JSON to standard output succeeds' "$status" 0
json=$out
run "$SONDE" report "$sample" -o - --sheets gpu_timeline
equals '-o - is JSON to standard output' "$out" "$json"
run "$SONDE" report "$sample" --json one.json --sheets gpu_timeline
equals 'JSON in a file is the same' "$(cat one.json)" "$json"
if [ -w /dev/full ]; then
	run "$SONDE" report "$sample" --json /dev/full
	equals 'a full disk has status 1' "$status" 1
	equals 'a full disk is one line' "$(last_line)" 'sonde: cannot write /dev/full: No space left on device'
else
	skip 'a full disk has status 1' 'no /dev/full'
fi

# What is no plain file: links lead on, pipes take what is written, the rest is refused.
ln -s one.json link.json
run "$SONDE" report "$sample" --json link.json --sheets gpu_timeline
equals 'a link stays one' "$(readlink link.json)" one.json
ln -s nowhere.json lost.json
run "$SONDE" report "$sample" --json lost.json
equals 'a link to nowhere has status 1' "$status" 1
equals 'a link to nowhere is one line' "$(last_line)" \
	'sonde: cannot write lost.json: it is a link to a file that is not there'
equals 'and stays' "$(readlink lost.json)" nowhere.json
ln -s loop.json loop.json
run "$SONDE" report "$sample" --json loop.json
equals 'a link to itself is one line' "$(last_line)" 'sonde: cannot write loop.json: Too many levels of symbolic links'
mkfifo pipe
cat pipe >piped.json &
run "$SONDE" report "$sample" --json pipe --sheets gpu_timeline
wait
equals 'a pipe takes the same' "$(cat piped.json)" "$json"
check 'and stays a pipe' test -p pipe
run "$SONDE" report "$sample" --json /dev/stdout --sheets gpu_timeline
equals '/dev/stdout is standard output' "$out" "$json"
run "$SONDE" report "$sample" --json /dev/null
equals '/dev/null takes everything' "$status" 0
check 'and stays a device' test -c /dev/null
run "$SONDE" report "$sample" --csv one.json
equals 'a file in the place of a folder is one line' "$(last_line)" 'sonde: cannot write into one.json: it is no folder'

run "$SONDE" report "$sample" --sheets gpu_timelin --csv x
equals 'a mistyped sheet is a usage error' "$status" 2
contains 'a mistyped sheet gets a suggestion' "$err" "did you mean 'gpu_timeline'?"
run "$SONDE" report "$sample" --step 9:3 --csv x
equals 'steps the wrong way round are a usage error' "$status" 2
run sh -c '"$1" report - <"$2"' sh "$SONDE" "$sample"
equals 'standard input without an output named is a usage error' "$status" 2
run "$SONDE" report nowhere.json --csv x
equals 'a trace that is not there has status 1' "$status" 1
equals 'nothing is written then' "$(ls -d x 2>/dev/null)" ''

# What is read is never what is written, whatever it is called there.
cp "$sample" t.json.gz && ln t.json.gz hard.gz && ln -s t.json.gz soft.gz && ln -s t.json.gz t_report.xlsx
sum=$(cksum <t.json.gz)
refused()
{
	name=$1
	shift
	run "$SONDE" "$@"
	equals "$name is a usage error" "$status" 2
	contains "$name is told" "$err" 'is read, it cannot be written as well'
	equals "$name leaves it as it was" "$(cksum <t.json.gz)" "$sum"
}
refused 'JSON onto the trace' report t.json.gz --json t.json.gz
refused 'JSON onto the trace by another link' report t.json.gz --json hard.gz
refused 'JSON onto the trace by a symbolic link' report soft.gz --json ./t.json.gz
refused 'the workbook without a name, which is a link to the trace' report t.json.gz
refused 'a comparison onto its second trace' compare "$sample" t.json.gz --json t.json.gz
run "$SONDE" report "$sample" --csv base
cp base/index.csv index.csv
refused 'a comparison into the folder of a report' compare base t.json.gz --csv base/
check 'that folder is as it was' cmp base/index.csv index.csv
printf '{"ops": []}' >ops.json
refused 'the file of operators as the report' report t.json.gz --ops ops.json --json ops.json
run sh -c '"$1" report - --json t.json.gz <t.json.gz' sh "$SONDE"
equals 'standard input as the report is a usage error' "$status" 2
equals 'standard input is as it was' "$(cksum <t.json.gz)" "$sum"
for name in y.json y.json.gz y.md x.CSV; do
	run "$SONDE" report t.json.gz -o $name
	equals "a workbook called $name is a usage error" "$status $(files . | grep -c "$name ")" '2 0'
	contains "a workbook called $name is told" "$err" "--output writes a workbook, FILE.xlsx, not '$name'"
done
run "$SONDE" report t.json.gz -o j2 --json ./j2
equals 'two reports in one file are a usage error' "$status" 2
contains 'two reports in one file are told' "$err" "--output and --json cannot both write 'j2'"
run "$SONDE" diff t.json.gz "$sample" --csv d -o t.json.gz
equals 'the difference onto a trace is a usage error' "$status $(ls -d d 2>/dev/null)" '2 '
if [ -w /dev/full ]; then
	run sh -c '"$1" report "$2" --json - >/dev/full' sh "$SONDE" "$sample"
	equals 'standard output that is full is called so' "$(last_line)" \
		'sonde: cannot write standard output: No space left on device'
fi

# What a name or a spec holds never steers the terminal; a script gets the name as it is.
if has_workbooks; then
	hostile=$(printf 'h\033[31m.json')
	cp "$sample" "$hostile"
	run "$SONDE" report "$hostile"
	check 'the printed name is that of the workbook' test -s "$out"
	if command -v script >/dev/null; then
		script -qec "'$SONDE' report '$hostile'" /dev/null </dev/null >typed 2>/dev/null
		equals 'the name on a terminal holds no escape' "$(grep -c "$(printf '\033')\[31m" typed) $(grep -c '_report.xlsx' typed)" '0 1'
	else
		skip 'the name on a terminal holds no escape' 'no script'
	fi
fi
printf '{"name": "x\\u001b[31m", "vendor": "v\\u001b[31m", "note": "n\\u001b[31m", "mem_bw_gbps": 100,
	"max_achievable_tflops": {"matrix_bf16": 10}}' >spec.json
run "$SONDE" arch spec.json
equals 'a spec holds no escape for the terminal' "$status $(printf '%s' "$out" | tr -dc '\033' | wc -c)" '0 0'
run "$SONDE" model gemm M=1 N=1 K=1 --arch ./spec.json
equals 'nor where a model names it' "$status $(printf '%s' "$out" | tr -dc '\033' | wc -c)" '0 0'

# Texts are what they are, whatever a spreadsheet makes of them; the manual says so.
printf '{"traceEvents": [{"ph": "X", "cat": "kernel", "name": "=1+2", "pid": 0, "tid": 7, "ts": 1, "dur": 2}]}' >formula.json
run "$SONDE" report formula.json --csv formula
equals 'a name that looks like a formula stands in CSV as it is' "$(sed -n 2p formula/kernel_summary.csv | grep -c '=1+2')" 1
contains 'the help tells of it' "$("$SONDE" report --help)" 'begin with = + - or @'

printf '{"traceEvents": []}' >empty.json
run "$SONDE" report empty.json --csv empty
equals 'an empty trace has a report' "$status" 0
equals 'with the header of the timeline' "$(head -1 empty/gpu_timeline.csv)" 'type,time ms,percent'

finish
