# SPDX-License-Identifier: GPL-3.0-or-later
# In a real terminal: keys as a person types them, resizing, Ctrl-Z, signals, and a terminal that goes away.
. "$TESTLIB"

. "$SRCDIR/tests/screen/tmux_lib.sh"
terminal_only

# start ENVIRONMENT...: the program in a shell in a new window of 100x30, its process id in $scratch/pid
start()
{
	window "env $* '$SONDE' '$trace'"
}

# ends NAME: waits until the program's process is gone, 5 s at most
ends()
{
	tries=0
	pid=$(cat "$scratch/pid")
	while kill -0 "$pid" 2>/dev/null; do
		tries=$((tries + 1))
		if [ "$tries" -gt 50 ]; then
			not_ok "$1" "still there: $(cat "/proc/$pid/stat")"
			kill -9 "$pid"
			return
		fi
		sleep 0.1
	done
	ok "$1"
}

for term in xterm-256color screen linux vt100; do
	start TERM=$term
	shows "$term: the overview opens" "GPU time 46.70 ms"
	tm send-keys t
	shows "$term: the tree opens" "merged  modules"
	tm send-keys "/Transformer" Enter
	shows "$term: a search tells its hits" "rows with Transformer"
	tm send-keys g p
	shows "$term: operators open" "largest first"
	tm send-keys g r
	shows "$term: the roofline opens" "could win 9.380 of"
	tm send-keys :pane Space timeline Enter
	shows "$term: the timeline opens" "time in ms"
	tm send-keys Q
	shows "$term: it ends well" "status=0"
done

start TERM=xterm-256color
shows "opens" "GPU time"
tm send-keys t Down Down Enter
shows "arrow keys and Enter work" "│first     "
tm send-keys gpd
shows "keys that come faster than pictures mean the same" "max_us"
tm send-keys dgt
shows "and back" "│first     "
tm resize-window -x 20 -y 5
tm resize-window -x 130 -y 40
shows "after 20x5 and back the detail is there again" "? help"
tm send-keys :the Tab li Tab Enter
tm send-keys g w
shows "the prompt completes, and two keys open a pane" "nothing is odd"
tm send-keys C-z
shows "Ctrl-Z gives the terminal to the shell" "Stopped"
tm send-keys fg Enter
shows "and fg comes back" "nothing is odd"
kill -TERM "$(cat "$scratch/pid")"
ends "SIGTERM ends it"
shows "and the terminal is given back" "ready>"

start TERM=xterm-256color
shows "opens" "GPU time"
kill -SEGV "$(cat "$scratch/pid")"
shows "a crash gives the terminal back" "status=139"
tm send-keys "echo as us''ual \$(stty -a | tr ';' '\\n' | grep -c -e '-icanon' -e '-echo ')" Enter
shows "in its usual modes" "as usual 0"

start TERM=xterm-256color
shows "opens" "GPU time"
tm kill-server
ends "a terminal that goes away ends it"

start TERM=xterm-256color
shows "opens" "GPU time"
tm send-keys Q
shows "leaves" "status=0"
tm send-keys "trap '' HUP; sh '$scratch/go'" Enter
shows "opens with hang-ups ignored" "GPU time"
tm kill-server
ends "which does not keep it from ending"

start TERM=xterm-256color
shows "opens" "GPU time"
tm set -s set-clipboard on
tm send-keys k Y
shows "a cell is copied" "bytes copied to the clipboard, and to"
equals "to the clipboard of the terminal" "$(tm show-buffer)" \
	"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"
equals "and to a file" "$(cat "$scratch/.local/state/sonde/copied")" "$(tm show-buffer)"
tm send-keys s Q
shows "ends" "status=0"
start TERM=xterm-256color
shows "what was left is offered again" "' brings its panes back as they were"
tm send-keys "'"
shows "and comes back" "by count"
tm send-keys :set Space mouse Space on Enter
tm send-keys Q
shows "with the mouse on it ends as well" "status=0"
start TERM=xterm-256color
shows "opens" "GPU time"
tm send-keys Q
shows "left at once" "status=0"
start TERM=xterm-256color
shows "what was left before that" "' brings its panes back as they were"
tm send-keys "'"
shows "is not forgotten" "by count"
tm send-keys Q
shows "ends" "status=0"

start TERM=no-such-terminal
shows "a terminal that the host does not know" "made do with xterm-256color"
tm send-keys Q
shows "ends as well" "status=0"

window "env TERM=xterm-256color '$SONDE' '$trace' '$SRCDIR/data/sample_slow.json.gz'"
shows "a second trace is loaded" "B sample_slow.json.gz"
case $(tm capture-pane -p) in
*loading*) not_ok "and no longer said to be loading" "$(tm capture-pane -p)" ;;
*) ok "and no longer said to be loading" ;;
esac
tm send-keys Q
shows "ends" "status=0"

start TERM=dumb
shows "a terminal that cannot move its cursor is refused" \
	"sonde: TERM is dumb, whose cursor cannot be moved: 'sonde show' and 'sonde report' do without"
shows "as a failure" "status=1"

start TERM=xterm-256color NO_COLOR=1
shows "opens with NO_COLOR" "GPU time"
case $(tm capture-pane -p -e) in
*"$(printf '\033')[3"[0-7]* | *"[38;5"*) not_ok "without a colour" "$(tm capture-pane -p -e | head -3)" ;;
*) ok "without a colour" ;;
esac

start TERM=xterm-256color LC_ALL=C
shows "in the C locale plain characters are drawn" "|#####"
finish
