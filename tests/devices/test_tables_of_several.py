"""Tables of several and partners: what devices are sent and what they report (docs/protocol.md)."""

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
def tournament():
    made = factories.tournament(9, match_points="acc")
    factories.sit(made, 1, (4, 2, 9), (1, 3, 5, 6), (7, 8), partners=[2])
    made.refresh_from_db()
    return made


def join_at(tournament, table):
    token = joined(tournament, table)["token"]
    (meeting,) = here(token)["meetings"]
    return token, meeting


def phone_token(tournament, number):
    """Return the token of a player's own phone."""
    invited = {one.entry.number: one.secret for one in devices.invite_players(tournament)}
    return post("join", invitation=invited[number], device=str(uuid4())).json()["token"]


def test_result_of_three_sides_is_accepted(tournament):
    token, meeting = join_at(tournament, 1)
    assert [side["letter"] for side in meeting["sides"]] == ["A", "B", "C"]
    assert [[one["number"] for one in side["entries"]] for side in meeting["sides"]] == [[4], [2], [9]]
    assert (meeting["state"], meeting["deals"], meeting["game"]) == ("playing", None, 1)
    (answer,) = submit(token, result(meeting, [88, 121, 64]))
    assert (answer["answer"], answer["state"]) == ("accepted", "entered")
    (meeting,) = here(token)["meetings"]
    (outcome,) = meeting["results"]
    assert (outcome["pegged"], outcome["winner"], outcome["skunk"], outcome["match_points"]) == (
        [88, 121, 64],
        1,
        1,
        3,
    )
    assert [side["entries"][0]["points"] for side in meeting["sides"]] == [88, 121, 64]
    assert here(token)["rules"]["several_losers"] == "all"


def test_partners_share_a_side_and_its_points(tournament):
    token, meeting = join_at(tournament, 2)
    assert [[one["number"] for one in side["entries"]] for side in meeting["sides"]] == [[1, 5], [3, 6]]
    (answer,) = submit(token, result(meeting, [121, 97]))
    assert answer["answer"] == "accepted"
    (meeting,) = here(token)["meetings"]
    assert [[one["points"] for one in side["entries"]] for side in meeting["sides"]] == [[121, 121], [97, 97]]
    assert standings.standings(tournament).by_number[5].pegged == 121


@pytest.mark.parametrize("pegged", [[121, 88], [121, 88, 64, 30], [121, 121, 64], [88, 64, 30]])
def test_invalid_result_of_three_sides_is_refused(tournament, pegged):
    token, meeting = join_at(tournament, 1)
    (answer,) = submit(token, result(meeting, pegged))
    assert answer["answer"] == "refused"
    assert Line.objects.count() == 0


def test_sides_in_another_order_cause_a_dispute(tournament):
    token, meeting = join_at(tournament, 1)
    other = result(meeting, [88, 121, 64], sides=[[9], [4], [2]])
    (answer,) = submit(token, other)
    assert (answer["answer"], answer["state"]) == ("conflict", "disputed")


@pytest.mark.parametrize("sides", [[[7]], [[7, 8]], [[7], [8], [9]]])
def test_wrong_number_of_sides_is_refused(tournament, sides):
    token, meeting = join_at(tournament, 3)
    (answer,) = submit(token, result(meeting, [121, 88], sides=sides))
    assert answer["answer"] == "refused"
    assert Line.objects.count() == 0


def test_two_phones_of_three_settle_and_the_third_disputes(tournament):
    statuses.allow_phones(tournament, True, by=None)
    tournament.refresh_from_db()
    tokens = {number: phone_token(tournament, number) for number in (4, 2, 9)}
    (meeting,) = here(tokens[4])["meetings"]
    reports = [(4, [88, 121, 64]), (9, [88, 121, 64]), (2, [80, 121, 64])]
    found = [submit(tokens[number], result(meeting, pegged))[0] for number, pegged in reports]
    assert [(one["answer"], one["state"]) for one in found] == [
        ("accepted", "waiting"),
        ("accepted", "entered"),
        ("conflict", "disputed"),
    ]


def test_phones_of_partners_count_as_one_side(tournament):
    statuses.allow_phones(tournament, True, by=None)
    tournament.refresh_from_db()
    states = []
    for number in (1, 5, 3):
        token = phone_token(tournament, number)
        (meeting,) = here(token)["meetings"]
        states.append(submit(token, result(meeting, [121, 97]))[0]["state"])
    assert states == ["waiting", "waiting", "entered"]


def test_medal_match_gives_no_match_points():
    tournament = factories.tournament(4, rounds=1, match_points="acc")
    round_ = factories.open_round(tournament)
    for meeting, loser in zip(round_.meetings.all(), (88, 89), strict=True):
        factories.enter(meeting, [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    factories.enter(meeting, [121, 60])
    tournament.refresh_from_db()
    state = here(joined(tournament, meeting.place.number)["token"])
    assert state["rules"]["win"] is None
    assert {skunk["worth"] for skunk in state["rules"]["skunks"]} == {None}
    assert [one["match_points"] for one in state["meetings"][0]["results"]] == [0]
    assert scores.rebuild(tournament, check=True) == []


def test_medal_match_is_shown_as_round_one_of_one():
    """A tablet once showed «Game 1 of 15» after a best of three, and a text to wait for the next seats."""
    tournament = factories.tournament(4, rounds=3)
    won = dict.fromkeys((1, 2, 3, 4), 0)
    for number in (1, 2, 3):
        round_ = factories.open_round(tournament, number)
        for meeting, sides in scores.meetings_with_sides(round_):
            # The player with fewer wins wins, so that two are level at the top after three games.
            winner = min((0, 1), key=lambda side: won[sides[side][0]])
            won[sides[winner][0]] += 1
            factories.enter(meeting, [121, 80] if winner == 0 else [80, 121])
        rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    meeting = medals.open_meetings(tournament).first()
    stage = meeting.round.stage
    token = joined(tournament, meeting.place.number)["token"]
    assert (here(token)["round"]["number"], here(token)["round"]["of"]) == (1, 1)
    assert stage.rules["rounds"] == 3
