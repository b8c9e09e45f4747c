"""Tournaments made at once, and their names in addresses."""

import threading

import pytest
from django.db import connection

from tests import factories
from tournaments.models import Act, Tournament
from tournaments.rounds import stages

ORGANISERS = 4


def create(name: str = "L’Érablière") -> Tournament:
    return factories.tournament(0, about={"name": name})


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_simultaneous_tournaments_of_one_name_are_all_made():
    create()  # the organisation is there
    together, refused = threading.Barrier(ORGANISERS), []

    def organiser() -> None:
        try:
            together.wait()
            create()
        except Exception as error:
            refused.append(error)
        finally:
            connection.close()

    organisers = [threading.Thread(target=organiser) for _ in range(ORGANISERS)]
    for thread in organisers:
        thread.start()
    for thread in organisers:
        thread.join()
    assert refused == []
    slugs = set(Tournament.objects.values_list("slug", flat=True))
    assert slugs == {"lerabliere-2026", *(f"lerabliere-2026-{turn}" for turn in range(2, ORGANISERS + 2))}
    assert Act.objects.filter(kind="create").count() == ORGANISERS + 1


@pytest.mark.both_databases
@pytest.mark.django_db
def test_slug_taken_meanwhile_is_chosen_again(monkeypatch):
    create()
    free, chosen = stages.free_slug, iter(["lerabliere-2026"])
    monkeypatch.setattr(stages, "free_slug", lambda *about: next(chosen, None) or free(*about))
    assert create().slug == "lerabliere-2026-2"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Tournoi d'automne 2026", "tournoi-dautomne-2026"),
        ("Finale 2026, salle B", "finale-2026-salle-b"),
        ("Saison 2025-2026", "saison-2025-2026"),
        ("Tournoi no 12026", "tournoi-no-12026-2026"),
        ("Crible 2025", "crible-2025-2026"),
        ("«»", "2026-11-21"),
        ("Tournoi de crible des aînés de la région Richelieu-Yamaska, automne", None),
    ],
)
@pytest.mark.django_db
def test_slug_contains_year_once(name, slug):
    made = create(name=name).slug
    assert made == slug or (slug is None and made.endswith("-2026") and len(made) <= 60)
