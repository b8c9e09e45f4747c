"""Reports for a federation: the region's, with the columns that it asks for, and one in the form of the ACC.

They go to those who keep the list of members, so they have full names and member numbers and are never
published. The headings that the region wants are typed once: a tournament without its own uses those of the
organisation's newest tournament that has some.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring import DomainError
from tournaments.common import audit_log, sanitize
from tournaments.models import Tournament, User
from tournaments.models.locking import locked
from tournaments.papers.values import Column, List
from tournaments.papers.words import grouped, signed
from tournaments.publishing import ceremony
from tournaments.publishing.outputs import rows
from tournaments.publishing.outputs.pictures import state
from tournaments.publishing.outputs.rows import Person, TournamentData, in_rank
from tournaments.publishing.outputs.tables import Cell, Table
from tournaments.publishing.papers.paper_types import draw_lists, tournament_header
from tournaments.rounds import stages
from tournaments.standings import Row, Standings

KEY = "report_columns"
MAX_HEADING_LENGTH = 40
MEDALS = {1: gettext_lazy("gold"), 2: gettext_lazy("silver"), 3: gettext_lazy("bronze")}


class ReportColumn(NamedTuple):
    """A possible column: its usual heading, and how its value is read."""

    heading: str | Promise
    read: Callable[[Row, Person, Standings], Cell]


FIELDS: dict[str, ReportColumn] = {
    "rank": ReportColumn(gettext_lazy("Rank"), lambda row, person, shown: shown.place_of(row)),
    "name": ReportColumn(gettext_lazy("Name"), lambda row, person, shown: person.name),
    "club": ReportColumn(gettext_lazy("Club"), lambda row, person, shown: person.club),
    "region": ReportColumn(gettext_lazy("Region"), lambda row, person, shown: person.region),
    "member_number": ReportColumn(
        gettext_lazy("Member number"), lambda row, person, shown: person.member_number
    ),
    "points": ReportColumn(gettext_lazy("Points"), lambda row, person, shown: row.pegged),
    "won": ReportColumn(gettext_lazy("Games won"), lambda row, person, shown: row.won),
    "games": ReportColumn(gettext_lazy("Games played"), lambda row, person, shown: row.games),
    "match_points": ReportColumn(gettext_lazy("Match points"), lambda row, person, shown: row.match_points),
    "skunks": ReportColumn(gettext_lazy("Skunks"), lambda row, person, shown: row.skunks),
    "spread": ReportColumn(gettext_lazy("Spread"), lambda row, person, shown: row.spread),
    "medal": ReportColumn(
        gettext_lazy("Medal"),
        lambda row, person, shown: (
            str(MEDALS.get(row.rank, "")) if row.has_begun and row.rank <= shown.medals else ""
        ),
    ),
}
DEFAULT_COLUMNS = ("rank", "name", "club", "member_number", "points", "medal")
ACC_COLUMNS = ("rank", "name", "member_number", "match_points", "won", "spread", "skunks")
KINDS = ("region", "acc")
HANDWRITTEN_COLUMNS = ("region", "member_number")  # what a list of registration may lack is written in
FIGURE_COLUMNS = ("rank", "points", "won", "games", "match_points", "skunks", "spread")


def columns(tournament: Tournament) -> dict[str, str]:
    """Return the columns of the region's report: the heading of each field, in order."""
    kept = tournament.settings.get(KEY)
    if kept is None:
        others = Tournament.objects.filter(
            organisation=tournament.organisation_id, settings__has_key=KEY
        ).exclude(pk=tournament.pk)
        kept = next(iter(others.order_by("-date", "-pk").values_list(f"settings__{KEY}", flat=True)), None)
    known = {name: heading for name, heading in (kept or {}).items() if name in FIELDS}
    return {name: known[name] for name in FIELDS if name in known} or {
        name: str(FIELDS[name].heading) for name in DEFAULT_COLUMNS
    }


def set_columns(tournament: Tournament, headings: Mapping[str, str], *, by: User | None) -> None:
    """Set the columns of the region's report; a field without a heading is left out."""
    clean = {name: sanitize.clean_line(headings.get(name, ""))[:MAX_HEADING_LENGTH] for name in FIELDS}
    with locked(tournament) as current:
        current.save_settings(**{KEY: {name: text for name, text in clean.items() if text}})
        audit_log.record(current, KEY, {}, by=by)


def report_data(tournament: Tournament) -> TournamentData:
    """Return a tournament with full names for a federation, not before visitors may see it.

    Raises `DomainError` (`report_hidden`) while games are hidden until the podium.
    """
    if are_held(tournament):
        raise DomainError("report_hidden")
    return rows.publishable_data(tournament, full_names=True)


def are_held(tournament: Tournament) -> bool:
    """Return whether reports are held back because games are hidden until the podium."""
    return ceremony.last_public_game(tournament, stages.qualifying(tournament)) is not None


def table(data: TournamentData, kind: str, headings: Mapping[str, str]) -> Table:
    """Return a report as rows, in the active language; `headings` are the region's columns."""
    chosen = headings if kind == "region" else {name: str(FIELDS[name].heading) for name in ACC_COLUMNS}
    rows = [
        [FIELDS[name].read(row, person, data.standings) for name in chosen] for row, person in in_rank(data)
    ]
    title = _("Report for the region") if kind == "region" else _("Report in the style of the ACC")
    return Table(f"report-{kind}", title, list(chosen.values()), rows)


def pdf(data: TournamentData, report: Table, chosen: list[str]) -> bytes:
    """Draw a report as a PDF."""
    language = get_language() or "en"
    write = {name: signed if name == "spread" else grouped for name in FIGURE_COLUMNS}
    listed = List(
        report.title,
        state(data),
        [
            Column(heading, figures=name in FIGURE_COLUMNS, by_hand=name in HANDWRITTEN_COLUMNS)
            for name, heading in zip(chosen, report.headings, strict=True)
        ],
        [
            [
                write[name](cell, language) if isinstance(cell, int) else str(cell or "")
                for name, cell in zip(chosen, row, strict=True)
            ]
            for row in report.rows
        ],
    )
    return draw_lists(
        tournament_header(data.name, data.place, data.date, data.paper, data.rules),
        listed,
    )
