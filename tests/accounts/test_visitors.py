"""Three states: everybody follows, whoever has the link, organisers only; on every address at once."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from tests import factories
from tests.accounts.addresses import Address, every
from tournaments.accounts import visibility
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.models import Tournament
from tournaments.publishing.paper_types import Paper
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
LINK, PUBLIC, DESK = (Tournament.Visibility.LINK, Tournament.Visibility.PUBLIC, Tournament.Visibility.DESK)


@pytest.fixture
def day() -> Tournament:
    made = factories.tournament(6, by=factories.director("odile"), rounds=3)
    factories.play_round(made, 1)
    return made


def by_link(day: Tournament) -> Tournament:
    visibility.set_visibility(day, LINK, by=None)
    day.refresh_from_db()
    return day


def visitor(day: Tournament) -> Client:
    browser = Client()
    assert browser.get(visibility.visitor_path(day)).status_code == 302
    return browser


def for_everybody(day: Tournament) -> list[Address]:
    return [one for one in every(day) if one.of_a_tournament and EVERYBODY in PERMISSIONS[one.action]]


def seen(browser: Client, day: Tournament) -> dict[str, int]:
    return {one.path: browser.get(one.path).status_code for one in for_everybody(day)}


def test_whoever_opened_the_link_sees_what_everybody_sees_of_a_public_tournament(client, day):
    public = seen(client, day)
    assert 200 in public.values()
    by_link(day)
    assert set(seen(client, day).values()) == {404}
    assert seen(visitor(day), day) == public


def test_no_page_by_link_is_kept_or_found_elsewhere(client, day):
    browser = visitor(by_link(day))
    for one in for_everybody(day):
        answer = browser.get(one.path)
        if answer.status_code == 200:
            assert answer["X-Robots-Tag"] == "noindex", one.path
            assert "public" not in answer["Cache-Control"].split(", "), one.path
    assert "og:" not in browser.get(f"/t/{day.slug}/").content.decode()
    assert day.name not in browser.get("/").content.decode()
    assert day.slug not in browser.get("/api/data/1/tournaments/").content.decode()


def test_the_link_itself_says_nothing_of_where_it_came_from(client, day):
    answer = client.get(visibility.visitor_path(by_link(day)))
    assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex")
    assert "no-store" in answer["Cache-Control"]
    cookie = answer.cookies[visibility.cookie_of(day)]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_another_link_shuts_the_old_one_out(client, day):
    browser, old = visitor(by_link(day)), visibility.visitor_path(day)
    client.force_login(factories.organiser(day))
    assert client.post(f"/t/{day.slug}/visitors/renew/").status_code == 302
    day.refresh_from_db()
    assert visibility.visitor_path(day) != old
    assert browser.get(f"/t/{day.slug}/").status_code == 404
    assert browser.get(old).status_code == 404
    assert visitor(day).get(f"/t/{day.slug}/").status_code == 200


@pytest.mark.parametrize("state", [PUBLIC, DESK])
def test_a_link_opens_nothing_in_another_state_and_is_kept_for_its_own(day, state):
    browser, link = visitor(by_link(day)), visibility.visitor_path(day)
    visibility.set_visibility(day, state, by=None)
    assert Client().get(link).status_code == 404
    assert browser.get(f"/t/{day.slug}/").status_code == (200 if state == PUBLIC else 404)
    assert visibility.visitor_path(by_link(day)) == link


@pytest.mark.parametrize("token", ["", "x", "é" * 24, "0" * 24])
def test_no_other_cookie_lets_anybody_in(client, day, token):
    by_link(day)
    client.cookies[visibility.cookie_of(day)] = token
    assert client.get(f"/t/{day.slug}/").status_code == 404
    Tournament.objects.update(link_token="")
    assert client.get(f"/t/{day.slug}/").status_code == 404


def test_the_link_of_one_tournament_opens_no_other(day):
    browser, other = visitor(by_link(day)), factories.tournament(4)
    by_link(other)
    browser.cookies[visibility.cookie_of(other)] = day.link_token
    assert browser.get(f"/t/{other.slug}/").status_code == 404


def test_a_visitor_by_link_may_do_no_more_than_follow(day):
    browser = visitor(by_link(day))
    for one in every(day):
        if one.of_a_tournament and EVERYBODY not in PERMISSIONS[one.action]:
            assert browser.get(one.path).get("Location", "").startswith("/sign-in/"), one.path


def test_papers_and_the_organiser_show_the_link(client, day):
    by_link(day)
    paper = Paper(day, {"base": "http://192.168.1.20:8000"}, lambda done: None)
    assert paper.header.public_url == f"http://192.168.1.20:8000/l/{day.link_token}/"
    person = paper.way_in(2).removeprefix("http://192.168.1.20:8000")
    assert visitor(day).get(person).headers["Location"] == f"/t/{day.slug}/players/2/"
    client.force_login(factories.organiser(day))
    for page in ("visitors/", "around/"):
        assert f"/l/{day.link_token}/" in client.get(f"/t/{day.slug}/{page}").content.decode()
    visibility.set_visibility(day, DESK, by=None)
    day.refresh_from_db()
    assert Paper(day, {"base": "http://192.168.1.20:8000"}, lambda done: None).header.public_url == ""


def test_the_organiser_chooses(client, day):
    client.force_login(factories.organiser(day))
    page = f"/t/{day.slug}/visitors/"
    assert client.post(page, {"visibility": "link"}).status_code == 302
    day.refresh_from_db()
    assert (day.visibility, bool(day.link_token)) == (LINK, True)
    assert client.post(page, {"visibility": "nobody"}).status_code == 422
    assert [act.kind for act in day.acts.order_by("-version")[:1]] == [visibility.SET]


def test_a_copy_holds_the_state_and_the_link(day):
    link = visibility.visitor_path(by_link(day))
    visibility.renew_link(day, by=None)
    day.refresh_from_db()
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert visibility.visitor_path(again) == visibility.visitor_path(day) != link
    assert visitor(again).get(f"/t/{again.slug}/").status_code == 200


def test_no_two_tournaments_have_one_link(day):
    other = by_link(factories.tournament(2))
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=day.pk).update(link_token=other.link_token)
