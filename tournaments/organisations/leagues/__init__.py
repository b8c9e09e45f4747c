"""Leagues: seasons with fixtures, all drawn at once (rules.md §12).

Every evening is a tournament, and the table is computed from their score books. A postponed game is played as
one of a later evening, at tables beside its own games, so that there is one score book for each evening and
no result is typed twice.
"""

from tournaments.organisations.leagues.creation import MAX_PER_EVENING, Side, change_dates, make, sides_of
from tournaments.organisations.leagues.decisions import (
    award,
    end,
    leave,
    move,
    opponents_to_award,
    postpone,
    take_back,
)
from tournaments.organisations.leagues.evenings import (
    assign_tournament,
    can_play_fixtures,
    evening_of,
    size_of,
)
from tournaments.organisations.leagues.state import league_state
