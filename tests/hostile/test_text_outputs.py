"""Markup and formulas in every text that users may type stay text in published files and on paper."""

import csv
import io
import json
from collections.abc import Iterator
from uuid import UUID

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import event_tournaments, factories
from tests.accounts.addresses import every
from tests.all_addresses import pages_of
from tests.hostile.values import MARK
from tests.organisations.leagues import evenings as league_evenings
from tests.papers.paper_text import words
from tests.publishing.test_names_by_consent import letters_of, with_prizes
from tournaments import registration
from tournaments.models import (
    Club,
    ClubSheet,
    Entry,
    Event,
    League,
    LeagueSide,
    Organisation,
    Place,
    Player,
    Privacy,
    Season,
    Signup,
    Tournament,
    User,
)
from tournaments.organisations import leagues, seasons
from tournaments.publishing import prizes, publications
from tournaments.publishing.outputs import File, folder, rows, season_folder
from tournaments.publishing.papers.paper_types import Paper, has
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.registration import (
    NewMember,
    categories,
    club_sheets,
    consent,
    fees,
    questions,
    signup_tokens,
    signups,
)
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db
HOSTILE_HTML = f"\"><script>{MARK}</script>'&{{{{7*7}}}}"
HOSTILE_PAPER_TEXT = '<a href="http://evil.example"><b>'
TEXTLESS_PAPERS = {"table_numbers"}  # nothing but numbers
TABLE_OUTPUTS = {
    *("roster_export", "roster_workbook", "players_csv", "players_workbook", "messages_csv"),
    *("season_file", "season_workbook", "event_summary_file"),
}
"""The addresses of tables with typed texts; the template of a seats file has none."""
FORMULA = '=HYPERLINK("http://evil.example")'
PERSON_FIELDS = ("name", "sort_name", "club", "region", "member_number")
TYPED_FIELDS = {
    Organisation: ("name",),
    Player: (*PERSON_FIELDS, "category"),
    Entry: (*PERSON_FIELDS, "apart", "note"),
    Tournament: ("name", "place", "notice"),
    Place: ("label",),
    Season: ("name",),
    LeagueSide: ("team", "club"),
}


def tournament_with_text(text: str) -> Tournament:
    """Make an official tournament of two persons and two pairs, in a season, with this text everywhere."""
    tournament = factories.tournament(2, rounds=2, tables=2)
    for at in (1, 2):
        mates = [NewMember(f"Anne Roy {at}"), NewMember(f"Luc Roy {at}")]
        registration.add_team(tournament, f"Les Valets {at}", mates)
    factories.play_round(tournament, 1)
    factories.play_round(tournament, 2, winner=1)
    for name in ("Hiver", "Ligue"):
        seasons.add(seasons.make(tournament.organisation, {"name": name, "public": True}), tournament)
    add_fixtures(Season.objects.get(name="Ligue"), tournament, text)
    with_prizes(tournament)
    tournament.refresh_from_db()
    (only,) = categories.categories_of(tournament)
    categories.save_categories(tournament, [(only.id, text, True)], by=None)
    questions.save_questions(tournament, [(None, text, [text, text[:-1]])], by=None)
    tournament.refresh_from_db()
    known = [prize._replace(thing=text) for prize in prizes.prizes_of(tournament).prizes]
    prizes.save_prizes(tournament, known, one_each=False, by=None)
    prizes.note_hand(tournament, prizes.Hand(0, 1, 29, 1, 1, text, text), by=None)
    consent.declare(tournament, True, by=None)
    for table, fields in TYPED_FIELDS.items():
        table.objects.update(**dict.fromkeys(fields, text))
    Entry.objects.filter(kind=Entry.Kind.TEAM).update(team=[text, text])
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    tournament.refresh_from_db()
    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()
    add_registrations(tournament, text)
    return tournament


def add_registrations(tournament: Tournament, text: str) -> None:
    """Let people register for a future tournament in an event with this one."""
    coming = factories.tournament(0, tables=2, about={"organisation": tournament.organisation})
    save_settings(coming, SignupSettings(on=True, capacity=1), by=None)
    fees.save_fees(coming, fees.Fees(1500, how_to_pay=text), by=None)
    questions.save_questions(coming, [(None, text, [text, text[:-1]])], by=None)
    for number in (1, 2):
        typed = signups.SignupInput((text,), text, text[:40], "x@example.org", {"1": text}, agrees=True)
        signups.sign_up(coming, typed, nonce=f"form {number}", language="fr-ca")
    club_sheets.make_links(coming, [text], by=None)
    Signup.objects.update(sheet=ClubSheet.objects.get(), request=text, requested_at=timezone.now())
    Privacy.objects.create(organisation=tournament.organisation, text_fr=text, text_en=text, responsible=text)
    event = event_tournaments.event(coming, tournament)
    Event.objects.filter(pk=event.pk).update(name=text)
    Tournament.objects.filter(pk=coming.pk).update(name=text, place=text)


def add_fixtures(season: Season, tournament: Tournament, reason: str) -> None:
    """Let the players of a tournament meet in a season, and award and postpone fixtures for a reason."""
    dates = [f"2026-12-{number:02}" for number in range(1, 10)]
    described = {"double": False, "per_evening": 1, "dates": dates}
    league = leagues.make(season, leagues.sides_of(tournament), described, seed=1)
    leagues.award(league_evenings.fixture(league, 2), "away", reason=reason, by=factories.director("reine"))
    leagues.postpone(league_evenings.fixture(league, 3), reason=reason, by=None)


def published_files(tournament: Tournament) -> Iterator[File]:
    """Yield all published files of the tournament and of its season."""
    yield from folder.publication_files(rows.publication_data(tournament))
    for one in season_folder.folders(tournament):
        yield from one.files.items()


def pages_of_visitors(tournament: Tournament) -> Iterator[str]:
    """Yield the pages of a tournament and its seasons that visitors see, on another site too."""
    yield from pages_of(tournament)
    yield reverse("embed", args=[tournament.slug])
    yield from (reverse("season_followed", args=[one.uid]) for one in Season.objects.all())
    for event in Event.objects.all():
        for name in ("event_followed", "event_screen", "event_signup"):
            yield reverse(name, args=[event.uid])
        yield from (reverse("signup", args=[one.slug]) for one in event.tournaments())
        yield from (reverse("privacy", args=[one.slug]) for one in event.tournaments())
    for one in Signup.objects.all():
        yield reverse("my_signup", args=[signup_tokens.own_token(one.uid)])
    for sheet in ClubSheet.objects.all():
        yield reverse("club_sheet", args=[club_sheets.token_of(sheet)])


def pages_of_directors(tournament: Tournament) -> Iterator[str]:
    """Yield the pages of a tournament and of its seasons that directors see."""
    yield from pages_of(tournament)
    for one in Season.objects.all():
        yield from (
            reverse(name, args=[tournament.organisation.slug, one.uid])
            for name in ("season", "season_change")
        )
    yield reverse("clubs", args=[tournament.organisation.slug])
    yield from (reverse("club", args=[tournament.organisation.slug, one.uid]) for one in Club.objects.all())
    here = [tournament.organisation.slug]
    yield from (reverse(name, args=here) for name in ("players", "players_pairs", "players_csv"))
    one, other = tournament.organisation.players.order_by("pk")[:2]
    yield from (
        reverse(name, args=[*here, one.uid]) for name in ("player", "player_opponents", "player_same")
    )
    yield reverse("player_merge", args=[*here, one.uid, other.uid])
    for event in Event.objects.all():
        yield from (reverse(name, args=[event.uid]) for name in ("event_door", "event_summary"))
        yield from (reverse(name, args=[*here, event.uid]) for name in ("event", "event_publish"))
        yield from (page for other in event.tournaments() if other != tournament for page in pages_of(other))
    yield from (reverse(name, args=here) for name in ("events", "privacy_settle"))
    league = League.objects.get()
    yield reverse("league", args=[tournament.organisation.slug, league.season.uid])
    for fixture in league.fixtures.all():
        yield reverse("league_fixture", args=[tournament.organisation.slug, league.season.uid, fixture.uid])


def test_pages_files_and_mails_escape_typed_markup():
    tournament = tournament_with_text(HOSTILE_HTML)
    files = dict(published_files(tournament)) | dict(letters_of(tournament))
    files |= {path: Client().get(path).content for path in pages_of_visitors(tournament)}
    director = Client()
    director.force_login(factories.helper(tournament.organisation, "director", "odile"))
    files |= {f"{path} signed in": director.get(path).content for path in pages_of_directors(tournament)}
    kinds = (".html", ".svg")
    read = {path: text for path, text in files.items() if b"<html" in text or path.endswith(kinds)}
    assert sum(b"&lt;script" in content for content in read.values()) > 20
    assert [path for path, content in read.items() if MARK.encode() in content or b">49<" in content] == []
    assert all(json.loads(content) for path, content in files.items() if path.endswith(".json"))


def test_published_tables_have_no_formula():
    files = dict(published_files(tournament_with_text(FORMULA)))
    sheets = {path: content for path, content in files.items() if path.endswith(".csv")}
    cells = [
        cell
        for path, content in sheets.items()
        for row in csv.reader(
            io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter="," if "plain" in path else ";"
        )
        for cell in row
    ]
    assert any(FORMULA in cell for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+H", "@", "\t"))]
    (book,) = [content for path, content in files.items() if path.endswith(".xlsx")]
    kinds = {cell.data_type for sheet in load_workbook(io.BytesIO(book)) for row in sheet for cell in row}
    assert "f" not in kinds


def cells_of(answer: HttpResponse) -> list[str]:
    """Return the cells of a downloaded table; a workbook must have no formulas."""
    if "spreadsheet" in answer["Content-Type"]:
        sheets = load_workbook(io.BytesIO(answer.content))
        cells = [cell for sheet in sheets for row in sheet for cell in row]
        assert not [cell for cell in cells if cell.data_type == "f"]
        return [str(cell.value) for cell in cells]
    rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";")
    return [cell for row in rows for cell in row]


def test_downloaded_tables_have_no_formula():
    tournament = tournament_with_text(FORMULA)
    coming = Tournament.objects.exclude(pk=tournament.pk).get(live=True)
    uids = (League.objects.get().season.uid, Event.objects.get().uid)
    chief = Client()
    chief.force_login(User.objects.create_superuser("patronne"))
    with_text = set()
    addresses = {
        one.path.replace(str(UUID(int=1)), str(uid)): one.name
        for known in (tournament, coming)
        for one in every(known)
        for uid in uids
    }
    for path, name in addresses.items():
        answer = chief.get(path)
        kind = answer.get("Content-Type", "")
        if answer.status_code != 200 or not ("csv" in kind or "spreadsheet" in kind):
            continue
        cells = cells_of(answer)
        if any(FORMULA in cell for cell in cells):
            with_text.add(name)
        if "csv" in kind:
            bad = [cell for cell in cells if cell.startswith(("=", "+H", "@", "\t"))]
            assert not bad, name
    assert with_text == TABLE_OUTPUTS


def link_targets(paper: PdfReader) -> set[str]:
    """Return the targets of the links on the pages of a paper."""
    notes = [note.get_object() for page in paper.pages for note in page.get("/Annots") or ()]
    return {str(note["/A"]) for note in notes if "/A" in note}


def test_papers_draw_markup_as_text():
    tournament = tournament_with_text(HOSTILE_PAPER_TEXT)
    drawn = {
        key: kind.draw(Paper(tournament, {"round": 1, "base": "http://10.0.0.7"}, lambda done: None))
        for key, kind in PAPER_TYPES.items()
        if has(tournament, kind) and not kind.missing(tournament)
    }
    files = published_files(tournament)
    drawn |= {path: content for path, content in files if path.endswith(".pdf")}
    assert len(drawn) > 15
    for name, content in drawn.items():
        paper = PdfReader(io.BytesIO(content))
        assert not [to for to in link_targets(paper) if "evil" in to], name
    bare = {name for name, content in drawn.items() if "<b>" not in words(content)}
    assert bare == TEXTLESS_PAPERS
