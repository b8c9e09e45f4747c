"""The training exercise: a small tournament whose results arrive by themselves, with five planted incidents.

Nothing about its progress is stored. Which incident is due, and whether it is solved, is read from the
tournament each time, so that corrections and undone actions count as well.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.settle import Settled
from tournaments import registration
from tournaments.finals import medals
from tournaments.models import Line, Meeting, Publication, Round, Tournament, User
from tournaments.models.locking import locked
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import TableState
from tournaments.transfer import simulated_tournament

KEY = "training"
PLAYERS, ROUNDS = 12, 3
LATE_NUMBER, LEAVING_NUMBER = 12, 5
"""The numbers of the player who arrives after game 1, and of the one who goes home after game 2."""
SEED = 2903

LATER, NOW, SOLVED, MISSED = "later", "now", "solved", "missed"


@dataclass(frozen=True)
class Incident:
    """A planted incident: its code, its state, and the names and numbers that its sentence needs."""

    code: str
    state: str
    args: dict[str, Any] = field(default_factory=dict)


def is_training(tournament: Tournament) -> bool:
    return bool(tournament.settings.get(KEY))


def make_training(by: User | None) -> Tournament:
    """Return the exercise of `by` that is not finished; make one where there is none."""
    with transaction.atomic():
        if by is not None:
            # Without this row held, two clicks at once would each make an exercise.
            User.objects.select_for_update(no_key=True).get(pk=by.pk)
            begun = Tournament.objects.filter(
                example=True, live=True, settings__has_key=KEY, acts__kind="create", acts__by=by
            )
            known = begun.exclude(publications__official=True).first()
            if known:
                return known
        made = simulated_tournament.set_up(
            PLAYERS,
            seed=SEED,
            by=by,
            name=_("Training (example)"),
            house_name="",
            day=timezone.localdate(),
            place=_("Saint-Hyacinthe community hall"),
            example=True,
            away=1,
            odd="bye",
            rounds=ROUNDS,
        )
        with locked(made) as tournament:
            tournament.save_settings(**{KEY: True})
            late = registration.check_in(tournament.entries.get(number=LATE_NUMBER), False)
            registration.leave_out(tournament, [late], by=by)
        return tournament


def send_result(tournament: Tournament) -> bool:
    """Write the next result as its table would send it; return whether there was one to write.

    Tables of an incident that is not solved send none. In game 3, the two players of one table differ.
    """
    # The tables are read under the lock: a result of the desk written meanwhile would become a dispute.
    with locked(tournament) as tournament:
        for meeting in medals.open_meetings(tournament).select_related("round__stage")[:1]:
            return _send(scores.table_state(meeting))
        exercise = _Exercise(tournament)
        disputed, held = exercise.table_in_dispute, exercise.held()
        waiting = [table for table in exercise.open_tables() if not table.games[0].lines]
        if disputed in waiting:
            _send(disputed, by=0)
            return _send(disputed, by=1)
        waiting = [table for table in waiting if table.number not in held]
        return bool(waiting) and _send(random.Random(f"{SEED} {len(waiting)}").choice(waiting))


def _send(table: TableState, by: int | None = None) -> bool:
    """Write the result of the next game of a table, or that of side `by`, where the two sides differ."""
    meeting, game = table.meeting, table.next_game or 1
    scores.write_line(
        meeting,
        game=game,
        data=_game_data(table, game) if not by else _wrong_result(table),
        sides=table.numbers,
        by=Line.By.TABLE if by is None else Line.By.SIDE,
        by_entry=None if by is None else table.side(by)[0].entry,
        nonce=f"training-{meeting.uid}-{game}-{by}",
        basis=0,
    )
    return True


def _game_data(table: TableState, game: int = 1, *, attempt: int = 0) -> dict[str, Any]:
    """Return the data of a game as it was played, the same each time."""
    stage = table.meeting.round.stage
    chance = random.Random(f"{SEED} {table.meeting.round.number} {table.numbers} {game} {attempt}")
    return scores.GAMES[stage.game].simulated_data(chance, stage.rules, 2)


def _wrong_result(table: TableState) -> dict[str, Any]:
    """Return another result of the first game, with the same winner."""
    played = _points(table, _game_data(table))
    for attempt in count(1):
        other = _game_data(table, attempt=attempt)
        points = _points(table, other)
        if points != played and points.index(max(points)) == played.index(max(played)):
            return other
    raise AssertionError


def _points(table: TableState, data: Mapping[str, Any]) -> list[int]:
    stage = table.meeting.round.stage
    return [value.pegged for value in scores.GAMES[stage.game].side_values(data, stage.rules, 1)]


def incidents(tournament: Tournament) -> list[Incident]:
    """Return the five incidents in their order."""
    exercise = _Exercise(tournament)
    return [
        exercise.slip("slip", exercise.table_without_tablet),
        exercise.presence("late", LATE_NUMBER, after=1, here=True),
        exercise.wrong_seats(),
        exercise.presence("leaves", LEAVING_NUMBER, after=2, here=False),
        exercise.slip("dispute", exercise.table_in_dispute),
    ]


def is_finished(tournament: Tournament) -> bool:
    """Return whether the standings of the exercise are official, which ends it."""
    return Publication.objects.filter(tournament=tournament, official=True).exists()


class _Exercise:
    """The rounds of an exercise that are open or closed, with their tables."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        seated = stages.qualifying(tournament).rounds.exclude(state=Round.State.VOID).select_related("stage")
        self.rounds = {one.number: one for one in seated}
        played = [one for one in self.rounds.values() if one.state != Round.State.SEATED]
        self.tables: dict[int, list[TableState]] = {number: [] for number in range(1, ROUNDS + 1)}
        for table in scores.table_states(played):
            if not table.bye:
                self.tables.setdefault(table.meeting.round.number, []).append(table)

    @property
    def table_without_tablet(self) -> TableState | None:
        return self.tables[1][-1] if self.tables[1] else None

    @property
    def table_in_dispute(self) -> TableState | None:
        return self.tables[3][0] if self.tables[3] else None

    def is_closed(self, number: int) -> bool:
        return number in self.rounds and self.rounds[number].state == Round.State.CLOSED

    def open_tables(self) -> list[TableState]:
        """Return the tables of the round that is being played."""
        opened = [number for number, one in self.rounds.items() if one.state == Round.State.OPEN]
        return self.tables[opened[0]] if opened else []

    def held(self) -> set[int]:
        """Return the numbers of the tables that send no result."""
        found = set()
        if self.table_without_tablet and not self.is_closed(1):
            found.add(self.table_without_tablet.number)
        if (seats := self.wrong_seats()).state == NOW:
            found |= set(seats.args["tables"])
        return found

    def slip(self, code: str, table: TableState | None) -> Incident:
        """Return the incident of a game whose result is on a signed slip and not, or not rightly, entered."""
        if table is None or (code == "dispute" and not table.games[0].lines):
            return Incident(code, LATER)
        data, result = _game_data(table), table.games[0].result
        names = [table.side(side)[0].entry.name for side in (0, 1)]
        entered = _points(table, result.data) if isinstance(result, Settled) else []
        args = {"table": table.number, "names": names, "points": _points(table, data), "entered": entered}
        if entered == args["points"]:
            return Incident(code, SOLVED, args)
        return Incident(code, MISSED if self.is_closed(table.meeting.round.number) else NOW, args)

    def presence(self, code: str, number: int, *, after: int, here: bool) -> Incident:
        """Return the incident of a player who arrives (`here`) or leaves after a round."""
        if not self.is_closed(after):
            return Incident(code, LATER)
        entry = self.tournament.entries.filter(number=number).first()
        args = {"name": entry.name if entry else ""}
        coming = registration.next_round_number(self.tournament)
        present = {one.number for one in registration.present(self.tournament, coming)}
        if (number in present) == here:
            return Incident(code, SOLVED, args)
        return Incident(code, MISSED if coming > ROUNDS else NOW, args)

    def wrong_seats(self) -> Incident:
        """Return the incident of two players in each other's places, where game 2 has two tables."""
        seats, places = self._swapped_seats() if self.tables[2] else ([], [])
        if len(seats) < 2:
            return Incident("seats", LATER)
        one, two = seats
        args = {"tables": places, "names": [one[0].entry.name, two[0].entry.name]}
        now = {seat.entry_id: table for table in self.tables[2] for seat in table.seats}
        meet = {one[0].entry_id: two[1].entry_id, two[0].entry_id: one[1].entry_id}
        if all(mine in now and now[mine] is now.get(theirs) for mine, theirs in meet.items()):
            return Incident("seats", SOLVED, args)
        return Incident("seats", MISSED if self.is_closed(2) else NOW, args)

    def _swapped_seats(self) -> tuple[list[list[Any]], list[int]]:
        """Return the planned seats of the first two tables of game 2, and the numbers of these tables."""
        planned = self.rounds[2].meetings.filter(Q(void_act=None) | Q(void_act__kind="as_played"))
        planned = planned.exclude(origin=Meeting.Origin.AS_PLAYED).order_by("place__number")
        seated = [
            (list(one.seats.select_related("entry").order_by("side")), one.place.number)
            for one in planned.select_related("place")
            if one.place
        ]
        two = [(seats, number) for seats, number in seated if len(seats) == 2][:2]
        return [seats for seats, _number in two], [number for _seats, number in two]
