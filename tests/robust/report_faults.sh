#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Reports while memory runs out, disks fill up and names cannot be given: one clear line, the older
# output as it was, nothing left beside it.
. "$TESTLIB"
. "$SRCDIR/tests/robust/faults_lib.sh"

sample=$SRCDIR/data/sample.json.gz
workbooks=yes
"$SONDE" --version | grep -q 'without workbooks' && workbooks=
TMPDIR=$scratch/tmp
export TMPDIR
mkdir "$TMPDIR" "$scratch/folder"
cd "$scratch/folder" || exit 99

# older FILE: an output from before
older()
{
	rm -rf ./* .[!.]*
	mkdir -p "$(dirname "$1")"
	echo old >"$1"
}

files()
{
	find . "$TMPDIR" -type f | sort | tr '\n' ' '
}

# as_before NAME FILE: the older output is there, and nothing else
as_before()
{
	equals "$1: the older output is as it was" "$(cat "$2")" old
	equals "$1: nothing else is left" "$(files)" "./$2 "
}

# Each allocation: $target is old unless the command succeeded, and no part of anything is left.
before()
{
	older "$target"
}
also()
{
	if [ "$status" -ne 0 ] && [ "$(cat "$target")" != old ]; then
		echo 'the older output is gone'
	elif files | grep -q '\.part\|sonde-'; then
		echo "left behind: $(files)"
	fi
}
target=r.json
each_allocation 'JSON' "$SONDE" report "$sample" --json r.json
target=csv/index.csv
each_allocation 'CSV' "$SONDE" report "$sample" --csv csv
if [ "$workbooks" ]; then
	target=r.xlsx
	reason='memory\|cannot make the workbook'	# where libxlsxwriter (1.1.4) gives another
	each_allocation 'workbook' "$SONDE" report "$sample" -o r.xlsx
	reason=memory
fi

# Real memory, in steps of 256 KB from where the program just starts.
before_limit=$(ulimit -v)
limit=8000
while ! (ulimit -v $limit && "$SONDE" --version) >/dev/null 2>&1; do
	limit=$((limit + 256))
done
wrong=
for step in 0 1 2 3 4 5 6 7 8 10 12 14 16 18 20 22 24 28 32 36 40; do
	older r.json
	status=0
	(ulimit -v $((limit + 256 * step)) && exec "$SONDE" report "$sample" --json r.json) \
		>"$scratch/out" 2>"$scratch/err" || status=$?
	: >"$scratch/expected"
	target=r.json
	wrong=$(verdict "$scratch/expected")
	[ -z "$wrong" ] || break
done
equals "memory limited to $limit KB and more ($before_limit)" "$wrong" ''
target=

for at in 0 10 70000; do
	older r.json
	fails_clearly "a disk full after $at bytes of JSON" FAULT_WRITE=enospc:$at 'cannot write r.json: No space left on device' \
		"$SONDE" report "$sample" --json r.json
	as_before "a disk full after $at bytes of JSON" r.json
done
older csv/index.csv
fails_clearly 'a disk full while CSV is written' FAULT_WRITE=enospc:5000 'No space left on device' \
	"$SONDE" report "$sample" --csv csv
fails_clearly 'a disk full while a new folder is written' FAULT_WRITE=enospc:5000 'No space left on device' \
	"$SONDE" report "$sample" --csv new/folder
equals 'a disk full while a new folder is written: it is gone' "$(ls -d new 2>/dev/null)" ''
equals 'a disk full while CSV is written: no part is left' "$(files | grep '\.part')" ''
older r.json
fails_clearly 'a name that cannot be given' FAULT_RENAME=1 'cannot write r.json: Permission denied' \
	"$SONDE" report "$sample" --json r.json
as_before 'a name that cannot be given' r.json
gives_the_same 'short writes' FAULT_WRITE=short "$SONDE" report "$sample" --json -
gives_the_same 'interrupted writes' FAULT_WRITE=eintr "$SONDE" report "$sample" --json -
gives_the_same 'short reads' FAULT_READ=short "$SONDE" report "$sample" --json -
gives_the_same 'interrupted reads' FAULT_READ=eintr "$SONDE" report "$sample" --json -
older r.json
fails_clearly 'a trace that cannot be read' FAULT_READ=eio:1 'Input/output error' "$SONDE" report "$sample" --json r.json
as_before 'a trace that cannot be read' r.json

if [ "$workbooks" ]; then
	older r.xlsx
	fails_clearly 'a workbook whose name cannot be given' FAULT_RENAME=1 'cannot write r.xlsx: Permission denied' \
		"$SONDE" report "$sample" -o r.xlsx
	as_before 'a workbook whose name cannot be given' r.xlsx
	# Files of 8 KB and more at most, as on a full disk: the archive is cut, or a part that goes into it.
	for blocks in 16 64 128 320; do
		older r.xlsx
		fails_clearly "a workbook on a disk with room for $blocks blocks" FAULT_ROOM=1 'cannot write r.xlsx' \
			sh -c "trap '' XFSZ; ulimit -f $blocks; exec \"\$@\"" sh "$SONDE" report "$sample" -o r.xlsx
		as_before "a workbook on a disk with room for $blocks blocks" r.xlsx
	done
	older r.xlsx
	fails_clearly 'a workbook to a stream that is full' FAULT_ROOM=1 'cannot write /dev/full: No space left on device' \
		"$SONDE" report "$sample" -o /dev/full
	as_before 'a workbook to a stream that is full' r.xlsx
fi

finish
