"""Playoffs after the games of a tournament: drawn, seated as tables come free, corrected, and ranked."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories
from tournaments import devices, formats, registration, rounds, standings
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs, playoffs_validation
from tournaments.models import Line, Meeting, Round, Stage
from tournaments.publishing import card_audit, prizes
from tournaments.rounds import scores
from tournaments.rounds.scores import desk as book
from tournaments.web.device_api import payloads

pytestmark = pytest.mark.django_db


def make_tournament(players=8, **asked):
    """Make a tournament whose only game is over; seat A has won at every table."""
    chosen = formats.playoffs(**{"who": "first", "count": 4, "games": 3, **asked})
    odd = {"odd": "bye", "bye_credit": 0} if players % 2 else {}
    tournament = factories.tournament(players, rounds=1, playoffs=chosen, **odd)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.order_by("place__number"):
        if meeting.seats.count() > 1:
            factories.enter(meeting, [121, 100 - meeting.place.number])
    rounds.close_round(round_, by=None)
    return tournament


def begun(players=8, **asked):
    tournament = make_tournament(players, **asked)
    playoffs.start_playoffs(tournament, seed=3, by=None)
    return tournament


def win(meeting, number, games=2, lost=0):
    side = scores.sides_of(meeting).index([number])
    for game, winner in enumerate([1 - side] * lost + [side] * games, start=1):
        points = [88, 88]
        points[winner] = 121
        factories.enter(meeting, points, game=game)


def desk(meeting, game, winner, kind=Line.Kind.CORRECTION):
    """Enter a result at the desk."""
    side = scores.sides_of(meeting).index([winner])
    points = [70, 70]
    points[side] = 121
    factories.enter(meeting, points, game=game, kind=kind)


def rule_for_line(meeting, line):
    book.rule_on_dispute(
        meeting, game=line.game, line=line.number, nonce="ruled", seen=line.number, user=None
    )


def by_code(tournament):
    return {meeting.code: meeting for meeting in playoffs.seated_meetings(playoffs.playoff_stage(tournament))}


def numbers(meeting):
    return [number for (number,) in scores.sides_of(meeting)]


def play(tournament, code, at=0, **how):
    """Let the entry at side `at` win a meeting; return winner and loser."""
    meeting = by_code(tournament)[code]
    sides = numbers(meeting)
    win(meeting, sides[at], **how)
    playoffs.advance(tournament, by=None)
    return sides[at], sides[1 - at]


def test_playoffs_cannot_begin_before_the_last_round():
    tournament = factories.tournament(8, rounds=2, playoffs=formats.playoffs("quarter"))
    with pytest.raises(DomainError) as refused:
        playoffs.start_playoffs(tournament, seed=1, by=None)
    assert refused.value.code == "playoffs_wait"


def test_undeclared_playoffs_cannot_begin(django_assert_num_queries):
    tournament = factories.tournament(4, rounds=1)
    of_day = list(tournament.stages.all())
    with django_assert_num_queries(0):
        assert standings.playoffs.standing(tournament, stages=of_day) is None
    with pytest.raises(DomainError) as refused:
        playoffs.start_playoffs(tournament, seed=1, by=None)
    assert refused.value.code == "no_playoffs"


def test_first_of_the_standings_qualify_in_order():
    tournament = begun()
    stage = playoffs.playoff_stage(tournament)
    shown = [row.number for row in standings.standings(tournament).rows][:4]
    seeded = list(stage.stage_entries.order_by("seed").values_list("entry__number", flat=True))
    assert set(seeded) == set(shown)
    by_rank = {row.number: row.rank for row in standings.standings(tournament).rows}
    assert [by_rank[number] for number in seeded] == sorted(by_rank[number] for number in seeded)
    assert set(by_code(tournament)) == {"1.1", "1.2"}
    assert [meeting.games_planned for meeting in by_code(tournament).values()] == [3, 3]
    assert playoffs.start_playoffs(tournament, seed=9, by=None) == stage, "a second request draws nothing new"


def test_entries_of_another_bracket_are_not_seeded():
    tournament = begun()
    seeded = standings.playoffs.standing(tournament).seeded
    assert sorted(seeded) == [1, 2, 3, 4]
    other = factories.tournament(5, by=factories.director("yvon")).stages.get()
    for number, entry in enumerate(other.tournament.entries.all(), start=1):
        other.stage_entries.create(entry=entry, seed=number)
    assert standings.playoffs.standing(tournament).seeded == seeded


@pytest.mark.parametrize(
    ("players", "qualifiers", "byes"), [(17, 5, 3), (60, 15, 1), (108, 27, 5), (132, 33, 31)]
)
def test_first_quarter_qualifies_rounded_up(players, qualifiers, byes):
    tournament = make_tournament(players, who="quarter")
    assert len(playoffs.playoff_field(tournament).rows) == qualifiers
    playoffs.start_playoffs(tournament, seed=1, by=None)
    assert playoffs.playoff_stage(tournament).rules["bracket"]["order"].count(0) == byes


def test_withdrawn_entry_is_replaced_by_the_next():
    tournament = make_tournament()
    first = standings.standings(tournament).rows[0]
    registration.withdraw(tournament.entries.get(number=first.number), from_round=2, by=None)
    found = playoffs.playoff_field(tournament)
    assert first.number not in [row.number for row in found.rows]
    assert [row.number for row in found.gone] == [first.number]
    assert len(found.rows) == 4


def test_last_qualifying_place_is_drawn_among_tied_entries():
    tournament = make_tournament(count=3)
    found = playoffs.playoff_field(tournament)
    assert len(found.rows) == 3
    assert len(found.level) == 4, "four winners have 121"


def test_a_meeting_is_seated_once_both_before_it_are_over():
    tournament = begun(third_place=True)
    play(tournament, "1.1")
    assert set(by_code(tournament)) == {"1.1", "1.2"}
    play(tournament, "1.2", at=1, lost=1)
    assert set(by_code(tournament)) == {"1.1", "1.2", "T", "F"}
    assert playoffs_validation.playoff_faults(tournament) == []


def test_meeting_waits_for_a_free_table():
    tournament = make_tournament(8, who="everybody")
    for place in list(tournament.places.order_by("number"))[2:]:
        elsewhere = Round.objects.create(
            stage=tournament.stages.get(order=1), number=place.number + 10, state=Round.State.OPEN
        )
        Meeting.objects.create(round=elsewhere, place=place)
    playoffs.start_playoffs(tournament, seed=1, by=None)
    assert set(by_code(tournament)) == {"1.1", "1.2"}
    play(tournament, "1.1")
    assert set(by_code(tournament)) == {"1.1", "1.2", "1.3"}


def test_the_bracket_ranks_once_it_is_over():
    tournament = begun(third_place=True)
    before = [(row.rank, row.number) for row in standings.standings(tournament).rows]
    one, three = play(tournament, "1.1")
    two, four = play(tournament, "1.2")
    assert [(row.rank, row.number) for row in standings.standings(tournament).rows] == before
    play(tournament, "T", at=0)
    play(tournament, "F", at=1)
    shown = standings.standings(tournament)
    assert [row.number for row in shown.rows[:4]] == [two, one, three, four]
    assert [row.rank for row in shown.rows[:5]] == [1, 2, 3, 4, 5]
    of_games = standings.standings(tournament, through_round=1)
    assert [(row.rank, row.number) for row in of_games.rows] == before
    assert [row.decision.code for row in shown.rows[:4]] == [
        "playoffs_won", "playoffs_final", "playoffs_third", "playoffs_fourth",
    ]  # fmt: skip
    assert playoffs.playoff_stage(tournament).state == Stage.State.FINISHED
    assert medals.ties(tournament) == []
    codes = [refusal.code for refusal in card_audit.official_obstacles(tournament, [])]
    assert codes == []


def test_losers_of_the_semi_finals_share_the_third_place():
    tournament = begun()
    before = standings.standings(tournament).rows
    play(tournament, "1.1")
    play(tournament, "1.2")
    assert standings.standings(tournament).rows == before
    assert [refusal.code for refusal in card_audit.official_obstacles(tournament, [])] == ["playoffs_open"]
    play(tournament, "F")
    assert [row.rank for row in standings.standings(tournament).rows[:5]] == [1, 2, 3, 3, 5]


def test_who_was_left_out_by_lot_shares_no_rank_with_those_in_the_playoffs():
    tournament = begun(count=2)
    play(tournament, "F")
    shown = standings.standings(tournament)
    out = sorted(row.number for row in shown.rows[2:4])
    assert [row.rank for row in shown.rows[:5]] == [1, 2, 3, 3, 5]
    assert [list(row.tied) for row in shown.rows[:5]] == [[], [], out, out, []]
    prize = prizes.Prize(1, prizes.RANK, 0, 4, "ruban", 1000)
    (award,) = prizes.award_prizes(prizes.PrizeRules((prize,), False), shown, {})
    assert (sorted(award.numbers), award.cents) == (out, 500)


def test_standings_at_an_earlier_version_are_unchanged():
    tournament = begun()
    before, version = standings.standings(tournament).rows, tournament.acts.get(kind="playoffs").version
    for code in ("1.1", "1.2", "F"):
        play(tournament, code)
    assert standings.standings(tournament, upto=version).rows == before


# A corrected result


def test_correction_reseats_unplayed_later_matches():
    tournament = begun(third_place=True)
    one, other = play(tournament, "1.1")
    play(tournament, "1.2")
    first = by_code(tournament)["1.1"]
    desk(first, 2, other)  # 1–1 now: open again
    assert set(by_code(tournament)) == {"1.1", "1.2"}
    assert by_code(tournament)["1.1"].round.state == Round.State.OPEN
    desk(first, 3, other, kind=Line.Kind.CLAIM)
    assert other in numbers(by_code(tournament)["F"])
    assert one in numbers(by_code(tournament)["T"])
    assert playoffs_validation.playoff_faults(tournament) == []


def test_correction_is_refused_if_next_match_was_played():
    tournament = begun()
    one, other = play(tournament, "1.1")
    play(tournament, "1.2")
    final = by_code(tournament)["F"]
    factories.enter(final, [121, 90], game=1)
    lines = Line.objects.count()
    with pytest.raises(DomainError) as refused:
        desk(by_code(tournament)["1.1"], 2, other)
    assert refused.value.code == "would_overturn"
    names = [seat.entry.name for seat in final.seats.select_related("entry").order_by("side")]
    assert refused.value.args_ == {"matches": [" – ".join(names)], "tables": [final.place.number]}
    assert Line.objects.count() == lines, "the line was not written either"
    assert one in numbers(by_code(tournament)["F"])
    factories.void_game(final, game=1, nonce="out", basis=scores.last_line_of(final, 1), user=None)
    desk(by_code(tournament)["1.1"], 2, other)
    assert "F" not in by_code(tournament), "the final is withdrawn: it waits for the match before"


def test_a_correction_that_changes_no_winner_is_written():
    tournament = begun()
    one, _other = play(tournament, "1.1")
    play(tournament, "1.2")
    factories.enter(by_code(tournament)["F"], [121, 90], game=1)
    desk(by_code(tournament)["1.1"], 2, one)
    assert playoffs_validation.playoff_faults(tournament) == []


def test_forfeit_advances_the_opponent():
    tournament = begun()
    meeting = by_code(tournament)["1.1"]
    stays, gone = numbers(meeting)
    playoffs.forfeit(meeting, tournament.entries.get(number=gone), by=None)
    play(tournament, "1.2")
    assert stays in numbers(by_code(tournament)["F"])
    assert meeting.round.stage.rules["games"] == 3


def test_playoffs_can_be_undone_before_the_first_result():
    tournament = begun()
    act = audit_log.last_undoable(tournament)
    assert act.kind == "playoffs"
    audit_log.undo(act, by=None)
    assert playoffs.playoff_stage(tournament) is None
    again = playoffs.start_playoffs(tournament, seed=5, by=None)
    win(by_code(tournament)["1.1"], numbers(by_code(tournament)["1.1"])[0], games=1)
    with pytest.raises(DomainError) as refused:
        audit_log.undo(tournament.acts.filter(kind="playoffs").latest("version"), by=None)
    assert refused.value.code == "results_are_in"
    assert again.order == 3


def test_last_round_cannot_be_reopened_during_playoffs():
    tournament = begun()
    closing = tournament.acts.get(kind="close")
    assert audit_log.undo_obstacle(closing).code == "matches_stand"


# Results from a tablet


def device_at(meeting):
    tournament = meeting.round.stage.tournament
    invited = devices.invite_tables(tournament)[meeting.place.number - 1]
    joined = devices.join(invited.secret, uuid4())
    devices.let_in(joined.device, by=None)
    return devices.by_token(joined.token)


def send_result(device, meeting, game, winner, *, kind="claim", basis=0):
    """Send a result from a tablet, and return the answer."""
    sides = scores.sides_of(meeting)
    points = [80, 80]
    points[sides.index([winner])] = 121
    sent = {
        "nonce": f"said-at-the-table-{meeting.code[-1]}-{game}-{kind}-{winner}",
        "meeting": str(meeting.uid),
        "game": game,
        "kind": kind,
        "data": {"v": 1, "pegged": points},
        "sides": sides,
        "basis": basis,
    }
    return payloads.take(device, payloads.Body(sent)).outcome


def test_tablet_results_seat_the_next_match():
    tournament = begun()
    for code in ("1.1", "1.2"):
        meeting = by_code(tournament)[code]
        device = device_at(meeting)
        for game in (1, 2):
            assert send_result(device, meeting, game, numbers(meeting)[0]).answer == "accepted"
    assert "F" in by_code(tournament)


def test_tablet_can_correct_before_later_matches_are_played():
    tournament = begun()
    meeting = by_code(tournament)["1.1"]
    device, (one, other) = device_at(meeting), numbers(meeting)
    for game in (1, 2):
        send_result(device, meeting, game, one)
    play(tournament, "1.2")
    assert "F" in by_code(tournament)
    basis = scores.last_line_of(meeting, 2)
    heard = send_result(device, meeting, 2, other, kind="correction", basis=basis)
    assert heard.answer == "accepted"
    assert "F" not in by_code(tournament)


def test_overturning_correction_from_tablet_is_a_conflict():
    tournament = begun()
    meeting = by_code(tournament)["1.1"]
    device, (one, other) = device_at(meeting), numbers(meeting)
    for game in (1, 2):
        send_result(device, meeting, game, one)
    play(tournament, "1.2")
    final = by_code(tournament)["F"]
    factories.enter(final, [121, 90], game=1)
    basis = scores.last_line_of(meeting, 2)
    heard = send_result(device, meeting, 2, other, kind="correction", basis=basis)
    assert heard.answer == "conflict"
    assert send_result(device, meeting, 2, other, kind="correction", basis=basis).answer == "same"
    assert one in numbers(by_code(tournament)["F"]), "the result that counted first still counts"
    assert playoffs_validation.playoff_faults(tournament) == []
    line = meeting.lines.order_by("-number").first()
    with pytest.raises(DomainError) as refused:
        rule_for_line(meeting, line)
    assert refused.value.code == "would_overturn"


def test_leaving_page_links_to_forfeit_during_playoffs(client):
    tournament = begun()
    client.force_login(factories.organiser(tournament))
    for name in ("entry", "entry_leaves"):
        html = client.get(reverse(name, args=[tournament.slug, 1])).content.decode()
        assert "data-matches-follow" in html and f"/t/{tournament.slug}/medals/" in html


def test_desk_does_not_call_bracket_matches_medal_matches(client):
    tournament = begun()
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    assert "edal match" not in client.get(reverse("desk", args=[tournament.slug])).content.decode()
