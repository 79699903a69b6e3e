# SPDX-License-Identifier: GPL-3.0-or-later
# sonde tree --merged: equal paths are one row each, and nothing is lost on the way.
. "$TESTLIB"

trace=$SRCDIR/tests/data/merged_paths.json
run "$SONDE" tree --merged --format csv "$trace"
equals 'a loop of two instances is folded' "$status $out" '0 row,parent,depth,name,first_event,count,gpu_events,gpu_busy_us,gpu_sum_us,gpu_self_us,host_us
0,,0,"process 1 , thread 1 ",,1,2,15,15,0,0
1,0,1,aten::linear,0,2,2,15,15,0,70
2,1,2,aten::mm,1,2,2,15,15,15,40
3,2,3,cudaLaunchKernel,2,2,2,15,15,15,4
4,3,4,gemm,3,2,2,15,15,15,15
5,0,1,aten::relu,8,1,0,0,0,0,5'

run "$SONDE" tree --merged --gpu-only --depth 1 --node 4 "$trace"
equals 'from one node, one level, GPU work alone' "$status $out" '0   GPU busy   events       host    count  name
  15.00 us        2   70.00 us        2  aten::linear
  15.00 us        2   40.00 us        2    aten::mm'

run "$SONDE" tree --merged --format csv "$SRCDIR/data/sample.json.gz"
equals 'the threads of the sample hold all its GPU events' \
	"$(printf '%s\n' "$out" | sed -n 's/^[0-9]*,,0,"[^"]*",[0-9]*,[0-9]*,\([0-9]*\),.*/\1/p' | awk '{ n += $1 } END { print n }')" 571
finish
