"""Name badges for everybody who is entered."""

from django.utils.translation import gettext_lazy

from tournaments import registration
from tournaments.publication.card_papers import people
from tournaments.publication.paper import ENTRIES, Kind, Paper, entries_of, nobody_registered


@Kind(
    "badges",
    gettext_lazy("Name badges"),
    gettext_lazy("one for each player, to cut and pin on"),
    whose=ENTRIES,
    sized=True,
    total=entries_of,
    missing=nobody_registered,
    as_it_stands=True,
)
def badges(paper: Paper) -> bytes:
    """A badge for everybody in the order of the wall sheets, the house player too; or for one of them.

    Each of a team has one, with the name of the team under their own.
    """
    from tournaments.documents.badges import Badge
    from tournaments.documents.badges import badges as draw

    rows = [
        Badge(entry.number, name, entry.name if registration.is_named(entry) else entry.club)
        for entry in people(paper)
        for name in registration.persons(entry)
    ]
    return draw(paper.header, rows, paper.progress, small=paper.small)
