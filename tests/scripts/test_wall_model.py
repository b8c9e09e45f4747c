"""How a list fills a projector, for how long a page stands, what keys and a phone ask for."""

import pytest

from tests.scripts.engine import load

wall = load("wall_model.js")
HD_AREA = (1860, 872)  # what is left of 1920 × 1080
MIN_SIZE, MAX_SIZE = 43, 130


@pytest.mark.parametrize("people", [1, 2, 8, 22, 23, 32])
def test_few_names_fill_one_page(people):
    at = wall("Cheville.wall.fit", people, 12, *HD_AREA, MIN_SIZE, MAX_SIZE)
    assert at["pages"] == 1
    assert at["columns"] * at["lines"] >= people
    assert at["lines"] * at["size"] * 1.25 <= HD_AREA[1]
    assert at["size"] == MAX_SIZE or at["size"] >= MIN_SIZE
    larger = at["size"] + 2  # nothing larger would have done
    lines, columns = HD_AREA[1] // (1.25 * larger), max(1, (HD_AREA[0] + larger) // (13 * larger))
    assert at["size"] >= MAX_SIZE - 1 or lines * columns < people or 12 * larger > HD_AREA[0]


@pytest.mark.parametrize("people", [60, 200, 400])
def test_many_names_fill_several_pages_of_smallest_type(people):
    at = wall("Cheville.wall.fit", people, 12, *HD_AREA, MIN_SIZE, MAX_SIZE)
    assert at["size"] == MIN_SIZE
    assert at["pages"] > 1
    on_a_page = at["columns"] * at["lines"]
    assert at["pages"] * on_a_page >= people > (at["pages"] - 1) * on_a_page
    assert at["lines"] * at["size"] * 1.25 <= HD_AREA[1]


def test_narrow_screen_still_shows_all_names():
    at = wall("Cheville.wall.fit", 9, 40, 300, 200, 17, 60)
    assert at["columns"] == 1
    assert at["pages"] * at["lines"] >= 9


@pytest.mark.parametrize(
    ("widths", "need"),
    [([9], 9), ([8, 9, 10], 10), ([8] * 9 + [30], 13.5), ([8] * 9 + [12], 8), ([8] * 19 + [30], 13.5)],
)
def test_longest_names_take_two_lines(widths, need):
    assert wall("Cheville.wall.typicalWidth", widths) == pytest.approx(need)


@pytest.mark.parametrize(("width", "type_"), [(9, 1), (10, 1), (10.5, 0.95), (13, 0.76), (14, 0), (30, 0)])
def test_slightly_long_name_is_shrunk_to_fit_its_line(width, type_):
    assert wall("Cheville.wall.nameScale", width, 10) == pytest.approx(type_)


@pytest.mark.parametrize(("lines", "seconds"), [(4, 8), (26, 18), (40, 28)])
def test_page_duration_follows_number_of_lines(lines, seconds):
    assert wall("Cheville.wall.pageSeconds", lines) == seconds


@pytest.mark.parametrize(("signs", "seconds"), [(30, 8), (900, 60)])
def test_text_duration_follows_its_length(signs, seconds):
    assert wall("Cheville.wall.textSeconds", signs) == seconds


@pytest.mark.parametrize(
    ("key", "asked"),
    [
        ("ArrowRight", "next"),
        ("PageUp", "previous"),
        (" ", "pause"),
        ("P", "podium"),
        ("s", "standings"),
        ("R", "rules"),
        ("Escape", "leave"),
        ("x", ""),
        ("Tab", ""),
    ],
)
def test_keys_control_the_projector(key, asked):
    assert wall("Cheville.wall.keyAction", key) == asked


SCREEN_STATE = {"told": 3, "opened": 1, "show": "standings", "turned": 1, "paused": False}
OLD_STATE = {name: value for name, value in SCREEN_STATE.items() if name != "opened"}


@pytest.mark.parametrize(
    ("last", "now", "heard"),
    [
        (
            None,
            SCREEN_STATE,
            {"go": "", "turn": 0, "paused": None},
        ),  # what was asked before this screen was opened
        (SCREEN_STATE, SCREEN_STATE, {"go": "", "turn": 0, "paused": None}),
        (SCREEN_STATE, SCREEN_STATE | {"told": 4, "turned": 3}, {"go": "", "turn": 2, "paused": None}),
        (SCREEN_STATE, SCREEN_STATE | {"told": 4, "paused": True}, {"go": "", "turn": 0, "paused": True}),
        (
            SCREEN_STATE,
            SCREEN_STATE | {"told": 4, "opened": 2, "show": "podium"},
            {"go": "podium", "turn": 0, "paused": None},
        ),
        (
            SCREEN_STATE | {"show": "seats"},
            SCREEN_STATE | {"told": 4, "opened": 2, "show": "seats"},
            {"go": "seats", "turn": 0, "paused": None},
        ),  # the same button again, after a key has opened another screen
        (
            SCREEN_STATE | {"show": "seats"},
            SCREEN_STATE | {"told": 4, "show": "seats", "turned": 2},
            {"go": "", "turn": 1, "paused": None},
        ),
        (SCREEN_STATE, SCREEN_STATE | {"told": 4, "opened": 2}, {"go": "", "turn": 0, "paused": None}),
        (
            SCREEN_STATE | {"paused": True},
            {"told": 0, "opened": 0, "show": "", "turned": 0, "paused": False},
            {"go": "", "turn": 0, "paused": None},
        ),  # the server no longer has the last command
        (
            OLD_STATE,
            SCREEN_STATE | {"told": 4, "show": "seats"},
            {"go": "seats", "turn": 0, "paused": None},
        ),
    ],
)
def test_phone_commands_control_the_projector(last, now, heard):
    assert wall("Cheville.wall.phoneCommand", last, now, "standings") == heard
