"""The whole of a tournament as a file: nothing is missing, and a day goes on from it."""

import gzip
import json
import random
import re
from datetime import datetime
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring import DomainError
from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tests.shown_by import codes, data
from tournaments import devices, rounds, tasks
from tournaments.common import jobs
from tournaments.finals import medals
from tournaments.models import Job, Line, Snapshot, Tournament
from tournaments.publishing import snapshot
from tournaments.rounds import scores, stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_day
from tournaments.transfer.copies import column_schemas
from tournaments.web.audit_log.words import SAID

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.director()


@pytest.fixture
def day(user):
    """Three games played, one void, a dispute, a correction, penalties, standings published."""
    tournament = factories.tournament(9, by=user, odd="bye", bye_credit=60)
    for number in (1, 2, 3):
        simulated_day.play_round(tournament, number, chance=random.Random(number), by=user)
    round_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), 4, by=user), by=user)
    meeting = next(table.meeting for table in scores.table_states([round_]) if not table.bye)
    factories.enter(meeting, [121, 88])
    factories.enter(meeting, [88, 121], basis=0, nonce="another-desk-entirely")
    for number, takes in ((1, "points"), (1, "game"), (2, "deal"), (3, "points")):
        at = scores.seat_in(tournament, 1, 3, number)
        taken = "deal" if len(scores.sides_of(at)) == 1 and takes == "game" else takes
        penalty = scores.PenaltyEffect(taken, 5)
        said = {"game": 1, "number": number, "takes": penalty, "why": {"code": "must-lay"}}
        scores.penalise(at, **said, nonce=f"penalty-{number}-{takes}", user=user)
    scores.take_back(tournament, tournament.lines.count(), nonce="taken-back", user=user)
    devices.invite_tables(tournament)
    snapshot.publish(tournament, official=False, by=user)
    return tournament


def packed(tournament) -> dict:
    """Without what belongs to one life on one server."""
    rows = copies.pack(tournament)
    del rows["epoch"]
    return rows


def restored(tournament, by=None) -> Tournament:
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    return copies.restore(copy, by=by)


@pytest.mark.both_databases
def test_there_and_back_nothing_has_changed(database, day):
    before = packed(day)
    Tournament.objects.update(live=False)
    again = copies.unpack(json.loads(json.dumps(copies.pack(day))), epoch=2, slug=day.slug)
    assert packed(again) == before
    assert before["parts"]["Line"]["rows"]
    assert before["parts"]["Publication"]["rows"]


@pytest.mark.both_databases
def test_a_restored_day_goes_on_where_it_stood(database, day, user):
    shown = [(row.rank, row.number, row.points) for row in standings(day).rows]
    life = restored(day, by=user)
    assert [(row.rank, row.number, row.points) for row in standings(life).rows] == shown
    assert (life.slug, life.uid, life.epoch) == (day.slug, day.uid, 2)
    assert Tournament.objects.get(live=True) == life
    assert scores.rebuild(life, check=True) == []
    round_ = stages.qualifying(life).rounds.get(number=4)
    (disputed,) = [table for table in scores.table_states([round_]) if table.disputed]
    for table in scores.table_states([round_]):
        if not table.settled and table != disputed:
            factories.enter(table.meeting, [121, 90])
    scores.desk.rule_on_dispute(
        disputed.meeting, game=1, line=disputed.games[0].lines[0].number, nonce="n" * 20, seen=999, user=user
    )
    rounds.close_round(round_, by=user)
    rounds.seat(stages.qualifying(life), 5, by=user)


@pytest.mark.both_databases
def test_publications_come_back_in_the_order_in_which_they_were_made(database, day, user):
    for official in (False, True):
        snapshot.publish(day, official=official, by=user)
    life = restored(day, by=user)
    made = list(day.publications.order_by("pk").values_list("uid", "replaced_by__uid"))
    assert list(life.publications.order_by("pk").values_list("uid", "replaced_by__uid")) == made
    assert [replaced is None for _uid, replaced in made] == [False, False, True]


def test_tablets_send_the_whole_day_again_and_nothing_counts_twice(user):
    tournament = factories.tournament(8, by=user)
    factories.open_round(tournament)
    told = joined(tournament)
    early = copies.pack(tournament)
    sent = result(here(told["token"])["meetings"][0], [121, 88])
    assert submit(told["token"], sent)[0]["answer"] == "accepted"
    life = copies.restore(copies.open_copy(copies.seal_copy(early)), by=user)
    assert not Line.objects.filter(tournament=life).exists()
    assert submit(told["token"], sent)[0]["answer"] == "other_epoch"
    assert here(told["token"], seen=10_000, epoch=1)["epoch"] == life.epoch
    answers = [submit(told["token"], sent, epoch=life.epoch)[0]["answer"] for _ in range(2)]
    assert answers == ["accepted", "same"]


def test_a_round_that_the_copy_lacks_finds_its_results_once_it_is_seated_again(user):
    tournament = factories.tournament(8, by=user)
    early = copies.pack(tournament)
    told = joined(tournament)
    factories.open_round(tournament)
    sent = result(here(told["token"])["meetings"][0], [121, 88])
    life = copies.restore(copies.open_copy(copies.seal_copy(early)), by=user)
    secret = tournament.invitations.first().secret
    assert not life.invitations.filter(secret=secret).exists()  # the sheet of tables came after the copy
    again = joined(life, device=told["device"])
    assert submit(again["token"], sent, epoch=life.epoch)[0]["answer"] == "later"
    factories.open_round(life)
    assert submit(again["token"], sent, epoch=life.epoch)[0]["answer"] == "accepted"


def test_medal_matches_and_their_decisions_are_in_the_copy(user):
    tournament = factories.simulated(8, by=user)
    simulated_day.play(tournament, seed=5, by=user)
    life = restored(tournament, by=user)
    assert packed(life)["parts"]["Stage"] == packed(tournament)["parts"]["Stage"]
    assert medals.ties(life) == medals.ties(tournament) == []


@pytest.mark.parametrize("text", ["{}", '{"cheville": 1}'])
def test_what_is_packed_but_no_copy_is_refused(text):
    with pytest.raises(DomainError, match="copy_unreadable"):
        copies.open_copy(gzip.compress(text.encode()))


@pytest.mark.parametrize("content", [b"", b"x"])
def test_what_is_no_copy_is_refused(content):
    with pytest.raises(DomainError, match="copy_unreadable"):
        copies.open_copy(content)


def test_half_a_copy_and_a_newer_one_are_refused(day):
    whole = copies.seal_copy(copies.pack(day))
    for part in (whole[:-9], whole[: len(whole) // 2], whole.replace(whole[60:64], b"half")):
        with pytest.raises(DomainError, match="copy_unreadable"):
            copies.open_copy(part)
    newer = gzip.compress(json.dumps({"cheville": 99}).encode())
    with pytest.raises(DomainError, match="copy_is_newer"):
        copies.open_copy(newer)


def test_a_copy_is_written_once_a_version_and_the_oldest_go(day, settings, tmp_path, monkeypatch):
    settings.COPIES_DIR = str(tmp_path)
    monkeypatch.setattr("tournaments.transfer.copies.writing.KEPT", 3)
    assert copies.keep(day.pk) is not None
    assert copies.keep(day.pk) is None
    for _ in range(4):
        factories.registration.add_entry(day, f"Tardive {uuid4()}")
        day.refresh_from_db()
        day.draw_number()
        copies.keep(day.pk)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) == Snapshot.objects.count() == 3
    assert copies.open_copy((tmp_path / files[-1]).read_bytes()).name == day.name


def test_acts_that_came_faster_than_copies_share_one(day, settings, tmp_path, monkeypatch):
    settings.COPIES_DIR = str(tmp_path)
    begun, keep_job = [], copies.keep_job
    monkeypatch.setattr(copies, "keep_job", lambda key: (begun.append(key), keep_job(key)))
    job = Job.objects.get(tournament=day, kind=jobs.COPY)  # of all the acts of the day
    for _act in range(5):  # five messages lie in the queue before the worker comes to the first
        tasks.run_job(job.pk)
    assert begun == [job.pk]
    assert Snapshot.objects.get().version == Tournament.objects.get(pk=day.pk).version
    snapshot.publish(day, official=False, by=None)
    tasks.run_job(job.pk)
    assert len(begun) == Snapshot.objects.count() == 2
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_an_act_while_a_copy_is_written_has_a_copy_as_well(day, settings, tmp_path, monkeypatch):
    settings.COPIES_DIR = str(tmp_path)
    sent = []
    monkeypatch.setattr(jobs, "send", lambda job: sent.append(job.pk))
    running = jobs.claim(Job.objects.get(tournament=day, kind=jobs.COPY).pk)
    snapshot.publish(day, official=False, by=None)
    assert jobs.claim(running.pk) is None, "two would write the same file"
    assert not jobs.mark_done(running)
    assert sent == [running.pk]
    copies.keep_job(running.pk)
    assert Snapshot.objects.get().version == Tournament.objects.get(pk=day.pk).version


def test_a_key_that_was_pulled_out_is_no_reason_to_lose_a_copy(day, settings, tmp_path):
    settings.DATA_DIR = tmp_path / "laptop"
    settings.COPIES_DIR = str(tmp_path / "not-there")
    kept = copies.keep(day.pk)
    assert str(settings.DATA_DIR) in kept.file


# The pages


@pytest.fixture
def lise(client, user):
    client.force_login(user)
    return client


def test_the_page_says_where_copies_are(lise, day, settings, tmp_path, django_assert_num_queries):
    settings.COPIES_DIR = str(tmp_path)
    page = f"/t/{day.slug}/copies/"
    copies.keep(day.pk)
    answer = lise.get(page, headers={"accept-language": "en"})
    assert str(tmp_path) in answer.content.decode()
    settings.COPIES_DIR = str(tmp_path / "pulled-out")
    assert data(lise.get(page), "warning") == ["copies_missing"]
    with CaptureQueriesContext(connection) as one:
        lise.get(page)
    for number in range(2):
        Snapshot.objects.create(tournament=day, version=number, file="/x/y", at=timezone.now())
    with django_assert_num_queries(len(one)):
        lise.get(page)


def test_copies_are_listed_with_date_time_and_another_folder(lise, day):
    at = datetime(2026, 11, 21, 9, 5, tzinfo=timezone.get_current_timezone())
    Snapshot.objects.create(tournament=day, version=1, file="/key/erabliere-00001.cheville", at=at)
    html = lise.get(f"/t/{day.slug}/copies/", headers={"accept-language": "fr-ca"}).content.decode()
    assert "21 novembre 2026, 9\u00a0h\u00a005" in html
    assert "/key</span>" in html


def test_a_copy_taken_along_is_looked_at_and_restored(lise, day):
    taken = lise.get(f"/t/{day.slug}/copies/download/")
    assert ".cheville" in taken["Content-Disposition"]
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", taken.content)})
    assert "L&#x27;Érablière" in shown.content.decode()
    assert Tournament.objects.count() == 1
    seal = re.search(r'name="seal" value="(\w+)"', shown.content.decode())[1]
    here = re.search(r'name="here" value="(\d+)"', shown.content.decode())[1]
    for _click in range(2):
        lise.post("/restore/confirm/", {"seal": seal, "here": here})
    assert Tournament.objects.count() == 2
    life = Tournament.objects.get(live=True)
    assert life.epoch == 2
    assert f"/t/{life.slug}/found/" in lise.get(f"/t/{life.slug}/tablets/").content.decode()


def test_a_copy_counts_the_games_of_the_day_without_the_medal_matches(lise, user):
    day = factories.tournament(4, by=user, rounds=1)
    factories.play_round(day, 1)
    medals.create(day, seed=1, by=user)
    while meetings := list(medals.open_meetings(day)):
        for meeting in meetings:
            for game in (1, 2):
                factories.enter(meeting, [121, 88], game=game)
        medals.advance(day, by=user)
    content = copies.seal_copy(copies.pack(day))
    english = {"accept-language": "en"}
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", content)}, headers=english)
    assert "<li>1 game closed</li>" in shown.content.decode()


def test_what_is_no_copy_is_said_on_the_page(lise, day):
    answer = lise.post(
        "/restore/", {"file": SimpleUploadedFile("a.cheville", b"x")}, headers={"accept-language": "en"}
    )
    assert answer.status_code == 422
    assert codes(answer) == ["copy_unreadable"]


def test_who_does_not_direct_a_tournament_cannot_put_it_aside(client, day):
    client.force_login(factories.User.objects.create_user("personne"))
    assert client.get("/restore/").status_code == client.post("/restore/confirm/").status_code == 403
    client.force_login(factories.director("autre"))
    content = copies.seal_copy(copies.pack(day))
    shown = client.post("/restore/", {"file": SimpleUploadedFile("a.cheville", content)}).content.decode()
    seal = re.search(r'name="seal" value="(\w+)"', shown)[1]
    assert client.post("/restore/confirm/", {"seal": seal}).status_code == 403
    assert Tournament.objects.count() == 1


def test_the_command_restores(day, tmp_path, capsys):
    file = tmp_path / "jour.cheville"
    file.write_bytes(copies.seal_copy(copies.pack(day)))
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--replace")
    assert "epoch 2" in capsys.readouterr().out


def test_every_act_that_is_said_can_be_copied():
    assert set(SAID) == set(column_schemas.ACTS)
