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
    return SetupForm(posted(own_order="on", **places(*order), **typed))


def places(*order):
    return {f"order_{at}": order[at - 1] if at <= len(order) else "" for at in range(1, 9)}


def test_the_order_that_is_typed_ranks():
    form = form_of("won", "buchholz", "", "spread", "lot", byes_as="nothing")
    assert form.is_valid(), form.errors
    rules = form.rules()
    assert rules["order"] == rules["criteria"] == ["won", "buchholz", "spread", "lot"]
    assert (rules["byes_as"], rules["forfeits_as"]) == ("nothing", "byes")


@pytest.mark.parametrize("key", [key for key in FORMATS if rules(key)["rounds"]])
def test_a_format_ranks_by_its_own_until_somebody_says_otherwise(key):
    form = SetupForm(posted(format=key))
    form.full_clean()
    assert form.rules()["order"] is None
    chosen = SetupForm(posted(format=key, own_order="on", **places("won", "lot")))
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
def test_an_order_that_cannot_rank_is_refused_where_it_stands(order, field, code):
    form = form_of(*order)
    assert not form.is_valid()
    assert {name: [one.code for one in errors.as_data()] for name, errors in form.errors.items()} == {
        field: [code]
    }
    assert form.open_sections() == {"order"}
    assert form.rules()["criteria"] == ["pegged"], "what is refused ranks nobody"


def test_without_the_tick_what_stands_in_the_places_is_nothing():
    form = SetupForm(posted(**places("lot", "lot")))
    assert form.is_valid(), form.errors
    assert form.rules()["criteria"] == ["pegged"]


def test_it_is_saved_shown_again_and_stands_once_a_game_is_seated(client):
    day = factories.tournament(4)
    client.force_login(factories.organiser(day))
    address = f"/t/{day.slug}/setup/"
    typed = posted(SetupForm(tournament=day), own_order="on", **places("won", "plus"))
    assert client.post(address, typed).status_code == 302
    rules = stages.qualifying(day).rules
    assert rules["criteria"] == ["won", "plus"]
    again = SetupForm(tournament=day)
    assert [again["own_order"].value(), again["order_1"].value(), again["order_3"].value()] == [
        True,
        "won",
        "",
    ]
    rounds.seat(stages.qualifying(day), 1, by=None)
    late = SetupForm(posted(again, **places("spread")), tournament=day)
    assert late.is_valid(), late.errors
    assert late.rules()["criteria"] == ["won", "plus"]
    assert client.get(address).status_code == 200
