"""Small decisions around a round, each called directly: seats, refusals and findings."""

import pytest

from scoring import DomainError
from tests import factories
from tests.rounds.seated_as_played import people_at, seats
from tests.web.tablets.device_clients import Tablet
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.models import Entry, Meeting, Member, Round, Stage
from tournaments.pairing.values import NoSeating, Person, PlannedTable
from tournaments.publishing import publications
from tournaments.rounds import as_played, seating, stages
from tournaments.rounds import played_ahead as ahead

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


# Tables whose game was played ahead


def test_played_ahead_game_belongs_to_next_round(tournament):
    act = {"stage": 1, "round": 1, "table": 3, "entries": [5, 6], "partners": 0, "text": ""}
    known = audit_log.record(tournament, "played_ahead", act, by=None)
    stage = stages.qualifying(tournament)
    assert ahead.played_ahead(stage, 2) == [people_at(3, 5, 6, partners=0)]
    assert ahead.played_ahead(stage, 1) == ahead.played_ahead(stage, 3) == []
    audit_log.undo(known, by=None)
    assert ahead.played_ahead(stage, 2) == []


def test_displaced_table_moves_to_first_free_one():
    seated = [people_at(1, 1, 2), people_at(2, 3, 4)]
    found = ahead.keep_own_tables([people_at(2, 5, 6)], seated, [], 4)
    assert found == (people_at(1, 1, 2), people_at(2, 5, 6), people_at(3, 3, 4))
    found = ahead.keep_own_tables([people_at(2, 5, 6)], seated, [Person(3, fixed=(2, "A"))], 4)
    assert found == (people_at(1, 1, 2), people_at(2, 3, 4), people_at(3, 5, 6)), (
        "except where a player has a fixed seat"
    )
    assert ahead.first_free_table({1, 2, 4}, 4) == 3
    assert ahead.first_free_table({}, 4) == 1
    with pytest.raises(ValueError):
        ahead.first_free_table({1, 2}, 2)


def test_played_ahead_seats_need_both_players_present():
    def seat(people):
        return (people_at(1, *(one.number for one in people)),)

    assert ahead.seat_with_played_ahead([people_at(3, 1, 2)], [Person(1), Person(2)], (), 4, seat) == (
        people_at(3, 1, 2),
    )
    assert ahead.seat_with_played_ahead([people_at(3, 1, 2)], [Person(1)], (), 4, seat) == (people_at(1, 1),)


def test_played_ahead_seats_are_dropped_if_rest_cannot_sit():
    def seat(people):
        if len(people) < 4:
            raise NoSeating("hard_fault", {})
        return people_at(1, 1, 3), people_at(2, 2, 4)

    seated = ahead.seat_with_played_ahead(
        [people_at(1, 1, 2)], [Person(number) for number in range(1, 5)], (), 2, seat
    )
    assert {frozenset(table.people) for table in seated} == {frozenset((1, 2)), frozenset((3, 4))}


# As it is played


def test_planned_byes_do_not_block_reseating(tournament):
    round_ = factories.sit(tournament, 1, (1, 2), (3, 4), (5,), (6,))
    rounds.seat_as_played(round_, [people_at(1, 1, 3)], by=None)
    assert seats(round_) == {1: (1, 3), 2: (2, 4), 3: (5,), 4: (6,)}


def test_void_round_cannot_be_reseated(tournament):
    round_ = factories.open_round(tournament)
    round_.state = Round.State.VOID
    with refused("round_not_seated"):
        rounds.plan_as_played(round_, [people_at(1, 1, 2)])


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (people_at(1, 1, 2, 3, partners=0), ""),
        (people_at(1, 1, partners=0), ""),
        (people_at(1, 1, 2, partners=0), "as_played_full_only"),
        (people_at(1, 1, 2, 3, partners=1), "as_played_full_only"),
        (PlannedTable(1, (("A", 1), ("C", 2), ("B", 3))), "as_played_gap"),
        (PlannedTable(1, (("A", 1), ("C", 2))), "as_played_gap"),
        (PlannedTable(1, (("B", 1),)), ""),
        (people_at(1, 1, 2, 3, 4, partners=0), "as_played_for_two"),
    ],
)
def test_table_of_three_needs_three_or_no_players(table, code):
    stage = Stage(game="gin", movement="mixed_tables", rules=formats.rules("gin-three"))
    if not code:
        as_played.check_seats(stage, table)
        return
    with refused(code):
        as_played.check_seats(stage, table)


def test_official_standings_elsewhere_do_not_prevent_reseating(tournament):
    other = factories.tournament(4)
    factories.play_round(other, 1)
    publications.publish(other, official=True, by=None)
    round_ = factories.open_round(tournament)
    (a, _b), (c, _d) = seats(round_)[1], seats(round_)[2]
    assert rounds.plan_as_played(round_, [people_at(1, a, c)])


@pytest.mark.parametrize(
    ("table", "further"),
    [
        (people_at(1, 1, 2), []),
        (people_at(1, 1, 2, 3), ["as_played_winner_there"]),
        (people_at(1, 1, 2, 3, 4, partners=1), ["as_played_partners_there"]),
    ],
)
def test_consequences_for_tables_of_three_or_more(tournament, table, further):
    round_ = factories.open_round(tournament)
    first, *others = as_played.later_consequences(round_, [table])
    assert first.code == "as_played_next_winners_stay"
    assert [(one.code, one.args) for one in others] == [
        (code, {"tables": [1], "round": 2}) for code in further
    ]


# A game too many


def test_medal_match_takes_no_extra_game():
    _day, meeting = factories.medal_match()
    with refused("as_played_medal_match"):
        rounds.plan_more_games(meeting.round, meeting.place.number, counts=True)


def test_bye_player_takes_no_extra_game(tournament):
    with refused("nobody_plays_there") as found:
        rounds.plan_more_games(factories.sit(tournament, 1, (1, 2), (3,)), 2, counts=False)
    assert found.value.args_ == {"table": 2}


def test_repeated_played_ahead_game_names_round(tournament):
    round_ = factories.open_round(tournament)
    rounds.write_more_games(round_, 2, counts=True, by=None)
    with refused("played_ahead_already") as found:
        rounds.plan_more_games(round_, 2, counts=True)
    assert found.value.args_ == {"round": 2}


def close_round_with_table_ahead(tournament):
    """Close game 1 after table 2 has played its game 2 as well; return the players of table 2."""
    round_ = factories.open_round(tournament)
    together = seats(round_)[2]
    rounds.write_more_games(round_, 2, counts=True, by=None)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 80])
    rounds.close_round(round_, by=None)
    return together


def test_only_played_ahead_players_sit_as_played(tournament):
    together = close_round_with_table_ahead(tournament)
    following = rounds.seat(stages.qualifying(tournament), 2, by=None)
    (ahead_of_it,) = following.meetings.filter(origin=Meeting.Origin.AS_PLAYED)
    assert set(ahead_of_it.seats.values_list("entry__number", flat=True)) == set(together)
    assert following.meetings.filter(origin=Meeting.Origin.MOVEMENT).count() == 3


def test_rematch_of_others_comes_from_pairing_system():
    """Two of four have played ahead, so the other two meet once more, which is a finding too."""
    tournament = factories.tournament(4)
    together = close_round_with_table_ahead(tournament)
    plan = rounds.plan(stages.qualifying(tournament), 2)
    assert {one.code for one in plan.findings} >= {"played_ahead", "rematch"}
    following = rounds.seat(stages.qualifying(tournament), 2, by=None)
    (ahead_of_it,) = following.meetings.filter(origin=Meeting.Origin.AS_PLAYED)
    assert set(ahead_of_it.seats.values_list("entry__number", flat=True)) == set(together)


def test_playing_ahead_is_refused_once_next_round_is_seated(tournament):
    round_ = factories.play_round(tournament, 1)
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    with refused("next_is_seated_already") as found:
        rounds.plan_more_games(round_, 2, counts=True)
    assert found.value.args_ == {"round": 2}


# Seating


def test_house_player_gets_next_number():
    tournament = factories.tournament(5, odd="house")
    tournament.settings = tournament.settings | {"house_name": "Maison L'Écuyer"}
    tournament.save(update_fields=["settings"])
    house = next(one for one in rounds.people(stages.qualifying(tournament), 1) if one.house)
    assert house.number == 6
    assert not tournament.entries.filter(number=6).exists()
    first = rounds.seat(stages.qualifying(tournament), 1, by=None)
    assert tournament.entries.get(kind="house").number == 6
    assert first.meetings.filter(seats__entry__number=6).count() == 1


def test_single_lot_uses_seed_of_first_round(tournament):
    stage = stages.qualifying(tournament)
    own = seating.round_seed(stage, 1)
    assert seating.lot_of_round(stage, 2, None, one_lot=True) == own
    assert seating.lot_of_round(stage, 2, None, one_lot=False) == seating.round_seed(stage, 2) != own
    assert seating.lot_of_round(stage, 1, 77, one_lot=True) == 77
    factories.sit(tournament, 1, (1, 2)), factories.sit(tournament, 2, (3, 4))
    stage.rounds.filter(number=1).update(seed=77)
    assert seating.lot_of_round(stage, 3, 5, one_lot=True) == 77
    assert seating.lot_of_round(stage, 3, 5, one_lot=False) == 5
    stage.rounds.filter(number=1).update(state=Round.State.VOID)
    assert seating.lot_of_round(stage, 3, 5, one_lot=True) == own


def test_first_seating_begins_stage(tournament):
    stage = stages.qualifying(tournament)
    assert stage.state == Stage.State.SETTING_UP
    rounds.seat(stage, 1, by=None)
    assert stages.qualifying(tournament).state != Stage.State.SETTING_UP


def test_defaults_for_keeping_apart_and_lot():
    assert seating.person(Entry(number=3), {}).apart_for == 1
    assert seating.round_seed(Stage(seed=7), 3) == 7003, "lots that were drawn are drawn again"


def test_pair_is_found_on_sheet_by_either_name():
    tournament = factories.tournament(3)
    mates = [registration.NewMember(name) for name in ("Réal O'Brien-Roy", "Ada L'Écuyer")]
    pair = registration.add_team(tournament, "Les Érables", mates)
    rows = rounds.sheet(factories.open_round(tournament))
    found_by = {row.entry.number: row.found_by for row in rows}
    for mate in mates:
        assert registration.sort_name(mate.name) in found_by[pair.number]
    assert all(found_by[number] for number in (1, 2, 3))


def test_meeting_without_table_is_on_sheet(tournament):
    round_ = factories.open_round(tournament)
    meeting = factories.meeting_at(round_, 2)
    round_.meetings.filter(pk=meeting.pk).update(place=None)
    without = set(meeting.seats.values_list("entry__number", flat=True))
    tables = {row.entry.number: row.table for row in rounds.sheet(round_)}
    assert {number for number, table in tables.items() if table == 0} == without
    assert sorted(tables.values()) == [0, 0, 1, 1, 3, 3, 4, 4]


@pytest.mark.parametrize("state", ["seated", "void"])
def test_extra_game_before_round_begins_is_refused(tournament, state):
    round_ = factories.open_round(tournament)
    round_.state = state
    with refused("as_played_not_begun") as found:
        rounds.plan_more_games(round_, 1, counts=True)
    assert found.value.args_ == {"round": 1}


def test_game_against_house_counts_as_past():
    tournament = factories.tournament(5, odd="house")
    tournament.settings = tournament.settings | {"house_name": "Maison L'Écuyer"}
    tournament.save(update_fields=["settings"])
    factories.open_round(tournament)
    (before,) = rounds.past(stages.qualifying(tournament), 2)
    assert sorted(number for table in before for number in table.people) == [1, 2, 3, 4, 5, 6]


def test_kept_apart_groups_include_club_if_declared(tournament):
    couple = tournament.entries.filter(number__in=(1, 2))
    couple.update(apart="Famille Côté", club="FADOQ Beloeil")
    one, other = couple
    of_a_club = {"keep_clubs_apart": True}
    assert seating.person(one, {}).apart == seating.person(other, {}).apart != frozenset()
    assert len(seating.person(one, of_a_club).apart) == 2
    firmly = seating.person(one, of_a_club | {"apart_for": 3, "apart_at_any_price": True})
    assert (firmly.apart_for, firmly.never) == (3, seating.person(one, {}).apart), "a club is a wish"
    alone = tournament.entries.get(number=3)
    alone.apart, alone.club = "", ""
    assert seating.person(alone, of_a_club).apart == frozenset()


def test_rounds_to_come_follow_from_the_first_lot_alone():
    by_results, by_lot = factories.tournament(4), factories.gin(4)
    for tournament in (by_results, by_lot):
        assert seating.future_rounds(stages.qualifying(tournament)) == ()
        factories.open_round(tournament)
    assert seating.future_rounds(stages.qualifying(by_results)) == ()
    assert len(seating.future_rounds(stages.qualifying(by_lot))) == 2


def test_last_player_beside_played_ahead_tables_sits_alone():
    assert ahead.seat_others([Person(7)], lambda people: ()) == (people_at(1, 7, partners=0),)
    assert ahead.seat_others([Person(7), Person(8)], lambda people: (people_at(2, 7, 8),)) == (
        people_at(2, 7, 8),
    )


def test_seating_next_round_answers_open_calls(tournament):
    factories.play_round(tournament, 1)
    tablet = Tablet(tournament, 3)
    call = calls.report_other_people(tablet.device, "others-sit-there", [[1], [2]])
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    call.refresh_from_db()
    assert call.answered_at is not None


def test_seating_includes_seed_of_lot(tournament):
    round_ = factories.open_round(tournament)
    assert round_.seed and seating.seating_of(round_).seed == round_.seed
    round_.seed = None
    assert seating.seating_of(round_).seed == 0


def test_sheet_lists_partners_and_opponents(tournament):
    round_ = factories.sit(tournament, 1, (4, 3, 2, 1), (5, 6), partners=[1])
    rows = {row.entry.number: row for row in rounds.sheet(round_)}
    told_of = {
        number: ([one.number for one in row.partners], sorted(one.number for one in row.opponents))
        for number, row in rows.items()
    }
    assert told_of == {
        4: ([2], [1, 3]),
        2: ([4], [1, 3]),
        3: ([1], [2, 4]),
        1: ([3], [2, 4]),
        5: ([], [6]),
        6: ([], [5]),
    }


@pytest.mark.parametrize(
    ("board", "member", "team", "empty"),
    [
        (1, None, ["Réal O'Brien"], True),
        (1, Member(), ["Réal O'Brien"], False),
        (None, None, ["Réal O'Brien"], False),
        (1, None, [], False),
    ],
)
def test_board_without_member_of_team_is_empty(board, member, team, empty):
    data = {
        **dict.fromkeys(("opponents", "partners", "opponent_names", "partner_names"), ()),
        **dict.fromkeys(("name", "letter", "found_by", "sort_name"), ""),
        "table": 1,
        "side": 0,
        "from_table": None,
        "stays": False,
    }
    assert rounds.SheetRow(entry=Entry(team=team), board=board, member=member, **data).is_empty is empty
