"""Medals in sight, held against every future of small fields."""

from collections import defaultdict
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.standings.outlook import Finish, Game, Outlook, can_have_one, outlook

HOUSE = 0
GAMES = [
    Game((3,), (0, 1, 2)),
    Game((2, 3), (0,)),
    Game((1,), (0,)),
    Game((3, 4), (0, 1, 2)),
    Game((1, 2, 4), (0,)),
    Game((1, 2, 3), (0, 1, 2)),
    Game((1,), (0,), level=True),
    Game((1, 2), (0, 1, 2), level=True),
]


def meetings(people: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Everybody who can meet in a round; with an odd field one meets the house."""
    if len(people) % 2:
        people = [*people, HOUSE]
    if not people:
        yield []
        return
    first, *others = people
    for other in others:
        for rest in meetings([each for each in others if each != other]):
            yield [(first, other), *rest]


def played(pairs: list[tuple[int, int]], game: Game) -> Iterator[dict[int, int]]:
    """Whatever a round of those pairs can bring."""
    if not pairs:
        yield {}
        return
    (one, other), *rest = pairs
    sides = ((one, other), (other, one))
    results = {((a, w), (b, v)) for a, b in sides for w in game.win for v in game.lose}
    if game.level:
        results |= {((one, v), (other, v)) for v in game.lose}
    results = {tuple(pair for pair in result if pair[0] != HOUSE) for result in results}
    for others in played(rest, game):
        for result in results:
            yield {**dict(result), **others}


def futures(finish: Finish) -> set[tuple[int, ...]]:
    """What the games left can bring, by the order of the field's numbers."""
    people = sorted(finish.totals)
    rounds = []
    for at in range(finish.games):
        if at == 0 and finish.seated is not None:
            pairs = {tuple(sorted(pair)) for pair in finish.seated.items()}
            met = {each for pair in pairs for each in pair}
            seatings = [[*pairs, *((each, HOUSE) for each in people if each not in met)]]
        else:
            seatings = list(meetings([each for each in people if each]))
        rounds.append(
            {
                tuple(out[each] for each in people)
                for seating in seatings
                for out in played(seating, finish.game)
            }
        )
    found = {(0,) * len(people)}
    for brought in rounds:
        found = {tuple(map(sum, zip(sofar, gain, strict=True))) for sofar in found for gain in brought}
    return found


def by_looking_at_all(finish: Finish) -> dict[int, Outlook]:
    people = sorted(finish.totals)
    behind: dict[int, dict[int, list[bool]]] = {each: defaultdict(list) for each in people}
    safe: dict[int, dict[int, list[bool]]] = {each: defaultdict(list) for each in people}
    for gains in futures(finish):
        ends = [finish.totals[each] + gain for each, gain in zip(people, gains, strict=True)]
        ends += finish.away.values()
        for each, gain, end in zip(people, gains, ends, strict=False):
            behind[each][gain].append(sum(other > end for other in ends) < finish.medals)
            safe[each][gain].append(sum(other >= end for other in ends) - 1 < finish.medals)
    found = {}
    for each in people:
        can = sorted(gain for gain, results in behind[each].items() if any(results))
        fails = [gain for gain, results in safe[each].items() if not all(results)]
        sure = sorted(gain for gain in safe[each] if gain > max(fails, default=-1))
        if not can:
            found[each] = Outlook(certain=False, possible=False)
            continue
        found[each] = Outlook(
            not fails, True, can[0] if fails else min(safe[each]), sure[0] if sure else None
        )
    return found


@st.composite
def fields(draw: st.DrawFn) -> Finish:
    people = draw(st.integers(2, 6))
    game = draw(st.sampled_from(GAMES))
    games = draw(st.integers(1, 3 if people < 4 else 2))
    if people > 4 and games > 1 and len(game.win) + len(game.lose) > 2:
        game = Game(game.win[-1:], game.lose[:1], game.level)
    totals = {number: draw(st.integers(0, 9)) for number in range(1, people + 1)}
    seated = None
    if draw(st.booleans()):
        order = draw(st.permutations(sorted(totals)))
        pairs = [(order[at], order[at + 1]) for at in range(0, people - 1, 2)]
        seated = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    away = {number: draw(st.integers(3, 14)) for number in range(11, 11 + draw(st.integers(0, 2)))}
    return Finish(totals, games, game, draw(st.integers(1, 3)), seated, away)


@tried(200)
@given(fields())
def test_it_is_what_looking_at_every_future_says(finish):
    looked = by_looking_at_all(finish)
    assert {number: outlook(finish, number) for number in finish.totals} == looked
    assert {number: can_have_one(finish, number) for number in finish.totals} == {
        number: found.possible for number, found in looked.items()
    }


PEGGED = Game((121,), tuple(range(121)))


def test_the_last_game_of_a_day():
    """Third and fourth meet, so one of them wins: the fifth is out, but were not if they sat elsewhere."""
    totals = {1: 1500, 2: 1490, 3: 1400, 4: 1380, 5: 1300, 6: 900}
    seated = {1: 6, 6: 1, 2: 5, 5: 2, 3: 4, 4: 3}
    finish = Finish(totals, 1, PEGGED, 3, seated)
    assert outlook(finish, 1) == Outlook(False, True, 0, 2)
    assert outlook(finish, 3) == Outlook(False, True, 90, 102)
    assert outlook(finish, 5) == Outlook(False, False)
    assert outlook(Finish(totals, 1, PEGGED, 3, None), 5) == Outlook(False, True, 100, None)
