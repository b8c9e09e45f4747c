"""A player's own phone in real Chromium: it speaks for one person, without a read-back."""

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments import devices
from tournaments.models import Line
from tournaments.web.table_status import statuses as halls

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phone(tablet, hall, tournament):
    """Return a function that opens the phone of a player: `one = phone(entry)`."""

    def put(entry) -> Tablet:
        invited = next(one for one in devices.invite_players(tournament) if one.entry == entry)
        one = tablet()
        one.page.set_viewport_size(PHONE)
        one.open(f"{hall.url}{devices.page_of(invited)}")
        return one

    return put


def entries_at_table_1(opened):
    """Return the two at table 1, A first."""
    seats = factories.meeting_at(opened, 1).seats.order_by("side").select_related("entry")
    return [seat.entry for seat in seats]


def report_result(one: Tablet, winner: int, points: str) -> None:
    """Report a result as the player who holds the phone."""
    one.won(winner)
    one.key(points)
    one.title(sentence("others_check"))
    one.sees(sentence("you_report"))
    one.tap(sentence("accept_phone"))


def test_each_side_can_report_on_its_own_phone(tournament, opened, phone):
    halls.allow_phones(tournament, True, by=None)
    first, second = entries_at_table_1(opened)
    one, other = phone(first), phone(second)
    one.title(sentence("your_seat", table=1, letter="A"))
    other.title(sentence("your_seat", table=1, letter="B"))
    expect(one.page.locator("#plate")).to_have_text(sentence("table", table=1))
    other.tap(sentence("call_judge"))
    other.title(sentence("judge_title", table=1))
    other.tap(sentence("call_judge_yes"))
    other.title(sentence("judge_called"))
    other.tap(sentence("back_to_table"))
    assert one.faults() == []
    for each in (one, other):
        each.tap(sentence("this_is_us_phone"))
    report_result(one, 0, "88")
    one.title(sentence("after_received_phone"))
    one.sees(sentence("other_side_waits"))
    expect(one.page.locator(".cards .name")).to_have_text([first.name])
    assert one.faults() == []
    other.sees(sentence("other_has_reported"))
    report_result(other, 0, "88")
    other.sees(sentence("result", winner=first.name, loser=second.name, high=121, low=88))
    one.sees(sentence("still_playing", 3, tables="2, 3 and 4"))
    assert [line.by_entry for line in Line.objects.order_by("number")] == [first, second]
    assert one.errors == other.errors == []


def test_phone_without_permission_and_result_entered_by_desk(tournament, opened, phone):
    one = phone(entries_at_table_1(opened)[0])
    one.tap(sentence("this_is_us_phone"))
    one.sees(sentence("report_at_table"))
    expect(one.page.locator("[data-id=won-0]")).to_have_count(0)
    one.tap(sentence("we_are_others_phone"))
    one.title(sentence("others_title_phone"))
    assert one.faults() == []
    one.touch("back")
    halls.allow_phones(tournament, True, by=None)
    expect(one.page.locator("[data-id=won-0]")).to_have_count(1)
    factories.enter(factories.meeting_at(opened, 1), [121, 88])
    one.title(sentence("after_entered"))
    one.sees(sentence("desk_has"))
    assert one.faults() == []
