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
def tournament():
    return factories.two_ties()


def slot_ids(client, address):
    """Return the tables that the script of the desk knows, by number."""
    html = client.get(address).content.decode()
    data = json.loads(re.search(r'<script id="desk-data"[^>]*>(.*?)</script>', html)[1])
    return {slot["table"]: slot["id"] for slot in data["slots"]}


def desk_links(client, tournament):
    """Return the links from the medals page to the desk."""
    return re.findall(
        r'href="([^"]*/desk/[^"]*)"', client.get(f"/t/{tournament.slug}/medals/").content.decode()
    )


def test_gold_and_bronze_share_one_desk(director, tournament):
    gold, bronze = [one.replace("&amp;", "&") for one in desk_links(director, tournament) if "stage=" in one]
    assert (
        slot_ids(director, gold)
        == slot_ids(director, bronze)
        == slot_ids(director, f"/t/{tournament.slug}/desk/")
    )
    assert len(slot_ids(director, gold)) == 2


def test_bronze_can_be_entered_at_the_desk_of_gold(director, tournament):
    """It is typed as on a keyboard without a script: table 2, A has won, 88."""
    bronze = tournament.stages.get(order=3).rounds.get()
    table = bronze.meetings.get()
    fields = {"table": table.place.number, "winner": "A", "loser": "88", "nonce": "bronze", "seen": "0"}
    response = director.post(
        f"/t/{tournament.slug}/desk/write/?stage=2&round=1", {**fields, "stage": 2, "round": 1}
    )
    assert response.status_code == 302
    assert scores.match_state(table).games_won in ((1, 0), (0, 1))


def test_desk_of_a_closed_round_shows_its_tables_only(director, tournament):
    assert set(slot_ids(director, f"/t/{tournament.slug}/desk/?stage=1&round=1").values()) == {
        str(meeting.uid) for meeting in stages.qualifying(tournament).rounds.get().meetings.all()
    }


def test_open_rounds_with_the_same_tables_have_separate_desks(director, tournament):
    """Game 1 was opened again at the tables at which gold and bronze are played."""
    Round.objects.filter(stage=stages.qualifying(tournament)).update(state=Round.State.OPEN)
    assert rounds.unsettled_tables(stages.qualifying(tournament).rounds.get()) == []
    gold = slot_ids(director, f"/t/{tournament.slug}/desk/?stage=2&round=1")
    assert list(gold.values()) == [str(tournament.stages.get(order=2).rounds.get().meetings.get().uid)]
    assert len(slot_ids(director, f"/t/{tournament.slug}/desk/")) == 2


def test_deciding_game_names_the_winner_of_the_match():
    tournament, meeting = factories.medal_match()
    desk, number = Desk(tournament), meeting.place.number
    answers = []
    for winner, loser in (("A", 90), ("B", 85), ("B", 80)):
        answers.append(desk.enter(number, winner, loser))
        desk.look()
    table = scores.table_state(meeting, number)
    won = words.match_won(table)
    assert (words.names(table)[1] in won, "1–2" in won, "2–1" in won) == (True, False, True)
    assert [answer["say"].endswith(won) for answer in answers] == [False, False, True]
    assert {answer["code"] for answer in answers} == {"entered"}
    corrected = desk.post(do="correct", meeting=str(meeting.uid), game=2, winner="A", loser=85)
    assert (corrected["code"], "2–0" in corrected["say"]) == ("corrected", True)


def test_running_match_is_counted_as_undecided_match():
    tournament, meeting = factories.medal_match()
    desk = Desk(tournament)
    desk.enter(meeting.place.number, "A", 90)
    table = scores.table_state(meeting, meeting.place.number)
    tile = desk_view.tile(desk_view.load_desk(tournament, QueryDict()), table)
    assert (tile["state"], "2" in tile["note"]) == ("missing", True)
    page = desk.client.get(f"/t/{tournament.slug}/desk/")
    assert (page.context["matches"], page.context["done"], page.context["total"]) == (True, 0, 1)


def test_progress_counts_tables_for_single_games():
    tournament = factories.tournament(4)
    factories.open_round(tournament)
    assert Desk(tournament).client.get(f"/t/{tournament.slug}/desk/").context["matches"] is False


@pytest.mark.parametrize("how", ["abandoned", "no_show"])
def test_game_of_a_medal_match_needs_a_winner(how):
    tournament, meeting = factories.medal_match()
    factories.enter(meeting, [121, 90], game=1)
    desk = Desk(tournament)
    typed = {"table": meeting.place.number, "how": how, "points_A": 0, "points_B": 0}
    refused = desk.post(**typed)
    assert (refused["code"], refused["field"]) == ("who_won", "winner")
    assert not scores.table_state(meeting).game(2).lines
    desk.post(**typed, winner="A")
    assert scores.match_state(meeting).over
