"""The static site and the files beside it: whole, private where it must be, the same as the screen."""

import io
import json
import re
import zipfile
from html import unescape
from html.parser import HTMLParser
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from PIL import Image

from tests import factories
from tests.publishing.tournaments import played, published
from tournaments import registration
from tournaments.models import Line, Privacy
from tournaments.publishing import explain
from tournaments.publishing.outputs import folder, press, rows, site
from tournaments.registration import consent

SECRETS = (
    "MEMBRE-777",
    "98765",
    "diab",
    "Végétarien",
    "O'Brien",
    "L'Écuyer",
    "O&#x27;Brien",
    "L&#x27;Écuyer",
)
MAX_FIRST_PAGE_BYTES = 150_000


class Links(HTMLParser):
    """The links of a page, and its ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "action"):
                self.found.append(value or "")
            if name == "id":
                self.ids.add(value or "")


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    """Yield one publication for all tests that only read it; it is rolled back at the end."""
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        tournament = played()
        house = registration.add_entry(tournament, "Léo Retard", club="")
        assert house.number == 7
        shown = published(tournament)
        yield shown, dict(folder.publication_files(shown))
        transaction.set_rollback(True)


def resolved(page: str, link: str) -> str:
    parts: list[str] = []
    for part in (PurePosixPath(page).parent / urlsplit(link).path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def test_every_link_leads_to_a_file_of_the_folder(made):
    _day, found = made
    pages = {path: Links(content.decode()) for path, content in found.items() if path.endswith(".html")}
    assert len(pages) > 20
    for path, page in pages.items():
        for link in page.found:
            assert not urlsplit(link).scheme, (path, link)
            assert not link.startswith("/"), (path, link)
            if urlsplit(link).path:
                assert resolved(path, link) in found, (path, link)
            else:
                assert link.removeprefix("#") in page.ids, (path, link)


def test_both_languages_have_the_same_pages(made):
    _day, found = made
    pages = {
        language: {path[3:] for path in found if path.startswith(f"{language}/")} for language in ("fr", "en")
    }
    assert pages["fr"] == pages["en"]
    assert {
        "index.html",
        "standings.html",
        "rules.html",
        "privacy.html",
        "files.html",
        "games/2.html",
        "people/1.html",
    } <= pages["fr"]
    assert 'lang="fr-CA"' in found["fr/index.html"].decode()
    assert 'lang="en-CA"' in found["en/index.html"].decode()


@pytest.mark.django_db
def test_site_has_privacy_text_in_both_languages():
    tournament = played()
    Privacy.objects.create(
        organisation=tournament.organisation,
        responsible="Odile Côté",
        text_fr="<script>Nos règles",
        keep_days=30,
    )
    found = dict(site.site_files(published(tournament)))
    french, english = (found[f"{language}/privacy.html"].decode() for language in ("fr", "en"))
    assert "data-own-text" in french and "&lt;script&gt;Nos règles" in french
    assert "data-own-text" not in english
    for text in (french, english):
        assert (
            "Odile Côté" in text
            and 'data-keep-days="30"' in text
            and tournament.organisation.name in unescape(text)
        )
    assert all(b"privacy.html" in content for path, content in found.items() if path.endswith(".html"))


def test_site_has_no_private_data_or_external_links(made):
    _day, found = made
    for path, content in found.items():
        if path.endswith((".html", ".txt", ".json", ".csv", ".js", ".css", ".ics")):
            text = content.decode("utf-8-sig")
            assert not [secret for secret in SECRETS if secret in text], path
            assert "http" not in text, path


def test_site_pages_match_the_rows(made):
    tournament, found = made
    html = found["en/standings.html"].decode()
    result = re.findall(r'data-rank="(\d+)"[^>]* data-pegged="(-?\d+)"', html)
    assert result == [(str(row.rank), str(row.pegged)) for row in tournament.standings.rows]
    for row in tournament.standings.rows:
        assert f"people/{row.number}.html" in html
        person = found[f"en/people/{row.number}.html"].decode()
        assert len(re.findall(r"<tr><td", person)) == len(tournament.cards[row.number])


def test_first_page_is_small_and_without_script(made):
    _day, found = made
    page = found["fr/index.html"]
    assert len(page) + len(found["site.css"]) < MAX_FIRST_PAGE_BYTES
    assert b"<script" not in page


def test_fragment_has_inline_style_only(made):
    _day, found = made
    for language in ("fr", "en"):
        html = found[f"fragment/standings-{language}.html"].decode("ascii")
        assert not re.search(r"<(script|link|style|img|meta|a)\b|\bclass=|[ ;\"]width:\d+px", html)
        assert html.count("<tr>") == 1 + 7


def test_pictures_have_size_and_alternative_text(made):
    _day, found = made
    for language in ("fr", "en"):
        for name, size in (("podium", (1200, 630)), ("first-ten", (1080, 1080))):
            picture = Image.open(io.BytesIO(found[f"pictures/{name}-{language}.png"]))
            assert (picture.format, picture.size) == ("PNG", size)
            assert len(picture.convert("RGB").getcolors(1_000_000)) > 10
            assert found[f"pictures/{name}-{language}.txt"].strip()


@pytest.mark.django_db
def test_the_longest_names_are_drawn_inside_the_picture(tournament):
    for entry in tournament.entries.all():
        name = f"Marie-Françoise-Élisabeth de Saint-Hilaire-Archambault-D’Amour {entry.number} 王小明"
        registration.edit_entry(entry, name, club="FADOQ Notre-Dame-de-Bonsecours-de-L'Ange-Gardien " * 2)
    consent.declare(tournament, True, by=None)
    found = dict(folder.OUTPUTS["pictures"].files(rows.publishable_data(tournament)))
    for name in ("podium-fr.png", "first-ten-en.png"):
        picture = Image.open(io.BytesIO(found[name])).convert("RGB")
        edge = {picture.getpixel((picture.width - 20, y)) for y in range(170, picture.height)}
        assert len(edge) == 1, name  # the margin stays empty


def test_press_text_has_the_standings_figures(made):
    tournament, found = made
    first = tournament.standings.rows[0]
    for code, language in (("fr-ca", "fr"), ("en", "en")):
        short, long = (found[f"press/{name}-{language}.txt"].decode() for name in ("short", "long"))
        with translation.override(code):
            assert first.name in short
            assert explain.standing_text(first, tournament.standings) in short
            assert all(
                explain.standing_text(row, tournament.standings) in long for row in tournament.standings.rows
            )
        assert 50 < len(short.split()) < 125
    widest = press.widest_win(tournament)
    margins = [row.points - row.against for card in tournament.cards.values() for row in card if row.won]
    assert widest.points - widest.against == max(margins)


@pytest.mark.django_db
def test_press_text_counts_club_spellings_once(tournament):
    texts = []
    for spelling in ("Saint-Hilaire", "ST-HILAIRE"):
        for entry, club in zip(tournament.entries.all(), ("Saint-Hilaire", spelling), strict=False):
            registration.edit_entry(entry, entry.name, club=club)
        tournament.refresh_from_db()
        texts.append(press.short(rows.publishable_data(tournament)).replace(spelling, "Saint-Hilaire"))
    assert texts[0] == texts[1]


@pytest.mark.django_db
def test_publish_command_keeps_other_tournaments(tournament, tmp_path):
    call_command("publish", tournament.slug, to=tmp_path, zip=tmp_path / "all.zip")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "publication.json").write_text("[1]")
    other = played(closed=1)
    call_command("publish", other.slug, to=tmp_path)
    assert Links((tmp_path / "index.html").read_text(encoding="utf-8")).found[1:] == [
        f"{one}/index.html" for one in sorted([tournament.slug, other.slug], reverse=True)
    ]
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        inside = {name.removeprefix(f"{tournament.slug}/") for name in archive.namelist()}
        on_disk = {
            path.relative_to(tmp_path / tournament.slug).as_posix()
            for path in (tmp_path / tournament.slug).rglob("*")
            if path.is_file()
        }
        assert inside == on_disk  # no index of years: it would take the place of one that has more
        assert (
            json.loads(archive.read(f"{tournament.slug}/publication.json"))["version"]
            == tournament.acts.last().args["version"]
        )
    with pytest.raises(CommandError):
        call_command("publish", "nowhere", to=tmp_path)


@pytest.mark.django_db
def test_corrected_publication_keeps_earlier_version(tournament, tmp_path):
    call_command("publish", tournament.slug, to=tmp_path)
    version = tournament.acts.last().args["version"]
    meeting = factories.meeting_at(tournament.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [50, 121], kind=Line.Kind.CORRECTION)
    call_command("publish", tournament.slug, to=tmp_path)
    html = (tmp_path / tournament.slug / "en" / "standings.html").read_text(encoding="utf-8")
    assert 'class="corrected"' in html
    assert f"versions/{version}.html" in html
    assert (tmp_path / tournament.slug / "fr" / "versions" / f"{version}.html").exists()


@pytest.mark.django_db
def test_gin_tournament_is_published(tmp_path):
    from tournaments import rounds

    tournament = factories.gin(4)
    round_ = factories.open_round(tournament, 1)
    for meeting in round_.meetings.all():
        factories.totals(meeting, 310, 85)
    rounds.close_round(round_, by=None)
    call_command("publish", tournament.slug, to=tmp_path)
    html = (tmp_path / tournament.slug / "en" / "standings.html").read_text(encoding="utf-8")
    assert 'data-sort="value"' in html
    assert 'data-sort="pegged"' not in html
