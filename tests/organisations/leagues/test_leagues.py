"""Leagues evening by evening: seated from the fixtures, put off, awarded, added up from the score books."""

import pytest

from scoring import DomainError
from scoring.league import AWAY, HOME, NEITHER
from tests import factories
from tests.organisations.leagues import days
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Player, Seat, Stage, User
from tournaments.organisations import leagues
from tournaments.organisations.leagues import Side
from tournaments.publishing import snapshot
from tournaments.rounds import fixtures as told_of
from tournaments.rounds import seating, stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise() -> User:
    return factories.director()


def club(of: User):
    return of.roles.get().organisation


def seats(day, number):
    """Who sits at A and at B at each table of a round, by name."""
    found = {}
    rows = Seat.objects.filter(meeting__round__stage__tournament=day, meeting__round__number=number)
    for meeting, letter, name in rows.order_by("letter").values_list("meeting", "letter", "entry__name"):
        found.setdefault(meeting, []).append((letter, name))
    return {tuple(name for _letter, name in sides) for sides in found.values()}


def test_every_evening_is_seated_from_the_fixtures_whoever_is_at_home_at_a(lise):
    league = days.league(days.persons(6), of=club(lise), per_evening=2)
    called = leagues.league_state(league).names
    for number in (1, 2):
        day = days.evening(league, number, by=lise)
        days.play(day, by=lise)
        for at in (1, 2):
            drawn = league.fixtures.filter(round=2 * (number - 1) + at)
            wanted = {(called[one.home.number], called[one.away.number]) for one in drawn}
            assert seats(day, at) == wanted
        assert stages.qualifying(day).rules["rounds"] == 2
    now = leagues.league_state(league)
    assert [one.state for one in now.fixtures if one.evening <= 2] == ["played"] * 12
    assert sum(row.all.won for row in now.rows) == sum(row.home.won for row in now.rows) == 12
    assert {row.all.played for row in now.rows} == {4}
    assert Player.objects.count() == 6


def test_large_teams_without_a_name_that_begin_alike_make_a_league(lise):
    made = factories.tournament(0, tables=4)
    squads = [
        ("Réal Tremblay", "Zoé Roy", "Léo Côté", "Anne Morin", "Pat Dubé"),
        ("Aline Tremblay", "Guy Roy", "Noëlla Gagnon", "Jean O'Brien", "Rose Dubé"),
        ("Luc Saint-Hilaire", "Ève L'Écuyer", "Marc Lavoie", "Lise Fortin", "Paul Gagné"),
    ]
    for members in squads[:2]:
        registration.add_team(made, "", [registration.Mate(name) for name in members])
    registration.add_team(made, "Les Valets", [registration.Mate(name) for name in squads[2]])
    first, second, _third = made.entries.order_by("number")
    assert first.name == second.name
    league = days.league(leagues.sides_of(made), of=club(lise))
    people = [
        tuple(one.player.name for one in side.players.order_by("position"))
        for side in league.sides.order_by("number")
    ]
    assert people == squads
    assert leagues.league_state(league).names[3] == "Les Valets"


def test_with_an_odd_number_one_sits_out_each_evening(lise):
    league = days.league(days.persons(5), of=club(lise))
    day = days.evening(league, 1, by=lise)
    days.play(day, by=lise)
    now = leagues.league_state(league)
    assert (len(now.evenings[0].fixtures), len(now.evenings[0].free)) == (2, 1)
    assert day.entries.count() == 4
    assert sorted(row.behind for row in now.rows) == [0, 0, 0, 0, 1]


def test_nothing_counts_before_the_evening_is_official_and_then_as_announced(lise):
    league = days.league(days.persons(4), of=club(lise))
    day = days.evening(league, 1, by=lise)
    days.play(day, by=lise, publish=False)
    assert {one.state for one in leagues.league_state(league).fixtures if one.evening == 1} == {"seated"}
    snapshot.publish(day, official=True, by=lise)
    won = [row.side for row in leagues.league_state(league).rows if row.all.won]
    meeting = day.stages.get(order=1).rounds.get(number=1).meetings.first()
    factories.enter(meeting, [70, 121], kind="correction")
    assert [row.side for row in leagues.league_state(league).rows if row.all.won] == won
    snapshot.publish(day, official=True, by=lise)
    after = leagues.league_state(league)
    assert sum(row.away.won for row in after.rows) == sum(row.home.won for row in after.rows) == 1


def test_a_postponed_fixture_stays_open_and_is_played_beside_those_of_a_later_evening(lise):
    league = days.league(days.persons(6), of=club(lise))
    late = days.fixture(league, 1)
    leagues.postpone(late, reason="Grippe", by=lise)
    first = days.evening(league, 1, by=lise)
    days.play(first, by=lise)
    assert days.told(league, late).state == "open"
    assert sorted(row.behind for row in leagues.league_state(league).rows) == [0, 0, 0, 0, 1, 1]
    leagues.move(late, 2, by=lise)
    second = days.evening(league, 2, by=lise)
    assert stages.qualifying(second).rules["rounds"] == 2
    days.play(second, by=lise)
    told = days.told(league, late)
    assert (told.state, told.at, told.evening, told.drawn) == ("played", second, 2, 1)
    called = leagues.league_state(league).names
    assert seats(second, 2) == {(called[told.home], called[told.away])}
    assert {row.behind for row in leagues.league_state(league).rows} == {0}


def test_what_comes_to_an_evening_that_is_being_played_takes_a_round_to_come(lise):
    league = days.league(days.persons(6), of=club(lise), per_evening=2)
    day = days.evening(league, 1, by=lise)
    factories.open_round(day, 1)
    ahead = days.fixture(league, 2)
    leagues.move(ahead, 1, by=lise)
    assert stages.qualifying(day).rules["rounds"] == 3
    with pytest.raises(DomainError, match="league_is_played"):
        leagues.postpone(days.fixture(league, 1), by=lise)
    leagues.take_back(ahead.acts.get(), by=lise)
    assert stages.qualifying(day).rules["rounds"] == 2
    assert days.told(league, ahead).evening == 2


def test_who_is_not_here_has_no_seat_nor_has_the_opponent(lise):
    league = days.league(days.persons(6), of=club(lise), per_evening=2)
    day = days.evening(league, 1, by=lise)
    absent = registration.present(day, 1)[0]
    registration.leave_out(day, [absent], by=lise)
    round_ = factories.open_round(day, 1)
    assert round_.meetings.count() == 2
    missed = next(
        one
        for one in leagues.league_state(league).fixtures
        if one.round == 1
        and absent.name in (leagues.league_state(league).names[side] for side in (one.home, one.away))
    )
    assert missed.state == "planned"
    registration.come_back(absent, from_round=2, by=lise)
    leagues.move(league.fixtures.get(uid=missed.uid), 1, by=lise)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])
    rounds.close_round(round_, by=None)
    days.play(day, by=lise)
    assert [one.state for one in leagues.league_state(league).fixtures if one.evening == 1] == ["played"] * 6


@pytest.mark.parametrize(("to", "won"), [(HOME, (1, 0)), (AWAY, (0, 1)), (NEITHER, (0, 0))])
def test_an_award_needs_a_reason_counts_and_can_be_taken_back(lise, to, won):
    league = days.league(days.persons(4), of=club(lise))
    one = days.fixture(league, 1)
    with pytest.raises(DomainError, match="league_award_reason"):
        leagues.award(one, to, reason=" ", by=lise)
    act = leagues.award(one, to, reason="Ne s'est pas présentée", by=lise)
    rows = {row.side: row.all for row in leagues.league_state(league).rows}
    assert (rows[one.home.number].won, rows[one.away.number].won) == won
    assert rows[one.home.number].played == rows[one.away.number].played == 1
    with pytest.raises(DomainError, match="league_is_awarded"):
        leagues.postpone(one, by=lise)
    assert not Seat.objects.exists()
    leagues.take_back(act, by=lise)
    assert not any(row.all.played for row in leagues.league_state(league).rows)
    with pytest.raises(DomainError, match="league_not_the_last"):
        leagues.take_back(act, by=lise)
    assert one.acts.get().taken_back_by == lise


def test_who_leaves_loses_what_is_open_and_a_league_ends_when_nothing_is(lise):
    league = days.league(days.persons(3), of=club(lise))
    days.play(days.evening(league, 1, by=lise), by=lise)
    with pytest.raises(DomainError, match="league_still_open"):
        leagues.end(league, by=lise)
    played = leagues.league_state(league).evenings[0].fixtures[0]
    assert leagues.leave(league.sides.get(number=played.home), reason="Déménagement", by=lise) == 1
    left = next(one for one in leagues.league_state(league).fixtures if one.is_open)
    leagues.award(league.fixtures.get(uid=left.uid), NEITHER, reason="Tempête", by=lise)
    leagues.end(league, by=lise)
    now = leagues.league_state(league)
    assert now.official and not now.changed
    leagues.take_back(league.fixtures.get(uid=left.uid).acts.get(), by=lise)
    assert leagues.league_state(league).changed


def test_a_team_is_the_same_under_its_name_with_substitutes(lise):
    pairs = [(f"Équipe {letter}", (f"Anne {letter} O'Brien", f"Luc {letter} L'Écuyer")) for letter in "ABCD"]
    league = days.league(
        [Side(name, "Sorel", members) for name, members in pairs], of=club(lise), double=True
    )
    first = days.evening(league, 1, by=lise)
    assert set(first.entries.values_list("kind", "name")) == {("team", name) for name, _ in pairs}
    days.play(first, by=lise)
    second = days.evening(league, 2, by=lise)
    team = second.entries.order_by("number").first()
    registration.replace(team, 1, "Zoé Saint-Hilaire", by=lise)
    days.play(second, by=lise)
    third = stages.create_tournament(
        name="Ligue 3", day=league.days[2], place="", rules=second.stages.get(order=1).rules, seed=3, by=lise
    )
    registration.bring_people(third, second, by=lise)
    leagues.assign_tournament(league, 3, third, by=lise)
    assert third.entries.count() == 4
    days.play(third, by=lise)
    assert {row.all.played for row in leagues.league_state(league).rows} == {3}


@pytest.mark.parametrize(
    ("sides", "code"),
    [
        (days.persons(1), "league_sides"),
        (days.persons(41), "league_sides"),
        ([*days.persons(3), days.persons(1)[0]], "league_side_twice"),
        (days.persons(30), "league_dates"),
    ],
)
def test_what_no_league_can_be_is_refused(lise, sides, code):
    with pytest.raises(DomainError, match=code):
        days.league(sides, of=club(lise))


def test_an_evening_needs_a_format_in_which_two_meet_and_is_played_once(lise):
    league = days.league(days.persons(4), of=club(lise))
    with pytest.raises(DomainError, match="league_two_at_table"):
        days.evening(league, 1, by=lise, key="cribbage-partners")
    with pytest.raises(DomainError, match="league_two_at_table"):
        days.evening(league, 1, by=lise, key="cribbage-teams")
    day = days.evening(league, 1, by=lise)
    with pytest.raises(DomainError, match="league_evening_taken"):
        days.evening(league, 1, by=lise)
    days.play(day, by=lise)
    with pytest.raises(DomainError, match="league_evening_over"):
        leagues.move(days.fixture(league, 2), 1, by=lise)
    with pytest.raises(DomainError, match="league_no_evening"):
        leagues.move(days.fixture(league, 2), 99, by=lise)


def test_who_was_taken_off_the_list_is_entered_again_with_the_fixtures(lise):
    league = days.league(days.persons(4), of=club(lise))
    day = days.evening(league, 1, by=lise)
    audit_log.undo(day.acts.get(kind="import"), by=lise)
    assert not day.entries.exists()
    leagues.move(days.fixture(league, 2), 1, by=lise)
    assert day.entries.count() == 4
    numbers = set(day.entries.values_list("number", flat=True))
    told = told_of.rounds_of(told_of.declared(day))
    assert {number for games in told for one in games for number in one[:2]} <= numbers


def test_an_evening_restored_from_its_copy_is_found_by_its_league(lise):
    league = days.league(days.persons(6), of=club(lise), per_evening=2)
    day = days.evening(league, 1, by=lise)
    factories.play_round(day, 1)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=lise)
    days.play(life, by=lise)
    now = leagues.league_state(league)
    assert {one.at for one in now.fixtures if one.state == "played"} == {life}
    assert {row.all.played for row in now.rows} == {2}


def test_what_is_to_come_of_an_evening_is_told_and_what_is_seated_stays(lise):
    league = days.league(days.persons(6), of=club(lise), per_evening=2)
    day = days.evening(league, 1, by=lise)
    factories.open_round(day, 1)
    stage = stages.qualifying(day)
    (second,) = rounds.to_come(stage)
    assert told_of.deciding(stage) == told_of.declared(day)
    assert told_of.with_fixture(told_of.declared(day), 4, seating.people(stage, 1)) == []
    assert told_of.deciding(Stage(tournament=day, movement="one_table_on")) is None, "its movement decides"
    declared = told_of.rounds_of(told_of.declared(day))
    assert {frozenset(table.people) for table in second} == {
        frozenset((one.home, one.away)) for one in declared[1]
    }
    as_before = {"league": told_of.declared(day).args["league"], "evening": 1, "by": lise}
    told_of.declare(day, [declared[0], ()], **as_before)
    with pytest.raises(DomainError) as refused:
        told_of.declare(day, [declared[1], declared[0]], **as_before)
    assert (refused.value.code, refused.value.args_) == ("fixtures_seated", {"round": 1})


def test_a_day_that_plays_without_a_league_is_given_no_fixtures():
    day = factories.tournament(4)
    factories.open_round(day)
    with pytest.raises(DomainError, match=r"^fixtures_seated"):
        told_of.declare(day, [], league="", evening=1, by=None)
