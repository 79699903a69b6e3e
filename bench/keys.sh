#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a key costs in a terminal of 200x60 on a large trace, from the key to its last byte:
#	keys.sh SONDE MAKE_TRACE MEASURE SAMPLE [EVENTS]
set -e
sonde=$1
make_trace=$2
measure=$3
sample=$4
events=${5:-10M}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/sonde-keys-XXXXXX")
trap 'rm -rf "$scratch"' EXIT INT TERM
HOME=$scratch
TERM=xterm-256color
export HOME TERM
"$make_trace" --events "$events" "$sample" "$scratch/trace.json.gz" >/dev/null

echo
echo "keys on a trace of $events events at 200x60: from the key to its last byte, and bytes written"
line()
{
	name=$1
	shift
	printf '  %-44s ' "$name"
	"$measure" -w 'GPU time' "$@" "$sonde" "$scratch/trace.json.gz" | tail -1
}
line 'tree, moved cursor, no detail' -n 30 'tdm*|jjjk'
line 'tree, moved cursor, detail beside' -n 30 'tm*|jjjk'
line 'tree merged, moved cursor' -n 30 't*|jjjk'
line 'tree, pages' -n 20 'tdm*|^f^f^b'
line 'table of operators, moved cursor, no detail' -n 30 'od|jjjk'
line 'table of operators, moved cursor' -n 30 'o|jjjk'
line 'timeline, next event, no detail' -n 30 'ld|jlll'
line 'timeline, next event' -n 30 'l|jlll'
line 'timeline, zoom and pan' -n 20 'ld|+++>>--'
line 'timeline, pan where it is crowded' -n 20 'ld+++|>><<'
line 'roofline, moved cursor, no detail' -n 30 'rd|jjjk'
line 'roofline, moved cursor' -n 30 'r|jjjk'
line 'idle gaps, moved cursor' -n 30 'i|jjjk'
line 'nothing at all for a second' -i -n 1 'td|j'
