"""Who did what: every act in words, with the name of whoever did it."""

import ast
import random
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories, shown_by
from tests.previewed import agree
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.common.audit_log import WAYS_BACK
from tournaments.models import Act, Line, Role, User
from tournaments.rounds import protests, stages
from tournaments.transfer import simulated_day
from tournaments.web.audit_log.views import ON_A_PAGE
from tournaments.web.audit_log.words import SAID

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2] / "tournaments"


@pytest.fixture
def day():
    return factories.tournament(4, by=factories.director("odile"))


@pytest.fixture
def told(client, day):
    client.force_login(User.objects.get(username="odile"))
    return lambda query="": client.get(f"/t/{day.slug}/acts/{query}").content.decode()


def test_it_says_who_did_what(day, told):
    helper = factories.helper(day, Role.Kind.REGISTRATION, "aide")
    helper.first_name = "Zéphirin L'Écuyer"
    helper.save()
    registration.fix_seat(day.entries.get(number=1), (2, "A"), by=helper)
    round_ = rounds.seat(stages.qualifying(day), 1, by=User.objects.get(username="odile"))
    audit_log.undo(round_.act, by=helper)
    text = told()
    for words in ("Fixed seat: Réal O&#x27;Brien", "Game 1 was seated", "Taken back: Game 1 was seated"):
        assert words in text
    assert text.count("Zéphirin L&#x27;Écuyer") == 2


def test_every_kind_of_act_has_words():
    written = {
        node.args[1].value
        for path in ROOT.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith("audit_log.record")
        and isinstance(node.args[1], ast.Constant)
    }
    assert {"seat", "publish", "import"} <= written
    assert written | set(WAYS_BACK) | {"open", "close"} <= set(SAID)


def test_a_kind_from_a_newer_program_is_named(day, told):
    newer = {"kind": "moon_landing", "args": {"stage": 7}, "at": timezone.now()}
    Act.objects.bulk_create([Act(tournament=day, version=day.draw_number(), **newer)])
    assert "moon_landing" in told()


def test_a_played_day_is_told_in_pages_at_the_same_cost(day, told):
    simulated_day.play_round(day, 1, chance=random.Random(1), by=None)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            told()
        return len(seen)

    one = queries()
    simulated_day.play_round(day, 2, chance=random.Random(2), by=None)
    assert queries() == one
    day.refresh_from_db()
    for turn in range(ON_A_PAGE):
        audit_log.record(day, "wifi", {"turn": turn}, by=None)
        day.refresh_from_db()
    assert "?page=2" in told()
    assert shown_by.page(told("?page=2")).all("[data-kind=create]")


def test_an_act_is_taken_back_by_its_name(client, day, told):
    stage = stages.qualifying(day)
    round_ = rounds.seat(stage, 1, by=None)
    page = f"/t/{day.slug}/acts/{round_.act.version}/"
    assert page in told()
    shown = client.get(page)
    assert shown_by.data(shown, "touches") == ["4"]
    assert shown_by.data(client.post(page), "touches") == ["4"], "nothing is done before somebody said yes"
    agree(client, page)
    assert not stage.rounds.exclude(state="void").exists()
    assert page not in told(), "what was taken back cannot be taken back again"


def test_what_something_depends_on_says_so_and_stays(client, day, told):
    told()
    first = rounds.seat(stages.qualifying(day), 1, by=None)
    rounds.open_round(first, by=None)
    page = f"/t/{day.slug}/acts/{first.act.version}/"
    assert client.get(page).context["against"].code == "round_has_moved_on"
    assert shown_by.codes(client.post(page, follow=True)) == ["round_has_moved_on"]
    assert stages.qualifying(day).rounds.exclude(state="void").count() == 1


def test_an_act_of_another_tournament_is_not_there(client, day, told):
    told()
    other = factories.tournament(4)
    act = rounds.seat(stages.qualifying(other), 1, by=None).act
    missing = act.version if not day.acts.filter(version=act.version).exists() else 10_000
    assert client.get(f"/t/{day.slug}/acts/{missing}/").status_code == 404


def test_the_log_of_rulings_has_corrections_and_no_plain_result(client, day, told):
    told()
    round_ = factories.open_round(day)
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 90])
    page = f"/t/{day.slug}/rulings/"
    assert not shown_by.data(client.get(page), "version")
    factories.enter(meeting, [121, 88], kind=Line.Kind.CORRECTION)
    shown = client.get(page)
    assert shown_by.data(shown, "kind") == [Line.Kind.CORRECTION]
    assert "121–88" in shown_by.words(shown), "what was decided, not only that something was"


def test_the_log_has_a_correction_whose_number_is_the_version_of_a_ruling(client, day, told):
    told()
    meeting = factories.meeting_at(factories.open_round(day), 1)
    factories.enter(meeting, [121, 90])
    protest = protests.file(day, 1, meeting.seats.first().entry, "L'Écuyer a compté 121", by=None)
    ruling = protests.rule(day, protest.version, "Non", upheld=False, by=None)
    for points in range(ruling.version):
        factories.enter(meeting, [121, points], kind=Line.Kind.CORRECTION)
    corrections = day.lines.filter(kind=Line.Kind.CORRECTION).order_by("-version")
    assert corrections.filter(number=ruling.version).exists(), "both counters have come to it"
    shown = client.get(f"/t/{day.slug}/rulings/")
    assert shown_by.data(shown, "version") == [str(one.version) for one in (*corrections, ruling)]
    assert shown_by.data(shown, "kind") == [Line.Kind.CORRECTION] * len(corrections) + [protests.KIND]
