# SPDX-License-Identifier: GPL-3.0-or-later
# What every pane has to do with what is on it: order, choose columns, filter, tag, zoom, search, export, copy.
. "$TESTLIB"

unset XDG_CONFIG_HOME XDG_STATE_HOME
HOME=$scratch
export HOME

# play TRACE LINE...: at 120x40
play()
{
	trace=$1
	shift
	printf '%s\n' "$@" >"$scratch/script"
	run "$SONDE" --size 120x40 --script "$scratch/script" "$trace"
}

# written NAME PANE COLUMN: what is seen leaves in every form, and a row and a cell of it are copied
written()
{
	rm -f "$scratch"/out.*
	play "$4" ":pane $2" ":export $scratch/out.csv" ":export $scratch/out.json" ":export $scratch/out.md" \
		":export $scratch/out.xlsx" ":set copy-file $scratch/out.row" ':copy row' \
		":set copy-file $scratch/out.cell" ":copy $3"
	equals "$1: exports and copies" "$status$err$(cd "$scratch" && find . -name 'out.*' -size +0 | wc -l | tr -d ' ')" 06
}

sample=$SRCDIR/data/sample.json.gz
warned=$SRCDIR/tests/data/durations.json

for pane in overview tree categories ops arguments roofline models kernels short modules steps collectives idle copies \
	launches sheet traces help warnings; do
	trace=$sample
	[ $pane != warnings ] || trace=$warned
	rm -f "$scratch/out.csv"
	play "$trace" ":pane $pane" ':sort-next' ':reverse' ':filter name ~ e' ':search e' ':tag all' ':tag none' ':filter' \
		":set copy-file $scratch/out.row" ':copy row' ":export $scratch/out.csv"
	equals "$pane: ordered, turned round, filtered, searched, tagged, copied, exported" \
		"$status$err$([ -s "$scratch/out.csv" ] || echo none)" 0
	play "$trace" ":pane $pane" ':filter name ~'
	contains "$pane: what is wrong with a filter is told" "$err" 'at the end: '
done

written warnings warnings id "$warned"
equals 'warnings: a row of the CSV' "$(sed -n 2p "$scratch/out.csv")" \
	'2,lost,no_time,"2 events without a usable time stamp, not placed, first event 5"'
equals 'warnings: the row' "$(cat "$scratch/out.row")" \
	"$(printf '2\tlost\tno_time\t2 events without a usable time stamp, not placed, first event 5')"
equals 'warnings: the cell' "$(cat "$scratch/out.cell")" no_time
play "$warned" ':pane warnings' ':sort count' ':expect count▾' ':reverse' ':expect count▴' '<Enter>' ':expect detail  event 5'
equals 'warnings: Enter leads to the first event of the row' "$status$err" 0

written help help key "$sample"
equals 'help: the cell, of the first section' "$(cat "$scratch/out.cell")" 'keys in every pane'
contains 'help: a row of the CSV' "$(cat "$scratch/out.csv")" 'gw,pane warnings,"what is odd about the trace, and what that does to figures"'
play "$sample" 't?' ':filter where = tree and command ~ sibling' ':tag all' ":export $scratch/tagged.csv"
equals 'help: what is tagged is exported alone' "$(cat "$scratch/tagged.csv")" "$(printf '%s\n' 'Key,Command,Help,Under' \
	'keys in tree,,,' 'J,next-sibling,to the next row of the same parent,keys in tree' \
	'K,previous-sibling,to the row before of the same parent,keys in tree' 'commands: tree,,,' \
	'J,next-sibling,to the next row of the same parent,commands: tree' \
	'K,previous-sibling,to the row before of the same parent,commands: tree')"
play "$sample" ':pane modules' ':filter name ~ CausalSelf' ":export $scratch/modules.csv"
equals 'modules: where a row stands is exported with it' "$(grep -o ',module,.*' "$scratch/modules.csv" | tail -1)" \
	',module,DistributedDataParallel > Transformer > TransformerBlock'

# GEMM has 17.152032 ms, 41.82365 % and 117 calls, communication 10.411680 ms, 25.38792 % and 16.
written overview overview line "$sample"
equals 'overview: a row of the CSV' "$(grep '^operators,aten::mm,' "$scratch/out.csv" | cut -d, -f1,2,4,5)" \
	'operators,aten::mm,14.044832,81'
play "$sample" '/GEMM<Enter>**' ':expect 2 tagged  share 67.21 %  time_ms 27.564  n 133' ":export $scratch/tagged.csv" \
	":set copy-file $scratch/out.cell" '<Up>' ':copy time'
equals 'overview: lines of lists are summed' "$status$err" 0
equals 'overview: tagged lines are exported alone' "$(cut -d, -f1,2,5 "$scratch/tagged.csv")" \
	"$(printf '%s\n' Section,Name,N categories,GEMM,117 categories,communication,16)"
equals 'overview: a figure is copied whole' "$(cat "$scratch/out.cell")" 10.41168
play "$sample" 't' ':search aten::mm' 'D' '&line ~ "input 1"<Enter>' ':expect (1024, 4096)' ":export $scratch/detail.csv"
equals 'detail: lines are filtered and exported' "$status$err$(wc -l <"$scratch/detail.csv" | tr -d ' ')" 02
play "$sample" ':tag'
contains 'overview: other lines are not tagged' "$err" 'this line is in no list'
play "$sample" '/kernels and copies<Enter>' ':zoom'
contains 'what only tables do is told, with the key of the table' "$err" \
	'zoom works in tree, timeline, tables, not here; k shows this as a table'
play "$sample" ':columns nothing'
contains 'overview: a column that is none' "$err" 'no column nothing'
play "$sample" ':pane timeline' ':sort start_ms' ':sort-next' ':reverse' ':filter name ~ e' ':search e' ':filter' \
	":export $scratch/timeline.csv"
equals 'timeline: ordered, turned round, filtered, searched, exported' "$status$err" 0
play "$sample" ':mark'
contains 'so is what one pane does' "$err" 'mark works in timeline, not here'
finish
