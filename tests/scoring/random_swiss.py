"""Random Swiss tournaments with byes, absences and forfeits, for our criteria and for gacrux.

gacrux (PyPI, MIT) is an independent implementation of FIDE's tie-breaks; its draws count nothing here, as
cards have none, so that what FIDE counts as a draw for a player who left is 0 wins.
"""

import random
from decimal import Decimal
from typing import Any, NamedTuple

from gacrux.tiebreak import tiebreak

from scoring.criteria import GameRecord, RankingInput, Unplayed
from scoring.side import SideValue


class Game(NamedTuple):
    """A game of a round: its winner, its loser, whether it was played."""

    round: int
    winner: int
    loser: int
    played: bool


class SwissTournament(NamedTuple):
    """A tournament; a person who is in no game of a round sat it out or was away."""

    people: int
    rounds: int
    games: list[Game]

    @property
    def numbers(self) -> range:
        return range(1, self.people + 1)


def random_tournament(seed: int) -> SwissTournament:
    """Pair neighbours in wins, with a little chance; one in twenty is away, one game in twelve a forfeit."""
    chance = random.Random(seed)
    people, rounds = chance.randint(5, 26), chance.randint(3, 9)
    won = dict.fromkeys(range(1, people + 1), 0)
    games = []
    for round_ in range(1, rounds + 1):
        here = [number for number in won if chance.random() > 0.05]
        here.sort(key=lambda number: (-won[number], chance.random()))
        for winner, loser in zip(here[::2], here[1::2], strict=False):
            if chance.random() < 0.5:
                winner, loser = loser, winner
            games.append(Game(round_, winner, loser, chance.random() > 1 / 12))
            won[winner] += 1
    return SwissTournament(people, rounds, games)


def as_ours(tournament: SwissTournament, byes_as: str, forfeits_as: str) -> RankingInput:
    """Return the tournament as the criteria of `scoring.criteria` read it."""
    written = []
    for at, game in enumerate(tournament.games):
        how = "played" if game.played else "forfeit"
        for side, number in enumerate((game.winner, game.loser)):
            written.append(
                GameRecord(at, 1, side, number, SideValue(played=game.played, won=not side, how=how))
            )
    seated = [number for game in tournament.games for number in (game.winner, game.loser)]
    return RankingInput(
        numbers=tournament.numbers,
        columns={
            "won": {
                number: sum(game.winner == number for game in tournament.games)
                for number in tournament.numbers
            }
        },
        written=written,
        unplayed={
            number: Unplayed(byes=tournament.rounds - seated.count(number)) for number in tournament.numbers
        },
        byes_as=byes_as,
        forfeits_as=forfeits_as,
    )


def as_gacrux_ranks(
    tournament: SwissTournament, criteria: list[str], *, byes_count: bool
) -> dict[int, dict[str, Any]]:
    """Return the results of gacrux: by number its `rank` and `tiebreakScore`.

    With `byes_count`, by the rules of 2024 an unplayed round is an opponent with the player's own score;
    else, as where the pairings are known beforehand, it counts nothing.
    """
    points = {"W": 1, "D": 0, "L": 0, "Z": 0, "P": 0, "A": 0, "U": 0, "F": 0, "H": 0}
    export: dict[str, Any] = {
        "tournamentType": "swiss",
        "tournamentInfo": {"startDate": "2025-01-01"},
        "teamTournament": False,
        "numRounds": tournament.rounds,
        "currentRound": tournament.rounds,
        "scoreSystem": {"game": {letter: Decimal(worth) for letter, worth in points.items()}},
        "competitors": [{"cid": number, "random": number} for number in tournament.numbers],
        "gameList": [
            {
                "id": at,
                "round": game.round,
                "white": {"cid": game.winner, "result": "W"},
                "black": {"cid": game.loser, "result": "L"},
                "played": game.played,
            }
            for at, game in enumerate(tournament.games, start=1)
        ],
    }
    asked = {
        "tiebreak": criteria,
        "check": False,
        "pre_determined": not byes_count,
        "swiss": byes_count,
        "unrated": None,
    }
    answer = tiebreak(export, tournament.rounds, asked).compute_tiebreaks(export, asked)
    return {one["cid"]: one for one in answer["competitors"]}
