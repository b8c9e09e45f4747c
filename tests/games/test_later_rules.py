"""Rules that were added later: announced, and left out of what is stored while they have their default."""

import pytest

from scoring.games import GAMES as BOOKS
from tournaments import formats
from tournaments.games import GAMES
from tournaments.games.cribbage import larger_tables
from tournaments.publishing import tournament_words

SETTINGS = [
    ("fadoq-15", {"pack_cut": True}),
    ("gin-round-robin", {"seen_card": "never"}),
    ("gin-round-robin", {"look_through": True}),
    ("gin-round-robin", {"face_up": "misdeal"}),
]


@pytest.mark.parametrize(("key", "chosen"), SETTINGS)
def test_a_choice_is_stored_and_announced_and_its_default_is_not_stored(key, chosen):
    plain, other = formats.rules(key), formats.rules(key, **chosen)
    defaults = BOOKS[plain["game"]].LATER
    assert not set(plain) & set(defaults)
    assert other == plain | chosen
    assert formats.rules(key, **{name: defaults[name] for name in chosen}) == plain
    told = dict(tournament_words.rules_of_the_day(plain))
    changed = dict(tournament_words.rules_of_the_day(other))
    assert told.keys() == changed.keys()
    assert len([heading for heading in told if told[heading] != changed[heading]]) == 1


@pytest.mark.parametrize(("key", "chosen"), SETTINGS)
def test_a_choice_survives_the_form(key, chosen):
    table = GAMES[formats.rules(key)["game"]].rules
    for rules in (formats.rules(key), formats.rules(key, **chosen)):
        shown = table.initial(rules)
        assert {name: shown[name] for name in chosen} == {
            name: rules.get(name, BOOKS[rules["game"]].LATER[name]) for name in chosen
        }


def test_round_the_corner_the_pile_may_always_be_looked_through():
    corner = formats.rules("gin-round-robin", ace="corner")
    assert tournament_words.rules_of_the_day(corner) == tournament_words.rules_of_the_day(
        corner | {"look_through": True}
    )


@pytest.mark.parametrize(
    ("key", "chosen", "tracks"),
    [
        ("fadoq-15", {}, 2),
        ("cribbage-partners", {}, 2),
        ("cribbage-two-threes", {}, 2),
        ("cribbage-three-pairs", {}, 3),
        ("cribbage-two-against-three", {}, 2),
    ],
)
def test_a_board_has_a_track_for_each_side(key, chosen, tracks):
    assert larger_tables.tracks(formats.rules(key, **chosen)) == tracks


def test_the_list_of_materials_tells_where_boards_need_more_than_two_tracks():
    words = GAMES["cribbage"].words
    named = {
        words.table_materials(formats.rules(key, **chosen))
        for key, chosen in (("fadoq-15", {}), ("fadoq-15", {"odd": "three"}), ("cribbage-three-pairs", {}))
    }
    assert len(named) == 3
    assert GAMES["gin"].words.table_materials(formats.rules("gin-three")) == ()
