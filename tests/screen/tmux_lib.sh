# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests that drive the program in a real terminal.
n_servers=0

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
