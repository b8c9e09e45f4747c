"""The family name in a full name: in a list, and in the preview of an import."""

import pytest

from tests import factories
from tournaments import registration
from tournaments.registration import columns, list_files
from tournaments.registration.candidates import candidates
from tournaments.registration.names import family_name_first, first_name_and_initial, sort_name


def role_and_listed_names(text):
    """Return the role of the names, and the names as they will be listed."""
    rows = list_files.read_text(text)
    guess = columns.guess(rows)
    found = candidates(rows, guess.roles, guess.heading, [])
    return guess.roles[0], [one.draft.listed for one in found]


def published_names(text):
    rows = list_files.read_text(text)
    guess = columns.guess(rows)
    drafts = [one.draft for one in candidates(rows, guess.roles, guess.heading, [])]
    return [first_name_and_initial(one.name, sort_name(one.name, one.family)) for one in drafts]


@pytest.mark.parametrize(
    ("text", "role", "names"),
    [
        ("Nom et prénom;Club\nTREMBLAY Jean-Guy;Sorel", "family_given", ["TREMBLAY, Jean-Guy"]),
        ("Nom;Club\nJean-Guy TREMBLAY;Sorel", "name", ["TREMBLAY, Jean-Guy"]),
        ("Nom;Club\nROY Aïcha;A\nQuiroz Xul;B", "family_given", ["ROY, Aïcha", "Quiroz, Xul"]),
        ("Nom;Club\nde la Durantaye Réal;A", "family_given", ["de la Durantaye, Réal"]),
        ("Nom;Club\nSt-Onge Xul;A\nMcNeil Ada;B", "family_given", ["St-Onge, Xul", "McNeil, Ada"]),
        ("Nom;Club\nQuiroz X.;A", "family_given", ["Quiroz, X."]),
        ("Nom;Club\nX.-Y. Quiroz;A", "name", ["Quiroz, X.-Y."]),
        ("Nom;Club\nGarcia Lopez Ana Maria;A", "family_given", ["Garcia Lopez, Ana Maria"]),
        ("Nom;Club\nJean Roy;A\nTREMBLAY Lise;B\nLéo Côté;C\nAnne Dubé;D\nYves Roy;E", "name", None),
        ("Nom et prénom;Club\nQuiroz Xul;A", "family_given", ["Quiroz, Xul"]),
        ("Nom et prénom;Club\nLise Quiroz;A", "name", ["Quiroz, Lise"]),
        ("Prénom et nom;Club\nXul Quiroz;A", "name", ["Quiroz, Xul"]),
        ("Last name, first name;Club\nQuiroz Xul;A", "family_given", ["Quiroz, Xul"]),
        ("Nom;Club\nXul Quiroz;A\nAba Ceda;B", "undecided", None),
        ("Nom;Club\nZoé;A\nXul;B\nRoy, Jean;C", "name", ["Zoé", "Xul", "Roy, Jean"]),
        ("Nom et prénom\nTREMBLAY LISE\nROY JEAN", "family_given", ["TREMBLAY, LISE", "ROY, JEAN"]),
    ],
)
def test_name_order_follows_capitals_rows_and_heading(text, role, names):
    found, written = role_and_listed_names(text)
    assert found == role
    assert names is None or written == names


def test_capitals_decide_name_order_of_their_row():
    text = "Nom;Club\nJean Roy;A\nTREMBLAY Lise;B\nLéo Côté;C\nAnne Dubé;D\nYves Roy;E"
    assert role_and_listed_names(text)[1] == [
        "Roy, Jean",
        "TREMBLAY, Lise",
        "Côté, Léo",
        "Dubé, Anne",
        "Roy, Yves",
    ]


def test_mixed_column_asks_only_about_unclear_names():
    assert role_and_listed_names("Nom;Club\nCôté Huguette;A\nJean Roy;B") == (
        "name",
        ["Côté, Huguette", "Roy, Jean"],
    )
    role, names = role_and_listed_names("Nom;Club\nCôté Huguette;A\nJean Roy;B\nXul Quiroz;C")
    assert (role, names[:2]) == ("undecided", ["Côté, Huguette", "Roy, Jean"])


def test_family_name_first_is_published_as_initial():
    assert published_names("Nom et prénom;Club\nTREMBLAY Jean-Guy;Sorel\nQuiroz Baba Xul;A") == [
        "Jean-Guy T.",
        "Xul Q.",
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Nom\nTremblay, Jean-Guy\nO'Brien, Jr., Pat", ["Jean-Guy Tremblay", "Pat O'Brien Jr."]),
        ("Liste\n\nNom\nRoy, Lise\nGarcia Lopez, Ana Maria", ["Lise Roy", "Ana Maria Garcia Lopez"]),
        ("Nom;Club\nJ.-P. Roy, Jr.;Sorel", ["J.-P. Roy Jr."]),
    ],
)
def test_first_name_follows_comma(text, names):
    rows = list_files.read_text(text)
    guess = columns.guess(rows)
    assert [one.draft.name for one in candidates(rows, guess.roles, guess.heading, [])] == names


def test_club_after_comma_is_not_a_name():
    rows = list_files.read_text("Huguette Côté, Saint-Hilaire\nYvon Roy, Sorel")
    assert columns.guess(rows).roles == ("name", "club")


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Roy;Jean;Sorel\nCôté;Lise;Sorel", ("family", "given", "club")),
        ("Jean;Roy;Sorel\nLise;Côté;Sorel", ("given", "family", "club")),
    ],
)
def test_first_names_identify_columns_without_headings(text, roles):
    assert columns.guess(list_files.read_text(text)).roles == roles


@pytest.mark.parametrize(
    ("name", "by", "in_a_list"),
    [
        ("J.-P. Roy Jr.", "roy jr. j.-p.", "Roy Jr., J.-P."),
        ("Émile Zola III", "zola iii emile", "Zola III, Émile"),
        ("TREMBLAY Jean-Guy", "tremblay jean-guy", "TREMBLAY, Jean-Guy"),
        ("Zoé", "zoe", "Zoé"),
        ("Tremblay", "tremblay", "Tremblay"),
    ],
)
def test_a_typed_name_is_sorted_by_its_family_name(name, by, in_a_list):
    assert sort_name(name) == by
    assert family_name_first(name, by) == in_a_list


@pytest.fixture
def door(client, db):
    tournament = factories.tournament(4)
    client.force_login(factories.helper(tournament, "registration", "accueil"))
    return tournament, f"/t/{tournament.slug}/registration/import/"


def enter(client, door, **more):
    preview = f"{door}preview/"
    token = client.get(preview).context["pending"]["token"]
    return client.post(preview, {"token": token, "do": "enter", **more})


def test_undecided_order_is_asked_before_import(client, door):
    tournament, page = door
    client.post(page, {"pasted": "Nom;Club\nQuiroz Xul;A\nCeda Aba;B"})
    answer = enter(client, page)
    assert answer.status_code == 422 and tournament.entries.filter(club="A").count() == 0
    enter(client, page, **{"column-0": "family_given"})
    enter(client, page)
    assert registration.public_names(tournament)[tournament.entries.get(club="A").number] == "Xul Q."
