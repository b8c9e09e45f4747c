"""Two games in one sitting, or one too many, which counts as the next one or not at all."""

import random
from itertools import product

import pytest

from scoring import DomainError
from tests import factories, page_reader
from tests.pairing.test_actual_seats_all_systems import other_seats
from tests.rounds.seated_as_played import assert_copy_round_trips, people_at, seats
from tests.samples import SWEEP_FACTOR
from tournaments import formats, rounds
from tournaments.common import audit_log
from tournaments.models import Meeting, Round
from tournaments.rounds import scores, stages
from tournaments.rounds.played_ahead import played_ahead
from tournaments.standings import standings
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db

FORMAT_BY_MOVEMENT = {
    one.rules["movement"]: key for key, one in formats.FORMATS.items() if "boards" not in one.rules
}


def tournament_with_absentee(key, players):
    return factories.simulated(players, key, seed=7, away=1)


def finish_round(round_, seed):
    """Play every game of a round by chance, then close the round."""
    chance = random.Random(seed)
    for table in scores.table_states([round_]):
        if not table.bye:
            nonce = f"{table.meeting.uid}"
            simulated_tournament.enter_game(
                table.meeting, 1, chance, None, nonce, sides=table.numbers, basis=0
            )
            if table.meeting.games_planned > 1:
                simulated_tournament.play_on(table.meeting, 2, chance, None)
    return rounds.close_round(round_, by=None)


FORMATS_AND_SIZES = list(product(FORMAT_BY_MOVEMENT.values(), (8, 13)))


@pytest.mark.parametrize(
    ("key", "players"),
    FORMATS_AND_SIZES if SWEEP_FACTOR > 1 else [*FORMATS_AND_SIZES[::4], *FORMATS_AND_SIZES[3::4]],
)
def test_tournament_continues_after_extra_games(key, players):
    """Some sit elsewhere, one table plays its next game too, and another one too many."""
    tournament, chance = tournament_with_absentee(key, players), random.Random(f"{key} {players}")
    stage = stages.qualifying(tournament)
    playing = factories.open_round(tournament)
    planned = rounds.planned_tables(playing)
    everybody = sorted(number for table in planned for number in table.people)
    really = [table for table in other_seats(planned, chance) if table not in planned]
    if really:
        before = seats(playing)
        act = rounds.seat_as_played(playing, really, by=None)
        audit_log.undo(act, by=None)
        assert seats(playing) == before
        rounds.seat_as_played(playing, really, by=None)
        assert sorted(number for people in seats(playing).values() for number in people) == everybody
    one = chance.choice([table for table in rounds.planned_tables(playing) if len(table.seats) > 1])
    rounds.write_more_games(playing, one.table, counts=False, text="121–88", by=None)
    act = rounds.write_more_games(playing, one.table, counts=True, by=None)
    finish_round(playing, 1)
    following = rounds.seat(stage, 2, by=None)
    assert sorted(number for people in seats(following).values() for number in people) == everybody
    with pytest.raises(DomainError, match="next_round_is_seated"):
        audit_log.undo(act, by=None)
    found = [table for table in rounds.planned_tables(following) if set(table.people) == set(one.people)]
    assert [table.sides for table in found] == [one.sides]
    assert following.meetings.get(place__number=found[0].table).origin == Meeting.Origin.AS_PLAYED
    finish_round(rounds.open_round(following, by=None), 2)
    if stage.rules["rounds"] > 2:
        third = rounds.seat(stage, 3, by=None)
        assert not rounds.seating_of(third).faults
    assert len(standings(tournament).rows) == players
    assert scores.rebuild(tournament, check=True) == []
    assert_copy_round_trips(tournament)


@pytest.fixture
def playing(tournament):
    return factories.open_round(tournament)


def test_played_ahead_game_is_undone_before_next_seating(tournament, playing):
    act = rounds.write_more_games(playing, 2, counts=True, by=None)
    assert rounds.plan_more_games(playing, 3, counts=True).table.table == 3
    with pytest.raises(DomainError, match="played_ahead_already"):
        rounds.plan_more_games(playing, 2, counts=True)
    audit_log.undo(act, by=None)
    finish_round(playing, 3)
    together = {
        frozenset(people) for people in seats(rounds.seat(stages.qualifying(tournament), 2, by=None)).values()
    }
    assert frozenset(seats(playing)[2]) not in together


def test_playing_ahead_reports_rematch_and_round(tournament):
    plan = rounds.plan_more_games(factories.sit(tournament, 1, (1, 2), (3, 4)), 1, counts=True)
    assert plan.again == ((1, 2),)
    assert [one.args for one in plan.consequences] == [{"round": 2}] * 2


def test_played_ahead_game_is_undone_after_next_is_voided(tournament):
    act = rounds.write_more_games(factories.sit(tournament, 1, (1, 2), (3, 4)), 1, counts=True, by=None)
    following = factories.sit(tournament, 2, (1, 2), (3, 4))
    assert audit_log.undo_obstacle(act).code == "next_round_is_seated"
    Round.objects.filter(pk=following.pk).update(state=Round.State.VOID)
    assert audit_log.undo_obstacle(act) is None


def test_seating_names_round_of_played_ahead_game(tournament):
    first = factories.sit(tournament, 1, (1, 2), (3, 4), (5, 6), (7, 8))
    rounds.write_more_games(first, 1, counts=True, by=None)
    Round.objects.filter(pk=first.pk).update(state=Round.State.CLOSED)
    found = rounds.plan(stages.qualifying(tournament), 2).findings
    assert [one.args for one in found if one.code == "played_ahead"] == [{"round": 1}]


def test_playing_ahead_never_pairs_kept_apart_players():
    tournament = factories.tournament(4, rounds=2, apart_for=0, apart_at_any_price=True)
    playing = factories.open_round(tournament)
    others = seats(playing)[2]
    tournament.entries.filter(number__in=others).update(apart="Roy")
    rounds.write_more_games(playing, 1, counts=True, by=None)
    finish_round(playing, 3)
    with pytest.raises(rounds.NoSeating, match="apart_cannot_be"):
        rounds.plan(stages.qualifying(tournament), 2)


def test_withdrawal_frees_opponent_of_played_ahead_game(tournament, playing):
    one, other = seats(playing)[2]
    rounds.write_more_games(playing, 2, counts=True, by=None)
    finish_round(playing, 3)
    factories.registration.withdraw(factories.entry(tournament, one), from_round=2, by=None)
    tournament.stages.update(rules=stages.qualifying(tournament).rules | {"odd": "bye", "bye_credit": 60})
    people = [
        number
        for sat in seats(rounds.seat(stages.qualifying(tournament), 2, by=None)).values()
        for number in sat
    ]
    assert other in people
    assert one not in people


def test_people_who_have_played_ahead_change_seats_only_once_it_is_taken_back(tournament, playing):
    act = rounds.write_more_games(playing, 2, counts=True, by=None)
    (a, _b), (c, d), (e, _f) = (seats(playing)[table] for table in (1, 2, 3))
    really = [people_at(1, a, c)]
    for change in (
        lambda: rounds.swap(playing, a, c, by=None),
        lambda: rounds.plan_as_played(playing, really),
    ):
        with pytest.raises(DomainError, match=r"^played_ahead_already"):
            change()
    rounds.swap(playing, c, d, by=None)  # they still meet
    rounds.seat_as_played(playing, [people_at(1, a, e)], by=None)
    audit_log.undo(act, by=None)
    rounds.seat_as_played(playing, really, by=None)
    assert (a, c) in seats(playing).values()


def test_seats_can_be_as_played_once_a_game_played_ahead_is_seated(tournament, playing):
    rounds.write_more_games(playing, 2, counts=True, by=None)
    (a, _b), (c, _d) = seats(playing)[1], seats(playing)[2]
    finish_round(playing, 3)
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    playing.refresh_from_db()
    rounds.seat_as_played(playing, [people_at(1, a, c)], by=None)
    assert seats(playing)[1] == (a, c)


def test_note_about_an_earlier_seating_does_not_count(tournament, playing):
    """An earlier version let a seating be taken back after a game was noted."""
    rounds.write_more_games(playing, 2, counts=True, by=None)
    Round.objects.update(state=Round.State.VOID)
    Meeting.objects.update(void_act=tournament.acts.latest("version"))
    again = factories.open_round(tournament)
    assert played_ahead(again.stage, 2) == []
    rounds.write_more_games(again, 2, counts=True, by=None)
    assert [noted.people for noted in played_ahead(again.stage, 2)] == [seats(again)[2]]


@pytest.mark.parametrize(("table", "code"), [(9, "nobody_plays_there"), (1, "no_game_after_it")])
def test_invalid_extra_game_is_refused(tournament, playing, table, code):
    if code == "no_game_after_it":
        tournament.stages.update(rules=stages.qualifying(tournament).rules | {"rounds": 1})
        playing.stage.refresh_from_db()
    with pytest.raises(DomainError, match=code):
        rounds.plan_more_games(playing, table, counts=True)


def test_extra_game_is_previewed_and_confirmed(director, tournament, playing):
    address = f"/t/{tournament.slug}/rounds/1/more-games/"
    assert "more-games" in director.get(f"/t/{tournament.slug}/rounds/1/").content.decode()
    asked = {"table": "2", "counts": "next", "text": "121–88"}
    page = director.get(address, asked)
    assert page_reader.codes(page)[:2] == ["played_ahead_seats", "played_ahead_result"]
    assert not tournament.acts.filter(kind="played_ahead").exists()
    done = director.post(address, asked, follow=True)
    assert page_reader.message_codes(done) == ["played_ahead_done"]
    assert tournament.acts.get(kind="played_ahead").args["entries"] == list(seats(playing)[2])
    again = director.post(address, asked)
    assert again.status_code == 422
    assert page_reader.codes(again) == ["played_ahead_already"]
    director.post(address, {**asked, "counts": "nothing"})
    assert tournament.acts.filter(kind="extra_game").count() == 1
    finish_round(playing, 4)
    assert "played_ahead" in page_reader.codes(director.get(f"/t/{tournament.slug}/rounds/seat/"))
    assert director.get(f"/t/{tournament.slug}/acts/").status_code == 200


def test_rounds_to_come_keep_game_played_ahead():
    tournament = factories.gin(8)
    stage = stages.qualifying(tournament)
    playing = factories.open_round(tournament)
    rounds.write_more_games(playing, 1, counts=True, by=None)
    finish_round(playing, 1)
    coming = rounds.future_rounds(stage)
    for number in (2, 3):
        assert coming[number - 2] == rounds.plan(stage, number).tables
        finish_round(factories.open_round(tournament, number), number)
    assert len(coming) == stage.rules["rounds"] - 1


def test_game_played_ahead_is_undone_before_its_seating():
    tournament = factories.tournament(8, rounds=3)
    act = rounds.write_more_games(factories.open_round(tournament), 1, counts=True, by=None)
    opened, seated = (tournament.acts.get(kind=kind) for kind in ("open", "seat"))
    assert audit_log.undo_obstacle(opened).code == "undo_later_first"
    Round.objects.update(state=Round.State.SEATED)
    assert audit_log.undo_obstacle(seated).code == "undo_later_first"
    Round.objects.update(state=Round.State.OPEN)
    for one in (act, opened, seated):
        audit_log.undo(one, by=None)
    assert Round.objects.get().state == Round.State.VOID
