"""The cross-table of a round robin for the wall, a part of the standings: filled in, or empty to write in."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import boards
from tournaments import registration
from tournaments.games import criteria
from tournaments.models import Entry, Round, Tournament
from tournaments.papers.standings_words import subtitle
from tournaments.papers.values import CrossLine, CrossScore, StandingsState
from tournaments.papers.words import grouped
from tournaments.publishing import board_results, cross_table
from tournaments.publishing.outputs import rows
from tournaments.publishing.papers.paper_types import Paper, PaperPart, missing_entry, no_result
from tournaments.rounds import stages
from tournaments.standings import CardRow, Row, team_scores


def _too_large(tournament: Tournament) -> str:
    """Return the code of why a field has no cross-table on paper; '' where it has one."""
    return "cross_table_too_large" if tournament.entries.count() > cross_table.MAX_PEOPLE else ""


FILLED = PaperPart(
    "cross_table",
    gettext_lazy("the cross-table: who met whom"),
    missing=lambda tournament: _too_large(tournament) or no_result(tournament),
    applies_to=cross_table.is_round_robin,
)
EMPTY = PaperPart(
    "empty_cross_table",
    gettext_lazy("an empty cross-table, to fill in by hand"),
    missing=lambda tournament: _too_large(tournament) or missing_entry(tournament),
    applies_to=cross_table.is_round_robin,
    blank=True,
)


def filled(paper: Paper) -> bytes:
    """Draw the closed games of each against each, best first, with the totals that rank and the rank."""
    from tournaments.papers.cross_table import cross_table as draw

    tournament, official_at = rows.api_data(paper.tournament, full_names=True), paper.standings[1]
    names = _names(paper.tournament, tournament.rules)
    scores = _team_scores(paper.tournament) if tournament.rules.get("boards") else {}
    found = [
        CrossLine(
            line.row.number,
            names.get(line.row.number, line.row.name),
            [None if cell is None else _cell(cell, line.row.number, scores) for cell in line.cells],
            [
                *_totals(tournament.rules, line.row),
                str(tournament.standings.place_of(line.row) or "\N{EN DASH}"),
            ],
        )
        for line in cross_table.lines(tournament)
    ]
    note = _("Own points above, the opponent’s below; in bold where the game was won.")
    state = StandingsState(after=None if official_at else tournament.last_game, official_at=official_at)
    return draw(paper.header, found, note, _headings(tournament.rules), state=subtitle(state))


def empty(paper: Paper) -> bytes:
    """Draw the same with empty squares, in the order of the numbers."""
    from tournaments.papers.cross_table import cross_table as draw

    rules = stages.qualifying(paper.tournament).rules
    names = _names(paper.tournament, rules)
    entries = paper.tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("number")
    numbers = list(entries.values_list("number", flat=True))
    found = [
        CrossLine(own, names[own], [None if other == own else () for other in numbers], ()) for own in numbers
    ]
    note = _("After each game, write your points in your own line, under the number of your opponent.")
    return draw(paper.header, found, note, _headings(rules))


def _names(tournament: Tournament, rules: Mapping[str, Any]) -> dict[int, str]:
    """Return the names by number; teams that meet on boards without their members."""
    if rules.get("boards"):
        return {
            entry.number: str(capfirst(registration.short_team_name(entry)))
            for entry in tournament.entries.all()
        }
    return registration.names_in_hall(tournament)


def _total_criteria(rules: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the criteria that have a total: games won, unless teams meet on boards, and what ranks."""
    ranks_by = rules["criteria"][0]
    return (ranks_by,) if rules.get("boards") else tuple(dict.fromkeys(("won", ranks_by)))


def _headings(rules: Mapping[str, Any]) -> list[str]:
    return [*(str(criteria.HEADINGS[code]) for code in _total_criteria(rules)), _("Rank")]


def _totals(rules: Mapping[str, Any], row: Row) -> list[str]:
    return [
        criteria.format_value(row.won if code == "won" else row.points, code)
        for code in _total_criteria(rules)
    ]


def _team_scores(tournament: Tournament) -> dict[tuple[int, int], CrossScore]:
    """Return the closed matches of teams, by number of the game and of the team."""
    stage = stages.qualifying(tournament)
    closed = dict(stage.rounds.filter(state=Round.State.CLOSED).values_list("pk", "number"))
    on_boards = boards.read_boards(stage.rules)
    in_words = board_results.halves if on_boards and on_boards.by == "won" else grouped
    return {
        (closed[round_], number): CrossScore(in_words(own), in_words(other), won=own > other)
        for (round_, number), score in team_scores(stage, list(closed)).items()
        for own, other in [score.board_points]
    }


def _cell(
    games: Sequence[CardRow], number: int, of_teams: Mapping[tuple[int, int], CrossScore]
) -> list[CrossScore]:
    """Return the games against one opponent; a match of teams has its score in place of its boards."""
    if of_teams:
        return [of_teams[game, number] for game in dict.fromkeys(row.game for row in games)]
    return [CrossScore(grouped(row.points), grouped(row.against), won=bool(row.won)) for row in games]
