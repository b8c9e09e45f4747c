"""People of an organisation are corrected, two records of one person are merged, and both are undone."""

from datetime import date, timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tests import all_addresses, factories, page_reader
from tests.factories import signed_in
from tournaments import registration
from tournaments.models import ClubMembership, MergedPlayer, Player, Result, Tournament
from tournaments.organisations import erasure, history, likely_doubles, people, person_changes
from tournaments.transfer import copies
from tournaments.transfer.erasure import erase as erase_everywhere
from tournaments.transfer.erasure import erase_listed

pytestmark = pytest.mark.django_db


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise):
    return factories.tournament(0, by=lise)


def person_of(entry) -> Player:
    return entry.members.get(to_round=None).player


def details(player: Player, **changed: str) -> dict[str, str]:
    names = ("name", "club", "region", "member_number", "category")
    return {name: getattr(player, name) for name in names} | changed


def correct(player: Player, *, family: str = "", since=None, by=None, **changed: str):
    return person_changes.correct(player, family=family, since=since, by=by, **details(player, **changed))


def test_correction_updates_future_tournaments_only(lise):
    begun = factories.tournament(4, by=lise)
    factories.play_round(begun, 1)
    entry = begun.entries.get(number=1)
    player = person_of(entry)
    coming = factories.tournament(0, by=lise)
    there = registration.add_entry(coming, player.name, club=player.club, region="Est")
    assert person_of(there) == player
    registration.edit_entry(there, there.name, club=there.club, region="Nord")
    act = correct(player, name="Zoé L'Écuyer", club="tracy", region="Est", by=lise)
    entry.refresh_from_db()
    there.refresh_from_db()
    version, coming.version = coming.version, 0
    coming.refresh_from_db()
    assert (there.name, there.sort_name, there.club, there.region) == (
        "Zoé L'Écuyer",
        "l'ecuyer zoe",
        "tracy",
        "Est",
    )
    assert entry.name != there.name and coming.version > version
    person_changes.undo(act, by=lise)
    there.refresh_from_db()
    player.refresh_from_db()
    assert (there.name, player.name, there.region, player.region) == (entry.name, entry.name, "Nord", "Nord")


def test_correction_keeps_details_edited_in_a_tournament(tournament, lise):
    entry = registration.add_entry(tournament, "Zoé Lavoie", club="Sorel", member_number="7")
    player = person_of(entry)
    tournament.entries.update(club="Invitée")
    correct(player, club="Tracy", member_number="8", by=lise)
    entry.refresh_from_db()
    assert (entry.club, entry.member_number) == ("Invitée", "8")


def test_correction_updates_team_members(tournament, lise):
    mates = [registration.NewMember("Zoé Lavoie"), registration.NewMember("Pat O'Brien")]
    team = registration.add_team(tournament, "", mates)
    player = team.members.get(position=1).player
    correct(player, name="Zoé Lavoye", by=lise)
    team.refresh_from_db()
    assert team.team == ["Zoé Lavoye", "Pat O'Brien"]
    assert "Zoé Lavoye" in team.name


def test_family_name_can_be_chosen(tournament, lise):
    player = person_of(registration.add_entry(tournament, "Ana Diaz Lopez"))
    assert player.sort_name == "lopez ana diaz"
    correct(player, family="Diaz Lopez", by=lise)
    player.refresh_from_db()
    assert player.sort_name == "diaz lopez ana"


def test_club_with_a_future_date_is_refused(tournament, lise):
    registration.add_entry(tournament, "Zoé Roy", club="Sorel")
    one = tournament.organisation.players.get()
    later = timezone.localdate() + timedelta(days=1)
    page = reverse("player", args=[tournament.organisation.slug, one.uid])
    answer = signed_in(lise).post(page, {"name": one.name, "club": "Tracy", "since": later.isoformat()})
    assert [error.code for error in answer.context["form"].errors.as_data()["since"]] == ["club_not_yet"]
    assert tournament.organisation.players.get(pk=one.pk).club == one.club


@pytest.mark.both_databases
def test_club_transfer_is_dated_and_typing_error_is_not(tournament, lise):
    player = person_of(registration.add_entry(tournament, "Zoé Lavoie", club="Sroel"))
    correct(player, club="Sorel", by=lise)
    player.refresh_from_db()
    assert people.memberships(player) == []
    correct(player, club="Tracy", since=date(2025, 9, 1), by=lise)
    player.refresh_from_db()
    act = correct(player, club="Beloeil", since=date(2026, 9, 1), by=lise)
    found = [("Beloeil", date(2026, 9, 1), None), ("Tracy", date(2025, 9, 1), date(2026, 9, 1))]
    found += [("Sorel", None, date(2025, 9, 1))]
    assert [tuple(one) for one in people.memberships(player)] == found
    person_changes.undo(act, by=lise)
    assert [one.club for one in people.memberships(player)] == ["Tracy", "Sorel"]


def test_typing_error_in_a_dated_club_is_corrected_there(tournament, lise):
    player = person_of(registration.add_entry(tournament, "Zoé Roy", club="Sorel"))
    correct(player, club="Beloil", since=date(2025, 9, 1))
    player.refresh_from_db()
    act = correct(player, club="Beloeil", by=lise)
    assert [(one.club, one.since) for one in people.memberships(player)] == [
        ("Beloeil", date(2025, 9, 1)),
        ("Sorel", None),
    ]
    person_changes.undo(act, by=lise)
    player.refresh_from_db()
    assert [one.club for one in people.memberships(player)] == ["Beloil", "Sorel"] and player.club == "Beloil"


def test_transfer_before_the_last_one_is_refused(tournament, lise):
    player = person_of(registration.add_entry(tournament, "Zoé Roy", club="Sorel"))
    correct(player, club="Beloeil", since=date(2025, 9, 1))
    page = reverse("player", args=[tournament.organisation.slug, player.uid])
    typed = {"name": player.name, "club": "Tracy", "since": "2025-08-31"}
    answer = signed_in(lise).post(page, typed)
    codes = [error.code for error in answer.context["form"].errors.as_data()["since"]]
    assert (answer.status_code, codes) == (422, ["club_since_earlier"])
    assert signed_in(lise).post(page, typed | {"since": "2025-09-01"}).status_code == 302
    player.refresh_from_db()
    assert people.memberships(player)[0].club == player.club == "Tracy"


def test_taken_member_number_is_refused_and_form_stays_typed(tournament, lise):
    registration.add_entry(tournament, "Réal O'Brien", member_number="F-121")
    player = person_of(registration.add_entry(tournament, "Zoé Lavoie"))
    page = reverse("player", args=[tournament.organisation.slug, player.uid])
    answer = signed_in(lise).post(page, details(player, member_number="F-121", club="Ici"))
    assert answer.status_code == 422
    assert answer.context["form"].errors.as_data()["member_number"][0].code == "member_number_taken"
    assert 'value="Ici"' in answer.content.decode()


def make_doubles(lise):
    """Make one person under two names, each in a tournament with one game played."""
    days = [factories.tournament(4, by=lise) for _day in "12"]
    entries = [tournament.entries.get(number=1) for tournament in days]
    names = ("Zoé Lavoie", "Zoé Lavoye")
    for entry, name in zip(entries, names, strict=True):
        player = Player.objects.create(
            organisation=days[0].organisation,
            name=name,
            sort_name=registration.sort_name(name),
            club=name[4:],
        )
        entry.members.update(player=player)
        registration.edit_entry(entry, name, club=name[4:])
        factories.play_round(entry.tournament, 1)
    return days, [person_of(entry) for entry in entries]


def player_state(player: Player) -> tuple:
    player = Player.objects.get(uid=player.uid)
    entries = sorted(player.memberships.values_list("entry__uid", "position", "from_round"))
    return tuple(getattr(player, name) for name in person_changes.DETAILS), entries


@pytest.mark.both_databases
def test_merge_of_players_can_be_undone(lise):
    days, (one, other) = make_doubles(lise)
    coming = factories.tournament(0, by=lise)
    entry = registration.add_entry(coming, other.name, club=other.club)
    assert person_of(entry) == other
    other.merged.create(uid="11111111-2222-3333-4444-555555555555")
    before, results = [player_state(one), player_state(other)], list(Result.objects.order_by("pk").values())
    act = person_changes.merge(one, other, taken={"club"}, by=lise)
    entry.refresh_from_db()
    assert (entry.name, entry.club, person_of(entry).pk) == ("Zoé Lavoie", "Lavoye", one.pk)
    assert len(history.history(one).days) == 3
    assert (
        set(one.merged.values_list("uid", flat=True)) == {other.uid, MergedPlayer.objects.first().uid}
        and MergedPlayer.objects.count() == 2
    )
    assert days[1].entries.get(number=1).name == "Zoé Lavoye", "finished tournaments keep the name"
    later = registration.add_entry(factories.tournament(0, by=lise), "Zoé Lavoie", club="Lavoye")
    assert person_of(later).pk == one.pk
    person_changes.undo(act, by=lise)
    entry.refresh_from_db()
    assert (entry.name, entry.club) == ("Zoé Lavoye", "Lavoye")
    now = [player_state(one), player_state(other)]
    assert now[1] == before[1]
    assert (now[0][0], len(now[0][1])) == (before[0][0], len(before[0][1]) + 1)  # the later entry
    assert list(Result.objects.order_by("pk").values()) == results
    assert list(MergedPlayer.objects.values_list("player__uid", flat=True)) == [other.uid]


def test_players_of_one_tournament_cannot_be_merged(tournament, lise):
    one, other = (
        person_of(registration.add_entry(tournament, name)) for name in ("Zoé Lavoie", "Zoé Lavoye")
    )
    with pytest.raises(DomainError, match="people_both_play"):
        person_changes.merge(one, other, taken=set(), by=lise)
    page = reverse("player_merge", args=[tournament.organisation.slug, one.uid, other.uid])
    answer = signed_in(lise).get(page)
    assert page_reader.data(answer, "obstacle") == ["people_both_play"]


def test_older_copy_finds_the_merged_player(lise):
    days, (one, other) = make_doubles(lise)
    old = copies.seal_copy(copies.pack(days[1]))
    act = person_changes.merge(one, other, taken=set(), by=lise)
    back = copies.restore(copies.open_copy(old), by=lise)
    assert person_of(back.entries.get(number=1)).uid == one.uid
    assert not Player.objects.filter(uid=other.uid).exists()
    person_changes.undo(act, by=lise)
    assert person_of(back.entries.get(number=1)).uid == other.uid


def test_copy_in_which_both_play_keeps_two_players(lise):
    elsewhere = factories.tournament(0, by=lise)
    one, other = (person_of(registration.add_entry(elsewhere, name)) for name in ("Zoé Lavoie", "Zoé Lavoye"))
    old = copies.seal_copy(copies.pack(elsewhere))
    elsewhere.entries.get(number=2).members.all().delete()
    person_changes.merge(one, other, taken=set(), by=lise)
    for _again in "12":
        back = copies.restore(copies.open_copy(old), by=lise)
        found = [person_of(entry).uid for entry in back.entries.order_by("number")]
        assert found[0] == one.uid and len(set(found)) == 2


def test_erasure_covers_every_uid_of_a_merged_player(lise):
    days, (one, other) = make_doubles(lise)
    old = copies.seal_copy(copies.pack(days[1]))
    correct(one, club="Ville", since=date(2025, 9, 1), by=lise)
    person_changes.merge(one, other, taken=set(), by=lise)
    Tournament.objects.update(date=date(2026, 1, 1))
    erasure.erase(Player.objects.get(uid=one.uid), by=lise)
    assert not ClubMembership.objects.exists()
    kept = [act.inverse for act in one.organisation.acts.filter(kind__in=person_changes.KINDS)]
    assert kept == [None, None]
    back = copies.restore(copies.open_copy(old), by=lise)
    assert "Lavoye" not in back.entries.get(number=1).name
    assert {str(one.uid), str(other.uid)} == set(copies.pack(back)["erased"])


def test_erasure_from_elsewhere_applies_to_merged_player(lise):
    _days, (one, other) = make_doubles(lise)
    person_changes.merge(one, other, taken=set(), by=lise)
    with transaction.atomic():
        erase_listed(one.organisation, [str(other.uid)])
    one.refresh_from_db()
    assert one.erased_at and not Player.objects.filter(uid=other.uid).exists()


def test_newest_action_on_a_player_is_undone_first(lise):
    _days, (one, other) = make_doubles(lise)
    merged = person_changes.merge(one, other, taken=set(), by=lise)
    one.refresh_from_db()
    corrected = correct(one, region="Est", by=lise)
    browser = signed_in(lise)
    slug = one.organisation.slug
    for act, left in ((merged, [corrected, merged]), (corrected, [merged]), (merged, [])):
        answer = browser.post(reverse("players_undo", args=[slug]), {"act": act.pk})
        assert answer.status_code == 302
        acts = person_changes.acts_on(Player.objects.get(uid=one.uid))
        assert [kept for kept in acts if not kept.taken_back_at] == left


def test_undo_does_not_restore_a_taken_member_number(tournament, lise):
    people = [
        registration.add_entry(tournament, name, member_number=name[-1])
        for name in ("Ann Roy 5", "Bob Côté 7")
    ]
    ann, bob = map(person_of, people)
    act = correct(ann, member_number="6", by=lise)
    correct(bob, member_number="5", by=lise)
    undo = reverse("players_undo", args=[ann.organisation.slug])
    answer = signed_in(lise).post(undo, {"act": act.pk}, follow=True)
    assert page_reader.codes(answer) == ["member_number_taken"]
    numbers = Player.objects.order_by("pk").values_list("member_number", flat=True)
    assert list(numbers) == ["6", "5"]


def test_undone_merge_does_not_restore_a_taken_member_number(lise):
    _days, (one, other) = make_doubles(lise)
    correct(other, member_number="F-8", by=lise)
    correct(one, member_number="F-9", by=lise)
    third = person_of(registration.add_entry(factories.tournament(0, by=lise), "Bob Côté"))
    merged = person_changes.merge(one, other, taken=set(), by=lise)
    correct(third, member_number="F-8", by=lise)
    with pytest.raises(DomainError, match="member_number_taken"), transaction.atomic():
        person_changes.undo(merged, by=lise)
    third.refresh_from_db()
    correct(third, member_number="", by=lise)
    person_changes.undo(merged, by=lise)
    numbers = Player.objects.exclude(member_number="").order_by("name").values_list("name", "member_number")
    assert list(numbers) == [("Zoé Lavoie", "F-9"), ("Zoé Lavoye", "F-8")]


def test_erasure_removes_name_from_an_undone_merge(lise):
    _days, (one, other) = make_doubles(lise)
    correct(other, name="Wenceslas Tournebroche", by=lise)
    merged = person_changes.merge(one, Player.objects.get(uid=other.uid), taken=set(), by=lise)
    person_changes.undo(merged, by=lise)
    erase_everywhere(Player.objects.get(uid=other.uid))
    assert "Tournebroche" not in str([*one.organisation.acts.values_list("args", "inverse")])
    assert Player.objects.get(uid=one.uid).name == "Zoé Lavoie"


def test_likely_doubles_are_found(tournament, lise):
    for name, club, number in (
        ("Gérald Lavoie", "Sorel", ""),
        ("Gérard Lavoie", "Tracy", "7"),
        ("Huguette Côté", "", "1"),
        ("Huguette Cote", "", "2"),
    ):
        registration.add_entry(factories.tournament(0, by=lise), name, club=club, member_number=number)
    registration.add_entry(tournament, "Anne Royer", club="Sorel")
    registration.add_entry(tournament, "Anne Royer", club="Tracy")
    browser, slug = signed_in(lise), tournament.organisation.slug
    answer = browser.get(reverse("players_pairs", args=[slug]))
    assert [(pair.one.name, pair.other.name) for pair in answer.context["pairs"].found] == [
        ("Gérald Lavoie", "Gérard Lavoie")
    ]
    assert browser.get(reverse("players_pairs", args=[slug]), {"q": "M"}).context["pairs"].found == []
    player = Player.objects.get(name="Gérald Lavoie")
    assert [one.name for one in likely_doubles.doubles_of(player)] == ["Gérard Lavoie"]


@pytest.mark.both_databases
def test_likely_doubles_are_paginated(tournament, monkeypatch):
    monkeypatch.setattr(likely_doubles, "READ_AT_ONCE", 2)
    for name in ("Anne Lavoie", "Anne Lavoye", "Zoé Sirois", "Zoe Sirois", "Zoë Sirois", "Zoé Tremblay"):
        registration.add_entry(factories.tournament(0, by=factories.director(name)), name)
    Player.objects.update(organisation=tournament.organisation)
    found, start, pages = [], None, 0
    while pages == 0 or start:
        part = likely_doubles.pairs(tournament.organisation, start)
        found += [(pair.one.name, pair.other.name) for pair in part.found]
        start, pages = part.next, pages + 1
    assert pages == 3
    assert found == [
        ("Anne Lavoie", "Anne Lavoye"),
        ("Zoé Sirois", "Zoe Sirois"),
        ("Zoé Sirois", "Zoë Sirois"),
        ("Zoe Sirois", "Zoë Sirois"),
    ]


def test_pages_lead_to_the_merged_player(lise):
    _days, (one, other) = make_doubles(lise)
    browser, slug = signed_in(lise), one.organisation.slug
    page = page_reader.parse(browser.get(reverse("player_same", args=[slug, one.uid])))
    address = reverse("player_merge", args=[slug, one.uid, other.uid])
    assert address in [link["href"] for link in page.all("a")]
    form = browser.get(address).context["form"]
    answer = browser.post(address, {name: field.initial for name, field in form.fields.items()})
    assert answer.headers["Location"] == reverse("player", args=[slug, one.uid])
    assert browser.get(reverse("player", args=[slug, other.uid])).context["player"] == one
    assert browser.get(address).status_code == 302, "they are merged already"


def test_other_organisations_cannot_change_players(tournament):
    one, other = (person_of(registration.add_entry(tournament, name)) for name in ("Zoé Lavoie", "Réal Roy"))
    stranger = factories.director("odile")
    browser = signed_in(stranger)
    for slug in (tournament.organisation.slug, stranger.roles.get().organisation.slug):
        for address in (
            reverse("player", args=[slug, one.uid]),
            reverse("player_merge", args=[slug, one.uid, other.uid]),
        ):
            assert browser.post(address, {"name": "Moi"}).status_code == 404
    assert set(Player.objects.values_list("name", flat=True)) == {"Zoé Lavoie", "Réal Roy"}


def queries(rows: int) -> list[int]:
    boss = factories.director(f"of {rows}")
    for at in range(rows):
        tournament = factories.tournament(0, by=boss)
        registration.add_entry(tournament, f"Zoé Lavoie{'abcdef'[at]}", club="Sorel")
        registration.add_entry(factories.tournament(0, by=boss), f"Zoé Lavoie{'abcdef'[at]}", club="Tracy")
    player = Player.objects.filter(organisation=tournament.organisation).order_by("sort_name").first()
    for at in range(rows):
        player.refresh_from_db()
        correct(player, club=f"Ville {at}", since=date(2026, 1, 1 + at), by=boss)
    browser, slug = signed_in(boss), tournament.organisation.slug
    counts = []
    for name, args in (
        ("player", [player.uid]),
        ("player_same", [player.uid]),
        ("players_pairs", []),
    ):
        with all_addresses.queries_counted() as counted:
            assert browser.get(reverse(name, args=[slug, *args])).status_code == 200
        counts.append(len(counted))
    return counts


def test_three_players_take_as_many_queries_as_one():
    assert queries(1) == queries(3)
