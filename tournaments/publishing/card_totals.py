"""The foot of a card: the totals written there, and whether the games add up to them (rules.md §4.1).

Each is an act: a later one about the same player replaces it, and none is ever changed.
"""

from typing import NamedTuple

from scoring import DomainError
from scoring.two_cards import Totals
from tournaments.common import audit_log
from tournaments.models import Act, Tournament, User
from tournaments.models.locking import locked
from tournaments.standings import standings

KIND = "card_total"


class Foot(NamedTuple):
    """The totals at the foot of a card, and those of the score book."""

    number: int
    name: str
    says: Totals
    comes_to: Totals

    @property
    def agrees(self) -> bool:
        return self.says == self.comes_to


def enter_totals(tournament: Tournament, number: int, says: Totals, *, by: User | None) -> Foot:
    """Record the totals at the foot of the card of entry `number`. Raises `DomainError`."""
    with locked(tournament) as current:
        row = standings(current).by_number.get(number)
        if row is None:
            raise DomainError("totals_of_nobody", number=number)
        args = {"entries": [number], "points": says.points, "won": says.won, "spread": says.spread}
        audit_log.record(current, KIND, args, by=by)
    return Foot(number, row.name, says, row.foot)


def entered_totals(tournament: Tournament) -> list[Foot]:
    """Return the newest totals typed for each card, those that differ from the score book first."""
    kept = Act.objects.filter(tournament=tournament, kind=KIND).order_by("version")
    every = kept.values_list("args", flat=True)
    entered = {args["entries"][0]: Totals(args["points"], args["won"], args["spread"]) for args in every}
    if not entered:
        return []
    rows = standings(tournament).by_number
    found = [
        Foot(number, rows[number].name, says, rows[number].foot)
        for number, says in entered.items()
        if number in rows
    ]
    return sorted(found, key=lambda foot: (foot.agrees, foot.number))
