"""A season as data: its standings, the table of its league, its fixtures, a calendar of its evenings."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import League, Season
from tournaments.organisations import seasons
from tournaments.organisations.leagues import league_words
from tournaments.organisations.leagues.state import AWARDED, LeagueState, league_state
from tournaments.publishing.calendars import CalendarEvent, calendar_file
from tournaments.publishing.outputs.tables import Cell, Table, number_cell


def league_of(season: Season) -> League | None:
    """Return the league of a season, or None where it has no fixtures."""
    return League.objects.select_related("season__organisation").filter(season=season).first()


def tables(season: Season) -> list[Table]:
    """Return all tables of a season."""
    league = league_of(season)
    now = league_state(league) if league else None
    return [league_table(now), fixtures(now)] if now else [standings(seasons.table(season))]


def standings(whole: seasons.Table) -> Table:
    """Return the standings of the season, with one column for each evening."""
    counted = [one for one in whole.evenings if one.state == seasons.COUNTED]
    dated = [f"{one.tournament.date.isoformat()} {one.tournament.name}" for one in counted]
    headings = [_("Rank"), _("Name"), _("Club"), _("Total"), _("Evenings"), *dated]
    return Table("standings", _("Standings of the season"), headings, [_line(one) for one in whole.lines])


def _line(line: seasons.SeasonLine) -> list[Cell]:
    brought = ["" if cell.brought is None else number_cell(cell.brought) for cell in line.cells]
    total = number_cell(line.row.total)
    return [line.row.rank or "", line.name, line.club, total, line.row.attended, *brought]


def league_table(now: LeagueState) -> Table:
    """Return the table of the league, with home and away apart."""
    headings = [
        _("Rank"),
        _("Name"),
        _("Club"),
        _("Points"),
        _("Played"),
        pgettext("league", "Won"),
        _("Drawn"),
        pgettext("league", "Lost"),
        pgettext("league", "For"),
        _("Against"),
        _("Won at home"),
        _("Won away"),
        _("Games in hand"),
        _("Note"),
    ]
    rows: list[list[Cell]] = []
    for line in league_words.rows(now):
        row, sums = line.row, line.row.all
        figures = (row.points, sums.played, sums.won, sums.drawn, sums.lost, sums.scored, sums.against)
        more = (row.home.won, row.away.won, row.behind, line.why)
        rows.append([row.rank, line.name, line.club, *figures, *more])
    return Table("table", _("League table"), headings, rows)


def fixtures(now: LeagueState) -> Table:
    """Return every fixture with its evening and its result."""
    headings = [
        _("Evening"),
        _("Date"),
        pgettext("league", "Home"),
        pgettext("league", "Away"),
        _("Result"),
        _("Note"),
    ]
    days = {one.number: one.day.isoformat() for one in now.evenings}
    rows: list[list[Cell]] = []
    for one, row in zip(now.fixtures, league_words.fixtures(now, now.fixtures), strict=True):
        score = row.score if row.score != league_words.NO_GAME else ""
        evening = one.evening or ""
        rows.append([evening, days.get(one.evening or 0, ""), row.home, row.away, score, row.note])
    return Table("fixtures", _("Fixtures"), headings, rows)


def calendar(league: League, address: str, made_at: datetime) -> bytes:
    """Return the evenings as events of whole days, each with its fixtures, with public names.

    Awarded fixtures, which are not played, are left out, and so are evenings whose fixtures were all awarded
    or moved. A date without a drawn fixture is kept free for postponed ones, so it is an event too.
    """
    now = league_state(league, public=True)
    drawn = {one.drawn for one in now.fixtures}
    events = []
    for one in league_words.evenings(now, public=True):
        games = [f"{row.home} – {row.away}" for row in one.fixtures if row.state != AWARDED]
        if games or not (one.fixtures or one.number in drawn):
            title = f"{league.season.name}, {league_words.evening_name(one.number, one.day)}"
            uid = f"{league.season.uid}-{one.number}@cheville"
            events.append(CalendarEvent(uid, title, one.day, description="\n".join(games), url=address))
    return calendar_file(events, made_at)
