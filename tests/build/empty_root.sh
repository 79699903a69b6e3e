#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A static program in a root folder with nothing but a trace: no libraries, no locale, no terminals, no /proc, no /tmp.
. "$TESTLIB"

case $(file -L "$SONDE" 2>/dev/null || readelf -l "$SONDE" 2>/dev/null) in
*interpreter*) skip_all 'the program is not static' ;;
esac
PATH=$PATH:/usr/sbin:/sbin
if [ "$(id -u)" -eq 0 ]; then
	enter=$(command -v chroot)
elif unshare -r true 2>/dev/null; then
	enter="$(command -v unshare) -r $(command -v chroot)"
else
	skip_all 'another root folder is not allowed here'
fi
root=$scratch/root
mkdir "$root"
cp "$SONDE" "$root/sonde"
cp "$SRCDIR/data/sample.json.gz" "$root/"

# inside COMMAND...
inside()
{
	run env -i TERM=xterm-256color $enter "$root" "$@"
}

inside /sonde --version
equals 'it starts' "$status" 0
inside /sonde info /sample.json.gz
equals 'it reads the trace' "$status" 0
contains 'as anywhere' "$out" '6,022'
"$SONDE" tree --format csv "$SRCDIR/data/sample.json.gz" >"$scratch/expected"
inside /sonde tree --format csv /sample.json.gz
equals 'the tree is the same' "$(cksum <"$scratch/out")" "$(cksum <"$scratch/expected")"
inside /sonde report /sample.json.gz --csv /out/csv
equals 'it writes a report' "$status" 0
check 'all of it' test -s "$root/out/csv/index.csv"
equals 'and nothing else' "$(find "$root" -name '.sonde*')" ''
printf 't\n:save-screen /screen\n' >"$root/script"
inside /sonde --script /script /sample.json.gz
equals 'it draws screens' "$status" 0
check 'with the tree' grep -q 'merged' "$root/screen"
inside /sonde report /sample.json.gz --json /no/where
equals 'it fails clearly' "$(printf '%s\n' "$err" | tail -1)" 'sonde: cannot write /no/where: No such file or directory'

if ! command -v tmux >/dev/null; then
	skip 'the browser there' 'tmux is not here'
	finish
fi
. "$SRCDIR/tests/screen/tmux_lib.sh"
for term in xterm-256color screen-256color tmux-256color linux vt100 unheard-of; do
	tm kill-server 2>/dev/null
	n_servers=$((n_servers + 1))	# the one before may not be gone yet
	tm new-session -d -x 100 -y 30 "env -i TERM=$term $enter '$root' /sonde /sample.json.gz; echo status=\$?; sleep 20"
	tries=0
	while ! tm capture-pane -p 2>/dev/null | grep -q 'GPU time\|status='; do
		tries=$((tries + 1))
		[ "$tries" -le 100 ] || break
		sleep 0.1
	done
	contains "$term: the browser opens without the host's terminals" "$(tm capture-pane -p)" 'GPU time 46.70 ms'
	tm send-keys Q
	tries=0
	while ! tm capture-pane -p 2>/dev/null | grep -q 'status='; do
		tries=$((tries + 1))
		[ "$tries" -le 50 ] || break
		sleep 0.1
	done
	contains "$term: and ends well" "$(tm capture-pane -p)" 'status=0'
done
finish
