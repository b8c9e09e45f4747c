"""Whose turn it is to sit out, to meet the house player, or to play at a table of three.

Nobody twice before everybody once.
"""

from collections.abc import Iterable, Sequence

from tournaments.pairing.values import Past, PlayedTable

Turn = tuple[set[int], set[int]]
"""A past round: who was there, and whose turn it was."""


def bye_turns(past: Past) -> list[Turn]:
    """Who sat out, round by round."""
    return [
        (_present(tables), {table.people[0] for table in tables if len(table.seats) == 1}) for tables in past
    ]


def house_turns(past: Past, house: int) -> list[Turn]:
    """Who met the house player, round by round."""
    return [
        (
            _present(tables),
            {number for table in tables if house in table.people for number in table.people} - {house},
        )
        for tables in past
    ]


def three_turns(past: Past) -> list[Turn]:
    """Who played at a table of more than two, round by round."""
    return [
        (_present(tables), {number for table in tables if len(table.seats) > 2 for number in table.people})
        for tables in past
    ]


def _present(tables: Sequence[PlayedTable]) -> set[int]:
    return {number for table in tables for number in table.people}


def due(candidates: Iterable[int], turns: Sequence[Turn]) -> set[int]:
    """Those of `candidates` whose turn it is.

    Who never had one comes first (a late arrival too). Once everybody had one a new circle begins, and in it
    again nobody comes twice before everybody who is here came once.
    """
    waiting = set(candidates)
    never = waiting.difference(*(had for _, had in turns))
    if never:
        return never
    circle: set[int] = set()
    for present, had in turns:
        left = (waiting & present) - circle
        if not left:
            left, circle = waiting & present, set()
        circle = had - left if left < had else circle | had  # what goes beyond it begins the next one
    return waiting - circle or waiting
