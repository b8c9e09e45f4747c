"""Standings and cards: the cache and a replay agree, and the queries do not grow with the field."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments import registration, rounds, standings
from tournaments.common import audit_log
from tournaments.models import Line, Tournament
from tournaments.publishing import publications
from tournaments.rounds import make_up, scores, stages
from tournaments.standings import ranking, totals

pytestmark = pytest.mark.django_db


def queries(work) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        work()
    return len(captured)


def dispute(meeting, figures) -> None:
    """Dispute the result from a second desk that had not seen the first line."""
    factories.enter(meeting, figures, basis=0, nonce=f"other-{meeting.uid}")


def a_bit_of_everything():
    """Return nine players, a bye, a late arrival, a correction, a forfeit, a removed result, an open one."""
    tournament = factories.tournament(9, odd="bye", bye_credit=90)
    factories.play_round(tournament, 1)
    registration.withdraw(factories.entry(tournament, 3), from_round=2, by=None)
    round_ = factories.open_round(tournament, 2)
    for meeting in round_.meetings.filter(void_act=None):
        if meeting.place.number == 1:
            data = scores.GAMES["cribbage"].award_data("forfeit", [121, 60], winner=0)
            scores.write_line(
                meeting, data=data, kind=Line.Kind.AWARD, sides=scores.sides_of(meeting), by="desk",
                nonce="forfeit", basis=0,
            )  # fmt: skip
        elif meeting.seats.count() == 2:
            factories.enter(meeting, [121, 55 + meeting.place.number])
            factories.enter(meeting, [99, 121], kind="correction")
    rounds.close_round(round_, by=None)
    third = factories.open_round(tournament, 3)
    factories.enter(factories.meeting_at(third, 1), [121, 70])
    tournament.refresh_from_db()
    return tournament


@pytest.mark.both_databases
def test_cache_equals_replay_of_lines():
    tournament = a_bit_of_everything()
    assert (
        standings.standings(tournament).rows == standings.standings(tournament, upto=tournament.version).rows
    )


@pytest.mark.both_databases
def test_standings_of_an_earlier_version_can_be_repeated():
    other = factories.tournament(2, by=factories.director("yvon"))
    for number in (1, 2, 3):
        factories.play_round(other, number)  # by versions that come before those of this day
    tournament = factories.tournament(8)
    factories.play_round(tournament, 1)
    tournament.refresh_from_db()
    before, version = standings.standings(tournament).rows, tournament.version
    factories.play_round(tournament, 2, winner=1)
    assert standings.standings(tournament).rows != before
    assert standings.standings(tournament, upto=version).rows == before
    assert standings.standings(tournament, through_round=1).rows == before
    factories.open_round(tournament, 3)
    assert [standings.standings(tournament, through_round=game).through_round for game in (1, 2, 3)] == [
        1,
        2,
        3,
    ]
    tournament.refresh_from_db()
    assert {
        standings.standings(tournament, upto=upto).through_round for upto in (None, tournament.version)
    } == {2}
    versions = {upto: standings.standings(tournament, upto=upto).version for upto in (None, version)}
    assert versions == {None: tournament.version, version: version}


def test_criteria_at_a_version_use_the_games_of_that_version():
    tournament = factories.tournament(4, order=["won", "plus", "lot"])
    factories.play_round(tournament, 1, loser_points=80)
    tournament.refresh_from_db()
    before, version = standings.standings(tournament).rows, tournament.version
    factories.play_round(tournament, 2, winner=1, loser_points=115)
    assert [row.values for row in standings.standings(tournament, upto=version).rows] == [
        row.values for row in before
    ]
    assert standings.standings(tournament, upto=version).rows == before


def test_made_up_game_counts_as_missed_only_before_its_seating():
    tournament = factories.tournament(6, rounds=3, tables=4, missed=30, made_up=True)
    other = factories.tournament(
        6, rounds=3, tables=4, missed=30, made_up=True, by=factories.director("yvon")
    )
    for of_day in (other, tournament):  # made-up games of the other tournament have later versions
        late = [factories.entry(of_day, number) for number in (5, 6)]
        for entry in late:
            registration.withdraw(entry, from_round=1, by=None)
        first = factories.play_round(of_day, 1)
        for entry in late:
            registration.come_back(entry, from_round=2, by=None)
        of_day.refresh_from_db()
        announced = of_day.version
        if of_day == other:
            Tournament.objects.filter(pk=other.pk).update(version=announced + 20)
        made = make_up.start(first, *late, house_name="", by=None)
    tournament.refresh_from_db()
    seated = tournament.version
    factories.enter(made, [121, 90])
    tournament.refresh_from_db()
    for upto, missed in ((announced, [1, 1]), (seated, [0, 0]), (tournament.version, [0, 0]), (None, [0, 0])):
        shown = standings.standings(tournament, upto=upto).by_number
        assert [shown[entry.number].missed for entry in late] == missed


def test_missed_game_of_an_earlier_version_stays_after_a_later_result_is_taken_out():
    tournament = factories.tournament(6, missed=60)
    late = [factories.entry(tournament, number) for number in (5, 6)]
    for entry in late:
        registration.withdraw(entry, from_round=1, by=None)
    factories.play_round(tournament, 1)
    for entry in late:
        registration.come_back(entry, from_round=2, by=None)
    second = factories.open_round(tournament, 2)
    for meeting in second.meetings.all():
        factories.enter(meeting, [121, 90])
    tournament.refresh_from_db()
    before, version = standings.standings(tournament).rows, tournament.version
    assert [row.missed for row in before if row.number in (5, 6)] == [1, 1]
    for meeting in second.meetings.all():
        factories.void_game(
            meeting, game=1, nonce=f"out{meeting.pk}", basis=scores.last_line_of(meeting), user=None
        )
    assert standings.standings(tournament, upto=version).rows == before


@pytest.mark.both_databases
def test_later_missed_games_do_not_change_earlier_version():
    tournament = factories.tournament(6, missed=60)
    factories.play_round(tournament, 1)
    for number in (5, 6):
        registration.withdraw(factories.entry(tournament, number), from_round=2, by=None)
    factories.play_round(tournament, 2)
    tournament.refresh_from_db()
    before, version = standings.standings(tournament).rows, tournament.version
    audit_log.undo(audit_log.last_undoable(tournament), by=None)
    tournament.refresh_from_db()
    again = standings.standings(tournament).rows
    assert standings.standings(tournament, upto=tournament.version).rows == again != before
    rounds.close_round(tournament.stages.get(order=1).rounds.get(number=2), by=None)
    factories.play_round(tournament, 3)
    assert standings.standings(tournament, upto=version).rows == before


def test_byes_and_missed_games_are_credited_as_declared():
    tournament = a_bit_of_everything()
    rows = standings.standings(tournament).by_number
    assert rows[3].missed == 1
    assert rows[3].credited - 90 * rows[3].byes == 60
    assert sum(row.byes for row in rows.values()) == 1, "eight are left: an even number"
    assert sum(row.awards for row in rows.values()) == 2


def test_every_card_adds_up_to_the_standings():
    tournament = a_bit_of_everything()
    cards, shown = standings.cards(tournament), standings.standings(tournament)
    for row in shown.rows:
        totals = [game.total for game in cards[row.number] if game.total is not None]
        assert totals[-1] == row.points == shown.card_total(row)
        assert standings.card(factories.entry(tournament, row.number)) == cards[row.number]


def test_card_has_opponent_seat_and_award():
    tournament = a_bit_of_everything()
    games = [game for rows in standings.cards(tournament).values() for game in rows]
    assert {game.award for game in games} == {"", "bye", "missed", "forfeit"}
    assert all(game.opponent and game.table and game.letter for game in games if not game.award)
    one = next(game for game in games if game.won and not game.award)
    assert one.spread == one.points - one.against


def test_equal_points_share_a_rank():
    tournament = factories.tournament(8)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88 + meeting.place.number // 2])
    rows = standings.standings(tournament).rows
    assert [row.rank for row in rows] == [1, 1, 1, 1, 5, 6, 6, 8]
    assert set(rows[0].shared_with) == {row.number for row in rows[1:4]}
    assert rows[4].above == rows[3].number
    assert rows[4].gap == 121 - rows[4].points


@pytest.mark.parametrize("order", [["pegged", "won"], ["won", "plus", "lot"]])
def test_disputed_result_is_not_public(order):
    tournament = factories.tournament(8, order=order)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.enter(meeting, [121, 77])
    dispute(meeting, [88, 121])
    assert sum(row.pegged for row in standings.standings(tournament).rows) == 198
    assert sum(row.pegged for row in standings.standings(tournament, settled_only=True).rows) == 0
    shown = standings.cards(tournament, settled_only=True).values()
    assert all(game.points is None for rows in shown for game in rows)
    factories.enter(factories.meeting_at(meeting.round, 2), [121, 60])
    tournament.refresh_from_db()
    assert (
        standings.standings(tournament, upto=tournament.version).rows == standings.standings(tournament).rows
    )
    then = standings.standings(tournament, upto=tournament.version, settled_only=True)
    assert then.rows == standings.standings(tournament, settled_only=True).rows
    assert sum(row.pegged for row in then.rows) == 181
    found = [
        totals.games_by_round(stages.qualifying(tournament), None, **only)
        for only in ({}, {"settled_only": True})
    ]
    assert [len(games) for games in found] == [4, 2]


def test_dispute_after_closing_keeps_the_first_result():
    tournament = factories.tournament(4)
    dispute(factories.meeting_at(factories.play_round(tournament, 1), 1), [88, 121])
    tournament.refresh_from_db()
    shown = standings.standings(tournament).rows
    for upto in (None, tournament.version):
        assert standings.standings(tournament, upto=upto, settled_only=True).rows == shown


@pytest.mark.parametrize("work", [standings.standings, standings.cards], ids=["standings", "cards"])
def test_number_of_queries_does_not_grow_with_the_field(work):
    few, many = factories.tournament(4), factories.tournament(12)
    for tournament in (few, many):
        factories.play_round(tournament, 1)
    assert queries(lambda: work(few)) == queries(lambda: work(many)) <= 6


def test_absent_entry_is_unranked_and_late_entry_has_credit():
    tournament = factories.tournament(6, missed=60)
    absent = [factories.entry(tournament, number) for number in (5, 6)]
    registration.leave_out(tournament, absent, by=None)
    factories.play_round(tournament, 1)
    assert not {5, 6} & standings.standings(tournament).by_number.keys()
    assert standings.cards(tournament)[6] == []
    for entry in absent[:1]:
        registration.come_back(entry, from_round=2, by=None)
    shown = standings.standings(tournament)
    assert shown.by_number[5].points == 60 and 6 not in shown.by_number
    assert [row.award for row in standings.card(absent[0])] == ["missed"]


def test_late_entry_has_missed_the_earlier_round():
    tournament = factories.tournament(4, missed=60)
    late = [factories.entry(tournament, number) for number in (3, 4)]
    registration.leave_out(tournament, late, by=None)
    factories.play_round(tournament, 1)
    for entry in late:
        registration.come_back(entry, from_round=2, by=None)
    factories.enter(factories.meeting_at(factories.sit(tournament, 2, (3, 4)), 1), [121, 90])
    shown = standings.standings(tournament).by_number
    assert [(shown[number].missed, shown[number].pegged) for number in (3, 4)] == [(1, 181), (1, 150)]


def test_all_figures_are_zero_before_the_first_round():
    tournament = factories.tournament(4, match_points="acc")
    assert standings.standings(tournament).has_match_points
    of_games = ("points", "pegged", "match_points", "won", "skunks", "spread", "played", "value", "awards")
    for row in standings.standings(tournament).rows:
        assert {getattr(row, name) for name in of_games} == {0}


@pytest.mark.parametrize("credit", ["missed", "bye_credit"])
def test_unplayed_game_without_declared_points_counts_zero(credit):
    tournament = a_bit_of_everything()
    stage = tournament.stages.get(order=1)
    rounds.close_round(stage.rounds.get(number=2), by=None)
    stage.rules[credit] = None
    stage.save(update_fields=["rules"])
    shown = standings.standings(tournament)
    histories = standings.rank_history(stage, shown)
    counts = "byes" if credit == "missed" else "missed"
    declared = stage.rules["bye_credit" if credit == "missed" else "missed"]
    assert any(row.missed for row in shown.rows) and any(row.byes for row in shown.rows)
    for row in shown.rows:
        assert row.credited == declared * getattr(row, counts)
        assert histories[row.number].ranks[-1] == row.rank


@pytest.mark.parametrize("at", range(1, 8))
def test_credit_or_penalty_changes_only_its_field(at):
    total = totals.Total(7, *range(10, 18))
    name = totals.Total._fields[at]
    credited = ranking.add_to_totals({7: total}, {7: 5, 8: 5}, name)
    assert credited[7] == (*total[:at], total[at] + 5, *total[at + 1 :])
    assert credited[8] == tuple({0: 8, at: 5}.get(place, 0) for place in range(len(total)))
    taken = ranking.add_to_totals({7: total}, {7: -5}, name)
    assert taken == {7: (*total[:at], total[at] - 5, *total[at + 1 :])}


@pytest.mark.parametrize("declared", [None, 50])
def test_credits_by_round_for_byes_and_missed_games(declared):
    tournament = factories.tournament(4, tables=2, odd="bye", bye_credit=declared, missed=declared)
    registration.leave_out(tournament, [factories.entry(tournament, 4)], by=None)
    factories.tournament(4, by=factories.director("yvon"))
    without, alone = factories.sit(tournament, 1, (1, 2), (3,)), factories.sit(tournament, 2, (1, 2), (3,))
    without.meetings.filter(seats__entry__number=3).update(void_act=tournament.acts.latest("version"))
    found = totals.credits_by_round(stages.qualifying(tournament), [without.pk, alone.pk], [1, 2, 3, 4])
    assert list(found) == [
        (3, without.pk, totals.Credit(declared or 0, 0, 1)),
        (3, alone.pk, totals.Credit(declared or 0, 1, 0)),
    ]
    assert list(totals.credits_by_round(stages.qualifying(tournament), [without.pk, alone.pk], [1, 2])) == []


def test_no_queries_without_rounds(django_assert_num_queries):
    stage = stages.qualifying(factories.tournament(4))
    with django_assert_num_queries(0):
        assert totals.cached_totals(stage, [], False) == {}
        assert totals.games_by_round(stage, []) == []
        assert standings.team_scores(stage, []) == {}


def test_no_team_scores_without_boards():
    round_ = factories.play_round(factories.tournament(2), 1)
    assert standings.team_scores(round_.stage, [round_.pk]) == {}


def test_result_of_void_meeting_stops_counting_at_that_version():
    tournament = factories.tournament(2)
    round_ = factories.play_round(tournament, 1)
    registration.withdraw(factories.entry(tournament, 2), from_round=2, by=None)
    act = tournament.acts.latest("version")
    round_.meetings.update(void_act=act)
    replayed = [
        totals.replayed_totals(round_.stage, upto, None, False) for upto in (act.version - 1, act.version)
    ]
    assert [len(found) for found in replayed] == [2, 0]


def test_replay_ignores_lines_that_are_not_results():
    tournament = factories.tournament(6)
    round_ = factories.open_round(tournament)
    taken_out, penalised = factories.meeting_at(round_, 1), factories.meeting_at(round_, 2)
    of_others = factories.meeting_at(round_, 3)
    factories.enter(taken_out, [121, 90])
    scores.write_line(
        taken_out, kind=Line.Kind.VOID, data={"v": 1}, sides=scores.sides_of(taken_out), by="desk",
        nonce="out", basis=1, corrects=1,
    )  # fmt: skip
    scores.penalise(
        penalised, game=1, number=scores.sides_of(penalised)[0][0], takes=scores.PenaltyEffect("deal"),
        why={"words": "Cards shown"}, nonce="penalty", user=None,
    )  # fmt: skip
    factories.enter(of_others, [121, 90], sides=scores.sides_of(taken_out))
    tournament.refresh_from_db()
    assert (
        standings.standings(tournament, upto=tournament.version).rows == standings.standings(tournament).rows
    )
    assert {row.games for row in standings.standings(tournament).rows} == {0}


@pytest.mark.parametrize(
    ("changes", "undone"),
    [({"missed": 7}, False), ({"bye_credit": 9}, False), ({"withdrawn": "removed"}, False), ({}, True)],
)
def test_publication_rests_on_the_rules_of_its_time(changes, undone):
    tournament = factories.tournament(8, rounds=3, breaks=[], odd="bye", bye_credit=3, missed=5)
    stage = stages.qualifying(tournament)
    registration.withdraw(factories.entry(tournament, 8), from_round=1, by=None)
    stages.change_rules(stage, {"missed": 6}, by=None)
    factories.play_round(tournament, 1)
    registration.come_back(factories.entry(tournament, 8), from_round=2, by=None)
    registration.withdraw(factories.entry(tournament, 7), from_round=2, by=None)
    factories.play_round(tournament, 2)
    published = publications.publish(tournament, official=False, by=None)
    announced = standings.standings(tournament).rows
    assert {row.credited for row in announced} >= {3, 6}
    if undone:
        audit_log.undo(tournament.acts.get(kind="change_rules"), by=None)
    else:
        stages.change_rules(stage, changes, by=None)
    now = Tournament.objects.get(pk=tournament.pk)
    assert standings.standings(now).rows != announced
    assert standings.standings(now, upto=published.version).rows == announced
    assert not publications.differs(published) and not publications.is_current(published)
