"""Standings, worked out from the lines: by one query on the cache, or by a replay up to a version."""

from tournaments.standings.cards import CardRow, card, cards, renamed
from tournaments.standings.club_teams import ClubStandings, ClubTeam
from tournaments.standings.left import card_total_field, cards_show_points_left
from tournaments.standings.playing import Playing, round_being_played
from tournaments.standings.rank_history import RankHistory, rank_history
from tournaments.standings.ranked import SIGNED, Row, Standings, standings
from tournaments.standings.sight import MedalChance, MedalChances, medal_chances
from tournaments.standings.sight import medal_chance_of as sight_of_one
from tournaments.standings.team_matches import TeamScore, team_scores
from tournaments.standings.within import among
