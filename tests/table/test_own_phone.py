"""A player's own phone in real Chromium: it speaks for one person, and nobody is asked to read back."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.table.tablet import Tablet
from tournaments import devices
from tournaments import hall as halls
from tournaments.models import Line

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phone(tablet, hall, day):
    """A phone in somebody's hand: `one = phone(entry)`."""

    def put(entry) -> Tablet:
        invited = next(one for one in devices.invite_players(day) if one.entry == entry)
        one = tablet()
        one.page.set_viewport_size(PHONE)
        one.open(f"{hall.url}{devices.page_of(invited)}")
        return one

    return put


def pair(opened):
    """The two at table 1, A first."""
    seats = factories.meeting_at(opened, 1).seats.order_by("side").select_related("entry")
    return [seat.entry for seat in seats]


def report(one: Tablet, winner: int, points: str) -> None:
    """What happened, as the one who holds the phone says it."""
    one.tap("My game is over")
    one.touch(f"won-{winner}")
    one.key(points)
    one.tap("Next")
    one.title("Is this right?")
    one.sees("You report for yourself; the other side reports too.")
    one.tap("Yes, send my report")


def test_each_side_reports_for_itself(day, opened, phone):
    halls.allow_phones(day, True, by=None)
    first, second = pair(opened)
    one, other = phone(first), phone(second)
    one.title("You sit at table 1, seat A")
    other.title("You sit at table 1, seat B")
    expect(one.page.locator("#plate")).to_have_text("Table 1")
    assert one.faults() == []
    for each in (one, other):
        each.tap("This is me")
    report(one, 0, "88")
    one.title("Thank you, your report is received")
    one.sees("The game counts when the other side has reported the same.")
    expect(one.page.locator(".cards .name")).to_have_text([first.name])
    assert one.faults() == []
    other.sees("The other side has reported. Please report too.")
    report(other, 0, "88")
    other.sees(f"{first.name} beats {second.name}, 121 to 88.")
    one.sees("Still playing: tables 2, 3 and 4.")
    assert [line.by_entry for line in Line.objects.order_by("number")] == [first, second]
    assert one.errors == other.errors == []


def test_a_phone_that_may_not_report_says_where_results_are_entered(day, opened, phone):
    one = phone(pair(opened)[0])
    one.tap("This is me")
    one.sees("Results are entered at the table, not on this phone.")
    expect(one.button("My game is over")).to_have_count(0)
    one.tap("I sit elsewhere")
    one.title("You do not sit there?")
    assert one.faults() == []


def test_a_judge_is_called_to_the_table_of_the_phone(day, opened, phone):
    one = phone(pair(opened)[1])
    one.title("You sit at table 1, seat B")
    one.tap("Call the judge")
    one.title("Call a judge to table 1?")
    one.tap("Yes, call the judge")
    one.title("A judge is on the way")


def test_nobody_is_thanked_for_what_the_desk_has_entered(day, opened, phone):
    halls.allow_phones(day, True, by=None)
    one = phone(pair(opened)[0])
    one.tap("This is me")
    factories.enter(factories.meeting_at(opened, 1), [121, 88])
    one.title("Your result is in")
    one.sees("Entered at the desk")
    assert one.faults() == []
