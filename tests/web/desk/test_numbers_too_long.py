"""A number in a tampered address or form that no database takes is no number."""

import pytest
from django.urls import reverse

from tests import factories
from tournaments.common.sanitize import parse_int

pytestmark = pytest.mark.django_db

LONG_NUMBER = "9" * 5000  # Python itself refuses to read it


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("007", 7), ("9" * 9, 999_999_999), ("9" * 10, None), (LONG_NUMBER, None)]
)
def test_whole_numbers_of_up_to_nine_digits_are_parsed(text, number):
    assert parse_int(text) == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", " 1", "abc", "²"])
def test_invalid_whole_numbers_give_none(text):
    assert parse_int(text) is None


def test_pages_and_forms_survive_very_long_numbers(client):
    tournament = factories.tournament(8)
    factories.open_round(tournament)
    client.force_login(factories.organiser(tournament))
    for name, args, asked in (
        ("desk", [], {"table": LONG_NUMBER}),
        ("rounds_seat", [], {"seed": LONG_NUMBER}),
        ("entry_leaves", [1], {"from_round": LONG_NUMBER}),
        ("entry_arrives", [1], {"from_round": LONG_NUMBER}),
    ):
        assert client.get(reverse(name, args=[tournament.slug, *args]), asked).status_code == 200, name
    for name, args, sent in (
        (
            "desk_write",
            [],
            {"table": LONG_NUMBER, "line": LONG_NUMBER, "seen": LONG_NUMBER, "game": LONG_NUMBER},
        ),
        ("medals_tick", [1], {"total": f"-{LONG_NUMBER}"}),
        ("paper_ask", ["slips"], {"round": f"1-{LONG_NUMBER}"}),
        ("check_in_absent", [], {"number": [LONG_NUMBER]}),
    ):
        assert client.post(reverse(name, args=[tournament.slug, *args]), sent).status_code in (302, 422), name
