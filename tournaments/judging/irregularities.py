"""What a judge can name as the reason of a penalty: the rulings of a game by their keys (rules.md §5.1)."""

from scoring.gin.rules import STANDARD
from tournaments.judging import rulings
from tournaments.judging.rulings import Group
from tournaments.judging.rulings_gin import gin

FINES = {"opponent-few": 10}
"""The points that a ruling of its own takes off (rules.md §5.1)."""


def irregularities(game: str) -> tuple[Group, ...]:
    """The rulings of a game, group by group; what is only announced or explained is no reason."""
    if game == "gin":
        return tuple(group for group in gin(STANDARD) if group.key != "course")
    return tuple(group for group in rulings.cribbage() if group.key != "options")


def title_of(game: str, key: str) -> str:
    """The title of a ruling, or its key where a later version knows it no longer."""
    titles = {ruling.key: ruling.title for group in irregularities(game) for ruling in group.rulings}
    return titles.get(key, key)
