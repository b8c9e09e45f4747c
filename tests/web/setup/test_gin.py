"""Gin is set up on the same page, with its own section and numbers and nothing of cribbage."""

import html
import re

import pytest

from tests import factories, page_reader
from tests.web.setup.posting import posted, refusals
from tournaments import formats, registration, rounds
from tournaments.models import Tournament
from tournaments.publishing import tournament_words
from tournaments.rounds import stages
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.setup.forms.formats import offered
from tournaments.web.setup.forms.initial import defaults

pytestmark = pytest.mark.django_db
GIN = {"format": "gin-round-robin", "rounds": "7", "tables": "4", "expected": "8", "dinner_after": "4"}


@pytest.fixture
def lise(client):
    user = factories.director()
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return client


def create(client, **typed):
    answer = client.post("/new/", posted(**{**GIN, **typed}))
    assert answer.status_code == 302, refusals(answer)
    return Tournament.objects.latest("pk").stages.get()


def post_refused(client, **typed):
    answer = client.post("/new/", posted(**{**GIN, **typed}))
    assert answer.status_code == 200
    assert not Tournament.objects.exists()
    return refusals(answer)


def test_gin_tournament_can_be_created(lise):
    stage = create(lise, name="Gin de L'Écuyer", forfeit_present="220")
    rules = stage.rules
    assert (stage.game, stage.movement, rules["format"]) == ("gin", "round_robin", "gin-round-robin")
    assert (rules["rounds"], rules["target"], rules["bonuses"], rules["ace"]) == (7, 100, "standard", "low")
    assert rules["forfeit"] == {"present": 220, "absent": 0}
    assert "pegging" not in rules


@pytest.mark.parametrize(
    ("typed", "bonuses", "target"),
    [
        ({"bonuses": "variant_a"}, "variant_a", 100),
        ({"bonuses": "variant_b"}, "variant_b", 100),
        ({"bonuses": "variant_b", "oklahoma": "on"}, "oklahoma", 150),
        ({"ace": "corner"}, "standard", 125),
        ({"ace": "corner", "gin_target": "250"}, "standard", 250),
        ({"ace": "corner", "hollywood": "on"}, "standard", 100),
        ({"bonuses": "variant_b", "oklahoma": "on", "hollywood": "on", "ace": "corner"}, "oklahoma", 150),
        (
            {"bonuses": "standard", "oklahoma": "on"},
            "oklahoma",
            150,
        ),
        (
            {"bonuses": "own", "own_undercut": "15", "own_gin": "30", "own_box": "0", "own_game": "200"},
            {"name": "standard", "undercut": 15, "gin": 30, "box": 0, "game_bonus": 200},
            100,
        ),
    ],
)
def test_bonuses_and_target_follow_the_chosen_variants(lise, typed, bonuses, target):
    rules = create(lise, **typed).rules
    assert (rules["bonuses"], rules["target"]) == (bonuses, target)


def test_saved_rules_are_shown_in_the_form_again(lise):
    typed = {"bonuses": "own", "own_undercut": "15", "own_gin": "30", "own_box": "5", "own_game": "200"}
    stage = create(lise, **typed, oklahoma="on", ace="both", gin_target="180")
    form = SetupForm(tournament=stage.tournament)
    shown = {name: form.parts["gin"][name].value() for name in (*typed, "oklahoma", "ace", "gin_target")}
    assert shown == {
        "bonuses": "own", "own_undercut": 15, "own_gin": 30, "own_box": 5, "own_game": 200,
        "oklahoma": True, "ace": "both", "gin_target": 180,
    }  # fmt: skip
    before = stage.rules
    answer = lise.post(f"/t/{stage.tournament.slug}/setup/", posted(form))
    assert answer.status_code == 302, refusals(answer)
    stage.refresh_from_db()
    assert stage.rules == before


def test_hollywood_can_be_chosen_and_is_in_the_rules(lise):
    stage = create(lise, hollywood="on", boxes_doubled="on")
    rules = stage.rules
    assert (rules["hollywood"], rules["hollywood_letter"], rules["target"]) == (True, True, 100)
    shown = SetupForm(tournament=stage.tournament).parts["gin"]
    assert (shown["hollywood"].value(), shown["hollywood_won"].value()) == (True, "letter")
    page = html.unescape(lise.get(f"/t/{stage.tournament.slug}/setup/").content.decode())
    assert "to 100, ace low, Hollywood." in page
    wall = html.unescape(lise.get(f"/t/{stage.tournament.slug}/rules/").content.decode())
    for words in (
        "7 games of gin, two at a table, each against a new opponent: each is a sheet of Hollywood. "
        "Each of its three games goes to 100.",
        "In a game that is won, only the other player still writes, up to the target.",
        "The sheet ends when one player has reached the target in each of the three games.",
        "The same goes for each of the three games of the sheet",
        "Most sheets won; in a tie, the value of all sheets",
        "There one game is played at a time, without Hollywood.",
    ):
        assert words in wall


def test_hollywood_options_are_ignored_without_hollywood(lise):
    rules = create(lise, hollywood_won="open").rules
    assert (rules["hollywood"], rules["hollywood_open"], rules["hollywood_letter"]) == (False,) * 3
    plain = formats.rules("gin-round-robin")
    assert not any("Hollywood" in sentence for _heading, sentence in tournament_words.announced_rules(plain))


@pytest.mark.parametrize(
    ("won", "rules"), [("letter", (False, True)), ("closed", (False, False)), ("open", (True, False))]
)
def test_every_reading_of_hollywood_can_be_chosen(lise, won, rules):
    stage = create(lise, hollywood="on", hollywood_won=won)
    assert (stage.rules["hollywood_open"], stage.rules["hollywood_letter"]) == rules
    form = SetupForm(tournament=stage.tournament)
    assert form.parts["gin"]["hollywood_won"].value() == won
    lise.post(f"/t/{stage.tournament.slug}/setup/", posted(form, missed="50"))
    stage.refresh_from_db()
    assert (stage.rules["hollywood_open"], stage.rules["hollywood_letter"]) == rules


@pytest.mark.parametrize("still_open", [False, True])
def test_older_hollywood_tournament_keeps_its_reading(lise, still_open):
    stage = create(lise, hollywood="on")
    stage.rules = {key: value for key, value in stage.rules.items() if key != "hollywood_letter"}
    stage.rules["hollywood_open"] = still_open
    stage.save(update_fields=["rules"])
    form = SetupForm(tournament=stage.tournament)
    assert form.parts["gin"]["hollywood_won"].value() == ("open" if still_open else "closed")
    lise.post(f"/t/{stage.tournament.slug}/setup/", posted(form, missed="50"))
    stage.refresh_from_db()
    assert (stage.rules["hollywood_open"], stage.rules["hollywood_letter"]) == (still_open, False)


def test_older_oklahoma_tournament_keeps_its_bonuses(lise):
    plain = {"name": "oklahoma", "undercut": 10, "gin": 20, "box": 20, "game_bonus": 100}
    stage = create(lise, oklahoma="on")
    assert stage.rules["bonuses"] == "oklahoma"
    stage.rules = stage.rules | {"bonuses": plain}
    stage.save(update_fields=["rules"])
    form = SetupForm(tournament=stage.tournament)
    assert form.parts["gin"]["bonuses"].value() == "own"
    lise.post(f"/t/{stage.tournament.slug}/setup/", posted(form, missed="50"))
    stage.refresh_from_db()
    assert stage.rules["bonuses"] == plain


def test_tournament_older_than_hollywood_can_be_changed(lise):
    """Its frozen rules do not have the name, and what does not change is not refused."""
    stage = create(lise)
    tournament = stage.tournament
    for name, club in factories.names(4):
        registration.add_entry(tournament, name, club=club)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    stage = stages.qualifying(tournament)
    stage.rules = {key: value for key, value in stage.rules.items() if "hollywood" not in key}
    stage.save(update_fields=["rules"])
    form = SetupForm(tournament=tournament)
    assert lise.post(f"/t/{tournament.slug}/setup/", posted(form, missed="50")).status_code == 302
    stage.refresh_from_db()
    assert (stage.rules["missed"], stage.rules["hollywood"]) == (50, False)


def test_table_of_three_is_refused_for_gin(lise):
    assert [fault.code for fault in post_refused(lise, odd="three")["odd"].as_data()] == ["table_for_two"]


def test_short_tournament_has_no_default_dinner(lise):
    """The box once said that the day is possible, and then the page refused a dinner that was not typed."""
    short = {"rounds": "3", "expected": "4", "tables": "2"}
    untouched = str(defaults(offered()["gin-round-robin"])["dinner_after"])
    assert "dinner_after" in post_refused(lise, **short, dinner_after="4")
    stage = create(lise, **short, dinner_after=untouched)
    assert "dinner" not in [pause["code"] for pause in stage.rules["breaks"] if pause["minutes"]]


def test_impossible_gin_numbers_are_refused(lise):
    assert list(post_refused(lise, bonuses="own", own_gin="much")) == ["own_gin"]
    assert list(post_refused(lise, gin_target="0")) == ["gin_target"]
    assert list(post_refused(lise, forfeit_present="1000")) == ["forfeit_present"]
    assert list(post_refused(lise, forfeit_present="0", forfeit_absent="100")) == ["forfeit_present"]


def test_invalid_fields_of_the_other_game_are_ignored(lise):
    create(lise, match_points="own", own_win="much", own_lines="?", pegging="", cuts="")
    answer = lise.post("/new/", posted(bonuses="own", own_gin="much", gin_target="?", ace=""))
    assert answer.status_code == 302


@pytest.mark.parametrize("key", ["gin-swiss", "fadoq-15"])
def test_page_has_only_sections_of_the_chosen_game(lise, key):
    page = page_reader.parse(lise.get("/new/", {"format": key}))
    assert page.one("[name=format]")["value"] == key
    parts = {one["data-game"] for one in page.all("[data-game]")}
    assert parts == {formats.FORMATS[key].game}


def test_existing_tournament_shows_only_its_own_game(lise):
    stage = create(lise)
    page = lise.get(f"/t/{stage.tournament.slug}/setup/").content.decode()
    assert 'name="bonuses"' in page
    assert 'name="pegging"' not in page
    summary = page_reader.parse(page).one("details.only-gin").one("summary").words
    assert re.findall(r"\d+", summary)[:5] == ["10", "20", "20", "100", "100"], (
        "undercut, gin, hand, game, target"
    )


def test_feasibility_of_a_round_robin(lise):
    box = lise.post("/feasibility/", posted(**GIN)).context["box"]
    assert (box["state"], box["sentences"]) == ("ok", [])
    short = lise.post("/feasibility/", posted(**{**GIN, "rounds": "5"})).context["box"]
    (sentence,) = short["sentences"]
    assert (sentence.code, re.findall(r"\d+", sentence)) == ("not_everybody_meets", ["5", "7"])
    assert [way["value"] for way in short["ways"]] == ["rounds=7"]


def test_rules_page_describes_gin(lise):
    stage = create(lise, bonuses="variant_a", ace="corner", boxes_doubled="on")
    page = html.unescape(lise.get(f"/t/{stage.tournament.slug}/rules/").content.decode())
    for words in (
        "7 games of gin, two at a table, each against a new opponent. The first to 125 wins.",
        "Round the corner: A-2-3, Q-K-A and K-A-2 are runs. It counts 15.",
        "as little or less: the difference and 25. Gin: what the opponent has left and 25.",
        "The winner adds 100; both add 25 for each hand won. If the loser won none, all of it is doubled.",
        "Most games won; in a tie, the value of all games",
    ):
        assert words in page
    assert "skunk" not in page.lower()
    assert "keeps seat" not in page


def test_gin_rules_are_frozen_once_a_round_is_seated(lise):
    stage = create(lise)
    tournament = stage.tournament
    for name, club in factories.names(4):
        registration.add_entry(tournament, name, club=club)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    form = SetupForm(tournament=tournament)
    assert form.parts["gin"]["bonuses"].field.disabled
    assert lise.post(f"/t/{tournament.slug}/setup/", posted(form, missed="50")).status_code == 302
    assert stages.qualifying(tournament).rules["missed"] == 50


def test_missed_game_and_bye_can_have_negative_value(lise):
    rules = create(lise, missed="−50", odd="bye", bye_credit="-10").rules
    assert (rules["missed"], rules["bye_credit"]) == (-50, -10)
    wall = " ".join(sentence for _heading, sentence in tournament_words.announced_rules(rules))
    assert "−50" in wall and "−10" in wall


def test_cribbage_refuses_negative_declared_points(lise):
    answer = lise.post("/new/", posted(missed="-50"))
    assert "-50" in str(refusals(answer)["missed"])
