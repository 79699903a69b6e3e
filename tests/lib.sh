# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by shell tests: TAP on standard output, one line a case, so that cases can be counted.
#
#	. "$TESTLIB"
#	run "$SONDE" info trace.json     # leaves $status, $out (standard output), $err
#	equals 'the status is 0' "$status" 0
#	finish                           # prints the plan; exit status 1 when a case failed

n_cases=0
n_failed=0
scratch=$(mktemp -d) || exit 99
finished=

# What a test has to undo at its end.
at_exit()
{
	:
}

# A script that stops half-way has not passed.
ended()
{
	code=$?
	at_exit
	rm -rf "$scratch" 2>/dev/null
	[ -z "$finished" ] || exit "$code"
	echo "not ok $((n_cases + 1)) - the script came to its end"
	exit 1
}
trap ended EXIT
trap 'exit 1' HUP INT TERM

ok()
{
	n_cases=$((n_cases + 1))
	echo "ok $n_cases - $1"
}

not_ok()
{
	n_cases=$((n_cases + 1))
	n_failed=$((n_failed + 1))
	echo "not ok $n_cases - $1"
	shift
	printf '%s\n' "$@" | sed 's/^/# /'
}

# One case that cannot be shown here: skip NAME REASON
skip()
{
	n_cases=$((n_cases + 1))
	echo "ok $n_cases - $1 # SKIP $2"
}

# The whole file cannot run here.
skip_all()
{
	finished=yes
	echo "1..0 # SKIP $1"
	exit 77
}

run()
{
	status=0
	"$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
	out=$(cat "$scratch/out")
	err=$(cat "$scratch/err")
}

# check NAME COMMAND...: the command succeeds
check()
{
	check_name=$1
	shift
	if "$@" >"$scratch/check" 2>&1; then
		ok "$check_name"
	else
		not_ok "$check_name" "failed: $*" "$(head -20 "$scratch/check")"
	fi
}

equals()
{
	if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "expected: $3" "got: $2"; fi
}

contains()
{
	case $2 in
	*"$3"*) ok "$1" ;;
	*) not_ok "$1" "expected to contain: $3" "got: $2" ;;
	esac
}

# one_line NAME TEXT: exactly one line, not empty
one_line()
{
	if [ "$(printf '%s\n' "$2" | wc -l)" -eq 1 ] && [ -n "$2" ]; then
		ok "$1"
	else
		not_ok "$1" "expected one line, got: $2"
	fi
}

# Whether the program writes and reads workbooks.
has_workbooks()
{
	! "$SONDE" --version | grep -q 'without.*workbooks'
}

# A python that reads workbooks, in $python; none: empty.
find_python()
{
	for python in python3 /usr/bin/python3; do
		"$python" -c 'import openpyxl' 2>/dev/null && return
	done
	python=
}

finish()
{
	finished=yes
	echo "1..$n_cases"
	[ "$n_failed" -eq 0 ] || exit 1
	exit 0
}
