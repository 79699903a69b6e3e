# SPDX-License-Identifier: GPL-3.0-or-later
# The GPU's limits, operators' models and steps that the browser is told to go by, on the command line and by :set.
. "$TESTLIB"

unset XDG_CONFIG_HOME XDG_STATE_HOME
HOME=$scratch
export HOME
sample=$SRCDIR/data/sample.json.gz
gemms=$SRCDIR/tests/data/gemm_types.json	# of a GPU that the trace does not tell

# play SCRIPT ARGUMENT...: at 110x30
play()
{
	printf '%s\n' "$1" >"$scratch/script"
	shift
	run "$SONDE" --size 110x30 --script "$scratch/script" "$@"
}

# 64x32 by 32x128 in bfloat16: 524,288 operations, 28,672 bytes. Here 1 us of bytes and 2 us of operations; it took 8.
cat >"$scratch/own.json" <<'END'
{"name": "own", "mem_bw_gbps": 28.672, "max_achievable_tflops": {"matrix_bf16": 0.262144}}
END
# and here 4 us of bytes
cat >"$scratch/slow.json" <<'END'
{"name": "slow", "mem_bw_gbps": 7.168, "max_achievable_tflops": {"matrix_bf16": 0.262144}}
END

play ":pane roofline
:expect no rooflines: the limits of the GPU are not known
:expect :set arch NAME|FILE, or --arch, gives them
:set arch $scratch/own.json
:expect could win 0.006 of
:expect own, unnamed figures, memory 0.02867 TB/s
:expect 0.06554 of 0.2621 TFLOP/s (25 %)
:set arch $scratch/slow.json
:expect could win 0.004 of
:expect 0.06554 of 0.1311 TFLOP/s (50 %)
:set arch=
:expect no rooflines" "$gemms"
equals ':set arch gives the limits, others, and none' "$status$err" 0
play ":pane roofline
:expect could win 0.006 of" --arch "$scratch/own.json" "$gemms"
equals 'so does --arch' "$status$err" 0
play ":pane roofline
:expect H100-SXM
:set arch h200
:expect H200
:set arch
:expect arch=h200" "$sample"
equals 'a name takes the place of the GPU of the trace' "$status$err" 0
play ":set arch nosuch" "$sample"
contains 'a wrong name is told' "$err" 'no GPU spec is called nosuch'
play ":pane roofline" --arch nosuch "$sample"
equals 'and ends the program where it is an option' "$status $err" \
	"2 sonde browse: no GPU spec is called nosuch: \`sonde arch\` lists them, or give a file; see 'sonde help browse'"
play "t:set arch MI30<Tab><Enter>
:set arch
:expect arch=MI300X" "$sample"
equals 'names are completed' "$status$err" 0

# What does not depend on them stays as it was.
play ":pane tree
:python all
LLL
5j
:save-screen $scratch/before
:set arch MI300X
:redraw
:save-screen $scratch/after" "$sample"
equals 'the tree is left as it was' "$status$err$(sed '1d;$d' "$scratch/after")" "0$(sed '1d;$d' "$scratch/before")"
play "o
:columns name,count
:sheet ops_summary
:filter subtree_ms > 1
:save-screen $scratch/before
:set arch MI300X
:redraw
:save-screen $scratch/after" "$sample"
equals 'a sheet is shown again, with its filter' "$status$err$(sed '$d' "$scratch/after")" "0$(sed '$d' "$scratch/before")"

play ":pane kernels
:pane tree
:pane roofline
:set arch MI300X
:expect MI300X, achievable
[
:expect merged  modules
[
:expect largest first
q
:expect GPU time" "$sample"
equals 'what was visited before can be gone back to' "$status$err" 0

# An operator that is not built in: my::op, a matrix product of 16x16 by 16x16.
cat >"$scratch/mine.json" <<'END'
{"traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "my::op", "pid": 1, "tid": 1, "ts": 0, "dur": 10,
 "args": {"Input Dims": [[16, 16], [16, 16]], "Input type": ["c10::BFloat16", "c10::BFloat16"]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 2, "dur": 2,
 "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 20, "dur": 8,
 "args": {"device": 0, "stream": 7, "correlation": 1}}]}
END
"$SONDE" ops aten::mm | sed 's/aten::mm/my::op/' >"$scratch/row"
printf '{"ops": [%s]}' "$(cat "$scratch/row")" >"$scratch/ops.json"
play ":pane roofline
:expect 0 of 0 rows" --arch H200 "$scratch/mine.json"
equals 'an operator without a model has no roofline' "$status$err" 0
play ":pane roofline
:expect 1 of 1 rows
:expect my::op" --arch H200 --ops "$scratch/ops.json" "$scratch/mine.json"
equals 'one of --ops has' "$status$err" 0
play ":pane roofline" --ops "$scratch/nosuch.json" "$sample"
equals 'a file of operators that is not there' "$status $err" "1 sonde: $scratch/nosuch.json: No such file or directory"

# Steps are 10 to 12.
for steps in 11 10:11 12:; do
	"$SONDE" show gpu_timeline --format csv --step "$steps" "$sample" >"$scratch/told.csv" 2>/dev/null
	rm -f "$scratch/shown.csv"
	play ":sheet gpu_timeline
:export $scratch/shown.csv" --step "$steps" "$sample"
	equals "--step $steps shows what the sheets of these steps show" "$status$err$(cat "$scratch/shown.csv")" \
		"0$(cat "$scratch/told.csv")"
done
play "V
:expect GPU time 46.70 ms" --step 11 "$sample"
equals 'and the rest can be shown' "$status$err" 0
play ":redraw" --step 99 "$sample"
equals 'a step that is not there' "$status $err" \
	"2 sonde browse: no step from 99 to 99: the trace has steps 10 to 12; see 'sonde help browse'"
play ":redraw" --step one "$sample"
equals 'no step at all' "$status $err" \
	"2 sonde browse: --step takes a number or a range A:B, not 'one'; see 'sonde help browse'"
finish
