"""A tournament that runs out of time ends with fewer games than planned, where games are run."""

import pytest

from tests import factories
from tests.page_reader import codes, data, parse
from tests.web.setup.posting import posted
from tournaments import formats, rounds
from tournaments.finals import medals
from tournaments.publishing import ceremony
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
PLANNED_ROUNDS, PLAYED_ROUNDS = 5, 3


@pytest.fixture
def tournament():
    """Return a tournament of five games after three of them."""
    tournament = factories.tournament(4, rounds=PLANNED_ROUNDS)
    for number in range(1, PLAYED_ROUNDS + 1):
        factories.play_round(tournament, number)
    return tournament


@pytest.fixture
def lise(tournament):
    return factories.signed_in(factories.organiser(tournament, "marie"))


def page_text(client, tournament, path):
    return client.get(f"/t/{tournament.slug}/{path}").content.decode()


def end_early(client, tournament, number):
    return client.post(f"/t/{tournament.slug}/rounds/{number}/end/", follow=True)


@pytest.mark.parametrize("path", ["rounds/", "rounds/seat/", "medals/"])
def test_early_end_is_offered_before_next_round(lise, tournament, path):
    assert data(page_text(lise, tournament, path), "early-end") == [str(PLAYED_ROUNDS)]
    (offered,) = parse(page_text(lise, tournament, path)).all("[data-early-end]")
    lise.post(offered.one("form")["action"])
    assert stages.qualifying(tournament).rules["rounds"] == PLAYED_ROUNDS
    assert not data(page_text(lise, tournament, "medals/"), "early-end")


@pytest.mark.parametrize(("hidden", "from_game"), [(0, []), (1, ["3"]), (2, ["2"]), (4, ["2"])])
def test_early_end_says_which_games_it_hides(lise, tournament, hidden, from_game):
    """The last games are hidden, and by ending early these become games that all have seen."""
    stages.change_description(tournament, {"hidden_games": hidden}, by=None)
    assert data(page_text(lise, tournament, "rounds/"), "hidden-from") == from_game
    end_early(lise, tournament, PLAYED_ROUNDS)
    tournament.refresh_from_db()
    now = ceremony.hidden_games_notice(tournament, stages.qualifying(tournament))
    assert ([str(now["first"])] if now else []) == from_game


def test_early_end_allows_official_standings(lise, tournament):
    before = [(row.rank, row.name, row.points) for row in standings(tournament).rows]
    assert medals.games_left(tournament) == PLANNED_ROUNDS - PLAYED_ROUNDS
    response = end_early(lise, tournament, PLAYED_ROUNDS)
    assert response.redirect_chain[-1][0] == f"/t/{tournament.slug}/medals/"
    assert medals.games_left(tournament) == 0
    after = standings(tournament)
    assert [(row.rank, row.name, row.points) for row in after.rows] == before
    assert after.rounds == PLAYED_ROUNDS
    assert parse(page_text(lise, tournament, "rounds/")).one(".next-step")["data-do"] == "medals"


def test_early_end_is_undone_on_rounds_page(lise, tournament):
    end_early(lise, tournament, PLAYED_ROUNDS)
    (act,) = [one["value"] for one in parse(page_text(lise, tournament, "rounds/")).all("[name=act]")]
    lise.post(f"/t/{tournament.slug}/rounds/undo/", {"act": act})
    assert stages.qualifying(tournament).rules["rounds"] == PLANNED_ROUNDS
    assert parse(page_text(lise, tournament, "rounds/")).one(".next-step")["data-do"] == "seat"


def test_early_end_is_refused_while_round_is_seated_or_open(lise, tournament):
    round_ = rounds.seat(stages.qualifying(tournament), PLAYED_ROUNDS + 1, by=None)
    for _state in ("seated", "open"):
        assert not data(
            page_text(lise, tournament, "rounds/") + page_text(lise, tournament, "medals/"), "early-end"
        )
        for number in (PLAYED_ROUNDS, PLAYED_ROUNDS + 1):
            assert "end_not_here" in codes(end_early(lise, tournament, number)) + _messages(
                end_early(lise, tournament, number)
            )
        if round_.state == "seated":
            rounds.open_round(round_, by=None)
    assert stages.qualifying(tournament).rules["rounds"] == PLANNED_ROUNDS


def test_open_round_must_close_before_early_end(lise, tournament):
    round_ = rounds.seat(stages.qualifying(tournament), PLAYED_ROUNDS + 1, by=None)
    rounds.open_round(round_, by=None)
    for path in ("rounds/", "medals/"):
        assert data(page_text(lise, tournament, path), "early-after") == [str(PLAYED_ROUNDS + 1)]


def _messages(response):
    return [one["data-message"] for one in parse(response).all("[data-message]")]


def test_early_end_needs_played_and_remaining_rounds(lise):
    new = factories.tournament(4, rounds=1, by=factories.director("anne"))
    client = factories.signed_in(factories.organiser(new, "paul"))
    assert stages.early_end(stages.qualifying(new)) == 0
    factories.play_round(new, 1)
    assert not data(page_text(client, new, "medals/"), "early-end")


def test_desk_role_cannot_end_tournament(tournament):
    desk = factories.signed_in(factories.helper(tournament, "desk", "desk"))
    assert not data(page_text(desk, tournament, "rounds/"), "early-end")
    assert end_early(desk, tournament, PLAYED_ROUNDS).status_code == 403
    assert stages.qualifying(tournament).rules["rounds"] == PLANNED_ROUNDS


def test_early_end_below_minimum_of_format_warns(lise, tournament):
    stage = stages.qualifying(tournament)
    stage.rules = formats.complete_rules(stage.rules) | {"rounds_allowed": [PLANNED_ROUNDS, PLANNED_ROUNDS]}
    stage.save()
    assert data(page_text(lise, tournament, "rounds/"), "least") == [str(PLANNED_ROUNDS)]
    end_early(lise, tournament, PLAYED_ROUNDS)
    form = SetupForm(tournament=tournament)
    assert SetupForm(posted(form), tournament=tournament).is_valid()
    assert not SetupForm(posted(form, rounds=PLAYED_ROUNDS + 1), tournament=tournament).is_valid()


def test_games_do_not_end_before_the_first_one():
    tournament = factories.tournament(4, rounds=PLANNED_ROUNDS)
    answer = end_early(factories.signed_in(factories.organiser(tournament)), tournament, 0)
    assert "end_not_here" in codes(answer) + _messages(answer)
    assert stages.qualifying(tournament).rules["rounds"] == PLANNED_ROUNDS
