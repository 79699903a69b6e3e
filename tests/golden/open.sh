#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every real trace opens, whole, with as many elements as its text has phases. They lie in $SONDE_SHARED.
. "$TESTLIB"
golden=$SONDE_SHARED/golden
[ -d "$golden/traces" ] || skip_all "no real traces here: $golden"

member()
{
	printf '%s\n' "$out" | sed -n "s/^\"$1\": \(.*[^,]\),*$/\1/p"
}

for file in "$golden"/traces/*.json.gz; do
	trace=$(basename "$file" .json.gz)
	run "$SONDE" info --format json "$file"
	equals "$trace opens" "$status" 0
	equals "$trace is whole" "$(member partial)" false
	phases=$(gzip -dc "$file" | grep -o '"ph":' | wc -l)
	equals "$trace: no element is lost" "$(member elements_loaded)" "$phases"
done
finish
