"""What was made official, and the matches after the games, rest on all games: they end before games go on."""

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories, shown_by
from tests.shown_by import codes
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs
from tournaments.models import Line, Result, Round, Stage, Tournament
from tournaments.models.tournament import locked
from tournaments.publishing import reopening, snapshot
from tournaments.publishing.outputs import rows
from tournaments.rounds import scores, stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def official() -> Tournament:
    day = factories.tournament(4, rounds=1, by=factories.director("odile"))
    factories.play_round(day, 1, loser_points=80)
    snapshot.publish(day, official=True, by=None)
    return Tournament.objects.get(pk=day.pk)


def with_medal_match() -> Tournament:
    """Two are level, and their match has a result."""
    day, meeting = factories.medal_match()
    factories.enter(meeting, [121, 90])
    return Tournament.objects.get(pk=day.pk)


def with_playoffs() -> Tournament:
    day = factories.tournament(4, rounds=1, playoffs=formats.playoffs("everybody", games=1))
    factories.play_round(day, 1, loser_points=80)
    playoffs.begin(day, seed=1, by=None)
    return Tournament.objects.get(pk=day.pk)


ENDED = {official: "standings_official", with_medal_match: "matches_stand", with_playoffs: "matches_stand"}


def day_of(ended) -> tuple[Tournament, Stage, Round]:
    day = ended()
    stage = stages.qualifying(day)
    return day, stage, stage.rounds.get(number=1)


def change(**rules):
    return lambda day, stage, round_: stages.change_rules(stage, rules, by=None)


def seat_on(day, stage, round_):
    """Where an earlier version has accepted more games."""
    Stage.objects.filter(pk=stage.pk).update(rules=stage.rules | {"rounds": 3})
    rounds.seat(stages.qualifying(day), 2, by=None)


def arrive(day, stage, round_):
    absent = day.entries.get(number=4)
    absent.presences.all().delete()
    registration.come_back(absent, from_round=2, by=None)


GAMES_GO_ON = {
    "more games": change(rounds=3),
    "what a missed game is worth": change(missed=40),
    "who is ranked": change(withdrawn="removed"),
    "playoffs": change(playoffs=formats.playoffs("first", count=2, games=1)),
    "seat": seat_on,
    "enter": lambda day, stage, round_: registration.add_entry(day, "Zoé L'Écuyer"),
    "arrive": arrive,
    "reopen the game": lambda day, stage, round_: audit_log.undo(day.acts.get(kind="close"), by=None),
}


@pytest.mark.parametrize("ended", ENDED, ids=lambda one: one.__name__)
@pytest.mark.parametrize("act", GAMES_GO_ON)
def test_nothing_that_goes_on_with_the_games_is_done_after_the_end(ended, act):
    day, stage, round_ = day_of(ended)
    before = day.version
    with pytest.raises(DomainError) as refused:
        GAMES_GO_ON[act](day, stage, round_)
    assert refused.value.code == ENDED[ended]
    day.refresh_from_db()
    assert day.version == before


@pytest.mark.parametrize("kind", [one for kind in audit_log.PLAYING for one in (kind, f"undo_{kind}")])
def test_no_act_by_which_games_go_on_is_written(kind):
    day = official()
    with pytest.raises(DomainError) as refused, locked(day.pk) as current:
        audit_log.record(current, kind, {}, by=None)
    assert refused.value.code == "standings_official"


@pytest.mark.parametrize("ended", ENDED, ids=lambda one: one.__name__)
def test_what_is_about_paper_and_time_is_changed_as_ever(ended):
    day, stage, _round = day_of(ended)
    stages.change_rules(stage, {"minutes": 33, "protest_minutes": 5}, by=None)
    registration.withdraw(day.entries.get(number=4), from_round=2, by=None)


@pytest.mark.parametrize("ended", ENDED, ids=lambda one: one.__name__)
def test_a_day_that_is_reopened_goes_on_and_what_was_played_stays(ended):
    day, stage, _round = day_of(ended)
    lines = set(Line.objects.filter(tournament=day).values_list("number", flat=True))
    reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    day.refresh_from_db()
    assert snapshot.official(day) is None and not rows.api_day(day).is_official
    assert [one.kind for one in day.stages.exclude(state="void")] == ["qualifying"]
    assert lines == set(Line.objects.filter(tournament=day).values_list("number", flat=True))
    assert scores.rebuild(day, check=True) == []
    assert not any(row.decision for row in rows.api_day(day).shown.rows)
    stages.change_rules(stage, {"rounds": 2, "playoffs": None, "tables": 3}, by=None)
    registration.add_entry(day, "Zoé L'Écuyer")
    registration.add_entry(day, "Réal O'Brien")
    factories.play_round(day, 2)
    assert medals.games_left(day) == 0
    assert all(not snapshot.differs(one) for one in day.publications.all())


@pytest.mark.parametrize("ended", ENDED, ids=lambda one: one.__name__)
def test_reopening_is_undone_while_nothing_else_was_done(ended):
    day, _stage, _round = day_of(ended)
    before = state_of(day)
    act = reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    assert state_of(day) != before
    audit_log.undo(act, by=None)
    assert state_of(day) == before and scores.rebuild(day, check=True) == []
    day.refresh_from_db()
    again = reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    registration.add_entry(day, "Zoé L'Écuyer")
    assert audit_log.undo_obstacle(day.acts.get(pk=again.pk)).code == "undo_later_first"


def state_of(day: Tournament) -> tuple:
    standing = snapshot.official(day)
    return (
        standing and standing.version,
        list(day.stages.order_by("order").values_list("order", "state")),
        list(Round.objects.filter(stage__tournament=day).order_by("pk").values_list("pk", "state")),
        sorted(Result.objects.filter(tournament=day).values_list("meeting", "game", "entry", "pegged")),
    )


def test_official_standings_with_a_medal_match_end_together():
    day = with_medal_match()
    medals.advance(day, by=None)
    snapshot.publish(day, official=True, by=None)
    day.refresh_from_db()
    ending = reopening.ending(day)
    assert ending.official and [one.kind for one in ending.stages] == ["tie_break"]
    assert len(ending.people) == 2
    reopening.reopen(day, seen=ending.identity, by=None)
    assert not any(reopening.ending(day).identity)


def test_only_what_was_agreed_to_is_ended():
    day = with_medal_match()
    seen = reopening.ending(day).identity
    snapshot.publish(day, official=True, by=None)
    with pytest.raises(DomainError) as refused:
        reopening.reopen(day, seen=seen, by=None)
    assert refused.value.code == "look_again" and snapshot.official(day)


def test_the_page_says_what_ends_before_it_does(client):
    day = official()
    client.force_login(factories.organiser(day))
    address = reverse("medals_reopen", args=[day.slug])
    assert address in client.get(reverse("medals", args=[day.slug])).content.decode()
    asked = client.post(address)
    assert snapshot.official(day) and shown_by.page(asked).one("[data-touches]")["data-touches"] == "0"
    (shown,) = shown_by.page(asked).all("[name=shown]")
    answer = client.post(address, {"shown": shown["value"]}, follow=True)
    assert codes(answer)[0] == "reopened" and snapshot.official(day) is None
    assert address not in answer.content.decode()


@pytest.mark.parametrize("ended", ENDED, ids=lambda one: one.__name__)
def test_a_copy_of_a_reopened_day_is_read_again(ended):
    day, _stage, _round = day_of(ended)
    reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    day.refresh_from_db()
    copy = copies.open_copy(copies.seal_copy(copies.pack(day)))
    again = copies.restore(copy, by=None)
    assert not any(reopening.ending(again).identity)
