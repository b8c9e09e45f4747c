"""What may leave the hall: settled results of closed games, nothing secret, and every change said."""

import pytest

from scoring import DomainError
from tests import factories
from tests.publishing.days import played, published
from tournaments import rounds
from tournaments.finals import medals
from tournaments.models import Line, Round, Tournament
from tournaments.publishing import ceremony, snapshot
from tournaments.publishing.outputs import rows
from tournaments.standings import standings


def refused(day: Tournament) -> str:
    with pytest.raises(DomainError) as refusal:
        rows.gather(day)
    return refusal.value.code


def finished() -> Tournament:
    day = played(rounds=2, closed=2)
    medals.create(day, seed=1, by=None)
    day.refresh_from_db()
    return day


def correct(day: Tournament, game: int, table: int, scores: list[int]) -> None:
    round_ = day.stages.get(order=1).rounds.exclude(state=Round.State.VOID).get(number=game)
    factories.enter(factories.meeting_at(round_, table), scores, kind=Line.Kind.CORRECTION)


def test_nothing_leaves_before_a_game_is_over(db):
    day = played(closed=0)
    factories.open_round(day, 1)
    assert refused(day) == "nothing_to_publish"


def test_a_game_that_is_being_played_stays_in_the_hall(day):
    before = rows.gather(day)
    round_ = factories.open_round(day, 3)
    factories.enter(factories.meeting_at(round_, 1), [121, 3])
    after = rows.gather(day)
    assert (after.through, after.is_official) == (2, False)
    assert after.shown.rows == before.shown.rows
    assert after.cards == before.cards
    assert {row.game for card in after.cards.values() for row in card} == {1, 2}


def test_a_closed_game_in_dispute_holds_everything_back(day):
    round_ = day.stages.get(order=1).rounds.get(number=2)
    factories.enter(factories.meeting_at(round_, 1), [121, 30], basis=0, nonce="late")
    assert refused(day) == "publish_in_dispute"


def test_the_standings_are_those_of_the_screen(day):
    shown = rows.gather(day).shown
    now = standings(day, settled_only=True, closed_only=True)
    assert [row._replace(name="", club="") for row in shown.rows] == [
        row._replace(name="", club="") for row in now.rows
    ]
    assert len({row.number for row in shown.rows}) == 6


def test_what_was_corrected_after_it_was_official_is_not_published_as_if_it_were(db):
    day = finished()
    snapshot.publish(day, official=True, by=None)
    assert rows.gather(day).is_official
    correct(day, 1, 1, [99, 121])
    assert refused(day) == "official_outdated"
    snapshot.publish(day, official=True, by=None)
    assert rows.gather(day).is_official


def test_the_last_game_is_secret_until_the_podium_has_shown_it(db):
    day = finished()
    day.settings = {**day.settings, ceremony.SWITCH: True}
    day.save()
    hidden = rows.gather(day)
    assert (hidden.through, hidden.is_official, hidden.medal_games) == (1, False, ())
    assert {row.game for card in hidden.cards.values() for row in card} == {1}
    assert all(len(way.ranks) == 1 for way in hidden.ways.values())
    snapshot.publish(day, official=True, by=None)
    assert rows.gather(day).through == 1
    while ceremony.is_secret(day):
        ceremony.show(day, 1, by=None)
        day.refresh_from_db()
    assert (rows.gather(day).through, rows.gather(day).is_official) == (2, True)


@pytest.mark.both_databases
def test_a_change_is_told_and_what_was_said_before_stays_reachable(db):
    day = played(closed=1)
    first = published(day)
    assert (first.corrections, first.earlier) == ((), ())
    again = published(day)
    assert again.earlier == ()  # the same was said
    factories.play_round(day, 2)
    second = published(day)
    assert second.corrections == ()  # a new game is no correction
    assert [old.through for old in second.earlier] == [1]
    correct(day, 1, 2, [40, 121])
    third = published(day)
    assert [(one.game, one.table) for one in third.corrections] == [(1, 2)]
    assert [(old.version, old.through) for old in third.earlier] == [(second.version, 2), (again.version, 1)]
    assert third.earlier[0].shown.rows == second.shown.rows
    assert third.earlier[1].shown.rows == first.shown.rows


def test_full_names_are_for_the_organiser_alone(day):
    public, own = rows.gather(day), rows.gather(day, full_names=True)
    assert {person.member_number for person in public.persons.values()} == {""}
    assert own.persons[1].name == "Réal O'Brien"
    assert own.persons[1].member_number == "MEMBRE-777"
    assert public.persons[1].name == "Réal O."
    opponents = [name for card in public.cards.values() for row in card for _number, name in row.opponents]
    assert "Réal O." in opponents
    assert "Réal O'Brien" not in opponents


def test_the_house_player_is_told_without_a_name(db):
    from tournaments import registration

    day = factories.tournament(3, rounds=1, odd="house")
    registration.ensure_house(day, "Huguette Maison")
    round_ = factories.open_round(day, 1)
    for table in (1, 2):
        factories.enter(factories.meeting_at(round_, table), [121, 80])
    rounds.close_round(round_, by=None)
    found = rows.gather(day)
    (house,) = [person for person in found.persons.values() if person.house]
    assert house.name == ""
    assert "Huguette Maison" not in str(found)
    assert found.called(house.number)


def test_a_medal_match_is_told_once_it_is_decided(db):
    day, meeting = factories.medal_match()
    for game in (1, 2):
        factories.enter(meeting, [121, 90 + game], game=game)
    found = rows.gather(day)
    assert [(game.place, game.number) for game in found.medal_games] == [(1, 1), (1, 2)]
    assert sorted(points for _number, points, _won in found.medal_games[0].sides) == [91, 121]
