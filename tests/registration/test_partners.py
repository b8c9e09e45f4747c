"""Partners drawn among those who registered alone: looked at, entered, parted, with nothing lost."""

import json

import pytest
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring import DomainError
from tests import factories
from tests.previewed import agree
from tests.shown_by import codes, data, spoken
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.models import Entry, Member, Presence, Tournament
from tournaments.publishing import cash_box, door_papers, tournament_words
from tournaments.registration import draw, importing, payments, questions
from tournaments.registration.draw import BALANCED, DrawRequest
from tournaments.rounds import stages
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
OWN = ("number", "name", "sort_name", "kind", "club", "region", "member_number", "fee_cents")
OWN += (
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
def day() -> Tournament:
    """Eight people who came alone, each with a fee, a meal and something that is nobody's business."""
    day = factories.tournament(8, rounds=2)
    questions.save_questions(day, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    for entry in day.entries.all():
        meal = {"1": ["Poulet", "Poisson"][entry.number % 2]}
        registration.edit_entry(entry, entry.name, answers=meal, note=f"n{entry.number}", fee_cents=1500)
        payments.record(entry, None, ["cash", "cheque"][entry.number % 3 == 0], by=None)
    Entry.objects.filter(tournament=day, number=3).update(consented_at=timezone.now(), categories=[1])
    day.refresh_from_db()
    return day


@pytest.fixture
def lise(day) -> Client:
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(factories.organiser(day, "odile"))
    return browser


def entered(day: Tournament, wanted: DrawRequest = DrawRequest(), seed: int = 5) -> audit_log.Act:  # noqa: B008
    drawn = draw.draw(day, wanted, seed=seed, reason="once more", by=None)
    return draw.enter(day, drawn.version, by=None)


def state(day: Tournament) -> list[tuple]:
    return sorted(tuple(str(getattr(entry, name)) for name in OWN) for entry in day.entries.all())


def test_they_play_as_they_were_drawn_and_are_parted_with_all_that_was_said(day):
    before, fees, box = state(day), registration.cash_total(day), cash_box.box(day, [])
    meals = questions.counts(questions.questions_of(day)[0], door_papers.everybody(day))
    people = set(Member.objects.filter(entry__tournament=day).values_list("player", flat=True))
    act = entered(day)
    teams = list(day.entries.all())
    assert [entry.kind for entry in teams] == [Entry.Kind.TEAM] * 4
    assert [len(entry.team) for entry in teams] == [2] * 4
    assert [entry.number for entry in teams] == sorted(min(team) for team in act.args["teams"])
    assert set(Member.objects.filter(entry__tournament=day).values_list("player", flat=True)) == people
    assert Presence.objects.filter(entry__tournament=day).count() == 4
    (agreed,) = Member.objects.filter(entry__tournament=day).exclude(consented_at=None)
    assert (agreed.came_as or {})["number"] == 3  # what one of them said is not said for the other
    assert registration.cash_total(day) == fees
    assert cash_box.box(day, []) == box
    assert questions.counts(questions.questions_of(day)[0], door_papers.everybody(day)) == meals
    audit_log.undo(act, by=None)
    assert state(day) == before
    assert Presence.objects.filter(entry__tournament=day).count() == 8
    assert not Member.objects.filter(entry__tournament=day).exclude(came_as=None).exists()


def test_another_draw_needs_a_reason_that_is_kept(day, lise):
    path = f"/t/{day.slug}/registration/partners/"
    assert data(lise.get(path), "alone") == ["8"]
    typed = {"size": 2, "how": "lot", "uneven": "larger", "wishes": "1 2\n3, 4", "first": "low"}
    assert "partners_drawn" in codes(lise.post(path + "draw/", typed, follow=True))
    found = draw.proposal(day)
    assert found is not None and {(1, 2), (3, 4)} <= set(found.drawn.teams)
    assert data(lise.get(path), "seed") == [str(found.seed)]
    answer = lise.post(path + "draw/", typed)
    assert (answer.status_code, "redraw_needs_reason" in codes(answer)) == (422, True)
    assert draw.proposal(day) == found
    lise.post(path + "draw/", typed | {"reason": "Lise L'Écuyer came late"})
    again = draw.proposal(day)
    assert again is not None and again.act.args["text"] == "Lise L'Écuyer came late"
    old = lise.post(f"{path}{found.act.version}/enter/", follow=True)
    assert "look_again" in codes(old)  # of a page that was open
    assert "partners_entered" in codes(lise.post(f"{path}{again.act.version}/enter/", follow=True))
    assert draw.proposal(day) is None
    act = day.acts.get(kind=draw.ENTERED)
    assert agree(lise, f"/t/{day.slug}/registration/undo/{act.version}/").status_code == 302
    assert draw.proposal(day) == again  # what was drawn is not drawn anew by parting
    with pytest.raises(DomainError, match="redraw_needs_reason"):
        draw.draw(day, DrawRequest(), seed=1, reason=" ", by=None)


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
def test_what_cannot_be_drawn_says_why_and_keeps_what_was_typed(day, lise, wrong, code):
    typed = {"size": 2, "how": "lot", "uneven": "larger", "wishes": "", "first": "low", "strength_1": "118,5"}
    answer = lise.post(f"/t/{day.slug}/registration/partners/draw/", typed | wrong)
    if wrong.get("size") == "7":
        assert answer.status_code == 302  # one team of eight
        return
    assert answer.status_code == 422
    assert b"118,5" in answer.content
    assert code is None or code in codes(answer)
    assert not day.acts.filter(kind=draw.DRAWN).exists()


def test_a_balanced_draw_by_the_ranks_of_an_earlier_day(day, lise):
    earlier = factories.tournament(8, by=None, rounds=1)
    earlier.organisation = day.organisation
    earlier.save()
    old = {entry.number: entry.members.get().player for entry in earlier.entries.all()}
    for entry in day.entries.all():
        entry.members.update(player=old[9 - entry.number])
    factories.play_round(earlier, 1)
    registration_rank = {9 - row.number: row.rank for row in _official(earlier)}
    assert draw.ranks_of(day, earlier) == registration_rank
    drawn = draw.draw(day, DrawRequest(how=BALANCED, ranks=registration_rank), seed=3, reason="", by=None)
    again = draw.proposal(day)
    assert again is not None and again.drawn.teams == tuple(map(tuple, drawn.args["teams"]))
    order = sorted(registration_rank, key=lambda number: registration_rank[number])
    strong, weak = set(order[:4]), set(order[4:])
    if len(set(registration_rank.values())) == 8:
        assert all(set(team) & strong and set(team) & weak for team in again.drawn.teams)


def _official(day: Tournament) -> list:
    from tournaments.publishing import snapshot
    from tournaments.standings import standings

    snapshot.publish(day, official=True, by=None)
    return standings(day).rows


def test_who_comes_or_leaves_after_the_draw_is_not_forgotten(day):
    drawn = draw.draw(day, DrawRequest(), seed=5, reason="", by=None)
    registration.add_entry(day, "Maïté Saint-Hilaire")
    found = draw.proposal(day)
    assert found is not None and not found.current
    with pytest.raises(DomainError, match="partners_list_changed"):
        draw.enter(day, drawn.version, by=None)
    act = entered(day)  # nine people: a team of three takes turns
    assert sorted(len(entry.team) for entry in day.entries.all()) == [2, 2, 2, 3]
    audit_log.undo(act, by=None)
    act = entered(day, DrawRequest(uneven="smaller"))
    assert sorted(len(entry.team) or 1 for entry in day.entries.all()) == [1, 2, 2, 2, 2]
    assert [entry.kind for entry in day.entries.all()].count(Entry.Kind.PLAYER) == 1
    audit_log.undo(act, by=None)
    assert day.entries.count() == 9


def test_partners_are_parted_only_before_the_first_game_and_as_they_came(day):
    listed = importing.import_roster(day, [registration.Draft("Pat O'Brien")], token="t", by=None)[0]
    act = entered(day)
    with pytest.raises(DomainError, match="part_partners_first"):
        audit_log.undo(listed, by=None)
    assert listed not in registration.undoable(day)
    team = day.entries.order_by("number").first()
    registration.replace(team, 2, "Zoé Roy", by=None)
    with pytest.raises(DomainError, match="partners_changed"):
        audit_log.undo(act, by=None)
    rounds.seat(stages.qualifying(day), 1, by=None)
    with pytest.raises(DomainError, match="partners_after_start"):
        audit_log.undo(act, by=None)
    with pytest.raises(DomainError, match="partners_after_start"):
        draw.draw(day, DrawRequest(), seed=1, reason="x", by=None)


def test_a_day_of_drawn_partners_is_in_a_copy_and_can_be_parted_there(day):
    before = state(day)
    entered(day, DrawRequest(how=BALANCED, ranks={1: 2, 2: 1}, wishes=((3, 4),), clubs_apart=True))
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=day.pk))))
    again = copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)
    audit_log.undo(again.acts.get(kind=draw.ENTERED), by=None)
    assert state(again) == before


@pytest.mark.parametrize(
    "wrong", [{"number": 1}, {"uid": "nobody"}, {"uid": None}], ids=["alone", "no uid", "none"]
)
def test_a_copy_by_which_nobody_could_be_parted_is_refused(day, wrong):
    entered(day)
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=day.pk))))
    members = packed["parts"]["Member"]
    at = members["fields"].index("came_as")
    kept = members["rows"][0][at]
    members["rows"][0][at] = wrong if "number" in wrong else kept | wrong
    with pytest.raises(DomainError, match="copy_part_wrong"):
        copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)


def test_a_copy_with_a_team_of_nobody_is_refused(day):
    entered(day)
    packed = json.loads(json.dumps(copies.pack(Tournament.objects.get(pk=day.pk))))
    said = packed["parts"]["Act"]
    at, kind = said["fields"].index("args"), said["fields"].index("kind")
    next(row for row in said["rows"] if row[kind] == draw.ENTERED)[at]["teams"].append([])
    with pytest.raises(DomainError, match="copy_part_misfit"):
        copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)


def test_the_wall_of_a_day_of_pairs_tells_how_four_deal(day, client):
    def dealt(code: str) -> list[str]:
        return [str(dict(tournament_words.rules_of_the_day(rules, members)).get(code)) for members in (1, 2)]

    rules = stages.qualifying(day).rules
    with translation.override("en"):
        alone, pairs = dealt(spoken(_, "The deal"))
        assert alone == "None"
        assert "5" in pairs
        one, other = dealt(spoken(_, "Who cuts"))
        assert one != other
    before = client.get(f"/t/{day.slug}/rules/").content
    entered(day)
    assert registration.members_each(day) == 2
    assert client.get(f"/t/{day.slug}/rules/").content != before
