"""Gin by docs/protocol.md alone, as the author of a client reads it: its examples, sent to a server."""

import json
import re
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client as Http

from scoring.gin.ending import VOID_REASONS
from tests import factories
from tests.page_reader import worded
from tests.web.device_api.client import Answer, Client
from tournaments import devices

pytestmark = pytest.mark.django_db

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")
SECTION = PAGE.split("### Data of a game of gin")[1].split("\n## ")[0]
EXAMPLES = [json.loads(line) for line in SECTION.split("```json\n")[1].split("```")[0].splitlines()]
REASONS = re.findall(r"^\| `(\w+)` \|", SECTION.split("| `reason` |")[1], re.MULTILINE)
TOTALS = [310, 85]
KNOCKED = {"knocker": 0, "deadwood": [0, 90]}  # 90 and the bonus of gin: over at once in a plain game


class Tablet:
    """The tablet of table 1 on a day of gin; it knows docs/protocol.md and what the server says."""

    def __init__(self, **rules):
        cache.clear()
        self.tournament = factories.gin(4, **rules)
        factories.open_round(self.tournament)
        self.client = Client(devices.invite_tables(self.tournament)[0].secret)
        self.ask(self.client.join())
        self.ask(self.client.look())
        self.sheet = self.client.here["rules"]["sheet"]

    def ask(self, asked):
        """Send a request over a network that loses nothing."""
        body = json.dumps(asked.body | {"language": "en"})
        answer = Http().post(asked.path, body, content_type="text/plain")
        self.client.receive(asked, Answer(answer.status_code, answer.json()))

    def sends(self, data):
        """Return the answer to this result of the game that is played here."""
        nonce = self.client.keep(self.client.here["meetings"][0], {"v": 1, **data})
        self.ask(self.client.send())
        return self.client.kept[nonce].answer

    def counted_result(self):
        """Return the result that counts, as the page then has it: (points of each side, winner)."""
        self.ask(self.client.look())
        result = self.client.here["meetings"][0]["results"][0]
        return result["pegged"], result["winner"]


def test_protocol_lists_every_void_reason():
    assert tuple(REASONS) == VOID_REASONS


def test_protocol_examples_are_accepted_and_add_up():
    tablet = Tablet()
    hands = [*EXAMPLES, *({"how": "void", "reason": reason} for reason in REASONS), KNOCKED]
    assert tablet.sends({"hands": hands})["answer"] == "accepted"
    # A: 19 + 19 + 90 and gin 20; B: gin 23 + 20, undercut 3 + 10
    figures = tablet.sheet
    one = 19 + 19 + 90 + figures["gin"] + figures["game_bonus"] + 3 * figures["box"]
    other = 23 + figures["gin"] + 3 + figures["undercut"] + 2 * figures["box"]
    assert tablet.counted_result() == ([one, other], 0)


@pytest.mark.parametrize(
    ("data", "answer", "says"),
    [
        ({"totals": TOTALS}, "accepted", ""),
        ({"totals": [240, 339], "winner": 0}, "accepted", ""),
        ({"totals": [300, 300], "winner": 1}, "accepted", ""),
        ({"totals": [310, -20]}, "accepted", ""),
        ({"totals": [220, 0]}, "accepted", ""),
        ({"totals": [219, 0]}, "refused", "220"),
        ({"totals": [300, 300]}, "refused", "who won"),
        ({"totals": TOTALS, "winner": 0}, "refused", "higher total"),
        ({"totals": TOTALS, "hands": [KNOCKED]}, "refused", "not part of a result"),
        ({"totals": [310, 85, 20]}, "refused", ""),
        ({"totals": [310.0, 85]}, "refused", "whole number"),
        ({"hands": []}, "refused", "not over"),
        ({"hands": [{"how": "knock", "winner": 0, "difference": 40}]}, "refused", "not over"),
        ({"hands": [KNOCKED, KNOCKED]}, "refused", "over before hand 2"),
        ({"hands": [{"how": "void", "reason": "rain"}, KNOCKED]}, "refused", "why the hand is void"),
        ({"hands": [{"how": "void"}, KNOCKED]}, "refused", "why the hand is void"),
        ({"hands": [{"how": "nobody", "winner": 0}, KNOCKED]}, "refused", "nobody won"),
        ({"hands": [{"knocker": 0, "deadwood": [11, 23]}, KNOCKED]}, "refused", "over the limit"),
        ({"hands": [{"knocker": 0, "deadwood": [4]}, KNOCKED]}, "refused", "each of the two"),
        ({"hands": [KNOCKED | {"opponent_cards": 15}]}, "refused", "15 cards"),
        ({"hands": [KNOCKED | {"note": "x"}]}, "refused", "note"),
        ({"pegged": [121, 88]}, "refused", ""),
        ({"hands": [{"how": "void", "reason": "stock_out"}] * 201}, "refused", "200"),
    ],
)
def test_data_is_accepted_or_refused_as_the_protocol_says(data, answer, says):
    reply = Tablet().sends(data)
    assert reply["answer"] == answer, reply
    assert says in reply["sentence"]


def test_hands_with_a_wrong_number_of_cards_are_scored():
    few, many = {"opponent_cards": 9}, {"opponent_cards": 11}
    tablet = Tablet()
    hands = [{"knocker": 0, "deadwood": [4, 2]} | few, {"knocker": 0, "deadwood": [4, 2]} | many, KNOCKED]
    assert tablet.sends({"hands": hands})["answer"] == "accepted"
    # B: 2 of the undercut without its bonus, less 10; then no score; A: 90 + 20 + 100 + a box
    assert tablet.counted_result() == ([230, 2 - 10 + 20], 0)


@pytest.mark.parametrize(
    ("hand", "answer", "points"),
    [
        ({"up_card": "7H", "deadwood": [7, 60]}, "accepted", 53),
        ({"up_card": "7S", "deadwood": [7, 60]}, "accepted", 106),
        ({"spade": True, "deadwood": [10, 60]}, "accepted", 100),
        ({"spade": False, "deadwood": [10, 60]}, "accepted", 50),
        ({"up_card": "7S", "deadwood": [8, 60]}, "refused", None),
        ({"up_card": "AS", "deadwood": [1, 60]}, "refused", None),
        ({"up_card": "10S", "deadwood": [10, 60]}, "accepted", 100),
        ({"deadwood": [7, 60]}, "refused", None),
        ({"up_card": "1S", "deadwood": [7, 60]}, "refused", None),
    ],
)
def test_oklahoma_needs_the_up_card_or_spade(hand, answer, points):
    tablet = Tablet(bonuses="oklahoma")
    assert tablet.sheet["oklahoma"] and tablet.sheet["target"] == 150
    last = {"knocker": 1, "deadwood": [98, 0], "up_card": "KS"}  # (98 + 25) x 2 = 246
    assert tablet.sends({"hands": [{"knocker": 0} | hand, last]})["answer"] == answer
    if points is not None:
        assert tablet.counted_result() == ([points + 25, 246 + 100 + 25], 1)


def test_hollywood_is_accepted_by_hands_and_by_totals():
    tablet = Tablet(hollywood=True)
    assert tablet.sheet["hollywood"] and not tablet.sheet["hollywood_open"]
    hand = {"knocker": 0, "deadwood": [5, 65]}
    assert tablet.sends({"hands": [hand] * 2})["sentence"] == worded("gin_sheet_not_over", open=2)
    assert tablet.sends({"hands": [hand] * 4})["answer"] == "accepted"
    assert tablet.counted_result() == (
        [3 * 480, 0],
        0,
    )  # 120 in two hands three times: (120 + 100) x 2 + 2 x 20
    for data, says in (
        ({"totals": [439, 0]}, "440"),
        ({"totals": [500, 700], "winner": 0}, "has the higher total"),
        ({"totals": [700, 500], "winner": 0}, "higher total"),
        ({"totals": [562, 562]}, "who won more of them"),
    ):
        answer = Tablet(hollywood=True).sends(data)
        assert (answer["answer"], says in answer["sentence"]) == ("refused", True), answer
    level = Tablet(hollywood=True)
    assert level.sends({"totals": [562, 562], "winner": 1})["answer"] == "accepted"
    assert level.counted_result() == ([562, 562], 1)


def test_totals_after_equal_hands_are_a_conflict():
    tablet = Tablet()
    assert tablet.sends({"hands": [KNOCKED]})["answer"] == "accepted"
    points, _winner = tablet.counted_result()
    meeting = tablet.client.here["meetings"][0]
    tablet.client.here["meetings"][0] = {**meeting, "basis": 0, "game": 1}
    assert tablet.sends({"totals": points})["answer"] == "conflict"
