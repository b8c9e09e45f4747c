"""Club teams compared with their definition, for any people and any rules (rules.md §11)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.club_teams import NEXT, SHARED, SINGLE, TIE_BREAKS, Person, Rules, letters, table

PEOPLE = st.lists(st.tuples(st.sampled_from(("", "a", "b", "c")), st.integers(-30, 30)), max_size=14).map(
    lambda rows: [Person(at, club, points) for at, (club, points) in enumerate(rows, start=1)]
)
RULES = st.builds(
    Rules,
    best=st.integers(1, 5),
    least=st.none() | st.integers(1, 5),
    several=st.booleans(),
    level=st.sampled_from(TIE_BREAKS),
    without_club=st.booleans(),
    lowest=st.booleans(),
)


@given(PEOPLE, RULES)
def test_player_counts_once_and_first_team_has_best_sum(people, rules):
    teams = table(people, rules)
    counted = [number for team in teams for number in team.counted]
    assert len(counted) == len(set(counted))
    by_number = {person.number: person for person in people}
    for team in teams:
        those = [by_number[number] for number in team.counted]
        assert {person.club for person in those} == {team.club}
        assert (sum(team.points), team.points) == (team.total, tuple(person.points for person in those))
        assert rules.needed <= len(those) <= rules.best
        mates = [person.points for person in people if person.club == team.club]
        if team.letter in ("", "A"):
            best = min if rules.lowest else max
            assert team.total == best(map(sum, combinations(mates, len(those))))


@given(PEOPLE, RULES)
def test_club_has_as_many_teams_as_it_can_fill(people, rules):
    teams = table(people, rules)
    for club in {person.club for person in people}:
        full, rest = divmod(sum(person.club == club for person in people), rules.best)
        can = full + (rest >= rules.needed and rest > 0)
        wanted = 0 if not club and not rules.without_club else can if rules.several else min(can, 1)
        own = [team for team in teams if team.club == club]
        assert len(own) == wanted
        assert [team.letter for team in own] == (
            [letters(turn) for turn in range(can)] if wanted > 1 else [""] * wanted
        )


@given(PEOPLE, RULES)
def test_teams_rank_by_sum_and_only_tied_teams_share_a_rank(people, rules):
    teams = table(people, rules)
    sign = 1 if rules.lowest else -1
    assert [sign * team.total for team in teams] == sorted(sign * team.total for team in teams)
    for place, team in enumerate(teams, start=1):
        level = [other for other in teams if other.rank == team.rank]
        assert team.rank <= place < team.rank + len(level)
        assert team.tied == (len(level) > 1)
        assert {other.total for other in level} == {team.total}
        if rules.level == SINGLE:
            assert {other.points for other in level} == {team.points}
        if rules.level == SHARED:
            assert level == [other for other in teams if other.total == team.total]


@given(PEOPLE, RULES, st.randoms(use_true_random=False))
def test_order_of_people_changes_no_team_rank(people, rules, dice):
    mixed = list(people)
    dice.shuffle(mixed)

    def ranks(order: list[Person]) -> list[tuple]:
        return sorted((team.rank, team.club, team.letter, team.points) for team in table(order, rules))

    assert ranks(people) == ranks(mixed)


PLAYERS = [Person(1, "a", 90), Person(2, "a", 70), Person(3, "a", 60), Person(4, "b", 85), Person(5, "b", 75)]


@pytest.mark.parametrize(
    ("level", "more", "expected"),
    [
        (SHARED, [], [(1, "a"), (1, "b")]),
        (NEXT, [], [(1, "a"), (2, "b")]),  # b has no third
        (NEXT, [Person(6, "b", 61)], [(1, "b"), (2, "a")]),
        (NEXT, [Person(6, "b", 60)], [(1, "a"), (1, "b")]),  # level to the last of both
        (SINGLE, [Person(6, "b", 89)], [(1, "b"), (2, "a")]),
        (SINGLE, [], [(1, "a"), (2, "b")]),
    ],
)
def test_tied_teams_follow_the_tie_rule(level, more, expected):
    found = [(team.rank, team.club) for team in table([*PLAYERS, *more], Rules(best=2, level=level))]
    assert found == expected


def test_smaller_team_gains_nothing_where_lowest_ranks_first():
    people = [Person(1, "a", 10), Person(2, "b", 4), Person(3, "b", 5)]
    found = table(people, Rules(best=2, least=1, lowest=True))
    assert [(team.club, team.total) for team in found] == [("b", 9)]
    assert len(table(people, Rules(best=2, least=1))) == 2
