"""`manage.py simulate`: the export of a whole day, checked by the rules without the program."""

from collections import Counter
from io import StringIO
from itertools import pairwise

import pytest
import time_machine
from django.core.management import CommandError, call_command

from tests import factories
from tests.samples import SWEEP_FACTOR
from tournaments import standings
from tournaments.management.commands import simulate
from tournaments.models import Tournament
from tournaments.rounds import scores
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db


def tournament_rounds(export):
    return export["stages"][0]["rounds"]


def winner(table):
    sides, (figures,) = table["sides"], [game["points"] for game in table["results"]]
    return sides[figures.index(121)] if len(sides) > 1 else None


def seats(round_):
    return {
        number: (table["table"], seat)
        for table in round_["tables"]
        for seat, number in enumerate(table["sides"])
    }


def moved_winners(export):
    """Yield winners who lost table or letter in the round after, with the number of the round."""
    for before, after in pairwise(tournament_rounds(export)):
        was, now = seats(before), seats(after)
        for table in before["tables"]:
            number = winner(table)
            if number is not None and now.get(number, was[number]) != was[number]:
                yield before["round"], number


def check_all_play_once_a_round(export):
    numbers = {entry["entry"] for entry in export["entries"]}
    for round_ in tournament_rounds(export):
        seated = [number for table in round_["tables"] for number in table["sides"]]
        assert sorted(seated) == sorted(numbers)
        assert len({table["table"] for table in round_["tables"]}) == len(round_["tables"])


def check_scores(export):
    for round_ in tournament_rounds(export):
        for table in round_["tables"]:
            (figures,) = (game["points"] for game in table["results"])
            if len(table["sides"]) > 1:
                assert len(figures) == len(table["sides"])
                assert max(figures) == 121 and figures.count(121) == 1 and min(figures) >= 0


def check_standings(export):
    """Check totals, ranks and spreads by computing them from the tables."""
    totals = Counter()
    won, spread = Counter(), Counter()
    for round_ in tournament_rounds(export):
        for table in round_["tables"]:
            (figures,) = (game["points"] for game in table["results"])
            for number, own in zip(table["sides"], figures, strict=True):
                totals[number] += own
                if len(figures) > 1:
                    won[number] += own == 121
                    best = sorted(figures)[-2] if own == 121 else 121  # of the others
                    spread[number] += own - best
    ranked = {entry["entry"] for entry in export["entries"] if not entry.get("house")}
    assert {row["entry"] for row in export["standings"]} == ranked
    for row in export["standings"]:
        number = row["entry"]
        assert (row["points"], row["games_won"], row["spread"]) == (
            totals[number],
            won[number],
            spread[number],
        )
        assert row["values"][0] == ["points", row["points"]]
        better = sum(totals[other] > totals[number] for other in ranked)
        tied = sum(totals[other] == totals[number] for other in ranked)
        assert better + 1 <= row["rank"] <= better + tied
        if better >= 3:
            assert row["rank"] == better + 1, "ties elsewhere stay shared"
    medals = Counter(row["rank"] for row in export["standings"] if row["rank"] <= 3)
    assert all(count == 1 for count in medals.values()), "no medal is shared"


def sit_out_counts(export, house=None):
    """Return how often each entry has met the house player, or sat out."""
    had = Counter()
    for round_ in tournament_rounds(export):
        for table in round_["tables"]:
            if house in table["sides"] or len(table["sides"]) == 1:
                had.update(number for number in table["sides"] if number != house)
    return had


SIZES_AND_SEEDS = [(32, 1), (9, 5), *([(24, 2), (33, 3)] if SWEEP_FACTOR > 1 else [])]
WITH_THREE = [(9, 5, {}), (13, 2, {"match_points": "acc"}), *([(33, 3, {})] if SWEEP_FACTOR > 1 else [])]


@pytest.mark.parametrize(("players", "seed"), SIZES_AND_SEEDS)
def test_simulated_tournament_follows_its_rules(simulated, players, seed):
    export = simulated(players=players, seed=seed)
    assert export["tournament"]["format"] == "fadoq-15"
    assert len(tournament_rounds(export)) == 15
    check_all_play_once_a_round(export)
    check_scores(export)
    check_standings(export)
    house = [entry["entry"] for entry in export["entries"] if entry.get("house")]
    assert len(house) == players % 2
    if not house:
        assert list(moved_winners(export)) == []
    else:
        had = sit_out_counts(export, house[0])
        ranked = [entry["entry"] for entry in export["entries"] if not entry.get("house")]
        assert max(had[number] for number in ranked) - min(had[number] for number in ranked) <= 1


def test_byes_are_shared_evenly_and_give_no_win(simulated):
    export = simulated(players=9, seed=4, odd="bye")
    check_all_play_once_a_round(export)
    had = sit_out_counts(export)
    assert max(had.values()) - min(had[entry["entry"]] for entry in export["entries"]) <= 1
    lone = [
        table
        for round_ in tournament_rounds(export)
        for table in round_["tables"]
        if len(table["sides"]) == 1
    ]
    assert len(lone) == 15 and all(table["results"] == [{"points": [0]}] for table in lone)


def tables_of_three(export):
    """Return the tables of three, round by round."""
    return [
        table
        for round_ in tournament_rounds(export)
        for table in round_["tables"]
        if len(table["sides"]) == 3
    ]


@pytest.mark.parametrize(("players", "seed", "chosen"), WITH_THREE)
def test_odd_field_has_one_table_of_three_each_round(simulated, players, seed, chosen):
    export = simulated(players=players, seed=seed, odd="three", **chosen)
    assert not [entry for entry in export["entries"] if entry.get("house")]
    check_all_play_once_a_round(export)
    check_scores(export)
    if not chosen:
        check_standings(export)
    assert [len(round_["tables"]) for round_ in tournament_rounds(export)] == [players // 2] * 15
    assert len(tables_of_three(export)) == 15
    had = Counter(number for table in tables_of_three(export) for number in table["sides"])
    assert max(had.values()) - min(had[entry["entry"]] for entry in export["entries"]) <= 1, "in turn"
    for entry in export["entries"]:
        assert sum(entry["entry"] in seats(round_) for round_ in tournament_rounds(export)) == 15, (
            "no player sits out"
        )


def test_match_points_of_a_table_of_three(simulated):
    """A skunk is given where both losers are under the line, by the rule that is shipped."""
    export = simulated(players=9, seed=1, rounds=6, odd="three", match_points="acc")
    points = Counter()
    for round_ in tournament_rounds(export):
        for table in round_["tables"]:
            best_loser = sorted(table["results"][0]["points"])[-2]
            points[winner(table)] += 3 if best_loser < 91 else 2
    for row in export["standings"]:
        assert row["match_points"] == row["values"][0][1] == points[row["entry"]]


def test_unsupported_odd_option_is_refused(simulated):
    with pytest.raises(CommandError, match=r"--odd three.*gin-round-robin"):
        simulated(players=9, odd="three", format="gin-round-robin")


def test_fixed_seats_are_never_left(simulated):
    export = simulated(players=16, seed=6, fixed=3, rounds=8)
    fixed = {entry["entry"] for entry in export["entries"] if entry.get("fixed_seat")}
    assert len(fixed) == 3
    places = {number: {seats(round_)[number] for round_ in tournament_rounds(export)} for number in fixed}
    assert all(len(places_of) == 1 for places_of in places.values())
    was_at = [
        {table["table"]: table["sides"] for table in round_["tables"]} for round_ in tournament_rounds(export)
    ]
    for number, moved in moved_winners(export):
        table = seats(tournament_rounds(export)[number - 1])[moved][0]
        assert fixed & set(was_at[number - 1][table]), "a winner moves only from a table with a fixed seat"


def test_ranked_by_match_points(simulated):
    export = simulated(players=12, seed=1, match_points="acc", rounds=5)
    points = Counter()
    for round_ in tournament_rounds(export):
        for table in round_["tables"]:
            loser = min(table["results"][0]["points"])
            points[winner(table)] += 3 if loser < 91 else 2
    for row in export["standings"]:
        assert row["match_points"] == row["values"][0][1] == points[row["entry"]]


@time_machine.travel("2026-11-21 15:00-05:00")  # its date is the day on which it is rehearsed
def test_same_seed_gives_same_tournament(simulated):
    one, again, other = (simulated(players=8, seed=seed, rounds=4) for seed in (9, 9, 10))
    assert one == again
    assert tournament_rounds(one) != tournament_rounds(other)


def test_medal_matches_are_exported_as_a_stage(simulated):
    for seed in range(1, 40):
        export = simulated(players=8, seed=seed, match_points="acc")
        if len(export["stages"]) > 1:
            break
    tables = [table for round_ in export["stages"][1]["rounds"] for table in round_["tables"]]
    assert tables and all(2 <= len(table["results"]) <= 3 for table in tables)


def test_example_is_after_round_nine_and_created_once():
    lise = factories.director()
    made = simulated_tournament.make_example(lise)
    assert simulated_tournament.make_example(lise) == made
    assert standings.standings(made).through_round == 9
    names = set(made.entries.values_list("name", flat=True))
    assert len(names) == 32
    assert any("'" in name for name in names) and any("é" in name for name in names)
    assert scores.rebuild(made, check=True) == []
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def is_present_in(entry, number):
    return any(first <= number and (last is None or number <= last) for first, last in entry["presence"])


@pytest.mark.parametrize("movement", ["winners_stay", "swiss"])
def test_exported_presence_matches_the_seating(simulated, movement):
    export = simulated(players=10, seed=4, late=2, leave=2, rounds=6, movement=movement)
    (stage,) = export["stages"]
    assert (stage["order"], stage["pairing_system"], stage["criteria"]) == (1, movement, ["points"])
    assert (stage["match"], stage["apart"]) == ({"kind": "fixed", "games": 1}, [])
    people = [entry for entry in export["entries"] if entry["kind"] == "player"]
    assert all(entry["members"] == [entry["name"]] for entry in people)
    for round_ in tournament_rounds(export):
        seated = {number for table in round_["tables"] for number in table["sides"]}
        wanted = {entry["entry"] for entry in people if is_present_in(entry, round_["round"])}
        assert wanted == seated & {entry["entry"] for entry in people}
    assert sum(entry["presence"][0][0] > 1 for entry in people) == 2
    assert sum(entry["presence"][-1][1] is not None for entry in people) == 2
    for row in export["standings"]:
        assert [code for code, _has in row["values"]] == stage["criteria"]


def test_more_rounds_than_the_format_can_be_played(simulated):
    assert len(tournament_rounds(simulated(players=4, rounds=12, format="cribbage-draw", seed=2))) == 12


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"late": 5, "leave": 4}, "--late"),
        ({"late": -1}, r"--late\b.*-1"),
        ({"leave": -1}, r"--leave\b.*-1"),
        ({"rounds": 23, "format": "acc-swiss"}, "--rounds"),
        ({"rounds": -1}, "--rounds"),
        ({"players": 1}, "--players"),
        ({"players": 2001}, "--players"),
        ({"seed": 2**70}, "--seed"),
        ({"seed": -1}, "--seed"),
        ({"members": 9}, "--members"),
        ({"fixed": 6}, "--fixed"),
        ({"club_best": 0}, "--club-best"),
        ({"playoffs": "1"}, "--playoffs"),
        ({"playoffs": "many"}, "--playoffs"),
        ({"double": True}, "--playoffs"),
        ({"boards": 3}, "--boards"),
        ({"better": "lower"}, "--better"),
        ({"cards": "two", "format": "gin-swiss"}, "--cards"),
        ({"movement": "captains"}, "--movement captains.*fadoq-15"),
        ({"movement": "fixtures"}, "--movement fixtures"),
        ({"movement": "from_file"}, "--movement from_file"),
        ({"movement": "swiss", "format": "gin-three"}, "--movement swiss"),
    ],
)
def test_impossible_simulation_options_are_refused(simulated, asked, named):
    with pytest.raises(CommandError, match=named):
        simulated(**{"players": 10} | asked)


@pytest.mark.parametrize("where", ["no folder/day.json", "."])
def test_unwritable_export_path_is_refused_first(tmp_path, where):
    with pytest.raises(CommandError, match=str(tmp_path)):
        call_command("simulate", players=8, rounds=1, export=tmp_path / where)
    assert not Tournament.objects.exists()
    assert not list(tmp_path.iterdir())


def test_refused_simulation_leaves_no_file(tmp_path):
    with pytest.raises(CommandError):
        call_command("simulate", players=2, rounds=1, partners="lot", export=tmp_path / "day.json")
    assert not list(tmp_path.iterdir())


def test_zero_rounds_are_allowed(simulated):
    assert tournament_rounds(simulated(players=8, rounds=0)) == []


@pytest.mark.parametrize(
    ("format_key", "players", "late", "leave", "chosen"),
    [
        ("points-partners", 9, 2, 1, {}),
        ("gin-round-robin", 11, 0, 3, {"odd": "house", "seed": 77}),
        ("gin-round-robin", 5, 0, 1, {"movement": "repeated_round_robin", "rounds": 15}),
        ("acc-swiss", 9, 1, 1, {"movement": "swiss_accelerated"}),
    ],
)
def test_simulation_finishes_with_arrivals_and_departures(
    simulated, format_key, players, late, leave, chosen
):
    """Fewer players can need more tables, and those who are left can all have met."""
    export = simulated(**{"format": format_key, "players": players, "late": late, "leave": leave} | chosen)
    assert len(export["standings"]) == players
    for round_ in tournament_rounds(export):
        seated = [number for table in round_["tables"] for side in table["sides"] for number in as_list(side)]
        ranked = {row["entry"] for row in export["standings"]}
        assert ranked & set(seated) == {
            entry["entry"]
            for entry in export["entries"]
            if not entry.get("house") and present(entry, round_["round"])
        }


def as_list(side):
    return side if isinstance(side, list) else [side]


def present(entry, number):
    return any(first <= number and (last is None or number <= last) for first, last in entry["presence"])


@pytest.mark.parametrize(("language", "mean"), [("fr", "1,67"), ("en", "1.67")])
def test_mean_walk_is_formatted_for_the_language(monkeypatch, language, mean):
    monkeypatch.setenv("CHEVILLE_LANG", language)
    output = StringIO()
    simulate.Command(stdout=output).report(
        simulated_tournament.SimulatedTournament(Tournament(), walks=[1, 2, 2, 0]), "8"
    )
    assert mean in output.getvalue()
