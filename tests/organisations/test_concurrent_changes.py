"""People and clubs are changed while the desks of their tournaments register and take money.

On PostgreSQL two who lock the same rows in different orders wait for each other until one is ended: 500.
"""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection

from scoring import DomainError
from tests import event_tournaments
from tests.interleaved import in_a_thread, wait_until_blocked
from tests.registration.test_event_signups import together
from tournaments import registration
from tournaments.models import Entry, Member, MergedPlayer, Player, Season, Signup, Tournament
from tournaments.models.locking import locked
from tournaments.organisations import clubs, erasure, people_import, person_changes, seasons
from tournaments.organisations.locks import organisation_lock
from tournaments.registration import event_door, payments, signups
from tournaments.registration.event_door import OwedEntry
from tournaments.registration.fees import Fees, save_fees
from tournaments.transfer import copies

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
ROUNDS = range(3)
LATER = datetime(2026, 12, 24, 12, tzinfo=UTC)  # the tournaments of the factories are of 2026-11-21
HEADINGS = ["Nom", "Club", "Numéro"]


@pytest.fixture
def days(database) -> list[Tournament]:
    made = event_tournaments.days(3)
    for tournament in made:
        save_fees(tournament, Fees(1000), by=None)
    return [Tournament.objects.get(pk=tournament.pk) for tournament in made]


def run_concurrently(*acts: Callable[[], object]) -> list[str]:
    """Call all functions at the same moment; return the code of each refusal, "" where there was none."""
    ready = threading.Barrier(len(acts))

    def do(act: Callable[[], object]) -> str:
        ready.wait()
        try:
            act()
        except DomainError as refusal:
            return refusal.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(do, acts))


def payment_action(entries: list[Entry]) -> Callable[[], object]:
    return lambda: event_door.pay_all([OwedEntry(entry, 0, 1000) for entry in entries], by=None)


def edit_action(entry: Entry, **details: str) -> Callable[[], object]:
    return lambda: registration.edit_entry(entry, entry.name, **details)


def test_concurrent_payments_and_refunds_count_once(days):
    event = event_tournaments.event(*days)
    for turn in ROUNDS:
        signup = together(event, *days, name=f"Zoé Roy {turn}")
        entries = [tournament.entries.get(name=f"Zoé Roy {turn}") for tournament in days]
        single = entries[1]
        done = run_concurrently(
            payment_action(entries),
            payment_action(entries[::-1]),
            lambda single=single: payments.record(single, None, "cash", by=None, seen=0),
        )
        assert {"", "paid_meanwhile"} == set(done)
        lines = [
            line
            for tournament in days
            for line in payments.account_of(tournament.entries.get(name=signup.names[0])).lines
        ]
        assert len(lines) in (1, 3)
        run_concurrently(
            lambda lines=lines: event_door.reverse_payments(lines, by=None),
            lambda lines=lines: event_door.reverse_payments(lines[::-1], by=None),
            lambda entry=single: payments.record(entry, -1000, "cash", by=None),
        )
        paid = [payments.account_of(Entry.objects.get(pk=one.pk)).paid for one in entries]
        assert paid in ([0, 0, 0], [1000, 0, 1000])  # money given back once cannot be taken back as well


def test_withdrawal_during_payment_leaves_a_credit_or_no_payment(days):
    event = event_tournaments.event(*days)
    for turn in ROUNDS:
        signup = together(event, *days, name=f"Luc Roy {turn}")
        entries = [tournament.entries.get(name=f"Luc Roy {turn}") for tournament in days]
        done = run_concurrently(
            lambda signup=signup: signups.withdraw_signup(signup), payment_action(entries)
        )
        assert done[0] == "" and done[1] in ("", "struck_off")
        mine = Signup.objects.get(pk=signup.pk)
        tournament = next(tournament for tournament in days if tournament.uid == mine.tournament_uid)
        left = tournament.entries.filter(uid=mine.entry_uid).first()
        assert (payments.account_of(left).over if left else 0) == (1000 if done[1] == "" else 0)


def test_erasure_while_desks_edit_entries(days):
    event = event_tournaments.event(*days)
    with time_machine.travel(LATER):
        for turn in ROUNDS:
            name = f"Zoé Roy {turn}"
            together(event, *days[1:], name=name, club="Sorel")
            first, last = (tournament.entries.get(name=name) for tournament in days[1:])
            who = Player.objects.get(name=name)
            done = run_concurrently(
                lambda who=who: erasure.erase(who, by=None),
                payment_action([last, first]),
                edit_action(first, club="Tracy"),
                lambda name=name: registration.add_entry(days[0], name, club="Sorel"),
            )
            assert done[1:] == ["", "", ""]
            assert done[0] in ("", "look_again")
            who.refresh_from_db()
            assert (who.erased_at is None) == (done[0] != "")


def test_merge_while_desks_edit_entries(days):
    for turn in ROUNDS:
        one = registration.add_entry(days[0], f"Anne Roy {turn}", club="Sorel")
        entries = [
            registration.add_entry(tournament, f"Annie Roy {turn}", club="Beloeil") for tournament in days[1:]
        ]
        who, other = (entry.members.get().player for entry in (one, entries[0]))
        done = run_concurrently(
            lambda who=who, other=other: person_changes.merge(who, other, taken=(), by=None),
            edit_action(entries[0], club="Tracy"),
            edit_action(entries[1], region="Yamaska"),
        )
        assert done == ["", "", ""]
        assert not Player.objects.filter(uid=other.uid).exists()
        assert MergedPlayer.objects.get(uid=other.uid).player == who
        assert set(Member.objects.filter(entry__in=[one, *entries]).values_list("player", flat=True)) == {
            who.pk
        }


def test_entry_is_added_while_its_player_is_merged(days):
    for turn in ROUNDS:
        one = registration.add_entry(days[0], f"Anne Roy {turn}", club="Sorel")
        two = registration.add_entry(days[1], f"Annie Roy {turn}", club="Beloeil")
        who, other = (entry.members.get().player for entry in (one, two))
        done = run_concurrently(
            lambda who=who, other=other: person_changes.merge(who, other, taken=(), by=None),
            lambda turn=turn: registration.add_entry(days[2], f"Annie Roy {turn}", club="Beloeil"),
        )
        assert done[1] == "" and done[0] in ("", "look_again")


def test_entry_is_removed_while_player_is_entered_elsewhere(days):
    for turn in ROUNDS:
        entry = registration.add_entry(days[0], f"Zoé Roy {turn}", club="Sorel")
        done = run_concurrently(
            lambda entry=entry: registration.remove_entry(entry),
            lambda turn=turn: registration.add_entry(days[1], f"Zoé Roy {turn}", club="Sorel"),
        )
        assert done == ["", ""]
        assert Player.objects.filter(name=f"Zoé Roy {turn}").count() == 1


def test_a_person_is_corrected_while_desks_correct_their_entries(days):
    details = {"club": "Sorel", "region": "", "member_number": "", "category": ""}
    for turn in ROUNDS:
        entries = [registration.add_entry(tournament, f"Luc Roy {turn}", club="Sorel") for tournament in days]
        who = entries[0].members.get().player
        done = run_concurrently(
            lambda who=who, turn=turn: person_changes.correct(
                who, name=f"Lucien Roy {turn}", family="", since=None, by=None, **details
            ),
            *(edit_action(entry, region="Yamaska") for entry in entries),
            payment_action(entries),
        )
        assert done == [""] * 5


def test_a_club_is_renamed_while_desks_correct_its_people(days):
    for turn in ROUNDS:
        entries = [
            registration.add_entry(tournament, f"Zoé Roy {turn}", club=f"Club {turn}") for tournament in days
        ]
        club = days[0].organisation.clubs.get(name=f"Club {turn}")
        done = run_concurrently(
            lambda club=club: clubs.change(club, name=f"{club.name} Est", short_name="", city="", by=None),
            *(edit_action(entry, club=entry.club, region="Yamaska") for entry in entries),
            payment_action(entries),
        )
        assert done == [""] * 5
        assert set(Entry.objects.filter(name=f"Zoé Roy {turn}").values_list("club", flat=True)) == {
            f"Club {turn} Est"
        }


def season_of(organisation) -> Season:
    """Return a season with two teams that are one: erasures and clubs write them."""
    season = seasons.make(organisation, {"name": "Hiver", "sides": "teams"})
    Season.objects.filter(pk=season.pk).update(same_teams=[["les as\tsorel", "les rois\tsorel"]])
    return season


def erase_action(entry: Entry) -> Callable[[], object]:
    return lambda: erasure.erase(entry.members.get().player, by=None)


def restore_action(entry: Entry) -> Callable[[], object]:
    """Return a function that restores a copy by which the person of an entry is erased."""
    packed = copies.pack(entry.tournament)
    packed["erased"] = [str(entry.members.get().player.uid)]
    copy = copies.open_copy(copies.seal_copy(packed))
    return lambda: copies.restore(copy, by=None)


@pytest.mark.parametrize("erasing", [erase_action, restore_action])
def test_erasure_locks_seasons_before_tournaments(days, erasing):
    season = season_of(days[0].organisation)
    entry = registration.add_entry(days[0], "Zoé Roy", club="Sorel")
    with time_machine.travel(LATER):
        act = erasing(entry)
        with seasons.locked(season.pk):
            thread = in_a_thread(act)
            wait_until_blocked(thread)
            with locked(days[0]):
                assert Player.objects.filter(name="Zoé Roy").exists()
        thread.join()
    assert not Player.objects.filter(name="Zoé Roy").exists()


def test_a_desk_registers_while_a_season_is_locked(days):
    season, changed = season_of(days[0].organisation), []

    def change_both() -> None:
        with seasons.locked(season.pk), locked(days[0]) as tournament:
            changed.append(tournament)

    with locked(days[0]):
        thread = in_a_thread(change_both)
        wait_until_blocked(thread)
        registration.add_entry(days[0], "Zoé Roy", club="Sorel")
    thread.join()
    assert days[0].entries.get().name == "Zoé Roy" and changed == days[:1]


def test_a_list_of_members_is_loaded_while_desks_take_money(days):
    entries = [
        [registration.add_entry(tournament, f"Personne Numéro {at}", club="Sorel") for tournament in days]
        for at in range(8)
    ]
    for turn in ROUNDS:
        rows = [HEADINGS, *([f"Personne Numéro {at}", f"Club {turn}", f"F-{at}"] for at in range(8))]

        def load(rows=rows) -> None:
            with organisation_lock(days[0].organisation):
                roles = ["name", "club", "member_number"]
                found = people_import.compare(days[0].organisation, rows, roles, 0)
                people_import.load(days[0].organisation, found, is_member_list=True, on=LATER.date(), by=None)

        done = run_concurrently(
            load,
            *(edit_action(entry, note=str(turn)) for entry in (entries[0][2], entries[7][0])),
            *(
                lambda row=row: event_door.pay_all(
                    [OwedEntry(entry, payments.account_of(entry).last, 1000) for entry in row[::-1]], by=None
                )
                for row in (entries[turn], entries[turn + 4])
            ),
        )
        assert done == [""] * 5


def test_copy_with_erasures_is_restored_during_payments(days):
    event = event_tournaments.event(*days)
    for turn in ROUNDS:
        name = f"Guy Roy {turn}"
        together(event, *days, name=name)
        entries = [
            Tournament.objects.get(uid=tournament.uid, live=True).entries.get(name=name)
            for tournament in days
        ]
        packed = copies.pack(entries[2].tournament)
        packed["erased"] = [str(Player.objects.get(name=name).uid)]
        done = run_concurrently(
            lambda packed=packed: copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None),
            payment_action(entries),
            payment_action(entries[::-1]),
        )
        assert done[0] == ""
        assert set(done[1:]) <= {"", "paid_meanwhile", "tournament_replaced"}
        assert not Entry.objects.filter(name=name).exists()
