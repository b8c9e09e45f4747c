"""Result entry: the whole path of a result (check, lock, number, write, compute) beside one bare insert.

Both on the same SQLite file with synchronous=FULL, one commit each, in turn. Without a web server around
them the ratio is harsher than the goal for whole requests (1.67), so the row only informs.
"""

from collections.abc import Iterator
from datetime import date
from itertools import count

from django.core.management import call_command
from django.utils import timezone

from tests.lab.bench.compare import Row, side_by_side

RESULT_COUNT = 100


def rows() -> Iterator[Row]:
    """Yield a row of a hundred results entered through the score book, and a hundred rows inserted."""
    from tournaments import rounds
    from tournaments.models import Line, Player, Tournament
    from tournaments.rounds import scores, stages
    from tournaments.transfer import simulated_tournament

    call_command("migrate", verbosity=0)
    tournament = simulated_tournament.set_up(
        2 * RESULT_COUNT, seed=1, by=None, name="bench", house_name="house", day=date(2026, 11, 21)
    )
    round_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), 1, by=None), by=None)
    meetings = list(round_.meetings.select_related("round__stage"))
    sides = [scores.sides_of(meeting) for meeting in meetings]
    turn = count(1)

    def entered() -> None:
        kind = Line.Kind.RULING  # may be written again and again for the same game
        number = next(turn)
        for meeting, seated in zip(meetings, sides, strict=True):
            scores.write_line(
                meeting,
                kind=kind,
                data={"v": 1, "pegged": [121, number % 100]},
                sides=seated,
                by=Line.By.DESK,
                nonce=f"{meeting.pk}-{number}",
                basis=10**6,
            )

    def inserted() -> None:
        organisation = Tournament.objects.get(pk=tournament.pk).organisation
        for index in range(RESULT_COUNT):
            Player.objects.create(
                organisation=organisation, name=f"bench {index}", sort_name="bench", erased_at=timezone.now()
            )

    yield side_by_side(f"{RESULT_COUNT} results entered", entered, inserted, other_name="bare inserts")
