#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that runs out, reads and writes that fail: one clear line and the documented
# exit status, never a crash or a hang, and whatever succeeds is right.
. "$TESTLIB"

. "$SRCDIR/tests/robust/faults_lib.sh"
sample=$SRCDIR/data/sample.json.gz

gzip -dc "$sample" >"$scratch/sample.json"
each_allocation 'tree of a plain file' "$SONDE" tree --format csv "$scratch/sample.json"
each_allocation 'info' "$SONDE" info "$sample"
cat >"$scratch/ops.json" <<'END'
{"ops": [
{"names": ["my::linear", "aten::mm"], "category": "GEMM", "family": "gemm",
 "args": {"M": "D0[0]", "N": "D1[0]", "K": "D0[1]", "type": "T0"}},
{"names": ["my::mish"], "category": "activation_fwd", "family": "formula", "sheet": "UnaryElementwise",
 "let": {"an_element": "size(D0)", "half": 0.5, "three": 3, "pair": [1, 2]}, "args": {"type": "T0"},
 "flops": "6 * an_element * half + three - pair[0]", "bytes": "2 * an_element * bpe(T0)", "params": {"shape": "D0"}},
{"class": "my::mish, in another way", "names": ["aten::silu"], "like": "my::mish", "flops": "1"}],
"categories": {"my::other": "mine", "my::other_one": "mine"}}
END
cat >"$scratch/layers.json" <<'END'
{"tokens": 128, "ops": [
{"name": "q_proj", "family": "gemm", "count": 80, "M": 128, "N": 8192, "K": 8192},
{"name": "a_name_that_is_longer", "family": "gemm", "M": 1, "N": 2, "K": 3, "bwd": false, "note": 0.5}]}
END
printf 'name,family,count,M,N,K\nq_proj,gemm,80,1,8192,8192\n' >"$scratch/layers.csv"
each_allocation 'ops from a file' "$SONDE" ops --ops "$scratch/ops.json"
each_allocation 'one op from a file' "$SONDE" ops --ops "$scratch/ops.json" my::mish
each_allocation 'a GPU from a file' "$SONDE" arch "$SRCDIR/data/arch/MI300X.json"
each_allocation 'a model from JSON' "$SONDE" model --file "$scratch/layers.json" --arch MI300X
each_allocation 'a model from CSV' "$SONDE" model --file "$scratch/layers.csv"
each_allocation 'a model from words' "$SONDE" model gemm M=1,8 N=64:256:*2 K=8 --arch H200
each_allocation 'a model from shapes' "$SONDE" model conv x=10x64x56x56 w=64x64x3x3 padding=1 --dtype fp16
each_allocation 'a sheet with models of files' "$SONDE" show GEMM "$sample" --ops "$scratch/ops.json" \
	--arch "$SRCDIR/data/arch/H200.json"
each_allocation 'arch' "$SONDE" arch
each_allocation 'model' "$SONDE" model
for file in "$sample" "$scratch/sample.json"; do
	kind=${file##*.}
	gives_the_same "short reads, $kind" FAULT_READ=short "$SONDE" info "$file"
	gives_the_same "interrupted reads, $kind" FAULT_READ=eintr "$SONDE" info "$file"
	fails_clearly "a disk that cannot be read, $kind" FAULT_READ=eio:1 'Input/output error' "$SONDE" info "$file"
done

# The browser goes on with what it has: whatever fails after loading, it ends by itself.
trace=$SRCDIR/tests/data/durations.json
: >"$scratch/nothing"
cat >"$scratch/script" <<END
:filter n > 0
:sort n
:tag all
:export $scratch/seen.csv
w
:sort count
:tag
?
:filter key ~ C-
:sort command
:tag all
z
:export $scratch/seen.csv
END
with_fault "FAULT_COUNT=$scratch/count" "$SONDE" --script "$scratch/nothing" "$trace"
n=$(cat "$scratch/count")
with_fault "FAULT_COUNT=$scratch/count" "$SONDE" --script "$scratch/script" "$trace"
allocations=$(cat "$scratch/count")
step=$(((allocations - n) / 40 + 1))
[ "${SONDE_FAULTS:-40}" -ne 0 ] || step=1
wrong=
while [ "$n" -le "$allocations" ]; do
	with_fault "FAULT_ALLOC=$n" "$SONDE" --script "$scratch/script" "$trace"
	[ "$status" -lt 124 ] || wrong="$wrong $n: $status"
	n=$((n + step))
done
equals 'the overview, warnings and help outlive an allocation that fails' "$wrong" ''

finish
