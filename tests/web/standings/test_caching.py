"""The public standings are rendered once for each change that they show, and identified by content."""

import random
import threading
import time

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.signals import template_rendered

from tests import factories
from tests.web.desk.test_partial_updates import write_by_chance
from tournaments import registration, rounds
from tournaments.models import Tournament
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db

FRAGMENTS = ("rows", "screen/rows")


ROW_TEMPLATES = {"tournaments/standings/public_rows.html", "tournaments/standings/screen_rows.html"}


@pytest.fixture
def renders():
    """Return a list that grows by one with each fragment that is rendered."""
    made: list[str] = []

    def noted(template, **_more):
        if template.name in ROW_TEMPLATES:
            made.append(template.name)

    template_rendered.connect(noted)
    yield made
    template_rendered.disconnect(noted)


def get_fragment(tournament: Tournament, fragment: str = "rows"):
    return Client().get(f"/t/{tournament.slug}/{fragment}/")


def played_tournament(players: int = 8, **rules) -> Tournament:
    tournament = factories.tournament(players, **rules)
    factories.play_round(tournament, 1)
    return tournament


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_results_of_the_open_round_cause_no_rendering(renders, fragment):
    tournament = played_tournament()
    round_ = factories.open_round(tournament, 2)
    first = get_fragment(tournament, fragment)
    made = len(renders)
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 90])
        assert get_fragment(tournament, fragment)["ETag"] == first["ETag"]
    assert len(renders) == made
    rounds.close_round(round_, by=None)
    assert get_fragment(tournament, fragment)["ETag"] != first["ETag"]
    assert len(renders) == made + 1


def test_live_standings_change_with_each_result(renders):
    tournament = played_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Tournament.StandingsShown.LIVE)
    round_ = factories.open_round(tournament, 2)
    first = get_fragment(tournament)
    factories.enter(factories.meeting_at(round_, 1), [121, 90])
    assert get_fragment(tournament)["ETag"] != first["ETag"]


def test_correction_of_a_closed_round_changes_the_rows():
    tournament = played_tournament()
    before = get_fragment(tournament)
    meeting = factories.meeting_at(tournament.stages.get(order=1).rounds.get(number=1), 1)
    factories.enter(meeting, [121, 70], kind="correction")
    corrected = get_fragment(tournament)
    assert corrected["ETag"] != before["ETag"]


def test_action_without_visible_change_follows_the_etag():
    tournament = played_tournament()
    before = get_fragment(tournament)
    registration.withdraw(factories.entry(tournament, 8), from_round=9, by=None)
    again = Client().get(f"/t/{tournament.slug}/rows/", headers={"If-None-Match": before["ETag"]})
    assert again.status_code == (304 if again["ETag"] == before["ETag"] else 200)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_cached_fragment_equals_a_fresh_one(seed, fragment):
    chance = random.Random(seed)
    tournament = played_tournament(chance.choice([8, 9]), odd="bye", bye_credit=90)
    round_ = factories.open_round(tournament, 2)
    earlier = tournament.stages.get(order=1).rounds.get(number=1)
    for turn in range(12):
        try:
            write_by_chance(chance, chance.choice([round_, round_, earlier]), turn)
        except scores.lines.DomainError:
            continue
        kept = get_fragment(tournament, fragment)
        cache.clear()
        fresh = get_fragment(tournament, fragment)
        assert (kept["ETag"], kept.content) == (fresh["ETag"], fresh.content)


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_render_once(renders):
    tournament = played_tournament()
    cache.clear()
    others_have_asked = threading.Event()

    def slow(template, **_more):
        if template.name in ROW_TEMPLATES:
            others_have_asked.wait(5)

    bodies = []
    asking = [
        threading.Thread(target=lambda: bodies.append(get_fragment(tournament).content)) for _ in range(6)
    ]
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


def test_failed_rendering_does_not_block_the_next():
    tournament = played_tournament()
    cache.clear()

    def broken(template, **_more):
        if template.name in ROW_TEMPLATES:
            raise RuntimeError

    template_rendered.connect(broken)
    try:
        with pytest.raises(RuntimeError):
            get_fragment(tournament)
    finally:
        template_rendered.disconnect(broken)
    assert get_fragment(tournament).status_code == 200


@pytest.mark.parametrize("fragment", FRAGMENTS)
@pytest.mark.parametrize("kept", [False, True], ids=["rendered", "kept"])
def test_public_fragments_can_be_cached_by_proxies(fragment, kept):
    tournament = played_tournament()
    cache.clear()
    answers = {}
    for who in ("visitor", "director"):
        client = Client()
        if who == "director":
            client.force_login(factories.director_of(tournament))
            client.cookies["django_language"] = "fr-ca"
        if not kept:
            cache.clear()
        answers[who] = client.get(
            f"/t/{tournament.slug}/{fragment}/?language=en", headers={"Accept-Language": "fr"}
        )
    for answer in answers.values():
        control = set(answer["Cache-Control"].split(", "))
        assert {"public", "s-maxage=2"} <= control and not {"private", "no-cache"} & control
        assert answer["Vary"] == "Accept-Encoding"
        assert not answer.cookies
        assert not answer["ETag"].startswith("W/")
    assert answers["visitor"].content == answers["director"].content
    assert b"Voir" not in answers["director"].content
    again = client.get(
        f"/t/{tournament.slug}/{fragment}/?language=en", headers={"If-None-Match": answers["visitor"]["ETag"]}
    )
    assert again.status_code == 304
    assert "public" in again["Cache-Control"] and again["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("visibility", [Tournament.Visibility.LINK, Tournament.Visibility.DESK])
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_restricted_tournament_is_not_cached_by_proxies(visibility, fragment):
    tournament = played_tournament()
    Tournament.objects.filter(pk=tournament.pk).update(visibility=visibility, link_token="secret-of-the-day")
    director = Client()
    director.force_login(factories.director_of(tournament))
    for client, status in ((Client(), {404, 302}), (director, {200})):
        answer = client.get(f"/t/{tournament.slug}/{fragment}/?language=en")
        assert answer.status_code in status
        control = answer.get("Cache-Control", "")
        assert "public" not in control and "s-maxage" not in control
        assert "Cookie" in answer["Vary"]


@pytest.mark.parametrize("query", ["language=en&language=fr-ca", "language=fr-ca&x=1", "x=1&language=en"])
def test_ambiguous_query_makes_the_answer_private(query):
    answer = Client().get(f"/t/{played_tournament().slug}/rows/?{query}")
    assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize("language", ["", "xx", "fr", "en-us", "../../etc", "fr-ca\n"])
def test_unknown_language_makes_the_answer_private(language):
    tournament = played_tournament()
    answer = Client().get(f"/t/{tournament.slug}/rows/", {"language": language})
    assert answer.status_code in (200, 404)
    assert "private" in answer["Cache-Control"] or answer.status_code == 404
