"""A sheet that went astray: its table has a new code, the old one opens nothing, the new sheet is printed."""

from html import unescape
from uuid import uuid4

import pytest

from scoring import DomainError
from tests.papers.paper_text import codes, texts
from tests.shown_by import messages
from tournaments import devices
from tournaments.common import jobs
from tournaments.models import Device, Job
from tournaments.publishing import papers

pytestmark = pytest.mark.django_db


def renew(client, day, table, **fields):
    return unescape(
        client.post(f"/t/{day.slug}/tablets/{table}/renew/", fields, follow=True).content.decode()
    )


def test_the_old_sheet_opens_nothing_and_the_tablet_stays_in(director, day, playing, tablet):
    one = tablet(3)
    old = day.invitations.get(place__number=3)
    others = set(day.invitations.exclude(pk=old.pk).values_list("secret", "code"))
    html = renew(director, day, 3, tablets="stay")
    assert [(one.code, "3" in one.words) for one in messages(html)] == [("code_renewed", True)]
    for text in (old.secret, old.code):
        with pytest.raises(DomainError, match="no_such_invitation"):
            devices.join(text, uuid4())
    new = day.invitations.get(place__number=3)
    assert new.code[:3] in html
    assert (new.secret, new.code) not in {(old.secret, old.code), *others}
    assert devices.join(new.code, uuid4()).device.place.number == 3
    assert one.says(playing, [121, 88]).answer == "accepted"
    assert others == set(day.invitations.exclude(pk=new.pk).values_list("secret", "code"))


def test_its_tablets_are_put_out_where_the_organiser_says_so(director, day, playing, tablet):
    one, two, elsewhere = tablet(3), tablet(3), tablet(4)
    html = renew(director, day, 3, tablets="out")
    assert [one.code for one in messages(html)] == ["code_renewed_out"]
    assert [held.device.state for held in (one, two, elsewhere)] == [
        Device.State.REVOKED,
        Device.State.REVOKED,
        Device.State.ACTIVE,
    ]
    assert day.acts.get(kind="device_code").args == {
        "table": 3,
        "shut_out": [str(held.uid) for held in (one, two)],
    }


def test_the_new_sheet_alone_is_printed(director, day):
    renew(director, day, 3)
    director.post(f"/t/{day.slug}/tablets/3/sheet/")
    job = Job.objects.get(tournament=day, args__table=3)
    pdf, _name = papers.draw(jobs.claim(job.pk))
    invited = day.invitations.get(place__number=3)
    assert len(texts(pdf)) == 1
    (code,) = codes(pdf, 0)
    assert code.endswith(devices.page_of(invited))
