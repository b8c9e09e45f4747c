"""«This is not us»: the players say who they are, two taps at the desk seat them, the tablet goes on."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments import devices, rounds
from tournaments.devices import calls
from tournaments.pairing.values import PlannedTable
from tournaments.registration.names import fold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(browser, hall, tournament):
    """Yield the director's browser on a page of the day."""
    factories.organiser(tournament)
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    context.add_cookies([{"name": "django_language", "value": "en", "url": hall.url}])
    page = context.new_page()
    page.goto(f"{hall.url}/sign-in/")
    page.get_by_label("Name").fill("lise")
    page.get_by_label("Password").fill("crible-121")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)

    def show(path: str):
        page.goto(f"{hall.url}/t/{tournament.slug}/{path}")
        return page

    yield show
    context.close()


def seated_entries(round_, table):
    return [
        seat.entry
        for seat in factories.meeting_at(round_, table).seats.select_related("entry").order_by("letter")
    ]


def choose_by_number(one: Tablet, number: int) -> None:
    one.key(str(number))
    one.tap(sentence("next"))


def test_other_players_are_chosen_and_seated_by_the_desk(tournament, opened, tablet, desk):
    guest, other = seated_entries(opened, 2)[0], seated_entries(opened, 3)[1]
    one = tablet(tournament, 1)
    one.title(sentence("who_sits_here"))
    one.until(lambda: one.page.evaluate("Boolean(Cheville.store.get('people'))"))
    one.tap(sentence("we_are_others"))
    one.title(sentence("others_seat", letter="A"))
    one.key("99")
    one.tap(sentence("next"))
    one.sees(sentence("others_nobody", number=99))
    one.touch("key-clear")
    choose_by_number(one, guest.number)
    one.title(sentence("others_seat", letter="B"))
    choose_by_number(one, guest.number)
    one.sees(sentence("others_twice", name=guest.name))
    one.tap(sentence("others_by_name"))
    one.tap(fold(other.sort_name)[0].upper())
    one.tap(f"{other.name}, {other.number}")
    one.title(sentence("others_check"))
    one.sees(sentence("others_planned", table=2))
    one.tap(sentence("others_tell"))
    one.title(sentence("others_told"))

    page = desk("desk/")
    expect(page.locator(".judge-call")).to_contain_text(f"{guest.name} and {other.name}")
    page.get_by_role("link", name="See the consequences").click()
    page.get_by_role("button", name="Seat them as they play").click()
    expect(page.locator("#messages [data-code=as_played_done]")).to_be_visible()
    expect(page.locator(".judge-call")).to_have_count(0)
    one.title(sentence("play"))
    assert one.names() == [guest.name, other.name]
    assert one.errors == []


def test_offline_report_arrives_later_and_tablet_is_readmitted(tournament, opened, tablet, hall):
    first, second = seated_entries(opened, 4)
    one = tablet(tournament, 1)
    one.title(sentence("who_sits_here"))
    one.loses_the_network()
    one.tap(sentence("we_are_others"))
    for entry in (first, second):
        choose_by_number(one, entry.number)
    one.tap(sentence("others_tell"))
    one.title(sentence("others_later"))
    one.sees("Please raise a hand too.")
    one.page.context.set_offline(False)
    one.page.reload()
    one.title(sentence("others_told"))
    (call,) = calls.open_calls(tournament)
    assert (call.place.number, call.who) == (1, [[first.number], [second.number]])

    calls.resolve(call, by=None)
    (device,) = tournament.devices.all()
    devices.revoke(device, by=None)
    one.title(sentence("shut"))
    assert calls.open_calls(tournament) == []  # its page was open: it has scanned nothing
    for table in (1, 3):
        one.open(hall.sheet(tournament, table))
        one.title(sentence("shut"))
        one.sees("sees that it asks to be let in")
    (knocked,) = calls.open_calls(tournament)
    assert knocked.place.number == 3
    devices.readmit(device, by=None, place=knocked.place)
    one.title(sentence("who_sits_here"))
    assert one.names() == [entry.name for entry in seated_entries(opened, 3)]
    assert one.errors == []


def test_players_at_an_empty_table_can_be_seated(tablet):
    wide = english(8, tables=5)
    round_ = factories.open_round(wide)
    free = ({1, 2, 3, 4, 5} - set(round_.meetings.values_list("place__number", flat=True))).pop()
    one = tablet(wide, free)
    one.title(sentence("nobody_here"))
    people = seated_entries(round_, 2 if free != 2 else 3)
    one.tap(sentence("others_here"))
    for entry in people:
        choose_by_number(one, entry.number)
    one.tap(sentence("others_tell"))
    one.title(sentence("others_told"))
    planned = PlannedTable(
        free, tuple((letter, entry.number) for letter, entry in zip("AB", people, strict=True))
    )
    rounds.seat_as_played(round_, [planned], by=None)
    one.title(sentence("play"))
    assert one.names() == [entry.name for entry in people]
