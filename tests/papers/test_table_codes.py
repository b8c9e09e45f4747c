"""The sheet of codes, read by a camera and typed by hand, on both papers and in both languages."""

from unittest import mock

import pytest
from django.utils import translation

from tests import factories
from tests.papers.paper_text import characters, codes, header, structure, texts, words
from tournaments import devices
from tournaments.common.codes import format_code
from tournaments.papers.table_codes import table_codes
from tournaments.papers.values import TableCode
from tournaments.publishing.papers import registry
from tournaments.publishing.papers.paper_types import Paper

BASE = "http://192.168.1.20:8000"
CODE = "MWMWQWMWQM"  # the widest signs


def row(table: int) -> TableCode:
    return TableCode(
        table, f"{BASE}/table/Ab3_-dE9kQz1{table:04d}/", format_code(CODE), "192.168.1.20:8000/table"
    )


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_qr_codes_are_readable_and_stay_on_their_quarter(paper):
    pdf = table_codes(header(paper=paper), [row(table) for table in range(1, 8)])
    assert len(texts(pdf)) == 2
    assert codes(pdf, 0) == [row(table).url for table in (1, 3, 5, 7)]
    assert codes(pdf, 1) == [row(table).url for table in (2, 4, 6)]
    boxes = [
        box for _page, char, box in characters(table_codes(header(paper=paper), [row(100)])) if char > " "
    ]
    assert min(left for left, _bottom, _right, _top in boxes) > 18
    assert max(right for _left, _bottom, right, _top in boxes) < 288
    assert min(bottom for _left, bottom, _right, _top in boxes) > 396 + 18


def test_card_words_are_translated_and_code_is_grouped():
    with translation.override("en"):
        pdf = table_codes(header(tournament="L'Écuyer & <b>O'Brien</b>"), [row(12)])
        (section,) = structure(pdf).all("Sect")
    assert [one.text.split() for one in section.all("H1")] == [["Table", "12"]]
    assert "MWM WQW MWQM" in words(pdf)
    assert section.all("H1") and section.all("P"), "what to do with it stands beside the code"
    assert "192.168.1.20:8000/table" in words(pdf)
    assert "L'Écuyer & <b>O'Brien</b>" in words(pdf)


def test_no_tables_give_an_empty_page():
    assert texts(table_codes(header(), [])) == [""]


@pytest.mark.django_db
def test_paper_has_a_card_per_table_with_stable_codes():
    tournament = factories.tournament(8)
    found = mock.Mock()
    paper = Paper(tournament, {"base": BASE, "which": "codes"}, found)
    with translation.override(tournament.language):
        first = registry.PAPER_TYPES["table_numbers"].draw(paper)
    invited = devices.invite_tables(tournament)
    assert codes(first) == [f"{BASE}/table/{one.secret}/" for one in invited]
    assert all(format_code(one.code).replace("\N{NO-BREAK SPACE}", " ") in words(first) for one in invited)
    assert codes(registry.PAPER_TYPES["table_numbers"].draw(paper)) == codes(first)
    assert found.call_args.args == (4,)
