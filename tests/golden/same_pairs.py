#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our diff_stats.csv against the reference's: same_pairs.py OURS GOLDEN KNOWN NAME

Every kernel of the reference's is in ours once, with its time, and every cell of its row is equal. Kernels are in the same
group when they have the same lowest common ancestor; ours and the reference's groups are told apart by the kernels in them.
What differs must be listed in KNOWN ("NAME WHAT COUNT REASON", WHAT a column or "pairs"), and what is listed must differ.
"""
import collections
import csv
import sys
from decimal import Decimal

csv.field_size_limit(1 << 30)


def rows_of(path):
    with open(path, newline='') as file:
        return list(csv.DictReader(file))


def key_of(row):
    return row['source'], int(row['gpu_op_uid'])


def groups_of(rows):
    groups = collections.defaultdict(set)
    for row in rows:
        groups[row['lowest_common_ancestor_id']].add(key_of(row))
    return {frozenset(group) for group in groups.values()}


def is_same(column, ours, golden):
    if column == 'kernel_time':
        return Decimal(ours) == Decimal(golden)
    if column == 'busy_time':  # the reference rounds to three digits what it added up as doubles
        return abs(Decimal(ours) - Decimal(golden)) <= Decimal('0.001')
    return ours == golden


def differences(ours, golden):
    found = collections.Counter()
    by_key = {key_of(row): row for row in ours}
    for row in golden:
        other = by_key[key_of(row)]
        for column in row:
            if column != 'lowest_common_ancestor_id' and not is_same(column, other[column], row[column]):
                found[column] += 1
    found['pairs'] = len(groups_of(golden) - groups_of(ours))
    return +found


def known_of(path, name):
    known = {}
    with open(path) as file:
        for line in file:
            if not line.startswith('#') and line.split()[0] == name:
                known[line.split()[1]] = int(line.split()[2])
    return known


def main():
    ours, golden = rows_of(sys.argv[1]), rows_of(sys.argv[2])
    known = known_of(sys.argv[3], sys.argv[4])
    bad = []
    if list(ours[0]) != list(golden[0]):
        bad.append('the columns are ' + ', '.join(ours[0]))
    counts = collections.Counter(key_of(row) for row in ours)
    bad += [f'{key} is there {counts[key]} times' for key in map(key_of, golden) if counts[key] != 1]
    if len(ours) != len(golden):
        bad.append(f'{len(ours)} rows, not {len(golden)}')
    for source in ('trace1', 'trace2'):
        sums = [sum(Decimal(row['kernel_time']) for row in rows if row['source'] == source) for rows in (ours, golden)]
        if sums[0] != sums[1]:
            bad.append(f'{source} takes {sums[0]} us, not {sums[1]}')
    if not bad:
        found = differences(ours, golden)
        bad = [f'{what}: {found.get(what, 0)} differ, {known.get(what, 0)} are known to'
               for what in sorted({*found, *known}) if found.get(what, 0) != known.get(what, 0)]
    print('\n'.join(bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
