"""Concurrent changes of a format, or its removal during a change: nothing typed is lost."""

from uuid import UUID

import pytest
from django.urls import reverse

from tests import page_reader
from tests.web.setup.test_own_formats import club, codes_of, draft_of, kept, lise, typed
from tournaments.organisations import own_formats

__all__ = ["club", "lise"]
pytestmark = pytest.mark.django_db


def test_concurrent_change_of_a_format_is_a_conflict(client, lise, club):
    one = kept(club)
    address = reverse("format_change", args=[club.slug, one.uid])
    assert client.post(address, typed(draft_of(one), rounds="9") | {"version": "1"}).status_code == 302
    answer = client.post(address, typed(draft_of(one), rounds="8") | {"version": "1"})
    assert (answer.status_code, codes_of(answer)) == (200, ["format_changed_meanwhile"])
    assert own_formats.offered_formats([club]).get().rules["rounds"] == 9


@pytest.mark.parametrize("refused", [{"name": ""}, {"way": "rounds=7"}])
def test_page_that_was_shown_again_still_undoes_no_change_of_another(client, lise, club, refused):
    one = kept(club)
    address = reverse("format_change", args=[club.slug, one.uid])
    form = page_reader.form_data(client.get(address), None)
    assert client.post(address, form | {"rounds": "9"}).status_code == 302
    again = page_reader.form_data(client.post(address, form | refused), None) | {"name": "Jeudi"}
    answer = client.post(address, again)
    assert (answer.status_code, codes_of(answer)) == (200, ["format_changed_meanwhile"])
    assert own_formats.offered_formats([club]).get().rules["rounds"] == 9
    assert client.post(address, page_reader.form_data(answer, None)).status_code == 302
    assert own_formats.offered_formats([club]).get().name == "Jeudi"


def test_typed_values_stay_if_the_format_was_removed_meanwhile(client, lise, club):
    one = kept(club)
    address = reverse("format_change", args=[club.slug, one.uid])
    given = typed(draft_of(one), rounds="9", note="Le mardi, chez L'Écuyer") | {"version": "1"}
    own_formats.remove(one, by=lise)
    answer = client.post(address, given)
    assert (answer.status_code, codes_of(answer)) == (200, ["format_gone_meanwhile"])
    form = answer.context["form"]
    assert [form[name].value() for name in ("rounds", "note")] == ["9", given["note"]]
    assert not own_formats.offered_formats([club])
    own_formats.put_back(own_formats.removed_formats([club]).get(), by=lise)
    version = client.post(address, given).context["one"].version
    assert client.post(address, given | {"version": str(version)}).status_code == 302
    assert own_formats.offered_formats([club]).get().rules["rounds"] == 9
    assert client.get(reverse("format_change", args=[club.slug, UUID(int=1)])).status_code == 302
