"""What hostile requests found: each with the input that did it."""

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.devices.test_api import here, joined, result, submit
from tests.walk import pages_of
from tournaments import standings
from tournaments.models import Line, Result
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone():
    """Somebody who sits out, with a tablet at their table."""
    day = factories.tournament(3, tables=2, odd="bye", bye_credit=60)
    round_ = factories.open_round(day)
    (meeting,) = [one for one in round_.meetings.all() if one.seats.count() == 1]
    return meeting


@pytest.mark.both_databases
def test_a_tablet_where_somebody_sits_out_has_no_result(database, alone):
    day = alone.round.stage.tournament
    token = joined(day, alone.place.number)["token"]
    (told,) = here(token)["meetings"]
    (answer,) = submit(token, result(told, [121]))
    assert (answer["answer"], answer["line"]) == ("refused", None)
    assert not day.lines.exists()


@pytest.mark.both_databases
def test_a_book_that_has_such_a_result_already_is_read(database, alone, client):
    day = alone.round.stage.tournament
    seat = alone.seats.get()
    line = Line.objects.create(
        tournament=day,
        number=1,
        version=day.version,
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
    where = {"tournament": day, "stage": alone.round.stage, "meeting": alone, "game": 1}
    Result.objects.create(**where, **counted, entry=seat.entry, side=0, line=line)
    assert scores.rebuild(day) == [(alone.pk, 1)]
    assert {row.won for row in standings.standings(day).rows} == {0}
    client.force_login(factories.organiser(day))
    assert {client.get(page).status_code for page in pages_of(day)} <= {200, 302, 403}
    assert Line.objects.get() == line


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
@pytest.mark.parametrize("charset", ["utf-16", "latin-1", "x9q"])
def test_a_form_that_says_it_is_written_in_other_letters_is_read_as_ours_are(kind, charset):
    browser = Client(enforce_csrf_checks=True, raise_request_exception=True)
    asked = browser.generic("POST", "/sign-in/?next=%C3%A9", b"username=x", f"{kind}; charset={charset}")
    assert asked.status_code == 403
