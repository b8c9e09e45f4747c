"""How often a finger touches the screen for one result: digits, next and the confirmations included."""

import pytest

from tests import factories
from tests.web.tablet_app.hands import seated
from tests.web.tablet_app.served import english
from tests.web.tablet_app.tablet import Tablet
from tournaments import devices
from tournaments.models import Line
from tournaments.web.table_status import statuses as halls

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}
COUNT = """addEventListener("pointerdown", (event) => {
  if (event.isTrusted) sessionStorage.touches = Number(sessionStorage.touches || 0) + 1;
}, true)"""
AT_A_TABLE, ON_A_PHONE = 6, 7
AS_PEGGED, GIN, POINTS, EUCHRE = 10, 11, 9, 10


@pytest.fixture
def counting(tablet):
    """Opens an address and counts each touch from there on: `one = counting(address)`."""

    def opened(address: str) -> Tablet:
        one = tablet()
        one.page.add_init_script(COUNT)
        one.open(address)
        return one

    return opened


def touches(one: Tablet) -> int:
    """The touches so far, once the desk has the result."""
    one.received()
    assert Line.objects.count() == 1
    return int(one.page.evaluate("sessionStorage.touches"))


def keys(digits: str) -> list[str]:
    return [f"key-{digit}" for digit in digits]


@pytest.mark.parametrize(("points", "most"), [("110", AT_A_TABLE), ("88", AT_A_TABLE - 1)])
def test_at_a_table(hall, day, opened, counting, points, most):
    one = counting(hall.sheet(day, 1))
    one.touch("us", "won-0", *keys(points), "accept")
    assert touches(one) <= most
    assert Line.objects.get().data == {"v": 1, "pegged": [121, int(points)]}


def test_on_a_phone_from_its_own_page(hall, day, opened, counting):
    halls.allow_phones(day, True, by=None)
    entry = factories.meeting_at(opened, 1).seats.get(side=0).entry
    invited = next(one for one in devices.invite_players(day) if one.entry == entry)
    one = counting(f"{hall.url}/me/{invited.secret}/")
    one.page.set_viewport_size(PHONE)
    one.page.locator(f'a[href="{devices.page_of(invited)}"]').tap()
    one.touch("us", "won-0", *keys("110"), "accept")
    assert touches(one) <= ON_A_PHONE
    assert Line.objects.get().data == {"v": 1, "pegged": [121, 110]}


def test_where_both_write_what_they_pegged(hall, transactional_db, counting):
    day = english(pegging="as_pegged")
    factories.open_round(day)
    one = counting(hall.sheet(day, 1))
    one.touch("us", "won-0", *keys("110"), "next", *keys("123"), "accept")
    assert touches(one) <= AS_PEGGED


def test_gin_by_its_totals(hall, transactional_db, counting):
    one = counting(hall.sheet(seated().stage.tournament, 1))
    one.touch("us", "done", "won-0", *keys("310"), "next", *keys("95"), "next", "accept")
    assert touches(one) <= GIN


def test_a_game_of_points(hall, transactional_db, counting):
    day = english(8, key="points-round-robin", rounds=7, missed=0, forfeit={"present": 10, "absent": 0})
    factories.open_round(day)
    one = counting(hall.sheet(day, 1))
    one.touch("us", "done", *keys("50"), "next", *keys("42"), "next", "accept")
    assert touches(one) <= POINTS


def test_euchre(hall, transactional_db, counting):
    day = english(
        8, key="euchre-partners", rounds=3, missed=0, forfeit={"present": 10, "absent": 0}, bye_credit=0
    )
    factories.open_round(day)
    one = counting(hall.sheet(day, 1))
    one.touch("us", "done", *keys("6"), "next", *keys("9"), "next", *keys("0"), "next", *keys("2"), "accept")
    assert touches(one) <= EUCHRE
