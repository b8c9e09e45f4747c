"""The desk in a browser: what only a screen can show. For its keys see tests/scripts/test_desk_*.py."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests import factories
from tests.browser import HeldRequest, sign_in
from tournaments.models import Line, Result, Tournament
from tournaments.rounds import unsettled_tables

pytestmark = pytest.mark.django_db(transaction=True)

READY_FIELD = "form.has-script #d-table"


def sit_down(page: Page, live_server, tournament: Tournament, path: str = "desk/") -> None:
    """Open the desk of a tournament, signed in, in English."""
    sign_in(page, live_server.url, tournament)
    page.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
    expect(page.locator(READY_FIELD)).to_be_focused()


def expect_message(page: Page, code: str) -> None:
    """Wait for this message of the desk."""
    expect(page.locator(f"#desk-answer [data-code={code}]")).to_be_visible()


def expect_tables_in(page: Page, tables: int) -> None:
    """Wait until so many tables are in, as the bar shows."""
    expect(page.locator("#desk-status [role=progressbar]")).to_have_attribute(
        "aria-valuenow", str(tables), timeout=20_000
    )


def counting_points(round_, table: int) -> list[int]:
    """Return the points that count at a table, of seat A and of seat B."""
    results = Result.objects.filter(meeting=factories.meeting_at(round_, table))
    return list(results.order_by("side").values_list("pegged", flat=True))


@pytest.fixture
def tournament() -> Tournament:
    return factories.tournament(16, match_points="acc")


@pytest.fixture
def round_(tournament):
    return factories.open_round(tournament)


@pytest.fixture
def keys(page: Page, live_server, tournament, round_) -> Callable[[str], None]:
    """Sit down at the desk, and return a function that types."""
    sit_down(page, live_server, tournament)
    return page.keyboard.type


def test_results_are_entered_by_keyboard(page: Page, keys, round_):
    first = factories.meeting_at(round_, 1)
    names = {seat.letter: seat.entry.name for seat in first.seats.select_related("entry")}
    keys("1")
    expect(page.locator("[data-name=A]")).to_have_text(names["A"])
    page.keyboard.press("Enter")
    expect(page.locator("[data-name=B]")).to_have_text(names["B"])
    expect(page.locator("#d-loser")).to_be_focused()
    keys("b88")
    expect(page.locator("#desk-who")).to_have_text(
        re.compile(rf"^Table 1: {names['B']} beats {names['A']} 121–88 · .*\b3\b")
    )
    keys("\n\n")
    expect(page.locator("#desk-answer")).to_have_text(
        re.compile(rf"^Table 1: {names['B']} beats {names['A']} 121–88, .*\b3\b")
    )
    expect(page.locator(READY_FIELD)).to_be_focused()
    assert counting_points(round_, 1) == [88, 121]
    keys("x")
    expect_message(page, "corrected")
    assert counting_points(round_, 1) == [121, 88]

    keys("99\n")  # a refused entry stays typed
    expect_message(page, "no_table")
    keys("2\n88\n")
    expect_message(page, "who_won")
    keys("a\n")
    expect_message(page, "entered")
    keys("3\na122\n")
    expect_message(page, "loser_too_high")
    expect(page.locator("#d-loser")).to_have_value("122")
    expect(page.locator("#d-loser")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#d-loser")).to_be_focused()
    keys("95\n")
    expect_message(page, "entered")

    keys("5\nfb")  # a forfeit is one key and declared points
    expect(page.locator("#d-points-a")).to_have_value("60")
    expect(page.locator("#d-points-b")).to_have_value("121")
    keys("\n\n")
    expect_message(page, "entered")
    keys("6\ni40\n75\n")
    expect_tables_in(page, 5)
    assert [counting_points(round_, table) for table in (2, 3, 5, 6)] == [
        [121, 88],
        [121, 95],
        [60, 121],
        [40, 75],
    ]
    assert Line.objects.count() == 6


def test_results_typed_without_waiting_are_each_written_once(page: Page, keys, round_):
    """Keys typed while an answer is on its way are not lost: eight tables are typed without a pause."""
    for table in range(1, 9):
        keys(f"{table}{'ab'[table % 2]}{90 + table}\n")
    expect_tables_in(page, 8)
    for table in range(1, 9):
        scores = [121, 90 + table] if table % 2 == 0 else [90 + table, 121]
        assert counting_points(round_, table) == scores
    assert Line.objects.count() == 8
    assert unsettled_tables(round_) == []
    expect(page.locator(".desk-close form button")).to_be_enabled()


def test_entered_result_is_corrected_only_on_request(page: Page, keys, round_):
    keys("4\na88\n")
    expect_message(page, "entered")
    keys("4a88\n8\nb70\n")  # a user who looks at the slip types on, and none of it goes to another table
    expect_message(page, "is_in")
    expect(page.locator("#d-table")).to_have_value("4")
    expect(page.locator("#d-table")).to_be_focused()
    page.locator("#d-table").click()
    expect(page.locator("#d-table")).to_have_value("")
    keys("4\n")
    page.locator(".side-A").click()  # opens the correction with this winner
    expect(page.locator(".side-A input")).to_be_checked()
    assert Line.objects.count() == 1
    page.locator("[data-leave]").click()
    expect(page.locator("#desk-panel section")).to_have_count(0)
    keys("4\nc")
    expect(page.locator("#d-loser")).to_be_focused()
    keys("b70\n")
    expect_message(page, "corrected")
    assert counting_points(round_, 4) == [70, 121]
    keys("4\n")
    expect(page.locator(".history li")).to_have_count(2)
    expect(page.locator(".history .is-struck s")).to_contain_text("121–88")
    keys("v")
    page.locator("#desk-void [data-sure]").click()
    expect_message(page, "taken_out")
    assert counting_points(round_, 4) == []

    keys("4")  # by mouse: the number is typed and not chosen yet, and the first try saves
    page.locator(".side-B").click()
    keys("115\n")
    expect_message(page, "entered")
    assert counting_points(round_, 4) == [115, 121]
    page.locator(".side-A").click()
    page.locator("#d-loser").click()
    keys("60")
    page.locator("#desk-enter").click()
    expect_message(page, "which_table")
    keys("5\n")
    expect_message(page, "entered")
    assert counting_points(round_, 5) == [121, 60]


def test_late_panel_does_not_replace_a_newer_one(page: Page, keys, round_):
    keys("4\na88\n")
    expect_message(page, "entered")
    slow = HeldRequest(page, "**/desk/table/**")
    keys("4\nc")
    expect(page.locator("#d-loser")).to_be_focused()
    answer = slow.route().fetch()
    keys("b70\n")
    expect_message(page, "corrected")
    keys("4\n")
    expect(page.locator(".history li")).to_have_count(2)
    with page.expect_response("**/desk/table/**"):
        slow.route().fulfill(response=answer)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator(".history li")).to_have_count(2)
    keys("v")
    page.locator("#desk-void [data-sure]").click()
    expect_message(page, "taken_out")


def test_keys_x_c_and_v_act_on_the_table_in_the_field(page: Page, keys, round_):
    """All slips but that of table 4 are in, the last was of table 5; then table 6 proves to be backwards."""
    for table in (1, 2, 3, 6, 7, 8, 5):
        keys(f"{table}a{80 + table}\n")
    expect_tables_in(page, 7)
    keys("6x")
    expect_message(page, "is_in")
    expect(page.locator("#d-table")).to_have_value("6")
    assert Line.objects.count() == 7
    keys("x")
    expect_message(page, "corrected")
    assert [counting_points(round_, table) for table in (5, 6)] == [[121, 85], [86, 121]]
    for typed in ("4x", "4\nx", "4c", "4\nc", "4v", "4\nv"):
        keys(typed)
        expect_message(page, "no_result")
        page.keyboard.press("Escape")
        expect(page.locator("#desk-answer [data-code]")).to_have_count(0)
    assert Line.objects.count() == 8
    keys("7v")
    expect_message(page, "is_in")
    keys("v")
    page.locator("#desk-void [data-sure]").click()
    expect_message(page, "taken_out")
    assert [counting_points(round_, table) for table in (5, 6, 7)] == [[121, 85], [86, 121], []]
    keys("8c")
    expect_message(page, "is_in")
    keys("cb70\n")
    expect_message(page, "corrected")
    assert counting_points(round_, 8) == [70, 121]


def test_void_in_a_match_takes_out_the_chosen_game(page: Page, live_server, tournament, round_):
    table = factories.meeting_at(round_, 1)
    factories.as_best_of_three(table)
    sit_down(page, live_server, tournament)
    page.keyboard.type("1a88\n1b90\n")
    page.keyboard.type("1v")
    page.locator("#desk-void [data-sure]").click()
    expect_message(page, "taken_out")
    counting = Result.objects.filter(meeting=table, side=0)
    assert list(counting.values_list("game", "pegged")) == [(1, 121)]
    page.keyboard.type("1b90\n1\n")
    page.locator("form[data-void]").first.get_by_role("button").click()
    page.locator("#desk-void [data-sure]").click()
    expect_message(page, "taken_out")
    assert list(counting.values_list("game", "pegged")) == [(2, 90)]


class Network:
    """The way to the server; while it is down no request is answered, though the first entry arrives."""

    def __init__(self, page: Page) -> None:
        self.down = True
        self.asked: list[str | None] = []
        page.route("**/desk/write/", self._pass)

    def _pass(self, route: Route) -> None:
        self.asked.append(route.request.post_data)
        if self.down and len(self.asked) == 1:
            route.fetch()
        if self.down:
            route.abort()
        else:
            route.continue_()


def test_network_failure_neither_loses_nor_repeats_results(page: Page, keys, round_):
    network = Network(page)
    keys("7\na64\n")
    expect_message(page, "not_saved")
    expect(page.locator("#d-loser")).to_have_value("64")
    keys("8\nb77\n5a60\n")  # two more slips without an answer
    expect(page.locator("#desk-ahead[data-code=typed_since] kbd")).to_have_count(11)
    network.down = False
    expect_tables_in(page, 3)
    expect(page.locator("#desk-ahead")).to_be_hidden()
    assert network.asked[0] == network.asked[1]
    assert Line.objects.count() == 3
    assert [counting_points(round_, table) for table in (7, 8, 5)] == [[121, 64], [77, 121], [121, 60]]

    page.route("**/desk/write/", lambda route: route.abort())  # kept results outlive the page
    keys("1\na64\n")
    expect_message(page, "not_saved")
    keys("2b77\n")
    page.unroute("**/desk/write/")
    page.reload()
    expect_tables_in(page, 5)
    assert [counting_points(round_, table) for table in (1, 2)] == [[121, 64], [77, 121]]
    assert Line.objects.count() == 5


def test_text_without_keys_is_queued_while_an_answer_is_awaited(page: Page, keys, round_):
    """A keyboard on a screen sends text, not keys."""
    network = Network(page)
    keys("7\na64\n")
    expect_message(page, "not_saved")
    page.keyboard.insert_text("8b7")
    page.keyboard.insert_text("7")
    expect(page.locator("#d-loser")).to_have_value("64")
    expect(page.locator("#desk-ahead[data-code=typed_since] kbd")).to_have_count(4)
    keys("\n")
    network.down = False
    expect_tables_in(page, 2)
    assert [counting_points(round_, table) for table in (7, 8)] == [[121, 64], [77, 121]]


def hold_refused_result(page: Page, keys: Callable[[str], None]) -> None:
    """Have the result of table 1 refused after that of table 2 was typed, which waits."""
    network = Network(page)
    keys("1a122\n")
    expect_message(page, "not_saved")
    keys("2b77\n")
    network.down = False
    expect_message(page, "loser_too_high")


def test_refused_result_is_corrected_without_keys(page: Page, keys, round_):
    hold_refused_result(page, keys)
    page.locator("#d-loser").evaluate("field => field.setSelectionRange(3, 3)")
    page.evaluate("document.execCommand('delete')")
    expect(page.locator("#d-loser")).to_have_value("12")
    page.evaluate("document.execCommand('delete')")
    page.keyboard.insert_text("08")
    page.keyboard.press("Enter")
    expect_tables_in(page, 2)
    assert [counting_points(round_, table) for table in (1, 2)] == [[121, 108], [77, 121]]


def test_results_typed_while_signed_out_are_sent_after_sign_in(
    page: Page, keys, live_server, tournament, round_
):
    (session,) = [one for one in page.context.cookies() if one["name"] == "sessionid"]
    page.context.clear_cookies(name="sessionid")
    keys("7\na64\n8b77\n")
    expect_message(page, "signed_out")
    page.context.add_cookies([session])
    page.context.clear_cookies(name="csrftoken")  # a new sign-in brings another
    other = page.context.new_page()
    other.goto(f"{live_server.url}/t/{tournament.slug}/desk/")
    other.close()
    page.keyboard.press("Enter")
    expect_tables_in(page, 2)
    assert [counting_points(round_, table) for table in (7, 8)] == [[121, 64], [77, 121]]


def test_refused_result_holds_later_ones_and_dispute_is_decided(page: Page, keys, round_):
    hold_refused_result(page, keys)
    keys("3a64\n")  # still typed without looking: not the points of table 1
    expect(page.locator("#desk-ahead[data-code=held] kbd")).to_have_count(10)
    expect(page.locator("#d-loser")).to_have_value("122")
    page.keyboard.press("Backspace")
    keys("95\n")
    expect_tables_in(page, 3)
    assert [counting_points(round_, table) for table in (1, 2, 3)] == [[121, 95], [77, 121], [121, 64]]

    keys("8\na101")
    factories.enter(factories.meeting_at(round_, 8), [99, 121])  # by a second desk
    page.keyboard.press("Enter")
    expect_message(page, "now_disputed")
    expect(page.locator(".desk-dispute .desk-choices li")).to_have_count(2)
    assert counting_points(round_, 8) == [99, 121]
    page.locator(".desk-choices li", has_text="121–101").get_by_role("button").click()
    expect(page.locator(".desk-dispute")).to_have_count(0)
    assert counting_points(round_, 8) == [121, 101]


RECORD_BAR = """() => {
  window.bars = [];
  const bar = () => document.querySelector("#desk-status [role=progressbar]").getAttribute("aria-valuenow");
  const note = new MutationObserver(() => window.bars.push(bar()));
  note.observe(document.getElementById("desk-status"), { childList: true, subtree: true, attributes: true });
}"""


def test_late_answer_does_not_replace_a_newer_state(page: Page, keys, round_):
    asks = "document.dispatchEvent(new Event('cheville:written'))"
    factories.enter(factories.meeting_at(round_, 2), [121, 90])
    slow = HeldRequest(page, "**/desk/state/**")
    page.evaluate(asks)
    answer = slow.route().fetch()
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    page.evaluate(asks)
    expect_tables_in(page, 2)
    page.evaluate(RECORD_BAR)
    with page.expect_response("**/desk/state/**"):
        slow.route().fulfill(response=answer)
    with page.expect_response("**/desk/state/**"):
        page.evaluate(asks)
    assert "1" not in page.evaluate("bars")
    expect_tables_in(page, 2)
