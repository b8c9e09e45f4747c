"""Everybody against everybody: for a small field, or where each meets each."""

import re
from contextlib import nullcontext

import pytest
from django.utils import translation

from scoring import DomainError
from tests import factories
from tests.papers.paper_text import structure
from tests.publishing.days import played
from tests.rounds.test_teams_on_boards import day_of
from tournaments import registration
from tournaments.models import Round
from tournaments.publishing import cross_table, papers
from tournaments.publishing.board_results import halves
from tournaments.publishing.outputs import rows, site
from tournaments.publishing.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import standings, team_scores
from tournaments.transfer import simulated_day

pytestmark = pytest.mark.django_db


def test_each_game_stands_in_both_lines(client):
    day = played(rounds=3, closed=2, players=6)
    found = rows.to_publish(day)
    lines = cross_table.lines(found)
    assert [line.row.number for line in lines] == [row.number for row in found.shown.rows]
    met = {}
    for line in lines:
        for other, cell in zip(lines, line.cells, strict=True):
            if cell is None:
                assert line is other
                continue
            met[line.row.number, other.row.number] = [(game.game, game.points, game.against) for game in cell]
    assert sum(map(len, met.values())) == 2 * 2 * 3
    for (one, other), games in met.items():
        assert [(game, against, points) for game, points, against in games] == met[other, one]
    html = client.get(f"/t/{day.slug}/cross-table/").content.decode()
    assert html.count('class="met"') == 12
    assert f"/t/{day.slug}/cross-table/" in client.get(f"/t/{day.slug}/statistics/").content.decode()
    pages = dict(site.site_files(found))
    assert pages["fr/cross-table.html"].count(b'class="met"') == 12
    assert b"cross-table.html" in pages["en/statistics.html"]


def test_a_large_field_has_one_only_where_each_meets_each(client):
    day = played(rounds=3, closed=1, players=cross_table.SMALL + 2)
    found = rows.to_publish(day)
    assert cross_table.lines(found) == []
    found.rules["rounds"] = cross_table.SMALL + 1
    assert len(cross_table.lines(found)) == cross_table.SMALL + 2
    assert 'class="met"' not in client.get(f"/t/{day.slug}/cross-table/").content.decode()


def test_before_the_first_game_is_over_there_is_none(client):
    day = factories.tournament(4)
    assert client.get(f"/t/{day.slug}/cross-table/").status_code == 200
    assert cross_table.lines(rows.api_day(day)) == []


def test_names_are_those_that_its_reader_may_see(client, settings):
    settings.SHORT_NAMES = True
    day = played(players=4)
    registration.edit_entry(day.entries.get(number=1), "Réal O'Brien")
    html = client.get(f"/t/{day.slug}/cross-table/").content.decode()
    assert re.search(r"Réal O\.", html)
    assert "Brien" not in html


def on_paper(day, part, **args):
    """Return the pages of the paper, each as the words of its rows."""
    with translation.override("en"):
        asked = {"language": "en", "base": "", "which": part, **args}
        pdf = papers.PAPER_TYPES["standings"].draw(Paper(day, asked, lambda done: None))
    return [
        [[cell.text for cell in row.children] for row in table.all("TR")]
        for table in structure(pdf).all("Table")
    ]


def test_on_the_wall_each_game_is_in_both_lines_with_the_totals_and_the_rank():
    day = factories.tournament(6, key="timed-round-robin", rounds=5)
    simulated_day.play(day, seed=1, by=None, upto=2)
    ((head, *lines),) = on_paper(day, "cross_table")
    shown = standings(day).rows
    assert head[2:8] == [line[0] for line in lines] == [str(row.number) for row in shown]
    assert [line[-3:] for line in lines] == [[str(row.won), str(row.points), str(row.rank)] for row in shown]
    for place, line in enumerate(lines):
        for other, cell in enumerate(line[2:8]):
            assert cell.split() == lines[other][2 + place].split()[::-1]
            assert place != other or not cell
    assert sum(bool(cell) for line in lines for cell in line[2:8]) == 2 * 2 * 3


def test_an_empty_one_has_names_and_squares_before_any_game_and_nobody_else_gets_one():
    day = factories.tournament(5, key="timed-round-robin", rounds=5)
    ((head, *lines),) = on_paper(day, "empty_cross_table")
    assert head[2:7] == [line[0] for line in lines] == ["1", "2", "3", "4", "5"]
    assert [line[1] for line in lines] == [entry.name for entry in day.entries.order_by("number")]
    assert not any(cell for line in lines for cell in line[2:])
    asked = {"language": "en", "base": ""}
    for part, code in (("cross_table", "no_result"), ("empty_cross_table", "")):
        with pytest.raises(DomainError, match=code) if code else nullcontext():
            papers.check(day, "standings", asked | {"which": part})
    for part in ("cross_table", "empty_cross_table"):
        with pytest.raises(DomainError, match="no_such_paper"):
            papers.check(factories.tournament(4), "standings", asked | {"which": part})
    large = factories.tournament(cross_table.MAX_PEOPLE + 1, key="timed-round-robin", rounds=9)
    with pytest.raises(DomainError, match="cross_table_too_large"):
        papers.check(large, "standings", asked | {"which": "empty_cross_table"})


def test_a_large_field_has_sheets_that_hang_side_by_side():
    day = factories.tournament(16, key="timed-round-robin", rounds=15)
    sheets = on_paper(day, "empty_cross_table")
    numbers = [str(number) for number in range(1, 17)]
    columns = [[word for word in sheet[0] if word.isdecimal()] for sheet in sheets]
    below = [[line[0] for line in sheet[1:]] for sheet in sheets]
    assert len(sheets) == 4 and columns[:2] == columns[2:] and columns[0] + columns[1] == numbers
    assert below[0] == below[1] and below[2] == below[3] and below[0] + below[2] == numbers
    assert ["Rank" in sheet[0] for sheet in sheets] == [False, True, False, True]


def test_teams_on_boards_have_the_score_of_their_match_in_a_square():
    day = day_of(4, 2)
    simulated_day.play(day, seed=1, by=None, upto=1)
    ((_head, *lines),) = on_paper(day, "cross_table")
    scores = team_scores(stages.qualifying(day), [Round.objects.get(stage__tournament=day).pk])
    for line in lines:
        own, other = next(has.board_points for (_key, team), has in scores.items() if str(team) == line[0])
        assert [cell for cell in line[2:-2] if cell] == [f"{halves(own)} {halves(other)}"]
