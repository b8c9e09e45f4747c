"""Sentences about the rules, the results and the standings of a tournament of points (rules.md §9)."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.points.rules import PointsRules
from scoring.side import SideValue
from tournaments.games.criteria import format_value, value_with_unit
from tournaments.games.game import no_other_materials, one_pack
from tournaments.games.rulings import Group
from tournaments.pairing.pairing_systems import Tables
from tournaments.papers.values import GameHeader, SlipWords
from tournaments.papers.words import grouped, signed
from tournaments.standings import Row, Standings

Rules = dict[str, Any]
NAME = gettext_lazy("Another card game")
packs_at_a_table, table_materials = one_pack, no_other_materials
FIGURES = ("won", "spread", "pegged")


def name(rules: Rules) -> str:
    """Return the organiser's name of the game."""
    return PointsRules.read(rules).name or str(NAME)


# Rules


def games_sentence(rules: Rules, points: PointsRules) -> str:
    words = {"rounds": rules["rounds"], "game": points.name or _("cards"), "seats": rules.get("at_table", 2)}
    tables = Tables.from_rules(rules)
    if tables.partners:
        return (
            ngettext(
                "%(rounds)d game of %(game)s, two against two. How it is played is announced.",
                "%(rounds)d games of %(game)s, two against two. How it is played is announced.",
                rules["rounds"],
            )
            % words
        )
    if tables.size > 2:
        return (
            ngettext(
                "%(rounds)d game of %(game)s, everybody alone, %(seats)d at a table or one more or fewer. "
                "How it is played is announced.",
                "%(rounds)d games of %(game)s, everybody alone, %(seats)d at a table or one more or fewer. "
                "How it is played is announced.",
                rules["rounds"],
            )
            % words
        )
    return (
        ngettext(
            "%(rounds)d game of %(game)s, two sides at a table. How it is played is announced.",
            "%(rounds)d games of %(game)s, two sides at a table. How it is played is announced.",
            rules["rounds"],
        )
        % words
    )


def winner_sentence(points: PointsRules) -> str:
    """Describe which number wins, and the rule for a game that is level."""
    wins = _("The higher number wins.") if points.higher else _("The lower number wins.")
    if points.ties:
        return wins + " " + _("A game may end in a tie, without a winner, except in a medal match.")
    return wins + " " + _("A tied game goes on until one side is ahead.")


def numbers_sentence(points: PointsRules) -> str:
    """Describe the range of the numbers, and when a game ends."""
    sentence = _("Each side ends with a number from %(least)s to %(most)s.") % {
        "least": grouped(points.least),
        "most": grouped(points.most),
    }
    if points.target:
        until = _("A game goes on until a side has %(target)s or more.") % {"target": grouped(points.target)}
        return until + " " + sentence
    return sentence


def ranking_sentence(rules: Rules) -> str:
    """Describe the ranking."""
    return {
        "won": _(
            "Most games won; in a tie, the spread of all games: by how much they were won, minus by how "
            "much they were lost."
        ),
        "spread": _(
            "The spread of all games: by how much they were won, minus by how much they were lost; in a "
            "tie, games won."
        ),
        "pegged": _("Most points, of all games won and lost; in a tie, games won."),
    }[rules["rank_by"]]


# Results


def irregularities() -> tuple[Group, ...]:
    """Return no rulings: the organiser decides what is an irregularity (rules.md §9)."""
    return ()


def result(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a result of two sides in a sentence."""
    won = next((side for side, value in enumerate(values) if value.won), None)
    if won is None:
        words = {"one": who[0], "other": who[1], "points": grouped(values[0].pegged)}
        return _("%(one)s and %(other)s are tied at %(points)s: there is no winner.") % words
    words = {
        "winner": who[won],
        "loser": who[1 - won],
        "high": grouped(values[won].pegged),
        "low": grouped(values[won].against),
        "margin": grouped(values[won].spread),
    }
    return _("%(winner)s beats %(loser)s %(high)s–%(low)s, by %(margin)s.") % words


def result_of_several(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a result of more than two sides, or of partners, in a sentence."""
    won = next((side for side, value in enumerate(values) if value.won), None)
    others = [f"{who[side]} {grouped(value.pegged)}" for side, value in enumerate(values) if side != won]
    words = {"others": _(", ").join(others)}
    if won is None:
        return _("Nobody wins: %(others)s.") % words
    words |= {"winner": who[won], "high": grouped(values[won].pegged)}
    return _("Win for %(winner)s with %(high)s: %(others)s.") % words


def on_papers(rules: Rules) -> GameHeader:
    """Return the rules that papers need: the instructions on a slip."""
    return {"slip": slip_words(PointsRules.read(rules)), "without": ("skunks",)}


def slip_words(points: PointsRules) -> SlipWords:
    """Return the instructions on a slip: the number of each side, and which one wins."""
    wins = _("The higher number wins.") if points.higher else _("The lower number wins.")
    two = _("Write the points of both sides. %(wins)s Then both put their initials.") % {"wins": wins}
    several = _("Write the points of each side. %(wins)s Then each side initials.") % {"wins": wins}
    return SlipWords(_("Points"), two, several)


def device_rules(rules: Rules) -> dict[str, Any]:
    """Return the range of the numbers, which one wins, and what cards add up (docs/protocol.md)."""
    points = PointsRules.read(rules)
    return {
        "name": points.name,
        "higher_wins": points.higher,
        "least": points.least,
        "most": points.most,
        "ties_allowed": points.ties,
        "adds_up": rules["running"],
    }


# Standings


def ranking_columns(shown: Standings) -> list[str]:
    """Return the columns that show the ranking."""
    return [name for name in shown.criteria if name in FIGURES]


def columns(shown: Standings) -> list[str]:
    """Return the columns of the standings after the name and the club: those that rank come first."""
    return [*dict.fromkeys([*ranking_columns(shown), *FIGURES]), "played"]


def standing(row: Row, rank_by: str) -> str:
    """Format a player's points: '5 games won, spread +312'; if all points rank, '1 612 points'."""
    if rank_by not in ("won", "spread"):
        return value_with_unit(row.points, rank_by)
    words = {"won": value_with_unit(row.won, "won"), "spread": signed(row.spread)}
    return (_("%(won)s, spread %(spread)s") if rank_by == "won" else _("spread %(spread)s, %(won)s")) % words


def behind(row: Row, leader: Row, rank_by: str) -> str:
    """Format a player's points with the distance to the player above, in the first criterion."""
    words = {"points": standing(row, rank_by), "gap": format_value(row.gap, rank_by), "name": leader.name}
    words["gap"] = words["gap"].removeprefix("+")
    if row.gap == 0:
        return _("%(points)s; tied with %(name)s") % words
    if rank_by == "won":
        sentence = ngettext(
            "%(points)s; %(gap)s game behind %(name)s", "%(points)s; %(gap)s games behind %(name)s", row.gap
        )
        return sentence % words
    return _("%(points)s, %(gap)s behind %(name)s") % words


def details(row: Row) -> Iterator[str]:
    """Yield further facts about a player's games."""
    yield _("won %(won)s of %(games)s") % {"won": row.won, "games": row.games}
