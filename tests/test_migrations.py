"""The data of users after migrations: one way down and up again for all tests.

All users keep what a role or an account opened. Tablets and their codes go on, with tokens known by a hash.
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
from tournaments.models import ClubSpelling, Device, Invitation, Meeting, Organisation, Privacy
from tournaments.registration import partner_draw
from tournaments.registration.known_clubs import spelling_key
from tournaments.rounds import scores

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.long]
ACCOUNTS_MIGRATION = [("tournaments", "0007_wrong_guesses")]
OLD_MIGRATION, NEW_MIGRATION = (
    [("tournaments", "0010_organisation_slug")],
    [("tournaments", "0011_seals_and_tokens")],
)
DIRECTORS = ("a", "b", "c")
WITHOUT_CLUBS = [("tournaments", "0042_signups")]
WITHOUT_PAYMENTS = [("tournaments", "0045_people")]
WITH_RESULTS_OF_VOID_MATCHES = [("tournaments", "0058_name_letters")]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def device_tokens(apps) -> list[tuple]:
    return list(
        apps.get_model("tournaments", "Device")
        .objects.order_by("pk")
        .values_list("token_hash", "earlier_tokens")
    )


def create_earlier_accounts(old) -> tuple[int, str]:
    """Create people and roles as they were; return the key of the other club, and that of a session."""
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


def assert_roles_are_kept(new, other: int, session: str) -> None:
    roles = new.get_model("tournaments", "Role").objects.exclude(user__username__in=DIRECTORS).order_by("pk")
    held = list(roles.values_list("user__username", "organisation__name", "role"))
    assert held == [
        ("desk", "Club L'Écuyer", "director"),
        ("judge", "Club L'Écuyer", "director"),
        ("director", "Club L'Écuyer", "director"),
        ("Réal O'Brien", "Réal O'Brien", "director"),  # can still create, and sees only what is his own
    ]
    organisations = new.get_model("tournaments", "Organisation").objects.order_by("pk")
    slugs = dict(organisations.values_list("slug", "pk"))
    assert list(slugs)[-3:] == ["club-lecuyer", "club-lecuyer-2", "real-obrien"]
    assert other in slugs.values()
    listed = new.get_model("tournaments", "SignIn").objects.values_list("user__username", "session_key")
    assert list(listed) == [("Réal O'Brien", session)]


def create_earlier_devices(tournament) -> dict[int, list[str]]:
    """Create two tablets, and return the tokens that each had, the newest first."""
    invited = devices.invite_tables(tournament)[0]
    first, second = (devices.join(invited.secret, uuid4()).device for _ in "12")
    for at, one in enumerate(tournament.invitations.all()):  # codes had six digits then
        Invitation.objects.filter(pk=one.pk).update(code=f"{at:06}")
    return {first.pk: ["now", "before", "long ago"], second.pk: ["other"]}


def assert_tokens_are_hashed_and_restored(migrate, tokens: dict[int, list[str]]) -> None:
    old = migrate(OLD_MIGRATION)
    for pk, (now, *earlier) in tokens.items():
        fields = {"token_hash": sha(now), "earlier_tokens": [sha(one) for one in reversed(earlier)]}
        old.get_model("tournaments", "Device").objects.filter(pk=pk).update(**fields)
    as_it_was = device_tokens(old)
    assert as_it_was[0] == (sha("now"), [sha("long ago"), sha("before")])
    assert [hashed for hashed, _earlier in device_tokens(migrate(NEW_MIGRATION))] == [
        sha(sha("now")),
        sha(sha("other")),
    ]
    assert device_tokens(migrate(OLD_MIGRATION)) == as_it_was


def assert_devices_still_work(tokens: dict[int, list[str]]) -> None:
    assert {devices.by_token(now).pk: now for now in ("now", "other")} == {
        pk: token for pk, (token, *_earlier) in tokens.items()
    }
    first = min(tokens)
    device = Device.objects.get(pk=first)
    text = plain64(json.dumps({"d": str(device.uid), "r": {"game": 1}}).encode())
    for token in tokens[first]:
        carried = devices.read_offline_code(f"CHV1.{text}.{devices.seal(text, sha(token))}")
        assert (carried.device.pk, carried.proven) == (first, True)
    assert device.seal_keys == {sha(sha(token)): sha(token) for token in tokens[first]}


def create_earlier_clubs(old, tournament, example, other) -> None:
    """Create clubs as they were written in entries, of people and in a league."""
    player, entry = old.get_model("tournaments", "Player"), old.get_model("tournaments", "Entry")
    old.get_model("tournaments", "Tournament").objects.filter(pk=example.pk).update(example=True)
    spelled = ("Ste-Foy", "Sainte-Foy", "SAINTE-FOY", "Sainte-Foy", "Sorel / Tracy", "")
    written = [*((tournament, club) for club in spelled), (example, "Ville d'exemple"), (other, "STE-FOY")]
    for number, (where, club) in enumerate(written, start=1):
        entry.objects.create(
            tournament_id=where.pk, number=number, name="Zoé Roy", sort_name="roy zoe", club=club
        )
    for club in ("L'Érablière", "L’ERABLIERE", "L'Érablière"):
        player.objects.create(
            organisation_id=tournament.organisation_id, name="Zoé Roy", sort_name="roy zoe", club=club
        )
    season = old.get_model("tournaments", "Season").objects.create(
        organisation_id=other.organisation_id, name="2026", slug="2026"
    )
    league = old.get_model("tournaments", "League").objects.create(season=season, seed=1)
    old.get_model("tournaments", "LeagueSide").objects.create(league=league, number=1, club="Beloeil")


def assert_clubs_are_known(tournament, example, other) -> None:
    known = {
        one.organisation_id: list(one.organisation.clubs.values_list("name", flat=True))
        for one in (tournament, example, other)
    }
    assert known == {
        tournament.organisation_id: ["L'Érablière", "Sainte-Foy"],
        example.organisation_id: [],
        other.organisation_id: ["Beloeil", "STE-FOY"],
    }
    spellings = ClubSpelling.objects.filter(organisation=tournament.organisation_id)
    assert set(spellings.values_list("key", "written")) == {
        (spelling_key(name), name) for name in known[tournament.organisation_id]
    }
    assert set(tournament.entries.values_list("club", flat=True)) >= {"Ste-Foy", "SAINTE-FOY"}, "texts stay"


def create_earlier_payments(old, tournament, drawn: dict) -> None:
    """Create four entries, paid in all ways; the last is a team with a drawn person who had paid alone."""
    entries = old.get_model("tournaments", "Entry").objects.filter(tournament_id=tournament.pk)
    for number, (cents, how) in enumerate(
        [(1500, "cash"), (None, "paid"), (1500, "free"), (900, "")], start=1
    ):
        entries.filter(number=number).update(fee_cents=cents, paid_how=how)
    members = old.get_model("tournaments", "Member").objects.filter(entry__in=entries.filter(number=4))
    assert members.update(came_as=drawn) == 1


def assert_payments_are_migrated(tournament, first: UUID) -> None:
    written = [(one.number, one.cents, one.how) for one in tournament.payments.all()]
    assert written == [(1, 1500, "cash"), (2, None, "paid"), (3, 700, "transfer")]
    assert [entry.fee_cents for entry in tournament.entries.all()] == [1500, None, 0, 900]
    assert tournament.payments.get(number=1).entry_uid == first
    assert "paid_how" not in tournament.entries.get(number=4).members.get().came_as


def test_data_of_earlier_versions_survives_migration(migrate):
    """This is one test because migrating takes long."""
    tournament, paid = factories.tournament(4), factories.tournament(4)
    clubs = [factories.tournament(0, by=factories.director(name)) for name in DIRECTORS]
    tokens = create_earlier_devices(tournament)
    first = paid.entries.get(number=1)
    drawn = {
        **partner_draw.came_as_details(first),
        "uid": str(uuid4()),
        "fee_cents": 700,
        "paid_how": "transfer",
    }
    other, session = create_earlier_accounts(migrate(ACCOUNTS_MIGRATION))
    assert_tokens_are_hashed_and_restored(migrate, tokens)
    create_earlier_clubs(migrate(WITHOUT_CLUBS), *clubs)
    create_earlier_payments(migrate(WITHOUT_PAYMENTS), paid, drawn)
    assert_roles_are_kept(migrate(None), other, session)
    notice = Privacy.objects.filter(next_clearing__gt=timezone.localdate() + timedelta(days=28))
    assert notice.count() == Organisation.objects.count() > 2  # contacts of old tournaments stay for a month
    assert_devices_still_work(tokens)
    assert_clubs_are_known(*clubs)
    assert_payments_are_migrated(paid, first.uid)


def test_results_of_void_matches_are_deleted(migrate):
    tournament = factories.tournament(4)
    void, other = factories.open_round(tournament).meetings.order_by("place__number")
    for meeting in (void, other):
        factories.enter(meeting, [121, 90])
    migrate(WITH_RESULTS_OF_VOID_MATCHES)
    Meeting.objects.filter(pk=void.pk).update(void_act=tournament.acts.latest("version"))
    assert scores.rebuild(tournament, check=True) == [(void.pk, 1)]
    migrate(None)
    assert scores.rebuild(tournament, check=True) == []
    assert (void.lines.count(), void.results.count(), other.results.count()) == (1, 0, 2)
