"""Who meets whom is chosen on the set-up page, for every game in which two sit at a table."""

import pytest

from tests import factories
from tests.web.setup.posting import posted
from tournaments import formats, rounds
from tournaments.pairing.pairing_systems import PAIRING_SYSTEMS
from tournaments.web.setup import words as setup_words
from tournaments.web.setup.forms import pairing
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


def asked(**typed):
    form = SetupForm(posted(**typed))
    form.is_valid()
    return form


BROUGHT = {"fixtures", "from_file"}  # by a league and by a file of seats: nobody chooses them


FOR_TWO = [name for name, one in PAIRING_SYSTEMS.items() if one.SIZES == (2,) and name not in BROUGHT]


def test_every_movement_for_two_is_offered():
    offered = [key for key, _label in asked().fields["movement"].choices]
    assert offered == [pairing.OF_THE_FORMAT, *FOR_TWO]


@pytest.mark.parametrize("movement", FOR_TWO)
def test_another_movement_is_a_rule_of_the_day(movement):
    form = asked(movement=movement)
    assert not form.errors and form.rules()["movement"] == movement


def test_the_format_decides_where_nobody_chooses():
    for key, shipped in formats.FORMATS.items():
        least = formats.rules(key)["rounds_allowed"][0]
        form = asked(format=key, movement="", rounds=str(max(least, shipped.rules["rounds"])))
        assert form.rules()["movement"] == shipped.rules["movement"]


def test_a_game_of_four_keeps_its_own():
    form = asked(format="points-partners", movement="swiss", rounds="8")
    assert form.rules()["movement"] == "individual_partners"


def test_three_sit_at_one_table_only_where_winners_stay():
    assert not asked(odd="three").errors
    form = asked(odd="three", movement="free_draw")
    assert [fault.code for fault in form.errors["odd"].as_data()] == ["three_where_winners_stay"]


def test_three_are_not_declared_for_another_movement_once_a_game_is_seated():
    day = factories.tournament(8, rounds=3, movement="free_draw")
    rounds.seat(day.stages.get(), 1, by=None)
    form = SetupForm(posted(SetupForm(tournament=day), odd="three"), tournament=day)
    assert [fault.code for fault in form.errors["odd"].as_data()] == ["three_where_winners_stay"]


def test_what_was_chosen_stands_in_the_field_of_a_day_like_it():
    other = pairing.initial(formats.rules("fadoq-15", movement="swiss_accelerated"))
    assert other["movement"] == "swiss_accelerated"
    assert pairing.initial(formats.rules("fadoq-15"))["movement"] == ""


def test_how_long_and_how_firmly_people_are_kept_apart_are_rules_of_the_day():
    assert {key: asked().rules()[key] for key in pairing.OPEN} == {
        "apart_for": 1,
        "apart_at_any_price": False,
    }
    form = asked(apart_for="0", apart_at_any_price="on")
    assert not form.errors
    assert {key: form.rules()[key] for key in pairing.OPEN} == {
        "apart_for": 0,
        "apart_at_any_price": True,
    }
    assert asked(apart_for="").rules()["apart_for"] == 1
    assert [fault.code for fault in asked(apart_for="61").errors["apart_for"].as_data()] == ["out_of_range"]


def test_its_summary_says_who_is_kept_apart_only_where_that_was_changed():
    ways = [{}, {"keep_clubs_apart": True}, {"apart_for": 3}, {"apart_for": 0}]
    ways += [{"apart_at_any_price": True}, {"apart_for": 0, "apart_at_any_price": True}]
    usual, *others = said = [setup_words.seating_sentences(formats.rules("fadoq-15", **way)) for way in ways]
    assert len(set(said)) == len(ways) and all(one.startswith(usual) for one in others)
    by_clubs = setup_words.seating_sentences(formats.rules("fadoq-15", apart_for=3, keep_clubs_apart=True))
    assert by_clubs.startswith(said[2]) and "1" not in by_clubs.removeprefix(said[2])


@pytest.mark.parametrize("movement", ["round_robin", "repeated_round_robin"])
def test_nobody_is_kept_apart_at_any_price_where_all_meet(movement):
    assert not asked(movement=movement, apart_for="3").errors
    form = asked(movement=movement, apart_at_any_price="on")
    assert [fault.code for fault in form.errors["apart_at_any_price"].as_data()] == ["apart_where_all_meet"]
    form = asked(format="gin-round-robin", forfeit_present="220", apart_at_any_price="on")
    assert "apart_at_any_price" in form.errors
