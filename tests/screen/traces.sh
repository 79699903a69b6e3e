# SPDX-License-Identifier: GPL-3.0-or-later
# Every trace there is opens in the browser, and the tour through its panes ends well.
. "$TESTLIB"

[ -d "$SONDE_SHARED/golden/traces" ] || skip_all "no golden traces here"
cat >"$scratch/script" <<'END'
t
LLLLLL
m
*
fFObb
gw
go
t
:python all
:host-only show
*
G
:sort name
:sort busy
zZ
:pane categories
:pane ops
:pane arguments
:pane roofline
:pane kernels
:pane modules
:pane steps
:pane collectives
:pane idle
sr<Right><Right>G
END
for trace in "$SONDE_SHARED"/golden/traces/*.json.gz; do
	run "$SONDE" --size 120x40 --script "$scratch/script" "$trace"
	equals "${trace##*/}" "$status$err" 0
done
# What is no trace is told in one line; the tests of the loader say which those are.
for trace in "$SONDE_SHARED"/cases/[0-3]*.json "$SONDE_SHARED"/cases/[5-8]*.json.gz; do
	run "$SONDE" --size 120x40 --script "$scratch/script" "$trace"
	if [ "$status" -eq 1 ]; then
		one_line "${trace##*/} is refused in one line" "$err"
	else
		equals "${trace##*/}" "$status$err" 0
	fi
done
finish
