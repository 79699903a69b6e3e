#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that runs out, reads and writes that fail: one clear line and the documented
# exit status, never a crash or a hang, and whatever succeeds is right.
. "$TESTLIB"

faults=$(dirname "$SONDE")/tests/robust/faults.so
sample=$SRCDIR/data/sample.json.gz
[ -e "$faults" ] || skip_all 'the program is static'
case $(nm -D "$SONDE" 2>/dev/null) in *__asan_init*|*__tsan_init*) skip_all 'a sanitiser owns the allocator' ;; esac
LD_PRELOAD=$faults FAULT_COUNT=$scratch/count "$SONDE" --version >/dev/null 2>&1
[ -s "$scratch/count" ] || skip_all 'nothing can be preloaded here'

# with_fault VARIABLE=VALUE COMMAND...: leaves $status, $scratch/out, $scratch/err
with_fault()
{
	fault=$1
	shift
	status=0
	timeout 20 env LD_PRELOAD="$faults" "$fault" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
}

# Nothing when the last command ended as it should, else what is wrong: verdict EXPECTED-OUTPUT
verdict()
{
	if [ "$status" -eq 0 ]; then
		cmp -s "$1" "$scratch/out" || echo 'succeeded with other output'
	elif [ "$status" -ne 1 ]; then
		echo "ended with status $status"
	elif [ "$(wc -l <"$scratch/err")" -ne 1 ] || ! grep -q '^sonde: ' "$scratch/err"; then
		echo "failed saying: $(head -3 "$scratch/err")"
	fi
}

# each_allocation NAME COMMAND...: about $SONDE_FAULTS of its allocations (all: 0) fail, one a run
each_allocation()
{
	name=$1
	shift
	with_fault "FAULT_COUNT=$scratch/count" "$@"
	cp "$scratch/out" "$scratch/expected"
	allocations=$(cat "$scratch/count")
	most=${SONDE_FAULTS:-40}
	step=1
	[ "$most" -eq 0 ] || step=$(((allocations + most - 1) / most))
	n=1
	while [ "$n" -le "$allocations" ]; do
		with_fault "FAULT_ALLOC=$n" "$@"
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
	one_line "$name: one line" "$(cat "$scratch/err")"
	contains "$name: says why" "$(cat "$scratch/err")" "$message"
}

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
