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
    tournament = playing.stage.tournament
    sent = {"table": "1", "winner": "A", "loser_points": "88", "nonce": "n", **typed}
    response = director.post(
        reverse("desk_write", args=[tournament.slug]), sent, headers={"accept": "application/json"}
    )
    assert response.status_code < 500
    assert not tournament.lines.exists() or typed.keys() <= {"seen", "how"}


def test_registration_cannot_undo_a_seating(director, playing):
    tournament = playing.stage.tournament
    seated = tournament.acts.get(kind="seat")
    assert (
        director.post(reverse("registration_undo", args=[tournament.slug, seated.version])).status_code == 404
    )
    assert not seated.undone_by.exists()
