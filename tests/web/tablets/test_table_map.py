"""The map of the hall: moved table by table, kept with the day, and drawn for players."""

import re
from html import unescape

import pytest

from scoring import DomainError
from tests import factories
from tests.page_reader import parse as page_of
from tournaments import devices
from tournaments.common import audit_log
from tournaments.devices import table_layout
from tournaments.models import Invitation
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
ROWS = {1: (3, 2), 2: (5, 2), 3: (3, 4)}


def positions(tournament):
    return {place.number: (place.x, place.y) for place in tournament.places.all()}


def post_map(client, tournament, where):
    return client.post(f"/t/{tournament.slug}/hall/arrange/save/", {"where": where}, follow=True)


def drawn_tables(html):
    """Return the tables of a map, by number: the middle of each, and how it is marked."""
    found = re.findall(
        r'class="is-(\w+)[^"]*" transform="translate\((\d+) (\d+)\)"><rect[^>]*/><text[^>]*>(\d+)<', html
    )
    return {int(number): (state, int(x), int(y)) for state, x, y, number in found}


def test_tables_and_door_can_be_moved_and_undone(director, tournament):
    answer = post_map(director, tournament, "1:2,1;2:4,1;3:2,3;door:0,0")
    assert answer.status_code == 200
    assert {number: positions(tournament)[number] for number in ROWS} == ROWS
    tournament.refresh_from_db()
    assert tournament.settings["door"] == [1, 1]
    first = tournament.acts.get(kind="device_map")
    post_map(director, tournament, "1:2,2;2:4,1;3:2,3")
    tournament.refresh_from_db()
    assert (positions(tournament)[1], tournament.settings["door"]) == ((3, 3), None)
    with pytest.raises(DomainError, match="undo_later_first"):
        audit_log.undo(first, by=None)
    for act in tournament.acts.filter(kind="device_map").order_by("-version"):
        answer = director.post(f"/t/{tournament.slug}/tablets/undo/{act.version}/", follow=True)
        assert answer.redirect_chain[-1][0] == f"/t/{tournament.slug}/hall/"
    tournament.refresh_from_db()
    assert set(positions(tournament).values()) == {(None, None)}
    assert tournament.settings["door"] is None
    assert post_map(director, tournament, "").status_code == 200
    assert tournament.acts.filter(kind="device_map").count() == 2, "nothing was moved"


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("1:2,2;2:2,2", "layout_taken"),
        ("1:2,2;door:2,2", "layout_taken"),
        ("1:60,0", "layout_cell"),
        ("99:1,1", "layout_table"),
    ],
)
def test_impossible_positions_are_refused(director, tournament, where, code):
    answer = post_map(director, tournament, where)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    cells = {int(name): (int(x) + 1, int(y) + 1) for name, x, y in re.findall(r"(\d+):(\d+),(\d+)", where)}
    door = re.search(r"door:(\d+),(\d+)", where)
    with pytest.raises(DomainError, match=code):
        table_layout.move(tournament, cells, (int(door[1]) + 1, int(door[2]) + 1) if door else None, by=None)
    assert set(positions(tournament).values()) == {(None, None)}


def test_map_shows_entered_results(director, tournament, playing):
    table_layout.move(tournament, ROWS, (1, 1), by=None)
    html = director.get(f"/t/{tournament.slug}/hall/").content.decode()
    before = drawn_tables(html)
    assert before[1][1:] == (2 * 48 + 24, 1 * 40 + 20)
    assert "is-door" in html
    table = next(number for number, (state, _x, _y) in before.items() if state == "playing")
    factories.enter(factories.meeting_at(playing, table), [121, 88])
    url = f"/t/{tournament.slug}/hall/rows/"
    answer = director.get(url)
    assert drawn_tables(answer.content.decode())[table][0] == "entered"
    assert f"round={playing.number}&amp;table={table}" in answer.content.decode()
    assert director.get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_player_pages_mark_the_own_table_on_the_map(client, tournament, playing):
    seat = factories.meeting_at(playing, 2).seats.first()
    devices.invite_players(tournament)
    pages = [
        f"/t/{tournament.slug}/players/{seat.entry.number}/",
        f"/me/{Invitation.objects.get(entry=seat.entry).secret}/",
    ]
    client.cookies["django_language"] = "en"
    for page in pages:
        assert "table-map" not in client.get(page).content.decode()
    table_layout.move(tournament, ROWS, None, by=None)
    for page in pages:
        html = unescape(client.get(page).content.decode())
        assert [number for number, (state, _x, _y) in drawn_tables(html).items() if state == "here"] == [2]
        assert re.findall(r"\d+", page_of(html).one("svg.table-map")["aria-label"])[:2] == ["2", "1"]


def test_layout_is_kept_in_a_copy_and_for_a_new_tournament(tournament):
    table_layout.move(tournament, ROWS, (1, 1), by=None)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert (positions(life), life.settings["door"]) == (positions(tournament), [1, 1])
    audit_log.undo(life.acts.get(kind="device_map"), by=None)
    assert set(positions(life).values()) == {(None, None)}
    tournament.refresh_from_db()
    later = factories.tournament(4, tables=8)
    table_layout.copy_layout(later, tournament)
    later.refresh_from_db()
    assert (positions(later)[3], later.settings["door"]) == ((3, 4), [1, 1])


@pytest.mark.parametrize(
    ("part", "column", "value"),
    [("Place", "x", 61), ("Place", "y", 0), ("Place", "x", -1), ("Place", "y", 2_001)],
)
def test_copy_with_impossible_positions_is_refused(tournament, part, column, value):
    packed = copies.pack(tournament)
    rows = packed["parts"][part]
    rows["rows"][0][rows["fields"].index(column)] = value
    with pytest.raises(DomainError, match="copy_part_wrong"):
        copies.open_copy(copies.seal_copy(packed))


@pytest.mark.parametrize("tables", [4, 40])
def test_query_count_does_not_grow_with_tables(client, tables, django_assert_max_num_queries):
    tournament = factories.tournament(8, tables=tables)
    factories.open_round(tournament, 1)
    client.force_login(factories.organiser(tournament))
    with django_assert_max_num_queries(14):
        client.get(f"/t/{tournament.slug}/hall/rows/")
