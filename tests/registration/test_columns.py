"""Columns of lists from other programs: names, member numbers and headings."""

import pytest

from scoring import DomainError
from tournaments.registration import columns, list_files
from tournaments.registration.candidates import candidates

PEOPLE = ["Lise Côté", "Réal Roy", "Anne Vé"]


def read(text: str) -> tuple[int | None, str, list[str]]:
    """Return the row of the headings, the roles of the columns, and the names to enter."""
    rows = list_files.read_text(text)
    guess = columns.guess(rows)
    try:
        found = candidates(rows, guess.roles, guess.heading, [])
    except DomainError:
        found = []
    return guess.heading, " ".join(guess.roles), [one.draft.name for one in found if one.draft]


@pytest.mark.parametrize(
    ("heading", "value"),
    [
        ("MemberID", "10234"),
        ("Licence", "A12345"),
        ("License No.", "12345"),
        ("ACC #", "NE062"),
        ("ACC", "NE062"),
        ("ID", "1023"),
        ("Player ID", "1023"),
        ("Identifiant", "1023"),
        ("Code permanent", "TREJ12345678"),
        ("idMembre", "1023"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_member_number_column_is_recognised(heading, value, first):
    pairs = [(heading, "Name"), *((value, name) for name in PEOPLE)]
    lines = [";".join(pair if first else pair[::-1]) for pair in pairs]
    roles = "member_number name" if first else "name member_number"
    assert read("\n".join(lines)) == (0, roles, PEOPLE)


def test_id_column_is_ignored_beside_member_number():
    text = "ID;Name;Member #\n" + "\n".join(f"{at};{name};90{at}" for at, name in enumerate(PEOPLE))
    assert read(text) == (0, " name member_number", PEOPLE)


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("institution", "club"),
        ("School", "club"),
        ("Établissement", "club"),
        ("team_name", "team"),
        ("team_conflicts", ""),
        ("institution_conflicts", ""),
        ("Team ID", ""),
        ("Club ID", ""),
        ("Coût de la licence", "fee"),
        ("ClubName", "club"),
    ],
)
def test_headings_of_other_programs_are_recognised(heading, role):
    rows = [["name", heading], *([name, "x"] for name in PEOPLE)]
    guess = columns.guess(rows)
    assert (guess.heading, guess.roles) == (0, ("name", role))


@pytest.mark.parametrize("code", ["TREJ1234567{}", "A{}", "QC-10{}", "NE06{}"])
def test_codes_are_not_read_as_names(code):
    text = "\n".join(f"{code.format(at)};{name};Sorel" for at, name in enumerate(PEOPLE))
    assert read(text) == (None, "member_number name club", PEOPLE)


def test_heading_decides_that_codes_are_names():
    text = "Nom;Club\nJoueur1;Sorel\nJoueur2;Sorel"
    assert read(text) == (0, "name club", ["Joueur1", "Joueur2"])
    assert 0 in columns.guess(list_files.read_text(text)).unsure
    text = "Joueur;Nom\n" + "\n".join(f"P0{at};{name}" for at, name in enumerate(PEOPLE))
    assert read(text) == (0, " name", PEOPLE)


def test_list_of_codes_alone_needs_name_column():
    rows = list_files.read_text("TREJ12345678\nROYA12345678\nVEAN12345678\n")
    guess = columns.guess(rows)
    with pytest.raises(DomainError) as refused:
        candidates(rows, guess.roles, guess.heading, [])
    assert refused.value.code == "no_name_column"


@pytest.mark.parametrize(
    ("heading", "roles"),
    [
        ("Spelare;Klubb;Poäng", "name club "),
        ("Jugador;Sede;Puntos", "name club "),
        ("Qui;Institution;Pts", "name club "),
        ("Qui;D'où;Points", "name club "),
    ],
)
def test_text_above_a_column_of_numbers_is_a_heading(heading, roles):
    text = heading + "\n" + "\n".join(f"{name};Sorel;1{at}" for at, name in enumerate(PEOPLE))
    assert read(text) == (0, roles, PEOPLE)


def test_known_heading_is_not_guessed_from_content():
    text = "Qui;Groupe;Institution;ID;Pts\n" + "\n".join(
        f"{name};Tracy;Sorel;A1{at};7" for at, name in enumerate(PEOPLE)
    )
    assert read(text) == (0, "name  club member_number ", PEOPLE)


def test_heading_above_numbers_may_follow_title():
    text = "Vårcupen;;\n;;\nSpelare;Klubb;Poäng\n" + "\n".join(f"{name};Sorel;12" for name in PEOPLE)
    assert read(text) == (2, "name club ", PEOPLE)


@pytest.mark.parametrize(
    "text",
    [
        "Lise Côté;Sorel;12\nRéal Roy;Sorel;\nAnne Vé;Sorel;14",
        "Lise Côté;Sorel;\nRéal Roy;Sorel;12\nAnne Vé;Sorel;14",
        "Lise Côté;Sorel;12\nRéal Roy;Sorel;absent\nAnne Vé;Sorel;14",
        "Lise Côté;Sorel;absente\nRéal Roy;Sorel;12\nAnne Vé;Sorel;14",
    ],
    ids=["a gap", "a gap at the top", "a word among numbers", "a word at the top"],
)
def test_row_without_number_is_not_a_heading(text):
    assert read(text) == (None, "name club ", PEOPLE)


@pytest.mark.parametrize(
    ("text", "heading", "names"),
    [
        ("Lise Côté;2\nPlayer2;3\nAnne Vé;4", None, ["Lise Côté", "Player2", "Anne Vé"]),
        ("Name;Grade\nLise Côté;2\nPlayer2;3\nAnne Vé;4", 0, ["Lise Côté", "Player2", "Anne Vé"]),
        ("Name;Grade\nPlayer2;3\nLise Côté;2\nAnne Vé;4", 0, ["Player2", "Lise Côté", "Anne Vé"]),
        ("Lise Côté;Team A;2\nPlayer2;Team A;3\nAnne Vé;Team B;4", None, ["Lise Côté", "Player2", "Anne Vé"]),
        ("Lise Côté;2\nAnne Vé;4\nPlayer2;3", None, ["Lise Côté", "Anne Vé", "Player2"]),
        ("Lise Côté\nPlayer2\nAnne Vé", None, ["Lise Côté", "Player2", "Anne Vé"]),
        ("Joueur 1\nJoueur 2\nJoueur 3", None, ["Joueur 1", "Joueur 2", "Joueur 3"]),
        ("Joueur 1;Sorel\nJoueur 2;Sorel", None, ["Joueur 1", "Joueur 2"]),
        ("Joueur 1;Joueur 2\nLise Côté;Réal Roy", 0, ["Lise Côté", "Réal Roy"]),
        ("Nom;1;2\nLise Côté;121;90\nRéal Roy;80;121", 0, ["Lise Côté", "Réal Roy"]),
    ],
)
def test_numbered_player_is_not_a_heading(text, heading, names):
    found = read(text)
    assert (found[0], found[2]) == (heading, names)


TRF = """012 Championnat de Sorel
022 Sorel
032 CAN
042 2026/05/02
052 2026/05/03
062 3
102 Arbitre, Luc
001    1 m    Cote, Lise                        2100 CAN    2600001 1970/01/01  1.0    1     2 w 1
001    2 f    Roy, Real                         2000 CAN    2600002 1971/01/01  0.0    2     1 b 0
"""


@pytest.mark.parametrize("text", [TRF, TRF.replace("\n", "\r\n"), "XXR 5\n" + TRF[TRF.index("001") :]])
@pytest.mark.parametrize("read_in", [list_files.read_text, lambda text: list_files.read_file(text.encode())])
def test_the_report_of_a_chess_program_is_refused(text, read_in):
    with pytest.raises(DomainError) as refused:
        read_in(text)
    assert refused.value.code == "file_chess_report"


def test_a_numbered_list_is_no_chess_report():
    assert len(list_files.read_text("001 Lise Côté\n002 Réal Roy\n012 Anne Vé\n")) == len(PEOPLE)
