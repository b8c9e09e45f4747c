"""No entry disappears from a list because it left, was taken out or came late.

An entry that never came stays in the lists of entries; what is ranked or counted is without it
(`tests/publishing/test_ranked_and_counted.py`).
"""

import pytest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tests import factories, page_reader
from tests.papers.paper_text import words
from tournaments import registration, rounds
from tournaments.common import jobs
from tournaments.models import Tournament
from tournaments.publishing.outputs import csv_files, json_file, rows, site
from tournaments.publishing.papers import printing
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
LEFT_EARLY, NEVER_CAME, REPLACED = 4, 5, 6
WITHDRAWN_RULES = ["stand", "removed"]


@pytest.fixture(params=WITHDRAWN_RULES)
def tournament(request):
    made = factories.tournament(8, withdrawn=request.param, odd="bye", bye_credit=60, missed=0, rounds=3)
    made.settings |= {"full_names": None}
    person = made.entries.get
    registration.withdraw(person(number=NEVER_CAME), from_round=1, by=None)
    factories.play_round(made, 1)
    registration.withdraw(person(number=LEFT_EARLY), from_round=2, by=None)
    registration.add_entry(made, "Rose Saint-Onge", club="FADOQ L'Écuyer")
    registration.edit_entry(person(number=REPLACED), "Zoé L'Écuyer-Roy")
    factories.play_round(made, 2)
    return Tournament.objects.get(pk=made.pk)


def all_entries(tournament):
    return {entry.number: entry.name for entry in tournament.entries.exclude(kind="house")}


def ranked_entries(tournament):
    return {number: name for number, name in all_entries(tournament).items() if number != NEVER_CAME}


def test_pages_list_every_entry(client, tournament):
    client.force_login(factories.organiser(tournament))
    shown_on = dict.fromkeys(("registration", "check_in", "publish", "where"), all_entries)
    shown_on |= dict.fromkeys(("standings", "public", "standings_screen"), ranked_entries)
    for page, who in shown_on.items():
        shown = page_reader.parse(client.get(reverse(page, args=[tournament.slug]))).words
        missing = [number for number, name in who(tournament).items() if name.split()[0] not in shown]
        assert not missing, (page, missing)
    for number in all_entries(tournament):
        for name in ("entry", "card"):
            assert client.get(reverse(name, args=[tournament.slug, number])).status_code == 200, (
                name,
                number,
            )


def test_standings_list_every_ranked_entry(tournament):
    assert {row.number for row in standings(tournament).rows} == set(ranked_entries(tournament))


def test_files_and_site_list_every_entry(tournament):
    values = rows.publishable_data(tournament, full_names=True)
    (_path, content) = next(iter(json_file.json_files(values)))
    assert {*all_entries(tournament)} <= set(values.persons)
    assert {*ranked_entries(tournament)} == {row.number for row in values.standings.rows}
    tables = "".join(data.decode("utf-8-sig") for _path, data in csv_files.standings_csv(values))
    for who in all_entries(tournament).values():
        assert who.split()[0] in content.decode()
        assert who.split()[-1] in tables, who
    pages = dict(site.site_files(rows.publishable_data(tournament)))
    for number in ranked_entries(tournament):
        assert any(path.endswith(f"people/{number}.html") for path in pages), number


def test_api_lists_every_entry(client, tournament):
    client.force_login(factories.organiser(tournament))
    for name, who in (("data_entries", all_entries), ("data_standings", ranked_entries)):
        text = client.get(reverse(name, args=[tournament.slug])).content.decode()
        for number in who(tournament):
            assert f'"entry": {number}' in text, (name, number)


def test_papers_list_every_entry(tournament):
    for kind, who in (
        ("standings", ranked_entries),
        ("scorecards_filled", ranked_entries),
        ("badges", all_entries),
    ):
        asked = printing.request(tournament, kind, {"language": "fr-ca", "base": "http://x"})
        content, _name = printing.draw(jobs.claim(asked.pk))
        text = words(content)
        missing = [number for number, name in who(tournament).items() if name.split()[0] not in text]
        assert not missing, (kind, missing)


def test_departures_page_lists_withdrawn_entries(client, tournament):
    client.force_login(factories.organiser(tournament))
    page = client.get(reverse("departures", args=[tournament.slug]))
    assert {row["left"].number for row in page.context["rows"]} == {LEFT_EARLY, NEVER_CAME}


@pytest.mark.parametrize("kind", ["seating_by_name", "seating_by_table", "game_papers"])
def test_seating_papers_name_entries_without_seat(kind):
    tournament = factories.tournament(9, odd="bye", bye_credit=60)
    registration.withdraw(tournament.entries.get(number=4), from_round=1, by=None)
    registration.withdraw(tournament.entries.get(number=5), from_round=1, by=None)
    round_ = factories.open_round(tournament)
    assert [row.entry.number for row in rounds.rows_without_seat(round_)] == [5, 4]
    for small in (False, True):
        paper = printing.request(
            tournament, kind, {"language": "fr-ca", "base": "http://x", "round": 1, "small": small}
        )
        content, _name = printing.draw(jobs.claim(paper.pk))
        text = words(content)
        missing = [number for number, who in all_entries(tournament).items() if who.split()[-1] not in text]
        assert not missing
        with translation.override("fr-ca"):
            assert text.count(_("bye")) == (2 if kind == "game_papers" else 1)
            assert text.count(_("not playing")) == (0 if kind == "seating_by_table" else 2)


def test_round_screen_names_entries_without_seat(client, tournament):
    factories.open_round(tournament, 3)
    page = client.get(reverse("round_screen", args=[tournament.slug, 3]))
    assert len(page_reader.data(page, "without-seat")) == 2
    for who in all_entries(tournament).values():
        assert who.split()[0] in page_reader.parse(page).words


def test_seating_names_substitutes_of_a_team():
    teams = factories.simulated(
        5, "cribbage-teams", members=3, boards={"count": 2, "by": "won", "points": [2, 1, 0], "bye": "won"}
    )
    round_ = factories.open_round(teams)
    everyone = [row for row in rounds.sheet(round_) if row.member] + rounds.rows_without_seat(round_)
    assert len({row.member.pk for row in everyone}) == len(everyone) == 4 * 3
    assert sum(not row.seated for row in everyone) == 4
    asked = {"language": "fr-ca", "base": "http://x", "round": 1}
    paper = printing.request(teams, "seating_by_name", asked)
    text = words(printing.draw(jobs.claim(paper.pk))[0])
    with translation.override("fr-ca"):
        assert (text.count(_("substitute")), text.count(_("bye"))) == (4, 3)


@pytest.mark.parametrize("short", [False, True])
def test_withdrawn_team_is_named_as_not_playing(client, settings, short):
    settings.SHORT_NAMES = short
    teams = factories.simulated(
        5, "cribbage-teams", members=3, boards={"count": 2, "by": "won", "points": [2, 1, 0], "bye": "won"}
    )
    gone = teams.entries.get(number=LEFT_EARLY)
    registration.withdraw(gone, from_round=1, by=None)
    round_ = factories.open_round(teams)
    absent = [row for row in rounds.rows_without_seat(round_) if row.entry == gone]
    assert [row.member for row in absent] == [None]
    for page in (
        client.get(reverse("where", args=[teams.slug])),
        client.get(reverse("round_screen", args=[teams.slug, 1])),
    ):
        called = registration.public_names(teams)[LEFT_EARLY] if short else gone.name
        assert called in page_reader.parse(page).words
        assert page_reader.data(page, "without-seat")
    asked = {"language": "fr-ca", "base": "http://x", "round": 1}
    text = words(printing.draw(jobs.claim(printing.request(teams, "seating_by_name", asked).pk))[0])
    with translation.override("fr-ca"):
        assert (text.count(_("substitute")), text.count(_("not playing"))) == (4, 3)
