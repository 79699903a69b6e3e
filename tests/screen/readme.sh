# SPDX-License-Identifier: GPL-3.0-or-later
# The screens in README.md are what the program shows. A block is announced by a comment
#	<!-- screen 96x24: KEYS -->
# and is drawn with --ascii. GENERATE=1 writes them anew: read the difference before you keep it.
. "$TESTLIB"

unset XDG_CONFIG_HOME XDG_STATE_HOME
HOME=$scratch
export HOME
readme=$SRCDIR/README.md

# The comments in order, "SIZE KEYS" a line; "| FILE" behind the keys opens a second trace.
sed -n 's/^<!-- screen \([0-9x]*\): *\(.*\) *-->$/\1 \2/p' "$readme" >"$scratch/list"
n=0
while read -r size keys; do
	n=$((n + 1))
	other=
	case $keys in *'|'*) other=${keys#*| } keys=${keys%%|*} keys=${keys% } ;; esac
	other=${other% }
	{
		[ -z "$keys" ] || echo "$keys"
		echo ":save-screen $scratch/$n.new"
	} >"$scratch/script"
	run "$SONDE" --ascii --size "$size" --script "$scratch/script" "$SRCDIR/data/sample.json.gz" \
		${other:+"$SRCDIR/data/$other"}
	awk -v wanted="$n" '
		/^<!-- screen / { block++; next }
		block == wanted && /^```$/ { if (inside) exit; inside = 1; next }
		block == wanted && inside { print }' "$readme" >"$scratch/$n.old"
	if [ "$status" -ne 0 ]; then
		not_ok "screen $n at $size: $keys" "$err"
	elif diff "$scratch/$n.old" "$scratch/$n.new" >"$scratch/diff"; then
		ok "screen $n at $size: $keys"
	else
		not_ok "screen $n at $size: $keys" "$(cat "$scratch/diff")"
	fi
done <"$scratch/list"
check 'README.md has screens' test "$n" -gt 0
if [ -n "$GENERATE" ]; then
	awk -v folder="$scratch" '
		/^<!-- screen / { block++; print; waiting = 1; next }
		waiting && /^```$/ {
			print
			while ((getline line < (folder "/" block ".new")) > 0) print line
			waiting = 0; skipping = 1; next
		}
		skipping && /^```$/ { skipping = 0 }
		!skipping { print }' "$readme" >"$scratch/README"
	cp "$scratch/README" "$readme"
fi
finish
