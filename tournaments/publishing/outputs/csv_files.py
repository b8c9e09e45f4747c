"""CSV: each table twice, as Excel in Québec opens it by a double click, and plain with commas."""

from collections.abc import Iterator

from tournaments.publishing.outputs.rows import TournamentData
from tournaments.publishing.outputs.tables import tables
from tournaments.registration import list_files


def standings_csv(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield NAME.csv with semicolons and the mark of UTF-8, NAME-plain.csv with commas and without it."""
    for table in tables(data):
        yield f"{table.name}.csv", list_files.csv_bytes(table.lines)
        yield f"{table.name}-plain.csv", list_files.csv_bytes(table.lines, plain=True)
