"""Both sides of a match have gone home: on pages, papers and files nobody has its place."""

import io
from random import Random

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests import factories, shown_by
from tests.finals.test_playoffs import begun, by_code, desk, numbers, play
from tournaments import rounds
from tournaments.finals import medals, playoffs, playoffs_validation
from tournaments.models import Line, Tournament
from tournaments.publishing import bracket_rows, ceremony, snapshot
from tournaments.publishing.outputs import folder, json_file
from tournaments.publishing.outputs.rows import gather, to_publish
from tournaments.publishing.paper_types import Paper
from tournaments.publishing.papers import PAPER_TYPES
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_day

pytestmark = pytest.mark.django_db
THIRD = {"third_place": True}


@pytest.fixture
def both_leave(client):
    """`both_leave(day, meeting)`: the director presses the button of the page of the medals."""
    client.cookies["django_language"] = "en"

    def press(day, meeting):
        client.force_login(factories.director_of(day))
        address = f"/t/{day.slug}/medals/match/{meeting.uid}/forfeit/"
        typed = shown_by.page(client.get(f"/t/{day.slug}/medals/"))
        offered = [one for one in typed.all("button[value=both]") if one.get("name") == "absent"]
        assert offered
        return client.post(address, {"absent": "both", "nonce": "both"}, follow=True)

    return press


def ranks(day) -> dict[int, int]:
    return {row.number: row.rank for row in standings(day).rows}


def third_place_left(both_leave):
    """Four play on, and both who lost their semi-final have gone home."""
    day = begun(**THIRD)
    (one, three), (two, four) = play(day, "1.1"), play(day, "1.2")
    said = both_leave(day, by_code(day)["T"])
    assert shown_by.told(said) == ["match_forfeited_by_both"]
    play(day, "F")
    return day, (one, two), {three, four}


def test_nobody_is_third_where_both_have_left_the_match_for_third_place(client, both_leave):
    day, (first, second), gone = third_place_left(both_leave)
    found = ranks(day)
    assert (found[first], found[second]) == (1, 2)
    assert {found[number] for number in gone} == {4}
    assert sorted(found.values())[:5] == [1, 2, 4, 4, 5]
    assert {standings(day).by_number[number].decision.code for number in gone} == {"playoffs_gone"}
    assert playoffs.stage_of(day).state == "finished" and playoffs_validation.proof_read(day) == []

    snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()
    assert [row.rank for row in ceremony.on_podium(standings(day))] == [1, 2]
    told = json_file.written(gather(day))
    assert [one["rank"] for one in told["standings"]][:4] == [1, 2, 4, 4]
    asked = client.get(f"/api/data/2/tournaments/{day.slug}/standings/").json()
    assert [row["rank"] for row in asked["standings"]][:4] == [1, 2, 4, 4]
    files = dict(folder.publication_files(to_publish(day)))
    assert files["papers/bracket-fr.pdf"][:5] == b"%PDF-"
    for path in (
        "medals/",
        "bracket/",
        "podium/",
        "remote/",
        "aloud/?step=medals",
        "standings/",
        "ceremony/",
    ):
        assert client.get(f"/t/{day.slug}/{path}").status_code == 200, path
    for kind in ("bracket", "medal_papers", "standings"):
        with translation.override("fr-ca"):
            drawn = PAPER_TYPES[kind].draw(Paper(day, {"base": "http://cheville.example"}, lambda done: None))
        assert PdfReader(io.BytesIO(drawn)).pages, kind


def test_whoever_would_meet_them_goes_on_without_playing(both_leave):
    day = begun(**THIRD)
    first = by_code(day)["1.1"]
    gone = numbers(first)
    both_leave(day, first)
    winner, loser = play(day, "1.2")
    assert set(by_code(day)) == {"1.1", "1.2"}, "neither the final nor the other match is seated"
    assert ranks(day)[winner] == 1 and ranks(day)[loser] == 3
    assert {ranks(day)[number] for number in gone} == {4}
    shown = bracket_rows.bracket_rows_of(day)
    assert shown.over and shown.left == 0
    final = shown.by_id["F"]
    assert [(side.number, side.winner) for side in final.sides if side.winner] == [(winner, True)]
    assert playoffs_validation.proof_read(day) == []


def test_it_is_corrected_like_any_result(both_leave):
    day = begun(**THIRD)
    first = by_code(day)["1.1"]
    one, other = numbers(first)
    both_leave(day, first)
    play(day, "1.2")
    desk(first, 1, one)
    assert set(by_code(day)) == {"1.1", "1.2"}, "a game is won, the match goes on"
    desk(first, 2, one, kind=Line.Kind.CLAIM)
    assert one in numbers(by_code(day)["F"]) and other in numbers(by_code(day)["T"])
    assert playoffs_validation.proof_read(day) == []


def test_pressed_twice_it_is_written_once_and_whoever_leads_has_it_no_more(both_leave):
    day = begun(**THIRD)
    first = by_code(day)["1.1"]
    factories.enter(first, [121, 90])
    both_leave(day, first)
    lines = Line.objects.count()
    playoffs.forfeit(first, None, by=None, nonce="both")
    assert Line.objects.count() == lines
    assert bracket_rows.bracket_rows_of(day).by_id["1.1"].state == bracket_rows.OVER
    assert not any(side.winner for side in bracket_rows.bracket_rows_of(day).by_id["1.1"].sides)


def test_a_copy_holds_it(both_leave):
    day, _first, _gone = third_place_left(both_leave)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    assert isinstance(again, Tournament)
    assert ranks(again) == ranks(day)


def test_a_double_elimination_ends_whoever_leaves():
    day = begun(players=8, who="everybody", count=8, games=1, double=True)
    for at, code in enumerate(["1.1", "1.2", "1.3", "1.4"]):
        if at == 2:
            playoffs.forfeit(by_code(day)[code], None, by=None)
        else:
            play(day, code, games=1)
    simulated_day.play_playoffs(day, chance=Random(1), by=None)
    assert playoffs.stage_of(day).state == "finished"
    assert playoffs_validation.proof_read(day) == []
    assert sorted(ranks(day).values())[0] == 1 and len(ranks(day)) == 8


def test_two_level_for_a_medal_go_on_sharing_it_where_both_leave(client, both_leave):
    day = factories.tournament(4, rounds=1)
    round_ = factories.open_round(day)
    for table, loser in ((1, 90), (2, 80)):
        factories.enter(factories.meeting_at(round_, table), [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(day, seed=1, by=None)
    (meeting,) = medals.open_meetings(day)
    gone = numbers(meeting)
    both_leave(day, meeting)
    assert not medals.open_meetings(day) and medals.ties(day) == []
    assert [ranks(day)[number] for number in gone] == [1, 1]
    page = client.get(f"/t/{day.slug}/medals/")
    assert page.status_code == 200 and not shown_by.page(page).all("button[value=both]")
