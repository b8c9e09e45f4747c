"""The list of formats: each is found by its words, and choosing one leads back to the set-up."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories, page_reader
from tests.web.setup.test_own_formats import club, kept, lise
from tournaments import formats
from tournaments.web.setup.forms.formats import key_of

__all__ = ["club", "lise"]
pytestmark = pytest.mark.django_db
FORMATS_PATH = "/formats/"


def found_keys(client, **asked) -> list[str]:
    page = page_reader.parse(client.get(FORMATS_PATH, asked))
    return [one["data-format"] for one in page.all("a[data-format]")]


def test_all_formats_are_listed_with_own_formats_first(client, lise, club):
    one = kept(club)
    assert found_keys(client) == [key_of(one.uid), *formats.FORMATS]


@pytest.mark.parametrize("language", ["en", "fr-ca"])
@pytest.mark.parametrize(
    ("words", "keys"),
    [
        ("  EUCHRE  progress", {"euchre-partners"}),
        ("oklahoma", {"gin-oklahoma"}),
        ("acc grass", {"acc-grass-roots"}),
        ("zzz", set()),
        ("<b>'\"%s", set()),
    ],
)
def test_search_needs_all_words_in_name_note_or_game(client, lise, language, words, keys):
    client.cookies["django_language"] = language
    assert set(found_keys(client, q=words)) == keys
    page = page_reader.parse(client.get(FORMATS_PATH, {"q": words}))
    assert page.all("[name=q]")[0]["value"] == " ".join(words.split())


def test_search_ignores_accents(client, lise):
    client.cookies["django_language"] = "fr-ca"
    plain = found_keys(client, q="equipe")
    assert plain == found_keys(client, q="Équipe")
    assert {"gin-teams", "cribbage-teams"} <= set(plain)


def test_choosing_a_format_keeps_the_typed_values(client, lise):
    begun = {"q": "oklahoma", "kind": "other", "name": "Chez L'Écuyer & <fils>", "like": "crible-2026"}
    page = page_reader.parse(client.get(FORMATS_PATH, begun))
    (way,) = [one["href"] for one in page.all("a[data-format]")]
    assert urlsplit(way).path == reverse("new_tournament")
    left = {name: [begun[name]] for name in ("name", "like")}
    assert parse_qs(urlsplit(way).query) == {"format": ["gin-oklahoma"], **left}
    search = page.one("form[role=search]")
    again = {one["name"]: one["value"] for one in search.all("input")}
    assert again == begun


def test_list_links_to_the_rules_of_each_format(client, lise):
    page = page_reader.parse(client.get(FORMATS_PATH))
    ways = {one["href"] for one in page.all("a[href]")}
    assert {reverse("shipped_format", args=[key]) for key in formats.FORMATS} <= ways


def test_list_without_permission_links_only_to_rules(client):
    tournament = factories.tournament(4)
    client.force_login(factories.helper(tournament, "director", "marie"))
    page = page_reader.parse(client.get(FORMATS_PATH))
    ways = {one["href"] for one in page.all("a[href]")}
    assert {reverse("shipped_format", args=[key]) for key in formats.FORMATS} <= ways
    assert not [way for way in ways if way.startswith(reverse("new_tournament"))]


def test_query_count_does_not_grow_with_own_formats(client, lise, club):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(FORMATS_PATH)
        return len(seen)

    kept(club)
    one = queries()
    for name in ("two", "three"):
        kept(club, name=name)
    assert queries() == one
