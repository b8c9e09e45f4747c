"""Those who go on to the next tournament, on paper; in words for the page too."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.models import Tournament
from tournaments.papers.values import Column, List
from tournaments.publishing import publications, qualification
from tournaments.publishing.papers.paper_types import Paper, PaperPart, draw_lists
from tournaments.publishing.qualification import CONFIRMED, DECLINED, LEVEL, NEXT, PLACED, Candidate, Group

REPLACEMENTS = 10


def state_words(candidate: Candidate) -> str:
    """Return the state of a candidate in words."""
    if candidate.state == PLACED:
        return _("goes on, confirmed") if candidate.answer == CONFIRMED else _("goes on")
    if candidate.state == LEVEL:
        return _("tied: not decided")
    if candidate.state == NEXT:
        return _("confirmed, but has no place now") if candidate.answer == CONFIRMED else _("replacement")
    return _("declined")


def not_qualified(tournament: Tournament) -> str:
    """Return the code of what is missing: the rule or official standings; '' where nothing is."""
    if qualification.rule_of(tournament) is None:
        return "qualification_nothing"
    return "" if publications.official_publication(tournament) else "not_official_yet"


PART = PaperPart("qualified", gettext_lazy("who goes on to the next tournament"), missing=not_qualified)


def draw(paper: Paper) -> bytes:
    """Draw each group: those who go on, then the replacements."""
    publication = publications.official_publication(paper.tournament)
    assert publication is not None
    found = qualification.groups(paper.tournament, publications.published_standings(publication))
    return draw_lists(paper.header, *(_group_table(group) for group in found if group.candidates))


def _group_table(group: Group) -> List:
    columns = (
        Column(_("Rank"), figures=True),
        Column(_("Name")),
        Column(_("Club")),
        Column(pgettext("that a person has in a tournament", "Place")),
    )
    rows = [
        (str(one.row.rank), one.row.name, one.row.club, state_words(one))
        for one in _printed_candidates(group)
    ]
    title = _("Who goes on")
    if group.name:
        title = _("%(label)s: %(result)s") % {"label": title, "result": group.name}
    return List(title, "", columns, rows)


def _printed_candidates(group: Group) -> Iterator[Candidate]:
    """Yield those who go on or are level, and the first replacements; those who declined are left out."""
    yield from (one for one in group.candidates if one.state in (PLACED, LEVEL))
    yield from (one for one in group.in_state(NEXT)[:REPLACEMENTS] if one.answer != DECLINED)
