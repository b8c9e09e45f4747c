"""Sentences about the rules, the results and the standings of a gin tournament (rules.md §5, §7)."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.gin.book import figures_of, may_look_through, rules_of
from scoring.gin.rules import KNOCK_LIMIT, GinRules
from scoring.side import SideValue
from tournaments.games.criteria import format_value, value_with_unit
from tournaments.games.game import no_other_materials
from tournaments.games.gin import rulings
from tournaments.games.gin.who_plays import team_games_sentence
from tournaments.papers.values import GameHeader, SlipWords
from tournaments.papers.words import grouped, signed
from tournaments.standings import Row, Standings

Rules = dict[str, Any]
NAME = gettext_lazy("Gin rummy")
PACKS_OF_TWO = 2
irregularities = rulings.irregularities
table_materials = no_other_materials


def packs_at_a_table(rules: Rules) -> int:
    """Return the number of packs: two a pair of opponents, as one is shuffled while the other is dealt."""
    gin = rules_of(rules)
    return PACKS_OF_TWO * (gin.a_side if gin.mode == "teams" else 1)


def name(rules: Rules) -> str:
    """Return the name of the game."""
    return str(NAME)


# Rules


def bonuses_name(name: str) -> str:
    """Return the name of a set of bonuses (rules.md §5)."""
    names = {"standard": _("Standard"), "variant_a": _("Variant A"), "variant_b": _("Variant B")}
    return names.get(name, _("Our own numbers"))


def bonuses_numbers(gin: GinRules) -> str:
    """Describe the points of the bonuses."""
    return _("undercut %(undercut)d · gin %(gin)d · each hand won %(box)d · game %(game)d") % {
        "undercut": gin.undercut,
        "gin": gin.gin,
        "box": gin.box,
        "game": gin.game_bonus,
    }


def games_sentence(rules: Rules, gin: GinRules) -> str:
    numbers = {"rounds": rules["rounds"], "target": gin.target}
    if gin.mode == "teams":
        return team_games_sentence(rules, numbers)
    if gin.mode != "two":
        return (
            ngettext(
                "%(rounds)d game of gin, three at a table. The first to %(target)d wins.",
                "%(rounds)d games of gin, three at a table. The first to %(target)d wins.",
                rules["rounds"],
            )
            % numbers
        )
    if gin.hollywood:
        return (
            ngettext(
                "%(rounds)d game of gin, two at a table: a sheet of Hollywood. "
                "Each of its three games goes to %(target)d.",
                "%(rounds)d games of gin, two at a table, each against a new opponent: each is a sheet of "
                "Hollywood. Each of its three games goes to %(target)d.",
                rules["rounds"],
            )
            % numbers
        )
    return (
        ngettext(
            "%(rounds)d game of gin, two at a table. The first to %(target)d wins.",
            "%(rounds)d games of gin, two at a table, each against a new opponent. "
            "The first to %(target)d wins.",
            rules["rounds"],
        )
        % numbers
    )


def hollywood_sentence(gin: GinRules) -> str:
    """Describe the three games on one sheet (rules.md §7.2)."""
    start = _(
        "Three games at once on one sheet. A player’s first hand won is written in game 1, the second in "
        "games 1 and 2, every later one in all three."
    )
    if gin.both_write:
        closed = _("In a game that is won, only the other player still writes, up to the target.")
    else:
        closed = _("Nothing more is written in a game that is won.")
    end = _("The sheet ends when all three games are won.")
    if gin.hollywood_letter:
        end = _("The sheet ends when one player has reached the target in each of the three games.")
    return " ".join([start, closed, end])


def look_through_sentence(rules: Rules) -> str:
    """Describe whether the pile may be looked through; round the corner it may (rules.md §5.1, §7.3)."""
    if may_look_through(rules):
        return _("It may be looked through at any time.")
    return _("It is not looked through: a player who does it may not draw in the next turn.")


def knock_sentence(gin: GinRules) -> str:
    """Return the deadwood with which a player may knock (rules.md §5, §7.1)."""
    if gin.oklahoma:
        return _(
            "Oklahoma: the up-card sets the limit (a face card or a ten: 10; an ace: gin only). A spade "
            "doubles the points of the hand."
        )
    return _("With %(limit)d or less left over after discarding.") % {"limit": KNOCK_LIMIT}


def hand_sentence(gin: GinRules) -> str:
    """Describe the points of a hand (rules.md §5)."""
    return _(
        "Knock: the difference. Undercut, by an opponent who has as little or less: the difference and "
        "%(undercut)d. Gin: what the opponent has left and %(gin)d."
    ) % {"undercut": gin.undercut, "gin": gin.gin}


def end_sentence(gin: GinRules) -> str:
    """Describe how the sheet is closed (rules.md §5)."""
    if gin.mode == "three":
        return _(
            "The winner adds %(game)d, and 100 where one of the others has won no hand; everybody adds "
            "%(box)d for each hand won."
        ) % {"game": gin.game_bonus, "box": gin.box}
    bonuses = _("The winner adds %(game)d; both add %(box)d for each hand won.")
    doubled = (
        _("If the loser won none, all of it is doubled.")
        if gin.boxes_doubled
        else _("If the loser won none, the winner’s total is doubled before hands won are added.")
    )
    sentences = [bonuses % {"game": gin.game_bonus, "box": gin.box}, doubled]
    if gin.hollywood:
        sentences.append(
            _("The same goes for each of the three games of the sheet, by the hands written in it.")
        )
    return " ".join(sentences)


def medal_match_sentence() -> str:
    """Describe the rules that a medal match leaves out (`in_a_match` of its rules)."""
    return _("There one game is played at a time, without Hollywood.")


def ranking_sentence(gin: GinRules) -> str:
    """Describe the ranking."""
    if gin.mode == "three":
        return _(
            "Most games won; in a tie, the value of all games: everybody pays everybody above them the "
            "difference of the final totals."
        )
    if gin.mode == "teams":
        return _(
            "Most games won; in a tie, the value of all games: the difference of the final totals of the "
            "two sides, + for each of the winners, − for each of the losers."
        )
    if gin.mode == "captain":
        return _(
            "Most games won; in a tie, the value of all games: each of the two settles the difference of "
            "the final totals with the captain."
        )
    if gin.hollywood:
        return _(
            "Most sheets won; in a tie, the value of all sheets: the difference of the totals of the three "
            "games together, + for the winner, − for the loser. The higher total has won the sheet; if it "
            "is tied, the player who has won more of its three games."
        )
    return _(
        "Most games won; in a tie, the value of all games: the difference of the final totals, + for the "
        "winner, − for the loser."
    )


# Results


def result(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a result of two sides in a sentence."""
    won = next(side for side, value in enumerate(values) if value.won)
    words = {
        "winner": who[won],
        "loser": who[1 - won],
        "high": grouped(values[won].pegged),
        "low": grouped(values[won].against),
        "value": signed(values[won].value),
    }
    return _("%(winner)s beats %(loser)s %(high)s–%(low)s, value %(value)s.") % words


def result_of_several(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a result of three, or of the captain against two, in a sentence."""
    won = next(side for side, value in enumerate(values) if value.won)
    others = [
        f"{who[side]} {grouped(value.pegged)} ({signed(value.value)})"
        for side, value in enumerate(values)
        if side != won
    ]
    words = {
        "winner": who[won],
        "high": grouped(values[won].pegged),
        "note": signed(values[won].value),
        "others": _(", ").join(others),
    }
    return _("Win for %(winner)s with %(high)s (%(note)s): %(others)s.") % words


def on_papers(rules: Rules) -> GameHeader:
    """Return the rules that papers need: the instructions on a slip, and the sheet of hands."""
    from tournaments.games.gin.players import labels
    from tournaments.games.gin.slip import HandSheet  # imported here, as it loads ReportLab

    gin = rules_of(rules)
    return {
        "slip": slip_words(hollywood=gin.hollywood),
        "hands": HandSheet(gin, labels(rules)),
        "parts": (_("1st game"), _("2nd game"), _("3rd game")) if gin.hollywood else (),
        "without": ("points", "skunks"),
        "by_value": True,
    }


def slip_words(*, hollywood: bool) -> SlipWords:
    """Return the instructions on a slip: final totals; for Hollywood the sum of the three games."""
    one = _("Write both final totals, bonuses included. Then both put their initials.")
    if not hollywood:
        several = _("Write every final total, bonuses included. Then each side initials.")
        return SlipWords(_("Final total"), one, several)
    three = _("Write the three games together for both, bonuses included. Then both put their initials.")
    return SlipWords(_("Total,\n3 games"), three, three, one)


def device_rules(rules: Rules) -> dict[str, Any]:
    """Return the bonuses and the other numbers that a tablet needs to keep the sheet."""
    return {
        "bonuses": rules["bonuses"],
        "ace": rules["ace"],
        "first_deal": rules["first_deal"],
        "mode": rules.get("mode", "two"),
        "sheet": figures_of(rules),
    }


# Standings


def ranking_columns(shown: Standings) -> list[str]:
    """Return the columns that show the ranking."""
    return ["won", "value"]


def columns(shown: Standings) -> list[str]:
    """Return the columns of the standings after the name and the club."""
    return ["won", "value", "played"]


def standing(row: Row, rank_by: str) -> str:
    """Format a player's points: '5 games won, value +312'.

    If neither ranks first, the first criterion is formatted.
    """
    if rank_by not in ("won", "value"):
        return value_with_unit(row.points, rank_by)
    words = {"won": value_with_unit(row.won, "won"), "value": signed(row.value)}
    return (_("%(won)s, value %(value)s") if rank_by == "won" else _("value %(value)s, %(won)s")) % words


def behind(row: Row, leader: Row, rank_by: str) -> str:
    """Format a player's points with the distance to the player above, in the first criterion."""
    words = {"standing": standing(row, rank_by), "name": leader.name}
    words["gap"] = format_value(row.gap, rank_by).removeprefix("+")
    if row.gap == 0:
        return _("%(standing)s; tied with %(name)s") % words
    if rank_by == "won":
        sentence = ngettext(
            "%(standing)s; %(gap)s game behind %(name)s",
            "%(standing)s; %(gap)s games behind %(name)s",
            row.gap,
        )
        return sentence % words
    return _("%(standing)s; %(gap)s behind %(name)s") % words


def details(row: Row) -> Iterator[str]:
    """Yield further facts about a player's games."""
    yield ngettext("%(count)s game played", "%(count)s games played", row.games) % {"count": row.games}
