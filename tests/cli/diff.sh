#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sonde diff: the merged tree, the tables, and its status.
. "$TESTLIB"

base=$SRCDIR/data/sample.json.gz
slow=$SRCDIR/data/sample_slow.json.gz
cd "$scratch" || exit 99

# --- a step against itself, against another, and more of them ---
run "$SONDE" diff "$base" "$base"
equals 'a trace compares with itself' "$status" 0
contains 'it is identical and says so' "$out" 'The two are identical: the same calls, kernels and times.'
tree()
{
	printf '%s\n' "$out" | sed '1,/^  GPU in A/d'
}
equals 'no row of it has a sign' "$(tree | cut -c46 | sort -u)" ' '
run "$SONDE" diff "$base" "$base" --step-a 10 --step-b 11
equals 'two steps of one file compare' "$status" 0
contains 'they do the same work' "$out" 'The two do the same: all calls and kernels match, their times differ.'
run "$SONDE" diff "$base" "$slow" --depth 0
equals 'the step that only B has is told; the others are matched by number and work' \
	"$(tree | cut -c46-)" '  ProfilerStep#10
  ProfilerStep#11
  ProfilerStep#12
+ ProfilerStep#13
  outside of steps'
equals 'and why compare counts more in its categories' "$(printf '%s\n' "$out" | grep alone)" \
	"B alone: ProfilerStep#13, 13.95 ms in 211 GPU events. Below that stands apart from the categories; 'sonde compare' counts it in them."
# compare's GEMM of B is that of diff and that of the step apart
gemm=$("$SONDE" diff "$base" "$slow" --csv apart && awk -F, '$1 == "GEMM" { print $3 }' apart/diff_categories.csv)
equals 'which is what it says' "$("$SONDE" show ops_summary_by_category --step 13 --format csv "$slow" 2>/dev/null |
	awk -F, -v diff="$gemm" '$1 == "GEMM" { printf "%.6f", $3 + diff }')" \
	"$("$SONDE" show ops_summary_by_category --format csv "$slow" 2>/dev/null | awk -F, '$1 == "GEMM" { printf "%.6f", $3 }')"
run "$SONDE" diff "$base" "$base"
equals 'nothing where each has the other' "$(printf '%s\n' "$out" | grep -c alone)" 0
run "$SONDE" diff "$base" "$slow" --depth 0
contains 'the largest difference is the step more' "$out" '
ProfilerStep#13  '
contains 'categories are compared by the steps that both have' "$out" '
GEMM                                   17.152           20.123            2.971           17.32        117        171
'
contains 'B has as many GPU events as its facts tell' "$out" '63.26 ms of GPU time in 845 events'

# --- a fused operator against its parts ---
run "$SONDE" diff "$base" "$slow" --step-a 10 --step-b 10 --least 400
expected='   529.5 us   985.7 us  +  456.2 us    +86.2          nn.Module: TransformerBlock_0
   178.5 us   607.3 us  +  428.8 us   +240.3            nn.Module: CausalSelfAttention_0
   61.54 us   490.6 us  +  429.0 us   +697.2              aten::scaled_dot_product_attention
              490.6 us  +  490.6 us           +             aten::_scaled_dot_product_attention_math'
equals 'flash attention is compared with its parts at the operator above both' \
	"$(tree | grep -m 1 -A 3 'TransformerBlock_0')" "$(printf '%s\n' "$expected" | sed 's/^ //')"
equals 'rows that differ by less are left out' "$(tree | grep -c 'LayerNorm')" 0

printf '{"traceEvents": [%s,
	{"ph": "X", "cat": "cpu_op", "name": "g", "pid": 1, "tid": 1, "ts": 1, "dur": %s},
	{"ph": "X", "cat": "cpu_op", "name": "h", "pid": 1, "tid": 1, "ts": 60, "dur": %s}]}' \
	'{"ph": "X", "cat": "cpu_op", "name": "f", "pid": 1, "tid": 1, "ts": 0, "dur": 100}' 20 30 >one.json
sed -e 's/"dur": 20}/"dur": 40}/' one.json >two.json
run "$SONDE" diff --host --least 10 one.json two.json
equals 'what is around a row that differs is shown' "$(printf '%s\n' "$out" | tail -2)" \
	'  100.0 us   100.0 us         0 ns     +0.0      f
  20.00 us   40.00 us  +  20.00 us   +100.0        g'

# --- the tables ---
run "$SONDE" diff "$base" "$slow" --csv first
equals 'tables are written' "$status $out" '0 '
equals 'these are the tables' "$(ls first | tr '\n' ' ')" \
	'diff_categories.csv diff_modules.csv diff_stats.csv diff_summary.csv diff_tree.csv diff_unique_args.csv index.csv '
equals 'every GPU event of A is in diff_stats' "$(grep -c ',trace1,' first/diff_stats.csv)" 571
equals 'every GPU event of B is in diff_stats' "$(grep -c ',trace2,' first/diff_stats.csv)" 845
sums()
{
	awk -F, -v a="$2" -v b="$3" 'NR > 1 { x += $a; y += $b } END { printf "%.6f %.6f\n", x, y }' "$1"
}
equals 'categories add up to all GPU time' "$(sums first/diff_categories.csv 2 3)" '41.010368 63.257344'
equals 'own times of modules add up to all GPU time' "$(sums first/diff_modules.csv 2 3)" '41.010368 63.257344'
equals 'the summary tells it' "$(sed -n 2p first/diff_summary.csv | cut -d, -f1-3)" 'GPU time (ms),41.010368,63.257344'
check 'a second run writes them again' "$SONDE" diff "$base" "$slow" --csv second
check 'the same bytes' diff -r first second
run "$SONDE" diff "$base" "$slow" --format json
equals 'JSON has all tables' "$(printf '%s\n' "$out" | grep -c '^"diff_[a-z_]*": \[')" 6
if command -v python3 >/dev/null; then
	check 'it can be read' python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$scratch/out"
else
	skip 'it can be read' 'no python3'
fi
if ! has_workbooks; then
	skip 'a workbook holds the tables' 'built without workbooks'
else
	check 'a workbook is written' "$SONDE" diff "$base" "$slow" -o diff.xlsx
	find_python
	if [ -n "$python" ]; then
		run "$python" "$SRCDIR/tests/report/same_cells.py" diff.xlsx first
		equals 'a workbook holds the tables' "$status$out" 0
	else
		skip 'a workbook holds the tables' 'no python3 with openpyxl to read it'
	fi
fi

# --- what goes wrong ---
printf '{"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "f", "pid": 1, "tid": 1, "ts": 1, "dur": 5}]}' >host.json
run "$SONDE" diff host.json host.json
equals 'traces without GPU work have status 0' "$status" 0
contains 'and are told how to be compared' "$err" 'no call launched GPU work on either side: --host compares'
run "$SONDE" diff --host host.json host.json
equals 'what the host did is compared when it is asked for' "$(printf '%s\n' "$out" | tail -1)" \
	'  5.000 us   5.000 us         0 ns     +0.0      f'
run "$SONDE" diff "$base" "$slow" --step-b 99
equals 'a step that is not there' "$status $err" \
	"2 sonde diff: B: no step 99: the trace has steps 10 to 13; see 'sonde help diff'"
run "$SONDE" diff "$base" missing.json
equals 'a file that is not there has status 1' "$status" 1
one_line 'and is told in one line' "$err"
run "$SONDE" diff "$base"
equals 'one trace is a usage error' "$status" 2

awk 'BEGIN { print "["; for (i = 0; i < 40000; i++) printf "%s{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op%d\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":5}\n",
	i ? "," : "", i % 7, i + 1, i * 10; print "]" }' >"$scratch/threads.json"
cp "$scratch/threads.json" "$scratch/same.json"
run timeout 12 "$SONDE" diff --host "$scratch/threads.json" "$scratch/same.json"
equals '40,000 threads are paired in a moment' "$status" 0

finish
