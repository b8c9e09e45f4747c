"""Official standings and the matches after the games rest on all games, so they end before games go on."""

import random

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories, page_reader
from tests.page_reader import codes
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs
from tournaments.models import Line, Meeting, Result, Round, Stage, Tournament
from tournaments.models.locking import locked
from tournaments.publishing import publications, reopening
from tournaments.publishing.outputs import rows
from tournaments.rounds import scores, stages
from tournaments.standings import standings
from tournaments.transfer import copies, simulated_tournament

pytestmark = pytest.mark.django_db


def official_tournament() -> Tournament:
    tournament = factories.tournament(4, rounds=1, by=factories.director("odile"))
    factories.play_round(tournament, 1, loser_points=80)
    publications.publish(tournament, official=True, by=None)
    return Tournament.objects.get(pk=tournament.pk)


def with_medal_match() -> Tournament:
    """Return a tournament with a tie whose match has a result."""
    tournament, meeting = factories.medal_match()
    factories.enter(meeting, [121, 90])
    return Tournament.objects.get(pk=tournament.pk)


def with_playoffs() -> Tournament:
    tournament = factories.tournament(4, rounds=1, playoffs=formats.playoffs("everybody", games=1))
    factories.play_round(tournament, 1, loser_points=80)
    playoffs.start_playoffs(tournament, seed=1, by=None)
    return Tournament.objects.get(pk=tournament.pk)


CODES_BY_ENDING = {
    official_tournament: "standings_official",
    with_medal_match: "matches_stand",
    with_playoffs: "matches_stand",
}


def ended_tournament(ended) -> tuple[Tournament, Stage, Round]:
    tournament = ended()
    stage = stages.qualifying(tournament)
    return tournament, stage, stage.rounds.get(number=1)


def rule_change(**rules):
    return lambda tournament, stage, round_: stages.change_rules(stage, rules, by=None)


def seat_next_round(tournament, stage, round_):
    """Seat the next round with more games in the rules, as an earlier version has accepted."""
    Stage.objects.filter(pk=stage.pk).update(rules=stage.rules | {"rounds": 3})
    rounds.seat(stages.qualifying(tournament), 2, by=None)


def arrive(tournament, stage, round_):
    absent = tournament.entries.get(number=4)
    absent.presences.all().delete()
    registration.come_back(absent, from_round=2, by=None)


CONTINUING_ACTIONS = {
    "more games": rule_change(rounds=3),
    "what a missed game is worth": rule_change(missed=40),
    "who is ranked": rule_change(withdrawn="removed"),
    "playoffs": rule_change(playoffs=formats.playoffs("first", count=2, games=1)),
    "seat": seat_next_round,
    "enter": lambda tournament, stage, round_: registration.add_entry(tournament, "Zoé L'Écuyer"),
    "arrive": arrive,
    "reopen the game": lambda tournament, stage, round_: audit_log.undo(
        tournament.acts.get(kind="close"), by=None
    ),
}


@pytest.mark.parametrize("ended", CODES_BY_ENDING, ids=lambda one: one.__name__)
@pytest.mark.parametrize("act", CONTINUING_ACTIONS)
def test_games_cannot_continue_after_the_end(ended, act):
    tournament, stage, round_ = ended_tournament(ended)
    before = tournament.version
    with pytest.raises(DomainError) as refused:
        CONTINUING_ACTIONS[act](tournament, stage, round_)
    assert refused.value.code == CODES_BY_ENDING[ended]
    tournament.refresh_from_db()
    assert tournament.version == before


@pytest.mark.parametrize("kind", [one for kind in audit_log.PLAY_KINDS for one in (kind, f"undo_{kind}")])
def test_playing_actions_are_refused_when_official(kind):
    tournament = official_tournament()
    with pytest.raises(DomainError) as refused, locked(tournament.pk) as current:
        audit_log.record(current, kind, {}, by=None)
    assert refused.value.code == "standings_official"


@pytest.mark.parametrize("ended", CODES_BY_ENDING, ids=lambda one: one.__name__)
def test_other_rules_can_change_after_the_end(ended):
    tournament, stage, _round = ended_tournament(ended)
    stages.change_rules(stage, {"minutes": 33, "protest_minutes": 5}, by=None)
    registration.withdraw(tournament.entries.get(number=4), from_round=2, by=None)


@pytest.mark.parametrize("ended", CODES_BY_ENDING, ids=lambda one: one.__name__)
def test_reopened_tournament_continues_with_its_results(ended):
    tournament, stage, _round = ended_tournament(ended)
    lines = set(Line.objects.filter(tournament=tournament).values_list("number", flat=True))
    reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    tournament.refresh_from_db()
    assert publications.official_publication(tournament) is None and not rows.api_data(tournament).is_official
    assert [one.kind for one in tournament.stages.exclude(state="void")] == ["qualifying"]
    assert lines == set(Line.objects.filter(tournament=tournament).values_list("number", flat=True))
    assert scores.rebuild(tournament, check=True) == []
    assert not any(row.decision for row in rows.api_data(tournament).standings.rows)
    stages.change_rules(stage, {"rounds": 2, "playoffs": None, "tables": 3}, by=None)
    registration.add_entry(tournament, "Zoé L'Écuyer")
    registration.add_entry(tournament, "Réal O'Brien")
    factories.play_round(tournament, 2)
    assert medals.games_left(tournament) == 0
    assert all(not publications.differs(one) for one in tournament.publications.all())


@pytest.mark.parametrize("ended", CODES_BY_ENDING, ids=lambda one: one.__name__)
def test_reopening_can_be_undone_until_next_action(ended):
    tournament, _stage, _round = ended_tournament(ended)
    before = state_of(tournament)
    act = reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    assert state_of(tournament) != before
    audit_log.undo(act, by=None)
    assert state_of(tournament) == before and scores.rebuild(tournament, check=True) == []
    tournament.refresh_from_db()
    again = reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    registration.add_entry(tournament, "Zoé L'Écuyer")
    assert audit_log.undo_obstacle(tournament.acts.get(pk=again.pk)).code == "undo_later_first"


def state_of(tournament: Tournament) -> tuple:
    standing = publications.official_publication(tournament)
    return (
        standing and standing.version,
        list(tournament.stages.order_by("order").values_list("order", "state")),
        list(Round.objects.filter(stage__tournament=tournament).order_by("pk").values_list("pk", "state")),
        sorted(
            Result.objects.filter(tournament=tournament).values_list("meeting", "game", "entry", "pegged")
        ),
    )


def test_reopening_ends_standings_and_medal_match_together():
    tournament = with_medal_match()
    medals.advance(tournament, by=None)
    publications.publish(tournament, official=True, by=None)
    tournament.refresh_from_db()
    ending = reopening.ending(tournament)
    assert ending.official and [one.kind for one in ending.stages] == ["tie_break"]
    assert len(ending.people) == 2
    reopening.reopen(tournament, seen=ending.identity, by=None)
    assert not any(reopening.ending(tournament).identity)


@pytest.mark.parametrize("ended", [with_medal_match, with_playoffs])
def test_standings_of_before_the_reopening_have_the_places_of_the_matches(ended):
    tournament = ended()
    for kind, order in tournament.stages.exclude(order=1).values_list("kind", "order"):
        for meeting in Meeting.objects.filter(round__stage__tournament=tournament, round__stage__order=order):
            simulated_tournament.play_on(meeting, 2 if kind == "tie_break" else 1, random.Random(2), None)
    if ended is with_playoffs:
        simulated_tournament.play_playoffs(tournament, chance=random.Random(2), by=None)
    published = publications.publish(tournament, official=True, by=None)
    announced = standings(tournament).rows
    assert any(row.decision for row in announced)
    tournament = Tournament.objects.get(pk=tournament.pk)
    act = reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    assert standings(tournament, upto=published.version).rows == announced
    assert not any(row.decision for row in standings(tournament, upto=act.version).rows)
    assert not any(publications.differs(one) for one in tournament.publications.all())
    audit_log.undo(act, by=None)
    tournament.refresh_from_db()
    assert standings(tournament, upto=tournament.version).rows == announced
    assert not any(row.decision for row in standings(tournament, upto=act.version).rows)


def test_outdated_confirmation_is_refused():
    tournament = with_medal_match()
    seen = reopening.ending(tournament).identity
    publications.publish(tournament, official=True, by=None)
    with pytest.raises(DomainError) as refused:
        reopening.reopen(tournament, seen=seen, by=None)
    assert refused.value.code == "look_again" and publications.official_publication(tournament)


def test_page_confirms_before_reopening(client):
    tournament = official_tournament()
    client.force_login(factories.organiser(tournament))
    address = reverse("medals_reopen", args=[tournament.slug])
    assert address in client.get(reverse("medals", args=[tournament.slug])).content.decode()
    asked = client.post(address)
    assert (
        publications.official_publication(tournament)
        and page_reader.parse(asked).one("[data-touches]")["data-touches"] == "0"
    )
    (shown,) = page_reader.parse(asked).all("[name=shown]")
    answer = client.post(address, {"shown": shown["value"]}, follow=True)
    assert codes(answer)[0] == "reopened" and publications.official_publication(tournament) is None
    assert address not in answer.content.decode()


@pytest.mark.parametrize("ended", CODES_BY_ENDING, ids=lambda one: one.__name__)
def test_copy_of_reopened_tournament_can_be_restored(ended):
    tournament, _stage, _round = ended_tournament(ended)
    reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    tournament.refresh_from_db()
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    again = copies.restore(copy, by=None)
    assert not any(reopening.ending(again).identity)
