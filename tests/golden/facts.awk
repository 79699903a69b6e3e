# SPDX-License-Identifier: GPL-3.0-or-later
# Counts what is in a trace of the profiler's own layout (one event over a few lines), without sonde.
# Prints "NAME VALUE" lines; times are whole ns, exact below 2^53.

function ns(text,  part) {
	split(text, part, ".")
	return part[1] * 1000 + part[2]
}

function text_after(key,  at) {
	at = index($0, "\"" key "\": \"")
	return at ? substr($0, at + length(key) + 5) : ""
}

/"ph": / {
	events++
	phase = text_after("ph"); phase = substr(phase, 1, 1)
	cat = text_after("cat"); sub(/".*/, "", cat)
	name = text_after("name"); sub(/".*/, "", name)
	if (cat != "" && phase == "X")
		count[cat]++
	if (/"ph": "X"/ && name ~ /^nn\.Module: /)
		modules++
}

# The second line of a flow tells its category.
/^    "cat": "(ac2g|fwdbwd)"/ {
	cat = text_after("cat"); sub(/".*/, "", cat)
	flows[cat, phase]++
}

/^    "ts": / && phase == "X" {
	line = $0
	gsub(/[^0-9. ]/, "", line)
	split(line, field, " ")
	start = ns(field[1]); length_ns = ns(field[2])
	if (cat == "kernel" || cat == "gpu_memcpy" || cat == "gpu_memset") {
		gpu++
		begins[gpu] = start; ends[gpu] = start + length_ns
		sum += length_ns
	}
	if (cat == "user_annotation" && name ~ /^ProfilerStep#/)
		step[++steps] = name " " length_ns
}

# Merges the GPU's intervals; they arrive nearly sorted, so insertion is cheap.
END {
	for (i = 2; i <= gpu; i++) {
		b = begins[i]; e = ends[i]
		for (j = i - 1; j >= 1 && begins[j] > b; j--) {
			begins[j + 1] = begins[j]; ends[j + 1] = ends[j]
		}
		begins[j + 1] = b; ends[j + 1] = e
	}
	last = begins[1]; busy = 0; gap = 0
	for (i = 1; i <= gpu; i++) {
		if (begins[i] > last) {
			if (begins[i] - last > gap)
				gap = begins[i] - last
			last = begins[i]
		}
		if (ends[i] > last) {
			busy += ends[i] - last
			last = ends[i]
		}
	}
	print "events", events
	n = split("cpu_op python_function user_annotation gpu_user_annotation cuda_runtime kernel gpu_memcpy gpu_memset", cats, " ")
	for (i = 1; i <= n; i++)
		print cats[i], count[cats[i]]
	print "modules", modules
	print "launch_flows", flows["ac2g", "s"], flows["ac2g", "f"]
	print "backward_flows", flows["fwdbwd", "s"], flows["fwdbwd", "f"]
	printf "gpu_sum_ns %d\ngpu_busy_ns %d\ngpu_span_ns %d\nlongest_gap_ns %d\n", sum, busy, last - begins[1], gap
	for (i = 1; i <= steps; i++)
		print step[i]
}
