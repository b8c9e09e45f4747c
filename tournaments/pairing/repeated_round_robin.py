"""Repeated round robin: once all have met all, the next turn of it begins.

| priority                    | rule                                                                      |
|-----------------------------|---------------------------------------------------------------------------|
| a fixed seat                | its table and letter are kept in all rounds; two such people never meet   |
| no sitting out out of turn  | no second time before all have, over the whole stage                      |
| even numbers of meetings    | no rematch before all have met; then those who met least often            |
| the same order              | each turn goes round as the first did, so that a meeting comes back late  |
| short walks                 | as in a round robin (`round_robin.py`)                                    |

The beginning of a turn is found again in the rounds that were played, as the circle is (`circle.py`).
"""

from collections.abc import Iterator, Sequence

from tournaments.pairing import circle
from tournaments.pairing.circle import Pairs
from tournaments.pairing.draw import Draw
from tournaments.pairing.pairing_system import codes_of, gettext_noop
from tournaments.pairing.problems import Problem, Solution
from tournaments.pairing.round_robin import RoundRobin, full_rounds
from tournaments.pairing.unmet_pairs import UnmetPairs
from tournaments.pairing.values import Past, Person


class RepeatedRoundRobin(RoundRobin):
    """All meet all again and again."""

    ONCE = False
    CODES = codes_of("repeated_round_robin", aloud="", as_played="as_played_next_repeated")
    SENTENCES = {
        "choice_repeated_round_robin": gettext_noop("Everybody meets everybody, again and again"),
        "wall_repeated_round_robin": gettext_noop(
            "Everybody meets everybody; then it begins again in the same order. Nobody meets the same "
            "opponent again before everybody has met."
        ),
        "step_repeated_round_robin": gettext_noop(
            "Everybody meets everybody, and then again. You see the seating before it counts."
        ),
        "as_played_next_repeated": gettext_noop(
            "Game %(round)s will be seated based on who has really met: those who have met least often meet."
        ),
        "seats_repeated_round_robin": gettext_noop("By one lot: everybody meets everybody, again and again."),
    }

    def pairs(self, present: Sequence[Person], past: Past, seed: int, *, again: bool = False) -> Pairs:
        """Return the circle as long as it goes on in this turn; else those who have met least often."""
        turn, unmet = current_turn_rounds(present, past), UnmetPairs(present, past)
        on_circle = circle.next_pairs(present, turn, seed)
        if (
            on_circle is not None
            and UnmetPairs(present, turn).has_no_rematch(on_circle)
            and unmet.in_turn(on_circle)
        ):
            return on_circle
        return unmet.best_pairs(Draw(seed * 1000 + len(past)))

    def problems(self, people: int, rounds: int, *, three: bool = False, size: int = 0) -> Iterator[Problem]:
        """Yield a problem if not all meet, or some meet once more than others."""
        full = full_rounds(people)
        turns, more = divmod(rounds, full)
        if people > 1 and more:
            numbers = {"games": rounds, "others": people - 1, "full": full, "times": turns}
            ways = [Solution("rounds", count) for count in (turns * full, (turns + 1) * full) if count]
            yield Problem(
                "some_meet_once_more" if turns else "not_everybody_meets", False, numbers, tuple(ways)
            )


def current_turn_rounds(present: Sequence[Person], past: Past) -> Past:
    """Return the rounds since all had met all for the last time; none if a new turn begins."""
    persons = {person.number: person for person in present}
    begins = 0
    for number, tables in enumerate(past, start=1):
        there = [persons.get(one, Person(one)) for table in tables for one in table.people]
        if not UnmetPairs(there, past[begins:number]).has_new_pair:
            begins = number
    return past[begins:]
