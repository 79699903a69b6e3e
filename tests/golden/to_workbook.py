#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder of CSV sheets as the workbook that the reference's writer makes: to_workbook.py FOLDER FILE.xlsx"""
import csv
import os
import sys

import openpyxl

csv.field_size_limit(1 << 30)


def cell(text):
    if text == "":
        return None
    if text in ("True", "False"):
        return text == "True"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def main(folder, path):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name in sorted(os.listdir(folder)):
        sheet = book.create_sheet(name[:-4])
        with open(os.path.join(folder, name), newline="", encoding="utf-8") as f:
            for number, row in enumerate(csv.reader(f), 1):
                for column, text in enumerate(row, 1):
                    at = sheet.cell(number, column)
                    value = text if number == 1 else cell(text)
                    at.value = value
                    if isinstance(value, str):
                        at.data_type = "s"
    book.save(path)


main(*sys.argv[1:])
