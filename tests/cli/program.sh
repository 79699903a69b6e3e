#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The program as a whole: help, usage errors, exit statuses, what happens to its output.
. "$TESTLIB"

run "$SONDE" --help
equals '--help succeeds' "$status" 0
contains '--help names the commands' "$out" 'help [COMMAND]'
equals '--help writes no errors' "$err" ''
help=$out
run "$SONDE" help
equals 'help prints what --help prints' "$out" "$help"
run "$SONDE" -h
equals '-h prints what --help prints' "$out" "$help"

for command in $("$SONDE" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p'); do
	run "$SONDE" help "$command"
	equals "help $command succeeds" "$status" 0
	contains "help $command shows how it is called" "$out" "Usage: sonde $command"
	text=$out
	run "$SONDE" "$command" --help
	equals "$command --help prints what help $command prints" "$out" "$text"
	wide=$(printf '%s\n' "$text" | grep -v '^  [^ ]' | awk 'length > 80')
	equals "help $command fits 80 columns" "$wide" ''
	run "$SONDE" "$command" --no-such-option
	equals "$command: an unknown option has status 2" "$status" 2
	one_line "$command: an unknown option gives one line" "$err"
	contains "$command: the line points to help" "$err" "sonde help $command"
done

run "$SONDE" --version
equals '--version succeeds' "$status" 0
contains '--version tells the licence' "$out" 'GPL-3.0-or-later'
contains '--version tells what was built in' "$out" 'zlib'

run "$SONDE"
equals 'no argument at all is a usage error' "$status" 2
one_line 'no argument at all gives one line' "$err"
run "$SONDE" hepl
equals 'a mistyped command is a usage error' "$status" 2
contains 'a mistyped command gets a suggestion' "$err" "did you mean 'help'?"
run "$SONDE" help no-such-command
equals 'help of no command is a usage error' "$status" 2
equals 'and lists the commands' "$err" "sonde: 'no-such-command' is no command; there are $(
	"$SONDE" help --ids | tr '\n' ' ' | sed 's/ $//; s/ /, /g')"
run "$SONDE" help repotr
contains 'help of a mistyped command suggests one' "$err" "'repotr' is no command, did you mean 'report'? There are browse, "
twice=
for command in $("$SONDE" help --ids); do
	"$SONDE" help "$command" | tr -s ' \n' '  ' | grep -q 'csv, json or markdown: text, csv' && twice="$twice $command"
done
equals 'the choices of an option are listed once' "$twice" ''
run "$SONDE" "$scratch/no-such-file.json"
equals 'a trace that is not there is told before the terminal is missed' "$status $err" \
	"1 sonde: $scratch/no-such-file.json: cannot open: No such file or directory"
run "$SONDE" "$SRCDIR/data/sample.json.gz" "$scratch/no-such-file.json"
equals 'so is a second one' "$status $err" "1 sonde: $scratch/no-such-file.json: cannot open: No such file or directory"
run "$SONDE" "$SRCDIR/data/sample.json.gz"
equals 'a trace without a terminal to show it in' "$status $err" \
	'1 sonde: standard output is no terminal: the browser needs one, or --script'
run "$SONDE" help help help
equals 'an argument too many is a usage error' "$status" 2
contains 'an argument too many is named' "$err" "'help' is one too many"
run "$SONDE" help "$(printf 'a\033[31mb')"
mark=$(printf '\357\277\275')
contains 'control characters of an argument are not printed' "$err" "'a${mark}[31mb'"
# One mark for them everywhere, whoever writes the name.
names=$SRCDIR/tests/data/hostile_names.json
for command in 'show kernel_summary --unlinked' 'show kernel_summary --unlinked --format csv' \
		'show kernel_summary --unlinked --format markdown' 'show kernel_summary --unlinked --format json'; do
	# shellcheck disable=SC2086
	run "$SONDE" $command "$names"
	contains "a control character in a name: $command" "$out" "bell$mark$mark"
done
printf ':pane kernels\n:save-screen %s\n' "$scratch/shot" >"$scratch/script"
run "$SONDE" --size 200x20 --script "$scratch/script" "$names"
contains 'a control character in a name: the browser' "$(cat "$scratch/shot" 2>/dev/null)$err" "bell$mark$mark"

if [ -w /dev/full ]; then
	status=0
	"$SONDE" --help >/dev/full 2>"$scratch/err" || status=$?
	equals 'a full disk has status 1' "$status" 1
	equals 'a full disk is told' "$(cat "$scratch/err")" 'sonde: standard output: No space left on device'
else
	skip 'a full disk has status 1' 'no /dev/full'
fi
status=0
"$SONDE" --help >&- 2>"$scratch/err" || status=$?
equals 'a closed standard output has status 1' "$status" 1
err=$( { { "$SONDE" --help; echo "$?" >"$scratch/status"; } | true; } 2>&1 )
equals 'a pipe that closes early is no message' "$err" ''

# A value that names nothing is wrong usage whatever command it is given to; a file that cannot be read, or is not what it
# should be, is failed input.
sample=$SRCDIR/data/sample.json.gz
echo '{}' >"$scratch/bad.json"
ends_with()
{
	want=$1
	shift
	run "$SONDE" "$@"
	equals "status of: $(printf '%s ' "$@" | sed "s|$SRCDIR/||g; s|$scratch/||g")" "$status" "$want"
}
for command in 'show ops_summary' 'report --csv x' "compare $sample" 'browse --script /dev/null'; do
	# shellcheck disable=SC2086 # words
	set -- $command "$sample"
	ends_with 2 "$@" --arch nosuch
	ends_with 1 "$@" --arch "$scratch/bad.json"
	ends_with 1 "$@" --arch ./nosuch.json
	ends_with 2 "$@" --step 99
	ends_with 1 "$@" --ops "$scratch/nosuch.json"
done
ends_with 2 model gemm M=1 N=1 K=1 --arch nosuch
ends_with 1 model gemm M=1 N=1 K=1 --arch "$scratch/bad.json"
ends_with 2 arch nosuch
ends_with 1 arch "$scratch/bad.json"
ends_with 2 diff "$sample" "$sample" --step-b 99
ends_with 2 tree --node 999999 "$sample"
ends_with 2 -t bogus "$sample"
ends_with 2 show --filter 'a = 1'
ends_with 2 show --top 3
ends_with 0 show --format csv

finish
