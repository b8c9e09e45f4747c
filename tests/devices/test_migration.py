"""What is in people's databases goes on working: tablets and their codes, once tokens are known by a hash."""

import hashlib
import json
from uuid import UUID, uuid4

import pytest

from tests import factories
from tests.protocol.client import plain64
from tournaments import devices
from tournaments.models import Device, Invitation

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
BEFORE, AFTER = [("tournaments", "0010_organisation_slug")], [("tournaments", "0011_seals_and_tokens")]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def rows(apps) -> list[tuple]:
    return list(
        apps.get_model("tournaments", "Device")
        .objects.order_by("pk")
        .values_list("token_hash", "earlier_tokens")
    )


def test_a_tablet_of_before_speaks_with_its_token_and_its_codes_are_taken(migrate):
    day = factories.tournament(4)
    invited = devices.invite_tables(day)[0]
    first, second = (devices.join(invited.secret, uuid4()).device for _ in "12")
    for at, one in enumerate(day.invitations.all()):  # codes had six digits then
        Invitation.objects.filter(pk=one.pk).update(code=f"{at:06}")
    tokens = {first.pk: ["now", "before", "long ago"], second.pk: ["other"]}
    old = migrate(BEFORE)
    for pk, (now, *earlier) in tokens.items():
        fields = {"token_hash": sha(now), "earlier_tokens": [sha(one) for one in reversed(earlier)]}
        old.get_model("tournaments", "Device").objects.filter(pk=pk).update(**fields)
    as_it_was = rows(old)
    assert as_it_was[0] == (sha("now"), [sha("long ago"), sha("before")])

    assert [hashed for hashed, _earlier in rows(migrate(AFTER))] == [sha(sha("now")), sha(sha("other"))]
    assert rows(migrate(BEFORE)) == as_it_was  # and back
    migrate(None)

    assert [devices.by_token(now).pk for now in ("now", "other")] == [first.pk, second.pk]
    said = plain64(json.dumps({"d": str(first.uid), "r": {"game": 1}}).encode())
    for token in tokens[first.pk]:
        carried = devices.read_offline_code(f"CHV1.{said}.{devices.seal(said, sha(token))}")
        assert (carried.device.pk, carried.proven) == (first.pk, True)
    kept = Device.objects.get(uid=UUID(str(first.uid)))
    assert kept.seal_keys == {sha(sha(token)): sha(token) for token in tokens[first.pk]}
