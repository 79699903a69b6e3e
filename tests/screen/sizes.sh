# SPDX-License-Identifier: GPL-3.0-or-later
# Every pane at every size from 1x1 to 500x200: nothing breaks, no line is too long, the picture has its rows.
. "$TESTLIB"

trace=$SRCDIR/data/sample.json.gz

# sizes NAME ARGS COLS... : all rows for these columns
sweep()
{
	name=$1
	args=$2
	shift 2
	{
		for pane in overview tree ops modules roofline kernels collectives steps idle timeline traces warnings help detail; do
			echo ":pane $pane"
			[ "$pane" != detail ] || echo ":goto 3000"
			for cols in "$@"; do
				for rows in 1 3 4 5 7 8 9 20 24 200; do
					echo ":resize ${cols}x$rows"
					echo "jk<PageDown><PageUp>G"
					echo ":save-screen $scratch/shot.$pane.$cols.$rows"
				done
			done
		done
	} >"$scratch/script"
	# shellcheck disable=SC2086
	run "$SONDE" $args --script "$scratch/script" "$trace"
	equals "$name: the script runs through" "$status$err" 0
	wrong=
	for shot in "$scratch"/shot.*; do
		rows=${shot##*.}
		cols=${shot%.*}
		cols=${cols##*.}
		# a cell of any width is one character here: the sample has no wide names
		sed 's/[^ -~]/./g' "$shot" | awk -v rows="$rows" -v cols="$cols" '{ if (length($0) > cols) bad = 1 } END { exit bad || NR != rows }' ||
			wrong="$wrong ${shot##*/shot.}"
	done
	equals "$name: all pictures have their size" "$wrong" ""
	rm -f "$scratch"/shot.*
}

sweep "narrow" "" 1 2 3 10 20 21
sweep "usual, ASCII" "--ascii" 39 40 80 99 100 120
sweep "wide" "" 200 500
finish
