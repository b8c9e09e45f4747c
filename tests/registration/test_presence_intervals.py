"""Presence as intervals of rounds, changed at the door and taken back."""

import pytest

from scoring import DomainError
from tests.registration.small_tournament import fill, seat_rounds, small_tournament
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Act

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db):
    return small_tournament()


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


def intervals(entry):
    return [(row.from_round, row.to_round, row.reason) for row in entry.presences.order_by("from_round")]


def present(tournament, number):
    return [entry.number for entry in registration.present(tournament, number)]


def test_return_begins_new_interval(tournament):
    entry = fill(tournament, 3)[0]
    ((_start, _end, why),) = intervals(entry)
    left = registration.withdraw(entry, from_round=3, by=None)
    assert intervals(entry) == [(1, 2, why)]
    assert (left.args, left.inverse) == (
        {"entry": 1, "from_round": 3, "reason": "withdrawn"},
        {"intervals": [(1, None, why)]},
    )
    registration.come_back(entry, from_round=5, by=None)
    assert intervals(entry) == [(1, 2, why), (5, None, "returned")]
    assert [1 in present(tournament, number) for number in range(1, 7)] == [
        True,
        True,
        False,
        False,
        True,
        True,
    ]
    registration.withdraw(entry, from_round=5, by=None, reason="ill")
    assert intervals(entry) == [(1, 2, why)]
    assert {row.act for row in entry.presences.all()} == {
        Act.objects.get(kind="withdraw", args__reason="ill")
    }
    for from_round in (6, 5):  # earlier than it was said
        registration.come_back(entry, from_round=from_round, by=None)
    assert intervals(entry) == [(1, 2, why), (5, None, "returned")]


def test_withdrawal_before_first_round_removes_presence(tournament):
    entry = fill(tournament, 2)[0]
    registration.withdraw(entry, from_round=1, by=None)
    assert intervals(entry) == []
    assert present(tournament, 1) == [2]


def test_repeated_withdrawal_or_return_is_refused(tournament):
    entry = fill(tournament, 2)[0]
    with pytest.raises(DomainError) as found:
        registration.come_back(entry, from_round=1, by=None)
    assert (found.value.code, found.value.args_) == ("already_here", {"name": entry.name})
    registration.withdraw(entry, from_round=4, by=None)
    with refused("already_here"):
        registration.come_back(entry, from_round=3, by=None)
    with refused("already_gone"):
        registration.withdraw(entry, from_round=4, by=None)
    registration.withdraw(entry, from_round=3, by=None)  # earlier than it was said
    assert [end for _start, end, _why in intervals(entry)] == [2]
    registration.come_back(entry, from_round=3, by=None)  # and comes back at once
    assert present(tournament, 3) == [1, 2]


def test_presence_in_seated_round_cannot_change(tournament):
    entry = fill(tournament, 2)[0]
    seat_rounds(tournament, 2)
    with pytest.raises(DomainError) as found:
        registration.withdraw(entry, from_round=2, by=None)
    assert (found.value.code, found.value.args_) == ("round_already_seated", {"round": 2})
    registration.withdraw(entry, from_round=3, by=None)
    with refused("round_already_seated"):
        registration.come_back(entry, from_round=2, by=None)


def test_the_next_round_is_the_first_that_is_not_seated(tournament):
    stage = tournament.stages.get()
    assert registration.next_round_number(tournament) == 1
    stage.rounds.create(number=1, state="closed")
    stage.rounds.create(number=2, state="seated")
    assert registration.next_round_number(tournament) == 3
    stage.rounds.create(number=3, state="void")
    assert registration.next_round_number(tournament) == 3
    medals = tournament.stages.create(
        order=2, kind="tie_break", movement=stage.movement, rules=stage.rules, game=stage.game, seed=1
    )
    medals.rounds.create(number=9, state="open")
    assert registration.next_round_number(tournament) == 3
    assert registration.next_round_number(small_tournament()) == 1


def test_house_player_is_not_listed_as_present(tournament):
    fill(tournament, 3)
    house = registration.ensure_house(tournament, "Ginette D’Amour")
    house.presences.create(from_round=1, reason="")
    assert present(tournament, 1) == [1, 2, 3]


def test_overlapping_intervals_count_once(tournament):
    entry = fill(tournament, 2)[0]
    entry.presences.create(from_round=1, to_round=3, reason="")
    assert present(tournament, 2) == [1, 2]


def test_players_are_left_out_until_arrival(tournament):
    entries = fill(tournament, 4)
    seat_rounds(tournament, 1)
    registration.withdraw(entries[3], from_round=4, by=None)
    act = registration.leave_out(tournament, [entries[1], entries[3]], by=None)
    assert act.args == {"entries": [2, 4], "from_round": 2}
    assert [end for entry in entries for _start, end, _why in intervals(entry)] == [None, 1, None, 1]
    assert present(tournament, 2) == [1, 3]
    audit_log.undo(act, by=None)
    assert present(tournament, 2) == [1, 2, 3, 4]
    assert present(tournament, 4) == [1, 2, 3]


def test_leaving_out_does_not_extend_earlier_presence(tournament):
    entry = fill(tournament, 2)[0]
    registration.withdraw(entry, from_round=2, by=None)
    registration.come_back(entry, from_round=5, by=None)
    seat_rounds(tournament, 2)
    registration.leave_out(tournament, [entry], by=None)
    assert [(start, end) for start, end, _why in intervals(entry)] == [(1, 1)]


def test_left_players_are_listed_with_last_round(tournament):
    entries = fill(tournament, 8)
    another = fill(small_tournament(), 8)
    for entry, rows in {
        entries[1]: [(1, 1)],
        entries[2]: [(2, 2)],  # came late, too
        entries[3]: [(1, 3)],
        entries[4]: [(1, 4)],  # leaves after the game that is seated
        entries[5]: [(1, 2), (4, None)],  # is back
        entries[6]: [(1, 2), (4, 4), (9, 9)],  # goes and comes
        entries[7]: [(1, 0)],  # a copy may say so: never here
        another[0]: [(1, 2)],
    }.items():
        entry.presences.all().delete()
        for start, end in rows:
            entry.presences.create(from_round=start, to_round=end, reason="")
    stage, other = tournament.stages.get(), small_tournament()
    stage.rounds.create(number=9, state="void")
    other.stages.get().rounds.create(number=9, state="seated")
    data = {"movement": stage.movement, "rules": stage.rules, "game": stage.game, "seed": 1}
    medals = tournament.stages.create(order=2, kind="tie_break", **data)
    medals.rounds.create(number=9, state="seated")
    assert registration.departed_last_rounds(tournament) == {}, "nothing is seated"
    seat_rounds(tournament, 4)
    assert registration.departed_last_rounds(tournament) == {2: 1, 3: 2, 4: 3}


def test_left_out_player_is_awaited_until_return_or_withdrawal(tournament):
    comes, leaves, seat, taken_back, comes_and_goes = entries = fill(tournament, 5)
    registration.withdraw(taken_back, from_round=1, by=None)
    registration.leave_out(tournament, entries[:3] + entries[4:], by=None)
    out = registration.leave_out(tournament, [taken_back], by=None)
    assert registration.keys_of_awaited(tournament) == {entry.pk for entry in entries}
    audit_log.undo(out, by=None)
    registration.come_back(comes, from_round=1, by=None)
    registration.come_back(leaves, from_round=1, by=None)
    registration.withdraw(leaves, from_round=1, by=None)
    registration.come_back(comes_and_goes, from_round=1, by=None)
    registration.withdraw(comes_and_goes, from_round=2, by=None)
    registration.fix_seat(seat, (1, "A"), by=None)
    assert registration.keys_of_awaited(tournament) == {seat.pk}
    seat_rounds(tournament, 2)
    assert registration.keys_of_awaited(tournament) == {seat.pk}, "a player who went home is not"
    stays_away = registration.withdraw(seat, from_round=3, by=None)
    assert not registration.keys_of_awaited(tournament)
    with refused("already_gone"):
        registration.withdraw(seat, from_round=3, by=None)
    audit_log.undo(stays_away, by=None)
    assert registration.keys_of_awaited(tournament) == {seat.pk}


def test_departures_are_listed_in_order_at_any_version(tournament):
    one, two, three = fill(tournament, 3)

    def listed(upto=None):
        return [(left.number, left.from_round) for left in registration.departures(tournament, upto)]

    first = registration.withdraw(one, from_round=3, by=None)
    second = registration.withdraw(two, from_round=2, by=None)
    assert listed() == [(1, 3), (2, 2)]
    registration.come_back(one, from_round=4, by=None)
    assert listed() == [(2, 2)]
    registration.withdraw(one, from_round=6, by=None)
    registration.withdraw(three, from_round=2, by=None)
    registration.come_back(three, from_round=2, by=None)  # and missed nothing
    registration.leave_out(tournament, [three], by=None)
    seat = registration.fix_seat(two, (1, "A"), by=None)
    assert listed() == listed(seat.version) == [(2, 2), (1, 6)]
    absent = [(left.number, left.from_round, left.back) for left in registration.absences(tournament)]
    assert absent == [(1, 3, 4), (2, 2, None), (1, 6, None)], "a player who came back stays in the list"
    assert (listed(first.version), listed(second.version)) == ([(1, 3)], [(1, 3), (2, 2)])
    audit_log.undo(second, by=None)
    undone = second.undone_by.get().version
    assert listed() == [(1, 6)]
    assert listed(undone - 1) == [(2, 2), (1, 6)] and listed(undone) == [(1, 6)]


# Taken back


def test_undo_restores_earlier_intervals(tournament):
    entry = fill(tournament, 2)[0]
    stood = intervals(entry)
    left = registration.withdraw(entry, from_round=3, by=None)
    between = intervals(entry)
    back = registration.come_back(entry, from_round=5, by=None)
    assert audit_log.undo_obstacle(left).code == "undo_later_first"
    audit_log.undo(back, by=None)
    assert intervals(entry) == between
    audit_log.undo(left, by=None)
    assert intervals(entry) == stood


def test_changes_of_other_players_do_not_block_undo(tournament):
    one, other, third = fill(tournament, 3)
    left = registration.withdraw(one, from_round=3, by=None)
    registration.withdraw(other, from_round=3, by=None)
    registration.leave_out(tournament, [other, third], by=None)
    registration.fix_seat(one, (1, "A"), by=None)
    assert audit_log.undo_obstacle(left) is None
    registration.leave_out(tournament, [third, one], by=None)
    assert audit_log.undo_obstacle(left).code == "undo_later_first"


def test_later_return_blocks_undo_of_leaving_out(tournament):
    one, other, third = fill(tournament, 3)
    act = registration.leave_out(tournament, [one, other], by=None)
    registration.withdraw(third, from_round=2, by=None)
    assert audit_log.undo_obstacle(act) is None
    registration.come_back(other, from_round=1, by=None)
    assert audit_log.undo_obstacle(act).code == "undo_later_first"


@pytest.mark.parametrize("seated", [1, 2, 3])
def test_seated_round_blocks_undo(tournament, seated):
    entry, other = fill(tournament, 2)
    left = registration.withdraw(entry, from_round=3, by=None)
    out = registration.leave_out(tournament, [other], by=None)
    seat_rounds(tournament, seated)
    assert audit_log.undo_obstacle(out).code == "next_round_is_seated"
    against = audit_log.undo_obstacle(left)
    assert (against and (against.code, against.args_)) == (
        ("next_round_is_seated", {"round": 3}) if seated == 3 else None
    )


def test_withdrawal_of_removed_player_cannot_be_undone(tournament):
    one, other = fill(tournament, 2)
    left = registration.withdraw(one, from_round=1, by=None)
    out = registration.leave_out(tournament, [other], by=None)
    for entry in (one, other):
        registration.remove_entry(entry)
    assert audit_log.undo_obstacle(left).code == "cannot_be_undone"
    audit_log.undo(out, by=None)
    assert not tournament.entries.exists()


# At the door


def test_check_in_keeps_first_time_and_can_be_undone(tournament):
    entry = fill(tournament, 1)[0]
    assert registration.check_in(entry, here=False).checked_in_at is None
    first = registration.check_in(entry, here=True).checked_in_at
    assert first is not None
    assert registration.check_in(entry, here=True).checked_in_at == first
    assert tournament.entries.get().checked_in_at == first
    assert registration.check_in(entry, here=False).checked_in_at is None
    assert tournament.entries.get().checked_in_at is None
