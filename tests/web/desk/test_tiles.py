"""The tiles of the desk: players, results, and what needs attention."""

import re
from uuid import UUID

import pytest

from tests import factories
from tournaments import devices
from tournaments.web.desk import desk_view as boards

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(8)


def tile_of(tournament, table):
    from django.http import QueryDict

    board = boards.load_desk(tournament, QueryDict())
    return next(boards.tile(board, one) for one in board.tables if one.number == table)


def test_tile_shows_names_then_the_score(director, tournament):
    round_ = factories.open_round(tournament)
    meeting = factories.meeting_at(round_, 1)
    names = [seat.entry.name for seat in meeting.seats.order_by("side")]
    assert tile_of(tournament, 1)["sides"] == [{"name": name, "score": None, "won": False} for name in names]
    factories.enter(meeting, [88, 121])
    assert [(side["score"], side["won"]) for side in tile_of(tournament, 1)["sides"]] == [
        (88, False),
        (121, True),
    ]
    html = director.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert len(re.findall(r'class="tile-name"', html)) == 8


def test_tile_of_a_medal_match_shows_games_won():
    tied = factories.two_ties()
    meeting = tied.stages.get(order=2).rounds.get().meetings.select_related("round__stage").get()
    factories.enter(meeting, [121, 80])
    assert [side["score"] for side in tile_of(tied, meeting.place.number)["sides"]] == [1, 0]


def test_code_field_is_shown_only_where_tablets_are_used(director, tournament):
    factories.open_round(tournament)
    page = f"/t/{tournament.slug}/desk/"
    assert 'id="offline-code"' not in director.get(page).content.decode()
    sheet = devices.invite_tables(tournament)[0]
    devices.join(sheet.secret, UUID(int=10))
    assert 'id="offline-code"' in director.get(page).content.decode()
