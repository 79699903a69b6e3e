#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Small inputs with values worked out by hand: tests/cases/own/*.case and tests/data.
. "$TESTLIB"
finished=yes	# its cases are those of the script
./tests/cases/check_case "$SONDE" "$SRCDIR/tests/data" "$SONDE_SHARED/cases" "$SRCDIR"/tests/cases/own/*.case
