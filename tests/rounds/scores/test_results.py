"""The cache of results computed anew: differences are found and mended, nothing else is touched."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tests.row_counts import counted
from tournaments.models import Line, Result
from tournaments.publishing.publications import publish
from tournaments.rounds import scores

pytestmark = pytest.mark.django_db


def cached(tournament):
    return sorted(
        Result.objects.filter(tournament=tournament).values_list(
            "meeting", "game", "entry__number", "pegged", "state"
        )
    )


def test_check_ignores_order_of_partners():
    tournament = factories.tournament(4, tables=1)
    for number, people in enumerate([(4, 3, 2, 1), (1, 2, 3, 4), (2, 4, 3, 1)], start=1):
        round_ = factories.sit(tournament, number, people, partners=[1])
        factories.enter(factories.meeting_at(round_, 1), [121, 88])
    assert scores.rebuild(tournament, check=True) == []


def test_rebuild_repairs_only_wrong_game():
    tournament = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.as_best_of_three(meeting)
    factories.enter(meeting, [121, 88])
    factories.enter(meeting, [70, 121], game=2)
    right = cached(tournament)
    keys = set(Result.objects.filter(game=1).values_list("pk", flat=True))
    Result.objects.filter(game=2, side=0).update(pegged=71)
    wrong = cached(tournament)
    assert scores.rebuild(tournament, check=True) == [(meeting.pk, 2)]
    assert cached(tournament) == wrong  # only looked at
    assert scores.rebuild(tournament) == [(meeting.pk, 2)]
    assert cached(tournament) == right
    assert set(Result.objects.filter(game=1).values_list("pk", flat=True)) == keys
    assert scores.rebuild(tournament) == []


@pytest.mark.parametrize(
    "field", ["side", "how", "against", "won", "skunk", "match_points", "spread", "value"]
)
def test_check_compares_every_field(field):
    tournament = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.enter(meeting, [121, 88])
    Result.objects.filter(side=1).update(**{field: "forfeit" if field == "how" else 5})
    assert scores.rebuild(tournament, check=True) == [(meeting.pk, 1)]


def test_rebuild_leaves_other_tournament_alone():
    tournament, other = factories.tournament(4), factories.tournament(4)
    for one in (tournament, other):
        factories.enter(factories.meeting_at(factories.open_round(one), 1), [121, 88])
    Result.objects.filter(tournament=other).delete()
    with counted(Result) as made:
        assert scores.rebuild(other, check=True) != []
    assert made == {"Result": 2}  # the computed rows: stored rows of the other tournament are not read
    assert scores.rebuild(tournament, check=True) == []
    assert len(scores.rebuild(other)) == 1
    assert [row[-1] for row in cached(other)] == ["settled"] * 2
    assert set(Result.objects.values_list("meeting", "line")) == set(
        Line.objects.values_list("meeting", "pk")
    )


def test_game_after_decided_match_is_not_cached():
    tournament = factories.tournament(4, match_points="free_play_triple")
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    meeting.round.stage.rules["match"] = {"kind": "fixed", "games": 2}
    meeting.round.stage.save()
    meeting.games_planned = 2
    meeting.save()
    factories.enter(meeting, [100, 121])
    factories.enter(meeting, [121, 100], game=2)
    factories.enter(meeting, [30, 121], kind="correction")
    assert {row[1] for row in cached(tournament)} == {1}
    assert scores.rebuild(tournament, check=True) == []
    factories.enter(meeting, [100, 121], kind="correction")
    assert {row[1] for row in cached(tournament)} == {1, 2}


def test_a_match_leaves_the_results_of_other_tables_alone():
    round_ = factories.open_round(factories.tournament(4))
    for table in (1, 2):
        meeting = factories.meeting_at(round_, table)
        factories.as_best_of_three(meeting)
        factories.enter(meeting, [121, 88])
    assert Result.objects.count() == 4


@pytest.mark.parametrize("taken_back", ["meeting", "round"])
def test_voided_round_or_meeting_is_not_cached(taken_back):
    tournament = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    factories.enter(meeting, [121, 88])
    if taken_back == "meeting":
        meeting.void_act = tournament.acts.first()
        meeting.save()
    else:
        meeting.round.state = "void"
        meeting.round.save()
    assert scores.rebuild(tournament) == [(meeting.pk, 1)]
    assert cached(tournament) == []


def test_disputed_game_caches_first_result_and_open_game_none():
    tournament = factories.tournament(4)
    round_ = factories.open_round(tournament)
    disputed, opened = (factories.meeting_at(round_, table) for table in (1, 2))
    for meeting in (disputed, opened):
        factories.enter(meeting, [121, 88])
    factories.enter(disputed, [88, 121], nonce="stale", basis=0)
    opens = factories.void_game(opened, game=1, nonce="open", basis=2, user=None, note="Table 4").line
    assert (opens.kind, opens.data, opens.by, opens.basis, opens.note) == (
        "void",
        {"v": 1},
        "desk",
        2,
        "Table 4",
    )
    assert sorted(row[3:] for row in cached(tournament)) == [(88, "disputed"), (121, "disputed")]
    assert scores.rebuild(tournament, check=True) == []


def test_line_about_other_people_does_not_count():
    tournament = factories.tournament(4)
    meeting = factories.meeting_at(factories.open_round(tournament), 1)
    (one,), (other,) = scores.sides_of(meeting)
    stranger = next(number for number in range(1, 5) if number not in (one, other))
    factories.enter(meeting, [121, 88], sides=[[one], [stranger]])
    assert cached(tournament) == [] == scores.rebuild(tournament, check=True)
    (game,) = scores.table_state(meeting, 1).games
    assert (game.values, game.winner, game.disputed) == ((), None, True)


def test_rebuild_deletes_stray_and_adds_missing_results():
    tournament = factories.tournament(4)
    round_ = factories.open_round(tournament)
    meetings = [factories.meeting_at(round_, table) for table in (1, 2)]
    for meeting in meetings:
        factories.enter(meeting, [121, 88])
    factories.void_game(meetings[0], game=1, nonce="open", basis=1, user=None)
    right = cached(tournament)
    for row in Result.objects.filter(meeting=meetings[1]):
        row.pk, row.meeting = None, meetings[0]
        row.save()
    Result.objects.filter(meeting=meetings[1]).delete()
    assert scores.rebuild(tournament) == sorted((meeting.pk, 1) for meeting in meetings)
    assert cached(tournament) == right


def test_impossible_clocks_are_listed_by_tournament_in_order():
    days = [factories.tournament(4) for _twice in "ab"]
    for tournament in days:
        round_ = factories.open_round(tournament)
        for table, ago in ((1, 30), (2, -30)):
            at = timezone.now() - timedelta(days=ago)
            factories.enter(factories.meeting_at(round_, table), [121, 88], seen_at=at)
            factories.enter(factories.meeting_at(round_, table), [121, 70], seen_at=timezone.now())
        factories.enter(factories.meeting_at(round_, 1), [121, 60], nonce="no clock", basis=0)
        assert [number for number, _said in scores.impossible_clocks(tournament)] == [1, 3]


def test_rebuild_deletes_nothing_if_cache_is_empty():
    meeting = factories.meeting_at(factories.open_round(factories.tournament(4)), 1)
    with CaptureQueriesContext(connection) as asked:
        factories.enter(meeting, [121, 88])
        Result.objects.all()._raw_delete(connection.alias)
        before = len(asked)
        assert scores.rebuild(meeting.round.stage.tournament) == [(meeting.pk, 1)]
    deleted = [at for at, query in enumerate(asked.captured_queries) if query["sql"].startswith("DELETE")]
    assert deleted == [before - 1]


def enter_claims_of_sides(meeting, *sent):
    """Enter claims of one side alone, by entry number, none of which has seen another one."""
    for number, points in sent:
        entry = meeting.seats.get(entry__number=number).entry
        nonce, fields = f"{number}-{points}", {"by": Line.By.SIDE, "by_entry": entry, "basis": 0}
        factories.enter(meeting, points, nonce=nonce, **fields)


def test_changed_readings_are_reported_and_publications_kept(capsys):
    """Two that agree after a third side count; a claim that a partner contradicts is in dispute."""
    tournament = factories.tournament(9)
    round_ = factories.sit(tournament, 1, (1, 2, 3), (4, 5, 6, 7), (8, 9), partners=[2])
    three, partners, two = (factories.meeting_at(round_, table) for table in (1, 2, 3))
    enter_claims_of_sides(three, (1, [121, 90, 80]), (2, [121, 91, 80]), (3, [121, 91, 80]))
    enter_claims_of_sides(partners, (4, [121, 90]), (6, [121, 91]), (5, [121, 91]))
    enter_claims_of_sides(two, (8, [121, 90]), (9, [121, 91]))
    assert {(row[0], row[-1]) for row in cached(tournament)} == {
        (three.pk, "disputed"),
        (partners.pk, "disputed"),
    }
    Result.objects.filter(meeting=three).delete()
    Result.objects.filter(meeting=partners).update(state="settled")
    published = publish(tournament, official=False, by=None)
    published.refresh_from_db()
    before = (published.version, published.rows)
    with pytest.raises(CommandError):
        call_command("rebuild", "--check")
    output = capsys.readouterr().out
    assert [f"{tournament.slug}: meeting {one.pk}, game 1 " in output for one in (three, partners, two)] == [
        True,
        True,
        False,
    ]
    scores.rebuild(tournament)
    published.refresh_from_db()
    assert (published.version, published.rows) == before
    assert scores.rebuild(tournament, check=True) == []
