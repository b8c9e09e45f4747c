"""The explanation of a rank, whatever ranks first: in each game the distance is one of that figure."""

import pytest
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games import GAMES
from tournaments.games.criteria import format_value, value_with_unit
from tournaments.publishing.explain import explain
from tournaments.standings import Row, Standings

NAMES = ("Huguette Côté", "Réal O'Brien")
CASES = [
    ("value", 228, 161, "67"),
    ("buchholz", 9, 8, "1"),
    ("buchholz_cut_1", 9, 6, "3"),
    ("matches_won", 5, 2, "1½"),
    ("games_behind", 0, 3, "1½"),
    ("team_points", 7, 6, "1"),
    ("spread", 104, -20, "124"),
    ("pegged", 1900, 850, "1,050"),
]


def row(place: int, has: int, first: str = "", **given: int) -> Row:
    figures = {"pegged": 0, "match_points": 0, "won": 2, "played": 7, "skunks": 0, "spread": 0, "value": 0}
    figures |= {first: has} if first in figures else {}
    name = NAMES[place - 1]
    return Row(place, place, name, "", points=has, **figures, values=(has, 2), **given)


@pytest.mark.parametrize(
    ("game", "first", "most", "less", "gap"),
    [(game, *case) for game, book in GAMES.items() for case in CASES if case[0] in book.CRITERIA],
)
def test_gap_is_in_first_criterion(game, first, most, less, gap):
    def explanation(of: Row, criteria: tuple[str, ...] = (first, "won")) -> str:
        return explain(of, Standings(1, 7, 7, [above, of], rank_by=first, criteria=criteria, game=game))

    above = row(1, most, first)
    with translation.override("en"):
        behind = explanation(row(2, less, first, above=1, gap=abs(most - less)))
        assert format_value(less, first) in behind and f"{gap} behind Huguette Côté" in behind
        assert "games behind H" not in behind, "only games won are games"
        assert "Huguette Côté" in explanation(row(2, most, first, above=1))


@pytest.mark.parametrize("first", ["won", "pegged", "match_points"])
def test_declared_points_are_part_of_pegged_points_only(first):
    with translation.override("en"):
        one = row(1, 3, byes=1, credited=80)
        sentences = explain(one, Standings(1, 4, 4, [one], rank_by=first, criteria=(first,), game="cribbage"))
        of_these = _("%(points)s of these points were declared for that") % {"points": "80"}
    assert (of_these in sentences) == (first == "pegged")
    assert "80" in sentences


@pytest.mark.parametrize(
    ("halves", "figure", "in_english", "in_french"),
    [(0, "0", 0, 0), (1, "½", 1, 1), (2, "1", 1, 1), (3, "1½", 2, 1), (4, "2", 2, 2), (5, "2½", 2, 2)],
)
def test_halves_have_the_plural_of_their_language(halves, figure, in_english, in_french):
    for language, number in (("en", in_english), ("fr-ca", in_french)):
        with translation.override(language):
            words = ngettext("%(count)s game behind", "%(count)s games behind", number)
            assert value_with_unit(halves, "games_behind") == words % {"count": figure}
