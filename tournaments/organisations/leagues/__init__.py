"""Leagues: seasons with fixtures. Who meets whom is drawn once; every evening is a tournament; the table is
what their score books say (rules.md §12).

A postponed game is played as one of a later evening, at tables beside its own games, so that there is one
score book an evening and nobody types anything twice.
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
from tournaments.organisations.leagues.state import LeagueState, league_state
