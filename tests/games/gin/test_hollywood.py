"""A Hollywood tournament: every game is a sheet of three, and the standings are recomputed independently."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from scoring.gin import book as gin
from tests import factories
from tests.games.gin.hollywood_on_paper import PLAIN_VALUES, of_hollywood
from tests.games.gin.test_lines import write
from tests.samples import on_databases
from tournaments import rounds, standings
from tournaments.finals import medals
from tournaments.models import Stage
from tournaments.publishing import publications
from tournaments.rounds import scores, stages
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db

OKLAHOMA_VALUES = PLAIN_VALUES | {"target": 150, "undercut": 20, "gin": 25, "box": 25}


@pytest.fixture
def simulated(simulated):
    """Return `simulated` for a tournament of gin."""
    return partial(simulated, format="gin-round-robin")


@on_databases(
    "choices,numbers,still_open",
    [
        ({"hollywood": "closed", "players": 8, "seed": 3}, PLAIN_VALUES, False),
        ({"hollywood": "open", "players": 7, "seed": 4, "odd": "bye"}, PLAIN_VALUES, True),
        ({"hollywood": "closed", "players": 6, "seed": 5, "bonuses": "oklahoma"}, OKLAHOMA_VALUES, False),
        ({"hollywood": "letter", "players": 6, "seed": 6}, PLAIN_VALUES, True),
    ],
    postgresql=1,
)
def test_simulated_standings_match_an_independent_count(simulated, choices, numbers, still_open):
    export = simulated(**choices)
    rules = export["stages"][0]["rules"]
    letter = choices["hollywood"] == "letter"
    assert (rules["hollywood"], rules["hollywood_letter"]) == (True, letter)
    assert rules["hollywood_open"] == (still_open and not letter)
    won, value = Counter(), Counter()
    for round_ in export["stages"][0]["rounds"]:
        for table in round_["tables"]:
            if len(table["sides"]) == 1:
                continue
            (game,) = table["results"]
            totals, winner = of_hollywood(game["hands"], numbers, still_open)
            assert (game["points"], game["winner"]) == (totals, winner)
            won[table["sides"][winner]] += 1
            for side, number in enumerate(table["sides"]):
                value[number] += totals[side] - totals[1 - side]
    keys = {row["entry"]: (won[row["entry"]], value[row["entry"]]) for row in export["standings"]}
    assert len(keys) == choices["players"]
    for row in export["standings"]:
        assert (row["games_won"], row["value"]) == keys[row["entry"]]
        better = sum(other > keys[row["entry"]] for other in keys.values())
        level = sum(other == keys[row["entry"]] for other in keys.values())
        assert better + 1 <= row["rank"] <= better + level


@pytest.mark.both_databases
def test_totals_and_hands_can_be_mixed_and_rebuilt():
    tournament = factories.gin(4, hollywood=True)
    round_ = factories.open_round(tournament)
    hands = [{"how": "knock", "winner": 1, "difference": 55}] * 4
    totals, _winner = of_hollywood(hands)
    write(factories.meeting_at(round_, 1), {"v": 1, "hands": hands}, "one")
    factories.totals(factories.meeting_at(round_, 2), 900, 300)
    rounds.close_round(round_, by=None)
    rows = standings.standings(tournament).rows
    assert [(row.won, row.value) for row in rows] == [
        (1, totals[1]),
        (1, 600),
        (0, -600),
        (0, -totals[1]),
    ]
    assert scores.rebuild(tournament, check=True) == []


def test_medal_match_plays_single_games():
    tournament = factories.gin(4, rounds=1, hollywood=True, hollywood_open=True)
    round_ = factories.open_round(tournament)
    for table in (1, 2):
        factories.totals(factories.meeting_at(round_, table), 700, 300)
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=3, by=None)
    (rules,) = [stage.rules for stage in tournament.stages.filter(kind=Stage.Kind.TIE_BREAK)][:1]
    assert (rules["hollywood"], rules["hollywood_open"], rules["games"]) == (False, False, 3)
    assert stages.qualifying(tournament).rules["hollywood"]
    gin.check(gin.totals(310, 85), rules)
    simulated_tournament.play_medals(tournament, chance=Random(2), by=None)
    assert [row.rank for row in standings.standings(tournament).rows] == [1, 2, 3, 4]


@pytest.mark.both_databases
def test_published_standings_equal_computed_standings():
    tournament = factories.simulated(
        6, "gin-round-robin", seed=4, hollywood=True, ace="corner", boxes_doubled=True
    )
    played = simulated_tournament.play(tournament, seed=4, by=None)
    assert (played.faults, played.rematches) == ([], 0)
    official = publications.official_publication(tournament)
    assert (
        publications.published_standings(official).rows
        == standings.standings(tournament, upto=official.version).rows
    )
    assert sum(row.value for row in publications.published_standings(official).rows) == 0
    assert sum(row.won for row in publications.published_standings(official).rows) == 15
