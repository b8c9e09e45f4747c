"""`manage.py score` counts hands in a terminal, in the language of the user."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from scoring.cards import read_card
from scoring.cribbage.moves import Move
from scoring.cribbage.play import replay
from scoring.cribbage.show import Show
from scoring.gin.score import Score
from tests.page_reader import spoken
from tournaments.judge.management.commands.score import printable
from tournaments.judge.wording import cribbage, gin, play


@pytest.fixture
def score(monkeypatch, capsys):
    monkeypatch.setenv("CHEVILLE_LANG", "en")

    def count(*arguments: str) -> str:
        call_command("score", *arguments)
        return capsys.readouterr().out

    return count


def total_sentence(points: int, *, crib: bool = False, language: str = "en") -> str:
    """Return the sentence of the program about the points of a hand or a crib."""
    return spoken(cribbage.total, Show(points, ()), crib=crib, language=language)


def english_words(words, event) -> list[str]:
    with translation.override("en"):
        return words(event)


def test_hand_and_crib_are_counted(score):
    assert total_sentence(29) in score("5H 5S 5D JC", "5C")
    assert spoken(cribbage.kind_name, "flush", 4) in score("2H 4H 6H 8H", "KC")
    assert total_sentence(0, crib=True) in score("2H 4H 6H 8H", "KC", "--crib")
    assert spoken(cribbage.heels) in score("2H 4H 6H 8H", "JC")


def test_gin_hands_are_scored(score):
    hands = "3C 4C 5C 7D 7H 7S 9S 10S JS 6D", "2C 6C 8C 8D 8H KD KH QC 4S 3H"
    found = score("--gin", *hands, "--ace", "low")
    assert "Knocker (6): " in found and "left over 6♦" in found
    assert found.strip().endswith(spoken(gin.result, Score("knock", winner=0, points=31)))
    oklahoma = score("--gin", *hands, "--bonuses", "oklahoma", "--up-card", "KS")
    assert spoken(gin.result, Score("knock", winner=0, points=62)) in oklahoma


def test_play_is_pegged(score):
    found = score("--play", "7H 8S 6D 9C")
    last = replay([Move(read_card(name)) for name in ("7H", "8S", "6D", "9C")]).events[-1]
    assert (last.player, last.count, last.moved[0].points) == (1, 30, 4)
    assert " ".join([spoken(play.action, last), *english_words(play.pegged_sentences, last)]) in found
    assert "Player 1: 3, Player 2: 6" in found


@pytest.mark.parametrize(
    "arguments",
    [("5H 5S 5D XX", "5C"), ("5H 5S 5D", "5C"), ("5H 5S 5D JC",), ("--play", "KH go"), ("--gin", "5H", "5H")],
)
def test_invalid_arguments_are_refused_with_a_sentence(score, arguments):
    with pytest.raises(CommandError) as refused:
        score(*arguments)
    assert str(refused.value).endswith((".", ")."))


def test_french_and_english_letters_are_read_in_french(score, monkeypatch):
    monkeypatch.setenv("CHEVILLE_LANG", "fr")
    assert "29" in score("5H 5S 5D VC", "5C"), "with English letters"
    found = score("5C 5P 5K VT", "5T")
    assert "29" in found and "5♥ 5♠ 5♦ V♣" in found
    assert "5♥" in score("5C 6C 7C 8C", "KC")
    with pytest.raises(CommandError, match="5♥"):
        score("5C 5C 5K VT", "5T")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "en_CA.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr-ca"),
        ({"LC_ALL": "C"}, "fr-ca"),
        ({"LC_ALL": "en_US.UTF-8", "CHEVILLE_LANG": "fr"}, "fr-ca"),
    ],
)
def test_language_follows_the_environment(score, monkeypatch, environment, language):
    for name in ("CHEVILLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert total_sentence(29, language=language) in score("5H 5S 5D JC", "5C")


def test_play_near_the_end_of_a_game(score):
    assert "Player 1: 116, Player 2: 118" in score("--play", "KH 5S", "--at", "116 116", "--from-116")
    lost = score("--play", "KH QS JD", "--players", "3", "--at", "0 0 118", "--from-116")
    assert "Player 3: 121" in lost
    assert "wins" not in score("--play", "7H 7S", "--at", "0 57", "--target", "61")
    assert "Player 2: 61" in score("--play", "7H 7S", "--at", "0 59", "--target", "61")
    for at in ("116", "x y", "0 121"):
        with pytest.raises(CommandError):
            score("--play", "KH 5S", "--at", at)


def test_suits_become_letters_if_not_encodable():
    for language, letters in (("en", "5H 5S"), ("fr-ca", "5C 5P")):
        with translation.override(language):
            assert printable("5♥ 5♠", "cp1252") == letters
            assert printable("Carré : 5♥", "ascii") == f"Carr? : {letters.split()[0]}"
    assert printable("5♥ 5♠", "utf-8") == "5♥ 5♠"


def test_broken_pipe_causes_no_error():
    """In `score … | head`, the reader may be gone before the first line is written."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "manage.py", "score", "5H 5S 5D JC", "5C"],
        stdout=write,
        stderr=subprocess.PIPE,
        cwd=settings.BASE_DIR,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")
