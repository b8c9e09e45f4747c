"""The score book: lines that never change, one reader, nothing twice and nothing lost."""

import threading

import pytest
from django.db import DatabaseError, connection, transaction

from scoring import DomainError
from scoring.settle import Disputed, Open, Settled
from tests import factories
from tournaments import standings
from tournaments.models import Act, Line, Result
from tournaments.rounds import scores

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def tournament():
    return factories.tournament(8)


@pytest.fixture
def meeting(tournament):
    return factories.meeting_at(factories.open_round(tournament), 1)


def test_a_result_counts_at_once(meeting):
    answer = factories.enter(meeting, [121, 88])
    assert answer.new and answer.result == Settled({"v": 1, "pegged": [121, 88]}, answer.line.number)
    winner, loser = Result.objects.filter(meeting=meeting).order_by("side")
    assert (winner.pegged, winner.won, winner.skunk, winner.spread) == (121, 1, 1, 33)
    assert (loser.pegged, loser.won, loser.skunk, loser.spread) == (88, 0, 0, -33)


def test_repeated_nonce_gets_first_answer(meeting):
    first = factories.enter(meeting, [121, 88], nonce="n", basis=0)
    again = factories.enter(meeting, [121, 88], nonce="n", basis=0)
    assert not again.new and again.line == first.line
    assert Line.objects.count() == 1


def test_nonce_reused_for_other_content_is_refused(meeting):
    factories.enter(meeting, [121, 88], nonce="n", basis=0)
    with pytest.raises(DomainError) as refused:
        factories.enter(meeting, [121, 89], nonce="n", basis=0)
    assert refused.value.code == "nonce_used"


def test_lines_of_two_desks_are_kept_and_first_counts(meeting):
    factories.enter(meeting, [121, 88], nonce="one", basis=0)
    second = factories.enter(meeting, [88, 121], nonce="two", basis=0)
    assert isinstance(second.result, Disputed)
    assert Line.objects.filter(meeting=meeting).count() == 2
    assert list(Result.objects.filter(meeting=meeting).order_by("side").values_list("won", "state")) == [
        (1, "disputed"),
        (0, "disputed"),
    ]
    ruling = factories.enter(meeting, [88, 121], nonce="three", kind=Line.Kind.RULING)
    assert isinstance(ruling.result, Settled)
    assert Result.objects.get(meeting=meeting, side=1).won == 1


def test_a_correction_is_a_new_line_and_the_old_one_stays(meeting):
    first = factories.enter(meeting, [121, 88])
    factories.enter(meeting, [121, 98], kind=Line.Kind.CORRECTION, corrects=first.line.number)
    assert list(Line.objects.order_by("number").values_list("number", "kind", "corrects")) == [
        (1, "claim", None),
        (2, "correction", 1),
    ]
    assert Result.objects.get(meeting=meeting, side=1).pegged == 98


def test_a_void_opens_the_game_again(meeting):
    factories.enter(meeting, [121, 88])
    answer = factories.void_game(meeting, game=1, nonce="v", basis=1, user=None)
    assert answer.result == Open()
    assert not Result.objects.filter(meeting=meeting).exists()


def test_result_before_round_opens_is_refused(tournament):
    from tournaments import rounds
    from tournaments.rounds import stages

    round_ = rounds.seat(stages.qualifying(tournament), 1, by=None)
    with pytest.raises(DomainError) as refused:
        factories.enter(factories.meeting_at(round_, 1), [121, 88])
    assert refused.value.code == "round_not_open"
    assert not Line.objects.exists()


def test_a_refused_result_leaves_no_gap_in_the_numbers(meeting):
    for points in ([121, 121], [130, 88], [1, 2]):
        with pytest.raises(DomainError):
            factories.enter(meeting, points, nonce=str(points))
    assert factories.enter(meeting, [121, 88]).line.number == 1


@pytest.mark.parametrize(
    "statement", ["UPDATE tournaments_line SET note = 'x'", "DELETE FROM tournaments_line"]
)
def test_the_database_itself_refuses_to_change_a_line(meeting, statement):
    factories.enter(meeting, [121, 88])
    with pytest.raises(DatabaseError, match="ink"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("verb", ["UPDATE tournaments_act SET kind = 'x'", "DELETE FROM tournaments_act"])
def test_database_refuses_to_change_audit_entry(meeting, verb):
    assert Act.objects.exists()
    with pytest.raises(DatabaseError, match="ink"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(verb)


def test_check_finds_changed_cache(tournament):
    factories.play_round(tournament, 1)
    assert scores.rebuild(tournament, check=True) == []
    before = standings.standings(tournament).rows
    wrong = Result.objects.first()
    Result.objects.filter(pk=wrong.pk).update(pegged=7)
    assert scores.rebuild(tournament, check=True) == [(wrong.meeting_id, 1)]
    scores.rebuild(tournament)
    assert standings.standings(tournament).rows == before


def test_standings_are_equal_to_a_replay_of_the_lines(tournament):
    for number in (1, 2, 3):
        round_ = factories.play_round(tournament, number, winner=number % 2)
    meeting = factories.meeting_at(round_, 2)
    factories.enter(
        meeting,
        [121, 3] if Result.objects.get(meeting=meeting, side=1).won else [3, 121],
        nonce="turn",
        kind=Line.Kind.CORRECTION,
    )
    now = standings.standings(tournament)
    assert (
        standings.standings(tournament, upto=tournament.__class__.objects.get(pk=tournament.pk).version).rows
        == now.rows
    )


@pytest.mark.django_db(transaction=True)
def test_many_desks_at_once_number_their_lines_without_gaps(tournament, transactional_db):
    tournament.refresh_from_db()
    before = tournament.version
    round_ = factories.open_round(tournament)
    meetings = [factories.meeting_at(round_, table) for table in (1, 2, 3, 4)]

    def desk(meeting):
        try:
            factories.enter(meeting, [121, 88])
        finally:
            connection.close()

    desks = [threading.Thread(target=desk, args=(meeting,)) for meeting in meetings]
    for thread in desks:
        thread.start()
    for thread in desks:
        thread.join()
    assert sorted(Line.objects.values_list("number", flat=True)) == [1, 2, 3, 4]
    versions = [
        *Line.objects.filter(version__gt=before).values_list("version", flat=True),
        *Act.objects.filter(version__gt=before).values_list("version", flat=True),
    ]
    assert sorted(versions) == list(range(before + 1, before + 1 + len(versions)))
