# SPDX-License-Identifier: GPL-3.0-or-later
# What signals do to the browser and to the commands: how each ends, what it leaves, and that nothing spins.
. "$TESTLIB"

trace=$SRCDIR/data/sample.json.gz
HOME=$scratch
export HOME
unset XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR

# --- commands: no terminal needed

# A part of the trace, and then nothing more: loading waits.
gzip -dc "$trace" | head -c 1000000 >"$scratch/part.json"
mkfifo "$scratch/slow"

# slowly COMMAND...: reads $scratch/slow, where nothing comes any more; a signal after half a second
slowly()
{
	signal=$1
	shift
	{ cat "$scratch/part.json"; exec sleep 20; } >"$scratch/slow" &
	feeder=$!
	status=0
	timeout -s "$signal" --preserve-status 0.5 "$@" <"$scratch/slow" >"$scratch/out" 2>"$scratch/err" || status=$?
	kill "$feeder"
	wait "$feeder" 2>/dev/null
}

for pair in INT:130 TERM:143 HUP:129; do
	slowly "${pair%:*}" "$SONDE" info -
	equals "SIG${pair%:*} while loading ends a command" "$status" "${pair#*:}"
	equals "SIG${pair%:*} while loading: nothing was printed" "$(cat "$scratch/out")" ''
done

# At any time while a report is written: whole or as it was, and nothing beside it.
mkdir "$scratch/folder"
wrong=
for hundredths in 1 2 3 4 5 6 7 8 9 10 12 14 16; do
	echo old >"$scratch/folder/r.json"
	timeout -s TERM "0.$(printf %02d $hundredths)" "$SONDE" report "$trace" --json "$scratch/folder/r.json" >/dev/null 2>&1
	[ "$(ls -A "$scratch/folder")" = r.json ] || wrong="$wrong $hundredths: $(ls -A "$scratch/folder")"
	case $(head -c 4 "$scratch/folder/r.json"; tail -c 2 "$scratch/folder/r.json") in
	'{
"i}' | old*) ;;
	*) wrong="$wrong $hundredths: cut" ;;
	esac
done
equals 'a report that is ended at any time leaves the old one or the new one' "$wrong" ''

# ends_quietly NAME COMMAND...: its reader goes away after a line
ends_quietly()
{
	name=$1
	shift
	rm -f "$scratch/status"
	{ timeout 20 "$@" 2>"$scratch/err"; echo $? >"$scratch/status"; } | head -1 >"$scratch/out"
	tries=0
	while [ ! -s "$scratch/status" ] && [ "$tries" -lt 100 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	case $(cat "$scratch/status") in
	0 | 141) ok "$name: a reader that goes away ends it" ;;	# 0: the pipe had room for all
	*) not_ok "$name: a reader that goes away ends it" "status $(cat "$scratch/status")" ;;
	esac
	equals "$name: without a word" "$(grep -v warning "$scratch/err")" ''
}
ends_quietly 'tree as CSV' "$SONDE" tree --format csv "$trace"
ends_quietly 'show' "$SONDE" show unified_perf_summary "$trace"
ends_quietly 'report as JSON' "$SONDE" report "$trace" --json -
ends_quietly 'help' "$SONDE" help
{ timeout 20 sh -c "trap '' PIPE; exec \"\$@\"" sh "$SONDE" tree --format csv "$trace" 2>"$scratch/err"; echo $? >"$scratch/status"; } |
	head -1 >/dev/null
equals 'where SIGPIPE is ignored it ends as well' "$(cat "$scratch/status")" 141

run sh -c "ulimit -f 1; exec '$SONDE' report '$trace' --json '$scratch/folder/r.json'"
equals 'a report that is larger than a file may be is told' "$status$(grep -v -e warning -e libgcov "$scratch/err")" \
	"1sonde: cannot write $scratch/folder/r.json: File too large"

# --- the browser

if ! command -v tmux >/dev/null; then
	skip 'the browser and signals' 'tmux is not here'
	finish
fi
. "$SRCDIR/tests/screen/tmux_lib.sh"

# start TRACE: the browser in a shell in a new window, its process id in $scratch/pid
start()
{
	window "env TERM=xterm-256color '$SONDE' '$1'"
}

# Hundredths of a second of processor time so far
used()
{
	cut -d' ' -f14,15 "/proc/$(cat "$scratch/pid")/stat" | tr ' ' '+' | sed 's/.*/echo $((&))/' | sh
}

# as_usual NAME: the shell has its terminal back, in its modes
as_usual()
{
	tm send-keys "echo as us''ual $1: \$(stty -a | tr ';' '\\n' | grep -c -e '-icanon' -e '-echo ')" Enter
	shows "$1: the terminal is as usual" "as usual $1: "
	shows "$1: in its usual modes" "as usual $1: 0"
}

for pair in HUP:129 TERM:143; do
	start "$trace"
	shows 'opens' 'GPU time'
	kill "-${pair%:*}" "$(cat "$scratch/pid")"
	shows "SIG${pair%:*} ends the browser with its own status" "status=${pair#*:}"
	as_usual "after SIG${pair%:*}"
done

# Those that end a program at once find the terminal given back all the same.
for pair in XCPU:152 USR1:138 USR2:140 ALRM:142 SYS:159 TRAP:133 PROF:155 VTALRM:154 IO:157 PWR:158 RTMIN:162 ABRT:134; do
	start "$trace"
	shows 'opens' 'GPU time'
	kill "-${pair%:*}" "$(cat "$scratch/pid")"
	shows "SIG${pair%:*} ends the browser with its own status" "status=${pair#*:}"
	equals "SIG${pair%:*}: the terminal is back on its usual screen" "$(tm display-message -p '#{alternate_on}')" 0
done
as_usual 'after SIGABRT'

start "$trace"
shows 'opens' 'GPU time'
kill -PIPE "$(cat "$scratch/pid")"
kill -XFSZ "$(cat "$scratch/pid")"
mkfifo "$scratch/reader.csv"
tm send-keys ":pane ops" Enter ":export $scratch/reader.csv" Enter
timeout 20 head -c 1 "$scratch/reader.csv" >"$scratch/byte"
tm send-keys ":pane kernels" Enter
shows 'a reader that goes away does not end it' 'kernels'
tm send-keys Q
shows 'and it ends well' 'status=0'
window "sh -c \"ulimit -f 0; exec '$SONDE' '$trace'\""
shows 'opens where no file may be written' 'GPU time'
tm send-keys ":export $scratch/x.csv" Enter
shows 'a file that is larger than it may be is told' "cannot write $scratch/x.csv: File too large"
tm send-keys Q
shows 'and the browser ends well' 'status=0'

start "$trace"
shows 'opens' 'GPU time'
before=$(used)
pid=$(cat "$scratch/pid")
i=0
while [ "$i" -lt 300 ]; do
	kill -WINCH "$pid"
	[ $((i % 30)) -ne 0 ] || tm resize-window -x $((20 + i % 100)) -y $((3 + i % 40))
	i=$((i + 1))
done
tm resize-window -x 110 -y 25
shows 'after 300 SIGWINCH the picture is whole' '? help'
equals 'which costs less than 3 s' "$([ $(($(used) - before)) -lt 300 ] && echo yes)" yes
before=$(used)
sleep 1
equals 'and nothing when it is over' "$([ $(($(used) - before)) -le 2 ] && echo yes)" yes
kill -TSTP "$pid"
shows 'SIGTSTP gives the terminal to the shell' 'Stopped'
sleep 0.3
before=$(used)
sleep 0.5
equals 'and stands still' "$(($(used) - before))" 0
tm send-keys fg Enter
shows 'SIGCONT brings it back' '? help'
tm send-keys j Q
shows 'and it ends well' 'ready>'
as_usual 'after SIGTSTP and SIGCONT'

# Loading from a pipe that gives no more.
{ cat "$scratch/part.json"; exec sleep 60; } >"$scratch/slow" &
feeder=$!
start "$scratch/slow"
shows 'what is loaded is counted' ',759 events'	# all of what the pipe gives: SIGINT may come before its first byte
tm send-keys C-c
shows 'SIGINT while loading keeps what is there' 'loading was stopped at byte '
tm send-keys Q
shows 'and the browser ends well' 'status=0'
kill "$feeder"
wait "$feeder" 2>/dev/null

{ cat "$scratch/part.json"; exec sleep 60; } >"$scratch/slow" &
feeder=$!
start "$scratch/slow"
shows 'loading is shown' 'loading'
tm send-keys Q
shows 'leaving while loading ends at once' 'status=0'
kill "$feeder"
wait "$feeder" 2>/dev/null

rm "$scratch/slow"
mkfifo "$scratch/slow"
start "$scratch/slow"
shows 'a pipe that nobody writes to is waited for' 'loading'
tm send-keys Q
shows 'and left at once' 'status=0'

finish
