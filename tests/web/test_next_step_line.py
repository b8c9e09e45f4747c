"""The line under the steps: how far the tournament is, and the link to the next step."""

from pathlib import Path

import pytest
from django.urls import reverse

from tests import factories, page_reader
from tests.all_addresses import queries_counted
from tournaments import registration, rounds
from tournaments.models import Round, Tournament
from tournaments.publishing import publications, reopening
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db
STATIC = Path(__file__).resolve().parents[2] / "static"
WITHOUT_LINE = {"js/desk/main.js", "js/offline_codes.js", "js/tablet_app/net.js", "games/gin/desk_sheet.js"}
"""Scripts of the desk and of tablets, whose pages have no line of the next step."""


@pytest.fixture
def read(client, admin_user):
    """Return a function that reads the line on a page: its code and the address of its link."""

    def line(tournament, page="setup", who=None):
        client.force_login(who or admin_user)
        answer = client.get(reverse(page, args=[tournament.slug]))
        (found,) = page_reader.parse(answer).all(".next-line")
        links = [link["href"] for link in found.all("a")]
        return found.one("p")["data-next"], links[0].removeprefix(f"/t/{tournament.slug}/") if links else ""

    return line


def test_line_follows_the_tournament_to_its_end(read):
    assert read(factories.tournament(0, rounds=1, tables=2)) == ("people", "registration/")
    tournament = factories.tournament(4, rounds=1)
    assert read(tournament) == ("seat", "rounds/seat/")
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=None)
    assert read(tournament) == ("open", "rounds/")
    rounds.open_round(round_, by=None)
    assert read(tournament) == ("enter", "desk/")
    first, second = round_.meetings.order_by("place__number")
    factories.enter(first, [121, 90])
    assert read(tournament) == ("enter", "desk/")
    factories.enter(second, [121, 80])
    assert read(tournament) == ("close", "rounds/")
    rounds.close_round(Round.objects.get(pk=round_.pk), by=None)
    assert read(tournament) == ("medals", "medals/")
    publications.publish(tournament, official=True, by=None)
    assert read(tournament) == ("done", "copies/")
    reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    assert read(tournament) == ("medals", "medals/")


def test_line_does_not_link_to_current_or_forbidden_page(read):
    tournament = factories.tournament(4, rounds=1)
    assert read(tournament, "rounds_seat") == ("seat", "")
    desk = factories.helper(tournament, "desk", "marc")
    assert read(tournament, "medals", desk) == ("seat", "")


@pytest.fixture
def poll(client):
    """Return a function that reads the line as its page does: `poll(page, address of the reader)`."""

    def read_again(shown, at="https://testserver/t/day/setup/"):
        (line,) = page_reader.parse(shown).all(".next-line")
        seen = {field["name"]: field["value"] for field in line.all("input")}
        return client.get(line["hx-get"], seen, headers={"HX-Current-URL": at})

    return read_again


def test_line_is_updated_after_a_change(client, poll):
    tournament = factories.tournament(4, rounds=1)
    client.force_login(factories.organiser(tournament))
    page = client.get(f"/t/{tournament.slug}/setup/")
    assert poll(page).status_code == 204
    factories.open_round(tournament)
    now = poll(page)
    (line,) = page_reader.parse(now).all(".next-line")
    assert (line.one("p")["data-next"], line.one("a")["href"]) == ("enter", f"/t/{tournament.slug}/desk/")
    assert poll(now).status_code == 204
    for odd in ("https://[", "no address", "\xe9?#"):
        assert poll(page, odd).status_code == 200
    (there,) = page_reader.parse(poll(page, f"https://testserver/t/{tournament.slug}/desk/")).all(
        ".next-line"
    )
    assert not there.all("a")


def test_line_is_compared_by_content_not_by_version(client, poll):
    tournament = factories.tournament(1, rounds=1)
    client.force_login(factories.organiser(tournament))
    page, version = client.get(f"/t/{tournament.slug}/setup/"), tournament.version
    registration.add_entry(tournament, "Noëlla L'Écuyer")
    tournament.refresh_from_db()
    assert tournament.version > version
    assert poll(page).status_code == 204
    for entry in tournament.entries.all():
        registration.remove_entry(entry)
    Tournament.objects.filter(pk=tournament.pk).update(version=version)
    (line,) = page_reader.parse(poll(page)).all(".next-line")
    assert line.one("p")["data-next"] == "people"


def test_unchanged_line_takes_at_most_five_queries(client, poll):
    tournament = factories.tournament(40, rounds=1)
    client.force_login(factories.organiser(tournament))
    page = client.get(f"/t/{tournament.slug}/setup/")
    with queries_counted() as found:
        assert poll(page).status_code == 204
    (line,) = page_reader.parse(page).all(".next-line")
    with queries_counted() as without:
        client.get(line["hx-get"], {"line": ""})
    assert len(found) <= len(without) <= 5


def test_all_other_scripts_post_through_page_js():
    senders = {
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*.js")
        if 'method: "POST"' in path.read_text(encoding="utf-8")
    }
    assert senders == {"js/page.js"} | WITHOUT_LINE
