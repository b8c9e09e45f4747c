"""The podium step by step from a phone; final standings are secret until it has shown all places."""

from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import data
from tests.papers.paper_text import words
from tests.samples import SWEEP_FACTOR
from tournaments import devices, rounds
from tournaments.models import Invitation
from tournaments.publishing import ceremony, publications
from tournaments.publishing.papers import printing
from tournaments.rounds import scores, stages
from tournaments.standings import standings
from tournaments.system.lan import PORT_VARIABLE
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Return a tournament of two games, of which the last one, which decides, is being played."""
    tournament = factories.tournament(8, rounds=2)
    factories.play_round(tournament, 1)
    round_ = factories.open_round(tournament, 2)
    for table, loser in ((1, 60), (2, 70), (3, 80), (4, 90)):
        factories.enter(factories.meeting_at(round_, table), [121, loser])
    stages.change_description(tournament, {"final_secret": True}, by=None)
    return tournament


@pytest.fixture
def visitor():
    someone = Client()
    someone.cookies["django_language"] = "en"
    return someone


def finish_tournament(tournament):
    rounds.close_round(tournament.stages.get(order=1).rounds.get(number=2), by=None)
    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()


def checked_numbers(tournament):
    """Return the winner and the loser of the last game at a table; in `make figures` all players."""
    if SWEEP_FACTOR > 1:
        return range(1, 9)
    meeting = factories.meeting_at(tournament.stages.get(order=1).rounds.get(number=2), 1)
    return [side[0] for side in scores.sides_of(meeting)]


def public_addresses(tournament):
    """Return all pages that a stranger may open, and a player's own."""
    devices.invite_players(tournament)
    secret = Invitation.objects.filter(entry__tournament=tournament, entry__number=1).get().secret
    at = f"/t/{tournament.slug}"
    cards = [f"{at}/players/{number}/" for number in checked_numbers(tournament)]
    whys = [f"{card}why/" for card in cards]
    return [f"{at}/", f"{at}/rows/", f"{at}/screen/", f"{at}/screen/rows/", f"/me/{secret}/", *cards, *whys]


def public_text(client, tournament):
    return "\n".join(client.get(url).content.decode() for url in public_addresses(tournament))


def final_totals(tournament):
    """Return what only the last game tells: all final points."""
    return {f"{row.points}" for row in standings(tournament).rows}


def standings_paper(tournament):
    content, _name = printing.draw(
        printing.request(tournament, "standings", {"language": "en", "base": "http://x"})
    )
    return words(content)


def reveals_totals(text, tournament):
    return any(
        f">{total}<" in text or f" {total} " in text or f">{total} " in text
        for total in final_totals(tournament)
    )


@pytest.mark.parametrize("shown", ["closed", "live"])
def test_secret_standings_stay_hidden_until_the_podium_is_shown(visitor, client, tournament, shown):
    stages.change_description(tournament, {"standings_shown": shown}, by=None)
    tournament.refresh_from_db()
    assert not reveals_totals(public_text(visitor, tournament), tournament)
    finish_tournament(tournament)
    assert not reveals_totals(public_text(visitor, tournament), tournament)
    assert not reveals_totals(standings_paper(tournament), tournament)
    assert data(visitor.get(f"/t/{tournament.slug}/"), "after") == ["1"]
    winner = standings(tournament).rows[0].name
    assert winner not in unescape(visitor.get(f"/t/{tournament.slug}/podium/").content.decode())
    client.force_login(factories.organiser(tournament))
    for page in ("standings/", "medals/", "players/1/"):
        assert reveals_totals(client.get(f"/t/{tournament.slug}/{page}").content.decode(), tournament), page
    while ceremony.show(tournament, 1, by=None):
        tournament.refresh_from_db()
    assert reveals_totals(public_text(visitor, tournament), tournament)
    assert "Final standings" in visitor.get(f"/t/{tournament.slug}/").content.decode()
    assert ceremony.show(tournament, -1, by=None)
    tournament.refresh_from_db()
    assert reveals_totals(public_text(visitor, tournament), tournament), "places that were shown stay known"


def test_final_standings_are_public_without_the_secret_setting(visitor, tournament):
    stages.change_description(tournament, {"final_secret": False}, by=None)
    finish_tournament(tournament)
    assert reveals_totals(public_text(visitor, tournament), tournament)
    html = unescape(visitor.get(f"/t/{tournament.slug}/podium/").content.decode())
    assert standings(tournament).rows[0].name in html
    assert "data-local" in html


def test_each_podium_step_reveals_one_more_place(visitor, client, tournament):
    finish_tournament(tournament)
    client.force_login(factories.organiser(tournament))
    at = f"/t/{tournament.slug}"
    last_first = [row.name for row in reversed(ceremony.on_podium(standings(tournament)))]
    for step, name in enumerate(last_first, start=1):
        before = visitor.get(f"{at}/podium/rows/")
        assert visitor.get(f"{at}/podium/rows/", headers={"If-None-Match": before["ETag"]}).status_code == 304
        assert client.post(f"{at}/remote/do/", {"do": "reveal"}).status_code == 302
        tournament.refresh_from_db()
        assert ceremony.revealed_count(tournament) == step
        answer = visitor.get(f"{at}/podium/rows/", headers={"If-None-Match": before["ETag"]})
        html = unescape(answer.content.decode())
        ranks = [row.rank for row in ceremony.on_podium(standings(tournament))]
        covered = 0 if step == len(last_first) else ranks[-step] - 1
        assert html.count("is-covered") == covered
        assert html.count('class="who"></span>') == covered, "nothing is sent of the others"
        assert name in html
    version = tournament.version
    client.post(f"{at}/remote/do/", {"do": "reveal"})
    tournament.refresh_from_db()
    assert tournament.version == version, "no place is left to show"


@pytest.mark.parametrize("ranks", [(1, 1, 3), (1, 2, 2), (1, 2, 3, 3), (1,)])
def test_covered_podium_does_not_reveal_shared_ranks(visitor, tournament, monkeypatch, ranks):
    finish_tournament(tournament)
    rows = ceremony.on_podium(standings(tournament))
    shared = [rows[0]._replace(rank=rank) for rank in ranks]
    monkeypatch.setattr(ceremony, "on_podium", lambda shown: shared)
    html = visitor.get(f"/t/{tournament.slug}/podium/rows/").content.decode()
    assert html.count("is-covered") == 3


def test_copy_keeps_the_podium_steps(tournament):
    finish_tournament(tournament)
    ceremony.show(tournament, 1, by=None)
    tournament.refresh_from_db()
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert (ceremony.revealed_count(life), ceremony.has_hidden_games(life)) == (1, True)


def test_podium_has_no_step_before_standings_are_official(tournament):
    assert not ceremony.show(tournament, 1, by=None)


def test_remote_control_commands_reach_projectors(visitor, client, tournament):
    client.force_login(factories.organiser(tournament))
    at = f"/t/{tournament.slug}"
    first = visitor.get(f"{at}/screen/told/").json()
    for do in ("podium", "next", "next", "previous", "pause", "podium", "nonsense"):
        answer = client.post(f"{at}/remote/do/", {"do": do}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
    now = visitor.get(f"{at}/screen/told/").json()
    assert now == {
        "told": first["told"] + 7,
        "show": "podium",
        "opened": first["opened"] + 2,
        "turned": first["turned"] + 1,
        "paused": True,
    }
    assert len(visitor.get(f"{at}/screen/told/").content) < 100
    assert visitor.post(f"{at}/remote/do/", {"do": "reveal"}).url.startswith("/sign-in/")


@pytest.mark.parametrize("path", ["screen/", "podium/", "rounds/2/screen/"])
def test_screen_shows_qr_code_only_if_phones_can_reach_it(client, tournament, path, monkeypatch, settings):
    monkeypatch.delenv(PORT_VARIABLE, raising=False)  # nothing is served on a network
    assert (
        "data-qr" not in client.get(f"/t/{tournament.slug}/{path}", SERVER_NAME="127.0.0.1").content.decode()
    )
    settings.ALLOWED_HOSTS = ["club.example"]
    assert (
        "data-qr" in client.get(f"/t/{tournament.slug}/{path}", SERVER_NAME="club.example").content.decode()
    )


def test_seats_screen_redirects_to_the_seated_round(visitor, tournament):
    answer = visitor.get(f"/t/{tournament.slug}/screen/seats/")
    assert urlsplit(answer.url).path == f"/t/{tournament.slug}/rounds/2/screen/"
    empty = factories.tournament(4)
    assert visitor.get(f"/t/{empty.slug}/screen/seats/").url == f"/t/{empty.slug}/screen/"
