"""Who is to be seated, which fixtures can be played, who of a team can play, which rounds are foretold."""

import pytest

from scoring import DomainError
from tests import factories
from tests.rounds.test_teams_on_boards import day_of, of_one_match, opened
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Stage
from tournaments.pairing.values import SideScore
from tournaments.rounds import fixtures, meetings, seating, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    """Six people of a league, whose fixtures of round 1 are 1 against 2 and 3 against 4."""
    day = factories.tournament(6, movement="fixtures", rounds=2)
    declared = [[fixtures.Fixture(1, 2, "a"), fixtures.Fixture(3, 4, "b")], [fixtures.Fixture(5, 1, "c")]]
    fixtures.declare(day, declared, league="league", evening=1, by=None)
    return day


def test_the_house_sits_down_where_it_makes_them_even_and_that_was_chosen():
    day = factories.tournament(7, odd="house")
    registration.ensure_house(day, "Maison L'Écuyer")
    stage = stages.qualifying(day)
    here = seating.entries_here(stage, 1)
    for odd in ("house", "bye"):
        stage.rules["odd"] = odd
        for count in range(2, 8):
            seated = seating.people_to_seat(stage, 1, here[:count])
            houses = [one.number for one in seated if one.house]
            assert houses == ([8] if count % 2 and odd == "house" else []), (odd, count)


@pytest.mark.parametrize(
    ("here", "code", "told"),
    [
        ([1], "too_few_players", 1),
        ([1, 3], "no_fixture_can_be_played", None),
        ([5, 6, 1], "no_fixture_can_be_played", None),
        ([1, 2], None, [(1, 2)]),
        ([4, 3, 6], None, [(3, 4)]),
        ([1, 2, 3, 4, 5, 6], None, [(1, 2), (3, 4)]),
    ],
)
def test_fixtures_are_played_of_which_both_are_here(league, here, code, told):
    away = [one for one in league.entries.order_by("number") if one.number not in here]
    if away:
        registration.leave_out(league, away, by=None)
    stage = stages.qualifying(league)
    if code is None:
        seated = rounds.plan(stage, 1)
        assert sorted(tuple(sorted(table.people)) for table in seated.tables) == told
        return
    with pytest.raises(DomainError, match=f"^{code}") as refused:
        rounds.plan(stage, 1)
    assert refused.value.args_.get("players") == told


def test_fixtures_can_be_said_anew_once_the_round_that_had_them_is_taken_back(league):
    anew = [[fixtures.Fixture(1, 3, "d")]]
    rounds.seat(stages.qualifying(league), 1, by=None)
    with pytest.raises(DomainError, match="fixtures_seated"):
        fixtures.declare(league, anew, league="league", evening=1, by=None)
    audit_log.undo(league.acts.get(kind="seat"), by=None)
    fixtures.declare(league, anew, league="league", evening=1, by=None)
    (table,) = rounds.plan(stages.qualifying(league), 1).tables
    assert sorted(table.people) == [1, 3]


def test_after_a_round_without_a_fixture_those_to_come_are_foretold_too():
    day = factories.tournament(4, movement="fixtures", rounds=3)
    declared = [[fixtures.Fixture(1, 2, "a")], [], [fixtures.Fixture(3, 4, "b")]]
    fixtures.declare(day, declared, league="league", evening=1, by=None)
    rounds.seat(stages.qualifying(day), 1, by=None)
    coming = rounds.to_come(stages.qualifying(day))
    assert [[sorted(table.people) for table in planned] for planned in coming] == [[], [[3, 4]]]


def test_where_results_decide_nothing_is_foretold_and_else_with_all_of_the_next_round():
    for movement, foretold in (("winners_stay", []), ("round_robin", [1, 2, 3, 4, 5, 6])):
        day = factories.tournament(6, movement=movement, rounds=4, odd="bye", bye_credit=0)
        stage = stages.qualifying(day)
        rounds.seat(stage, 1, by=None)
        registration.withdraw(day.entries.get(number=6), from_round=3, by=None)
        assert sorted(
            number for table in rounds.to_come(stage)[:1] for one in table for number in one.people
        ) == (foretold)


def squad(day, number, team):
    return [one.player.name for one in meetings.squads(day, number)[team.pk]]


def test_who_of_a_team_can_play_in_a_round_by_the_order_of_the_squad():
    day = day_of(2, 2, members=3, rounds=3)
    team = day.entries.get(number=1)
    one, two, three = (member.player.name for member in registration.everybody_of(team))
    round_ = opened(day)
    for meeting in of_one_match(round_):
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    registration.replace(team, 1, "Noëlla L'Écuyer", by=None)
    assert squad(day, 1, team) == [one, two, three]
    assert squad(day, 2, team) == squad(day, 3, team) == ["Noëlla L'Écuyer", two, three]


def test_rounds_of_teams_are_foretold_as_they_will_be_seated():
    day = day_of(4, 2, rounds=3)
    stage = stages.qualifying(day)
    assert rounds.to_come(stage) == ()
    seated = [opened(day)]
    coming = rounds.to_come(stage)
    for number in (2, 3):
        for meeting in seated[-1].meetings.all():
            factories.enter(meeting, [121, 90])
        rounds.close_round(seated[-1], by=None)
        seated.append(opened(day, number))
        assert rounds.to_come(stage) == coming[number - 1 :]
    assert [sorted(map(where, planned)) for planned in coming] == [
        sorted(map(where, rounds.planned_tables(one))) for one in seated[1:]
    ]


def where(table):
    return table.table, table.seats


@pytest.mark.parametrize(
    ("first", "second", "winner", "of_home", "of_away"),
    [
        ([121, 95], [121, 60], "home", SideScore(242, 5, 1, 2), SideScore(155, 0, 0, 0)),
        ([121, 95], [60, 121], None, SideScore(181, 2, 0, 1), SideScore(216, 3, 0, 1)),
        ([95, 121], [60, 121], "away", SideScore(155, 0, 0, 0), SideScore(242, 5, 1, 2)),
    ],
)
def test_what_teams_have_of_a_match_for_the_rounds_after_it(first, second, winner, of_home, of_away):
    day = day_of(2, 2, rounds=2, match_points="acc")
    round_ = opened(day)
    for meeting, scores in zip(of_one_match(round_), (first, second), strict=True):
        factories.enter(meeting, scores)
    home, away = (side.entry.number for side in rounds.team_matches(round_)[0].sides)
    (table,) = rounds.past(stages.qualifying(day), 2)[0]
    has = dict(zip(table.people, table.scores, strict=True))
    assert has == {home: of_home, away: of_away}
    assert table.winner == {"home": home, "away": away, None: None}[winner]


@pytest.mark.parametrize(
    ("declared", "match", "has"),
    [
        (60, {}, SideScore(60, 0, 0, 0)),
        (None, {}, SideScore(0, 0, 0, 0)),
        (60, {"match": {"kind": "best_of", "games": 3, "bye": "won"}}, SideScore(60, 0, 0, 2)),
    ],
)
def test_who_sits_out_has_the_declared_points_of_it(declared, match, has):
    day = factories.tournament(3, odd="bye", bye_credit=0)
    stage = stages.qualifying(day)
    factories.sit(day, 1, (1, 2), (3,))
    stage.rules |= {"bye_credit": declared, **match}
    scores = {table.people: table.scores for table in rounds.past(stage, 2)[0]}
    assert scores == {(1, 2): (SideScore(), SideScore()), (3,): (has,)}, "two who play have nothing yet"


@pytest.mark.parametrize(
    ("criterion", "field"),
    [
        ("team_points", "matches_won"),
        ("won", "won"),
        ("match_points", "match_points"),
        ("buchholz", "points"),
    ],
)
def test_what_ranks_first_is_what_a_movement_goes_by(criterion, field):
    assert seating.ranks_first(Stage(rules={"criteria": [criterion, "lot"]})) == field


def test_where_nobody_sits_down_nothing_is_written(django_assert_num_queries):
    round_ = factories.sit(factories.tournament(2), 1, (1, 2))
    with django_assert_num_queries(0):
        assert rounds.write_meetings(round_, [], "movement") == []
