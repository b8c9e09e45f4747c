"""A tournament that runs out of time ends with fewer games than planned, where games are run."""

import pytest

from tests import factories
from tests.shown_by import codes, data, page
from tests.web.setup.posting import posted
from tournaments import formats, rounds
from tournaments.finals import medals
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
PLANNED, PLAYED = 5, 3


@pytest.fixture
def day():
    """A tournament of five games after three of them."""
    day = factories.tournament(4, rounds=PLANNED)
    for number in range(1, PLAYED + 1):
        factories.play_round(day, number)
    return day


@pytest.fixture
def lise(day):
    return factories.signed_in(factories.organiser(day, "marie"))


def shown(client, day, path):
    return client.get(f"/t/{day.slug}/{path}").content.decode()


def end(client, day, number):
    return client.post(f"/t/{day.slug}/rounds/{number}/end/", follow=True)


@pytest.mark.parametrize("path", ["rounds/", "rounds/seat/", "medals/"])
def test_it_is_offered_where_the_next_game_would_begin(lise, day, path):
    assert data(shown(lise, day, path), "early-end") == [str(PLAYED)]
    (offered,) = page(shown(lise, day, path)).all("[data-early-end]")
    lise.post(offered.one("form")["action"])
    assert stages.qualifying(day).rules["rounds"] == PLAYED
    assert not data(shown(lise, day, "medals/"), "early-end")


def test_the_standings_count_the_games_played_and_can_be_made_official(lise, day):
    before = [(row.rank, row.name, row.points) for row in standings(day).rows]
    assert medals.games_left(day) == PLANNED - PLAYED
    response = end(lise, day, PLAYED)
    assert response.redirect_chain[-1][0] == f"/t/{day.slug}/medals/"
    assert medals.games_left(day) == 0
    after = standings(day)
    assert [(row.rank, row.name, row.points) for row in after.rows] == before
    assert after.rounds == PLAYED
    assert page(shown(lise, day, "rounds/")).one(".next-step")["data-do"] == "medals"


def test_it_is_undone_on_the_page_of_the_games(lise, day):
    end(lise, day, PLAYED)
    (act,) = [one["value"] for one in page(shown(lise, day, "rounds/")).all("[name=act]")]
    lise.post(f"/t/{day.slug}/rounds/undo/", {"act": act})
    assert stages.qualifying(day).rules["rounds"] == PLANNED
    assert page(shown(lise, day, "rounds/")).one(".next-step")["data-do"] == "seat"


def test_it_is_neither_offered_nor_done_while_a_game_is_played_or_seated(lise, day):
    round_ = rounds.seat(stages.qualifying(day), PLAYED + 1, by=None)
    for _state in ("seated", "open"):
        assert not data(shown(lise, day, "rounds/") + shown(lise, day, "medals/"), "early-end")
        for number in (PLAYED, PLAYED + 1):
            assert "end_not_here" in codes(end(lise, day, number)) + _messages(end(lise, day, number))
        if round_.state == "seated":
            rounds.open_round(round_, by=None)
    assert stages.qualifying(day).rules["rounds"] == PLANNED


def test_while_a_game_is_open_it_says_what_comes_first(lise, day):
    round_ = rounds.seat(stages.qualifying(day), PLAYED + 1, by=None)
    rounds.open_round(round_, by=None)
    for path in ("rounds/", "medals/"):
        assert data(shown(lise, day, path), "early-after") == [str(PLAYED + 1)]


def _messages(response):
    return [one["data-message"] for one in page(response).all("[data-message]")]


def test_nothing_can_end_before_the_first_game_or_after_the_last(lise):
    new = factories.tournament(4, rounds=1, by=factories.director("anne"))
    client = factories.signed_in(factories.organiser(new, "paul"))
    assert stages.early_end(stages.qualifying(new)) == 0
    factories.play_round(new, 1)
    assert not data(shown(client, new, "medals/"), "early-end")


def test_a_helper_at_the_results_does_not_end_the_tournament(day):
    desk = factories.signed_in(factories.helper(day, "desk", "desk"))
    assert not data(shown(desk, day, "rounds/"), "early-end")
    assert end(desk, day, PLAYED).status_code == 403
    assert stages.qualifying(day).rules["rounds"] == PLANNED


def test_below_the_least_of_the_format_it_says_so_and_the_set_up_can_still_be_saved(lise, day):
    stage = stages.qualifying(day)
    stage.rules = formats.whole(stage.rules) | {"rounds_allowed": [PLANNED, PLANNED]}
    stage.save()
    assert data(shown(lise, day, "rounds/"), "least") == [str(PLANNED)]
    end(lise, day, PLAYED)
    form = SetupForm(tournament=day)
    assert SetupForm(posted(form), tournament=day).is_valid()
    assert not SetupForm(posted(form, rounds=PLAYED + 1), tournament=day).is_valid()
