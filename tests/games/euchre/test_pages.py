"""Euchre on every page: lone hands are stored, rank, and appear on pages common to all games."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from django.utils import translation

from scoring.euchre import game
from tests import factories, page_reader
from tests.all_addresses import pages_of
from tests.samples import SWEEP_FACTOR
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import rounds, standings
from tournaments.models import Result, Tournament
from tournaments.publishing import tournament_words
from tournaments.publishing.outputs import json_file, rows, tables
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.rounds.scores import results
from tournaments.transfer import copies, simulated_tournament
from tournaments.web.device_api.state import rules_of

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
DECLARED = {"missed": 0, "forfeit": {"present": 10, "absent": 0}, "bye_credit": 0}
FORM_DATA = {"format": "euchre-partners", "rounds": "3", "tables": "2", "expected": "8", "dinner_after": "2"}
FORM_DATA |= {"forfeit_present": "10", "forfeit_absent": "0"}


def make_euchre(players: int = 8, **rules) -> Tournament:
    declared = {"rounds": 3, "tables": players // 4, **DECLARED}
    return factories.tournament(players, key="euchre-partners", **{**declared, **rules})


def play_all_rounds(tournament: Tournament) -> Tournament:
    for number in range(1, 4):
        simulated_tournament.play_round(tournament, number, chance=Random(number), by=None)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def open_():
    return factories.open_round(make_euchre()).stage.tournament


def enter(tournament: Tournament, table: int, one: object, other: object, loners=("", ""), **more) -> dict:
    lone = dict(zip(("loners_A", "loners_B"), loners, strict=True))
    return Desk(tournament, factories.director_of(tournament)).post(
        table=table, score_A=one, score_B=other, **lone, **more
    )


# The set-up


def test_setup_stores_the_target_of_a_game(client):
    client.force_login(factories.director())
    made = client.post("/new/", posted(name="Euchre", **FORM_DATA, euchre_hands="", euchre_target="10"))
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
def test_invalid_end_of_a_game_is_refused_at_its_field(client, wrong, field):
    client.force_login(factories.director())
    answer = client.post("/new/", posted(name="Euchre", **{**FORM_DATA, **wrong}))
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
def test_desk_refuses_invalid_results(open_, one, other, loners, code, field):
    answer = enter(open_, 1, one, other, loners)
    assert (answer["ok"], answer["code"], answer["field"]) == (False, code, field)
    assert not Result.objects.exists()


def test_lone_hands_are_stored_and_can_be_rebuilt(open_):
    answer = enter(open_, 1, 10, 5, ("1", ""))
    assert answer["ok"] and "Lone hands: 1–0." in answer["say"]
    assert enter(open_, 2, 8, 8)["ok"]
    found = list(Result.objects.order_by("meeting__place__number", "side").values_list("pegged", "figures"))
    assert found == [(10, {"loners": 1})] * 2 + [(5, {"loners": 0})] * 2 + [(8, {"loners": 0})] * 4
    assert results.rebuild(open_, check=True) == []
    assert enter(open_, 1, 10, 5, ("2", ""), do="correct")["ok"]
    assert Result.objects.filter(figures={"loners": 2}).count() == 2
    Result.objects.update(figures={})
    assert len(results.rebuild(open_)) == 2
    assert Result.objects.filter(figures={"loners": 2}).count() == 2


def test_tablet_receives_the_limits_of_a_game():
    rules = rules_of(stages.qualifying(make_euchre(lone_euchre=4)))
    assert rules == {
        "game": "euchre", "stage": 1, "target": 0, "hands": 8, "most_hands": 8, "best_hand": 4,
        "ties_allowed": True,
    }  # fmt: skip


# Standings: current, of a version, and after each game


@pytest.mark.parametrize("rank_by", ["pegged", "lone_hands", "won"])
def test_lone_hands_rank_at_any_version(rank_by):
    tournament = play_all_rounds(make_euchre(rank_by=rank_by))
    shown = standings.standings(tournament)
    assert shown.criteria == game.RANKED_BY[rank_by]
    at = shown.criteria.index("loners")
    written = dict.fromkeys(shown.by_number, 0)
    for number, figures in Result.objects.values_list("entry__number", "figures"):
        written[number] += figures["loners"]
    assert {row.number: row.values[at] for row in shown.rows} == written and any(written.values())
    again = standings.standings(tournament, upto=tournament.version)
    assert [(row.rank, row.number, row.values) for row in again.rows] == [
        (row.rank, row.number, row.values) for row in shown.rows
    ]
    ways = standings.rank_history(stages.qualifying(tournament), shown)
    assert {row.number: row.rank for row in shown.rows} == {
        number: way.ranks[-1] for number, way in ways.items()
    }


def test_lone_hands_break_a_tie_in_points():
    tournament = make_euchre(4, rounds=1, rank_by="lone_hands")
    round_ = factories.open_round(tournament)
    assert enter(tournament, 1, 9, 9, ("1", ""))["ok"]
    rounds.close_round(round_, by=None)
    shown = standings.standings(Tournament.objects.get())
    assert [row.values[:2] for row in shown.rows] == [(9, 1), (9, 1), (9, 0), (9, 0)]


# Pages, papers, files, copies


def test_pages_open_and_standings_show_lone_hands(client):
    tournament = play_all_rounds(make_euchre())
    client.force_login(factories.helper(tournament.organisation, "director", "odile"))
    client.cookies["django_language"] = "en"
    pages = pages_of(tournament)
    for address in pages if SWEEP_FACTOR > 1 else pages[::3]:
        assert client.get(address).status_code in (200, 204, 302, 405), address
    assert "Lone hands" in page_reader.parse(client.get(f"/t/{tournament.slug}/")).one(".standings").words
    card = page_reader.parse(client.get(f"/t/{tournament.slug}/players/1/")).one(".scorecard").words
    assert "Lone hands" in card and "Skunk" not in card


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_papers_have_no_words_of_another_game(language):
    tournament = play_all_rounds(make_euchre())
    with translation.override(language):
        for kind in factories.COMMON_PAPERS:
            drawn = registry.PAPER_TYPES[kind].draw(Paper(tournament, {"round": 1}, lambda done: None))
            assert drawn.startswith(b"%PDF"), kind
        wall = tournament_words.announced_rules(stages.qualifying(tournament).rules)
        text = " ".join(" ".join(pair) for pair in wall)
    assert not re.search(r"skunk|crible|cribbage|\b121\b|\bgin\b", text, re.IGNORECASE)
    assert re.search({"en": "lone hand", "fr-ca": "solo"}[language], text, re.IGNORECASE)


def test_exported_files_include_lone_hands():
    tournament = rows.publishable_data(play_all_rounds(make_euchre()), full_names=True)
    written, newest = (
        json.loads(json.dumps(json_file.export_content(tournament, version))) for version in (1, 2)
    )
    with translation.override("en"):
        table = tables.games(tournament)
        at, number = table.headings.index("Lone hands"), table.headings.index("Number")
        read = [(row[number], row[at]) for row in table.rows]
        assert "Lone hands" in tables.standings(tournament).headings
    assert read == [(one["number"], one["figures"]["loners"]) for one in written["games"]]
    assert [one["figures"] for one in newest["games"]] == [one["figures"] for one in written["games"]]
    found = {row["number"]: dict(row["values"])["loners"] for row in written["standings"]}
    assert found == {
        number: sum(one["figures"]["loners"] for one in written["games"] if one["number"] == number)
        for number in found
    }


def test_copy_restores_lone_hands():
    tournament = play_all_rounds(make_euchre(rank_by="lone_hands"))
    before = standings.standings(tournament)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert stages.qualifying(again).rules == stages.qualifying(tournament).rules
    assert standings.standings(again).rows == before.rows


# No module outside of its packages names euchre

ALLOWED_PATHS = (
    "scoring/games.py",
    "tournaments/games/__init__.py",
    "tournaments/formats/",
)
POINTS_PATHS = ("scoring/points/", "tournaments/games/points/")
"""A game of points can be one that the organiser names, such as euchre."""


def test_other_packages_do_not_mention_euchre():
    named = [
        name
        for top in ("scoring", "tournaments", "templates", "static", "config")
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in (".py", ".html", ".js", ".css")
        and "/euchre/" not in (name := path.relative_to(ROOT).as_posix())
        and re.search("euchre|loner|lone.hand", path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert [name for name in named if not name.startswith((*ALLOWED_PATHS, *POINTS_PATHS))] == []
