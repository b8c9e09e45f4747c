"""The sheet for the wall: its two codes as a phone reads them, and refusals."""

import pytest
from django.urls import reverse
from django.utils import translation

from scoring import DomainError
from tests import factories
from tests.papers import paper_text
from tournaments.models import Tournament
from tournaments.publishing import wifi
from tournaments.publishing.papers import paper_types, printing, venue_papers
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db
BASE = "http://192.168.1.20:8000"
AWKWARD = [
    ("Salle Saint-Hilaire", "crible-121"),
    ('L\'Érablière; "bar"', r"a\b;c,d:e\"f"),
    ("ABCD", "12345678"),
    (" deux  espaces ", "  huit signes  "),
    ("Wi-Fi gratuit", ""),
]


@pytest.fixture
def tournament() -> Tournament:
    return factories.tournament(4, by=factories.director())


def wifi_sheet(tournament: Tournament, base: str = BASE, language: str = "fr-ca") -> bytes:
    with translation.override(language):
        tournament.refresh_from_db()
        return venue_papers.join(paper_types.Paper(tournament, {"base": base}, lambda done: None))


def parse_wifi_code(code: str) -> dict[str, str]:
    """Return the fields of a WIFI: code, read as phones do: a backslash stands before a sign of the text."""
    assert code.startswith("WIFI:")
    assert code.endswith(";;")
    fields, field, escaped = [], "", False
    for sign in code[5:]:
        if escaped or sign not in "\\;":
            field, escaped = field + sign, False
        elif sign == "\\":
            escaped = True
        else:
            fields.append(field)
            field = ""
    return dict(one.split(":", 1) for one in fields if one)


@pytest.mark.parametrize(("name", "password"), AWKWARD)
def test_wifi_code_contains_name_and_password(tournament, name, password):
    wifi.write(tournament, name, password, by=None)
    codes = set(paper_text.codes(wifi_sheet(tournament)))
    joins = next(code for code in codes if code.startswith("WIFI:"))
    expected = {"T": "WPA", "S": name, "P": password} if password else {"T": "nopass", "S": name}
    assert parse_wifi_code(joins) == expected
    assert codes - {joins} == {f"{BASE}/t/{tournament.slug}/"}


def test_sheet_prints_name_password_and_address(tournament):
    password = "W" * 63
    wifi.write(tournament, "Salle Saint-Hilaire", password, by=None)
    text = "".join(paper_text.words(wifi_sheet(tournament)).split())
    assert password in text
    assert "SalleSaint-Hilaire" in text
    assert "192.168.1.20:8000" in text


@pytest.mark.parametrize("base", ["http://127.0.0.1:8000", "http://localhost:8000", ""])
def test_local_address_gets_no_code(client, tournament, base):
    wifi.write(tournament, "Salle", "", by=None)
    assert {code[:5] for code in paper_text.codes(wifi_sheet(tournament, base))} == {"WIFI:"}
    with pytest.raises(DomainError, match="no_address_for_others"):
        printing.request(tournament, "join", {"base": base, "language": "fr-ca"})


def test_join_sheet_is_offered_only_for_a_reachable_address(client, tournament, settings):
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.20"]
    wifi.write(tournament, "Salle", "", by=None)
    client.force_login(factories.organiser(tournament, "reine"))
    offered = {}
    for host in ("localhost", "192.168.1.20"):
        page = client.get(reverse("papers", args=[tournament.slug]), headers={"host": host})
        kinds = [row for group in page.context["groups"] for row in group["kinds"]]
        offered[host] = [value for row in kinds if row["kind"] == "rules" for value, _label in row["choices"]]
    assert offered == {"localhost": [], "192.168.1.20": ["", "join"]}


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("é" * 17, "", "wifi_name_too_long"),
        ("Salle", "sept877", "wifi_password"),
        ("Salle", "é" * 10, "wifi_password"),
        ("Salle", "x" * 64, "wifi_password"),
    ],
)
def test_invalid_wifi_is_refused_and_stays_typed(client, tournament, name, password, code):
    client.force_login(factories.organiser(tournament, "chef"))
    answer = client.post(f"/t/{tournament.slug}/around/", {"name": name, "password": password})
    assert answer.status_code == 422
    assert f'value="{name}"' in answer.content.decode()
    with pytest.raises(DomainError, match=code):
        wifi.write(tournament, name, password, by=None)


def test_wifi_password_is_not_public(client, tournament):
    client.force_login(factories.helper(tournament, "desk", "bureau"))
    client.post(f"/t/{tournament.slug}/around/", {"name": "Salle", "password": "crible-121"})
    assert "crible-121" in client.get(f"/t/{tournament.slug}/around/").content.decode()
    act = tournament.acts.get(kind="wifi")
    assert "crible-121" not in str(act.args)
    client.logout()
    for path in ("", "rules/", "where/", "players/1/"):
        assert "crible-121" not in client.get(f"/t/{tournament.slug}/{path}").content.decode()


@pytest.mark.parametrize("own", [True, False])
def test_removed_wifi_is_not_offered_again(client, tournament, own):
    other = factories.tournament(4)
    Tournament.objects.filter(pk=other.pk).update(organisation=tournament.organisation)
    wifi.write(other, "Autre salle", "crible-121", by=None)
    if own:
        wifi.write(tournament, "Salle", "crible-121", by=None)
    client.force_login(factories.organiser(tournament, "chef"))
    url = f"/t/{tournament.slug}/around/"
    assert client.post(url, {"name": "", "password": ""}).status_code == 302
    assert not client.get(url).context["form"]["name"].value()


def test_wifi_is_kept_in_a_copy_and_offered_to_the_club_again(client, tournament):
    wifi.write(tournament, "Salle", "crible-121", by=None)
    tournament.refresh_from_db()
    restored = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert wifi.wifi_of(restored) == wifi.Wifi("Salle", "crible-121")
    other = factories.tournament(4)
    other.organisation = tournament.organisation
    other.save()
    assert wifi.wifi_of(other) is None
    assert wifi.default_wifi(other) == wifi.Wifi("Salle", "crible-121")
    wifi.write(restored, "", "", by=None)
