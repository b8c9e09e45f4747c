"""An address or a form that was tampered with: a number that no database takes is no number."""

import pytest
from django.urls import reverse

from tests import factories
from tournaments.common.sanitize import parse_int

pytestmark = pytest.mark.django_db

LONG = "9" * 5000  # Python itself refuses to read it


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("007", 7), ("9" * 9, 999_999_999), ("9" * 10, None), (LONG, None)]
)
def test_a_whole_number_that_we_keep(text, number):
    assert parse_int(text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", " 1", "abc", "²"])
def test_what_is_none(text):
    assert parse_int(text) is None


def test_pages_and_forms_answer_in_words(client):
    day = factories.tournament(8)
    factories.open_round(day)
    client.force_login(factories.organiser(day))
    for name, args, asked in (
        ("desk", [], {"table": LONG}),
        ("rounds_seat", [], {"seed": LONG}),
        ("entry_leaves", [1], {"from_round": LONG}),
        ("entry_arrives", [1], {"from_round": LONG}),
    ):
        assert client.get(reverse(name, args=[day.slug, *args]), asked).status_code == 200, name
    for name, args, sent in (
        ("desk_write", [], {"table": LONG, "line": LONG, "seen": LONG, "game": LONG}),
        ("medals_tick", [1], {"total": f"-{LONG}"}),
        ("paper_ask", ["slips"], {"round": f"1-{LONG}"}),
        ("check_in_absent", [], {"number": [LONG]}),
    ):
        assert client.post(reverse(name, args=[day.slug, *args]), sent).status_code in (302, 422), name
