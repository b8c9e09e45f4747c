"""The pairing system is chosen on the set-up page, for every game in which two sit at a table."""

import pytest

from tests import factories
from tests.web.setup.posting import posted
from tournaments import formats, rounds
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.web.setup import words as setup_words
from tournaments.web.setup.forms import pairing
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


def set_up_form(**typed):
    form = SetupForm(posted(**typed))
    form.is_valid()
    return form


IMPORTED_SYSTEMS = {"fixtures", "from_file"}  # set by a league and by a file of seats


TWO_PLAYER_SYSTEMS = [
    name for name, one in PAIRING_SYSTEMS.items() if one.SIZES == (2,) and name not in IMPORTED_SYSTEMS
]


def test_every_pairing_system_for_two_is_offered():
    offered = [key for key, _label in set_up_form().fields["movement"].choices]
    assert offered == [pairing.FORMAT_MOVEMENT, *TWO_PLAYER_SYSTEMS]


@pytest.mark.parametrize("movement", TWO_PLAYER_SYSTEMS)
def test_chosen_pairing_system_is_saved_in_the_rules(movement):
    form = set_up_form(movement=movement)
    assert not form.errors and form.rules()["movement"] == movement


def test_pairing_system_defaults_to_that_of_the_format():
    for key, shipped in formats.FORMATS.items():
        least = formats.rules(key)["rounds_allowed"][0]
        form = set_up_form(format=key, movement="", rounds=str(max(least, shipped.rules["rounds"])))
        assert form.rules()["movement"] == shipped.rules["movement"]


def test_partners_format_keeps_its_pairing_system():
    form = set_up_form(format="points-partners", movement="swiss", rounds="8")
    assert form.rules()["movement"] == "individual_partners"


def test_table_of_three_is_refused_for_free_draw():
    assert not set_up_form(odd="three").errors
    form = set_up_form(odd="three", movement="free_draw")
    assert [fault.code for fault in form.errors["odd"].as_data()] == ["three_where_winners_stay"]


def test_table_of_three_is_refused_once_free_draw_is_seated():
    tournament = factories.tournament(8, rounds=3, movement="free_draw")
    rounds.seat(tournament.stages.get(), 1, by=None)
    form = SetupForm(posted(SetupForm(tournament=tournament), odd="three"), tournament=tournament)
    assert [fault.code for fault in form.errors["odd"].as_data()] == ["three_where_winners_stay"]


def test_chosen_pairing_system_is_the_initial_value():
    other = pairing.initial(formats.rules("fadoq-15", movement="swiss_accelerated"))
    assert other["movement"] == "swiss_accelerated"
    assert pairing.initial(formats.rules("fadoq-15"))["movement"] == ""


def test_keeping_apart_settings_are_saved_in_the_rules():
    assert {key: set_up_form().rules()[key] for key in pairing.CHANGEABLE_FIELDS} == {
        "apart_for": 1,
        "apart_at_any_price": False,
    }
    form = set_up_form(apart_for="0", apart_at_any_price="on")
    assert not form.errors
    assert {key: form.rules()[key] for key in pairing.CHANGEABLE_FIELDS} == {
        "apart_for": 0,
        "apart_at_any_price": True,
    }
    assert set_up_form(apart_for="").rules()["apart_for"] == 1
    assert [fault.code for fault in set_up_form(apart_for="61").errors["apart_for"].as_data()] == [
        "out_of_range"
    ]


def test_summary_mentions_keeping_apart_only_if_changed():
    ways = [{}, {"keep_clubs_apart": True}, {"apart_for": 3}, {"apart_for": 0}]
    ways += [{"apart_at_any_price": True}, {"apart_for": 0, "apart_at_any_price": True}]
    usual, *others = found = [setup_words.seating_sentences(formats.rules("fadoq-15", **way)) for way in ways]
    assert len(set(found)) == len(ways) and all(one.startswith(usual) for one in others)
    by_clubs = setup_words.seating_sentences(formats.rules("fadoq-15", apart_for=3, keep_clubs_apart=True))
    assert by_clubs.startswith(found[2]) and "1" not in by_clubs.removeprefix(found[2])


@pytest.mark.parametrize("movement", ["round_robin", "repeated_round_robin"])
def test_round_robin_refuses_keeping_apart_at_any_price(movement):
    assert not set_up_form(movement=movement, apart_for="3").errors
    form = set_up_form(movement=movement, apart_at_any_price="on")
    assert [fault.code for fault in form.errors["apart_at_any_price"].as_data()] == ["apart_where_all_meet"]
    form = set_up_form(format="gin-round-robin", forfeit_present="220", apart_at_any_price="on")
    assert "apart_at_any_price" in form.errors
