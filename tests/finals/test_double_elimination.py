"""Double elimination, and a consolation bracket at tables of its own."""

import random

import pytest
from django.utils.translation import gettext

from scoring import DomainError
from tests.finals.test_playoffs import begun, by_code, desk, make_tournament, numbers, play
from tournaments.finals import playoffs, playoffs_validation
from tournaments.models import Stage
from tournaments.pairing.brackets import CONSOLATION, LOWER, MAIN
from tournaments.publishing import bracket_rows, card_audit, export
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_tournament
from tournaments.transfer.copies import rules_schema

pytestmark = pytest.mark.django_db


def play_to_the_end(tournament, seed=4):
    found = simulated_tournament.play_playoffs(tournament, chance=random.Random(seed), by=None)
    assert found == []


def parts(tournament):
    """Return the tables of the open meetings, by part of the bracket."""
    shown = bracket_rows.bracket_rows_of(tournament)
    tables = {part: [] for part in (MAIN, LOWER, CONSOLATION)}
    for match in shown.matches:
        if match.state == bracket_rows.PLAYING:
            tables[match.part].append(match.table)
    return tables


def assert_no_player_twice(tournament):
    at = [number for meeting in playoffs.open_meetings(tournament) for number in numbers(meeting)]
    assert len(set(at)) == len(at)


def test_finished_double_elimination_decides_the_medals():
    tournament = begun(count=6, double=True)
    play_to_the_end(tournament)
    assert playoffs_validation.playoff_faults(tournament) == []
    ranks = [row.rank for row in standings(tournament).rows][:6]
    assert ranks == [1, 2, 3, 4, 5, 5] or ranks[:5] == [1, 2, 3, 4, 5]
    codes = {row.decision.code for row in standings(tournament).rows if row.decision}
    assert codes == {"playoffs_won", "playoffs_final", "playoffs_twice"}
    assert [one.code for one in card_audit.official_obstacles(tournament, [])] == []
    assert playoffs.playoff_stage(tournament).state == Stage.State.FINISHED


def test_reset_match_follows_corrections_of_the_final():
    tournament = begun(count=3, double=True, games=1)
    while "F" not in by_code(tournament):
        (code,) = [m.code for m in playoffs.open_meetings(tournament)]
        play(tournament, code, games=1)
    first, other = numbers(by_code(tournament)["F"])
    play(tournament, "F", at=1, games=1)
    assert set(numbers(by_code(tournament)["R"])) == {first, other}
    desk(by_code(tournament)["F"], 1, first)
    assert "R" not in by_code(tournament)
    assert [row.number for row in standings(tournament).rows][:2] == [first, other]
    desk(by_code(tournament)["F"], 1, other)
    winner, loser = play(tournament, "R", at=0, games=1)
    assert [row.number for row in standings(tournament).rows][:2] == [winner, loser]
    with pytest.raises(DomainError) as refused:
        desk(by_code(tournament)["F"], 1, first)
    assert refused.value.code == "would_overturn"


@pytest.mark.parametrize(("count", "code"), [(2, "playoffs_so_many"), (3, None)])
def test_double_elimination_of_two_entries_is_refused(count, code):
    tournament = make_tournament(count=count, double=True)
    refusal = playoffs.start_obstacle(tournament, playoffs.playoff_field(tournament))
    assert (refusal.code if refusal else None) == code


def test_consolation_of_round_1_losers_has_its_own_tables():
    tournament = begun(players=16, who="everybody", consolation="losers", games=1)
    for code in ("1.1", "1.2", "1.3", "1.4"):
        play(tournament, code, games=1)
        assert_no_player_twice(tournament)
    tables = parts(tournament)
    assert len(tables[CONSOLATION]) == 2, "the consolation begins while round 1 is still played"
    assert not set(tables[CONSOLATION]) & set(tables[MAIN])
    play_to_the_end(tournament)
    shown = bracket_rows.bracket_rows_of(tournament)
    assert shown.over
    assert shown.consolation_winner
    won = next(match for match in shown.matches if match.id == "CF")
    ranks = {row.number: row.rank for row in standings(tournament).rows}
    assert all(ranks[side.number] == 9 for side in won.sides), "the consolation final changes no rank"


def test_consolation_includes_all_other_entries():
    tournament = begun(players=16, count=4, consolation="rest", games=1)
    stage = playoffs.playoff_stage(tournament)
    assert stage.stage_entries.count() == 16
    inside = {number for code in ("1.1", "1.2") for number in numbers(by_code(tournament)[code])}
    others = [meeting for meeting in playoffs.open_meetings(tournament) if meeting.code.startswith("C")]
    assert len(others) == 4
    assert not inside & {number for meeting in others for number in numbers(meeting)}
    ranks = {row.number: row.rank for row in standings(tournament).rows}
    assert max(ranks[number] for number in inside) <= 8
    play_to_the_end(tournament)
    places = {row.number: row.rank for row in standings(tournament).rows}
    assert {places[number] for number in inside} <= {1, 2, 3}
    assert all(places[number] > 4 for number in set(places) - inside)


def test_decided_main_bracket_does_not_wait_for_consolation():
    tournament = begun(players=8, count=2, consolation="rest", games=1)
    play(tournament, "F", games=1)
    assert standings(tournament).rows[0].decision.code == "playoffs_won"
    assert [one.code for one in card_audit.official_obstacles(tournament, [])] == ["playoffs_open"]


@pytest.mark.parametrize(
    "asked",
    [
        {"count": 5, "double": True},
        {"count": 4, "consolation": "rest"},
        {"count": 6, "consolation": "losers"},
    ],
)
def test_brackets_survive_export_copy_and_print(asked):
    tournament = begun(players=12, **asked)
    play(tournament, next(iter(by_code(tournament))))
    exported = export.export_tournament(tournament, [])
    tables = [
        table for stage in exported["stages"] for round_ in stage["rounds"] for table in round_["tables"]
    ]
    fed = [table for table in tables if "id" in table]
    assert fed
    assert all(len(side) == 1 for table in fed for side in table["from"])
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    before, after = (bracket_rows.bracket_rows_of(one) for one in (tournament, again))
    assert [(m.id, m.state) for m in before.matches] == [(m.id, m.state) for m in after.matches]
    content = PAPER_TYPES["bracket"].draw(Paper(again, {"base": ""}, lambda done: None))
    assert content[:5] == b"%PDF-"


def test_a_copy_with_an_impossible_bracket_is_refused():
    tournament = begun(count=4)
    rules = playoffs.playoff_stage(tournament).rules
    assert rules_schema.are_valid_rules(rules)
    order = rules["bracket"]["order"]
    for wrong in ({"rest": [1, 1]}, {"double": 1}, {"consolation": "all"}, {"rest": order, "more": 1}):
        assert not rules_schema.are_valid_rules({**rules, "bracket": {**rules["bracket"], **wrong}})
    two = {"order": [1, 2], "third_place": False}
    assert rules_schema.are_valid_rules({**rules, "bracket": two})
    assert not rules_schema.are_valid_rules({**rules, "bracket": {**two, "double": True}})


@pytest.mark.parametrize("players", [6, 13, 16])
def test_last_rounds_of_consolation_have_their_own_titles(players):
    shown = bracket_rows.bracket_rows_of(
        begun(players=players, who="everybody", consolation="losers", games=1)
    )
    titles = [match.title for match in shown.matches]
    assert len(set(titles)) == len(titles)
    with_number = {gettext("Match %(number)s") % {"number": at} for at in range(1, len(titles) + 1)}
    last = shown.bracket.turns_of(CONSOLATION)
    late = [match.title for match in shown.matches if match.part == CONSOLATION and match.turn > last - 3]
    assert with_number.isdisjoint(late)
