"""The clock of a round: asked for in set-up, from the opening of a game until its time is up."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.web.setup.posting import posted
from tournaments import devices, rounds
from tournaments.models import Round, Stage
from tournaments.rounds import stages
from tournaments.web.device_api import state as device_api_state
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db

DAY_SECONDS = 24 * 60 * 60


def round_on_tablet(tournament) -> dict:
    """Return what the tablet of table 1 gets of the round."""
    joined = devices.join(devices.invite_tables(tournament)[0].secret, uuid4(), "")
    answer: dict = device_api_state.here(joined.device, seen=0, epoch=0, addresses=[])["round"]
    return answer


def opened_ago(round_: Round, seconds: int) -> Round:
    """Return the round as if it had been opened so long ago."""
    round_.opened_at = timezone.now() - timedelta(seconds=seconds)
    round_.save()
    return round_


def test_clock_is_off_by_default():
    tournament = factories.tournament(4)
    round_ = factories.open_round(tournament)
    assert rounds.seconds_left(round_) is None
    assert round_on_tablet(tournament)["left"] is None


def test_stage_older_than_clocks_has_none():
    tournament = factories.tournament(4)
    stage = stages.qualifying(tournament)
    stage.rules = {name: value for name, value in stage.rules.items() if name != "clock"}
    stage.save()
    assert rounds.seconds_left(factories.open_round(tournament)) is None
    assert not SetupForm(tournament=tournament)["clock"].value()


def test_clock_runs_while_round_is_open():
    tournament = factories.tournament(4, clock=True, minutes=20)
    seated = rounds.seat(stages.qualifying(tournament), 1, by=None)
    assert rounds.seconds_left(seated) is None
    round_ = rounds.open_round(seated, by=None)
    assert 0 < rounds.seconds_left(round_) <= 20 * 60
    assert 0 < round_on_tablet(tournament)["left"] <= 20 * 60
    assert -DAY_SECONDS < rounds.seconds_left(opened_ago(round_, DAY_SECONDS)) < 0
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88])
    assert rounds.seconds_left(rounds.close_round(round_, by=None)) is None


@pytest.mark.parametrize(
    ("ago", "says"),
    [(30, "20 minutes left"), (1170, "1 minute left"), (1300, "Time is up: finish this deal")],
)
def test_wall_shows_time_left_in_words(client, ago: int, says: str):
    tournament = factories.tournament(4, clock=True, minutes=20)
    opened_ago(factories.open_round(tournament), ago)
    client.cookies["django_language"] = "en"
    client.force_login(factories.organiser(tournament))
    assert says in client.get(reverse("round_clock", args=[tournament.slug])).content.decode()
    for page in (
        reverse("round_screen", args=[tournament.slug, 1]),
        reverse("standings_screen", args=[tournament.slug]),
    ):
        assert reverse("round_clock", args=[tournament.slug]) in client.get(page).content.decode()


def test_wall_is_empty_without_clock(client):
    tournament = factories.tournament(4)
    client.force_login(factories.organiser(tournament))
    address = reverse("round_clock", args=[tournament.slug])
    assert client.get(address).content.decode().strip() == ""
    factories.open_round(tournament)
    assert client.get(address).content.decode().strip() == ""


def test_clock_can_be_set_during_round(client):
    tournament = factories.tournament(4)
    factories.open_round(tournament)
    client.force_login(factories.organiser(tournament))
    data = posted(SetupForm(tournament=tournament), clock="on")
    assert client.post(reverse("setup", args=[tournament.slug]), data).status_code == 302
    assert stages.qualifying(tournament).rules["clock"] is True
    assert round_on_tablet(tournament)["left"] is not None


@pytest.mark.parametrize(
    ("ago", "left"), [(0, 1200), (0.9, 1200), (1, 1199), (61.9, 1139), (1200, 0), (1300, -100), (-30, 1200)]
)
def test_seconds_left_count_from_opening(ago, left):
    now = timezone.now()
    stage = Stage(kind=Stage.Kind.QUALIFYING, rules={"clock": True, "minutes": 20})
    round_ = Round(stage=stage, state=Round.State.OPEN, opened_at=now - timedelta(seconds=ago))
    with time_machine.travel(now, tick=False):
        assert rounds.seconds_left(round_) == left
        stage.kind = Stage.Kind.TIE_BREAK
        assert rounds.seconds_left(round_) is None
        stage.kind, round_.opened_at = Stage.Kind.QUALIFYING, None
        assert rounds.seconds_left(round_) is None
