"""Questions of the desk on a day of two cards, beside the list of cards to look at."""

import re

import pytest

from tests import factories
from tests.web.desk.test_two_cards import listed, typed
from tournaments.rounds import scores, stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.two_cards()


@pytest.fixture
def desk(client, tournament):
    client.force_login(factories.organiser(tournament))
    return client


def test_award_with_a_single_card_is_decided_at_the_desk(desk, tournament):
    """The list of cards has no question about it, as the other card is missing."""
    typed(desk, tournament, "1A 2 17")
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(number=1), 1)
    award = scores.desk.award_data(meeting, "forfeit", winner=1, declared=[60, 121])
    scores.desk.enter_result(meeting, game=1, data=award, nonce="award", seen=0, user=None)
    assert listed(desk, tournament) == {}
    page = desk.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert re.findall(r'name="line" value="(\d+)"', page) == ["1", "2"]
    fields = {"do": "rule", "meeting": meeting.uid, "game": 1, "line": 2, "nonce": "ruled", "seen": 2}
    desk.post(f"/t/{tournament.slug}/desk/rule/", fields)
    assert scores.current_result(meeting).data == award


def test_differing_cards_are_listed_on_the_check_page_only(desk, tournament):
    typed(desk, tournament, "1A 2 17")
    typed(desk, tournament, "1B x 16")
    assert set(listed(desk, tournament)) == {"1"}
    assert "desk-dispute" not in desk.get(f"/t/{tournament.slug}/desk/").content.decode()
