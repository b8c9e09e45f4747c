"""Hostile requests that once did harm, each with its input."""

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.all_addresses import pages_of
from tests.devices.test_api import here, joined, result, submit
from tournaments import standings
from tournaments.models import Line, Result
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone():
    """Return the meeting of a player with a bye."""
    tournament = factories.tournament(3, tables=2, odd="bye", bye_credit=60)
    round_ = factories.open_round(tournament)
    (meeting,) = [one for one in round_.meetings.all() if one.seats.count() == 1]
    return meeting


@pytest.mark.both_databases
def test_result_of_a_single_player_is_refused(database, alone):
    tournament = alone.round.stage.tournament
    token = joined(tournament, alone.place.number)["token"]
    (meeting,) = here(token)["meetings"]
    (answer,) = submit(token, result(meeting, [121]))
    assert (answer["answer"], answer["line"]) == ("refused", None)
    assert not tournament.lines.exists()


@pytest.mark.both_databases
def test_existing_result_of_a_single_player_counts_nothing(database, alone, client):
    tournament = alone.round.stage.tournament
    seat = alone.seats.get()
    line = Line.objects.create(
        tournament=tournament,
        number=1,
        version=tournament.version,
        meeting=alone,
        game=1,
        kind=Line.Kind.CLAIM,
        sides=[[seat.entry.number]],
        data={"v": 1, "pegged": [121]},
        by=Line.By.TABLE,
        nonce="alone",
        basis=0,
        written_at=timezone.now(),
    )
    counted = {"state": "settled", "how": "played", "pegged": 121, "won": 1, "spread": 121}
    where = {"tournament": tournament, "stage": alone.round.stage, "meeting": alone, "game": 1}
    Result.objects.create(**where, **counted, entry=seat.entry, side=0, line=line)
    assert scores.rebuild(tournament) == [(alone.pk, 1)]
    assert {row.won for row in standings.standings(tournament).rows} == {0}
    client.force_login(factories.organiser(tournament))
    assert {client.get(page).status_code for page in pages_of(tournament)} <= {200, 302, 403}
    assert Line.objects.get() == line


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
@pytest.mark.parametrize("charset", ["utf-16", "latin-1", "x9q"])
def test_form_with_unexpected_charset_gets_403(kind, charset):
    browser = Client(enforce_csrf_checks=True, raise_request_exception=True)
    asked = browser.generic("POST", "/sign-in/?next=%C3%A9", b"username=x", f"{kind}; charset={charset}")
    assert asked.status_code == 403
