"""The rules of the day name every level of a skunk, with and without match points."""

import re

import pytest

from scoring.cribbage import game
from tests import factories
from tests.page_reader import parse
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


OWN = {"name": "own", "points": [1, 2, 4, 9], "lines": [47, 33]}


def numbers_on_rules_page(client, tournament):
    page = parse(client.get(f"/t/{tournament.slug}/rules/"))
    return {int(number) for one in page.all("dd") for number in re.findall(r"\d+", one.words)}


@pytest.mark.parametrize("points", [None, "acc"])
def test_rules_page_names_skunk_and_double_skunk_lines(client, points):
    tournament = factories.tournament(4, match_points=points)
    assert {91, 61} <= numbers_on_rules_page(client, tournament)


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ({"target": 61, "match_points": "acc"}, set()),
        ({"pegging": "timed", "match_points": "acc"}, set()),
        ({"target": 61, "match_points": OWN}, set()),
        ({"target": 61, "match_points": OWN, "lines": [47, 33]}, {47, 33}),
        ({"target": 61, "match_points": "acc", "lines": [47]}, {47}),
        ({"match_points": OWN}, {47, 33}),
    ],
)
def test_rules_page_names_only_skunk_lines_that_count(client, rules, lines):
    tournament = factories.tournament(4, **{"rank_by": "match_points"} | rules)
    assert numbers_on_rules_page(client, tournament) & {91, 47, 33, 31} == lines
    frozen = stages.qualifying(tournament).rules
    (winner, _loser) = game.side_values(game.played([frozen["target"], 10]), frozen)
    assert winner.skunk == len(lines)
