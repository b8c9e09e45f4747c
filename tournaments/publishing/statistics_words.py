"""The statistics of a tournament in words and bar charts, for its page and for the static site."""

from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.papers.words import dashed, grouped
from tournaments.publishing.explain import join_names
from tournaments.publishing.outputs.rows import TournamentData
from tournaments.publishing.statistics import Game, RankClimb, Statistics, statistics_of


class Fact(NamedTuple):
    """A figure: its code, its title, the figure itself, and a sentence about it."""

    code: str
    title: str
    figure: str
    sentence: str


class Bars(NamedTuple):
    """A bar chart: its code, its title, and the label, height and figure of a bar for each game."""

    code: str
    title: str
    bars: tuple[tuple[str, Fraction, str], ...]


class StatisticsInWords(NamedTuple):
    """The content of the page of statistics."""

    facts: list[Fact]
    charts: list[Bars]
    climbs: list[str]


def describe_statistics(data: TournamentData) -> StatisticsInWords | None:
    """Return the statistics in the active language; None before a game was played out."""
    figures = statistics_of(data)
    if figures is None:
        return None
    return StatisticsInWords(
        _facts(data, figures), _charts(figures), [_climb(data, one) for one in figures.climbs]
    )


def _facts(data: TournamentData, figures: Statistics) -> list[Fact]:
    games = ngettext("%(count)s game played out", "%(count)s games played out", figures.games)
    facts = [
        Fact("games", _("Games"), str(figures.games), games % {"count": figures.games}),
        Fact("margin", _("Average margin"), decimal(figures.margin), _("points between winner and loser")),
        Fact("closest", _("Closest game"), _score(figures.closest), _game_words(data, figures.closest)),
        Fact("widest", _("Widest win"), _score(figures.widest), _game_words(data, figures.widest)),
    ]
    if best := figures.best_loser:
        facts.append(
            Fact(
                "best_loser",
                _("Most points without a win"),
                grouped(best.against),
                _game_words(data, best._replace(winners=best.losers, losers=best.winners)),
            )
        )
    if figures.skunks:
        share = _("%(share)s of all games") % {"share": percent(Fraction(figures.skunks, figures.games))}
        facts.append(Fact("skunks", _("Skunks"), str(figures.skunks), share))
    if sum(figures.seats):
        first, second = figures.seats
        share = percent(Fraction(first, first + second))
        sentence = _("%(share)s were won in seat A") % {"share": share}
        facts.append(Fact("seats", _("Wins by seat, A and B"), f"{first}\N{EN DASH}{second}", sentence))
    if figures.streak:
        names = join_names([data.display_name(number) for number in figures.streak.numbers])
        facts.append(Fact("streak", _("Most wins in a row"), str(figures.streak.games), names))
    return facts


def _score(game: Game) -> str:
    return grouped(game.points) + dashed(game.points, game.against)


def _game_words(data: TournamentData, game: Game) -> str:
    words = {
        "winner": join_names([data.display_name(number) for number in game.winners]),
        "loser": join_names([data.display_name(number) for number in game.losers]),
        "game": game.game,
        "table": game.table,
    }
    return _("%(winner)s against %(loser)s, game %(game)s, table %(table)s") % words


def _climb(data: TournamentData, climb: RankClimb) -> str:
    words = climb._asdict() | {"name": data.display_name(climb.number), "places": climb.places}
    return (
        ngettext(
            "%(name)s: from rank %(worst)s after game %(game)s to rank %(last)s, %(places)s rank gained",
            "%(name)s: from rank %(worst)s after game %(game)s to rank %(last)s, %(places)s ranks gained",
            climb.places,
        )
        % words
    )


def _charts(figures: Statistics) -> list[Bars]:
    games = figures.by_game
    if len(games) < 2:
        return []
    charts = [
        Bars(
            "margins",
            _("Average margin, game by game"),
            tuple((str(one.game), one.margin, decimal(one.margin)) for one in games),
        )
    ]
    if figures.skunks:
        skunks = tuple((str(one.game), Fraction(one.skunks), str(one.skunks)) for one in games)
        charts.append(Bars("skunks", _("Skunks, game by game"), skunks))
    return charts


def decimal(value: Fraction) -> str:
    """Format a figure with one decimal, rounded to the nearest, in the active language: 23,4 or 23.4."""
    tenths = (value * 10 + Fraction(1, 2)).__floor__()
    return number_format(f"{tenths // 10}.{tenths % 10}", decimal_pos=1, use_l10n=True)


def percent(share: Fraction) -> str:
    """Format a share as whole percents, rounded to the nearest."""
    return _("%(count)s%%") % {"count": (share * 100 + Fraction(1, 2)).__floor__()}
