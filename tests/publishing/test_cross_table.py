"""The cross-table, for a small field or a round robin."""

import re
from contextlib import nullcontext

import pytest
from django.utils import translation

from scoring import DomainError
from tests import factories
from tests.papers.paper_text import structure
from tests.publishing.tournaments import played
from tests.rounds.test_teams_on_boards import make_tournament
from tournaments import registration
from tournaments.models import Round
from tournaments.publishing import cross_table
from tournaments.publishing.board_results import halves
from tournaments.publishing.outputs import rows, site
from tournaments.publishing.papers import printing, registry
from tournaments.publishing.papers.paper_types import Paper
from tournaments.rounds import stages
from tournaments.standings import standings, team_scores
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db


def test_each_game_stands_in_both_lines(client):
    tournament = played(rounds=3, closed=2, players=6)
    found = rows.publication_data(tournament)
    lines = cross_table.lines(found)
    assert [line.row.number for line in lines] == [row.number for row in found.standings.rows]
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
    html = client.get(f"/t/{tournament.slug}/cross-table/").content.decode()
    assert html.count('class="met"') == 12
    assert (
        f"/t/{tournament.slug}/cross-table/"
        in client.get(f"/t/{tournament.slug}/statistics/").content.decode()
    )
    pages = dict(site.site_files(found))
    assert pages["fr/cross-table.html"].count(b'class="met"') == 12
    assert b"cross-table.html" in pages["en/statistics.html"]


def test_large_field_has_cross_table_only_in_round_robin(client):
    tournament = played(rounds=3, closed=1, players=cross_table.MAX_SMALL_FIELD + 2)
    found = rows.publication_data(tournament)
    assert cross_table.lines(found) == []
    found.rules["rounds"] = cross_table.MAX_SMALL_FIELD + 1
    assert len(cross_table.lines(found)) == cross_table.MAX_SMALL_FIELD + 2
    assert 'class="met"' not in client.get(f"/t/{tournament.slug}/cross-table/").content.decode()


def test_no_cross_table_before_first_closed_round(client):
    tournament = factories.tournament(4)
    assert client.get(f"/t/{tournament.slug}/cross-table/").status_code == 200
    assert cross_table.lines(rows.api_data(tournament)) == []


def test_cross_table_names_are_by_consent(client, settings):
    settings.SHORT_NAMES = True
    tournament = played(players=4)
    registration.edit_entry(tournament.entries.get(number=1), "Réal O'Brien")
    html = client.get(f"/t/{tournament.slug}/cross-table/").content.decode()
    assert re.search(r"Réal O\.", html)
    assert "Brien" not in html


def paper_rows(tournament, part, **args):
    """Return the pages of the paper, each as the words of its rows."""
    with translation.override("en"):
        asked = {"language": "en", "base": "", "which": part, **args}
        pdf = registry.PAPER_TYPES["standings"].draw(Paper(tournament, asked, lambda done: None))
    return [
        [[cell.text for cell in row.children] for row in table.all("TR")]
        for table in structure(pdf).all("Table")
    ]


def test_printed_cross_table_has_games_totals_and_rank():
    tournament = factories.tournament(6, key="timed-round-robin", rounds=5)
    simulated_tournament.play(tournament, seed=1, by=None, upto=2)
    ((head, *lines),) = paper_rows(tournament, "cross_table")
    shown = standings(tournament).rows
    assert head[2:8] == [line[0] for line in lines] == [str(row.number) for row in shown]
    assert [line[-3:] for line in lines] == [[str(row.won), str(row.points), str(row.rank)] for row in shown]
    for place, line in enumerate(lines):
        for other, cell in enumerate(line[2:8]):
            assert cell.split() == lines[other][2 + place].split()[::-1]
            assert place != other or not cell
    assert sum(bool(cell) for line in lines for cell in line[2:8]) == 2 * 2 * 3


def test_empty_cross_table_is_only_for_round_robins():
    tournament = factories.tournament(5, key="timed-round-robin", rounds=5)
    ((head, *lines),) = paper_rows(tournament, "empty_cross_table")
    assert head[2:7] == [line[0] for line in lines] == ["1", "2", "3", "4", "5"]
    assert [line[1] for line in lines] == [entry.name for entry in tournament.entries.order_by("number")]
    assert not any(cell for line in lines for cell in line[2:])
    asked = {"language": "en", "base": ""}
    for part, code in (("cross_table", "no_result"), ("empty_cross_table", "")):
        with pytest.raises(DomainError, match=code) if code else nullcontext():
            printing.check(tournament, "standings", asked | {"which": part})
    for part in ("cross_table", "empty_cross_table"):
        with pytest.raises(DomainError, match="no_such_paper"):
            printing.check(factories.tournament(4), "standings", asked | {"which": part})
    large = factories.tournament(cross_table.MAX_PEOPLE + 1, key="timed-round-robin", rounds=9)
    with pytest.raises(DomainError, match="cross_table_too_large"):
        printing.check(large, "standings", asked | {"which": "empty_cross_table"})


def test_large_cross_table_is_split_into_sheets():
    tournament = factories.tournament(16, key="timed-round-robin", rounds=15)
    sheets = paper_rows(tournament, "empty_cross_table")
    numbers = [str(number) for number in range(1, 17)]
    columns = [[word for word in sheet[0] if word.isdecimal()] for sheet in sheets]
    below = [[line[0] for line in sheet[1:]] for sheet in sheets]
    assert len(sheets) == 4 and columns[:2] == columns[2:] and columns[0] + columns[1] == numbers
    assert below[0] == below[1] and below[2] == below[3] and below[0] + below[2] == numbers
    assert ["Rank" in sheet[0] for sheet in sheets] == [False, True, False, True]


def test_cross_table_of_teams_shows_match_scores():
    tournament = make_tournament(4, 2)
    simulated_tournament.play(tournament, seed=1, by=None, upto=1)
    ((_head, *lines),) = paper_rows(tournament, "cross_table")
    scores = team_scores(stages.qualifying(tournament), [Round.objects.get(stage__tournament=tournament).pk])
    for line in lines:
        own, other = next(has.board_points for (_key, team), has in scores.items() if str(team) == line[0])
        assert [cell for cell in line[2:-2] if cell] == [f"{halves(own)} {halves(other)}"]
