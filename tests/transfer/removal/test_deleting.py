"""A tournament is deleted with all that is known of it, a copy kept; nothing else passes the triggers."""

import ast
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from scoring import DomainError
from tests import factories
from tests.devices.test_api import joined, post
from tournaments import tasks
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
from tournaments.models.tournament import locked
from tournaments.organisations import seasons
from tournaments.publishing import snapshot
from tournaments.standings import standings
from tournaments.transfer import copies, removal

pytestmark = pytest.mark.django_db
HOUSE = Path(__file__).resolve().parents[3]
REFUSED = "ink"


def ways(model: type[models.Model], seen: tuple[type[models.Model], ...] = ()) -> Iterator[str]:
    """Every way from a table to the tournament, through whatever its rows point to."""
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


def counted(uid) -> dict[str, int]:
    """How many rows of each table lead to a tournament of that uid, in whichever life."""
    keys = list(Tournament.objects.filter(uid=uid).values_list("pk", flat=True))
    found = {"Tournament": len(keys)}
    for model, ways_ in TABLES.items():
        which = models.Q()
        for way in ways_:
            which |= models.Q(**{way: uid} if way.endswith("tournament_uid") else {f"{way}__in": keys})
        found[model.__name__] = model._default_manager.filter(which).distinct().count()
    return found


KEPT_ELSEWHERE = {"Season", "SeasonEvening", "FixtureAct"}
"""Of a season: a tournament that counts for one is not deleted."""


@pytest.mark.both_databases
def test_nothing_is_left_behind(database, full, lise):
    other = factories.tournament(4, by=lise)
    factories.play_round(other, 1)
    others = counted(other.uid)
    before = counted(full.uid)
    assert [name for name, count in before.items() if not count and name not in KEPT_ELSEWHERE] == []
    removal.remove(full, published=True, by=lise)
    connection.check_constraints()
    after = counted(full.uid)
    assert {name: count for name, count in after.items() if count} == {}
    # Rows whose keys dangle would not be found by their tournament.
    assert all(model._default_manager.filter(tournament=full).count() == 0 for model in (Line, Act))
    assert counted(other.uid) == others
    assert Destination.objects.get().name == "site"
    assert not Removal.objects.exists()


def test_the_files_of_its_papers_go_once_it_is_deleted(
    full, lise, folder, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        removal.remove(full, published=True, by=lise)
    assert list((folder / "papers").iterdir()) == []


def test_people_known_by_it_alone_are_forgotten(day, lise):
    other = factories.tournament(2, by=lise)
    kept = day.entries.get(number=3).members.get().player
    kept.kept = True
    kept.save()
    removal.remove(day, published=False, by=lise)
    assert {player.pk for player in Player.objects.exclude(memberships=None)} <= {
        player.pk for player in Player.objects.filter(memberships__entry__tournament=other)
    }
    assert list(Player.objects.filter(memberships=None)) == [kept]


@pytest.mark.both_databases
def test_the_copy_that_was_kept_brings_it_back(database, day, lise):
    shown = [(row.rank, row.number, row.points) for row in standings(day).rows]
    file = removal.remove(day, published=False, by=lise)
    again = copies.restore(copies.open_copy(file.read_bytes()), by=lise)
    assert [(row.rank, row.number, row.points) for row in standings(again).rows] == shown
    assert (again.uid, again.slug) == (day.uid, day.slug)
    # and what is restored is ink like any other
    with pytest.raises(DatabaseError, match=REFUSED), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_line")
    removal.remove(again, published=False, by=lise)
    assert not Tournament.objects.exists()


# The triggers


@pytest.mark.both_databases
@pytest.mark.parametrize("table", ["tournaments_line", "tournaments_act", "tournaments_payment"])
def test_lines_and_acts_go_only_with_the_tournament_that_is_marked(database, day, lise, table):
    other = factories.tournament(2, by=lise)
    Removal.objects.create(tournament=other.pk)
    for statement in (f"DELETE FROM {table} WHERE tournament_id = {day.pk}", f"DELETE FROM {table}"):
        with pytest.raises(DatabaseError, match=REFUSED), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["tournaments_line SET note = 'x'", "tournaments_act SET kind = 'x'"])
def test_nothing_is_changed_even_of_a_tournament_that_is_marked(database, day, change):
    Removal.objects.create(tournament=day.pk)
    with pytest.raises(DatabaseError, match=REFUSED), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {change}")


def test_two_modules_mark_a_tournament_and_none_works_round_the_triggers():
    """The mark, and the ways of SQL round a trigger, by the modules that name them; migrations apart."""
    marks, round_ = set(), set()
    modules = [*HOUSE.glob("tournaments/**/*.py"), *HOUSE.glob("config/*.py")]
    for path in (one for one in modules if one.parent.name != "migrations"):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(HOUSE).as_posix()
        names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
        if "Removal" in names or "tournaments_removal" in text:
            marks.add(name)
        if any(word in text.upper() for word in ("TRUNCATE", "DROP TRIGGER", "SESSION_REPLICATION_ROLE")):
            round_.add(name)
    ways = {f"tournaments/{name}.py" for name in ("transfer/removal", "transfer/erasure", "models/triggers")}
    assert marks == ways
    assert round_ == {"tournaments/models/triggers.py"}


# What stands against it


def refused(day: Tournament, **given) -> str:
    with pytest.raises(DomainError) as refusal:
        removal.remove(day, **{"published": True, "by": None, **given})
    assert Tournament.objects.filter(pk=day.pk).exists()
    return refusal.value.code


def test_what_is_published_is_deleted_by_that_right_alone(day, lise):
    snapshot.publish(day, official=False, by=lise)
    assert refused(day, published=False) == "removal_published"


def test_what_was_published_in_an_earlier_life_is_published(day, lise):
    snapshot.publish(day, official=False, by=lise)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=lise)
    assert Publication.objects.filter(tournament=life).exists()
    assert removal.is_published(life)


def test_a_rehearsal_counts_as_published_never(day, lise):
    snapshot.publish(day, official=False, by=lise)
    Tournament.objects.update(example=True)
    day.refresh_from_db()
    assert not removal.is_published(day) and not removal.needs_name(day)
    removal.remove(day, published=False, by=lise)


def test_what_counts_for_a_season_is_taken_out_of_it_first(day):
    season = Season.objects.create(organisation=day.organisation, name="Hiver")
    seasons.add(season, day)
    assert refused(day) == "removal_in_season"
    seasons.take_out(season, day)
    removal.remove(day, published=True, by=None)


@pytest.mark.both_databases
def test_what_is_done_while_the_copy_is_written_stops_it(database, day, lise, monkeypatch):
    kept = copies.keep

    def and_then(key: int, reason: str) -> None:
        kept(key, reason)
        with locked(key) as held:
            held.draw_number()

    monkeypatch.setattr(copies, "keep", and_then)
    assert refused(day) == "removal_changed"


def test_without_a_copy_that_can_be_read_nothing_is_deleted(day, monkeypatch):
    kept = copies.keep

    def spoilt(key: int, reason: str) -> None:
        Path(kept(key, reason).file).write_bytes(b"half of i")

    monkeypatch.setattr(copies, "keep", spoilt)
    assert refused(day) == "removal_no_copy"


# Who still speaks to it


@pytest.mark.both_databases
def test_who_waited_for_its_lock_is_refused_in_words(database, day):
    removal.remove(day, published=True, by=None)
    with pytest.raises(DomainError) as refusal, locked(day.pk):
        pass
    assert refusal.value.code == "tournament_gone"


def test_devices_have_a_final_answer(day):
    told = joined(day, 2)
    secret = day.invitations.exclude(place=None).first().secret
    removal.remove(day, published=True, by=None)
    for path in ("here", "submit", "people"):
        answer = post(path, token=told["token"], epoch=1, results=[])
        assert (answer.status_code, answer.json()["error"]) == (401, "unknown_token"), path
    again = post("join", invitation=secret, device=str(uuid4()))
    assert (again.status_code, again.json()["error"]) == (404, "no_such_invitation")


def test_work_that_waits_or_goes_on_ends_without_a_fault(day, lise):
    waits, runs = jobs.enqueue(day, "slips", {}), jobs.enqueue(day, jobs.COPY, {}, key=jobs.COPY)

    def deleted_meanwhile(job: Job) -> None:
        removal.remove(day, published=True, by=lise)
        copies.keep(day.pk)

    jobs.work_on(runs.pk, deleted_meanwhile)
    tasks.run_job(waits.pk)
    assert not Job.objects.exists()


def test_a_new_tournament_takes_its_address(client, day, lise):
    removal.remove(day, published=False, by=lise)
    assert client.get(f"/t/{day.slug}/").status_code == 404
    assert factories.tournament(2, by=lise).slug == day.slug
