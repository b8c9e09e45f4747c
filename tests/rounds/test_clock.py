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

A_DAY = 24 * 60 * 60


def told(day) -> dict:
    """What the tablet of table 1 is told of the round."""
    joined = devices.join(devices.invite_tables(day)[0].secret, uuid4(), "")
    answer: dict = device_api_state.here(joined.device, seen=0, epoch=0, addresses=[])["round"]
    return answer


def opened_ago(round_: Round, seconds: int) -> Round:
    """The round as if it had been opened so long ago."""
    round_.opened_at = timezone.now() - timedelta(seconds=seconds)
    round_.save()
    return round_


def test_no_clock_unless_it_is_asked_for():
    day = factories.tournament(4)
    round_ = factories.open_round(day)
    assert rounds.seconds_left(round_) is None
    assert told(day)["left"] is None


def test_a_day_that_was_frozen_before_there_were_clocks_has_none():
    day = factories.tournament(4)
    stage = stages.qualifying(day)
    stage.rules = {name: value for name, value in stage.rules.items() if name != "clock"}
    stage.save()
    assert rounds.seconds_left(factories.open_round(day)) is None
    assert not SetupForm(tournament=day)["clock"].value()


def test_it_runs_from_the_opening_until_the_game_is_closed():
    day = factories.tournament(4, clock=True, minutes=20)
    seated = rounds.seat(stages.qualifying(day), 1, by=None)
    assert rounds.seconds_left(seated) is None
    round_ = rounds.open_round(seated, by=None)
    assert 0 < rounds.seconds_left(round_) <= 20 * 60
    assert 0 < told(day)["left"] <= 20 * 60
    assert -A_DAY < rounds.seconds_left(opened_ago(round_, A_DAY)) < 0
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88])
    assert rounds.seconds_left(rounds.close_round(round_, by=None)) is None


@pytest.mark.parametrize(
    ("ago", "says"),
    [(30, "20 minutes left"), (1170, "1 minute left"), (1300, "Time is up: finish this deal")],
)
def test_the_wall_says_it_in_words(client, ago: int, says: str):
    day = factories.tournament(4, clock=True, minutes=20)
    opened_ago(factories.open_round(day), ago)
    client.cookies["django_language"] = "en"
    client.force_login(factories.organiser(day))
    assert says in client.get(reverse("round_clock", args=[day.slug])).content.decode()
    for page in (reverse("round_screen", args=[day.slug, 1]), reverse("standings_screen", args=[day.slug])):
        assert reverse("round_clock", args=[day.slug]) in client.get(page).content.decode()


def test_the_wall_is_silent_where_no_clock_runs(client):
    day = factories.tournament(4)
    client.force_login(factories.organiser(day))
    address = reverse("round_clock", args=[day.slug])
    assert client.get(address).content.decode().strip() == ""
    factories.open_round(day)
    assert client.get(address).content.decode().strip() == ""


def test_it_can_be_set_while_a_game_is_being_played(client):
    day = factories.tournament(4)
    factories.open_round(day)
    client.force_login(factories.organiser(day))
    data = posted(SetupForm(tournament=day), clock="on")
    assert client.post(reverse("setup", args=[day.slug]), data).status_code == 302
    assert stages.qualifying(day).rules["clock"] is True
    assert told(day)["left"] is not None


@pytest.mark.parametrize(
    ("ago", "left"), [(0, 1200), (0.9, 1200), (1, 1199), (61.9, 1139), (1200, 0), (1300, -100), (-30, 1200)]
)
def test_seconds_are_counted_from_the_opening_and_a_clock_put_back_adds_none(ago, left):
    now = timezone.now()
    stage = Stage(kind=Stage.Kind.QUALIFYING, rules={"clock": True, "minutes": 20})
    round_ = Round(stage=stage, state=Round.State.OPEN, opened_at=now - timedelta(seconds=ago))
    with time_machine.travel(now, tick=False):
        assert rounds.seconds_left(round_) == left
        stage.kind = Stage.Kind.TIE_BREAK
        assert rounds.seconds_left(round_) is None
        stage.kind, round_.opened_at = Stage.Kind.QUALIFYING, None
        assert rounds.seconds_left(round_) is None
