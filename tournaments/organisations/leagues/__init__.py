"""Leagues: seasons with fixtures, all drawn at once (rules.md §12).

Every evening is a tournament, and the table is computed from their score books. A postponed game is played as
one of a later evening, at tables beside its own games, so that there is one score book for each evening and
no result is typed twice.
"""

from tournaments.organisations.leagues.creation import MAX_PER_EVENING, Side, make, sides_of, with_dates
from tournaments.organisations.leagues.decisions import (
    award,
    awarded_by_leaving,
    end,
    leave,
    move,
    postpone,
    take_back,
)
from tournaments.organisations.leagues.evenings import assign_tournament, evening_of, plays_fixtures, size_of
from tournaments.organisations.leagues.state import league_state
