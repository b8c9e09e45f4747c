"""The words and figures of standings on paper, whatever their layout: columns, rows, the state."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.papers.values import StandingRow, StandingsState, TournamentHeader
from tournaments.papers.words import grouped, signed

MEDALS = 3
_RANKS_BY = {
    "pegged": "points", "match_points": "match_points", "won": "games_won", "spread": "spread",
    "skunks": "skunks",
    "value": "spread",
}  # fmt: skip
_COUNTED = ("match_points", "points", "games_won", "skunks", "spread", "games")  # in the games of a stage
TEXTS = ("rank", "name", "club")


def columns(
    header: TournamentHeader, state: StandingsState, rows: Sequence[StandingRow]
) -> list[tuple[str, str, float]]:
    """Return (name, heading, share of the width) of the columns that these standings have."""
    more = len(state.others)
    shares: list[tuple[str, str, float]] = [
        ("rank", _("Rank"), 36),
        ("name", _("Name"), 154 - 15 * more),
        ("club", _("Club"), 106 - 7 * more),
        ("match_points", pgettext("heading of a narrow column", "Match points"), 50 + 3 * more),
        ("points", _("Points"), 54),
        ("games_won", _("Games won"), 53),
        ("skunks", _("Skunks"), 48),
        ("spread", _("Value") if header.by_value else _("Spread"), 50),
        *((f"other {at}", heading, _width(header, state, at)) for at, heading in enumerate(state.others)),
        ("games", _("Games played"), 45),
    ]
    without = (*header.without, *(() if header.match_points else ("match_points",)))
    if not any(row.club for row in rows):
        without += ("club",)
    if not header.games:  # a bracket alone gives the places
        without += _COUNTED
    if header.foot and header.ranks_by != "spread":  # the totals of a card end with it
        without += ("spread",)
    return [share for share in shares if share[0] not in without]


def _width(header: TournamentHeader, state: StandingsState, at: int) -> float:
    """Return the share of another criterion; the totals of a card, which come last, are longer."""
    return 92 if header.foot and at == len(state.others) - 1 else 56


def ranking_column(header: TournamentHeader) -> str:
    """Return the name of the column that ranks."""
    return _RANKS_BY.get(header.ranks_by, "other 0")


def figures(row: StandingRow, language: str) -> dict[str, str]:
    """Return the figures of a row by column."""
    return {
        "points": grouped(row.points, language),
        "match_points": grouped(row.match_points, language),
        "games_won": grouped(row.games_won, language),
        "skunks": grouped(row.skunks, language),
        "spread": signed(row.spread, language),
        "games": grouped(row.games, language),
    } | {f"other {at}": figure for at, figure in enumerate(row.others)}


def subtitle(state: StandingsState) -> str:
    """Return whether the standings are official, or after which game they are."""
    if state.official_at:
        return _("Official at %(time)s") % {"time": state.official_at}
    if state.after:
        return _("Provisional after game %(game)d") % {"game": state.after}
    return _("Provisional")


def pegs(header: TournamentHeader, state: StandingsState) -> range:
    """Return the games that are pegged in the board of the header."""
    return range(1, (state.after or (header.games if state.official_at else 0)) + 1)
