"""A copy is restored while somebody waits for the lock: nothing is written into the life that is over."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from scoring import DomainError
from tests import factories, shown_by
from tests.devices.test_api import here, joined, post, result
from tests.interleaved import overtaken
from tournaments import devices
from tournaments.common import jobs
from tournaments.models import Act, Job, Line, Tournament
from tournaments.models.tournament import locked
from tournaments.publishing import notices
from tournaments.publishing.outputs import folder
from tournaments.transfer import copies

pytestmark = [pytest.mark.django_db(transaction=True)]
both = pytest.mark.both_databases


@pytest.fixture
def day() -> Tournament:
    made = factories.tournament(8, by=factories.director())
    factories.open_round(made)
    return made


@pytest.fixture
def restored(day):
    """Restore, at the moment at which it is called, a copy that was made before."""
    return _restorer(day)


def _restorer(day):
    def restore() -> Tournament:
        return copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)

    return restore


def signed_in(day) -> Client:
    client = Client()
    client.force_login(factories.director_of(day))
    return client


def archived_lines(day) -> list[Line]:
    return list(Line.objects.filter(tournament=day))


@both
def test_a_device_keeps_its_result_and_sends_it_to_the_next_life(day, restored):
    told = joined(day)
    sent = result(here(told["token"])["meetings"][0], [121, 88])
    with overtaken(restored):
        answer = post("submit", token=told["token"], epoch=1, results=[sent])
    assert (answer.status_code, answer.json()["epoch"]) == (200, 2)
    assert [one["answer"] for one in answer.json()["answers"]] == ["other_epoch"]
    assert archived_lines(day) == []
    again = post("submit", token=told["token"], epoch=2, results=[sent])
    assert [one["answer"] for one in again.json()["answers"]] == ["accepted"]
    assert Line.objects.get().tournament.epoch == 2


@both
def test_results_that_were_acknowledged_before_are_sent_again_with_the_rest(day):
    told = joined(day)
    first, second = (result(here(told["token"])["meetings"][0], [121, 88]) for _ in range(2))
    restore = _restorer(day)
    assert post("submit", token=told["token"], epoch=1, results=[first]).json()["answers"][0]["line"] == 1
    with overtaken(restore):
        answer = post("submit", token=told["token"], epoch=1, results=[second])
    assert [one["answer"] for one in answer.json()["answers"]] == ["other_epoch"]
    assert len(archived_lines(day)) == 1


@both
def test_a_device_joins_the_next_life_and_calls_in_it(day, restored):
    secret = devices.invite_tables(day)[0].secret
    with overtaken(restored):
        token = post("join", invitation=secret, device=str(uuid4())).json()["token"]
    assert here(token)["epoch"] == 2
    with overtaken(_restorer(Tournament.objects.get(live=True))):
        answer = post("call", token=token, epoch=2, nonce=uuid4().hex)
    assert answer.json() == {"called": False, "epoch": 3}


@both
def test_what_the_desk_sends_is_refused_in_words(day, restored):
    client, meeting = signed_in(day), factories.meeting_at(day.stages.get().rounds.get(), 1)
    typed = {"meeting": str(meeting.uid), "do": "enter", "winner": "A", "loser": "88", "nonce": uuid4().hex}
    with overtaken(restored):
        answer = client.post(f"/t/{day.slug}/desk/write/", typed, headers={"Accept": "application/json"})
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
def test_a_page_says_so_and_nothing_is_written(day, restored, path, typed):
    client = signed_in(day)
    with overtaken(restored):
        answer = client.post(f"/t/{day.slug}/{path}", typed, follow=True)
    assert "tournament_replaced" in shown_by.codes(answer)
    assert Act.objects.filter(tournament=day).latest("version").kind == "open"


def test_a_part_of_a_page_has_the_whole_read_again(day, restored):
    client = signed_in(day)
    with overtaken(restored):
        answer = client.post(f"/t/{day.slug}/check-in/1/", {"here": "1"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Refresh"]) == (409, "true")
    assert "tournament_replaced" in shown_by.codes(client.get(f"/t/{day.slug}/check-in/"))


def test_the_life_that_is_over_can_be_read_under_its_lock_and_no_more(day, restored):
    restored()
    with pytest.raises(DomainError, match="tournament_replaced"), locked(day.pk):
        pass
    with pytest.raises(DomainError, match="tournament_replaced"):
        notices.tell(day, "Souper", None, by=None)
    with locked(day.pk, archived=True) as over:
        assert not over.live
    assert copies.keep(day.pk) is not None


def test_work_for_the_life_that_is_over_ends_without_a_fault():
    day = factories.tournament(8, by=factories.director())
    factories.play_round(day, 1)
    job = jobs.enqueue(day, jobs.PUBLISH, {"by": factories.director_of(day).pk}, key=jobs.PUBLISH)
    with overtaken(_restorer(day)):  # once the files are made
        folder.publish_job(job.pk)
    assert Job.objects.get(pk=job.pk).state == Job.State.CANCELLED
