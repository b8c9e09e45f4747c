"""The public standings are rendered once per change that they show, and known by their content."""

import random
import threading
import time

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.signals import template_rendered

from tests import factories
from tests.web.desk.test_news import write_by_chance
from tournaments import registration, rounds
from tournaments.models import Tournament
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db

FRAGMENTS = ("rows", "screen/rows")


ROWS = {"tournaments/standings/public_rows.html", "tournaments/standings/screen_rows.html"}


@pytest.fixture
def renders():
    """Return a list that grows by one with each fragment that is rendered."""
    made: list[str] = []

    def noted(template, **_more):
        if template.name in ROWS:
            made.append(template.name)

    template_rendered.connect(noted)
    yield made
    template_rendered.disconnect(noted)


def read(day: Tournament, fragment: str = "rows"):
    return Client().get(f"/t/{day.slug}/{fragment}/")


def played(players: int = 8, **rules) -> Tournament:
    day = factories.tournament(players, **rules)
    factories.play_round(day, 1)
    return day


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_results_of_a_game_that_is_played_cost_the_spectators_nothing(renders, fragment):
    day = played()
    round_ = factories.open_round(day, 2)
    first = read(day, fragment)
    made = len(renders)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 90])
        assert read(day, fragment)["ETag"] == first["ETag"]
    assert len(renders) == made
    rounds.close_round(round_, by=None)
    assert read(day, fragment)["ETag"] != first["ETag"]
    assert len(renders) == made + 1


def test_live_standings_show_each_result(renders):
    day = played()
    Tournament.objects.filter(pk=day.pk).update(standings_shown=Tournament.StandingsShown.LIVE)
    round_ = factories.open_round(day, 2)
    first = read(day)
    factories.enter(factories.meeting_at(round_, 1), [121, 90])
    assert read(day)["ETag"] != first["ETag"]


def test_a_correction_of_a_closed_game_and_a_penalty_are_shown():
    day = played()
    before = read(day)
    meeting = factories.meeting_at(day.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [121, 70], kind="correction")
    corrected = read(day)
    assert corrected["ETag"] != before["ETag"]


def test_an_action_that_shows_nothing_is_rendered_but_not_sent_again():
    day = played()
    before = read(day)
    registration.withdraw(factories.entry(day, 8), from_round=9, by=None)
    again = Client().get(f"/t/{day.slug}/rows/", headers={"If-None-Match": before["ETag"]})
    assert again.status_code == (304 if again["ETag"] == before["ETag"] else 200)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_what_is_kept_is_what_would_be_rendered(seed, fragment):
    chance = random.Random(seed)
    day = played(chance.choice([8, 9]), odd="bye", bye_credit=90)
    round_ = factories.open_round(day, 2)
    earlier = day.stages.get(order=1).rounds.get(number=1)
    for turn in range(12):
        try:
            write_by_chance(chance, chance.choice([round_, round_, earlier]), turn)
        except scores.lines.DomainError:
            continue
        kept = read(day, fragment)
        cache.clear()
        fresh = read(day, fragment)
        assert (kept["ETag"], kept.content) == (fresh["ETag"], fresh.content)


@pytest.mark.django_db(transaction=True)
def test_of_several_requests_at_once_one_renders(renders):
    day = played()
    cache.clear()
    others_have_asked = threading.Event()

    def slow(template, **_more):
        if template.name in ROWS:
            others_have_asked.wait(5)

    bodies = []
    asking = [threading.Thread(target=lambda: bodies.append(read(day).content)) for _ in range(6)]
    template_rendered.connect(slow)
    try:
        for one in asking:
            one.start()
        time.sleep(0.2)
        others_have_asked.set()
        for one in asking:
            one.join()
    finally:
        template_rendered.disconnect(slow)
    assert len(renders) == 1
    assert len(bodies) == 6 and len(set(bodies)) == 1


def test_if_the_first_one_fails_the_next_one_renders():
    day = played()
    cache.clear()

    def broken(template, **_more):
        if template.name in ROWS:
            raise RuntimeError

    template_rendered.connect(broken)
    try:
        with pytest.raises(RuntimeError):
            read(day)
    finally:
        template_rendered.disconnect(broken)
    assert read(day).status_code == 200


@pytest.mark.parametrize("fragment", FRAGMENTS)
@pytest.mark.parametrize("kept", [False, True], ids=["rendered", "kept"])
def test_a_proxy_can_keep_what_everybody_sees(fragment, kept):
    day = played()
    cache.clear()
    answers = {}
    for who in ("visitor", "director"):
        client = Client()
        if who == "director":
            client.force_login(factories.director_of(day))
            client.cookies["django_language"] = "fr-ca"
        if not kept:
            cache.clear()
        answers[who] = client.get(f"/t/{day.slug}/{fragment}/?language=en", headers={"Accept-Language": "fr"})
    for answer in answers.values():
        control = set(answer["Cache-Control"].split(", "))
        assert {"public", "s-maxage=2"} <= control and not {"private", "no-cache"} & control
        assert answer["Vary"] == "Accept-Encoding"
        assert not answer.cookies
        assert not answer["ETag"].startswith("W/")
    assert answers["visitor"].content == answers["director"].content
    assert b"Voir" not in answers["director"].content
    again = client.get(
        f"/t/{day.slug}/{fragment}/?language=en", headers={"If-None-Match": answers["visitor"]["ETag"]}
    )
    assert again.status_code == 304
    assert "public" in again["Cache-Control"] and again["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("visibility", [Tournament.Visibility.LINK, Tournament.Visibility.DESK])
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_no_proxy_keeps_a_tournament_that_not_everybody_sees(visibility, fragment):
    day = played()
    Tournament.objects.filter(pk=day.pk).update(visibility=visibility, link_token="secret-of-the-day")
    director = Client()
    director.force_login(factories.director_of(day))
    for client, status in ((Client(), {404, 302}), (director, {200})):
        answer = client.get(f"/t/{day.slug}/{fragment}/?language=en")
        assert answer.status_code in status
        control = answer.get("Cache-Control", "")
        assert "public" not in control and "s-maxage" not in control
        assert "Cookie" in answer["Vary"]


@pytest.mark.parametrize("query", ["language=en&language=fr-ca", "language=fr-ca&x=1", "x=1&language=en"])
def test_an_address_with_more_than_one_language_is_not_shared(query):
    answer = Client().get(f"/t/{played().slug}/rows/?{query}")
    assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize("language", ["", "xx", "fr", "en-us", "../../etc", "fr-ca\n"])
def test_a_language_that_there_is_not_makes_the_answer_private(language):
    day = played()
    answer = Client().get(f"/t/{day.slug}/rows/", {"language": language})
    assert answer.status_code in (200, 404)
    assert "private" in answer["Cache-Control"] or answer.status_code == 404
