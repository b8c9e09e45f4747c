"""The desk and tables of more than two: typed by keyboard, read back, corrected, decided."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser import sound_at
from tests.page_reader import spoken
from tests.web.desk.desk_client import Desk, pegged
from tests.web.desk.test_keyboard import READY_FIELD, expect_message, expect_tables_in, sit_down
from tournaments import rounds
from tournaments.finals import medals
from tournaments.games.criteria import value_with_unit as points
from tournaments.rounds import scores

EXACT = {"match_points": "acc"}


def seat_round(**rules):
    """Seat a round with three at table 1, four partners at table 2, two at 3, six at 4."""
    tournament = factories.tournament(15, **{**EXACT, **rules})
    round_ = factories.sit(
        tournament, 1, (4, 2, 9), (1, 3, 5, 6), (7, 8), (10, 11, 12, 13, 14, 15), partners=[2]
    )
    return tournament, round_


@pytest.fixture
def three(db):
    return seat_round()


def entry_name(tournament, number):
    return tournament.entries.get(number=number).name


def test_three_numbers_are_entered_and_read_back(three):
    tournament, round_ = three
    answer = Desk(tournament).post(table=1, winner="B", pegged_A=88, pegged_C=64)
    parts = (
        entry_name(tournament, 2),
        " 121 ",
        spoken(points, 3, "match_points"),
        f"{entry_name(tournament, 4)} 88",
        f"{entry_name(tournament, 9)} 64",
    )
    places = [answer["say"].index(part) for part in parts]
    assert places == sorted(places)
    assert pegged(factories.meeting_at(round_, 1)) == [88, 121, 64]


def test_partners_are_read_back_as_one_side(three):
    tournament, round_ = three
    desk = Desk(tournament)
    answer = desk.enter(2, "D", 97)  # the letter of any of the side
    assert answer["say"] == (
        f"Table 2: Win for {entry_name(tournament, 3)} and {entry_name(tournament, 6)} with 121 "
        "(2 match points): "
        f"{entry_name(tournament, 1)} and {entry_name(tournament, 5)} 97."
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
def test_error_names_the_field_at_fault(three, typed, code, field):
    answer = Desk(three[0]).post(table=1, **typed)
    assert (answer["code"], answer["field"]) == (code, field)


@pytest.mark.parametrize(
    ("own", "code"),
    [("12x", "not_a_whole_number"), ("-3", "negative"), ("150", "winner_too_high"), ("90", "no_winner")],
)
def test_invalid_score_of_the_winner_names_its_field(db, own, code):
    tournament, _round = seat_round(pegging="as_pegged")
    desk = Desk(tournament)
    for answer, field in (
        (desk.post(table=3, winner="A", loser=88, winner_points=own), "winner_points"),
        (desk.post(table=1, winner="A", pegged_B=88, pegged_C=64, pegged_A=own), "pegged_A"),
    ):
        assert (answer["code"], answer["field"]) == (code, field)


def test_forfeit_needs_declared_points_for_all_sides(three):
    tournament, round_ = three
    desk = Desk(tournament)
    refused = desk.post(table=1, how="forfeit", winner="C", points_A=60, points_C=121)
    assert (refused["code"], refused["field"]) == ("points_missing", "points_B")
    answer = desk.post(table=1, how="forfeit", winner="C", points_A=60, points_B=100, points_C=121)
    assert answer["code"] == "entered" and entry_name(tournament, 9) in answer["say"]
    assert pegged(factories.meeting_at(round_, 1)) == [60, 100, 121]


def test_entered_backwards_offers_each_other_side_as_winner(three):
    tournament, round_ = three
    desk = Desk(tournament)
    first = desk.post(table=1, winner="B", pegged_A=88, pegged_C=64)
    meeting = factories.meeting_at(round_, 1)
    panel = desk.client.get(f"/t/{tournament.slug}/desk/table/{meeting.uid}/").content.decode()
    offered = re.findall(r'name="winner" value="(\w)"', panel)
    assert offered == ["A", "C"]
    data = {
        "do": "turn",
        "meeting": first["meeting"],
        "game": 1,
        "line": first["line"],
        "seen": first["seen"],
    }
    assert desk.post(**data)["code"] == "who_really_won"
    assert desk.post(**data, winner="C")["say"].startswith(
        f"Corrected. Table 1: Win for {entry_name(tournament, 9)} with 121"
    )
    assert pegged(meeting) == [88, 64, 121]


def test_abandoned_game_cannot_be_turned(three):
    tournament, round_ = three
    desk = Desk(tournament)
    assert desk.post(table=1, how="abandoned", points_A=60, points_B=61, points_C=62)["ok"]
    meeting = factories.meeting_at(round_, 1)
    panel = desk.client.get(f"/t/{tournament.slug}/desk/table/{meeting.uid}/").content.decode()
    assert "Correct it" in panel
    assert "Entered backwards" not in panel


def test_dispute_at_a_table_of_three_can_be_decided(three):
    tournament, round_ = three
    meeting = factories.meeting_at(round_, 1)
    desk = Desk(tournament)
    desk.post(table=1, winner="B", pegged_A=88, pegged_C=64)
    late = Desk(tournament)
    late.seen = 0
    assert late.post(table=1, winner="B", pegged_A=80, pegged_C=64)["disputed"]
    decided = late.post(do="rule", meeting=str(meeting.uid), game=1, line=2, seen=2)
    assert decided["say"].startswith("Table 1: Win for")
    assert pegged(meeting) == [80, 121, 64]


def test_example_of_several_sides_is_shown_where_needed(three):
    tournament, _round = three
    page = Desk(tournament).client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "data-several" in page
    assert (
        "<kbd>1</kbd> <kbd>B</kbd> <kbd>88</kbd> <kbd>Space</kbd> <kbd>64</kbd> <kbd>Enter</kbd>"
        in " ".join(page.split())
    )
    plain = factories.tournament(4)
    factories.open_round(plain)
    page = Desk(plain, factories.organiser(plain, "rene")).client.get(f"/t/{plain.slug}/desk/")
    assert "data-several" not in page.content.decode()


def test_medal_match_shows_no_match_points(db):
    tournament = factories.tournament(4, rounds=1, match_points="acc")
    round_ = factories.open_round(tournament)
    for meeting, loser in zip(round_.meetings.all(), (88, 89), strict=True):
        factories.enter(meeting, [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    desk = Desk(tournament)
    answer = desk.enter(meeting.place.number, "B", 70)
    assert answer["say"].endswith("121–70, skunk.")
    page = desk.client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "match point" not in page


# By keyboard


@pytest.mark.django_db(transaction=True)
class TestByKeyboard:
    def test_three_sides_are_entered_by_keyboard(self, page: Page, live_server):
        tournament, round_ = seat_round()
        sit_down(page, live_server, tournament)
        keys = page.keyboard.type
        keys("1b")
        expect(page.locator("#d-pegged-a")).to_be_focused()
        expect(page.locator("#d-loser")).to_be_hidden()
        expect(page.locator("[data-name=C]")).to_have_text(entry_name(tournament, 9))
        expect(page.locator("#d-pegged-b")).to_be_disabled()
        keys("88 64")
        who = page.locator("#desk-who")
        for part in (
            entry_name(tournament, 2),
            f"{entry_name(tournament, 4)} 88",
            f"{entry_name(tournament, 9)} 64",
            spoken(points, 3, "match_points"),
        ):
            expect(who).to_contain_text(part)
        page.keyboard.press("Enter")
        expect_message(page, "entered")
        expect(page.locator(READY_FIELD)).to_be_focused()
        expect(page.locator("#d-loser")).to_be_visible()
        assert pegged(factories.meeting_at(round_, 1)) == [88, 121, 64]

        page.keyboard.press("x")
        expect(page.locator("[data-turn]").first).to_be_focused()
        page.keyboard.press("Enter")
        expect_message(page, "corrected")
        assert pegged(factories.meeting_at(round_, 1)) == [121, 88, 64]

        keys("3a88\n2d97\n4f1 2 3 4 5\n")  # without waiting; F is a seat
        expect_tables_in(page, 4)
        counted = [pegged(factories.meeting_at(round_, table)) for table in range(2, 5)]
        assert counted == [[97, 97, 121, 121], [121, 88], [1, 2, 3, 4, 5, 121]]

        keys("1\nc")
        expect_message(page, "correcting")
        keys("fc")
        expect(page.locator("#d-points-c")).to_have_value("121")
        expect(page.locator("#d-points-b")).to_have_value("")
        keys("60\n100\n\n")
        expect_message(page, "corrected")
        assert pegged(factories.meeting_at(round_, 1)) == [60, 100, 121]
        assert scores.rebuild(tournament, check=True) == []

    def test_field_of_the_winner_comes_last_when_as_pegged(self, page: Page, live_server):
        tournament, round_ = seat_round(pegging="as_pegged")
        sit_down(page, live_server, tournament)
        page.keyboard.type("1a88\n64\n")
        expect(page.locator("#d-pegged-a")).to_be_focused()
        page.keyboard.type("160\n")
        expect_message(page, "winner_too_high")
        expect(page.locator("#d-pegged-a")).to_be_focused()
        page.keyboard.type("124\n")
        expect_message(page, "entered")
        assert pegged(factories.meeting_at(round_, 1)) == [124, 88, 64]

    def test_page_has_no_accessibility_or_layout_errors(self, page: Page, live_server):
        tournament, round_ = seat_round()
        factories.enter(factories.meeting_at(round_, 1), [88, 121, 64])
        sit_down(page, live_server, tournament)
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
