"""The rules of a tournament of points that a copy may contain (rules.md §9)."""

from scoring.points.game import RANKED_BY
from scoring.points.rules import FURTHEST
from tournaments.common.schema import Shape, between, one_of, words, yes_or_no
from tournaments.games.points.setup import MAX_NAME_LENGTH

RULES: dict[str, Shape] = {
    "game_name": words(MAX_NAME_LENGTH),
    "higher_wins": yes_or_no,
    "least": between(-FURTHEST, FURTHEST),
    "most": between(-FURTHEST, FURTHEST),
    "ties_allowed": yes_or_no,
    "rank_by": one_of(RANKED_BY),
}
LATER: dict[str, Shape] = {}
