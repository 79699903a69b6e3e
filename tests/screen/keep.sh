# SPDX-License-Identifier: GPL-3.0-or-later
# What stays: panes as they were left, settings, copies; and folders of traces.
. "$TESTLIB"

unset XDG_CONFIG_HOME XDG_STATE_HOME
HOME=$scratch
export HOME
sample=$SRCDIR/data/sample.json.gz

# play SCRIPT FILE: at 110x30
play()
{
	printf '%s\n' "$1" >"$scratch/script"
	run "$SONDE" --size 110x30 --script "$scratch/script" "$2"
}

play "o
:filter gpu_ms > 2.93
:sort count
:columns name,count,gpu_ms
:open-level 2
<Space><Space>
l
:redraw
:save-screen $scratch/ops
qt
:python all
LLLLz
:save-screen $scratch/tree
:keep $scratch/state" "$sample"
equals 'a script with :keep runs' "$status$err" 0
play ":restore $scratch/state
:save-screen $scratch/tree.again
:pane ops
:save-screen $scratch/ops.again" "$sample"
equals 'and one with :restore' "$status$err" 0
equals 'the tree is as it was: view, frames, what is open, zoom, row' "$(cat "$scratch/tree.again")" "$(cat "$scratch/tree")"
equals 'a table is: filter, order, columns, tags, row' "$(sed '$d' "$scratch/ops.again")" "$(sed '$d' "$scratch/ops")"
contains 'tags are summed, what is below a tagged row once' "$(cat "$scratch/ops")" '2 tagged  count 117  gpu_ms 17.152'

play "t
:filter name ~ softmax
:columns self,sum
<Space><Space>
:save-screen $scratch/tree
:keep $scratch/state" "$sample"
play ":restore $scratch/state
:redraw
:save-screen $scratch/tree.again" "$sample"
equals 'so are the filter of the tree, its columns and its tags' "$(sed '$d' "$scratch/tree.again")" \
	"$(sed '$d' "$scratch/tree")"
contains 'both are told' "$(cat "$scratch/tree")" '2 tagged  GPU 1.833 ms summed   name ~ softmax'

play ":filter share > 4
:sort n
:reverse
:columns n,time_ms
:save-screen $scratch/overview
:keep $scratch/state" "$sample"
play ":restore $scratch/state
:redraw
:save-screen $scratch/overview.again" "$sample"
equals 'and of the overview filter, order and columns' "$(sed '$d' "$scratch/overview.again")" "$(sed '$d' "$scratch/overview")"
contains 'its columns are those chosen' "$(cat "$scratch/overview")" '10.412        16'
equals 'the share stands in the filter alone' "$(grep -c share "$scratch/overview")" 1

play ":restore $sample" "$sample"
contains 'what is no state is refused' "$err" 'is not what was kept of a trace'
printf 'sonde-state 1\nops sort nothing up\nops open 1-99999999999 x\nops zoom 4000000000\nops at -7\ntree python maybe\ntree at 1e9\napp pane nowhere\napp range 1\n\nops\nops \n' >"$scratch/odd"
play ":restore $scratch/odd
o
qt
:save-screen $scratch/shot" "$sample"
equals 'a state with wrong lines is read as far as it makes sense' "$status$err" 0

play ":set copy-file $scratch/copied
k
y" "$sample"
contains 'a row is copied with tabs' "$(cat "$scratch/copied")" "$(printf '10.40208\t25.364')"
play ":set copy-file $scratch/copied
kY" "$sample"
equals 'a cell is copied whole' "$(cat "$scratch/copied")" \
	'ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)'
play ":set copy-file $scratch/copied
k
:copy max_us" "$sample"
equals 'or a column of one'"'"'s choice' "$(cat "$scratch/copied")" 7623.776
play ":set copy-file $scratch/copied
t
:copy event" "$sample"
equals 'a thread is no event' "$err" "sonde: $scratch/script:3: no event is selected"

play ":goto 3791
T
z
:export $scratch/seen.csv" "$sample"
equals 'events in sight are exported, begun before or within' \
	"$(grep -c . "$scratch/seen.csv") $(grep '^GPU 0 stream 7,1,5.324363,862.624,kernel,' "$scratch/seen.csv" |
	sed 's/.*,//')" '11 3791'

play ':set colour red' "$sample"
contains 'a setting that is none' "$err" 'no setting is called colour'
play ':set theme pink' "$sample"
contains 'a value that is none' "$err" 'theme takes one of dark|light|mono|colour-blind'
play ':set mouse=on
:set
:expect mouse=on' "$sample"
equals 'settings are told' "$status$err" 0
play ':set glyphs acs
t
:expect │
:set glyphs ascii
:expect |' "$sample"
equals 'glyphs can be chosen' "$status$err" 0

mkdir "$scratch/folder"
cp "$sample" "$scratch/folder/job-rank3.pt.trace.json.gz"
cp "$sample" "$scratch/folder/a.json.gz"
echo '{"traceEvents": [' >"$scratch/folder/broken.json"
echo 'no trace' >"$scratch/folder/rank-7.json"
echo 'neither' >"$scratch/folder/notes.txt"
TZ=UTC touch -d '2026-11-01 12:34' "$scratch/folder"/*
play ":save-screen $scratch/shot
G<Enter>
:expect broken.json
jj" "$scratch/folder"
equals 'a folder lists its traces' "$(sed -n '2,6p' "$scratch/shot")" \
'name                        rank  ranks      size  date              device                 remark
a.json.gz                      0      8  128.4 KB  2026-11-01 12:34  NVIDIA H100 80GB HBM3
job-rank3.pt.trace.json.gz     0      8  128.4 KB  2026-11-01 12:34  NVIDIA H100 80GB HBM3  name says 3
rank-7.json                    7              9 B  2026-11-01 12:34
broken.json                                  18 B  2026-11-01 12:34'
play "j<Enter>
:expect job-rank3
:expect GPU time 46.70 ms
q
:expect rank-7.json
j<Enter>
:expect a.json.gz
k<Enter>
:expect GPU time 46.70 ms" "$scratch/folder"
equals 'one is opened, left, and another' "$status$err" 0
mkdir "$scratch/job"
for rank in 'a_rank[0].json' 'b-Rank_2.json' 'c-rank5.json' 'd_rank-2.json'; do
	echo '{"distributedInfo": {"world_size": 8}, "traceEvents": []}' >"$scratch/job/$rank"
done
echo '{"distributedInfo": {"rank": 6}, "traceEvents": []}' >"$scratch/job/e-rank7.json"
play ":columns rank,name,remark
:save-screen $scratch/shot" "$scratch/job"
equals 'ranks come from the traces, else from names; of what is not called alike nothing is said to lack' \
	"$(sed -n '1s/.*missing/missing/p;3,7p' "$scratch/shot" | sed 's/  *5 of 5 rows//')" \
'   0  a_rank[0].json
   2  b-Rank_2.json
   2  d_rank-2.json   rank is there twice
   5  c-rank5.json
   6  e-rank7.json    name says 7'
# Rank 4 is of names that are not those of the job.
mkdir "$scratch/one"
for rank in 0 2 5 6; do
	echo "{\"distributedInfo\": {\"rank\": $rank, \"world_size\": 8}, \"traceEvents\": []}" >"$scratch/one/node1$rank.170$rank.json"
done
echo '{"traceEvents": []}' >"$scratch/one/node1.rank4.json"
missing()
{
	sed -n '1s/.*missing/missing/p' "$scratch/shot" | sed 's/ *[0-9]* of [0-9]* rows//'
}
play ":save-screen $scratch/shot" "$scratch/one"
equals 'what lacks of one job is told' "$(missing)" 'missing ranks 1, 3-4, 7 of 8'
echo '{"distributedInfo": {"rank": 7, "world_size": 16}, "traceEvents": []}' >"$scratch/one/node17.1707.json"
play ":save-screen $scratch/shot" "$scratch/one"
equals 'nothing where the number of ranks differs' "$(missing)" ''
echo '{"distributedInfo": {"rank": 7, "world_size": 8}, "traceEvents": []}' >"$scratch/one/node17.1707.json"
play ":save-screen $scratch/shot" "$scratch/one"
equals 'another that is of it' "$(missing)" 'missing ranks 1, 3-4 of 8'
mv "$scratch/one/node17.1707.json" "$scratch/one/other17.json"
play ":save-screen $scratch/shot" "$scratch/one"
equals 'nothing where another is called otherwise' "$(missing)" ''
mkdir "$scratch/alone"
cp "$sample" "$scratch/alone"
play ":save-screen $scratch/shot" "$scratch/alone"
equals 'nothing of one trace alone' "$(missing)" ''

# The header of a zip, and the name of its first file.
mkdir "$scratch/zips"
zip_of()
{
	printf 'PK\3\4\24'
	head -c 21 /dev/zero
	printf "\\$(printf %o ${#1})\0\0\0%s" "$1"
}
zip_of v.json >"$scratch/zips/v.zip"
zip_of notes.txt >"$scratch/zips/w.zip"
zip_of - >"$scratch/zips/x.json.zip"
echo 'PK' >"$scratch/zips/y.zip"
cp "$SRCDIR/tests/data/packed_beside.zip" "$scratch/zips/z.zip"
play ":columns name
:save-screen $scratch/shot" "$scratch/zips"
equals 'a zip that holds a trace is listed, also where notes stand before it' "$(sed -n '3,6p' "$scratch/shot")" 'v.zip
x.json.zip
z.zip'
play ":expect no file here is called like a trace (.json, .json.gz, .json.zst), nor a .zip that holds one" "$scratch/folder/.."
equals 'a folder without any says so' "$status" 0
finish
