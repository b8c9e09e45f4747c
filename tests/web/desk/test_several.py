"""The desk and tables of more than two: typed by keyboard, read back, corrected, decided."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import sound_at
from tests.shown_by import spoken
from tests.web.desk.desk_client import Desk, pegged
from tests.web.desk.test_keyboard import READY, done, sit_down, told
from tournaments.finals import medals
from tournaments.games.criteria import has as points
from tournaments.models import Line
from tournaments.rounds import scores

EXACT = {"match_points": "acc"}


def seated(**rules):
    """A day with three at table 1, four partners at table 2, two at 3, six at 4."""
    day = factories.tournament(15, **{**EXACT, **rules})
    round_ = factories.sit(day, 1, (4, 2, 9), (1, 3, 5, 6), (7, 8), (10, 11, 12, 13, 14, 15), partners=[2])
    return day, round_


@pytest.fixture
def three(db):
    return seated()


def name(day, number):
    return day.entries.get(number=number).name


def test_three_numbers_are_entered_and_read_back(three):
    day, round_ = three
    answer = Desk(day).post(table=1, winner="B", pegged_A=88, pegged_C=64)
    parts = (
        name(day, 2),
        " 121 ",
        spoken(points, 3, "match_points"),
        f"{name(day, 4)} 88",
        f"{name(day, 9)} 64",
    )
    places = [answer["say"].index(part) for part in parts]
    assert places == sorted(places)
    assert pegged(factories.meeting_at(round_, 1)) == [88, 121, 64]


def test_partners_are_read_back_together(three):
    day, round_ = three
    desk = Desk(day)
    answer = desk.enter(2, "D", 97)  # the letter of any of the side
    assert answer["say"] == (
        f"Table 2: Win for {name(day, 3)} and {name(day, 6)} with 121 (2 match points): "
        f"{name(day, 1)} and {name(day, 5)} 97."
    )
    assert pegged(factories.meeting_at(round_, 2)) == [97, 97, 121, 121]


@pytest.mark.parametrize(
    ("typed", "code", "field"),
    [
        ({"winner": "", "pegged_A": 88, "pegged_B": 90, "pegged_C": 64}, "who_won", "winner"),
        ({"winner": "B", "pegged_A": 88}, "points_missing", "pegged_C"),
        ({"winner": "B", "pegged_A": 88, "pegged_C": 121}, "loser_too_high", "pegged_C"),
        ({"winner": "B", "pegged_A": -1, "pegged_C": 64}, "negative", "pegged_A"),
        ({"winner": "B", "pegged_A": 88, "pegged_C": "6x"}, "not_a_whole_number", "pegged_C"),
        ({"winner": "B", "pegged_A": 88, "pegged_B": 120, "pegged_C": 64}, "no_winner", "pegged_B"),
        ({"winner": "B", "loser": 88}, "points_missing", "pegged_A"),
    ],
)
def test_what_is_wrong_is_told_at_its_box(three, typed, code, field):
    answer = Desk(three[0]).post(table=1, **typed)
    assert (answer["code"], answer["field"]) == (code, field)


@pytest.mark.parametrize(
    ("own", "code"),
    [("12x", "not_a_whole_number"), ("-3", "negative"), ("150", "winner_too_high"), ("90", "no_winner")],
)
def test_a_bad_winners_score_is_told_at_the_winners_box(db, own, code):
    day, _round = seated(pegging="as_pegged")
    desk = Desk(day)
    for answer, field in (
        (desk.post(table=3, winner="A", loser=88, winner_points=own), "winner_points"),
        (desk.post(table=1, winner="A", pegged_B=88, pegged_C=64, pegged_A=own), "pegged_A"),
    ):
        assert (answer["code"], answer["field"]) == (code, field)


def test_a_forfeit_declares_points_for_all(three):
    day, round_ = three
    desk = Desk(day)
    refused = desk.post(table=1, how="forfeit", winner="C", points_A=60, points_C=121)
    assert (refused["code"], refused["field"]) == ("points_missing", "points_B")
    answer = desk.post(table=1, how="forfeit", winner="C", points_A=60, points_B=100, points_C=121)
    assert answer["code"] == "entered" and name(day, 9) in answer["say"]
    assert pegged(factories.meeting_at(round_, 1)) == [60, 100, 121]


def test_entered_backwards_is_a_button_for_each_who_may_have_won(three):
    day, round_ = three
    desk = Desk(day)
    first = desk.post(table=1, winner="B", pegged_A=88, pegged_C=64)
    meeting = factories.meeting_at(round_, 1)
    panel = desk.client.get(f"/t/{day.slug}/desk/table/{meeting.uid}/").content.decode()
    offered = re.findall(r'name="winner" value="(\w)"', panel)
    assert offered == ["A", "C"]
    said = {
        "do": "turn",
        "meeting": first["meeting"],
        "game": 1,
        "line": first["line"],
        "seen": first["seen"],
    }
    assert desk.post(**said)["code"] == "who_really_won"
    assert desk.post(**said, winner="C")["say"].startswith(
        f"Corrected. Table 1: Win for {name(day, 9)} with 121"
    )
    assert pegged(meeting) == [88, 64, 121]


def test_what_three_abandoned_without_a_winner_cannot_have_been_entered_backwards(three):
    day, round_ = three
    desk = Desk(day)
    assert desk.post(table=1, how="abandoned", points_A=60, points_B=61, points_C=62)["ok"]
    meeting = factories.meeting_at(round_, 1)
    panel = desk.client.get(f"/t/{day.slug}/desk/table/{meeting.uid}/").content.decode()
    assert "Correct it" in panel
    assert "Entered backwards" not in panel


def test_two_lines_about_three_are_a_dispute_that_is_decided(three):
    day, round_ = three
    meeting = factories.meeting_at(round_, 1)
    desk = Desk(day)
    desk.post(table=1, winner="B", pegged_A=88, pegged_C=64)
    late = Desk(day)
    late.seen = 0
    assert late.post(table=1, winner="B", pegged_A=80, pegged_C=64)["disputed"]
    decided = late.post(do="rule", meeting=str(meeting.uid), game=1, line=2, seen=2)
    assert decided["say"].startswith("Table 1: Win for")
    assert pegged(meeting) == [80, 121, 64]


def test_the_example_of_several_is_shown_where_there_are_some(three):
    day, _round = three
    page = Desk(day).client.get(f"/t/{day.slug}/desk/").content.decode()
    assert "data-several" in page
    assert (
        "<kbd>1</kbd> <kbd>B</kbd> <kbd>88</kbd> <kbd>Space</kbd> <kbd>64</kbd> <kbd>Enter</kbd>"
        in " ".join(page.split())
    )
    plain = factories.tournament(4)
    factories.open_round(plain)
    page = Desk(plain, factories.organiser(plain, "rene")).client.get(f"/t/{plain.slug}/desk/")
    assert "data-several" not in page.content.decode()


def test_a_medal_match_tells_no_worth(db):
    day = factories.tournament(4, rounds=1, match_points="acc")
    factories.play_round(day, 1)
    factories.enter(day.stages.get().rounds.get().meetings.last(), [121, 89], by=Line.By.DESK)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    desk = Desk(day)
    answer = desk.enter(meeting.place.number, "B", 70)
    assert answer["say"].endswith("121–70, skunk.")
    page = desk.client.get(f"/t/{day.slug}/desk/").content.decode()
    assert "match point" not in page


# By keyboard


@pytest.mark.django_db(transaction=True)
class TestByKeyboard:
    def test_three_at_a_table(self, page: Page, live_server):
        day, round_ = seated()
        sit_down(page, live_server, day)
        keys = page.keyboard.type
        keys("1b")
        expect(page.locator("#d-pegged-a")).to_be_focused()
        expect(page.locator("#d-loser")).to_be_hidden()
        expect(page.locator("[data-name=C]")).to_have_text(name(day, 9))
        expect(page.locator("#d-pegged-b")).to_be_disabled()
        keys("88 64")
        who = page.locator("#desk-who")
        for part in (
            name(day, 2),
            f"{name(day, 4)} 88",
            f"{name(day, 9)} 64",
            spoken(points, 3, "match_points"),
        ):
            expect(who).to_contain_text(part)
        page.keyboard.press("Enter")
        told(page, "entered")
        expect(page.locator(READY)).to_be_focused()
        expect(page.locator("#d-loser")).to_be_visible()
        assert pegged(factories.meeting_at(round_, 1)) == [88, 121, 64]

        page.keyboard.press("x")
        expect(page.locator("[data-turn]").first).to_be_focused()
        page.keyboard.press("Enter")
        told(page, "corrected")
        assert pegged(factories.meeting_at(round_, 1)) == [121, 88, 64]

        keys("3a88\n2d97\n4f1 2 3 4 5\n")  # without waiting; F is a seat
        done(page, 4)
        counted = [pegged(factories.meeting_at(round_, table)) for table in range(2, 5)]
        assert counted == [[97, 97, 121, 121], [121, 88], [1, 2, 3, 4, 5, 121]]

        keys("1\nc")
        told(page, "correcting")
        keys("fc")
        expect(page.locator("#d-points-c")).to_have_value("121")
        expect(page.locator("#d-points-b")).to_have_value("")
        keys("60\n100\n\n")
        told(page, "corrected")
        assert pegged(factories.meeting_at(round_, 1)) == [60, 100, 121]
        assert scores.rebuild(day, check=True) == []

    def test_as_pegged_the_winners_box_comes_last(self, page: Page, live_server):
        day, round_ = seated(pegging="as_pegged")
        sit_down(page, live_server, day)
        page.keyboard.type("1a88\n64\n")
        expect(page.locator("#d-pegged-a")).to_be_focused()
        page.keyboard.type("160\n")
        told(page, "winner_too_high")
        expect(page.locator("#d-pegged-a")).to_be_focused()
        page.keyboard.type("124\n")
        told(page, "entered")
        assert pegged(factories.meeting_at(round_, 1)) == [124, 88, 64]

    def test_nothing_is_wrong_with_the_page(self, page: Page, live_server):
        day, round_ = seated()
        factories.enter(factories.meeting_at(round_, 1), [88, 121, 64])
        sit_down(page, live_server, day)
        page.keyboard.type("4c88 64")
        expect(page.locator("#d-pegged-f")).to_be_visible()
        assert sound_at(page) == []
        page.keyboard.type("n")
        expect(page.locator("#d-points-f")).to_be_visible()
        assert sound_at(page) == []
        page.keyboard.press("Escape")
        page.keyboard.type("1\n")
        expect(page.locator("[data-turn]").first).to_be_visible()
        assert sound_at(page) == []
