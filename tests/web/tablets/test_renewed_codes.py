"""A sheet that went astray: its table has a new code, the old one opens nothing, the new sheet is printed."""

from html import unescape
from uuid import uuid4

import pytest

from scoring import DomainError
from tests.page_reader import messages
from tests.papers.paper_text import codes, texts
from tournaments import devices
from tournaments.common import jobs
from tournaments.models import Device, Job
from tournaments.publishing.papers import printing

pytestmark = pytest.mark.django_db


def renew_code(client, tournament, table, **fields):
    return unescape(
        client.post(f"/t/{tournament.slug}/tablets/{table}/renew/", fields, follow=True).content.decode()
    )


def test_renewed_code_replaces_the_old_and_keeps_the_tablet(director, tournament, playing, tablet):
    one = tablet(3)
    old = tournament.invitations.get(place__number=3)
    others = set(tournament.invitations.exclude(pk=old.pk).values_list("secret", "code"))
    html = renew_code(director, tournament, 3, tablets="stay")
    assert [(one.code, "3" in one.words) for one in messages(html)] == [("code_renewed", True)]
    for text in (old.secret, old.code):
        with pytest.raises(DomainError, match="no_such_invitation"):
            devices.join(text, uuid4())
    new = tournament.invitations.get(place__number=3)
    assert new.code[:3] in html
    assert (new.secret, new.code) not in {(old.secret, old.code), *others}
    assert devices.join(new.code, uuid4()).device.place.number == 3
    assert one.says(playing, [121, 88]).answer == "accepted"
    assert others == set(tournament.invitations.exclude(pk=new.pk).values_list("secret", "code"))


def test_renewing_a_code_can_revoke_its_tablets(director, tournament, playing, tablet):
    one, two, elsewhere = tablet(3), tablet(3), tablet(4)
    html = renew_code(director, tournament, 3, tablets="out")
    assert [one.code for one in messages(html)] == ["code_renewed_out"]
    assert [held.device.state for held in (one, two, elsewhere)] == [
        Device.State.REVOKED,
        Device.State.REVOKED,
        Device.State.ACTIVE,
    ]
    assert tournament.acts.get(kind="device_code").args == {
        "table": 3,
        "shut_out": [str(held.uid) for held in (one, two)],
    }


def test_only_the_renewed_sheet_is_printed(director, tournament):
    renew_code(director, tournament, 3)
    director.post(f"/t/{tournament.slug}/tablets/3/sheet/")
    job = Job.objects.get(tournament=tournament, args__table=3)
    pdf, _name = printing.draw(jobs.claim(job.pk))
    invited = tournament.invitations.get(place__number=3)
    assert len(texts(pdf)) == 1
    (code,) = codes(pdf, 0)
    assert code.endswith(devices.page_of(invited))
