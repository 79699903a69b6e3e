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

warned=$SRCDIR/tests/data/durations.json
written warnings warnings id "$warned"
equals 'warnings: a row of the CSV' "$(sed -n 2p "$scratch/out.csv")" \
	'2,lost,no_time,"2 events without a usable time stamp, not placed, first event 5"'
equals 'warnings: the row' "$(cat "$scratch/out.row")" \
	"$(printf '2\tlost\tno_time\t2 events without a usable time stamp, not placed, first event 5')"
equals 'warnings: the cell' "$(cat "$scratch/out.cell")" no_time
play "$warned" ':pane warnings' ':sort count' ':expect count▾' ':reverse' ':expect count▴' '<Enter>' ':expect detail  event 5'
equals 'warnings: Enter leads to the first event of the row' "$status$err" 0

written help help key "$SRCDIR/data/sample.json.gz"
equals 'help: the cell, of the first section' "$(cat "$scratch/out.cell")" 'keys in every pane'
contains 'help: a row of the CSV' "$(cat "$scratch/out.csv")" 'gw,pane warnings,"what is odd about the trace, and what that does to figures"'
play "$SRCDIR/data/sample.json.gz" 't?' ':filter where = tree and command ~ sibling' ':tag all' ":export $scratch/tagged.csv"
equals 'help: what is tagged is exported alone' "$(cat "$scratch/tagged.csv")" "$(printf '%s\n' 'Key,Command,Help' \
	'keys in tree,,' 'J,next-sibling,to the next row of the same parent' \
	'K,previous-sibling,to the row before of the same parent' 'commands: tree,,' \
	'J,next-sibling,to the next row of the same parent' 'K,previous-sibling,to the row before of the same parent')"
play "$warned" ':pane help' ':filter key ~'
contains 'help: a wrong filter is told with its place' "$err" 'at the end: '
finish
