"""A gin tournament, from the first draw to the official standings, uses the same lines as any game."""

import random
from collections import Counter
from functools import partial

import pytest
import time_machine
from django.core.management import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.games.gin.on_paper import of_hands
from tests.games.gin.test_lines import write
from tests.samples import on_databases
from tournaments import registration, rounds, standings
from tournaments.finals import medals, playoffs
from tournaments.models import Round
from tournaments.publishing import publications
from tournaments.rounds import NoSeating, scores, stages
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db

WON_60 = {"how": "knock", "winner": 0, "difference": 60}
HANDS = [WON_60, {"how": "undercut", "winner": 1, "difference": 4}, {"knocker": 0, "deadwood": [0, 33]}]


@pytest.fixture
def simulated(simulated):
    """Return `simulated` for a tournament of gin."""
    return partial(simulated, format="gin-round-robin")


# The export, recomputed from the rules and without the program


def tables_of(export):
    return [table for round_ in export["stages"][0]["rounds"] for table in round_["tables"]]


def check_round_robin(export, numbers, *, pairs=None):
    met = Counter(frozenset(table["sides"]) for table in tables_of(export) if len(table["sides"]) == 2)
    assert set(met.values()) == {1}
    assert len(met) == (pairs if pairs is not None else len(numbers) * (len(numbers) - 1) // 2)
    for round_ in export["stages"][0]["rounds"]:
        assert sorted(number for table in round_["tables"] for number in table["sides"]) == sorted(numbers)
        assert len({table["table"] for table in round_["tables"]}) == len(round_["tables"])


def check_standings(export):
    """Check wins and values against the hands, and ranks against wins and values."""
    won, value = Counter(), Counter()
    for table in tables_of(export):
        if len(table["sides"]) == 1:
            continue
        (game,) = table["results"]
        totals, winner = of_hands(game["hands"])
        assert (game["points"], game["winner"]) == (totals, winner)
        assert game["value"] == [totals[0] - totals[1], totals[1] - totals[0]]
        won[table["sides"][winner]] += 1
        for side, number in enumerate(table["sides"]):
            value[number] += totals[side] - totals[1 - side]
    ranked = [entry["entry"] for entry in export["entries"] if not entry.get("house")]
    keys = {number: (won[number], value[number]) for number in ranked}
    assert {row["entry"] for row in export["standings"]} == set(ranked)
    for row in export["standings"]:
        key = keys[row["entry"]]
        assert (row["games_won"], row["value"], row["values"][0][1]) == (*key, key[0])
        better = sum(other > key for other in keys.values())
        level = sum(other == key for other in keys.values())
        assert better + 1 <= row["rank"] <= better + level
    assert sorted(row["rank"] for row in export["standings"])[:3] == [1, 2, 3]


@on_databases("players,seed", [(10, 7), (6, 1), (13, 2)], postgresql=1)
def test_simulated_tournament_follows_the_rules(simulated, players, seed):
    export = simulated(players=players, seed=seed)
    assert (
        export["tournament"]["format"] == "gin-round-robin" and export["stages"][0]["rules"]["game"] == "gin"
    )
    check_round_robin(export, list(range(1, players + 1)))
    check_standings(export)
    alone = [table for table in tables_of(export) if len(table["sides"]) == 1]
    assert sorted(table["sides"][0] for table in alone) == (
        list(range(1, players + 1)) if players % 2 else []
    )
    assert all(table["results"] == [{"points": [0], "value": [0]}] for table in alone)


def test_house_player_and_fixed_seats_are_respected(simulated):
    export = simulated(players=7, seed=3, odd="house")
    check_round_robin(export, range(1, 9))
    check_standings(export)
    export = simulated(players=8, seed=3, fixed=2)
    check_round_robin(export, range(1, 9), pairs=4 * 6)
    for number in (1, 2):
        assert {table["table"] for table in tables_of(export) if number in table["sides"]} == {number}


@pytest.mark.both_databases
@time_machine.travel("2026-11-21 15:00-05:00")  # a simulated tournament has the date of the present day
def test_equal_seeds_give_equal_tournaments(simulated):
    assert simulated(players=4, seed=5) == simulated(players=4, seed=5)
    assert tables_of(simulated(players=4, seed=5)) != tables_of(simulated(players=4, seed=6))


def test_gin_has_no_match_points(simulated):
    with pytest.raises(CommandError, match="--match-points"):
        simulated(players=4, match_points="acc")


@on_databases(
    "choices", [({"bonuses": "oklahoma"},), ({"ace": "corner"},), ({"boxes_doubled": True},)], postgresql=0
)
def test_variants_can_be_played_and_rebuilt(choices):
    tournament = factories.simulated(6, "gin-round-robin", seed=4, **choices)
    played = simulated_tournament.play(tournament, seed=4, by=None)
    assert (played.faults, played.rematches) == ([], 0)
    assert scores.rebuild(tournament, check=True) == []
    official = publications.official_publication(tournament)
    shown = publications.published_standings(official)
    assert shown.rows == standings.standings(tournament, upto=official.version).rows
    assert (shown.rank_by, shown.criteria, shown.game) == ("won", ("won", "value"), "gin")
    assert sum(row.value for row in shown.rows) == 0 and sum(row.won for row in shown.rows) == 15


# Standings, credits, medals


def finish_round(round_: Round) -> None:
    rounds.close_round(round_, by=None)


def play_round(tournament, number, *, winners=None):
    """Play a round at 300–100; the players of `winners` always win."""
    round_ = factories.open_round(tournament, number)
    for meeting in round_.meetings.filter(void_act=None).select_related("round__stage__tournament"):
        sides = [side[0] for side in scores.sides_of(meeting)]
        if len(sides) == 2:
            first = sides[0] in (winners or ()) or sides[1] not in (winners or ())
            factories.totals(meeting, *((300, 100) if first else (100, 300)))
    finish_round(round_)
    return round_


def test_ranked_by_wins_then_value():
    tournament = factories.gin(6)
    round_ = factories.open_round(tournament)
    figures = [(300, 100), (220, 210), (400, 0)]
    for table, (own, other) in enumerate(figures, 1):
        factories.totals(factories.meeting_at(round_, table), own, other)
    finish_round(round_)
    rows = standings.standings(tournament).rows
    assert [(row.rank, row.won, row.value) for row in rows] == [
        (1, 1, 400),
        (2, 1, 200),
        (3, 1, 10),
        (4, 0, -10),
        (5, 0, -200),
        (6, 0, -400),
    ]
    assert [row.points for row in rows] == [1, 1, 1, 0, 0, 0]
    card = standings.card(tournament.entries.get(number=rows[0].number))
    assert [(row.points, row.value, row.total) for row in card] == [(400, 400, 400)]


def test_bye_and_missed_game_change_the_value():
    tournament = factories.gin(5, odd="bye", bye_credit=30, missed=-15)
    for entry in tournament.entries.all():
        registration.check_in(entry, here=True)
    play_round(tournament, 1)
    byes = [row for row in standings.standings(tournament).rows if row.byes]
    assert [(row.value, row.credited, row.pegged, row.won) for row in byes] == [(30, 30, 0, 0)]
    away = next(row.number for row in standings.standings(tournament).rows if not row.byes)
    before = standings.standings(tournament).by_number[away].value
    registration.withdraw(tournament.entries.get(number=away), from_round=2, by=None)
    play_round(tournament, 2)
    row = standings.standings(tournament).by_number[away]
    assert (row.missed, row.value) == (1, before - 15)
    card = standings.card(tournament.entries.get(number=away))
    assert (card[1].award, card[1].value, card[1].total) == ("missed", -15, before - 15)
    upto = tournament.__class__.objects.get(pk=tournament.pk).version
    assert standings.standings(tournament, upto=upto).rows == standings.standings(tournament).rows


def test_medal_tie_is_decided_by_a_best_of_three():
    tournament = factories.gin(4, rounds=1)
    play_round(tournament, 1)
    ((rank, tied), (second, others)) = medals.ties(tournament)
    assert (rank, len(tied), second, len(others)) == (1, 2, 3, 2)
    medals.create(tournament, seed=3, by=None)
    chance = random.Random(2)
    simulated_tournament.play_medals(tournament, chance=chance, by=None)
    rows = standings.standings(tournament).rows
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert all(row.decision.code == "best_of_three" for row in rows)
    assert {row.value for row in rows} == {200, -200}, "medal matches decide the rank only"
    assert scores.rebuild(tournament, check=True) == []


def test_a_medal_match_can_be_forfeited():
    tournament = factories.gin(4, rounds=1)
    play_round(tournament, 1)
    medals.create(tournament, seed=3, by=None)
    for meeting in list(medals.open_meetings(tournament)):
        playoffs.forfeit(meeting, tournament.entries.get(number=scores.sides_of(meeting)[0][0]), by=None)
    assert {row.decision.code for row in standings.standings(tournament).rows} == {"forfeit"}


# Players who come late, players who leave, and no opponent left


def meeting_counts(tournament):
    seats = {}
    for meeting, number in (
        tournament.stages.get(order=1)
        .rounds.exclude(state="void")
        .filter(meetings__void_act=None)
        .values_list("meetings__pk", "meetings__seats__entry__number")
    ):
        seats.setdefault(meeting, set()).add(number)
    return Counter(frozenset(pair) for pair in seats.values() if len(pair) == 2)


def test_late_and_leaving_players_meet_no_opponent_twice():
    tournament = factories.gin(7, rounds=7, odd="bye", bye_credit=0)
    play_round(tournament, 1)
    play_round(tournament, 2)
    late = registration.add_entry(tournament, "Tard-Venue L'Heureux", club="")
    registration.check_in(late, here=True)
    play_round(tournament, 3)
    registration.withdraw(tournament.entries.get(number=3), from_round=4, by=None)
    for number in range(4, 8):
        play_round(tournament, number)
    times = meeting_counts(tournament)
    assert set(times.values()) == {1}
    assert sum(late.number in pair for pair in times) >= 4
    assert scores.rebuild(tournament, check=True) == []


def test_fewer_rounds_are_offered_when_all_players_have_met():
    tournament = factories.gin(4, rounds=5)
    for number in (1, 2, 3):
        play_round(tournament, number)
    stage = stages.qualifying(tournament)
    with pytest.raises(NoSeating) as none:
        rounds.plan(stage, 4)
    assert none.value.code == "everybody_has_met"
    ((code, numbers),) = none.value.choices
    assert code == "fewer_rounds"
    stages.change_rules(stage, numbers, by=None)
    assert medals.games_left(tournament) == 0


def test_seed_of_the_first_round_applies_to_later_rounds():
    tournament = factories.gin(6)
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=None, seed=99)
    round_ = rounds.open_round(round_, by=None)
    for meeting in round_.meetings.select_related("round__stage__tournament"):
        factories.totals(meeting, 300, 100)
    finish_round(round_)
    assert rounds.plan(stages.qualifying(tournament), 2).seed == 99
    assert (
        rounds.plan(stages.qualifying(tournament), 2, seed=5).tables
        == rounds.plan(stages.qualifying(tournament), 2).tables
    )


# Number of queries


def count_queries(do):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        do()
    return len(captured)


@pytest.mark.both_databases
def test_gin_takes_as_many_queries_as_cribbage():
    gin, cribbage = factories.gin(8), factories.tournament(8, rounds=7)
    results = {gin.pk: {"v": 1, "hands": HANDS}, cribbage.pk: {"v": 1, "pegged": [121, 88]}}
    counts = {}
    for tournament in (gin, cribbage):
        round_ = factories.open_round(tournament)
        meeting = factories.meeting_at(round_, 1)
        counts[tournament.pk] = [
            count_queries(lambda m=meeting, data=results[tournament.pk]: write(m, data, f"n{m.pk}")),
            count_queries(lambda d=tournament: standings.standings(d)),
            count_queries(lambda d=tournament: standings.cards(d)),
            count_queries(lambda r=round_: scores.table_states([r])),
            count_queries(lambda d=tournament: standings.standings(d, upto=10)),
        ]
    assert counts[gin.pk] == counts[cribbage.pk]
