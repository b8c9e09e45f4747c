"""The largest day of one hall: 400 people, from the door to another laptop; 15 games in `make figures`."""

import gzip
import json
import re
from datetime import date
from pathlib import Path

import pytest
from django.apps import apps

from tests.samples import SWEEP_FACTOR
from tests.transfer.test_simulated_tournament import (
    check_all_play_once_a_round,
    check_scores,
    check_standings,
    moved_winners,
)
from tournaments import standings
from tournaments.management.commands.simulate import standings_rows
from tournaments.models import Line, Publication, Result, Tournament
from tournaments.publishing import export
from tournaments.publishing.outputs import json_file
from tournaments.rounds import scores
from tournaments.transfer import copies, simulated_tournament

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 400
ROUNDS = 5 if SWEEP_FACTOR == 1 else 15
"""After fewer games more people share a place, and the medal matches cost more than the day."""


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
@pytest.mark.long
def test_tournament_of_400_continues_from_its_copy(database, client):
    """This is one test a database, as playing the tournament takes long."""
    names = {"name": "L'Érablière", "house_name": "Maison"}
    tournament = simulated_tournament.set_up(
        PLAYERS, seed=4, by=None, day=date(2026, 11, 21), rounds=ROUNDS, **names
    )
    rehearsed = simulated_tournament.play(tournament, seed=4, by=None)
    assert rehearsed.faults == []
    shown = standings_rows(standings.standings(tournament))
    exported = json.loads(json.dumps(json_file.full_export(tournament)))
    assert len(exported["entries"]) == len(exported["standings"]) == PLAYERS
    assert len(exported["stages"][0]["rounds"]) == ROUNDS
    check_all_play_once_a_round(exported)
    check_scores(exported)
    check_standings(exported)
    assert not list(moved_winners(exported))

    sealed = copies.seal_copy(copies.pack(tournament))
    life = copies.restore(copies.open_copy(sealed), by=None)
    assert life.epoch == 2 and Tournament.objects.get(uid=tournament.uid, live=True) == life
    assert standings_rows(standings.standings(life)) == shown
    written, restored = (Line.objects.filter(tournament=one).count() for one in (tournament, life))
    assert written == restored >= PLAYERS // 2 * ROUNDS
    assert scores.rebuild(life, check=True) == []
    last = {"meeting__round__number": ROUNDS, "meeting__round__stage__order": 1}
    Result.objects.filter(tournament=life, **last).update(pegged=1)
    assert len(scores.rebuild(life)) == PLAYERS // 2
    assert standings_rows(standings.standings(life)) == shown
    assert export.export_tournament(life, shown) == export.export_tournament(tournament, shown)
    for official in (True, False):
        check_the_page_is_small(client, life, official)


def check_the_page_is_small(client, tournament, official):
    """Check the size of the page that every phone reads after every game, with the ranks of each player."""
    Publication.objects.filter(tournament=tournament).update(official=official)
    tournament.next_version()
    page = client.get(f"/t/{tournament.slug}/").content
    assert page.count(b'class="rank-line"') == PLAYERS
    assert (b"\xe2\x96\xb2" in page) is not official  # who rose since the last game
    assert len(page) < 250_000
    assert len(gzip.compress(page, 6)) < 20_000


def test_prefetch_never_follows_foreign_keys():
    """Django asks SQLite for what a row points to with an OR for each, and SQLite takes a thousand of them.

    So `prefetch_related` follows only what points to a row; what a row points to comes by `select_related`.
    """
    forward = {
        field.name
        for model in apps.get_app_config("tournaments").get_models()
        for field in model._meta.get_fields()
        if field.many_to_one or field.one_to_one
    }
    asked = re.compile(r"(?:prefetch_related|prefetch_related_objects|Prefetch)\(\s*((?:[^()]|\([^()]*\))*)")
    found = {
        (path.name, lookup)
        for path in (ROOT / "tournaments").rglob("*.py")
        for text in asked.findall(path.read_text(encoding="utf-8"))
        for lookup in re.findall(r'"([a-z_]+)"', text)
        if forward & set(lookup.split("__"))
    }
    assert not found
