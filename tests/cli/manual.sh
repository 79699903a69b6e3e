#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Manual pages and completion: made from the tables, current, and accepted by their readers.
. "$TESTLIB"

pages=$(dirname "$SONDE")/man
for id in sonde browser $("$SONDE" help --ids); do
	page=$pages/sonde-$id.1
	[ "$id" = sonde ] && page=$pages/sonde.1
	[ "$id" = browser ] && page=$pages/sonde-browser.7
	run "$SONDE" help --man "$id"
	equals "the page of $id is current" "$out" "$(cat "$page")"
	if command -v groff >/dev/null; then
		equals "groff has nothing to say about the page of $id" \
			"$(groff -man -Tutf8 -ww -z "$page" 2>&1)" ''
	else
		skip "groff has nothing to say about the page of $id" 'no groff'
	fi
	if command -v mandoc >/dev/null; then
		equals "mandoc has nothing to say about the page of $id" \
			"$(mandoc -T lint -W error "$page" 2>&1)" ''
	else
		skip "mandoc has nothing to say about the page of $id" 'no mandoc'
	fi
done

# Every key, command, setting and pane is in the page of the browser.
words=$(sed 's/\\f[BRI]//g; s/\\-/-/g; s/\\(ti/~/g; s/\\(aq/'"'"'/g; s/\\(ha/^/g; s/\\e/\\/g' "$pages/sonde-browser.7")
missing=
sed 's/ *-- .*//' "$SRCDIR/data/keys" >"$scratch/bindings"
while read -r map keys command; do
	case $map in '' | '#'*) continue ;; esac
	[ "$command" = none ] || case $words in *"$command"*) ;; *) missing="$missing $map:$keys" ;; esac
done <"$scratch/bindings"
equals 'the page of the browser has the command of every key' "$missing" ''
for setting in theme glyphs detail mouse clipboard copy-file restore; do
	contains "and the setting $setting" "$words" "
$setting "
done

completion=$(dirname "$SONDE")/completion
run "$SONDE" help --completion bash
equals 'the completion for bash is current' "$out" "$(cat "$completion/sonde")"
run "$SONDE" help --completion zsh
equals 'the completion for zsh is current' "$out" "$(cat "$completion/_sonde")"

# complete WORD...: what bash offers for the last word
complete()
{
	bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sonde; echo "${COMPREPLY[*]}"' \
		bash "$completion/sonde" "$@"
}
if command -v bash >/dev/null; then
	equals 'bash completes commands' "$(complete sonde hel)" help
	equals 'bash completes options' "$(complete sonde help --he)" --help
	equals 'bash completes the argument of help' "$(complete sonde help hel)" help
else
	skip 'bash completes commands' 'no bash'
fi
if command -v zsh >/dev/null; then
	check 'zsh reads its completion' zsh -n "$completion/_sonde"
else
	skip 'zsh reads its completion' 'no zsh'
fi

finish
