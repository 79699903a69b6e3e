#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""same_cells.py WORKBOOK FOLDER: whether the workbook's cells are those of the folder's CSV files.

Exits with 0 when they are, 1 with what differs, 77 when openpyxl is not there.
"""
import csv
import os
import re
import sys
import warnings

try:
    import openpyxl
except ImportError:
    print("python3-openpyxl is not there")
    sys.exit(77)


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def escaped(text):
    """What is in the file, where inline texts are concerned: openpyxl leaves the escapes there."""
    return re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)


def same_text(value, text):
    """Shared texts come without any x005F_, also such as were in the text itself."""
    if text in (value, value.replace("_x005F_", "_")) or text.replace("x005F_", "") == value:
        return True
    cut = re.fullmatch("(.*) … \\(cut\\)", value, re.S)
    return bool(cut) and len(escaped(text)) > 32767 and text.startswith(cut.group(1))


def same(cell, text):
    value = cell.value
    if value is None:
        return text == ""
    if isinstance(value, bool):
        return text == str(value)
    if isinstance(value, (int, float)):
        return cell.data_type == "n" and abs(value - float(text)) <= 2e-15 * abs(float(text))
    return cell.data_type == "s" and same_text(value, text)


def compare(sheet, rows, say):
    if sheet.max_row != max(len(rows), 1):
        say(f"{sheet.max_row} rows, the CSV has {len(rows)}")
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            cell = sheet.cell(i + 1, j + 1)
            if not same(cell, text):
                say(f"{cell.coordinate} is {cell.data_type} {cell.value!r}, the CSV has {text!r}"[:300])
    if rows[0] and (sheet.freeze_panes is None or sheet.auto_filter.ref is None):
        say("titles are not frozen or have no filter")


def main(workbook, folder):
    warnings.simplefilter("ignore")  # about extensions such as bars, which it does not read
    book = openpyxl.load_workbook(workbook)
    index = read_csv(os.path.join(folder, "index.csv"))
    names = {"index": "index"}
    names.update({row[1]: row[2] for row in index[1:] if row[0] == "sheet"})
    wrong = 0
    if list(names.values()) != book.sheetnames:
        print(f"sheets are {book.sheetnames}, the index has {list(names.values())}")
        wrong += 1
    for full, name in names.items():
        differences = []
        rows = read_csv(os.path.join(folder, re.sub(r"[\[\]:*?/\\']", "_", full) + ".csv"))
        compare(book[name], rows, differences.append)
        for difference in differences[:10]:
            print(f"{name}: {difference}")
        wrong += len(differences)
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
