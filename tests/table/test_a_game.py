"""Two players at a tablet in real Chromium: they sit down, play, enter their game, and see where to go."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories
from tests.table.hall import english
from tests.table.hands import day_of, seated
from tournaments import devices, medals, rounds, scorebook, stages
from tournaments.models import Call, Device, Line, Result

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TAPS = 6
KB = 1000


def test_from_the_sheet_to_the_next_table(day, opened, tablet):
    one = tablet(day, 1)
    expect(one.page.get_by_role("img", name="Seat A", exact=True)).to_have_text("A")  # read as it is seen
    names = one.sit_down()
    one.sees("Cut the cards: the lower card deals first.")
    one.reach_read_back(0, 88)
    one.sees(f"{names[0]} won with 121 points.")
    one.sees(f"{names[1]} pegged 88 points.")
    one.sees("Skunk: 3 match points.")
    one.tap(f"{names[1]}: yes, this is right")
    assert one.taps <= MOST_TAPS
    one.title("Thank you, it is received")
    one.sees("Received at the desk")
    one.sees("Still playing: tables 2, 3 and 4.")
    one.sees("1 game · 1 win · 121 points")
    one.received()
    line = Line.objects.get()
    assert (line.by, line.data, line.device) == ("table", {"v": 1, "pegged": [121, 88]}, Device.objects.get())

    for table in (2, 3, 4):
        factories.enter(factories.meeting_at(opened, table), [121, 90 + table])
    one.sees("Every table is done.")
    rounds.close_round(opened, by=None)
    second = rounds.seat(stages.qualifying(day), 2, by=None)
    one.title("Who sits here?")
    one.sees(f"{names[0]} stays here")
    one.sees(re.compile(rf"{re.escape(names[1])} goes to table \d, seat [AB]"))
    expect(one.page.get_by_role("heading")).to_have_accessible_description(re.compile("goes to table"))
    one.tap("This is us")
    one.title("Wait for the start")
    rounds.open_round(second, by=None)
    one.title("Good game!")
    assert one.errors == []


def test_a_day_as_pegged_asks_for_both_and_says_what_cannot_be(tablet):
    day = english(pegging="as_pegged")
    factories.open_round(day)
    one = tablet(day, 1)
    names = one.sit_down()
    one.tap("We are done")
    one.tap(f"Seat B {names[1]}")
    one.key("121")
    one.sees("Whoever lost stands under 121.")
    assert one.button("Next").get_attribute("aria-disabled") == "true"
    one.button("Clear").tap()
    one.key("60")
    one.sees("Double skunk.")
    one.button("Take the last digit back").tap()
    one.page.keyboard.type("7")
    one.tap("Next")
    one.title(f"How many points did {names[1]} peg?")
    one.key("199")
    one.sees("More than 149 cannot be.")
    one.button("Clear").tap()
    one.page.keyboard.type("123")
    one.page.keyboard.press("Enter")
    one.sees(f"{names[1]} won with 123 points.")
    one.sees(f"{names[0]} pegged 67 points.")
    one.tap("No, change it")
    one.title(f"How many points did {names[1]} peg?")
    for _step in range(3):
        one.tap("Back")
    one.title("Good game!")
    one.enter(1, 67, 123)
    assert one.taps <= MOST_TAPS
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [67, 123]}


def test_what_was_sent_can_be_taken_back_at_the_table(day, opened, tablet):
    one = tablet(day, 1)
    names = one.sit_down()
    one.enter(0, 88)
    one.title("Thank you, it is received")
    one.tap("Correct this result")
    one.title("Who won?")
    one.sees("corrected")
    one.tap(f"Seat B {names[1]}")
    one.key("99")
    one.tap("Next")
    one.tap(f"{names[0]}: yes, this is right")
    one.sees(f"{names[1]} beats {names[0]}, 121 to 99.")
    one.received()
    assert [line.kind for line in Line.objects.order_by("number")] == ["claim", "correction"]
    assert Result.objects.get(won=True).pegged == 121
    assert Result.objects.get(won=True).entry.name == names[1]


def test_a_best_of_three_game_by_game(tablet):
    day = english(4, rounds=1)
    factories.play_round(day, 1)
    medals.create(day, seed=3, by=None)
    meeting = medals.open_meetings(day).first()
    one = tablet(day, meeting.place.number)
    names = one.sit_down()
    one.sees("Game 1 of at most 3")
    one.enter(0, 99)
    one.sees("Game 2 of at most 3")
    one.sees(f"{names[1]} deals first.")
    one.sees(f"Game 1: {names[0]} beats {names[1]}, 121 to 99.")
    one.enter(1, 30)
    one.sees("Game 3 of at most 3")
    one.enter(0, 120)
    one.title("Thank you, it is received")
    one.received()
    assert Line.objects.filter(meeting=meeting, by="table").count() == 3
    assert scorebook.table_of(meeting, 1).match.winner == 0


def test_final_totals_of_gin(transactional_db, tablet):
    one = tablet(day_of(seated()), 1)
    names = one.sit_down()
    one.tap("Only the totals")
    one.tap(f"Seat A {names[0]}")
    one.title(f"What is the final total: {names[0]}?")
    one.key("312")
    one.tap("Next")
    one.key("185")
    one.tap("Next")
    one.sees(f"{names[0]} won, with a total of 312.")
    one.tap(f"{names[1]}: yes, this is right")
    one.sees("1 game · 1 win · value +127")
    one.sees("1 game · 0 wins · value \u2212127")
    one.received()
    assert Line.objects.get().data == {"v": 1, "totals": [312, 185]}


def test_numbers_of_four_digits_are_written_as_on_every_other_page(transactional_db, tablet):
    one = tablet(day_of(seated()), 1)
    names = one.sit_down()
    one.tap("Only the totals")
    one.touch("won-0")
    one.key("1312")
    one.tap("Next")
    one.key("185")
    one.tap("Next")
    one.sees(f"{names[0]} won, with a total of 1,312.")
    one.touch("accept")
    one.sees(f"{names[0]} beats {names[1]}, 1,312 to 185.")
    one.touch("language")
    one.sees("1\u202f312")
    assert "1\u202f569" in one.page.evaluate("Cheville.tn('so_far_points', 1569)")


def test_totals_of_a_hollywood_sheet(transactional_db, tablet):
    """What the desk would refuse the keypad does not let through: one game alone, and a winner with less."""
    one = tablet(day_of(seated(hollywood=True)), 1)
    names = one.sit_down()
    one.tap("Only the totals")
    one.tap(f"Seat A {names[0]}")
    one.sees("The three games added up, bonuses included: 440 or more.")
    one.key("312")
    one.sees("Whoever won has 440 or more, bonuses included.")
    one.touch("key-clear")
    one.key("562")
    one.tap("Next")
    one.key("563")
    one.sees("Whoever has the higher total of the three games has won.")
    one.touch("key-delete")
    one.key("2")
    one.sees("Level: who has won more of the three games has won.")
    one.tap("Next")
    one.tap(f"{names[1]}: yes, this is right")
    one.received()
    assert Line.objects.get().data == {"v": 1, "totals": [562, 562], "winner": 0}


def test_a_judge_is_called(day, opened, tablet):
    one = tablet(day, 2)
    one.title("Who sits here?")
    one.tap("Call the judge")
    one.title("Call a judge to table 2?")
    one.tap("Yes, call the judge")
    one.title("A judge is on the way")
    assert Call.objects.get().place.number == 2
    one.tap("Back to the table")
    one.title("Who sits here?")


def test_before_the_first_game_and_without_an_opponent(tablet):
    day = english(7, odd="bye", bye_credit=60)
    one = tablet(day, 1)
    one.title("Welcome")
    round_ = factories.open_round(day)
    one.title("Who sits here?")
    alone = next(it for it in round_.meetings.select_related("place") if it.seats.count() == 1)
    other = tablet(day, alone.place.number)
    other.title(f"{alone.seats.get().entry.name} has no opponent in this game")
    assert one.errors == other.errors == []


# The way in


def test_six_digits_are_the_second_way_in(day, opened, hall, tablet):
    one = tablet()
    one.open(hall.url + reverse("table_by_code"))
    one.title("Type the code of the table")
    one.key("000000")
    one.tap("Join the table")
    one.sees("code")
    one.button("Clear").tap()
    one.key(hall.code(day, 3))
    one.tap("Join the table")
    one.title("Who sits here?")
    assert one.page.locator("#plate").inner_text() == "Table 3"
    one.page.reload()
    one.title("Who sits here?")
    assert Device.objects.get().place.number == 3


def test_a_tablet_that_is_moved_by_the_desk_or_by_another_sheet_follows(day, opened, hall, tablet):
    one = tablet(day, 1)
    first = one.sit_down()
    devices.move(Device.objects.get(), day.places.get(number=4), by=None)
    one.title("Who sits here?")
    assert one.page.locator("#plate").inner_text() == "Table 4"
    assert one.names() != first
    one.open(hall.sheet(day, 2))
    one.title("Who sits here?")
    assert one.page.locator("#plate").inner_text() == "Table 2"
    assert Device.objects.get().place.number == 2


# The page itself


def test_the_page_is_light_and_its_policy_strict(day, opened, hall, tablet):
    one = tablet()
    sizes: list[int] = []
    one.page.on("requestfinished", lambda it: sizes.append(it.sizes()["responseBodySize"]))
    policies: list[str] = []
    one.page.on("response", lambda it: policies.append(it.headers.get("content-security-policy", "")))
    one.open(hall.sheet(day, 1))
    one.title("Who sits here?")
    one.page.wait_for_load_state("networkidle")
    assert sum(sizes) < 150 * KB
    assert "unsafe" not in policies[0]
    assert "default-src 'self'" in policies[0]
    assert one.errors == []


def test_main_choices_are_twenty_millimetres_and_nothing_lies_below_the_fold(day, opened, tablet):
    one = tablet(day, 1)

    def measured(*names: str | re.Pattern) -> None:
        for name in names:
            box = one.button(name).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 120
        below = "document.documentElement.scrollHeight - innerHeight"
        assert one.page.evaluate(below) <= 0

    one.title("Who sits here?")
    names = one.names()
    measured("This is us", "We are others")
    one.sit_down()
    measured("We are done")
    one.tap("We are done")
    measured(re.compile(re.escape(names[0])), re.compile(re.escape(names[1])))
    one.tap(f"Seat A {names[0]}")
    one.key("88")
    measured("Next", "Back")
    one.tap("Next")
    measured(f"{names[1]}: yes, this is right", "No, change it")
    for name in ("Settings", "Keys on the left", "Back to the table"):
        one.tap(name)
    one.tap("No, change it")
    keys = one.page.get_by_role("group", name="Digits").bounding_box()
    typed = one.page.locator(".typed").bounding_box()
    assert keys
    assert typed
    assert keys["x"] < typed["x"]
