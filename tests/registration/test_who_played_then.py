"""A number that somebody takes over: what is personal goes with who leaves; what was played names them."""

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from scoring import DomainError
from tests import factories, shown_by
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Line, Member, Player, Stage, Tournament
from tournaments.organisations import seasons
from tournaments.organisations.leagues import creation
from tournaments.organisations.leagues import state as called
from tournaments.publishing import snapshot
from tournaments.registration import known_players, payments
from tournaments.rounds import scores, stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
BEFORE, AFTER, OTHER = "Réal O'Brien", "Pat L'Écuyer", "Zoé Saint-Hilaire"


@pytest.fixture
def day():
    made = factories.tournament(6, rounds=3)
    factories.play_round(made, 1)
    return made


@pytest.fixture
def organiser(client, day):
    client.force_login(factories.organiser(day))
    return client


def first(day):
    return day.entries.get(number=1)


def agrees(day):
    day.entries.filter(number=1).update(consented_at=timezone.now())


def over(day, name=AFTER, at=2):
    return registration.take_over(first(day), name, from_round=at, by=None)


def in_season(day, name="Les mardis"):
    season = seasons.make(day.organisation, {"name": name})
    seasons.add(season, day)
    return season


@pytest.mark.parametrize("who", [BEFORE, AFTER])
def test_nobody_is_named_in_full_by_the_consent_of_somebody_else(day, settings, who):
    settings.SHORT_NAMES = True
    season = in_season(day)
    dates = [f"2026-12-{number:02}" for number in range(1, 29)]
    fixtures = in_season(day, "Les jeudis")
    league = creation.make(
        fixtures, creation.sides_of(day), {"double": False, "per_evening": 1, "dates": dates}, seed=1
    )
    if who == BEFORE:
        agrees(day)
    over(day)
    if who == AFTER:
        agrees(day)
    for number in (2, 3):
        factories.play_round(day, number)
    snapshot.publish(day, official=True, by=None)
    in_full = who == BEFORE
    assert (BEFORE in [row.name for row in seasons.table(season, public=True).lines]) is in_full
    assert (BEFORE in called.names(league, public=True).values()) is in_full
    assert (AFTER in registration.public_names(day).values()) is not in_full


def test_what_somebody_said_last_decides(day, settings):
    settings.SHORT_NAMES = True
    agrees(day)
    over(day)
    factories.play_round(day, 2)
    over(day, BEFORE, at=3)
    assert first(day).consented_at, "they said so themselves"
    day.entries.filter(number=1).update(consented_at=None)
    factories.play_round(day, 3)
    snapshot.publish(day, official=True, by=None)
    assert BEFORE not in [row.name for row in seasons.table(in_season(day), public=True).lines]


def test_a_seating_that_was_undone_was_not_played(organiser):
    day = factories.tournament(6, rounds=3)
    organiser.force_login(factories.organiser(day, "josée"))
    rounds.seat(stages.qualifying(day), 1, by=None)
    audit_log.undo(day.acts.get(kind="seat"), by=None)
    with pytest.raises(DomainError, match="nothing_to_take_over"):
        over(day, at=1)
    page = organiser.get(reverse("entry", args=[day.slug, 1]))
    assert not page.context["may_take_over"]


def test_whoever_has_left_is_not_replaced(organiser, day):
    act = registration.withdraw(first(day), from_round=2, by=None)
    page = organiser.post(reverse("entry_take_over", args=[day.slug, 1]), {"name": AFTER, "from_round": 2})
    assert (page.status_code, shown_by.data(page, "code")) == (422, ["take_over_away"])
    assert AFTER in shown_by.page(page).words
    audit_log.undo(act, by=None)
    over(day)
    assert (
        registration.NamesInRound(day).at(1)[1] == BEFORE and registration.NamesInRound(day).at(2)[1] == AFTER
    )


def test_it_holds_from_the_game_that_the_page_named(organiser, day):
    url = reverse("entry_take_over", args=[day.slug, 1])
    page = shown_by.page(organiser.get(reverse("entry", args=[day.slug, 1])))
    assert page.one("input[name=from_round]").get("value") == "2"
    factories.open_round(day, 2)
    for sent in ({"from_round": 2}, {"from_round": 4}, {"from_round": "x"}, {}):
        refused = organiser.post(url, {"name": AFTER, **sent})
        assert refused.status_code == 422 and first(day).name == BEFORE, sent
    assert "take_over_next_game" in shown_by.data(organiser.post(url, {"name": AFTER}), "code")
    for meeting in day.stages.get().rounds.get(number=2).meetings.all():
        factories.enter(meeting, [121, 88])
    rounds.close_round(day.stages.get().rounds.get(number=2), by=None)
    factories.play_round(day, 3)
    late = organiser.post(url, {"name": AFTER, "from_round": 4})
    assert (late.status_code, shown_by.data(late, "code"), first(day).name) == (
        422,
        ["take_over_too_late"],
        BEFORE,
    )


def test_twice_is_once_and_a_second_name_is_told_why_not(organiser, day):
    url = reverse("entry_take_over", args=[day.slug, 1])
    for _again in range(2):
        done = organiser.post(url, {"name": AFTER, "from_round": 2}, follow=True)
        assert shown_by.codes(done)[-1] == "number_taken_over"
    assert day.acts.filter(kind="substitute").count() == 1
    assert shown_by.data(done, "why") == ["taken_over_just_now"]
    other = organiser.post(url, {"name": OTHER, "from_round": 2})
    assert (other.status_code, shown_by.data(other, "code")) == (422, ["taken_over_just_now"])


def test_undoing_it_gives_back_what_the_entry_said(day):
    organisation = day.organisation
    registration.edit_entry(first(day), BEFORE, club="Sorel", member_number="F-1", note="cane", apart="bus")
    Player.objects.filter(memberships__entry=first(day)).update(member_number="", name=BEFORE.upper())
    agrees(day)
    act = over(day)
    registration.edit_entry(first(day), AFTER, club="Beloeil", member_number="G-2", note="cake")
    audit_log.undo(act, by=None)
    back = first(day)
    assert (back.name, back.club, back.member_number) == (BEFORE, "Sorel", "F-1")
    assert (back.note, back.apart, bool(back.consented_at)) == ("cane", "bus", True)
    (member,) = back.members.all()
    assert (member.came_as, member.player.organisation) == (None, organisation)


def test_what_is_personal_goes_with_who_leaves(day):
    day.entries.filter(number=1).update(
        note="pacemaker", apart="a", answers={"1": "fish"}, categories=[1], fee_cents=1200
    )
    payments.record(first(day), None, "cash", by=None)
    over(day)
    now = first(day)
    assert (now.note, now.apart, now.answers, now.categories) == ("", "", {}, [])
    assert (now.fee_cents, registration.cash_total(day)) == (1200, {"cash": 1200}), "paid once"
    with transaction.atomic():  # whose life goes on afterwards
        copied = copies.restore(
            copies.open_copy(copies.seal_copy(copies.pack(day))), by=factories.director("reine")
        )
        assert Member.objects.get(entry__tournament=copied, to_round=1).came_as["note"] == "pacemaker"
        transaction.set_rollback(True)
    following = factories.tournament(0, rounds=3)
    Tournament.objects.filter(pk=following.pk).update(organisation=day.organisation)
    following.refresh_from_db()
    (known,) = known_players(following, "o'brien")
    assert not known.note, "what is typed for somebody is their own"
    registration.bring_people(following, day, by=None)
    assert following.entries.get(name=BEFORE).note == "pacemaker"
    assert not following.entries.filter(name=AFTER).exists()
    factories.play_round(day, 2)
    over(day, BEFORE, at=3)
    assert (first(day).note, first(day).categories) == ("pacemaker", [1])


def test_somebody_entered_today_keeps_their_own_number(day):
    second = day.entries.get(number=2)
    with pytest.raises(DomainError, match="entered_already"):
        over(day, second.name)
    over(day)
    factories.play_round(day, 2)
    registration.take_over(day.entries.get(number=2), BEFORE, from_round=3, by=None)
    assert Player.objects.filter(name=BEFORE).count() == 1


def test_a_ruling_and_the_desk_name_who_played_then(organiser, day):
    round_ = factories.open_round(day, 2)
    over(day, at=3)
    desk = shown_by.page(organiser.get(reverse("desk", args=[day.slug]))).words
    assert BEFORE in desk and AFTER not in desk
    seated = {row.entry.number: row for row in rounds.sheet(round_)}
    assert (seated[1].name, seated[1].found_by) == (BEFORE, registration.sort_name(BEFORE))
    assert AFTER not in {name for row in seated.values() for name in row.opponent_names}
    for meeting in round_.meetings.all():
        factories.enter(meeting, [121, 88])
    sat = next(seat.meeting for seat in first(day).seats.filter(meeting__round=round_))
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
    (row,) = organiser.get(reverse("rulings", args=[day.slug])).context["rows"]
    assert AFTER not in f"{row['said']} {row['people']}" and BEFORE in f"{row['said']} {row['people']}"
    (row,) = organiser.get(reverse("penalties", args=[day.slug])).context["rows"]
    assert row["who"] == BEFORE


def test_acts_say_who_came_and_who_left(organiser):
    day = factories.tournament(4, rounds=3, tables=5)
    organiser.force_login(factories.organiser(day, "josée"))
    mates = [registration.Mate(name) for name in ("Luc Roy", "Anne Roy")]
    team = registration.add_team(day, "Les Valets", mates)
    registration.add_entry(day, "Mado L'Heureux")
    factories.play_round(day, 1)
    over(day)
    registration.join(team, OTHER, by=None)
    registration.replace(team, 2, "", by=None)
    kinds = [(bool(one.name), bool(one.instead)) for one in registration.changes(day).values()]
    assert kinds == [(True, True), (False, True), (True, False)]
    rows = organiser.get(reverse("acts", args=[day.slug])).context["rows"]
    said = [str(row["said"]) for row in rows if row["act"].kind == "substitute"]
    assert len(set(said)) == 3
    assert "Anne Roy" in said[0] and OTHER in said[1] and BEFORE in said[2] and AFTER in said[2]


def test_a_day_without_games_offers_no_card(organiser):
    day = factories.tournament(4, rounds=3)
    organiser.force_login(factories.organiser(day, "josée"))
    factories.play_round(day, 1)
    stage = Stage.objects.get(tournament=day)
    stage.rules = stage.rules | {"rounds": 0}
    stage.save()
    assert not organiser.get(reverse("entry", args=[day.slug, 1])).context["may_take_over"]
