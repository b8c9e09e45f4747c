"""Copies of an earlier version made in the middle of a game go on here as they would have there."""

import json
from pathlib import Path

import pytest
from django.test import Client

from tests import factories
from tests.page_reader import data, parse
from tournaments import rounds
from tournaments.models import Line, Round, Tournament
from tournaments.papers.words import grouped
from tournaments.rounds import scores, stages
from tournaments.standings import standings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
HALF_PLAYED = Path(__file__).parent / "half_played"
PLAYED_TOURNAMENTS = json.loads((HALF_PLAYED / "played.json").read_text(encoding="utf-8"))
PAGES = ("", "rounds/", "desk/", "standings/", "penalties/", "tablets/", "papers/", "acts/", "screen/")


def seats_by_table(round_: Round) -> dict[str, list[list[object]]]:
    """Return the letter and the number of each player, table by table."""
    return {
        str(meeting.place.number): [
            [seat.letter, seat.entry.number] for seat in meeting.seats.order_by("letter")
        ]
        for meeting in round_.meetings.filter(void_act=None).order_by("place__number")
        if meeting.place
    }


def results_after_playing(round_: Round, results: dict[str, dict[str, object]]) -> dict[str, object]:
    """Return what counts at each table once all results are handed in."""
    counting = {}
    for table, text in results.items():
        meeting = factories.meeting_at(round_, int(table))
        if not meeting.results.filter(state="entered").exists():
            scores.write_line(
                meeting,
                data=text,
                sides=scores.sides_of(meeting),
                by=Line.By.DESK,
                nonce=f"played-on-{meeting.uid}",
                basis=scores.last_line_of(meeting, 1),
            )
        counting[table] = meeting.results.select_related("line")[0].line.data
    return counting


def standing_rows(tournament: Tournament) -> list[list[int]]:
    """Return the rank of each player with the figures behind it."""
    return [
        [row.rank, row.number, row.pegged, row.match_points, row.won, row.value]
        for row in standings(tournament).rows
    ]


@pytest.mark.parametrize("name", PLAYED_TOURNAMENTS)
def test_half_played_round_of_earlier_version_goes_on(name):
    lise = factories.director()
    tournament = copies.restore(copies.open_copy((HALF_PLAYED / f"{name}.cheville").read_bytes()), by=lise)
    stage = stages.qualifying(tournament)
    for went in PLAYED_TOURNAMENTS[name]:
        round_ = stage.rounds.filter(number=went["round"]).exclude(state=Round.State.VOID).first()
        if round_ is None:
            round_ = rounds.open_round(rounds.seat(stage, went["round"], by=lise), by=lise)
        assert seats_by_table(round_) == went["tables"]
        assert results_after_playing(round_, went["results"]) == went["results"]
        rounds.close_round(round_, by=lise)
        tournament.refresh_from_db()
        assert standing_rows(tournament) == went["standings"]
    assert scores.rebuild(tournament, check=True) == []


@pytest.mark.parametrize("language", ["en", "fr-ca"])
@pytest.mark.parametrize("name", PLAYED_TOURNAMENTS)
def test_pages_of_half_played_copy_open_in_both_languages(name, language):
    lise = factories.director()
    tournament = copies.restore(copies.open_copy((HALF_PLAYED / f"{name}.cheville").read_bytes()), by=lise)
    browser = Client(headers={"accept-language": language})
    browser.force_login(lise)
    shown = {page: browser.get(f"/t/{tournament.slug}/{page}") for page in PAGES}
    assert {page: answer.status_code for page, answer in shown.items()} == dict.fromkeys(PAGES, 200)
    assert len(data(shown["desk/"], "slot")) == len(PLAYED_TOURNAMENTS[name][0]["tables"])


@pytest.mark.parametrize("language", ["en", "fr-ca"])
def test_cross_table_groups_hollywood_points_by_thousands(language):
    lise = factories.director()
    tournament = copies.restore(
        copies.open_copy((HALF_PLAYED / "gin-hollywood.cheville").read_bytes()), by=lise
    )
    closed = tournament.results.filter(meeting__round__state=Round.State.CLOSED)
    assert closed.filter(pegged__gt=999).exists()
    shown = parse(Client(headers={"accept-language": language}).get(f"/t/{tournament.slug}/cross-table/"))
    written = [one.inside[0] for one in shown.one(".cross").all("b")]
    assert sorted(written) == sorted(grouped(result.pegged, language) for result in closed.filter(won=1))
    against = {one.inside[0] for one in shown.all(".soft") if str(one.inside[0]).startswith("–")}
    assert against == {f"–{grouped(result.pegged, language)}" for result in closed}
