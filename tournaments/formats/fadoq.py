"""The regional cribbage day of FADOQ – Région Richelieu-Yamaska (rules.md §4).

| rule           | default          | source                                                       |
|----------------|------------------|--------------------------------------------------------------|
| rounds         | 15               | «15 parties seront jouées»                                     |
| movement       | winners_stay     | «les gagnants resteront à leur place»                          |
| target         | 121              | «121 points ou plus»; exact (what slips carry) or as pegged    |
| rank_by        | pegged           | «celui qui aura accumulé le plus de points»                    |
| ties           | best_of_three    | «un deux de trois»                                             |
| from_116       | True             | «À partir de 116»                                              |
| cuts           | right            | «Le joueur à la droite du donneur coupe»                       |
| first_deal     | cut              | not in the source: declared, shown on the wall                 |
| muggins        | False            | not in the source: declared, shown on the wall                 |
| odd            | None             | not in the source: a house player, a bye, or a table of three  |
| several_losers | all              | §3.1: with three or more sides, the skunk level that all share |
| missed, bye…   | None             | not in the source: a whole number that the organiser declares  |
"""

from typing import Any

from tournaments.formats.shared import Format, breaks, gettext_noop


def _rehearsal(players: int, odd: str | None, fixed: int) -> dict[str, Any]:
    """Return the declarations of a rehearsal; an odd field has a house player, byes, or a table of three."""
    declared: dict[str, Any] = {"missed": 0, "forfeit": {"present": 121, "absent": 0}}
    if players % 2 and odd == "three":
        return declared | {"odd": "three", "tables": max(1, players // 2)}
    if players % 2 and odd == "bye":
        return declared | {"odd": "bye", "bye_credit": 0}
    return declared | ({"odd": "house"} if players % 2 else {})


FORMAT = Format(
    key="fadoq-15",
    name=gettext_noop("Cribbage, winners keep their seat"),
    note=gettext_noop("15 games as on a FADOQ regional day: losers move, most points wins."),
    source="FADOQ – Région Richelieu-Yamaska",
    rules={
        "game": "cribbage",
        "movement": "winners_stay",
        "rounds": 15,
        "from_116": True,
        "odd_ways": ["house", "bye", "three"],
        "tables": 16,
        "minutes": 20,
        "breaks": breaks(15, dinner=7),
    },
    rehearsal=_rehearsal,
)
