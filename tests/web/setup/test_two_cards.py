"""Two cards a game are chosen at set-up, and refused where they could not be compared."""

import pytest

from tests import factories
from tests.web.setup.posting import posted
from tournaments import formats
from tournaments.models import Tournament
from tournaments.publishing.tournament_words import announced_rules
from tournaments.rounds import stages
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


def test_two_cards_can_be_chosen_and_are_in_the_rules(client):
    client.force_login(factories.director())
    assert client.post("/new/", posted(format="acc-swiss", rounds="12", cards="two")).status_code == 302
    made = Tournament.objects.get()
    rules = stages.qualifying(made).rules
    assert rules["cards"] == "two"
    headings = [heading for heading, _said in announced_rules(rules)]
    plain = [heading for heading, _said in announced_rules(rules | {"cards": "one"})]
    assert len(headings) == len(plain) + 1


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"format": "fadoq-15", "match_points": "none"}, "two_cards_no_table"),
        ({"format": "fadoq-15", "match_points": "acc", "pegging": "as_pegged"}, "two_cards_exact"),
        ({"format": "fadoq-15", "match_points": "acc", "odd": "three"}, "two_cards_of_two"),
        (
            {"format": "fadoq-15", "match_points": "acc", "match_kind": "best_of", "match_games": "3"},
            "two_cards_one_game",
        ),
    ],
)
def test_two_cards_that_cannot_be_compared_are_refused(choices, code):
    form = SetupForm(posted(cards="two", **choices))
    assert not form.is_valid()
    faults = form.parts["cribbage"].errors.as_data()
    assert [fault.code for fault in faults["cards"]] == [code]


def test_every_shipped_format_uses_one_slip():
    assert {
        formats.rules(key).get("cards", "one")
        for key, one in formats.FORMATS.items()
        if one.game == "cribbage"
    } == {"one"}
