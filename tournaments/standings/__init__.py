"""Standings, worked out from the lines: by one query on the cache, or by a replay up to a version."""

from tournaments.standings.cards import CardRow, card, cards, renamed
from tournaments.standings.club_teams import ClubStandings, ClubTeam
from tournaments.standings.left import adds_up, writes_left
from tournaments.standings.playing import Playing, playing
from tournaments.standings.rank_history import Way, rank_history
from tournaments.standings.ranked import SIGNED, Row, Standings, standings
from tournaments.standings.sight import Hope, MedalsInSight, in_sight
from tournaments.standings.sight import of_one as sight_of_one
from tournaments.standings.team_matches import TeamScore, team_scores
from tournaments.standings.within import within
