"""Calls on the pages of the desk and of the tablets: with names, and links to the game being played."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories, page_reader
from tests.page_reader import messages
from tournaments.devices import calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(tournament):
    """Return the second game, which is being played; the first is closed."""
    factories.play_round(tournament, 1)
    return factories.open_round(tournament, 2)


def test_call_links_to_the_open_round_from_every_page(director, tournament, second, tablet):
    calls.report_other_people(tablet(3).device, "others-sit-there", [[1], [2]])
    for path in ("desk/", "desk/?stage=1&round=1", "tablets/"):
        html = unescape(director.get(f"/t/{tournament.slug}/{path}").content.decode())
        assert f'href="/t/{tournament.slug}/rounds/2/as-played/?table=3&A=1&B=2"' in html, path
        assert "rounds/1/as-played/?table=3&A=1&B=2" not in html, path


def test_answered_call_message_names_the_players(director, tournament, second, tablet):
    call = calls.report_other_people(tablet(3).device, "others-sit-there", [[1], [2]])
    done = director.post(f"/t/{tournament.slug}/tablets/calls/{call.pk}/", follow=True)
    names = " and ".join(factories.entry(tournament, number).name for number in (1, 2))
    (message,) = messages(done)
    assert message.code == "call_answered"
    assert names in message.words and message.words.startswith("Table 3")


def test_invalid_table_rows_are_refused_and_stay_typed(director, tournament):
    refused = director.post(f"/t/{tournament.slug}/tablets/floor/", {"rows": "8, 300", "numbers": "back"})
    html = refused.content.decode()
    assert refused.status_code == 422
    assert 'value="8, 300"' in html
    assert re.search(r'<option value="back"\s+selected>', html)


def test_desk_shows_open_calls_before_closing_a_round(director, tournament, tablet):
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 90])

    def undecided() -> list[str]:
        return page_reader.data(director.get(f"/t/{tournament.slug}/desk/").content.decode(), "undecided")

    calls.announce_device(tablet(1).device)
    assert undecided() == []
    calls.call_judge(tablet(2).device, "judge-0123456789")
    assert undecided() == ["1"]


@pytest.mark.parametrize("path", ["desk/", "tablets/", "tablets/map/"])
def test_query_count_does_not_grow_with_calls(director, tournament, playing, tablet, path):
    """There is one of each kind: a judge, other players, a device shut out, a new one, a late result."""
    counted, three = [], [[tablet(table), tablet(table), tablet(table)] for table in (1, 2, 3)]
    for at, (first, second, third) in enumerate(three):
        calls.call_judge(first.device, f"judge-{at}-0123456789")
        calls.report_other_people(first.device, f"others-{at}-0123456789", [[2 * at + 1], [2 * at + 2]])
        calls.request_readmission(second.device, second.device.place)
        calls.announce_device(third.device)
        data = {
            "result": {},
            "why": "too_late",
            "counts": [121, 88],
            "round": 1,
            "game": 1,
            "points": [121, 90],
        }
        calls.request_review(first.device, first.device.place, f"result-{at}-0123456789", [[1], [2]], data)
        assert len(calls.open_calls(tournament)) == 5 * (at + 1)
        with CaptureQueriesContext(connection) as queries:
            assert director.get(f"/t/{tournament.slug}/{path}").status_code == 200
        counted.append(len(queries))
    assert counted[0] == counted[2]
