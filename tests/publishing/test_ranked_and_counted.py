"""Players who never came are counted nowhere, and players who were taken out have no rank."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from uuid import uuid4

import openpyxl
import pytest
from django.test import Client
from django.utils import translation

from tests import factories
from tests.accounts.addresses import every
from tests.papers.paper_text import words
from tests.publishing.test_hidden_games import everybodys
from tests.samples import turn
from tournaments import devices, registration
from tournaments.common import competitors
from tournaments.delivery.mail import letters
from tournaments.models import Letter, MailAddress, MailServer, Publication, Tournament
from tournaments.organisations import seasons
from tournaments.publishing import past_tournaments, publications
from tournaments.publishing.outputs import OUTPUTS, reports, rows
from tournaments.publishing.papers import paper_types, registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.registration import consent
from tournaments.standings import standings

pytestmark = pytest.mark.django_db
LEFT_EARLY, NEVER_CAME, ENTERED_COUNT, PRESENT_COUNT = 4, 5, 8, 7
NO_RANK = 7777
"""Where lines are put in order, the place of who was taken out: nothing may say it."""
NO_RANK_PATTERN = re.compile(r"(?<![\w.#-])7[\s,]?777(?![\w%-])")
ABSENT_NAME = "Xénophane"
ENTRY_OUTPUTS = {  # lists of entries: the tables of files, the papers, the pages of seats
    "persons", "badges", "scorecards_blank", "seating", "seating by_name", "seating by_table", "game_papers",
    "door_list", "day_before", "/entries/", f"/players/{NEVER_CAME}/", f"/persons/{NEVER_CAME}/", "/where/",
    "/rounds/", "/join/",
}  # fmt: skip


@pytest.fixture
def tournament(monkeypatch) -> Tournament:
    """Return a tournament after game 3: number 5 never came, number 4 left after game 2 and is taken out."""
    for module in ("ranking", "subset"):
        monkeypatch.setattr(import_module(f"tournaments.standings.{module}"), "BELOW_MEDALS", NO_RANK)
    made = factories.tournament(
        ENTERED_COUNT, withdrawn="removed", odd="bye", bye_credit=60, missed=0, rounds=3, tables=4,
        by=factories.director("odile"),
    )  # fmt: skip
    absent = made.entries.get(number=NEVER_CAME)
    registration.edit_entry(absent, f"{ABSENT_NAME} L'Écuyer", club="FADOQ Perdue")
    registration.leave_out(made, [absent], by=None)
    for number in (1, 2):
        factories.play_round(made, number)
    registration.withdraw(made.entries.get(number=LEFT_EARLY), from_round=3, by=None)
    factories.play_round(made, 3)
    consent.declare(made, True, by=None)
    devices.invite_players(made)
    return Tournament.objects.get(pk=made.pk)


def file_texts(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Yield what every output says, table by table."""
    for found in (rows.publication_data(tournament), rows.publishable_data(tournament, full_names=True)):
        for name, output in OUTPUTS.items():
            for path, content in output.files(found):
                if path.endswith(".xlsx"):
                    book = openpyxl.load_workbook(BytesIO(content))
                    for sheet, table in zip(book, tables_of(found), strict=True):
                        cells = [str(cell) for row in sheet.iter_rows(values_only=True) for cell in row]
                        yield f"{name} {table}", "\n".join(cells)
                elif path.endswith(".json"):
                    parts = json.loads(content)
                    yield from ((f"{name} {part}", json.dumps(has)) for part, has in parts.items())
                elif not path.endswith((".png", ".woff2")):
                    yield f"{name} {path}", read(content)


def tables_of(found: rows.TournamentData) -> list[str]:
    from tournaments.publishing.outputs.tables import tables

    return [table.name for table in tables(found)]


def paper_texts(tournament: Tournament) -> Iterator[tuple[str, str]]:
    args = {"language": "en", "base": "http://x", "round": 3}
    for key, kind in registry.PAPER_TYPES.items():
        for one in (kind, *kind.parts):
            which = "" if one is kind else one.key
            if (
                not paper_types.missing_for(tournament, one, args)
                and paper_types.has(tournament, kind)
                and paper_types.has(tournament, one)
            ):
                name = f"{key} {which}".strip()
                yield name, words(kind.draw(Paper(tournament, args | {"which": which}, lambda done: None)))


def letter_and_report_texts(tournament: Tournament) -> Iterator[tuple[str, str]]:
    found = rows.publishable_data(tournament, full_names=True)
    for kind in reports.KINDS:
        yield kind, str(reports.table(found, kind, reports.columns(tournament)).lines)
    sender, kept = MailServer(sender="a@example.org"), MailAddress(uid=uuid4(), address="b@example.org")
    mail = letters.card(found, Letter(address=kept.address), kept, LEFT_EARLY, sender)
    yield "letter", str(mail.body)
    yield "letter", str(mail.alternatives)


def page_texts(tournament: Tournament, client: Client, half: int) -> Iterator[tuple[str, str]]:
    for path in turn(everybodys(tournament, (LEFT_EARLY, NEVER_CAME)), half):
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming and b"PNG" not in answer.content[:8]:
            yield path, read(answer.content)


def read(content: bytes) -> str:
    return words(content) if content.startswith(b"%PDF") else content.decode(errors="replace")


def ranking_errors(given: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield where a rank without a number, an absent player, or a count that includes one is shown."""
    counts = {competitors.count_phrase(ENTERED_COUNT, competitors.PLAYERS)}
    with translation.override("fr-ca"):
        counts.add(competitors.count_phrase(ENTERED_COUNT, competitors.PLAYERS))
    for where, text in given:
        if NO_RANK_PATTERN.search(text):
            yield where, "rank"
        if any(count in text for count in counts):
            yield where, "count"
        if ABSENT_NAME in text and not any(entered in where for entered in ENTRY_OUTPUTS):
            yield where, "never came"


@pytest.mark.parametrize("official", [False, True])
def test_everything_that_shows_a_day_ranks_and_counts_the_same_people(client, tournament, official):
    if official:
        publications.publish(tournament, official=True, by=None)
        tournament.refresh_from_db()
    for given in (
        file_texts(tournament),
        paper_texts(tournament),
        letter_and_report_texts(tournament),
        page_texts(tournament, client, official),
    ):
        assert list(ranking_errors(given)) == []
    press = dict(OUTPUTS["press"].files(rows.publication_data(tournament)))
    assert all(str(PRESENT_COUNT) in text.decode() for text in press.values())


def test_organiser_pages_show_no_rank_of_removed_player(tournament):
    director = Client()
    director.force_login(tournament.acts.exclude(by=None).first().by)
    for address in every(tournament):
        if address.of_a_tournament and "/1/" not in address.path:
            answer = director.get(address.path)
            if answer.status_code == 200 and not answer.streaming:
                assert not NO_RANK_PATTERN.search(read(answer.content)), address.path


def test_rank_chart_excludes_unranked_players(client, tournament):
    page = client.get(f"/t/{tournament.slug}/players/{LEFT_EARLY}/")
    assert page.context["rank_history"].ranks == () and "rank-chart" not in page.content.decode()
    assert client.get(f"/t/{tournament.slug}/players/1/").context["people"] == PRESENT_COUNT - 1


def test_removed_player_has_no_rank_in_seasons_and_history(tournament):
    publications.publish(tournament, official=True, by=None)
    winter = seasons.make(tournament.organisation, {"name": "Hiver", "counts": "ranks", "by_rank": [9, 8, 7]})
    seasons.add(winter, tournament)
    names = {entry.number: entry.name for entry in tournament.entries.all()}
    lines = {line.name: line.row for line in seasons.table(winter).lines}
    assert lines.keys() == set(names.values()) - {names[NEVER_CAME]}
    assert (
        lines[names[LEFT_EARLY]].total,
        lines[names[LEFT_EARLY]].counted,
        lines[names[LEFT_EARLY]].attended,
    ) == (0, (), 1)
    (gone,) = past_tournaments.past_results([(tournament, LEFT_EARLY)])
    assert (gone.people, gone.row.rank) == (PRESENT_COUNT - 1, None)


def test_publication_of_earlier_version_is_kept(client, tournament):
    """It ranked the absent player last, without a game."""
    publication = publications.publish(tournament, official=True, by=None)
    absent = publication.rows[-1] | {"number": NEVER_CAME, "out": False, "won": 0, "missed": 0}
    absent |= {"name": tournament.entries.get(number=NEVER_CAME).name}
    absent |= dict.fromkeys(("points", "pegged", "played", "awards", "spread", "credited"), 0)
    kept = [*publication.rows, absent]
    Publication.objects.filter(pk=publication.pk).update(
        rows=kept, inputs_hash=publications.fingerprint(kept)
    )
    publication.refresh_from_db()
    assert NEVER_CAME in publications.published_standings(publication).by_number
    assert publications.is_current(publication) and not publications.differs(publication)
    assert publications.is_equal_to_standings(publication, standings(tournament))
    assert ABSENT_NAME in client.get(f"/t/{tournament.slug}/").content.decode()
    assert rows.publishable_data(tournament).standings.by_number[NEVER_CAME].rank == absent["rank"]
