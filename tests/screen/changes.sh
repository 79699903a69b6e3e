# SPDX-License-Identifier: GPL-3.0-or-later
# A report is compared with the open trace: from a folder, from a workbook, and what cannot be compared.
. "$TESTLIB"

sample=$SRCDIR/data/sample.json.gz
slow=$SRCDIR/data/sample_slow.json.gz
cd "$scratch" || exit 99
HOME=$scratch
export HOME
"$SONDE" report "$slow" --csv slow 2>none
"$SONDE" report "$sample" --csv own 2>none

# shows NAME SCRIPT...: the script's lines do what they expect
shows()
{
	name=$1
	shift
	printf '%s\n' "$@" >script
	run "$SONDE" --script script --size 140x40 "$sample"
	equals "$name" "$status $err" '0 '
}

shows 'a folder of CSV files' ':compare slow' ':expect against slow' ':expect -21.190'
shows 'operators that it alone has' ':compare slow' ':filter kind = gone' ':expect aten::bmm'
shows 'the same trace against its own report does not differ' ":compare $scratch/own" ':expect against own' \
	':filter diff > 0.0001 or diff < -0.0001' ':expect 0 of'
shows 'the comparison as a workbook or what is seen' ':compare slow' ':export seen.csv' ':pane overview' ':pane changes' \
	':expect against slow'
contains 'what is seen is written' "$(head -1 seen.csv)" 'kind'
shows 'a range drops it' ':compare slow' ':pane steps' 'R' ':pane overview'
printf ':pane changes\n' >script
run "$SONDE" --script script "$sample"
contains 'without a report there is nothing to show' "$err" ':compare FILE does that, with a trace, a workbook'
shows 'two traces, and their tables side by side' ":compare $slow" ':pane changes' ':expect B sample_slow.json.gz against A' \
	':export traces.csv' ':sort diff' ':set arch H200' ':pane changes' ':expect B sample_slow.json.gz against A' \
	':compare slow' ':expect this trace against slow' ":compare $slow" ':pane changes' ':expect B sample_slow.json.gz against A'
"$SONDE" compare "$sample" "$slow" --names A B --csv told 2>none
equals 'as sonde compare tells' "$(awk -F, '{ print $1, $7, $4, $5, $3 }' traces.csv)" \
	"$(awk -F, '{ print $2, $3, $6, $7, $13 }' told/summary.csv)"
shows 'of all of the time' ":compare $slow" ':pane steps' 'R' ':pane overview' 'V' ':pane changes' ':expect B sample_slow.json.gz'
printf '%s\n' ":compare $slow" ':pane steps' R ':pane changes' >script
run "$SONDE" --script script "$sample"
contains 'not of a range of one' "$err" 'the traces are compared over all of the time: V shows that'
mkdir empty
printf ':compare empty\n' >script
run "$SONDE" --script script "$sample"
equals 'a folder without a report is one error' "$status" 1
finish
