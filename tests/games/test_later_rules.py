"""Rules that were added later are announced, and not stored while they have their default."""

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
def test_only_rules_other_than_the_default_are_stored(key, chosen):
    plain, other = formats.rules(key), formats.rules(key, **chosen)
    defaults = BOOKS[plain["game"]].LATER
    assert not set(plain) & set(defaults)
    assert other == plain | chosen
    assert formats.rules(key, **{name: defaults[name] for name in chosen}) == plain
    data = dict(tournament_words.announced_rules(plain))
    changed = dict(tournament_words.announced_rules(other))
    assert data.keys() == changed.keys()
    assert len([heading for heading in data if data[heading] != changed[heading]]) == 1


@pytest.mark.parametrize(("key", "chosen"), SETTINGS)
def test_form_shows_stored_and_default_rules(key, chosen):
    table = GAMES[formats.rules(key)["game"]].rules
    for rules in (formats.rules(key), formats.rules(key, **chosen)):
        shown = table.initial(rules)
        assert {name: shown[name] for name in chosen} == {
            name: rules.get(name, BOOKS[rules["game"]].LATER[name]) for name in chosen
        }


def test_round_the_corner_always_allows_looking_through_the_pile():
    corner = formats.rules("gin-round-robin", ace="corner")
    assert tournament_words.announced_rules(corner) == tournament_words.announced_rules(
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
def test_number_of_board_tracks_per_format(key, chosen, tracks):
    assert larger_tables.tracks(formats.rules(key, **chosen)) == tracks


def test_materials_list_names_boards_with_more_tracks():
    words = GAMES["cribbage"].words
    named = {
        words.table_materials(formats.rules(key, **chosen))
        for key, chosen in (("fadoq-15", {}), ("fadoq-15", {"odd": "three"}), ("cribbage-three-pairs", {}))
    }
    assert len(named) == 3
    assert GAMES["gin"].words.table_materials(formats.rules("gin-three")) == ()
