"""Check-in by touch, late arrivals, departures, returns and fixed seats, with their consequence shown."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from tests import page_reader
from tests.page_reader import worded
from tests.registration.small_tournament import fill, seat_rounds, small_tournament
from tournaments import registration
from tournaments.common import audit_log
from tournaments.models import Entry
from tournaments.publishing import publications

HX = {"HX-Request": "true"}


def test_check_in_tap_sets_state_and_never_toggles(desk, tournament):
    fill(tournament, 3)
    tick = reverse("check_in_tick", args=[tournament.slug, 2])
    for _volunteer in range(2):
        page = desk.post(tick, {"here": "1"}, headers=HX).content.decode()
        assert "Here: 1 of 3" in page
        assert 'aria-pressed="true"' in page
    first = tournament.entries.get(number=2).checked_in_at
    page = desk.post(tick, {"here": "0"}, headers=HX).content.decode()
    assert "Here: 0 of 3" in page
    assert re.search(r'<button type="submit" id="tap-2"\s+name="here" value="1"', page)
    assert desk.post(tick).status_code == 400
    assert tournament.entries.get(number=2).checked_in_at is None
    assert first is not None
    assert desk.post(tick, {"here": "1"}).url.endswith("/check-in/#tap-2")


def test_check_in_all_ticks_only_given_new_players(tournament):
    entries = fill(tournament, 5)
    before = registration.check_in(entries[0], here=True).checked_in_at
    tournament.entries.filter(number=3).update(kind=Entry.Kind.HOUSE)
    moment = registration.check_in_all(tournament, [1, 2, 3, 4])

    def ticked():
        return dict(tournament.entries.values_list("number", "checked_in_at"))

    assert ticked() == {1: before, 2: moment, 3: None, 4: moment, 5: None}
    assert registration.check_in_all(tournament, [1, 2, 3, 4]) is None
    assert registration.undo_check_ins(tournament, moment) == 2
    assert ticked() == {1: before, 2: None, 3: None, 4: None, 5: None}


def test_check_in_all_of_an_old_page_ticks_no_one_who_has_withdrawn(tournament):
    entries = fill(tournament, 3)
    registration.withdraw(entries[0], from_round=1, by=None)
    moment = registration.check_in_all(tournament, [1, 2])
    registration.come_back(entries[0], from_round=1, by=None)
    ticked = dict(tournament.entries.values_list("number", "checked_in_at"))
    assert ticked == {1: None, 2: moment, 3: None}


@pytest.mark.parametrize("rounds_played", [0, 1])
def test_a_name_not_found_at_the_door_is_entered_and_present(desk, tournament, rounds_played):
    fill(tournament, 4)
    seat_rounds(tournament, rounds_played)
    door = reverse("check_in", args=[tournament.slug])
    assert not page_reader.data(desk.get(door, {"q": "gerald"}), "add")
    (add,) = page_reader.parse(desk.get(door, {"q": "Zoé & Roy"}, headers=HX)).all("[data-add]")
    form = page_reader.parse(desk.get(add["href"])).one("#add-form")
    assert form.one("#id_name")["value"] == "Zoé & Roy"
    assert "data-quick-add" not in form
    fields = {one["name"]: one["value"] for one in form.all("input") if one.get("type") == "hidden"}
    refused = desk.post(form["action"], fields | {"name": "", "club": "Sorel"})
    assert refused.status_code == 422
    assert page_reader.parse(refused).all("input[name=door]")
    answer = desk.post(form["action"], fields | {"name": "Zoé Roy", "club": "Sorel"})
    assert answer.url == f"{door}#tap-5"
    assert tournament.entries.get(number=5).checked_in_at
    assert page_reader.parse(desk.get(door)).one("#tap-5")["aria-pressed"] == "true"


def test_the_list_is_filtered_by_letter_words_and_absence(desk, tournament):
    fill(tournament, 6)
    url = reverse("check_in", args=[tournament.slug])

    def shown(**asked):
        page = desk.get(url, asked, headers=HX).content.decode()
        return {number for number in range(1, 7) if f'id="guest-{number}"' in page}

    assert shown() == {1, 2, 3, 4, 5, 6}
    assert shown(letter="L") == {2, 6}
    assert shown(letter="B") == {3}
    assert shown(q="ecuyer") == {2}
    assert shown(q="saint hil") == {2, 5}
    registration.check_in(tournament.entries.get(number=1), here=True)
    assert shown(absent="1") == {1, 2, 3, 4, 5, 6}  # a moment long, to take it back
    tournament.entries.filter(number=1).update(checked_in_at="2026-11-21T09:00Z")
    assert shown(absent="1") == {2, 3, 4, 5, 6}


def test_unchanged_list_gets_204(desk, tournament):
    entries = fill(tournament, 3)
    url = reverse("check_in", args=[tournament.slug])
    digest = desk.get(url).context["digest"]
    assert desk.get(url, {"seen": digest}, headers=HX).status_code == 204
    registration.check_in(entries[0], here=True)
    assert desk.get(url, {"seen": digest}, headers=HX).status_code == 200


def test_absent_players_are_left_out_until_arrival(desk, tournament):
    entries = fill(tournament, 4)
    registration.check_in(entries[0], here=True)
    registration.check_in(entries[1], here=True)  # ticked by the other volunteer after the page was shown
    page = desk.post(reverse("check_in_absent", args=[tournament.slug]), {"number": [2, 3, 4]}, follow=True)
    assert worded("left_out", count=2) in page.content.decode()
    assert [entry.number for entry in registration.present(tournament, 1)] == [1, 2]
    assert page_reader.counted(page, "state") == {"here": 2, "away": 2}
    arrives = reverse("entry_arrives", args=[tournament.slug, 3])
    assert figures_in_message(desk.get(arrives), "players") == {"3", "1", "2"}
    desk.post(arrives, {"from_round": "1"})
    assert [entry.number for entry in registration.present(tournament, 1)] == [1, 2, 3]
    assert tournament.entries.get(number=3).checked_in_at
    left_out = tournament.acts.get(kind="leave_out")
    assert audit_log.undo_obstacle(left_out).code == "undo_later_first"
    audit_log.undo(tournament.acts.get(kind="come_back"), by=None)
    audit_log.undo(left_out, by=None)
    assert len(registration.present(tournament, 1)) == 4


def test_leaving_out_cannot_be_undone_once_the_game_is_seated(tournament):
    act = registration.leave_out(tournament, fill(tournament, 2)[:1], by=None)
    seat_rounds(tournament, 1)
    assert audit_log.undo_obstacle(act).code == "next_round_is_seated"


HOUSE_NAME = "Ginette D’Amour"
EVEN_MESSAGES = {"players": {"4", "8", "5"}, "even": set(), "missed": {"8", "0"}}
UNDECLARED_MESSAGES = {"players": {"3", "8", "4"}, "odd_undecided": set(), "missed_undeclared": {"8"}}


def figures_in_message(page, code) -> set[str]:
    """Return the figures in the message with a code."""
    return set(re.findall(r"\d+", page_reader.parse(page).one(f"[data-code={code}]").words))


@pytest.mark.parametrize(
    ("players", "rules", "given"),
    [
        (5, {"missed": 0}, EVEN_MESSAGES),
        (4, {}, UNDECLARED_MESSAGES),
        (4, {"odd": "bye", "bye_credit": 60}, {"bye": {"60"}}),
        (4, {"odd": "three"}, {"three": set()}),
        (4, {"odd": "bye"}, {"bye_undeclared": set()}),
        (4, {"odd": "house"}, {"house_unnamed": set()}),
        (4, {"odd": "house", "house": HOUSE_NAME}, {"house": set()}),
        (4, {"odd": "house", "house": "House player"}, {"house": set()}),
    ],
)
def test_departure_page_shows_consequences(desk, director, players, rules, given):
    house = rules.get("house")
    tournament = small_tournament(
        by=director, **{key: value for key, value in rules.items() if key != "house"}
    )
    fill(tournament, players)
    if house:
        registration.ensure_house(tournament, house)
    seat_rounds(tournament, 7)
    leaves = reverse("entry_leaves", args=[tournament.slug, 2])
    page = desk.get(leaves)
    for code, numbers in given.items():
        assert figures_in_message(page, code) == numbers
    named = page_reader.parse(page).all("[data-code=house]")
    assert [HOUSE_NAME in one.words for one in named] == [house == HOUSE_NAME] * len(named)
    assert not tournament.acts.filter(kind="withdraw").exists()


def shown_intervals(page) -> list[tuple[str, str]]:
    """Return from which game to which a player is here; an open end is empty."""
    return [(one["data-from"], one["data-to"]) for one in page_reader.parse(page).all("li[data-from]")]


def test_departure_return_and_undo_through_pages(desk, tournament):
    fill(tournament, 4)
    seat_rounds(tournament, 3)
    leaves, arrives, person = (
        reverse(name, args=[tournament.slug, 2]) for name in ("entry_leaves", "entry_arrives", "entry")
    )
    page = desk.post(leaves, {"from_round": "4"}, follow=True).content.decode()
    (message,) = page_reader.messages(page)
    assert message.code == "plays_no_more" and "4" in message.words
    assert shown_intervals(page) == [("1", "3")]
    again = desk.post(leaves, {"from_round": "4"})
    assert again.status_code == 422
    assert page_reader.codes(again)[0] == "already_gone"
    stage = tournament.stages.get()
    for number in (4, 5):
        stage.rounds.create(number=number, state="closed")
    assert figures_in_message(desk.get(arrives), "missed_undeclared") == {"2"}
    desk.post(arrives, {"from_round": "6"})
    assert shown_intervals(desk.get(person))[-1] == ("6", "")
    act = tournament.acts.get(kind="come_back")
    page = desk.post(reverse("registration_undo", args=[tournament.slug, act.version]), follow=True)
    assert page.redirect_chain[-1][0] == person
    assert ("6", "") not in shown_intervals(page)
    page = desk.post(reverse("registration_undo", args=[tournament.slug, act.version]), follow=True)
    assert page_reader.message_codes(page) == ["already_undone"]


def test_departure_from_round_seated_meanwhile_is_refused(desk, tournament):
    fill(tournament, 4)
    leaves = reverse("entry_leaves", args=[tournament.slug, 2])
    assert page_reader.data(desk.get(leaves), "from") == ["1"]
    seat_rounds(tournament, 1)
    answer = desk.post(leaves, {"from_round": "1"})
    assert answer.status_code == 422
    assert worded("round_already_seated", round=1) in answer.content.decode()
    assert page_reader.data(answer, "from") == ["2"]


def test_official_standings_hide_next_round(desk, tournament):
    fill(tournament, 4)
    seat_rounds(tournament, 1)
    url = reverse("registration", args=[tournament.slug])
    assert page_reader.data(desk.get(url), "next-game") == ["2"]
    publications.publish(tournament, official=True, by=None)
    assert not page_reader.data(desk.get(url), "next-game")


def test_late_player_is_entered_from_next_round(desk, tournament):
    fill(tournament, 2)
    seat_rounds(tournament, 4)
    url = reverse("registration", args=[tournament.slug])
    assert page_reader.data(desk.get(url), "next-game") == ["5"]
    page = desk.post(url, {"name": "Aline Retard"}, headers=HX).content.decode()
    assert "From game 5" in page
    assert [entry.number for entry in registration.present(tournament, 4)] == [1, 2]
    assert len(registration.present(tournament, 5)) == 3


def test_only_one_fixed_seat_per_table(desk, tournament):
    fill(tournament, 2)
    one, two = (reverse("entry_seat", args=[tournament.slug, number]) for number in (1, 2))
    page = desk.post(one, {"table": "3", "seat": "B"}, follow=True).content.decode()
    name = tournament.entries.get(number=1).name
    assert worded("seat_fixed", name=name, table=3, seat="B") in unescape(page)
    refused = desk.post(two, {"table": "3", "seat": "A"})
    assert refused.status_code == 422
    assert desk.get(two).url == reverse("entry", args=[tournament.slug, 2]), "no blank page for its address"
    assert "two_fixed_seats" in page_reader.codes(refused)
    assert worded("two_fixed_seats", name=name, table=3) in unescape(refused.content.decode())
    assert (
        worded("no_such_seat", seat="A", table=99)
        in desk.post(two, {"table": "99", "seat": "A"}).content.decode()
    )
    assert "Table 3, seat B" in desk.get(reverse("registration", args=[tournament.slug])).content.decode()
    desk.post(one, {"table": ""})
    assert tournament.entries.get(number=1).fixed_seat is None
    audit_log.undo(tournament.acts.filter(kind="fix_seat").last(), by=None)
    assert tournament.entries.get(number=1).fixed_seat == [3, "B"]


def test_fixed_seat_undo_is_blocked_if_table_is_taken(tournament):
    one, other = fill(tournament, 2)
    registration.fix_seat(one, (1, "A"), by=None)
    gone = registration.fix_seat(one, None, by=None)
    registration.fix_seat(other, (1, "B"), by=None)
    assert audit_log.undo_obstacle(gone).code == "two_fixed_seats"


def test_fixed_seat_of_removed_player_cannot_be_undone(tournament):
    entry = fill(tournament, 1)[0]
    act = registration.fix_seat(entry, (1, "A"), by=None)
    registration.remove_entry(entry)
    assert audit_log.undo_obstacle(act).code == "cannot_be_undone"


def test_check_in_uses_current_database_state(tournament):
    fill(tournament, 2)
    one, other = (tournament.entries.get(number=1) for _volunteer in range(2))
    first = registration.check_in(one, here=True).checked_in_at
    assert registration.check_in(other, here=True).checked_in_at == first
    late = tournament.entries.get(number=1)
    registration.check_in(one, here=False)
    registration.check_in(late, here=True)  # read while the tick still stood
    assert tournament.entries.get(number=1).checked_in_at is not None


def test_fixed_seat_undo_restores_intermediate_seat(tournament):
    fill(tournament, 4)
    one, other = (tournament.entries.get(number=1) for _desk in range(2))
    registration.fix_seat(one, (1, "A"), by=None)
    second = registration.fix_seat(other, (2, "B"), by=None)
    audit_log.undo(second, by=None)
    assert tournament.entries.get(number=1).fixed_seat == [1, "A"]


def test_name_edited_twice_is_sorted_by_saved_name(tournament):
    registration.add_entry(tournament, "Huguette Côté")
    one, other = (tournament.entries.get(number=1) for _desk in range(2))
    registration.edit_entry(one, "Yvon Roy")
    registration.edit_entry(other, "Huguette Côté", club="Sorel")
    written = tournament.entries.get(number=1)
    assert (written.name, written.sort_name) == ("Huguette Côté", "cote huguette")


def test_awaited_player_counts_as_expected(desk, tournament):
    """Of 23 people 22 are here and one was left out until he arrives, so not all are here."""
    entries = fill(tournament, 23)
    for entry in entries[:22]:
        registration.check_in(entry, here=True)
    url = reverse("check_in", args=[tournament.slug])
    registration.leave_out(tournament, entries[22:], by=None)
    page = desk.get(url).content.decode()
    assert "Here: 22 of 23" in page
    assert '<progress max="23" value="22">' in page
    registration.withdraw(entries[0], from_round=1, by=None)
    assert "Here: 21 of 22" in desk.get(url).content.decode(), "not awaited"
    registration.come_back(entries[22], from_round=1, by=None)
    assert "Here: 21 of 22" in desk.get(url).content.decode(), "this player is expected, and not ticked yet"


def test_all_players_are_checked_in_at_once(desk, tournament):
    fill(tournament, 32)
    page = desk.get(reverse("check_in", args=[tournament.slug])).content.decode()
    assert "tick all 32 off" in page
    numbers = list(range(1, 33))
    desk.post(reverse("check_in_everybody", args=[tournament.slug]), {"number": [*numbers, "x", 99]})
    assert not tournament.entries.filter(checked_in_at=None).exists()


def test_empty_search_does_not_offer_check_in_of_all(desk, tournament):
    fill(tournament, 4)
    url, everybody = (reverse(name, args=[tournament.slug]) for name in ("check_in", "check_in_everybody"))
    assert everybody in desk.get(url).content.decode()
    assert everybody not in desk.get(url, {"q": "zzzz"}).content.decode()


@pytest.mark.parametrize("moment", ["2026-13-45T10:00:00+00:00", "2026-01-10T10:00:00", "yesterday"])
def test_undo_with_invalid_moment_changes_nothing(desk, tournament, moment):
    fill(tournament, 2)
    url = reverse("check_in_everybody", args=[tournament.slug])
    desk.post(url, {"number": [1, 2]})
    answer = desk.post(f"{url}?{urlencode({'back': moment})}")
    assert answer.headers["Location"] == reverse("check_in", args=[tournament.slug])
    assert not tournament.entries.filter(checked_in_at=None).exists()


def test_departures_page_links_to_list_and_players(desk, director, tournament):
    entry, *_others = fill(tournament, 4)
    page, roster = (
        reverse("departures", args=[tournament.slug]),
        reverse("registration", args=[tournament.slug]),
    )
    empty = page_reader.parse(desk.get(page)).one("main")
    assert [one["href"] for one in empty.all("a")] == [roster, roster]
    seat_rounds(tournament, 1)
    registration.withdraw(entry, from_round=2, by=director)
    left = page_reader.parse(desk.get(page)).one("[data-left=1]")
    assert left.one("a")["href"] == reverse("entry", args=[tournament.slug, 1])


def test_list_heading_counts_all_listed_entries(desk, director, tournament):
    """The heading once said 32 above 33 lines."""
    fill(tournament, 5)
    registration.name_house(tournament, "La maison")
    seat_rounds(tournament, 1)
    registration.withdraw(tournament.entries.get(number=2), from_round=2, by=director)
    shown = page_reader.parse(desk.get(reverse("registration", args=[tournament.slug])))
    counted = {one["data-counted"]: int(one.words) for one in shown.all("[data-counted]")}
    assert counted == {"players": 4, "house": 1, "away": 1}
    assert sum(counted.values()) == len(shown.one("#roster").all("li.entry"))
