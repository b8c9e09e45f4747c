"""Names on the Internet: first name and initial, unless the player has consented."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import factories
from tournaments import registration
from tournaments.registration import consent
from tournaments.registration.names import UNPUBLISHED, first_name_and_initial, sort_name
from tournaments.transfer import copies


@pytest.mark.parametrize(
    ("name", "family", "public"),
    [
        ("Réal O'Brien", "", "Réal O."),
        ("Noëlla L'Écuyer", "", "Noëlla L."),
        ("Marie-Claude Saint-Hilaire", "", "Marie-Claude S."),
        ("Réal de la Durantaye", "", "Réal D."),
        ("Maria Garcia Lopez", "Garcia Lopez", "Maria G."),
        ("Maria Garcia Lopez", "", "Maria L."),
        ("Jean Paul Roy", "", "Jean R."),
        ("Roy, Zoé Anne", "", "Zoé R."),
        ("Jean Roy (Sorel)", "", "Jean R."),
        ("Mme Zoé Roy", "", "Zoé R."),
        ("Mme Roy", "", "Mme R."),
        ("Œdipe Écuyer", "", "Œdipe É."),
        ("Zoé", "", "Zoé"),
        ("Roy,", "", "R."),
        ("(Zoé)", "", "(Zoé)"),
        ("TREMBLAY Jean-Guy", "", "Jean-Guy T."),
        ("Jean-Guy de la DURANTAYE", "", "Jean-Guy D."),
        ("McDONALD Pat", "", "Pat M."),
        ("JP Roy", "", "JP R."),
        ("J.-P. Roy Jr.", "", "J.-P. R."),
        ("Émile Zola III", "", "Émile Z."),
        ("O'Brien, Jr., Pat", "", "Pat O."),
        ("Pat O'Brien, Jr.", "", "Pat O."),
        ("Roy Jr.", "", "R."),
        ("Tremblay", "", "T."),
        ("Diaz Lopez", "Diaz Lopez", "D."),
        ("Tremblay Jean-Guy", "", "T. J."),
        ("TREMBLAY Jean-Guy", "Jean-Guy", "T. J."),
        ("王小明", "", UNPUBLISHED),
        ("김민준", "", UNPUBLISHED),
        ("12", "", UNPUBLISHED),
    ],
)
def test_first_name_and_initial(name, family, public):
    assert first_name_and_initial(name, sort_name(name, family)) == public


def test_full_name_only_with_consent(tournament):
    said_yes = tournament.entries.get(number=2)
    registration.edit_entry(said_yes, said_yes.name, consented_at=timezone.now())
    names = registration.public_names(tournament)
    assert names[2] == "Huguette Côté"
    assert names[1] == "Réal O."


def test_organiser_can_declare_and_revoke_consent_for_all(tournament):
    consent.declare(tournament, True, by=None)
    consent.declare(tournament, True, by=None)
    tournament.refresh_from_db()
    assert consent.declared_at(tournament) is not None
    assert registration.public_names(tournament)[1] == "Réal O'Brien"
    assert list(tournament.acts.filter(kind="full_names").values_list("args", flat=True)) == [
        {"everybody": True}
    ]
    consent.declare(tournament, False, by=None)
    tournament.refresh_from_db()
    assert consent.declared_at(tournament) is None
    assert registration.public_names(tournament)[1] == "Réal O."


def test_equal_short_names_get_clubs_and_house_has_none(db):
    tournament = factories.tournament(2)
    for name, club in (("Jean Roy", "Sorel"), ("Jean Ricard", "Beloeil")):
        registration.add_entry(tournament, name, club=club)
    house = registration.ensure_house(tournament, "Huguette Maison")
    names = registration.public_names(tournament)
    assert (names[3], names[4]) == ("Jean R. (Sorel)", "Jean R. (Beloeil)")
    assert names[house.number] == ""


def test_consent_is_asked_at_registration_with_its_time(client, tournament):
    client.force_login(factories.helper(tournament, "registration", "accueil"))
    door = f"/t/{tournament.slug}/registration/"
    client.post(door, {"name": "Zoé Roy", "on_the_internet": "full"})
    entry = tournament.entries.get(name="Zoé Roy")
    assert timezone.now() - entry.consented_at < timedelta(minutes=1)
    client.post(door, {"name": "Léo Roy", "on_the_internet": ""})
    assert tournament.entries.get(name="Léo Roy").consented_at is None
    mend = f"{door}{entry.number}/"
    first = entry.consented_at
    client.post(mend, {"name": "Zoé Roy", "on_the_internet": "full", "club": "Sorel"})
    entry.refresh_from_db()
    assert (entry.club, entry.consented_at) == ("Sorel", first)
    client.post(mend, {"name": "Zoé Roy"})  # a form without the question takes nothing back
    entry.refresh_from_db()
    assert entry.consented_at == first
    client.post(mend, {"name": "Zoé Roy", "on_the_internet": ""})
    entry.refresh_from_db()
    assert entry.consented_at is None


def test_copy_keeps_consent(tournament):
    said_yes = tournament.entries.get(number=2)
    registration.edit_entry(said_yes, said_yes.name, consented_at=timezone.now())
    consent.declare(tournament, True, by=None)
    tournament.refresh_from_db()
    again = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    said_yes.refresh_from_db()
    assert again.entries.get(number=2).consented_at == said_yes.consented_at
    assert consent.declared_at(again) == consent.declared_at(tournament)
