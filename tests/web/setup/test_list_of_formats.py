"""The list of formats: every one of them is found by its words, and choosing one leads back to the set-up."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories, shown_by
from tests.web.setup.test_own_formats import club, kept, lise
from tournaments import formats
from tournaments.web.setup.forms.formats import key_of

__all__ = ["club", "lise"]
pytestmark = pytest.mark.django_db
LIST = "/formats/"


def found(client, **asked) -> list[str]:
    page = shown_by.page(client.get(LIST, asked))
    return [one["data-format"] for one in page.all("a[data-format]")]


def test_every_format_is_there_ours_first(client, lise, club):
    one = kept(club)
    assert found(client) == [key_of(one.uid), *formats.FORMATS]


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
def test_all_words_must_be_in_the_name_the_note_or_the_game(client, lise, language, words, keys):
    client.cookies["django_language"] = language
    assert set(found(client, q=words)) == keys
    page = shown_by.page(client.get(LIST, {"q": words}))
    assert page.all("[name=q]")[0]["value"] == " ".join(words.split())


def test_accents_do_not_matter(client, lise):
    client.cookies["django_language"] = "fr-ca"
    plain = found(client, q="equipe")
    assert plain == found(client, q="Équipe")
    assert {"gin-teams", "cribbage-teams"} <= set(plain)


def test_choosing_leads_back_with_all_that_was_begun(client, lise):
    begun = {"q": "oklahoma", "kind": "other", "name": "Chez L'Écuyer & <fils>", "like": "crible-2026"}
    page = shown_by.page(client.get(LIST, begun))
    (way,) = [one["href"] for one in page.all("a[data-format]")]
    assert urlsplit(way).path == reverse("new_tournament")
    left = {name: [begun[name]] for name in ("name", "like")}
    assert parse_qs(urlsplit(way).query) == {"format": ["gin-oklahoma"], **left}
    search = page.one("form[role=search]")
    again = {one["name"]: one["value"] for one in search.all("input")}
    assert again == begun


def test_the_rules_of_each_stay_one_tap_away(client, lise):
    page = shown_by.page(client.get(LIST))
    ways = {one["href"] for one in page.all("a[href]")}
    assert {reverse("shipped_format", args=[key]) for key in formats.FORMATS} <= ways


def test_without_the_right_to_make_a_tournament_the_list_leads_to_the_rules(client):
    day = factories.tournament(4)
    client.force_login(factories.helper(day, "director", "marie"))
    page = shown_by.page(client.get(LIST))
    ways = {one["href"] for one in page.all("a[href]")}
    assert {reverse("shipped_format", args=[key]) for key in formats.FORMATS} <= ways
    assert not [way for way in ways if way.startswith(reverse("new_tournament"))]


def test_as_many_queries_for_three_of_ours_as_for_one(client, lise, club):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            client.get(LIST)
        return len(seen)

    kept(club)
    one = queries()
    for name in ("two", "three"):
        kept(club, name=name)
    assert queries() == one
