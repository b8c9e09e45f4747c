"""Small decisions around a round, each asked directly: who sits where, what is refused, what is told."""

import pytest

from scoring import DomainError
from tests import factories
from tests.rounds.seated_as_played import codes, seats, told
from tests.web.tablets.held import Tablet
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.devices import help_requests
from tournaments.models import Entry, Meeting, Member, Round, Stage
from tournaments.pairing.values import NoSeating, Person, PlannedTable
from tournaments.publishing import snapshot
from tournaments.rounds import as_played, seating, stages
from tournaments.rounds import played_ahead as ahead

pytestmark = pytest.mark.django_db


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


# Tables whose game was played ahead


def test_a_game_played_ahead_is_that_of_the_next_round_alone(day):
    act = {"stage": 1, "round": 1, "table": 3, "entries": [5, 6], "partners": 0, "text": ""}
    known = audit_log.record(day, "played_ahead", act, by=None)
    stage = stages.qualifying(day)
    assert ahead.played_ahead(stage, 2) == [told(3, 5, 6, partners=0)]
    assert ahead.played_ahead(stage, 1) == ahead.played_ahead(stage, 3) == []
    audit_log.undo(known, by=None)
    assert ahead.played_ahead(stage, 2) == []


def test_whose_table_is_taken_sits_at_the_first_that_is_free():
    seated = [told(1, 1, 2), told(2, 3, 4)]
    found = ahead.keep_own_tables([told(2, 5, 6)], seated, [], 4)
    assert found == (told(1, 1, 2), told(2, 5, 6), told(3, 3, 4))
    found = ahead.keep_own_tables([told(2, 5, 6)], seated, [Person(3, fixed=(2, "A"))], 4)
    assert found == (told(1, 1, 2), told(2, 3, 4), told(3, 5, 6)), "but not who has a fixed seat"
    assert ahead.first_free_table({1, 2, 4}, 4) == 3
    assert ahead.first_free_table({}, 4) == 1
    with pytest.raises(ValueError):
        ahead.first_free_table({1, 2}, 2)


def test_all_who_are_here_may_have_played_ahead_and_one_alone_is_seated_as_ever():
    def seat(people):
        return (told(1, *(one.number for one in people)),)

    assert ahead.seated_with([told(3, 1, 2)], [Person(1), Person(2)], (), 4, seat) == (told(3, 1, 2),)
    assert ahead.seated_with([told(3, 1, 2)], [Person(1)], (), 4, seat) == (told(1, 1),)


def test_where_the_others_cannot_be_seated_without_them_everybody_is():
    def seat(people):
        if len(people) < 4:
            raise NoSeating("hard_fault", {})
        return told(1, 1, 3), told(2, 2, 4)

    seated = ahead.seated_with([told(1, 1, 2)], [Person(number) for number in range(1, 5)], (), 2, seat)
    assert {frozenset(table.people) for table in seated} == {frozenset((1, 2)), frozenset((3, 4))}


# As it is played


def test_who_had_nobody_opposite_before_is_no_reason_to_refuse(day):
    round_ = factories.sit(day, 1, (1, 2), (3, 4), (5,), (6,))
    rounds.seat_as_played(round_, [told(1, 1, 3)], by=None)
    assert seats(round_) == {1: (1, 3), 2: (2, 4), 3: (5,), 4: (6,)}


def test_a_round_that_does_not_stand_is_not_seated(day):
    round_ = factories.open_round(day)
    round_.state = Round.State.VOID
    with refused("round_not_seated"):
        rounds.plan_as_played(round_, [told(1, 1, 2)])


@pytest.mark.parametrize(
    ("table", "code"),
    [
        (told(1, 1, 2, 3, partners=0), ""),
        (told(1, 1, partners=0), ""),
        (told(1, 1, 2, partners=0), "as_played_full_only"),
        (told(1, 1, 2, 3, partners=1), "as_played_full_only"),
        (PlannedTable(1, (("A", 1), ("C", 2), ("B", 3))), "as_played_gap"),
        (PlannedTable(1, (("A", 1), ("C", 2))), "as_played_gap"),
        (PlannedTable(1, (("B", 1),)), ""),
        (told(1, 1, 2, 3, 4, partners=0), "as_played_for_two"),
    ],
)
def test_a_game_of_three_is_played_by_three_or_by_nobody(table, code):
    stage = Stage(game="gin", movement="mixed_tables", rules=formats.rules("gin-three"))
    if not code:
        as_played.check_seats(stage, table)
        return
    with refused(code):
        as_played.check_seats(stage, table)


def test_what_is_official_elsewhere_is_no_consequence_here(day):
    other = factories.tournament(4)
    factories.play_round(other, 1)
    snapshot.publish(other, official=True, by=None)
    round_ = factories.open_round(day)
    (a, _b), (c, _d) = seats(round_)[1], seats(round_)[2]
    assert "official_stands" not in codes(rounds.plan_as_played(round_, [told(1, a, c)]))


@pytest.mark.parametrize(
    ("table", "further"),
    [
        (told(1, 1, 2), []),
        (told(1, 1, 2, 3), ["as_played_winner_there"]),
        (told(1, 1, 2, 3, 4, partners=1), ["as_played_partners_there"]),
    ],
)
def test_who_of_several_keeps_the_seat_is_told(day, table, further):
    round_ = factories.open_round(day)
    first, *others = as_played.later_consequences(round_, [table])
    assert first.code == "as_played_next_winners_stay"
    assert [(one.code, one.args) for one in others] == [
        (code, {"tables": [1], "round": 2}) for code in further
    ]


# A game too many


def test_matches_for_medals_have_no_game_too_many():
    _day, meeting = factories.medal_match()
    with refused("as_played_medal_match"):
        rounds.plan_more_games(meeting.round, meeting.place.number, counts=True)


def test_who_sits_alone_has_played_no_game_too_many(day):
    with refused("nobody_plays_there") as said:
        rounds.plan_more_games(factories.sit(day, 1, (1, 2), (3,)), 2, counts=False)
    assert said.value.args_ == {"table": 2}


def test_what_is_played_ahead_already_says_of_which_round(day):
    round_ = factories.open_round(day)
    rounds.write_more_games(round_, 2, counts=True, by=None)
    with refused("played_ahead_already") as said:
        rounds.plan_more_games(round_, 2, counts=True)
    assert said.value.args_ == {"round": 2}


def played_ahead(day):
    """Game 1 closed; those of table 2, who are returned, have played their game 2 as well."""
    round_ = factories.open_round(day)
    together = seats(round_)[2]
    rounds.write_more_games(round_, 2, counts=True, by=None)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 80])
    rounds.close_round(round_, by=None)
    return together


def test_only_those_who_have_played_ahead_sit_as_they_played(day):
    together = played_ahead(day)
    following = rounds.seat(stages.qualifying(day), 2, by=None)
    (ahead_of_it,) = following.meetings.filter(origin=Meeting.Origin.AS_PLAYED)
    assert set(ahead_of_it.seats.values_list("entry__number", flat=True)) == set(together)
    assert following.meetings.filter(origin=Meeting.Origin.MOVEMENT).count() == 3


def test_others_who_meet_again_are_seated_by_the_movement():
    """Of four two have played ahead, so the other two meet once more: a finding about them, too."""
    day = factories.tournament(4)
    together = played_ahead(day)
    plan = rounds.plan(stages.qualifying(day), 2)
    assert {one.code for one in plan.findings} >= {"played_ahead", "rematch"}
    following = rounds.seat(stages.qualifying(day), 2, by=None)
    (ahead_of_it,) = following.meetings.filter(origin=Meeting.Origin.AS_PLAYED)
    assert set(ahead_of_it.seats.values_list("entry__number", flat=True)) == set(together)


def test_once_the_next_round_is_seated_no_game_of_it_was_played_ahead(day):
    round_ = factories.play_round(day, 1)
    rounds.seat(stages.qualifying(day), 2, by=None)
    with refused("next_is_seated_already") as said:
        rounds.plan_more_games(round_, 2, counts=True)
    assert said.value.args_ == {"round": 2}


# Seating


def test_the_house_takes_the_next_number_before_it_is_entered():
    day = factories.tournament(5, odd="house")
    day.settings = day.settings | {"house_name": "Maison L'Écuyer"}
    day.save(update_fields=["settings"])
    house = next(one for one in rounds.people(stages.qualifying(day), 1) if one.house)
    assert house.number == 6
    assert not day.entries.filter(number=6).exists()
    first = rounds.seat(stages.qualifying(day), 1, by=None)
    assert day.entries.get(kind="house").number == 6
    assert first.meetings.filter(seats__entry__number=6).count() == 1


def test_where_one_lot_holds_for_all_rounds_it_is_that_of_the_first(day):
    stage = stages.qualifying(day)
    own = seating.round_seed(stage, 1)
    assert seating.lot_of_round(stage, 2, None, one_lot=True) == own
    assert seating.lot_of_round(stage, 2, None, one_lot=False) == seating.round_seed(stage, 2) != own
    assert seating.lot_of_round(stage, 1, 77, one_lot=True) == 77
    factories.sit(day, 1, (1, 2)), factories.sit(day, 2, (3, 4))
    stage.rounds.filter(number=1).update(seed=77)
    assert seating.lot_of_round(stage, 3, 5, one_lot=True) == 77
    assert seating.lot_of_round(stage, 3, 5, one_lot=False) == 5
    stage.rounds.filter(number=1).update(state=Round.State.VOID)
    assert seating.lot_of_round(stage, 3, 5, one_lot=True) == own


def test_the_day_begins_with_its_first_seating(day):
    stage = stages.qualifying(day)
    assert stage.state == Stage.State.SETTING_UP
    rounds.seat(stage, 1, by=None)
    assert stages.qualifying(day).state != Stage.State.SETTING_UP


def test_what_is_not_declared_of_who_is_kept_apart_and_of_the_lot():
    assert seating.person(Entry(number=3), {}).apart_for == 1
    assert seating.round_seed(Stage(seed=7), 3) == 7003, "lots that were drawn are drawn again"


def test_a_pair_is_found_on_the_sheet_by_each_of_both_and_one_alone_by_the_name():
    day = factories.tournament(3)
    mates = [registration.Mate(name) for name in ("Réal O'Brien-Roy", "Ada L'Écuyer")]
    pair = registration.add_team(day, "Les Érables", mates)
    rows = rounds.sheet(factories.open_round(day))
    found_by = {row.entry.number: row.found_by for row in rows}
    for mate in mates:
        assert registration.sort_name(mate.name) in found_by[pair.number]
    assert all(found_by[number] for number in (1, 2, 3))


def test_who_meets_without_a_table_is_on_the_sheet_with_none(day):
    round_ = factories.open_round(day)
    meeting = factories.meeting_at(round_, 2)
    round_.meetings.filter(pk=meeting.pk).update(place=None)
    without = set(meeting.seats.values_list("entry__number", flat=True))
    tables = {row.entry.number: row.table for row in rounds.sheet(round_)}
    assert {number for number, table in tables.items() if table == 0} == without
    assert sorted(tables.values()) == [0, 0, 1, 1, 3, 3, 4, 4]


@pytest.mark.parametrize("state", ["seated", "void"])
def test_before_a_round_is_played_nobody_has_played_a_game_more(day, state):
    round_ = factories.open_round(day)
    round_.state = state
    with refused("as_played_not_begun") as said:
        rounds.plan_more_games(round_, 1, counts=True)
    assert said.value.args_ == {"round": 1}


def test_a_game_against_the_house_was_played_like_any_other():
    day = factories.tournament(5, odd="house")
    day.settings = day.settings | {"house_name": "Maison L'Écuyer"}
    day.save(update_fields=["settings"])
    factories.open_round(day)
    (before,) = rounds.past(stages.qualifying(day), 2)
    assert sorted(number for table in before for number in table.people) == [1, 2, 3, 4, 5, 6]


def test_who_is_kept_apart_is_told_by_the_tag_and_by_the_club_where_that_counts(day):
    couple = day.entries.filter(number__in=(1, 2))
    couple.update(apart="Famille Côté", club="FADOQ Beloeil")
    one, other = couple
    of_a_club = {"keep_clubs_apart": True}
    assert seating.person(one, {}).apart == seating.person(other, {}).apart != frozenset()
    assert len(seating.person(one, of_a_club).apart) == 2
    firmly = seating.person(one, of_a_club | {"apart_for": 3, "apart_at_any_price": True})
    assert (firmly.apart_for, firmly.never) == (3, seating.person(one, {}).apart), "a club is a wish"
    alone = day.entries.get(number=3)
    alone.apart, alone.club = "", ""
    assert seating.person(alone, of_a_club).apart == frozenset()


def test_rounds_to_come_follow_from_the_first_lot_alone():
    by_results, by_lot = factories.tournament(4), factories.gin(4)
    for day in (by_results, by_lot):
        assert seating.to_come(stages.qualifying(day)) == ()
        factories.open_round(day)
    assert seating.to_come(stages.qualifying(by_results)) == ()
    assert len(seating.to_come(stages.qualifying(by_lot))) == 2


def test_who_is_alone_beside_those_who_played_ahead_sits_alone():
    assert ahead.seat_others([Person(7)], lambda people: ()) == (told(1, 7, partners=0),)
    assert ahead.seat_others([Person(7), Person(8)], lambda people: (told(2, 7, 8),)) == (told(2, 7, 8),)


def test_medal_matches_that_exist_stand_whatever_was_played_otherwise():
    _day, meeting = factories.medal_match()
    first = stages.qualifying(meeting.round.stage.tournament).rounds.get(number=1)
    (found,) = as_played.later_consequences(first, [told(1, 1, 2)])
    assert (found.code, found.args) == ("medal_matches_stand", {})


def test_who_sat_elsewhere_is_nobodys_question_once_the_next_round_is_seated(day):
    factories.play_round(day, 1)
    tablet = Tablet(day, 3)
    call = help_requests.report_other_people(tablet.device, "others-sit-there", [[1], [2]])
    rounds.seat(stages.qualifying(day), 2, by=None)
    call.refresh_from_db()
    assert call.answered_at is not None


def test_a_seating_is_read_with_the_seed_of_its_lot(day):
    round_ = factories.open_round(day)
    assert round_.seed and seating.seating_of(round_).seed == round_.seed
    round_.seed = None
    assert seating.seating_of(round_).seed == 0


def test_partners_are_told_of_each_other_and_nobody_of_themselves(day):
    round_ = factories.sit(day, 1, (4, 3, 2, 1), (5, 6), partners=[1])
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
def test_a_board_is_empty_where_its_team_leaves_it_so(board, member, team, empty):
    said = {
        **dict.fromkeys(("opponents", "partners", "opponent_names", "partner_names"), ()),
        **dict.fromkeys(("name", "letter", "found_by", "sort_name"), ""),
        "table": 1,
        "side": 0,
        "from_table": None,
        "stays": False,
    }
    assert rounds.SheetRow(entry=Entry(team=team), board=board, member=member, **said).is_empty is empty
