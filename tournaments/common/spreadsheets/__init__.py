"""Workbooks of Excel, new and old, and of LibreOffice: the sheets with content, as rows of text.

A file comes from outside and may be made to do harm: its own statements of size are not trusted, its parts
are counted while they are read (`parts.py`), and all of it is read by a process of its own with little time
and memory (`__main__.py`), which knows nothing but the file.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from scoring import DomainError
from tournaments.common.spreadsheets.table import ListLimits, Rows

PROJECT_FOLDER = Path(__file__).resolve().parents[3]
OLD_EXCEL_START = bytes.fromhex("d0cf11e0a1b11ae1")
ZIP_START = b"PK"
CPU_SECONDS, SECONDS = 10, 60  # Windows limits the second alone


class Sheet(NamedTuple):
    """A sheet: its name, its rows as the file counts them, and which hidden rows have content.

    Rows are counted from 0; of a hidden sheet all of them are hidden.
    """

    name: str
    rows: Rows
    hidden: list[int]


def is_workbook(content: bytes) -> bool:
    """Return whether a file is a workbook, by its first bytes."""
    return content.startswith((OLD_EXCEL_START, ZIP_START))


def read_sheets(content: bytes, most: ListLimits) -> list[Sheet]:
    """Return the sheets with content.

    Raises:
        DomainError: file_empty, file_too_many_rows, file_too_heavy, file_broken_excel.
    """
    command = [sys.executable, "-m", __name__, *map(str, (CPU_SECONDS, most.rows, most.columns))]
    try:
        done = subprocess.run(
            command, cwd=PROJECT_FOLDER, input=content, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise DomainError("file_too_heavy") from error
    if done.returncode < 0:  # ended by the system, at the limit of its time or memory
        raise DomainError("file_too_heavy")
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    answer = json.loads(done.stdout)
    if "refused" in answer:
        raise DomainError(answer["refused"], **answer["args"])
    return [Sheet(*sheet) for sheet in answer["sheets"]]
