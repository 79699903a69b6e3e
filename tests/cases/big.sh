#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A trace as long as wanted: the figures are those of a short one, what stands behind the events is read.
# SONDE_BIG_GROUPS=6500000 makes one of 5 GB; 800 bytes a group.
. "$TESTLIB"

groups=${SONDE_BIG_GROUPS:-12000}
folder=$scratch
[ "$groups" -lt 100000 ] || folder=$(mktemp -d -p "${TMPDIR:-/tmp}")

awk -v groups="$groups" 'BEGIN {
	pad = sprintf("%200s", ""); gsub(" ", "p", pad)
	print "{\"schemaVersion\": 1, \"traceEvents\": ["
	for (n = 0; n < groups; n++) {
		b = n * 20
		printf "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"pid\": 100, \"tid\": 100, " \
			"\"ts\": %d, \"dur\": 9, \"args\": {\"External id\": %d, \"pad\": \"%s\"}},\n", b, n + 1, pad
		printf "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 100, " \
			"\"tid\": 100, \"ts\": %d, \"dur\": 3, \"args\": {\"correlation\": %d}},\n", b + 2, n + 1
		printf "{\"ph\": \"s\", \"id\": %d, \"pid\": 100, \"tid\": 100, \"ts\": %d, \"cat\": \"ac2g\", " \
			"\"name\": \"ac2g\"},\n", n + 1, b + 2
		printf "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"gemm_%02d\", \"pid\": 0, \"tid\": 7, " \
			"\"ts\": %d, \"dur\": 12, \"args\": {\"stream\": 7, \"correlation\": %d}},\n", n % 50, b + 5, n + 1
		printf "{\"ph\": \"f\", \"id\": %d, \"pid\": 0, \"tid\": 7, \"ts\": %d, \"cat\": \"ac2g\", " \
			"\"name\": \"ac2g\", \"bp\": \"e\"},\n", n + 1, b + 5
	}
	print "{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 100, \"tid\": 0, \"ts\": 0, " \
		"\"args\": {\"name\": \"end marker\"}}\n], \"traceName\": \"big\"}"
}' >"$folder/big.json"
gzip -1 -k "$folder/big.json"

# The value in a row of a CSV whose first field is the key.
field()
{
	printf '%s\n' "$out" | awk -F, -v key="$1" -v n="$2" '$1 == key { print $n }'
}

for form in big.json big.json.gz; do
	run "$SONDE" info --format json "$folder/$form"
	contains "$form: all elements" "$out" "\"elements_loaded\": $((5 * groups + 1)),"
	contains "$form: every kernel is linked" "$out" '"unlinked": 0,'
	contains "$form: the key behind the events" "$out" '"big"'
	contains "$form: the last element" "$out" 'end marker'
	run "$SONDE" show gpu_timeline --format csv "$folder/$form"
	equals "$form: busy" "$(field busy_time 2 | awk '{ print $1 * 1000 }')" $((12 * groups))
	equals "$form: total" "$(field total_time 2 | awk '{ print $1 * 1000 }')" $((20 * (groups - 1) + 12))
	equals "$form: idle" "$(field idle_time 2 | awk '{ print $1 * 1000 }')" $((8 * (groups - 1)))
	run "$SONDE" show kernel_summary --format csv "$folder/$form"
	equals "$form: 50 kernels" "$(printf '%s\n' "$out" | wc -l)" 51
	run "$SONDE" show idle_causes --format csv --columns idle_us "$folder/$form"
	equals "$form: each gap is 8 us" "$(printf '%s\n' "$out" | sort | uniq -c | sort -n | awk '{ print $1 "x" $2 }' |
		tail -1)" "$((groups - 1))x8"
done
[ "$folder" = "$scratch" ] || rm -rf "$folder"
finish
