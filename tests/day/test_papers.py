"""What stands on the papers of a day that ranks by match points."""

import re

import pytest
from pypdf import PdfReader

from tests import factories
from tournaments import jobs, rounds, scorebook, standings
from tournaments.models import Job
from tournaments.publication import papers

pytestmark = pytest.mark.django_db

ACC = {"rank_by": "match_points", "match_points": "acc"}


@pytest.fixture(autouse=True)
def _unsent(monkeypatch):
    monkeypatch.setattr(jobs, "send", lambda job: None)


def lines(day, kind: str) -> list[str]:
    """The text of a paper in English, line by line as it is laid out."""
    job = papers.request(day, kind, {"language": "en", "base": ""})
    papers.print_job(job.pk)
    pages = PdfReader(jobs.result_path(Job.objects.get(pk=job.pk))).pages
    text = "\n".join(page.extract_text(extraction_mode="layout") for page in pages)
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.fixture
def day():
    day = factories.tournament(4, rounds=3, **ACC)
    for number in (1, 2, 3):
        factories.play_round(day, number, loser_points=85)
    return day


def test_the_standings_show_points_pegged_beside_the_match_points_that_rank(day):
    found = lines(day, "standings")
    for row in standings.standings(day).rows:
        line = next(line for line in found if row.name in line)
        assert re.search(rf" {row.match_points} {row.pegged} {row.won} {row.skunks} ", line), line


def test_a_filled_card_adds_up_every_column(day):
    found = lines(day, "scorecards_filled")
    totals = [line for line in found if line.startswith("Total ")]
    for line, entry in zip(totals, day.entries.order_by("sort_name", "number"), strict=True):
        row = standings.standings(day).by_number[entry.number]
        against = sum(game.against for game in standings.card(entry))
        sums = f"Total {row.pegged} {against} {row.won} W {row.match_points} "
        assert line.startswith(sums), line
        assert line.endswith(f" {row.match_points}"), "the running total is of what ranks"


def test_a_filled_card_has_closed_games_alone(day):
    before = lines(day, "scorecards_filled")
    stage = day.stages.get(order=1)
    stage.rules = stage.rules | {"rounds": 4}
    stage.save(update_fields=["rules"])
    round_ = factories.open_round(day, 4)
    meeting = factories.meeting_at(round_, 1)
    factories.enter(meeting, [121, 88])
    number = scorebook.sides_of(meeting)[0][0]
    takes, why = scorebook.Takes("points", 2), {"words": "Late"}
    scorebook.penalise(meeting, game=1, number=number, takes=takes, why=why, nonce="n", user=None)
    Job.objects.all().delete()
    totals = [line for line in before if line.startswith("Total ")]
    assert [line for line in lines(day, "scorecards_filled") if line.startswith("Total ")] == totals
    factories.enter(factories.meeting_at(round_, 2), [121, 88])
    rounds.close_round(round_, by=None)
    Job.objects.all().delete()
    after = lines(day, "scorecards_filled")
    assert [line for line in after if line.startswith("Total ")] != totals
    assert any("penalty −2" in line for line in after)


def test_a_table_that_is_only_shown_does_not_rank():
    day = factories.tournament(4, rounds=1, match_points="acc")
    factories.play_round(day, 1, loser_points=85)
    header = papers.Paper(day, {}, lambda done: None).header
    assert (header.match_points, header.ranks_by) == (True, "pegged")
    found = lines(day, "scorecards_filled")
    row = standings.standings(day).rows[0]
    assert any(line.startswith("Total 121 ") and line.endswith(" 121") for line in found), row
