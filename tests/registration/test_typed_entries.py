"""Typing players: one line each, without JavaScript and with it, and the warnings about names."""

import pytest
from django.urls import reverse

from tests import factories, page_reader
from tests.page_reader import worded
from tests.registration.small_tournament import fill, seat_rounds, small_tournament
from tournaments import registration
from tournaments.models import Entry, Player, Tournament
from tournaments.registration.teams import NewMember
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
HX = {"HX-Request": "true"}


@pytest.fixture
def url(tournament):
    return reverse("registration", args=[tournament.slug])


def test_entry_without_javascript_is_added_and_keeps_club(desk, tournament, url):
    answer = desk.post(
        url, {"name": "  Gérald   O'Brien ", "club": "Saint-Hilaire", "fee": "15", "paid_how": "cash"}
    )
    assert answer.status_code == 302
    entry = tournament.entries.get()
    assert (entry.number, entry.name, entry.club, entry.fee_cents) == (
        1,
        "Gérald O'Brien",
        "Saint-Hilaire",
        1500,
    )
    page = desk.get(answer.url).content.decode()
    assert 'value="Saint-Hilaire"' in page
    assert "Gérald O&#x27;Brien is number 1." in page
    assert "$15.00" in page


UNUSUAL_NAMES = ["¨", "\N{COMBINING ACUTE ACCENT}", "ﷺ" * 7, "Œ" * 120, "ﷺ O'Brien-Saint-Hilaire " * 4, "’"]


@pytest.mark.both_databases
@pytest.mark.parametrize("name", UNUSUAL_NAMES)
def test_copy_with_an_unusual_name_can_be_restored(name):
    tournament = factories.tournament(2)
    entry = registration.add_entry(tournament, name)
    registration.add_team(tournament, name, [NewMember(name), NewMember("Réal Roy")])
    registration.edit_entry(factories.entry(tournament, 1), name)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert [one.name for one in life.entries.order_by("number")][::2] == [entry.name] * 2


@pytest.mark.parametrize("stored", ["", "x" * 200])
def test_copy_with_a_sort_name_of_an_older_program_can_be_restored(stored):
    tournament = factories.tournament(2)
    Entry.objects.filter(tournament=tournament).update(sort_name=stored)
    Player.objects.filter(memberships__entry__tournament=tournament).update(sort_name=stored)
    life = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert {one.sort_name for one in life.entries.all()} == {stored[:120]}


def test_entry_with_htmx_returns_only_row(desk, tournament, url):
    answer = desk.post(url, {"name": "Yvon <b>Côté</b>", "club": "Sorel"}, headers=HX)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'hx-swap-oob="afterbegin:#roster"' in page
    assert "Yvon &lt;b&gt;Côté&lt;/b&gt;" in page
    assert "<html" not in page


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"name": "  "}, "Type a name."),
        ({"name": "Aline Roy", "fee": "quinze"}, "is not an amount"),
        ({"name": "x" * 121}, "at most 120"),
    ],
)
def test_refused_entry_keeps_input(desk, tournament, url, typed, expected):
    answer = desk.post(url, {"club": "Sorel", **typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert expected in page
    assert 'value="Sorel"' in page
    assert not tournament.entries.exists()
    answer = desk.post(url, typed, headers=HX)
    assert answer.status_code == 422
    assert expected in answer.content.decode()


@pytest.mark.parametrize(
    ("known", "typed", "how"),
    [
        ("Huguette Côté", "Côté Huguette", "same"),
        ("Huguette Côté", "HUGUETTE COTE", "same"),
        ("Marie-Josée Roy", "Marie Josée Roy", "same"),
        ("Marie-Josée Roy", "MarieJosée Roy", "same"),
        ("Gérald O’Brien", "Gérald O'Brien", "same"),
        ("Huguette L’Écuyer", "Huguete L'Ecuyer", "near"),
        ("Huguette L'Ecuyer", "Huguete Lecuyer", "near"),
        ("Réal Saint-Onge", "St-Onge Réal", "same"),
        ("Joueuse Numéro012", "Joueuse Numéro013", ""),
        ("Joueuse Numéro12", "Joueuse Numéro21", ""),
        ("Gérald Tremblay", "Gérard Tremblay", "near"),
        ("Lucie Tremblay", "Louise Tremblay", ""),
        ("Jean Tremblay", "Jeanne Tremblay", ""),
        ("Jean Tremblay", "Jean Gagnon", ""),
        ("Joueuse Numéro 1", "Joueuse Numéro 2", ""),
        ("Jean Roy", "Jeanne Côté", ""),
    ],
)
def test_similar_names_are_recognised(known, typed, how):
    assert registration.alike(known, typed) == how
    found = registration.look_alikes(typed, [(1, known)])
    assert [likeness.how for likeness in found] == ([how] if how else [])


def test_a_likely_duplicate_is_warned_of_and_entered(desk, tournament, url):
    registration.add_entry(tournament, "Huguette Côté", club="Sorel")
    page = desk.post(url, {"name": "Côté Huguette"}, headers=HX).content.decode()
    (like, *_row) = page_reader.parse(page).all("[data-like]")
    assert like["data-like"] == "1" and "Huguette Côté" in like.words
    assert tournament.entries.count() == 2
    assert sorted(page_reader.data(desk.get(url), "like")) == ["1", "2"]


def test_known_players_are_suggested_until_they_are_entered(desk, director, url, tournament):
    other = small_tournament(by=director)
    registration.add_entry(other, "Huguette L’Écuyer", club="Saint-Hilaire", member_number="314")
    known = reverse("known_players", args=[tournament.slug])
    page = desk.get(known, {"name": "ecuyer hug"}).content.decode()
    assert 'data-club="Saint-Hilaire"' in page
    assert 'data-member="314"' in page
    registration.add_entry(tournament, "Huguette L’Écuyer", club="Saint-Hilaire", member_number="314")
    assert Player.objects.count() == 1
    assert "option" not in desk.get(known, {"name": "ecuyer hug"}).content.decode()


def test_people_of_an_example_are_not_suggested(desk, url, director, tournament):
    example = small_tournament(by=director)
    Tournament.objects.filter(pk=example.pk).update(example=True)
    registration.add_entry(example, "Huguette L’Écuyer")
    known = reverse("known_players", args=[tournament.slug])
    assert "option" not in desk.get(known, {"name": "ecuyer hug"}).content.decode()
    registration.add_entry(small_tournament(by=director), "Huguette L’Écuyer")
    assert "option" in desk.get(known, {"name": "ecuyer hug"}).content.decode()


def test_two_of_the_same_name_are_two_people(tournament):
    one, two = (registration.add_entry(tournament, "Jean Roy", club="Sorel") for _ in range(2))
    assert one.members.get().player_id != two.members.get().player_id


def test_renaming_entry_does_not_change_known_player(director, tournament):
    other = small_tournament(by=director)
    known = registration.add_entry(other, "Jean Roy", club="Sorel").members.get().player
    entry = registration.add_entry(tournament, "Jean Roy", club="Sorel")
    registration.edit_entry(entry, "Carmen Thériault", club="Beloeil")
    known.refresh_from_db()
    assert known.name == "Jean Roy"
    assert entry.members.get().player.name == "Carmen Thériault"


def test_row_is_edited_in_place(desk, tournament):
    entry = fill(tournament, 1)[0]
    row = reverse("entry_row", args=[tournament.slug, 1])
    assert 'name="fee"' in desk.get(row, headers=HX).content.decode()
    answer = desk.post(row, {"name": "Gérald O'Brien père", "club": "Sorel", "fee": "12,50 $"}, headers=HX)
    assert "Gérald O&#x27;Brien père" in answer.content.decode()
    entry.refresh_from_db()
    assert (entry.name, entry.club, entry.fee_cents) == ("Gérald O'Brien père", "Sorel", 1250)
    refused = desk.post(row, {"name": ""}, headers=HX).content.decode()
    assert worded("name_missing") in refused
    assert desk.get(row).status_code == 302


def test_edit_keeps_concurrent_check_in(tournament):
    entry = fill(tournament, 1)[0]
    same = Entry.objects.get(pk=entry.pk)
    registration.check_in(same, here=True)
    registration.edit_entry(entry, "Gérald O'Brien", club="Sorel")
    same.refresh_from_db()
    assert same.checked_in_at is not None


def test_entry_is_removed_once_despite_second_click(desk, tournament):
    fill(tournament, 2)
    strike = reverse("strike", args=[tournament.slug, 2])
    assert desk.post(strike).status_code == 302
    assert desk.post(strike).status_code == 302
    assert [entry.number for entry in tournament.entries.all()] == [1]
    assert not Player.objects.filter(name__startswith="Huguette").exists()


def test_seated_player_cannot_be_removed(desk, tournament):
    entry = fill(tournament, 1)[0]
    seat_rounds(tournament, 1)
    round_ = tournament.stages.get().rounds.get()
    meeting = round_.meetings.create(place=tournament.places.first())
    meeting.seats.create(letter="A", side=0, entry=entry)
    answer = desk.post(reverse("strike", args=[tournament.slug, 1]), follow=True)
    assert page_reader.message_codes(answer) == ["already_seated"]
    assert tournament.entries.count() == 1
    assert "Strike off" not in desk.get(reverse("entry", args=[tournament.slug, 1])).content.decode()


def test_number_named_by_undoable_action_is_not_reused(director, tournament):
    _, two = fill(tournament, 2)
    registration.withdraw(two, from_round=1, by=director)
    registration.remove_entry(two)
    assert registration.add_entry(tournament, "Autre Personne").number == 3


def test_the_house_player_is_named_and_renamed(desk, director):
    tournament = small_tournament(by=director, odd="house")
    fill(tournament, 3)
    url = reverse("house_player", args=[tournament.slug])
    desk.post(url, {"house": "Ginette d'Amour"})
    desk.post(url, {"house": "Ginette D’Amour"})
    house = tournament.entries.get(kind="house")
    assert (house.name, house.number) == ("Ginette D’Amour", 4)
    page = desk.get(reverse("registration", args=[tournament.slug])).content.decode()
    assert "House player: Ginette D’Amour" in page
    assert len(registration.present(tournament, 1)) == 3


def test_the_cash_box_adds_up(desk, tournament, url):
    for number, (fee, how) in enumerate([("15", "cash"), ("15.5", "cash"), ("20", "cheque"), ("10", "")]):
        desk.post(url, {"name": f"Personne {number}", "fee": fee, "paid_how": how})
    assert factories.payment_totals(tournament) == {"cash": 3050, "cheque": 2000, "": 1000}
    page = desk.get(url).content.decode()
    assert "$30.50" in page
    assert "$50.50" in page


def test_users_without_role_are_refused(client, tournament, url, django_user_model):
    assert client.get(url).status_code == 302
    client.force_login(django_user_model.objects.create_user("passant"))
    assert client.get(url).status_code == 403
    assert client.post(url, {"name": "X"}).status_code == 403


@pytest.mark.parametrize("name", ["registration", "check_in"])
def test_lists_take_same_queries_for_any_length(desk, tournament, name, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    address = reverse(name, args=[tournament.slug])
    fill(tournament, 1)
    desk.get(address)
    with CaptureQueriesContext(
        connection,
    ) as one:
        desk.get(address)
    for number in range(2):
        registration.add_entry(tournament, "Gérald O'Brien", club=f"Club {number}", apart="auto")
    with django_assert_num_queries(len(one)):
        desk.get(address)
