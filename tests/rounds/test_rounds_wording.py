"""Every code of the seating has its sentence."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from tournaments.common.messages import sentences
from tournaments.pairing import validation
from tournaments.pairing.values import Finding, NoSeating
from tournaments.web.rounds import words as rounds_words

SEATING = Path(validation.__file__).parent
FINDINGS = sorted(set(re.findall(r'Finding\(\s*"(\w+)"', (SEATING / "validation.py").read_text())))
NO_SEATINGS = sorted(
    {code for file in SEATING.glob("*.py") for code in re.findall(r'NoSeating\(\s*"(\w+)"', file.read_text())}
)
NUMBERS = {"times": 2, "table": 3, "tables": 4, "why": "house", "seats": 4}


@pytest.mark.parametrize("code", FINDINGS)
def test_a_finding_is_worded(code):
    said = rounds_words.finding(
        Finding(code, False, (1, 2), NUMBERS), {1: "Réal O'Brien", 2: "Huguette Côté"}
    )
    assert said.endswith(".")
    assert "%(" not in said


@pytest.mark.parametrize("code", NO_SEATINGS)
def test_a_seating_that_cannot_be_had_is_worded(code):
    assert sentences.SENTENCES[code]


def test_there_is_something_to_word():
    assert len(FINDINGS) > 10
    assert len(NO_SEATINGS) > 3


def test_where_everybody_has_met_the_ways_out_are_worded():
    ways = [("fewer_rounds", {"rounds": 7}), ("unfix", {"people": 1})]
    with translation.override("en"):
        why, said = rounds_words.no_seating(
            NoSeating("everybody_has_met", {"people": 8, "rounds": 7}, ways), {}, "players"
        )
    assert (why.code, [way.code for way in said]) == ("everybody_has_met", ["way_fewer_rounds", "way_unfix"])
    assert "7" in why and "7" in said[0]
    assert len(said) == 2
