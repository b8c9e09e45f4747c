"""The desk of the medal matches: gold and bronze lie on one, from whichever it was opened."""

import json
import re

import pytest
from django.http import QueryDict

from tests import factories
from tests.web.desk.desk_client import Desk
from tournaments import rounds
from tournaments.models import Round
from tournaments.rounds import scores, stages
from tournaments.web.desk import desk_view, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.two_ties()


def slots(client, address):
    """The tables that the script of the desk knows, by number."""
    html = client.get(address).content.decode()
    data = json.loads(re.search(r'<script id="desk-data"[^>]*>(.*?)</script>', html)[1])
    return {slot["table"]: slot["id"] for slot in data["slots"]}


def links(client, day):
    """The ways from the medals page to the desk."""
    return re.findall(r'href="([^"]*/desk/[^"]*)"', client.get(f"/t/{day.slug}/medals/").content.decode())


def test_from_gold_and_from_bronze_it_is_the_same_desk(director, day):
    gold, bronze = [one.replace("&amp;", "&") for one in links(director, day) if "stage=" in one]
    assert slots(director, gold) == slots(director, bronze) == slots(director, f"/t/{day.slug}/desk/")
    assert len(slots(director, gold)) == 2


def test_bronze_is_entered_at_the_desk_that_was_opened_from_gold(director, day):
    """Typed as on a keyboard without a script: table 2, A has won, 88."""
    bronze = day.stages.get(order=3).rounds.get()
    table = bronze.meetings.get()
    fields = {"table": table.place.number, "winner": "A", "loser": "88", "nonce": "bronze", "seen": "0"}
    response = director.post(f"/t/{day.slug}/desk/write/?stage=2&round=1", {**fields, "stage": 2, "round": 1})
    assert response.status_code == 302
    assert scores.match_state(table).games_won in ((1, 0), (0, 1))


def test_a_closed_round_alone_lies_on_the_desk_to_be_corrected(director, day):
    assert set(slots(director, f"/t/{day.slug}/desk/?stage=1&round=1").values()) == {
        str(meeting.uid) for meeting in stages.qualifying(day).rounds.get().meetings.all()
    }


def test_two_open_rounds_with_the_same_tables_lie_on_two_desks(director, day):
    """Game 1 was opened again at the tables at which gold and bronze are played."""
    Round.objects.filter(stage=stages.qualifying(day)).update(state=Round.State.OPEN)
    assert rounds.waiting_for(stages.qualifying(day).rounds.get()) == []
    gold = slots(director, f"/t/{day.slug}/desk/?stage=2&round=1")
    assert list(gold.values()) == [str(day.stages.get(order=2).rounds.get().meetings.get().uid)]
    assert len(slots(director, f"/t/{day.slug}/desk/")) == 2


def test_the_game_that_decides_a_match_says_who_has_won_it():
    day, meeting = factories.medal_match()
    desk, number = Desk(day), meeting.place.number
    answers = []
    for winner, loser in (("A", 90), ("B", 85), ("B", 80)):
        answers.append(desk.enter(number, winner, loser))
        desk.look()
    table = scores.table_of(meeting, number)
    won = words.match_won(table)
    assert (words.names(table)[1] in won, "1–2" in won, "2–1" in won) == (True, False, True)
    assert [answer["say"].endswith(won) for answer in answers] == [False, False, True]
    assert {answer["code"] for answer in answers} == {"entered"}
    corrected = desk.post(do="correct", meeting=str(meeting.uid), game=2, winner="A", loser=85)
    assert (corrected["code"], "2–0" in corrected["say"]) == ("corrected", True)


def test_a_match_that_goes_on_is_not_counted_as_a_table_without_a_result():
    day, meeting = factories.medal_match()
    desk = Desk(day)
    desk.enter(meeting.place.number, "A", 90)
    table = scores.table_of(meeting, meeting.place.number)
    tile = desk_view.tile(desk_view.load_desk(day, QueryDict()), table)
    assert (tile["state"], "2" in tile["note"]) == ("missing", True)
    page = desk.client.get(f"/t/{day.slug}/desk/")
    assert (page.context["matches"], page.context["done"], page.context["total"]) == (True, 0, 1)


def test_of_single_games_tables_are_counted():
    day = factories.tournament(4)
    factories.open_round(day)
    assert Desk(day).client.get(f"/t/{day.slug}/desk/").context["matches"] is False
