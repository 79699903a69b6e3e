#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The sample traces are what their generator makes, and hold what data/*.facts says.
. "$TESTLIB"
generator=./data/gen/gen_sample

same_text()
{
	gzip -dc "$1" | cmp - "$2"
}

small()
{
	test "$(wc -c <"$1")" -lt 200000
}

facts()
{
	gzip -dc "$1" | awk -f "$SRCDIR/tests/golden/facts.awk" | diff - "$2"
}

for sample in sample sample_slow; do
	option=
	test $sample = sample_slow && option=--slow
	file=$SRCDIR/data/$sample.json.gz
	for made in text.json a.json.gz b.json.gz; do
		$generator $option "$scratch/$made" || exit 99
	done
	check "$sample: the committed file is what the generator makes" same_text "$file" "$scratch/text.json"
	check "$sample: the same seed gives the same gzip bytes" cmp "$scratch/a.json.gz" "$scratch/b.json.gz"
	check "$sample: below 200 KB" small "$file"
	check "$sample: counts and times as written down" facts "$file" "$SRCDIR/data/$sample.facts"
done
$generator --seed 7 "$scratch/seven.json" || exit 99
run cmp -s "$scratch/seven.json" "$scratch/text.json"
equals 'another seed gives another trace' "$status" 1
finish
