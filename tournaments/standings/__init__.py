"""Standings, computed from the lines: by one query on the cache, or by a replay up to a version."""

from tournaments.standings.cards import (
    CardRow,
    card,
    card_total_field,
    card_with_names,
    cards,
    cards_show_points_left,
)
from tournaments.standings.club_teams import ClubStandings, ClubTeam
from tournaments.standings.medal_prospects import MedalChance, MedalChances, medal_chance_of, medal_chances
from tournaments.standings.rank_history import RankHistory, rank_history
from tournaments.standings.ranking import SIGNED, Row, Standings, standings
from tournaments.standings.round_in_progress import RoundInProgress, round_being_played
from tournaments.standings.subset import standings_subset, subset_rows
from tournaments.standings.team_matches import TeamScore, team_scores
