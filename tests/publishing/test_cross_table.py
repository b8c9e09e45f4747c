"""Everybody against everybody: for a small field, or where each meets each."""

import re

import pytest

from tests import factories
from tests.publishing.days import played
from tournaments import registration
from tournaments.publishing import cross_table
from tournaments.publishing.outputs import rows, site

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
