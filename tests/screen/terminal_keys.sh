# SPDX-License-Identifier: GPL-3.0-or-later
# Keys as terminals send them, whatever they say they are, and text that is pasted.
. "$TESTLIB"

. "$SRCDIR/tests/screen/tmux_lib.sh"
terminal_only

# hides NAME TEXT: the window does not show the text
hides()
{
	case $(tm capture-pane -p) in
	*"$2"*) not_ok "$1" "shown: $2" "$(tm capture-pane -p)" ;;
	*) ok "$1" ;;
	esac
}

for term in xterm-256color xterm screen linux vt100 tmux-256color; do
	window "env TERM=$term '$SONDE' '$trace'"
	shows "$term: opens" "GPU time"
	tm send-keys t Home
	shows "$term: Home stays in the pane" "merged  modules"
	tm send-keys PageDown PageDown End
	shows "$term: so do PageDown and End" "27/27"
	tm send-keys PageUp Home F1 F5 F12 S-Right C-Right S-Up IC DC S-F5 C-Home
	# Of the focus, of another program's keys, the end of what was pasted, an answer to a question.
	tm send-keys -H 1b 5b 49 1b 5b 32 37 3b 35 3b 39 7e 1b 5b 32 30 31 7e 1b 5b 3f 31 3b 32 63
	tm send-keys /Transformer Enter
	shows "$term: what is not known is passed over" "rows with Transformer"
	tm send-keys g p
	shows "$term: and keys go on" "largest first"
	tm send-keys -H 1b 5b
	sleep 0.1
	tm send-keys -H 31
	sleep 0.1
	tm send-keys -H 7e
	tm send-keys /gemm Escape
	sleep 0.1
	tm send-keys g w
	shows "$term: a sequence in pieces is one, and Escape is a key" "nothing is odd"
	tm send-keys Q
	shows "$term: ends" "status=0"
done

window "env TERM=xterm-256color '$SONDE' '$trace'"
shows "opens" "GPU time"
tm send-keys t
shows "in the tree" "merged  modules"
tm send-keys '~'
shows "a key without a meaning is told" "~ is not bound here"
tm send-keys F5 Insert
tm send-keys j
hides "one that is not known is not" "not bound"

printf 'Trans\nQ\tx\n' | tm load-buffer -
tm paste-buffer -p
shows "what is pasted is not taken for keys" "what was pasted is left out"
tm send-keys /
tm paste-buffer -p
shows "a line takes it, without its ends" "/Trans Q x"
tm send-keys C-u o
tm paste-buffer -p
tm send-keys BSpace BSpace BSpace BSpace
shows "where the cursor is, to be edited" "/oTrans"
hides "as on any line" "/oTrans "
awk 'BEGIN { for (i = 0; i < 400; i++) print "long " i; print "Q" }' | tm load-buffer -
tm paste-buffer -p
shows "what is longer than a line is refused" "the line would be longer than 1023 bytes"
shows "and the line stays" "/oTrans"
tm send-keys Escape
sleep 0.1
tm send-keys Q
shows "ends" "status=0"

# The terminal marks what is pasted only while it is asked to: the program's answer is not the shell's.
marked()
{
	printf 'echo ma""rks' | tm load-buffer -
	tm send-keys "stty -echo; IFS= read -r line; stty echo; echo \"got:\$line:\" | tr '\\033' '^'" Enter
	sleep 0.2
	tm paste-buffer -p
	tm send-keys Enter
	shows "$1: nothing is marked any more" 'got:echo ma""rks:'
	tm send-keys clear Enter
}
marked "left"
tm send-keys "env TERM=xterm-256color sh '$scratch/go'" Enter
shows "opens" "GPU time"
tm send-keys C-z
shows "stopped" "Stopped"
marked "stopped"
tm send-keys fg Enter
shows "continued" "GPU time"
tm paste-buffer -p
shows "and marked again" "what was pasted is left out"
kill -SEGV "$(cat "$scratch/pid")"
shows "crashed" "ready>"
marked "crashed"

# COLUMNS and LINES are a size that is wished for, as far as there is room.
window "env TERM=xterm-256color COLUMNS=60 LINES=12 '$SONDE' '$trace'"
shows "a smaller size is taken" "6,022 e…"
footer()
{
	tm capture-pane -p | grep -n '? help' | cut -d: -f1
}
equals "with so many lines" "$(footer)" 11
tm resize-window -x 120 -y 40
sleep 0.3
tm send-keys j
shows "and kept when the terminal grows" "2/"
equals "with its lines" "$(footer)" 11
tm send-keys Q
shows "ends" "status=0"
window "env TERM=xterm-256color COLUMNS=300 LINES=0 '$SONDE' '$trace'"
shows "a larger one is not" "6,022 events"
equals "nor one that is no size" "$(footer)" 29
tm send-keys Q
shows "ends" "status=0"

# With the mouse on; and off again when one leaves, as clicks would be typed into the shell.
window "env TERM=xterm-256color '$SONDE' '$trace'"
shows "opens" "GPU time"
tm send-keys :set Space mouse Space on Enter t
shows "in the tree" "merged  modules"
equals "the mouse is asked for" "$(tm display-message -p '#{mouse_standard_flag}#{mouse_sgr_flag}')" 11
tm send-keys -H 1b 5b 3c 30 3b 35 3b 35 4d
tm send-keys y
shows "a click goes to a row" "bytes copied"
kill -SEGV "$(cat "$scratch/pid")"
shows "crashed" "ready>"
equals "a crash gives the mouse back as well" "$(tm display-message -p '#{mouse_standard_flag}#{mouse_sgr_flag}')" 00
finish
