"""Both sides of a match forfeit: pages, papers and files show no winner."""

import io
from random import Random

import pytest
from django.utils import translation
from pypdf import PdfReader

from scoring import DomainError
from tests import factories, page_reader
from tests.finals.test_playoffs import begun, by_code, desk, numbers, play
from tournaments import rounds
from tournaments.finals import medals, playoffs, playoffs_validation
from tournaments.models import Line, Tournament
from tournaments.publishing import bracket_rows, ceremony, publications
from tournaments.publishing.outputs import folder, json_file
from tournaments.publishing.outputs.rows import publication_data, publishable_data
from tournaments.publishing.papers.paper_types import Paper
from tournaments.publishing.papers.registry import PAPER_TYPES
from tournaments.rounds import scores
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_tournament

pytestmark = pytest.mark.django_db
THIRD_PLACE = {"third_place": True}


@pytest.fixture
def both_leave(client):
    """Return `both_leave(tournament, meeting)`, which presses the button on the page of the medals."""
    client.cookies["django_language"] = "en"

    def press(tournament, meeting):
        client.force_login(factories.director_of(tournament))
        address = f"/t/{tournament.slug}/medals/match/{meeting.uid}/forfeit/"
        typed = page_reader.parse(client.get(f"/t/{tournament.slug}/medals/"))
        offered = [one for one in typed.all("button[value=both]") if one.get("name") == "absent"]
        assert offered
        return client.post(address, {"absent": "both", "nonce": "both"}, follow=True)

    return press


def ranks(tournament) -> dict[int, int]:
    return {row.number: row.rank for row in standings(tournament).rows}


def playoffs_without_third(both_leave):
    """Play playoffs of four in which both losers of the semi-finals have gone home."""
    tournament = begun(**THIRD_PLACE)
    (one, three), (two, four) = play(tournament, "1.1"), play(tournament, "1.2")
    found = both_leave(tournament, by_code(tournament)["T"])
    assert page_reader.message_codes(found) == ["match_forfeited_by_both"]
    play(tournament, "F")
    return tournament, (one, two), {three, four}


def test_no_third_place_after_double_forfeit_for_third(client, both_leave):
    tournament, (first, second), gone = playoffs_without_third(both_leave)
    found = ranks(tournament)
    assert (found[first], found[second]) == (1, 2)
    assert {found[number] for number in gone} == {4}
    assert sorted(found.values())[:5] == [1, 2, 4, 4, 5]
    assert {standings(tournament).by_number[number].decision.code for number in gone} == {"playoffs_gone"}
    assert (
        playoffs.playoff_stage(tournament).state == "finished"
        and playoffs_validation.playoff_faults(tournament) == []
    )

    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()
    assert [row.rank for row in ceremony.on_podium(standings(tournament))] == [1, 2]
    exported = json_file.export_content(publishable_data(tournament))
    assert [one["rank"] for one in exported["standings"]][:4] == [1, 2, 4, 4]
    asked = client.get(f"/api/data/2/tournaments/{tournament.slug}/standings/").json()
    assert [row["rank"] for row in asked["standings"]][:4] == [1, 2, 4, 4]
    files = dict(folder.publication_files(publication_data(tournament)))
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
        assert client.get(f"/t/{tournament.slug}/{path}").status_code == 200, path
    for kind in ("bracket", "medal_papers", "standings"):
        with translation.override("fr-ca"):
            drawn = PAPER_TYPES[kind].draw(
                Paper(tournament, {"base": "http://cheville.example"}, lambda done: None)
            )
        assert PdfReader(io.BytesIO(drawn)).pages, kind


def test_opponent_advances_after_double_forfeit(both_leave):
    tournament = begun(**THIRD_PLACE)
    first = by_code(tournament)["1.1"]
    gone = numbers(first)
    both_leave(tournament, first)
    winner, loser = play(tournament, "1.2")
    assert set(by_code(tournament)) == {"1.1", "1.2"}, "neither the final nor the other match is seated"
    assert ranks(tournament)[winner] == 1 and ranks(tournament)[loser] == 3
    assert {ranks(tournament)[number] for number in gone} == {4}
    shown = bracket_rows.bracket_rows_of(tournament)
    assert shown.over and shown.left == 0
    final = shown.by_id["F"]
    assert [(side.number, side.winner) for side in final.sides if side.winner] == [(winner, True)]
    assert playoffs_validation.playoff_faults(tournament) == []


def test_double_forfeit_can_be_corrected(both_leave):
    tournament = begun(**THIRD_PLACE)
    first = by_code(tournament)["1.1"]
    one, other = numbers(first)
    both_leave(tournament, first)
    play(tournament, "1.2")
    desk(first, 1, one)
    assert set(by_code(tournament)) == {"1.1", "1.2"}, "a game is won, the match is not over"
    desk(first, 2, one, kind=Line.Kind.CLAIM)
    assert one in numbers(by_code(tournament)["F"]) and other in numbers(by_code(tournament)["T"])
    assert playoffs_validation.playoff_faults(tournament) == []


def test_repeated_double_forfeit_is_written_once(both_leave):
    tournament = begun(**THIRD_PLACE)
    first = by_code(tournament)["1.1"]
    factories.enter(first, [121, 90])
    both_leave(tournament, first)
    lines = Line.objects.count()
    playoffs.forfeit(first, None, by=None, nonce="both")
    assert Line.objects.count() == lines
    assert bracket_rows.bracket_rows_of(tournament).by_id["1.1"].state == bracket_rows.OVER
    assert not any(side.winner for side in bracket_rows.bracket_rows_of(tournament).by_id["1.1"].sides)


def test_copy_keeps_double_forfeit(both_leave):
    tournament, _first, _gone = playoffs_without_third(both_leave)
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert isinstance(again, Tournament)
    assert ranks(again) == ranks(tournament)


def test_double_elimination_ends_after_double_forfeit():
    tournament = begun(players=8, who="everybody", count=8, games=1, double=True)
    for at, code in enumerate(["1.1", "1.2", "1.3", "1.4"]):
        if at == 2:
            playoffs.forfeit(by_code(tournament)[code], None, by=None)
        else:
            play(tournament, code, games=1)
    simulated_tournament.play_playoffs(tournament, chance=Random(1), by=None)
    assert playoffs.playoff_stage(tournament).state == "finished"
    assert playoffs_validation.playoff_faults(tournament) == []
    assert sorted(ranks(tournament).values())[0] == 1 and len(ranks(tournament)) == 8


def test_medal_stays_shared_after_double_forfeit(client, both_leave):
    tournament = factories.tournament(4, rounds=1)
    round_ = factories.open_round(tournament)
    for table, loser in ((1, 90), (2, 80)):
        factories.enter(factories.meeting_at(round_, table), [121, loser])
    rounds.close_round(round_, by=None)
    medals.create(tournament, seed=1, by=None)
    (meeting,) = medals.open_meetings(tournament)
    gone = numbers(meeting)
    both_leave(tournament, meeting)
    assert not medals.open_meetings(tournament) and medals.ties(tournament) == []
    assert [ranks(tournament)[number] for number in gone] == [1, 1]
    page = client.get(f"/t/{tournament.slug}/medals/")
    assert page.status_code == 200 and not page_reader.parse(page).all("button[value=both]")


def test_forfeit_of_a_match_that_is_over_is_refused():
    """Such a match was stored before each game needed a winner: the third game has none."""
    tournament, meeting = factories.medal_match()
    factories.enter(meeting, [121, 90], game=1)
    factories.enter(meeting, [90, 121], game=2)
    abandoned = {"v": 1, "how": "abandoned", "pegged": [50, 50], "winner": None}
    scores.write_line(
        meeting, game=3, kind=Line.Kind.AWARD, data=abandoned, sides=scores.sides_of(meeting),
        by=Line.By.DESK, nonce="abandoned", basis=0,
    )  # fmt: skip
    lines = tournament.lines.count()
    for absent in (None, meeting.seats.first().entry):
        with pytest.raises(DomainError, match="match_has_results"):
            playoffs.forfeit(meeting, absent, by=None, nonce="gone")
    assert tournament.lines.count() == lines


def test_forfeit_with_a_used_nonce_is_about_the_same_side():
    _tournament, meeting = factories.medal_match()
    one, other = (seat.entry for seat in meeting.seats.order_by("side"))
    playoffs.forfeit(meeting, one, by=None, nonce="gone")
    lines = meeting.lines.count()
    playoffs.forfeit(meeting, one, by=None, nonce="gone")
    with pytest.raises(DomainError, match="match_has_results"):
        playoffs.forfeit(meeting, other, by=None, nonce="gone")
    assert meeting.lines.count() == lines


def test_forfeit_sent_again_after_its_games_were_taken_out_is_refused():
    tournament, meeting = factories.medal_match()
    absent = meeting.seats.first().entry
    playoffs.forfeit(meeting, absent, by=None, nonce="gone")
    for game in (2, 1):
        last = scores.last_line_of(meeting, game)
        scores.desk.void_result(meeting, game=game, nonce=f"out-{game}", seen=last, user=None)
    lines = tournament.lines.count()
    with pytest.raises(DomainError, match="look_again"):
        playoffs.forfeit(meeting, absent, by=None, nonce="gone")
    assert tournament.lines.count() == lines
    playoffs.forfeit(meeting, absent, by=None, nonce="gone again")
    assert scores.match_state(meeting).over
