"""The organiser puts the criteria in order on the set-up page."""

import pytest

from tests import factories
from tests.web.setup.posting import posted
from tournaments import rounds
from tournaments.formats import FORMATS, rules
from tournaments.rounds import stages
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


def form_of(*order, **typed):
    return SetupForm(posted(own_order="on", **order_fields(*order), **typed))


def order_fields(*order):
    return {f"order_{at}": order[at - 1] if at <= len(order) else "" for at in range(1, 9)}


def test_typed_order_of_criteria_is_used():
    form = form_of("won", "buchholz", "", "spread", "lot", byes_as="nothing")
    assert form.is_valid(), form.errors
    rules = form.rules()
    assert rules["order"] == rules["criteria"] == ["won", "buchholz", "spread", "lot"]
    assert (rules["byes_as"], rules["forfeits_as"]) == ("nothing", "byes")


@pytest.mark.parametrize("key", [key for key in FORMATS if rules(key)["rounds"]])
def test_format_ranks_by_its_own_criteria_by_default(key):
    form = SetupForm(posted(format=key))
    form.full_clean()
    assert form.rules()["order"] is None
    chosen = SetupForm(posted(format=key, own_order="on", **order_fields("won", "lot")))
    chosen.full_clean()
    assert not [name for name in chosen.errors if name.startswith("order")]
    assert chosen.rules()["criteria"] == ["won", "lot"]


@pytest.mark.parametrize(
    ("order", "field", "code"),
    [
        ((), "order_1", "criteria_first"),
        (("lot",), "order_1", "criteria_first"),
        (("won", "spread", "won"), "order_3", "criteria_twice"),
        (("won", "lot", "spread"), "order_2", "criteria_after_lot"),
        (("won", "match_points"), "order_2", "criteria_no_table"),
        (("won", "value"), "order_2", "criteria_other_game"),
    ],
)
def test_impossible_order_is_refused_at_its_field(order, field, code):
    form = form_of(*order)
    assert not form.is_valid()
    assert {name: [one.code for one in errors.as_data()] for name, errors in form.errors.items()} == {
        field: [code]
    }
    assert form.open_sections() == {"order"}
    assert form.rules()["criteria"] == ["pegged"], "a refused order is not used"


def test_order_fields_are_ignored_without_the_tick():
    form = SetupForm(posted(**order_fields("lot", "lot")))
    assert form.is_valid(), form.errors
    assert form.rules()["criteria"] == ["pegged"]


def test_own_order_is_saved_and_frozen_once_a_round_is_seated(client):
    tournament = factories.tournament(4)
    client.force_login(factories.organiser(tournament))
    address = f"/t/{tournament.slug}/setup/"
    typed = posted(SetupForm(tournament=tournament), own_order="on", **order_fields("won", "plus"))
    assert client.post(address, typed).status_code == 302
    rules = stages.qualifying(tournament).rules
    assert rules["criteria"] == ["won", "plus"]
    again = SetupForm(tournament=tournament)
    assert [again["own_order"].value(), again["order_1"].value(), again["order_3"].value()] == [
        True,
        "won",
        "",
    ]
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    late = SetupForm(posted(again, **order_fields("spread")), tournament=tournament)
    assert late.is_valid(), late.errors
    assert late.rules()["criteria"] == ["won", "plus"]
    assert client.get(address).status_code == 200
