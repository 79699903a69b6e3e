# SPDX-License-Identifier: GPL-3.0-or-later
# The timed events of a trace in the profiler's own layout, a line each, without sonde:
# category, name, thread, start and duration in ns, correlation, bytes. Parted by tabs, sorted by nothing.

function ns(text,  part, digits) {
	split(text, part, ".")
	digits = substr(part[2] "000", 1, 3)
	return part[1] * 1000 + digits
}

function text_after(key,  at, rest) {
	at = index($0, "\"" key "\": \"")
	if (!at)
		return ""
	rest = substr($0, at + length(key) + 5)
	sub(/".*/, "", rest)
	return rest
}

function number_after(key,  at, rest) {
	at = index($0, "\"" key "\": ")
	if (!at)
		return ""
	rest = substr($0, at + length(key) + 4)
	match(rest, /^[0-9.]+/)
	return substr(rest, 1, RLENGTH)
}

function put() {
	if (phase == "X" && start != "")
		printf "%s\t%s\t%s\t%.0f\t%.0f\t%s\t%s\n", cat, name, thread, start, duration, correlation, bytes
	start = correlation = bytes = ""
}

/"ph": / {
	put()
	phase = text_after("ph"); cat = text_after("cat"); name = text_after("name"); thread = number_after("tid")
}

/"ts": / && start == "" { start = ns(number_after("ts")) }
/"dur": / { duration = ns(number_after("dur")) }
/"correlation": / { correlation = number_after("correlation") }
/"bytes": / { bytes = number_after("bytes") }
END { put() }
