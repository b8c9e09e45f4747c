"""The play tapped card by card: who pegs what and why, go, refusals that keep what was laid."""

import pytest

FADOQ = "7H-8S-6D-9C"


def test_the_example_of_fadoq(judge):
    page = judge("play/", laid=FADOQ)
    assert "Player 2 pegs 2 points: fifteen." in page.words
    assert "Player 1 pegs 3 points: a run of 3." in page.words
    assert "Player 2 pegs 4 points: a run of 4." in page.words


def test_taps_are_laid_in_turn(judge):
    page = judge("play/", tap=["7H", "8S", "6D"])
    assert page.address.endswith("?laid=7H-8S-6D")
    assert "Player 2 to lay" in page.words
    assert judge("play/", laid="7H-8S-6D", tap="back").address.endswith("?laid=7H-8S")
    assert judge("play/", laid="7H-8S-6D", tap="6D").address.endswith("?laid=7H-8S")


def test_a_go_that_must_have_been_said_is_filled_in(judge):
    page = judge("play/", laid=FADOQ + "-KH")
    assert "Player 2 pegs 1 point: the go." in page.words
    assert "The count starts again at 0." in page.words


def test_thirty_one_is_paid_once(judge):
    page = judge("play/", laid="KH-QS-JD-AC")
    assert "Player 2 pegs 2 points: thirty-one." in page.words
    assert "the go" not in page.words and "the last card" not in page.words


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ({"laid": "KH-QS", "tap": "go"}, "KH-QS"),
        ({"laid": "KH-QS", "tap": "KH"}, "KH-QS"),
        ({"laid": "KH-QS", "tap": "XX"}, "KH-QS"),
        ({"laid": "KH-QS-KH"}, "KH-QS"),
        ({"laid": "KH-QS-XX-2C"}, "KH-QS"),
        ({"laid": "KH-QS-5C", "h1": "KH KS 5C 2D", "h2": "QS QD 3C 4C"}, "KH-QS-5C"),
    ],
)
def test_what_cannot_be_is_refused_and_the_rest_stays(judge, query, kept):
    page = judge("play/", **query)
    assert f'name="laid" value="{kept}"' in page.html
    assert ('id="refusal"' in page.html) == (kept != query["laid"] or "tap" in query)


def test_a_card_that_is_not_held_is_refused(judge):
    page = judge("play/", laid="KH-9S", h1="KH KS 5C 2D", h2="QS QD 3C 4C")
    assert 'id="refusal"' in page.html and "9 spades" in page.words
    assert "Player 1 lays K hearts" in page.words


def test_hands_that_cannot_be_are_refused(judge):
    assert 'id="refusal"' in judge("play/", laid="KH", h1="KH KS 5C", h2="QS QD 3C 4C").html
    assert 'id="refusal"' in judge("play/", laid="KH", s1="121").html


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_number_of_players(judge, players):
    page = judge("play/", laid="2H-3S-4D-5C-6H-7D", players=players)
    assert f"Player {players} lays" in page.words
    assert ("Team 1" in page.words) == (players in (4, 6))


def test_four_may_play_each_alone(judge):
    assert "Team" not in judge("play/", laid="2H", players=4, teams=4).words


def test_from_116_and_the_end_of_the_game(judge):
    lost = judge("play/", laid="KH-QS-9D-AC-2D", s2="116", from_116="yes")
    assert "Player 2 stands at 116 or more and loses the single point" in lost.words
    kept = judge("play/", laid="KH-QS-9D-AC-2D", s2="116")
    assert "loses the single point" not in kept.words
    won = judge("play/", laid="7H-8S", s2="119")
    assert "Player 2 wins the game" in won.words
    over = judge("play/", laid="7H-8S-6D", s2="119")
    assert 'id="refusal"' in over.html and 'name="laid" value="7H-8S"' in over.html


def test_muggins_where_it_is_played(judge):
    assert "Muggins: Player 1" not in judge("play/", laid="7H-8S").words
    page = judge("play/", laid="7H-8S", muggins="yes")
    assert 'value="muggins:1:1"' in page.html and 'value="muggins:0' not in page.html
    called = judge("play/", laid="7H-8S", muggins="yes", tap="muggins:1:1")
    assert "Muggins: Player 1 takes 2 points: fifteen." in called.words
    assert called.address.endswith("?laid=7H-8S%211&muggins=yes")
    back = judge("play/", laid="7H-8S!1", muggins="yes", tap="muggins:1:1")
    assert back.address.endswith("?laid=7H-8S&muggins=yes")
    more = judge("play/", laid="7H-8S!1", muggins="yes", tap="6D")
    assert "8S%211-6D" in more.address
    for wrong in (
        {"laid": "7H-8S!1"},
        {"laid": "7H-8S!x", "muggins": "yes"},
        {"laid": "7H!2", "muggins": "yes"},
    ):
        assert 'id="refusal"' in judge("play/", **wrong).html
    for tap in ("muggins:9:1", "muggins:x", "muggins:1:2"):
        assert 'id="refusal"' in judge("play/", laid="7H-8S", muggins="yes", tap=tap).html


def test_the_short_game(judge):
    assert "wins the game" in judge("play/", laid="7H-8S", s2="59", target="61").words


def test_strange_addresses_do_no_harm(judge):
    for query in ({"laid": "go-go-go"}, {"players": "9", "teams": "x"}, {"s1": "x", "h1": "<b>"}):
        assert "<b>" not in judge("play/", **query).html
