"""Euchre on every page: lone hands are stored, rank, and are shown by what knows nothing of euchre."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from django.utils import translation

from scoring.euchre import game
from tests import factories, shown_by
from tests.samples import TIMES
from tests.walk import pages_of
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import rounds, standings
from tournaments.models import Result, Tournament
from tournaments.publishing import papers, tournament_words
from tournaments.publishing.outputs import json_file, rows, tables
from tournaments.publishing.paper_types import Paper
from tournaments.rounds import stages
from tournaments.rounds.scores import cache
from tournaments.transfer import copies, simulated_day
from tournaments.web.device_api.state import rules_of

pytestmark = pytest.mark.django_db
HOUSE = Path(__file__).resolve().parents[3]
DECLARED = {"missed": 0, "forfeit": {"present": 10, "absent": 0}, "bye_credit": 0}
TYPED = {"format": "euchre-partners", "rounds": "3", "tables": "2", "expected": "8", "dinner_after": "2"}
TYPED |= {"forfeit_present": "10", "forfeit_absent": "0"}


def euchre(players: int = 8, **rules) -> Tournament:
    declared = {"rounds": 3, "tables": players // 4, **DECLARED}
    return factories.tournament(players, key="euchre-partners", **{**declared, **rules})


def played(day: Tournament) -> Tournament:
    for number in range(1, 4):
        simulated_day.play_round(day, number, chance=Random(number), by=None)
    day.refresh_from_db()
    return day


@pytest.fixture
def open_():
    return factories.open_round(euchre()).stage.tournament


def enter(day: Tournament, table: int, one: object, other: object, loners=("", ""), **more) -> dict:
    lone = dict(zip(("loners_A", "loners_B"), loners, strict=True))
    return Desk(day, factories.director_of(day)).post(table=table, score_A=one, score_B=other, **lone, **more)


# The set-up


def test_the_set_up_asks_for_the_end_of_a_game(client):
    client.force_login(factories.director())
    made = client.post("/new/", posted(name="Euchre", **TYPED, euchre_hands="", euchre_target="10"))
    assert made.status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["hands"], rules["target"], rules["criteria"]) == (0, 10, ["pegged", "won", "loners", "lot"])


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"euchre_hands": "8", "euchre_target": "10"}, "euchre_hands"),
        ({"euchre_hands": "", "euchre_target": ""}, "euchre_hands"),
        ({"euchre_hands": "41"}, "euchre_hands"),
        ({"forfeit_absent": "11"}, "forfeit_present"),
    ],
)
def test_a_game_without_an_end_is_refused_where_it_is_typed(client, wrong, field):
    client.force_login(factories.director())
    answer = client.post("/new/", posted(name="Euchre", **{**TYPED, **wrong}))
    assert list(refusals(answer)) == [field]


# The desk and the tablet


@pytest.mark.parametrize(
    ("one", "other", "loners", "code", "field"),
    [
        ("", "5", ("", ""), "euchre_points_missing", "score_A"),
        ("8", "x", ("", ""), "euchre_not_whole", "score_B"),
        ("8", "5", ("", "-1"), "euchre_not_whole", "loners_B"),
        ("3", "9", ("1", ""), "euchre_loners", "loners_A"),
        ("3", "4", ("", ""), "euchre_hands", "score_A"),
    ],
)
def test_the_desk_refuses_what_cannot_be(open_, one, other, loners, code, field):
    said = enter(open_, 1, one, other, loners)
    assert (said["ok"], said["code"], said["field"]) == (False, code, field)
    assert not Result.objects.exists()


def test_lone_hands_are_stored_with_the_result_and_can_be_computed_again(open_):
    said = enter(open_, 1, 10, 5, ("1", ""))
    assert said["ok"] and "Lone hands: 1–0." in said["say"]
    assert enter(open_, 2, 8, 8)["ok"]
    found = list(Result.objects.order_by("meeting__place__number", "side").values_list("pegged", "figures"))
    assert found == [(10, {"loners": 1})] * 2 + [(5, {"loners": 0})] * 2 + [(8, {"loners": 0})] * 4
    assert cache.rebuild(open_, check=True) == []
    assert enter(open_, 1, 10, 5, ("2", ""), do="correct")["ok"]
    assert Result.objects.filter(figures={"loners": 2}).count() == 2
    Result.objects.update(figures={})
    assert len(cache.rebuild(open_)) == 2
    assert Result.objects.filter(figures={"loners": 2}).count() == 2


def test_a_tablet_is_told_what_the_hands_can_add_up_to():
    told = rules_of(stages.qualifying(euchre(lone_euchre=4)))
    assert told == {
        "game": "euchre", "stage": 1, "target": 0, "hands": 8, "most_hands": 8, "best_hand": 4,
        "ties_allowed": True,
    }  # fmt: skip


# Standings, now, at a version, and after each game


@pytest.mark.parametrize("rank_by", ["pegged", "lone_hands", "won"])
def test_lone_hands_rank_now_and_as_of_a_version(rank_by):
    day = played(euchre(rank_by=rank_by))
    shown = standings.standings(day)
    assert shown.criteria == game.RANKED_BY[rank_by]
    at = shown.criteria.index("loners")
    written = dict.fromkeys(shown.by_number, 0)
    for number, figures in Result.objects.values_list("entry__number", "figures"):
        written[number] += figures["loners"]
    assert {row.number: row.values[at] for row in shown.rows} == written and any(written.values())
    again = standings.standings(day, upto=day.version)
    assert [(row.rank, row.number, row.values) for row in again.rows] == [
        (row.rank, row.number, row.values) for row in shown.rows
    ]
    ways = standings.rank_history(stages.qualifying(day), shown)
    assert {row.number: row.rank for row in shown.rows} == {
        number: way.ranks[-1] for number, way in ways.items()
    }


def test_two_who_are_level_in_points_are_parted_by_lone_hands():
    day = euchre(4, rounds=1, rank_by="lone_hands")
    round_ = factories.open_round(day)
    assert enter(day, 1, 9, 9, ("1", ""))["ok"]
    rounds.close_round(round_, by=None)
    shown = standings.standings(Tournament.objects.get())
    assert [row.values[:2] for row in shown.rows] == [(9, 1), (9, 1), (9, 0), (9, 0)]


# Pages, papers, files, copies


def test_every_page_is_shown_and_the_columns_have_lone_hands(client):
    day = played(euchre())
    client.force_login(factories.helper(day.organisation, "director", "odile"))
    client.cookies["django_language"] = "en"
    pages = pages_of(day)
    for address in pages if TIMES > 1 else pages[::3]:
        assert client.get(address).status_code in (200, 204, 302, 405), address
    assert "Lone hands" in shown_by.page(client.get(f"/t/{day.slug}/")).one(".standings").words
    card = shown_by.page(client.get(f"/t/{day.slug}/players/1/")).one(".scorecard").words
    assert "Lone hands" in card and "Skunk" not in card


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_every_paper_is_drawn_without_words_of_another_game(language):
    day = played(euchre())
    with translation.override(language):
        for kind in factories.PAPERS_OF_ANY_DAY:
            drawn = papers.PAPER_TYPES[kind].draw(Paper(day, {"round": 1}, lambda done: None))
            assert drawn.startswith(b"%PDF"), kind
        wall = tournament_words.rules_of_the_day(stages.qualifying(day).rules)
        said = " ".join(" ".join(pair) for pair in wall)
    assert not re.search(r"skunk|crible|cribbage|\b121\b|\bgin\b", said, re.IGNORECASE)
    assert re.search({"en": "lone hand", "fr-ca": "solo"}[language], said, re.IGNORECASE)


def test_the_files_have_the_lone_hands_of_every_game():
    day = rows.gather(played(euchre()), full_names=True)
    written, newest = (json.loads(json.dumps(json_file.written(day, version))) for version in (1, 2))
    with translation.override("en"):
        table = tables.games(day)
        at, number = table.headings.index("Lone hands"), table.headings.index("Number")
        read = [(row[number], row[at]) for row in table.rows]
        assert "Lone hands" in tables.standings(day).headings
    assert read == [(one["number"], one["figures"]["loners"]) for one in written["games"]]
    assert [one["figures"] for one in newest["games"]] == [one["figures"] for one in written["games"]]
    told = {row["number"]: dict(row["values"])["loners"] for row in written["standings"]}
    assert told == {
        number: sum(one["figures"]["loners"] for one in written["games"] if one["number"] == number)
        for number in told
    }


def test_a_copy_brings_the_lone_hands_back():
    day = played(euchre(rank_by="lone_hands"))
    before = standings.standings(day)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert stages.qualifying(again).rules == stages.qualifying(day).rules
    assert standings.standings(again).rows == before.rows


# Nothing outside of its packages knows it

MAY_NAME = (
    "scoring/games.py",
    "tournaments/games/__init__.py",
    "tournaments/formats/",
)
OF_POINTS = ("scoring/points/", "tournaments/games/points/")
"""A game of points can be one that the organiser names, such as euchre."""


def test_only_the_lists_name_euchre_outside_of_its_packages():
    named = [
        name
        for top in ("scoring", "tournaments", "templates", "static", "config")
        for path in sorted((HOUSE / top).rglob("*"))
        if path.suffix in (".py", ".html", ".js", ".css")
        and "/euchre/" not in (name := path.relative_to(HOUSE).as_posix())
        and re.search("euchre|loner|lone.hand", path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert [name for name in named if not name.startswith((*MAY_NAME, *OF_POINTS))] == []
