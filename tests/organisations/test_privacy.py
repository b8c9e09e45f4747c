"""What is kept about people: the public page, and contacts and answers that go by themselves."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse

from tests import factories, shown_by, walk
from tests.factories import signed_in
from tournaments import registration
from tournaments.delivery.mail import addresses
from tournaments.models import Entry, MailAddress, Member, OrganisationAct, Privacy, Signup
from tournaments.organisations import privacy
from tournaments.publishing.names import date_words
from tournaments.registration.draw import as_entered
from tournaments.tasks import sweep
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
YEAR_AFTER = datetime(2027, 11, 22, 12, tzinfo=UTC)  # the tournaments of the factories are of 2026-11-21


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def day(lise):
    made = factories.tournament(0, by=lise)
    person = registration.add_entry(
        made, "Réal O'Brien", club="Sorel", note="514-555-0199", answers={"1": "végétarien"}
    )
    addresses.keep(person, "real@example.org")
    return made


def kept(day) -> tuple[list, int]:
    return list(day.entries.values_list("name", "note", "answers")), MailAddress.objects.count()


def test_contacts_and_answers_go_a_year_after_the_day_and_it_is_noted(day):
    with time_machine.travel(YEAR_AFTER - timedelta(days=1)):
        sweep()
    assert kept(day) == ([("Réal O'Brien", "514-555-0199", {"1": "végétarien"})], 1)
    with time_machine.travel(YEAR_AFTER):
        sweep()
        sweep()
    assert kept(day) == ([("Réal O'Brien", "", {})], 0)
    noted = OrganisationAct.objects.get(kind=privacy.RETENTION)
    assert noted.args == {"days": 365, "people": 1, "addresses": 1}
    assert Privacy.objects.get().next_clearing == YEAR_AFTER.date() + timedelta(days=1)


def test_the_page_shows_what_was_deleted_and_when_the_next_deletion_is(day, lise):
    with time_machine.travel(YEAR_AFTER):
        sweep()
        page = signed_in(lise).get(reverse("privacy_settle", args=[day.organisation.slug]))
    act = OrganisationAct.objects.get(kind=privacy.RETENTION)
    text = page.content.decode()
    assert f'data-act="{act.pk}"' in text
    assert date_words(YEAR_AFTER.date() + timedelta(days=1)) in text


def test_what_partners_came_with_goes_too(day):
    registration.add_entry(day, "Jean Roy")
    member = Member.objects.get(player__name="Jean Roy")
    member.came_as = as_entered(member.entry) | {"note": "514-555-0100"}
    member.save()
    with time_machine.travel(YEAR_AFTER):
        sweep()
    member.refresh_from_db()
    assert (member.came_as["note"], member.came_as["answers"]) == ("", {})


def test_what_was_typed_into_the_public_form_goes_too(day):
    kept_of = {"contact": "514-555-0199", "answers": {"1": "non"}, "request": "Je viendrai en retard"}
    Signup.objects.create(
        tournament_uid=day.uid, number=1, token_hash="0" * 64, names=["Jean Roy"], **kept_of
    )
    with time_machine.travel(YEAR_AFTER):
        sweep()
    cleared = Signup.objects.get()
    assert (cleared.contact, cleared.answers, cleared.request) == ("", {}, "")
    assert OrganisationAct.objects.get().args["addresses"] == 2


def test_a_copy_brought_back_later_is_cleared_the_next_day(day, lise):
    file = copies.seal_copy(copies.pack(day))
    with time_machine.travel(YEAR_AFTER):
        sweep()
        back = copies.restore(copies.open_copy(file), by=lise)
    assert back.entries.get().note
    with time_machine.travel(YEAR_AFTER + timedelta(days=1)):
        sweep()
    assert not Entry.objects.exclude(note="").exists()


def test_a_shorter_time_applies_from_the_next_deletion_on(day, lise):
    page = reverse("privacy_settle", args=[day.organisation.slug])
    organisation = day.organisation
    first = datetime(2026, 12, 30, 12, tzinfo=UTC)
    Privacy.objects.create(organisation=organisation, next_clearing=first.date())  # after an update
    with time_machine.travel(first - timedelta(days=1)):
        typed = {"keep_days": "30", "responsible": "Odile Côté"}
        answer = signed_in(lise).post(page, typed)
        assert answer.status_code == 422 and shown_by.data(answer, "sooner") == ["1"]
        assert signed_in(lise).post(page, typed | {"checked": "1"}).status_code == 302
        assert signed_in(lise).post(page, typed).status_code == 302, "that is what holds already"
        sweep()
    assert kept(day)[1] == 1
    with time_machine.travel(first):
        sweep()
    assert kept(day) == ([("Réal O'Brien", "", {})], 0)


@pytest.mark.parametrize("days", ["0", "-1", "3651", "x", ""])
def test_a_time_that_cannot_be_is_refused_and_what_was_typed_stays(day, lise, days):
    page = reverse("privacy_settle", args=[day.organisation.slug])
    answer = signed_in(lise).post(page, {"keep_days": days, "text_fr": "Nos règles"})
    assert answer.status_code == 422 and "Nos règles" in answer.content.decode()
    assert not Privacy.objects.exists()


def test_everybody_reads_what_is_kept_in_both_languages(client, day):
    Privacy.objects.create(
        organisation=day.organisation,
        responsible="Odile Côté",
        contact="odile@example.org",
        text_fr="<script>Nos règles",
        keep_days=30,
    )
    page = reverse("privacy", args=[day.slug])
    french = client.get(page, headers={"accept-language": "fr"}).content.decode()
    english = client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "data-own-text" in french and "&lt;script&gt;Nos règles" in french
    assert "data-own-text" not in english
    for text in (french, english):
        assert "Odile Côté" in text and "odile@example.org" in text and 'data-keep-days="30"' in text
        assert "Réal" not in text
    assert f'href="{page}"' in client.get(reverse("public", args=[day.slug])).content.decode()


def test_a_hidden_tournament_says_nothing_of_its_organisation(client, day):
    day.visibility = day.Visibility.DESK
    day.save()
    assert client.get(reverse("privacy", args=[day.slug])).status_code == 404


def test_others_do_not_settle_it(day):
    page = reverse("privacy_settle", args=[day.organisation.slug])
    assert signed_in(factories.director("odile")).post(page, {"keep_days": "1"}).status_code == 404


def queries(rows: int) -> int:
    boss = factories.director(f"of {rows}")
    organisation = boss.roles.get().organisation
    for _at in range(rows):
        OrganisationAct.objects.create(
            organisation=organisation, kind=privacy.RETENTION, args={"people": 2, "addresses": 1}
        )
    browser = signed_in(boss)
    with walk.queries_counted() as asked:
        assert browser.get(reverse("privacy_settle", args=[organisation.slug])).status_code == 200
    return len(asked)


def test_three_deletions_take_as_many_queries_as_one():
    assert queries(1) == queries(3)
