"""The page Publish: the preview, one button, a job, the organiser's own data."""

import io
import re
import zipfile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.page_reader import parse as elements
from tests.previewed import post_and_confirm
from tests.publishing.tournaments import played, read_json
from tournaments import registration
from tournaments.common import jobs
from tournaments.models import Job, Line
from tournaments.publishing.outputs import folder, rows

pytestmark = pytest.mark.django_db
NUMBER = re.compile(r"\d+")


@pytest.fixture
def director(client, tournament):
    client.force_login(factories.organiser(tournament))
    return client


def address(tournament, rest: str = "") -> str:
    return f"/t/{tournament.slug}/publish/{rest}"


def run_publish_job(tournament) -> Job:
    job = tournament.jobs.get(kind=folder.KIND)
    folder.publish_job(job.pk)
    job.refresh_from_db()
    return job


def test_one_button_makes_the_zip(director, tournament):
    assert director.post(address(tournament, "make/")).status_code == 302
    job = run_publish_job(tournament)
    assert job.state == Job.State.DONE
    answer = director.get(address(tournament, f"{job.uid}/"))
    content = b"".join(answer.streaming_content)
    names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert f"{tournament.slug}/fr/index.html" in names
    act = tournament.acts.get(kind="publish_files")
    assert act.by.username == "lise"
    assert (act.args["through_round"], act.args["official"]) == (2, False)
    html = director.get(address(tournament)).content.decode()
    assert f'href="{address(tournament, str(job.uid))}/"' in html


def test_dispute_after_request_fails_the_job(director, tournament):
    director.post(address(tournament, "make/"))
    meeting = factories.meeting_at(tournament.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [121, 30], basis=0, nonce="late")
    job = run_publish_job(tournament)
    assert (job.state, job.error) == (Job.State.FAILED, "publish_in_dispute")
    assert not tournament.acts.filter(kind="publish_files").exists()
    factories.enter(meeting, [50, 121], kind=Line.Kind.RULING)
    director.post(address(tournament, f"{job.uid}/retry/"))
    assert run_publish_job(tournament).state == Job.State.DONE


def test_the_page_says_why_nothing_can_be_published_yet(client, db):
    tournament = played(closed=0)
    client.force_login(factories.organiser(tournament))
    html = client.get(address(tournament)).content.decode()
    assert 'data-code="nothing_to_publish"' in html
    assert f'action="{address(tournament, "make/")}"' not in html
    client.post(address(tournament, "make/"))
    assert not tournament.jobs.filter(kind=folder.KIND).exists()


def test_page_previews_published_names(director, tournament):
    html = director.get(address(tournament)).content.decode()
    assert "Réal O." in html
    assert 'data-full="0"' in html
    post_and_confirm(director, address(tournament, "names/"), {"everybody": "yes"})
    html = director.get(address(tournament)).content.decode()
    assert "data-declared" in html
    assert "Réal O." not in html
    post_and_confirm(director, address(tournament, "names/"), {"everybody": "no"})
    assert "data-declared" not in director.get(address(tournament)).content.decode()


def test_press_texts_say_how_many_names_are_not_in_full(director, tournament):
    def shown() -> str:
        answer = director.get(address(tournament, "press/short-en/"))
        assert answer["Content-Disposition"].startswith("attachment")
        return answer.content.decode()

    people = {entry.name: entry for entry in tournament.entries.all()}
    full = [name for name in people if name in shown()]
    assert full == []
    notes = elements(director.get(address(tournament, "press/")).content.decode()).all("p[data-not-in-full]")
    assert len(notes) == 4  # outside the texts, which are copied
    count = int(NUMBER.findall(notes[0].words)[0])
    assert count >= 3  # the podium
    for entry in people.values():
        registration.edit_entry(entry, entry.name, consented_at=timezone.now())
    agreed = shown()
    gathered = rows.publishable_data(tournament)
    interim = NUMBER.findall(agreed.split("\n\n")[1])
    assert interim == [str(gathered.last_game), str(gathered.rules["rounds"])]
    assert sum(name in agreed for name in people) == count
    assert len(agreed.split("\n\n")) == len(shown().split("\n\n"))
    html = director.get(address(tournament, "press/")).content.decode()
    assert elements(html).all("p[data-not-in-full]") == []
    boxes = elements(html).all("textarea")
    assert sorted(box["lang"] for box in boxes) == ["en", "en", "fr-ca", "fr-ca"]
    assert director.get(address(tournament, "press/unknown/")).status_code == 404


def test_there_is_no_press_text_before_the_first_game(client, db):
    tournament = played(closed=0)
    client.force_login(factories.organiser(tournament))
    assert client.get(address(tournament, "press/")).status_code == 302
    assert client.get(address(tournament, "press/short-en/")).status_code == 302


@pytest.mark.parametrize("path", ["", "press/", "federation/"])
def test_query_count_does_not_depend_on_players(client, db, path):
    def queries(players: int) -> int:
        tournament = played(rounds=1, closed=1, players=players)
        client.force_login(factories.organiser(tournament, f"lise{players}"))
        client.get(address(tournament, path))
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(tournament, path)).status_code == 200
        return len(asked)

    assert queries(4) == queries(12)


@pytest.mark.parametrize(("kind", "begins"), [("csv", b"PK"), ("xlsx", b"PK"), ("json", b"{")])
def test_the_organisers_own_data_has_full_names(director, tournament, kind, begins):
    answer = director.get(address(tournament, f"export/{kind}/"))
    assert answer.status_code == 200
    assert answer.content.startswith(begins)
    if kind == "json":
        assert read_json(answer.content)["entries"][0]["name"] == "Réal O'Brien"


def test_an_unknown_format_is_refused(director, tournament):
    assert director.get(address(tournament, "export/pdf/")).status_code == 302


def test_publication_and_paper_addresses_are_separate(client, director, tournament):
    director.post(address(tournament, "make/"))
    job = run_publish_job(tournament)
    assert director.get(f"/t/{tournament.slug}/papers/{job.uid}/").status_code == 404
    paper = jobs.enqueue(tournament, "standings", {"language": "en"})
    assert director.post(address(tournament, f"{paper.uid}/cancel/")).status_code == 404
    client.force_login(factories.helper(tournament, "desk", "bureau"))
    assert client.get(address(tournament, f"{job.uid}/")).status_code == 403


def test_a_job_that_is_waiting_can_be_cancelled(director, tournament):
    director.post(address(tournament, "make/"))
    job = tournament.jobs.get(kind=folder.KIND)
    assert (
        f'hx-get="{address(tournament, "rows/")}"'
        in director.get(address(tournament, "rows/")).content.decode()
    )
    director.post(address(tournament, f"{job.uid}/cancel/"))
    assert run_publish_job(tournament).state == Job.State.CANCELLED


def test_query_count_does_not_depend_on_publications(director, tournament):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert director.get(address(tournament, "rows/")).status_code == 200
        return len(asked)

    def finished() -> None:
        Job.objects.create(tournament=tournament, kind=folder.KIND, state=Job.State.DONE, result="a-1-x.zip")

    finished()
    one = queries()
    finished()
    finished()
    assert queries() == one
