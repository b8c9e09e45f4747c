"""The play tapped card by card: points and their reasons, go, refusals that keep the cards laid."""

import pytest

from tests import page_reader
from tests.page_reader import spoken
from tournaments.judge.wording import play as words

FADOQ_CARDS = "7H-8S-6D-9C"


def pegging_events(page) -> list[tuple[int, int, str]]:
    """Return the player, the points and the reason of each event."""
    return [
        (int(one["data-player"]), int(one["data-worth"]), one["data-for"])
        for one in page_reader.parse(page).all("[data-for]")
    ]


def lost_or_taken(page) -> list[tuple[int, str]]:
    """Return the player and reason of points that were not simply claimed by the player who laid the card."""
    found = [(int(one["data-player"]), one["data-why"]) for one in page_reader.parse(page).all("[data-why]")]
    return [one for one in found if one[1] != "claimed"]


def next_player(page) -> str:
    """Return the player whose turn it is."""
    return page_reader.parse(page).one(".scores").one(".is-next").one("span").words


def test_fadoq_example_is_pegged(judge):
    page = judge("play/", laid=FADOQ_CARDS)
    assert pegging_events(page) == [(2, 2, "fifteen"), (1, 3, "run"), (2, 4, "run")]


def test_taps_are_laid_in_turn(judge):
    page = judge("play/", tap=["7H", "8S", "6D"])
    assert page.address.endswith("?laid=7H-8S-6D")
    assert next_player(page) == "Player 2"
    assert judge("play/", laid="7H-8S-6D", tap="back").address.endswith("?laid=7H-8S")
    assert judge("play/", laid="7H-8S-6D", tap="6D").address.endswith("?laid=7H-8S")


def test_implied_go_is_filled_in(judge):
    page = judge("play/", laid=FADOQ_CARDS + "-KH")
    assert (2, 1, "go") in pegging_events(page)
    assert "data-closes" in page.html and spoken(words.restart_sentence) in page.words


def test_thirty_one_is_counted_once(judge):
    page = judge("play/", laid="KH-QS-JD-AC")
    assert pegging_events(page) == [(1, 3, "run"), (2, 2, "thirty_one")]


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
def test_invalid_card_is_refused_and_the_others_stay(judge, query, kept):
    page = judge("play/", **query)
    assert f'name="laid" value="{kept}"' in page.html
    assert ('id="refusal"' in page.html) == (kept != query["laid"] or "tap" in query)


def test_card_not_in_hand_is_refused(judge):
    page = judge("play/", laid="KH-9S", h1="KH KS 5C 2D", h2="QS QD 3C 4C")
    assert 'id="refusal"' in page.html and "9 spades" in page.words
    assert [page_reader.parse(page).all(".play-list")[0].all("li")[0]["data-by"]] == ["1"]
    assert "K hearts" in page_reader.parse(page).one(".play-list").words


def test_invalid_hands_and_scores_are_refused(judge):
    assert 'id="refusal"' in judge("play/", laid="KH", h1="KH KS 5C", h2="QS QD 3C 4C").html
    assert 'id="refusal"' in judge("play/", laid="KH", s1="121").html


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players_are_supported(judge, players):
    page = judge("play/", laid="2H-3S-4D-5C-6H-7D", players=players)
    assert str(players) in [one["data-by"] for one in page_reader.parse(page).one(".play-list").all("li")]
    assert ("Team 1" in page.words) == (players in (4, 6))


def test_four_players_can_play_without_teams(judge):
    assert "Team" not in judge("play/", laid="2H", players=4, teams=4).words


def test_from_116_rule_and_end_of_game_are_applied(judge):
    lost = judge("play/", laid="KH-QS-9D-AC-2D", s2="116", from_116="yes")
    assert (2, "from_116") in lost_or_taken(lost)
    kept = judge("play/", laid="KH-QS-9D-AC-2D", s2="116")
    assert not lost_or_taken(kept)
    won = judge("play/", laid="7H-8S", s2="119")
    assert page_reader.data(won, "winner") == ["2"]
    over = judge("play/", laid="7H-8S-6D", s2="119")
    assert 'id="refusal"' in over.html and 'name="laid" value="7H-8S"' in over.html


def test_muggins_is_offered_only_if_played(judge):
    assert "muggins:" not in judge("play/", laid="7H-8S").html
    page = judge("play/", laid="7H-8S", muggins="yes")
    assert 'value="muggins:1:1"' in page.html and 'value="muggins:0' not in page.html
    called = judge("play/", laid="7H-8S", muggins="yes", tap="muggins:1:1")
    assert pegging_events(called) == [(1, 2, "fifteen")]
    assert lost_or_taken(called) == [(1, "muggins")]
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


def test_short_game_ends_at_61(judge):
    assert page_reader.data(judge("play/", laid="7H-8S", s2="59", target="61"), "winner") == ["2"]


def test_hostile_addresses_are_escaped(judge):
    for query in ({"laid": "go-go-go"}, {"players": "9", "teams": "x"}, {"s1": "x", "h1": "<b>"}):
        assert "<b>" not in judge("play/", **query).html
