# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests that drive the program in a real terminal.
n_servers=0

# for tests that are nothing without a terminal: the sample, in a home of its own
terminal_only()
{
	command -v tmux >/dev/null || skip_all "tmux is not here"
	trace=$SRCDIR/data/sample.json.gz
	HOME=$scratch
	# ncurses keeps what it made for a terminal that it then does not know
	ASAN_OPTIONS=detect_leaks=0
	export HOME ASAN_OPTIONS
	unset XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR ESCDELAY
}

tm()
{
	tmux -S "$scratch/server$n_servers" -f /dev/null "$@"
}
at_exit()
{
	tm kill-server 2>/dev/null
}

# window PROGRAM: a new window of 100x30 with a shell that runs it, its process id in $scratch/pid
window()
{
	tm kill-server 2>/dev/null
	n_servers=$((n_servers + 1))
	rm -f "$scratch/pid"
	printf '%s\n' "echo \$\$ >'$scratch/pid'" "exec $1" >"$scratch/go"
	tm new-session -d -x 100 -y 30 sh
	tm send-keys "PS1='ready>'; clear" Enter
	tm send-keys "sh '$scratch/go'; echo status=\$?" Enter
}

# shows NAME TEXT: waits until the window shows the text, 10 s at most
shows()
{
	tries=0
	while ! tm capture-pane -p 2>/dev/null | grep -qF "$2"; do
		tries=$((tries + 1))
		if [ "$tries" -gt 100 ]; then
			not_ok "$1" "waited for: $2" "$(tm capture-pane -p)"
			return
		fi
		sleep 0.1
	done
	ok "$1"
}
