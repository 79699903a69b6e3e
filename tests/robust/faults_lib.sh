# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests that make what never fails fail: commands run with tests/robust/faults.so preloaded.

faults=$(dirname "$SONDE")/tests/robust/faults.so
[ -e "$faults" ] || skip_all 'the program is static'
case $(nm -D "$SONDE" 2>/dev/null) in *__asan_init*|*__tsan_init*) skip_all 'a sanitiser owns the allocator' ;; esac
! grep -q libgcov "$SONDE" || skip_all "counting lines needs memory of its own"
LD_PRELOAD=$faults FAULT_COUNT=$scratch/count env true >/dev/null 2>&1
[ -s "$scratch/count" ] || skip_all 'nothing can be preloaded here'

# with_fault VARIABLE=VALUE COMMAND...: leaves $status, $scratch/out, $scratch/err
with_fault()
{
	fault=$1
	shift
	status=0
	timeout 20 env LD_PRELOAD="$faults" "$fault" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
}

# What the error of a run without memory holds.
reason=memory

# What a test does before each run of each_allocation.
before()
{
	:
}

# How a test tells more of what is wrong after a run; nothing when all is well.
also()
{
	:
}

# Nothing when the last command ended as it should, else what is wrong: verdict EXPECTED-OUTPUT
# Warnings about the trace may stand before the error.
verdict()
{
	if [ "$status" -eq 0 ]; then
		cmp -s "$1" "$scratch/out" || echo 'succeeded with other output'
	elif [ "$status" -ne 1 ]; then
		echo "ended with status $status"
	elif [ "$(grep -vc '^sonde: warning: ' "$scratch/err")" -ne 1 ] || ! tail -1 "$scratch/err" | grep -q '^sonde: '; then
		echo "failed saying: $(head -3 "$scratch/err")"
	elif ! tail -1 "$scratch/err" | grep -q "$reason"; then
		echo "gave another reason: $(tail -1 "$scratch/err")"
	fi
	also
}

# each_allocation NAME COMMAND...: about $SONDE_FAULTS of its allocations (all: 0) fail, one a run
each_allocation()
{
	name=$1
	shift
	with_fault "FAULT_COUNT=$scratch/count" "$@"
	if [ "$status" -ne 0 ]; then
		not_ok "$name: succeeds where nothing fails" "status $status" "$(cat "$scratch/err")"
		return
	fi
	cp "$scratch/out" "$scratch/expected"
	allocations=$(cat "$scratch/count")
	most=${SONDE_FAULTS:-40}
	step=1
	[ "$most" -eq 0 ] || step=$(((allocations + most - 1) / most))
	n=1
	while [ "$n" -le "$allocations" ]; do
		before
		with_fault "FAULT_ALLOC=$n" "$@" 2>/dev/null
		wrong=$(verdict "$scratch/expected")
		[ -z "$wrong" ] || break
		n=$((n + step))
	done
	if [ -n "$wrong" ]; then
		not_ok "$name: any allocation of $allocations may fail" "allocation $n: $wrong"
	else
		ok "$name: any allocation of $allocations may fail"
	fi
}

# gives_the_same NAME FAULT COMMAND...
gives_the_same()
{
	name=$1
	fault=$2
	shift 2
	"$@" >"$scratch/expected" 2>/dev/null
	with_fault "$fault" "$@"
	equals "$name: status" "$status" 0
	check "$name: the same output" cmp "$scratch/expected" "$scratch/out"
}

# fails_clearly NAME FAULT MESSAGE COMMAND...
fails_clearly()
{
	name=$1
	fault=$2
	message=$3
	shift 3
	with_fault "$fault" "$@"
	equals "$name: status" "$status" 1
	one_line "$name: one line" "$(grep -v '^sonde: warning: ' "$scratch/err")"
	contains "$name: says why" "$(cat "$scratch/err")" "$message"
}

