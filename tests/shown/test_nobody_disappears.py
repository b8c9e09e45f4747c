"""Nobody disappears from any list because of what became of them: left, taken out, never came, came late."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests import factories, shown_by
from tests.documents.paper_text import words
from tournaments import jobs, registration
from tournaments.models import Tournament
from tournaments.publication import papers
from tournaments.publication.outputs import csv_files, json_file, rows, site
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
LEFT, NEVER_CAME, LATE, REPLACED = 4, 5, 9, 6
STATUSES = (LEFT, NEVER_CAME, LATE, REPLACED)
WITHDRAWN = ["stand", "removed"]


@pytest.fixture(params=WITHDRAWN)
def day(request):
    cache.clear()
    made = factories.tournament(8, withdrawn=request.param, odd="bye", bye_credit=60, missed=0, rounds=3)
    made.settings |= {"full_names": None}
    person = made.entries.get
    registration.withdraw(person(number=NEVER_CAME), from_round=1, by=None)
    factories.play_round(made, 1)
    registration.withdraw(person(number=LEFT), from_round=2, by=None)
    registration.add_entry(made, "Rose Saint-Onge", club="FADOQ L'Écuyer")
    registration.edit_entry(person(number=REPLACED), "Zoé L'Écuyer-Roy")
    factories.play_round(made, 2)
    return Tournament.objects.get(pk=made.pk)


def everybody(day):
    return {entry.number: entry.name for entry in day.entries.exclude(kind="house")}


def test_no_page_leaves_anybody_out(client, day):
    client.force_login(factories.organiser(day))
    for name in ("registration", "check_in", "standings", "public", "standings_screen", "publish", "where"):
        shown = shown_by.page(client.get(reverse(name, args=[day.slug]))).words
        missing = [number for number, who in everybody(day).items() if who.split()[0] not in shown]
        assert not missing, (name, missing)
    for number in everybody(day):
        for name in ("entry", "card"):
            assert client.get(reverse(name, args=[day.slug, number])).status_code == 200, (name, number)


def test_the_standings_have_a_line_for_each(day):
    assert {row.number for row in standings(day).rows} == set(everybody(day))


def test_no_file_and_no_page_of_the_site_leaves_anybody_out(day):
    told = rows.gather(day, full_names=True)
    (_path, content) = next(iter(json_file.files(told)))
    assert {*everybody(day)} <= set(told.persons)
    assert {*everybody(day)} == {row.number for row in told.shown.rows}
    tables = "".join(data.decode("utf-8-sig") for _path, data in csv_files.files(told))
    for who in everybody(day).values():
        assert who.split()[0] in content.decode()
        assert who.split()[-1] in tables, who
    pages = dict(site.files(rows.gather(day)))
    for number in everybody(day):
        assert any(path.endswith(f"people/{number}.html") for path in pages), number


def test_the_api_names_everybody(client, day):
    client.force_login(factories.organiser(day))
    for name in ("data_entries", "data_standings"):
        told = client.get(reverse(name, args=[day.slug])).content.decode()
        for number in everybody(day):
            assert f'"number": {number}' in told or f'"number":{number}' in told, (name, number)


@pytest.mark.parametrize("kind", ["standings", "scorecards_filled", "badges"])
def test_no_paper_of_everybody_leaves_anybody_out(day, kind):
    content, _name = papers.draw(
        jobs.claim(papers.request(day, kind, {"language": "fr-ca", "base": "http://x"}).pk)
    )
    text = words(content)
    missing = [number for number, who in everybody(day).items() if who.split()[0] not in text]
    assert not missing


def test_who_was_taken_out_when_and_by_whom_is_a_list(client, day):
    client.force_login(factories.organiser(day))
    page = client.get(reverse("departures", args=[day.slug]))
    assert {row["left"].number for row in page.context["rows"]} == {LEFT, NEVER_CAME}
