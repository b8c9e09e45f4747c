"""A stage holds all its rules: what becomes of the shipped formats changes no tournament that exists."""

import random
from importlib import import_module

import pytest
from django.apps import apps

from tests import factories
from tests.rooms import pages_of
from tests.web.setup.posting import posted
from tournaments import formats, rounds
from tournaments.models import Stage
from tournaments.publishing import papers
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_day
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
DAYS = {
    "fadoq-15": lambda: factories.tournament(9, rounds=2, odd="three", tables=4),
    "gin-round-robin": lambda: factories.gin(4, rounds=2),
}


@pytest.fixture(params=DAYS)
def deleted(request, monkeypatch):
    """A day of which one game is closed, whose format has no file any more."""
    day = DAYS[request.param]()
    with_rounds(day, 1)
    shelf = dict(formats.FORMATS)
    del formats.FORMATS[request.param]
    monkeypatch.setattr(formats, "FIRST", next(iter(formats.FORMATS)))
    yield day
    formats.FORMATS.clear()
    formats.FORMATS.update(shelf)  # in its order: the first one is what a new page begins with


def with_rounds(day, *numbers):
    for number in numbers:
        simulated_day.play_round(day, number, chance=random.Random(number), by=None)


def test_the_rest_of_the_day_is_played_and_ranked(deleted):
    before = standings(deleted).criteria
    with_rounds(deleted, 2)
    shown = standings(deleted)
    assert (shown.criteria, shown.through_round) == (before, 2)
    assert shown.rows[0].rank == 1
    simulated_day.play_medals(deleted, chance=random.Random(1), by=None)
    assert {stage.rules["criteria"] == list(before) for stage in deleted.stages.all()} == {True}


def test_the_set_up_shows_and_changes_it(deleted, client):
    by = factories.organiser(deleted)
    client.force_login(by)
    form = SetupForm(tournament=deleted)
    address = f"/t/{deleted.slug}/setup/"
    assert client.get(address).status_code == 200
    answer = client.post(address, posted(form, minutes="25"))
    assert answer.status_code == 302, answer.context["form"].errors
    rules = stages.qualifying(deleted).rules
    assert (rules["minutes"], rules["format"]) == (25, form.stage.rules["format"])
    assert {key: rules[key] for key in formats.DECIDED} == {
        key: form.stage.rules[key] for key in formats.DECIDED
    }


def test_its_copy_comes_back(deleted):
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(deleted))), by=None)
    assert stages.qualifying(again).rules == stages.qualifying(deleted).rules
    with_rounds(again, 2)


@pytest.mark.parametrize("kind", ["rules", "scorecards_blank", "standings"])
def test_its_papers_are_printed(deleted, kind):
    paper = papers.Paper(deleted, {}, lambda done: None)
    assert papers.PAPER_TYPES[kind].draw(paper)[:5] == b"%PDF-"


def test_a_public_page_and_the_judge_still_read_it(deleted, client):
    for address in ("", "rules/", *pages_of("judge", "judge/")):
        assert client.get(f"/t/{deleted.slug}/{address}").status_code == 200


KEPT_BY_THE_FORMAT = (
    "criteria",
    "running",
    "penalised",
    "credited",
    "odd_ways",
    "most_at_table",
    "in_a_match",
)


@pytest.mark.parametrize(
    "rules", [{}, {"rank_by": "match_points", "match_points": "acc", "then": ["spread"]}]
)
@pytest.mark.parametrize("key", DAYS)
def test_a_stage_frozen_before_is_frozen_whole_by_the_migration(key, rules):
    day = DAYS[key]() if key != "fadoq-15" else factories.tournament(4, **rules)
    stage = stages.qualifying(day)
    whole = stage.rules
    stage.rules = {name: rule for name, rule in whole.items() if name not in KEPT_BY_THE_FORMAT} | {"v": 1}
    stage.save()
    import_module("tournaments.migrations.0019_rules_frozen_whole").freeze(apps, None)
    assert Stage.objects.get(pk=stage.pk).rules == whole | {"v": 2}


def test_a_longer_game_changes_no_ranking():
    """A later version may decide otherwise: the ranking stays as it was frozen."""
    day = factories.tournament(4)
    rounds.seat(stages.qualifying(day), 1, by=None)
    stage = stages.qualifying(day)
    stage.rules = stage.rules | {"criteria": ["spread"]}
    stage.save()
    stages.change_rules(stage, {"minutes": 33}, by=None)
    assert stages.qualifying(day).rules["criteria"] == ["spread"]
