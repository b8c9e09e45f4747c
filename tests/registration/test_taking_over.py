"""A number is taken over in the middle of the day: no player disappears, and results stay."""

import pytest
from django.urls import reverse

from scoring import DomainError
from tests import factories, page_reader
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Member, Player
from tournaments.organisations import seasons
from tournaments.publishing import export, publications
from tournaments.rounds import stages
from tournaments.standings import standings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
OLD_NAME, NEW_NAME = "Réal O'Brien", "Pat L'Écuyer"


@pytest.fixture
def tournament():
    made = factories.tournament(6, rounds=3)
    factories.play_round(made, 1)
    return made


def first_entry(tournament):
    return tournament.entries.get(number=1)


def result_figures(tournament):
    return [(row.number, row.pegged, row.won) for row in standings(tournament).rows]


def test_takeover_keeps_number_results_and_seat(tournament):
    had = result_figures(tournament)
    act = registration.transfer_number(first_entry(tournament), NEW_NAME, from_round=2, by=None)
    tournament.refresh_from_db()
    assert (first_entry(tournament).name, result_figures(tournament)) == (NEW_NAME, had)
    assert registration.earlier_players(tournament) == {1: [(OLD_NAME, 1)]}
    (row,) = registration.replaced_players(tournament)
    assert (row.number, row.name, row.instead, row.from_round) == (1, OLD_NAME, NEW_NAME, 2)
    entry = export.with_members(tournament.entries.filter(number=1)).get()
    assert export.members_of(entry) == [OLD_NAME, NEW_NAME]
    assert [one["rounds"] for one in export.line_up_of(entry)] == [[1, 1], [2, None]]
    factories.play_round(tournament, 2)
    assert {row.entry.number for row in rounds.sheet(tournament.stages.get().rounds.get(number=2))} == {
        1,
        2,
        3,
        4,
        5,
        6,
    }
    with pytest.raises(DomainError, match="next_round_is_seated"):
        audit_log.undo(act, by=None)


def test_takeover_undo_restores_consent(tournament):
    person = first_entry(tournament)
    person.consented_at, person.member_number = person.created_at, "F-121"
    person.save()
    registration.edit_entry(person, OLD_NAME, member_number="F-121")
    act = registration.transfer_number(person, NEW_NAME, from_round=2, by=None)
    assert (first_entry(tournament).consented_at, first_entry(tournament).member_number) == (None, "")
    assert registration.public_names(tournament)[1] == "Pat L."
    audit_log.undo(act, by=None)
    back = first_entry(tournament)
    assert (back.name, back.consented_at, back.member_number) == (OLD_NAME, person.consented_at, "F-121")
    assert not registration.replaced_players(tournament) and not registration.earlier_players(tournament)
    assert Member.objects.filter(entry=back).count() == 1


def test_player_returning_to_number_is_same_person(tournament):
    registration.transfer_number(first_entry(tournament), NEW_NAME, from_round=2, by=None)
    factories.play_round(tournament, 2)
    registration.transfer_number(first_entry(tournament), OLD_NAME.upper(), from_round=3, by=None)
    members = list(Member.objects.filter(entry=first_entry(tournament)).order_by("from_round"))
    assert [(one.from_round, one.to_round) for one in members] == [(1, 1), (2, 2), (3, None)]
    assert members[0].player == members[2].player
    registration.edit_entry(first_entry(tournament), "Réal O'Brian")
    assert Player.objects.filter(name=NEW_NAME).exists(), "correcting one name renames no other player"


def test_invalid_takeover_is_refused(tournament):
    for number, name, code in (
        (1, " ", "name_missing"),
        (1, OLD_NAME.upper(), "plays_here_already"),
        (7, NEW_NAME, "nothing_to_take_over"),
        (8, NEW_NAME, "nothing_to_take_over"),
    ):
        if number == 7 and not tournament.entries.filter(number=7).exists():
            registration.add_entry(tournament, "Zoé Saint-Hilaire")
            registration.add_team(
                tournament, "", [registration.NewMember("Luc Roy"), registration.NewMember("Anne Roy")]
            )
        with pytest.raises(DomainError, match=code):
            registration.transfer_number(tournament.entries.get(number=number), name, from_round=2, by=None)
    registration.transfer_number(first_entry(tournament), NEW_NAME, from_round=2, by=None)
    with pytest.raises(DomainError, match="taken_over_just_now"):
        registration.transfer_number(first_entry(tournament), "Œdipe Lefebvre", from_round=2, by=None)


def test_copies_and_seasons_include_first_player(tournament):
    registration.transfer_number(first_entry(tournament), NEW_NAME, from_round=2, by=None)
    for number in (2, 3):
        factories.play_round(tournament, number)
    publications.publish(tournament, official=True, by=None)
    season = seasons.make(tournament.organisation, {"name": "Les mardis"})
    seasons.add(season, tournament)
    called = [row.name for row in seasons.table(season).lines]
    assert OLD_NAME in called and NEW_NAME not in called
    copied = copies.restore(
        copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=factories.director("reine")
    )
    assert registration.earlier_players(copied) == {1: [(OLD_NAME, 1)]}
    assert [row.instead for row in registration.replaced_players(copied)] == [NEW_NAME]


def test_pages_name_both_players(client, tournament):
    client.force_login(factories.organiser(tournament))
    url = reverse("entry_take_over", args=[tournament.slug, 1])
    for typed, code in (("", "required"), (OLD_NAME, "plays_here_already")):
        page = client.post(url, {"name": typed, "from_round": 2})
        assert (page.status_code, page_reader.parse(page).one("#id_takes_over_name").get("value") or "") == (
            422,
            typed,
        )
        assert code in page_reader.data(page, "code")
    done = client.post(url, {"name": NEW_NAME, "from_round": 2}, follow=True)
    assert page_reader.codes(done)[-1] == "number_taken_over"
    assert page_reader.data(done, "before") == ["1"]
    for name, *args in (
        ("standings",),
        ("registration",),
        ("card", 1),
        ("departures",),
        ("standings_screen",),
    ):
        page = page_reader.parse(client.get(reverse(name, args=[tournament.slug, *args])))
        assert OLD_NAME in page.words and NEW_NAME in page.words, name
    assert (
        OLD_NAME in page_reader.parse(client.get(reverse("standings_why", args=[tournament.slug, 1]))).words
    )
    assert page_reader.data(client.get(reverse("departures", args=[tournament.slug])), "replaced") == ["1"]
    assert client.get(reverse("acts", args=[tournament.slug])).status_code == 200
    act = tournament.acts.get(kind="substitute")
    client.post(reverse("registration_undo", args=[tournament.slug, act.version]))
    assert first_entry(tournament).name == OLD_NAME
    assert stages.qualifying(tournament).rounds.count() == 1
