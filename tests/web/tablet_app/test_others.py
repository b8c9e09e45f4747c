"""«This is not us»: those at a table say who they are, two taps at the desk seat them, the tablet goes on."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.said import said
from tests.web.tablet_app.served import english
from tests.web.tablet_app.tablet import Tablet
from tournaments import devices, rounds
from tournaments.devices import help_requests
from tournaments.pairing.values import PlannedTable
from tournaments.registration.names import fold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(browser, hall, day):
    """The director's browser on a page of the day."""
    factories.organiser(day)
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    context.add_cookies([{"name": "django_language", "value": "en", "url": hall.url}])
    page = context.new_page()
    page.goto(f"{hall.url}/sign-in/")
    page.get_by_label("Name").fill("lise")
    page.get_by_label("Password").fill("crible-121")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)

    def show(path: str):
        page.goto(f"{hall.url}/t/{day.slug}/{path}")
        return page

    yield show
    context.close()


def seated(round_, table):
    return [
        seat.entry
        for seat in factories.meeting_at(round_, table).seats.select_related("entry").order_by("letter")
    ]


def by_number(one: Tablet, number: int) -> None:
    one.key(str(number))
    one.tap(said("next"))


def test_who_they_are_by_number_and_by_name_and_the_desk_seats_them(day, opened, tablet, desk):
    guest, other = seated(opened, 2)[0], seated(opened, 3)[1]
    one = tablet(day, 1)
    one.title(said("who_sits_here"))
    one.until(lambda: one.page.evaluate("Boolean(Cheville.store.thing('people'))"))
    one.tap(said("we_are_others"))
    one.title(said("others_seat", letter="A"))
    one.key("99")
    one.tap(said("next"))
    one.sees(said("others_nobody", number=99))
    one.touch("key-clear")
    by_number(one, guest.number)
    one.title(said("others_seat", letter="B"))
    by_number(one, guest.number)
    one.sees(said("others_twice", name=guest.name))
    one.tap(said("others_by_name"))
    one.tap(fold(other.sort_name)[0].upper())
    one.tap(f"{other.name}, {other.number}")
    one.title(said("others_check"))
    one.sees(said("others_planned", table=2))
    one.tap(said("others_tell"))
    one.title(said("others_told"))

    page = desk("desk/")
    expect(page.locator(".judge-call")).to_contain_text(f"{guest.name} and {other.name}")
    page.get_by_role("link", name="See what follows").click()
    page.get_by_role("button", name="Seat them as they play").click()
    expect(page.locator("#messages [data-code=as_played_done]")).to_be_visible()
    expect(page.locator(".judge-call")).to_have_count(0)
    one.title(said("play"))
    assert one.names() == [guest.name, other.name]
    assert one.errors == []


def test_what_is_told_without_a_network_arrives_later_and_who_was_shut_out_is_let_in(
    day, opened, tablet, hall
):
    first, second = seated(opened, 4)
    one = tablet(day, 1)
    one.title(said("who_sits_here"))
    one.loses_the_network()
    one.tap(said("we_are_others"))
    for entry in (first, second):
        by_number(one, entry.number)
    one.tap(said("others_tell"))
    one.title(said("others_later"))
    one.sees("Please raise a hand as well.")
    one.page.context.set_offline(False)
    one.page.reload()
    one.title(said("others_told"))
    (call,) = help_requests.open_calls(day)
    assert (call.place.number, call.who) == (1, [[first.number], [second.number]])

    help_requests.resolve(call, by=None)
    (device,) = day.devices.all()
    devices.revoke(device, by=None)
    one.title(said("shut"))
    assert help_requests.open_calls(day) == []  # its page was open: it has scanned nothing
    for table in (1, 3):
        one.open(hall.sheet(day, table))
        one.title(said("shut"))
        one.sees("sees now that it asks to come in")
    (knocked,) = help_requests.open_calls(day)
    assert knocked.place.number == 3
    devices.readmit(device, by=None, place=knocked.place)
    one.title(said("who_sits_here"))
    assert one.names() == [entry.name for entry in seated(opened, 3)]
    assert one.errors == []


def test_at_a_table_where_nobody_should_sit(tablet):
    wide = english(8, tables=5)
    round_ = factories.open_round(wide)
    free = ({1, 2, 3, 4, 5} - set(round_.meetings.values_list("place__number", flat=True))).pop()
    one = tablet(wide, free)
    one.title(said("nobody_here"))
    people = seated(round_, 2 if free != 2 else 3)
    one.tap(said("others_here"))
    for entry in people:
        by_number(one, entry.number)
    one.tap(said("others_tell"))
    one.title(said("others_told"))
    planned = PlannedTable(
        free, tuple((letter, entry.number) for letter, entry in zip("AB", people, strict=True))
    )
    rounds.seat_as_played(round_, [planned], by=None)
    one.title(said("play"))
    assert one.names() == [entry.name for entry in people]
