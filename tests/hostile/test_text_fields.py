"""Markup in every text of a day that somebody may type, on every page."""

import pytest
from django.test import Client

from tests import factories
from tests.hostile.values import MARK
from tests.walk import pages_of
from tournaments.models import Entry, Organisation, Place, Player, Tournament
from tournaments.publishing import snapshot

pytestmark = pytest.mark.django_db
BREAKS_OUT = f"\"><script>{MARK}</script>'&{{{{7*7}}}}"
PERSON = ("name", "sort_name", "club", "region", "member_number")
TYPED = {
    Organisation: ("name",),
    Player: (*PERSON, "category"),
    Entry: (*PERSON, "apart", "note"),
    Tournament: ("name", "place", "notice"),
    Place: ("label",),
}


def test_no_page_shows_markup_as_it_was_typed():
    day = factories.tournament(4, rounds=1)
    factories.play_round(day, 1)
    for table, fields in TYPED.items():
        assert table.objects.update(**dict.fromkeys(fields, BREAKS_OUT)), table
    day.refresh_from_db()
    snapshot.publish(day, official=True, by=None)
    director = Client()
    director.force_login(factories.organiser(day))
    shown = [(page, browser.get(page)) for browser in (director, Client()) for page in pages_of(day)]
    html = {page: answer.content for page, answer in shown if "text/html" in answer["Content-Type"]}
    assert any(b"&lt;script" in content for content in html.values())
    assert [page for page, content in html.items() if MARK.encode() in content or b">49<" in content] == []
