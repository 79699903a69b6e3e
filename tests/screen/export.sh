# SPDX-License-Identifier: GPL-3.0-or-later
# What :export writes, and what it says: the rows on screen, or those of them that are tagged.
. "$TESTLIB"

unset XDG_CONFIG_HOME XDG_STATE_HOME
HOME=$scratch
export HOME
sample=$SRCDIR/data/sample.json.gz

# play SCRIPT: the last line of the screen is then in $said
play()
{
	rm -f "$scratch/out.csv"
	printf '%s\n:save-screen %s/shot\n' "$1" "$scratch" >"$scratch/script"
	(cd "$scratch" && "$SONDE" --size 120x20 --script script "$sample" >out 2>err)
	equals "a script runs: $(echo "$1" | tr '\n' ' ')" "$?$(cat "$scratch/err")" 0
	said=$(tail -1 "$scratch/shot" | sed 's/^ *//; s/  .*//')
}

# column N: of the rows written, without the heading
column()
{
	sed 1d "$scratch/out.csv" | cut -d, -f"$1" | tr '\n' ' '
}

play 'k
:columns count,gpu_ms
:filter gpu_ms > 5.7
:export out.csv'
equals 'what is shown is written' "$said" '6 rows are in out.csv'

play 'k
<Space>
:columns count
:export out.csv'
equals 'of tagged rows it says of how many' "$said" '1 tagged row of 38 is in out.csv'
equals 'they alone are written' "$(column 1)" '15 '

play 'k
<Space>j<Space>
:columns count
:filter name ~ softmax
:export out.csv'
equals 'a filter that hides the tagged rows leaves all that it shows' "$said" '4 rows are in out.csv'
equals 'and those are written' "$(column 1)" '3 3 3 3 '
contains 'the title says that tags are hidden' "$(head -1 "$scratch/shot")" ' 0 tagged, 2 hidden   '

play 'k
<Space>j<Space>
:columns count
:filter name ~ ncclDev
:export out.csv'
equals 'tags that it leaves count' "$said" '1 tagged row of 2 is in out.csv'
contains 'and are summed' "$(head -1 "$scratch/shot")" ' 1 tagged, 1 hidden  count 15   '

play 'k
:open
:open
<Space>
:fold-all tree
:columns count,name
:export out.csv'
equals 'a tagged row that is folded away is written' "$said" '1 tagged row of 38 is in out.csv'
equals 'as it is' "$(column 1,2)" '15,record_param_comms '

play 'k
:filter gpu_ms > 10
:open-level 1
:export out.csv'
equals 'one row is one' "$said" '1 row is in out.csv'

play 's
<Space><Space>
:columns name
:filter name ~ ProfilerStep#12
:export out.csv'
equals 'a flat table does the same' "$said" '1 row is in out.csv'
equals 'and writes what passes' "$(column 1)" 'ProfilerStep#12 '

play 't
<Space>
:filter name = aten::linear
:export out.csv'
contains 'so does the tree' "$said" 'rows are in out.csv'
check 'and writes what passes' grep -q aten::linear "$scratch/out.csv"

play 't
<Space>
:export out.csv'
contains 'and of tags there' "$said" '1 tagged row of 27 is in out.csv'

play ':pane launches
<Space><Space>'
contains 'the same count is not told twice' "$(tail -1 "$scratch/shot")" '2 tagged  host_us '
equals 'but once' "$(tail -1 "$scratch/shot" | grep -c 'events')" 0
# What is open is never written over.
cp "$sample" "$scratch/t.csv"
sum=$(cksum <"$scratch/t.csv")
for line in 'save-screen t.csv' 'save-roles t.csv' 'export t.csv' 'keep t.csv'; do
	(cd "$scratch" && echo ":$line" >script && "$SONDE" --size 120x20 --script script t.csv >out 2>err)
	equals ":$line onto the trace fails" "$? $(tail -1 "$scratch/err")" \
		'1 sonde: script:1: t.csv is open here, it cannot be written over'
	equals ":$line leaves the trace as it was" "$(cksum <"$scratch/t.csv")" "$sum"
done

finish
