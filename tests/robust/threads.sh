#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every output has the same bytes whatever the number of processors: 1, 2, 3, 8, and 2 once more.
. "$TESTLIB"
. "$SRCDIR/tests/robust/faults_lib.sh"

sample=$SRCDIR/data/sample.json.gz
slow=$SRCDIR/data/sample_slow.json.gz
gzip -dc "$sample" >"$scratch/sample.json"
# A few windows of text: the sample's events over and over, so that the threads take turns.
awk -v file="$scratch/sample.json" 'BEGIN {
	while ((getline line < file) > 0) { n++; text[n] = line }
	for (i = 1; i <= n; i++) {
		print text[i]
		if (text[i] ~ /"traceEvents"/)
			for (copy = 0; copy < 3; copy++)
				for (j = i + 1; j < n - 3; j++)
					print text[j]
	}
}' >"$scratch/long.json"

# outputs PROCESSORS: all kinds into the folder of that name
outputs()
{
	mkdir "$scratch/$1"
	cd "$scratch/$1" || exit 99
	for name in "$sample" "$slow" "$scratch/long.json"; do
		of=${name##*/}
		with_fault "FAULT_PROCESSORS=${1%-*}" "$SONDE" info --format json "$name"
		cp "$scratch/out" "$of.info"
		with_fault "FAULT_PROCESSORS=${1%-*}" "$SONDE" tree --python all "$name"
		cp "$scratch/out" "$of.tree"
		with_fault "FAULT_PROCESSORS=${1%-*}" "$SONDE" tree --merged --format csv "$name"
		cp "$scratch/out" "$of.merged"
		with_fault "FAULT_PROCESSORS=${1%-*}" "$SONDE" report --call-stack --recompute --micro-idle 10 "$name" --csv "$of.csv" \
			--json "$of.json"
		equals "$1 processors: all sheets of $of" "$status" 0
		cp "$scratch/err" "$of.warnings"
		[ -z "$workbooks" ] || with_fault "FAULT_PROCESSORS=${1%-*}" "$SONDE" report "$name" -o "$of.xlsx"
	done
	with_fault "FAULT_PROCESSORS=${1%-*}" "$SONDE" compare "$sample" "$slow" --csv compared
	with_fault "FAULT_PROCESSORS=${1%-*}" "$SONDE" modules "$sample"
	cp "$scratch/out" modules
}

workbooks=yes
"$SONDE" --version | grep -q 'without workbooks' && workbooks=
for processors in 1 2 3 8 2-again; do
	outputs $processors
done
for processors in 2 3 8 2-again; do
	if diff -rq "$scratch/1" "$scratch/$processors" >"$scratch/diff"; then
		ok "$processors processors give the bytes of one: $(find "$scratch/1" -type f | wc -l) files"
	else
		not_ok "$processors processors give the bytes of one" "$(cat "$scratch/diff")"
	fi
done
finish
