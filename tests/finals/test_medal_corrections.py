"""A match between four or more who are tied is corrected: the right people play those that follow."""

import pytest

from scoring import DomainError
from tests import factories
from tests.finals.test_medals import play_all, ranks, win
from tests.finals.test_playoffs import desk, numbers
from tests.formats.structure import watched
from tests.web.desk.desk_client import Desk
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs
from tournaments.finals.seated import seated_meetings
from tournaments.models import Line, Round
from tournaments.rounds import scores
from tournaments.standings import standings
from tournaments.standings.tie_break_results import tie_breaks
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def by_code(tournament):
    return {meeting.code: meeting for meeting in seated_meetings(*tie_breaks(tournament))}


def play(tournament, code):
    """Let the first side win a match; return winner and loser."""
    meeting = by_code(tournament)[code]
    one, other = numbers(meeting)
    win(meeting, one)
    return one, other


def with_semi_finals():
    """Return a tournament of four tied for gold after the semi-finals; winner and loser of the first."""
    tournament = factories.tied_for_gold(4)
    played = {code: play(tournament, code) for code in ("1.1", "1.2")}
    return tournament, *played["1.1"]


def turn(tournament, winner):
    """Correct the first semi-final, game by game, so that `winner` has won it."""
    semi = by_code(tournament)["1.1"]
    desk(semi, 2, winner)
    desk(semi, 3, winner, kind=Line.Kind.CLAIM)


def take_out(meeting):
    """Remove both games of a match, the last one first."""
    for game in (2, 1):
        basis = scores.last_line_of(meeting, game)
        factories.void_game(meeting, game=game, nonce=f"out-{meeting.uid}-{game}", basis=basis, user=None)


def named(tournament):
    """Return the numbers on the medals page, and those who sit there, by match."""
    (tie,) = medals.tie_break_views(tournament, standings(tournament))
    return {
        match.match.code: (
            {side.number for side in match.sides if side},
            set(numbers(match.meeting)) if match.meeting else set(),
        )
        for match in tie.matches
    }


def kinds(tournament):
    return list(tournament.acts.order_by("version").values_list("kind", flat=True))


def test_correction_seats_unplayed_later_matches_anew():
    tournament, one, other = with_semi_finals()
    assert one in numbers(by_code(tournament)["F"]) and other in numbers(by_code(tournament)["T"])
    with watched() as faults:
        turn(tournament, other)
    assert not faults, "\n".join(faults)
    for named_there, sitting in named(tournament).values():
        assert named_there == sitting
    assert other in numbers(by_code(tournament)["F"]) and one in numbers(by_code(tournament)["T"])
    assert kinds(tournament)[-4:] == ["medal_unseat", "medal_open", "medal_close", "medal_seat"]
    play_all(tournament, better=lambda first, second: other if other in (first, second) else first)
    assert ranks(tournament)[0] == (1, other)
    assert scores.rebuild(tournament, check=True) == []


def test_later_matches_wait_while_a_corrected_match_is_undecided():
    tournament, _one, other = with_semi_finals()
    desk(by_code(tournament)["1.1"], 2, other)
    assert set(by_code(tournament)) == {"1.1", "1.2"}
    assert set(medals.open_meetings(tournament).values_list("code", flat=True)) == {"1.1"}


def test_correction_is_refused_if_a_later_match_was_played():
    tournament, one, other = with_semi_finals()
    final = by_code(tournament)["F"]
    factories.enter(final, [121, 90], game=1)
    lines = Line.objects.count()
    with pytest.raises(DomainError) as refused:
        desk(by_code(tournament)["1.1"], 2, other)
    assert refused.value.code == "would_overturn"
    names = [seat.entry.name for seat in final.seats.select_related("entry").order_by("side")]
    assert refused.value.args_ == {"matches": [" – ".join(names)], "tables": [final.place.number]}
    assert Line.objects.count() == lines
    desk(by_code(tournament)["1.1"], 2, one)  # the same winner
    factories.void_game(final, game=1, nonce="out", basis=scores.last_line_of(final, 1), user=None)
    turn(tournament, other)
    assert other in numbers(by_code(tournament)["F"])


def test_matches_between_the_right_people_stay_in_their_round():
    """With eight tied, the first round has four matches and the second two."""
    tournament = factories.tied_for_gold(8)
    codes = [f"1.{number}" for number in (1, 2, 3, 4)]
    played = {code: play(tournament, code) for code in codes}
    before = {code: by_code(tournament)[code].pk for code in ("2.1", "2.2")}
    one, other = played["1.1"]
    turn(tournament, other)
    after = by_code(tournament)
    assert [after[code].pk == before[code] for code in ("2.1", "2.2")] == [False, True]
    assert {other} == set(numbers(after["2.1"])) - {played[code][0] for code in codes}
    assert one not in {number for code in ("2.1", "2.2") for number in numbers(after[code])}
    play_all(tournament)
    assert [rank for rank, _number in ranks(tournament)[:4]] == [1, 2, 3, 4]


def test_double_forfeit_of_a_semi_final_can_be_corrected():
    """The final is not played after it, and seated once that is corrected."""
    tournament, one, _other = with_semi_finals()
    semi = by_code(tournament)["1.1"]
    take_out(semi)
    playoffs.forfeit(semi, None, by=None)
    assert set(by_code(tournament)) == {"1.1", "1.2"} and not medals.open_meetings(tournament)
    desk(semi, 1, one)
    assert set(by_code(tournament)) == {"1.1", "1.2"}
    desk(semi, 2, one, kind=Line.Kind.CLAIM)
    assert one in numbers(by_code(tournament)["F"])


def test_earlier_standings_are_unchanged_by_a_correction():
    tournament, _one, other = with_semi_finals()
    finals = [by_code(tournament)[code] for code in ("F", "T")]
    play_all(tournament)
    tournament.refresh_from_db()
    versions = range(tournament.version + 1)
    before = [standings(tournament, upto=version).rows for version in versions]
    for meeting in finals:
        take_out(meeting)
    turn(tournament, other)
    play_all(tournament)
    assert [standings(tournament, upto=version).rows for version in versions] == before


def test_copy_keeps_matches_seated_anew():
    tournament, _one, other = with_semi_finals()
    turn(tournament, other)
    again = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=factories.director("carl")
    )
    assert named(again) == named(tournament)
    assert kinds(again)[: len(kinds(tournament))] == kinds(tournament)
    play_all(again)
    assert [rank for rank, _number in ranks(again)[:4]] == [1, 2, 3, 4]


def test_undone_withdrawal_leaves_no_wrong_match():
    """The semi-final is corrected while the matches that follow from it are withdrawn."""
    tournament, one, other = with_semi_finals()
    qualifying = tournament.stages.get(order=1).rounds.get().meetings.get(seats__entry__number=one)
    side = scores.sides_of(qualifying).index([one])
    turned = [121, 121]
    turned[side] = 90
    factories.enter(qualifying, turned, kind=Line.Kind.CORRECTION)
    medals.withdraw(tournament, 2, by=None)
    turn(tournament, other)
    audit_log.undo(tournament.acts.get(kind="tie_break_withdraw"), by=None)
    assert set(by_code(tournament)) == {"1.1", "1.2"}
    factories.enter(qualifying, turned[::-1], kind=Line.Kind.CORRECTION)
    medals.advance(tournament, by=None)
    assert other in numbers(by_code(tournament)["F"])


# At the desk


def test_desk_is_refused_a_correction_until_the_later_match_has_no_results():
    tournament, one, other = with_semi_finals()
    final = by_code(tournament)["F"]
    win(final, one, games=1)
    meeting = by_code(tournament)["1.1"]
    client = Desk(tournament)
    side = "AB"[numbers(meeting).index(other)]
    correction = {"do": "correct", "meeting": str(meeting.uid), "game": 2, "winner": side, "loser": "70"}
    assert client.post(**correction)["code"] == "would_overturn"
    assert client.post(do="void", meeting=str(final.uid), game=1)["ok"]
    client.look()
    assert client.post(**correction)["ok"]
    assert "F" not in by_code(tournament)
    page = client.client.get(f"/t/{tournament.slug}/acts/")
    unseating = next(row for row in page.context["rows"] if row["act"].kind == "medal_unseat")
    assert unseating["text"] != "medal_unseat" and not unseating["undo"]
    assert client.client.get(f"/t/{tournament.slug}/medals/").status_code == 200


# Of an earlier program


def wrong_final():
    """Return a tournament whose final is played by the loser of a semi-final; and its winner and loser.

    An earlier program left them there when the semi-final was corrected.
    """
    tournament, one, other = with_semi_finals()
    entries = {entry.number: entry for entry in tournament.entries.all()}
    final, third = by_code(tournament)["F"], by_code(tournament)["T"]
    final.seats.filter(entry=entries[one]).update(entry=entries[other])
    third.seats.filter(entry=entries[other]).update(entry=entries[one])
    win(final, other, games=1)
    return tournament, one, other


def test_results_of_a_wrong_final_can_be_removed():
    tournament, one, other = wrong_final()
    final = by_code(tournament)["F"]
    assert other in numbers(final), "what was played stays"
    win(final, other)
    assert other in numbers(by_code(tournament)["T"]), "what was not played is seated anew"
    take_out(final)
    assert one in numbers(by_code(tournament)["F"])
    assert final.round.stage.rounds.get(pk=final.round_id).state == Round.State.VOID
