"""Read the sheets with content of a workbook, in the process made for it."""

from scoring import DomainError
from tournaments.common.spreadsheets import OLD_EXCEL, Sheet
from tournaments.common.spreadsheets.cells import Most, cell
from tournaments.common.spreadsheets.parts import Parts
from tournaments.common.spreadsheets.table import Tables

MAX_SHEETS = 12


def sheets(content: bytes, most: Most) -> list[Sheet]:
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
        found.append(Sheet(cell(name), rows, table.hidden_of(rows)))
    if not found:
        raise refusal
    return found


def _tables(content: bytes, most: Most) -> Tables:
    if content.startswith(OLD_EXCEL):
        from tournaments.common.spreadsheets import old_excel

        return old_excel.tables(content, most)
    from tournaments.common.spreadsheets import excel, libre_office

    parts = Parts(content)
    kind = libre_office if libre_office.PART in parts else excel
    return kind.tables(parts, most)
