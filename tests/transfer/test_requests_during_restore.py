"""A copy is restored while a request waits for the lock: nothing is written into the life that is over."""

import json
from uuid import uuid4

import pytest

from scoring import DomainError
from tests import factories, page_reader
from tests.devices.test_api import here, joined, post, result
from tests.interleaved import run_while_waiting_for_lock
from tournaments import devices
from tournaments.common import jobs
from tournaments.models import Act, Job, Line, Tournament
from tournaments.models.locking import locked
from tournaments.publishing import notices
from tournaments.publishing.outputs import folder
from tournaments.transfer import copies

pytestmark = [pytest.mark.django_db(transaction=True)]
both = pytest.mark.both_databases


@pytest.fixture
def tournament() -> Tournament:
    made = factories.tournament(8, by=factories.director())
    factories.open_round(made)
    return made


@pytest.fixture
def restored(tournament):
    """Return a function that restores, when it is called, a copy that was made before."""
    return _restore_function(tournament)


def _restore_function(tournament):
    def restore() -> Tournament:
        return copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)

    return restore


def archived_lines(tournament) -> list[Line]:
    return list(Line.objects.filter(tournament=tournament))


@both
def test_device_resends_result_to_next_epoch(tournament, restored):
    body = joined(tournament)
    sent = result(here(body["token"])["meetings"][0], [121, 88])
    with run_while_waiting_for_lock(restored):
        answer = post("submit", token=body["token"], epoch=1, results=[sent])
    assert (answer.status_code, answer.json()["epoch"]) == (200, 2)
    assert [one["answer"] for one in answer.json()["answers"]] == ["other_epoch"]
    assert archived_lines(tournament) == []
    again = post("submit", token=body["token"], epoch=2, results=[sent])
    assert [one["answer"] for one in again.json()["answers"]] == ["accepted"]
    assert Line.objects.get().tournament.epoch == 2


@both
def test_result_sent_during_restore_gets_other_epoch(tournament):
    body = joined(tournament)
    first, second = (result(here(body["token"])["meetings"][0], [121, 88]) for _ in range(2))
    restore = _restore_function(tournament)
    assert post("submit", token=body["token"], epoch=1, results=[first]).json()["answers"][0]["line"] == 1
    with run_while_waiting_for_lock(restore):
        answer = post("submit", token=body["token"], epoch=1, results=[second])
    assert [one["answer"] for one in answer.json()["answers"]] == ["other_epoch"]
    assert len(archived_lines(tournament)) == 1


@both
def test_device_joining_during_restore_is_in_next_epoch(tournament, restored):
    secret = devices.invite_tables(tournament)[0].secret
    with run_while_waiting_for_lock(restored):
        token = post("join", invitation=secret, device=str(uuid4())).json()["token"]
    assert here(token)["epoch"] == 2
    with run_while_waiting_for_lock(_restore_function(Tournament.objects.get(live=True))):
        answer = post("call", token=token, epoch=2, nonce=uuid4().hex)
    assert answer.json() == {"called": False, "epoch": 3}


@both
def test_desk_entry_during_restore_is_refused(tournament, restored):
    client, meeting = (
        factories.director_client(tournament),
        factories.meeting_at(tournament.stages.get().rounds.get(), 1),
    )
    typed = {"meeting": str(meeting.uid), "do": "enter", "winner": "A", "loser": "88", "nonce": uuid4().hex}
    with run_while_waiting_for_lock(restored):
        answer = client.post(
            f"/t/{tournament.slug}/desk/write/", typed, headers={"Accept": "application/json"}
        )
    assert (answer.status_code, json.loads(answer.content)["code"]) == (422, "tournament_replaced")
    assert not Line.objects.exists()


@both
@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("notice/", {"text": "Souper"}),
        ("check-in/everybody/", {"number": ["1", "2"]}),
        ("rounds/1/close/", {}),
        ("registration/1/strike/", {}),
    ],
)
def test_form_sent_during_restore_changes_nothing(tournament, restored, path, typed):
    client = factories.director_client(tournament)
    with run_while_waiting_for_lock(restored):
        answer = client.post(f"/t/{tournament.slug}/{path}", typed, follow=True)
    assert "tournament_replaced" in page_reader.codes(answer)
    assert Act.objects.filter(tournament=tournament).latest("version").kind == "open"


def test_htmx_request_during_restore_refreshes_page(tournament, restored):
    client = factories.director_client(tournament)
    with run_while_waiting_for_lock(restored):
        answer = client.post(
            f"/t/{tournament.slug}/check-in/1/", {"here": "1"}, headers={"HX-Request": "true"}
        )
    assert (answer.status_code, answer["HX-Refresh"]) == (409, "true")
    assert "tournament_replaced" in page_reader.codes(client.get(f"/t/{tournament.slug}/check-in/"))


def test_archived_tournament_is_read_only(tournament, restored):
    restored()
    with pytest.raises(DomainError, match="tournament_replaced"), locked(tournament.pk):
        pass
    with pytest.raises(DomainError, match="tournament_replaced"):
        notices.set_notice(tournament, "Souper", None, by=None)
    with locked(tournament.pk, archived=True) as over:
        assert not over.live
    assert copies.write_copy(tournament.pk) is not None


def test_job_of_archived_tournament_is_cancelled():
    tournament = factories.tournament(8, by=factories.director())
    factories.play_round(tournament, 1)
    job = jobs.enqueue(
        tournament, jobs.PUBLISH, {"by": factories.director_of(tournament).pk}, key=jobs.PUBLISH
    )
    with run_while_waiting_for_lock(_restore_function(tournament)):  # once the files are made
        folder.publish_job(job.pk)
    assert Job.objects.get(pk=job.pk).state == Job.State.CANCELLED
