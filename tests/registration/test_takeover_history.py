"""A number that another player takes over: personal data stay with the first, games keep their names."""

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tests import factories, page_reader
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Line, Member, Player, Stage, Tournament
from tournaments.organisations import seasons
from tournaments.organisations.leagues import creation
from tournaments.organisations.leagues import state as called
from tournaments.publishing import publications
from tournaments.registration import known_players, payments
from tournaments.rounds import scores, stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
OLD_NAME, NEW_NAME, OTHER_NAME = "Réal O'Brien", "Pat L'Écuyer", "Zoé Saint-Hilaire"


@pytest.fixture
def tournament():
    made = factories.tournament(6, rounds=3)
    factories.play_round(made, 1)
    return made


@pytest.fixture
def organiser(client, tournament):
    client.force_login(factories.organiser(tournament))
    return client


def first_entry(tournament):
    return tournament.entries.get(number=1)


def give_consent(tournament):
    tournament.entries.filter(number=1).update(consented_at=timezone.now())


def take_over_number(tournament, name=NEW_NAME, at=2):
    return registration.transfer_number(first_entry(tournament), name, from_round=at, by=None)


def add_to_season(tournament, name="Les mardis"):
    season = seasons.make(tournament.organisation, {"name": name})
    seasons.add(season, tournament)
    return season


@pytest.mark.parametrize("who", [OLD_NAME, NEW_NAME])
def test_consent_applies_only_to_its_own_player(tournament, settings, who):
    settings.SHORT_NAMES = True
    season = add_to_season(tournament)
    dates = [f"2026-12-{number:02}" for number in range(1, 29)]
    fixtures = add_to_season(tournament, "Les jeudis")
    league = creation.make(
        fixtures, creation.sides_of(tournament), {"double": False, "per_evening": 1, "dates": dates}, seed=1
    )
    if who == OLD_NAME:
        give_consent(tournament)
    take_over_number(tournament)
    if who == NEW_NAME:
        give_consent(tournament)
    for number in (2, 3):
        factories.play_round(tournament, number)
    publications.publish(tournament, official=True, by=None)
    in_full = who == OLD_NAME
    assert (OLD_NAME in [row.name for row in seasons.table(season, public=True).lines]) is in_full
    assert (OLD_NAME in called.names(league, public=True).values()) is in_full
    assert (NEW_NAME in registration.public_names(tournament).values()) is not in_full


def test_latest_consent_decides(tournament, settings):
    settings.SHORT_NAMES = True
    give_consent(tournament)
    take_over_number(tournament)
    factories.play_round(tournament, 2)
    take_over_number(tournament, OLD_NAME, at=3)
    assert first_entry(tournament).consented_at, "they said so themselves"
    tournament.entries.filter(number=1).update(consented_at=None)
    factories.play_round(tournament, 3)
    publications.publish(tournament, official=True, by=None)
    assert OLD_NAME not in [row.name for row in seasons.table(add_to_season(tournament), public=True).lines]


def test_undone_seating_does_not_allow_takeover(organiser):
    tournament = factories.tournament(6, rounds=3)
    organiser.force_login(factories.organiser(tournament, "josée"))
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    audit_log.undo(tournament.acts.get(kind="seat"), by=None)
    with pytest.raises(DomainError, match="nothing_to_take_over"):
        take_over_number(tournament, at=1)
    page = organiser.get(reverse("entry", args=[tournament.slug, 1]))
    assert not page.context["may_take_over"]


def test_withdrawn_player_cannot_be_taken_over(organiser, tournament):
    act = registration.withdraw(first_entry(tournament), from_round=2, by=None)
    page = organiser.post(
        reverse("entry_take_over", args=[tournament.slug, 1]), {"name": NEW_NAME, "from_round": 2}
    )
    assert (page.status_code, page_reader.data(page, "code")) == (422, ["take_over_away"])
    assert NEW_NAME in page_reader.parse(page).words
    audit_log.undo(act, by=None)
    take_over_number(tournament)
    assert (
        registration.NamesInRound(tournament).in_round(1)[1] == OLD_NAME
        and registration.NamesInRound(tournament).in_round(2)[1] == NEW_NAME
    )


def test_takeover_starts_at_round_shown_on_page(organiser, tournament):
    url = reverse("entry_take_over", args=[tournament.slug, 1])
    page = page_reader.parse(organiser.get(reverse("entry", args=[tournament.slug, 1])))
    assert page.one("input[name=from_round]").get("value") == "2"
    factories.open_round(tournament, 2)
    for sent in ({"from_round": 2}, {"from_round": 4}, {"from_round": "x"}, {}):
        refused = organiser.post(url, {"name": NEW_NAME, **sent})
        assert refused.status_code == 422 and first_entry(tournament).name == OLD_NAME, sent
    assert "take_over_next_game" in page_reader.data(organiser.post(url, {"name": NEW_NAME}), "code")
    for meeting in tournament.stages.get().rounds.get(number=2).meetings.all():
        factories.enter(meeting, [121, 88])
    rounds.close_round(tournament.stages.get().rounds.get(number=2), by=None)
    factories.play_round(tournament, 3)
    late = organiser.post(url, {"name": NEW_NAME, "from_round": 4})
    assert (late.status_code, page_reader.data(late, "code"), first_entry(tournament).name) == (
        422,
        ["take_over_too_late"],
        OLD_NAME,
    )


def test_repeated_takeover_is_written_once(organiser, tournament):
    url = reverse("entry_take_over", args=[tournament.slug, 1])
    for _again in range(2):
        done = organiser.post(url, {"name": NEW_NAME, "from_round": 2}, follow=True)
        assert page_reader.codes(done)[-1] == "number_taken_over"
    assert tournament.acts.filter(kind="substitute").count() == 1
    assert page_reader.data(done, "why") == ["taken_over_just_now"]
    other = organiser.post(url, {"name": OTHER_NAME, "from_round": 2})
    assert (other.status_code, page_reader.data(other, "code")) == (422, ["taken_over_just_now"])


def test_takeover_undo_restores_entry_details(tournament):
    organisation = tournament.organisation
    registration.edit_entry(
        first_entry(tournament), OLD_NAME, club="Sorel", member_number="F-1", note="cane", apart="bus"
    )
    Player.objects.filter(memberships__entry=first_entry(tournament)).update(
        member_number="", name=OLD_NAME.upper()
    )
    give_consent(tournament)
    act = take_over_number(tournament)
    registration.edit_entry(
        first_entry(tournament), NEW_NAME, club="Beloeil", member_number="G-2", note="cake"
    )
    audit_log.undo(act, by=None)
    back = first_entry(tournament)
    assert (back.name, back.club, back.member_number) == (OLD_NAME, "Sorel", "F-1")
    assert (back.note, back.apart, bool(back.consented_at)) == ("cane", "bus", True)
    (member,) = back.members.all()
    assert (member.came_as, member.player.organisation) == (None, organisation)


def test_personal_details_leave_with_player(tournament):
    tournament.entries.filter(number=1).update(
        note="pacemaker", apart="a", answers={"1": "fish"}, categories=[1], fee_cents=1200
    )
    payments.record(first_entry(tournament), None, "cash", by=None)
    take_over_number(tournament)
    now = first_entry(tournament)
    assert (now.note, now.apart, now.answers, now.categories) == ("", "", {}, [])
    assert (now.fee_cents, factories.payment_totals(tournament)) == (1200, {"cash": 1200}), "paid once"
    with transaction.atomic():  # whose life goes on afterwards
        copied = copies.restore(
            copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=factories.director("reine")
        )
        assert Member.objects.get(entry__tournament=copied, to_round=1).came_as["note"] == "pacemaker"
        transaction.set_rollback(True)
    following = factories.tournament(0, rounds=3)
    Tournament.objects.filter(pk=following.pk).update(organisation=tournament.organisation)
    following.refresh_from_db()
    (known,) = known_players(following, "o'brien")
    assert not known.note, "data typed for a player are their own"
    registration.copy_people(following, tournament, by=None)
    assert following.entries.get(name=OLD_NAME).note == "pacemaker"
    assert not following.entries.filter(name=NEW_NAME).exists()
    factories.play_round(tournament, 2)
    take_over_number(tournament, OLD_NAME, at=3)
    assert (first_entry(tournament).note, first_entry(tournament).categories) == ("pacemaker", [1])


def test_entered_player_cannot_take_over_other_number(tournament):
    second = tournament.entries.get(number=2)
    with pytest.raises(DomainError, match="entered_already"):
        take_over_number(tournament, second.name)
    take_over_number(tournament)
    factories.play_round(tournament, 2)
    registration.transfer_number(tournament.entries.get(number=2), OLD_NAME, from_round=3, by=None)
    assert Player.objects.filter(name=OLD_NAME).count() == 1


def test_rulings_and_desk_name_player_of_that_round(organiser, tournament):
    round_ = factories.open_round(tournament, 2)
    take_over_number(tournament, at=3)
    desk = page_reader.parse(organiser.get(reverse("desk", args=[tournament.slug]))).words
    assert OLD_NAME in desk and NEW_NAME not in desk
    seated = {row.entry.number: row for row in rounds.sheet(round_)}
    assert (seated[1].name, seated[1].found_by) == (OLD_NAME, registration.sort_name(OLD_NAME))
    assert NEW_NAME not in {name for row in seated.values() for name in row.opponent_names}
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88])
    sat = next(seat.meeting for seat in first_entry(tournament).seats.filter(meeting__round=round_))
    sides = scores.sides_of(sat)
    side = next(at for at, people in enumerate(sides) if 1 in people)
    ruling = {"v": 1, "side": side, "points": 10, "why": {"words": "Card shown"}}
    scores.write_line(
        sat,
        kind=Line.Kind.PENALTY,
        data=ruling,
        sides=sides,
        by=Line.By.DESK,
        nonce="p",
        basis=scores.last_line_of(sat),
    )
    (row,) = organiser.get(reverse("rulings", args=[tournament.slug])).context["rows"]
    assert NEW_NAME not in f"{row['text']} {row['people']}" and OLD_NAME in f"{row['text']} {row['people']}"
    (row,) = organiser.get(reverse("penalties", args=[tournament.slug])).context["rows"]
    assert row["who"] == OLD_NAME


def test_audit_entries_name_both_players(organiser):
    tournament = factories.tournament(4, rounds=3, tables=5)
    organiser.force_login(factories.organiser(tournament, "josée"))
    mates = [registration.NewMember(name) for name in ("Luc Roy", "Anne Roy")]
    team = registration.add_team(tournament, "Les Valets", mates)
    registration.add_entry(tournament, "Mado L'Heureux")
    factories.play_round(tournament, 1)
    take_over_number(tournament)
    registration.add_member(team, OTHER_NAME, by=None)
    registration.replace_member(team, 2, "", by=None)
    kinds = [(bool(one.name), bool(one.instead)) for one in registration.player_changes(tournament).values()]
    assert kinds == [(True, True), (False, True), (True, False)]
    rows = organiser.get(reverse("acts", args=[tournament.slug])).context["rows"]
    texts = [str(row["text"]) for row in rows if row["act"].kind == "substitute"]
    assert len(set(texts)) == 3
    assert "Anne Roy" in texts[0] and OTHER_NAME in texts[1] and OLD_NAME in texts[2] and NEW_NAME in texts[2]


def test_tournament_without_rounds_offers_no_takeover(organiser):
    tournament = factories.tournament(4, rounds=3)
    organiser.force_login(factories.organiser(tournament, "josée"))
    factories.play_round(tournament, 1)
    stage = Stage.objects.get(tournament=tournament)
    stage.rules = stage.rules | {"rounds": 0}
    stage.save()
    assert not organiser.get(reverse("entry", args=[tournament.slug, 1])).context["may_take_over"]
