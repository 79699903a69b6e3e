# SPDX-License-Identifier: GPL-3.0-or-later
# Small files of the browser: copies go where they are told to, and what is no file does not keep it from its work.
. "$TESTLIB"

trace=$SRCDIR/data/sample.json.gz
HOME=$scratch
export HOME
unset XDG_CONFIG_HOME XDG_STATE_HOME NO_COLOR

play()
{
	printf '%s\n' "$1" >"$scratch/script"
	run timeout 20 "$SONDE" --size 110x30 --script "$scratch/script" "$trace"
}
cell='ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)'

# copy FILE: the cell, to a file
copy()
{
	play ":set copy-file $1
:set clipboard off
k
:copy name
:save-screen $scratch/shot"
}

echo old >"$scratch/target"
chmod 640 "$scratch/target"
ln -s target "$scratch/link"
copy "$scratch/link"
equals 'a copy goes through a link' "$status$(cat "$scratch/target")" "0$cell"
equals 'which stays one' "$(readlink "$scratch/link") $(stat -c %a "$scratch/target")" 'target 640'
contains 'and is told' "$(cat "$scratch/shot")" "74 bytes copied to $scratch/link"
copy "$scratch/new"
equals 'a new one is for the user alone' "$(stat -c %a "$scratch/new")" 600

mkfifo "$scratch/pipe"
timeout 20 cat "$scratch/pipe" >"$scratch/piped" &
reader=$!
sleep 0.2
copy "$scratch/pipe"
wait "$reader"
equals 'a copy goes into a pipe' "$status$(cat "$scratch/piped")" "0$cell"
equals 'which stays one' "$(stat -c %F "$scratch/pipe")" fifo
copy "$scratch/pipe"
equals 'a pipe that nobody reads is told' "$status$err" \
	"1sonde: $scratch/script:4: cannot write $scratch/pipe: nobody reads this pipe"
copy "$scratch/nowhere/x"
equals 'and a folder that is not there' "$status$err" \
	"1sonde: $scratch/script:4: cannot write $scratch/nowhere/x: No such file or directory"
copy "$scratch"
equals 'and a folder' "$status$err" "1sonde: $scratch/script:4: cannot write $scratch: it is a folder"
play ':set clipboard off
k
:copy name'
equals 'nothing to copy to is told' "$status$err" \
	"1sonde: $scratch/script:3: neither clipboard nor copy-file is set to copy to"

printf 'all q none\nall X exprot it\n' >"$scratch/keys"
run "$SONDE" --keys "$scratch/keys" --script /dev/null "$trace"
equals 'a command that there is not is named' "$err" "sonde: $scratch/keys:2: unknown command: exprot"
printf 'nowhere X export\n' >"$scratch/keys"
run "$SONDE" --keys "$scratch/keys" --script /dev/null "$trace"
contains 'and so is a pane' "$err" "$scratch/keys:1: no pane is called nowhere"
run timeout 20 "$SONDE" --keys "$scratch/pipe" --script /dev/null "$trace"
equals 'keys that are a pipe are refused' "$status$err" "1sonde: $scratch/pipe is no file"

# --- names of files are completed whole
mkdir -p "$scratch/d/with two blanks/sub folder"
: >"$scratch/d/with two blanks/one file.csv"
for pair in "w:with two blanks/" "with t:with two blanks/" "with two blanks/o:with two blanks/one file.csv " \
	"with two blanks/s:with two blanks/sub folder/"; do
	for command in export 'set copy-file' 'set arch'; do
		play "t:$command $scratch/d/${pair%%:*}<Tab>|
:expect :$command $scratch/d/${pair#*:}|"
		equals "$command completes ${pair%%:*}" "$status$err" 0
	done
done
play 't:sheet nosuch<Enter>
:expect merged  modules
:expect no sheet is called nosuch'
equals 'a sheet that there is not leaves everything as it was' "$status$err" 0

# --- scripts
play "o:export $scratch/nowhere/e.csv<Enter>
:export $scratch/after.csv"
equals 'a file that keys could not write fails the script' "$status$err" \
	"1sonde: $scratch/script:1: cannot write $scratch/nowhere/e.csv: No such file or directory"
check 'which goes on to its end' test -s "$scratch/after.csv"
play ":set copy-file $scratch/nowhere/c
:set clipboard off
ky"
equals 'and so does a copy' "$status$err" \
	"1sonde: $scratch/script:3: cannot write $scratch/nowhere/c: No such file or directory"
play 't/no such name<Enter>~:exprot<Enter><Home>gx'
equals 'what else keys cannot do is for the screen' "$status$err" 0
run timeout 20 "$SONDE" --script "$scratch" "$trace"
equals 'a folder is no script' "$status$err" "1sonde: $scratch: Is a directory"
run timeout 20 "$SONDE" --script /dev/null "$scratch/script"
contains 'a trace that cannot be read is named' "$err" "sonde: $scratch/script: is no trace"
run timeout 20 "$SONDE" --script /dev/null - <"$scratch/script"
contains 'and so is standard input' "$err" 'sonde: standard input: is '

if ! command -v tmux >/dev/null; then
	skip 'what is no file in the folders of the browser' 'tmux is not here'
	finish
fi
. "$SRCDIR/tests/screen/tmux_lib.sh"
mkdir -p "$scratch/.config/sonde" "$scratch/.local/state/sonde"

# odd FILE: the browser opens, tells of it, and ends
odd()
{
	for what in pipe zero folder; do
		rm -rf "${scratch:?}/.local/state/sonde"/*	# of the time before
		mkdir -p "$scratch/.local/state/sonde/traces"
		case $what in
		pipe) mkfifo "$scratch/$1" ;;
		zero) ln -s /dev/zero "$scratch/$1" ;;
		folder) mkdir "$scratch/$1" ;;
		esac
		window "env TERM=xterm-256color '$SONDE' '$trace'"
		shows "$1 as a $what: the browser opens" "GPU time"
		shows "$1 as a $what: and tells of it" "$1 is no file"
		tm send-keys :pane Space tree Enter
		shows "$1 as a $what: and works" "merged  modules"
		tm send-keys Q
		shows "$1 as a $what: and ends" "status=0"
		equals "$1 as a $what: and leaves it alone" "$(stat -c %F "$scratch/$1")" \
			"$(case $what in pipe) echo fifo ;; zero) echo symbolic link ;; folder) echo directory ;; esac)"
		rm -rf "${scratch:?}/$1"
	done
}
odd .config/sonde/keys
odd .config/sonde/settings
odd .local/state/sonde/commands
window "env TERM=xterm-256color '$SONDE' '$trace'"
shows "opens" "GPU time"
tm send-keys t Q
shows "leaves a state" "status=0"
state=$(cd "$scratch" && ls .local/state/sonde/traces/*)
rm "$scratch/$state"
odd "$state"
finish
