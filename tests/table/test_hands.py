"""Gin hand by hand in real Chromium: a running sheet, from the first hand to the score book."""

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from scoring.gin.book import final_totals, sheet_of
from tests import factories
from tournaments.models import Line, Result, Round

if TYPE_CHECKING:
    from tests.table.tablet import Tablet

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TAPS = 6
MAIN = 120  # pixels for 20 mm
SIZES = {"tablet": {"width": 1024, "height": 768}, "phone": {"width": 390, "height": 844}}


@pytest.fixture
def gin(transactional_db: None):
    """Open game 1 of a day of gin that speaks English: `opened = gin(hollywood=True)`."""

    def seated(**rules: Any) -> Round:
        day = factories.gin(4, **rules)
        day.language = "en"
        day.save()
        return factories.open_round(day)

    return seated


def day_of(opened: Round):
    return opened.stage.tournament


def sat_down(tablet: Any, opened: Round) -> "tuple[Tablet, list[str]]":
    """A tablet on table 1 whose players write each hand."""
    one = tablet(day_of(opened), 1)
    names = one.sit_down()
    one.tap("Write each hand")
    one.title("Hand 1")
    return one, names


def hand(one: "Tablet", knocker: int, own: int, other: int) -> None:
    """A usual hand, from the sheet back to the sheet."""
    one.touch("write", f"knocked-{knocker}")
    if own:
        one.key_by_id(str(own))
        one.touch("next")
    else:
        one.touch("gin")
    one.key_by_id(str(other))
    one.touch("next")


def rows(one: "Tablet") -> list[list[str]]:
    """The totals that stand in the rows of the sheet, underlined ones with a mark."""
    return one.page.evaluate(
        """() => [...document.querySelectorAll(".sheet tbody tr")].map((row) =>
             [...row.querySelectorAll("td:not(.how)")].map((cell) => {
               const line = cell.querySelector(".underlined");
               return line ? line.firstChild.data + "_" : cell.textContent;
             }))"""
    )


def foot(one: "Tablet", name: str) -> list[str]:
    """The numbers of a line below the hands."""
    return one.page.locator(f".foot-{name} td").all_inner_texts()


def test_a_whole_game_hand_by_hand_arrives_in_the_score_book(gin, tablet):
    opened = gin()
    one, names = sat_down(tablet, opened)
    one.sees("Draw a card: the higher card chooses who deals first.")
    one.taps = 0
    one.tap("Write hand 1")
    one.title("Who knocked, or went gin?")
    one.tap(f"Seat A {names[0]}")
    one.title(f"What is left in the hand: {names[0]}?")
    one.key("4")
    one.tap("Next")
    one.title(f"What is left in the hand: {names[1]}?")
    one.key("23")
    one.sees(f"Knock: {names[0]} scores 19.")
    one.tap("Write it down")
    assert one.taps <= MOST_TAPS
    one.title("Hand 2")
    one.sees(f"Knock: {names[0]} scores 19. {names[0]} deals.")

    one.tap("Write hand 2")
    one.tap(f"Seat A {names[0]}")
    one.key("5")
    one.tap("Next")
    one.key("2")
    one.sees(f"Undercut: {names[1]} scores 13.")
    one.tap("Write it down")
    one.taps = 0
    one.tap("Write hand 3")
    one.tap(f"Seat B {names[1]}")
    one.tap("Gin!")
    one.sees("After gin nothing is laid off.")
    one.key("30")
    one.sees(f"Gin: {names[1]} scores 50.")
    one.tap("Write it down")
    assert one.taps <= MOST_TAPS
    one.tap("Write hand 4")
    one.tap("Void hand")
    one.tap("The stock ran out")
    one.sees(f"The stock ran out. The hand counts for nothing and is dealt again. {names[1]} deals.")
    one.tap("Write hand 5")
    one.tap("Nobody scored")
    assert rows(one) == [["19_", ""], ["", "13_"], ["", "63_"], ["", ""], ["", ""]]
    assert (foot(one, "written"), foot(one, "boxes")) == (["19", "63"], ["1", "2"])
    hand(one, 0, 0, 65)
    one.title(f"{names[0]} wins the game")
    one.sees(f"Gin: {names[0]} scores 85. {names[0]} beats {names[1]}, 244 to 103.")
    assert [foot(one, name) for name in ("game_bonus", "box_bonus", "total", "value")] == [
        ["100", "0"],
        ["40", "40"],
        ["244", "103"],
        ["141", "−141"],
    ]
    one.tap("We are done")
    one.title(f"{names[1]}, is this right?")
    one.sees(f"{names[0]} won, with a total of 244.")
    one.sees("Value of the game: 141.")
    one.tap(f"{names[1]}: yes, this is right")
    one.title("Thank you, it is received")
    one.received()

    line = Line.objects.get()
    assert line.data["hands"] == [
        {"knocker": 0, "deadwood": [4, 23]},
        {"knocker": 0, "deadwood": [5, 2]},
        {"knocker": 1, "deadwood": [30, 0]},
        {"how": "void", "reason": "stock_out"},
        {"how": "nobody"},
        {"knocker": 0, "deadwood": [0, 65]},
    ]
    assert list(Result.objects.order_by("-pegged").values_list("entry__name", "pegged", "value", "won")) == [
        (names[0], 244, 141, True),
        (names[1], 103, -141, False),
    ]
    assert one.errors == []


def test_hands_are_taken_back_to_the_first_and_put_back(gin, tablet):
    one, _names = sat_down(tablet, gin())
    for points in (20, 30, 40):
        hand(one, 0, 1, points)
    assert rows(one) == [["19_", ""], ["48_", ""], ["87_", ""]]
    one.tap("Take hand 3 back")
    one.sees("Take hand 2 back")
    one.page.wait_for_timeout(450)
    one.tap("Put hand 3 back")
    one.sees("Take hand 3 back")
    for number in (3, 2, 1):
        one.page.wait_for_timeout(450)
        one.tap(f"Take hand {number} back")
    one.title("Hand 1")
    assert rows(one) == []
    expect(one.button(re.compile("^Take hand"))).to_have_count(0)
    hand(one, 1, 3, 10)
    assert rows(one) == [["", "7_"]]
    expect(one.button(re.compile("^Put hand"))).to_have_count(0)
    one.button("Take hand 1 back").dblclick()
    one.sees("Put hand 1 back")


def test_a_closed_lid_in_the_middle_of_a_hand(gin, hall, tablet):
    opened = gin()
    one, names = sat_down(tablet, opened)
    hand(one, 0, 1, 20)
    one.touch("write", "knocked-1", "key-7")
    hall.kill()
    one.status("No connection. Play on: nothing is lost.")
    one.touch("next")
    hall.restart()
    one.page.reload()
    one.title(f"What is left in the hand: {names[0]}?")
    one.key("17")
    one.sees(f"Knock: {names[1]} scores 10.")
    one.tap("Write it down")
    assert rows(one) == [["19_", ""], ["", "10_"]]
    one.tap("Back to the table")
    one.title("Good game!")
    one.tap("Go on with hand 3")
    assert rows(one) == [["19_", ""], ["", "10_"]]
    one.page.reload()
    one.title("Hand 3")
    hand(one, 0, 0, 80)
    one.touch("done", "accept")
    one.received()
    assert Line.objects.get().data["hands"][1] == {"knocker": 1, "deadwood": [17, 7]}


def test_nothing_of_it_needs_the_desk(gin, hall, tablet):
    opened = gin()
    one, _names = sat_down(tablet, opened)
    one.page.context.set_offline(True)
    hand(one, 0, 1, 60)
    hand(one, 0, 0, 60)
    one.touch("done", "accept")
    one.sees("Kept on this tablet")
    one.page.context.set_offline(False)
    one.received()
    assert Line.objects.get().data["hands"][1] == {"knocker": 0, "deadwood": [0, 60]}


def test_three_games_on_one_sheet(gin, tablet):
    opened = gin(hollywood=True)
    one, names = sat_down(tablet, opened)
    for side, points in ((0, 15), (1, 12), (1, 18), (1, 32), (0, 26)):
        hand(one, side, 1, points + 1)
    assert rows(one) == [
        ["15_", "", "", "", "", ""],
        ["", "12_", "", "", "", ""],
        ["", "30_", "", "18_", "", ""],
        ["", "62_", "", "50_", "", "32_"],
        ["41_", "", "26_", "", "", ""],
    ]
    expect(one.page.locator(".of-game.is-closed")).to_have_count(0)
    hand(one, 1, 0, 20)
    expect(one.page.locator(".of-game").nth(0)).to_have_text("Game 1closed")
    hand(one, 1, 0, 20)
    expect(one.page.locator(".of-game.is-closed")).to_have_count(3)
    one.title(f"{names[1]} wins the game")
    shown = foot(one, "total")
    one.touch("done", "accept")
    one.received()
    data, rules = Line.objects.get().data, opened.stage.rules
    paper = sheet_of(data, rules)
    assert shown == [str(total) for game in paper.results for total in game.totals]
    assert tuple(Result.objects.order_by("pegged").values_list("pegged", flat=True)) == final_totals(
        data, rules
    )


def test_oklahoma_round_the_corner_asks_for_the_up_card(gin, tablet):
    one, names = sat_down(tablet, gin(bonuses="oklahoma", ace="corner"))
    one.taps = 0
    one.tap("Write hand 1")
    one.title("Which card was turned up?")
    one.tap("7")
    one.tap("spades")
    one.title("Who knocked, or went gin?")
    one.sees("To knock, 7 at the most. A spade was turned up: it counts twice.")
    one.tap(f"Seat A {names[0]}")
    one.key("8")
    one.sees(f"{names[0]} may knock with 7 at the most.")
    assert one.button("Next").get_attribute("aria-disabled") == "true"
    one.button("Clear").tap()
    one.key("7")
    one.tap("Next")
    one.sees("An ace counts 15.")
    one.key("111")
    one.sees("More than 110 cannot be.")
    one.button("Clear").tap()
    one.key("17")
    one.sees(f"Knock: {names[0]} scores 20. A spade was turned up: it counts twice.")
    one.tap("Write it down")
    assert one.taps <= MOST_TAPS
    one.touch("write", "rank-A", "suit-H")
    one.sees("An ace: only gin may knock.")
    one.touch("knocked-1", "key-0")
    one.sees(f"Nobody scores: {names[0]} has nothing left.")
    one.touch("next", "write", "rank-Q", "suit-C", "void", "void-knocker_irregular")
    for _hand in range(3):
        one.touch("write", "rank-10", "suit-D", "knocked-0", "gin")
        one.key_by_id("30")
        one.touch("next")
    one.touch("done", "accept")
    one.received()
    assert Line.objects.get().data["hands"][:3] == [
        {"knocker": 0, "deadwood": [7, 17], "up_card": "7S"},
        {"knocker": 1, "deadwood": [0, 0], "up_card": "AH"},
        {"how": "void", "reason": "knocker_irregular", "up_card": "QC"},
    ]


def test_a_wrong_number_of_cards_changes_the_figures(gin, tablet):
    one, names = sat_down(tablet, gin())
    one.touch("write", "knocked-0", "key-5", "next", "key-2")
    one.sees(f"Undercut: {names[1]} scores 13.")
    one.tap("Not ten cards?")
    one.title(f"How many cards did {names[1]} hold?")
    one.key("15")
    one.sees("From 1 to 14 cards.")
    one.button("Clear").tap()
    one.key("9")
    one.sees("Fewer than ten: 10 points off, and no bonus for an undercut.")
    one.tap("Next")
    one.sees(f"Undercut: {names[1]} scores 3. {names[1]} loses 10 points.")
    one.tap("9 cards held")
    one.button("Clear").tap()
    one.key("11")
    one.tap("Next")
    one.sees(f"Nobody scores: {names[1]} held more than ten cards.")
    one.tap("Write it down")
    assert rows(one) == [["", ""]]
    assert one.page.evaluate("Cheville.tool().hands") == [
        {"knocker": 0, "deadwood": [5, 2], "opponent_cards": 11}
    ]


def test_a_result_that_was_sent_opens_its_sheet_again(gin, tablet):
    one, names = sat_down(tablet, gin())
    hand(one, 0, 1, 60)
    hand(one, 0, 1, 60)
    one.touch("done", "accept")
    one.title("Thank you, it is received")
    one.tap("Correct this result")
    one.title(f"{names[0]} wins the game")
    one.tap("Back to the table")
    one.title("Thank you, it is received")
    one.tap("Correct this result")
    one.tap("Take hand 2 back")
    hand(one, 1, 0, 90)
    one.page.reload()
    one.title(f"{names[1]} wins the game")
    one.tap("We are done")
    one.sees("corrected")
    one.tap("No, change it")
    one.title(f"{names[1]} wins the game")
    one.tap("We are done")
    one.tap(f"{names[0]}: yes, this is right")
    one.title("Thank you, it is received")
    one.received()
    assert [line.kind for line in Line.objects.order_by("number")] == ["claim", "correction"]
    assert Result.objects.get(won=True).entry.name == names[1]


def test_the_sheet_goes_when_the_desk_has_the_game(gin, tablet):
    opened = gin()
    one, _names = sat_down(tablet, opened)
    hand(one, 0, 1, 60)
    factories.totals(factories.meeting_at(opened, 1), 310, 85)
    one.sees("The desk has gone on from this game. What stood here for it was not sent.")
    assert one.page.evaluate("Cheville.tool()") is None


def test_only_the_totals(gin, tablet):
    one, names = sat_down(tablet, gin())
    hand(one, 0, 1, 60)
    one.tap("Back to the table")
    one.tap("Only the totals")
    one.tap(f"Seat A {names[0]}")
    one.key("312")
    one.tap("Next")
    one.key("185")
    one.tap("Next")
    one.tap(f"{names[1]}: yes, this is right")
    one.received()
    assert Line.objects.get().data == {"v": 1, "totals": [312, 185]}
    assert one.page.evaluate("Cheville.tool()") is None


def test_by_keyboard_alone(gin, tablet):
    one, names = sat_down(tablet, gin())
    page = one.page
    one.button("Write hand 1").focus()
    page.keyboard.press("Enter")
    one.button(f"Seat B {names[1]}").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    one.title(f"What is left in the hand: {names[0]}?")
    page.keyboard.type("28")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    one.title("Hand 2")
    one.sees(f"Undercut: {names[0]} scores 18.")


@pytest.mark.parametrize(
    ("language", "size", "rules", "wishes"),
    [
        ("fr-ca", "tablet", {}, []),
        ("en", "phone", {"hollywood": True}, ["size-larger", "left"]),
        ("fr-ca", "phone", {"bonuses": "oklahoma"}, ["contrast", "size-large"]),
        ("en", "tablet", {"hollywood": True, "bonuses": "oklahoma"}, ["contrast", "size-larger"]),
    ],
)
def test_every_step(gin, hall, tablet, language: str, size: str, rules: dict, wishes: list[str]):
    opened = gin(**rules)
    one = tablet()
    one.page.set_viewport_size(SIZES[size])
    one.open(hall.sheet(day_of(opened), 1))
    expect(one.page.locator("[data-id=us]")).to_be_visible()
    one.touch("menu", f"say-{language}", *wishes, "back", "us")
    faults: list[str] = []

    def look(name: str, *touched: str) -> None:
        one.touch(*touched)
        faults.extend(f"{name}: {fault}" for fault in one.faults())

    card = ["rank-9", "suit-H"] if "bonuses" in rules else []
    look("ways")
    look("empty sheet", "hands")
    if card:
        look("up-card", "write", "rank-9")
        one.touch("suit-H")
    else:
        one.touch("write")
    look("who")
    look("own", "knocked-0", "key-4")
    look("too much", "key-4")
    look("other", "key-clear", "key-4", "next", "key-3")
    look("cards", "cards", "key-9")
    look("a fine", "next")
    look("sheet", "next")
    look("why void", "write", *card, "void")
    look("sheet with a void hand", "void-stock_out")
    look("taken back", "take-back")
    for _hand in range(5):
        one.touch("write", *card, "knocked-1", "gin", "key-4", "key-0", "next")
        if one.page.locator("[data-id=write]").count() == 0:
            break
        look("running sheet")
    look("over")
    look("read back", "done")
    look("after", "accept")
    assert faults == []
    assert one.errors == []


@pytest.mark.parametrize("size", SIZES)
def test_main_choices_are_large_and_nothing_of_a_step_is_cut(gin, hall, tablet, size: str):
    opened = gin()
    one = tablet()
    one.page.set_viewport_size(SIZES[size])
    one.open(hall.sheet(day_of(opened), 1))
    one.sit_down()
    least = MAIN if size == "tablet" else 70

    def whole(*ids: str) -> None:
        for name in ids:
            box = one.page.locator(f"[data-id={name}]").bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= least, name
        below = one.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert below <= 0

    whole("hands", "done")
    one.touch("hands")
    whole("write", "back")
    one.touch("write")
    whole("knocked-0", "knocked-1", "nobody", "void", "back")
    one.touch("knocked-0", "key-4")
    whole("next", "back")
    one.touch("next", "key-3", "key-3")
    whole("next", "back")
    one.touch("next")
    whole("write", "back")


def test_many_hands_show_the_last_one_and_the_way_on(gin, tablet):
    opened = gin(target=400)
    one, _names = sat_down(tablet, opened)
    for _hand in range(12):
        hand(one, 0, 1, 11)
    one.page.wait_for_timeout(100)
    expect(one.page.locator(".sheet tbody tr").last).to_be_in_viewport()
    expect(one.button("Write hand 13")).to_be_in_viewport(ratio=1)
    expect(one.page.locator(".sheet thead")).to_be_in_viewport()


def test_a_match_goes_on_with_the_next_game(gin, tablet):
    opened = gin()
    meeting = factories.meeting_at(opened, 1)
    meeting.games_planned = 3
    meeting.save()
    one, names = sat_down(tablet, opened)
    hand(one, 0, 0, 90)
    one.touch("done", "accept")
    one.title("Good game!")
    one.sees("Game 2")
    one.tap("Write each hand")
    one.title("Hand 1")
    assert rows(one) == []
    one.sees(f"{names[1]} deals first.")
    hand(one, 0, 0, 90)
    one.touch("done", "accept")
    one.until(lambda: Line.objects.filter(meeting=meeting).count() == 2)
    assert list(Line.objects.order_by("number").values_list("game", flat=True)) == [1, 2]
