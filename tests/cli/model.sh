#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Models without a trace: sonde model, sonde ops, sonde arch.
. "$TESTLIB"
XDG_CONFIG_HOME=$scratch/config
export XDG_CONFIG_HOME

# cell COLUMN: that column of the last row of $out
cell()
{
	printf '%s\n' "$out" | awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i }
		{ last = $c } END { print last }'
}

run "$SONDE" model
equals 'model lists families' "$status" 0
contains 'model lists parameters with their meaning' "$out" 'rows of A and C: tokens'
run "$SONDE" model gemm
contains 'model FAMILY lists its parameters' "$out" 'input features'

run "$SONDE" model gemm M=40960 N=6144 K=1536 --arch MI300X --format csv
equals 'a GEMM: FLOPs' "$(cell FLOPs)" 773094113280
equals 'a GEMM: bytes' "$(cell Bytes)" 648019968
contains 'a GEMM: roofline time' "$(cell 'Roofline Time (µs)')" 1091.94
equals 'a GEMM: bound' "$(cell 'Roofline Bound')" COMPUTE_BOUND
run "$SONDE" model gemm M=1,128,2048 N=8192 K=8192 --arch MI300X --format csv
equals 'a list gives a row a value' "$(printf '%s\n' "$out" | wc -l)" 4
contains 'the last row is compute bound' "$(cell 'Roofline Time (µs)')" 388.2
run "$SONDE" model attention N_Q=1024:65536:*2 H_Q=64 H_KV=8 d_qk=128 causal=True --bwd --format csv
equals 'a range that doubles' "$(printf '%s\n' "$out" | wc -l)" 8
run "$SONDE" model conv x=2x3x32x32 w='(16,3,3,3)' padding=1 --format json
contains 'shapes are read either way' "$out" '1769472'
run "$SONDE" model conv x=1x1x100 w=1x1x1 padding=9223372036854775807
contains 'an output past 64 bits is refused' "$err" 'conv: a count passes 2^63'
run "$SONDE" model conv x=1x1x101 w=1x1x4 stride=3 --format csv
contains 'an output is rounded down: 33 of (101 - 4) / 3 + 1' "$out" ',264,276,'
while read -r n k tflop gb intensity; do
	run "$SONDE" model gemm M=16384 N="$n" K="$k" --format csv
	equals "a layer of $k by $n: FLOPs for a byte" "$(awk -v i="$(cell FLOPS/Byte)" \
		'BEGIN { printf "%.1f", i }')" "$intensity"
	equals "a layer of $k by $n: TFLOP and GB" "$(awk -v f="$(cell FLOPs)" -v b="$(cell Bytes)" \
		'BEGIN { printf "%.2f %.2f", f / 1e12, b / 1e9 }')" "$tflop $gb"
done <<'EOF'
8192 8192 2.20 0.67 3276.8
1024 8192 0.27 0.32 862.3
28672 8192 7.70 1.68 4587.5
128256 8192 34.43 6.57 5238.3
EOF
run "$SONDE" model gemm M=0:20:10 N=1 K=1 --format csv
equals 'a range with a step' "$(printf '%s\n' "$out" | wc -l)" 4

run "$SONDE" model gemm M=1 N=2
equals 'a missing parameter has status 2' "$status" 2
contains 'a missing parameter is named with its meaning' "$err" 'gemm needs K=: columns of A, rows of B: input features'
run "$SONDE" model gemm M=1 N=2 K=3 L=4
contains 'an unknown parameter is named' "$err" 'gemm has no parameter L'
run "$SONDE" model grouped_gemm_variable M=1 K=1 N=1 'pairs=[1]'
equals 'what only a trace tells has status 2' "$status" 2
contains 'what only a trace tells is named' "$err" 'grouped_gemm_variable takes pairs from a trace alone'
run "$SONDE" model gemm M=x N=2 K=3
contains 'a wrong value is named with its meaning' "$err" 'M (rows of A and C: tokens) is no number'
run "$SONDE" model gemm M=-1 N=2 K=3
contains 'a negative value is named' "$err" 'M (rows of A and C: tokens) is negative'
run "$SONDE" model gemm M=1 N=2 K=3 --dtype bf17
contains 'an unknown type is named' "$err" 'is no type: bf17'
run "$SONDE" model gem M=1
contains 'a mistyped family is corrected' "$err" "did you mean 'gemm'"
run "$SONDE" model gemm M=4294967296 N=4294967296 K=4294967296
contains 'what passes 64 bits is refused' "$err" 'a count passes 2^63'
run "$SONDE" model gemm M=1:100000 N=1:100000 K=1
contains 'too many combinations are refused' "$err" 'more than 100000'
run "$SONDE" model attention N_Q=1 N_KV=8 H_Q=1 d_qk=1 causal=True
contains 'what has no model says why' "$err" 'a causal mask with N_Q 1 and N_KV 8'
run "$SONDE" model gemm M=1 N=2 K=3 --arch nosuch
contains 'an unknown GPU is named' "$err" 'no GPU spec is called nosuch'

for which in decode prefill; do
	run "$SONDE" model --file "$SRCDIR/data/models/llama-3-70b-$which.json" --arch MI300X
	equals "layer file, $which: succeeds" "$status" 0
	case $which in
	decode) contains 'decode: time of the step' "$out" 'step 26.36 ms'
		contains 'decode: tokens a second' "$out" '37.9 tokens/s' ;;
	*) contains 'prefill: time of the step' "$out" 'step 409.85 ms'
		contains 'prefill: tokens a second' "$out" '4996.9 tokens/s' ;;
	esac
done
cat >"$scratch/layers.csv" <<'EOF'
name,family,count,dtype,M,N,K,tokens,hidden
"up, and down",gemm,2,fp8,64,128,256,,
gather,moe_comm,1,bf16,,,,1024,512
EOF
run "$SONDE" model --file "$scratch/layers.csv" --arch MI300X --format csv
equals 'CSV layer file: succeeds' "$status" 0
contains 'CSV layer file: types of its own' "$out" matrix_fp8
printf 'name,family,M\na,gemm,1\nb,gemm,x\n' >"$scratch/bad.csv"
run "$SONDE" model --file "$scratch/bad.csv"
contains 'a wrong layer file tells its line' "$err" 'bad.csv:3: M ('
# wrong_layers NAME MESSAGE TEXT
wrong_layers()
{
	printf "$3" >"$scratch/layers.txt"
	run "$SONDE" model --file "$scratch/layers.txt"
	equals "$1: status" "$status" 1
	contains "$1" "$err" "$2"
}
wrong_layers 'text behind a quote is told' 'layers.txt:2: text follows a closed quote' 'name,family,M\n"a\n","gemm"x,1\n'
wrong_layers 'an open quote is told' 'layers.txt:2: a quote is not closed' 'name,family,M\n"a,gemm,1\nb,gemm,2\n'
wrong_layers 'bwd is a truth value' 'layers.txt:3: bwd is neither true nor false: yes' \
	'name,family,bwd,M,N,K\na,gemm,false,1,1,1\nb,gemm,yes,1,1,1\n'
wrong_layers 'also in JSON' 'bwd is neither true nor false: yes' \
	'{"ops": [{"family": "gemm", "bwd": "yes", "M": 1, "N": 1, "K": 1}]}'
wrong_layers 'tokens are a number' 'tokens is no whole number of 0 or more' \
	'{"tokens": "many", "ops": [{"family": "gemm", "M": 1, "N": 1, "K": 1}]}'
(printf 'family,M,N'; printf ",note%.0s" $(seq 70); printf ',K\ngemm,2,3'; printf ",x%.0s" $(seq 70); printf ',5\n') >"$scratch/wide.csv"
run "$SONDE" model --file "$scratch/wide.csv" --format csv
equals 'a column behind many others counts' "$(cell FLOPs)" 60.0
printf '{"ops": [\n{"family": "nope"}]}' >"$scratch/bad.json"
run "$SONDE" model --file "$scratch/bad.json"
contains 'a wrong family of a layer file is named' "$err" 'no family is called: nope'
# Numbers are as they were written, integers or not: 2 * 0.5 * 4 * 8 FLOPs, 2 * 3 * 4 * 8; the last of two counts.
printf '{"tokens": 7, "ops": [\n{"family": "gemm", "M": 0.50, "N": 4, "K": 8},\n{"family": "gemm", "M": 9, "N": 4, "K": 8, "M": 3}]}' \
	>"$scratch/real.json"
run "$SONDE" model --file "$scratch/real.json" --format csv
contains 'a real stays one' "$out" ',0.5,4,8,bf16,32.0,'
contains 'an integer stays one, and the last of two counts' "$out" ',3,4,8,bf16,192.0,'
for wrong in '"count": 2.0|count is no whole number of 0 or more: 2.0' '"M": 9223372036854775808|a number is too large' \
	'"M": NaN|invalid token near '"'NaN'"; do
	printf '{"ops": [\n{"name": "x", "family": "gemm", %s}]}' "${wrong%|*}" >"$scratch/bad.json"
	run "$SONDE" model --file "$scratch/bad.json"
	equals "${wrong%|*}: fails" "$status" 1
	contains "${wrong%|*}: says where and why" "$err" "bad.json:2: ${wrong#*|}"
done
printf '{"tokens": "few", "ops": []}' >"$scratch/bad.json"
run "$SONDE" model --file "$scratch/bad.json"
contains 'tokens are a number' "$err" 'bad.json:1: tokens is no whole number of 0 or more: few'

run "$SONDE" arch
contains 'arch lists GPUs' "$out" MI300X
run "$SONDE" arch h200 --format csv
contains 'arch NAME lists its peaks and knees' "$out" 'matrix_bf16,989.4'
run "$SONDE" arch "$SRCDIR/data/arch/B200.json"
contains 'arch FILE reads a spec' "$out" 'HGX B200'
printf '{\n"name": "x",\n"mem_bw_gbps": -1}' >"$scratch/x.json"
run "$SONDE" arch "$scratch/x.json"
contains 'a wrong spec tells its line' "$err" 'x.json:3: mem_bw_gbps must be above 0'

run "$SONDE" ops
contains 'ops lists ops' "$out" 'aten::addmm'
run "$SONDE" ops aten::mm
contains 'ops NAME prints a row' "$out" '"M": "D0[0]"'
printf '{"ops": [%s]}' "$out" >"$scratch/mine.json"
run "$SONDE" ops --ops "$scratch/mine.json" aten::mm
equals 'a printed row reads back' "$status" 0
run "$SONDE" ops --functions
contains 'ops --functions lists what expressions call' "$out" 'bytes an element of a type'
printf '{"ops": [\n{"names": ["my::op"], "family": "gemm", "category": "x",\n"args": {"M": "D0["}}]}' >"$scratch/bad-ops.json"
run "$SONDE" ops --ops "$scratch/bad-ops.json"
contains 'a wrong op file tells line and reason' "$err" 'bad-ops.json:2: args: a parameter of the family is missing: "N"'
mkdir -p "$scratch/config/sonde"
printf '{"ops": [{"names": ["my::op"], "family": "rope", "category": "mine", "args": {"n": "size(D0)", "type": "T0"}}]}' \
	>"$scratch/config/sonde/ops.json"
run "$SONDE" ops my::op
contains "the user's own file is read" "$out" '"category": "mine"'
finish
