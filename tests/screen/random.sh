# SPDX-License-Identifier: GPL-3.0-or-later
# Keys at random, the same ones each time, on several traces. RANDOM_LINES says how many times 20 of them: 5000 make
# 100,000, for a build with AddressSanitizer.
. "$TESTLIB"

lines=${RANDOM_LINES:-400}
# readline keeps what was undone in history lines; leaks of our own show in the other tests
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
printf 'all q none\nall Q none\n' >"$scratch/keys"

random_keys()
{
	awk -v seed="$1" -v count="$lines" '
	function random(n) { state = (state * 1103515245 + 12345) % 2147483648; return int(state / 65536) % n }
	BEGIN {
		state = seed
		n = split("<Up> <Down> <Left> <Right> <Home> <End> <PageUp> <PageDown> <Enter> <Tab> <Esc> " \
			"<Backspace> <Space> <Delete> <C-a> <C-d> <C-e> <C-f> <C-l> <C-n> <C-p> <C-u> <C-c> a b c d e " \
			"f g h i j k l m n o p r s t u v w x y z A B C D E F G H J K L M N O P S U Z ? : / . * - [ ] " \
			"0 1 2 3 4 5 9 _ gg gt go gw gh gp gk gi gr gs gm gc gC ga gx gy gl & s r t t L L E e z " \
			"\047 ! > <lt> R V Y X<Enter> v&<Enter> v+min_us<Enter> &gpu_ms<Space>><Space>1<Enter> &<C-u>filter<Enter> " \
			"&time<Space>><Space>10us<Enter> &name<Space>~<Space>e<Enter> &category<Space>=<Space>kernel<Enter> " \
			"v+sum,-busy<Enter> &<C-u>filter<Enter> gt gl " \
			":sort<Space>n<Enter> :reverse<Enter> &n<Space>><Space>9<Enter> " \
			":set<Space>glyphs<Space>acs<Enter> :set<Space>detail<Space>on<Enter> l l l + - <Space> o m k c r", key, " ")
		for (i = 0; i < count; i++) {
			line = ""
			for (j = 0; j < 20; j++)
				line = line key[random(n) + 1]
			print (line ~ /^[:#]/ ? "<Esc>" : "") line
			if (i % 25 == 0)
				printf ":resize %dx%d\n", 1 + random(200), 1 + random(60)
		}
	}'
}

try()
{
	if [ ! -e "$2" ]; then
		skip "$1" "no such trace here"
		return
	fi
	random_keys "$3" >"$scratch/script"
	(cd "$scratch" && HOME=$scratch "$SONDE" --keys keys --script script "$2" >out 2>err)
	status=$?
	# Files that such keys name cannot always be written: that is told when all of them were tried.
	if [ "$status" -eq 1 ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -q '^sonde: script:[0-9]*: ' "$scratch/err"; then
		status=0
		: >"$scratch/err"
	fi
	equals "$1" "$status$(head -c 2000 "$scratch/err")" 0
}

try "sample" "$SRCDIR/data/sample.json.gz" 1
try "ResNet training" "$SONDE_SHARED/golden/traces/mi300_resnet_train.json.gz" 2
try "NCCL" "$SONDE_SHARED/golden/traces/a100_nccl.json.gz" 7
try "GPU events only" "$SONDE_SHARED/golden/traces/mi210_gpu_only.json.gz" 3
try "a deep stack" "$SONDE_SHARED/cases/50a_deep_stack.json.gz" 4
try "hostile names" "$SONDE_SHARED/cases/73_hostile_strings_xlsx.json.gz" 5
try "no events" "$SONDE_SHARED/cases/18a_empty_list.json" 6
finish
