#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a folder of comparison sheets tells of differences above rounding: differences.py FOLDER

Percentages above 1e-4, and rows that only the first report has. Rows that only the second has stand in sheets that the
first lacks, or there are none.
"""
import csv
import glob
import os
import sys

csv.field_size_limit(1 << 30)


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as f:
        return list(csv.reader(f))


def main(folder):
    bad = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.csv"))):
        name = os.path.basename(path)
        rows = rows_of(path)
        if "_only_baseline_" in name:
            print(f"{name}: {len(rows) - 1} rows")
            bad += 1
        if not rows or "_only_" in name or name == "summary.csv":
            continue
        for column, title in enumerate(rows[0]):
            if not title.endswith("_pct"):
                continue
            for row in rows[1:]:
                if row[column] and abs(float(row[column])) > 1e-4:
                    print(f"{name}: {title} is {row[column]} at {row[0]}")
                    bad += 1
    return bad > 0


sys.exit(main(sys.argv[1]))
