#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that runs out, reads and writes that fail: one clear line and the documented
# exit status, never a crash or a hang, and whatever succeeds is right.
. "$TESTLIB"

. "$SRCDIR/tests/robust/faults_lib.sh"
sample=$SRCDIR/data/sample.json.gz

gzip -dc "$sample" >"$scratch/sample.json"
each_allocation 'tree of a plain file' "$SONDE" tree --format csv "$scratch/sample.json"
# json-c (0.16), which reads the op tables, does not look whether it got memory.
FAULT_SPARE=libjson-c
export FAULT_SPARE
each_allocation 'info' "$SONDE" info "$sample"
for file in "$sample" "$scratch/sample.json"; do
	kind=${file##*.}
	gives_the_same "short reads, $kind" FAULT_READ=short "$SONDE" info "$file"
	gives_the_same "interrupted reads, $kind" FAULT_READ=eintr "$SONDE" info "$file"
	fails_clearly "a disk that cannot be read, $kind" FAULT_READ=eio:1 'Input/output error' "$SONDE" info "$file"
done

finish
