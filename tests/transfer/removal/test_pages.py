"""The page that hides and deletes, and the lists without hidden tournaments."""

import json

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.factories import signed_in
from tests.page_reader import codes, parse
from tournaments.models import Season, Signup, Tournament
from tournaments.organisations import seasons
from tournaments.publishing import publications

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(lise) -> Client:
    return signed_in(lise)


def test_hidden_tournament_is_unlisted_and_can_be_shown(client, browser, tournament):
    Tournament.objects.update(date=timezone.localdate())
    rest = Season.objects.create(organisation=tournament.organisation, name="Hiver")

    def listed() -> list[bool]:
        pages = [
            client.get("/"),
            browser.get("/"),
            browser.get("/new/like/"),
            client.get("/api/data/1/tournaments/"),
        ]
        assert [one.status_code for one in pages] == [200] * 4
        return [
            *(tournament.slug in one.content.decode() for one in pages),
            tournament in seasons.addable_tournaments(rest),
        ]

    assert listed() == [True] * 5
    browser.post(f"/t/{tournament.slug}/removal/hide/", {"hidden": "yes"})
    assert listed() == [False] * 5
    assert client.get(f"/t/{tournament.slug}/").status_code == 200
    shown = parse(browser.get("/"))
    (link,) = [one["href"] for one in shown.all("a") if "hidden" in one["href"]]
    assert tournament.slug in browser.get(link).content.decode()
    answer = browser.post(f"/t/{tournament.slug}/removal/hide/", {"hidden": "no"})
    assert answer["Location"] == f"/t/{tournament.slug}/removal/"
    assert listed() == [True] * 5


def test_more_page_links_to_removal(browser, tournament):
    assert f"/t/{tournament.slug}/removal/" in browser.get(f"/t/{tournament.slug}/more/").content.decode()


def test_deletion_with_results_asks_for_the_name(browser, tournament):
    address = f"/t/{tournament.slug}/removal/delete/"
    shown = browser.post(address, {"name": "Journée"})
    assert (shown.status_code, shown.context["form"]["name"].value()) == (422, "Journée")
    assert "removal_name" in codes(shown)
    answer = browser.post(address, {"name": f" {tournament.name.upper()} "})
    assert answer["Location"] == "/"
    assert not Tournament.objects.exists()
    assert "removed" in codes(browser.get("/"))


def test_deletion_without_results_asks_for_no_name(browser, lise):
    empty = factories.tournament(4, by=lise)
    assert browser.get(f"/t/{empty.slug}/removal/").context["form"] is None
    assert browser.post(f"/t/{empty.slug}/removal/delete/")["Location"] == "/"
    assert not Tournament.objects.exists()


def test_deletion_with_online_registrations_asks_for_the_name(browser, lise):
    """No copy brings back the waiting list: one click is not enough."""
    coming = factories.tournament(4, by=lise)
    assert "signups_lost" not in codes(browser.get(f"/t/{coming.slug}/removal/"))
    Signup.objects.create(
        tournament_uid=coming.uid, number=1, token_hash="0" * 64, names=["Zoé L'Écuyer"], language="fr-ca"
    )
    assert "signups_lost" in codes(browser.get(f"/t/{coming.slug}/removal/"))
    assert browser.post(f"/t/{coming.slug}/removal/delete/").status_code == 422
    assert Signup.objects.exists()
    answer = browser.post(f"/t/{coming.slug}/removal/delete/", {"name": coming.name})
    assert (answer["Location"], Signup.objects.exists(), Tournament.objects.exists()) == ("/", False, False)


def test_only_organisation_director_deletes_published_results(browser, tournament, lise):
    publications.publish(tournament, official=False, by=lise)
    helper = signed_in(factories.organiser(tournament, "Zoé"))
    here, typed = f"/t/{tournament.slug}/removal/", {"name": tournament.name}
    assert "removal_published" in codes(helper.get(here))
    assert helper.post(here + "delete/published/", typed).status_code == 403
    for other in (helper, browser):  # the address of an unpublished tournament
        assert "removal_published" in codes(other.post(here + "delete/", typed, follow=True))
    assert browser.post(here + "delete/published/", {}).status_code == 422
    assert Tournament.objects.exists()
    assert browser.post(here + "delete/published/", typed).status_code == 302
    assert not Tournament.objects.exists()


def test_desk_role_cannot_hide_or_delete(tournament):
    desk = signed_in(factories.helper(tournament.organisation, "desk", "aide"))
    for path in ("", "hide/", "delete/", "delete/published/"):
        assert desk.post(f"/t/{tournament.slug}/removal/{path}", {"name": tournament.name}).status_code == 403
    assert not Tournament.objects.get().hidden


def test_the_page_says_why_it_cannot_be_deleted(browser, tournament):
    seasons.add(Season.objects.create(organisation=tournament.organisation, name="Hiver"), tournament)
    shown = browser.get(f"/t/{tournament.slug}/removal/")
    assert "removal_in_season" in codes(shown)
    assert [one["action"] for one in parse(shown).all("main")[0].all("form")] == [
        f"/t/{tournament.slug}/removal/hide/"
    ]


def test_rehearsals_are_private_from_the_start(client, browser, tmp_path):
    browser.post("/example/")
    call_command("simulate", players=4, rounds=1, export=tmp_path / "day.json")
    assert json.loads((tmp_path / "day.json").read_text())
    assert set(Tournament.objects.values_list("example", "visibility")) == {(True, "desk")}
    for made in Tournament.objects.all():
        assert client.get(f"/t/{made.slug}/").status_code == 404
        assert made.slug not in client.get("/").content.decode()
