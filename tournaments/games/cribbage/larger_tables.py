"""Sentences for tournaments with more than two people at each table: games, deal, skunks (rules.md §1)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cribbage.deal import HAND_SIZE, deal
from scoring.cribbage.rules import CribbageRules
from tournaments.pairing.pairing_systems import Tables
from tournaments.pairing.values import OPPOSITE

Rules = dict[str, Any]


def has_several(rules: Rules) -> bool:
    """Return whether more than two people sit at every table."""
    return Tables.from_rules(rules).size > 2


def has_several_losers(rules: Rules) -> bool:
    """Return whether a game at a full table has more than one losing side."""
    tables = Tables.from_rules(rules)
    return tables.size > 2 and (
        not tables.partners or (tables.partners == OPPOSITE and tables.size > HAND_SIZE)
    )


def table_sizes(rules: Rules) -> list[int]:
    """Return the sizes of table that can occur, the usual one first; empty if two meet at every table.

    A field smaller than two full tables can need other sizes too.
    """
    tables = Tables.from_rules(rules)
    if tables.size == 2:
        return [3] if tables.three else []
    found = {size for people in range(2 * tables.size, 8 * tables.size) for size in tables.sizes(people)}
    return sorted(found - {1}, key=lambda size: (size != tables.size, -size))


def tracks(rules: Rules) -> int:
    """Return how many tracks the board of a table needs: one for each side (rules.md §1)."""
    tables = Tables.from_rules(rules)
    if not has_several(rules):
        return 2
    return max(len(sides_of(size, tables.partners)) for size in table_sizes(rules))


def sides_of(size: int, partners: int) -> range:
    """Return the sides at a table of so many people, who are alone or partners."""
    if not partners:
        return range(size)
    return range(size // 2 if partners == OPPOSITE else 2)


def has_pair_entries(rules: Rules) -> bool:
    """Return whether every entry is a pair, so that two pairs sit at each table (`members`)."""
    return rules.get("members") == 2 and not has_several(rules)


def has_more_than_two(rules: Rules) -> bool:
    """Return whether more than two people sit at a table: by the format, or as pairs."""
    return has_several(rules) or has_pair_entries(rules)


def games_sentence(rules: Rules, *, of_matches: bool) -> str:
    """Describe how many games or matches are played, how many people sit at a table, alone or as partners."""
    pairs = has_pair_entries(rules)
    words = {"rounds": rules["rounds"], "seats": 4 if pairs else rules["at_table"]}
    partners = pairs or Tables.from_rules(rules).partners
    if of_matches and partners:
        sentence = ngettext(
            "%(rounds)d match with partners, %(seats)d at a table.",
            "%(rounds)d matches with partners, %(seats)d at a table.",
            rules["rounds"],
        )
    elif of_matches:
        sentence = ngettext(
            "%(rounds)d match, everybody alone, %(seats)d at a table or one more or fewer.",
            "%(rounds)d matches, everybody alone, %(seats)d at a table or one more or fewer.",
            rules["rounds"],
        )
    elif partners:
        sentence = ngettext(
            "%(rounds)d game with partners, %(seats)d at a table.",
            "%(rounds)d games with partners, %(seats)d at a table.",
            rules["rounds"],
        )
    else:
        sentence = ngettext(
            "%(rounds)d game, everybody alone, %(seats)d at a table or one more or fewer.",
            "%(rounds)d games, everybody alone, %(seats)d at a table or one more or fewer.",
            rules["rounds"],
        )
    return sentence % words


def dealt_sentence(rules: Rules) -> str:
    """Describe how many cards everyone gets and discards, table by table, and how the deal passes."""
    if has_pair_entries(rules):
        return " ".join(  # rules.md §3.1
            [
                _("Partners sit opposite each other and peg as one."),
                _cards_sentence(4),
                _("The deal passes to the left."),
            ]
        )
    sentences = [_cards_sentence(people) for people in table_sizes(rules)]
    return " ".join([*sentences, _("The deal passes to the left.")]) if sentences else ""


def _cards_sentence(people: int) -> str:
    made = deal(people)
    words = {
        "people": people,
        "cards": max(made.dealt),
        "fewer": min(made.dealt),
        "discards": max(made.discards),
        "extra": made.to_crib,
    }
    return {
        3: _(
            "Three at a table: %(cards)s cards each, everybody discards %(discards)s, and %(extra)s card of "
            "the pack completes the crib."
        ),
        4: _("Four at a table: %(cards)s cards each, everybody discards %(discards)s."),
        5: _(
            "Five at a table: %(cards)s cards each, %(fewer)s for the dealer; everybody discards "
            "%(discards)s, but not the dealer."
        ),
        6: _(
            "Six at a table: %(cards)s cards each, %(fewer)s for the dealer and the player at the dealer’s "
            "right; everybody discards %(discards)s, but not those two."
        ),
    }[people] % words


def cut_sentence(cribbage: CribbageRules) -> str:
    """Describe who cuts the starter if more than two people sit at a table (rules.md §1)."""
    if cribbage.cuts == "right":
        return _("The player at the dealer’s right.")
    return _("The player at the dealer’s left.")


def loser_deals_sentence() -> str:
    """Describe who deals first if losers do and a game has several."""
    return _(
        "The player who lost the game before; if several did, and in game 1, the lowest card of a cut. "
        "Equal cards cut again."
    )


def skunk_sentence(several: str) -> str:
    """Describe the condition for a skunk if a game has several losers (rules.md §3.1)."""
    return {
        "all": _("A skunk needs all losers under the line."),
        "any": _("One loser under the line is enough for a skunk."),
        "none": _("Where several lose there is no skunk."),
    }[several]
