# SPDX-License-Identifier: GPL-3.0-or-later
# The questions people come with: each is answered on the screen within so many keys from a trace just opened.
# A question names the keys, how many there may be, and what the screen must show then.
. "$TESTLIB"

unset XDG_CONFIG_HOME XDG_STATE_HOME
HOME=$scratch
export HOME

# keys TEXT: how many keys the text of a script is: <Enter> is one
keys()
{
	printf '%s' "$1" | sed 's/<[A-Za-z-]*>/x/g' | wc -m
}

# ask QUESTION MOST KEYS TRACE SHOWN...: at 120x40
ask()
{
	question=$1
	most=$2
	typed=$3
	trace=$4
	shift 4
	if [ ! -e "$trace" ]; then
		skip "$question" "no such trace here"
		return
	fi
	{
		[ -z "$typed" ] || echo "$typed"
		echo ":save-screen $scratch/shot"
	} >"$scratch/script"
	(cd "$scratch" && "$SONDE" --size 120x40 --script script "$trace" ${other:+"$other"} >out 2>err)
	status=$?
	if [ "$status" -ne 0 ]; then
		not_ok "$question" "$(cat "$scratch/err")"
		return
	fi
	for shown in "$@"; do
		if ! grep -q -e "$shown" "$scratch/shot"; then
			not_ok "$question" "the screen does not show: $shown" "$(cat "$scratch/shot")"
			return
		fi
	done
	if [ "$(keys "$typed")" -gt "$most" ]; then
		not_ok "$question" "more than $most keys: $typed"
	else
		ok "$question"
	fi
}

sample=$SRCDIR/data/sample.json.gz
other=

ask "how busy the GPU is; what is idle, exposed communication, copies" 0 "" "$sample" \
	"busy 81.3 %" "idle 18.7 %" "exposed comm 15.8 %" "exposed copies 0.1 %"
ask "which categories take the time" 2 "o" "$sample" "17.152 *41.82 .* GEMM" "10.412 *25.39 .* communication"
ask "which operators take the time" 2 "o" "$sample" "14.045 *34.25 .* aten::mm"
ask "which kernels take the time" 2 "k" "$sample" "10.402 *25.36 .* ncclDevKernel_AllReduce" \
	"5.729 *13.97 .* cutlass::Kernel2"
ask "which module takes most, and which operators inside it" 4 "m" "$sample" \
	"14.989 *36.55 .* TransformerBlock" " 6.506 *15.86 .* Linear" " 4.121 *10.05 .* aten::mm"
ask "which Python line launched the slowest kernel" 4 "kj" "$sample" "│line then .*train.py(104): train_step" \
	"│fwd line .*train.py(72): forward"
ask "which operators lose most against the roofline, and how much could be won" 2 "r" "$sample" \
	"could win 9.380 of 22.033 ms with a roofline" "1,299.52 .* ScaledDotProductFl" "986.08 .* aten::mm"
ask "why the GPU is idle in the longest gap; what the host did" 3 "i" "$sample" \
	"7,182.22  data loading *enumerate(DataLoad"
ask "which shapes of this operator are slow" 2 "o" "$sample" "2.614 .* 871.32 .*8192x32000 32000x1024"
ask "which collectives are exposed, with size and bandwidth" 2 "c" "$sample" \
	"8.634 *6.474 *9 *45.96 .* 24.03 MB BFloat16"
ask "how many tiny kernels there are, and the launch overhead" 3 "" "$sample" \
	"172 of 526 kernels are shorter than 10 us: 565.2 us, 1.4 %" "571 launches cost the host 2.875 ms, 5.034 us each"
ask "where there is one of each" 3 "" "$SRCDIR/tests/data/external_id.json" \
	"1 of 1 kernel is shorter than 10 us: 9.000 us" "1 launch costs the host 3.000 us; what it launches waits 13.00 us"
ask "how busy each stream is" 3 "" "$sample" "GPU 0 stream 7 busy 65.5 %   GPU 0 stream 20 busy 22.3 %"
ask "and with what" 3 "G" "$sample" "GPU 0 stream 7 .* 65.5 *30.569 *0.000 *0.029 *555"
ask "which step is the odd one, and why" 4 "" "$sample" "ProfilerStep#11 takes 114.6 % more" "+6.575 ms GPU idle (mostly data loading), +6.429 ms"
ask "and in the table of steps" 4 "s" "$sample" "+13.006 ms  host" "+6.429 ms  exposed communication" "6.901 ms  idle for data loading"
ask "what recomputation costs" 2 "" "$SONDE_SHARED/golden/traces/mi300_resnet_train.json.gz" \
	"recomputation takes 4.210 ms, 4.2 % of GPU time"
other=$SRCDIR/data/sample_slow.json.gz
ask "what changed against a second trace" 3 "" "$sample" "GPU 41.01 ms -> 63.26 ms  +54.2 %" "2.482 *3.875 *1.394 .* nn.Module: Distributed"
other=
ask "a workbook of it all" 3 "X<Enter>" "$sample" "sheets are in sample_report.xlsx"
check "the workbook is there" test -s "$scratch/sample_report.xlsx"
ask "a CSV of what is on the screen" 3 "kx<Enter>" "$sample" "38 rows are in kernels.csv"
contains "and holds it" "$(sed -n 2p "$scratch/kernels.csv")" "10.40208,"
ask "a CSV of one row" 4 "kx<Enter>" "$SRCDIR/tests/data/external_id.json" "1 row is in kernels-2.csv"

# From an operator that one is at already.
pair()
{
	printf ':goto %s\n%s\n:save-screen %s\n' "$2" "$3" "$scratch/shot" >"$scratch/script"
	run "$SONDE" --size 120x40 --script "$scratch/script" "$sample"
	if grep -q -e "$4" "$scratch/shot"; then ok "$1"; else not_ok "$1" "$err" "$(cat "$scratch/shot")"; fi
}
pair "the forward is told with its cost" 2414 "" "│forward   2414  aten::mm  GPU 859.1 us"
pair "and below it its backward, with its own" 2414 "" "│backward  20  MmBackward0  GPU 1.730 ms  2.0x"
pair "one key leads there" 2414 b "│MmBackward0"
pair "and one back" 20 b "│aten::mm *$"
pair "the shapes of the operator one is at, in one key" 2414 o "8192x1024 1024x32000"
finish
