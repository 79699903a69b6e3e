#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The sample traces are what their generator makes, and hold what data/*.facts says.
srcdir=${srcdir:-.}
generator=./data/gen/gen_sample
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT HUP INT TERM
number=0
failed=0

# check NAME COMMAND...: one test case.
check() {
	name=$1
	shift
	number=$((number + 1))
	if "$@"; then
		echo "ok $number - $name"
	else
		echo "not ok $number - $name"
		failed=1
	fi
}

same_text() {
	gzip -dc "$1" | cmp - "$2"
}

small() {
	test "$(wc -c <"$1")" -lt 200000
}

facts() {
	gzip -dc "$1" | awk -f "$srcdir/tests/golden/facts.awk" | diff - "$2"
}

for sample in sample sample_slow; do
	option=
	test $sample = sample_slow && option=--slow
	file=$srcdir/data/$sample.json.gz
	$generator $option "$folder/text.json" && $generator $option "$folder/a.json.gz" \
		&& $generator $option "$folder/b.json.gz" || exit 99
	check "$sample: the committed file is what the generator makes" same_text "$file" "$folder/text.json"
	check "$sample: the same seed gives the same gzip bytes" cmp "$folder/a.json.gz" "$folder/b.json.gz"
	check "$sample: below 200 KB" small "$file"
	check "$sample: counts and times as written down" facts "$file" "$srcdir/data/$sample.facts"
done
$generator --seed 7 "$folder/seven.json" || exit 99
check "another seed gives another trace" sh -c "! cmp -s $folder/seven.json $folder/text.json"
echo "1..$number"
exit $failed
