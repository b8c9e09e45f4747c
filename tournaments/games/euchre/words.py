"""Sentences about the rules, the results and the standings of a tournament of euchre (rules.md §15)."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.euchre.game import LONERS
from scoring.euchre.rules import EuchreRules
from scoring.side import SideValue
from tournaments.games.criteria import FigureWords, format_value, value_with_unit
from tournaments.games.game import no_other_materials, one_pack
from tournaments.games.rulings import Group
from tournaments.papers.values import GameHeader, SlipWords
from tournaments.papers.words import grouped
from tournaments.standings import Row, Standings

Rules = dict[str, Any]
NAME = gettext_lazy("Euchre")
packs_at_a_table, table_materials = one_pack, no_other_materials
FIGURES = ("pegged", "won", "spread")


def lone_hands(count: int) -> str:
    """Format a number of lone hands: '2 lone hands'."""
    return ngettext("%(count)s lone hand", "%(count)s lone hands", count) % {"count": grouped(count)}


FIGURE_WORDS = {
    LONERS: FigureWords(
        gettext_lazy("lone hands"),
        pgettext_lazy("heading of a narrow column", "Lone hands"),
        gettext_lazy("%(name)s is ahead by lone hands, %(other)s to %(own)s"),
        lone_hands,
    )
}


def name(rules: Rules) -> str:
    """Return the name of the game."""
    return str(NAME)


# Rules


def games_sentence(rules: Rules) -> str:
    """Describe how many games are played, and when one ends."""
    euchre = EuchreRules.read(rules)
    games = ngettext(
        "%(rounds)d game of euchre, two against two.",
        "%(rounds)d games of euchre, two against two.",
        rules["rounds"],
    ) % {"rounds": rules["rounds"]}
    return f"{games} {end_sentence(euchre)}"


def end_sentence(euchre: EuchreRules) -> str:
    """Describe when a game ends."""
    if euchre.target:
        return _("A game goes on until a side has %(target)d points.") % {"target": euchre.target}
    return ngettext("A game is %(hands)d hand.", "A game is %(hands)d hands.", euchre.hands) % {
        "hands": euchre.hands
    }


def winner_sentence(euchre: EuchreRules) -> str:
    """Describe which side wins, and the rule for a game that is level."""
    wins = _("The side with more points wins.")
    if euchre.target:
        return wins
    if euchre.ties:
        return wins + " " + _("A game may end in a tie, without a winner, except in a medal match.")
    return wins + " " + _("If it is tied, one more hand is played.")


def hands_sentence(euchre: EuchreRules) -> str:
    """Describe the points of a hand."""
    return _(
        "Three or four tricks are 1 point for the side that named trumps, all five 2, all five alone 4. "
        "A euchre is 2 points for the other side, %(lone)d if it was played alone."
    ) % {"lone": euchre.lone_euchre}


def lone_hands_sentence() -> str:
    """Describe which lone hands are written down."""
    return _("A hand played alone and won with all five tricks is written down for both partners.")


RANKINGS: dict[str, Any] = {
    "pegged": gettext_lazy("Most points, of all games won and lost; in a tie, games won, then lone hands."),
    "lone_hands": gettext_lazy(
        "Most points, of all games won and lost; in a tie, lone hands, then games won."
    ),
    "won": gettext_lazy("Most games won; in a tie, points, then lone hands."),
}


# Results


def irregularities() -> tuple[Group, ...]:
    """Return no rulings: the organiser decides what is an irregularity (rules.md §15)."""
    return ()


def result(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a result of two sides in a sentence."""
    won = next((side for side, value in enumerate(values) if value.won), None)
    loners = _lone_hands_result(values)
    if won is None:
        words = {"one": who[0], "other": who[1], "points": grouped(values[0].pegged), "loners": loners}
        return _("%(one)s and %(other)s are tied at %(points)s: there is no winner.%(loners)s") % words
    words = {
        "winner": who[won],
        "loser": who[1 - won],
        "high": grouped(values[won].pegged),
        "low": grouped(values[won].against),
        "loners": loners,
    }
    return _("%(winner)s beats %(loser)s %(high)s–%(low)s.%(loners)s") % words


def _lone_hands_result(values: Sequence[SideValue]) -> str:
    """Return a sentence about lone hands, with a space before it; empty if there were none."""
    one, other = (value.figures.get(LONERS, 0) for value in values)
    if not one and not other:
        return ""
    return " " + _("Lone hands: %(one)s–%(other)s.") % {"one": grouped(one), "other": grouped(other)}


result_of_several = result


def on_papers(rules: Rules) -> GameHeader:
    """Return the rules that papers need: the instructions on a slip."""
    instructions = _("Write the points and the lone hands of both sides. Then both sides put their initials.")
    return {"slip": SlipWords(_("Points"), instructions, instructions), "without": ("skunks",)}


def device_rules(rules: Rules) -> dict[str, Any]:
    """Return how a game ends, and what its hands can add up to (docs/protocol.md)."""
    euchre = EuchreRules.read(rules)
    return {
        "hands": euchre.hands,
        "most_hands": euchre.hands_at_most,
        "best_hand": euchre.best_hand,
        "ties_allowed": euchre.ties,
    }


# Standings


def ranking_columns(shown: Standings) -> list[str]:
    """Return the columns that show the ranking."""
    return [name for name in shown.criteria if name in (*FIGURES, LONERS)]


def columns(shown: Standings) -> list[str]:
    """Return the columns of the standings after the name and the club: those that rank come first."""
    ranking = [name for name in shown.criteria if name in FIGURES]
    return [*dict.fromkeys([*ranking, *FIGURES]), "played"]


def standing(row: Row, rank_by: str) -> str:
    """Format a player's points: '112 points'; if games won rank, '9 games won'."""
    return value_with_unit(row.points, rank_by)


def behind(row: Row, leader: Row, rank_by: str) -> str:
    """Format a player's points with the distance to the player above."""
    words = {"points": standing(row, rank_by), "gap": format_value(row.gap, rank_by), "name": leader.name}
    if row.gap == 0:
        return _("%(points)s; tied with %(name)s") % words
    return _("%(points)s, %(gap)s behind %(name)s") % words


def details(row: Row) -> Iterator[str]:
    """Yield further facts about a player's games."""
    yield _("won %(won)s of %(games)s") % {"won": row.won, "games": row.games}
