"""Medals in sight, compared with every future of small fields."""

from collections import defaultdict
from collections.abc import Iterator

from hypothesis import example, given
from hypothesis import strategies as st

from tests.samples import tried
from tournaments.standings.medal_outlook import Finish, Game, Outlook, can_have_medal, can_keep_medal, outlook

HOUSE_NUMBER = 0
GAMES = [
    Game((3,), (0, 1, 2)),
    Game((2, 3), (0,)),
    Game((1,), (0,)),
    Game((3, 4), (0, 1, 2)),
    Game((1, 2, 4), (0,)),
    Game((1, 2, 3), (0, 1, 2)),
    Game((3,), (1, 2)),
    Game((1,), (0,), level=True),
    Game((1, 2), (0, 1, 2), level=True),
]


def meetings(people: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Yield all possible pairs of a round; in an odd field one player meets the house."""
    if len(people) % 2:
        people = [*people, HOUSE_NUMBER]
    if not people:
        yield []
        return
    first, *others = people
    for other in others:
        for rest in meetings([each for each in others if each != other]):
            yield [(first, other), *rest]


def played(pairs: list[tuple[int, int]], game: Game) -> Iterator[dict[int, int]]:
    """Yield every possible result of a round of those pairs."""
    if not pairs:
        yield {}
        return
    (one, other), *rest = pairs
    sides = ((one, other), (other, one))
    results = {((a, w), (b, v)) for a, b in sides for w in game.win for v in game.lose}
    if game.level:
        results |= {((one, v), (other, v)) for v in game.lose}
    results = {tuple(pair for pair in result if pair[0] != HOUSE_NUMBER) for result in results}
    for others in played(rest, game):
        for result in results:
            yield {**dict(result), **others}


def futures(finish: Finish) -> set[tuple[int, ...]]:
    """Return what the games left can bring, by the order of the field's numbers."""
    people = sorted(finish.totals)
    rounds = []
    for at in range(finish.games):
        if at == 0 and finish.seated is not None:
            pairs = {tuple(sorted(pair)) for pair in finish.seated.items()}
            met = {each for pair in pairs for each in pair}
            seatings = [[*pairs, *((each, HOUSE_NUMBER) for each in people if each not in met)]]
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


def exhaustive_outlooks(finish: Finish) -> dict[int, Outlook]:
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


def paired_finish(*totals: int, games: int = 2, medals: int = 3, game: Game = GAMES[2]) -> Finish:
    """Return a field seated as it stands: the first meets the second, the third the fourth."""
    seated = {number: number + 1 if number % 2 else number - 1 for number in range(1, len(totals) + 1)}
    return Finish(dict(enumerate(totals, start=1)), games, game, medals, seated)


@tried(200)
@example(paired_finish(3, 0, 1, 1, 0, 0, medals=2))  # two must win both games and meet, so one does not
@example(paired_finish(4, 3, 5, 0, 3, 4, medals=4))  # already level, so a win takes no other place
@example(paired_finish(2, 2, 0, 0, 0, 0, medals=1))  # a loss to a player who is level
@example(paired_finish(3, 2, 0, 2, 0, 0, games=1, medals=1))  # the beaten player does not come level
@given(fields())
def test_outlook_equals_exhaustive_search(finish):
    looked = exhaustive_outlooks(finish)
    assert {number: outlook(finish, number) for number in finish.totals} == looked
    assert {number: can_have_medal(finish, number) for number in finish.totals} == {
        number: found.possible for number, found in looked.items()
    }


PEGGED_GAME = Game((121,), tuple(range(121)))


def test_outlook_before_last_game_depends_on_seats():
    """Third and fourth meet and one of them wins, so the fifth is out, but not if they sat elsewhere."""
    totals = {1: 1500, 2: 1490, 3: 1400, 4: 1380, 5: 1300, 6: 900}
    seated = {1: 6, 6: 1, 2: 5, 5: 2, 3: 4, 4: 3}
    finish = Finish(totals, 1, PEGGED_GAME, 3, seated)
    assert outlook(finish, 1) == Outlook(False, True, 0, 2)
    assert outlook(finish, 3) == Outlook(False, True, 90, 102)
    assert outlook(finish, 5) == Outlook(False, False)
    assert outlook(Finish(totals, 1, PEGGED_GAME, 3, None), 5) == Outlook(False, True, 100, None)


def test_enough_points_consider_every_possible_sum():
    """A total of 3 from two games ensures a medal; one of 4 from a single high win does not."""
    high = Game((1, 2, 4), (0,))
    assert outlook(Finish({1: 5, 2: 1}, 3, high, 1), 1) == Outlook(False, True, 0, 5)
    assert outlook(Finish({1: 0, 2: 8, 3: 5}, 3, high, 2), 2) == Outlook(False, True, 0, 5)


def others_ahead(finish: Finish, me: int, gain: int) -> tuple[int, int]:
    """Return how many end before `me` at the least, and before or level at the most, table by table."""
    goal, (win,), lose = finish.totals[me] + gain, finish.game.win, finish.game.lose
    opponent = finish.totals[finish.seated[me]]
    least = int(opponent + (lose[0] if gain == win else win) > goal)
    most = int(opponent + (lose[-1] if gain == win else win) >= goal)
    for one, other in finish.seated.items():
        if one < other and me not in (one, other):
            each = [(finish.totals[a] + win, finish.totals[b]) for a, b in ((one, other), (other, one))]
            least += min((won > goal) + (lost + lose[0] > goal) for won, lost in each)
            most += max((won >= goal) + (lost + lose[-1] >= goal) for won, lost in each)
    return least, most


@tried(60)
@example([9, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 8], 2)  # one of the last pair must pass
@example([9, 0, 7, 7, 7, 7, 7, 0], 3)  # one of each of two pairs comes level, and those behind them
@given(st.lists(st.integers(0, 9), min_size=4, max_size=24), st.integers(1, 6))
def test_outlook_of_large_field_in_last_game_equals_table_sums(points, medals):
    finish = paired_finish(*points[: len(points) // 2 * 2], games=1, medals=medals, game=GAMES[0])
    for me in finish.totals:
        ahead = [others_ahead(finish, me, gain) for gain in range(4)]
        can = [gain for gain, (least, _most) in enumerate(ahead) if least < medals]
        fails = [gain for gain, (_least, most) in enumerate(ahead) if most >= medals]
        found = outlook(finish, me)
        assert (found.possible, found.certain) == (bool(can), not fails)
        assert can_have_medal(finish, me) == found.possible
        if can and fails:
            assert (found.needs, found.enough) == (can[0], fails[-1] + 1 if fails[-1] < 3 else None)


def test_loser_of_last_game_counts_the_winning_opponent():
    """The opponent alone passes, so with two medals a loss with two points takes the second."""
    finish = paired_finish(0, 1, 0, 1, 0, 1, 0, 1, 1, 1, games=1, medals=2, game=GAMES[0])
    assert outlook(finish, 9).needs == 2


def test_pair_with_certain_winner_takes_one_medal():
    """Four pairs stand above the last of five medals; their losers end behind any winner below them."""
    totals = (10, 0, *[11] * 8)
    assert can_have_medal(paired_finish(*totals, games=1, medals=5, game=Game((3,), (0,))), 1)
    assert not can_have_medal(paired_finish(*totals, games=1, medals=4, game=Game((3,), (0,))), 1)


def test_search_in_large_fields_finds_rivals_that_may_pass():
    """Two of eleven may pass, and they are not among the five hardest to hold: found by trying all."""
    totals = {1: 5, 2: 5, 3: 8, 4: 9, 5: 9, 6: 4, 7: 9, 8: 10, 9: 11, 10: 8, 11: 2}
    pairs = [(11, 7), (10, 2), (4, 9), (5, 1), (3, 6)]
    seated = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    finish = Finish(totals, 2, Game((3,), (0, 1, 2)), 3, seated)
    assert can_keep_medal(finish, 1, 5, True, 0)
