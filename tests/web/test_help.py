"""Help: every page has a “?” that opens its section of the guide; the guide is read and searched offline."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from tests import factories, page_reader
from tests.all_addresses import of_a_tournament, parameters, patterns
from tournaments.laptop.http_server import PROXIED_KEY
from tournaments.publishing import publications
from tournaments.system import lan
from tournaments.web.help.sections import SECTIONS, section_of

pytestmark = pytest.mark.django_db
LANGUAGES = ("fr-ca", "en")


def chapter_pages(client, language):
    """Return the pages of the chapters, by their address."""
    client.cookies["django_language"] = language
    contents = page_reader.parse(client.get("/help/")).one(".help-contents")
    found = {link["href"] for heading in contents.all("h3") for link in heading.all("a")}
    return {address: page_reader.parse(client.get(address)) for address in sorted(found)}


def section_headings(client, language):
    """Return the address of each section with its heading, and the name of its chapter."""
    return {
        f"{address}#{heading['id']}": (heading.words, page.one("h1").words)
        for address, page in chapter_pages(client, language).items()
        for heading in page.one("article").all("h2[id]")
    }


def test_every_address_has_a_section_in_both_languages(client):
    names = [pattern.name for pattern in patterns()]
    assert len(names) > 250
    assert [name for name in names if section_of(name) == "refused"] == []
    french, english = (section_headings(client, language) for language in LANGUAGES)
    assert french.keys() == english.keys()
    assert {address.partition("#")[2] for address in french} >= set(SECTIONS.values())
    assert all(french[at][0] != english[at][0] for at in french if at not in SAME_WORDS)


SAME_WORDS = ("/help/medals/#statistics",)


def test_every_section_key_matches_an_address():
    names = [pattern.name for pattern in patterns()]
    optional = {"https", "judge", "restore_https"}
    assert {key for key in SECTIONS if not any(name.startswith(key) for name in names)} <= optional


def pages_with_header(client, tournament):
    """Yield every page of the day and around it that has a header, by the name of its address."""
    known = of_a_tournament(tournament) | {"chapter": ["game"]}
    for pattern in patterns():
        names = parameters(pattern)
        if not all(known.get(name) for name in names):
            continue
        answer = client.get(reverse(pattern.name, kwargs={name: known[name][0] for name in names}))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            page = page_reader.parse(answer)
            if page.all("header.board"):
                yield pattern.name, page


def test_help_link_opens_the_section_of_the_page(client):
    """It is checked in English: sections of both languages have the same addresses (see the first test)."""
    tournament = factories.tournament(4, rounds=1)
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    known = section_headings(client, "en").keys()
    seen = set()
    for who in (None, factories.organiser(tournament)):
        if who:
            client.force_login(who)
        for name, page in pages_with_header(client, tournament):
            link = page.one("header.board").one("a.tool-help")
            assert link["href"] in known, name
            assert link["href"].endswith(f"#{section_of(name)}")
            assert (link["target"], link["rel"]) == ("_blank", "noopener")
            seen.add(name)
    assert {"home", "public", "desk", "setup", "registration", "medals", "papers", "help"} <= seen
    assert len(seen) > 60


def test_help_link_of_a_404_explains_refused_pages(client):
    for address in ("/nowhere/", "/help/nowhere/", "/help/trouble/nowhere/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert page_reader.parse(answer).one("a.tool-help")["href"] == "/help/trouble/#refused"


@pytest.mark.parametrize("template", ["500.html", "507.html"])
def test_server_error_pages_link_to_an_existing_section(client, template):
    link = page_reader.parse(render_to_string(template)).one("a.tool-help")
    assert link["href"] in section_headings(client, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_and_pictures_of_the_guide_exist(client, language):
    read = chapter_pages(client, language)
    anchors = {address: {one["id"] for one in page.all("h2[id]")} for address, page in read.items()}
    pictures, links = set(), set()
    for address, page in read.items():
        for link in page.one("main").all("a[href]"):
            aim, _, anchor = link["href"].partition("#")
            links |= {aim, link["href"]}
            if aim != "/help/":
                assert not anchor or anchor in anchors[aim or address], link["href"]
        for picture in page.one("main").all("img"):
            assert picture["alt"]
            assert int(picture["width"]) > 0
            assert int(picture["height"]) > 0
            pictures.add(picture["src"])
    assert len(pictures) > 20
    assert "/help/errata/#errata-wrong" in links, "a section of another file"
    for picture in pictures:
        answer = client.get(picture)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert client.get("/help/pictures/fr/nothing.png").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_of_the_guide_is_shown(client, language):
    name = {"fr-ca": "guide.md", "en": "guide.en.md"}[language]
    text = (settings.BASE_DIR / "docs" / name).read_text(encoding="utf-8")
    written = re.findall(r"^(?:##|###) (.*)$", text, re.MULTILINE)
    read = chapter_pages(client, language).values()
    shown = [one.words for page in read for one in page.one("article").all("*") if one.tag in ("h1", "h2")]
    assert len(written) > 80
    assert {" ".join(heading.split()) for heading in written} <= set(shown)


def found_sections(client, typed):
    """Return the sections that a search finds, in their order."""
    page = page_reader.parse(client.get("/help/", {"q": typed}))
    return [link["data-section"] for link in page.all("[data-section]")]


def test_search_ranks_headings_first_and_ignores_accents(client):
    client.cookies["django_language"] = "fr-ca"
    assert found_sections(client, "éliminatoires") == found_sections(client, "ELIMINATOIRES")
    assert found_sections(client, "eliminatoires")[0] == "playoffs"
    assert found_sections(client, "mot passe oublié")[0] == "password"
    assert "register" in found_sections(client, "caisse")
    assert found_sections(client, "caisse zzz") == []
    assert found_sections(client, "  ") == []
    assert found_sections(client, "deux pointages différents")[0] == "two-desks"
    client.cookies["django_language"] = "en"
    assert found_sections(client, "check in")[0] == "check-in"
    assert (
        found_sections(client, "two scores differ")[0]
        == found_sections(client, "differ scores two")[0]
        == "two-desks"
    )


def test_search_escapes_and_shortens_the_typed_text(client):
    typed = '"><script>alert(1)</script>\x00' + "x" * 500
    answer = client.get("/help/", {"q": typed})
    assert answer.status_code == 200
    assert b"<script>alert" not in answer.content
    assert len(page_reader.parse(answer).one("input[name=q]")["value"]) <= 100


def test_laptop_page_is_linked_only_on_the_laptop_itself(client, monkeypatch):
    monkeypatch.setenv(lan.PORT_VARIABLE, "80")
    here = {PROXIED_KEY: False, "HTTP_HOST": "localhost:80", "REMOTE_ADDR": "127.0.0.1"}
    for address in ("/", "/help/"):
        assert page_reader.parse(client.get(address, **here)).all("a[href=/laptop/]")
        there = client.get(address, **here | {"REMOTE_ADDR": "192.168.1.30"})
        assert not page_reader.parse(there).all("a[href=/laptop/]")
