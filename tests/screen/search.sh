# SPDX-License-Identifier: GPL-3.0-or-later
# A search takes what is typed as text and as an expression, finds as much as grep does, and paints it.
. "$TESTLIB"

unset XDG_CONFIG_HOME XDG_STATE_HOME
HOME=$scratch
export HOME
sample=$SRCDIR/data/sample.json.gz
"$SONDE" show kernel_summary --format csv --columns kernel "$sample" 2>/dev/null | sed 1d >"$scratch/names"

# play SCRIPT: at 200x60
play()
{
	printf '%s\n' "$1" >"$scratch/script"
	run "$SONDE" --size 200x60 --script "$scratch/script" "$sample"
}

for what in 'nvjet.*tnt' 'nvjet|cutlass' '^void' 'functor<' 'float)$' 'CUDA.*half' '(float*)' 'Kernel2'; do
	case $what in
	*'|'* | *'*'* | *'^'* | *'$'*) grep=-E ;;
	*) grep=-F ;;
	esac
	case $what in
	*[A-Z]*) ;;
	*) grep="$grep -i" ;;
	esac
	# shellcheck disable=SC2086
	count=$(tr -d '"' <"$scratch/names" | grep -c $grep -e "$what")
	play ":sheet kernel_summary
:search $what
:expect of $count rows with $what"
	if [ "$count" -gt 0 ]; then
		equals "/$what finds $count" "$status$err" 0
	else
		contains "/$what finds none" "$err" "no row holds $what"
	fi
done

# Painted where it is seen, the rest of the row not.
cat >"$scratch/gemms.json" <<'END'
{"traceEvents": [
{"ph": "X", "cat": "kernel", "name": "a_gemm_64_tn_b", "pid": 0, "tid": 7, "ts": 1, "dur": 9, "args": {"stream": 7}},
{"ph": "X", "cat": "kernel", "name": "a_gemm_64_nt_b", "pid": 0, "tid": 7, "ts": 11, "dur": 8, "args": {"stream": 7}}
]}
END
printf '%s\n' ':pane tree' ':detail off' '/gemm.*tn<Enter>' ":save-screen $scratch/shot" ":save-roles $scratch/roles" >"$scratch/script"
run "$SONDE" --ascii --size 80x12 --script "$scratch/script" "$scratch/gemms.json"
row=$(grep -n 'a_gemm_64_tn_b' "$scratch/shot" | cut -d: -f1)
at=$(sed -n "${row}p" "$scratch/shot" | awk '{ print index($0, "gemm_64_tn") }')
painted=$(sed -n "${row}p" "$scratch/roles" | cut -c"$((at - 2))-$((at + 11))")
equals 'what matches is painted, and nothing beside it' "$(printf '%s' "$painted" | sed 's/[^/]/./g')" '..//////////..'
equals 'no other row is' "$(grep -c / "$scratch/roles")" 1
finish
