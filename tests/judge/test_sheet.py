"""A sheet of gin on the judge's page, for every kind of game, by fields and by typing."""

import pytest

from scoring.gin.score import Reason
from tests import factories, page_reader
from tests.page_reader import spoken, worded
from tournaments.judge.wording import gin

NEEDED_CODE = "gin_results_of_tables"


def sheet_rows(page) -> list[list[str]]:
    """Return the rows of the sheet."""
    return page_reader.rows(page, ".gin-sheet")


def summary_lines(page) -> dict[str, list[str]]:
    """Return the lines below the hands, each by its code."""
    lines = page_reader.parse(page).one(".gin-sheet").all("[data-code]")
    return {line["data-code"]: [cell.words for cell in line.all("td")] for line in lines}


def sheet_state(page) -> tuple[bool, str, int]:
    """Return whether the sheet is over, the number of its winner, and the target."""
    return page.answer["data-over"] == "True", page.answer["data-winner"], int(page.answer["data-target"])


def next_tables(page) -> list[tuple[str, str, str]]:
    """Return the players, the dealer and the idle player at each table of the next hand."""
    return [
        (table["data-players"], table["data-dealer"], table["data-watches"])
        for table in page_reader.parse(page).all(".next-table")
    ]


def payments(page) -> list[tuple[int, int, int, str]]:
    """Return each payment: payer, payee, points and reason."""
    return [
        (int(one["data-payer"]), int(one["data-payee"]), int(one["data-points"]), one["data-reason"])
        for one in page_reader.parse(page).all("[data-payer]")
    ]


def net_results(page) -> list[tuple[str, str]]:
    """Return the net result of the tables of each hand: the side that writes, and its points."""
    return [(row["data-wins"], row["data-points"]) for row in page_reader.parse(page).all("[data-wins]")]


def test_hand_is_added_by_its_fields(judge):
    page = judge("sheet/", add=1, how1="K", who1="1", by1="24")
    assert page.address == "/judge/sheet/?hands=1K24"
    assert "<u>24</u>" in page.html
    assert next_tables(page) == [("1 2", "1", "")]
    page = judge("sheet/", hands="1K24", add=1, how1="G", who1="2", by1="23", held1="9")
    assert page.address == "/judge/sheet/?hands=1K24.2G23C9"
    assert page_reader.data(page, "codes")[1].split().count("few_cards") == 1
    assert spoken(gin.reason_sentence, Reason("few_cards", {"cards": 9, "points": 10})) in page.words
    assert "<u>43</u>" in page.html and ">14<" in page.html
    assert judge("sheet/", hands="1K24.VA", back=1).address == "/judge/sheet/?hands=1K24"
    assert judge("sheet/", add=1, how1="VG").address == "/judge/sheet/?hands=VG"


@pytest.mark.parametrize(
    ("fields", "code", "args"),
    [
        ({"how1": "K", "who1": "1", "by1": "x"}, "gin_points_whole_number", {"value": "x"}),
        ({"how1": "K", "who1": "1", "by1": "²"}, "gin_points_whole_number", {"value": "²"}),
        ({"how1": "K", "by1": "24"}, "unknown_winner", {}),
        ({"how1": "K", "who1": "3", "by1": "24"}, "unknown_winner", {}),
        ({"how1": "U", "who1": "2", "by1": "11"}, "gin_too_many_points", {"value": 11, "most": 10}),
    ],
)
def test_invalid_hand_is_refused_and_stays_typed(judge, fields, code, args):
    page = judge("sheet/", hands="1K24", add=1, **fields)
    assert page.refused == [code] and worded(code, args) in page.words
    assert f'name="by1" value="{fields["by1"]}"' in page.html
    assert "<u>24</u>" in page.html and 'name="hands" value="1K24"' in page.html


def test_standard_game_is_totalled(judge):
    page = judge("sheet/", hands="1K20 1K20 1K20 1K20 1K20")
    assert summary_lines(page)["total"] == ["500", "0"]
    assert payments(page) == [(2, 1, 500, "difference")]
    assert 'id="next"' not in page.html
    doubled = judge("sheet/", hands="1K20 1K20 1K20 1K20 1K20", boxes_doubled="yes")
    assert summary_lines(doubled)["value"] == ["+600", "−600"]


def test_hollywood_example_is_totalled(judge):
    page = judge("sheet/", hollywood="yes", hands="1K15 2K12 2K18 2K32 1K26")
    assert sheet_rows(page)[-2:] == [
        ["Written", "41", "62", "26", "50", "0", "32"],
        ["Hands won", "2", "3", "1", "2", "0", "1"],
    ]
    assert 'name="hollywood_won"' in page.html and "Game 3" in page.words


def test_three_players_are_scored_each_alone(judge):
    page = judge("sheet/", mode="three", hands="1K30 3K50 2K40 1K10 3K60")
    assert {(1, 3, 170, "difference"), (2, 1, 20, "difference")} <= {*payments(page)}
    assert next_tables(judge("sheet/", mode="three", hands="1K30")) == [("1 3", "1", "2")]
    paid = judge("sheet/", mode="three", three_shutout="paid", hands="1K60 1K60")
    assert (2, 1, 100, "shutout") in payments(paid)
    assert "shutout" not in summary_lines(paid)
    once = judge("sheet/", mode="three", hands="1K60 1K60")
    assert summary_lines(once)["shutout"] == ["100", "0", "0"]


def test_captain_plays_against_two(judge):
    page = judge("sheet/", mode="captain", hands="1K30 3K50 1K40 2K10 1K60")
    assert sheet_state(page) == (True, "1", 100)
    assert (3, 1, 190, "difference") in payments(page)
    assert "Player 1 +380" in page.words


def test_teams_net_the_results_of_their_tables(judge):
    page = judge("sheet/", mode="teams", hands="1K23_4K10")
    assert net_results(page) == [("1", "13")] and sheet_state(page) == (False, "", 125)
    assert net_results(judge("sheet/", mode="teams", hands="1K10_4K10")) == [("", "0")]
    swapped = judge("sheet/", mode="teams", alternating="yes", hands="1K23_4K10")
    assert "1 4" in [players for players, *_others in next_tables(swapped)]
    assert sheet_state(judge("sheet/", mode="teams", a_side="6"))[2] == 225
    short = judge("sheet/", mode="teams", hands="1K5")
    assert short.refused == ["gin_in_line"] and worded(NEEDED_CODE, needed=2, given=1) in short.words
    added = judge("sheet/", mode="teams", add=1, how1="K", who1="1", by1="23", how2="0")
    assert added.address == "/judge/sheet/?hands=1K23_0&mode=teams"


def test_oklahoma_doubles_for_a_spade_up_card(judge):
    page = judge("sheet/", bonuses="oklahoma", hands="1K24@7S")
    assert "<u>48</u>" in page.html and sheet_state(page)[2] == 150
    assert worded("gin_up_card_missing") in judge("sheet/", bonuses="oklahoma", hands="1K24").words
    assert worded("gin_only_gin") in judge("sheet/", bonuses="oklahoma", hands="1K24@AD").words
    french = judge("sheet/", bonuses="oklahoma", add=1, how1="G", who1="1", by1="30", up1="V♠")
    assert "<u>110</u>" in french.html


def test_boxes_can_give_the_winner_a_negative_value(judge):
    page = judge("sheet/", hands=" ".join(["2K11"] * 9 + ["1K97", "1K5"]))
    assert sheet_state(page) == (True, "1", 100)
    assert summary_lines(page)["value"] == ["−37", "+37"]
    assert page.answer.words.count(".") == 2, "one sentence more says why it is negative"


def test_sheet_stops_at_an_invalid_hand_and_keeps_the_input(judge):
    page = judge("sheet/", hands="1K24 what 2K5")
    assert page.refused == ["gin_in_line"]
    assert worded("gin_in_line", number=2, said=worded("gin_result_unread", result="WHAT")) in page.words
    assert "<u>24</u>" in page.html and "1K24 WHAT 2K5" in page.words
    assert worded("gin_game_is_over", hand=3) in judge("sheet/", hands="1K60 1K60 1K5").words
    teams = judge("sheet/", mode="teams", hands="1K24.2G23")
    assert 'name="hands" value="1K24.2G23"' in teams.html, "the link to another kind of game keeps the hands"


def test_sheet_uses_the_rules_of_the_tournament(judge, db):
    tournament = factories.gin(4, bonuses="variant_a", target=130, ace="both")
    page = judge("sheet/", start=f"/t/{tournament.slug}/judge/", hands="1G24")
    assert sheet_state(page)[2] == 130 and "<u>49</u>" in page.html
    assert sheet_state(judge("sheet/", start=f"/t/{tournament.slug}/judge/", mode="teams"))[2] == 125
    assert sheet_state(judge("sheet/", start=f"/t/{tournament.slug}/judge/", target="90"))[2] == 90
    own = factories.gin(4, bonuses={"name": "standard", "gin": 30})
    page = judge("sheet/", start=f"/t/{own.slug}/judge/", hands="1G24")
    assert 'name="bonuses" value="declared"' in page.html and "<u>54</u>" in page.html


def test_hollywood_tournament_defaults_to_three_games(judge, db):
    tournament = factories.gin(4, hollywood=True, hollywood_open=True, boxes_doubled=True)
    at = {"start": f"/t/{tournament.slug}/judge/", "hands": "1K24"}
    page = judge("sheet/", **at)
    assert sheet_state(page) == (False, "", 100) and "Game 3" in page.words
    (open_,) = [
        one for one in page_reader.parse(page).all("button[name=hollywood_won]") if one["value"] == "open"
    ]
    assert open_["aria-pressed"] == "true"
    assert "Game 3" not in judge("sheet/", hollywood="no", **at).words
    assert "Game 3" not in judge("sheet/", hands="1K24").words


def test_level_hollywood_sheet_is_won_by_more_games(judge):
    page = judge("sheet/", hollywood="yes", hollywood_won="closed", hands="1K17.2K31.1K26.1K46.1G5.2K41.2G85")
    assert sheet_state(page)[:2] == (True, "2") and page.answer["data-value"] == "0", "both sides are level"


def test_long_sheet_takes_two_queries(judge, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        page = judge(
            "sheet/", target="999", mode="teams", a_side="6", hands=".".join(["_".join("0" * 6)] * 100)
        )
    assert len(sheet_rows(page)) > 100


def test_long_sheet_stops_at_the_first_invalid_hand(judge):
    hand = "_".join(f"{player}K1" for player in range(1, 7))
    page = judge(
        "sheet/", target="999", mode="teams", a_side="6", hands=".".join([hand] * 50 + ["junk"] * 50)
    )
    assert page.refused == ["gin_in_line"]
    assert worded("gin_in_line", number=51, said=worded(NEEDED_CODE, needed=6, given=1)) in page.words
    assert ">300<" in page.html


@pytest.mark.parametrize(
    ("typed", "amounts"), [("0.05", ("9.50",)), ("2", ("380.00",)), ("1,5", ("285.00",))]
)
def test_stake_turns_payments_into_amounts(judge, typed, amounts):
    hands = "1K30 3K50 1K40 2K10 1K60"
    for mode in ("captain", "three"):
        plain = judge("sheet/", mode=mode, hands=hands)
        staked = judge("sheet/", mode=mode, hands=hands, stake=typed)
        assert payments(staked) == payments(plain)
        assert 'name="stake"' in plain.html
        if mode == "captain":
            assert all(amount in staked.words and amount not in plain.words for amount in amounts)


@pytest.mark.parametrize("typed", ["", "0", "0,00", "-1", "x", "1e3", "٣", "1.234", "9" * 40])
def test_invalid_stake_is_ignored(judge, typed):
    hands = "1K30 3K50 1K40 2K10 1K60"
    assert judge("sheet/", mode="captain", hands=hands, stake=typed).words == (
        judge("sheet/", mode="captain", hands=hands).words
    )


def test_two_players_have_no_stake(judge):
    page = judge("sheet/", hands="1K20 1K20 1K20 1K20 1K20", stake="2")
    assert 'name="stake"' not in page.html
    assert "1,000.00" not in page.words
