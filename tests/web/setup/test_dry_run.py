"""Dry runs: a day is rehearsed in the background, during or after set-up, and reported in words."""

from dataclasses import replace

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories, page_reader
from tests.web.setup.posting import posted
from tournaments.models import Act, Job, Round, Tournament
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.pairing.values import Person
from tournaments.transfer import dry_run

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_dry_runs(monkeypatch, settings, tmp_path):
    """Limit a dry run to three days, and put files into a folder of the test."""
    monkeypatch.setattr("tournaments.pairing.simulation.MAX_DAYS", 3)
    monkeypatch.setattr("tournaments.pairing.simulation.MIN_DAYS", 1)
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def organiser(client):
    user = factories.director()
    client.force_login(user)
    return user


def test_dry_run_of_typed_set_up_writes_no_tournament(client, organiser):
    typed = posted(expected="9", rounds="4", tables="5", odd="bye", bye_credit="60")
    answer = client.post("/proofs/", typed, headers={"HX-Request": "true"})
    job = Job.objects.get(kind=dry_run.KIND)
    assert answer.context["unfinished"] and job.total == 3
    dry_run.dry_run_job(job.pk)
    page = client.get(answer.context["url"], headers={"HX-Request": "true"})
    codes = {sentence.code for _heading, sentence in page.context["rows"]}
    assert {"days", "no_fault", "sits_out", "best"} <= codes
    assert not page.context["unfinished"]
    paper = client.get(page.context["paper_url"])
    assert b"".join(paper.streaming_content).startswith(b"%PDF")
    assert not Tournament.objects.exists() and not Act.objects.exists()


def test_dry_run_stays_shown_while_the_set_up_is_unchanged(client, organiser):
    typed = posted(expected="8", rounds="4")
    assert page_reader.parse(client.post("/feasibility/", typed)).one("#dry-run").get("data-job") is None
    client.post("/proofs/", typed, headers={"HX-Request": "true"})
    job = Job.objects.get(kind=dry_run.KIND)

    def state(**changed):
        return (
            page_reader.parse(client.post("/feasibility/", typed | changed)).one("#dry-run").get("data-state")
        )

    assert state() == Job.State.WAITING
    dry_run.dry_run_job(job.pk)
    assert [state(), state(expected="10"), state(tables="7"), state()] == ["done", None, None, "done"]
    buttons = page_reader.parse(client.post("/feasibility/", typed)).all("button[type=button]")
    (button,) = [one for one in buttons if one.get("hx-target") == "#dry-run"]
    assert "formaction" not in button, "else later questions of the form would replace the box"
    client.force_login(factories.director("autre"))
    assert state() is None


def test_other_users_cannot_read_a_dry_run(client, organiser):
    client.post("/proofs/", posted(), headers={"HX-Request": "true"})
    job = Job.objects.get(kind=dry_run.KIND)
    client.force_login(factories.director("autre"))
    assert client.get(reverse("dry_run", args=[job.uid])).status_code == 404
    assert client.get(reverse("dry_run_paper", args=[job.uid])).status_code == 404


def test_new_dry_run_cancels_an_unfinished_one(client, organiser):
    for expected in ("8", "10"):
        client.post("/proofs/", posted(expected=expected), headers={"HX-Request": "true"})
    newer, older = Job.objects.filter(kind=dry_run.KIND)
    assert (older.state, newer.state) == (Job.State.CANCELLED, Job.State.WAITING)
    dry_run.dry_run_job(older.pk)
    older.refresh_from_db()
    assert older.state == Job.State.CANCELLED


def test_dry_run_of_an_impossible_set_up_is_refused(client, organiser):
    answer = client.post("/proofs/", posted(tables="2"), headers={"HX-Request": "true"})
    assert answer.context["refused"].code == "proof_impossible"
    assert not Job.objects.exists()


def test_dry_run_with_too_many_players_is_refused(organiser):
    tournament = factories.tournament(players=6, rounds=3)
    people = tuple(Person(number) for number in range(1, MAX_PEOPLE + 2))
    asked = replace(dry_run.request_from_entries(tournament), people=people)
    with pytest.raises(DomainError) as refused:
        dry_run.queue_dry_run(asked, by=organiser, seed=1, language="en", tournament=tournament)
    assert refused.value.code == "proof_too_many"
    assert refused.value.args_ == {"most": MAX_PEOPLE}
    assert not Job.objects.filter(kind=dry_run.KIND).exists()


def test_set_up_page_leads_to_the_dry_run_once(client):
    tournament = factories.tournament(players=6, rounds=3)
    client.force_login(factories.organiser(tournament))
    page = client.get(reverse("setup", args=[tournament.slug])).content.decode()
    assert page.count(reverse("tournament_dry_run", args=[tournament.slug])) == 1


def test_dry_run_of_a_tournament_uses_its_entries(client):
    tournament = factories.tournament(players=6, rounds=3)
    client.force_login(factories.organiser(tournament))
    page = reverse("tournament_dry_run", args=[tournament.slug])
    assert client.get(page).status_code == 200
    assert client.post(page).status_code == 302
    job = Job.objects.get(kind=dry_run.KIND, tournament=tournament)
    assert len(job.args["people"]) == 6
    dry_run.dry_run_job(job.pk)
    facts = page_reader.data(client.get(page), "fact")
    assert {"days", "no_fault", "best"} <= set(facts)
    assert not Round.objects.filter(stage__tournament=tournament).exists()


def test_dry_run_reports_rounds_refused_by_keeping_apart(organiser):
    """Three of four may not meet, as dry runs follow the wishes of those who are entered."""
    tournament = factories.tournament(4, by=organiser, rounds=3, apart_for=0, apart_at_any_price=True)
    tournament.entries.filter(number__in=(1, 2, 3)).update(apart="autobus")
    job = dry_run.queue_dry_run(
        dry_run.request_from_entries(tournament), by=organiser, seed=1, language="en", tournament=tournament
    )
    dry_run.dry_run_job(job.pk)
    job.refresh_from_db()
    assert dry_run.report_of(job).refused == {"apart_cannot_be": 3}
    assert "ended_apart" in [
        sentence.code for _heading, sentence in dry_run.describe_report(dry_run.report_of(job))
    ]
