"""Files as French Excel and others write them, byte by byte."""

import io
import re
import struct
import zipfile

import pytest
from openpyxl import Workbook

from scoring import DomainError
from tests.registration.hostile_books import excel
from tournaments.registration import columns, list_files
from tournaments.registration.candidates import candidates

ROWS = [
    ["Nom", "Prénom", "Club"],
    ["L’Écuyer", "Huguette", "Saint-Hilaire"],
    ["O'Brien", "Gérald", "L'Ange-Gardien"],
    ["Lefebvre", "Œdipe", "Sorel"],
]
ROSTER_CSV = "".join(";".join(row) + "\r\n" for row in ROWS)


def read(content: bytes) -> list[list[str]]:
    """Return the rows of a file that can be read in one way."""
    (reading,) = list_files.read_file(content)
    return reading.rows


def xlsx(rows, title="Inscriptions") -> bytes:
    book = Workbook()
    book.active.title = "Feuille vide"
    sheet = book.create_sheet(title)
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        ROSTER_CSV.encode("cp1252"),
        ROSTER_CSV.encode("utf-8"),
        ROSTER_CSV.encode("utf-8-sig"),
        ROSTER_CSV.replace(";", "\t").encode("utf-16"),
        b"\xfe\xff" + ROSTER_CSV.replace(";", "\t").encode("utf-16-be"),
        ROSTER_CSV.replace(";", ",").encode("utf-8"),
        ROSTER_CSV.replace("\r\n", "\n").encode("cp1252"),
        xlsx(ROWS),
    ],
    ids=["cp1252", "utf-8", "utf-8 BOM", "utf-16", "utf-16 big", "commas", "unix", "xlsx"],
)
def test_list_reads_the_same_in_every_file_format(content):
    assert read(content) == ROWS


def test_quoted_cells_may_hold_the_separator_and_a_line_end():
    content = 'Nom;Club\r\n"Côté; père";"Sorel\r\nTracy"\r\n'.encode("cp1252")
    assert read(content) == [["Nom", "Club"], ["Côté; père", "Sorel Tracy"]]


def test_workbook_numbers_and_gaps_are_read():
    rows = read(
        xlsx([["Nom", "No membre", "Montant"], [], ["Jean Roy", 1234567.0, 15.5], ["A B", "007", 15]])
    )
    assert rows == [
        ["Nom", "No membre", "Montant"],
        ["", "", ""],
        ["Jean Roy", "1234567", "15.5"],
        ["A B", "007", "15"],
    ]


def with_formula_results(content: bytes, **results: str) -> bytes:
    """Return the workbook as Excel saves it, each formula with its last result: a number, text or error."""
    source, out = zipfile.ZipFile(io.BytesIO(content)), io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        for part in source.namelist():
            xml = source.read(part)
            for cell, result in results.items():
                kind = "e" if result.startswith("#") else "n" if result.isdecimal() else "str"
                bare = rf'<c r="{cell}"[^>]*><f>(.*?)</f><v ?/></c>'.encode()
                xml = re.sub(bare, rf'<c r="{cell}" t="{kind}"><f>\1</f><v>{result}</v></c>'.encode(), xml)
            parts.writestr(part, xml)
    return out.getvalue()


FORMULAS = xlsx(
    [
        ["Nom", "Club", "Montant"],
        ['=CONCATENATE("Ga","gnon")', "Sorel", "=10+5"],
        ["Jean Roy", "Sorel", "=A9"],
    ]
)


def test_a_formula_is_read_as_its_result():
    content = with_formula_results(FORMULAS, A2="Gagnon", C2="15", C3="#REF!")
    assert read(content)[1:] == [["Gagnon", "Sorel", "15"], ["Jean Roy", "Sorel", "#REF!"]]


def test_uncalculated_formula_is_not_an_empty_cell():
    assert read(FORMULAS)[1:] == [["#CALC!", "Sorel", "#CALC!"], ["Jean Roy", "Sorel", "#CALC!"]]


def test_member_number_kept_as_text_by_excel():
    assert list_files.read_text('Nom;No membre\nJean Roy;="0012"') == [
        ["Nom", "No membre"],
        ["Jean Roy", "0012"],
    ]


def zip_bomb() -> bytes:
    return excel(strings=" " * 61_000_000)


def picture() -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480) + bytes(range(256))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b" \r\n;;\r\n", "file_empty"),
        (xlsx([]), "file_empty"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), "file_broken_excel"),
        (picture(), "file_not_a_list"),
        (b"%PDF-1.7\n\x00\x01\x02", "file_not_a_list"),
        ("Nom;Club\n".encode("utf-16-le"), "file_not_a_list"),
        (b"a;b\n" * 1_250_000, "file_too_big"),
        (b"Jean Roy;Sorel\n" * 2501, "file_too_many_rows"),
        (b"PK\x03\x04 and nothing else", "file_broken_excel"),
        (xlsx(ROWS)[:-200], "file_broken_excel"),
        (zip_bomb, "file_too_heavy"),
    ],
    ids=[
        "empty",
        "blank",
        "blank xlsx",
        "xls",
        "png",
        "pdf",
        "utf-16 without mark",
        "5 MB",
        "2501 rows",
        "zip",
        "cut",
        "bomb",
    ],
)
def test_broken_files_are_refused(content, code):
    with pytest.raises(DomainError) as caught:
        list_files.read_file(content() if callable(content) else content)
    assert caught.value.code == code


def test_letters_of_a_picture_are_not_judged(monkeypatch):
    monkeypatch.setattr(list_files, "faults", lambda _text: pytest.fail("as long as a minute"))
    with pytest.raises(DomainError, match="file_not_a_list"):
        list_files.read_file(picture())


def test_letters_of_a_long_list_are_judged_up_to_a_limit():
    letters = "ThÈrËse " * list_files.MAX_JUDGED
    assert 0 < list_files.faults(letters) == list_files.faults(letters * 2)


def test_mark_of_the_end_of_a_file_is_no_control_sign():
    assert read(ROSTER_CSV.encode("cp1252") + b"\x1a") == ROWS


@pytest.mark.parametrize(
    ("headings", "roles"),
    [
        (
            "Nom;Prénom;Club;No de membre;Région;Cotisation;Payé",
            "family given club member_number region fee paid_how",
        ),
        ("NOM DE FAMILLE;PRÉNOM;CLUB FADOQ;N° membre", "family given club member_number"),
        ("Nom complet;Club", "name club"),
        ("Nom et prénom;Club d'appartenance;Mode de paiement", "name club paid_how"),
        ("No;Nom;Club;Montant payé", " name club paid_how"),
        ("Nom;Frais;Frais payés", "name fee paid_how"),
        ("Nom;Mode de paiement;Montant payé", "name paid_how fee"),
        ("Name;Payment amount;Payment method", "name fee paid_how"),
        ("Nom;Montant à payer;Montant payé", "name fee paid_how"),
        ("First name;Last name;Club;Member #;Fee;Paid", "given family club member_number fee paid_how"),
        ("Name;Club;Keep apart", "name club apart"),
        ("Joueur;Club;Covoiturage", "name club apart"),
        (
            "Number;Name;Club;Region;Member number;Fee;Paid;Keep apart;Reserved table",
            " name club region member_number fee paid_how apart ",
        ),
        (
            "Numéro;Nom;Club;Région;Numéro de membre;Montant;Payé;Séparer;Table",
            " name club region member_number fee paid_how apart ",
        ),
    ],
)
def test_headings_are_recognized(headings, roles):
    rows = [headings.split(";"), ["x"] * len(headings.split(";"))]
    guess = columns.guess(rows)
    assert guess.heading == 0
    assert " ".join(guess.roles) == roles


def test_headings_may_stand_below_a_title():
    rows = list_files.read_text("Liste des joueurs 2026;;\n;;\nNom;Prénom;Club\nCôté;Yvon;Sorel")
    assert columns.guess(rows) == columns.Guess(2, ("Nom", "Prénom", "Club"), ("family", "given", "club"))


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Huguette Côté, Saint-Hilaire\nYvon Roy, Sorel", ("name", "club")),
        ("Huguette Côté\nYvon Roy", ("name",)),
        ("Côté;Huguette;Sorel\nRoy;Yvon;Beloeil", ("family", "given", "club")),
        (
            "1;Huguette Côté;Sorel;12345;15,00 $\n2;Yvon Roy;Sorel;12346;15,00 $",
            ("", "name", "club", "member_number", "fee"),
        ),
    ],
)
def test_columns_without_headings_are_guessed_from_content(text, roles):
    guess = columns.guess(list_files.read_text(text))
    assert (guess.heading, guess.roles) == (None, roles)
    assert guess.unsure == {at for at, role in enumerate(roles) if role}


def candidates_of(text, entered=()):
    rows = list_files.read_text(text)
    guess = columns.guess(rows)
    return candidates(rows, guess.roles, guess.heading, entered)


def test_names_are_joined_and_sorted_by_family_name():
    from tournaments.registration import sort_name

    one, two = candidates_of("Nom;Prénom\nSaint-Hilaire Desrochers;Marie-Josée\nRoy;Jean")
    assert one.draft.name == "Marie-Josée Saint-Hilaire Desrochers"
    assert sort_name(one.draft.name, one.draft.family) == "saint-hilaire desrochers marie-josee"
    assert two.draft.name == "Jean Roy"


def test_family_name_precedes_comma():
    (one,) = candidates_of("Nom complet;Club\nde la Durantaye, Réal;Sorel")
    assert (one.draft.name, one.draft.family) == ("Réal de la Durantaye", "de la Durantaye")


def test_refusals_bear_the_number_of_the_row_in_the_file():
    found = candidates_of("Nom;Club;Montant\n\nJean Roy;Sorel;15,00 $\n;Beloeil;15\nAline Roy;Sorel;quinze\n")
    assert [(person.row, person.refusal and person.refusal.code) for person in found] == [
        (3, None),
        (4, "row_without_name"),
        (5, None),
    ]
    assert [found[at].draft.details["fee_cents"] for at in (0, 2)] == [1500, None]
    assert found[2].unread == ["quinze"]


@pytest.mark.parametrize("error", ["#REF!", "#N/A", "#VALEUR!", "#NOM?", "#CALC!"])
def test_formula_without_result_is_refused_in_name_column(error):
    one, two = candidates_of(f"Nom;Club;Notes\n{error};Sorel;\nJean Roy;Sorel;{error}")
    assert one.refusal.code == "formula_without_result"
    assert two.refusal is None


@pytest.mark.parametrize(
    ("fee", "paid", "cents", "how"),
    [
        ("15", "comptant", 1500, "cash"),
        ("15,5", "Chèque", 1550, "cheque"),
        ("", "20,00 $", 2000, "paid"),
        ("15.00", "non", 1500, ""),
        ("", "", None, ""),
        ("", "Oui", None, "paid"),
        ("1 015,25 $", "Virement Interac", 101525, "transfer"),
        ("$12", "gratuit", 1200, "free"),
        ("15", "15,00 $ comptant", 1500, "cash"),
        ("15", "0,00 $", 1500, ""),
        ("", "0.00", None, ""),
        ("", "15 $ dû", 1500, ""),
        ("15", "À payer: 15 $", 1500, ""),
        ("15", "Non payé", 1500, ""),
        ("15", "non-payée", 1500, ""),
        ("15", "comptant (non-membre)", 1500, "cash"),
        ("15", "comptant (non membre)", 1500, "cash"),
        ("15", "Interac, pas de repas", 1500, "transfer"),
        ("15", "0 $ gratuit", 1500, "free"),
        ("", "pas payé", None, ""),
        ("15", "not paid yet", 1500, ""),
        ("15", "Paiera comptant", 1500, ""),
        ("15", "chèque à venir", 1500, ""),
        ("15", "chèque no 123", 1500, "cheque"),
        ("15", "Payé, reçu 12", 1500, "paid"),
        ("15", "10,00 $", 1500, ""),
        ("15", "30 $ interac", 1500, "transfer"),
    ],
)
def test_fees_and_how_they_were_paid(fee, paid, cents, how):
    (one,) = candidates_of(f"Nom;Montant;Payé\nJean Roy;{fee};{paid}")
    assert (one.draft.details["fee_cents"], one.draft.details["paid_how"]) == (cents, how)


@pytest.mark.parametrize(
    ("paid", "in_note"),
    [
        ("15 $", False),
        ("0,00 $", False),
        ("à payer 15 $", False),
        ("10,00 $", True),
        ("30 $ interac", True),
        ("non payé", True),
        ("paiera comptant", True),
    ],
)
def test_what_a_payment_says_beside_the_fee_goes_to_the_note(paid, in_note):
    (one,) = candidates_of(f"Nom;Montant;Payé\nJean Roy;15;{paid}")
    assert (paid in one.draft.details["note"]) == (paid in "".join(one.unread)) == in_note


def test_likely_duplicates_with_the_roster_and_within_the_list():
    entered = [(7, "Huguette Côté", "Sorel", ""), (8, "Jean Roy", "Beloeil", "")]
    found = candidates_of(
        "Nom;Club\nCôté Huguette;SOREL\nJean Roy;Sorel\nYvon Lavoie;\nYvon Lavoye;", entered
    )
    assert [[(like.number, like.row, like.how) for like in person.likes] for person in found] == [
        [(7, None, "same")],
        [(8, None, "same")],
        [],
        [(None, 4, "near")],
    ]
    assert [person.is_here for person in found] == [True, False, False, False]


def test_two_member_numbers_are_two_people():
    entered = [(1, "Jean Roy", "", "102360")]
    found = candidates_of("Nom;Carte\nJean Roy;102360\nJean Roy;102361\nJean Roy;102360\nJean Roy;", entered)
    assert [person.is_here for person in found] == [True, False, True, True]
    assert {like.member_number for like in found[1].likes} == {"102360"}


def test_written_csv_is_readable_by_french_excel():
    content = list_files.csv_bytes(
        [["Nom", "Club"], ["=2+2", "@SUM(A1)"], ["L’Écuyer; père", '"x"'], ["-1", 12]]
    )
    assert content.startswith(b"\xef\xbb\xbfNom;Club\r\n'=2+2;'@SUM(A1)\r\n")
    assert read(content) == [
        ["Nom", "Club"],
        ["=2+2", "@SUM(A1)"],
        ["L’Écuyer; père", '"x"'],
        ["-1", "12"],
    ]
