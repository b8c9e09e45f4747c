"""Tables of three to six and of partners, at a tablet in real Chromium; results that were kept before."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.web.tablet_app.hall_server import english, long_names
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import DRAWING_DONE, Tablet
from tournaments import rounds
from tournaments.models import Line, Result, Round

pytestmark = pytest.mark.django_db(transaction=True)

OVERFLOW_HEIGHT = "document.documentElement.scrollHeight - innerHeight"
CUT_TEXTS = """() => ["h1", ".name", ".sentence", ".button span", ".receipt", ".line"]
  .flatMap((what) => [...document.querySelectorAll("main " + what)])
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
  .map((one) => one.textContent)"""
TABLE_SEATS = {
    "2": ((1, 2), False),
    "3": ((1, 2, 3), False),
    "6": ((1, 2, 3, 4, 5, 6), False),
    "4p": ((1, 2, 3, 4), True),
}
OLD_RESULT = """() => {
  const kept = Cheville.store.results()[0], names = kept.shown.names;
  kept.shown = {winner: 1, high: "121", low: "88", names, round: 1, table: 1, games: 1, game: "cribbage"};
  Cheville.store.saveResult(kept);
}"""


def seat_table_1(sit: str, **rules: object):
    """Return a tournament with these people at table 1."""
    tournament = english(8, match_points="acc", **rules)
    people, partners = TABLE_SEATS[sit]
    factories.sit(tournament, 1, people, (7, 8), partners=[1] if partners else [])
    return tournament


def test_three_sides_can_enter_and_correct_a_result(tablet):
    one = tablet(seat_table_1("3"), 1)
    one.title(sentence("who_sits_here"))
    expect(one.page.locator(".sides .name")).to_have_count(3)
    names = one.page.locator(".sides .name").all_inner_texts()
    one.tap(sentence("this_is_us"))
    one.won(1)
    for loser, points in ((0, "88"), (2, "95")):
        one.title(sentence("how_many_pegged", name=names[loser]))
        one.key(points)
        if loser == 0:
            one.tap(sentence("next"))
    one.title(sentence("please_read_all"))
    one.sees(sentence("read_won_with", name=names[1], points=121))
    one.sees(sentence("read_pegged", name=names[0], points=88))
    one.sees(sentence("read_pegged", name=names[2], points=95))
    one.sees(sentence("worth", 2, word="Win"))  # not all of them are skunked
    one.sees(sentence("one_accepts", names=f"{names[0]} and {names[2]}"))
    one.tap(sentence("not_right"))
    one.key("45")
    one.sees(sentence("worth", 3, word=sentence("skunk_is_1", under=91)))
    one.tap(sentence("accept_any"))
    one.sees(
        sentence("result_of_several", winner=names[1], points=f"{names[1]} 121, {names[0]} 88, {names[2]} 45")
    )
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [88, 121, 45]}
    assert Result.objects.get(won=True).skunk == 1
    one.touch("menu", "list")
    one.sees(f"{names[1]} 121, {names[0]} 88, {names[2]} 45")
    one.touch("back", "correct", "won-0")
    one.key("77")
    one.tap(sentence("next"))
    one.key("66")
    one.tap(sentence("accept_any"))
    one.sees(
        sentence("result_of_several", winner=names[0], points=f"{names[0]} 121, {names[1]} 77, {names[2]} 66")
    )
    one.received()
    assert [line.data["pegged"] for line in Line.objects.order_by("number")] == [[88, 121, 45], [121, 77, 66]]
    assert one.errors == []


def test_partners_are_entered_as_one_side(tablet):
    one = tablet(seat_table_1("4p"), 1)
    one.title(sentence("who_sits_here"))
    names = one.page.locator(".sides .name").all_inner_texts()  # A and C, then B and D
    assert one.page.locator(".sides .ring").all_inner_texts() == ["A", "C", "B", "D"]
    one.tap(sentence("this_is_us"))
    one.won(1)
    one.title(sentence("how_many_pegged", name=f"{names[0]} and {names[1]}"))
    one.key("90")
    one.title(sentence("please_read", name=f"{names[0]} and {names[1]}"))
    one.sees(sentence("read_won_with", name=f"{names[2]} and {names[3]}", points=121))
    one.tap(sentence("accept_any"))
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [90, 121]}
    assert Result.objects.filter(won=True).count() == 2


def test_result_stored_by_an_older_page_is_shown(tablet):
    one = tablet(seat_table_1("2"), 1)
    names = one.sit_down()
    one.page.route("**/api/1/submit", lambda route: route.abort())
    one.enter(1, 88)
    one.sees(sentence("kept_here"))
    one.page.evaluate(OLD_RESULT)
    one.page.reload()
    one.sees(sentence("result", winner=names[1], loser=names[0], high=121, low=88))
    one.touch("menu", "list")
    one.sees(f"{names[1]} 121, {names[0]} 88")


DISPLAY_OPTIONS = [("en", []), ("fr-ca", ["size-larger"]), ("en", ["size-large", "contrast"])]
# Ways of sitting, each in another of the ways to look at it.
TABLES_AND_OPTIONS = [(sit, *way) for sit, way in zip(("2", "6", "4p"), DISPLAY_OPTIONS, strict=True)]


@pytest.mark.parametrize(("sit", "language", "wishes"), TABLES_AND_OPTIONS)
def test_every_step_fits_and_is_accessible_with_long_names(
    tablet, sit: str, language: str, wishes: list[str]
):
    one = tablet(long_names(seat_table_1(sit)), 1)
    faults: list[str] = []
    one.page.locator("[data-id=us]").wait_for()
    one.touch("menu", f"say-{language}", *wishes, "back")
    step = make_look(one, faults, fits=not wishes and sit != "6")
    people, partners = TABLE_SEATS[sit]
    step("seats")
    one.touch("us")
    step("playing")
    one.touch("won-0")
    last = 1 if partners else len(people) - 1
    for loser in range(1, last + 1):
        one.key_by_id("8")
        if loser == 1:
            step("points")
        one.key_by_id("8")
        if loser < last:
            one.touch("next")
    step("read back")
    one.touch("accept")
    one.page.locator(".box.received").wait_for()
    step("received", main=False)
    assert faults == []
    assert one.errors == []


def test_buttons_stay_visible_when_four_players_move(tablet):
    tournament = long_names(seat_table_1("4p"))
    one = tablet(tournament, 1)
    one.page.locator("[data-id=us]").wait_for()
    first = Round.objects.get(number=1)
    for table in (1, 2):
        factories.enter(factories.meeting_at(first, table), [121, 88])
    rounds.close_round(first, by=None)
    factories.sit(tournament, 2, (1, 5, 3, 7), (2, 6, 4, 8), partners=[1, 2])
    expect(one.page.locator(".moves .move")).to_have_count(4)
    expect(one.page.locator("[data-id=us]")).to_be_visible()
    assert one.page.evaluate(OVERFLOW_HEIGHT) <= 0
    assert one.page.evaluate(CUT_TEXTS) == []


def make_look(one: Tablet, faults: list[str], *, fits: bool) -> Callable[..., None]:
    """Return a check of a step at every size: nothing cut, the last button reached, main steps unscrolled."""
    sizes = {(1024, 768): fits, (390, 844): fits, (360, 740): False, (844, 390): False}

    def look(name: str, main: bool = True) -> None:
        for (width, height), whole in sizes.items():
            one.page.set_viewport_size({"width": width, "height": height})
            one.page.evaluate(DRAWING_DONE)
            at = f"{name} at {width}"
            faults.extend(f"{at}: cut {text}" for text in one.page.evaluate(CUT_TEXTS))
            if main and whole and (over := one.page.evaluate(OVERFLOW_HEIGHT)) > 0:
                faults.append(f"{at}: {over} pixels too high")
            last = one.page.locator("main .button").last
            last.scroll_into_view_if_needed()
            last.click(trial=True)
            if width == 360:  # at 1024: test_every_step.py
                faults.extend(f"{at}: {fault}" for fault in one.faults())

    return look
