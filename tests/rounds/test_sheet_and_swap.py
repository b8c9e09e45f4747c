"""The sheet of seats and earlier tables; two people who change seats."""

import re
from datetime import date
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import DomainError
from tests import factories
from tests.page_reader import codes, message_codes
from tests.rounds.seated_as_played import people_at, seats
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Meeting, Round, Tournament
from tournaments.models.locking import locked
from tournaments.rounds import stages

pytestmark = pytest.mark.django_db


def rows_by_number(round_):
    return {row.entry.number: row for row in rounds.sheet(round_)}


def test_sheet_shows_where_players_come_from(tournament):
    first = factories.play_round(tournament, 1)
    second = rounds.seat(stages.qualifying(tournament), 2, by=None)
    before, now = rows_by_number(first), rows_by_number(second)
    for number, row in now.items():
        was = before[number]
        assert row.from_table == was.table
        assert row.stays == ((row.table, row.letter) == (was.table, was.letter))
        assert row.moves != row.stays
        assert now[row.opponent.number].opponent.number == number
    winners = [number for number, row in before.items() if row.letter == "A"]
    assert all(now[number].stays for number in winners)
    assert all(row.from_table is None and not row.stays and not row.moves for row in before.values())


def test_the_sheet_is_alphabetical_as_the_wall_sheet():
    tournament = factories.tournament(0, tables=3)
    with locked(tournament.pk) as entered:
        typed = ("Yvon Leclerc", "Noëlla L'Écuyer", "Marie-Claude Lefebvre", "Benoît Lavoie")
        registration.add_entries(entered, [registration.Draft(name) for name in typed])
        entered.next_version()
    names = [row.name for row in rounds.sheet(factories.open_round(tournament))]
    assert names == ["Benoît Lavoie", "Yvon Leclerc", "Noëlla L'Écuyer", "Marie-Claude Lefebvre"]


def test_namesakes_are_distinguished_in_seat_lists(client, tournament):
    for number, club in ((1, "FADOQ Sorel"), (2, "FADOQ Granby")):
        registration.edit_entry(factories.entry(tournament, number), "Jean Roy", club=club)
    round_ = factories.open_round(tournament)
    found = {row.entry.number: row.name for row in rounds.sheet(round_)}
    assert (found[1], found[2]) == ("Jean Roy (FADOQ Sorel)", "Jean Roy (FADOQ Granby)")
    assert found[3] == "Noëlla L'Écuyer"
    assert {row.opponent_name for row in rounds.sheet(round_)} == set(found.values())
    client.force_login(factories.organiser(tournament))
    for path in ("where/", "rounds/1/?by=table", "rounds/1/screen/", "rounds/1/swap/"):
        page = client.get(f"/t/{tournament.slug}/{path}").content.decode()
        assert "Jean Roy (FADOQ Sorel)" in page
        assert "Jean Roy (FADOQ Granby)" in page
    found = client.get(f"/t/{tournament.slug}/where/?q=jean+roy").content.decode()
    assert found.count('<th scope="row">') == 2


def test_seat_change_at_table_names_no_other_table(director, tournament):
    factories.play_round(tournament, 1)
    second = rounds.seat(stages.qualifying(tournament), 2, by=None)
    page = director.get(f"/t/{tournament.slug}/rounds/2/?by=table").content.decode()
    assert "other seat" not in page
    table = rounds.planned_tables(second)[0]
    assert rounds.swap(second, *table.people, by=None) == audit_log.last_undoable(tournament)
    page = director.get(f"/t/{tournament.slug}/rounds/2/?by=table").content.decode()
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


def query_counts(client, players):
    """Return how many queries each page takes with so many players, one game played and one open."""
    Tournament.objects.update(date=date(2025, 11, 21))  # players of another tournament of the day are named
    tournament = factories.tournament(players)
    factories.play_round(tournament, 1)
    round_ = factories.open_round(tournament, 2)
    client.force_login(factories.organiser(tournament, f"director{players}"))
    client.get(f"/t/{tournament.slug}/rounds/")
    taken = []
    for path in PAGES:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/t/{tournament.slug}/{path}").status_code == 200
        taken.append(len(captured))
    with CaptureQueriesContext(connection) as captured:
        rounds.sheet(round_)
    return [*taken, len(captured)]


def test_sheet_takes_same_queries_for_more_tables(client):
    one, three = query_counts(client, 2), query_counts(client, 6)
    assert one == three
    assert one[-1] == 2
    assert max(one) < 25


def test_seat_is_found_by_any_part_of_name(client, tournament):
    factories.open_round(tournament)
    client.cookies["django_language"] = "en"
    assert "L&#x27;Écuyer" in client.get(f"/t/{tournament.slug}/where/?q=l'ecuyer").content.decode()
    found = client.get(f"/t/{tournament.slug}/where/?q=ECUYER").content.decode()
    assert found.count("<tr data-name") == 1
    assert "<tr data-name" not in client.get(f"/t/{tournament.slug}/where/?q=zzz").content.decode()


def test_names_are_escaped(client, tournament):
    factories.open_round(tournament)
    for path in ("where/", "rounds/1/?by=table", "rounds/1/screen/"):
        html = client.get(f"/t/{tournament.slug}/{path}").content.decode()
        assert "<b>Gras" not in html
        assert "&lt;b&gt;Gras&lt;/b&gt; &amp; fils" in html


def test_seat_page_before_first_round_says_so(client, tournament):
    client.cookies["django_language"] = "en"
    assert 'class="state card"' in client.get(f"/t/{tournament.slug}/where/").content.decode()
    assert client.get(f"/t/{tournament.slug}/rounds/1/").status_code == 404


def test_seat_page_gets_304_until_seats_change(client, tournament):
    def tag() -> str:
        html = client.get(f"/t/{tournament.slug}/where/").content.decode()
        return unescape(re.search(r'data-etag="([^"]*)"', html)[1])

    def answer(known: str) -> int:
        address = f"/t/{tournament.slug}/where/now/?language=fr-ca"
        return client.get(address, headers={"If-None-Match": known}).status_code

    client.cookies["django_language"] = "fr-ca"
    before = tag()
    assert answer(before) == 304
    round_ = factories.open_round(tournament)
    assert answer(before) == 200
    playing = tag()
    factories.enter(factories.meeting_at(round_, 1), [121, 90])
    assert answer(playing) == 304


def test_cached_seats_depend_on_viewer_and_changes(director, tournament, settings):
    visitor = Client()
    settings.SHORT_NAMES = True
    round_ = factories.open_round(tournament)
    everyone, own = (one.get(f"/t/{tournament.slug}/where/").content.decode() for one in (visitor, director))
    assert "Noëlla L&#x27;Écuyer" in own
    assert "Noëlla L&#x27;Écuyer" not in everyone
    assert "/why/" in director.get(f"/t/{tournament.slug}/where/?by=table").content.decode()
    assert "/why/" not in visitor.get(f"/t/{tournament.slug}/where/?by=table").content.decode()
    one, other = (factories.meeting_at(round_, table) for table in (1, 2))
    a, b = (meeting.seats.get(letter="A").entry for meeting in (one, other))
    seats = re.compile(r'data-number="(\d+)".*?<strong>(\d+)</strong>', re.DOTALL)
    assert (str(a.number), "1") in seats.findall(own)
    rounds.swap(round_, a.number, b.number, by=None)
    after = director.get(f"/t/{tournament.slug}/where/").content.decode()
    assert (str(a.number), "2") in seats.findall(after)


def test_the_screen_goes_on_to_the_round_that_is_seated(client, tournament):
    factories.play_round(tournament, 1)
    client.cookies["django_language"] = "en"
    address = f"/t/{tournament.slug}/rounds/1/screen/"
    first = client.get(address, headers={"HX-Request": "true"})
    assert "<h1>Game 1</h1>" in first.content.decode()
    etag = first.headers["ETag"]
    again = client.get(address, headers={"HX-Request": "true", "If-None-Match": etag})
    assert again.status_code == 304
    rounds.seat(stages.qualifying(tournament), 2, by=None)
    later = client.get(address, headers={"HX-Request": "true", "If-None-Match": etag})
    assert "<h1>Game 2</h1>" in later.content.decode()


def test_a_swap_shows_its_cost_and_is_done_once_confirmed(director, tournament):
    factories.play_round(tournament, 1)
    second = rounds.seat(stages.qualifying(tournament), 2, by=None)
    before = rows_by_number(second)
    stays = next(number for number, row in before.items() if row.stays)
    moves = next(number for number, row in before.items() if row.moves and row.opponent.number != stays)
    address = f"/t/{tournament.slug}/rounds/2/swap/"
    page = director.get(f"{address}?one={stays}&other={moves}")
    assert "winner_moved" in codes(page)
    assert rows_by_number(second) == before

    confirmed = {"one": stays, "other": moves, "shown": page.context["shown"]}
    director.post(address, confirmed)
    again = director.post(address, confirmed, follow=True)
    assert message_codes(again)[-1] == "seats_changed"
    after = rows_by_number(second)
    assert (after[stays].table, after[stays].letter) == (before[moves].table, before[moves].letter)
    assert (after[moves].table, after[moves].letter) == (before[stays].table, before[stays].letter)
    assert Meeting.objects.filter(round=second, origin="hand", void_act=None).count() == 2

    undone = audit_log.last_undoable(tournament)
    assert undone.kind == "swap"
    audit_log.undo(undone, by=None)
    assert {n: (r.table, r.letter) for n, r in rows_by_number(second).items()} == {
        n: (r.table, r.letter) for n, r in before.items()
    }
    following = audit_log.last_undoable(tournament)
    assert following is None or following.kind != "swap", "an undo stays done"


@pytest.mark.parametrize(("one", "other"), [(1, 1), (1, 99), ("", 2)])
def test_a_swap_needs_two_people_of_this_round(director, tournament, one, other):
    factories.open_round(tournament)
    response = director.get(f"/t/{tournament.slug}/rounds/1/swap/?one={one}&other={other}")
    assert response.status_code == 422
    assert codes(response) == ["swap_two_people"]


def test_seats_of_other_round_do_not_count(tournament):
    factories.sit(tournament, 1, (1, 2), (3, 4), (5, 6), (7, 8))
    second = factories.sit(tournament, 2, (1, 3), (5, 7))
    assert {row.entry.number for row in rounds.rows_without_seat(second)} == {2, 4, 6, 8}
    second.meetings.filter(place__number=2).update(void_act=tournament.acts.latest("version"))
    assert {row.entry.number for row in rounds.rows_without_seat(second)} == {2, 4, 5, 6, 7, 8}


def test_opponents_and_partners_are_in_letter_order(tournament):
    round_ = factories.sit(tournament, 1, (4, 3, 2), (5, 6, 7, 8), (1,), partners=(2,))
    rows = rows_by_number(round_)
    assert [other.number for other in rows[4].opponents] == [3, 2]
    assert [other.number for other in rows[5].opponents] == [6, 8]
    assert (rows[5].partner_name, rows[4].partner_name) == (rows[7].name, "")
    assert (rows[4].opponent.number, rows[1].opponent) == (3, None)


def test_sheet_keeps_name_from_before_takeover(tournament):
    round_ = factories.sit(tournament, 1, (1, 2))
    before = rows_by_number(round_)[1]
    registration.transfer_number(tournament.entries.get(number=1), "Zoé L'Heureux", from_round=2, by=None)
    after = rows_by_number(Round.objects.get(pk=round_.pk))[1]
    assert (after.name, after.sort_name) == (before.name, before.sort_name)


def test_a_swap_is_not_undone_once_there_is_a_result(tournament):
    round_ = factories.open_round(tournament)
    seated = rounds.planned_tables(round_)
    act = rounds.swap(round_, seated[0].people[0], seated[1].people[0], by=None)
    assert audit_log.undo_obstacle(act) is None
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    assert audit_log.undo_obstacle(act).code == "results_are_in"


@pytest.mark.parametrize("kind", ["seat", "open"])
def test_seating_and_opening_with_result_cannot_be_undone(tournament, kind):
    round_ = factories.open_round(tournament)
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    Round.objects.update(state={"seat": Round.State.SEATED, "open": Round.State.OPEN}[kind])
    assert audit_log.undo_obstacle(tournament.acts.get(kind=kind)).code == "results_are_in"


def test_seating_is_undone_once_before_round_begins(tournament):
    round_ = factories.open_round(tournament)
    seated = tournament.acts.get(kind="seat")
    assert audit_log.undo_obstacle(seated).code == "round_has_moved_on"
    audit_log.undo(tournament.acts.get(kind="open"), by=None)
    assert audit_log.undo_obstacle(seated) is None
    Round.objects.filter(pk=round_.pk).update(state=Round.State.VOID)
    assert audit_log.undo_obstacle(seated).code == "round_has_moved_on"


def test_voided_round_keeps_earlier_swaps(tournament):
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=None)
    one, other = (table.people[0] for table in rounds.planned_tables(round_)[:2])
    swaps = [rounds.swap(round_, one, other, by=None) for _twice in range(2)]
    seated = tournament.acts.get(kind="seat")
    audit_log.undo(seated, by=None)
    voided = Meeting.objects.filter(round=round_).values_list("void_act", flat=True)
    assert sorted(voided) == sorted([*[seated.pk] * 4, *[swap.pk for swap in swaps] * 2])


def test_later_swap_is_undone_first(tournament):
    round_ = rounds.seat(stages.qualifying(tournament), 1, by=None)
    before = seats(round_)
    one, other, third = (people[0] for people in list(before.values())[:3])
    swaps = [rounds.swap(round_, *two, by=None) for two in ((one, other), (other, third))]
    assert audit_log.undo_obstacle(swaps[0]).code == "undo_later_first"
    for act in reversed(swaps):
        audit_log.undo(act, by=None)
    assert seats(round_) == before


def test_undone_swap_leaves_no_table_seated_by_hand(tournament):
    """“Why?” at a table says what the movement weighed, and not that the director seated it."""
    round_ = factories.open_round(tournament)
    one, other, third = (people[0] for people in list(seats(round_).values())[:3])
    by_hand = [rounds.manual_tables(round_)]
    swaps = []
    for two in ((one, other), (other, third)):
        swaps.append(rounds.swap(round_, *two, by=None))
        by_hand.append(rounds.manual_tables(round_))
    assert [len(tables) for tables in by_hand] == [0, 2, 3]
    for act, before in zip(reversed(swaps), reversed(by_hand[:-1]), strict=True):
        audit_log.undo(act, by=None)
        assert rounds.manual_tables(round_) == before


def test_later_reseating_is_undone_before_swap(tournament):
    round_ = factories.open_round(tournament)
    before = seats(round_)
    (one, _), (other, _), (_, third) = list(before.values())[:3]
    swap = rounds.swap(round_, one, other, by=None)
    as_played = rounds.seat_as_played(round_, [people_at(3, one, third)], by=None)
    assert audit_log.undo_obstacle(swap).code == "undo_later_first"
    for act in (as_played, swap):
        audit_log.undo(act, by=None)
    assert seats(round_) == before


@pytest.mark.parametrize("kind", ["swap", "as_played"])
def test_changed_seats_of_undone_seating_are_not_undone(tournament, kind):
    stage = stages.qualifying(tournament)
    round_ = factories.open_round(tournament)
    (one, _), (other, facing) = list(seats(round_).values())[:2]
    if kind == "swap":
        act = rounds.swap(round_, one, other, by=None)
    else:
        act = rounds.seat_as_played(round_, [people_at(1, one, facing)], by=None)
    changed = rounds.planned_tables(round_)
    for earlier in ("open", "seat"):
        audit_log.undo(tournament.acts.get(kind=earlier), by=None)
    again = rounds.seat(stage, 1, by=None)
    rounds.open_round(again, by=None)
    again.meetings.update(void_act=again.act)
    rounds.write_meetings(again, changed, Meeting.Origin.HAND)
    assert audit_log.undo_obstacle(act).code == "round_has_moved_on"
    with pytest.raises(DomainError, match="round_has_moved_on"):
        audit_log.undo(act, by=None)
    assert rounds.planned_tables(again) == changed


def test_a_swap_after_a_result_is_refused(tournament):
    round_ = factories.open_round(tournament)
    factories.enter(factories.meeting_at(round_, 1), [121, 88])
    seated = rounds.planned_tables(round_)
    with pytest.raises(DomainError) as refused:
        rounds.swap(round_, seated[0].people[0], seated[1].people[0], by=None)
    assert refused.value.code == "swap_after_result"
