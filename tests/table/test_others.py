"""«We are others»: those at a table say who they are, two taps at the desk seat them, the tablet goes on."""

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import expect

from tests import factories
from tests.table.hall import english
from tests.table.tablet import Tablet
from tournaments import calls, devices, rounds
from tournaments.registration.names import fold
from tournaments.seating.values import PlannedTable

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(browser, hall, day):
    """The director's browser on a page of the day."""
    lise = factories.organiser(day)
    lise.password = PBKDF2PasswordHasher().encode("crible-121", "salt", iterations=1)  # the server has no MD5
    lise.save()
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
    one.tap("Next")


def test_who_they_are_by_number_and_by_name_and_the_desk_seats_them(day, opened, tablet, desk):
    guest, other = seated(opened, 2)[0], seated(opened, 3)[1]
    one = tablet(day, 1)
    one.title("Who sits here?")
    one.until(lambda: one.page.evaluate("Boolean(Cheville.store.thing('people'))"))
    one.tap("We are others")
    one.title("Who sits in seat A?")
    one.key("99")
    one.tap("Next")
    one.sees("Nobody plays with number 99 in this game.")
    one.touch("key-clear")
    by_number(one, guest.number)
    one.title("Who sits in seat B?")
    by_number(one, guest.number)
    one.sees(f"{guest.name} has a seat already.")
    one.tap("Look for the name")
    one.tap(fold(other.sort_name)[0].upper())
    one.tap(f"{other.name}, {other.number}")
    one.title("Is this right?")
    one.sees("Expected at table 2")
    one.tap("Yes, tell the desk")
    one.title("The desk has been told")

    page = desk("desk/")
    expect(page.locator(".judge-call")).to_contain_text(
        f"Table 1: {guest.name} and {other.name} say that they sit here"
    )
    page.get_by_role("link", name="See what follows").click()
    page.get_by_role("button", name="Seat them as they play").click()
    expect(page.locator("#messages")).to_contain_text("They are seated as they play.")
    expect(page.locator(".judge-call")).to_have_count(0)
    one.title("Good game!")
    assert one.names() == [guest.name, other.name]
    assert one.errors == []


def test_taken_back_the_desk_no_longer_sees_it(day, opened, tablet):
    one = tablet(day, 1)
    one.tap("We are others")
    for entry in seated(opened, 2):
        by_number(one, entry.number)
    one.tap("Yes, tell the desk")
    one.title("The desk has been told")
    assert [call.what for call in calls.waiting(day)] == ["others"]
    one.tap("No, it is us")
    one.title("Who sits here?")
    one.until(lambda: not calls.waiting(day))
    one.sit_down()


def told_without_a_network(one, hall, *people):
    """Nobody answers while those at the table say who they are."""
    one.title("Who sits here?")
    hall.kill()
    one.status("No connection")
    one.tap("We are others")
    for entry in people:
        by_number(one, entry.number)
    one.tap("Yes, tell the desk")
    one.title("The desk will be told")
    return one


def test_without_a_network_it_is_kept_over_a_closed_lid_and_told_later(day, opened, tablet, hall):
    first, second = seated(opened, 4)
    one = told_without_a_network(tablet(day, 1), hall, first, second)
    one.sees("Please raise a hand as well.")
    hall.restart()
    one.page.reload()
    one.title("The desk has been told")
    (call,) = calls.waiting(day)
    assert (call.place.number, call.who) == (1, [[first.number], [second.number]])


def test_what_is_told_too_late_is_not_told_of_the_next_round(day, opened, tablet, hall):
    first, second = seated(opened, 4)
    one = told_without_a_network(tablet(day, 1), hall, first, second)
    for meeting in opened.meetings.all():
        factories.enter(meeting, [121, 88])
    rounds.close_round(opened, by=None)
    factories.open_round(day, 2)
    hall.restart()
    one.page.reload()
    one.title("Who sits here?")
    one.until(lambda: one.page.evaluate("Cheville.store.thing('others') === null"))
    assert calls.waiting(day) == []


def test_three_who_sit_there(day, opened, tablet):
    people = [seated(opened, 2)[0], *seated(opened, 3)]
    one = tablet(day, 1)
    one.tap("We are others")
    for at, entry in enumerate(people):
        if at == 2:
            one.tap("There are more of us")
        by_number(one, entry.number)
    one.title("Is this right?")
    one.tap("Back")
    one.title("Who sits in seat C?")
    by_number(one, people[2].number)
    one.tap("Yes, tell the desk")
    one.title("The desk has been told")
    assert [call.who for call in calls.waiting(day)] == [[[entry.number] for entry in people]]


def test_who_was_shut_out_and_scans_a_sheet_knocks_and_is_let_in(day, opened, tablet, hall):
    one = tablet(day, 1)
    one.title("Who sits here?")
    (device,) = day.devices.all()
    devices.revoke(device, by=None)
    one.title("This tablet is not let in any more")
    assert calls.waiting(day) == []  # its page was open: it has scanned nothing
    for table in (1, 3):
        one.open(hall.sheet(day, table))
        one.title("This tablet is not let in any more")
        one.sees("sees now that it asks to come in")
    (knocked,) = calls.waiting(day)
    assert knocked.place.number == 3
    devices.readmit(device, by=None, place=knocked.place)
    one.title("Who sits here?")
    assert one.names() == [entry.name for entry in seated(opened, 3)]
    assert one.errors == []


def test_at_a_table_where_nobody_should_sit(tablet):
    wide = english(8, tables=5)
    round_ = factories.open_round(wide)
    free = ({1, 2, 3, 4, 5} - set(round_.meetings.values_list("place__number", flat=True))).pop()
    one = tablet(wide, free)
    one.title("Nobody plays at this table now")
    people = seated(round_, 2 if free != 2 else 3)
    one.tap("We sit here")
    for entry in people:
        by_number(one, entry.number)
    one.tap("Yes, tell the desk")
    one.title("The desk has been told")
    planned = PlannedTable(
        free, tuple((letter, entry.number) for letter, entry in zip("AB", people, strict=True))
    )
    rounds.seat_as_played(round_, [planned], by=None)
    one.title("Good game!")
    assert one.names() == [entry.name for entry in people]
