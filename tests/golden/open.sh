#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every real trace opens, and says so in one way as text, JSON and exit status. They lie in $SONDE_SHARED.
. "$TESTLIB"
golden=$SONDE_SHARED/golden
[ -d "$golden/traces" ] || skip_all "no real traces here: $golden"
command -v python3 >/dev/null || skip_all 'python3 reads the JSON'

for file in "$golden"/traces/*.json.gz; do
	trace=$(basename "$file" .json.gz)
	run "$SONDE" info "$file"
	equals "$trace: info succeeds" "$status" 0
	check "$trace: the same numbers as a program that reads all JSON" \
		python3 "$SRCDIR/tests/golden/same_counts.py" "$SONDE" "$file"
done
finish
