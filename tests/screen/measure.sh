# SPDX-License-Identifier: GPL-3.0-or-later
# What a key costs at 200x60: bytes to the terminal, and nothing at all while idle. Times are told, not judged:
# the machine that runs the tests may have other things to do. MEASURE_MS makes them count, MEASURE_TRACE measures
# another trace.
. "$TESTLIB"

measure=${MEASURE:-tests/screen/measure}
[ -x "$measure" ] || skip_all "$measure is not built"
trace=${MEASURE_TRACE:-$SRCDIR/data/sample.json.gz}
HOME=$scratch
TERM=xterm-256color	# where a colour costs most
export HOME TERM
unset XDG_CONFIG_HOME XDG_STATE_HOME

cost()
{
	name=$1
	shift
	if "$measure" -m "${MEASURE_MS:-0}" "$@" "$SONDE" "$trace" >"$scratch/out" 2>&1; then
		ok "$name"
		sed 's/^/# /' "$scratch/out"
	else
		not_ok "$name" "$(cat "$scratch/out")"
	fi
}

cost "a moved cursor in the tree is under 1 KB, idle is silent" -i -b 1023 -n 5 'tdm*|jjjk'
cost "a page of the tree is under 6 KB" -b 6143 -n 3 'tdm*|^f^f^b'
cost "a moved cursor with the detail beside it is under 3 KB" -b 3071 -n 5 'tm*|jjjk'
cost "a moved cursor in the overview is under 1 KB" -b 1023 -n 5 '|jjj^p'
cost "a moved cursor in the timeline is under 3 KB, its detail below" -b 3071 -n 5 "l|jlhk"
cost "zooming and panning the timeline is under 4 KB a key" -b 4095 -n 1 'ld|+++>><<----'
cost "a moved cursor in a table is under 1 KB" -b 1023 -n 5 'kd|jjjk'
cost "a page of a table is under 6 KB" -b 6143 -n 3 'kd|^f^f^b'
cost "a moved cursor in the roofline is under 1 KB" -b 1023 -n 5 'rd|jjjk'
cost "a page of the roofline is under 6 KB" -b 6143 -n 3 'rd|^f^f^b'
cost "a moved cursor in operators with the detail beside it is under 3 KB" -b 3071 -n 5 'o|jjjk'
cost "opening and folding a row is under 6 KB" -b 6143 -n 5 'td|lh'
finish
