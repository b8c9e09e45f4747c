"""Somebody takes over the number of a person in the middle of the day: nobody disappears, results stay."""

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories, shown_by
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Member, Player
from tournaments.organisations import seasons
from tournaments.publishing import export, snapshot
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
BEFORE, AFTER = "Réal O'Brien", "Pat L'Écuyer"


@pytest.fixture
def day():
    made = factories.tournament(6, rounds=3)
    factories.play_round(made, 1)
    return made


def first(day):
    return day.entries.get(number=1)


def figures(day):
    return [(row.number, row.pegged, row.won) for row in standings(day).rows]


def test_the_number_its_results_and_its_seat_stay(day):
    had = figures(day)
    act = registration.take_over(first(day), AFTER, from_round=2, by=None)
    day.refresh_from_db()
    assert (first(day).name, figures(day)) == (AFTER, had)
    assert registration.played_before(day) == {1: [(BEFORE, 1)]}
    (row,) = registration.replaced(day)
    assert (row.number, row.name, row.instead, row.from_round) == (1, BEFORE, AFTER, 2)
    entry = export.with_members(day.entries.filter(number=1)).get()
    assert export.members_of(entry) == [BEFORE, AFTER]
    assert [one["rounds"] for one in export.line_up_of(entry)] == [[1, 1], [2, None]]
    factories.play_round(day, 2)
    assert {row.entry.number for row in rounds.sheet(day.stages.get().rounds.get(number=2))} == {
        1,
        2,
        3,
        4,
        5,
        6,
    }
    with pytest.raises(DomainError, match="next_round_is_seated"):
        audit_log.undo(act, by=None)


def test_it_is_undone_with_what_was_said_about_the_internet(day):
    person = first(day)
    person.consented_at, person.member_number = person.created_at, "F-121"
    person.save()
    registration.edit_entry(person, BEFORE, member_number="F-121")
    act = registration.take_over(person, AFTER, from_round=2, by=None)
    assert (first(day).consented_at, first(day).member_number) == (None, "")
    assert registration.public_names(day)[1] == "Pat L."
    audit_log.undo(act, by=None)
    back = first(day)
    assert (back.name, back.consented_at, back.member_number) == (BEFORE, person.consented_at, "F-121")
    assert not registration.replaced(day) and not registration.played_before(day)
    assert Member.objects.filter(entry=back).count() == 1


def test_who_comes_back_to_the_number_is_the_same_person(day):
    registration.take_over(first(day), AFTER, from_round=2, by=None)
    factories.play_round(day, 2)
    registration.take_over(first(day), BEFORE.upper(), from_round=3, by=None)
    members = list(Member.objects.filter(entry=first(day)).order_by("from_round"))
    assert [(one.from_round, one.to_round) for one in members] == [(1, 1), (2, 2), (3, None)]
    assert members[0].player == members[2].player
    registration.edit_entry(first(day), "Réal O'Brian")
    assert Player.objects.filter(name=AFTER).exists(), "putting one name right renames nobody else"


def test_what_cannot_be_taken_over_is_refused(day):
    for number, name, code in (
        (1, " ", "name_missing"),
        (1, BEFORE.upper(), "plays_here_already"),
        (7, AFTER, "nothing_to_take_over"),
        (8, AFTER, "nothing_to_take_over"),
    ):
        if number == 7 and not day.entries.filter(number=7).exists():
            registration.add_entry(day, "Zoé Saint-Hilaire")
            registration.add_team(day, "", [registration.Mate("Luc Roy"), registration.Mate("Anne Roy")])
        with pytest.raises(DomainError, match=code):
            registration.take_over(day.entries.get(number=number), name, from_round=2, by=None)
    registration.take_over(first(day), AFTER, from_round=2, by=None)
    with pytest.raises(DomainError, match="taken_over_just_now"):
        registration.take_over(first(day), "Œdipe Lefebvre", from_round=2, by=None)


def test_copies_and_seasons_know_who_began(day):
    registration.take_over(first(day), AFTER, from_round=2, by=None)
    for number in (2, 3):
        factories.play_round(day, number)
    snapshot.publish(day, official=True, by=None)
    season = seasons.make(day.organisation, {"name": "Les mardis"})
    seasons.add(season, day)
    called = [row.name for row in seasons.table(season).lines]
    assert BEFORE in called and AFTER not in called
    copied = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(day))), by=factories.director("reine")
    )
    assert registration.played_before(copied) == {1: [(BEFORE, 1)]}
    assert [row.instead for row in registration.replaced(copied)] == [AFTER]


def test_pages_name_both(client, day):
    client.force_login(factories.organiser(day))
    url = reverse("entry_take_over", args=[day.slug, 1])
    for typed, code in (("", "required"), (BEFORE, "plays_here_already")):
        page = client.post(url, {"name": typed, "from_round": 2})
        assert (page.status_code, shown_by.page(page).one("#id_takes_over_name").get("value") or "") == (
            422,
            typed,
        )
        assert code in shown_by.data(page, "code")
    done = client.post(url, {"name": AFTER, "from_round": 2}, follow=True)
    assert shown_by.codes(done)[-1] == "number_taken_over"
    assert shown_by.data(done, "before") == ["1"]
    for name, *args in (
        ("standings",),
        ("registration",),
        ("card", 1),
        ("departures",),
        ("standings_screen",),
    ):
        page = shown_by.page(client.get(reverse(name, args=[day.slug, *args])))
        assert BEFORE in page.words and AFTER in page.words, name
    assert BEFORE in shown_by.page(client.get(reverse("standings_desk_why", args=[day.slug, 1]))).words
    assert shown_by.data(client.get(reverse("departures", args=[day.slug])), "replaced") == ["1"]
    assert client.get(reverse("acts", args=[day.slug])).status_code == 200
    act = day.acts.get(kind="substitute")
    client.post(reverse("registration_undo", args=[day.slug, act.version]))
    assert first(day).name == BEFORE
    assert stages.qualifying(day).rounds.count() == 1
