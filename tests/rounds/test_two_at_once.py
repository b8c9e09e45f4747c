"""Two people at once: what is used under the lock was read under it, and what was agreed to is compared."""

from collections.abc import Callable

import pytest
from django.test import Client

from scoring import DomainError
from tests import factories, shown_by
from tests.interleaved import overtaken
from tests.previewed import sent_again
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.models import Presence, Round, Stage, Tournament
from tournaments.models.tournament import locked, reload_all
from tournaments.publishing import reopening, snapshot
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
def test_game_1_is_seated_by_the_rules_that_stand_then(before, after):
    day = factories.tournament(7, **before)
    read_before = stages.qualifying(day)

    def change() -> None:
        stages.change_rules(stages.qualifying(day), after, by=None)

    with overtaken(change):
        seated = rounds.seat(read_before, 1, by=None)
    assert after.items() <= stages.qualifying(day).rules.items()
    sat = rounds.planned_tables(seated)
    audit_log.undo(day.acts.get(kind="seat"), by=None)
    assert sat == rounds.plan(stages.qualifying(day), 1).tables


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
def test_nothing_is_written_of_somebody_who_was_struck_off_meanwhile(do):
    person = factories.entry(factories.tournament(4), 1)
    with (
        pytest.raises(DomainError, match="struck_off"),
        overtaken(lambda: registration.remove_entry(factories.entry(person.tournament, 1))),
    ):
        do(person)
    assert not Presence.objects.filter(entry=person.pk).exists()


@both
def test_a_reopened_day_ends_again_only_where_nothing_was_done_since():
    day = factories.tournament(2, rounds=1)
    factories.play_round(day, 1)
    snapshot.publish(day, official=True, by=None)
    act = reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    undone = Tournament.objects.get(pk=day.pk).acts.get(pk=act.pk)
    with (
        pytest.raises(DomainError, match="undo_later_first"),
        overtaken(lambda: stages.change_rules(stages.qualifying(day), {"rounds": 2}, by=None)),
    ):
        audit_log.undo(undone, by=None)
    assert snapshot.official(day) is None


@both
def test_a_round_is_given_as_it_is_under_the_lock_with_its_tournament():
    day = factories.tournament(4)
    seated = rounds.seat(stages.qualifying(day), 1, by=None)
    with overtaken(lambda: rounds.open_round(seated, by=None)), locked(seated) as now:
        assert (now, now.state) == (seated, Round.State.OPEN)
        now.stage.tournament.draw_number()
    day.refresh_from_db()
    assert day.version == now.stage.tournament.version


def test_every_row_of_a_tournament_leads_to_it():
    day = factories.tournament(4)
    factories.open_round(day)
    stage = Stage.objects.get()
    meeting = stage.rounds.get().meetings.first()
    seat = meeting.seats.first()
    rows = [stage, meeting.round, meeting, seat, seat.entry, seat.entry.members.get(), meeting.place]
    for row in [*rows, day.acts.first(), day]:
        with locked(row) as now:
            assert (type(now), now.pk) == (type(row), row.pk)
    with locked(day) as held:
        assert reload_all(rows, held) == rows
    with pytest.raises(DomainError, match="tournament_gone"), locked(0):
        pass


# What somebody agreed to is compared under the lock


def directing(day: Tournament) -> Client:
    client = Client()
    client.force_login(factories.director_of(day))
    return client


def over(players: int = 8, **rules: object) -> Tournament:
    """A day of one game, over: at every table seat A has won, so the first place is shared."""
    day = factories.tournament(players, by=factories.director(), rounds=1, **rules)
    round_ = factories.open_round(day)
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 100])
    rounds.close_round(round_, by=None)
    return day


def corrected(day: Tournament) -> None:
    """The loser of the first table has won."""
    meeting = stages.qualifying(day).rounds.get(number=1).meetings.first()
    assert meeting
    data = {"v": 1, "pegged": [60, 121]}
    scores.desk.correct_result(meeting, game=1, data=data, nonce="c" * 16, seen=10**6, user=None)


def seat_1(day: Tournament) -> Round:
    return rounds.seat(stages.qualifying(day), 1, by=None)


OTHERS: dict[str, Callable[[Tournament], object]] = {
    "leaves": lambda day: registration.withdraw(factories.entry(day, 1), from_round=1, by=None),
    "struck off": lambda day: registration.remove_entry(factories.entry(day, 8)),
    "comes": lambda day: registration.add_entry(day, "Yvon Lavoie"),
    "list entered": lambda day: registration.import_roster(
        day, [registration.Draft("Yvon Lavoie"), registration.Draft("Zoé Roy")], token="a", by=None
    ),
    "seat fixed": lambda day: registration.fix_seat(factories.entry(day, 1), (4, "B"), by=None),
}


@both
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("first", [True, False], ids=["before it is read", "before the lock"])
def test_another_seating_than_was_shown_is_not_seated(other, first):
    day = factories.tournament(8, by=factories.director(), odd="three", tables=6)
    client, url = directing(day), f"/t/{day.slug}/rounds/seat/"
    shown = sent_again(client.get(url, {"anyway": "1", "seed": "4711"}))
    if first:
        OTHERS[other](day)
        answer = client.post(url, shown, follow=True)
    else:
        with overtaken(lambda: OTHERS[other](day)):
            answer = client.post(url, shown, follow=True)
    assert not Round.objects.exists()
    assert "seating_changed" in shown_by.codes(answer)
    again = sent_again(answer)
    assert (again["seed"], again["shown"] == shown["shown"]) == (["4711"], False)
    assert client.post(url, again).status_code == 302
    assert Round.objects.get().state == Round.State.SEATED


@both
@pytest.mark.parametrize("started", [False, True], ids=["seated", "started"])
@pytest.mark.parametrize("first", [True, False], ids=["before it is read", "before the lock"])
def test_who_seats_a_game_second_is_led_to_it(first, started):
    day = factories.tournament(8, by=factories.director())
    client, url = directing(day), f"/t/{day.slug}/rounds/seat/"
    shown = sent_again(client.get(url, {"anyway": "1"}))

    def other_desk() -> None:
        seated = seat_1(day)
        if started:
            rounds.open_round(seated, by=None)

    if first:
        other_desk()
        answer = client.post(url, {**shown, "start": "1"}, follow=True)
    else:
        with overtaken(other_desk):
            answer = client.post(url, {**shown, "start": "1"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{day.slug}/rounds/1/"
    assert "seated_meanwhile" in shown_by.codes(answer)
    assert Round.objects.get().state == (Round.State.OPEN if started else Round.State.SEATED)


@both
@pytest.mark.parametrize("second", [(1, 2), (0, 3), (2, 3)], ids=["one of them", "the other", "beside them"])
def test_of_two_swaps_at_once_the_second_is_shown_again(second):
    day = factories.tournament(8, by=factories.director())
    seated = seat_1(day)
    people = [table.people[0] for table in rounds.planned_tables(seated)]
    client, url = directing(day), f"/t/{day.slug}/rounds/1/swap/"
    shown = sent_again(client.get(url, {"one": people[0], "other": people[1]}))
    with overtaken(lambda: rounds.swap(seated, *(people[at] for at in second), by=None)):
        answer = client.post(url, shown, follow=True)
    assert day.acts.filter(kind="swap").count() == 1
    assert "seats_changed" in shown_by.codes(answer)
    again = sent_again(answer)
    assert (again["one"], again["shown"] == shown["shown"]) == (shown["one"], False)


def draws_the_bracket() -> tuple[Tournament, str]:
    day = over(playoffs=formats.playoffs(who="first", count=4, games=1))
    return day, "playoffs/begin/"


def makes_medal_matches() -> tuple[Tournament, str]:
    return over(), "medals/create/"


def takes_a_list_back() -> tuple[Tournament, str]:
    day = factories.tournament(4, by=factories.director())
    act, _new = registration.import_roster(
        day, [registration.Draft(name) for name in ("Yvon Lavoie", "Zoé Roy", "Léo Roy")], token="b", by=None
    )
    return day, f"registration/undo/{act.version}/"


def takes_seats_back() -> tuple[Tournament, str]:
    day = factories.tournament(4, by=factories.director())
    return day, f"acts/{seat_1(day).act.version}/"


def declares_full_names() -> tuple[Tournament, str]:
    return factories.tournament(4, by=factories.director()), "publish/names/"


@both
@pytest.mark.parametrize(
    ("what", "other"),
    [
        (draws_the_bracket, corrected),
        (makes_medal_matches, corrected),
        (takes_a_list_back, lambda day: registration.remove_entry(factories.entry(day, 6))),
        (declares_full_names, lambda day: registration.add_entry(day, "Jean Roy")),
    ],
)
def test_where_it_would_touch_others_by_now_it_is_asked_again(what, other):
    day, path = what()
    client, url = directing(day), ""
    url = f"/t/{day.slug}/{path}"
    typed = sent_again(client.post(url, {"everybody": "yes"}))
    before = set(day.acts.values_list("version", flat=True))
    with overtaken(lambda: other(day)):
        answer = client.post(url, typed)
    assert (answer.status_code, shown_by.codes(answer)) == (409, ["touches_others"])
    assert not set(day.acts.values_list("version", flat=True)) - before
    assert client.post(url, sent_again(answer)).status_code == 302
    assert set(day.acts.values_list("version", flat=True)) - before


@both
def test_a_result_that_comes_in_is_not_void_without_a_word():
    day = factories.tournament(8, by=factories.director())
    playing = factories.open_round(day)
    one, other = rounds.planned_tables(playing)[:2]
    url, client = f"/t/{day.slug}/rounds/1/as-played/", directing(day)
    typed = {"table": one.table, "A": one.people[0], "B": other.people[0]}
    shown = sent_again(client.get(url, typed))
    with overtaken(lambda: factories.enter(factories.meeting_at(playing, one.table), [121, 90])):
        answer = client.post(url, shown)
    assert (answer.status_code, "what_follows_changed" in shown_by.codes(answer)) == (422, True)
    assert not day.acts.filter(kind="as_played").exists()


@both
def test_a_game_more_is_that_of_those_who_were_shown():
    day = factories.tournament(8, by=factories.director())
    playing = factories.open_round(day)
    one, other = rounds.planned_tables(playing)[:2]
    url, client = f"/t/{day.slug}/rounds/1/more-games/", directing(day)
    shown = sent_again(client.get(url, {"table": one.table, "counts": "next"}))
    with overtaken(lambda: rounds.swap(playing, one.people[0], other.people[0], by=None)):
        answer = client.post(url, shown)
    assert (answer.status_code, "what_follows_changed" in shown_by.codes(answer)) == (422, True)
    assert not day.acts.filter(kind="played_ahead").exists()
    assert client.post(url, sent_again(answer)).status_code == 302


@both
def test_who_was_ticked_off_meanwhile_is_not_left_out():
    day = factories.tournament(4, by=factories.director())
    client, url = directing(day), f"/t/{day.slug}/check-in/absent/"
    with overtaken(lambda: registration.check_in(factories.entry(day, 2), here=True)):
        client.post(url, {"number": ["1", "2"], "from_round": "1"})
    assert day.acts.get(kind="leave_out").args["entries"] == [1]


@both
def test_nobody_is_left_out_of_another_game_than_the_page_named():
    day = factories.tournament(4, by=factories.director())
    client, url = directing(day), f"/t/{day.slug}/rounds/leave-out/"
    with overtaken(lambda: seat_1(day)):
        answer = client.post(url, {"entry": ["1", "2"], "from_round": "1"}, follow=True)
    assert "round_already_seated" in shown_by.codes(answer)
    assert not day.acts.filter(kind="leave_out").exists()
