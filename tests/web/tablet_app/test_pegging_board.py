"""A game tapped on the pegging board of the tablet, in real Chromium, until it is in the score book."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Route, expect

from tests import factories
from tests.web.tablet_app.hall_server import english
from tests.web.tablet_app.sentences import sentence
from tests.web.tablet_app.tablet import Tablet
from tournaments import rounds
from tournaments.models import Line
from tournaments.pairing.values import PlannedTable

if TYPE_CHECKING:  # models are imported by the tests, when Django stands
    from tests.web.tablet_app.hall_server import Hall

pytestmark = pytest.mark.django_db(transaction=True)

TWENTY_MILLIMETRES = 120
SIZES = {"tablet": {"width": 1024, "height": 768}, "phone": {"width": 390, "height": 844}}
OVERFLOW_HEIGHT = "document.documentElement.scrollHeight - innerHeight"
MORE_PLAYERS = [
    ("C", "Noëlla L'Écuyer"),
    ("D", "Zéphirin Saint-Hilaire"),
    ("E", "Françoise D’Amour"),
    ("F", "Marie-Claude"),
]


def press_keys(one: Tablet, *ids: str) -> None:
    """Press keys by their names in the scripts, with a steady hand."""
    for name in ids:
        one.steady()
        one.touch(name)


class Board:
    """The board on a tablet, as the two or more players who tap on it see it."""

    def __init__(self, one: Tablet, names: list[str]) -> None:
        self.one, self.names = one, names

    def open(self) -> "Board":
        """Open the board from the table's page."""
        self.one.tap(re.compile("^Pegging board"))
        self.one.title(sentence("board"))
        return self

    def key(self, side: int, points: int) -> Locator:
        """Return the key of a side for so many points."""
        return self.one.button(sentence("board_key", points, name=self.names[side]))

    def tap(self, side: int, *events: int) -> None:
        """Tap one event after the other; points without a key of their own take one more tap."""
        for points in events:
            if not self.key(side, points).count():
                self.one.steady()
                self.one.tap(sentence("board_more_of", name=self.names[side]))
                self.one.title(sentence("board_how_many", name=self.names[side]))
            self.one.steady()
            self.key(side, points).tap()

    def stands(self, *totals: int) -> None:
        """Expect these totals beside the names."""
        expect(self.one.page.locator(".total")).to_have_text([str(total) for total in totals])

    def says(self, text: str) -> None:
        """Expect this text to be read aloud."""
        expect(self.one.page.get_by_role("status").first).to_have_text(text)


@pytest.fixture
def board(tablet: Callable[..., Tablet], tournament, opened) -> Board:
    """Return the board open on table 1, at the start of game 1."""
    one = tablet(tournament, 1)
    return Board(one, one.sit_down()).open()


def test_game_pegged_on_the_board_is_in_the_score_book(board):
    one, (first, other) = board.one, board.names
    board.says(sentence("board_how"))
    board.tap(0, 2)
    board.says(sentence("board_said", 2, name=first, total=2))
    board.tap(1, 1)
    board.says(sentence("board_said", 1, name=other, total=1))
    board.tap(0, 24, 29, 20, 14)
    board.tap(1, 12, 16, 29, 12, 18)
    board.says(sentence("board_said", 18, name=other, total=88))
    board.tap(0, 5, 10)
    board.says(sentence("board_said", 10, name=first, total=104))
    board.tap(0, 12)
    board.says(f"{first}: 12 points, 116 in all. From here on a single point does not count.")
    board.key(0, 1).tap(force=True)
    board.says(re.compile("^From 116 on a single point does not count."))
    board.stands(116, 88)
    board.tap(0, 4)
    board.tap(0, 6)  # the last hole is the last
    one.title(sentence("result", winner=first, loser=other, high=121, low=88))
    one.sees(sentence("worth", 3, word=sentence("skunk_is_1", under=91)))
    one.steady()
    one.tap(sentence("board_over"))
    one.title(sentence("please_read", name=other))
    one.sees(sentence("read_won_with", name=first, points=121))
    one.sees(sentence("read_pegged", name=other, points=88))

    one.tap(sentence("not_right"))  # one point was forgotten
    one.title(sentence("result", winner=first, loser=other, high=121, low=88))
    one.tap(sentence("board_undo_of", 6, name=first))
    one.title(sentence("board"))
    board.stands(120, 88)
    board.tap(1, 3)
    board.says(f"{other}: 3 points, 91 in all. Past the skunk line.")
    board.tap(0, 6)
    one.sees(sentence("worth", 2, word="Win"))
    one.steady()
    one.tap(sentence("board_over"))
    one.tap(sentence("accept", name=other))
    one.title(sentence("after_received"))
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [121, 91]}
    assert one.page.evaluate("Cheville.tool()") is None
    assert one.errors == []


def test_each_side_can_undo_its_own_points(board):
    one, (first, other) = board.one, board.names
    for side in (0, 1):
        for points in (1, 2, 3, 4, 5, 6, 8, 10, 12):
            box = board.key(side, points).bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= TWENTY_MILLIMETRES
    assert not board.key(0, 19).count()
    for points in (7, 29):  # two taps away; which ones there are: tests/scripts
        board.tap(0, points)
        board.says(sentence("board_said", points, name=first, total=points))
        one.steady()
        one.tap(sentence("board_undo_of", points, name=first))
    board.tap(0, 8, 2)
    board.tap(1, 12, 6)
    board.tap(0, 1)
    one.tap(sentence("board_undo_of", 6, name=other))
    board.says(sentence("board_taken_back", 6, name=other, total=12))
    board.stands(11, 12)
    for points, left in ((1, 10), (2, 8), (8, 0)):
        one.steady()
        one.tap(sentence("board_undo_of", points, name=first))
        board.says(sentence("board_taken_back", points, name=first, total=left))
    board.stands(0, 12)
    one.steady()
    board.key(0, 4).evaluate("(key) => { key.click(); key.click(); key.click(); }")  # a finger that trembles
    board.stands(4, 12)
    one.steady()
    one.tap(sentence("board_undo_of", 4, name=first))
    expect(one.button(sentence("board_undo"))).to_have_attribute("aria-disabled", "true")


def test_board_survives_reload_and_can_be_turned_and_given_up(board):
    one, (first, other) = board.one, board.names
    board.tap(1, 5)
    turns = "[...document.querySelectorAll('.half')].map((half) => getComputedStyle(half).transform)"
    one.tap(sentence("board_facing"))
    expect(one.button(re.compile(re.escape(sentence("board_facing"))))).to_have_attribute(
        "aria-pressed", "true"
    )
    board.tap(1, 4)
    one.page.context.set_offline(True)
    board.tap(1, 2)
    board.stands(0, 11)
    one.page.context.set_offline(False)
    one.page.reload()
    one.title(sentence("board"))
    board.stands(0, 11)
    assert one.page.evaluate(turns) == ["none", "matrix(-1, 0, 0, -1, 0, 0)"]
    one.page.set_viewport_size({"width": 800, "height": 1280})
    assert one.page.evaluate(turns) == ["matrix(-1, 0, 0, -1, 0, 0)", "none"]
    one.tap(sentence("board_undo_of", 2, name=other))
    board.stands(0, 9)
    one.tap(sentence("back_to_table"))
    one.title(sentence("play"))
    one.tap(sentence("board_go_on", points="0 – 9"))
    board.stands(0, 9)
    one.tap(sentence("back_to_table"))
    one.enter(1, 77)
    one.title(sentence("after_received"))
    assert Line.objects.get().data == {"v": 1, "pegged": [77, 121]}
    assert one.page.evaluate("Cheville.tool()") is None
    assert (first, other) == tuple(one.page.locator(".cards .name").all_inner_texts())


def test_board_of_a_voided_meeting_is_not_that_of_the_next(board, opened):
    one = board.one
    board.tap(0, 12)
    mine, theirs = (factories.meeting_at(opened, table).seats.order_by("letter") for table in (1, 2))
    planned = PlannedTable(1, (("A", mine[0].entry.number), ("B", theirs[0].entry.number)))
    rounds.seat_as_played(opened, [planned], by=None)
    one.title(sentence("who_sits_here"))
    one.sees(sentence("tool_dropped"))
    Board(one, one.sit_down()).open().stands(0, 0)
    assert not Line.objects.exists()


def test_as_pegged_game_to_61_counts_all_points(tablet):
    tournament = english(4, pegging="as_pegged", target=61, match_points="acc")
    factories.open_round(tournament)
    one = tablet(tournament, 1)
    board = Board(one, one.sit_down()).open()
    expect(one.page.locator(".skunk-line")).to_have_count(0)
    board.tap(0, 29, 29, 2)
    board.stands(60, 0)
    board.tap(0, 16)
    one.title(sentence("result", winner=board.names[0], loser=board.names[1], high=76, low=0))
    one.steady()
    one.tap(sentence("board_over"))
    one.tap(sentence("accept", name=board.names[1]))
    one.received()
    assert Line.objects.get().data == {"v": 1, "pegged": [76, 0]}


# Its look


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("fr-ca", "tablet"),
        ("en", "phone"),
    ],
)
def test_every_view_of_the_board_is_accessible(hall: "Hall", tablet, tournament, opened, language, size):
    one = tablet()
    one.page.set_viewport_size(SIZES[size])
    one.open(hall.sheet(tournament, 1))
    expect(one.page.locator("[data-id=us]")).to_be_visible()
    one.touch("menu", f"say-{language}", "back", "us", "board")
    faults: list[str] = []

    def look(name: str) -> None:
        expect(one.page.locator(".plank, .all-points")).to_be_visible()
        faults.extend(f"{name}: {fault}" for fault in one.faults())
        if one.page.evaluate(OVERFLOW_HEIGHT) > 0:
            faults.append(f"{name}: lies below the fold")

    look("empty")
    press_keys(one, "point-0-12", "point-1-5")
    look("tapped")
    press_keys(one, "more-0")
    look("all points")
    press_keys(one, "point-0-29")
    for points in (24, 29, 23):
        press_keys(one, "more-0", f"point-0-{points}")
    one.page.locator("[data-id=point-0-1]").tap(force=True)
    look("from 116")
    press_keys(one, "point-0-4")
    look("over")
    assert faults == []
    assert one.errors == []


@pytest.mark.parametrize(("sides", "size"), [(3, "tablet"), (6, "phone")])
def test_board_works_with_three_to_six_sides(hall: "Hall", tablet, tournament, opened, sides: int, size: str):
    one = tablet()

    def more(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        for meeting in body.get("meetings", []):
            for letter, name in MORE_PLAYERS[: sides - 2]:
                entry = {
                    "number": 90 + ord(letter),
                    "name": name,
                    "letter": letter,
                    "games": 0,
                    "won": 0,
                    "points": 0,
                }
                meeting["sides"].append({"letter": letter, "entries": [entry]})
        route.fulfill(response=answer, json=body)

    one.page.route("**/api/1/here", more)
    one.page.set_viewport_size(SIZES[size])
    one.open(hall.sheet(tournament, 1))
    one.touch("us", "board")
    direct = (sides, size) == (3, "tablet")
    for side in range(sides):
        if not direct:
            press_keys(one, f"side-{side}")
        press_keys(one, f"point-{side}-{side + 1}")
        expect(one.page.locator(".total").nth(side)).to_have_text(str(side + 1))
    assert one.faults() == []
    assert one.page.evaluate(OVERFLOW_HEIGHT) <= 0
    press_keys(one, "more-1" if direct else "side-1")
    assert one.faults() == []
    press_keys(one, "undo-1")
    expect(one.page.locator(".total").nth(1)).to_have_text("0")
    for points in (29, 29, 29, 24, 12):
        press_keys(one, "more-2" if direct else "side-2", f"point-2-{points}")
    press_keys(one, "over")
    draft = one.page.evaluate("Cheville.draft()")
    assert (draft["winner"], draft["points"]) == (2, ["1", "0", "121", "4", "5", "6"][:sides])
    assert one.errors == []
