"""Published rows: settled results of closed games, nothing secret, and every change reported."""

import random

import pytest

from scoring import DomainError
from tests import factories
from tests.publishing.tournaments import played, published
from tournaments import rounds
from tournaments.finals import medals
from tournaments.models import Line, Round, Tournament
from tournaments.publishing import ceremony, publications, reopening
from tournaments.publishing.outputs import rows
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import simulated_tournament


def refusal_code(tournament: Tournament) -> str:
    with pytest.raises(DomainError) as refusal:
        rows.publishable_data(tournament)
    return refusal.value.code


def finished() -> Tournament:
    tournament = played(rounds=2, closed=2)
    medals.create(tournament, seed=1, by=None)
    tournament.refresh_from_db()
    return tournament


def correct(tournament: Tournament, game: int, table: int, scores: list[int]) -> None:
    round_ = tournament.stages.get(order=1).rounds.exclude(state=Round.State.VOID).get(number=game)
    factories.enter(factories.meeting_at(round_, table), scores, kind=Line.Kind.CORRECTION)


def test_nothing_is_published_before_first_closed_round(db):
    tournament = played(closed=0)
    factories.open_round(tournament, 1)
    assert refusal_code(tournament) == "nothing_to_publish"


def test_open_round_is_not_published(tournament):
    before = rows.publishable_data(tournament)
    round_ = factories.open_round(tournament, 3)
    factories.enter(factories.meeting_at(round_, 1), [121, 3])
    after = rows.publishable_data(tournament)
    assert (after.last_game, after.is_official) == (2, False)
    assert after.standings.rows == before.standings.rows
    assert after.cards == before.cards
    assert {row.game for card in after.cards.values() for row in card} == {1, 2}


def test_disputed_closed_game_blocks_publication(tournament):
    round_ = tournament.stages.get(order=1).rounds.get(number=2)
    factories.enter(factories.meeting_at(round_, 1), [121, 30], basis=0, nonce="late")
    assert refusal_code(tournament) == "publish_in_dispute"


def test_published_standings_equal_computed_ones(tournament):
    shown = rows.publishable_data(tournament).standings
    now = standings(tournament, settled_only=True, closed_only=True)
    assert [row._replace(name="", club="") for row in shown.rows] == [
        row._replace(name="", club="") for row in now.rows
    ]
    assert len({row.number for row in shown.rows}) == 6


def test_corrected_official_standings_are_not_published(db):
    tournament = finished()
    publications.publish(tournament, official=True, by=None)
    assert rows.publishable_data(tournament).is_official
    correct(tournament, 1, 1, [99, 121])
    assert refusal_code(tournament) == "official_outdated"
    publications.publish(tournament, official=True, by=None)
    assert rows.publishable_data(tournament).is_official


def test_the_last_game_is_secret_until_the_podium_has_shown_it(db):
    tournament = finished()
    tournament.settings = {**tournament.settings, ceremony.OLD_HIDDEN_SETTING: True}
    tournament.save()
    hidden = rows.publishable_data(tournament)
    assert (hidden.last_game, hidden.is_official, hidden.medal_games) == (1, False, ())
    assert {row.game for card in hidden.cards.values() for row in card} == {1}
    assert all(len(history.ranks) == 1 for history in hidden.rank_histories.values())
    publications.publish(tournament, official=True, by=None)
    assert rows.publishable_data(tournament).last_game == 1
    while ceremony.has_hidden_games(tournament):
        ceremony.show(tournament, 1, by=None)
        tournament.refresh_from_db()
    assert (rows.publishable_data(tournament).last_game, rows.publishable_data(tournament).is_official) == (
        2,
        True,
    )


@pytest.mark.both_databases
def test_corrections_and_earlier_publications_are_listed(db):
    tournament = played(closed=1)
    first = published(tournament)
    assert (first.corrections, first.earlier) == ((), ())
    again = published(tournament)
    assert again.earlier == ()  # the same was reported
    factories.play_round(tournament, 2)
    second = published(tournament)
    assert second.corrections == ()  # a new game is no correction
    assert [old.through for old in second.earlier] == [1]
    correct(tournament, 1, 2, [40, 121])
    third = published(tournament)
    assert [(one.game, one.table) for one in third.corrections] == [(1, 2)]
    assert [(old.version, old.through) for old in third.earlier] == [(second.version, 2), (again.version, 1)]
    assert third.earlier[0].shown.rows == second.standings.rows
    assert third.earlier[1].shown.rows == first.standings.rows


def test_earlier_publication_has_the_places_of_its_medal_matches(db):
    tournament, meeting = factories.medal_match()
    published(tournament)
    factories.enter(meeting, [90, 121])
    factories.enter(meeting, [90, 121], game=2)
    second = published(tournament)
    publications.publish(tournament, official=True, by=None)
    third = rows.publication_data(Tournament.objects.get(pk=tournament.pk))
    assert third.earlier[0].shown.rows == second.standings.rows
    assert third.earlier[1].shown.rows != second.standings.rows


def test_earlier_publication_has_the_places_of_matches_that_a_reopening_ended(db):
    tournament, meeting = factories.medal_match()
    factories.enter(meeting, [90, 121])
    factories.enter(meeting, [90, 121], game=2)
    before = published(tournament)
    assert any(row.decision for row in standings(tournament).rows)
    reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    stage = stages.qualifying(tournament)
    stages.change_rules(stage, {"rounds": stage.rules["rounds"] + 1}, by=None)
    now = rows.publication_data(Tournament.objects.get(pk=tournament.pk))
    assert [old.shown.rows for old in now.earlier] == [before.standings.rows]


def test_earlier_publication_has_the_places_of_its_bracket(db):
    tournament = factories.simulated(4, "cribbage-knock-out")
    simulated_tournament.play_playoffs(tournament, chance=random.Random(1), by=None)
    second = published(Tournament.objects.get(pk=tournament.pk))
    publications.publish(tournament, official=True, by=None)
    third = rows.publication_data(Tournament.objects.get(pk=tournament.pk))
    assert [old.shown.rows for old in third.earlier] == [second.standings.rows]


def test_full_names_are_for_the_organiser_alone(tournament):
    public, own = rows.publishable_data(tournament), rows.publishable_data(tournament, full_names=True)
    assert {person.member_number for person in public.persons.values()} == {""}
    assert own.persons[1].name == "Réal O'Brien"
    assert own.persons[1].member_number == "MEMBRE-777"
    assert public.persons[1].name == "Réal O."
    opponents = [name for card in public.cards.values() for row in card for _number, name in row.opponents]
    assert "Réal O." in opponents
    assert "Réal O'Brien" not in opponents


def test_house_player_is_published_without_name(db):
    from tournaments import registration

    tournament = factories.tournament(3, rounds=1, odd="house")
    registration.ensure_house(tournament, "Huguette Maison")
    round_ = factories.open_round(tournament, 1)
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 80])
    rounds.close_round(round_, by=None)
    found = rows.publishable_data(tournament)
    (house,) = [person for person in found.persons.values() if person.house]
    assert house.name == ""
    assert "Huguette Maison" not in str(found)
    assert found.display_name(house.number)


def test_decided_medal_match_is_published(db):
    tournament, meeting = factories.medal_match()
    for game in (1, 2):
        factories.enter(meeting, [121, 90 + game], game=game)
    found = rows.publishable_data(tournament)
    assert [(game.place, game.number) for game in found.medal_games] == [(1, 1), (1, 2)]
    assert sorted(points for _number, points, _won in found.medal_games[0].sides) == [91, 121]
