"""The games of medal matches, as files tell them."""

from typing import NamedTuple

from tournaments.models import Result, Stage, Tournament


class MedalGame(NamedTuple):
    """A game of a medal match: for which place, its number, and (entry number, points, won) of each side."""

    place: int
    number: int
    sides: tuple[tuple[int, int, bool], ...]


def medal_games(tournament: Tournament) -> tuple[MedalGame, ...]:
    """The games of medal matches that are settled, in the order in which they were played."""
    results = Result.objects.filter(
        stage__tournament=tournament,
        stage__kind=Stage.Kind.TIE_BREAK,
        state="settled",
        meeting__void_act=None,
    ).exclude(stage__state=Stage.State.VOID)
    columns = ("stage__rules", "meeting_id", "game", "entry__number", "pegged", "won")
    found: dict[tuple[int, int], MedalGame] = {}
    order = ("stage__order", "meeting__round__number", "meeting_id", "game", "entry__number")
    for rules, meeting, game, number, points, won in results.order_by(*order).values_list(*columns):
        known = found.get((meeting, game)) or MedalGame(rules.get("first_rank", 1), game, ())
        found[meeting, game] = known._replace(sides=(*known.sides, (number, points, bool(won))))
    return tuple(found.values())
