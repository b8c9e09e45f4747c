"""Playoffs after the games of the day: drawn, seated as tables come free, corrected, and ranked."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories
from tournaments import devices, formats, registration, rounds, standings
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs, playoffs_validation
from tournaments.models import Line, Meeting, Round, Stage
from tournaments.publishing import card_audit
from tournaments.rounds import scores
from tournaments.rounds.scores import desk as book
from tournaments.web.device_api import payloads

pytestmark = pytest.mark.django_db


def day_of(players=8, **asked):
    """A day of one game, over: at every table seat A has won."""
    chosen = formats.playoffs(**{"who": "first", "count": 4, "games": 3, **asked})
    odd = {"odd": "bye", "bye_credit": 0} if players % 2 else {}
    day = factories.tournament(players, rounds=1, playoffs=chosen, **odd)
    round_ = factories.open_round(day)
    for meeting in round_.meetings.order_by("place__number"):
        if meeting.seats.count() > 1:
            factories.enter(meeting, [121, 100 - meeting.place.number])
    rounds.close_round(round_, by=None)
    return day


def begun(players=8, **asked):
    day = day_of(players, **asked)
    playoffs.begin(day, seed=3, by=None)
    return day


def win(meeting, number, games=2, lost=0):
    side = scores.sides_of(meeting).index([number])
    for game, winner in enumerate([1 - side] * lost + [side] * games, start=1):
        points = [88, 88]
        points[winner] = 121
        factories.enter(meeting, points, game=game)


def desk(meeting, game, winner, kind=Line.Kind.CORRECTION):
    """The desk writes a result."""
    side = scores.sides_of(meeting).index([winner])
    points = [70, 70]
    points[side] = 121
    factories.enter(meeting, points, game=game, kind=kind)


def ruled(meeting, line):
    book.rule_on_dispute(
        meeting, game=line.game, line=line.number, nonce="ruled", seen=line.number, user=None
    )


def by_code(day):
    return {meeting.code: meeting for meeting in playoffs.seated(playoffs.stage_of(day))}


def numbers(meeting):
    return [number for (number,) in scores.sides_of(meeting)]


def play(day, code, at=0, **how):
    """The entry at side `at` wins a meeting; answers with winner and loser."""
    meeting = by_code(day)[code]
    sides = numbers(meeting)
    win(meeting, sides[at], **how)
    playoffs.advance(day, by=None)
    return sides[at], sides[1 - at]


def test_nothing_is_drawn_while_games_are_left():
    day = factories.tournament(8, rounds=2, playoffs=formats.playoffs("quarter"))
    with pytest.raises(DomainError) as refused:
        playoffs.begin(day, seed=1, by=None)
    assert refused.value.code == "playoffs_wait"


def test_none_without_being_declared(django_assert_num_queries):
    day = factories.tournament(4, rounds=1)
    of_day = list(day.stages.all())
    with django_assert_num_queries(0):
        assert standings.playoffs.standing(day, stages=of_day) is None
    with pytest.raises(DomainError) as refused:
        playoffs.begin(day, seed=1, by=None)
    assert refused.value.code == "no_playoffs"


def test_the_best_of_the_standings_are_in_by_their_places():
    day = begun()
    stage = playoffs.stage_of(day)
    shown = [row.number for row in standings.standings(day).rows][:4]
    seeded = list(stage.stage_entries.order_by("seed").values_list("entry__number", flat=True))
    assert set(seeded) == set(shown)
    by_rank = {row.number: row.rank for row in standings.standings(day).rows}
    assert [by_rank[number] for number in seeded] == sorted(by_rank[number] for number in seeded)
    assert set(by_code(day)) == {"1.1", "1.2"}
    assert [meeting.games_planned for meeting in by_code(day).values()] == [3, 3]
    assert playoffs.begin(day, seed=9, by=None) == stage, "asked twice it is drawn once"


def test_who_is_in_another_bracket_is_not_in_this_one():
    day = begun()
    seeded = standings.playoffs.standing(day).seeded
    assert sorted(seeded) == [1, 2, 3, 4]
    other = factories.tournament(5, by=factories.director("yvon")).stages.get()
    for number, entry in enumerate(other.tournament.entries.all(), start=1):
        other.stage_entries.create(entry=entry, seed=number)
    assert standings.playoffs.standing(day).seeded == seeded


@pytest.mark.parametrize(
    ("players", "qualifiers", "byes"), [(17, 5, 3), (60, 15, 1), (108, 27, 5), (132, 33, 31)]
)
def test_the_first_quarter_rounded_up(players, qualifiers, byes):
    day = day_of(players, who="quarter")
    assert len(playoffs.field(day).rows) == qualifiers
    playoffs.begin(day, seed=1, by=None)
    assert playoffs.stage_of(day).rules["bracket"]["order"].count(0) == byes


def test_who_has_left_leaves_the_place_to_the_next():
    day = day_of()
    first = standings.standings(day).rows[0]
    registration.withdraw(day.entries.get(number=first.number), from_round=2, by=None)
    found = playoffs.field(day)
    assert first.number not in [row.number for row in found.rows]
    assert [row.number for row in found.gone] == [first.number]
    assert len(found.rows) == 4


def test_those_who_share_the_last_place_are_drawn_by_lot():
    day = day_of(count=3)
    found = playoffs.field(day)
    assert len(found.rows) == 3
    assert len(found.level) == 4, "four have won with 121"


def test_a_meeting_is_seated_once_both_before_it_are_over():
    day = begun(third_place=True)
    play(day, "1.1")
    assert set(by_code(day)) == {"1.1", "1.2"}
    play(day, "1.2", at=1, lost=1)
    assert set(by_code(day)) == {"1.1", "1.2", "T", "F"}
    assert playoffs_validation.proof_read(day) == []


def test_with_too_few_tables_a_meeting_waits():
    day = day_of(8, who="everybody")
    for place in list(day.places.order_by("number"))[2:]:
        elsewhere = Round.objects.create(
            stage=day.stages.get(order=1), number=place.number + 10, state=Round.State.OPEN
        )
        Meeting.objects.create(round=elsewhere, place=place)
    playoffs.begin(day, seed=1, by=None)
    assert set(by_code(day)) == {"1.1", "1.2"}
    play(day, "1.1")
    assert set(by_code(day)) == {"1.1", "1.2", "1.3"}


def test_the_bracket_ranks_once_it_is_over():
    day = begun(third_place=True)
    before = [(row.rank, row.number) for row in standings.standings(day).rows]
    one, three = play(day, "1.1")
    two, four = play(day, "1.2")
    assert [(row.rank, row.number) for row in standings.standings(day).rows] == before
    play(day, "T", at=0)
    play(day, "F", at=1)
    shown = standings.standings(day)
    assert [row.number for row in shown.rows[:4]] == [two, one, three, four]
    assert [row.rank for row in shown.rows[:5]] == [1, 2, 3, 4, 5]
    of_games = standings.standings(day, through_round=1)
    assert [(row.rank, row.number) for row in of_games.rows] == before
    assert [row.decision.code for row in shown.rows[:4]] == [
        "playoffs_won", "playoffs_final", "playoffs_third", "playoffs_fourth",
    ]  # fmt: skip
    assert playoffs.stage_of(day).state == Stage.State.FINISHED
    assert medals.ties(day) == []
    codes = [refusal.code for refusal in card_audit.official_obstacles(day, [])]
    assert codes == []


def test_losers_of_the_semi_finals_share_the_third_place():
    day = begun()
    before = standings.standings(day).rows
    play(day, "1.1")
    play(day, "1.2")
    assert standings.standings(day).rows == before
    assert [refusal.code for refusal in card_audit.official_obstacles(day, [])] == ["playoffs_open"]
    play(day, "F")
    assert [row.rank for row in standings.standings(day).rows[:5]] == [1, 2, 3, 3, 5]


def test_standings_of_before_stay_as_they_were():
    day = begun()
    before, version = standings.standings(day).rows, day.acts.get(kind="playoffs").version
    for code in ("1.1", "1.2", "F"):
        play(day, code)
    assert standings.standings(day, upto=version).rows == before


# A corrected result


def test_a_correction_is_carried_through_where_nothing_later_was_played():
    day = begun(third_place=True)
    one, other = play(day, "1.1")
    play(day, "1.2")
    first = by_code(day)["1.1"]
    desk(first, 2, other)  # 1–1 now: open again
    assert set(by_code(day)) == {"1.1", "1.2"}
    assert by_code(day)["1.1"].round.state == Round.State.OPEN
    desk(first, 3, other, kind=Line.Kind.CLAIM)
    assert other in numbers(by_code(day)["F"])
    assert one in numbers(by_code(day)["T"])
    assert playoffs_validation.proof_read(day) == []


def test_a_correction_is_refused_where_the_next_match_was_played():
    day = begun()
    one, other = play(day, "1.1")
    play(day, "1.2")
    final = by_code(day)["F"]
    factories.enter(final, [121, 90], game=1)
    lines = Line.objects.count()
    with pytest.raises(DomainError) as refused:
        desk(by_code(day)["1.1"], 2, other)
    assert refused.value.code == "would_overturn"
    assert refused.value.args_ == {"matches": [3], "tables": [final.place.number]}
    assert Line.objects.count() == lines, "the line was not written either"
    assert one in numbers(by_code(day)["F"])
    scores.void_game(final, game=1, nonce="out", basis=scores.last_line_of(final, 1), user=None)
    desk(by_code(day)["1.1"], 2, other)
    assert "F" not in by_code(day), "nothing is played there any more: it waits for the match before"


def test_a_correction_that_changes_no_winner_is_written():
    day = begun()
    one, _other = play(day, "1.1")
    play(day, "1.2")
    factories.enter(by_code(day)["F"], [121, 90], game=1)
    desk(by_code(day)["1.1"], 2, one)
    assert playoffs_validation.proof_read(day) == []


def test_who_has_gone_home_forfeits():
    day = begun()
    meeting = by_code(day)["1.1"]
    stays, gone = numbers(meeting)
    playoffs.forfeit(meeting, day.entries.get(number=gone), by=None)
    play(day, "1.2")
    assert stays in numbers(by_code(day)["F"])
    assert meeting.round.stage.rules["games"] == 3


def test_playoffs_are_taken_back_while_nothing_was_played():
    day = begun()
    act = audit_log.last_undoable(day)
    assert act.kind == "playoffs"
    audit_log.undo(act, by=None)
    assert playoffs.stage_of(day) is None
    again = playoffs.begin(day, seed=5, by=None)
    win(by_code(day)["1.1"], numbers(by_code(day)["1.1"])[0], games=1)
    with pytest.raises(DomainError) as refused:
        audit_log.undo(day.acts.filter(kind="playoffs").latest("version"), by=None)
    assert refused.value.code == "results_are_in"
    assert again.order == 3


def test_the_day_stays_closed_while_the_playoffs_stand():
    day = begun()
    closing = day.acts.get(kind="close")
    assert audit_log.undo_obstacle(closing).code == "matches_stand"


# What a tablet says


def device_at(meeting):
    day = meeting.round.stage.tournament
    invited = devices.invite_tables(day)[meeting.place.number - 1]
    joined = devices.join(invited.secret, uuid4())
    devices.let_in(joined.device, by=None)
    return devices.by_token(joined.token)


def says(device, meeting, game, winner, *, kind="claim", basis=0):
    """A tablet sends a result; answers with what it hears."""
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


def test_the_next_match_follows_from_what_tablets_say():
    day = begun()
    for code in ("1.1", "1.2"):
        meeting = by_code(day)[code]
        device = device_at(meeting)
        for game in (1, 2):
            assert says(device, meeting, game, numbers(meeting)[0]).answer == "accepted"
    assert "F" in by_code(day)


def test_a_tablet_corrects_where_nothing_later_was_played():
    day = begun()
    meeting = by_code(day)["1.1"]
    device, (one, other) = device_at(meeting), numbers(meeting)
    for game in (1, 2):
        says(device, meeting, game, one)
    play(day, "1.2")
    assert "F" in by_code(day)
    basis = scores.last_line_of(meeting, 2)
    heard = says(device, meeting, 2, other, kind="correction", basis=basis)
    assert heard.answer == "accepted"
    assert "F" not in by_code(day)


def test_a_correction_of_a_tablet_that_would_overturn_is_a_conflict_and_counts_for_nothing():
    day = begun()
    meeting = by_code(day)["1.1"]
    device, (one, other) = device_at(meeting), numbers(meeting)
    for game in (1, 2):
        says(device, meeting, game, one)
    play(day, "1.2")
    final = by_code(day)["F"]
    factories.enter(final, [121, 90], game=1)
    basis = scores.last_line_of(meeting, 2)
    heard = says(device, meeting, 2, other, kind="correction", basis=basis)
    assert heard.answer == "conflict"
    assert says(device, meeting, 2, other, kind="correction", basis=basis).answer == "same"
    assert one in numbers(by_code(day)["F"]), "what counted first goes on counting"
    assert playoffs_validation.proof_read(day) == []
    line = meeting.lines.order_by("-number").first()
    with pytest.raises(DomainError) as refused:
        ruled(meeting, line)
    assert refused.value.code == "would_overturn"


def test_once_a_bracket_is_drawn_leaving_leads_to_where_a_match_is_forfeited(client):
    day = begun()
    client.force_login(factories.organiser(day))
    for name in ("entry", "entry_leaves"):
        html = client.get(reverse(name, args=[day.slug, 1])).content.decode()
        assert "data-matches-follow" in html and f"/t/{day.slug}/medals/" in html


def test_no_match_of_a_bracket_is_called_one_for_a_medal_at_the_desk(client):
    day = begun()
    client.force_login(factories.organiser(day))
    client.cookies["django_language"] = "en"
    assert "edal match" not in client.get(reverse("desk", args=[day.slug])).content.decode()
