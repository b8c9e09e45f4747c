"""Seat, open, close and undo on the screen: the preview is what is seated, and nothing is repeated."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from tests import factories
from tests.page_reader import codes, data, message_codes, worded
from tests.page_reader import parse as elements
from tests.previewed import post_and_confirm
from tests.web.setup.posting import posted
from tournaments import registration, rounds
from tournaments.formats import FORMATS, rehearsal_rules
from tournaments.models import Round, Seat
from tournaments.rounds import stages
from tournaments.web.setup.forms.form import SetupForm

pytestmark = pytest.mark.django_db


def page(client, tournament, path=""):
    """Return the text of a page of the rounds, following redirects."""
    response = client.get(f"/t/{tournament.slug}/rounds/{path}", follow=True)
    assert response.status_code == 200
    return response.content.decode()


def hidden(html: str) -> dict[str, str]:
    """Return the hidden fields of the form that seats."""
    form = html[html.index('name="seed"') - 40 :]
    return dict(re.findall(r'name="(seed|shown|anyway)" value="(\w+)"', form))


def standing_rounds(tournament):
    return Round.objects.filter(rounds.NOT_VOID, stage__tournament=tournament)


def test_shown_seating_is_the_one_seated(director, tournament):
    html = page(director, tournament, "seat/?seed=4711")
    assert "4711" in html
    shown = hidden(html)
    response = director.post(f"/t/{tournament.slug}/rounds/seat/", shown)
    round_ = standing_rounds(tournament).get()
    assert response.url == f"/t/{tournament.slug}/rounds/1/"
    assert (round_.seed, round_.state) == (4711, "seated")
    seats = rounds.planned_tables(round_)
    assert seats == rounds.seating_of(round_).tables
    again = director.post(f"/t/{tournament.slug}/rounds/seat/", shown)
    assert again.status_code in (200, 302)
    assert standing_rounds(tournament).count() == 1, "a second click seats nothing"


def test_other_date_can_be_moved_to_today_or_ignored(director, tournament):
    stages.change_description(tournament, {"date": timezone.localdate() + timedelta(days=3)}, by=None)
    for path in ("", "seat/"):
        (asked,) = elements(page(director, tournament, path)).all("[data-other-date]")
    assert (
        director.post(
            f"/t/{tournament.slug}/rounds/seat/", hidden(page(director, tournament, "seat/"))
        ).status_code
        == 302
    )
    assert data(page(director, tournament), "other-date"), "it is seated, and can still be moved"
    moved = director.post(asked.all("form")[0]["action"])
    assert moved.headers["Location"] == f"/t/{tournament.slug}/rounds/seat/"
    tournament.refresh_from_db()
    assert tournament.date == timezone.localdate()
    assert not data(page(director, tournament), "other-date")
    stages.change_description(tournament, {"date": timezone.localdate() + timedelta(days=3)}, by=None)
    rounds.open_round(standing_rounds(tournament).get(), by=None)
    assert not data(page(director, tournament), "other-date"), "it has begun"


def test_draw_again_shows_another_seed_and_writes_nothing(director, tournament):
    html = page(director, tournament, "seat/")
    another = re.search(r'href="\?seed=(\d+)"', html).group(1)
    assert hidden(html)["seed"] != another
    assert hidden(page(director, tournament, f"seat/?seed={another}"))["seed"] == another
    assert not Round.objects.exists()


def test_outdated_seating_is_not_written(director, tournament):
    shown = hidden(page(director, tournament, "seat/"))
    for name in ("Tardive", "Retardataire"):
        registration.check_in(registration.add_entry(tournament, name), here=True)
    stages.set_tables(tournament, 5)
    text = director.post(f"/t/{tournament.slug}/rounds/seat/", shown, follow=True).content.decode()
    assert message_codes(text) == ["seating_changed"]
    assert not Round.objects.exists()


def test_absent_players_are_seated_or_left_out(director, tournament):
    missing = list(tournament.entries.order_by("number")[:2])
    for entry in missing:
        registration.check_in(entry, here=False)
    html = page(director, tournament, "seat/")
    assert data(html, "absent") == ["2"] and "data-nobody-ticked" not in html
    assert 'name="seed"' not in html, "first the choice"
    assert hidden(page(director, tournament, "seat/?anyway=1"))["anyway"] == "1"

    numbers = [entry.number for entry in missing]
    text = director.post(
        f"/t/{tournament.slug}/rounds/leave-out/", {"entry": numbers}, follow=True
    ).content.decode()
    assert message_codes(text) == ["left_out_named"]
    assert all(entry.name in unescape(text) for entry in missing)
    assert len(registration.present(tournament, 1)) == 6
    undo = re.search(r'action="([^"]*/undo/\d+/)"', text)[1]
    post_and_confirm(director, undo)
    assert len(registration.present(tournament, 1)) == 8, "all of it is taken back"
    text = director.post(
        f"/t/{tournament.slug}/rounds/leave-out/", {"entry": numbers}, follow=True
    ).content.decode()
    director.post(f"/t/{tournament.slug}/rounds/seat/", hidden(text))
    assert len(rounds.sheet(standing_rounds(tournament).get())) == 6


def test_unused_check_in_list_offers_no_leaving_out(director):
    tournament = factories.tournament(30, tables=15)
    client = director
    client.force_login(factories.organiser(tournament, "other"))
    html = page(client, tournament, "seat/")
    assert "data-nobody-ticked" in html
    assert "leave-out/" not in html
    assert f"/t/{tournament.slug}/check-in/" in html
    registration.check_in(tournament.entries.get(number=3), here=True)
    html = page(client, tournament, "seat/")
    assert data(html, "absent") == ["29"]
    assert "leave-out/" in html
    assert re.search(r"<details>\s*<summary>", html)


@pytest.mark.parametrize(("ticked", "main"), [(0, "everybody"), (2, "everybody"), (29, "leave-out")])
def test_main_button_keeps_players_if_many_are_missing(director, ticked, main):
    """Two of 32 were ticked by a new user who tried the list, and the green button set 30 people aside."""
    tournament = factories.tournament(32, tables=16)
    for entry in tournament.entries.order_by("number")[:ticked]:
        registration.check_in(entry, here=True)
    director.force_login(factories.organiser(tournament, "other"))
    html = page(director, tournament, "seat/")
    form = re.search(r'<form class="box-body".*?</form>', html, re.DOTALL)[0]
    green = re.findall(r'<button class="button primary"([^>]*)>', form)
    assert len(green) == 1
    assert ("everybody" if "check-in/everybody/" in green[0] else "leave-out") == main
    missing = re.findall(r'name="number" value="(\d+)"', form)
    assert len(missing) == 32 - ticked
    assert f" {32 - ticked} " in re.sub(r"<[^>]+>", " ", form), "the effect of a button stands on it"


def test_check_in_of_all_can_be_undone(director):
    tournament = factories.tournament(32, tables=16)
    director.force_login(factories.organiser(tournament, "other"))
    registration.check_in(factories.entry(tournament, 7), here=True)
    missing = [number for number in range(1, 33) if number != 7]
    asked = {"number": missing, "then": "seat"}
    html = director.post(f"/t/{tournament.slug}/check-in/everybody/", asked, follow=True).content.decode()
    assert hidden(html)["seed"], "the seating is shown at once"
    assert not tournament.entries.filter(checked_in_at=None).exists()
    director.post(unescape(re.search(r'action="([^"]*everybody/\?back=[^"]*)"', html)[1]))
    assert list(tournament.entries.exclude(checked_in_at=None).values_list("number", flat=True)) == [7]


def test_players_of_earlier_round_are_not_missing(director):
    tournament = factories.tournament(4)
    factories.play_round(tournament, 1)
    client = director
    client.force_login(factories.organiser(tournament, "other"))
    assert "data-absent" not in page(client, tournament, "seat/")


def test_odd_field_explains_way_out(director, tournament):
    registration.withdraw(tournament.entries.get(number=3), from_round=1, by=None)
    html = page(director, tournament, "seat/")
    assert worded("odd_undecided", players=7) in html
    assert f"/t/{tournament.slug}/setup/" in html


def test_too_few_tables_suggests_solutions(director, tournament):
    for name in ("Une", "Deux"):
        registration.check_in(registration.add_entry(tournament, name), here=True)
    html = page(director, tournament, "seat/")
    assert worded("too_few_tables", tables=4, needed=5) in html
    assert codes(html)[0] == "too_few_tables"
    assert worded("way_add_tables", tables=1) in html


def test_page_shows_one_next_step(director, tournament):
    assert "Seat game 1" in page(director, tournament)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    assert "Start game 1" in page(director, tournament)
    director.post(f"/t/{tournament.slug}/rounds/1/open/")
    html = page(director, tournament)
    assert (data(html, "do"), data(html, "in"), data(html, "waits")) == (["enter"], ["0"], ["1 2 3 4"])
    round_ = standing_rounds(tournament).get()
    for table in range(1, 5):
        factories.enter(factories.meeting_at(round_, table), [121, 80])
    assert "Close game 1" in page(director, tournament)
    director.post(f"/t/{tournament.slug}/rounds/1/close/")
    html = page(director, tournament)
    assert '<strong id="of-game">Game 1</strong>' in html, "shown and printed: the last game"
    assert "Seat game 2" in html
    assert 'aria-valuenow="1"' in html


def test_medals_follow_last_round(director):
    tournament = factories.tournament(4, rounds=1)
    factories.play_round(tournament, 1)
    director.force_login(factories.organiser(tournament, "other"))
    assert f'href="/t/{tournament.slug}/medals/"' in page(director, tournament)
    assert worded("no_more_rounds", rounds=1) in page(director, tournament, "seat/")


def test_only_shown_action_is_undone_and_once(director, tournament):
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    director.post(f"/t/{tournament.slug}/rounds/1/open/")
    html = page(director, tournament)
    assert html.count('name="act"') == 1
    act = re.search(r'name="act" value="(\d+)"', html).group(1)
    director.post(f"/t/{tournament.slug}/rounds/undo/", {"act": act})
    assert standing_rounds(tournament).get().state == "seated"
    text = director.post(f"/t/{tournament.slug}/rounds/undo/", {"act": act}, follow=True).content.decode()
    assert message_codes(text)[-1] == "look_again"
    assert standing_rounds(tournament).get().state == "seated"
    act = re.search(r'name="act" value="(\d+)"', page(director, tournament)).group(1)
    director.post(f"/t/{tournament.slug}/rounds/undo/", {"act": act})
    assert not standing_rounds(tournament).exists()


def test_round_with_results_offers_no_undo(director, tournament):
    round_ = factories.open_round(tournament)
    factories.enter(factories.meeting_at(round_, 1), [121, 80])
    assert 'name="act"' not in page(director, tournament)


def test_only_director_can_change_rounds(client, tournament):
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    for path in ("", "seat/", "1/swap/?one=1&other=2"):
        assert client.get(f"/t/{tournament.slug}/rounds/{path}").status_code == 302
    for path in ("seat/", "leave-out/", "undo/", "1/open/", "1/close/", "1/swap/"):
        assert client.post(f"/t/{tournament.slug}/rounds/{path}", {"one": 1, "other": 2}).status_code == 302
    assert standing_rounds(tournament).get().state == "seated"
    assert tournament.acts.exclude(kind__in=["create", "seat"]).count() == 0


def test_house_player_is_shown_before_it_is_entered(director, tournament):
    from tournaments.models import Entry, Stage, Tournament

    registration.remove_entry(factories.entry(tournament, 8))
    rules = stages.qualifying(tournament).rules | {"odd": "house"}
    Stage.objects.filter(tournament=tournament).update(rules=rules)
    Tournament.objects.filter(pk=tournament.pk).update(settings={"house_name": "Maison L'Érablière"})
    html = page(director, tournament, "seat/")
    assert "Maison L&#x27;Érablière" in html
    assert not Entry.objects.filter(kind="house").exists(), "looking writes nothing"
    director.post(f"/t/{tournament.slug}/rounds/seat/", hidden(html))
    house = tournament.entries.get(kind="house")
    assert (house.name, house.number) == ("Maison L'Érablière", 8)
    assert {letter.entry_id for letter in Seat.objects.all()} >= {house.pk}


def test_forbidden_pairing_is_refused_with_ways_out(client):
    """All four are of one car-pool. Once they are kept apart only if possible, the game is seated."""
    tournament = factories.tournament(4, apart_at_any_price=True, apart_for=0, movement="swiss", tables=2)
    client.force_login(factories.organiser(tournament))
    factories.play_round(tournament, 1)
    tournament.entries.update(apart="Tremblay")
    html = unescape(page(client, tournament, "seat/"))
    assert "apart_cannot_be" in codes(html)
    assert {"way_apart_if_possible", "way_other_word"} <= set(codes(html))
    assert any(name in html for name in tournament.entries.values_list("name", flat=True))
    form = SetupForm(tournament=tournament)
    answer = client.post(f"/t/{tournament.slug}/setup/", posted(form, apart_at_any_price=None))
    assert answer.status_code == 302, "it may be said during the day"
    assert hidden(page(client, tournament, "seat/"))


@pytest.mark.parametrize(
    ("key", "players"),
    [("points-partners", 8), ("gin-captain", 6), ("cribbage-three-pairs", 12), ("gin-round-robin", 4)],
)
def test_partners_are_shown_wherever_seats_are_listed(client, key, players):
    declared = rehearsal_rules(FORMATS[key], players)
    tournament = factories.tournament(players, key=key, **declared)
    client.force_login(factories.organiser(tournament))
    client.cookies["django_language"] = "en"
    shown = page(client, tournament, "seat/?seed=5&anyway=1")
    round_ = rounds.seat(stages.qualifying(tournament), 1, seed=5, by=None)
    names = dict(tournament.entries.values_list("number", "name"))
    planned = rounds.planned_tables(round_)
    found = [
        ", ".join(names[other] for other in side if other != number)
        for table in planned
        for number in table.people
        for side in table.sides
        if number in side
    ]
    whys = [page(client, tournament, f"1/why/{table.table}/") for table in planned]
    assert _partners(shown) == found
    assert _partners(page(client, tournament, "1/?by=table")) == found
    assert [one for why in whys for one in _partners(why)] == found


def _partners(shown) -> list[str]:
    """Return the partner of each player, table by table in the order of the letters, empty for one alone."""
    found = []
    for seat in [one for place in elements(shown).all("li[class=seat-table]") for one in place.all("li")]:
        result = [one.words.removeprefix("with ") for one in seat.all("[data-with]")]
        found += result or ([""] if seat.all("[class=seat-letter]") else [])
    return found
