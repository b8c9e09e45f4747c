"""The map of the hall: moved table by table, kept with the day, and drawn for whoever looks for a table."""

import re
from html import unescape

import pytest

from scoring import DomainError
from tests import factories
from tests.shown_by import page as page_of
from tournaments import devices
from tournaments.common import audit_log
from tournaments.devices import table_layout
from tournaments.models import Invitation
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
ROWS = {1: (3, 2), 2: (5, 2), 3: (3, 4)}


def stand(day):
    return {place.number: (place.x, place.y) for place in day.places.all()}


def save(client, day, where):
    return client.post(f"/t/{day.slug}/hall/arrange/save/", {"where": where}, follow=True)


def drawn(html):
    """The tables of a map, by number: the middle of each, and how it is marked."""
    found = re.findall(
        r'class="is-(\w+)[^"]*" transform="translate\((\d+) (\d+)\)"><rect[^>]*/><text[^>]*>(\d+)<', html
    )
    return {int(number): (state, int(x), int(y)) for state, x, y, number in found}


def test_tables_and_the_door_are_moved_and_moved_back(director, day):
    answer = save(director, day, "1:2,1;2:4,1;3:2,3;door:0,0")
    assert answer.status_code == 200
    assert {number: stand(day)[number] for number in ROWS} == ROWS
    day.refresh_from_db()
    assert day.settings["door"] == [1, 1]
    first = day.acts.get(kind="device_map")
    save(director, day, "1:2,2;2:4,1;3:2,3")
    day.refresh_from_db()
    assert (stand(day)[1], day.settings["door"]) == ((3, 3), None)
    with pytest.raises(DomainError, match="undo_later_first"):
        audit_log.undo(first, by=None)
    for act in day.acts.filter(kind="device_map").order_by("-version"):
        answer = director.post(f"/t/{day.slug}/tablets/undo/{act.version}/", follow=True)
        assert answer.redirect_chain[-1][0] == f"/t/{day.slug}/hall/"
    day.refresh_from_db()
    assert set(stand(day).values()) == {(None, None)}
    assert day.settings["door"] is None
    assert save(director, day, "").status_code == 200
    assert day.acts.filter(kind="device_map").count() == 2, "nothing was moved"


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("1:2,2;2:2,2", "layout_taken"),
        ("1:2,2;door:2,2", "layout_taken"),
        ("1:60,0", "layout_cell"),
        ("99:1,1", "layout_table"),
    ],
)
def test_what_cannot_stand_is_refused_with_words(director, day, where, code):
    answer = save(director, day, where)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    cells = {int(name): (int(x) + 1, int(y) + 1) for name, x, y in re.findall(r"(\d+):(\d+),(\d+)", where)}
    door = re.search(r"door:(\d+),(\d+)", where)
    with pytest.raises(DomainError, match=code):
        table_layout.move(day, cells, (int(door[1]) + 1, int(door[2]) + 1) if door else None, by=None)
    assert set(stand(day).values()) == {(None, None)}


def test_the_map_fills_as_results_come_in(director, day, playing):
    table_layout.move(day, ROWS, (1, 1), by=None)
    html = director.get(f"/t/{day.slug}/hall/").content.decode()
    before = drawn(html)
    assert before[1][1:] == (2 * 48 + 24, 1 * 40 + 20)
    assert "is-door" in html
    table = next(number for number, (state, _x, _y) in before.items() if state == "playing")
    factories.enter(factories.meeting_at(playing, table), [121, 88])
    url = f"/t/{day.slug}/hall/rows/"
    answer = director.get(url)
    assert drawn(answer.content.decode())[table][0] == "entered"
    assert f"round={playing.number}&amp;table={table}" in answer.content.decode()
    assert director.get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_person_is_shown_the_own_table_once_somebody_said_how_they_stand(client, day, playing):
    seat = factories.meeting_at(playing, 2).seats.first()
    devices.invite_players(day)
    pages = [
        f"/t/{day.slug}/players/{seat.entry.number}/",
        f"/me/{Invitation.objects.get(entry=seat.entry).secret}/",
    ]
    client.cookies["django_language"] = "en"
    for page in pages:
        assert "table-map" not in client.get(page).content.decode()
    table_layout.move(day, ROWS, None, by=None)
    for page in pages:
        html = unescape(client.get(page).content.decode())
        assert [number for number, (state, _x, _y) in drawn(html).items() if state == "here"] == [2]
        assert re.findall(r"\d+", page_of(html).one("svg.table-map")["aria-label"])[:2] == ["2", "1"]


def test_it_comes_along_to_another_laptop_and_to_next_year(day):
    table_layout.move(day, ROWS, (1, 1), by=None)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert (stand(life), life.settings["door"]) == (stand(day), [1, 1])
    audit_log.undo(life.acts.get(kind="device_map"), by=None)
    assert set(stand(life).values()) == {(None, None)}
    day.refresh_from_db()
    later = factories.tournament(4, tables=8)
    table_layout.copy_layout(later, day)
    later.refresh_from_db()
    assert (stand(later)[3], later.settings["door"]) == ((3, 4), [1, 1])


@pytest.mark.parametrize(
    ("part", "column", "value"),
    [("Place", "x", 61), ("Place", "y", 0), ("Place", "x", -1), ("Place", "y", 2_001)],
)
def test_a_copy_whose_tables_stand_nowhere_is_refused(day, part, column, value):
    packed = copies.pack(day)
    rows = packed["parts"][part]
    rows["rows"][0][rows["fields"].index(column)] = value
    with pytest.raises(DomainError, match="copy_part_wrong"):
        copies.open_copy(copies.seal_copy(packed))


@pytest.mark.parametrize("tables", [4, 40])
def test_it_asks_the_database_a_fixed_number_of_times(client, tables, django_assert_max_num_queries):
    day = factories.tournament(8, tables=tables)
    factories.open_round(day, 1)
    client.force_login(factories.organiser(day))
    with django_assert_max_num_queries(14):
        client.get(f"/t/{day.slug}/hall/rows/")
