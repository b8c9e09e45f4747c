"""Concurrent acts: rows used under the lock are read under it, and confirmed previews are compared."""

from collections.abc import Callable

import pytest

from scoring import DomainError
from tests import factories, page_reader
from tests.interleaved import run_while_waiting_for_lock
from tests.previewed import sent_again
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.models import Presence, Round, Stage, Tournament
from tournaments.models.locking import locked, reload_all
from tournaments.publishing import publications, reopening
from tournaments.rounds import scores, stages

pytestmark = pytest.mark.django_db(transaction=True)
both = pytest.mark.both_databases


@both
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"odd": "bye", "bye_credit": 121}, {"odd": "three"}),
        ({"odd": "three"}, {"odd": "bye", "bye_credit": 121}),
        ({"odd": "three", "rounds": 3}, {"movement": "two_lines", "odd": "bye", "bye_credit": 0}),
    ],
)
def test_first_round_is_seated_by_current_rules(before, after):
    tournament = factories.tournament(7, **before)
    read_before = stages.qualifying(tournament)

    def change() -> None:
        stages.change_rules(stages.qualifying(tournament), after, by=None)

    with run_while_waiting_for_lock(change):
        seated = rounds.seat(read_before, 1, by=None)
    assert after.items() <= stages.qualifying(tournament).rules.items()
    sat = rounds.planned_tables(seated)
    audit_log.undo(tournament.acts.get(kind="seat"), by=None)
    assert sat == rounds.plan(stages.qualifying(tournament), 1).tables


@both
@pytest.mark.parametrize(
    "do",
    [
        lambda person: registration.withdraw(person, from_round=1, by=None),
        lambda person: registration.check_in(person, here=True),
        lambda person: registration.fix_seat(person, (1, "A"), by=None),
        lambda person: registration.leave_out(person.tournament, [person], by=None),
    ],
    ids=["leaves", "ticked off", "fixed seat", "left out"],
)
def test_entry_removed_meanwhile_is_not_changed(do):
    person = factories.entry(factories.tournament(4), 1)
    with (
        pytest.raises(DomainError, match="struck_off"),
        run_while_waiting_for_lock(lambda: registration.remove_entry(factories.entry(person.tournament, 1))),
    ):
        do(person)
    assert not Presence.objects.filter(entry=person.pk).exists()


@both
def test_reopening_is_undone_only_without_later_actions():
    tournament = factories.tournament(2, rounds=1)
    factories.play_round(tournament, 1)
    publications.publish(tournament, official=True, by=None)
    act = reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    undone = Tournament.objects.get(pk=tournament.pk).acts.get(pk=act.pk)
    with (
        pytest.raises(DomainError, match="undo_later_first"),
        run_while_waiting_for_lock(
            lambda: stages.change_rules(stages.qualifying(tournament), {"rounds": 2}, by=None)
        ),
    ):
        audit_log.undo(undone, by=None)
    assert publications.official_publication(tournament) is None


@both
def test_locked_round_is_read_under_lock():
    tournament = factories.tournament(4)
    seated = rounds.seat(stages.qualifying(tournament), 1, by=None)
    with run_while_waiting_for_lock(lambda: rounds.open_round(seated, by=None)), locked(seated) as now:
        assert (now, now.state) == (seated, Round.State.OPEN)
        now.stage.tournament.next_version()
    tournament.refresh_from_db()
    assert tournament.version == now.stage.tournament.version


def test_lock_finds_tournament_of_any_row():
    tournament = factories.tournament(4)
    factories.open_round(tournament)
    stage = Stage.objects.get()
    meeting = stage.rounds.get().meetings.first()
    seat = meeting.seats.first()
    rows = [stage, meeting.round, meeting, seat, seat.entry, seat.entry.members.get(), meeting.place]
    for row in [*rows, tournament.acts.first(), tournament]:
        with locked(row) as now:
            assert (type(now), now.pk) == (type(row), row.pk)
    with locked(tournament) as held:
        assert reload_all(rows, held) == rows
    with pytest.raises(DomainError, match="tournament_gone"), locked(0):
        pass


# Confirmed previews are compared under the lock


def finished_tournament(players: int = 8, **rules: object) -> Tournament:
    """Return a finished tournament of one game, won by seat A at every table, so first place is shared."""
    tournament = factories.tournament(players, by=factories.director(), rounds=1, **rules)
    round_ = factories.open_round(tournament)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 100])
    rounds.close_round(round_, by=None)
    return tournament


def correct_first_table(tournament: Tournament) -> None:
    """Correct the first table: its loser has won."""
    meeting = stages.qualifying(tournament).rounds.get(number=1).meetings.first()
    assert meeting
    data = {"v": 1, "pegged": [60, 121]}
    scores.desk.correct_result(meeting, game=1, data=data, nonce="c" * 16, seen=10**6, user=None)


def seat_first_round(tournament: Tournament) -> Round:
    return rounds.seat(stages.qualifying(tournament), 1, by=None)


OTHER_ACTIONS: dict[str, Callable[[Tournament], object]] = {
    "leaves": lambda tournament: registration.withdraw(factories.entry(tournament, 1), from_round=1, by=None),
    "struck off": lambda tournament: registration.remove_entry(factories.entry(tournament, 8)),
    "comes": lambda tournament: registration.add_entry(tournament, "Yvon Lavoie"),
    "list entered": lambda tournament: registration.import_roster(
        tournament, [registration.Draft("Yvon Lavoie"), registration.Draft("Zoé Roy")], token="a", by=None
    ),
    "seat fixed": lambda tournament: registration.fix_seat(factories.entry(tournament, 1), (4, "B"), by=None),
}


@both
@pytest.mark.parametrize("other", OTHER_ACTIONS)
@pytest.mark.parametrize("first", [True, False], ids=["before it is read", "before the lock"])
def test_changed_seating_is_not_written(other, first):
    tournament = factories.tournament(8, by=factories.director(), odd="three", tables=6)
    client, url = factories.director_client(tournament), f"/t/{tournament.slug}/rounds/seat/"
    shown = sent_again(client.get(url, {"anyway": "1", "seed": "4711"}))
    if first:
        OTHER_ACTIONS[other](tournament)
        answer = client.post(url, shown, follow=True)
    else:
        with run_while_waiting_for_lock(lambda: OTHER_ACTIONS[other](tournament)):
            answer = client.post(url, shown, follow=True)
    assert not Round.objects.exists()
    assert "seating_changed" in page_reader.codes(answer)
    again = sent_again(answer)
    assert (again["seed"], again["shown"] == shown["shown"]) == (["4711"], False)
    assert client.post(url, again).status_code == 302
    assert Round.objects.get().state == Round.State.SEATED


@both
@pytest.mark.parametrize("started", [False, True], ids=["seated", "started"])
@pytest.mark.parametrize("first", [True, False], ids=["before it is read", "before the lock"])
def test_second_director_is_led_to_seated_round(first, started):
    tournament = factories.tournament(8, by=factories.director())
    client, url = factories.director_client(tournament), f"/t/{tournament.slug}/rounds/seat/"
    shown = sent_again(client.get(url, {"anyway": "1"}))

    def other_desk() -> None:
        seated = seat_first_round(tournament)
        if started:
            rounds.open_round(seated, by=None)

    if first:
        other_desk()
        answer = client.post(url, {**shown, "start": "1"}, follow=True)
    else:
        with run_while_waiting_for_lock(other_desk):
            answer = client.post(url, {**shown, "start": "1"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{tournament.slug}/rounds/1/"
    assert "seated_meanwhile" in page_reader.codes(answer)
    assert Round.objects.get().state == (Round.State.OPEN if started else Round.State.SEATED)


@both
@pytest.mark.parametrize("second", [(1, 2), (0, 3), (2, 3)], ids=["one of them", "the other", "beside them"])
def test_of_two_swaps_at_once_the_second_is_shown_again(second):
    tournament = factories.tournament(8, by=factories.director())
    seated = seat_first_round(tournament)
    people = [table.people[0] for table in rounds.planned_tables(seated)]
    client, url = factories.director_client(tournament), f"/t/{tournament.slug}/rounds/1/swap/"
    shown = sent_again(client.get(url, {"one": people[0], "other": people[1]}))
    with run_while_waiting_for_lock(lambda: rounds.swap(seated, *(people[at] for at in second), by=None)):
        answer = client.post(url, shown, follow=True)
    assert tournament.acts.filter(kind="swap").count() == 1
    assert "seats_changed" in page_reader.codes(answer)
    again = sent_again(answer)
    assert (again["one"], again["shown"] == shown["shown"]) == (shown["one"], False)


def playoffs_request() -> tuple[Tournament, str]:
    tournament = finished_tournament(playoffs=formats.playoffs(who="first", count=4, games=1))
    return tournament, "playoffs/begin/"


def medal_matches_request() -> tuple[Tournament, str]:
    return finished_tournament(), "medals/create/"


def import_undo_request() -> tuple[Tournament, str]:
    tournament = factories.tournament(4, by=factories.director())
    act, _new = registration.import_roster(
        tournament,
        [registration.Draft(name) for name in ("Yvon Lavoie", "Zoé Roy", "Léo Roy")],
        token="b",
        by=None,
    )
    return tournament, f"registration/undo/{act.version}/"


def seating_undo_request() -> tuple[Tournament, str]:
    tournament = factories.tournament(4, by=factories.director())
    return tournament, f"acts/{seat_first_round(tournament).act.version}/"


def full_names_request() -> tuple[Tournament, str]:
    return factories.tournament(4, by=factories.director()), "publish/names/"


@both
@pytest.mark.parametrize(
    ("what", "other"),
    [
        (playoffs_request, correct_first_table),
        (medal_matches_request, correct_first_table),
        (import_undo_request, lambda tournament: registration.remove_entry(factories.entry(tournament, 6))),
        (full_names_request, lambda tournament: registration.add_entry(tournament, "Jean Roy")),
    ],
)
def test_action_affecting_other_people_is_confirmed_again(what, other):
    tournament, path = what()
    client, url = factories.director_client(tournament), ""
    url = f"/t/{tournament.slug}/{path}"
    typed = sent_again(client.post(url, {"everybody": "yes"}))
    before = set(tournament.acts.values_list("version", flat=True))
    with run_while_waiting_for_lock(lambda: other(tournament)):
        answer = client.post(url, typed)
    assert (answer.status_code, page_reader.codes(answer)) == (409, ["touches_others"])
    assert not set(tournament.acts.values_list("version", flat=True)) - before
    assert client.post(url, sent_again(answer)).status_code == 302
    assert set(tournament.acts.values_list("version", flat=True)) - before


@both
def test_new_result_is_not_voided_silently():
    tournament = factories.tournament(8, by=factories.director())
    playing = factories.open_round(tournament)
    one, other = rounds.planned_tables(playing)[:2]
    url, client = f"/t/{tournament.slug}/rounds/1/as-played/", factories.director_client(tournament)
    typed = {"table": one.table, "A": one.people[0], "B": other.people[0]}
    shown = sent_again(client.get(url, typed))
    with run_while_waiting_for_lock(
        lambda: factories.enter(factories.meeting_at(playing, one.table), [121, 90])
    ):
        answer = client.post(url, shown)
    assert (answer.status_code, "what_follows_changed" in page_reader.codes(answer)) == (422, True)
    assert not tournament.acts.filter(kind="as_played").exists()


@both
def test_extra_game_is_only_for_shown_players():
    tournament = factories.tournament(8, by=factories.director())
    playing = factories.open_round(tournament)
    one, other = rounds.planned_tables(playing)[:2]
    url, client = f"/t/{tournament.slug}/rounds/1/more-games/", factories.director_client(tournament)
    shown = sent_again(client.get(url, {"table": one.table, "counts": "next"}))
    with run_while_waiting_for_lock(lambda: rounds.swap(playing, one.people[0], other.people[0], by=None)):
        answer = client.post(url, shown)
    assert (answer.status_code, "what_follows_changed" in page_reader.codes(answer)) == (422, True)
    assert not tournament.acts.filter(kind="played_ahead").exists()
    assert client.post(url, sent_again(answer)).status_code == 302


@both
def test_player_checked_in_meanwhile_is_not_left_out():
    tournament = factories.tournament(4, by=factories.director())
    client, url = factories.director_client(tournament), f"/t/{tournament.slug}/check-in/absent/"
    with run_while_waiting_for_lock(lambda: registration.check_in(factories.entry(tournament, 2), here=True)):
        client.post(url, {"number": ["1", "2"], "from_round": "1"})
    assert tournament.acts.get(kind="leave_out").args["entries"] == [1]


@both
def test_leaving_out_applies_only_to_shown_round():
    tournament = factories.tournament(4, by=factories.director())
    client, url = factories.director_client(tournament), f"/t/{tournament.slug}/rounds/leave-out/"
    with run_while_waiting_for_lock(lambda: seat_first_round(tournament)):
        answer = client.post(url, {"entry": ["1", "2"], "from_round": "1"}, follow=True)
    assert "round_already_seated" in page_reader.codes(answer)
    assert not tournament.acts.filter(kind="leave_out").exists()
