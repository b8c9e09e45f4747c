"""Tables of three to six and of partners, at a tablet in real Chromium; results that were kept before."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests import factories
from tests.table.hall import english, long_names
from tests.table.tablet import Tablet
from tournaments import stages
from tournaments.models import Line, Result

pytestmark = pytest.mark.django_db(transaction=True)

TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"
CUT = """() => ["h1", ".name", ".sentence", ".button span", ".receipt", ".line"]
  .flatMap((what) => [...document.querySelectorAll("main " + what)])
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline"
    || one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1)
  .map((one) => one.textContent)"""
SITS = {
    "2": ((1, 2), False),
    "3": ((1, 2, 3), False),
    "6": ((1, 2, 3, 4, 5, 6), False),
    "4p": ((1, 2, 3, 4), True),
}
OLD = """() => {
  const kept = Cheville.store.results()[0], names = kept.shown.names;
  kept.shown = {winner: 1, high: "121", low: "88", names, round: 1, table: 1, games: 1, game: "cribbage"};
  Cheville.store.keepResult(kept);
}"""


def sits_at_1(sit: str, **rules: object):
    """A day in which those sit at table 1."""
    day = english(8, match_points="acc", **rules)
    people, partners = SITS[sit]
    factories.sit(day, 1, people, (7, 8), partners=[1] if partners else [])
    return day


def test_three_for_themselves_from_seats_to_receipt(tablet):
    one = tablet(sits_at_1("3"), 1)
    one.title("Who sits here?")
    expect(one.page.locator(".sides .name")).to_have_count(3)
    names = one.page.locator(".sides .name").all_inner_texts()
    one.tap("This is us")
    one.tap("We are done")
    one.tap(f"Seat B {names[1]}")
    for loser, points in ((0, "88"), (2, "95")):
        one.title(f"How many points did {names[loser]} peg?")
        one.key(points)
        one.tap("Next")
    one.title("The others: is this right?")
    one.sees(f"{names[1]} won with 121 points.")
    one.sees(f"{names[0]} pegged 88 points.")
    one.sees(f"{names[2]} pegged 95 points.")
    one.sees("Win: 2 match points.")  # not all of them are skunked
    one.sees(f"One of you accepts it: {names[0]} and {names[2]}.")
    one.tap("No, change it")
    one.button("Clear").tap()
    one.key("45")
    one.sees("Skunk: 3 match points.")
    one.tap("Next")
    one.tap("Yes, this is right")
    one.sees(f"{names[1]} wins: {names[1]} 121, {names[0]} 88, {names[2]} 45.")
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [88, 121, 45]}
    assert Result.objects.get(won=True).skunk == 1
    one.touch("menu", "list")
    one.sees(f"{names[1]} 121, {names[0]} 88, {names[2]} 45")
    one.touch("back", "correct", "won-0")
    for points in ("77", "66"):
        one.key(points)
        one.tap("Next")
    one.tap("Yes, this is right")
    one.sees(f"{names[0]} wins: {names[0]} 121, {names[1]} 77, {names[2]} 66.")
    one.received()
    assert [line.data["pegged"] for line in Line.objects.order_by("number")] == [[88, 121, 45], [121, 77, 66]]
    assert one.errors == []


@pytest.mark.parametrize(("rule", "says"), [("all", "Win: 2"), ("any", "Skunk: 3"), ("none", "Win: 2")])
def test_a_skunk_of_several_losers_is_said_as_the_rules_have_it(tablet, rule: str, says: str):
    day = sits_at_1("3")
    stage = stages.qualifying(day)
    stage.rules = stage.rules | {"several_losers": rule}
    stage.save()
    one = tablet(day, 1)
    one.touch("us", "done", "won-0")
    for points in ("88", "95"):
        one.key(points)
        one.tap("Next")
    one.sees(f"{says} match points.")


def test_partners_win_together(tablet):
    one = tablet(sits_at_1("4p"), 1)
    one.title("Who sits here?")
    names = one.page.locator(".sides .name").all_inner_texts()  # A and C, then B and D
    assert one.page.locator(".sides .ring").all_inner_texts() == ["A", "C", "B", "D"]
    one.tap("This is us")
    one.tap("We are done")
    one.tap(f"Seat B Seat D {names[2]} and {names[3]}")
    one.title(f"How many points did {names[0]} and {names[1]} peg?")
    one.key("90")
    one.tap("Next")
    one.title(f"{names[0]} and {names[1]}, is this right?")
    one.sees(f"{names[2]} and {names[3]} won with 121 points.")
    one.tap("Yes, this is right")
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [90, 121]}
    assert Result.objects.filter(won=True).count() == 2


def test_a_fixed_number_of_games_is_played_to_the_end(tablet, hall):
    day = english(4)
    factories.open_round(day)
    one = tablet(day, 1)
    one.title("Who sits here?")
    told = "Cheville.day.member.told.meetings[0]"
    one.page.evaluate(f"{told}.games = 3; {told}.match = {{kind: 'fixed', games: 3}}")
    hall.kill()
    one.touch("us")
    one.above("Game 1 of 3")
    for game in (1, 2):
        one.enter(0, 80 + game)
        one.title("Good game!")
        one.above(f"Game {game + 1} of 3")
    one.page.evaluate(f"{told}.match.kind = 'best_of'; Cheville.show()")
    one.title("Thank you, it is written down")


def test_what_an_older_page_has_kept_is_shown(tablet):
    one = tablet(sits_at_1("2"), 1)
    names = one.sit_down()
    one.page.route("**/api/1/submit", lambda route: route.abort())
    one.enter(1, 88)
    one.sees("Kept on this tablet")
    one.page.evaluate(OLD)
    one.page.reload()
    one.sees(f"{names[1]} beats {names[0]}, 121 to 88.")
    one.touch("menu", "list")
    one.sees(f"{names[1]} 121, {names[0]} 88")


WAYS = [("en", []), ("fr-ca", ["size-larger"]), ("en", ["size-large", "contrast"])]
# Ways of sitting, each in another of the ways to look at it.
SEEN = [(sit, *way) for sit, way in zip(("2", "6", "4p"), WAYS, strict=True)]


@pytest.mark.parametrize(("sit", "language", "wishes"), SEEN)
def test_long_names_are_whole_and_every_step_is_sound(tablet, sit: str, language: str, wishes: list[str]):
    one = tablet(long_names(sits_at_1(sit)), 1)
    faults: list[str] = []
    one.page.locator("[data-id=us]").wait_for()
    one.touch("menu", f"say-{language}", *wishes, "back")
    step = looker(one, faults, fits=not wishes and sit != "6")
    people, partners = SITS[sit]
    step("seats")
    one.touch("us")
    step("playing", main=False)
    one.touch("done")
    step("who won")
    one.touch("won-0")
    for loser in range(1, 2 if partners else len(people)):
        one.key_by_id("88")
        if loser == 1:
            step("points")
        one.touch("next")
    step("read back")
    one.touch("accept")
    one.page.locator(".box.received").wait_for()
    step("received", main=False)
    assert faults == []
    assert one.errors == []


def looker(one: Tablet, faults: list[str], *, fits: bool) -> Callable[..., None]:
    """Looks at a step at every size: nothing cut, the last button reached, a main step without scrolling."""
    sizes = {(1024, 768): fits, (390, 844): fits, (360, 740): False, (844, 390): False}

    def look(name: str, main: bool = True) -> None:
        for (width, height), whole in sizes.items():
            one.page.set_viewport_size({"width": width, "height": height})
            one.page.wait_for_timeout(60)
            at = f"{name} at {width}"
            faults.extend(f"{at}: cut {text}" for text in one.page.evaluate(CUT))
            if main and whole and (over := one.page.evaluate(TOO_HIGH)) > 0:
                faults.append(f"{at}: {over} pixels too high")
            last = one.page.locator("main .actions .button").last
            last.scroll_into_view_if_needed()
            last.click(trial=True)
            if width in (1024, 360):
                faults.extend(f"{at}: {fault}" for fault in one.faults())

    return look
