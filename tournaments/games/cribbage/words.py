"""Sentences about the rules of a cribbage tournament, its results and its standings."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.cribbage.rules import CribbageRules
from scoring.match_points import Table
from scoring.side import SideValue
from tournaments.games.cribbage import larger_tables, rulings, two_cards
from tournaments.games.cribbage.match_points import skunk_name, skunks_in_words, table_name, table_numbers
from tournaments.games.criteria import format_value, value_with_unit
from tournaments.games.declared_rules import match_sentence
from tournaments.games.game import one_pack
from tournaments.papers.values import GameHeader, SlipWords
from tournaments.papers.words import signed
from tournaments.standings import Row, Standings, cards_show_points_left

Rules = dict[str, Any]
NAME = gettext_lazy("Cribbage")
TRACKS_OF_A_BOARD = 2
packs_at_a_table = one_pack
irregularities = rulings.irregularities


def table_materials(rules: Rules) -> tuple[str, ...]:
    """Return the board; three sides or more each need a track of their own (rules.md §1)."""
    tracks = larger_tables.tracks(rules)
    if tracks > TRACKS_OF_A_BOARD:
        return (_("Cribbage boards with %(tracks)d tracks and their pegs") % {"tracks": tracks},)
    if rules["odd"] == "three":
        return (_("Cribbage boards with their pegs, one of them with 3 tracks"),)
    return (_("Cribbage boards with their pegs"),)


def name(rules: Rules) -> str:
    """Return the name of the game."""
    return str(NAME)


# Rules


def games_sentence(rules: Rules) -> str:
    rounds, target = rules["rounds"], CribbageRules.read(rules).target
    of_matches = bool(match_sentence(rules))
    if rounds and larger_tables.has_more_than_two(rules):
        return (
            larger_tables.games_sentence(rules, of_matches=of_matches)
            + " "
            + _("The first side to %(target)d wins at once.") % {"target": target}
        )
    if not rounds:
        return _("A bracket from the beginning, two at a table. The first to %(target)d wins at once.") % {
            "target": target
        }
    if of_matches:
        return ngettext(
            "%(rounds)d match, two at a table. In each game the first to %(target)d wins at once.",
            "%(rounds)d matches, two at a table. In each game the first to %(target)d wins at once.",
            rounds,
        ) % {"rounds": rounds, "target": target}
    return ngettext(
        "%(rounds)d game, two at a table. The first to %(target)d wins at once.",
        "%(rounds)d games, two at a table. The first to %(target)d wins at once.",
        rounds,
    ) % {"rounds": rounds, "target": target}


def pegging_sentence(cribbage: CribbageRules) -> str:
    """Describe how the winner's points are written down (rules.md §4)."""
    if cribbage.left:
        words = _("Points left are written: 0 for the winner, for the loser what is left to %(target)d.")
    elif cribbage.timed:
        words = _(
            "When the time is up the deal is finished, and the player ahead has won; at %(target)d a game "
            "is over sooner. Both write their points; if they are tied, another deal is played."
        )
    elif cribbage.exact:
        words = _("Written at exactly %(target)d, whatever the last count was worth; the loser as pegged.")
    else:
        words = _(
            "Written as pegged, the last count in full: %(target)d to %(most)d; the loser as pegged too."
        )
    return words % {"target": cribbage.target, "most": cribbage.highest}


def from_116_sentence(cribbage: CribbageRules) -> str:
    """Describe the rule of single points near the end (rules.md §2.4)."""
    if cribbage.from_116:
        return _(
            "A single point can no longer be pegged: a card, a hand or a crib worth only 1 in all is lost. "
            "More counts in full, and 115 plus 1 is allowed."
        )
    return _("Single points are pegged to the end.")


def deal_sentence(rules: Rules) -> str:
    """Describe who deals first (rules.md §3.3, §4)."""
    first_deal, several = rules["first_deal"], larger_tables.has_more_than_two(rules)
    best_of_three = " " + _("In a best of three the loser of a game deals next.")
    if match_sentence(rules):
        best_of_three = " " + _("In a match the loser of a game deals next.")
    both = _("Both cut before every game: the lower card deals, equal cards cut again.")
    if several and first_deal == "loser":
        return larger_tables.loser_deals_sentence()
    if several or rules["odd"] == "three":
        both = _("All at a table cut before every game: the lowest card deals, equal cards cut again.")
    return {
        "cut": both + best_of_three,
        "loser": _(
            "The player who lost the game before. In game 1, and where both won or both lost, the lower "
            "card of a cut; equal cards cut again."
        ),
        "seat_a": _("The player in seat A.") + best_of_three,
    }[first_deal]


def ranking_sentence(cribbage: CribbageRules) -> str:
    """Describe the ranking (rules.md §4)."""
    if cribbage.by_match_points:
        sentence = _("Most match points of the day wins.")
        order = ORDER_SENTENCES.get(" ".join(cribbage.then), "")
        return f"{sentence} {order}" if order else sentence
    return _("Most points wins: all the points pegged, in games won and lost.")


def skunk_sentence(cribbage: CribbageRules, *, three: bool) -> str:
    """Describe the value of a skunk (rules.md §3): only a name without a table of match points."""
    table, skunkless = cribbage.table, _("There are no skunks.")
    if table is None:
        if not cribbage.lines:
            return skunkless
        sentence = _("Words without a value: %(skunks)s.") % {"skunks": skunks_in_words(cribbage.lines)}
    else:
        numbers = {"name": table_name(table.name), "numbers": table_numbers(table, cribbage.lines)}
        sentence = _("Match points (%(name)s): %(numbers)s; a lost game 0.") % numbers
        if not cribbage.counts_match_points:
            sentence += " " + _("They are shown and do not rank.")
        if not cribbage.lines:
            return f"{sentence} {skunkless}"
    return sentence + (_three_skunk_sentence(cribbage.several) if three else "")


def _three_skunk_sentence(several: str) -> str:
    """Describe the condition for a skunk at a table of three (rules.md §3.1)."""
    return (
        " "
        + {
            "all": _("At the table of three a skunk needs both losers under the line."),
            "any": _("At the table of three one loser under the line is enough for a skunk."),
            "none": _("At the table of three there is no skunk."),
        }[several]
    )


def cut_sentence(rules: Rules) -> str:
    """Describe who cuts the starter (rules.md §1)."""
    cribbage = CribbageRules.read(rules)
    if larger_tables.has_more_than_two(rules):
        return larger_tables.cut_sentence(cribbage)
    return {
        "right": _("The player at the dealer’s right: with two at a table, the opponent."),
        "left": _("The player at the dealer’s left: with two at a table, the opponent."),
        "non_dealer": _("The player who does not deal."),
    }[cribbage.cuts]


ORDER_SENTENCES = {
    "won spread pegged": gettext_lazy("Where they are equal: games won, then spread, then points pegged."),
    "spread won pegged": gettext_lazy("Where they are equal: spread, then games won, then points pegged."),
    "won spread": gettext_lazy("Where they are equal: games won, then spread."),
    "won pegged spread": gettext_lazy("Where they are equal: games won, then points pegged, then spread."),
}


# Results


def result(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a result of two sides in a sentence."""
    if values[0].spread != -values[1].spread:
        return two_cards.result(values, who, match_points_text)
    won = next(side for side, value in enumerate(values) if value.won)
    words = {
        "winner": who[won],
        "loser": who[1 - won],
        "high": values[won].pegged,
        "low": values[won].against,
        "skunk": skunk_name(values[won].skunk),
        "worth": match_points_text(values[won].match_points),
        "left": values[1 - won].left,
    }
    if values[won].left is not None:
        return _("%(winner)s beats %(loser)s: %(left)s left.") % words
    if values[won].skunk and values[won].match_points:
        return _("%(winner)s beats %(loser)s %(high)s–%(low)s, %(skunk)s (%(worth)s).") % words
    if values[won].skunk:
        return _("%(winner)s beats %(loser)s %(high)s–%(low)s, %(skunk)s.") % words
    if values[won].match_points:
        return _("%(winner)s beats %(loser)s %(high)s–%(low)s (%(worth)s).") % words
    return _("%(winner)s beats %(loser)s %(high)s–%(low)s.") % words


def result_of_several(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a result of more than two sides, or of partners, in a sentence."""
    won = next(side for side, value in enumerate(values) if value.won)
    written = [value.pegged if value.left is None else value.left for value in values]
    others = [f"{who[side]} {written[side]}" for side in range(len(values)) if side != won]
    skunk, points = values[won].skunk, values[won].match_points
    notes = [skunk_name(skunk) if skunk else "", match_points_text(points) if points else ""]
    words = {
        "winner": who[won],
        "high": written[won],
        "others": _(", ").join(others),
        "note": _(", ").join(note for note in notes if note),
    }
    if words["note"]:
        return _("Win for %(winner)s with %(high)s (%(note)s): %(others)s.") % words
    return _("Win for %(winner)s with %(high)s: %(others)s.") % words


def counting_table(rules: Rules) -> Table | None:
    """Return the table by which a game gives match points; None without one, and in a medal match."""
    return None if rules["movement"] == "tie_break" else CribbageRules.read(rules).table


def match_points_text(points: int) -> str:
    """Format match points in words."""
    return ngettext("%(points)s match point", "%(points)s match points", points) % {"points": points}


def on_papers(rules: Rules) -> GameHeader:
    """Return the rules that papers need: how winners are written, skunk lines, match points."""
    cribbage = CribbageRules.read(rules)
    left = cards_show_points_left(rules)
    return {
        "slip": slip_words(cribbage),
        "match_points": cribbage.table is not None,
        "left": left,
        "foot": cribbage.two_cards,
        "without": ("points", "spread") if left and "spread" not in rules["criteria"] else (),
    }


def slip_words(rules: CribbageRules) -> SlipWords:
    """Return the instructions on a slip, by how the winner's points are written (rules.md §4)."""
    if rules.two_cards:
        two = several = two_cards.slip_sentence()
    elif rules.left:
        two = _("The winner writes 0, the loser what is left to %(target)d. Then both put their initials.")
        several = _("The winner writes 0, the others what is left to %(target)d. Then each side initials.")
    elif rules.timed:
        two = _("Write the points of both when the time is up, %(target)d at most. Then both initial.")
        several = _("Write all points when the time is up, %(target)d at most. Then each side initials.")
    elif rules.exact:
        two = _("The winner has exactly %(target)d. Write the loser’s points, then both put their initials.")
        several = _(
            "The winner has exactly %(target)d. Write the points of the others. Then each side initials."
        )
    else:
        two = _(
            "Write the points as pegged: the winner has %(target)d or more. Then both put their initials."
        )
        several = _("Write the points as pegged: the winner has %(target)d or more. Then each side initials.")
    target = {"target": rules.target}
    names = (_("Skunk"), _("Double"), _("Triple"))
    lines = rules.lines if rules.table else ()  # without match points the names need the space
    ticks = tuple(
        f"{name}\n" + _("under %(points)d") % {"points": line}
        for name, line in zip(names, lines, strict=False)
    )
    return SlipWords(
        _("Points left") if rules.left else _("Points"), two % target, several % target, ticks=ticks
    )


def device_rules(rules: Rules) -> dict[str, Any]:
    """Return how winners are written, and the match points of a win and of each skunk line."""
    cribbage, table = CribbageRules.read(rules), counting_table(rules)
    return two_cards.device_card_rules(asked=cribbage.two_cards) | {
        "pegging": cribbage.pegging,
        "most": cribbage.highest,
        "from_116": cribbage.from_116,
        "first_deal": cribbage.first_deal,
        "win": table.points[0] if table else None,
        "several_losers": cribbage.several,
        "skunks": [
            {"level": level, "under": line, "worth": table.points[level] if table else None}
            for level, line in enumerate(cribbage.lines, start=1)
        ],
    }


# Standings


def ranking_columns(shown: Standings) -> list[str]:
    """Return the columns that show the ranking."""
    return [shown.rank_by]


def columns(shown: Standings) -> list[str]:
    """Return the columns of the standings after the name and the club; match points if they are counted."""
    counted = ["match_points"] if shown.has_match_points else []
    columns = ["pegged", *counted, "won", "skunks", "spread", "played"]
    if shown.writes_left:  # points left have no other column
        columns = [name for name in columns if name not in ("pegged", "spread") or name in shown.criteria]
    return columns


def standing(row: Row, rank_by: str) -> str:
    """Format a player's points: '1 612 points'."""
    return value_with_unit(row.points, rank_by)


def behind(row: Row, leader: Row, rank_by: str) -> str:
    """Format a player's points with the distance to the player above."""
    words = {
        "points": standing(row, rank_by),
        "gap": format_value(row.gap, rank_by).removeprefix("+"),
        "name": leader.name,
    }
    if row.gap == 0:
        return _("%(points)s, as many as %(name)s") % words
    return _("%(points)s, %(gap)s behind %(name)s") % words


def details(row: Row) -> Iterator[str]:
    """Yield further facts about a player's games."""
    yield _("won %(won)s of %(games)s") % {"won": row.won, "games": row.games}
    if row.skunks:
        yield ngettext("%(count)s skunk", "%(count)s skunks", row.skunks) % {"count": row.skunks}
    yield _("spread %(spread)s") % {"spread": signed(row.spread)}
