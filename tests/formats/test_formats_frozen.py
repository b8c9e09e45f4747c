"""A stage stores all its rules, so changes of the shipped formats change no existing tournament."""

import random
from importlib import import_module

import pytest
from django.apps import apps

from tests import factories
from tests.optional_packages import pages_of
from tests.web.setup.posting import posted
from tournaments import formats, rounds
from tournaments.common import audit_log
from tournaments.models import Stage
from tournaments.publishing.papers import paper_types, registry
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_tournament
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db
TOURNAMENT_MAKERS = {
    "fadoq-15": lambda: factories.tournament(9, rounds=2, odd="three", tables=4),
    "gin-round-robin": lambda: factories.gin(4, rounds=2),
}


@pytest.fixture(params=TOURNAMENT_MAKERS)
def deleted(request, monkeypatch):
    """Yield a tournament with one game closed, whose format has no file any more."""
    tournament = TOURNAMENT_MAKERS[request.param]()
    play_rounds(tournament, 1)
    shelf = dict(formats.FORMATS)
    del formats.FORMATS[request.param]
    monkeypatch.setattr(formats, "FIRST", next(iter(formats.FORMATS)))
    yield tournament
    formats.FORMATS.clear()
    formats.FORMATS.update(shelf)  # in order: a new page begins with the first one


def play_rounds(tournament, *numbers):
    for number in numbers:
        simulated_tournament.play_round(tournament, number, chance=random.Random(number), by=None)


def test_deleted_format_can_be_played_to_the_end(deleted):
    before = standings(deleted).criteria
    play_rounds(deleted, 2)
    shown = standings(deleted)
    assert (shown.criteria, shown.through_round) == (before, 2)
    assert shown.rows[0].rank == 1
    simulated_tournament.play_medals(deleted, chance=random.Random(1), by=None)
    assert {stage.rules["criteria"] == list(before) for stage in deleted.stages.all()} == {True}


def test_setup_page_works_for_a_deleted_format(deleted, client):
    by = factories.organiser(deleted)
    client.force_login(by)
    form = SetupForm(tournament=deleted)
    address = f"/t/{deleted.slug}/setup/"
    assert client.get(address).status_code == 200
    answer = client.post(address, posted(form, minutes="25"))
    assert answer.status_code == 302, answer.context["form"].errors
    rules = stages.qualifying(deleted).rules
    assert (rules["minutes"], rules["format"]) == (25, form.stage.rules["format"])
    assert {key: rules[key] for key in formats.DERIVED_RULES} == {
        key: form.stage.rules[key] for key in formats.DERIVED_RULES
    }


def test_copy_of_a_deleted_format_is_restored(deleted):
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(deleted))), by=None)
    assert stages.qualifying(again).rules == stages.qualifying(deleted).rules
    play_rounds(again, 2)


@pytest.mark.parametrize("kind", ["rules", "scorecards_blank", "standings"])
def test_papers_of_a_deleted_format_are_printed(deleted, kind):
    paper = paper_types.Paper(deleted, {}, lambda done: None)
    assert registry.PAPER_TYPES[kind].draw(paper)[:5] == b"%PDF-"


def test_public_and_judge_pages_work_for_a_deleted_format(deleted, client):
    for address in ("", "rules/", *pages_of("judge", "judge/")):
        assert client.get(f"/t/{deleted.slug}/{address}").status_code == 200


FORMAT_RULES = (
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
@pytest.mark.parametrize("key", TOURNAMENT_MAKERS)
def test_migration_completes_frozen_rules(key, rules):
    tournament = TOURNAMENT_MAKERS[key]() if key != "fadoq-15" else factories.tournament(4, **rules)
    stage = stages.qualifying(tournament)
    whole = stage.rules
    stage.rules = {name: rule for name, rule in whole.items() if name not in FORMAT_RULES} | {"v": 1}
    stage.save()
    import_module("tournaments.migrations.0019_rules_frozen_whole").freeze(apps, None)
    assert Stage.objects.get(pk=stage.pk).rules == whole | {"v": 2}


@pytest.mark.parametrize(
    "frozen", [{"criteria": ["spread"]}, {"credited": "spread", "penalised": "spread", "running": "spread"}]
)
def test_rule_change_keeps_the_frozen_ranking(frozen):
    """A later version may rank otherwise; the ranking stays as it was frozen."""
    tournament = factories.tournament(4, key="points-round-robin", order=["won", "pegged"])
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    stage = stages.qualifying(tournament)
    stage.rules = stage.rules | frozen
    stage.save()
    stages.change_rules(stage, {"minutes": 33}, by=None)
    now = stages.qualifying(tournament).rules
    assert {name: now[name] for name in frozen} == frozen


@pytest.mark.parametrize("order", [["spread"], ["pegged", "won"]])
@pytest.mark.parametrize("whole", [False, True])
def test_undone_rule_change_restores_the_frozen_ranking(order, whole):
    """The set-up page changes the whole rules, another caller only the order."""
    stage = stages.qualifying(factories.tournament(4, key="points-round-robin", order=["won", "pegged"]))
    stage.rules |= {"credited": "spread", "penalised": "spread", "running": "pegged"}
    stage.save()
    before = stage.rules
    changes = stages.rules_after(stage, {"order": order}) if whole else {"order": order}
    stages.change_rules(stage, changes, by=None)
    changed = stages.qualifying(stage.tournament).rules
    assert (changed["criteria"], changed["credited"]) == (order, order[0])
    audit_log.undo(stage.tournament.acts.get(kind="change_rules"), by=None)
    assert stages.qualifying(stage.tournament).rules == before
