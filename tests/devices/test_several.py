"""Tables of several and partners, as a device is told of them and as it reports (docs/protocol.md)."""

from uuid import uuid4

import pytest

from tests import factories
from tests.devices.test_api import here, joined, post, result, submit
from tournaments import devices, rounds, standings
from tournaments.finals import medals
from tournaments.models import Line
from tournaments.rounds import scores
from tournaments.web.table_status import statuses

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    made = factories.tournament(9, match_points="acc")
    factories.sit(made, 1, (4, 2, 9), (1, 3, 5, 6), (7, 8), partners=[2])
    made.refresh_from_db()
    return made


def at(day, table):
    token = joined(day, table)["token"]
    (meeting,) = here(token)["meetings"]
    return token, meeting


def phone_of(day, number):
    """The token of a player's own phone."""
    invited = {one.entry.number: one.secret for one in devices.invite_players(day)}
    return post("join", invitation=invited[number], device=str(uuid4())).json()["token"]


def test_three_sides_are_told_and_their_result_is_taken(day):
    token, meeting = at(day, 1)
    assert [side["letter"] for side in meeting["sides"]] == ["A", "B", "C"]
    assert [[one["number"] for one in side["entries"]] for side in meeting["sides"]] == [[4], [2], [9]]
    assert (meeting["state"], meeting["deals"], meeting["game"]) == ("playing", None, 1)
    (answer,) = submit(token, result(meeting, [88, 121, 64]))
    assert (answer["answer"], answer["state"]) == ("accepted", "entered")
    (meeting,) = here(token)["meetings"]
    (told,) = meeting["results"]
    assert (told["pegged"], told["winner"], told["skunk"], told["match_points"]) == ([88, 121, 64], 1, 1, 3)
    assert [side["entries"][0]["points"] for side in meeting["sides"]] == [88, 121, 64]
    assert here(token)["rules"]["several_losers"] == "all"


def test_partners_share_a_side_and_its_points(day):
    token, meeting = at(day, 2)
    assert [[one["number"] for one in side["entries"]] for side in meeting["sides"]] == [[1, 5], [3, 6]]
    (answer,) = submit(token, result(meeting, [121, 97]))
    assert answer["answer"] == "accepted"
    (meeting,) = here(token)["meetings"]
    assert [[one["points"] for one in side["entries"]] for side in meeting["sides"]] == [[121, 121], [97, 97]]
    assert standings.standings(day).by_number[5].pegged == 121


@pytest.mark.parametrize("pegged", [[121, 88], [121, 88, 64, 30], [121, 121, 64], [88, 64, 30]])
def test_what_no_table_of_three_has_is_refused(day, pegged):
    token, meeting = at(day, 1)
    (answer,) = submit(token, result(meeting, pegged))
    assert answer["answer"] == "refused"
    assert Line.objects.count() == 0


def test_the_sides_in_another_order_are_a_dispute(day):
    token, meeting = at(day, 1)
    other = result(meeting, [88, 121, 64], sides=[[9], [4], [2]])
    (answer,) = submit(token, other)
    assert (answer["answer"], answer["state"]) == ("conflict", "disputed")


@pytest.mark.parametrize("sides", [[[7]], [[7, 8]], [[7], [8], [9]]])
def test_as_many_sides_as_sit_there_or_nobody_knows_whose_score_it_is(day, sides):
    token, meeting = at(day, 3)
    (answer,) = submit(token, result(meeting, [121, 88], sides=sides))
    assert answer["answer"] == "refused"
    assert Line.objects.count() == 0


def test_two_phones_of_three_settle_a_game_and_the_third_disputes_it(day):
    statuses.allow_phones(day, True, by=None)
    day.refresh_from_db()
    tokens = {number: phone_of(day, number) for number in (4, 2, 9)}
    (meeting,) = here(tokens[4])["meetings"]
    reports = [(4, [88, 121, 64]), (9, [88, 121, 64]), (2, [80, 121, 64])]
    said = [submit(tokens[number], result(meeting, pegged))[0] for number, pegged in reports]
    assert [(one["answer"], one["state"]) for one in said] == [
        ("accepted", "waiting"),
        ("accepted", "entered"),
        ("conflict", "disputed"),
    ]


def test_partners_on_their_phones_are_one_side(day):
    statuses.allow_phones(day, True, by=None)
    day.refresh_from_db()
    states = []
    for number in (1, 5, 3):
        token = phone_of(day, number)
        (meeting,) = here(token)["meetings"]
        states.append(submit(token, result(meeting, [121, 97]))[0]["state"])
    assert states == ["waiting", "waiting", "entered"]


def test_a_medal_match_is_worth_no_match_points():
    day = factories.tournament(4, rounds=1, match_points="acc")
    factories.play_round(day, 1)
    factories.enter(day.stages.get().rounds.get().meetings.last(), [121, 89])
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    factories.enter(meeting, [121, 60])
    day.refresh_from_db()
    told = here(joined(day, meeting.place.number)["token"])
    assert told["rules"]["win"] is None
    assert {skunk["worth"] for skunk in told["rules"]["skunks"]} == {None}
    assert [one["match_points"] for one in told["meetings"][0]["results"]] == [0]
    assert scores.rebuild(day, check=True) == []


def test_the_last_medal_match_is_the_last_game_whatever_the_day_had():
    """A tablet said «Game 1 of 15» after a best of three, and to wait for the next seats."""
    day = factories.tournament(4, rounds=3)
    won = dict.fromkeys((1, 2, 3, 4), 0)
    for number in (1, 2, 3):
        round_ = factories.open_round(day, number)
        for meeting, sides in scores.who_meets(round_):
            # Who has won less wins: two are level at the top after three games.
            winner = min((0, 1), key=lambda side: won[sides[side][0]])
            won[sides[winner][0]] += 1
            factories.enter(meeting, [121, 80] if winner == 0 else [80, 121])
        rounds.close_round(round_, by=None)
    medals.create(day, seed=1, by=None)
    meeting = medals.open_meetings(day).first()
    stage = meeting.round.stage
    token = joined(day, meeting.place.number)["token"]
    assert (here(token)["round"]["number"], here(token)["round"]["of"]) == (1, 1)
    assert stage.rules["rounds"] == 3
