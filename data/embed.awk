# SPDX-License-Identifier: GPL-3.0-or-later
# Writes C: one table of name and text for each group of files, as the model room's data that is compiled in.
# Usage: awk -f embed.awk GROUP: FILE... GROUP: FILE...
function start(group) {
	if (open)
		print "\t{ NULL, NULL },\n};"
	print "\nconst struct embedded_file " group "[] = {"
	open = 1
}

function base(path) {
	sub(/.*\//, "", path)
	sub(/\.json$/, "", path)
	return path
}

BEGIN {
	print "/* Made by data/embed.awk from files of data/. */"
	print "#include \"model/registry_priv.h\""
	for (i = 1; i < ARGC; i++) {
		if (ARGV[i] ~ /:$/) {
			start(substr(ARGV[i], 1, length(ARGV[i]) - 1))
			continue
		}
		printf "\t{ \"%s\", \"\"\n", base(ARGV[i])
		while ((status = (getline line < ARGV[i])) > 0) {
			gsub(/\\/, "\\\\", line)
			gsub(/"/, "\\\"", line)
			gsub(/\?/, "\\?", line)
			printf "\t\t\"%s\\n\"\n", line
		}
		if (status < 0) {
			print "embed.awk: cannot read " ARGV[i] > "/dev/stderr"
			exit 1
		}
		close(ARGV[i])
		print "\t},"
	}
	if (open)
		print "\t{ NULL, NULL },\n};"
}
