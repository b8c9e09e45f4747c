"""A day of 32 from the empty program to the podium: how often its director has to press something."""

import random
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests import factories
from tests.e2e.clicks import Mouse
from tournaments.models import Round, Seat, Tournament
from tournaments.registration import signup_list, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings, state_of
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db

MOST, MOST_TO_GAME_1 = 45, 10


@pytest.fixture
def lise(client):
    client.force_login(factories.director())
    client.cookies["django_language"] = "en"
    return Mouse(client, "/")


def enter_everything(day: Tournament) -> None:
    """The results of the game that is being played; the same each time, as seats come from a seed."""
    round_ = Round.objects.get(stage__tournament=day, stage__order=1, state=Round.State.OPEN)
    chance = random.Random(round_.number)
    for meeting in round_.meetings.order_by("place__number"):
        points = [121, chance.randrange(60, 120)]
        factories.enter(meeting, points if chance.random() < 0.5 else points[::-1])


def test_a_day_of_32_from_the_first_page_to_the_medals(lise):
    roster = "\n".join(f"{name}\t{club}" for name, club in factories.names(32))
    lise.click("New tournament")
    declared = {"missed": "60", "forfeit_present": "121", "forfeit_absent": "60"}
    lise.click("Create the tournament", {"name": "Journée de crible", "expected": "32", **declared})
    day = Tournament.objects.get()
    day.stages.update(seed=7)
    lise.click("Import or paste")
    lise.click("Look at the list", {"pasted": f"Name\tClub\n{roster}"})
    (doubtful,) = re.findall(r'name="(row-[^"]+)" value="enter"', lise.html)  # "Gras & fils" may be two
    lise.click("Enter ", {doubtful: "enter"})
    assert day.entries.count() == 32
    lise.click("Seat game 1")
    lise.click("Everybody is here: tick all 32 off")
    lise.click("Seat and start game 1")
    for number in range(1, 16):
        enter_everything(day)
        lise.go(f"/t/{day.slug}/desk/")  # it is open and reads itself again
        if number < 15:
            lise.click(f"Close game {number} and show the seats of game {number + 1}")
            assert "Who would sit where" in lise.html
            lise.click(f"Seat and start game {number + 1}")
    lise.click("Close game 15 and go to the medals")
    assert "No tie touches a medal." in lise.html
    lise.click("All of these were read aloud and agree")
    lise.click("Make the standings official")
    assert "Official at" in lise.html
    assert not scores.rebuild(day, check=True)
    assert len(lise.clicks) <= MOST, lise.clicks
    assert sum("Close game" in one or "Seat and start" in one for one in lise.clicks) == 30, "two a game"


def test_the_steps_can_still_be_taken_one_by_one(lise):
    """Where people look for their table first the game is seated, shown and printed, and started later."""
    day = factories.tournament(8, by=None)
    factories.organiser(day, "other")
    lise.client.force_login(factories.helper(day, "director", "marie"))
    lise.go(f"/t/{day.slug}/rounds/seat/?anyway=1")
    lise.click("Seat only, start later")
    assert day.stages.get().rounds.get().state == Round.State.SEATED
    lise.click("Start game 1")
    assert day.stages.get().rounds.get().state == Round.State.OPEN


def test_the_results_desk_closes_a_game_and_is_not_offered_to_seat(client):
    day = factories.tournament(8)
    factories.open_round(day)
    enter_everything(day)
    client.force_login(factories.helper(day, "desk", "yvon"))
    client.cookies["django_language"] = "en"
    mouse = Mouse(client, f"/t/{day.slug}/desk/")
    mouse.click("Close game 1")
    assert mouse.url.endswith("/rounds/")


@pytest.mark.parametrize("path", ["players/3/", "standings/3/why/"])
def test_a_card_and_a_row_of_the_standings_lead_to_the_desk(client, path):
    day = factories.tournament(8)
    factories.play_round(day, 1)
    factories.play_round(day, 2)
    seat = day.stages.get().rounds.get(number=2).meetings.get(seats__entry__number=3, void_act=None)
    way = f"/t/{day.slug}/desk/?stage=1&amp;round=2&amp;table={seat.place.number}"
    assert way not in client.get(f"/t/{day.slug}/players/3/").content.decode(), "nobody is signed in"
    client.force_login(factories.helper(day, "desk", "yvon"))
    html = client.get(f"/t/{day.slug}/{path}").content.decode()
    assert way in html
    assert f'data-why="/t/{day.slug}/standings/' in client.get(f"/t/{day.slug}/standings/").content.decode()
    client.force_login(factories.helper(day, "judge", "aline"))
    assert way not in client.get(f"/t/{day.slug}/{path}").content.decode()


def registered_themselves(day: Tournament) -> None:
    save_settings(day, SignupSettings(on=True), by=None)
    for at, (name, club) in enumerate(factories.names(32)):
        signups.sign_up(day, signups.Typed((name,), club), nonce=f"{at}", language="fr-ca")
    save_settings(day, SignupSettings(on=True, closes=timezone.now()), by=None)
    assert state_of(Tournament.objects.get(pk=day.pk)) == "closed"


def to_game_1(mouse: Mouse) -> None:
    mouse.click("Seat game 1")
    mouse.click("Everybody is here: tick all 32 off")
    mouse.click("Seat and start game 1")


def test_from_registration_closed_to_game_1_seated_with_32_who_registered_themselves(client):
    day = factories.tournament(0, tables=16)
    registered_themselves(day)
    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    mouse = Mouse(client, f"/t/{day.slug}/registration/online/")
    to_game_1(mouse)
    assert seated(day) == 32
    assert len(mouse.clicks) <= MOST_TO_GAME_1, mouse.clicks


def test_from_registration_closed_on_a_server_to_game_1_seated_on_the_laptop(client):
    server, day = factories.tournament(0), factories.tournament(0, tables=16)
    registered_themselves(server)
    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    mouse = Mouse(client, f"/t/{day.slug}/registration/")
    mouse.click("Online registration")
    mouse.click("From the server to the laptop")
    list_ = SimpleUploadedFile("list.json", signup_list.write(server))
    mouse.click("Look at the file", {"file": list_})
    mouse.click("Take this over")
    to_game_1(mouse)
    assert seated(day) == 32
    assert len(mouse.clicks) <= MOST_TO_GAME_1, mouse.clicks


def seated(day: Tournament) -> int:
    round_ = day.stages.get().rounds.get(number=1, state=Round.State.OPEN)
    return Seat.objects.filter(meeting__round=round_).count()
