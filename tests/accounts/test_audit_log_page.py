"""The audit log describes each action in words, with the name of its author."""

import ast
import random
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories, page_reader
from tests.previewed import post_and_confirm
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.common.audit_log import UNDO_FUNCTIONS
from tournaments.models import Act, Line, Role, User
from tournaments.rounds import protests, stages
from tournaments.transfer import simulated_tournament
from tournaments.web.audit_log.views import ON_A_PAGE
from tournaments.web.audit_log.words import ACT_WORDS

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2] / "tournaments"


@pytest.fixture
def tournament():
    return factories.tournament(4, by=factories.director("odile"))


@pytest.fixture
def log_text(client, tournament):
    client.force_login(User.objects.get(username="odile"))
    return lambda query="": client.get(f"/t/{tournament.slug}/acts/{query}").content.decode()


def test_page_names_the_author_of_each_action(tournament, log_text):
    helper = factories.helper(tournament, Role.Kind.REGISTRATION, "aide")
    helper.first_name = "Zéphirin L'Écuyer"
    helper.save()
    registration.fix_seat(tournament.entries.get(number=1), (2, "A"), by=helper)
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=User.objects.get(username="odile"))
    audit_log.undo(round_.act, by=helper)
    text = log_text()
    for words in ("Fixed seat: Réal O&#x27;Brien", "Game 1 was seated", "Taken back: Game 1 was seated"):
        assert words in text
    assert text.count("Zéphirin L&#x27;Écuyer") == 2


def test_every_kind_of_action_has_a_sentence():
    written = {
        node.args[1].value
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith("audit_log.record")
        and isinstance(node.args[1], ast.Constant)
    }
    assert {"seat", "publish", "import"} <= written
    assert written | set(UNDO_FUNCTIONS) | {"open", "close"} <= set(ACT_WORDS)


def test_unknown_kind_of_action_is_shown_by_its_name(tournament, log_text):
    newer = {"kind": "moon_landing", "args": {"stage": 7}, "at": timezone.now()}
    Act.objects.bulk_create([Act(tournament=tournament, version=tournament.next_version(), **newer)])
    assert "moon_landing" in log_text()


def test_log_is_paginated_with_constant_queries(tournament, log_text):
    simulated_tournament.play_round(tournament, 1, chance=random.Random(1), by=None)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            log_text()
        return len(seen)

    one = queries()
    simulated_tournament.play_round(tournament, 2, chance=random.Random(2), by=None)
    assert queries() == one
    tournament.refresh_from_db()
    for turn in range(ON_A_PAGE):
        audit_log.record(tournament, "wifi", {"turn": turn}, by=None)
        tournament.refresh_from_db()
    assert "?page=2" in log_text()
    assert page_reader.parse(log_text("?page=2")).all("[data-kind=create]")


def test_action_is_undone_after_confirmation(client, tournament, log_text):
    stage = stages.qualifying(tournament)
    round_ = rounds.seat(stage, 1, by=None)
    page = f"/t/{tournament.slug}/acts/{round_.act.version}/"
    assert page in log_text()
    shown = client.get(page)
    assert page_reader.data(shown, "touches") == ["4"]
    assert page_reader.data(client.post(page), "touches") == ["4"], "a confirmation is needed"
    post_and_confirm(client, page)
    assert not stage.rounds.exclude(state="void").exists()
    assert page not in log_text(), "an undone action cannot be undone again"


def test_action_with_later_dependencies_is_not_undone(client, tournament, log_text):
    log_text()
    first = rounds.seat(stages.qualifying(tournament), 1, by=None)
    rounds.open_round(first, by=None)
    page = f"/t/{tournament.slug}/acts/{first.act.version}/"
    assert client.get(page).context["against"].code == "round_has_moved_on"
    assert page_reader.codes(client.post(page, follow=True)) == ["round_has_moved_on"]
    assert stages.qualifying(tournament).rounds.exclude(state="void").count() == 1


def test_action_of_another_tournament_gets_404(client, tournament, log_text):
    log_text()
    other = factories.tournament(4)
    act = rounds.seat(stages.qualifying(other), 1, by=None).act
    missing = act.version if not tournament.acts.filter(version=act.version).exists() else 10_000
    assert client.get(f"/t/{tournament.slug}/acts/{missing}/").status_code == 404


def test_ruling_log_has_corrections_but_no_plain_results(client, tournament, log_text):
    log_text()
    round_ = factories.open_round(tournament)
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 90])
    page = f"/t/{tournament.slug}/rulings/"
    assert not page_reader.data(client.get(page), "version")
    factories.enter(meeting, [121, 88], kind=Line.Kind.CORRECTION)
    shown = client.get(page)
    assert page_reader.data(shown, "kind") == [Line.Kind.CORRECTION]
    assert "121–88" in page_reader.words(shown), "the new result is shown"


def test_ruling_log_keeps_line_numbers_and_versions_apart(client, tournament, log_text):
    log_text()
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.enter(meeting, [121, 90])
    protest = protests.file(tournament, 1, meeting.seats.first().entry, "L'Écuyer a compté 121", by=None)
    ruling = protests.rule(tournament, protest.version, "Non", upheld=False, by=None)
    for points in range(ruling.version):
        factories.enter(meeting, [121, points], kind=Line.Kind.CORRECTION)
    corrections = tournament.lines.filter(kind=Line.Kind.CORRECTION).order_by("-version")
    assert corrections.filter(number=ruling.version).exists(), "both counters have this value"
    shown = client.get(f"/t/{tournament.slug}/rulings/")
    assert page_reader.data(shown, "version") == [str(one.version) for one in (*corrections, ruling)]
    assert page_reader.data(shown, "kind") == [Line.Kind.CORRECTION] * len(corrections) + [protests.KIND]
