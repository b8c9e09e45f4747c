"""Text: its font, its width, and how it is made to fit."""

import hashlib
import json
from functools import cache

import pytest
from fontTools.ttLib import TTFont as OutlineFont
from hypothesis import example, given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from tests.samples import tried
from tournaments.papers.book import Book
from tournaments.papers.shaper import TextShaper
from tournaments.papers.text_shaping import BOLD, FIGURES, FONTS, TEXT, cleaned

ANY_TEXT = st.text(max_size=80)


@cache
def shaper() -> TextShaper:
    """Return one shaper for all tests, as a font is read once."""
    return TextShaper(Book("fr-CA"))


def test_fonts_match_lock_file_and_have_licences():
    locked = json.loads((FONTS / "fonts.lock.json").read_text())["sha256"]
    files = {path.name: path for path in FONTS.iterdir() if path.suffix in (".ttf", ".txt")}
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()} == locked
    assert "SIL Open Font License" in files["LICENSE-AtkinsonHyperlegible.txt"].read_text()
    assert "Apache License" in files["LICENSE-ChevilleHan.txt"].read_text()
    assert "SIL OPEN FONT LICENSE" in files["LICENSE-ChevilleHangul.txt"].read_text()
    assert "Bitstream Vera" in files["LICENSE-DejaVu.txt"].read_text()


def test_legible_font_covers_french():
    for style in ("Regular", "Bold"):
        has = TTFont("it", str(FONTS / f"AtkinsonHyperlegible-{style}.ttf")).face.charToGlyph
        french = "àâäçéèêëîïôöùûüÿœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆ’‘“”«»–—−…·½\u202f\u00a0"
        assert [char for char in french if ord(char) not in has] == []


@pytest.mark.parametrize(("size", "text"), [(9, "7,50 $"), (10.5, "1 234,00 $"), (14, "120,00 $")])
def test_text_fits_column_of_its_own_width(size, text):
    """A width that a gap was added to and taken from again is a little less than before."""
    width = shaper().width(text, TEXT, size)
    assert shaper().wrap_cell(text, TEXT, size, (width + 14.0) - 14.0) == [text]


def test_digits_of_a_column_are_of_one_width():
    for style in ("Regular", "Bold"):
        face = TTFont("it", str(FONTS / f"AtkinsonHyperlegibleFigures-{style}.ttf")).face
        assert len({face.getCharWidth(ord(char)) for char in "0123456789+−"}) == 1


def test_word_is_set_in_one_font():
    setter = shaper()
    for text, hands in (("Zoé Roy", 1), ("Nguyễn", 1), ("Zoé Nguyễn", 2), ("Zoé ♠ Roy", 3), ("A♠B", 1)):
        assert len({font for font, _literal in setter.line(text).runs}) == min(hands, 2)
        assert len(setter.line(text).runs) == hands


def test_missing_glyph_becomes_question_mark():
    setter = shaper()
    assert setter.line("\U0001f600").width == setter.line("?").width
    assert setter.line("ᚠᚢ").width == setter.line("??").width


def test_fonts_cover_names_in_many_scripts():
    """One font has Vietnamese, Cyrillic and Greek, two others have Chinese, Japanese and Korean."""
    setter = shaper()
    for name in ("Nguyễn Thị Hồng Ánh", "Владимир", "Παναγιώτης", "山田太郎", "陳小明", "김민준", "サイトウ"):
        for face in (TEXT, BOLD):
            assert setter.line(f"{name} {name}", face).width > 2 * setter.line(name, face).width
            assert setter.line(name, face).width != setter.line("?" * len(name), face).width
            assert "?" not in "".join(literal for _font, literal in setter.line(name, face).runs)


def test_a_zero_has_no_slash():
    for file in ("AtkinsonHyperlegible", "AtkinsonHyperlegibleFigures"):
        for style in ("Regular", "Bold"):
            font = OutlineFont(FONTS / f"{file}-{style}.ttf")
            assert font["glyf"][font.getBestCmap()[ord("0")]].numberOfContours == 2, (
                "an outline and a counter"
            )


def test_control_characters_are_removed():
    assert cleaned("a\tb\nc\x00\u200d\ufe0f\u202ed\ud800") == "a b cd?"
    assert cleaned("e\u0301") == "é"
    assert cleaned("1\u202f612\u00a0!") == "1\u202f612\u00a0!"


@given(ANY_TEXT, st.sampled_from([TEXT, BOLD, FIGURES]), st.floats(12, 400), st.floats(12, 80))
@example("000000000IĜ00", TEXT, 75.0, 20.0)
@tried(100)
def test_fitted_text_stays_in_its_box_uncut(text: str, face: str, width: float, height: float):
    lines, size = shaper().fit(text, face, 14, width, height)
    assert 0 < size <= 14
    assert all(shaper().width(line, face, size) <= width + 0.01 for line in lines)
    assert len(lines) == 1 or len(lines) * size <= height
    assert "".join(lines).replace(" ", "") == (cleaned(text) if len(lines) > 1 else text).replace(" ", "")


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Jean Roy", 100, ["Jean Roy"]),
        ("Jean-François Desrosiers-Charbonneau", 140, ["Jean-François", "Desrosiers-Charbonneau"]),
        ("Demi-finale", 40, ["Demi-", "finale"]),
        ("Quarts de finale des consolations", 50, ["Quarts de", "finale des", "consolations"]),
    ],
)
def test_long_text_is_wrapped_then_shrunk(text: str, width: float, lines: list[str]):
    found, size = shaper().fit(text, TEXT, 14, width, 60)
    assert found == lines
    assert size >= 9 or len(lines) > 2


def test_a_word_is_drawn_small_rather_than_broken():
    lines, size = shaper().fit("Constantinopolitaine", TEXT, 14, 60, 40)
    assert lines == ["Constantinopolitaine"]
    assert shaper().width(lines[0], TEXT, size) <= 60.01


@given(ANY_TEXT, st.floats(40, 400))
@tried(100)
def test_wrapped_text_loses_nothing_and_fits(text: str, room: float):
    setter = shaper()
    lines = setter.wrap(text, TEXT, 12, room)
    assert "".join(lines).replace(" ", "").replace("-", "") == cleaned(text).replace(" ", "").replace("-", "")
    assert all(setter.width(line, TEXT, 12) <= room + 0.01 for line in lines)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Marie-Madeleine Desrosiers-Charbonneau", ["Marie-Madeleine", "Desrosiers-", "Charbonneau"]),
        ("Anne-Élisabeth", ["Anne-Élisabeth"]),
        ("Constantinopolitaine-Roy", ["Constantinopoli-", "taine-Roy"]),
        ("1 – 2", ["1 – 2"]),
    ],
)
def test_a_line_ends_at_a_space_or_a_hyphen(name: str, lines: list[str]):
    setter = shaper()
    assert setter.wrap(name, TEXT, 12, setter.width("Marie-Madeleine", TEXT, 12) + 1) == lines
