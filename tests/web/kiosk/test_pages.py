"""The pages that pair a kiosk, the list of kiosks, and the check-in page with its undo."""

import pytest
from django.urls import reverse

from tests import factories
from tests.devices.kiosks import Kiosk
from tests.page_reader import codes
from tournaments import devices, registration
from tournaments.models import Call, Device, Tournament
from tournaments.publishing.names import device_name
from tournaments.web.tablet_app.scripts import bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(4)


@pytest.fixture
def lise(client, tournament):
    client.force_login(factories.director_of(tournament))
    return client


def test_a_code_is_shown_until_a_device_has_used_it(lise, tournament):
    page = reverse("kiosks", args=[tournament.slug])
    assert "join-code" not in lise.get(page).content.decode()
    assert not devices.kiosk_invitation(tournament)  # looking makes none
    assert lise.post(reverse("kiosk_invite", args=[tournament.slug])).status_code == 302
    invited = devices.kiosk_invitation(tournament)
    shown = lise.get(page).content.decode()
    assert invited.code in shown.replace("\u2009", "").replace(" ", "").replace("\xa0", "")
    assert lise.get(f"{page}?waits={invited.pk}").status_code == 204
    devices.pair(invited.secret, Tournament.objects.get().uid)
    after = lise.get(f"{page}?waits={invited.pk}")
    assert after.status_code == 200
    assert after.content.decode().count("data-kiosk") == 1


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_grow_with_kiosks(lise, tournament, count, django_assert_max_num_queries):
    for _kiosk in range(count):
        Kiosk(tournament)
    page = reverse("kiosks", args=[tournament.slug])
    lise.get(page)
    with django_assert_max_num_queries(12):
        assert lise.get(page).content.decode().count("data-kiosk") == count


@pytest.mark.parametrize("role", ["registration", "judge", "viewer"])
def test_roles_without_permission_cannot_pair_a_kiosk(client, tournament, role):
    client.force_login(factories.helper(tournament, role, role))
    for name in ("kiosks", "kiosk_invite"):
        assert client.post(reverse(name, args=[tournament.slug])).status_code == 403
    assert not devices.kiosk_invitation(tournament)


@pytest.mark.parametrize("kind", ["kiosk", "table", "player", "nothing"])
def test_kiosk_page_accepts_kiosk_invitations_only(client, tournament, kind):
    kiosk, table = devices.invite_kiosk(tournament).secret, devices.invite_tables(tournament)[0].secret
    player = devices.invite_players(tournament)[0].secret
    secret = {"kiosk": kiosk, "table": table, "player": player, "nothing": "x" * 16}[kind]
    shown = client.get(f"/kiosk/{secret}/")
    assert shown.status_code == 200
    assert (secret in shown.content.decode()) == (kind == "kiosk")
    for entry in tournament.entries.all():
        assert entry.name not in shown.content.decode()


def test_kiosk_bundles_stay_small():
    assert len(bundle("kiosk").small) < 14_000
    assert len(bundle("kiosk", "css").small) < 12_000


def test_kiosks_are_listed_as_devices_but_not_as_tablets(lise, tournament):
    kiosk = Kiosk(tournament)
    for name, args in (("tablets", []), ("device", [kiosk.uid])):
        shown = lise.get(reverse(name, args=[tournament.slug, *args])).content.decode()
        assert kiosk.uid in shown
    act = reverse("device_act", args=[tournament.slug, kiosk.uid, "rename"])
    lise.post(act, {"label": "Porte"})
    assert "Porte" in device_name(kiosk.device)
    for refused in ("move", "replace", "keep", "admit"):
        lise.post(reverse("device_act", args=[tournament.slug, kiosk.uid, refused]), {"table": "1"})
        assert kiosk.device.is_kiosk
    lise.post(reverse("device_act", args=[tournament.slug, kiosk.uid, "shut-out"]))
    assert kiosk.device.state == Device.State.REVOKED


def test_kiosk_check_in_is_shown_and_can_be_undone(lise, tournament):
    kiosk = Kiosk(tournament)
    page = reverse("check_in", args=[tournament.slug])
    before = lise.get(page).context["digest"]
    kiosk.arrives(1)
    shown = lise.get(f"{page}?seen={before}")
    assert [guest.entry.number for guest in shown.context["guests"] if guest.at_kiosk] == [1]
    lise.post(reverse("check_in_tick", args=[tournament.slug, 1]), {"here": "0"})
    act = tournament.acts.get(kind=f"undo_{registration.AT_KIOSK}")
    assert act.by == factories.director_of(tournament)
    assert not any(guest.at_kiosk for guest in lise.get(page).context["guests"])
    assert lise.get(reverse("acts", args=[tournament.slug])).status_code == 200


def test_kiosk_arrival_of_a_withdrawn_player_calls_the_desk(lise, tournament):
    registration.withdraw(tournament.entries.get(number=4), from_round=1, by=None)
    Kiosk(tournament).arrives(4)
    arrives = reverse("entry_arrives", args=[tournament.slug, 4])
    assert arrives in lise.get(reverse("tablets", args=[tournament.slug])).content.decode()
    guests = lise.get(reverse("check_in", args=[tournament.slug])).context["guests"]
    assert [guest.entry.number for guest in guests if guest.at_kiosk and guest.state == "away"] == [4]
    call = Call.objects.get()
    answered = lise.post(reverse("tablets_call", args=[tournament.slug, call.pk]), follow=True)
    assert "call_answered" in codes(answered)
