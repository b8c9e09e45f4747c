"""Help: every page has a “?” that opens its section of the guide; the guide is read and searched offline."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from tests import factories, shown_by
from tests.walk import of_a_tournament, parameters, patterns
from tournaments.laptop.http_server import PASSED_ON
from tournaments.publishing import snapshot
from tournaments.system import lan
from tournaments.web.help.sections import SECTIONS, section_of

pytestmark = pytest.mark.django_db
LANGUAGES = ("fr-ca", "en")


def chapters(client, language):
    """The pages of the chapters, by their address."""
    client.cookies["django_language"] = language
    contents = shown_by.page(client.get("/help/")).one(".help-contents")
    found = {link["href"] for heading in contents.all("h3") for link in heading.all("a")}
    return {address: shown_by.page(client.get(address)) for address in sorted(found)}


def sections(client, language):
    """The address of each section with its heading, and what its chapter is called."""
    return {
        f"{address}#{heading['id']}": (heading.words, page.one("h1").words)
        for address, page in chapters(client, language).items()
        for heading in page.one("article").all("h2[id]")
    }


def test_every_address_has_a_section_and_every_section_exists_in_both_languages(client):
    names = [pattern.name for pattern in patterns()]
    assert len(names) > 250
    assert [name for name in names if section_of(name) == "refused"] == []
    french, english = (sections(client, language) for language in LANGUAGES)
    assert french.keys() == english.keys()
    assert {address.partition("#")[2] for address in french} >= set(SECTIONS.values())
    assert all(french[at][0] != english[at][0] for at in french if at not in SAME_WORDS)


SAME_WORDS = ("/help/medals/#statistics",)


def test_no_name_in_the_table_is_without_an_address():
    names = [pattern.name for pattern in patterns()]
    optional = {"https", "judge", "restore_https"}
    assert {key for key in SECTIONS if not any(name.startswith(key) for name in names)} <= optional


def pages(client, day):
    """Every page of the day and around it that a browser shows with a header, by the name of its address."""
    known = of_a_tournament(day) | {"chapter": ["game"]}
    for pattern in patterns():
        names = parameters(pattern)
        if not all(known.get(name) for name in names):
            continue
        answer = client.get(reverse(pattern.name, kwargs={name: known[name][0] for name in names}))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            page = shown_by.page(answer)
            if page.all("header.board"):
                yield pattern.name, page


def test_every_page_opens_the_section_that_explains_it(client):
    """In English: the sections of both languages have the same addresses, as the first test says."""
    day = factories.tournament(4, rounds=1)
    factories.play_round(day, 1)
    snapshot.publish(day, official=True, by=None)
    known = sections(client, "en").keys()
    seen = set()
    for who in (None, factories.organiser(day)):
        if who:
            client.force_login(who)
        for name, page in pages(client, day):
            link = page.one("header.board").one("a.tool-help")
            assert link["href"] in known, name
            assert link["href"].endswith(f"#{section_of(name)}")
            assert (link["target"], link["rel"]) == ("_blank", "noopener")
            seen.add(name)
    assert {"home", "public", "desk", "setup", "registration", "medals", "papers", "help"} <= seen
    assert len(seen) > 60


def test_a_page_that_is_refused_explains_that(client):
    for address in ("/nowhere/", "/help/nowhere/", "/help/trouble/nowhere/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert shown_by.page(answer).one("a.tool-help")["href"] == "/help/trouble/#refused"


@pytest.mark.parametrize("template", ["500.html", "507.html"])
def test_pages_of_trouble_that_need_no_database_have_a_section_too(client, template):
    link = shown_by.page(render_to_string(template)).one("a.tool-help")
    assert link["href"] in sections(client, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_and_pictures_of_the_guide_lead_somewhere(client, language):
    read = chapters(client, language)
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
def test_nothing_of_the_guide_is_left_out(client, language):
    name = {"fr-ca": "guide.md", "en": "guide.en.md"}[language]
    text = (settings.BASE_DIR / "docs" / name).read_text(encoding="utf-8")
    written = re.findall(r"^(?:##|###) (.*)$", text, re.MULTILINE)
    read = chapters(client, language).values()
    shown = [one.words for page in read for one in page.one("article").all("*") if one.tag in ("h1", "h2")]
    assert len(written) > 80
    assert {" ".join(heading.split()) for heading in written} <= set(shown)


def found(client, typed):
    """The sections that a search finds, in their order."""
    page = shown_by.page(client.get("/help/", {"q": typed}))
    return [link["data-section"] for link in page.all("[data-section]")]


def test_a_search_finds_headings_first_and_minds_no_accent(client):
    client.cookies["django_language"] = "fr-ca"
    assert found(client, "éliminatoires") == found(client, "ELIMINATOIRES")
    assert found(client, "eliminatoires")[0] == "playoffs"
    assert found(client, "mot passe oublié")[0] == "password"
    assert "register" in found(client, "caisse")
    assert found(client, "caisse zzz") == []
    assert found(client, "  ") == []
    assert found(client, "deux pointages différents")[0] == "two-desks"
    client.cookies["django_language"] = "en"
    assert found(client, "check in")[0] == "check-in"
    assert found(client, "two scores differ")[0] == found(client, "differ scores two")[0] == "two-desks"


def test_a_search_repeats_what_was_typed_as_text_alone(client):
    typed = '"><script>alert(1)</script>\x00' + "x" * 500
    answer = client.get("/help/", {"q": typed})
    assert answer.status_code == 200
    assert b"<script>alert" not in answer.content
    assert len(shown_by.page(answer).one("input[name=q]")["value"]) <= 100


def test_whoever_sits_at_the_laptop_is_led_to_its_page(client, monkeypatch):
    monkeypatch.setenv(lan.PORT, "80")
    here = {PASSED_ON: False, "HTTP_HOST": "localhost:80", "REMOTE_ADDR": "127.0.0.1"}
    for address in ("/", "/help/"):
        assert shown_by.page(client.get(address, **here)).all("a[href=/laptop/]")
        there = client.get(address, **here | {"REMOTE_ADDR": "192.168.1.30"})
        assert not shown_by.page(there).all("a[href=/laptop/]")
