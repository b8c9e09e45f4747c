"""The desk of the medal matches: gold and bronze lie on one, from whichever it was opened."""

import json
import re

import pytest

from tests import factories
from tournaments import rounds
from tournaments.models import Round
from tournaments.rounds import scores, stages

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
