"""Privacy: the public page, and the automatic deletion of contacts and answers."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from tests import all_addresses, factories, page_reader
from tests.factories import signed_in
from tournaments import registration
from tournaments.delivery.mail import addresses
from tournaments.models import Entry, MailAddress, Member, OrganisationAct, Privacy, Signup
from tournaments.organisations import privacy
from tournaments.publishing.names import date_words
from tournaments.registration.partner_draw import came_as_details
from tournaments.rounds import stages
from tournaments.tasks import sweep
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
YEAR_AFTER = datetime(2027, 11, 22, 12, tzinfo=UTC)  # the tournaments of the factories are of 2026-11-21


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise):
    made = factories.tournament(0, by=lise)
    person = registration.add_entry(
        made, "Réal O'Brien", club="Sorel", note="514-555-0199", answers={"1": "végétarien"}
    )
    addresses.save_address(person, "real@example.org")
    return made


def kept_data(tournament) -> tuple[list, int]:
    return list(tournament.entries.values_list("name", "note", "answers")), MailAddress.objects.count()


def test_contacts_and_answers_are_deleted_after_a_year(tournament):
    with time_machine.travel(YEAR_AFTER - timedelta(days=1)):
        sweep()
    assert kept_data(tournament) == ([("Réal O'Brien", "514-555-0199", {"1": "végétarien"})], 1)
    with time_machine.travel(YEAR_AFTER):
        sweep()
        sweep()
    assert kept_data(tournament) == ([("Réal O'Brien", "", {})], 0)
    noted = OrganisationAct.objects.get(kind=privacy.RETENTION)
    assert noted.args == {"days": 365, "people": 1, "addresses": 1}
    assert Privacy.objects.get().next_clearing == YEAR_AFTER.date() + timedelta(days=1)


def test_postponed_tournament_keeps_contacts_of_its_archived_life(tournament, lise):
    live = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=lise)
    Signup.objects.create(
        tournament_uid=live.uid, number=1, token_hash="x", names=["Zoé Roy"], contact="zoe@example.org"
    )
    stages.change_description(live, {"date": (YEAR_AFTER + timedelta(days=1)).date()}, by=lise)
    with time_machine.travel(YEAR_AFTER):
        sweep()
    assert (
        kept_data(live)
        == kept_data(tournament)
        == ([("Réal O'Brien", "514-555-0199", {"1": "végétarien"})], 1)
    )
    assert Signup.objects.get().contact
    with time_machine.travel(YEAR_AFTER + timedelta(days=367)):
        sweep()
    assert kept_data(live) == kept_data(tournament) == ([("Réal O'Brien", "", {})], 0)
    assert not Signup.objects.get().contact


def test_privacy_page_shows_last_and_next_deletion(tournament, lise):
    with time_machine.travel(YEAR_AFTER):
        sweep()
        page = signed_in(lise).get(reverse("privacy_settle", args=[tournament.organisation.slug]))
    act = OrganisationAct.objects.get(kind=privacy.RETENTION)
    text = page.content.decode()
    assert f'data-act="{act.pk}"' in text
    assert date_words(YEAR_AFTER.date() + timedelta(days=1)) in text


def test_details_of_drawn_partners_are_deleted_too(tournament):
    registration.add_entry(tournament, "Jean Roy")
    member = Member.objects.get(player__name="Jean Roy")
    member.came_as = came_as_details(member.entry) | {"note": "514-555-0100"}
    member.save()
    with time_machine.travel(YEAR_AFTER):
        sweep()
    member.refresh_from_db()
    assert (member.came_as["note"], member.came_as["answers"]) == ("", {})


def test_data_of_the_public_form_is_deleted_too(tournament):
    kept_of = {"contact": "514-555-0199", "answers": {"1": "non"}, "request": "Je viendrai en retard"}
    Signup.objects.create(
        tournament_uid=tournament.uid, number=1, token_hash="0" * 64, names=["Jean Roy"], **kept_of
    )
    with time_machine.travel(YEAR_AFTER):
        sweep()
    cleared = Signup.objects.get()
    assert (cleared.contact, cleared.answers, cleared.request) == ("", {}, "")
    assert OrganisationAct.objects.get().args["addresses"] == 2


def test_restored_copy_is_cleared_the_next_day(tournament, lise):
    file = copies.seal_copy(copies.pack(tournament))
    with time_machine.travel(YEAR_AFTER):
        sweep()
        back = copies.restore(copies.open_copy(file), by=lise)
    assert back.entries.get().note
    with time_machine.travel(YEAR_AFTER + timedelta(days=1)):
        sweep()
    assert not Entry.objects.exclude(note="").exists()


def test_shorter_retention_applies_from_the_next_deletion(tournament, lise):
    page = reverse("privacy_settle", args=[tournament.organisation.slug])
    organisation = tournament.organisation
    first = datetime(2026, 12, 30, 12, tzinfo=UTC)
    Privacy.objects.create(organisation=organisation, next_clearing=first.date())  # as after an update
    with time_machine.travel(first - timedelta(days=1)):
        typed = {"keep_days": "30", "responsible": "Odile Côté"}
        answer = signed_in(lise).post(page, typed)
        assert answer.status_code == 422 and page_reader.data(answer, "sooner") == ["1"]
        assert signed_in(lise).post(page, typed | {"checked": "1"}).status_code == 302
        assert signed_in(lise).post(page, typed).status_code == 302, "this period is already in force"
        sweep()
    assert kept_data(tournament)[1] == 1
    with time_machine.travel(first):
        sweep()
    assert kept_data(tournament) == ([("Réal O'Brien", "", {})], 0)


@pytest.mark.parametrize("days", ["0", "-1", "3651", "x", ""])
def test_invalid_retention_is_refused_and_stays_typed(tournament, lise, days):
    page = reverse("privacy_settle", args=[tournament.organisation.slug])
    answer = signed_in(lise).post(page, {"keep_days": days, "text_fr": "Nos règles"})
    assert answer.status_code == 422 and "Nos règles" in answer.content.decode()
    assert not Privacy.objects.exists()


def test_privacy_page_is_public_in_both_languages(client, tournament):
    Privacy.objects.create(
        organisation=tournament.organisation,
        responsible="Odile Côté",
        contact="odile@example.org",
        text_fr="<script>Nos règles",
        keep_days=30,
    )
    page = reverse("privacy", args=[tournament.slug])
    french = client.get(page, headers={"accept-language": "fr"}).content.decode()
    english = client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "data-own-text" in french and "&lt;script&gt;Nos règles" in french
    assert "data-own-text" not in english
    for text in (french, english):
        assert "Odile Côté" in text and "odile@example.org" in text and 'data-keep-days="30"' in text
        assert "Réal" not in text
    assert f'href="{page}"' in client.get(reverse("public", args=[tournament.slug])).content.decode()


def test_hidden_tournament_has_no_privacy_page(client, tournament):
    tournament.visibility = tournament.Visibility.DESK
    tournament.save()
    assert client.get(reverse("privacy", args=[tournament.slug])).status_code == 404


def test_other_organisations_cannot_change_privacy(tournament):
    page = reverse("privacy_settle", args=[tournament.organisation.slug])
    assert signed_in(factories.director("odile")).post(page, {"keep_days": "1"}).status_code == 404


def queries(rows: int) -> int:
    boss = factories.director(f"of {rows}")
    organisation = boss.roles.get().organisation
    for _at in range(rows):
        OrganisationAct.objects.create(
            organisation=organisation, kind=privacy.RETENTION, args={"people": 2, "addresses": 1}
        )
    browser = signed_in(boss)
    with all_addresses.queries_counted() as asked:
        assert browser.get(reverse("privacy_settle", args=[organisation.slug])).status_code == 200
    return len(asked)


def test_three_deletions_take_as_many_queries_as_one():
    assert queries(1) == queries(3)
