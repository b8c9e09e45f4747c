"""Every code of the seating has its sentence."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from tournaments.common.messages import sentences
from tournaments.pairing import validation
from tournaments.pairing.values import Finding, NoSeating
from tournaments.web.rounds import words as rounds_words

SEATING_FOLDER = Path(validation.__file__).parent
FINDING_CODES = sorted(
    set(re.findall(r'Finding\(\s*"(\w+)"', (SEATING_FOLDER / "validation.py").read_text()))
)
NO_SEATING_CODES = sorted(
    {
        code
        for file in SEATING_FOLDER.glob("*.py")
        for code in re.findall(r'NoSeating\(\s*"(\w+)"', file.read_text())
    }
)
FINDING_ARGS = {"times": 2, "table": 3, "tables": 4, "why": "house", "seats": 4}


@pytest.mark.parametrize("code", FINDING_CODES)
def test_every_finding_has_a_sentence(code):
    sentence = rounds_words.finding(
        Finding(code, False, (1, 2), FINDING_ARGS), {1: "Réal O'Brien", 2: "Huguette Côté"}
    )
    assert sentence.endswith(".")
    assert "%(" not in sentence


@pytest.mark.parametrize("code", NO_SEATING_CODES)
def test_every_failed_seating_has_a_sentence(code):
    assert sentences.SENTENCES[code]


def test_lists_of_codes_are_not_empty():
    assert len(FINDING_CODES) > 10
    assert len(NO_SEATING_CODES) > 3


def test_ways_out_are_worded_if_all_have_met():
    ways = [("fewer_rounds", {"rounds": 7}), ("unfix", {"people": 1})]
    with translation.override("en"):
        why, found = rounds_words.no_seating_sentences(
            NoSeating("everybody_has_met", {"people": 8, "rounds": 7}, ways), {}, "players"
        )
    assert (why.code, [way.code for way in found]) == ("everybody_has_met", ["way_fewer_rounds", "way_unfix"])
    assert "7" in why and "7" in found[0]
    assert len(found) == 2
