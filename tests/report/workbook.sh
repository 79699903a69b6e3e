#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The workbook read back by other programs, openpyxl and LibreOffice, holds the cells of the CSV files.
. "$TESTLIB"

has_workbooks || skip_all 'built without workbooks'

find_python
office=
! command -v python3 >/dev/null || office=$(command -v soffice || command -v libreoffice)

# All sheets of the workbook as CSV: text as it is, numbers with all their digits rather than as shown.
convert()
{
	timeout 120 "$office" "-env:UserInstallation=file://$scratch/profile" --headless --convert-to \
		'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1' \
		--outdir "$1/converted" "$1/book.xlsx"
}

# compare NAME TRACE [OPTION...]
compare()
{
	name=$1
	trace=$2
	shift 2
	folder=$scratch/$name
	mkdir "$folder"
	check "$name: a workbook and CSV" "$SONDE" report "$trace" -o "$folder/book.xlsx" --csv "$folder/csv" "$@"
	if [ -n "$python" ]; then
		check "$name: openpyxl reads the same cells" \
			"$python" "$SRCDIR/tests/report/same_cells.py" "$folder/book.xlsx" "$folder/csv"
	else
		skip "$name: openpyxl reads the same cells" 'openpyxl is not there'
	fi
	if [ -z "$office" ]; then
		skip "$name: LibreOffice reads the same cells" 'LibreOffice is not there'
	elif ! convert "$folder" >"$scratch/convert" 2>&1; then
		not_ok "$name: LibreOffice opens it" "$(head -5 "$scratch/convert")"
	else
		check "$name: LibreOffice reads the same cells" \
			python3 "$SRCDIR/tests/report/same_csv.py" "$folder/converted" "$folder/csv"
	fi
}

compare sample "$SRCDIR/data/sample.json.gz" --call-stack --recompute --micro-idle 10
compare types "$SRCDIR/tests/data/gemm_types.json" --arch MI300X
compare names "$SRCDIR/tests/data/hostile_names.json" --unlinked
compare host_only "$SRCDIR/tests/data/host_only.json"
hostile=$SONDE_SHARED/cases/73_hostile_strings_xlsx.json.gz
if [ -e "$hostile" ]; then
	compare hostile "$hostile"
else
	skip 'hostile: a workbook and CSV' 'no such trace here'
fi
finish
