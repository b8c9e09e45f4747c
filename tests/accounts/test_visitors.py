"""On every address, a tournament is open to everybody, to people with its link, or to its organisers only."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from tests import factories
from tests.accounts.addresses import Address, every
from tournaments.accounts import visibility
from tournaments.accounts.permissions import EVERYBODY, PERMISSIONS
from tournaments.models import Tournament
from tournaments.publishing.papers.paper_types import Paper
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
LINK, PUBLIC, DESK = (Tournament.Visibility.LINK, Tournament.Visibility.PUBLIC, Tournament.Visibility.DESK)


@pytest.fixture
def tournament() -> Tournament:
    made = factories.tournament(6, by=factories.director("odile"), rounds=3)
    factories.play_round(made, 1)
    return made


def make_link_only(tournament: Tournament) -> Tournament:
    visibility.set_visibility(tournament, LINK, by=None)
    tournament.refresh_from_db()
    return tournament


def open_link(tournament: Tournament) -> Client:
    browser = Client()
    assert browser.get(visibility.visitor_path(tournament)).status_code == 302
    return browser


def public_addresses(tournament: Tournament) -> list[Address]:
    return [one for one in every(tournament) if one.of_a_tournament and EVERYBODY in PERMISSIONS[one.action]]


def status_codes(browser: Client, tournament: Tournament) -> dict[str, int]:
    return {one.path: browser.get(one.path).status_code for one in public_addresses(tournament)}


def test_visitor_by_link_sees_the_public_pages(client, tournament):
    public = status_codes(client, tournament)
    assert 200 in public.values()
    make_link_only(tournament)
    assert set(status_codes(client, tournament).values()) == {404}
    assert status_codes(open_link(tournament), tournament) == public


def test_pages_by_link_are_neither_indexed_nor_listed(client, tournament):
    browser = open_link(make_link_only(tournament))
    for one in public_addresses(tournament):
        answer = browser.get(one.path)
        if answer.status_code == 200:
            assert answer["X-Robots-Tag"] == "noindex", one.path
            assert "public" not in answer["Cache-Control"].split(", "), one.path
    assert "og:" not in browser.get(f"/t/{tournament.slug}/").content.decode()
    assert tournament.name not in browser.get("/").content.decode()
    assert tournament.slug not in browser.get("/api/data/1/tournaments/").content.decode()


def test_link_response_hides_the_referrer(client, tournament):
    answer = client.get(visibility.visitor_path(make_link_only(tournament)))
    assert (answer["Referrer-Policy"], answer["X-Robots-Tag"]) == ("no-referrer", "noindex")
    assert "no-store" in answer["Cache-Control"]
    cookie = answer.cookies[visibility.cookie_of(tournament)]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_renewed_link_invalidates_the_old_one(client, tournament):
    browser, old = open_link(make_link_only(tournament)), visibility.visitor_path(tournament)
    client.force_login(factories.organiser(tournament))
    assert client.post(f"/t/{tournament.slug}/visitors/renew/").status_code == 302
    tournament.refresh_from_db()
    assert visibility.visitor_path(tournament) != old
    assert browser.get(f"/t/{tournament.slug}/").status_code == 404
    assert browser.get(old).status_code == 404
    assert open_link(tournament).get(f"/t/{tournament.slug}/").status_code == 200


@pytest.mark.parametrize("state", [PUBLIC, DESK])
def test_link_works_only_in_the_link_state(tournament, state):
    browser, link = open_link(make_link_only(tournament)), visibility.visitor_path(tournament)
    visibility.set_visibility(tournament, state, by=None)
    assert Client().get(link).status_code == 404
    assert browser.get(f"/t/{tournament.slug}/").status_code == (200 if state == PUBLIC else 404)
    assert visibility.visitor_path(make_link_only(tournament)) == link


@pytest.mark.parametrize("token", ["", "x", "é" * 24, "0" * 24])
def test_wrong_link_cookie_gets_404(client, tournament, token):
    make_link_only(tournament)
    client.cookies[visibility.cookie_of(tournament)] = token
    assert client.get(f"/t/{tournament.slug}/").status_code == 404
    Tournament.objects.update(link_token="")
    assert client.get(f"/t/{tournament.slug}/").status_code == 404


def test_link_opens_only_its_own_tournament(tournament):
    browser, other = open_link(make_link_only(tournament)), factories.tournament(4)
    make_link_only(other)
    browser.cookies[visibility.cookie_of(other)] = tournament.link_token
    assert browser.get(f"/t/{other.slug}/").status_code == 404


def test_visitor_by_link_can_only_follow(tournament):
    browser = open_link(make_link_only(tournament))
    for one in every(tournament):
        if one.of_a_tournament and EVERYBODY not in PERMISSIONS[one.action]:
            assert browser.get(one.path).get("Location", "").startswith("/sign-in/"), one.path


def test_link_is_shown_on_papers_and_to_the_organiser(client, tournament):
    make_link_only(tournament)
    paper = Paper(tournament, {"base": "http://192.168.1.20:8000"}, lambda done: None)
    assert paper.header.public_url == f"http://192.168.1.20:8000/l/{tournament.link_token}/"
    person = paper.public_address(2).removeprefix("http://192.168.1.20:8000")
    assert open_link(tournament).get(person).headers["Location"] == f"/t/{tournament.slug}/players/2/"
    client.force_login(factories.organiser(tournament))
    for page in ("visitors/", "around/"):
        assert f"/l/{tournament.link_token}/" in client.get(f"/t/{tournament.slug}/{page}").content.decode()
    visibility.set_visibility(tournament, DESK, by=None)
    tournament.refresh_from_db()
    assert Paper(tournament, {"base": "http://192.168.1.20:8000"}, lambda done: None).header.public_url == ""


def test_organiser_sets_the_visibility(client, tournament):
    client.force_login(factories.organiser(tournament))
    page = f"/t/{tournament.slug}/visitors/"
    assert client.post(page, {"visibility": "link"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.visibility, bool(tournament.link_token)) == (LINK, True)
    assert client.post(page, {"visibility": "nobody"}).status_code == 422
    assert [act.kind for act in tournament.acts.order_by("-version")[:1]] == [visibility.VISIBILITY_ACT]


def test_copy_keeps_the_visibility_and_the_link(tournament):
    link = visibility.visitor_path(make_link_only(tournament))
    visibility.renew_link(tournament, by=None)
    tournament.refresh_from_db()
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert visibility.visitor_path(again) == visibility.visitor_path(tournament) != link
    assert open_link(again).get(f"/t/{again.slug}/").status_code == 200


def test_links_are_unique(tournament):
    other = make_link_only(factories.tournament(2))
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(link_token=other.link_token)
