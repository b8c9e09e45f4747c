"""The search for people: typed text finds them, on the server and in scripts alike."""

import pytest
from django.urls import reverse

from tests import factories
from tests.page_reader import parse
from tests.registration.small_tournament import fill, small_tournament
from tests.scripts.engine import load
from tournaments import registration
from tournaments.registration.name_search import certain_parts, is_found
from tournaments.registration.names import fold

CASES = [
    (
        "o'brien real\nFADOQ Saint-Hyacinthe",
        ["obrien", "o brien", "O’BRIEN", "réal o", "brien hyacinthe"],
        ["obrian"],
    ),
    ("Pat O’Brien", ["obrien", "o'brien"], ["obrienp"]),
    (
        "Zéphirin Saint-Hilaire",
        ["st-hilaire", "St Hilaire", "saint hilaire", "ste-hilaire", "sthilaire"],
        ["hilairez"],
    ),
    ("St-Hilaire Zoé", ["saint-hilaire", "sainte hilaire", "sainthilaire", "st h"], ["stephane"]),
    ("Ste-Marie Line", ["sainte-marie", "saint marie", "stemarie"], ["marieline saint x"]),
    ("l'ecuyer noella", ["lecuyer", "l ecuyer", "L’Écuyer", "ecuyer", "noëlla"], ["lecuyere"]),
    ("Lécuyer Noëlla", ["l'ecuyer", "lecuyer"], []),
    ("TREMBLAY Jean-Guy", ["tremblay jg", "jg", "j-g tremblay", "jeanguy", "guy trem"], ["gj", "jx"]),
    ("Jean Guy Tremblay", ["tremblay jg", "j.-g. tremblay"], []),
    ("Leblanc Anne", ["leb an"], ["ba"]),
    ("Œdipe Lefebvre", ["oedipe", "œdipe"], ["edipo"]),
    ("McDonald Ann", ["mc donald", "mcdonald"], []),
    ("Le Blanc Marie", ["leblanc"], []),
    ("李小龍", ["李"], ["王"]),
    ("Roy Zoé", ["", " ", "-"], ["q"]),
]


@pytest.mark.parametrize(("text", "found", "missed"), CASES)
def test_server_and_script_searches_agree(text, found, missed):
    script = load("find_name.js")
    for typed, fits in [(each, True) for each in found] + [(each, False) for each in missed]:
        assert is_found(text, typed) is fits, typed
        assert script("Cheville.find.isFound", text, typed) is fits, typed


@pytest.mark.parametrize(("text", "found"), [(text, found) for text, found, _missed in CASES])
def test_database_filter_includes_every_match(text, found):
    for line in text.split("\n"):
        joined = "".join(character for character in fold(line) if character.isalnum())
        for typed in (*found, "sai", "sain", "aint"):
            if is_found(line, typed):
                assert [part for part in certain_parts(typed) if part not in joined] == [], typed


def test_long_search_text_takes_few_queries(desk, director, django_assert_max_num_queries):
    tournament = small_tournament(by=director)
    with django_assert_max_num_queries(20):
        desk.get(reverse("known_players", args=[tournament.slug]), {"name": "roy abc " * 1000})


NUMBER_BY_SEARCH = {
    "obrien": 1,
    "o brien": 1,
    "lecuyer": 2,
    "st-hilaire mj": 5,
    "saint hilaire marie": 5,
    "cote": 3,
    "de la d": 4,
    "oedipe": 6,
    "tremblay jg": 7,
}


@pytest.fixture
def entered(tournament):
    fill(tournament, 6)
    registration.add_entry(tournament, "TREMBLAY Jean-Guy", club="Beloeil")
    return tournament


@pytest.mark.parametrize(("typed", "number"), NUMBER_BY_SEARCH.items())
def test_check_in_search_finds_typed_names(desk, entered, typed, number):
    shown = parse(desk.get(reverse("check_in", args=[entered.slug]), {"q": typed}))
    assert [one["id"] for one in shown.all("button.tap")] == [f"tap-{number}"]


def test_seat_search_finds_typed_names(desk, entered):
    registration.add_entry(entered, "Roy Zoé")
    factories.open_round(entered)
    for typed, number in NUMBER_BY_SEARCH.items():
        shown = parse(desk.get(reverse("where", args=[entered.slug]), {"q": typed}))
        assert [one["data-number"] for one in shown.all("tr[data-name]")] == [str(number)], typed


def test_people_of_earlier_tournaments_are_suggested(desk, director, entered):
    later = small_tournament(by=director)
    known = reverse("known_players", args=[later.slug])
    for typed, number in NUMBER_BY_SEARCH.items():
        (offered,) = parse(desk.get(known, {"name": typed})).all("option")
        assert offered["value"] == entered.entries.get(number=number).name, typed
