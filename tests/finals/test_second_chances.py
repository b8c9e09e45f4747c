"""Playoffs with a second chance: double elimination, and a consolation at tables of its own."""

import random

import pytest
from django.utils.translation import gettext

from scoring import DomainError
from tests.finals.test_playoffs import begun, by_code, day_of, desk, numbers, play
from tournaments.finals import playoffs, playoffs_validation
from tournaments.models import Stage
from tournaments.pairing.brackets import CONSOLATION, LOWER, MAIN
from tournaments.publishing import bracket_rows, card_audit, export
from tournaments.publishing.paper_types import Paper
from tournaments.publishing.papers import PAPER_TYPES
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_day
from tournaments.transfer.copies import rules_schema

pytestmark = pytest.mark.django_db


def to_the_end(day, seed=4):
    found = simulated_day.play_playoffs(day, chance=random.Random(seed), by=None)
    assert found == []


def parts(day):
    """The tables of the open meetings, by part of the bracket."""
    shown = bracket_rows.bracket_rows_of(day)
    tables = {part: [] for part in (MAIN, LOWER, CONSOLATION)}
    for match in shown.matches:
        if match.state == bracket_rows.PLAYING:
            tables[match.part].append(match.table)
    return tables


def nobody_twice(day):
    at = [number for meeting in playoffs.open_meetings(day) for number in numbers(meeting)]
    assert len(set(at)) == len(at)


def test_a_double_elimination_to_the_medals():
    day = begun(count=6, double=True)
    to_the_end(day)
    assert playoffs_validation.proof_read(day) == []
    ranks = [row.rank for row in standings(day).rows][:6]
    assert ranks == [1, 2, 3, 4, 5, 5] or ranks[:5] == [1, 2, 3, 4, 5]
    codes = {row.decision.code for row in standings(day).rows if row.decision}
    assert codes == {"playoffs_won", "playoffs_final", "playoffs_twice"}
    assert [one.code for one in card_audit.official_obstacles(day, [])] == []
    assert playoffs.stage_of(day).state == Stage.State.FINISHED


def test_the_reset_is_seated_and_taken_back_with_a_correction():
    day = begun(count=3, double=True, games=1)
    while "F" not in by_code(day):
        (code,) = [m.code for m in playoffs.open_meetings(day)]
        play(day, code, games=1)
    first, other = numbers(by_code(day)["F"])
    play(day, "F", at=1, games=1)
    assert set(numbers(by_code(day)["R"])) == {first, other}
    desk(by_code(day)["F"], 1, first)
    assert "R" not in by_code(day)
    assert [row.number for row in standings(day).rows][:2] == [first, other]
    desk(by_code(day)["F"], 1, other)
    winner, loser = play(day, "R", at=0, games=1)
    assert [row.number for row in standings(day).rows][:2] == [winner, loser]
    with pytest.raises(DomainError) as refused:
        desk(by_code(day)["F"], 1, first)
    assert refused.value.code == "would_overturn"


@pytest.mark.parametrize(("count", "code"), [(2, "playoffs_so_many"), (3, None)])
def test_a_double_elimination_is_for_three_to_sixty_four(count, code):
    day = day_of(count=count, double=True)
    refusal = playoffs.start_obstacle(day, playoffs.field(day))
    assert (refusal.code if refusal else None) == code


def test_the_losers_of_round_1_play_beside_at_tables_of_their_own():
    day = begun(players=16, who="everybody", consolation="losers", games=1)
    for code in ("1.1", "1.2", "1.3", "1.4"):
        play(day, code, games=1)
        nobody_twice(day)
    tables = parts(day)
    assert len(tables[CONSOLATION]) == 2, "it begins while round 1 is still played"
    assert not set(tables[CONSOLATION]) & set(tables[MAIN])
    to_the_end(day)
    shown = bracket_rows.bracket_rows_of(day)
    assert shown.over
    assert shown.consolation_winner
    won = next(match for match in shown.matches if match.id == "CF")
    ranks = {row.number: row.rank for row in standings(day).rows}
    assert all(ranks[side.number] == 9 for side in won.sides), "it moves nobody"


def test_everybody_else_plays_beside_the_playoffs():
    day = begun(players=16, count=4, consolation="rest", games=1)
    stage = playoffs.stage_of(day)
    assert stage.stage_entries.count() == 16
    inside = {number for code in ("1.1", "1.2") for number in numbers(by_code(day)[code])}
    others = [meeting for meeting in playoffs.open_meetings(day) if meeting.code.startswith("C")]
    assert len(others) == 4
    assert not inside & {number for meeting in others for number in numbers(meeting)}
    ranks = {row.number: row.rank for row in standings(day).rows}
    assert max(ranks[number] for number in inside) <= 8
    to_the_end(day)
    places = {row.number: row.rank for row in standings(day).rows}
    assert {places[number] for number in inside} <= {1, 2, 3}
    assert all(places[number] > 4 for number in set(places) - inside)


def test_a_main_bracket_that_is_decided_does_not_wait_for_the_consolation():
    day = begun(players=8, count=2, consolation="rest", games=1)
    play(day, "F", games=1)
    assert standings(day).rows[0].decision.code == "playoffs_won"
    assert [one.code for one in card_audit.official_obstacles(day, [])] == ["playoffs_open"]


@pytest.mark.parametrize(
    "asked",
    [
        {"count": 5, "double": True},
        {"count": 4, "consolation": "rest"},
        {"count": 6, "consolation": "losers"},
    ],
)
def test_exported_copied_printed_and_read_again(asked):
    day = begun(players=12, **asked)
    play(day, next(iter(by_code(day))))
    told = export.export_tournament(day, [])
    tables = [table for stage in told["stages"] for round_ in stage["rounds"] for table in round_["tables"]]
    fed = [table for table in tables if "id" in table]
    assert fed
    assert all(len(side) == 1 for table in fed for side in table["from"])
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    before, after = (bracket_rows.bracket_rows_of(one) for one in (day, again))
    assert [(m.id, m.state) for m in before.matches] == [(m.id, m.state) for m in after.matches]
    content = PAPER_TYPES["bracket"].draw(Paper(again, {"base": ""}, lambda done: None))
    assert content[:5] == b"%PDF-"


def test_a_copy_with_an_impossible_bracket_is_refused():
    day = begun(count=4)
    rules = playoffs.stage_of(day).rules
    assert rules_schema.rules(rules)
    order = rules["bracket"]["order"]
    for wrong in ({"rest": [1, 1]}, {"double": 1}, {"consolation": "all"}, {"rest": order, "more": 1}):
        assert not rules_schema.rules({**rules, "bracket": {**rules["bracket"], **wrong}})
    two = {"order": [1, 2], "third_place": False}
    assert rules_schema.rules({**rules, "bracket": two})
    assert not rules_schema.rules({**rules, "bracket": {**two, "double": True}})


@pytest.mark.parametrize("players", [6, 13, 16])
def test_the_last_rounds_of_a_consolation_have_names_of_their_own(players):
    shown = bracket_rows.bracket_rows_of(
        begun(players=players, who="everybody", consolation="losers", games=1)
    )
    titles = [match.title for match in shown.matches]
    assert len(set(titles)) == len(titles)
    with_number = {gettext("Match %(number)s") % {"number": at} for at in range(1, len(titles) + 1)}
    last = shown.bracket.turns_of(CONSOLATION)
    late = [match.title for match in shown.matches if match.part == CONSOLATION and match.turn > last - 3]
    assert with_number.isdisjoint(late)
