"""The rules that apply and every ruling, with a tournament and without; and the number of queries."""

from datetime import datetime, time, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.gin.ending import REASONS, VOID_REASONS
from scoring.gin.rules import NAMED_RULES, STANDARD
from scoring.gin.score import ENDINGS, Reason, Score
from tests import factories, page_reader
from tests.page_reader import spoken
from tests.web.desk.test_numbers_too_long import LONG_NUMBER
from tournaments import formats
from tournaments.games.cribbage.rulings import rulings as cribbage_rulings
from tournaments.games.gin.rulings import rulings as gin_rulings
from tournaments.judge.templatetags.judge_words import effect_name
from tournaments.judge.views import frame, texts
from tournaments.judge.wording import gin
from tournaments.models import Tournament
from tournaments.publishing import tournament_words
from tournaments.publishing.names import format_name
from tournaments.rounds import stages


def wording_of(rules):
    """Return the rules of a tournament as the program words them."""
    with translation.override("en"):
        return [
            (str(heading), " ".join(str(sentence).split()))
            for heading, sentence in tournament_words.announced_rules(rules)
        ]


def rule_rows(page) -> dict[str, str]:
    """Return the rules of a page: the heading of each, and its text."""
    pairs = page_reader.parse(page).all(".rules-in-words")[0].all("div")
    return {pair.one("dt").words: pair.one("dd").words for pair in pairs}


def judge_rules(page) -> list[list[tuple[str, str]]]:
    """Return the rules of each format on the judge's first page."""
    lists = [one.all(".rules-in-words")[0] for one in page_reader.parse(page).all(".judge-rules")]
    return [[(row.one("dt").words, row.one("dd").words) for row in one.all("div")] for one in lists]


def loss_reasons(page) -> list[str]:
    """Return the reasons for which points were given or lost."""
    return page_reader.data(page, "why")


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.tournament(4, muggins=True, from_116=False)


def test_judge_page_shows_the_rules_of_the_tournament(judge, tournament):
    page = judge(start=f"/t/{tournament.slug}/judge/")
    rules = stages.qualifying(tournament).rules
    data = dict(wording_of(rules))
    assert rule_rows(page) == data
    for name in ("muggins", "from_116"):
        assert rule_rows(page) != dict(wording_of(rules | {name: not rules[name]})), name


MAX_WORDS = 1_500


@pytest.mark.parametrize("key", sorted(formats.FORMATS))
def test_judge_page_shows_a_shipped_format(judge, key):
    page = judge(start=f"/judge/?format={key}")
    assert [one.one("h2").words for one in page_reader.parse(page).all(".judge-rules")] == [
        spoken(format_name, key)
    ]
    assert judge_rules(page) == [wording_of(formats.rules(key))]
    assert len(page.words.split()) <= MAX_WORDS
    others = {link["href"] for link in page_reader.parse(page).one(".judge-formats").all("a")}
    assert others == {f"/judge/?format={one}" for one in formats.FORMATS} - {f"/judge/?format={key}"}


@pytest.mark.parametrize("asked", ["", "?format=", "?format=none", "?format=own-1"])
def test_judge_page_shows_the_first_format_by_default(judge, asked):
    assert judge_rules(judge(start=f"/judge/{asked}")) == [wording_of(formats.rules(formats.FIRST))]


def test_judge_page_links_tournaments_of_today(judge, tournament):
    noon = timezone.make_aware(datetime.combine(tournament.date, time(12)))
    with time_machine.travel(noon):
        assert f'href="/t/{tournament.slug}/judge/"' in judge().html
    with time_machine.travel(noon + timedelta(days=1)):
        assert f'href="/t/{tournament.slug}/judge/"' not in judge().html


def test_hidden_tournament_has_no_public_judge_pages(client, tournament):
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Tournament.Visibility.DESK)
    for path in ("", "hand/", "play/", "gin/", "rulings/"):
        assert client.get(f"/t/{tournament.slug}/judge/{path}").status_code == 404


def test_counters_use_the_rules_of_the_tournament(judge, tournament):
    single = {"laid": "KH-QS-9D-AC-2D", "s2": "116"}
    assert "from_116" not in loss_reasons(judge("play/", **single)), "an option of one region"
    assert "from_116" not in loss_reasons(judge("play/", start=f"/t/{tournament.slug}/judge/", **single))
    stage = tournament.stages.get(order=1)
    stage.rules["from_116"] = True
    stage.save()
    assert "from_116" in loss_reasons(judge("play/", start=f"/t/{tournament.slug}/judge/", **single))


CASES = [
    *(f"cribbage-options-{key}" for key in ("muggins", "from-116", "penalties")),
    *(f"gin-hands-{key}" for key in ("opponent-few", "opponent-many", "knocker-irregular")),
    *(f"gin-knock-{key}" for key in ("knock-over", "gin-not-knocked")),
    *(f"gin-misdeal-misdeal-{letter}" for letter in "abcdefg"),
    *(f"gin-play-{key}" for key in ("early-first", "early-later", "seen")),
    *(f"gin-pile-{key}" for key in ("wrong-card", "looking-through")),
    "gin-face-up-face-up-stock",
]


def test_rulings_cover_the_cases_of_the_sources(judge):
    page = judge("rulings/")
    there = {one["id"] for one in page_reader.parse(page).all(".ruling")}
    assert set(CASES) - there == set()
    assert all(one.one("h4").words for one in page_reader.parse(page).all(".ruling"))
    assert page_reader.parse(page).all(".ruling-variant")
    assert page.words.index("Cribbage") < page.words.index("Gin rummy")


def test_rulings_have_an_effect_and_a_unique_key():
    groups = [*cribbage_rulings(), *gin_rulings(STANDARD)]
    assert all(effect_name(one.effect) for group in groups for one in group.rulings)
    keys = [one.key for group in groups for one in group.rulings]
    assert len(keys) == len(set(keys))


def test_glossary_lists_the_words_of_its_game(judge, tournament):
    for word, names in ((0, "chien, berceau"), (5, "mouffette")):
        with translation.override("fr-ca"):
            assert names in texts.glossary_of("cribbage")[word][0]
    page = judge(start=f"/t/{tournament.slug}/judge/")
    with translation.override("en"):
        assert all(word in page.words for word, _meaning in texts.glossary_of("cribbage"))
        assert not [word for word, meaning in texts.glossary_of("gin") if meaning in page.words]


@pytest.mark.parametrize("make", [factories.tournament, factories.gin])
def test_tournament_shows_rulings_and_counters_of_its_game(judge, db, make):
    tournament = make(4)
    game = stages.qualifying(tournament).rules["game"]
    page = judge("rulings/", start=f"/t/{tournament.slug}/judge/")
    assert [one["id"] for one in page_reader.parse(page).all("h2") if "id" in one] == [game]
    assert len(page.words.split()) <= MAX_WORDS
    ways = {link["href"].split("/")[-2] for link in page_reader.parse(page).one(".judge-ways").all("a")}
    own = {"cribbage": {"hand", "play", "deal", "match"}, "gin": {"gin", "sheet"}}[game]
    assert ways == own | {"judge", "rulings"}


def test_rulings_show_the_bonus_figures(judge, db):
    tournament = factories.gin(4, bonuses="variant_b")
    figures = {"undercut": NAMED_RULES["variant_b"].undercut, "gin": NAMED_RULES["variant_b"].gin}
    assert f"({figures['undercut']})" in judge("rulings/", start=f"/t/{tournament.slug}/judge/").words
    assert f"({STANDARD.undercut})" in judge("rulings/").words
    assert all(str(rules.undercut) in gin.bonuses_name(name) for name, rules in NAMED_RULES.items())


FIGURES = {"side": 0, "points": 12, "deadwood": 3, "limit": 10, "cards": 9}


@pytest.mark.parametrize("code", REASONS)
def test_gin_reasons_have_sentences(code):
    figures = {**FIGURES, "cards": "5H 6H"} if code == "lays_off" else FIGURES
    for side in (0, 1):
        assert "%" not in gin.reason_sentence(Reason(code, {**figures, "side": side}))


def test_gin_hand_endings_have_sentences():
    for how in ENDINGS:
        for winner in (0, 1) if how in ("knock", "gin", "undercut") else (None,):
            assert gin.result(Score(how, winner=winner, points=4))
    assert all(gin.void_reason(reason) for reason in VOID_REASONS)


@pytest.mark.parametrize(
    ("path", "queries"), [("", 1), ("hand/?hand=5H", 0), ("play/?laid=5H", 0), ("gin/", 0), ("rulings/", 0)]
)
def test_judge_pages_take_at_most_one_query(client: Client, db, django_assert_num_queries, path, queries):
    with django_assert_num_queries(queries):
        client.get(f"/judge/{path}")


@pytest.mark.parametrize(
    "path", ["", "hand/?hand=5H-5S-5D-JC&starter=5C&at=9", "play/?laid=5H", "gin/", "rulings/"]
)
def test_tournament_judge_pages_take_three_queries(
    client: Client, tournament, django_assert_num_queries, path
):
    with django_assert_num_queries(3):
        client.get(f"/t/{tournament.slug}/judge/{path}")


def test_more_tournaments_take_no_more_queries(client: Client, db, django_assert_num_queries):
    for _number in range(3):
        tournament = factories.tournament(2)
        Tournament.objects.filter(pk=tournament.pk).update(date=timezone.localdate())
        with django_assert_num_queries(1):
            client.get("/judge/")


def test_public_and_rounds_pages_link_to_the_judge(client: Client, tournament):
    judge = f'href="/t/{tournament.slug}/judge/"'.encode()
    assert judge in client.get(f"/t/{tournament.slug}/").content
    client.force_login(factories.organiser(tournament))
    assert judge in client.get(f"/t/{tournament.slug}/rounds/").content
    assert stages.qualifying(tournament).rules["muggins"]


@pytest.mark.django_db
def test_counters_without_a_tournament_ignore_from_116(client):
    client.cookies["django_language"] = "en"
    assert not frame.rules_of(None, "cribbage")["from_116"]
    assert frame.rules_of(factories.tournament(4), "cribbage")["from_116"], "the tournament has this option"


@pytest.mark.django_db
def test_overlong_number_causes_no_error(client):
    tapped = {"laid": "7H-8S", "muggins": "yes", "tap": f"muggins:{LONG_NUMBER}:2"}
    assert client.get(reverse("judge_play"), tapped).status_code == 200
