"""Players to be seated, fixtures that can be played, members who can play, rounds known beforehand."""

import pytest

from scoring import DomainError
from tests import factories
from tests.rounds.test_teams_on_boards import make_tournament, of_one_match
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Stage
from tournaments.pairing.values import SideScore
from tournaments.rounds import fixtures, meetings, seating, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    """Return six people of a league, whose fixtures of round 1 are 1 against 2 and 3 against 4."""
    tournament = factories.tournament(6, movement="fixtures", rounds=2)
    declared = [[fixtures.Fixture(1, 2, "a"), fixtures.Fixture(3, 4, "b")], [fixtures.Fixture(5, 1, "c")]]
    fixtures.declare(tournament, declared, league="league", evening=1, by=None)
    return tournament


def test_house_player_makes_field_even_if_chosen():
    tournament = factories.tournament(7, odd="house")
    registration.ensure_house(tournament, "Maison L'Écuyer")
    stage = stages.qualifying(tournament)
    here = seating.entries_here(stage, 1)
    for odd in ("house", "bye"):
        stage.rules["odd"] = odd
        for count in range(2, 8):
            seated = seating.people_to_seat(stage, 1, here[:count])
            houses = [one.number for one in seated if one.house]
            assert houses == ([8] if count % 2 and odd == "house" else []), (odd, count)


@pytest.mark.parametrize(
    ("here", "code", "expected"),
    [
        ([1], "too_few_players", 1),
        ([1, 3], "no_fixture_can_be_played", None),
        ([5, 6, 1], "no_fixture_can_be_played", None),
        ([1, 2], None, [(1, 2)]),
        ([4, 3, 6], None, [(3, 4)]),
        ([1, 2, 3, 4, 5, 6], None, [(1, 2), (3, 4)]),
    ],
)
def test_only_fixtures_with_both_present_are_played(league, here, code, expected):
    away = [one for one in league.entries.order_by("number") if one.number not in here]
    if away:
        registration.leave_out(league, away, by=None)
    stage = stages.qualifying(league)
    if code is None:
        seated = rounds.plan(stage, 1)
        assert sorted(tuple(sorted(table.people)) for table in seated.tables) == expected
        return
    with pytest.raises(DomainError, match=f"^{code}") as refused:
        rounds.plan(stage, 1)
    assert refused.value.args_.get("players") == expected


def test_fixtures_can_change_after_round_is_voided(league):
    anew = [[fixtures.Fixture(1, 3, "d")]]
    rounds.seat(stages.qualifying(league), 1, by=None)
    with pytest.raises(DomainError, match="fixtures_seated"):
        fixtures.declare(league, anew, league="league", evening=1, by=None)
    audit_log.undo(league.acts.get(kind="seat"), by=None)
    fixtures.declare(league, anew, league="league", evening=1, by=None)
    (table,) = rounds.plan(stages.qualifying(league), 1).tables
    assert sorted(table.people) == [1, 3]


def test_rounds_after_one_without_fixtures_are_foretold():
    tournament = factories.tournament(4, movement="fixtures", rounds=3)
    declared = [[fixtures.Fixture(1, 2, "a")], [], [fixtures.Fixture(3, 4, "b")]]
    fixtures.declare(tournament, declared, league="league", evening=1, by=None)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    coming = rounds.future_rounds(stages.qualifying(tournament))
    assert [[sorted(table.people) for table in planned] for planned in coming] == [[], [[3, 4]]]


def test_rounds_are_foretold_only_if_results_do_not_decide():
    for movement, foretold in (("winners_stay", []), ("round_robin", [1, 2, 3, 4, 5, 6])):
        tournament = factories.tournament(6, movement=movement, rounds=4, odd="bye", bye_credit=0)
        stage = stages.qualifying(tournament)
        rounds.seat(stage, 1, by=None)
        registration.withdraw(tournament.entries.get(number=6), from_round=3, by=None)
        assert sorted(
            number for table in rounds.future_rounds(stage)[:1] for one in table for number in one.people
        ) == (foretold)


def squad_names(tournament, number, team):
    return [one.player.name for one in meetings.squads(tournament, number)[team.pk]]


def test_squad_of_round_is_in_order():
    tournament = make_tournament(2, 2, members=3, rounds=3)
    team = tournament.entries.get(number=1)
    one, two, three = (member.player.name for member in registration.all_members(team))
    round_ = factories.open_round(tournament)
    for meeting in of_one_match(round_):
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    registration.replace_member(team, 1, "Noëlla L'Écuyer", by=None)
    assert squad_names(tournament, 1, team) == [one, two, three]
    assert (
        squad_names(tournament, 2, team)
        == squad_names(tournament, 3, team)
        == ["Noëlla L'Écuyer", two, three]
    )


def test_foretold_team_rounds_match_later_seating():
    tournament = make_tournament(4, 2, rounds=3)
    stage = stages.qualifying(tournament)
    assert rounds.future_rounds(stage) == ()
    seated = [factories.open_round(tournament)]
    coming = rounds.future_rounds(stage)
    for number in (2, 3):
        for meeting in seated[-1].meetings.all():
            factories.enter(meeting, [121, 90])
        rounds.close_round(seated[-1], by=None)
        seated.append(factories.open_round(tournament, number))
        assert rounds.future_rounds(stage) == coming[number - 1 :]
    assert [sorted(map(table_and_seats, planned)) for planned in coming] == [
        sorted(map(table_and_seats, rounds.planned_tables(one))) for one in seated[1:]
    ]


def table_and_seats(table):
    return table.table, table.seats


@pytest.mark.parametrize(
    ("first", "second", "winner", "of_home", "of_away"),
    [
        ([121, 95], [121, 60], "home", SideScore(242, 5, 1, 2), SideScore(155, 0, 0, 0)),
        ([121, 95], [60, 121], None, SideScore(181, 2, 0, 1), SideScore(216, 3, 0, 1)),
        ([95, 121], [60, 121], "away", SideScore(155, 0, 0, 0), SideScore(242, 5, 1, 2)),
    ],
)
def test_team_match_score_for_later_rounds(first, second, winner, of_home, of_away):
    tournament = make_tournament(2, 2, rounds=2, match_points="acc")
    round_ = factories.open_round(tournament)
    for meeting, scores in zip(of_one_match(round_), (first, second), strict=True):
        factories.enter(meeting, scores)
    home, away = (side.entry.number for side in rounds.team_matches(round_)[0].sides)
    (table,) = rounds.past(stages.qualifying(tournament), 2)[0]
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
def test_bye_has_declared_points_for_pairing(declared, match, has):
    tournament = factories.tournament(3, odd="bye", bye_credit=0)
    stage = stages.qualifying(tournament)
    factories.sit(tournament, 1, (1, 2), (3,))
    stage.rules |= {"bye_credit": declared, **match}
    scores = {table.people: table.scores for table in rounds.past(stage, 2)[0]}
    assert scores == {(1, 2): (SideScore(), SideScore()), (3,): (has,)}, "two who play have no points yet"


@pytest.mark.parametrize(
    ("criterion", "field"),
    [
        ("team_points", "matches_won"),
        ("won", "won"),
        ("match_points", "match_points"),
        ("buchholz", "points"),
    ],
)
def test_pairing_uses_first_ranking_criterion(criterion, field):
    assert seating.first_score_field(Stage(rules={"criteria": [criterion, "lot"]})) == field


def test_empty_seating_writes_nothing(django_assert_num_queries):
    round_ = factories.sit(factories.tournament(2), 1, (1, 2))
    with django_assert_num_queries(0):
        assert rounds.write_meetings(round_, [], "movement") == []
