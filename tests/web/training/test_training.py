"""The training exercise on its pages: begun from the front page, and results arrive while a page is open."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories, page_reader
from tests.browser import directing, resize, sound
from tournaments.models import Line, Tournament
from tournaments.transfer.training import incidents, make_training

show = pytest.fixture(directing)


@pytest.fixture
def exercise(db) -> Tournament:
    return make_training(None)


def page_address(exercise: Tournament, part: str) -> str:
    return f"/t/{exercise.slug}/{part}/"


def test_training_is_created_once_from_the_front_page(client, admin_user):
    client.force_login(admin_user)
    assert page_reader.parse(client.get("/")).all("form[action=/training/]")
    first = client.post("/training/", follow=True)
    assert [one["data-state"] for one in page_reader.parse(first).all("[data-incident]")] == ["later"] * 5
    client.post("/training/")
    (made,) = Tournament.objects.all()
    assert made.example
    assert page_reader.parse(client.get("/")).one("details").all("form[action=/training/]"), "and again later"
    assert page_reader.parse(client.get(page_address(made, "rounds"))).all("[data-training]")


@pytest.mark.parametrize("path", ["/example/", "/training/"])
def test_example_and_training_can_begin_after_sign_in(client, admin_user, path):
    asked = client.post(path)
    assert asked.status_code == 302 and asked.url.startswith(reverse("login"))
    client.force_login(admin_user)
    (form,) = page_reader.parse(client.get(path)).one("main").all("form")
    client.post(form["action"])
    made = Tournament.objects.get()
    assert made.example
    client.logout()
    assert client.get(f"/t/{made.slug}/").status_code == 404
    assert not page_reader.parse(client.get("/")).all(".tournament-row")


def test_open_page_lets_results_arrive_and_updates_the_panel(client, admin_user, exercise):
    client.force_login(admin_user)
    factories.open_round(exercise, 1)
    (panel,) = page_reader.parse(client.get(page_address(exercise, "desk"))).all("[data-training]")
    assert panel["data-training"] == "slip"
    here, htmx = page_address(exercise, "training"), {"HX-Request": "true"}
    old = client.post(here, {"shown": "later"}, headers=htmx)
    assert page_reader.parse(old).all("[data-training=slip]")
    shown = old.context["training"]["shown"]
    assert client.post(here, {"shown": shown}, headers=htmx).status_code == 204
    assert Line.objects.filter(by=Line.By.TABLE).count() == 2
    assert client.post(here).status_code == 302, "without scripts a button does the same"
    assert Line.objects.filter(by=Line.By.TABLE).count() == 3


def test_other_tournaments_get_no_training_results(client, admin_user):
    tournament = factories.tournament(4, rounds=1)
    factories.open_round(tournament, 1)
    client.force_login(admin_user)
    assert client.post(page_address(tournament, "training")).url == page_address(tournament, "rounds")
    assert not Line.objects.exists()
    assert not page_reader.parse(client.get(page_address(tournament, "desk"))).all("[data-training]")


def test_training_gets_404_for_other_users(client, exercise):
    factories.open_round(exercise, 1)
    assert client.get(f"/t/{exercise.slug}/").status_code == 404
    client.force_login(factories.director("luc"))
    assert client.post(page_address(exercise, "training")).status_code == 404
    assert not Line.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_training_panel_stays_open_and_is_accessible(show):
    exercise = make_training(None)
    factories.open_round(exercise, 1)
    at = show(exercise)
    show.page.clock.install()
    page = at("desk/")
    panel = page.locator("[data-training=slip]")
    panel.locator("summary").click()
    with page.expect_response(lambda answer: "/training/" in answer.url and answer.status == 204):
        page.clock.fast_forward(7500)
    expect(panel.locator("details[open]")).to_be_visible()
    assert Line.objects.filter(by=Line.By.TABLE).count() == 1
    for size in ("phone", "tablet"):
        resize(page, size)
        assert sound(page) == []


def test_corrected_incident_is_marked_as_solved(client, admin_user, exercise):
    client.force_login(admin_user)
    first = factories.open_round(exercise, 1)
    (slip,) = [one for one in incidents(exercise) if one.code == "slip"]
    meeting, points = factories.meeting_at(first, slip.args["table"]), slip.args["points"]
    wrong = next(number for number in range(20, 60) if number not in points)
    factories.enter(meeting, [121, wrong] if points[0] == 121 else [wrong, 121])

    def figures() -> list[str]:
        shown = page_reader.parse(client.get(page_address(exercise, "training"))).one("[data-incident=slip]")
        return [shown["data-state"], *re.findall(r"\d+", shown.words)]

    assert str(wrong) in figures()
    factories.enter(meeting, points, kind=Line.Kind.CORRECTION)
    assert figures()[0] == "solved" and str(wrong) not in figures()
