#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""same_csv.py CONVERTED FOLDER: whether LibreOffice's CSV of a workbook's sheets holds the cells of the folder's.

CONVERTED is the folder with what it wrote, BOOK-SHEET.csv. Its numbers have 15 digits
and no more than 20 after the point, truth values are in capitals.
Exits with 0 when they are the same, 1 with what differs.
"""
import csv
import glob
import os
import re
import sys

csv.field_size_limit(1 << 20)


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def same(got, ours):
    if got == ours or (ours in ("True", "False") and got == ours.upper()):
        return True
    try:
        return abs(float(got) - float(ours)) <= max(6e-15 * abs(float(ours)), 1e-20)
    except ValueError:
        pass
    cut = re.fullmatch("(.*) … \\(cut\\)", got, re.S)
    return bool(cut) and len(ours) > 32700 and ours.startswith(cut.group(1))


def compare(got, ours, say):
    # Blank rows at the end are no cells, and a sheet without cells has a blank line.
    while got and not any(got[-1]):
        got.pop()
    if len(got) != len(ours):
        say(f"{len(got)} rows, ours has {len(ours)}")
    for i, (theirs, row) in enumerate(zip(got, ours)):
        theirs += [""] * (len(row) - len(theirs))
        for j, text in enumerate(row):
            if not same(theirs[j], text):
                say(f"row {i + 1} column {j + 1} is {theirs[j]!r}, ours is {text!r}"[:300])
        if any(theirs[len(row):]):
            say(f"row {i + 1} has more cells than ours")


def main(converted, folder):
    index = read_csv(os.path.join(folder, "index.csv"))
    names = {"index": "index"}
    names.update({row[1]: row[2] for row in index[1:] if row[0] == "sheet"})
    wrong = 0
    for full, name in names.items():
        differences = []
        found = glob.glob(os.path.join(glob.escape(converted), "*-" + glob.escape(name) + ".csv"))
        if len(found) != 1:
            print(f"{name}: {len(found)} sheets of that name")
            wrong += 1
            continue
        compare(read_csv(found[0]), read_csv(os.path.join(folder, full + ".csv")), differences.append)
        for difference in differences[:10]:
            print(f"{name}: {difference}")
        wrong += len(differences)
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
