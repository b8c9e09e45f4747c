"""Whist schedules: in n or n - 1 rounds each person partners all others once and opposes them twice.

One starting round is shipped for each number of people; each later round adds one to every place. If n is
4k + 1 places are counted modulo n and one person sits out of each round, each once; if n is 4k they
are counted modulo n - 1 and the last place stays. The starting rounds were found by search; a test checks
each. Nine people have no such round modulo 9: theirs adds in the field of nine elements.
"""

from tournaments.pairing.finite_field import FiniteField

Pair = tuple[int, int]
Table = tuple[Pair, Pair]
"""Two pairs of partners, by place."""

LAST_PERSON = -1
"""The place that stays, in a starting round."""

FIRST_ROUNDS: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((LAST_PERSON, 0, 1, 2),),
    5: ((1, 4, 3, 2),),
    8: ((LAST_PERSON, 0, 6, 2), (5, 4, 3, 1)),
    9: ((1, 2, 4, 8), (3, 6, 7, 5)),
    12: ((LAST_PERSON, 0, 6, 2), (1, 3, 4, 7), (10, 5, 8, 9)),
    13: ((6, 1, 7, 4), (9, 2, 11, 10), (5, 3, 12, 8)),
    16: ((LAST_PERSON, 0, 4, 12), (13, 9, 8, 7), (14, 1, 6, 3), (11, 2, 10, 5)),
    17: ((13, 1, 4, 15), (7, 11, 12, 5), (16, 14, 9, 8), (10, 2, 6, 3)),
    20: ((LAST_PERSON, 0, 16, 10), (9, 4, 11, 12), (14, 2, 6, 15), (3, 1, 8, 5), (18, 7, 13, 17)),
    21: ((17, 19, 4, 20), (8, 16, 1, 5), (3, 14, 12, 15), (7, 13, 2, 9), (6, 18, 10, 11)),
    24: (
        (LAST_PERSON, 0, 15, 14),
        (21, 11, 3, 17),
        (13, 1, 6, 2),
        (18, 20, 16, 8),
        (9, 4, 7, 10),
        (12, 19, 5, 22),
    ),
    25: (
        (24, 13, 21, 20),
        (11, 2, 12, 16),
        (19, 1, 22, 10),
        (8, 5, 3, 18),
        (4, 6, 17, 23),
        (15, 7, 14, 9),
    ),
    28: (
        (LAST_PERSON, 0, 25, 23),
        (18, 6, 15, 14),
        (11, 7, 1, 12),
        (24, 17, 22, 9),
        (3, 21, 20, 10),
        (16, 8, 5, 2),
        (19, 13, 4, 26),
    ),
    29: (
        (6, 27, 5, 12),
        (8, 21, 3, 18),
        (10, 14, 23, 22),
        (17, 19, 15, 4),
        (13, 16, 24, 7),
        (20, 26, 25, 1),
        (11, 2, 9, 28),
    ),
    32: (
        (LAST_PERSON, 0, 24, 1),
        (27, 25, 14, 18),
        (4, 20, 22, 10),
        (28, 19, 16, 5),
        (13, 12, 7, 17),
        (9, 26, 6, 11),
        (30, 2, 3, 21),
        (8, 15, 23, 29),
    ),
    33: (
        (25, 20, 31, 28),
        (13, 22, 8, 23),
        (1, 32, 3, 17),
        (21, 10, 26, 14),
        (4, 12, 19, 2),
        (24, 30, 18, 11),
        (9, 5, 6, 29),
        (16, 15, 27, 7),
    ),
    36: (
        (LAST_PERSON, 0, 2, 10),
        (32, 26, 16, 5),
        (8, 23, 30, 12),
        (24, 11, 4, 7),
        (25, 34, 22, 20),
        (21, 17, 6, 18),
        (28, 27, 19, 33),
        (15, 31, 9, 14),
        (3, 13, 1, 29),
    ),
    37: (
        (20, 13, 17, 16),
        (34, 23, 28, 22),
        (8, 32, 31, 14),
        (33, 30, 6, 11),
        (2, 21, 12, 4),
        (24, 36, 29, 15),
        (26, 10, 18, 3),
        (7, 35, 9, 19),
        (27, 25, 1, 5),
    ),
    40: (
        (LAST_PERSON, 0, 28, 23),
        (15, 19, 22, 20),
        (35, 36, 27, 34),
        (12, 1, 6, 24),
        (31, 16, 5, 2),
        (8, 38, 11, 25),
        (13, 7, 17, 37),
        (9, 21, 3, 29),
        (14, 30, 10, 32),
        (4, 33, 18, 26),
    ),
}
"""By number of people, the tables of the first round: partners are the first two and the last two."""


def rounds(people: int) -> int:
    """Return how many rounds the whole schedule of so many people has; 0 if none is shipped.

    >>> rounds(12), rounds(13), rounds(14)
    (11, 13, 0)
    """
    if people not in FIRST_ROUNDS:
        return 0
    return people if people % 4 else people - 1


def tables_of_round(people: int, number: int) -> tuple[Table, ...]:
    """Return the tables of round `number` (0 is the first), by place from 0; a place at no table sits out.

    Rounds beyond the last begin anew. Raises KeyError if no schedule is shipped for so many.
    """
    start = FIRST_ROUNDS[people]
    modulus = people if people % 4 else people - 1
    field = FiniteField(9) if people == 9 else None
    step = number % modulus

    def place(at: int) -> int:
        if at == LAST_PERSON:
            return people - 1
        return field.add(at, step) if field else (at + step) % modulus

    return tuple(((place(a), place(b)), (place(c), place(d))) for a, b, c, d in start)
