"""Outputs, one file each: a tournament as rows goes in, files come out.

A new output is a file with a function of this shape and a line in `OUTPUTS`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tournaments.publishing.outputs import (
    calendar_file,
    csv_files,
    fragment,
    json_file,
    pictures,
    press,
    site,
    wall_papers,
    workbook,
)
from tournaments.publishing.outputs.rows import TournamentData

File = tuple[str, bytes]  # a path with slashes inside the folder of the tournament, and its content


class Output(NamedTuple):
    """An output: the folder of its files ("" beside all others), and the function that makes them."""

    folder: str
    files: Callable[[TournamentData], Iterator[File]]


OUTPUTS: dict[str, Output] = {
    "site": Output("", site.site_files),
    "fragment": Output("fragment", fragment.fragment_files),
    "pictures": Output("pictures", pictures.picture_files),
    "papers": Output("papers", wall_papers.paper_files),
    "press": Output("press", press.press_files),
    "csv": Output("data", csv_files.standings_csv),
    "xlsx": Output("data", workbook.workbook_files),
    "json": Output("data", json_file.json_files),
    "calendar": Output("data", calendar_file.calendar_files),
}
EXPORTS = ("csv", "xlsx", "json")
