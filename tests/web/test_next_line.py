"""The line under the steps says how far the tournament is, and where to go next."""

from pathlib import Path

import pytest
from django.urls import reverse

from tests import factories, shown_by
from tests.walk import queries_counted
from tournaments import registration, rounds
from tournaments.models import Round, Tournament
from tournaments.publishing import reopening, snapshot
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db
STATIC = Path(__file__).resolve().parents[2] / "static"
WITHOUT_LINE = {"js/desk/main.js", "js/offline_codes.js", "js/tablet_app/net.js", "games/gin/desk_sheet.js"}
"""Scripts of the desk and of tablets, whose pages have no line of the next step."""


@pytest.fixture
def read(client, admin_user):
    """Return a function that reads the line on a page: its code and the address of its link."""

    def line(day, page="setup", who=None):
        client.force_login(who or admin_user)
        answer = client.get(reverse(page, args=[day.slug]))
        (found,) = shown_by.page(answer).all(".next-line")
        links = [link["href"] for link in found.all("a")]
        return found.one("p")["data-next"], links[0].removeprefix(f"/t/{day.slug}/") if links else ""

    return line


def test_it_follows_the_tournament_from_the_first_name_to_the_last_copy(read):
    assert read(factories.tournament(0, rounds=1, tables=2)) == ("people", "registration/")
    day = factories.tournament(4, rounds=1)
    assert read(day) == ("seat", "rounds/seat/")
    round_ = rounds.seat(stages.qualifying(day), 1, by=None)
    assert read(day) == ("open", "rounds/")
    rounds.open_round(round_, by=None)
    assert read(day) == ("enter", "desk/")
    first, second = round_.meetings.order_by("place__number")
    factories.enter(first, [121, 90])
    assert read(day) == ("enter", "desk/")
    factories.enter(second, [121, 80])
    assert read(day) == ("close", "rounds/")
    rounds.close_round(Round.objects.get(pk=round_.pk), by=None)
    assert read(day) == ("medals", "medals/")
    snapshot.publish(day, official=True, by=None)
    assert read(day) == ("done", "copies/")
    reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    assert read(day) == ("medals", "medals/")


def test_it_has_no_link_to_the_page_itself_or_to_one_that_is_forbidden(read):
    day = factories.tournament(4, rounds=1)
    assert read(day, "rounds_seat") == ("seat", "")
    desk = factories.helper(day, "desk", "marc")
    assert read(day, "medals", desk) == ("seat", "")


@pytest.fixture
def poll(client):
    """Return a function that reads the line as its page does: `poll(page, address of the reader)`."""

    def read_again(shown, at="https://testserver/t/day/setup/"):
        (line,) = shown_by.page(shown).all(".next-line")
        seen = {field["name"]: field["value"] for field in line.all("input")}
        return client.get(line["hx-get"], seen, headers={"HX-Current-URL": at})

    return read_again


def test_it_is_read_again_when_something_has_changed(client, poll):
    day = factories.tournament(4, rounds=1)
    client.force_login(factories.organiser(day))
    page = client.get(f"/t/{day.slug}/setup/")
    assert poll(page).status_code == 204
    factories.open_round(day)
    now = poll(page)
    (line,) = shown_by.page(now).all(".next-line")
    assert (line.one("p")["data-next"], line.one("a")["href"]) == ("enter", f"/t/{day.slug}/desk/")
    assert poll(now).status_code == 204
    for odd in ("https://[", "no address", "\xe9?#"):
        assert poll(page, odd).status_code == 200
    (there,) = shown_by.page(poll(page, f"https://testserver/t/{day.slug}/desk/")).all(".next-line")
    assert not there.all("a")


def test_its_validator_is_what_it_says_not_the_version(client, poll):
    day = factories.tournament(1, rounds=1)
    client.force_login(factories.organiser(day))
    page, version = client.get(f"/t/{day.slug}/setup/"), day.version
    registration.add_entry(day, "Noëlla L'Écuyer")
    day.refresh_from_db()
    assert day.version > version
    assert poll(page).status_code == 204
    for entry in day.entries.all():
        registration.remove_entry(entry)
    Tournament.objects.filter(pk=day.pk).update(version=version)
    (line,) = shown_by.page(poll(page)).all(".next-line")
    assert line.one("p")["data-next"] == "people"


def test_that_nothing_changed_is_found_by_the_query_of_every_page(client, poll):
    day = factories.tournament(40, rounds=1)
    client.force_login(factories.organiser(day))
    page = client.get(f"/t/{day.slug}/setup/")
    with queries_counted() as found:
        assert poll(page).status_code == 204
    (line,) = shown_by.page(page).all(".next-line")
    with queries_counted() as without:
        client.get(line["hx-get"], {"line": ""})
    assert len(found) <= len(without) <= 5


def test_scripts_send_by_the_one_function_that_reads_it_again():
    senders = {
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*.js")
        if 'method: "POST"' in path.read_text(encoding="utf-8")
    }
    assert senders == {"js/page.js"} | WITHOUT_LINE
