"""Read a workbook from standard input and write its sheets to standard output, within limits.

Run by `tournaments.common.spreadsheets.read_sheets`: the seconds of CPU, the most rows and the most columns
are its arguments.
"""

import json
import sys
from typing import Any

from scoring import DomainError
from tournaments.common.spreadsheets import reading
from tournaments.common.spreadsheets.cells import Most

MEMORY = 400_000_000  # bytes; some 60 MB are the interpreter itself


def limit(seconds: int) -> None:
    """Limit time and memory of this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows; the parent limits the time
        return
    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, MEMORY)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):  # macOS has no limit of memory
            continue


def answer(content: bytes, most: Most) -> dict[str, Any]:
    """Return the sheets, or the code of a refusal and its arguments."""
    try:
        return {"sheets": reading.sheets(content, most)}
    except DomainError as refusal:
        return {"refused": refusal.code, "args": refusal.args_}
    except MemoryError:
        return {"refused": "file_too_heavy", "args": {}}
    except Exception:  # a broken workbook fails in its library, zipfile or the XML reader, in many ways
        return {"refused": "file_broken_excel", "args": {}}


if __name__ == "__main__":
    cpu_seconds, rows, columns = map(int, sys.argv[1:])
    limit(cpu_seconds)
    found = answer(sys.stdin.buffer.read(), Most(rows, columns))
    sys.stdout.write(json.dumps(found))
