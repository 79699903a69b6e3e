# SPDX-License-Identifier: GPL-3.0-or-later
# Every command typed while the trace is still loading: none of them ends the program.
. "$TESTLIB"

. "$SRCDIR/tests/screen/tmux_lib.sh"
terminal_only

mkfifo "$scratch/slow"
{ gzip -dc "$SRCDIR/data/sample.json.gz" | head -c 1000000; exec sleep 300; } >"$scratch/slow" &
feeder=$!
window "'$SONDE' '$scratch/slow'"
shows "loading begins" "loading"

# Name and argument of each row of the table of commands; those that leave are for the end.
sed -n 's/^\tC([A-Z_]*, "\([^"]*\)", \([A-Z_]*\), "\([^"|]*\).*/\1 \2 \3/p' "$SRCDIR/tui/command.h" |
	grep -v -e '^quit ' -e '^close ' -e '^cancel ' >"$scratch/commands"
[ "$(wc -l <"$scratch/commands")" -gt 60 ] || not_ok "commands are found in the table" "$(cat "$scratch/commands")"
while read -r name kind word; do
	case $kind in
	NUMBER) word=1 ;;
	FILE) word=$scratch/$name.csv ;;
	PANE) word=tree ;;
	COLUMN | SETTING) word=name ;;
	SHEET) word=kernel_summary ;;
	esac
	case $kind in NONE | FILTER) word= ;; esac	# a wrong filter would stay to be mended
	tm send-keys ":$name $word" Enter
done <"$scratch/commands"
tm send-keys ":pane nowhere" Enter
shows "all of them are answered" "no pane is called nowhere"
tm send-keys ":quit" Enter
shows "the program is still there to be left" "status=0"
kill "$feeder"
finish
