"""The wording of a league, the same for pages, papers and files."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring import league as leagues
from tournaments.models import FixtureAct, Tournament
from tournaments.organisations.leagues.state import AWARDED, OPEN, PLAYED, SEATED, LeagueState, OneFixture
from tournaments.papers.words import grouped, signed
from tournaments.publishing import names

NO_GAME = "–"


class LeagueLine(NamedTuple):
    """A line of the table; `why` names the criterion that separates it from the one above on equal points."""

    row: leagues.Row
    name: str
    club: str
    why: str


class FixtureRow(NamedTuple):
    """A fixture for display: the names at home and away, the score, and a note.

    `won` is the winner (`scoring.league`), empty while there is none.
    """

    uid: str
    home: str
    away: str
    score: str
    won: str
    state: str
    note: str
    at: Tournament | None


class EveningFixtures(NamedTuple):
    """An evening with its fixtures, and the names of the sides without one."""

    number: int
    day: date
    tournament: Tournament | None
    fixtures: list[FixtureRow]
    free: list[str]


def rows(now: LeagueState) -> list[LeagueLine]:
    """Return the lines of the table."""
    return [
        LeagueLine(
            row,
            now.names[row.side],
            now.clubs[row.side],
            _criterion_sentence(row.parted) if row.parted else "",
        )
        for row in now.rows
    ]


def _criterion_sentence(parted: tuple[str, int, int]) -> str:
    criterion, above, own = parted
    words = {
        leagues.POINTS: "",
        leagues.BETWEEN: _("Tied on points; in the games among them %(own)s against %(above)s."),
        leagues.DIFFERENCE: _("Tied so far; points for minus points against: %(own)s against %(above)s."),
        leagues.SCORED: _("Tied so far; points for: %(own)s against %(above)s."),
        leagues.WON: _("Tied so far; games won: %(own)s against %(above)s."),
        leagues.WON_AWAY: _("Tied so far; games won away: %(own)s against %(above)s."),
    }
    if criterion == leagues.DIFFERENCE:
        return words[criterion] % {"own": signed(own, "en"), "above": signed(above, "en")}
    return words[criterion] % {"own": own, "above": above}


def rules(now: LeagueState) -> list[str]:
    """Return sentences on the points for a game, and on the criteria for equal points."""
    league = now.league
    brings = (
        _("A game gives its match points.")
        if league.as_played
        else _("A win gives %(win)s, a draw %(draw)s, a loss %(loss)s.")
        % {"win": league.win, "draw": league.draw, "loss": league.loss}
    )
    called = {
        leagues.BETWEEN: _("the games among them"),
        leagues.DIFFERENCE: _("points for minus points against"),
        leagues.SCORED: _("points for"),
        leagues.WON: _("games won"),
        leagues.WON_AWAY: _("games won away"),
    }
    order = ", ".join(called[one] for one in league.criteria)
    return [brings, _("Ties are broken by: %(order)s.") % {"order": order}]


def fixtures(now: LeagueState, every: Iterable[OneFixture], *, public: bool = False) -> list[FixtureRow]:
    """Return fixtures with their results; the reasons of decisions are not public."""
    return [_fixture_row(now, one, public) for one in every]


def _fixture_row(now: LeagueState, one: OneFixture, public: bool) -> FixtureRow:
    score = NO_GAME
    if one.state == PLAYED and one.game:
        score = f"{grouped(one.game.scored[0], 'en')} – {grouped(one.game.scored[1], 'en')}"
    won = one.game.won_by if one.game else ""
    note = _note(now, one)
    if one.act and one.act.reason and not public:
        note = f"{note} ({one.act.reason})" if note else one.act.reason
    return FixtureRow(one.uid, now.names[one.home], now.names[one.away], score, won, one.state, note, one.at)


def _note(now: LeagueState, one: OneFixture) -> str:
    """Return the remark on a fixture besides its result."""
    if one.state == AWARDED:
        to = {leagues.HOME: one.home, leagues.AWAY: one.away}.get(one.game.won_by if one.game else "")
        return _("awarded to %(name)s") % {"name": now.names[to]} if to else _("lost by both")
    if one.state == SEATED:
        return _("on this evening: it counts once the evening is official")
    if one.state == OPEN:
        postponed = one.act and one.act.kind == FixtureAct.Kind.POSTPONED
        return _("postponed, without a date") if postponed else _("not played on its evening")
    if one.evening != one.drawn:
        return _("from evening %(number)s") % {"number": one.drawn}
    return ""


def evenings(now: LeagueState, *, public: bool = False) -> list[EveningFixtures]:
    """Return every evening with its fixtures."""
    return [
        EveningFixtures(
            one.number,
            one.day,
            one.tournament,
            fixtures(now, one.fixtures, public=public),
            [now.names[side] for side in one.free],
        )
        for one in now.evenings
    ]


def evening_name(number: int, on: date) -> str:
    """Return the name of an evening by its number and date."""
    return _("Evening %(number)s, %(date)s") % {"number": number, "date": names.date_words(on)}


def coming_evenings(now: LeagueState) -> list[tuple[int, str]]:
    """Return the evenings on which a fixture can still be put."""
    return [(one.number, evening_name(one.number, one.day)) for one in now.evenings if not one.official]


def grid(now: LeagueState) -> list[tuple[LeagueLine, list[str | None]]]:
    """Return the results of each side at home against each other side, in the order of the table.

    The cell of a side against itself is None.
    """
    found: dict[tuple[int, int], list[str]] = {}
    for one, row in zip(now.fixtures, fixtures(now, now.fixtures, public=True), strict=True):
        found.setdefault((one.home, one.away), []).append(_grid_cell(row))
    lines = rows(now)
    sides = [line.row.side for line in lines]
    return [
        (line, [None if other == own else ", ".join(found.get((own, other), [])) for other in sides])
        for line, own in zip(lines, sides, strict=True)
    ]


def _grid_cell(fixture: FixtureRow) -> str:
    if fixture.state == AWARDED:
        return {leagues.HOME: "+", leagues.AWAY: "−"}.get(fixture.won, "0")
    return fixture.score if fixture.state == PLAYED else "·"
