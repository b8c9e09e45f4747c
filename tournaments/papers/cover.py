"""The cover of several papers in one file: what follows, on which pages, and what it is for."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.papers.lists import lists
from tournaments.papers.values import Column, List, TournamentHeader


class Content(NamedTuple):
    """A paper in the file: its title, its purpose, its first and last page (0 while they are not known)."""

    title: str
    purpose: str
    first: int = 0
    last: int = 0


def cover(header: TournamentHeader, title: str, contents: Sequence[Content]) -> bytes:
    """Draw the cover, with a box to tick for each paper: hung up, laid out or handed over."""
    columns = (
        Column(pgettext("heading: one of several papers", "Paper")),
        Column(_("Purpose")),
        Column(_("Pages"), figures=True),
    )
    rows = [(one.title, one.purpose, _page_range(one)) for one in contents]
    note = _("In the order in which they are needed. Tick each once it is where it belongs.")
    return lists(header, [List(title, note, columns, rows, ticked=True)])


def _page_range(one: Content) -> str:
    if not one.first:
        return ""
    return str(one.first) if one.first == one.last else f"{one.first}\N{EN DASH}{one.last}"
