"""What is in people's databases goes on working: one way down and up again for all that is asked.

Nobody loses what a role or an account opened. Tablets and their codes go on, once tokens are known by a hash.
"""

import hashlib
import json
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from tests import factories
from tests.web.device_api.client import plain64
from tournaments import devices
from tournaments.models import ClubSpelling, Device, Invitation, Organisation, Privacy
from tournaments.registration import draw
from tournaments.registration.known_clubs import spelling_key

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.long]
OF_ACCOUNTS = [("tournaments", "0007_wrong_guesses")]
BEFORE, AFTER = [("tournaments", "0010_organisation_slug")], [("tournaments", "0011_seals_and_tokens")]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def rows(apps) -> list[tuple]:
    return list(
        apps.get_model("tournaments", "Device")
        .objects.order_by("pk")
        .values_list("token_hash", "earlier_tokens")
    )


def accounts_of_before(old) -> tuple[int, str]:
    """People and roles as they were; the key of the other club, and that of a session."""
    club, other = (
        old.get_model("tournaments", "Organisation").objects.create(name="Club L'Écuyer") for _ in "12"
    )
    user, role = old.get_model("tournaments", "User"), old.get_model("tournaments", "Role")
    people = {
        name: user.objects.create(username=name, password="md5$a$b") for name in ("desk", "judge", "director")
    }
    for name, person in people.items():
        role.objects.create(user=person, organisation=club, role=name)
    nobody = user.objects.create(username="Réal O'Brien", password="md5$a$b")
    user.objects.create(username="of a copy", password="!unusable", is_active=False)
    user.objects.create(username="boss", password="md5$a$b", is_superuser=True)
    session = SessionStore()
    session["_auth_user_id"] = str(nobody.pk)
    session.save()
    visitor = SessionStore()
    visitor["language"] = "en"
    visitor.save()
    return other.pk, session.session_key


def nobody_lost_a_right(new, other: int, session: str) -> None:
    roles = new.get_model("tournaments", "Role").objects.order_by("pk")
    held = list(roles.values_list("user__username", "organisation__name", "role"))
    assert held == [
        ("desk", "Club L'Écuyer", "director"),
        ("judge", "Club L'Écuyer", "director"),
        ("director", "Club L'Écuyer", "director"),
        ("Réal O'Brien", "Réal O'Brien", "director"),  # who could create, still can, and sees nobody else's
    ]
    organisations = new.get_model("tournaments", "Organisation").objects.order_by("pk")
    slugs = dict(organisations.values_list("slug", "pk"))
    assert list(slugs)[-3:] == ["club-lecuyer", "club-lecuyer-2", "real-obrien"]
    assert other in slugs.values()
    listed = new.get_model("tournaments", "SignIn").objects.values_list("user__username", "session_key")
    assert list(listed) == [("Réal O'Brien", session)]


def test_what_was_there_before_goes_on(migrate):
    day = factories.tournament(4)
    invited = devices.invite_tables(day)[0]
    first, second = (devices.join(invited.secret, uuid4()).device for _ in "12")
    for at, one in enumerate(day.invitations.all()):  # codes had six digits then
        Invitation.objects.filter(pk=one.pk).update(code=f"{at:06}")
    tokens = {first.pk: ["now", "before", "long ago"], second.pk: ["other"]}
    other, session = accounts_of_before(migrate(OF_ACCOUNTS))
    old = migrate(BEFORE)
    for pk, (now, *earlier) in tokens.items():
        fields = {"token_hash": sha(now), "earlier_tokens": [sha(one) for one in reversed(earlier)]}
        old.get_model("tournaments", "Device").objects.filter(pk=pk).update(**fields)
    as_it_was = rows(old)
    assert as_it_was[0] == (sha("now"), [sha("long ago"), sha("before")])

    assert [hashed for hashed, _earlier in rows(migrate(AFTER))] == [sha(sha("now")), sha(sha("other"))]
    assert rows(migrate(BEFORE)) == as_it_was  # and back
    nobody_lost_a_right(migrate(None), other, session)

    assert [devices.by_token(now).pk for now in ("now", "other")] == [first.pk, second.pk]
    notice = Privacy.objects.filter(next_clearing__gt=timezone.localdate() + timedelta(days=28))
    assert notice.count() == Organisation.objects.count() > 2  # contacts of old tournaments stay for a month
    said = plain64(json.dumps({"d": str(first.uid), "r": {"game": 1}}).encode())
    for token in tokens[first.pk]:
        carried = devices.read_offline_code(f"CHV1.{said}.{devices.seal(said, sha(token))}")
        assert (carried.device.pk, carried.proven) == (first.pk, True)
    kept = Device.objects.get(uid=UUID(str(first.uid)))
    assert kept.seal_keys == {sha(sha(token)): sha(token) for token in tokens[first.pk]}


def test_how_an_entry_was_paid_becomes_a_payment(migrate):
    day = factories.tournament(4)
    first = day.entries.get(number=1)
    drawn = {**draw.as_entered(first), "uid": str(uuid4()), "fee_cents": 700, "paid_how": "transfer"}
    old = migrate([("tournaments", "0045_people")])
    entries = old.get_model("tournaments", "Entry").objects
    for number, (cents, how) in enumerate(
        [(1500, "cash"), (None, "paid"), (1500, "free"), (900, "")], start=1
    ):
        entries.filter(number=number).update(fee_cents=cents, paid_how=how)
    old.get_model("tournaments", "Member").objects.filter(entry__number=4).update(came_as=drawn)
    migrate(None)
    written = [(one.number, one.cents, one.how) for one in day.payments.all()]
    assert written == [(1, 1500, "cash"), (2, None, "paid"), (3, 700, "transfer")]
    assert [entry.fee_cents for entry in day.entries.all()] == [1500, None, 0, 900]
    assert day.payments.get(number=1).entry_uid == first.uid
    assert "paid_how" not in day.entries.get(number=4).members.get().came_as


def test_the_clubs_that_were_written_become_known(migrate):
    day, example, other = (factories.tournament(0, by=factories.director(name)) for name in ("a", "b", "c"))
    old = migrate([("tournaments", "0042_signups")])
    player, entry = old.get_model("tournaments", "Player"), old.get_model("tournaments", "Entry")
    old.get_model("tournaments", "Tournament").objects.filter(pk=example.pk).update(example=True)
    spelled = ("Ste-Foy", "Sainte-Foy", "SAINTE-FOY", "Sainte-Foy", "Sorel / Tracy", "")
    written = [*((day, club) for club in spelled), (example, "Ville d'exemple"), (other, "STE-FOY")]
    for number, (where, club) in enumerate(written, start=1):
        entry.objects.create(
            tournament_id=where.pk, number=number, name="Zoé Roy", sort_name="roy zoe", club=club
        )
    for club in ("L'Érablière", "L’ERABLIERE", "L'Érablière"):
        player.objects.create(
            organisation_id=day.organisation_id, name="Zoé Roy", sort_name="roy zoe", club=club
        )
    season = old.get_model("tournaments", "Season").objects.create(
        organisation_id=other.organisation_id, name="2026", slug="2026"
    )
    league = old.get_model("tournaments", "League").objects.create(season=season, seed=1)
    old.get_model("tournaments", "LeagueSide").objects.create(league=league, number=1, club="Beloeil")
    migrate(None)
    known = {
        organisation.pk: list(organisation.clubs.values_list("name", flat=True))
        for organisation in Organisation.objects.filter(clubs__isnull=False).distinct()
    }
    assert known == {
        day.organisation_id: ["L'Érablière", "Sainte-Foy"],
        other.organisation_id: ["Beloeil", "STE-FOY"],
    }
    spellings = ClubSpelling.objects.filter(organisation=day.organisation_id)
    assert set(spellings.values_list("key", "written")) == {
        (spelling_key(name), name) for name in known[day.organisation_id]
    }
    assert set(day.entries.values_list("club", flat=True)) >= {"Ste-Foy", "SAINTE-FOY"}, "texts stay"
