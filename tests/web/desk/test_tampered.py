"""Requests that no page sends: refused in words, never a crash."""

import pytest
from django.urls import reverse

from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client, playing):
    client.force_login(factories.organiser(playing.stage.tournament))
    return client


@pytest.mark.parametrize(
    "typed",
    [
        {"do": "zzz"},
        {"how": "zzz", "points_a": "1", "points_b": "2"},
        {"game": "9" * 5000},
        {"seen": "9" * 5000},
        {"meeting": "nobody"},
    ],
)
def test_a_tampered_entry_is_refused(director, playing, typed):
    day = playing.stage.tournament
    sent = {"table": "1", "winner": "A", "loser_points": "88", "nonce": "n", **typed}
    response = director.post(
        reverse("desk_write", args=[day.slug]), sent, headers={"accept": "application/json"}
    )
    assert response.status_code < 500
    assert not day.lines.exists() or typed.keys() <= {"seen", "how"}


def test_the_door_takes_back_only_what_was_done_there(director, playing):
    day = playing.stage.tournament
    seated = day.acts.get(kind="seat")
    assert director.post(reverse("registration_undo", args=[day.slug, seated.version])).status_code == 404
    assert not seated.undone_by.exists()
