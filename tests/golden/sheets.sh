#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sheets beyond the reference's, on the sample trace: what they say is worked out again from the
# trace's text by awk, from the definitions alone.
. "$TESTLIB"

trace=$SRCDIR/data/sample.json.gz
events=$scratch/events
gzip -dc "$trace" | awk -f "$SRCDIR/tests/golden/events.awk" >"$events"

# sheet SHEET COLUMN...: its rows without the heading, fields parted by tabs (texts with commas come last).
sheet()
{
	columns=$(printf '%s,' "$@")
	columns=${columns#*,}
	"$SONDE" show "$1" --format json --columns "${columns%,}" "$trace" 2>"$scratch/said" |
		awk '/^ *\{/ {
			gsub(/^ *\{|\},?$/, "")
			n = 0; line = ""; text = $0
			while (match(text, /"[^"]*": ("([^"\\]|\\.)*"|[^,]*)/)) {
				field = substr(text, RSTART, RLENGTH)
				text = substr(text, RSTART + RLENGTH)
				sub(/^"[^"]*": /, "", field)
				gsub(/^"|"$/, "", field)
				line = line (n++ ? "\t" : "") (field == "null" ? "" : field)
			}
			print line
		}'
}

# same NAME WANTED GOT: two lists of lines, in any order
same()
{
	sort "$2" >"$scratch/wanted"
	sort "$3" >"$scratch/got"
	check "$1" diff "$scratch/wanted" "$scratch/got"
}

# What all of these need: launch[correlation] and the GPU events.
common='
BEGIN { FS = OFS = "\t" }
function is_gpu(cat) { return cat == "kernel" || cat == "gpu_memcpy" || cat == "gpu_memset" }
# Time that the intervals from[] to to[] of n cover.
function merged(from, to, n,  i, j, f, t, sum, end) {
	for (i = 2; i <= n; i++) {
		f = from[i]; t = to[i]
		for (j = i - 1; j >= 1 && from[j] > f; j--) { from[j + 1] = from[j]; to[j + 1] = to[j] }
		from[j + 1] = f; to[j + 1] = t
	}
	end = -1; sum = 0
	for (i = 1; i <= n; i++) {
		if (to[i] > end) { sum += to[i] - (from[i] > end ? from[i] : end); end = to[i] }
	}
	return sum
}
$1 == "cuda_runtime" && $6 != "" { launched[$6] = $4; caller[$6] = $2; host[$6] = $5; on[$6] = $3 }
is_gpu($1) { n++; gcat[n] = $1; gname[n] = $2; gts[n] = $4; gdur[n] = $5; gid[n] = $6; gbytes[n] = $7 }
'

# --- steps: what was launched within a step, whenever it ran ---------------------------------
awk "$common"'
$1 == "user_annotation" && $2 ~ /^ProfilerStep#/ { step[++steps] = $2; from[steps] = $4; to[steps] = $4 + $5 }
END {
	for (s = 1; s <= steps; s++) {
		kernels = all = sum = 0
		for (i = 1; i <= n; i++) {
			at = launched[gid[i]]
			if (at < from[s] || at >= to[s])
				continue
			b[++all] = gts[i]; e[all] = gts[i] + gdur[i]
			kernels += gcat[i] == "kernel"; sum += gdur[i]
		}
		printf "%s\t%.6f\t%d\t%d\t%.6f\t%.6f\n", step[s], (to[s] - from[s]) / 1e6, kernels, all, sum / 1e6, \
			merged(b, e, all) / 1e6
	}
}' "$events" >"$scratch/steps"
sheet steps Step 'Host time (ms)' Kernels 'GPU events' 'GPU time (ms)' 'GPU busy (ms)' |
	awk -F'\t' '/^ProfilerStep/ { printf "%s\t%.6f\t%d\t%d\t%.6f\t%.6f\n", $1, $2, $3, $4, $5, $6 }' >"$scratch/sheet"
same 'steps own what was launched within them' "$scratch/steps" "$scratch/sheet"
equals 'there are three steps' "$(wc -l <"$scratch/sheet" | tr -d ' ')" 3

# --- memcpy: by kind and size -------------------------------------------------------------------
awk "$common"'
END {
	for (i = 1; i <= n; i++) {
		if (gcat[i] == "kernel")
			continue
		key = gname[i] "\t" gbytes[i]
		if (!count[key]++ || gdur[i] < least[key]) least[key] = gdur[i]
		if (gdur[i] > most[key]) most[key] = gdur[i]
		sum[key] += gdur[i]
	}
	for (key in count) {
		split(key, part, "\t")
		printf "%s\t%d\t%.3f\t%.3f\t%.3f\t%.9g\n", key, count[key], sum[key] / 1e3, least[key] / 1e3, \
			most[key] / 1e3, part[2] * count[key] / sum[key]
	}
}' "$events" >"$scratch/copies"
sheet memcpy Kind 'Size (bytes)' Count 'Time (µs)' 'Min time (µs)' 'Max time (µs)' 'Bandwidth (GB/s)' |
	awk -F'\t' '{ printf "%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.9g\n", $1, $2, $3, $4, $5, $6, $7 }' >"$scratch/sheet"
same 'copies are measured by kind and size' "$scratch/copies" "$scratch/sheet"

# --- launches: by call, all operators together ---------------------------------------------------
awk "$common"'
END {
	for (i = 1; i <= n; i++) {
		call = caller[gid[i]]
		gpu[call]++; time[call] += gdur[i]
		delay = gts[i] - launched[gid[i]]
		if (!(call in least) || delay < least[call]) least[call] = delay
		if (delay > most[call]) most[call] = delay
		if (!seen[gid[i]]++) { calls[call]++; cost[call] += host[gid[i]] }
	}
	for (call in calls)
		printf "%s\t%d\t%.3f\t%d\t%.3f\t%.3f\t%.3f\n", call, calls[call], cost[call] / 1e3, gpu[call], \
			time[call] / 1e3, least[call] / 1e3, most[call] / 1e3
}' "$events" >"$scratch/launches"
sheet launches Launch Calls 'Host time (µs)' 'GPU events' 'GPU time (µs)' 'Queue delay (µs)_min' \
	'Queue delay (µs)_max' | awk -F'\t' '
{
	calls[$1] += $2; cost[$1] += $3; gpu[$1] += $4; time[$1] += $5
	if (!($1 in least) || $6 + 0 < least[$1]) least[$1] = $6 + 0
	if ($7 + 0 > most[$1]) most[$1] = $7 + 0
}
END {
	for (call in calls)
		printf "%s\t%d\t%.3f\t%d\t%.3f\t%.3f\t%.3f\n", call, calls[call], cost[call], gpu[call], time[call], \
			least[call], most[call]
}' >"$scratch/sheet"
same 'launches add up by call' "$scratch/launches" "$scratch/sheet"

# --- idle_causes: each gap, and how much of it lay before the launch that ended it ------------------
sort -t"$(printf '\t')" -k4,4n -s "$events" | awk "$common"'
$1 == "user_annotation" && $2 ~ /DataLoader/ { loaders++; lfrom[loaders] = $4; lto[loaders] = $4 + $5 }
END {
	end = gts[1]
	for (i = 1; i <= n; i++) {
		if (gts[i] > end) {
			gap = gts[i] - end; late = launched[gid[i]] - end
			late = late < 0 ? 0 : late > gap ? gap : late
			data = 0
			for (l = 1; l <= loaders; l++) {
				f = lfrom[l] > end ? lfrom[l] : end
				t = lto[l] < end + late ? lto[l] : end + late
				if (late > 0 && late * 2 >= gap && (t - f) * 2 > late)
					data = 1
			}
			printf "%.3f\t%.3f\t%s\n", gap / 1e3, late / 1e3, data ? "data loading" : "other"
		}
		if (gts[i] + gdur[i] > end)
			end = gts[i] + gdur[i]
	}
}' >"$scratch/gaps"
sheet idle_causes 'Idle (µs)' 'Until launch (µs)' Cause |
	awk -F'\t' '{ printf "%.3f\t%.3f\t%s\n", $1, $2, $3 == "data loading" ? $3 : "other" }' >"$scratch/sheet"
same 'gaps have their length, their launch, and the loader behind them' "$scratch/gaps" "$scratch/sheet"
sheet idle_causes 'Idle (µs)' >"$scratch/order"
check 'the longest gap stands first' sh -c "sort -rn '$scratch/order' | cmp - '$scratch/order'"
sheet idle_by_cause 'Idle (ms)' Gaps |
	awk -F'\t' '{ sum += $1; gaps += $2 } END { printf "%.6f %d\n", sum, gaps }' >"$scratch/sheet"
awk -F'\t' '{ sum += $1; gaps++ } END { printf "%.6f %d\n", sum / 1e3, gaps }' "$scratch/gaps" >"$scratch/sum"
same 'causes add up to all gaps' "$scratch/sum" "$scratch/sheet"

# --- modules: forward by the time of the call, on its thread -----------------------------------------
awk "$common"'
$1 == "python_function" && $2 ~ /^nn\.Module: / {
	class = $2; sub(/^nn\.Module: /, "", class); sub(/_[0-9]+$/, "", class)
	frames++; fclass[frames] = class; ffrom[frames] = $4; fto[frames] = $4 + $5; fon[frames] = $3
	calls[class]++
	if (!instance[$2]++) instances[class]++
}
END {
	for (i = 1; i <= n; i++)
		for (f = 1; f <= frames; f++)
			if (on[gid[i]] == fon[f] && launched[gid[i]] >= ffrom[f] && launched[gid[i]] < fto[f]) {
				events[fclass[f]]++; time[fclass[f]] += gdur[i]
			}
	for (class in calls)
		printf "%s\t%d\t%d\t%d\t%.6f\n", class, instances[class], calls[class], events[class], time[class] / 1e6
}' "$events" >"$scratch/modules"
sheet modules Module Instances Calls 'Forward GPU events' 'Forward (ms)' | awk -F'\t' '
{ instances[$1] += $2; calls[$1] += $3; events[$1] += $4; time[$1] += $5 }
END { for (c in calls) printf "%s\t%d\t%d\t%d\t%.6f\n", c, instances[c], calls[c], events[c], time[c] }
' >"$scratch/sheet"
same 'modules have what their calls launched' "$scratch/modules" "$scratch/sheet"

# --- host_ops: what is not within another op or call of the thread -------------------------------------
sort -t"$(printf '\t')" -k3,3 -k4,4n -k5,5nr -s "$events" | awk '
BEGIN { FS = OFS = "\t" }
$1 != "cpu_op" && $1 != "cuda_runtime" { next }
{
	if ($3 != thread) { open = 0; thread = $3 }
	while (open && until[open] <= $4)
		open--
	calls[$2]++; total[$2] += $5; self[$2] += $5
	if (open)
		self[who[open]] -= $5
	who[++open] = $2; until[open] = $4 + $5
}
END { for (n in calls) printf "%s\t%d\t%.3f\t%.3f\n", n, calls[n], self[n] / 1e3, total[n] / 1e3 }' >"$scratch/host"
sheet host_ops name Calls 'Self time (µs)' 'Total time (µs)' |
	awk -F'\t' '{ printf "%s\t%d\t%.3f\t%.3f\n", $1, $2, $3, $4 }' >"$scratch/sheet"
same 'operators and calls cost the host what lies within no other' "$scratch/host" "$scratch/sheet"

# --- savings: kernel time above the roofline ------------------------------------------------------------
sheet unified_perf_summary 'Kernel Time (µs)_sum' 'Roofline Time (µs)_first' operation_count 'op category' |
	awk -F'\t' '$2 != "" { known += $1; above[$4] += $1 - $2 * $3 } { all += $1 }
	END { printf "%.3f %.3f\n", all, known; for (c in above) printf "%s %.0f\n", c, above[c] }' >"$scratch/unified"
sheet savings_by_category 'Kernel Time (µs)' 'With roofline (µs)' 'Above roofline (µs)' 'op category' |
	awk -F'\t' '{ all += $1; known += $2; above[$4] += $3 }
	END { printf "%.3f %.3f\n", all, known; for (c in above) if (above[c] > 0) printf "%s %.0f\n", c, above[c] }' \
	>"$scratch/sheet"
same 'savings are kernel time above the roofline, by category' "$scratch/unified" "$scratch/sheet"
for rolled in savings savings_by_category savings_by_module; do
	sheet $rolled 'Above roofline (µs)' | awk '{ sum += $1 } END { printf "%.3f\n", sum }' >>"$scratch/totals"
done
equals 'by operator and by category they add up to the same' "$(sed -n 1p "$scratch/totals")" \
	"$(sed -n 2p "$scratch/totals")"
check 'by module to less: the optimizer and the loss stand under none' awk '
	NR == 2 { all = $1 } NR == 3 { part = $1 } END { exit !(part > 0.9 * all && part < all) }' "$scratch/totals"

# --- index: what is in the folder -----------------------------------------------------------------------
"$SONDE" report "$trace" --csv "$scratch/csv" 2>/dev/null
for file in "$scratch/csv"/*.csv; do
	name=${file##*/}
	[ "$name" = index.csv ] || echo "${name%.csv}"
done >"$scratch/files"
awk -F, '$1 == "sheet" { print $2 }' "$scratch/csv/index.csv" >"$scratch/listed"
same 'the index lists the files that are there' "$scratch/files" "$scratch/listed"
equals 'and their rows' "$(awk -F, '$1 == "sheet" && $2 == "idle_causes" { print $4 }' "$scratch/csv/index.csv")" \
	"$(wc -l <"$scratch/gaps" | tr -d ' ')"
finish
