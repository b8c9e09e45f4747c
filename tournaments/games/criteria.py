"""Names, headings and sentences of the ranking criteria in `scoring.criteria`."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.criteria import CRITERIA
from scoring.games import GAMES
from scoring.ranking import PLAYED_MATCH
from tournaments.papers.words import grouped, signed, with_half
from tournaments.standings import Row, Standings

SIGNED = ("spread", "value")
HALVES = ("games_behind", "matches_won")
NAMES: dict[str, Any] = {
    "pegged": gettext_lazy("points pegged"),
    "match_points": gettext_lazy("match points"),
    "won": gettext_lazy("games won"),
    "matches_won": gettext_lazy("matches won"),
    "team_points": gettext_lazy("team points"),
    "spread": gettext_lazy("spread"),
    "value": gettext_lazy("value of the games"),
    "plus": gettext_lazy("plus points: the margins of the games won"),
    "losing_points": gettext_lazy("fewest losing points: the margins of the games lost"),
    "skunks": gettext_lazy("skunks given"),
    "skunks_taken": gettext_lazy("fewest skunks taken"),
    "points_left": gettext_lazy("fewest points left: what a loser lacks, the winner 0"),
    "games_behind": gettext_lazy("fewest games behind the leader"),
    "buchholz": gettext_lazy("games won by the opponents"),
    "buchholz_cut_1": gettext_lazy("games won by the opponents, except the one who won least"),
    "head_to_head": gettext_lazy("the games against each other"),
    "played_match": gettext_lazy("a match, for those tied for a medal"),
    "lot": gettext_lazy("the lot"),
}
"""The name of each criterion inside a list of them."""

HEADINGS: dict[str, Any] = {
    "pegged": gettext_lazy("Points"),
    "match_points": gettext_lazy("Match points"),
    "won": gettext_lazy("Games won"),
    "matches_won": pgettext_lazy("heading of a narrow column", "Matches won"),
    "team_points": pgettext_lazy("heading of a narrow column", "Team points"),
    "spread": gettext_lazy("Spread"),
    "value": gettext_lazy("Value"),
    "skunks": gettext_lazy("Skunks"),
    "plus": pgettext_lazy("heading of a narrow column", "Plus points"),
    "losing_points": pgettext_lazy("heading of a narrow column", "Losing points"),
    "skunks_taken": pgettext_lazy("heading of a narrow column", "Skunks taken"),
    "points_left": pgettext_lazy("heading of a narrow column", "Points left"),
    "games_behind": pgettext_lazy("heading of a narrow column", "Games behind"),
    "buchholz": pgettext_lazy("heading of a narrow column", "Opponents’ wins"),
    "buchholz_cut_1": pgettext_lazy("heading of a narrow column", "Opponents’ wins −1"),
    "head_to_head": pgettext_lazy("heading of a narrow column", "Head-to-head"),
    "lot": pgettext_lazy("heading of a narrow column", "Lot"),
}
"""The heading of each column; a match for a medal has none."""

AHEAD_SENTENCES: dict[str, Any] = {
    "pegged": gettext_lazy("%(name)s is ahead by points pegged, %(other)s to %(own)s"),
    "match_points": gettext_lazy("%(name)s is ahead by match points, %(other)s to %(own)s"),
    "won": gettext_lazy("%(name)s is ahead by games won, %(other)s to %(own)s"),
    "matches_won": gettext_lazy("%(name)s is ahead by matches won, %(other)s to %(own)s"),
    "team_points": gettext_lazy("%(name)s is ahead by team points, %(other)s to %(own)s"),
    "spread": gettext_lazy("%(name)s is ahead by spread, %(other)s to %(own)s"),
    "value": gettext_lazy("%(name)s is ahead by the value of the games, %(other)s to %(own)s"),
    "plus": gettext_lazy("%(name)s is ahead by plus points, %(other)s to %(own)s"),
    "losing_points": gettext_lazy("%(name)s is ahead by fewer losing points, %(other)s to %(own)s"),
    "skunks": gettext_lazy("%(name)s is ahead by skunks given, %(other)s to %(own)s"),
    "skunks_taken": gettext_lazy("%(name)s is ahead by fewer skunks taken, %(other)s to %(own)s"),
    "points_left": gettext_lazy("%(name)s is ahead by fewer points left, %(other)s to %(own)s"),
    "games_behind": gettext_lazy("%(name)s is ahead by fewer games behind the leader, %(other)s to %(own)s"),
    "buchholz": gettext_lazy("%(name)s is ahead: the opponents have won more games, %(other)s to %(own)s"),
    "buchholz_cut_1": gettext_lazy(
        "%(name)s is ahead: without the one who has won least, the opponents have won more games, "
        "%(other)s to %(own)s"
    ),
    "head_to_head": gettext_lazy("%(name)s is ahead by the games among those tied"),
    "lot": gettext_lazy("%(name)s is ahead by the lot (number of the lot: %(seed)s)"),
}
"""Sentences about the criterion that decided between two neighbours, for 'explain my rank'."""


class FigureWords(NamedTuple):
    """The words for a figure of one game alone, as in `NAMES`, `HEADINGS` and `AHEAD_SENTENCES`.

    `counted` returns a number of them with the unit: '2 sweeps'.
    """

    name: Any
    heading: Any
    ahead: Any
    counted: Callable[[int], str]


COUNT_WORDS: dict[str, Callable[[int], str]] = {}
"""Functions that return a number of each figure that one game alone counts, with its unit."""


def own_figures(game: str) -> list[str]:
    """Return the codes of the figures that a game alone counts, in the order in which they are shown."""
    return [figure.CODE for figure in GAMES[game].OWN_FIGURES]


def add_words(words: Mapping[str, FigureWords]) -> None:
    """Add the words for the figures that a game alone counts (`OWN_FIGURES` of its rule book), by code."""
    for code, of_figure in words.items():
        NAMES[code], HEADINGS[code], AHEAD_SENTENCES[code], COUNT_WORDS[code] = of_figure


def format_value(value: int, code: str) -> str:
    """Format the value of a criterion: with its sign, in halves, or with grouped thousands."""
    if code in HALVES:
        return with_half(Fraction(value, 2))
    return signed(value) if code in SIGNED else grouped(value)


def value_with_unit(value: int, code: str) -> str:
    """Return the value of the first criterion with its unit: '1 612 points', '1½ games behind'."""
    figure = format_value(value, code)
    if code in COUNT_WORDS:
        return COUNT_WORDS[code](value)
    if code in SIGNED:
        named = {"spread": _("spread %(figure)s"), "value": _("value %(figure)s")}
        return named[code] % {"figure": figure}
    words = {
        "match_points": ngettext("%(count)s match point", "%(count)s match points", value),
        "won": ngettext("%(count)s game won", "%(count)s games won", value),
        "matches_won": ngettext("%(count)s match won", "%(count)s matches won", _plural_count(value)),
        "team_points": ngettext("%(count)s team point", "%(count)s team points", value),
        "plus": ngettext("%(count)s plus point", "%(count)s plus points", value),
        "losing_points": ngettext("%(count)s losing point", "%(count)s losing points", value),
        "skunks": ngettext("%(count)s skunk given", "%(count)s skunks given", value),
        "skunks_taken": ngettext("%(count)s skunk taken", "%(count)s skunks taken", value),
        "points_left": ngettext("%(count)s point left", "%(count)s points left", value),
        "games_behind": ngettext("%(count)s game behind", "%(count)s games behind", _plural_count(value)),
        "buchholz": ngettext("%(count)s win of the opponents", "%(count)s wins of the opponents", value),
        "buchholz_cut_1": ngettext(
            "%(count)s win of the opponents", "%(count)s wins of the opponents", value
        ),
    }
    return words.get(code, ngettext("%(count)s point", "%(count)s points", abs(value))) % {"count": figure}


def _plural_count(halves: int) -> int:
    """Return the number whose plural so many halves take: 1½ is plural in English, not in French, as 0 is."""
    return {1: 1, 3: 0}.get(halves, halves // 2)


def criteria_in_words(criteria: Sequence[str]) -> str:
    """Format criteria as the posted rules name them: 'games won, then spread, then the lot'."""
    return _(", then ").join(str(NAMES[code]) for code in criteria)


def columns(shown: Standings, counted: Sequence[str]) -> list[str]:
    """Return the columns of the game, then the criteria that have none yet, then the games played.

    Empty if a bracket alone decides the places: no player would have a value.
    """
    if shown.by_bracket:
        return []
    known = [name for name in counted if name != "played"]
    others = [code for code in shown.criteria if code not in known and code in HEADINGS]
    return [*known, *others, *(["played"] if "played" in counted else [])]


def values_by_code(row: Row, shown: Standings) -> dict[str, int | None]:
    """Return the values of a row by criterion; empty for rows that were frozen without them."""
    return dict(zip(shown.criteria, row.values, strict=False))


def deciding_criterion(row: Row, leader: Row, shown: Standings) -> tuple[str, str]:
    """Return the criterion that put `leader` above `row`, both level in the first, and its sentence.

    Both are empty if the first criterion or a match decided, or if the two share the rank.
    """
    if row.gap or row.rank == leader.rank:
        return "", ""
    own, other = values_by_code(row, shown), values_by_code(leader, shown)
    # The match that decided can have been against others: the leader is ahead by what comes before it.
    before_match = takewhile(lambda code: not row.decision or code != PLAYED_MATCH, own)
    code = next((code for code in before_match if own[code] != other.get(code)), "")
    if code not in AHEAD_SENTENCES:
        return "", ""
    figures = {"own": own[code], "other": other[code]}
    words: dict[str, Any] = {name: format_value(value or 0, code) for name, value in figures.items()}
    words |= {"name": leader.name, "seed": shown.seed}
    return code, str(AHEAD_SENTENCES[code]) % words


def ranks_lowest_first(code: str) -> bool:
    """Return whether the lowest value ranks first."""
    return CRITERIA[code].LOWEST
