"""How the tables stand in the hall, in rows, numbered there and back; the map shows them so."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from tests import factories
from tests.shown_by import spoken, told, worded
from tournaments.common import audit_log
from tournaments.devices import table_layout
from tournaments.rounds import stages
from tournaments.web.table_status import statuses
from tournaments.web.tablets.words import state_word

pytestmark = pytest.mark.django_db


@given(st.integers(1, 230), st.lists(st.integers(1, 25), min_size=1, max_size=6), st.booleans())
def test_what_was_said_can_be_said_again(tables, lengths, there_and_back):
    rows = table_layout.rows_of(range(1, tables + 1), lengths, there_and_back=there_and_back)
    assert sorted(number for row in rows for number in row if number) == list(range(1, tables + 1))
    assert len({len(row) for row in rows}) == 1
    again, back = table_layout.describe_rows(rows)
    assert table_layout.rows_of(range(1, tables + 1), again, there_and_back=back) == rows


def arrange(client, day, rows, numbers="same"):
    url = f"/t/{day.slug}/tablets/floor/"
    return unescape(client.post(url, {"rows": rows, "numbers": numbers}, follow=True).content.decode())


def rows(html):
    return [
        [int(number) for number in re.findall(r'id="spot-(\d+)"', row)]
        for row in re.findall(r'<ul class="plain layout-row".*?</ul>', html, re.DOTALL)
    ]


def test_the_map_shows_the_tables_as_they_stand(director, day, playing):
    html = arrange(director, day, "3", "back")
    assert told(html) == ["layout_by_rows"]
    assert rows(html) == [[1, 2, 3], [6, 5, 4], [7, 8]]
    assert 'name="rows" value="3"' in html
    assert re.search(r'value="back"\s+selected', html)
    assert rows(arrange(director, day, "2, 4")) == [[1, 2], [3, 4, 5, 6], [7, 8]]
    assert rows(arrange(director, day, "")) == []
    audit_log.undo(day.acts.filter(kind="device_floor").last(), by=None)
    assert rows(unescape(director.get(f"/t/{day.slug}/tablets/").content.decode()))[0] == [1, 2]


def test_what_was_said_since_stands(day):
    first, second = (table_layout.arrange(day, [many], there_and_back=False, by=None) for many in (4, 2))
    with pytest.raises(DomainError, match="undo_later_first"):
        audit_log.undo(first, by=None)
    for done, lengths in ((second, [4]), (first, [])):
        audit_log.undo(done, by=None)
        assert table_layout.describe_rows(table_layout.rows_as_placed(list(day.places.all())))[0] == lengths


def test_tables_that_are_added_later_come_last(day):
    table_layout.arrange(day, [4], there_and_back=True, by=None)
    stages.set_tables(day, 10)
    assert table_layout.rows_as_placed(list(day.places.all())) == [
        [1, 2, 3, 4],
        [8, 7, 6, 5],
        [9, 10, None, None],
    ]


@pytest.mark.parametrize("typed", ["0", "26", "eight", ", ".join("1" * 61)])
def test_what_is_no_row_is_refused_with_words(director, day, typed):
    assert worded("layout_rows", most=25) in arrange(director, day, typed)
    assert table_layout.rows_as_placed(list(day.places.all())) == []


def test_the_words_are_there_however_small_the_tiles(director, client):
    day = factories.tournament(8, tables=200)
    client.force_login(factories.organiser(day, "denis"))
    client.cookies["django_language"] = "en"
    html = arrange(client, day, "20")
    assert "is-dense" in html
    assert html.count(spoken(state_word, statuses.look(day).spots[0])) == 200
    assert len(rows(html)) == 10
