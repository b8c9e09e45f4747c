"""The points of a bye are asked where they count in the ranking, with their effect beside them."""

import re
from datetime import date
from random import Random

import pytest

from scoring.criteria import credited_index
from tests import factories, page_reader
from tests.web.setup.posting import posted, refusals
from tournaments import formats, rounds
from tournaments.models import Tournament
from tournaments.pairing.pairing_systems import Tables
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import simulated_tournament
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
WITH_BYES = [key for key, one in formats.FORMATS.items() if "bye" in formats.rules(key)["odd_ways"]]
NEVER_FORMATS = [
    *("acc-swiss", "acc-consolation", "acc-grass-roots"),
    *("cribbage-ladder", "set-of-five", "cribbage-teams", "cribbage-teams-swiss"),
]


@pytest.fixture
def box(client):
    """Return a function that posts a format, and returns the box and the text beside the field of a bye."""
    client.force_login(factories.director())

    def ask(key, **typed):
        typed = {"format": key, "odd": "bye", **typed}
        answer = client.post("/feasibility/", posted(SetupForm(key=key), **typed))
        return answer.context["box"], page_reader.parse(answer).one("#summary-credit_bye")

    return ask


def way_notes(box) -> dict[str, str]:
    return {way["value"]: way["note"] for way in box["ways"]}


def ranked_by(key: str, credit: int) -> list[tuple[int | None, ...]]:
    """Return the ranking figures of each player, after one game in which some sat out for that credit."""
    tables = Tables.from_rules(formats.rules(key) | {"odd": "bye"})
    people = next(count for count in range(6, 20) if tables.sitting_out(count))
    tournament = simulated_tournament.set_up(
        people,
        seed=3,
        by=None,
        name="Journée",
        house_name="",
        day=date(2026, 11, 21),
        format_key=key,
        odd="bye",
        bye_credit=credit,
    )
    simulated_tournament.play_round(tournament, 1, chance=Random(1), by=None)
    rows = sorted(standings(tournament).rows, key=lambda row: row.number)
    assert any(row.byes for row in rows)
    return [row.values for row in rows]


@pytest.mark.parametrize("key", WITH_BYES)
def test_note_says_where_bye_points_count_in_the_ranking(box, key):
    with_none, with_some = ranked_by(key, 0), ranked_by(key, 50)
    changed = {
        at
        for one, other in zip(with_none, with_some, strict=True)
        for at, both in enumerate(zip(one, other, strict=True))
        if both[0] != both[1]
    }
    at = min(changed, default=None)
    assert credited_index(formats.rules(key)) == at
    text = {None: "never", 0: "first"}.get(at, "later")
    assert box(key)[1]["data-summary"] == text
    assert (text == "never") == (key in NEVER_FORMATS)


@pytest.mark.parametrize("key", NEVER_FORMATS)
def test_bye_points_that_never_count_are_not_asked_for(client, box, key):
    shown, _told = box(key, expected="13", bye_credit="", missed="")
    assert not any(way.startswith("bye_credit") for way in way_notes(shown))
    assert "bye_credit_missing" not in [one.code for one in shown["sentences"]]
    typed = posted(SetupForm(key=key), format=key, odd="bye", bye_credit="2", missed="7")
    answer = client.post("/new/", typed)
    assert answer.status_code == 302, refusals(answer)
    rules = Tournament.objects.get().stages.get().rules
    assert (rules["bye_credit"], rules["missed"]) == (0, 0)


def test_ranking_decides_whether_bye_points_are_asked_for(client, box):
    assert box("fadoq-15", expected="13")[1]["data-summary"] == "first"
    match_points = {"rank_by": "match_points", "match_points": "acc"}
    assert (
        box("fadoq-15", expected="13", **match_points, then="won spread pegged")[1]["data-summary"] == "later"
    )
    _shown, found = box("fadoq-15", expected="13", **match_points, then="won spread")
    assert found["data-summary"] == "never"
    for second, asked in (("pegged", "later"), ("plus", "never")):
        order = {"own_order": "on", "order_1": "won", "order_2": second}
        assert box("gin-round-robin", expected="13", **order)[1]["data-summary"] == asked


def test_tournament_keeps_existing_bye_points(client):
    tournament = factories.tournament(5, key="acc-swiss", odd="bye", bye_credit=2, missed=3)
    client.force_login(factories.organiser(tournament))
    page = client.get(f"/t/{tournament.slug}/setup/")
    assert page.status_code == 200
    form = page.context["form"]
    assert client.post(f"/t/{tournament.slug}/setup/", posted(form, minutes="25")).status_code == 302
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["bye_credit"], rules["missed"], rules["minutes"]) == (2, 3, 25)
    rounds.seat(stages.qualifying(tournament), 1, by=None)


@pytest.mark.parametrize("seated", [False, True])
def test_setup_page_shows_the_sum_in_which_an_earlier_version_counts_points(client, seated):
    declared = {"game_name": "Whist", "forfeit": {"present": 10, "absent": 0}, "odd": "bye", "bye_credit": 5}
    tournament = factories.tournament(5, key="points-round-robin", order=["won", "pegged"], **declared)
    stage = stages.qualifying(tournament)
    frozen = {"credited": "spread", "penalised": "spread", "running": "spread"}
    stage.rules = stage.rules | frozen
    stage.save()
    if seated:
        rounds.seat(stage, 1, by=None)
    client.force_login(factories.organiser(tournament))
    page = client.get(f"/t/{tournament.slug}/setup/")
    shown = page_reader.parse(page).one("#summary-credit_bye")["data-summary"]
    assert (shown, credited_index(stages.qualifying(tournament).rules)) == ("never", None)
    answer = client.post(f"/t/{tournament.slug}/setup/", posted(page.context["form"], minutes="25"))
    assert answer.status_code == 302
    now = stages.qualifying(tournament).rules
    assert (now["minutes"], {name: now[name] for name in frozen}) == (25, frozen)


def test_round_can_be_seated_without_bye_points_that_never_count():
    tournament = factories.tournament(5, key="acc-swiss", odd="bye", bye_credit=None)
    assert rounds.seat(stages.qualifying(tournament), 1, by=None)


@pytest.mark.parametrize(
    ("key", "players", "more"), [("fadoq-15", 31, 15), ("fadoq-15", 15, 0), ("gin-swiss", 9, 7)]
)
def test_bye_without_points_shows_its_effect_first(box, key, players, more):
    shown, _told = box(key, expected=str(players), tables="20")
    rule = way_notes(shown)["bye_credit=0"]
    undecided = way_notes(box(key, expected=str(players), tables="20", odd="later")[0])["odd=bye"]
    assert (str(more) in re.findall(r"\d+", undecided)) == bool(more)
    assert (str(more) in re.findall(r"\d+", rule)) == (more and key == "fadoq-15")
