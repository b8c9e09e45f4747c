"""Card games known by name: the range of a side's numbers, and how one game could end (rules.md §9).

| named                  | from, to     | why                                                 |
|------------------------|--------------|-----------------------------------------------------|
| 500, cinq cents        | -1010, 1010  | 520 are bid at most, by a side from -490 to 490     |
| 200, deux cents        | -500, 500    | a contract that is lost is taken off                |
| canasta                | -5000, 9999  | cards left in the hand are taken off                |
| euchre, whist          | 0, 999       | points are only added                               |
| hearts, dame de pique  | 0, 999       | points are only added, and the lower number wins    |

The organiser can declare another range. A game of another name may go below zero, as nothing is known about
it.

>>> named("Le 500 en équipe").least, named("Coeurs").ends, named("Tock").least
(-1010, (26, 104, 61, 87, 45, 70), -999)
"""

import re
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True)
class KnownGame:
    """A card game: the range of its numbers, and numbers with which the sides of one game could end."""

    least: int
    most: int
    ends: tuple[int, ...]


OTHER_GAME = KnownGame(-999, 999, (120, 85, 64, 92, 47, 71))
HEARTS = KnownGame(0, 999, (26, 104, 61, 87, 45, 70))
FIVE_HUNDRED = KnownGame(-1010, 1010, (520, -180, 240, 90, -60, 310))
TWO_HUNDRED = KnownGame(-500, 500, (215, -60, 140, 95, 30, 175))
KNOWN_GAMES = {
    "500": FIVE_HUNDRED,
    "cinq cents": FIVE_HUNDRED,
    "200": TWO_HUNDRED,
    "deux cents": TWO_HUNDRED,
    "canasta": KnownGame(-5000, 9999, (5120, 3480, 2765, 4210, 1890, 3035)),
    "euchre": KnownGame(0, 999, (10, 6, 4, 8, 3, 7)),
    "hearts": HEARTS,
    "coeur": HEARTS,
    "coeurs": HEARTS,
    "dame de pique": HEARTS,
    "whist": KnownGame(0, 999, (52, 39, 26, 45, 31, 37)),
}


def named(name: str) -> KnownGame:
    """Return the game that `name` names, alone or among other words, or `OTHER_GAME`.

    See rules.md §9.
    """
    plain = unicodedata.normalize("NFKD", name.casefold().replace("œ", "oe"))
    words = " ".join(re.findall(r"\w+", "".join(sign for sign in plain if not unicodedata.combining(sign))))
    return next((game for known, game in KNOWN_GAMES.items() if f" {known} " in f" {words} "), OTHER_GAME)
