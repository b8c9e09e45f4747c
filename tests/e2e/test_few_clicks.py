"""The director of a tournament of 32 needs few clicks from the empty program to the podium."""

import random
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests import factories
from tests.e2e.clicks import Mouse
from tournaments.models import Round, Seat, Tournament
from tournaments.registration import signup_list, signups
from tournaments.registration.signup_settings import SignupSettings, save_settings, signup_state
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db

MAX_CLICKS, MAX_CLICKS_TO_GAME_1 = 45, 10


@pytest.fixture
def lise(client):
    client.force_login(factories.director())
    client.cookies["django_language"] = "en"
    return Mouse(client, "/")


def enter_all_results(tournament: Tournament) -> None:
    """Enter the results of the open game; they are the same each time, as seats follow from a seed."""
    round_ = Round.objects.get(stage__tournament=tournament, stage__order=1, state=Round.State.OPEN)
    chance = random.Random(round_.number)
    for meeting in round_.meetings.order_by("place__number"):
        points = [121, chance.randrange(60, 120)]
        factories.enter(meeting, points if chance.random() < 0.5 else points[::-1])


def test_whole_tournament_of_32_needs_few_clicks(lise):
    roster = "\n".join(f"{name}\t{club}" for name, club in factories.names(32))
    lise.click("New tournament")
    declared = {"missed": "60", "forfeit_present": "121", "forfeit_absent": "60"}
    lise.click("Create the tournament", {"name": "Journée de crible", "expected": "32", **declared})
    tournament = Tournament.objects.get()
    tournament.stages.update(seed=7)
    lise.click("Import or paste")
    lise.click("Check the list", {"pasted": f"Name\tClub\n{roster}"})
    (doubtful,) = re.findall(r'name="(row-[^"]+)" value="enter"', lise.html)  # "Gras & fils" may be two
    lise.click("Enter ", {doubtful: "enter"})
    assert tournament.entries.count() == 32
    lise.click("Seat game 1")
    lise.click("Everybody is here: tick all 32 off")
    lise.click("Seat and start game 1")
    for number in range(1, 16):
        enter_all_results(tournament)
        lise.go(f"/t/{tournament.slug}/desk/")  # the desk is open in a window and reloads by itself
        if number < 15:
            lise.click(f"Close game {number} and show the seats of game {number + 1}")
            assert "Who would sit where" in lise.html
            lise.click(f"Seat and start game {number + 1}")
    lise.click("Close game 15 and go to the medals")
    assert "No tie affects a medal." in lise.html
    lise.click("All of these were read aloud and agree")
    lise.click("Make the standings official")
    assert "Official at" in lise.html
    assert not scores.rebuild(tournament, check=True)
    assert len(lise.clicks) <= MAX_CLICKS, lise.clicks
    assert sum("Close game" in one or "Seat and start" in one for one in lise.clicks) == 30, "two a game"


def test_seating_and_starting_can_be_separate_steps(lise):
    """Where players look for their table first, the game is seated, shown and printed, and started later."""
    tournament = factories.tournament(8, by=None)
    factories.organiser(tournament, "other")
    lise.client.force_login(factories.helper(tournament, "director", "marie"))
    lise.go(f"/t/{tournament.slug}/rounds/seat/?anyway=1")
    lise.click("Seat only, start later")
    assert tournament.stages.get().rounds.get().state == Round.State.SEATED
    lise.click("Start game 1")
    assert tournament.stages.get().rounds.get().state == Round.State.OPEN


def test_desk_role_can_close_round_without_seating(client):
    tournament = factories.tournament(8)
    factories.open_round(tournament)
    enter_all_results(tournament)
    client.force_login(factories.helper(tournament, "desk", "yvon"))
    client.cookies["django_language"] = "en"
    mouse = Mouse(client, f"/t/{tournament.slug}/desk/")
    mouse.click("Close game 1")
    assert mouse.url.endswith("/rounds/")


@pytest.mark.parametrize("path", ["players/3/", "standings/3/why/"])
def test_card_and_standings_row_link_to_the_desk(client, path):
    tournament = factories.tournament(8)
    factories.play_round(tournament, 1)
    factories.play_round(tournament, 2)
    seat = tournament.stages.get().rounds.get(number=2).meetings.get(seats__entry__number=3, void_act=None)
    way = f"/t/{tournament.slug}/desk/?stage=1&amp;round=2&amp;table={seat.place.number}"
    assert way not in client.get(f"/t/{tournament.slug}/players/3/").content.decode(), "not signed in"
    client.force_login(factories.helper(tournament, "desk", "yvon"))
    html = client.get(f"/t/{tournament.slug}/{path}").content.decode()
    assert way in html
    assert (
        f'data-why="/t/{tournament.slug}/standings/'
        in client.get(f"/t/{tournament.slug}/standings/").content.decode()
    )
    client.force_login(factories.helper(tournament, "judge", "aline"))
    assert way not in client.get(f"/t/{tournament.slug}/{path}").content.decode()


def register_32_online(tournament: Tournament) -> None:
    save_settings(tournament, SignupSettings(on=True), by=None)
    for at, (name, club) in enumerate(factories.names(32)):
        signups.sign_up(tournament, signups.SignupInput((name,), club), nonce=f"{at}", language="fr-ca")
    save_settings(tournament, SignupSettings(on=True, closes=timezone.now()), by=None)
    assert signup_state(Tournament.objects.get(pk=tournament.pk)) == "closed"


def seat_and_start_game_1(mouse: Mouse) -> None:
    mouse.click("Seat game 1")
    mouse.click("Everybody is here: tick all 32 off")
    mouse.click("Seat and start game 1")


def test_online_registrations_are_seated_in_few_clicks(client):
    tournament = factories.tournament(0, tables=16)
    register_32_online(tournament)
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    mouse = Mouse(client, f"/t/{tournament.slug}/registration/online/")
    seat_and_start_game_1(mouse)
    assert count_seated(tournament) == 32
    assert len(mouse.clicks) <= MAX_CLICKS_TO_GAME_1, mouse.clicks


def test_registrations_of_a_server_are_seated_in_few_clicks(client):
    server, tournament = factories.tournament(0), factories.tournament(0, tables=16)
    register_32_online(server)
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    mouse = Mouse(client, f"/t/{tournament.slug}/registration/")
    mouse.click("Online registration")
    mouse.click("From the server to the laptop")
    list_ = SimpleUploadedFile("list.json", signup_list.write(server))
    mouse.click("Check the file", {"file": list_})
    mouse.click("Apply these changes")
    seat_and_start_game_1(mouse)
    assert count_seated(tournament) == 32
    assert len(mouse.clicks) <= MAX_CLICKS_TO_GAME_1, mouse.clicks


def count_seated(tournament: Tournament) -> int:
    round_ = tournament.stages.get().rounds.get(number=1, state=Round.State.OPEN)
    return Seat.objects.filter(meeting__round=round_).count()
