"""Names that run from right to left, alone and beside others: drawn in their order, read as typed."""

import unicodedata

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.papers.paper_text import filled, header, structure
from tests.samples import tried
from tournaments.papers.badges import Badge, badges
from tournaments.papers.certificates import Certificate, certificates
from tournaments.papers.scorecards import scorecards
from tournaments.papers.seating_sheets import seating_by_name, seating_by_table
from tournaments.papers.slips import slips
from tournaments.papers.standings import standings
from tournaments.papers.text_shaping import TEXT, parts, text_width, visual_order
from tournaments.papers.values import Card, SeatRow, Slip, SlipSide, StandingRow, TableRow

NAMES = ("محمد", "محمد Roy", "כהן (Sorel)", "עמית כהן (3)", "عبد الله الأمين", "Zoé بن يوسف Roy")
DAL_FINAL, MEEM_MEDIAL, HAH_MEDIAL, MEEM_INITIAL, LAM_ALEF = "\ufeaa\ufee4\ufea4\ufee3\ufefb"
MOHAMED = DAL_FINAL + MEEM_MEDIAL + HAH_MEDIAL + MEEM_INITIAL
KAF, HE, FINAL_NUN = "כהן"
COHEN = FINAL_NUN + HE + KAF


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("محمد", MOHAMED),
        ("لا", LAM_ALEF),
        ("محمد Roy", f"{MOHAMED} Roy"),
        ("Roy محمد 3", f"Roy {MOHAMED} 3"),
        ("1. محمد, 121 points", f"1. {MOHAMED}, 121 points"),
        ("محمد כהן", f"{COHEN} {MOHAMED}"),
        ("כהן (Sorel)", f"{COHEN} (Sorel)"),
        ("כהן (כהן) Roy", f"({COHEN}) {COHEN} Roy"),
        ("(כהן) כהן [כהן]", f"({COHEN}) {COHEN} [{COHEN}]"),
        ("כהן (Roy, כהן) «כהן»", f"{COHEN} (Roy, {COHEN}) «{COHEN}»"),
        ("Paul / כהן", f"Paul / {COHEN}"),
    ],
)
def test_right_to_left_parts_are_shaped_and_reversed(typed, drawn):
    assert "".join(part for _font, part in parts(typed, TEXT)) == drawn


@given(st.text(alphabet="אبé1 ()«»,\u05b8\u064e", max_size=60))
@tried(100)
def test_every_letter_and_bracket_is_drawn_once(typed):
    """Arabic letters have another form, and brackets are mirrored."""
    alike = str.maketrans({**dict.fromkeys("(", ")"), **dict.fromkeys("«", "»")})
    drawn = unicodedata.normalize("NFKC", visual_order(typed))
    assert sorted(drawn.translate(alike)) == sorted(typed.translate(alike))
    assert [drawn.count(sign) for sign in "()«»"] == [typed.count(sign) for sign in "()«»"]


def test_many_combining_marks_are_handled():
    text = "א (" + "\u05b0" * 5000
    assert len(visual_order(text)) == len(text)


def test_width_is_that_of_joined_letters():
    assert text_width("محمد", TEXT) < sum(text_width(letter, TEXT) for letter in "محمد")


def _slip(at, name):
    return Slip(3, at, (SlipSide("A", at, name), SlipSide("B", 100 + at, "Zoé Roy")))


PAPERS = {
    "standings": lambda tournament: standings(
        tournament, [StandingRow(at, name, name, 1612, 8, 3, 40, 15) for at, name in enumerate(NAMES, 1)]
    ),
    "cards": lambda tournament: scorecards(
        tournament, [Card(at, name, name, 12, "A") for at, name in enumerate(NAMES)]
    ),
    "filled cards": lambda tournament: scorecards(
        tournament, [filled(at, name) for at, name in enumerate(NAMES)]
    ),
    "slips": lambda tournament: slips(tournament, [_slip(at, name) for at, name in enumerate(NAMES)]),
    "seating by name": lambda tournament: seating_by_name(
        tournament, 5, [SeatRow(at, name, 100 + at, "B", ("Zoé Roy",), ()) for at, name in enumerate(NAMES)]
    ),
    "seating by table": lambda tournament: seating_by_table(
        tournament, 5, [TableRow(at + 1, (("A", name), ("B", "Zoé Roy"))) for at, name in enumerate(NAMES)]
    ),
    "certificates": lambda tournament: certificates(
        tournament, [Certificate(name, name, "14 points") for name in NAMES]
    ),
}


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_screen_reader_gets_names_as_typed(paper):
    with translation.override("fr-ca"):
        read = structure(paper(header())).whole
    assert [name for name in NAMES if name not in read] == []
    assert not {MOHAMED, COHEN} & {word.strip("().") for word in read.split()}


def test_a_badge_has_both_parts_of_a_name():
    with translation.override("fr-ca"):
        read = structure(badges(header(), [Badge(1, "עמית כהן", "Sorel")])).whole
    assert "עמית" in read and "כהן" in read
