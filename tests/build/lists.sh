#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is in the folders is in the lists: no source, test or command is forgotten.
. "$TESTLIB"

list=$SRCDIR/Makefile.am
missing=
for file in $(cd "$SRCDIR" && find src tui bench data/gen tests/cases tests/fuzz tests/robust tests/unit \
		\( -name '*.c' -o -name '*.h' \) ! -name '*_builtin.c' ! -name embedded.c | LC_ALL=C sort); do
	case $file in
	tests/unit/*.c|tests/robust/*.c|tests/fuzz/fuzz_*.c) name=${file%.c} ;;
	*) name=$file ;;
	esac
	grep -q "${name}\\([^_a-z0-9]\\|\$\\)" "$list" || missing="$missing $file"
done
equals 'every source is in Makefile.am' "$missing" ''

missing=
for file in $(cd "$SRCDIR" && find tests -name '*.sh' ! -name lib.sh ! -name '*_lib.sh' | LC_ALL=C sort); do
	grep -q "^shell_tests += $file\$" "$list" || missing="$missing $file"
done
equals 'every shell test is in Makefile.am' "$missing" ''

missing=
for file in $(cd "$SRCDIR" && ls tests/screen/*.screen); do
	grep -q "$file" "$list" || missing="$missing $file"
done
equals 'every file of screens is in Makefile.am' "$missing" ''

missing=
for file in "$SRCDIR"/src/cli/cmd_*.c; do
	id=${file##*/cmd_}
	case " $("$SONDE" help --ids | tr '\n' ' ') " in *" ${id%.c} "*) ;; *) missing="$missing ${id%.c}" ;; esac
done
equals 'every command is in commands.h' "$missing" ''

missing=
for folder in "$SRCDIR"/tests/fuzz/corpus/*; do
	grep -q "^fuzz_targets += tests/fuzz/fuzz_${folder##*/}\$" "$list" || missing="$missing ${folder##*/}"
done
equals 'every corpus has its target' "$missing" ''

out=$(cd "$SRCDIR/tests" && sh ../bootstrap -h 2>&1)
contains 'bootstrap tells its use from any folder' "$out" './bootstrap [demo|check]'

finish
