"""Euchre at a tablet in real Chromium: two numbers of each side, and the read-back of both."""

import re

import pytest

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence
from tournaments.models import Result

pytestmark = pytest.mark.django_db(transaction=True)
DECLARED = {"rounds": 3, "missed": 0, "forfeit": {"present": 10, "absent": 0}, "bye_credit": 0}


def test_euchre_points_and_lone_hands_are_entered(tablet):
    tournament = english(8, key="euchre-partners", **DECLARED)
    factories.open_round(tournament)
    one = tablet(tournament, 1)
    one.tap(sentence("this_is_us"))
    one.tap(sentence("we_are_done"))
    one.title(re.compile("How many points"))
    one.key("6")
    one.tap(sentence("next"))
    one.key("1")
    one.sees(sentence("euchre_hands", hands=8, least=8, most=32))
    one.button(sentence("clear")).tap()
    one.key("9")
    one.tap(sentence("next"))
    one.title(re.compile("How many lone hands"))
    one.key("2")
    one.sees(sentence("euchre_few_points", loners=2, least=8))
    one.button(sentence("clear")).tap()
    one.key("0")
    one.tap(sentence("next"))
    one.key("2")
    one.sees(sentence("euchre_won_by", points=3))
    one.sees(re.compile("won with 9, lone hands: 2"))
    one.tap(sentence("accept_any"))
    one.received()
    found = Result.objects.order_by("side").values_list("side", "pegged", "figures")
    assert list(found) == [(0, 6, {"loners": 0})] * 2 + [(1, 9, {"loners": 2})] * 2
