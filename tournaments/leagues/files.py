"""What leaves the program of a season: a workbook, and the evenings of its league for a calendar."""

from datetime import datetime

from tournaments.leagues import league_words, sheets
from tournaments.leagues.shown import shown
from tournaments.models import League, Season
from tournaments.publication.outputs import calendar_file
from tournaments.publication.outputs import workbook as books

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def workbook(season: Season, made_at: datetime) -> bytes:
    """All tables of a season as one workbook."""
    return books.of_tables(sheets.tables(season), season.name, made_at)


def calendar(league: League, address: str, made_at: datetime) -> bytes:
    """The evenings as events of whole days, each with its fixtures, names as everybody may see them."""
    now = shown(league, public=True)
    events = [
        calendar_file.WholeDay(
            f"{league.season.uid}-{one.number}",
            one.day,
            f"{league.season.name}, {league_words.called(one.number, one.day)}",
            [f"{told.home} – {told.away}" for told in one.fixtures],
        )
        for one in league_words.evenings(now, public=True)
    ]
    return calendar_file.of_days(events, address, made_at)
