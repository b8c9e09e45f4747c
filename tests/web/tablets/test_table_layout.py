"""The layout of the tables in the hall: in rows, numbered there and back, and so on the map."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import DomainError
from tests import factories
from tests.page_reader import message_codes, spoken, worded
from tournaments.common import audit_log
from tournaments.devices import table_layout
from tournaments.rounds import stages
from tournaments.web.table_status import statuses
from tournaments.web.tablets.words import state_word

pytestmark = pytest.mark.django_db


@given(st.integers(1, 230), st.lists(st.integers(1, 25), min_size=1, max_size=6), st.booleans())
def test_described_rows_give_the_same_layout(tables, lengths, serpentine):
    rows = table_layout.rows_of(range(1, tables + 1), lengths, serpentine=serpentine)
    assert sorted(number for row in rows for number in row if number) == list(range(1, tables + 1))
    assert len({len(row) for row in rows}) == 1
    again, back = table_layout.describe_rows(rows)
    assert table_layout.rows_of(range(1, tables + 1), again, serpentine=back) == rows


def post_rows(client, tournament, rows, numbers="same"):
    url = f"/t/{tournament.slug}/tablets/floor/"
    return unescape(client.post(url, {"rows": rows, "numbers": numbers}, follow=True).content.decode())


def shown_rows(html):
    return [
        [int(number) for number in re.findall(r'id="spot-(\d+)"', row)]
        for row in re.findall(r'<ul class="plain layout-row".*?</ul>', html, re.DOTALL)
    ]


def test_map_shows_tables_in_the_given_rows(director, tournament, playing):
    html = post_rows(director, tournament, "3", "back")
    assert message_codes(html) == ["layout_by_rows"]
    assert shown_rows(html) == [[1, 2, 3], [6, 5, 4], [7, 8]]
    assert 'name="rows" value="3"' in html
    assert re.search(r'value="back"\s+selected', html)
    assert shown_rows(post_rows(director, tournament, "2, 4")) == [[1, 2], [3, 4, 5, 6], [7, 8]]
    assert shown_rows(post_rows(director, tournament, "")) == []
    audit_log.undo(tournament.acts.filter(kind="device_floor").last(), by=None)
    assert shown_rows(unescape(director.get(f"/t/{tournament.slug}/tablets/").content.decode()))[0] == [1, 2]


def test_layout_changes_are_undone_in_reverse_order(tournament):
    first, second = (table_layout.arrange(tournament, [many], serpentine=False, by=None) for many in (4, 2))
    with pytest.raises(DomainError, match="undo_later_first"):
        audit_log.undo(first, by=None)
    for done, lengths in ((second, [4]), (first, [])):
        audit_log.undo(done, by=None)
        assert (
            table_layout.describe_rows(table_layout.rows_as_placed(list(tournament.places.all())))[0]
            == lengths
        )


def test_added_tables_come_last(tournament):
    table_layout.arrange(tournament, [4], serpentine=True, by=None)
    stages.set_tables(tournament, 10)
    assert table_layout.rows_as_placed(list(tournament.places.all())) == [
        [1, 2, 3, 4],
        [8, 7, 6, 5],
        [9, 10, None, None],
    ]


@pytest.mark.parametrize("typed", ["0", "26", "eight", ", ".join("1" * 61)])
def test_invalid_rows_are_refused(director, tournament, typed):
    assert worded("layout_rows", most=25) in post_rows(director, tournament, typed)
    assert table_layout.rows_as_placed(list(tournament.places.all())) == []


def test_small_tiles_still_contain_their_state(director, client):
    tournament = factories.tournament(8, tables=200)
    client.force_login(factories.organiser(tournament, "denis"))
    client.cookies["django_language"] = "en"
    html = post_rows(client, tournament, "20")
    assert "is-dense" in html
    assert html.count(spoken(state_word, statuses.load_hall(tournament).spots[0])) == 200
    assert len(shown_rows(html)) == 10
