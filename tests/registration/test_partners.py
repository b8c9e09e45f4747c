"""Partners drawn among people who registered alone: shown, entered, parted, with nothing lost."""

import json

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring import DomainError
from tests import factories
from tests.page_reader import codes, data, parse, spoken
from tests.previewed import post_and_confirm
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.finals import playoffs
from tournaments.models import Entry, Member, Presence, Tournament
from tournaments.publishing import cash_box, tournament_words
from tournaments.publishing.papers import door_papers
from tournaments.registration import NewMember, importing, partner_draw, payments, questions
from tournaments.registration.partner_draw import BALANCED, DrawRequest
from tournaments.rounds import stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
OWN_FIELDS = ("number", "name", "sort_name", "kind", "club", "region", "member_number", "fee_cents")
OWN_FIELDS += (
    "apart",
    "note",
    "answers",
    "categories",
    "consented_at",
    "checked_in_at",
    "fixed_seat",
    "uid",
    "team",
)


@pytest.fixture
def tournament() -> Tournament:
    """Return eight people who came alone, each with a fee, a meal and something private."""
    tournament = factories.tournament(8, rounds=2)
    questions.save_questions(tournament, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    for entry in tournament.entries.all():
        meal = {"1": ["Poulet", "Poisson"][entry.number % 2]}
        registration.edit_entry(entry, entry.name, answers=meal, note=f"n{entry.number}", fee_cents=1500)
        payments.record(entry, None, ["cash", "cheque"][entry.number % 3 == 0], by=None)
    Entry.objects.filter(tournament=tournament, number=3).update(consented_at=timezone.now(), categories=[1])
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def lise(tournament) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.organiser(tournament, "odile"))
    return browser


def enter_drawn_partners(
    tournament: Tournament,
    wanted: DrawRequest = DrawRequest(),  # noqa: B008
    seed: int = 5,
) -> audit_log.Act:
    drawn = partner_draw.draw(tournament, wanted, seed=seed, reason="once more", by=None)
    return partner_draw.enter(tournament, drawn.version, by=None)


def entry_details(tournament: Tournament) -> list[tuple]:
    return sorted(
        tuple(str(getattr(entry, name)) for name in OWN_FIELDS) for entry in tournament.entries.all()
    )


def test_undoing_draw_restores_entries_with_all_details(tournament):
    before, fees, box = (
        entry_details(tournament),
        factories.payment_totals(tournament),
        cash_box.box(tournament, []),
    )
    meals = questions.count_entry_answers(
        questions.questions_of(tournament)[0], door_papers.entries_with_questions(tournament)
    )
    people = set(Member.objects.filter(entry__tournament=tournament).values_list("player", flat=True))
    act = enter_drawn_partners(tournament)
    teams = list(tournament.entries.all())
    assert [entry.kind for entry in teams] == [Entry.Kind.TEAM] * 4
    assert [len(entry.team) for entry in teams] == [2] * 4
    assert [entry.number for entry in teams] == sorted(min(team) for team in act.args["teams"])
    assert set(Member.objects.filter(entry__tournament=tournament).values_list("player", flat=True)) == people
    assert Presence.objects.filter(entry__tournament=tournament).count() == 4
    (agreed,) = Member.objects.filter(entry__tournament=tournament).exclude(consented_at=None)
    assert (agreed.came_as or {})["number"] == 3  # an answer of one of them is none of the other
    assert factories.payment_totals(tournament) == fees
    assert cash_box.box(tournament, []) == box
    assert (
        questions.count_entry_answers(
            questions.questions_of(tournament)[0], door_papers.entries_with_questions(tournament)
        )
        == meals
    )
    audit_log.undo(act, by=None)
    assert entry_details(tournament) == before
    assert Presence.objects.filter(entry__tournament=tournament).count() == 8
    assert not Member.objects.filter(entry__tournament=tournament).exclude(came_as=None).exists()


def test_another_draw_needs_a_reason_that_is_kept(tournament, lise):
    path = f"/t/{tournament.slug}/registration/partners/"
    assert data(lise.get(path), "alone") == ["8"]
    typed = {"size": 2, "how": "lot", "uneven": "larger", "wishes": "1 2\n3, 4", "first": "low"}
    assert "partners_drawn" in codes(lise.post(path + "draw/", typed, follow=True))
    found = partner_draw.proposal(tournament)
    assert found is not None and {(1, 2), (3, 4)} <= set(found.drawn.teams)
    assert data(lise.get(path), "seed") == [str(found.seed)]
    answer = lise.post(path + "draw/", typed)
    assert (answer.status_code, "redraw_needs_reason" in codes(answer)) == (422, True)
    assert partner_draw.proposal(tournament) == found
    lise.post(path + "draw/", typed | {"reason": "Lise L'Écuyer came late"})
    again = partner_draw.proposal(tournament)
    assert again is not None and again.act.args["text"] == "Lise L'Écuyer came late"
    old = lise.post(f"{path}{found.act.version}/enter/", follow=True)
    assert "look_again" in codes(old)  # of a page that was open
    assert "partners_entered" in codes(lise.post(f"{path}{again.act.version}/enter/", follow=True))
    assert partner_draw.proposal(tournament) is None
    act = tournament.acts.get(kind=partner_draw.ENTERED)
    assert post_and_confirm(lise, f"/t/{tournament.slug}/registration/undo/{act.version}/").status_code == 302
    assert partner_draw.proposal(tournament) == again  # parting does not draw anew
    with pytest.raises(DomainError, match="redraw_needs_reason"):
        partner_draw.draw(tournament, DrawRequest(), seed=1, reason=" ", by=None)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"wishes": "1"}, "wish_unreadable"),
        ({"wishes": "1 x"}, "wish_unreadable"),
        ({"wishes": "1 99"}, "nobody_alone_has_number"),
        ({"strength_3": "strong"}, "strength_unreadable"),
        ({"strength_3": "1e99"}, "strength_unreadable"),
        ({"size": "9"}, None),
        ({"size": "7", "uneven": "larger"}, None),
        ({"how": "loudest"}, None),
    ],
)
def test_invalid_draw_shows_error_and_keeps_input(tournament, lise, wrong, code):
    typed = {"size": 2, "how": "lot", "uneven": "larger", "wishes": "", "first": "low", "strength_1": "118,5"}
    answer = lise.post(f"/t/{tournament.slug}/registration/partners/draw/", typed | wrong)
    if wrong.get("size") == "7":
        assert answer.status_code == 302  # one team of eight
        return
    assert answer.status_code == 422
    assert b"118,5" in answer.content
    assert code is None or code in codes(answer)
    assert not tournament.acts.filter(kind=partner_draw.DRAWN).exists()


def test_balanced_draw_uses_earlier_ranks(tournament, lise):
    earlier = factories.tournament(8, by=None, rounds=1)
    earlier.organisation = tournament.organisation
    earlier.save()
    old = {entry.number: entry.members.get().player for entry in earlier.entries.all()}
    for entry in tournament.entries.all():
        entry.members.update(player=old[9 - entry.number])
    factories.play_round(earlier, 1)
    registration_rank = {9 - row.number: row.rank for row in _official_rows(earlier)}
    assert partner_draw.ranks_of(tournament, earlier) == registration_rank
    drawn = partner_draw.draw(
        tournament, DrawRequest(how=BALANCED, ranks=registration_rank), seed=3, reason="", by=None
    )
    again = partner_draw.proposal(tournament)
    assert again is not None and again.drawn.teams == tuple(map(tuple, drawn.args["teams"]))
    order = sorted(registration_rank, key=lambda number: registration_rank[number])
    strong, weak = set(order[:4]), set(order[4:])
    if len(set(registration_rank.values())) == 8:
        assert all(set(team) & strong and set(team) & weak for team in again.drawn.teams)


def _official_rows(tournament: Tournament) -> list:
    from tournaments.publishing import publications
    from tournaments.standings import standings

    publications.publish(tournament, official=True, by=None)
    return standings(tournament).rows


def test_changed_list_invalidates_draw(tournament):
    drawn = partner_draw.draw(tournament, DrawRequest(), seed=5, reason="", by=None)
    registration.add_entry(tournament, "Maïté Saint-Hilaire")
    found = partner_draw.proposal(tournament)
    assert found is not None and not found.current
    with pytest.raises(DomainError, match="partners_list_changed"):
        partner_draw.enter(tournament, drawn.version, by=None)
    act = enter_drawn_partners(tournament)  # nine people: a team of three takes turns
    assert sorted(len(entry.team) for entry in tournament.entries.all()) == [2, 2, 2, 3]
    audit_log.undo(act, by=None)
    act = enter_drawn_partners(tournament, DrawRequest(uneven="smaller"))
    assert sorted(len(entry.team) or 1 for entry in tournament.entries.all()) == [1, 2, 2, 2, 2]
    assert [entry.kind for entry in tournament.entries.all()].count(Entry.Kind.PLAYER) == 1
    audit_log.undo(act, by=None)
    assert tournament.entries.count() == 9


def test_draw_can_be_undone_only_before_first_round(tournament):
    listed = importing.import_roster(tournament, [registration.Draft("Pat O'Brien")], token="t", by=None)[0]
    act = enter_drawn_partners(tournament)
    with pytest.raises(DomainError, match="part_partners_first"):
        audit_log.undo(listed, by=None)
    assert listed not in registration.undoable_imports(tournament)
    team = tournament.entries.order_by("number").first()
    registration.replace_member(team, 2, "Zoé Roy", by=None)
    with pytest.raises(DomainError, match="partners_changed"):
        audit_log.undo(act, by=None)
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    with pytest.raises(DomainError, match="partners_after_start"):
        audit_log.undo(act, by=None)
    with pytest.raises(DomainError, match="partners_after_start"):
        partner_draw.draw(tournament, DrawRequest(), seed=1, reason="x", by=None)


def first_seats(tournament: Tournament) -> audit_log.Act:
    """Seat game 1, or draw the bracket of a knock-out; return the act."""
    stage = stages.qualifying(tournament)
    if stage.rules["rounds"]:
        rounds.seat(stage, 1, by=None)
        return tournament.acts.get(kind="seat")
    playoffs.start_playoffs(tournament, seed=1, by=None)
    return tournament.acts.get(kind="playoffs")


@pytest.mark.parametrize(("key", "people"), [("fadoq-15", 8), ("cribbage-knock-out", 6)])
def test_partners_are_separated_once_the_first_seats_are_taken_back(key, people):
    tournament = factories.tournament(people, key=key)
    before = entry_details(tournament)
    act = enter_drawn_partners(tournament)
    seated = first_seats(tournament)
    assert audit_log.undo_obstacle(act).code == "partners_after_start"
    page = f"/t/{tournament.slug}/registration/partners/"
    lise = factories.signed_in(factories.organiser(tournament, "odette"))
    audit_log.undo(seated, by=None)
    assert len(data(lise.get(page), "once-seated")) == 1
    audit_log.undo(act, by=None)
    assert entry_details(tournament) == before
    assert len(registration.present(tournament, 1)) == people
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=tournament.pk))))
    again = copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)
    assert entry_details(again) == before


def test_people_who_were_seated_alone_are_not_drawn_as_partners(tournament, lise):
    path = f"/t/{tournament.slug}/registration/partners/"
    drawn = partner_draw.draw(tournament, DrawRequest(), seed=5, reason="", by=None)
    assert len(actions(lise.get(path), path)) == 2
    seated = first_seats(tournament)
    assert data(lise.get(path), "begun") == [""]
    audit_log.undo(seated, by=None)
    page = lise.get(path)
    assert (codes(page), actions(page, path)) == (["partners_after_seats"], [])
    with pytest.raises(DomainError, match="partners_after_seats"):
        partner_draw.draw(tournament, DrawRequest(), seed=1, reason="once more", by=None)
    with pytest.raises(DomainError, match="partners_after_seats"):
        partner_draw.enter(tournament, drawn.version, by=None)
    assert tournament.entries.filter(kind=Entry.Kind.PLAYER).count() == 8


def actions(page, start: str) -> list[str]:
    """Return where the forms of a page are sent that stay below an address."""
    return [one["action"] for one in parse(page).all("form[action]") if one["action"].startswith(start)]


def test_people_who_were_seated_alone_play_together_as_a_team_entered_anew(tournament):
    audit_log.undo(first_seats(tournament), by=None)
    for entry in registration.present(tournament, 1)[:2]:
        registration.withdraw(entry, from_round=1, by=None)
    team = registration.add_team(tournament, "", [NewMember("Réal O'Brien"), NewMember("Huguette Côté")])
    new = registration.add_entry(tournament, "Maïté Saint-Hilaire")
    rounds.seat(stages.qualifying(tournament), 1, by=None)
    assert [one.number for one in registration.present(tournament, 1)] == [
        *range(3, 9),
        team.number,
        new.number,
    ]


def test_partners_are_drawn_in_another_tournament_with_the_same_people(tournament):
    audit_log.undo(first_seats(tournament), by=None)
    other = factories.tournament(0, rounds=2)
    registration.copy_people(other, tournament, by=None)
    enter_drawn_partners(other)
    assert [len(entry.team) for entry in other.entries.all()] == [2] * 4


def test_restored_copy_can_undo_draw(tournament):
    before = entry_details(tournament)
    enter_drawn_partners(
        tournament, DrawRequest(how=BALANCED, ranks={1: 2, 2: 1}, wishes=((3, 4),), clubs_apart=True)
    )
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=tournament.pk))))
    again = copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)
    audit_log.undo(again.acts.get(kind=partner_draw.ENTERED), by=None)
    assert entry_details(again) == before


@pytest.mark.parametrize(
    "wrong", [{"number": 1}, {"uid": "nobody"}, {"uid": None}], ids=["alone", "no uid", "none"]
)
def test_copy_with_invalid_original_entries_is_refused(tournament, wrong):
    enter_drawn_partners(tournament)
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=tournament.pk))))
    members = packed["parts"]["Member"]
    at = members["fields"].index("came_as")
    kept = members["rows"][0][at]
    members["rows"][0][at] = wrong if "number" in wrong else kept | wrong
    with pytest.raises(DomainError, match="copy_part_wrong"):
        copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)


def test_copy_with_empty_drawn_team_is_refused(tournament):
    enter_drawn_partners(tournament)
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=tournament.pk))))
    found = packed["parts"]["Act"]
    at, kind = found["fields"].index("args"), found["fields"].index("kind")
    next(row for row in found["rows"] if row[kind] == partner_draw.ENTERED)[at]["teams"].append([])
    with pytest.raises(DomainError, match="copy_part_misfit"):
        copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)


def test_rules_of_pairs_explain_deal_of_four(tournament, client):
    def dealt(code: str) -> list[str]:
        return [str(dict(tournament_words.announced_rules(rules, members)).get(code)) for members in (1, 2)]

    rules = stages.qualifying(tournament).rules
    with translation.override("en"):
        alone, pairs = dealt(spoken(_, "The deal"))
        assert alone == "None"
        assert "5" in pairs
        one, other = dealt(spoken(_, "Who cuts"))
        assert one != other
    before = client.get(f"/t/{tournament.slug}/rules/").content
    enter_drawn_partners(tournament)
    assert registration.members_per_entry(tournament) == 2
    assert client.get(f"/t/{tournament.slug}/rules/").content != before


def test_striking_off_a_drawn_team_takes_all_payments_back(tournament):
    enter_drawn_partners(tournament)
    (first, *others) = tournament.entries.all()
    registration.remove_entry(first)
    found = payments.accounts(tournament)
    assert payments.payments_without_entry(tournament, found) == []
    assert sum(account.paid for account in found.values()) == 1500 * 2 * len(others)
