#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Traces that ask for much: time and memory stay in bounds, and what is ordinary in them is found.
# With SONDE_LARGE=1 they are as large as traces get: some GB through pipes, some minutes.
. "$TESTLIB"

hostile=$(dirname "$SONDE")/tests/robust/hostile
[ -x "$hostile" ] || skip_all "$hostile is not built"
bounded=yes
case $(nm "$SONDE" 2>/dev/null) in *__asan_init* | *__tsan_init*) bounded= ;; esac
HOME=$scratch
export HOME
unset XDG_CONFIG_HOME XDG_STATE_HOME

# limited MB COMMAND...: within so much address space, which sanitisers want for themselves
limited()
{
	(
		[ -z "$bounded" ] || ulimit -v $(($1 * 1024))
		shift
		exec timeout 300 "$@"
	)
}

cat >"$scratch/script" <<'END'
t
LL
*
G
/aten
:sort busy
:merged off
:sort busy
o
k
i
:pane timeline
:pane warnings
END

# try KIND N MB [FOUND]: what info, as JSON without blanks, must tell; as info, tree, report and in the browser
try()
{
	kind=$1
	n=$2
	"$hostile" "$kind" "$n" >"$scratch/trace.json"
	status=0
	limited "$3" "$SONDE" info --format json "$scratch/trace.json" >"$scratch/out" 2>"$scratch/err" || status=$?
	equals "$kind: info of $n" "$status$(grep -v '^sonde: warning' "$scratch/err")" 0
	contains "$kind: its kernel is found" "$(tr -d ' \n' <"$scratch/out")" "${4-\"linked\":1,}"
	status=0
	limited "$3" "$SONDE" tree --python all "$scratch/trace.json" >"$scratch/out" 2>"$scratch/err" || status=$?
	equals "$kind: tree" "$status$(grep -v '^sonde: warning' "$scratch/err")" 0
	status=0
	limited "$3" "$SONDE" report --call-stack --recompute --micro-idle 10 "$scratch/trace.json" --csv "$scratch/csv" \
		>"$scratch/out" 2>"$scratch/err" || status=$?
	equals "$kind: report" "$status$(grep -v '^sonde: warning' "$scratch/err")" 0
	status=0
	limited "$3" "$SONDE" --script "$scratch/script" "$scratch/trace.json" >"$scratch/out" 2>"$scratch/err" || status=$?
	equals "$kind: browser" "$status$(cat "$scratch/err")" 0
	rm -rf "$scratch/trace.json" "$scratch/csv"
}

# piped KIND N MB: as info alone
piped()
{
	"$hostile" "$1" "$2" 2>/dev/null | {
		status=0
		limited "$3" "$SONDE" info - >"$scratch/out" 2>"$scratch/err" || status=$?
		echo "$status$(grep -v '^sonde: warning' "$scratch/err")" >"$scratch/status"
	}
	equals "$1: $2 through a pipe within $3 MB" "$(cat "$scratch/status")" 0
	check "$1: and ends with what is ordinary" grep -q '^linked share *100.0 %' "$scratch/out"
}

if [ "${SONDE_LARGE:-0}" = 1 ]; then
	piped nesting 100000000 500
	piped string 1000000000 500
	piped arguments 50000000 500
	piped levels 100000000 500
	piped members 50000000 700
	piped tiny 10000000 2000
	piped threads 1000000 2000
	piped frames 1000000 1000
	piped ids 1000000 2000
	piped names 2000000 3000
	piped overlaps 5000000 3000
	piped sequence 5000000 3000
	piped begins 5000000 3000
	finish
fi
try nesting 20000000 400
try levels 20000000 400
try string 100000000 400
try arguments 10000000 300
try tiny 100000 400
try threads 65000 600
try frames 20000 400
try ids 20000 400 '"linked":20001,'
try sequence 20000 400
try overlaps 20000 400
try names 20000 400
try times 2000 400 '"elements_loaded":2003,'
try begins 20000 400
try members 3000000 600
try annotations 150000 900 '"linked":150001,'
try modules 150000 900 '"linked":150001,'
try models 200000 900 '"linked":200001,'

# Names are never more than names.
marks=$SRCDIR/tests/data/hostile_marks.json
cp "$marks" "$scratch/marks.json"
printf 't\n*\n:save-screen %s\nk\n:save-screen %s\n:pane collectives\n:save-screen %s\n' "$scratch/1" "$scratch/2" "$scratch/3" \
	>"$scratch/script"
check 'names with marks: the browser shows them' "$SONDE" --size 150x40 --script "$scratch/script" "$marks"
"$SONDE" tree "$marks" >"$scratch/tree" 2>&1
"$SONDE" info "$marks" >"$scratch/info" 2>&1
"$SONDE" show kernel_summary "$marks" >"$scratch/show" 2>&1
wrong=
for file in 1 2 3 tree info show; do
	# C0 but newlines, DEL, C1, zero-width and bidi marks, the byte order mark, line and paragraph separators
	if LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf' \
		"$scratch/$file"; then
		wrong="$wrong $file"
	fi
done
equals 'nothing a terminal would act on is in screens and lists' "$wrong" ''
contains 'what is shown of them says so' "$(cat "$scratch/tree")" 'red'
(cd "$scratch" && "$SONDE" report marks.json --csv folder/csv --unlinked >/dev/null 2>&1)
equals 'no name becomes a path' "$(find "$scratch" -newer "$scratch/script" -name '*evil*')" ''
bad=$(printf 'no\033[31mtrace\n.json')
run "$SONDE" info "$scratch/$bad"
one_line 'a file name with control characters is one line' "$err"
equals 'and shows none' "$(printf %s "$err" | LC_ALL=C grep -ca "$(printf '\033')")" 0
cat >"$scratch/ops.json" <<'END'
{"ops": [{"class": "Evil", "names": ["aten::mm"], "category": "../../evil", "family": "formula",
  "let": {"m": "D0[0]"}, "params": {"M": "m"}, "flops": "2 * m", "bytes": "m"}]}
END
run "$SONDE" report "$SRCDIR/data/sample.json.gz" --ops "$scratch/ops.json" --csv "$scratch/deep/er/csv"
equals 'a sheet named like a path' "$status" 0
equals 'stays in its folder' "$(find "$scratch" -name '*evil*' ! -path "$scratch/deep/er/csv/*")" ''
sed 's|"family"|"sheet": "../../evil/sheet", "family"|' "$scratch/ops.json" >"$scratch/sheet.json"
run "$SONDE" report "$SRCDIR/data/sample.json.gz" --ops "$scratch/sheet.json" --csv "$scratch/deep/er/csv"
contains 'one that the report does not have is refused' "$err" 'no sheet of models'
finish
