"""Touches of the screen for one result: digits, next and the confirmations included."""

import pytest

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.hands import seated
from tests.web.tablet_app.tablet import Tablet
from tournaments import devices
from tournaments.models import Line
from tournaments.web.table_status import statuses as halls

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}
COUNT_TOUCHES = """addEventListener("pointerdown", (event) => {
  if (event.isTrusted) sessionStorage.touches = Number(sessionStorage.touches || 0) + 1;
}, true)"""
MAX_TABLE_TAPS, MAX_PHONE_TAPS = 6, 7
MAX_PEGGED_TAPS, MAX_GIN_TAPS, MAX_POINTS_TAPS, MAX_EUCHRE_TAPS = 10, 11, 9, 10


@pytest.fixture
def counting(tablet):
    """Return a function that opens an address and counts touches from there on: `one = counting(address)`."""

    def opened(address: str) -> Tablet:
        one = tablet()
        one.page.add_init_script(COUNT_TOUCHES)
        one.open(address)
        return one

    return opened


def touch_count(one: Tablet) -> int:
    """Return the touches so far, once the desk has the result."""
    one.received()
    assert Line.objects.count() == 1
    return int(one.page.evaluate("sessionStorage.touches"))


def key_ids(digits: str) -> list[str]:
    return [f"key-{digit}" for digit in digits]


@pytest.mark.parametrize(("points", "most"), [("110", MAX_TABLE_TAPS), ("88", MAX_TABLE_TAPS - 1)])
def test_cribbage_result_at_a_table_takes_few_taps(hall, tournament, opened, counting, points, most):
    one = counting(hall.sheet(tournament, 1))
    one.touch("us", "won-0", *key_ids(points), "accept")
    assert touch_count(one) <= most
    assert Line.objects.get().data == {"v": 1, "pegged": [121, int(points)]}


def test_cribbage_result_on_a_phone_takes_few_taps(hall, tournament, opened, counting):
    halls.allow_phones(tournament, True, by=None)
    entry = factories.meeting_at(opened, 1).seats.get(side=0).entry
    invited = next(one for one in devices.invite_players(tournament) if one.entry == entry)
    one = counting(f"{hall.url}/me/{invited.secret}/")
    one.page.set_viewport_size(PHONE)
    one.page.locator(f'a[href="{devices.page_of(invited)}"]').tap()
    one.touch("us", "won-0", *key_ids("110"), "accept")
    assert touch_count(one) <= MAX_PHONE_TAPS
    assert Line.objects.get().data == {"v": 1, "pegged": [121, 110]}


def test_as_pegged_result_takes_few_taps(hall, transactional_db, counting):
    tournament = english(pegging="as_pegged")
    factories.open_round(tournament)
    one = counting(hall.sheet(tournament, 1))
    one.touch("us", "won-0", *key_ids("110"), "next", *key_ids("123"), "accept")
    assert touch_count(one) <= MAX_PEGGED_TAPS


def test_gin_totals_take_few_taps(hall, transactional_db, counting):
    one = counting(hall.sheet(seated().stage.tournament, 1))
    one.touch("us", "done", "won-0", *key_ids("310"), "next", *key_ids("95"), "next", "accept")
    assert touch_count(one) <= MAX_GIN_TAPS


def test_game_of_points_takes_few_taps(hall, transactional_db, counting):
    tournament = english(
        8, key="points-round-robin", rounds=7, missed=0, forfeit={"present": 10, "absent": 0}
    )
    factories.open_round(tournament)
    one = counting(hall.sheet(tournament, 1))
    one.touch("us", "done", *key_ids("50"), "next", *key_ids("42"), "next", "accept")
    assert touch_count(one) <= MAX_POINTS_TAPS


def test_euchre_result_takes_few_taps(hall, transactional_db, counting):
    tournament = english(
        8, key="euchre-partners", rounds=3, missed=0, forfeit={"present": 10, "absent": 0}, bye_credit=0
    )
    factories.open_round(tournament)
    one = counting(hall.sheet(tournament, 1))
    one.touch(
        "us",
        "done",
        *key_ids("6"),
        "next",
        *key_ids("9"),
        "next",
        *key_ids("0"),
        "next",
        *key_ids("2"),
        "accept",
    )
    assert touch_count(one) <= MAX_EUCHRE_TAPS
