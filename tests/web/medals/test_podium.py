"""The podium step by step from a phone, and final standings that are secret until it has shown everybody."""

from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests import factories
from tests.papers.paper_text import words
from tests.samples import TIMES
from tests.shown_by import data
from tournaments import devices, rounds
from tournaments.models import Invitation
from tournaments.publishing import ceremony, papers, snapshot
from tournaments.rounds import scores, stages
from tournaments.standings import standings
from tournaments.system.lan import PORT
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    """Two games; the last one, in which everything turns, is being played."""
    day = factories.tournament(8, rounds=2)
    factories.play_round(day, 1)
    round_ = factories.open_round(day, 2)
    for table, loser in ((1, 60), (2, 70), (3, 80), (4, 90)):
        factories.enter(factories.meeting_at(round_, table), [121, loser])
    stages.describe(day, {"final_secret": True}, by=None)
    return day


@pytest.fixture
def visitor():
    someone = Client()
    someone.cookies["django_language"] = "en"
    return someone


def end(day, official=True):
    rounds.close_round(day.stages.get(order=1).rounds.get(number=2), by=None)
    if official:
        snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()


def looked_at(day):
    """Who has won and who has lost the last game at a table; `make figures` looks at everybody."""
    if TIMES > 1:
        return range(1, 9)
    meeting = factories.meeting_at(day.stages.get(order=1).rounds.get(number=2), 1)
    return [side[0] for side in scores.sides_of(meeting)]


def faces(day):
    """All pages that a stranger may open, and a player's own."""
    devices.invite_players(day)
    secret = Invitation.objects.filter(entry__tournament=day, entry__number=1).get().secret
    at = f"/t/{day.slug}"
    cards = [f"{at}/players/{number}/" for number in looked_at(day)]
    whys = [f"{card}why/" for card in cards]
    return [f"{at}/", f"{at}/rows/", f"{at}/screen/", f"{at}/screen/rows/", f"/me/{secret}/", *cards, *whys]


def everything(client, day):
    return "\n".join(client.get(url).content.decode() for url in faces(day))


def totals(day):
    """What only the last game tells: everybody's final points."""
    return {f"{row.points}" for row in standings(day).rows}


def paper(day):
    content, _name = papers.draw(papers.request(day, "standings", {"language": "en", "base": "http://x"}))
    return words(content)


def is_told(text, day):
    return any(f">{total}<" in text or f" {total} " in text or f">{total} " in text for total in totals(day))


@pytest.mark.parametrize("shown", ["closed", "live"])
def test_no_face_tells_the_end_before_the_podium_has_shown_it(visitor, client, day, shown):
    stages.describe(day, {"standings_shown": shown}, by=None)
    day.refresh_from_db()
    assert not is_told(everything(visitor, day), day)
    end(day)
    assert not is_told(everything(visitor, day), day)
    assert not is_told(paper(day), day)
    assert data(visitor.get(f"/t/{day.slug}/"), "after") == ["1"]
    winner = standings(day).rows[0].name
    assert winner not in unescape(visitor.get(f"/t/{day.slug}/podium/").content.decode())
    client.force_login(factories.organiser(day))
    for page in ("standings/", "medals/", "players/1/"):
        assert is_told(client.get(f"/t/{day.slug}/{page}").content.decode(), day), page
    while ceremony.show(day, 1, by=None):
        day.refresh_from_db()
    assert is_told(everything(visitor, day), day)
    assert "Final standings" in visitor.get(f"/t/{day.slug}/").content.decode()
    assert ceremony.show(day, -1, by=None)
    day.refresh_from_db()
    assert is_told(everything(visitor, day), day), "what was shown stays known"


def test_it_is_no_secret_unless_somebody_wants_it(visitor, day):
    stages.describe(day, {"final_secret": False}, by=None)
    end(day)
    assert is_told(everything(visitor, day), day)
    html = unescape(visitor.get(f"/t/{day.slug}/podium/").content.decode())
    assert standings(day).rows[0].name in html
    assert "data-local" in html


def test_each_step_shows_one_more_to_everybody(visitor, client, day):
    end(day)
    client.force_login(factories.organiser(day))
    at = f"/t/{day.slug}"
    last_first = [row.name for row in reversed(ceremony.on_podium(standings(day)))]
    for step, name in enumerate(last_first, start=1):
        before = visitor.get(f"{at}/podium/rows/")
        assert visitor.get(f"{at}/podium/rows/", headers={"If-None-Match": before["ETag"]}).status_code == 304
        assert client.post(f"{at}/remote/do/", {"do": "reveal"}).status_code == 302
        day.refresh_from_db()
        assert ceremony.steps(day) == step
        answer = visitor.get(f"{at}/podium/rows/", headers={"If-None-Match": before["ETag"]})
        html = unescape(answer.content.decode())
        ranks = [row.rank for row in ceremony.on_podium(standings(day))]
        covered = 0 if step == len(last_first) else ranks[-step] - 1
        assert html.count("is-covered") == covered
        assert html.count('class="who"></span>') == covered, "nothing is sent of the others"
        assert name in html
    version = day.version
    client.post(f"{at}/remote/do/", {"do": "reveal"})
    day.refresh_from_db()
    assert day.version == version, "there is nobody left to show"


@pytest.mark.parametrize("ranks", [(1, 1, 3), (1, 2, 2), (1, 2, 3, 3), (1,)])
def test_a_covered_podium_is_alike_whoever_shares_a_rank(visitor, day, monkeypatch, ranks):
    end(day)
    rows = ceremony.on_podium(standings(day))
    shared = [rows[0]._replace(rank=rank) for rank in ranks]
    monkeypatch.setattr(ceremony, "on_podium", lambda shown: shared)
    html = visitor.get(f"/t/{day.slug}/podium/rows/").content.decode()
    assert html.count("is-covered") == 3


def test_the_steps_go_along_in_a_copy(day):
    end(day)
    ceremony.show(day, 1, by=None)
    day.refresh_from_db()
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert (ceremony.steps(life), ceremony.is_secret(life)) == (1, True)


def test_there_is_no_step_before_it_is_official(day):
    assert not ceremony.show(day, 1, by=None)


def test_a_phone_asks_and_projectors_hear_it(visitor, client, day):
    client.force_login(factories.organiser(day))
    at = f"/t/{day.slug}"
    first = visitor.get(f"{at}/screen/told/").json()
    for do in ("podium", "next", "next", "previous", "pause", "nonsense"):
        answer = client.post(f"{at}/remote/do/", {"do": do}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
    now = visitor.get(f"{at}/screen/told/").json()
    assert now == {"told": first["told"] + 6, "show": "podium", "turned": first["turned"] + 1, "paused": True}
    assert len(visitor.get(f"{at}/screen/told/").content) < 100
    assert visitor.post(f"{at}/remote/do/", {"do": "reveal"}).url.startswith("/sign-in/")


@pytest.mark.parametrize("path", ["screen/", "podium/", "rounds/2/screen/"])
def test_the_code_of_the_day_is_there_where_phones_can_reach_it(client, day, path, monkeypatch, settings):
    monkeypatch.delenv(PORT, raising=False)  # nothing is served on a network
    assert "data-qr" not in client.get(f"/t/{day.slug}/{path}", SERVER_NAME="127.0.0.1").content.decode()
    settings.ALLOWED_HOSTS = ["club.example"]
    assert "data-qr" in client.get(f"/t/{day.slug}/{path}", SERVER_NAME="club.example").content.decode()


def test_tables_are_told_to_a_projector_as_soon_as_there_are_any(visitor, day):
    answer = visitor.get(f"/t/{day.slug}/screen/seats/")
    assert urlsplit(answer.url).path == f"/t/{day.slug}/rounds/2/screen/"
    empty = factories.tournament(4)
    assert visitor.get(f"/t/{empty.slug}/screen/seats/").url == f"/t/{empty.slug}/screen/"
