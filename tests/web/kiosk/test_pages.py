"""The pages that pair a kiosk, what is shown of kiosks, and the check-in page with its undo."""

import pytest
from django.urls import reverse

from tests import factories
from tests.devices.kiosks import Kiosk
from tests.shown_by import codes
from tournaments import devices, registration
from tournaments.models import Call, Device, Tournament
from tournaments.publishing.names import device_name
from tournaments.web.tablet_app.scripts import bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.tournament(4)


@pytest.fixture
def lise(client, day):
    client.force_login(factories.director_of(day))
    return client


def test_a_code_is_shown_until_a_device_has_used_it(lise, day):
    page = reverse("kiosks", args=[day.slug])
    assert "join-code" not in lise.get(page).content.decode()
    assert not devices.kiosk_invitation(day)  # looking makes none
    assert lise.post(reverse("kiosk_invite", args=[day.slug])).status_code == 302
    invited = devices.kiosk_invitation(day)
    shown = lise.get(page).content.decode()
    assert invited.code in shown.replace("\u2009", "").replace(" ", "").replace("\xa0", "")
    assert lise.get(f"{page}?waits={invited.pk}").status_code == 204
    devices.pair(invited.secret, Tournament.objects.get().uid)
    after = lise.get(f"{page}?waits={invited.pk}")
    assert after.status_code == 200
    assert after.content.decode().count("data-kiosk") == 1


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_asks_as_often_for_three_kiosks_as_for_one(lise, day, count, django_assert_max_num_queries):
    for _kiosk in range(count):
        Kiosk(day)
    page = reverse("kiosks", args=[day.slug])
    lise.get(page)
    with django_assert_max_num_queries(12):
        assert lise.get(page).content.decode().count("data-kiosk") == count


@pytest.mark.parametrize("role", ["registration", "judge", "viewer"])
def test_who_may_not_let_devices_in_pairs_none(client, day, role):
    client.force_login(factories.helper(day, role, role))
    for name in ("kiosks", "kiosk_invite"):
        assert client.post(reverse(name, args=[day.slug])).status_code == 403
    assert not devices.kiosk_invitation(day)


@pytest.mark.parametrize("kind", ["kiosk", "table", "player", "nothing"])
def test_the_page_of_a_kiosk_takes_the_invitation_of_a_kiosk_alone(client, day, kind):
    kiosk, table = devices.invite_kiosk(day).secret, devices.invite_tables(day)[0].secret
    player = devices.invite_players(day)[0].secret
    secret = {"kiosk": kiosk, "table": table, "player": player, "nothing": "x" * 16}[kind]
    shown = client.get(f"/kiosk/{secret}/")
    assert shown.status_code == 200
    assert (secret in shown.content.decode()) == (kind == "kiosk")
    for entry in day.entries.all():
        assert entry.name not in shown.content.decode()


def test_the_scripts_of_a_kiosk_are_small():
    assert len(bundle("kiosk").small) < 14_000
    assert len(bundle("kiosk", "css").small) < 12_000


def test_kiosks_are_among_the_devices_and_are_no_tablets(lise, day):
    kiosk = Kiosk(day)
    for name, args in (("tablets", []), ("device", [kiosk.uid])):
        shown = lise.get(reverse(name, args=[day.slug, *args])).content.decode()
        assert kiosk.uid in shown
    act = reverse("device_act", args=[day.slug, kiosk.uid, "rename"])
    lise.post(act, {"label": "Porte"})
    assert "Porte" in device_name(kiosk.device)
    for refused in ("move", "replace", "keep", "admit"):
        lise.post(reverse("device_act", args=[day.slug, kiosk.uid, refused]), {"table": "1"})
        assert kiosk.device.is_kiosk
    lise.post(reverse("device_act", args=[day.slug, kiosk.uid, "shut-out"]))
    assert kiosk.device.state == Device.State.REVOKED


def test_the_check_in_page_names_who_used_a_kiosk_and_a_tap_takes_it_back(lise, day):
    kiosk = Kiosk(day)
    page = reverse("check_in", args=[day.slug])
    before = lise.get(page).context["digest"]
    kiosk.arrives(1)
    shown = lise.get(f"{page}?seen={before}")
    assert [guest.entry.number for guest in shown.context["guests"] if guest.at_kiosk] == [1]
    lise.post(reverse("check_in_tick", args=[day.slug, 1]), {"here": "0"})
    act = day.acts.get(kind=f"undo_{registration.AT_KIOSK}")
    assert act.by == factories.director_of(day)
    assert not any(guest.at_kiosk for guest in lise.get(page).context["guests"])
    assert lise.get(reverse("acts", args=[day.slug])).status_code == 200


def test_who_is_not_expected_is_led_to_what_follows(lise, day):
    registration.withdraw(day.entries.get(number=4), from_round=1, by=None)
    Kiosk(day).arrives(4)
    arrives = reverse("entry_arrives", args=[day.slug, 4])
    assert arrives in lise.get(reverse("tablets", args=[day.slug])).content.decode()
    guests = lise.get(reverse("check_in", args=[day.slug])).context["guests"]
    assert [guest.entry.number for guest in guests if guest.at_kiosk and guest.state == "away"] == [4]
    call = Call.objects.get()
    answered = lise.post(reverse("tablets_call", args=[day.slug, call.pk]), follow=True)
    assert "call_answered" in codes(answered)
