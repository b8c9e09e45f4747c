"""Ways out of the hall, one file each: a day as rows goes in, files come out.

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
from tournaments.publishing.outputs.rows import Day

File = tuple[str, bytes]  # a path with slashes inside the folder of the tournament, and what is in it


class Output(NamedTuple):
    """One way out: the folder into which its files go ("" beside all others), and what makes them."""

    folder: str
    files: Callable[[Day], Iterator[File]]


OUTPUTS: dict[str, Output] = {
    "site": Output("", site.files),
    "fragment": Output("fragment", fragment.files),
    "pictures": Output("pictures", pictures.files),
    "papers": Output("papers", wall_papers.files),
    "press": Output("press", press.files),
    "csv": Output("data", csv_files.files),
    "xlsx": Output("data", workbook.files),
    "json": Output("data", json_file.files),
    "calendar": Output("data", calendar_file.files),
}
EXPORTS = ("csv", "xlsx", "json")
