"""Gin hand by hand in real Chromium: a running sheet, from the first hand to the score book."""

import re

import pytest
from playwright.sync_api import expect

from scoring.gin.book import final_totals, sheet_of
from tests import factories
from tests.table.hands import foot, hand, rows, sat_down, seated
from tournaments.models import Line, Result

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TAPS = 6


def test_a_whole_game_hand_by_hand_arrives_in_the_score_book(transactional_db, tablet):
    opened = seated()
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


def test_hands_are_taken_back_to_the_first_and_put_back(transactional_db, tablet):
    one, _names = sat_down(tablet, seated())
    for points in (20, 30, 40):
        hand(one, 0, 1, points)
    assert rows(one) == [["19_", ""], ["48_", ""], ["87_", ""]]
    one.tap("Take hand 3 back")
    one.sees("Take hand 2 back")
    one.later(450)
    one.tap("Put hand 3 back")
    one.sees("Take hand 3 back")
    for number in (3, 2, 1):
        one.later(450)
        one.tap(f"Take hand {number} back")
    one.title("Hand 1")
    assert rows(one) == []
    expect(one.button(re.compile("^Take hand"))).to_have_count(0)
    hand(one, 1, 3, 10)
    assert rows(one) == [["", "7_"]]
    expect(one.button(re.compile("^Put hand"))).to_have_count(0)
    one.button("Take hand 1 back").dblclick()
    one.sees("Put hand 1 back")


def test_a_closed_lid_in_the_middle_of_a_hand(transactional_db, hall, tablet):
    opened = seated()
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


def test_nothing_of_it_needs_the_desk(transactional_db, hall, tablet):
    opened = seated()
    one, _names = sat_down(tablet, opened)
    one.page.context.set_offline(True)
    hand(one, 0, 1, 60)
    hand(one, 0, 0, 60)
    one.touch("done", "accept")
    one.sees("Kept on this tablet")
    one.page.context.set_offline(False)
    one.received()
    assert Line.objects.get().data["hands"][1] == {"knocker": 0, "deadwood": [0, 60]}


def test_a_sheet_is_carried_as_a_code_as_long_as_one_holds_it(transactional_db, tablet):
    one, _names = sat_down(tablet, seated(target=900))
    one.page.context.set_offline(True)
    one.page.evaluate("""() => Cheville.keepTool({hands: Array(30).fill({knocker: 0, deadwood: [1, 31]})})""")
    one.touch("done", "accept", "qr")
    expect(one.page.locator(".qr")).to_be_visible()
    one.page.evaluate("Cheville.qr('x'.repeat(2900), '') || fail()")
    one.page.evaluate("if (Cheville.qr('x'.repeat(3000), '')) fail()")
    assert one.errors == []


def test_three_games_on_one_sheet(transactional_db, tablet):
    opened = seated(hollywood=True)
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
    assert shown == [str(total) for game in paper.results if game for total in game.totals]
    assert tuple(Result.objects.order_by("pegged").values_list("pegged", flat=True)) == final_totals(
        data, rules
    )


def test_oklahoma_round_the_corner_asks_for_the_up_card(transactional_db, tablet):
    one, names = sat_down(tablet, seated(bonuses="oklahoma", ace="corner"))
    one.taps = 0
    one.tap("Write hand 1")
    one.title("Which card was turned up?")
    one.tap("7")
    one.tap("spades")
    one.title("Who knocked, or went gin?")
    one.sees("To knock, 7 at the most. Spades: it counts twice.")
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
    one.sees(f"Knock: {names[0]} scores 20. Spades: it counts twice.")
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


def test_a_wrong_number_of_cards_changes_the_figures(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
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


def test_a_result_that_was_sent_opens_its_sheet_again(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
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


def test_the_sheet_goes_when_the_desk_has_the_game(transactional_db, tablet):
    opened = seated()
    one, _names = sat_down(tablet, opened)
    hand(one, 0, 1, 60)
    factories.totals(factories.meeting_at(opened, 1), 310, 85)
    one.sees("The desk has gone on from this game. What stood here for it was not sent.")
    assert one.page.evaluate("Cheville.tool()") is None


def test_a_sheet_that_the_desk_could_not_take_is_not_lost(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
    hand(one, 0, 1, 60)
    hand(one, 0, 1, 60)
    one.page.context.set_offline(True)
    one.touch("done")
    one.page.evaluate("Cheville.store.keep('draft', {...Cheville.draft(), sides: [[998], [999]]})")
    one.touch("accept")
    one.page.context.set_offline(False)
    one.title("The desk could not take this result")
    one.tap("Enter it again")
    one.title(f"{names[0]} wins the game")
    assert rows(one) == [["59_", ""], ["118_", ""]]
    one.touch("done", "accept")
    one.title("Thank you, it is received")
    assert len(Line.objects.get().data["hands"]) == 2


def test_only_the_totals(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
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


def test_by_keyboard_alone(transactional_db, tablet):
    one, names = sat_down(tablet, seated())
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


def test_a_game_that_is_corrected_takes_nothing_from_the_one_that_is_on(transactional_db, tablet):
    opened = seated()
    meeting = factories.meeting_at(opened, 1)
    meeting.games_planned = 3
    meeting.save()
    one, _names = sat_down(tablet, opened)
    hand(one, 0, 0, 90)
    one.touch("done", "accept")
    one.sees("Received at the desk")
    one.tap("Write each hand")
    hand(one, 1, 1, 20)
    one.tap("Back to the table")
    one.tap("Correct this result")
    one.title(re.compile("wins the game"))
    one.tap("Back to the table")
    one.tap("Correct this result")
    one.tap("Take hand 1 back")
    hand(one, 0, 0, 95)
    one.touch("done", "accept")
    one.until(lambda: Line.objects.filter(meeting=meeting).count() == 2)
    one.tap("Go on with hand 2")
    assert rows(one) == [["", "19_"]]


def test_a_match_goes_on_with_the_next_game(transactional_db, tablet):
    opened = seated()
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
