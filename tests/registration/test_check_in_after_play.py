"""Check-in after play has begun: a player who had a seat is not checked out."""

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import event_tournaments, factories
from tests.all_addresses import queries_counted
from tests.devices.kiosks import Kiosk
from tests.interleaved import run_while_waiting_for_lock
from tests.page_reader import codes, data, message_codes, parse
from tests.previewed import post_and_confirm
from tests.registration.small_tournament import fill
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.publishing import publications
from tournaments.registration import event_door, presence
from tournaments.rounds import stages
from tournaments.web.registration.views import check_in

HX = {"HX-Request": "true"}


def refused(change) -> str:
    with pytest.raises(DomainError) as refusal:
        change()
    return refusal.value.code


@pytest.fixture
def day(tournament):
    """Return a tournament of four after its first game; number 5 is entered then and has never sat."""
    for entry in fill(tournament, 4):
        registration.check_in(entry, here=True)
    factories.play_round(tournament, 1)
    registration.add_entry(tournament, "Zoé L'Écuyer")
    return tournament


def checked_in_numbers(day) -> set[int]:
    return set(day.entries.exclude(checked_in_at=None).values_list("number", flat=True))


def state(client, day, number: int, **asked):
    """Return the state of a row of the list, and where a tap leads."""
    row = parse(client.get(reverse("check_in", args=[day.slug]), asked)).one(f"#guest-{number}")
    (tap,) = row.all(".tap")
    return row["data-state"], (tap.get("href") or tap.get("value") or "").partition("?")[0]


def entry_url(day, name: str, number: int) -> str:
    return reverse(name, args=[day.slug, number])


@pytest.mark.both_databases
def test_seated_player_cannot_be_checked_out(day):
    entry = factories.entry(day, 2)
    assert refused(lambda: registration.check_in(entry, here=False)) == "already_seated"
    assert checked_in_numbers(day) == {1, 2, 3, 4}


def test_player_of_undone_seating_can_be_checked_out(tournament):
    for entry in fill(tournament, 4):
        registration.check_in(entry, here=True)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    audit_log.undo(tournament.acts.get(kind="seat"), by=None)
    registration.check_in(factories.entry(tournament, 2), here=False)
    assert checked_in_numbers(tournament) == {1, 3, 4}


def test_outdated_tap_links_seated_player_to_departure(desk, day):
    tick = entry_url(day, "check_in_tick", 2)
    row = desk.post(tick, {"here": "0"}, headers=HX)
    assert codes(row) == ["already_seated"]
    assert parse(row).one("#tap-2")["href"].startswith(entry_url(day, "entry_leaves", 2))
    answer = desk.post(tick, {"here": "0"}, follow=True)
    assert message_codes(answer) == ["already_seated"]
    assert checked_in_numbers(day) == {1, 2, 3, 4}


@pytest.mark.parametrize("name", ["check_in_tick", "entry_pay"])
def test_tap_on_removed_player_reloads_list(desk, day, name):
    typed = {"here": "1", "check_in": "1", "all": "1000", "seen": "0"}
    with run_while_waiting_for_lock(lambda: registration.remove_entry(factories.entry(day, 5))):
        answer = desk.post(entry_url(day, name, 5), typed, headers=HX)
    assert (answer.status_code, answer.headers.get("HX-Refresh")) == (200, "true")
    assert message_codes(desk.get(reverse("check_in", args=[day.slug]))) == ["struck_off"]


def test_check_in_of_all_cannot_be_undone_once_seated(desk, tournament):
    fill(tournament, 4)
    moment = registration.check_in_all(tournament, [1, 2, 3, 4])
    factories.open_round(tournament)
    assert refused(lambda: registration.undo_check_ins(tournament, moment)) == "already_seated"
    url = reverse("check_in_everybody", args=[tournament.slug])
    answer = desk.post(f"{url}?back={moment.isoformat()}".replace("+", "%2B"), follow=True)
    assert message_codes(answer) == ["already_seated"]
    assert checked_in_numbers(tournament) == {1, 2, 3, 4}


def test_the_check_in_of_a_kiosk_is_not_undone_once_seated(tournament):
    fill(tournament, 4)
    kiosk = Kiosk(tournament)
    for number in (1, 2, 3, 4):
        kiosk.arrives(number)
    act = tournament.acts.get(kind=presence.AT_KIOSK, args__entry=2)
    assert audit_log.undo_obstacle(act) is None
    factories.open_round(tournament)
    assert audit_log.undo_obstacle(act).code == "already_seated"
    assert (
        refused(lambda: registration.check_in(factories.entry(tournament, 2), here=False)) == "already_seated"
    )
    assert checked_in_numbers(tournament) == {1, 2, 3, 4}


def test_each_row_shows_target_of_tap(desk, director, day):
    registration.withdraw(factories.entry(day, 3), from_round=2, by=director)
    registration.leave_out(day, [registration.add_entry(day, "Réal Dubé")], by=director)
    assert state(desk, day, 2) == ("plays", entry_url(day, "entry_leaves", 2))
    assert state(desk, day, 3) == ("left", entry_url(day, "entry_arrives", 3))
    assert state(desk, day, 5) == ("missing", "1")
    assert state(desk, day, 6) == ("away", entry_url(day, "entry_arrives", 6))
    registration.check_in(factories.entry(day, 5), here=True)
    assert state(desk, day, 5) == ("here", "0")


def test_player_with_results_is_not_missing(desk, day):
    day.entries.update(checked_in_at=None)
    shown = parse(desk.get(reverse("check_in", args=[day.slug])))
    assert state(desk, day, 2)[0] == "plays"
    assert shown.one("#counter").one("progress")["value"] == "4"
    assert data(shown, "missing") == ["1"]
    absent = parse(desk.get(reverse("check_in", args=[day.slug]), {"absent": "1"}))
    assert [row["id"] for row in absent.all("li[data-state]")] == ["guest-5"]
    desk.post(reverse("check_in_absent", args=[day.slug]), {"number": "1 2 3 4 5", "from_round": "2"})
    assert [entry.number for entry in registration.present(day, 2)] == [1, 2, 3, 4]


def test_seated_player_without_check_in_is_missing(desk, tournament):
    """Game 1 was seated anyway; the list still says who is missing."""
    fill(tournament, 4)
    for number in (1, 2, 3):
        registration.check_in(factories.entry(tournament, number), here=True)
    factories.open_round(tournament)
    assert [state(desk, tournament, number)[0] for number in (1, 4)] == ["plays", "missing"]
    desk.post(entry_url(tournament, "check_in_tick", 4), {"here": "1"}, headers=HX)
    assert state(desk, tournament, 4) == ("plays", entry_url(tournament, "entry_leaves", 4))


def test_leaving_out_is_not_offered_after_last_seating(desk, director):
    """An absent player was once offered a seat in game 2 of 1."""
    made = factories.tournament(4, by=director, rounds=1)
    registration.leave_out(made, [factories.entry(made, 4)], by=director)
    url = reverse("check_in", args=[made.slug])
    assert data(desk.get(url), "missing") == ["3"]
    factories.sit(made, 1, (1, 2))
    assert [state(desk, made, number)[0] for number in (3, 4)] == ["missing", "away"]
    assert data(desk.get(url), "missing") == []


def test_check_in_is_closed_by_official_standings(desk, director, day):
    url = reverse("check_in", args=[day.slug])
    before = desk.get(url)
    digest = before.context["digest"]
    assert not parse(before).all("[data-closed]")
    registration.check_in(registration.add_entry(day, "Réal Dubé"), here=True)
    publications.publish(day, official=True, by=director)
    shown = desk.get(url, {"seen": digest}, headers=HX)
    assert shown.status_code == 200, "the page shows it by itself"
    assert parse(shown).all("[data-closed]")
    assert not parse(shown).all("button.tap") and not parse(shown).all("a.tap")
    assert not parse(shown).one("#absent-people").all("form")
    assert {one["data-state"] for one in parse(shown).all("li[data-state]")} == {"plays", "missing", "here"}
    assert codes(desk.post(entry_url(day, "check_in_tick", 6), {"here": "0"}, headers=HX)) == [
        "standings_official"
    ]
    assert checked_in_numbers(day) == {1, 2, 3, 4, 6}


def test_list_digest_changes_after_seating_and_departure(desk, director, tournament):
    for entry in fill(tournament, 4):
        registration.check_in(entry, here=True)
    url = reverse("check_in", args=[tournament.slug])
    digests = [desk.get(url).context["digest"]]
    factories.play_round(tournament, 1)
    digests.append(desk.get(url).context["digest"])
    registration.withdraw(factories.entry(tournament, 3), from_round=2, by=director)
    digests.append(desk.get(url).context["digest"])
    assert len(set(digests)) == 3


def test_list_after_round_takes_same_queries_for_more_rows(desk, director):
    counts = set()
    for players in (2, 6):
        made = factories.tournament(players, by=director, about={"name": f"Journée {players}"})
        factories.play_round(made, 1)
        for number in range(1, players, 2):
            registration.withdraw(factories.entry(made, number), from_round=2, by=director)
        url = reverse("check_in", args=[made.slug])
        desk.get(url)
        with queries_counted() as asked:
            shown = desk.get(url)
        assert len(parse(shown).all("li[data-state]")) == players
        counts.add(len(asked))
    assert len(counts) == 1, counts


@pytest.mark.django_db
def test_event_check_in_keeps_players_with_seats(client):
    one, _other = days = event_tournaments.days(2, players=4)
    event = event_tournaments.event(*days)
    client.force_login(factories.helper(one.organisation, "registration", "aline"))
    door = reverse("event_door", args=[event.uid])
    for entry in one.entries.all():
        registration.check_in(entry, here=True)
    factories.play_round(one, 1)
    registration.withdraw(factories.entry(one, 3), from_round=2, by=None)
    two = next(person for person in event_door.people_of(days) if person.entry == factories.entry(one, 2))
    answer = client.post(door, {"person": two.key, "out": f"{one.pk}-2"}, follow=True)
    assert message_codes(answer) == ["already_seated"]
    assert checked_in_numbers(one) == {1, 2, 3, 4}
    shown = parse(client.get(door))
    assert not shown.all("button[name=out]")
    links = [link["href"].partition("?")[0] for link in shown.all("a")]
    assert links.count(entry_url(one, "entry_leaves", 2)) == 1
    assert links.count(entry_url(one, "entry_arrives", 3)) == 1
    publications.publish(one, official=True, by=None)
    closed = parse(client.get(door))
    assert not {link.get("href") for link in closed.all("a")} & {entry_url(one, "entry_leaves", 2)}
    assert len(closed.all("button[name=in]")) == 4, "the other tournament goes on"


def departure_form(client, link: str):
    """Return the action, the fields and the ways back of the page behind a link."""
    shown = client.get(link)
    action = link.partition("?")[0]
    (form,) = [one for one in parse(shown).all("form") if one.get("action") == action]
    fields = {one["name"]: one["value"] for one in form.all("input") if one.get("name")}
    back = {one["href"] for one in parse(shown).all("a[data-back]")}
    return action, fields, back


@pytest.mark.parametrize(("number", "name"), [(2, "entry_leaves"), (3, "entry_arrives")])
def test_departure_and_arrival_return_to_list(desk, director, day, number, name):
    registration.withdraw(factories.entry(day, 3), from_round=2, by=director)
    door = reverse("check_in", args=[day.slug])
    link = parse(desk.get(door)).one(f"#tap-{number}")["href"]
    action, fields, back = departure_form(desk, link)
    assert action == entry_url(day, name, number)
    assert back == {f"{door}#tap-{number}"}
    answer = desk.post(action, fields)
    assert answer.url == f"{door}#tap-{number}"
    shown = desk.get(door)
    assert state(desk, day, number)[0] == ("left" if number == 2 else "plays")
    (undo,) = [one["action"] for one in parse(shown).all("form[action]") if "/undo/" in one["action"]]
    assert post_and_confirm(desk, undo).url == f"{door}#tap-{number}"
    assert state(desk, day, number)[0] == ("plays" if number == 2 else "left")


def test_a_refused_change_keeps_the_way_back_to_the_list(desk, day):
    link = parse(desk.get(reverse("check_in", args=[day.slug]))).one("#tap-2")["href"]
    action, fields, _back = departure_form(desk, link)
    registration.withdraw(factories.entry(day, 2), from_round=2, by=None)
    refusal = desk.post(action, fields)
    assert refusal.status_code == 422
    assert codes(refusal)[0] == "already_gone"
    assert parse(refusal).all("input[name=door]")
    assert f"{reverse('check_in', args=[day.slug])}#tap-2" in {
        link["href"] for link in parse(refusal).all("a[data-back]")
    }


def test_departure_returns_to_page_of_long_list(desk, director, monkeypatch):
    monkeypatch.setattr(check_in, "ON_A_PAGE", 2)
    made = factories.tournament(4, by=director)
    factories.play_round(made, 1)
    last = made.entries.order_by("sort_name", "number").last()
    door = reverse("check_in", args=[made.slug])
    link = parse(desk.get(f"{door}?page=2")).one(f"#tap-{last.number}")["href"]
    action, fields, back = departure_form(desk, link)
    assert desk.post(action, fields).url == f"{door}?page=2#tap-{last.number}"
    assert back == {f"{door}?page=2#tap-{last.number}"}


@pytest.mark.django_db
def test_departure_returns_to_event_check_in(client):
    one, _other = days = event_tournaments.days(2, players=4)
    event = event_tournaments.event(*days)
    client.force_login(factories.helper(one.organisation, "registration", "aline"))
    factories.play_round(one, 1)
    door = reverse("event_door", args=[event.uid])
    leaves = entry_url(one, "entry_leaves", 2)
    (link,) = [at["href"] for at in parse(client.get(door)).all("a") if at["href"].startswith(leaves)]
    action, fields, back = departure_form(client, link)
    assert [address.partition("?")[0] for address in back] == [door]
    assert client.post(action, fields).url.partition("?")[0] == door


def test_foreign_return_address_leads_to_check_in(desk, day):
    leaves, at = entry_url(day, "entry_leaves", 2), f"{reverse('check_in', args=[day.slug])}#tap-2"
    for door in ("https://example.org/", "//example.org", "event", "<script>"):
        assert '<script>"' not in desk.get(leaves, {"door": door}).content.decode()
        assert desk.get(leaves, {"door": door}).status_code == 200
    answer = desk.post(leaves, {"from_round": "2", "door": "https://example.org/"})
    assert answer.url == at
