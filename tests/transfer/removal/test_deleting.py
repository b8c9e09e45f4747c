"""A tournament is deleted with all that is known of it, except a copy; nothing else passes the triggers."""

import ast
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.test import Client

from scoring import DomainError
from tests import factories
from tests.devices.test_api import joined, post
from tournaments import tasks
from tournaments.accounts import helpers
from tournaments.common import jobs
from tournaments.models import (
    Act,
    Destination,
    Job,
    Line,
    Player,
    Publication,
    Removal,
    Season,
    Tournament,
)
from tournaments.models.locking import locked
from tournaments.organisations import seasons
from tournaments.publishing import publications
from tournaments.standings import standings
from tournaments.transfer import copies, removal

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
INK_ERROR = "ink"


def ways(model: type[models.Model], seen: tuple[type[models.Model], ...] = ()) -> Iterator[str]:
    """Yield every way from a table to the tournament, through the rows that its rows point to."""
    for field in model._meta.concrete_fields:
        if field.name == "tournament_uid":
            yield field.name
        if not field.is_relation or field.related_model in (model, *seen):
            continue
        if field.related_model is Tournament:
            yield field.name
        else:
            yield from (f"{field.name}__{way}" for way in ways(field.related_model, (*seen, model)))


TABLES = {
    model: found
    for model in apps.get_app_config("tournaments").get_models()
    if (found := sorted(set(ways(model))))
}


def row_counts(uid) -> dict[str, int]:
    """Return how many rows of each table lead to a tournament of that uid, in any of its lives."""
    keys = list(Tournament.objects.filter(uid=uid).values_list("pk", flat=True))
    found = {"Tournament": len(keys)}
    for model, ways_ in TABLES.items():
        which = models.Q()
        for way in ways_:
            which |= models.Q(**{way: uid} if way.endswith("tournament_uid") else {f"{way}__in": keys})
        found[model.__name__] = model._default_manager.filter(which).distinct().count()
    return found


SEASON_MODELS = {"Season", "SeasonEvening", "FixtureAct"}
"""Of a season: a tournament that counts for one is not deleted."""


@pytest.mark.both_databases
def test_deletion_leaves_no_rows(database, full, lise):
    other = factories.tournament(4, by=lise)
    factories.play_round(other, 1)
    others = row_counts(other.uid)
    before = row_counts(full.uid)
    assert [name for name, count in before.items() if not count and name not in SEASON_MODELS] == []
    removal.remove(full, published=True, by=lise)
    connection.check_constraints()
    after = row_counts(full.uid)
    assert {name: count for name, count in after.items() if count} == {}
    # Rows whose keys dangle would not be found by their tournament.
    assert all(model._default_manager.filter(tournament=full).count() == 0 for model in (Line, Act))
    assert row_counts(other.uid) == others
    assert Destination.objects.get().name == "site"
    assert not Removal.objects.exists()


def test_deletion_removes_paper_files(full, lise, folder, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        removal.remove(full, published=True, by=lise)
    assert list((folder / "papers").iterdir()) == []


def test_players_without_other_tournaments_are_deleted(tournament, lise):
    other = factories.tournament(2, by=lise)
    kept = tournament.entries.get(number=3).members.get().player
    kept.kept = True
    kept.save()
    removal.remove(tournament, published=False, by=lise)
    assert {player.pk for player in Player.objects.exclude(memberships=None)} <= {
        player.pk for player in Player.objects.filter(memberships__entry__tournament=other)
    }
    assert list(Player.objects.filter(memberships=None)) == [kept]


def test_helper_of_another_tournament_stays_signed_in(tournament, lise):
    other = factories.tournament(4, by=lise)
    browser = Client()
    for of in (tournament, other):
        invited = helpers.invite(of, "desk", lasts="today", uses=1, by=lise)
        browser.post(f"/join/{invited.token}/", {"name": "Noëlla"})
    removal.remove(tournament, published=False, by=lise)
    assert browser.get(f"/t/{other.slug}/desk/").status_code == 200


@pytest.mark.both_databases
def test_deleted_tournament_can_be_restored_from_its_copy(database, tournament, lise):
    shown = [(row.rank, row.number, row.points) for row in standings(tournament).rows]
    file = removal.remove(tournament, published=False, by=lise)
    again = copies.restore(copies.open_copy(file.read_bytes()), by=lise)
    assert [(row.rank, row.number, row.points) for row in standings(again).rows] == shown
    assert (again.uid, again.slug) == (tournament.uid, tournament.slug)
    # Restored rows are as unchangeable as any others
    with pytest.raises(DatabaseError, match=INK_ERROR), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_line")
    removal.remove(again, published=False, by=lise)
    assert not Tournament.objects.exists()


@pytest.mark.both_databases
def test_tournament_restored_after_deletion_begins_new_epoch(database, tournament, lise):
    """Its rows are gone, but not its copies: the names of new ones would be those of other results."""
    before = copies.open_copy(copies.seal_copy(copies.pack(tournament) | {"reached": []}))
    trial = copies.restore(before, by=lise)
    removal.remove(trial, published=False, by=lise)
    again = copies.restore(before, by=lise)
    assert again.epoch == trial.epoch + 1
    kept = copies.write_copy(again.pk)
    ((newest, *_older),) = copies.find_copies([copies.own_folder()])
    assert str(newest) == kept.file
    removal.remove(again, published=False, by=lise)


# The triggers


@pytest.mark.both_databases
@pytest.mark.parametrize("table", ["tournaments_line", "tournaments_act", "tournaments_payment"])
def test_protected_rows_go_only_with_marked_tournament(database, tournament, lise, table):
    other = factories.tournament(2, by=lise)
    Removal.objects.create(tournament=other.pk)
    for statement in (f"DELETE FROM {table} WHERE tournament_id = {tournament.pk}", f"DELETE FROM {table}"):
        with (
            pytest.raises(DatabaseError, match=INK_ERROR),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["tournaments_line SET note = 'x'", "tournaments_act SET kind = 'x'"])
def test_protected_rows_of_marked_tournament_are_immutable(database, tournament, change):
    Removal.objects.create(tournament=tournament.pk)
    with pytest.raises(DatabaseError, match=INK_ERROR), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {change}")


def test_only_removal_modules_bypass_triggers():
    """The mark and the SQL that goes round a trigger are named in these modules alone, besides migrations."""
    marks, round_ = set(), set()
    modules = [*ROOT.glob("tournaments/**/*.py"), *ROOT.glob("config/*.py")]
    for path in (one for one in modules if one.parent.name != "migrations"):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
        if "Removal" in names or "tournaments_removal" in text:
            marks.add(name)
        if any(word in text.upper() for word in ("TRUNCATE", "DROP TRIGGER", "SESSION_REPLICATION_ROLE")):
            round_.add(name)
    ways = {f"tournaments/{name}.py" for name in ("transfer/removal", "transfer/erasure", "models/triggers")}
    assert marks == ways
    assert round_ == {"tournaments/models/triggers.py"}


# Obstacles to a removal


def refused(tournament: Tournament, **given) -> str:
    with pytest.raises(DomainError) as refusal:
        removal.remove(tournament, **{"published": True, "by": None, **given})
    assert Tournament.objects.filter(pk=tournament.pk).exists()
    return refusal.value.code


def test_published_tournament_needs_its_own_permission(tournament, lise):
    publications.publish(tournament, official=False, by=lise)
    assert refused(tournament, published=False) == "removal_published"


def test_publication_of_earlier_epoch_counts(tournament, lise):
    publications.publish(tournament, official=False, by=lise)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=lise)
    assert Publication.objects.filter(tournament=life).exists()
    assert removal.is_published(life)


def test_rehearsal_never_counts_as_published(tournament, lise):
    publications.publish(tournament, official=False, by=lise)
    Tournament.objects.update(example=True)
    tournament.refresh_from_db()
    assert not removal.is_published(tournament) and not removal.needs_name(tournament)
    removal.remove(tournament, published=False, by=lise)


def test_tournament_in_season_cannot_be_deleted(tournament):
    season = Season.objects.create(organisation=tournament.organisation, name="Hiver")
    seasons.add(season, tournament)
    assert refused(tournament) == "removal_in_season"
    seasons.take_out(season, tournament)
    removal.remove(tournament, published=True, by=None)


@pytest.mark.both_databases
def test_change_during_copy_stops_deletion(database, tournament, lise, monkeypatch):
    kept = copies.write_copy

    def and_then(key: int, reason: str) -> None:
        kept(key, reason)
        with locked(key) as held:
            held.next_version()

    monkeypatch.setattr(copies, "write_copy", and_then)
    assert refused(tournament) == "removal_changed"


def test_unreadable_copy_stops_deletion(tournament, monkeypatch):
    kept = copies.write_copy

    def spoilt(key: int, reason: str) -> None:
        Path(kept(key, reason).file).write_bytes(b"half of i")

    monkeypatch.setattr(copies, "write_copy", spoilt)
    assert refused(tournament) == "removal_no_copy"


# Requests to a removed tournament


@pytest.mark.both_databases
def test_lock_of_deleted_tournament_is_refused(database, tournament):
    removal.remove(tournament, published=True, by=None)
    with pytest.raises(DomainError) as refusal, locked(tournament.pk):
        pass
    assert refusal.value.code == "tournament_gone"


def test_devices_of_deleted_tournament_are_refused(tournament):
    body = joined(tournament, 2)
    secret = tournament.invitations.exclude(place=None).first().secret
    removal.remove(tournament, published=True, by=None)
    for path in ("here", "submit", "people"):
        answer = post(path, token=body["token"], epoch=1, results=[])
        assert (answer.status_code, answer.json()["error"]) == (401, "unknown_token"), path
    again = post("join", invitation=secret, device=str(uuid4()))
    assert (again.status_code, again.json()["error"]) == (404, "no_such_invitation")


def test_jobs_of_deleted_tournament_disappear(tournament, lise):
    waits, runs = (
        jobs.enqueue(tournament, "slips", {}),
        jobs.enqueue(tournament, jobs.COPY, {}, key=jobs.COPY),
    )

    def deleted_meanwhile(job: Job) -> None:
        removal.remove(tournament, published=True, by=lise)
        copies.write_copy(tournament.pk)

    jobs.run(runs.pk, deleted_meanwhile)
    tasks.run_job(waits.pk)
    assert not Job.objects.exists()


def test_slug_of_deleted_tournament_is_free(client, tournament, lise):
    removal.remove(tournament, published=False, by=lise)
    assert client.get(f"/t/{tournament.slug}/").status_code == 404
    assert factories.tournament(2, by=lise).slug == tournament.slug
