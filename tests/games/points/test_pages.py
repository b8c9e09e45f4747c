"""A game of points on every page, from the set-up to the official standings and the published files."""

import html
import re
from random import Random

import pytest
from django.utils import translation

from scoring.points import game
from scoring.points.known_games import named
from tests import factories, page_reader
from tests.all_addresses import pages_of
from tests.previewed import post_and_confirm
from tests.samples import SWEEP_FACTOR
from tests.web.desk.desk_client import Desk
from tests.web.setup.posting import posted, refusals
from tournaments import formats, rounds, standings
from tournaments.games import GAMES
from tournaments.games.points import desk
from tournaments.models import Line, Result, Tournament
from tournaments.publishing import tournament_words
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import scores, stages
from tournaments.transfer import copies, simulated_tournament
from tournaments.web.device_api.state import rules_of

pytestmark = pytest.mark.django_db
GAME_FIELDS = {
    "game_name": "500",
    "least": "-990",
    "most": "990",
    "points_target": "500",
    "ties_allowed": None,
}
FORM_DATA = {
    "format": "points-round-robin",
    "rounds": "3",
    "tables": "2",
    "expected": "4",
    "dinner_after": "2",
}


def make_points_tournament(players: int = 4, **rules) -> Tournament:
    """Make a round robin of points, with nothing seated."""
    declared = {"game_name": "L'Écarté", "rounds": players - 1, "tables": players // 2}
    declared |= {"missed": 0, "forfeit": {"present": 100, "absent": 0}, "bye_credit": 0}
    return factories.tournament(players, key="points-round-robin", **{**declared, **rules})


def enter(tournament: Tournament, table: int, one: int | str, other: int | str, **more) -> dict:
    desk = Desk(tournament, factories.director_of(tournament))
    return desk.post(table=table, score_A=one, score_B=other, **more)


def test_tournament_of_500_from_setup_to_official_standings(client):
    client.force_login(factories.director())
    made = client.post(
        "/new/", posted(name="500 chez O'Brien", **FORM_DATA, **GAME_FIELDS, forfeit_present="500")
    )
    assert made.status_code == 302
    tournament = Tournament.objects.get()
    rules, at = tournament.stages.get(order=1).rules, f"/t/{tournament.slug}"
    assert (rules["game_name"], rules["least"], rules["target"], rules["ties_allowed"]) == (
        "500",
        -990,
        500,
        False,
    )
    assert rules["criteria"] == ["won", "spread"]
    for name, club in factories.names(4):
        client.post(f"{at}/registration/", {"name": name, "club": club})
    for number in (1, 2, 3, 4):
        client.post(f"{at}/check-in/{number}/", {"here": "1"})
    for number in (1, 2, 3):
        preview = client.get(f"{at}/rounds/seat/").content.decode()
        client.post(f"{at}/rounds/seat/", {"shown": re.search(r'name="shown" value="(\w+)"', preview)[1]})
        client.post(f"{at}/rounds/{number}/open/")
        assert enter(tournament, 1, 500 + 10 * number, -20 * number)["ok"]
        assert enter(tournament, 2, 310, 500)["ok"]
        assert client.post(f"{at}/rounds/{number}/close/").status_code == 302
    for reading in client.get(f"{at}/medals/").context["readings"]:
        client.post(f"{at}/medals/card/{reading.row.number}/", {"total": reading.total})
    shown = standings.standings(tournament)
    assert [sum(row.won for row in shown.rows), sum(row.spread for row in shown.rows)] == [6, 0]
    if page_reader.parse(client.get(f"{at}/medals/")).all(".tie"):
        post_and_confirm(client, f"{at}/medals/create/")
        simulated_tournament.play_medals(tournament, chance=Random(1), by=None)
    tournament.refresh_from_db()
    client.post(f"{at}/medals/official/", {"version": tournament.version})
    assert tournament.publications.get().official
    for turn, language in enumerate(("en", "fr-ca")):
        client.cookies["django_language"] = language
        pages = pages_of(tournament)
        for address in pages if SWEEP_FACTOR > 1 else pages[turn::2]:  # a sample: each in one language
            assert client.get(address).status_code in (200, 204, 302, 405), address
        text = " ".join(
            client.get(f"{at}/{page}").content.decode() for page in ("", "players/1/", "medals/", "podium/")
        )
        assert not re.search(r"skunk|crible|cribbage|\bgin\b", html.unescape(text), re.IGNORECASE)


def test_invalid_range_target_or_ranking_is_refused_at_its_field(client):
    client.force_login(factories.director())
    for wrong, field in (
        ({"least": "990"}, "most"),
        ({"points_target": "991"}, "points_target"),
        ({"better": "lower", "points_ranking": "pegged", "points_target": ""}, "points_ranking"),
        ({"game_name": " "}, "game_name"),
        ({"most": "99999"}, "most"),
        ({"forfeit_present": "0", "forfeit_absent": "5"}, "forfeit_present"),
    ):
        answer = client.post(
            "/new/", posted(**{**FORM_DATA, **GAME_FIELDS, "forfeit_present": "500", **wrong})
        )
        assert list(refusals(answer)) == [field]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("Le 500", -1010, 1010), ("Dame-de-pique", 0, 999), ("L'Écarté", -999, 999), ("Deux-cents", -500, 500)],
)
def test_range_defaults_to_that_of_the_named_game(client, name, least, most):
    client.force_login(factories.director())
    typed = FORM_DATA | GAME_FIELDS | {"game_name": name, "points_target": "", "least": "", "most": ""}
    assert client.post("/new/", posted(name="Un soir", **typed)).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["game_name"], rules["least"], rules["most"]) == (name, least, most)


def test_desk_accepts_negative_points_if_the_game_allows(client):
    client.force_login(factories.director())
    client.post("/new/", posted(name="500", **FORM_DATA | GAME_FIELDS | {"least": "", "most": ""}))
    tournament = Tournament.objects.get()
    for name, club in factories.names(4):
        client.post(f"/t/{tournament.slug}/registration/", {"name": name, "club": club})
    factories.open_round(tournament)
    assert enter(tournament, 1, 510, -490)["ok"]
    page = client.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "500" in page_reader.parse(page).one("label[for=d-score-a]").words


@pytest.mark.parametrize("name", ["500", "Hearts", "Whist", "Deux cents", "Canasta", "L'Écarté"])
@pytest.mark.parametrize("key", ["points-round-robin", "points-tables", "points-partners"])
def test_desk_example_is_a_valid_result(name, key):
    known = named(name)
    declared = {"game_name": name, "higher_wins": name != "Hearts", "order": ["won"]}
    rules = formats.rules(key, **declared, least=known.least, most=known.most)
    for more in ({}, {"target": 100}, {"target": 500}, {"least": 3, "most": 13}):
        _entry, keys = desk.example(rules | more)
        points = [int(one) for one in keys[1:] if re.fullmatch(r"-?[0-9]+", one)]
        game.check(game.played(points), rules | more | {"ties_allowed": False}, sides=len(points))


def test_hyphen_in_a_game_name_is_not_a_minus_sign(client):
    tournament = make_points_tournament(game_name="Dame-de-Pique", least=-990)
    found = GAMES["points"].rules.summary(stages.qualifying(tournament).rules)["points"]
    assert "Dame-de-Pique" in found
    assert "\N{MINUS SIGN}990" in found


def test_setup_page_shows_the_stored_rules(client):
    tournament = make_points_tournament(higher_wins=False, least=0, most=125, target=100, ties_allowed=True)
    client.force_login(factories.organiser(tournament))
    answer = client.get(f"/t/{tournament.slug}/setup/")
    fields = answer.context["form"].parts["points"]
    shown = [fields[name].value() for name in ("game_name", "better", "most", "points_target")]
    assert shown == ["L'Écarté", "lower", 125, 100]
    before = stages.qualifying(tournament).rules
    client.post(f"/t/{tournament.slug}/setup/", posted(answer.context["form"]))
    assert stages.qualifying(Tournament.objects.get()).rules == before


# The desk


@pytest.fixture
def open_():
    return factories.open_round(
        make_points_tournament(target=500, least=-990, most=990, ties_allowed=False)
    ).stage.tournament


@pytest.mark.parametrize(
    ("one", "other", "code", "field"),
    [
        ("", "500", "points_score_missing", "score_A"),
        ("500", "x", "points_not_whole", "score_B"),
        ("991", "500", "points_out_of_range", "score_A"),
        ("490", "480", "points_not_over", "score_A"),
        ("510", "510", "points_level", "score_A"),
    ],
)
def test_desk_refuses_invalid_results(open_, one, other, code, field):
    answer = enter(open_, 1, one, other)
    assert (answer["ok"], answer["code"], answer["field"]) == (False, code, field)
    assert not Result.objects.exists()


def test_results_can_be_corrected_and_forfeited(open_):
    assert enter(open_, 1, 520, "−140")["ok"]
    assert [one.pegged for one in Result.objects.order_by("side")] == [520, -140]
    assert enter(open_, 1, 510, -140, do="correct")["ok"]
    assert enter(open_, 2, 0, 0, how="forfeit", winner="B", points_A=0, points_B=500)["ok"]
    assert [one.won for one in Result.objects.filter(how="forfeit").order_by("side")] == [0, 1]


def test_level_game_is_neither_won_nor_lost(client):
    tournament = make_points_tournament(most=999)
    round_ = factories.open_round(tournament)
    assert enter(tournament, 1, 150, 150)["ok"] and enter(tournament, 2, 200, 90)["ok"]
    rounds.close_round(round_, by=None)
    cards = standings.cards(Tournament.objects.get())
    level = [rows[0] for rows in cards.values() if rows[0].points == 150]
    assert [(row.won, row.spread) for row in level] == [(None, 0), (None, 0)]
    numbers = [number for number, rows in cards.items() if rows[0].points == 150]
    with translation.override("en"):
        client.cookies["django_language"] = "en"
        page = page_reader.parse(client.get(f"/t/{tournament.slug}/players/{numbers[0]}/"))
        assert "tied" in page.one(".scorecard").words


@pytest.mark.parametrize("rank_by", ["won", "spread", "pegged"])
def test_ranking_criterion_is_first_column_and_card_total(rank_by, client):
    tournament = make_points_tournament(rank_by=rank_by)
    simulated_tournament.play(tournament, seed=3, by=None)
    shown = standings.standings(Tournament.objects.get())
    assert GAMES["points"].words.columns(shown)[0] == rank_by == shown.rank_by
    cards = standings.cards(Tournament.objects.get())
    assert {number: rows[-1].total for number, rows in cards.items()} == {
        row.number: shown.card_total(row) for row in shown.rows
    }
    assert client.get(f"/t/{tournament.slug}/").status_code == 200
    assert client.get(f"/t/{tournament.slug}/screen/").status_code == 200


def test_bye_credit_counts_in_points_and_spread():
    tournament = factories.tournament(
        5, key="points-swiss", game_name="Whist", rounds=1, tables=3, odd="bye", bye_credit=25, missed=-10,
        forfeit={"present": 1, "absent": 0}, rank_by="spread",
    )  # fmt: skip
    simulated_tournament.play_round(tournament, 1, chance=Random(1), by=None)
    shown = standings.standings(Tournament.objects.get())
    (alone,) = [row for row in shown.rows if row.byes]
    assert (alone.points, alone.spread, alone.credited) == (25, 25, 25)


# Tablets, papers, files and copies


def test_tablet_receives_the_rules_of_the_game():
    tournament = make_points_tournament(target=500, least=-990, most=990, ties_allowed=False)
    rules = rules_of(stages.qualifying(tournament))
    assert rules == {
        "game": "points", "stage": 1, "target": 500, "name": "L'Écarté", "higher_wins": True, "least": -990,
        "most": 990, "ties_allowed": False, "adds_up": "spread",
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr-ca"])
@pytest.mark.parametrize("rank_by", ["won", "pegged"])
def test_papers_have_no_words_of_another_game(rank_by, language):
    tournament = make_points_tournament(rank_by=rank_by, target=500, least=-990, most=990, ties_allowed=False)
    simulated_tournament.play(tournament, seed=5, by=None)
    tournament.refresh_from_db()
    with translation.override(language):
        for kind in factories.COMMON_PAPERS:
            drawn = registry.PAPER_TYPES[kind].draw(Paper(tournament, {"round": 1}, lambda done: None))
            assert drawn.startswith(b"%PDF"), kind
        text = " ".join(
            " ".join(pair) for pair in tournament_words.announced_rules(stages.qualifying(tournament).rules)
        )
    assert "L'Écarté" in text and not re.search(r"skunk|crible|cribbage|121|\bgin\b", text, re.IGNORECASE)


def test_copy_restores_a_points_tournament():
    tournament = make_points_tournament(4, rank_by="spread", higher_wins=False)
    simulated_tournament.play(tournament, seed=5, by=None)
    tournament.refresh_from_db()
    before = standings.standings(tournament)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert stages.qualifying(again).rules == stages.qualifying(tournament).rules
    assert standings.standings(again).rows == before.rows


def test_table_of_several_that_is_level_has_no_loser(client):
    declared = {"game_name": "Whist", "rounds": 2, "at_table": 3, "missed": 0, "ties_allowed": True}
    declared["forfeit"] = {"present": 10, "absent": 0}
    tournament = factories.tournament(6, key="points-tables", **declared)
    round_ = factories.sit(tournament, 1, (1, 2, 3), (4, 5, 6))
    for table, points in ((1, [100, 60, 100]), (2, [60, 100, 90])):
        meeting = factories.meeting_at(round_, table)
        sat = {"sides": scores.sides_of(meeting), "by": Line.By.DESK, "basis": 0, "nonce": f"table-{table}"}
        scores.write_line(meeting, data=game.played(points), **sat)
    rounds.close_round(round_, by=None)
    won = {1: None, 2: None, 3: None, 4: False, 5: True, 6: False}
    assert {number: rows[0].won for number, rows in standings.cards(tournament).items()} == won
    shown = {None: set(), False: {"is-lost"}, True: {"is-won"}}
    for entry in tournament.entries.all():
        assert [row.won for row in standings.card(entry)] == [won[entry.number]]
        page = page_reader.parse(client.get(f"/t/{tournament.slug}/players/{entry.number}/"))
        assert {name for name in ("is-lost", "is-won") if page.all(f".{name}")} == shown[won[entry.number]]
    client.force_login(factories.organiser(tournament))
    for number, other, expected in (
        (1, 2, ("0", "0")),
        (4, 5, ("0", "1")),
        (5, 6, ("1", "0")),
        (4, 6, ("0", "1")),
    ):
        answer = client.get(f"/t/{tournament.slug}/players/{number}/past/", {"with": other})
        met = page_reader.parse(answer).one("[data-won]")
        assert (met["data-won"], met["data-lost"]) == expected


def test_formats_of_the_points_game():
    keys = [key for key, shipped in formats.FORMATS.items() if shipped.game == "points"]
    assert keys == [
        *("points-round-robin", "points-swiss", "points-partners", "points-tables"),
        *("points-teams", "points-teams-swiss"),
    ]
