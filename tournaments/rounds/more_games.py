"""Record that people at a table played a game too many: it counts for the next round, or not at all.

| what                          | becomes                                                                  |
|-------------------------------|--------------------------------------------------------------------------|
| two games in one sitting      | the second is their game of the next round (`played_ahead`): they are     |
|                               | seated with each other there, and all the others among themselves         |
| a game that was one too many  | an act that says so (`extra_game`): no result, no seat changes            |
| the result of a game played   | entered once its round is open, like every other                          |
| ahead                         |                                                                           |

Both are acts, so they are on the list of acts and can be taken back by name.
"""

from dataclasses import dataclass
from typing import Any

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Round, Stage, User
from tournaments.models.locking import locked
from tournaments.pairing.seating_cost import meetings, opponent_pairs
from tournaments.pairing.values import PlannedTable
from tournaments.rounds.as_played import PLAYED_STATES, Consequence
from tournaments.rounds.history import past
from tournaments.rounds.lifecycle import dependency_obstacle
from tournaments.rounds.meetings import planned_tables
from tournaments.rounds.played_ahead import played_ahead

MAX_TEXT_LENGTH = 160


@dataclass(frozen=True)
class MoreGames:
    """The table at which a further game was played, the pairs that meet again, and the consequences."""

    table: PlannedTable
    again: tuple[tuple[int, int], ...]
    consequences: tuple[Consequence, ...]


def plan_more_games(round_: Round, table: int, *, counts: bool) -> MoreGames:
    """Work out what follows if the people at `table` have played one game more. Write nothing.

    With `counts` it is their game of the next round. Raises `DomainError` where the round is not being
    played, where the table is empty, or where no next round is left that is not seated.
    """
    if round_.stage.kind != Stage.Kind.QUALIFYING:
        raise DomainError("as_played_medal_match")
    if round_.stage.rules.get("boards"):
        raise DomainError("boards_line_up_instead")
    if round_.state not in PLAYED_STATES:
        raise DomainError("as_played_not_begun", round=round_.number)
    there = next((one for one in planned_tables(round_) if one.table == table), None)
    if there is None or len(there.seats) < 2:
        raise DomainError("nobody_plays_there", table=table)
    if not counts:
        return MoreGames(there, (), (Consequence("extra_game_counts_nothing", {}),))
    if round_.number >= round_.stage.rules["rounds"]:
        raise DomainError("no_game_after_it", round=round_.number)
    if dependency_obstacle(round_):
        raise DomainError("next_is_seated_already", round=round_.number + 1)
    if any(set(there.people) & set(one.people) for one in played_ahead(round_.stage, round_.number + 1)):
        raise DomainError("played_ahead_already", round=round_.number + 1)
    before = meetings(past(round_.stage, round_.number + 1))
    again = sorted(tuple(sorted(pair)) for pair in opponent_pairs(there) if before[pair])
    args = {"round": round_.number + 1}
    consequences = [Consequence("played_ahead_seats", args), Consequence("played_ahead_result", args)]
    return MoreGames(there, tuple((one, other) for one, other in again), tuple(consequences))


def write_more_games(
    round_: Round,
    table: int,
    *,
    counts: bool,
    text: str = "",
    by: User | None,
    seen: MoreGames | None = None,
) -> Act:
    """Record a further game at a table; `text` is the text of the slip, `seen` the plan that was shown.

    Raises as `plan_more_games`, and where the plan would be another one by now.
    """
    with locked(round_) as round_:
        tournament = round_.stage.tournament
        plan = plan_more_games(round_, table, counts=counts)
        if seen is not None and plan != seen:
            raise DomainError("what_follows_changed")
        there = plan.table
        args: dict[str, Any] = {
            "stage": round_.stage.order,
            "round": round_.number,
            "table": table,
            "entries": list(there.people),
            "partners": int(there.partners),
            "text": text[:MAX_TEXT_LENGTH],
        }
        return audit_log.record(tournament, "played_ahead" if counts else "extra_game", args, by=by)


def _played_ahead_obstacle(act: Act) -> DomainError | None:
    following = act.tournament.stages.get(order=act.args["stage"]).rounds.exclude(state=Round.State.VOID)
    number = act.args["round"] + 1
    return (
        DomainError("next_round_is_seated", round=number)
        if following.filter(number=number).exists()
        else None
    )


audit_log.undoes("played_ahead", obstacle=_played_ahead_obstacle)(audit_log.no_further_undo)
audit_log.undoes("extra_game")(audit_log.no_further_undo)
