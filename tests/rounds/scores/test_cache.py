"""The cache of results worked out anew: what differs is found and mended, and nothing else is touched."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.rows_made import counted
from tournaments.models import Line, Result
from tournaments.publishing.snapshot import publish
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def cached(day):
    return sorted(
        Result.objects.filter(tournament=day).values_list(
            "meeting", "game", "entry__number", "pegged", "state"
        )
    )


def test_partners_are_found_equal_in_whatever_order_they_sit():
    day = factories.tournament(4, tables=1)
    for number, people in enumerate([(4, 3, 2, 1), (1, 2, 3, 4), (2, 4, 3, 1)], start=1):
        round_ = factories.sit(day, number, people, partners=[1])
        factories.enter(factories.meeting_at(round_, 1), [121, 88])
    assert scores.rebuild(day, check=True) == []


def test_what_is_wrong_about_one_game_is_mended_and_the_other_games_stay():
    day = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(day), 1)
    factories.as_best_of_three(meeting)
    factories.enter(meeting, [121, 88])
    factories.enter(meeting, [70, 121], game=2)
    right = cached(day)
    keys = set(Result.objects.filter(game=1).values_list("pk", flat=True))
    Result.objects.filter(game=2, side=0).update(pegged=71)
    wrong = cached(day)
    assert scores.rebuild(day, check=True) == [(meeting.pk, 2)]
    assert cached(day) == wrong  # only looked at
    assert scores.rebuild(day) == [(meeting.pk, 2)]
    assert cached(day) == right
    assert set(Result.objects.filter(game=1).values_list("pk", flat=True)) == keys
    assert scores.rebuild(day) == []


@pytest.mark.parametrize(
    "field", ["side", "how", "against", "won", "skunk", "match_points", "spread", "value"]
)
def test_every_field_is_compared(field):
    day = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(day), 1)
    factories.enter(meeting, [121, 88])
    Result.objects.filter(side=1).update(**{field: "forfeit" if field == "how" else 5})
    assert scores.rebuild(day, check=True) == [(meeting.pk, 1)]


def test_another_tournament_is_another_matter():
    day, other = factories.tournament(4), factories.tournament(4)
    for one in (day, other):
        factories.enter(factories.meeting_at(factories.open_round(one), 1), [121, 88])
    Result.objects.filter(tournament=other).delete()
    with counted(Result) as made:
        assert scores.rebuild(other, check=True) != []
    assert made == {"Result": 2}  # those that are worked out: what stands in the other day is not read
    assert scores.rebuild(day, check=True) == []
    assert len(scores.rebuild(other)) == 1
    assert [row[-1] for row in cached(other)] == ["settled"] * 2
    assert set(Result.objects.values_list("meeting", "line")) == set(
        Line.objects.values_list("meeting", "pk")
    )


def test_of_two_games_the_second_counts_no_longer_where_the_first_won_the_match():
    day = factories.tournament(4, match_points="free_play_triple")
    meeting = factories.meeting_at(factories.open_round(day), 1)
    meeting.round.stage.rules["match"] = {"kind": "fixed", "games": 2}
    meeting.round.stage.save()
    meeting.games_planned = 2
    meeting.save()
    factories.enter(meeting, [100, 121])
    factories.enter(meeting, [121, 100], game=2)
    factories.enter(meeting, [30, 121], kind="correction")
    assert {row[1] for row in cached(day)} == {1}
    assert scores.rebuild(day, check=True) == []
    factories.enter(meeting, [100, 121], kind="correction")
    assert {row[1] for row in cached(day)} == {1, 2}


def test_a_match_leaves_the_results_of_other_tables_alone():
    round_ = factories.open_round(factories.tournament(4))
    for table in (1, 2):
        meeting = factories.meeting_at(round_, table)
        factories.as_best_of_three(meeting)
        factories.enter(meeting, [121, 88])
    assert Result.objects.count() == 4


@pytest.mark.parametrize("taken_back", ["meeting", "round"])
def test_of_what_was_taken_back_nothing_is_cached(taken_back):
    day = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(day), 1)
    factories.enter(meeting, [121, 88])
    if taken_back == "meeting":
        meeting.void_act = day.acts.first()
        meeting.save()
    else:
        meeting.round.state = "void"
        meeting.round.save()
    assert scores.rebuild(day) == [(meeting.pk, 1)]
    assert cached(day) == []


def test_a_game_in_dispute_is_cached_as_what_counted_first_and_an_open_one_not_at_all():
    day = factories.tournament(4)
    round_ = factories.open_round(day)
    disputed, opened = (factories.meeting_at(round_, table) for table in (1, 2))
    for meeting in (disputed, opened):
        factories.enter(meeting, [121, 88])
    factories.enter(disputed, [88, 121], nonce="stale", basis=0)
    opens = scores.void_game(opened, game=1, nonce="open", basis=2, user=None, note="Table 4").line
    assert (opens.kind, opens.data, opens.by, opens.basis, opens.note) == (
        "void",
        {"v": 1},
        "desk",
        2,
        "Table 4",
    )
    assert sorted(row[3:] for row in cached(day)) == [(88, "disputed"), (121, "disputed")]
    assert scores.rebuild(day, check=True) == []


def test_a_game_about_others_counts_for_nobody():
    day = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(day), 1)
    (one,), (other,) = scores.sides_of(meeting)
    stranger = next(number for number in range(1, 5) if number not in (one, other))
    factories.enter(meeting, [121, 88], sides=[[one], [stranger]])
    assert cached(day) == [] == scores.rebuild(day, check=True)
    (game,) = scores.table_of(meeting, 1).games
    assert (game.values, game.winner, game.disputed) == ((), None, True)


def test_results_that_no_line_says_are_deleted_and_missing_ones_written():
    day = factories.tournament(4)
    round_ = factories.open_round(day)
    meetings = [factories.meeting_at(round_, table) for table in (1, 2)]
    for meeting in meetings:
        factories.enter(meeting, [121, 88])
    scores.void_game(meetings[0], game=1, nonce="open", basis=1, user=None)
    right = cached(day)
    for row in Result.objects.filter(meeting=meetings[1]):
        row.pk, row.meeting = None, meetings[0]
        row.save()
    Result.objects.filter(meeting=meetings[1]).delete()
    assert scores.rebuild(day) == sorted((meeting.pk, 1) for meeting in meetings)
    assert cached(day) == right


def test_clocks_that_cannot_be_are_those_of_one_tournament_in_order():
    days = [factories.tournament(4) for _twice in "ab"]
    for day in days:
        round_ = factories.open_round(day)
        for table, ago in ((1, 30), (2, -30)):
            at = timezone.now() - timedelta(days=ago)
            factories.enter(factories.meeting_at(round_, table), [121, 88], seen_at=at)
            factories.enter(factories.meeting_at(round_, table), [121, 70], seen_at=timezone.now())
        factories.enter(factories.meeting_at(round_, 1), [121, 60], nonce="no clock", basis=0)
        assert [number for number, _said in scores.impossible_clocks(day)] == [1, 3]


def test_nothing_is_deleted_where_nothing_stood():
    meeting = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    with CaptureQueriesContext(connection) as asked:
        factories.enter(meeting, [121, 88])
        Result.objects.all()._raw_delete(connection.alias)
        before = len(asked)
        assert scores.rebuild(meeting.round.stage.tournament) == [(meeting.pk, 1)]
    deleted = [at for at, query in enumerate(asked.captured_queries) if query["sql"].startswith("DELETE")]
    assert deleted == [before - 1]


def by_sides(meeting, *said):
    """Claims of one side alone, by entry number, none of which has seen another one."""
    for number, points in said:
        entry = meeting.seats.get(entry__number=number).entry
        nonce, fields = f"{number}-{points}", {"by": Line.By.SIDE, "by_entry": entry, "basis": 0}
        factories.enter(meeting, points, nonce=nonce, **fields)


def test_games_that_an_earlier_version_read_otherwise_are_named_and_publications_stay(capsys):
    """Two that agree after a third side count; a claim that a partner contradicts is in dispute."""
    day = factories.tournament(9)
    round_ = factories.sit(day, 1, (1, 2, 3), (4, 5, 6, 7), (8, 9), partners=[2])
    three, partners, two = (factories.meeting_at(round_, table) for table in (1, 2, 3))
    by_sides(three, (1, [121, 90, 80]), (2, [121, 91, 80]), (3, [121, 91, 80]))
    by_sides(partners, (4, [121, 90]), (6, [121, 91]), (5, [121, 91]))
    by_sides(two, (8, [121, 90]), (9, [121, 91]))
    assert {(row[0], row[-1]) for row in cached(day)} == {(three.pk, "disputed"), (partners.pk, "disputed")}
    Result.objects.filter(meeting=three).delete()
    Result.objects.filter(meeting=partners).update(state="settled")
    published = publish(day, official=False, by=None)
    published.refresh_from_db()
    before = (published.version, published.rows)
    with pytest.raises(CommandError):
        call_command("rebuild", "--check")
    told = capsys.readouterr().out
    assert [f"{day.slug}: meeting {one.pk}, game 1 " in told for one in (three, partners, two)] == [
        True,
        True,
        False,
    ]
    scores.rebuild(day)
    published.refresh_from_db()
    assert (published.version, published.rows) == before
    assert scores.rebuild(day, check=True) == []
