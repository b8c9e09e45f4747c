"""Consequences of other seats, decision by decision: reported, voided and given back."""

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories
from tests.rounds.seated_as_played import people_at, seats
from tests.web.tablets.device_clients import Tablet
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.models import Meeting, Round
from tournaments.pairing.values import PlannedTable
from tournaments.publishing import publications
from tournaments.rounds import as_played, make_up, meetings, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(tournament):
    return factories.sit(tournament, 1, (1, 2), (3, 4), (5, 6), (7, 8))


def consequence_codes(round_, *changed):
    return [found.code for found in as_played.all_consequences(round_, [], changed)]


NEXT_CODE = "as_played_next_winners_stay"
PARTNER_TABLES = (people_at(1, 1, 2, 3, 4, partners=1), people_at(2, 5, 6, partners=0))


def test_partners_are_reported_if_any_table_has_them(round_):
    assert consequence_codes(round_, *PARTNER_TABLES) == [
        NEXT_CODE,
        "as_played_partners_there",
        "as_played_partners_count",
    ]
    assert consequence_codes(round_, PARTNER_TABLES[1]) == [NEXT_CODE]


def test_last_round_has_no_consequences(tournament, round_):
    for last, codes in ((2, [NEXT_CODE]), (1, [])):
        round_.stage.rules["rounds"] = last
        found = as_played.all_consequences(round_, [], [people_at(1, 1, 2, partners=0)])
        assert [(one.code, one.args) for one in found] == [(code, {"round": 2}) for code in codes]


def test_seated_next_round_is_named(tournament, round_):
    factories.sit(tournament, 2, (1, 3))
    (found,) = as_played.all_consequences(round_, [], [people_at(1, 1, 2)])
    assert (found.code, found.args) == ("as_played_next_stays", {"round": 2})


def test_reseating_after_the_end_is_refused_before_it_is_offered(client):
    tournament, _meeting = factories.medal_match()
    first = stages.qualifying(tournament).rounds.get(number=1)
    (one, _other), (three, _four) = (table.people for table in rounds.planned_tables(first))
    client.force_login(factories.organiser(tournament))
    typed = {"table": 1, "A": one, "B": three}
    page = client.get(reverse("round_as_played", args=[tournament.slug, 1]), typed)
    assert (page.status_code, page.context["refused"].code) == (422, "matches_stand")


def test_reseating_answers_calls_about_it(tournament, round_):
    for table in (1, 4):
        calls.report_other_people(Tablet(tournament, table).device, f"others at {table}", [[3], [1]])
    rounds.seat_as_played(round_, [people_at(1, 1, 3)], by=None)
    assert [call.place.number for call in calls.open_calls(tournament)] == [4]


def test_only_official_standings_that_stand_prevent_reseating(tournament, round_):
    publications.publish(tournament, official=False, by=None)
    assert rounds.plan_as_played(round_, [people_at(1, 1, 3)])
    official = publications.publish(tournament, official=True, by=None)
    with pytest.raises(DomainError, match=r"^standings_official"):
        rounds.plan_as_played(round_, [people_at(1, 1, 3)])
    official.replaced_by = publications.publish(tournament, official=False, by=None)
    official.save()
    assert rounds.plan_as_played(round_, [people_at(1, 1, 3)])


@pytest.mark.parametrize(
    ("really", "code", "about"),
    [
        ([people_at(9, 1, 2), people_at(11, 3, 4)], "no_such_table", {"table": 9}),
        ([people_at(1, 1, 3), people_at(1, 2, 4)], "as_played_who", {}),
        ([], "as_played_who", {}),
        ([PlannedTable(2, ())], "as_played_who", {}),
    ],
)
def test_invalid_tables_are_refused(round_, really, code, about):
    with pytest.raises(DomainError, match=f"^{code}") as refused:
        rounds.plan_as_played(round_, really)
    assert refused.value.args_ == about


def test_teams_on_boards_are_referred_to_line_ups(round_):
    round_.stage.rules["boards"] = {"count": 2}
    with pytest.raises(DomainError, match=r"^boards_line_up_instead"):
        rounds.plan_as_played(round_, [people_at(1, 1, 3)])


def test_medal_matches_cannot_be_reseated():
    _day, meeting = factories.medal_match()
    with pytest.raises(DomainError, match=r"^as_played_medal_match"):
        rounds.plan_as_played(meeting.round, [people_at(1, 2, 1)])


def test_last_closing_ignores_later_rounds(tournament, round_):
    first, _later = (
        audit_log.record(
            tournament, "close", {"stage": 1, "round": number}, inverse={"state": "open"}, by=None
        )
        for number in (1, 2)
    )
    assert as_played.last_close_act(round_) == first


def test_named_players_are_listed_first(round_):
    plan = rounds.plan_as_played(round_, [people_at(3, 5, 1)])
    assert [(move.number, move.named, move.after) for move in plan.moves] == [
        (1, True, (3, "B")),
        (6, False, (1, "A")),
    ]


def test_cancelled_made_up_game_releases_its_table():
    tournament = factories.tournament(6, rounds=3, tables=4, missed=30, made_up=True)
    late = tournament.entries.get(number=5)
    registration.withdraw(late, from_round=1, by=None)
    registration.withdraw(tournament.entries.get(number=6), from_round=1, by=None)
    first = factories.play_round(tournament, 1)
    registration.come_back(late, from_round=2, by=None)
    made = make_up.start(first, late, None, house_name="Maison L'Écuyer", by=None)
    assert meetings.made_up_tables(first) == {made.place.number}
    audit_log.undo(tournament.acts.get(kind="make_up"), by=None)
    assert meetings.made_up_tables(first) == set()


def test_reopening_keeps_later_audit_entries(tournament, round_):
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 80])
    rounds.close_round(round_, by=None)
    rounds.write_more_games(round_, 4, counts=False, by=None)
    rounds.seat_as_played(round_, [people_at(1, 1, 3)], by=None)
    assert Round.objects.get(pk=round_.pk).state == Round.State.OPEN
    standing = tournament.acts.filter(undone_by=None, kind__in=("close", "extra_game"))
    assert [act.kind for act in standing] == ["extra_game"]


def test_undo_restores_only_its_own_round(tournament, round_):
    """The same tables have been played at in other rounds and at another tournament."""
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 80])
    rounds.close_round(round_, by=None)
    other = factories.sit(factories.tournament(8, by=factories.director("yvon")), 2, (1, 3), (2, 4))
    second = factories.sit(tournament, 2, (1, 3), (2, 4), (5, 7), (6, 8))
    planned = seats(second)
    one = rounds.seat_as_played(second, [people_at(1, 1, 2)], by=None)
    between = seats(second)
    two = rounds.seat_as_played(second, [people_at(1, 1, 6)], by=None)
    assert seats(second) not in (planned, between)
    assert audit_log.undo_obstacle(one).code == "round_has_moved_on"
    for act, then in ((two, between), (one, planned)):
        audit_log.undo(act, by=None)
        assert seats(second) == then
    assert (seats(round_), seats(other)) == (
        {1: (1, 2), 2: (3, 4), 3: (5, 6), 4: (7, 8)},
        {1: (1, 3), 2: (2, 4)},
    )
    assert Meeting.objects.filter(round=second, void_act=None).count() == 4
    assert stages.qualifying(tournament).rounds.count() == 2


def test_split_partners_block_undo_of_earlier_reseating(round_):
    together = rounds.seat_as_played(round_, [people_at(1, 1, 2, 3, 4, partners=1)], by=None)
    assert audit_log.undo_obstacle(together) is None
    alone = rounds.seat_as_played(round_, [people_at(1, 1, 2, 3, 4, partners=0)], by=None)
    assert audit_log.undo_obstacle(together).code == "round_has_moved_on"
    audit_log.undo(alone, by=None)
    assert audit_log.undo_obstacle(together) is None


def test_seated_next_round_blocks_undo(tournament, round_):
    act = rounds.seat_as_played(round_, [people_at(1, 1, 3)], by=None)
    assert audit_log.undo_obstacle(act) is None
    factories.sit(tournament, 2, (1, 2))
    assert audit_log.undo_obstacle(act).code == "next_round_is_seated"
