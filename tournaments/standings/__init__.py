"""4  Standings, worked out from the lines: by one query on the cache, or by a replay up to a version."""

from tournaments.standings.cards import CardRow, card, cards
from tournaments.standings.playing import Playing, playing
from tournaments.standings.ranked import Row, Standings, standings

__all__ = ["CardRow", "Playing", "Row", "Standings", "card", "cards", "playing", "standings"]
