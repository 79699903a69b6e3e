#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Pairs of kernels of real traces against the reference's; what differs is listed in known_pairs.
. "$TESTLIB"

golden=$SONDE_SHARED/golden
[ -d "$golden/tracediff" ] || skip_all 'the golden values are not there'
command -v python3 >/dev/null || skip_all 'no python3 to check them with'

for folder in "$golden"/tracediff/*; do
	name=${folder##*/}
	for layers in none modules; do
		run "$SONDE" diff "$golden/traces/h100_$name.json.gz" "$golden/traces/mi300_$name.json.gz" --python $layers \
			--csv "$scratch/$name.$layers"
		equals "$name compares with layers of Python: $layers" "$status" 0
		check "each kernel, its time and what it is compared with: $name, $layers" python3 \
			"$SRCDIR/tests/golden/same_pairs.py" "$scratch/$name.$layers/diff_stats.csv" "$folder/diff_stats.csv" \
			"$SRCDIR/tests/golden/known_pairs" "$name.$layers"
	done
done

finish
