"""Markup and formulas in every text that somebody may type, in all that leaves the hall and on paper."""

import csv
import io
import json
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from tests import factories
from tests.hostile.values import MARK
from tests.organisations.leagues import days as league_days
from tests.papers.paper_text import words
from tests.publishing.test_nobody_named import letters_of, with_prizes
from tests.walk import pages_of
from tournaments import registration
from tournaments.models import (
    Club,
    Entry,
    League,
    LeagueSide,
    Organisation,
    Place,
    Player,
    Season,
    Tournament,
)
from tournaments.organisations import leagues, seasons
from tournaments.publishing import prizes, snapshot
from tournaments.publishing.outputs import File, folder, rows, season_folder
from tournaments.publishing.paper_types import Paper
from tournaments.publishing.papers import PAPER_TYPES, has
from tournaments.registration import Mate, categories, consent, questions

pytestmark = pytest.mark.django_db
HTML = f"\"><script>{MARK}</script>'&{{{{7*7}}}}"
PAPER = '<a href="http://evil.example"><b>'
WITHOUT_TEXT = {"table_numbers"}  # nothing but numbers
FORMULA = '=HYPERLINK("http://evil.example")'
PERSON = ("name", "sort_name", "club", "region", "member_number")
TYPED = {
    Organisation: ("name",),
    Player: (*PERSON, "category"),
    Entry: (*PERSON, "apart", "note"),
    Tournament: ("name", "place"),
    Place: ("label",),
    Season: ("name",),
    LeagueSide: ("team", "club"),
}


def day_with(text: str) -> Tournament:
    """An official day of two persons and two pairs, that counts for a season, with this text everywhere."""
    day = factories.tournament(2, rounds=2, tables=2)
    for at in (1, 2):
        mates = [Mate(f"Anne Roy {at}"), Mate(f"Luc Roy {at}")]
        registration.add_team(day, f"Les Valets {at}", mates)
    factories.play_round(day, 1)
    factories.play_round(day, 2, winner=1)
    for name in ("Hiver", "Ligue"):
        seasons.add(seasons.make(day.organisation, {"name": name, "public": True}), day)
    with_fixtures(Season.objects.get(name="Ligue"), day, text)
    with_prizes(day)
    day.refresh_from_db()
    (only,) = categories.categories_of(day)
    categories.save_categories(day, [(only.id, text, True)], by=None)
    questions.save_questions(day, [(None, text, [text, text[:-1]])], by=None)
    day.refresh_from_db()
    known = [prize._replace(thing=text) for prize in prizes.prizes_of(day).prizes]
    prizes.keep(day, known, one_each=False, by=None)
    prizes.note_hand(day, prizes.Hand(0, 1, 29, 1, 1, text, text), by=None)
    consent.declare(day, True, by=None)
    for table, fields in TYPED.items():
        table.objects.update(**dict.fromkeys(fields, text))
    Entry.objects.filter(kind=Entry.Kind.TEAM).update(team=[text, text])
    Tournament.objects.update(visibility=Tournament.Visibility.PUBLIC)
    day.refresh_from_db()
    snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()
    return day


def with_fixtures(season: Season, day: Tournament, reason: str) -> None:
    """Let those of a day meet in a season, and decide something for a reason."""
    dates = [f"2026-12-{number:02}" for number in range(1, 10)]
    described = {"double": False, "per_evening": 1, "dates": dates}
    league = leagues.make(season, leagues.sides_of(day), described, seed=1)
    leagues.award(league_days.fixture(league, 2), "away", reason=reason, by=factories.director("reine"))
    leagues.postpone(league_days.fixture(league, 3), reason=reason, by=None)


def published(day: Tournament) -> Iterator[File]:
    """All files of the day and of its season."""
    yield from folder.publication_files(rows.to_publish(day))
    for one in season_folder.folders(day):
        yield from one.files.items()


def pages_of_visitors(day: Tournament) -> Iterator[str]:
    """What another site shows of a day, and its seasons."""
    yield reverse("embed", args=[day.slug])
    yield from (reverse("season_followed", args=[one.uid]) for one in Season.objects.all())


def pages_of_the_day(day: Tournament) -> Iterator[str]:
    """What those who run it see of a day and of its seasons."""
    yield from pages_of(day)
    for one in Season.objects.all():
        yield from (
            reverse(name, args=[day.organisation.slug, one.uid]) for name in ("season", "season_change")
        )
    yield reverse("clubs", args=[day.organisation.slug])
    yield from (reverse("club", args=[day.organisation.slug, one.uid]) for one in Club.objects.all())
    here = [day.organisation.slug]
    yield from (reverse(name, args=here) for name in ("players", "players_pairs", "players_csv"))
    one, other = day.organisation.players.order_by("pk")[:2]
    yield from (
        reverse(name, args=[*here, one.uid]) for name in ("player", "player_opponents", "player_same")
    )
    yield reverse("player_merge", args=[*here, one.uid, other.uid])
    league = League.objects.get()
    yield reverse("league", args=[day.organisation.slug, league.season.uid])
    for fixture in league.fixtures.all():
        yield reverse("league_fixture", args=[day.organisation.slug, league.season.uid, fixture.uid])


def test_no_page_no_file_and_no_letter_has_markup_as_it_was_typed():
    day = day_with(HTML)
    files = dict(published(day)) | dict(letters_of(day))
    files |= {path: Client().get(path).content for path in pages_of_visitors(day)}
    director = Client()
    director.force_login(factories.helper(day.organisation, "director", "odile"))
    files |= {f"{path} signed in": director.get(path).content for path in pages_of_the_day(day)}
    kinds = (".html", ".svg")
    read = {path: text for path, text in files.items() if b"<html" in text or path.endswith(kinds)}
    assert sum(b"&lt;script" in content for content in read.values()) > 20
    assert [path for path, content in read.items() if MARK.encode() in content or b">49<" in content] == []
    assert all(json.loads(content) for path, content in files.items() if path.endswith(".json"))


def test_no_table_has_a_formula():
    files = dict(published(day_with(FORMULA)))
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


def targets(paper: PdfReader) -> set[str]:
    """Where a tap on a page of a paper leads."""
    notes = [note.get_object() for page in paper.pages for note in page.get("/Annots") or ()]
    return {str(note["/A"]) for note in notes if "/A" in note}


def test_papers_draw_markup_as_text():
    day = day_with(PAPER)
    drawn = {
        key: kind.draw(Paper(day, {"round": 1, "base": "http://10.0.0.7"}, lambda done: None))
        for key, kind in PAPER_TYPES.items()
        if has(day, kind) and not kind.missing(day)
    }
    files = published(day)
    drawn |= {path: content for path, content in files if path.endswith(".pdf")}
    assert len(drawn) > 15
    for name, content in drawn.items():
        paper = PdfReader(io.BytesIO(content))
        assert not [to for to in targets(paper) if "evil" in to], name
    bare = {name for name, content in drawn.items() if "<b>" not in words(content)}
    assert bare == WITHOUT_TEXT
