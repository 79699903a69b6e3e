#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that runs out while two traces are compared: one clear line, or all that there is to say.
. "$TESTLIB"

. "$SRCDIR/tests/robust/faults_lib.sh"
base=$SRCDIR/data/sample.json.gz
slow=$SRCDIR/data/sample_slow.json.gz

each_allocation 'the tree' "$SONDE" diff --depth 3 "$base" "$slow"
each_allocation 'a trace against itself' "$SONDE" diff --step-a 10 --step-b 11 --least 100 "$base" "$base"
each_allocation 'the tables' "$SONDE" diff --format json --step-a 10 --step-b 10 "$base" "$slow"

finish
