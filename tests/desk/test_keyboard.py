"""The desk in a browser, by keyboard alone, as fast as somebody types."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests import factories
from tests.browser import sign_in
from tournaments.models import Line, Result, Tournament
from tournaments.rounds import waiting_for

pytestmark = pytest.mark.django_db(transaction=True)


def sit_down(page: Page, live_server, day: Tournament, path: str = "desk/") -> None:
    """Open the desk of a tournament, signed in, in English."""
    sign_in(page, live_server.url, day)
    page.goto(f"{live_server.url}/t/{day.slug}/{path}")
    expect(page.locator("form.has-script #d-table")).to_be_focused()


def pegged(round_, table: int) -> list[int]:
    """What counts at a table: the points of seat A and of seat B."""
    results = Result.objects.filter(meeting=factories.meeting_at(round_, table))
    return list(results.order_by("side").values_list("pegged", flat=True))


@pytest.fixture
def day() -> Tournament:
    return factories.tournament(16, match_points="acc")


def test_table_winner_points_enter(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    first = factories.meeting_at(round_, 1)
    names = {seat.letter: seat.entry.name for seat in first.seats.select_related("entry")}

    page.keyboard.type("1")
    expect(page.locator("[data-name=A]")).to_have_text(names["A"])
    page.keyboard.press("Enter")
    expect(page.locator("[data-name=B]")).to_have_text(names["B"])
    expect(page.locator("#d-loser")).to_be_focused()
    page.keyboard.type("b88")
    expect(page.locator("#desk-who")).to_have_text(
        re.compile(rf"^Table 1: {names['B']} beats {names['A']} 121–88 · .*skunk, 3 match points$")
    )
    page.keyboard.type("\n\n")
    expect(page.locator("#desk-answer")).to_have_text(
        re.compile(rf"^Table 1: {names['B']} beats {names['A']} 121–88, .*skunk \(3 match points\)\.$")
    )
    expect(page.locator("form.has-script #d-table")).to_be_focused()
    assert pegged(round_, 1) == [88, 121]

    page.keyboard.type("x")
    expect(page.locator("#desk-answer")).to_contain_text(
        f"Corrected. Table 1: {names['A']} beats {names['B']}"
    )
    assert pegged(round_, 1) == [121, 88]
    assert Line.objects.filter(meeting=first).count() == 2


def test_a_slip_typed_without_waiting_for_answers(page: Page, live_server, day):
    """Keys typed while an answer is on its way are not lost: eight tables in one breath, each once."""
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    begun = time.monotonic()
    for table in range(1, 9):
        page.keyboard.type(f"{table}{'ab'[table % 2]}{90 + table}\n")
    expect(page.locator("#desk-status")).to_contain_text("8 tables are in")
    assert time.monotonic() - begun < 30  # the pace of 32 tables in two minutes
    for table in range(1, 9):
        scores = [121, 90 + table] if table % 2 == 0 else [90 + table, 121]
        assert pegged(round_, table) == scores
    assert Line.objects.count() == 8
    assert waiting_for(round_) == []
    expect(page.get_by_role("button", name="Close game 1")).to_be_enabled()


def test_what_is_refused_stays_typed(page: Page, live_server, day):
    factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("99\n")
    expect(page.locator("#desk-answer")).to_have_text("There is no table 99 in this game.")
    page.keyboard.type("2\n88\n")
    expect(page.locator("#desk-answer")).to_contain_text("Who has won? Press A for")
    page.keyboard.type("a\n")
    expect(page.locator("#desk-answer")).to_contain_text("121–88")
    page.keyboard.type("3\na122\n")
    expect(page.locator("#desk-answer")).to_contain_text("122 would be a winner’s score")
    expect(page.locator("#d-loser")).to_have_value("122")
    expect(page.locator("#d-loser")).to_be_focused()
    page.keyboard.type("95\n")
    expect(page.locator("#desk-answer")).to_contain_text("121–95")
    assert Line.objects.count() == 2


def test_a_result_that_is_in_already_is_corrected_only_when_asked(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("4\na88\n")
    expect(page.locator("#desk-answer")).to_contain_text("121–88")
    page.keyboard.type("4\n")
    expect(page.locator("#desk-answer")).to_contain_text("A result is in already")
    page.keyboard.type("b70\n")
    assert pegged(round_, 4) == [121, 88]
    page.keyboard.press("Escape")
    page.keyboard.type("4\nc")
    expect(page.locator("#d-loser")).to_be_focused()
    page.keyboard.type("b70\n")
    expect(page.locator("#desk-answer")).to_contain_text("Corrected. Table 4:")
    assert pegged(round_, 4) == [70, 121]
    page.keyboard.type("4\n")
    expect(page.locator(".ink li")).to_have_count(2)
    expect(page.locator(".ink .is-struck s")).to_contain_text("121–88")
    page.keyboard.type("v")
    page.get_by_role("button", name="Take it out").click()
    expect(page.locator("#desk-answer")).to_contain_text("Table 4 is open again")
    assert pegged(round_, 4) == []


def test_a_forfeit_is_one_key_and_declared_points(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("5\nfb")
    expect(page.locator("#d-points-a")).to_have_value("60")
    expect(page.locator("#d-points-b")).to_have_value("121")
    page.keyboard.type("\n\n")
    expect(page.locator("#desk-answer")).to_contain_text("forfeit")
    assert pegged(round_, 5) == [60, 121]
    page.keyboard.type("6\ni40\n75\n")
    expect(page.locator("#desk-answer")).to_contain_text("abandoned game, nobody has won")
    assert pegged(round_, 6) == [40, 75]


def test_without_an_answer_nothing_typed_is_lost_and_nothing_is_written_twice(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    asked = []

    def written_but_not_heard(route: Route) -> None:
        asked.append(route.request.post_data)
        if len(asked) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/desk/write/", written_but_not_heard)
    page.keyboard.type("7\na64\n")
    expect(page.locator("#desk-answer")).to_contain_text("NOT saved")
    expect(page.locator("#d-loser")).to_have_value("64")
    expect(page.locator("#desk-answer")).to_contain_text("121–64", timeout=10_000)
    assert asked[0] == asked[1]
    assert Line.objects.count() == 1
    assert pegged(round_, 7) == [121, 64]


def test_the_second_desk_is_told_and_decides(page: Page, live_server, day):
    round_ = factories.open_round(day)
    sit_down(page, live_server, day)
    page.keyboard.type("8\na101")
    factories.enter(factories.meeting_at(round_, 8), [99, 121])
    page.keyboard.press("Enter")
    expect(page.locator("#desk-answer")).to_contain_text("another result was entered before yours")
    expect(page.locator(".desk-dispute")).to_contain_text("Table 8: which result counts?")
    assert pegged(round_, 8) == [99, 121]
    page.locator(".desk-choices li", has_text="121–101").get_by_role("button").click()
    expect(page.locator(".desk-dispute")).to_have_count(0)
    assert pegged(round_, 8) == [121, 101]
