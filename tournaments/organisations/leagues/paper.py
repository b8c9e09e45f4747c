"""A season on paper: the fixtures for the wall; at its end the table, the standings and the attendance."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import League, Season
from tournaments.organisations import seasons
from tournaments.organisations.leagues import exports, league_words
from tournaments.organisations.leagues.state import SEATED, LeagueState, league_state
from tournaments.papers.values import Column, List, TournamentHeader
from tournaments.papers.words import with_half
from tournaments.publishing import names
from tournaments.publishing.papers.paper_types import draw_lists

MAX_EVENINGS = 8  # columns of evenings that fit on a portrait page


def fixtures(of: Season, address: str) -> bytes:
    """Draw the list of fixtures, to be posted before the first evening."""
    return draw_lists(_header(of, address), _fixtures(league_state(League.objects.get(season=of))))


def season(of: Season, address: str) -> bytes:
    """Draw the table of the league and the fixtures; without a league, the standings and the attendance."""
    league = exports.league_of(of)
    now = league_state(league) if league else None
    every = [_table(now), _fixtures(now)] if now else _standings(seasons.table(of))
    return draw_lists(_header(of, address), *every)


def _header(of: Season, address: str) -> TournamentHeader:
    return TournamentHeader(of.name, place=of.organisation.name, public_url=address, games=0)


def _fixtures(now: LeagueState) -> List:
    columns = [
        Column(_("Evening")),
        Column(pgettext("league", "Home")),
        Column(pgettext("league", "Away")),
        Column(_("Result"), by_hand=True),
        Column(_("Note")),
    ]
    rows = []
    for evening in league_words.evenings(now):
        when = f"{evening.number} · {names.date_words(evening.day, year=False)}"
        for at, one in enumerate(evening.fixtures):
            score = "" if one.score == league_words.NO_GAME else one.score
            note = "" if one.state == SEATED else one.note
            rows.append((when if at == 0 else "", one.home, one.away, score, note))
        without = evening.free if evening.fixtures else []
        rows += [("", _("no game") if at == 0 else "", name, "", "") for at, name in enumerate(without)]
    rows += [("", one.home, one.away, "", one.note) for one in league_words.fixtures(now, now.unscheduled)]
    return List(_("Fixtures"), " ".join(league_words.rules(now)), columns, rows)


def _table(now: LeagueState) -> List:
    heads = [
        *(_("Points"), _("Played"), pgettext("league", "Won"), _("Drawn"), pgettext("league", "Lost")),
        *(pgettext("league", "For"), _("Against"), _("In hand")),
    ]
    columns = [
        Column(_("Rank"), figures=True),
        Column(_("Name")),
        *(Column(head, figures=True) for head in heads),
    ]
    rows = []
    for line in league_words.rows(now):
        sums = line.row.all
        figures = (
            *(line.row.points, sums.played, sums.won, sums.drawn, sums.lost),
            sums.scored,
            sums.against,
        )
        rows.append((str(line.row.rank), line.name, *map(str, (*figures, line.row.behind))))
    official = now.official and not now.changed
    state = _("Official since %(date)s.") % {"date": names.date_words(now.official.at)} if official else ""  # type: ignore[union-attr]
    return List(_("League table"), " ".join([state, *league_words.rules(now)]).strip(), columns, rows)


def _standings(whole: seasons.Table) -> list[List]:
    """Return the standings, and the attendance on as many pages as the evenings need beside the names."""
    counted = [one for one in whole.evenings if one.state == seasons.COUNTED]
    columns = [
        Column(_("Rank"), figures=True),
        Column(_("Name")),
        Column(_("Club")),
        Column(_("Total"), figures=True),
        Column(_("Evenings"), figures=True),
    ]
    rows = [
        (_rank(line), line.name, line.club, with_half(line.row.total), str(line.row.attended))
        for line in whole.lines
    ]
    every = [
        List(_("Standings"), _("Evenings that count: %(count)s") % {"count": len(counted)}, columns, rows)
    ]
    for start in range(0, len(counted), MAX_EVENINGS):
        some = slice(start, start + MAX_EVENINGS)
        dated = [
            Column(names.date_words(one.tournament.date, year=False), figures=True) for one in counted[some]
        ]
        brought = [
            (
                _rank(line),
                line.name,
                *("" if cell.brought is None else with_half(cell.brought) for cell in line.cells[some]),
            )
            for line in whole.lines
        ]
        every.append(List(_("Attendance"), "", [columns[0], columns[1], *dated], brought))
    return every


def _rank(line: seasons.SeasonLine) -> str:
    return str(line.row.rank or "–")
