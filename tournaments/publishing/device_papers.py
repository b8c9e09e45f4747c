"""Papers for tablets and phones: the codes by which they join, and a player's own page."""

from django.utils.translation import gettext_lazy

from tournaments import devices
from tournaments.common import codes
from tournaments.papers import values
from tournaments.papers.words import short_address
from tournaments.publishing.paper_types import Paper, PaperType


@PaperType(
    "table_codes",
    gettext_lazy("Codes of the tables"),
    gettext_lazy("one for each table, to cut: a tablet scans it and joins"),
    as_it_stands=True,
)
def table_codes(paper: Paper) -> bytes:
    """Draw a card for every table, or for one, with the codes by which a tablet joins there."""
    from tournaments.papers.table_codes import table_codes as draw

    rows = [
        values.TableCode(
            invited.place.number,
            paper.address(devices.page_of(invited)),
            codes.format_code(invited.code),
            short_address(paper.address(devices.TYPED_AT)),
        )
        for invited in devices.invite_tables(paper.tournament)
        if invited.place and paper.args.get("table", invited.place.number) == invited.place.number
    ]
    return draw(paper.header, rows, paper.progress)


def own_pages(paper: Paper) -> dict[int, str]:
    """Return the addresses of all players' own pages, by entry number; a house player has none."""
    return {
        invited.entry.number: paper.address(devices.own_page_of(invited))
        for invited in devices.invite_players(paper.tournament)
        if invited.entry
    }
