"""Who sits where and where they come from; two people who change seats."""

import re
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests import factories
from tests.shown_by import codes, told
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Meeting, Round, Tournament
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def rows(round_):
    return {row.entry.number: row for row in rounds.sheet(round_)}


def test_winners_stay_and_losers_are_told_where_they_come_from(day):
    first = factories.play_round(day, 1)
    second = rounds.seat(stages.qualifying(day), 2, by=None)
    before, now = rows(first), rows(second)
    for number, row in now.items():
        was = before[number]
        assert row.from_table == was.table
        assert row.stays == ((row.table, row.letter) == (was.table, was.letter))
        assert row.moves != row.stays
        assert now[row.opponent.number].opponent.number == number
    winners = [number for number, row in before.items() if row.letter == "A"]
    assert all(now[number].stays for number in winners)
    assert all(row.from_table is None and not row.stays and not row.moves for row in before.values())


def test_the_sheet_is_alphabetical_by_family_name(day):
    names = [row.entry.sort_name for row in rounds.sheet(factories.open_round(day))]
    assert names == sorted(names)


def test_two_people_of_one_name_are_told_apart_wherever_somebody_looks_for_a_seat(client, day):
    for number, club in ((1, "FADOQ Sorel"), (2, "FADOQ Granby")):
        registration.edit_entry(factories.entry(day, number), "Jean Roy", club=club)
    round_ = factories.open_round(day)
    found = {row.entry.number: row.name for row in rounds.sheet(round_)}
    assert (found[1], found[2]) == ("Jean Roy (FADOQ Sorel)", "Jean Roy (FADOQ Granby)")
    assert found[3] == "Noëlla L'Écuyer"
    assert {row.opponent_name for row in rounds.sheet(round_)} == set(found.values())
    client.force_login(factories.organiser(day))
    for path in ("where/", "rounds/1/?by=table", "rounds/1/screen/", "rounds/1/swap/"):
        page = client.get(f"/t/{day.slug}/{path}").content.decode()
        assert "Jean Roy (FADOQ Sorel)" in page
        assert "Jean Roy (FADOQ Granby)" in page
    found = client.get(f"/t/{day.slug}/where/?q=jean+roy").content.decode()
    assert found.count('<th scope="row">') == 2


def test_who_changes_seat_at_a_table_does_not_come_from_another(director, day):
    factories.play_round(day, 1)
    second = rounds.seat(stages.qualifying(day), 2, by=None)
    page = director.get(f"/t/{day.slug}/rounds/2/?by=table").content.decode()
    assert "other seat" not in page
    table = rounds.planned_tables(second)[0]
    assert rounds.swap(second, *table.people, by=None) == audit_log.last_undoable(day)
    page = director.get(f"/t/{day.slug}/rounds/2/?by=table").content.decode()
    assert page.count("other seat") == 1
    first, _rest = page.split('<li class="seat-table">')[1:3]
    assert f"from table {table.table}<" not in first


PAGES = (
    "where/",
    "rounds/2/",
    "rounds/2/?by=table",
    "rounds/2/screen/",
    "rounds/",
    "rounds/2/swap/?one=1&other=2",
)


def queries(client, players):
    """How many queries each page takes with so many players, one game played and one open."""
    Tournament.objects.update(date=date(2025, 11, 21))  # who plays in another one of the day is named
    day = factories.tournament(players)
    factories.play_round(day, 1)
    round_ = factories.open_round(day, 2)
    client.force_login(factories.organiser(day, f"director{players}"))
    client.get(f"/t/{day.slug}/rounds/")
    taken = []
    for path in PAGES:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/t/{day.slug}/{path}").status_code == 200
        taken.append(len(captured))
    with CaptureQueriesContext(connection) as captured:
        rounds.sheet(round_)
    return [*taken, len(captured)]


def test_the_sheet_takes_two_queries_and_its_pages_as_many_for_three_tables_as_for_one(client):
    one, three = queries(client, 2), queries(client, 6)
    assert one == three
    assert one[-1] == 2
    assert max(one) < 25


def test_everybody_finds_their_seat_by_any_part_of_the_name(client, day):
    factories.open_round(day)
    client.cookies["django_language"] = "en"
    assert "L&#x27;Écuyer" in client.get(f"/t/{day.slug}/where/?q=l'ecuyer").content.decode()
    found = client.get(f"/t/{day.slug}/where/?q=ECUYER").content.decode()
    assert found.count("<tr data-name") == 1
    assert "<tr data-name" not in client.get(f"/t/{day.slug}/where/?q=zzz").content.decode()


def test_names_that_look_like_markup_are_only_names(client, day):
    factories.open_round(day)
    for path in ("where/", "rounds/1/?by=table", "rounds/1/screen/"):
        html = client.get(f"/t/{day.slug}/{path}").content.decode()
        assert "<b>Gras" not in html
        assert "&lt;b&gt;Gras&lt;/b&gt; &amp; fils" in html


def test_before_the_first_game_everybody_is_told_so(client, day):
    client.cookies["django_language"] = "en"
    assert 'class="state card"' in client.get(f"/t/{day.slug}/where/").content.decode()
    assert client.get(f"/t/{day.slug}/rounds/1/").status_code == 404


def test_a_page_of_seats_asks_only_whether_they_are_still_those_of_now(client, day):
    def tag() -> str:
        html = client.get(f"/t/{day.slug}/where/").content.decode()
        return unescape(re.search(r'data-etag="([^"]*)"', html)[1])

    def answer(known: str) -> int:
        address = f"/t/{day.slug}/where/now/?language=fr-ca"
        return client.get(address, headers={"If-None-Match": known}).status_code

    client.cookies["django_language"] = "fr-ca"
    before = tag()
    assert answer(before) == 304
    round_ = factories.open_round(day)
    assert answer(before) == 200
    playing = tag()
    factories.enter(factories.meeting_at(round_, 1), [121, 90])
    assert answer(playing) == 304


def test_kept_seats_are_those_of_the_present_and_for_who_may_see_them(director, day, settings):
    visitor = Client()
    settings.SHORT_NAMES = True
    round_ = factories.open_round(day)
    everyone, own = (one.get(f"/t/{day.slug}/where/").content.decode() for one in (visitor, director))
    assert "Noëlla L&#x27;Écuyer" in own
    assert "Noëlla L&#x27;Écuyer" not in everyone
    assert "/why/" in director.get(f"/t/{day.slug}/where/?by=table").content.decode()
    assert "/why/" not in visitor.get(f"/t/{day.slug}/where/?by=table").content.decode()
    one, other = (factories.meeting_at(round_, table) for table in (1, 2))
    a, b = (meeting.seats.get(letter="A").entry for meeting in (one, other))
    seats = re.compile(r'data-number="(\d+)".*?<strong>(\d+)</strong>', re.DOTALL)
    assert (str(a.number), "1") in seats.findall(own)
    rounds.swap(round_, a.number, b.number, by=None)
    after = director.get(f"/t/{day.slug}/where/").content.decode()
    assert (str(a.number), "2") in seats.findall(after)


def test_the_screen_goes_on_to_the_round_that_is_seated(client, day):
    factories.play_round(day, 1)
    client.cookies["django_language"] = "en"
    address = f"/t/{day.slug}/rounds/1/screen/"
    first = client.get(address, headers={"HX-Request": "true"})
    assert "<h1>Game 1</h1>" in first.content.decode()
    etag = first.headers["ETag"]
    again = client.get(address, headers={"HX-Request": "true", "If-None-Match": etag})
    assert again.status_code == 304
    rounds.seat(stages.qualifying(day), 2, by=None)
    later = client.get(address, headers={"HX-Request": "true", "If-None-Match": etag})
    assert "<h1>Game 2</h1>" in later.content.decode()


def test_a_swap_shows_its_cost_and_is_done_once_confirmed(director, day):
    factories.play_round(day, 1)
    second = rounds.seat(stages.qualifying(day), 2, by=None)
    before = rows(second)
    stays = next(number for number, row in before.items() if row.stays)
    moves = next(number for number, row in before.items() if row.moves and row.opponent.number != stays)
    address = f"/t/{day.slug}/rounds/2/swap/"
    page = director.get(f"{address}?one={stays}&other={moves}")
    assert "winner_moved" in codes(page)
    assert rows(second) == before

    confirmed = {"one": stays, "other": moves, "shown": page.context["shown"]}
    director.post(address, confirmed)
    again = director.post(address, confirmed, follow=True)
    assert told(again)[-1] == "seats_changed"
    after = rows(second)
    assert (after[stays].table, after[stays].letter) == (before[moves].table, before[moves].letter)
    assert (after[moves].table, after[moves].letter) == (before[stays].table, before[stays].letter)
    assert Meeting.objects.filter(round=second, origin="hand", void_act=None).count() == 2

    undone = audit_log.last_undoable(day)
    assert undone.kind == "swap"
    audit_log.undo(undone, by=None)
    assert {n: (r.table, r.letter) for n, r in rows(second).items()} == {
        n: (r.table, r.letter) for n, r in before.items()
    }
    following = audit_log.last_undoable(day)
    assert following is None or following.kind != "swap", "an undo stays done"


@pytest.mark.parametrize(("one", "other"), [(1, 1), (1, 99), ("", 2)])
def test_a_swap_needs_two_people_of_this_round(director, day, one, other):
    factories.open_round(day)
    response = director.get(f"/t/{day.slug}/rounds/1/swap/?one={one}&other={other}")
    assert response.status_code == 422
    assert codes(response) == ["swap_two_people"]


def test_who_sat_in_another_round_has_no_seat_in_this_one(day):
    factories.sit(day, 1, (1, 2), (3, 4), (5, 6), (7, 8))
    second = factories.sit(day, 2, (1, 3), (5, 7))
    assert {row.entry.number for row in rounds.without_seat(second)} == {2, 4, 6, 8}
    second.meetings.filter(place__number=2).update(void_act=day.acts.latest("version"))
    assert {row.entry.number for row in rounds.without_seat(second)} == {2, 4, 5, 6, 7, 8}


def test_all_opposite_and_beside_are_told_in_the_order_of_their_letters(day):
    round_ = factories.sit(day, 1, (4, 3, 2), (5, 6, 7, 8), (1,), partners=(2,))
    told = rows(round_)
    assert [other.number for other in told[4].opponents] == [3, 2]
    assert [other.number for other in told[5].opponents] == [6, 8]
    assert (told[5].partner_name, told[4].partner_name) == (told[7].name, "")
    assert (told[4].opponent.number, told[1].opponent) == (3, None)


def test_who_sat_there_is_named_though_somebody_else_has_the_number_since(day):
    round_ = factories.sit(day, 1, (1, 2))
    before = rows(round_)[1]
    registration.take_over(day.entries.get(number=1), "Zoé L'Heureux", from_round=2, by=None)
    after = rows(Round.objects.get(pk=round_.pk))[1]
    assert (after.name, after.sort_name) == (before.name, before.sort_name)


def test_a_swap_is_not_undone_once_there_is_a_result(day):
    round_ = factories.open_round(day)
    seated = rounds.planned_tables(round_)
    act = rounds.swap(round_, seated[0].people[0], seated[1].people[0], by=None)
    assert audit_log.undo_obstacle(act) is None
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    assert audit_log.undo_obstacle(act).code == "results_are_in"


@pytest.mark.parametrize("kind", ["seat", "open"])
def test_a_round_with_a_result_is_neither_put_back_nor_taken_away(day, kind):
    round_ = factories.open_round(day)
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    Round.objects.update(state={"seat": Round.State.SEATED, "open": Round.State.OPEN}[kind])
    assert audit_log.undo_obstacle(day.acts.get(kind=kind)).code == "results_are_in"


def test_a_seating_is_taken_back_before_the_round_is_begun_and_once(day):
    round_ = factories.open_round(day)
    seated = day.acts.get(kind="seat")
    assert audit_log.undo_obstacle(seated).code == "round_has_moved_on"
    audit_log.undo(day.acts.get(kind="open"), by=None)
    assert audit_log.undo_obstacle(seated) is None
    Round.objects.filter(pk=round_.pk).update(state=Round.State.VOID)
    assert audit_log.undo_obstacle(seated).code == "round_has_moved_on"


def test_seats_that_were_swapped_before_stay_swapped_in_a_round_that_is_taken_away(day):
    round_ = rounds.seat(stages.qualifying(day), 1, by=None)
    one, other = (table.people[0] for table in rounds.planned_tables(round_)[:2])
    swaps = [rounds.swap(round_, one, other, by=None) for _twice in range(2)]
    seated = day.acts.get(kind="seat")
    audit_log.undo(seated, by=None)
    voided = Meeting.objects.filter(round=round_).values_list("void_act", flat=True)
    assert sorted(voided) == sorted([*[seated.pk] * 4, *[swap.pk for swap in swaps] * 2])


def test_a_swap_after_a_result_is_refused(day):
    round_ = factories.open_round(day)
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    seated = rounds.planned_tables(round_)
    with pytest.raises(DomainError) as refused:
        rounds.swap(round_, seated[0].people[0], seated[1].people[0], by=None)
    assert refused.value.code == "swap_after_result"
