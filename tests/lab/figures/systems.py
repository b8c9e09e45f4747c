"""Play every system of docs/systems.md by hand, in Chromium, to the medals.

    python -m tests.lab.figures.systems

The rows of the page name what is played: the options of their command are answered by the labels of the
set-up page, in French. People are pasted and ticked off, each result is typed at the desk, ties and playoffs
are played to the end, the standings become official, and every paper is ordered. Ends with 1 where a row did
not get to the end.
"""

import argparse
import os
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CHEVILLE_DATA", tempfile.mkdtemp(prefix="cheville-figures-"))

import django

django.setup()

from django.utils import translation  # noqa: E402
from playwright.sync_api import Browser, expect, sync_playwright  # noqa: E402

from tests.lab.figures.preparing import CLUBS, LAPTOP, rows_to_paste  # noqa: E402
from tests.lab.figures.walker import Walker  # noqa: E402
from tests.prepare import find_browser  # noqa: E402
from tests.processes import ROOT, served  # noqa: E402
from tournaments import formats  # noqa: E402

BROWSER_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--js-flags=--no-opt --no-maglev",
]
NO_MOTION: dict[str, Any] = {"reduced_motion": "reduce"}
PAGE = ROOT / "docs" / "systems.md"
GAMES = 2
"""The games that are played where the format leaves it open and a full round robin is not needed."""
MIN_PLAYERS = {
    "winners_stay": 8,
    "free_draw": 6,
    "winners_move_up": 6,
    "two_lines": 6,
    "swiss": 6,
    "round_robin": 4,
    "individual_partners": 8,
    "mixed_tables": 6,
    "threes": 6,
    "captains": 6,
}
"""The people who are enough to play a movement by hand; an odd number stays odd."""
ROW = re.compile(
    r"^\| (?P<system>[^|]+) \|[^|]*\| (?P<page>[^|]+) \| `(?P<command>--format [^`]+)` \|$", re.MULTILINE
)
FIELD_BY_OPTION = {
    "odd": "odd",
    "boards": "boards_count",
    "cards": "cards",
    "match-points": "match_points",
    "bonuses": "bonuses",
    "ace": "ace",
    "a-side": "a_side",
}
"""Options of the command with the question of the set-up page that each answers."""
OTHER_OPTIONS = {
    *("format", "players", "alternating", "partners", "club-best", "seats-file"),
    *("playoffs", "playoff-games", "double", "third-place", "consolation"),
}
FORFEITS = {"cribbage": (121, 60), "gin": (100, 0), "points": (300, 0)}


class System(NamedTuple):
    """A row: its system, the name of its page, its options."""

    system: str
    page: str
    options: dict[str, str]

    @property
    def key(self) -> str:
        """Return a short name, for files."""
        return "-".join(re.sub(r"[^a-z0-9]+", "-", part.lower()) for part in self.options.values())[:60]


def systems() -> list[System]:
    """Return the rows of the page."""
    found = []
    for row in ROW.finditer(PAGE.read_text(encoding="utf-8")):
        words, options, name = shlex.split(row["command"]), {}, ""
        for word in words:
            if word.startswith("--"):
                name = word.removeprefix("--")
                options[name] = ""
            else:
                options[name] = word
        unknown = options.keys() - FIELD_BY_OPTION.keys() - OTHER_OPTIONS
        assert not unknown, f"FIELD_BY_OPTION lacks {unknown}"
        found.append(System(row["system"].strip(), row["page"].strip(), options))
    return found


def player_count(row: System, rules: dict[str, Any]) -> int:
    """Return how many people, or teams, play a row by hand."""
    asked = int(row.options["players"])
    least, _most = rules["rounds_allowed"]
    enough = MIN_PLAYERS.get(rules["movement"], asked)
    if least > 1:
        enough = least + 2 + least % 2  # so many games, and no two meet twice
    if "club-best" in row.options:
        enough = len(CLUBS) * int(row.options["club-best"])
    if "partners" in row.options:
        enough = 8
    if "seats-file" in row.options or (rules["odd_ways"] == ["bye"] and asked % 2):
        enough = asked
    return min(asked, enough + (asked - enough) % 2)


def setup_answers(row: System) -> Iterator[tuple[str, Any]]:
    """Yield the answers on the set-up page, question by question."""
    options, rules = row.options, formats.rules(row.options["format"])
    players = player_count(row, rules)
    yield "format", options["format"]
    yield "expected", players
    yield "tables", max(20, players * 6)
    if rules["rounds_allowed"][1] and "seats-file" not in options:
        yield "rounds", rounds(rules, players)
    if "odd" not in options and players % 2 and rules["rounds_allowed"][1] and len(rules["odd_ways"]) > 1:
        yield "odd", "bye"  # as the command does
    if "match-points" in options:
        yield "rank_by", "match_points"
    yield from ((FIELD_BY_OPTION[name], value) for name, value in options.items() if name in FIELD_BY_OPTION)
    if "alternating" in options:
        yield "alternating", True
    if "playoffs" in options:
        yield from playoffs(options)


def playoffs(options: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Yield the answers on playoffs; where all are in and no game comes before, it is not asked."""
    who = options["playoffs"]
    if who.isdecimal():
        yield "playoffs_who", "first"
        yield "playoffs_count", who
    elif who != "everybody":
        yield "playoffs_who", who
    if "double" in options:
        yield "playoffs_double", "twice"
    yield "playoffs_games", options["playoff-games"]
    if "third-place" in options:
        yield "playoffs_third", True
    if "consolation" in options:
        yield "playoffs_consolation", options["consolation"]


def rounds(rules: dict[str, Any], players: int) -> int:
    """Return how many games each plays: a round robin, or few."""
    least, most = rules["rounds_allowed"]
    wanted = players - 1 + players % 2 if rules["movement"] == "round_robin" else GAMES
    return max(least, min(wanted, most))


def play_row(row: System, walker: Walker, browser: Browser, *, papers: bool) -> str:
    """Play the tournament of a row, with or without its papers; return a summary. Raises `Fault`."""
    options, rules = row.options, formats.rules(row.options["format"])
    game, players = rules["game"], player_count(row, rules)
    present, absent = FORFEITS[game]
    walker.set_up_tournament(
        f"Journée de L'Érablière, {systems().index(row) + 1}",
        list(setup_answers(row)),
        missed=0,
        forfeit_present=present,
        forfeit_absent=absent,
        bye_credit=0,
    )
    boards = rules["boards"] and int(options.get("boards") or rules["boards"]["count"])
    walker.paste(
        list(rows_to_paste(players, int(boards or options.get("a-side", 0) or rules.get("a_side", 0) * 0)))
    )
    if "partners" in options:
        walker.draw_partners(options["partners"])
    if "seats-file" in options:
        walker.upload_seats(ROOT / options["seats-file"])
    if "club-best" in options:
        walker.rank_clubs(int(options["club-best"]))
    played = 0
    if rules["rounds_allowed"][1]:
        walker.first_game()
        played = walker.games(two_cards=options.get("cards") == "two")
    else:
        walker.check_in_all()
    matches = walker.finish_tournament()
    walker.bracket()
    lines = walker.standings()
    walker.phone(browser)
    text = f"{played} games, {matches} results of matches, {lines} in the standings"
    return f"{text}, {walker.papers()} papers" if papers else text


def main() -> int:
    """Walk every row."""
    wanted = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    wanted.add_argument("only", nargs="*", help="rows whose command or name holds one of these")
    wanted.add_argument(
        "--pictures", type=Path, help="a folder for pictures of the pages, and for the papers"
    )
    wanted.add_argument("--no-papers", action="store_true", help="a third of the time")
    wanted.add_argument("--part", default="0/1", help="of several at once, which: 0/2 and 1/2")
    asked = wanted.parse_args()
    part, parts = map(int, asked.part.split("/"))
    expect.set_options(timeout=20_000)
    known = systems()
    rows = [row for one in asked.only for row in known if one == row.key or one in row.system] or known
    rows = rows[part::parts]
    bad = 0
    with (
        translation.override("fr-ca"),
        tempfile.TemporaryDirectory() as data,
        sync_playwright() as driver,
    ):
        cheville = served(Path(data), CHEVILLE_LANG="fr", DJANGO_SETTINGS_MODULE="config.settings")
        browser = driver.chromium.launch(executable_path=find_browser(), args=BROWSER_OPTIONS)
        try:
            state = sign_in(browser, cheville)
            for row in rows:
                bad += not walk(row, browser, cheville.url, state, asked)
        finally:
            browser.close()
            cheville.end()
    print(f"{len(rows) - bad} of {len(rows)} systems were played by hand to the medals")
    return 1 if bad else 0


def sign_in(browser: Browser, cheville: Any) -> Any:
    """Sign the organiser in once, and return the cookies."""
    page = browser.new_context(locale="fr-CA").new_page()
    page.goto(f"{cheville.url}/sign-in/")
    page.keyboard.type(cheville.wait_for(r"(?m)(?:nom|name)\s*:\s+(\S+)")[1])
    page.keyboard.press("Tab")
    page.keyboard.type(cheville.wait_for(r"(?:[a-z]{4}-){3}\d{4}")[0] + "\n")
    page.wait_for_url(f"{cheville.url}/")
    return page.context.storage_state()


def walk(row: System, browser: Browser, url: str, state: Any, asked: argparse.Namespace) -> bool:
    """Walk one row and print how it went; return whether it got to the medals."""
    context = browser.new_context(viewport=LAPTOP, locale="fr-CA", storage_state=state, **NO_MOTION)  # type: ignore[arg-type]
    walker = Walker(context.new_page(), url, asked.pictures, row.key)
    begun = time.monotonic()
    try:
        found, well = play_row(row, walker, browser, papers=not asked.no_papers), True
    except Exception as fault:  # any exception: the other rows are walked
        walker.failed()
        found, well = f"FAULT {type(fault).__name__}: {' '.join(str(fault).split())[:600]}", False
    finally:
        context.close()
    print(
        f"{'ok ' if well else 'BAD'} {row.system} [{row.key}]: {found}; {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    return well


if __name__ == "__main__":
    sys.exit(main())
