"""The standings that visitors may see now, and the ranks after each game that belong to them."""

from tournaments.models import Publication, Stage, Tournament
from tournaments.publishing import ceremony, publications
from tournaments.rounds import stages
from tournaments.standings import (
    RankHistory,
    RoundInProgress,
    Standings,
    rank_history,
    round_being_played,
    standings,
)
from tournaments.web import display_names, polling


def is_live(tournament: Tournament) -> bool:
    """Return whether the public sees results of a game that is being played."""
    return tournament.standings_shown == Tournament.StandingsShown.LIVE


def public_standings(
    tournament: Tournament, stage: Stage | None = None
) -> tuple[Standings, Publication | None]:
    """Return what the public may see: the official publication, or else settled results.

    Results of a game that is being played are included only if the organiser wants that. If the last games
    are hidden, they are left out until the podium has shown all places.
    """
    stage = stage or (stages.qualifying(tournament) if ceremony.has_hidden_games(tournament) else None)
    last = ceremony.last_public_game(tournament, stage) if stage else None
    names = display_names.names_for(None, tournament)
    if last is not None:
        before = standings(tournament, through_round=last, settled_only=True, closed_only=True)
        return display_names.named_standings(before, names), None
    shown, publication = revealed_standings(tournament, stage)
    return display_names.named_standings(shown, names), publication


def revealed_standings(
    tournament: Tournament, stage: Stage | None = None
) -> tuple[Standings, Publication | None]:
    """Return what the public may see once nothing is secret; those who run the tournament see it before."""
    publication = publications.official_publication(tournament)
    if publication:
        return publications.published_standings(publication, stage), publication
    return standings(tournament, settled_only=True, closed_only=not is_live(tournament)), None


def last_counted_game(tournament: Tournament, shown: Standings, publication: Publication | None) -> int:
    """Return the game that the shown ranks follow; 0 where they are official, live or absent."""
    live_now = is_live(tournament) and not ceremony.has_hidden_games(tournament)
    return 0 if publication or live_now else shown.through_round


def live_round_of(stage: Stage, shown: Standings) -> RoundInProgress | None:
    """Return the round whose results the public sees as they come in."""
    if not shown.playing:
        return None
    return round_being_played(stage, settled_only=True)


def public_rank_histories(
    stage: Stage, shown: Standings, publication: Publication | None, live_round: RoundInProgress | None
) -> dict[int, RankHistory]:
    """Return the ranks of all after each game; official standings have no change since the last one."""
    histories = rank_history(stage, shown, live=live_round is not None)
    if publication is None:
        return histories
    return {number: history._replace(moved=None) for number, history in histories.items()}


def rank_history_of(
    tournament: Tournament, shown: Standings, publication: Publication | None, number: int
) -> RankHistory | None:
    """Return the rank of one person after each game, computed once per version for all with the same view.

    After equally many closed games directors see the game that is being played, others perhaps not.
    """

    def work() -> dict[int, RankHistory]:
        stage = stages.qualifying(tournament)
        return public_rank_histories(stage, shown, publication, live_round_of(stage, shown))

    slot = f"rank_histories{shown.through_round}-{int(shown.playing)}-{int(publication is not None)}"
    return polling.cached(tournament, slot, work).get(number)
