#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Inputs that went wrong for people, with the values that their pages expect. They lie in $SONDE_SHARED.
. "$TESTLIB"
[ -d "$SONDE_SHARED/cases" ] || skip_all "no shared cases here: $SONDE_SHARED/cases"
finished=yes	# its cases are those of the script
./tests/cases/check_case "$SONDE" "$SRCDIR/tests/data" "$SONDE_SHARED/cases" "$SRCDIR"/tests/cases/shared/*.case
