"""Skunk lines without a table, and the criteria between equal match points."""

import pytest
from django.utils import translation

from tests import factories
from tests.web.setup.posting import posted
from tournaments import formats
from tournaments.publishing import tournament_words
from tournaments.publishing.tournament_words import announced_rules
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


def rules_typed(**typed):
    form = SetupForm(posted(**typed))
    assert form.is_valid(), form.refused()
    return form.rules()


def rank_figures(tournament):
    return {
        row.number: (row.rank, row.points, row.won, row.spread, row.tied)
        for row in standings(tournament).rows
    }


def play_two_rounds(**rules):
    """Play two games at three tables, one of them a skunk (acc: 3 points)."""
    tournament = factories.tournament(6, rank_by="match_points", match_points="acc", **rules)
    for number, tables in enumerate(
        ([(1, 2, 80), (3, 4, 110), (5, 6, 100)], [(1, 4, 115), (2, 3, 100), (6, 5, 99)]), 1
    ):
        round_ = factories.sit(tournament, number, *[(winner, loser) for winner, loser, _points in tables])
        for at, (_winner, _loser, points) in enumerate(tables, 1):
            factories.enter(factories.meeting_at(round_, at), [121, points])
    return tournament


def test_equal_match_points_are_ranked_by_further_criteria():
    """Earlier players with one win for two points were ranked equal, though their spreads differ."""
    before, after = (
        rank_figures(play_two_rounds()),
        rank_figures(play_two_rounds(then=["won", "spread", "pegged"])),
    )
    one_win = [number for number, row in before.items() if row[1:3] == (2, 1)]
    assert len(one_win) > 2
    assert len({before[number][0] for number in one_win}) == 1, "as it did before"
    assert len({after[number][0] for number in one_win}) == len({after[number][3] for number in one_win}) > 1
    order = sorted(one_win, key=lambda number: -after[number][3])
    assert [after[number][0] for number in order] == sorted(after[number][0] for number in one_win)


@pytest.mark.parametrize("then", ["won spread pegged", "spread won pegged", ""])
def test_order_of_further_criteria_can_be_chosen(then):
    rules = rules_typed(rank_by="match_points", match_points="acc", then=then)
    assert rules["criteria"] == ["match_points", *then.split()]
    assert rules_typed(then=then)["then"] == [], "points pegged alone rank"


@pytest.mark.parametrize(("typed", "kept"), [("91, 61", [91, 61]), ("100", [100]), ("91, 61, 31", None)])
def test_skunk_lines_can_be_set(typed, kept):
    rules = rules_typed(lines=typed)
    assert rules["lines"] == kept
    tournament = factories.tournament(4, lines=rules["lines"])
    factories.open_round(tournament)
    meeting = factories.meeting_at(stages.qualifying(tournament).rounds.get(), 1)
    factories.enter(meeting, [121, 95])
    assert meeting.results.get(won=True).skunk == (1 if typed == "100" else 0)
    line = typed.partition(",")[0]
    assert any(
        f"under {line}" in sentence or f"de {line}" in sentence or line in sentence
        for _heading, sentence in announced_rules(rules)
    )


def test_default_skunk_lines_are_91_and_61_without_a_table():
    assert SetupForm().parts["cribbage"]["lines"].value() in ([91, 61], "91, 61")
    assert rules_typed(match_points="acc")["lines"] is None


@pytest.mark.parametrize("wrong", ["61, 91", "0", "121", "a"])
def test_impossible_skunk_lines_are_refused(wrong):
    form = SetupForm(posted(lines=wrong))
    assert not form.is_valid()
    assert [field.name for field in form.refused()] == ["lines"]
    assert form.open_sections() == {"ranking"}


def test_saving_an_older_tournament_keeps_its_rules():
    """Saved without a change, its rules stay as they were: it ranks and counts skunks as before."""
    tournament = factories.tournament(4)
    stage = stages.qualifying(tournament)
    del stage.rules["then"], stage.rules["lines"]
    stage.save()
    factories.open_round(tournament)
    form = SetupForm(posted(SetupForm(tournament=tournament)), tournament=tournament)
    assert form.is_valid(), form.refused()
    stages.change_rules(stages.qualifying(tournament), form.rules(), by=None)
    rules = stages.qualifying(tournament).rules
    assert (rules.get("lines"), rules.get("then", [])) == (None, [])


def spoken_rule(option, *, given):
    """Return the heading and the sentence of the rules of the day that an option of cribbage changes."""
    with translation.override("en"):
        one, other = (
            set(tournament_words.announced_rules(formats.rules("fadoq-15", **{option: value})))
            for value in (given, not given)
        )
    ((heading, sentence),) = one - other
    return heading, " ".join(sentence.split())
