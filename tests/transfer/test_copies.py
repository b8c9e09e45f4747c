"""A whole tournament as a file: nothing is missing, and play goes on from it."""

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
from tests.page_reader import codes, data
from tournaments import devices, rounds, tasks
from tournaments.accounts import helpers, permissions, visibility
from tournaments.common import jobs
from tournaments.finals import medals
from tournaments.models import Job, Line, Organisation, Role, Snapshot, Tournament
from tournaments.publishing import publications
from tournaments.rounds import scores, stages
from tournaments.standings import standings
from tournaments.transfer import copies, removal, simulated_tournament
from tournaments.transfer.copies import column_schemas
from tournaments.web.audit_log.words import ACT_WORDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return factories.director()


@pytest.fixture
def tournament(user):
    """Return three played games, one void, a dispute, a correction, penalties and published standings."""
    tournament = factories.tournament(9, by=user, odd="bye", bye_credit=60)
    for number in (1, 2, 3):
        simulated_tournament.play_round(tournament, number, chance=random.Random(number), by=user)
    round_ = rounds.open_round(rounds.seat(stages.qualifying(tournament), 4, by=user), by=user)
    meeting = next(table.meeting for table in scores.table_states([round_]) if not table.bye)
    factories.enter(meeting, [121, 88])
    factories.enter(meeting, [88, 121], basis=0, nonce="another-desk-entirely")
    for number, takes in ((1, "points"), (1, "game"), (2, "deal"), (3, "points")):
        at = scores.entry_meeting(tournament, 1, 3, number)
        taken = "deal" if len(scores.sides_of(at)) == 1 and takes == "game" else takes
        penalty = scores.PenaltyEffect(taken, 5)
        data = {"game": 1, "number": number, "takes": penalty, "why": {"code": "must-lay"}}
        scores.penalise(at, **data, nonce=f"penalty-{number}-{takes}", user=user)
    scores.take_back(tournament, tournament.lines.count(), nonce="taken-back", user=user)
    devices.invite_tables(tournament)
    publications.publish(tournament, official=False, by=user)
    return tournament


def packed(tournament) -> dict:
    """Return the copy without what belongs to one life on one server."""
    rows = copies.pack(tournament)
    del rows["epoch"]
    return rows


def restored(tournament, by=None) -> Tournament:
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    return copies.restore(copy, by=by)


@pytest.mark.both_databases
def test_unpacked_copy_equals_original(database, tournament):
    before = packed(tournament)
    Tournament.objects.update(live=False)
    again = copies.unpack(json.loads(json.dumps(copies.pack(tournament))), epoch=2, slug=tournament.slug)
    assert packed(again) == before
    assert before["parts"]["Line"]["rows"]
    assert before["parts"]["Publication"]["rows"]


@pytest.mark.both_databases
def test_restored_tournament_can_continue(database, tournament, user):
    shown = [(row.rank, row.number, row.points) for row in standings(tournament).rows]
    life = restored(tournament, by=user)
    assert [(row.rank, row.number, row.points) for row in standings(life).rows] == shown
    assert (life.slug, life.uid, life.epoch) == (tournament.slug, tournament.uid, 2)
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
def test_publications_keep_their_order(database, tournament, user):
    for official in (False, True):
        publications.publish(tournament, official=official, by=user)
    life = restored(tournament, by=user)
    made = list(tournament.publications.order_by("pk").values_list("uid", "replaced_by__uid"))
    assert list(life.publications.order_by("pk").values_list("uid", "replaced_by__uid")) == made
    assert [replaced is None for _uid, replaced in made] == [False, False, True]


def test_resent_results_count_once_after_restore(user):
    tournament = factories.tournament(8, by=user)
    factories.open_round(tournament)
    body = joined(tournament)
    early = copies.pack(tournament)
    sent = result(here(body["token"])["meetings"][0], [121, 88])
    assert submit(body["token"], sent)[0]["answer"] == "accepted"
    life = copies.restore(copies.open_copy(copies.seal_copy(early)), by=user)
    assert not Line.objects.filter(tournament=life).exists()
    assert submit(body["token"], sent)[0]["answer"] == "other_epoch"
    assert here(body["token"], seen=10_000, epoch=1)["epoch"] == life.epoch
    answers = [submit(body["token"], sent, epoch=life.epoch)[0]["answer"] for _ in range(2)]
    assert answers == ["accepted", "same"]


def test_result_for_missing_round_waits_until_seated(user):
    tournament = factories.tournament(8, by=user)
    early = copies.pack(tournament)
    body = joined(tournament)
    factories.open_round(tournament)
    sent = result(here(body["token"])["meetings"][0], [121, 88])
    life = copies.restore(copies.open_copy(copies.seal_copy(early)), by=user)
    secret = tournament.invitations.first().secret
    assert not life.invitations.filter(secret=secret).exists()  # the sheet of tables came after the copy
    again = joined(life, device=body["device"])
    assert submit(again["token"], sent, epoch=life.epoch)[0]["answer"] == "later"
    factories.open_round(life)
    assert submit(again["token"], sent, epoch=life.epoch)[0]["answer"] == "accepted"


def test_medal_matches_and_their_decisions_are_in_the_copy(user):
    tournament = factories.simulated(8, by=user)
    simulated_tournament.play(tournament, seed=5, by=user)
    life = restored(tournament, by=user)
    assert packed(life)["parts"]["Stage"] == packed(tournament)["parts"]["Stage"]
    assert medals.ties(life) == medals.ties(tournament) == []


@pytest.mark.parametrize("text", ["{}", '{"cheville": 1}'])
def test_gzip_without_copy_is_refused(text):
    with pytest.raises(DomainError, match="copy_unreadable"):
        copies.open_copy(gzip.compress(text.encode()))


@pytest.mark.parametrize("content", [b"", b"x"])
def test_non_gzip_content_is_refused(content):
    with pytest.raises(DomainError, match="copy_unreadable"):
        copies.open_copy(content)


def test_damaged_and_newer_copies_are_refused(tournament):
    whole = copies.seal_copy(copies.pack(tournament))
    for part in (whole[:-9], whole[: len(whole) // 2], whole.replace(whole[60:64], b"half")):
        with pytest.raises(DomainError, match="copy_unreadable"):
            copies.open_copy(part)
    newer = gzip.compress(json.dumps({"cheville": 99}).encode())
    with pytest.raises(DomainError, match="copy_is_newer"):
        copies.open_copy(newer)


def test_one_copy_per_version_and_oldest_are_deleted(tournament, settings, tmp_path, monkeypatch):
    settings.COPIES_DIR = str(tmp_path)
    monkeypatch.setattr("tournaments.transfer.copies.writing.MAX_COPIES", 3)
    assert copies.write_copy(tournament.pk) is not None
    assert copies.write_copy(tournament.pk) is None
    for _ in range(4):
        factories.registration.add_entry(tournament, f"Tardive {uuid4()}")
        tournament.refresh_from_db()
        tournament.next_version()
        copies.write_copy(tournament.pk)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) == Snapshot.objects.count() == 3
    assert copies.open_copy((tmp_path / files[-1]).read_bytes()).name == tournament.name


def test_repeated_copy_job_writes_one_copy(tournament, settings, tmp_path, monkeypatch):
    settings.COPIES_DIR = str(tmp_path)
    begun, write_copy_job = [], copies.write_copy_job
    monkeypatch.setattr(copies, "write_copy_job", lambda key: (begun.append(key), write_copy_job(key)))
    job = Job.objects.get(tournament=tournament, kind=jobs.COPY)  # of all the acts of the day
    for _act in range(5):  # five messages lie in the queue before the worker comes to the first
        tasks.run_job(job.pk)
    assert begun == [job.pk]
    assert Snapshot.objects.get().version == Tournament.objects.get(pk=tournament.pk).version
    publications.publish(tournament, official=False, by=None)
    tasks.run_job(job.pk)
    assert len(begun) == Snapshot.objects.count() == 2
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_action_during_copy_job_requeues_it(tournament, settings, tmp_path, monkeypatch):
    settings.COPIES_DIR = str(tmp_path)
    sent = []
    monkeypatch.setattr(jobs, "send", lambda job: sent.append(job.pk))
    running = jobs.claim(Job.objects.get(tournament=tournament, kind=jobs.COPY).pk)
    publications.publish(tournament, official=False, by=None)
    assert jobs.claim(running.pk) is None, "two would write the same file"
    assert not jobs.mark_done(running)
    assert sent == [running.pk]
    copies.write_copy_job(running.pk)
    assert Snapshot.objects.get().version == Tournament.objects.get(pk=tournament.pk).version


def test_copy_goes_to_data_folder_if_folder_is_missing(tournament, settings, tmp_path):
    settings.DATA_DIR = tmp_path / "laptop"
    settings.COPIES_DIR = str(tmp_path / "not-there")
    kept = copies.write_copy(tournament.pk)
    assert str(settings.DATA_DIR) in kept.file


# The pages


@pytest.fixture
def lise(client, user):
    client.force_login(user)
    return client


def test_the_page_says_where_copies_are(lise, tournament, settings, tmp_path, django_assert_num_queries):
    settings.COPIES_DIR = str(tmp_path)
    page = f"/t/{tournament.slug}/copies/"
    copies.write_copy(tournament.pk)
    answer = lise.get(page, headers={"accept-language": "en"})
    assert str(tmp_path) in answer.content.decode()
    settings.COPIES_DIR = str(tmp_path / "pulled-out")
    assert data(lise.get(page), "warning") == ["copies_missing"]
    with CaptureQueriesContext(connection) as one:
        lise.get(page)
    for number in range(2):
        Snapshot.objects.create(tournament=tournament, version=number, file="/x/y", at=timezone.now())
    with django_assert_num_queries(len(one)):
        lise.get(page)


def test_copies_are_listed_with_date_time_and_another_folder(lise, tournament):
    at = datetime(2026, 11, 21, 9, 5, tzinfo=timezone.get_current_timezone())
    Snapshot.objects.create(tournament=tournament, version=1, file="/key/erabliere-00001.cheville", at=at)
    html = lise.get(f"/t/{tournament.slug}/copies/", headers={"accept-language": "fr-ca"}).content.decode()
    assert "21 novembre 2026, 9\u00a0h\u00a005" in html
    assert "/key</span>" in html


def test_downloaded_copy_can_be_previewed_and_restored(lise, tournament):
    taken = lise.get(f"/t/{tournament.slug}/copies/download/")
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


def test_preview_counts_rounds_without_medal_matches(lise, user):
    tournament = factories.tournament(4, by=user, rounds=1)
    factories.play_round(tournament, 1)
    medals.create(tournament, seed=1, by=user)
    while meetings := list(medals.open_meetings(tournament)):
        for meeting in meetings:
            for game in (1, 2):
                factories.enter(meeting, [121, 88], game=game)
        medals.advance(tournament, by=user)
    content = copies.seal_copy(copies.pack(tournament))
    english = {"accept-language": "en"}
    shown = lise.post("/restore/", {"file": SimpleUploadedFile("a.cheville", content)}, headers=english)
    assert "<li>1 game closed</li>" in shown.content.decode()


def test_unreadable_upload_shows_error(lise, tournament):
    answer = lise.post(
        "/restore/", {"file": SimpleUploadedFile("a.cheville", b"x")}, headers={"accept-language": "en"}
    )
    assert answer.status_code == 422
    assert codes(answer) == ["copy_unreadable"]


def test_only_its_director_may_replace_tournament(client, tournament):
    client.force_login(factories.User.objects.create_user("personne"))
    assert client.get("/restore/").status_code == client.post("/restore/confirm/").status_code == 403
    client.force_login(factories.director("autre"))
    content = copies.seal_copy(copies.pack(tournament))
    shown = client.post("/restore/", {"file": SimpleUploadedFile("a.cheville", content)}).content.decode()
    seal = re.search(r'name="seal" value="(\w+)"', shown)[1]
    assert client.post("/restore/confirm/", {"seal": seal}).status_code == 403
    assert Tournament.objects.count() == 1


def test_restore_command_needs_replace_option(tournament, tmp_path, capsys):
    file = tmp_path / "jour.cheville"
    file.write_bytes(copies.seal_copy(copies.pack(tournament)))
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(file))
    call_command("restore", str(file), "--replace")
    assert "epoch 2" in capsys.readouterr().out


def test_every_action_with_words_has_a_schema():
    assert set(ACT_WORDS) == set(column_schemas.ACTS)


# What is decided here, not in a copy


def test_restored_copy_keeps_access_as_it_is_here(tournament, user):
    """Who may follow and who helps may have changed since the copy was made."""
    content = copies.pack(tournament)
    helper = factories.helper(tournament, "desk", "réal")
    invitation = helpers.invite(tournament, "judge", lasts=helpers.TODAY, uses=1, by=user).invitation
    visibility.set_visibility(tournament, "link", by=user)
    removal.hide(tournament, hidden=True)
    tournament.refresh_from_db()
    life = copies.restore(copies.open_copy(copies.seal_copy(content)), by=user)
    for found in (life, Tournament.objects.get(uid=tournament.uid, live=True)):
        kept = (found.pk, found.visibility, found.link_token, found.hidden)
        assert kept == (life.pk, "link", tournament.link_token, True)
    assert permissions.may(helper, "enter_results", life)
    assert list(life.role_invitations.all()) == [invitation]
    assert Role.objects.filter(user=user).count() == 1


def test_copy_of_another_organisation_takes_no_access_along(tournament, user):
    helper, elsewhere = (
        factories.helper(tournament, "desk", "réal"),
        Organisation.objects.create(name="Sorel"),
    )
    content = copies.pack(tournament)
    visibility.set_visibility(tournament, "desk", by=user)
    removal.hide(tournament, hidden=True)
    life = copies.restore(copies.open_copy(copies.seal_copy(content)), by=None, to=elsewhere)
    assert (life.visibility, life.hidden, life.roles.count()) == ("public", False, 0)
    assert permissions.may(helper, "enter_results", tournament)
