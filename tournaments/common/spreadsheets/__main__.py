"""Read a workbook from standard input and write its sheets to standard output, within limits.

Run by `tournaments.common.spreadsheets.read_sheets`: the seconds of CPU, the most rows and the most columns
are its arguments.
"""

import json
import sys
from typing import Any

from scoring import DomainError
from tournaments.common.spreadsheets import OLD_EXCEL_START, Sheet
from tournaments.common.spreadsheets.parts import Parts
from tournaments.common.spreadsheets.table import ListLimits, Tables, cell

MAX_SHEETS = 12
MAX_MEMORY = 400_000_000  # bytes; some 60 MB are the interpreter itself


def limit_resources(seconds: int) -> None:
    """Limit time and memory of this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows; the parent limits the time
        return
    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, MAX_MEMORY)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):  # macOS has no limit of memory
            continue


def sheets_or_refusal(content: bytes, most: ListLimits) -> str:
    """Return the sheets as JSON, or the code of a refusal and its arguments."""
    try:
        return json.dumps({"sheets": sheets(content, most)})  # takes more memory than the sheets themselves
    except DomainError as refusal:
        return _refusal(refusal.code, refusal.args_)
    except MemoryError:
        return _refusal("file_too_heavy", {})
    except Exception:  # a broken workbook fails in its library, zipfile or the XML reader, in many ways
        return _refusal("file_broken_excel", {})


def _refusal(code: str, args: dict[str, Any]) -> str:
    return json.dumps({"refused": code, "args": args})


def sheets(content: bytes, most: ListLimits) -> list[Sheet]:
    """Return the sheets that contain a list; one that is too long is skipped unless it is the only one.

    All of them together have no more cells than one may have: they are stored in a session.

    Raises:
        DomainError: file_empty, file_too_many_rows, file_too_heavy.
    """
    found: list[Sheet] = []
    refusal, room = DomainError("file_empty"), most.cells
    for name, table in _tables(content, most):
        try:
            rows = table.finished()
        except DomainError as why:
            refusal = refusal if why.code == "file_empty" else why
            continue
        room -= len(rows) * len(rows[0])
        if room < 0 or len(found) == MAX_SHEETS:
            break
        found.append(Sheet(cell(name), rows, table.hidden_rows(rows)))
    if not found:
        raise refusal
    return found


def _tables(content: bytes, most: ListLimits) -> Tables:
    if content.startswith(OLD_EXCEL_START):
        from tournaments.common.spreadsheets import old_excel

        return old_excel.tables(content, most)
    from tournaments.common.spreadsheets import excel, libre_office

    parts = Parts(content)
    kind = libre_office if libre_office.CONTENT_PART in parts else excel
    return kind.tables(parts, most)


if __name__ == "__main__":
    cpu_seconds, rows, columns = map(int, sys.argv[1:])
    limit_resources(cpu_seconds)
    sys.stdout.write(sheets_or_refusal(sys.stdin.buffer.read(), ListLimits(rows, columns)))
