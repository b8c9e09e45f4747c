"""A sheet of gin on the judge's page, in every way it is played, by fields and by typing."""

import re

import pytest

from tests import factories


def cells(page) -> list[list[str]]:
    """The rows of the sheet as they stand there."""
    rows = re.findall(r"<tr>(.*?)</tr>", page.html.split('class="gin-sheet"')[1].split("</table>")[0], re.S)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row)]
        for row in rows
    ]


def below(page) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in cells(page) if row and not row[0].isdecimal()}


def test_the_first_hand_by_its_fields(judge):
    page = judge("sheet/", add=1, how1="K", who1="1", by1="24")
    assert page.address == "/judge/sheet/?hands=1K24"
    assert "<u>24</u>" in page.html
    assert "Player 1 against Player 2. Player 1 deals." in page.words
    page = judge("sheet/", hands="1K24", add=1, how1="G", who1="2", by1="23", held1="9")
    assert page.address == "/judge/sheet/?hands=1K24.2G23C9"
    assert "a fine of 10 points" in page.words and "<u>43</u>" in page.html and ">14<" in page.html
    assert judge("sheet/", hands="1K24.VA", back=1).address == "/judge/sheet/?hands=1K24"
    assert judge("sheet/", add=1, how1="VG").address == "/judge/sheet/?hands=VG"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"how1": "K", "who1": "1", "by1": "x"}, "“x” is not a number of points."),
        ({"how1": "K", "who1": "1", "by1": "²"}, "“²” is not a number of points."),
        ({"how1": "K", "by1": "24"}, "Say which of the sides has won."),
        ({"how1": "K", "who1": "3", "by1": "24"}, "Say which of the sides has won."),
        ({"how1": "U", "who1": "2", "by1": "11"}, "11 points cannot be: 10 at the most."),
    ],
)
def test_what_is_refused_stays_in_its_fields(judge, fields, sentence):
    page = judge("sheet/", hands="1K24", add=1, **fields)
    assert sentence in page.words
    assert f'name="by1" value="{fields["by1"]}"' in page.html
    assert "<u>24</u>" in page.html and 'name="hands" value="1K24"' in page.html


def test_a_game_of_five_hundred(judge):
    page = judge("sheet/", hands="1K20 1K20 1K20 1K20 1K20")
    assert below(page)["Final total"] == ["500", "0"]
    assert "Player 2 pays Player 1 the difference: 500 points." in page.words
    assert "The next hand" not in page.words
    doubled = judge("sheet/", hands="1K20 1K20 1K20 1K20 1K20", boxes_doubled="yes")
    assert below(doubled)["Value"] == ["+600", "−600"]


def test_the_example_of_hollywood(judge):
    page = judge("sheet/", hollywood="yes", hands="1K15 2K12 2K18 2K32 1K26")
    assert cells(page)[-2:] == [
        ["Written", "41", "62", "26", "50", "0", "32"],
        ["Hands won", "2", "3", "1", "2", "0", "1"],
    ]
    assert "A game that is won" in page.words and "Game 3" in page.words


def test_three_each_for_themselves(judge):
    page = judge("sheet/", mode="three", hands="1K30 3K50 2K40 1K10 3K60")
    assert "Player 1 pays Player 3 the difference: 170 points." in page.words
    assert "Player 2 pays Player 1 the difference: 20 points." in page.words
    assert (
        "Player 1 against Player 3. Player 1 deals. Player 2 looks on."
        in judge("sheet/", mode="three", hands="1K30").words
    )
    paid = judge("sheet/", mode="three", three_shutout="paid", hands="1K60 1K60")
    assert "Player 2 won no hand and pays Player 1 100 points." in paid.words
    assert "A player without a hand won" not in paid.words
    once = judge("sheet/", mode="three", hands="1K60 1K60")
    assert below(once)["A player without a hand won"] == ["100", "0", "0"]


def test_the_captain(judge):
    page = judge("sheet/", mode="captain", hands="1K30 3K50 1K40 2K10 1K60")
    assert "Captain wins: first to 100." in page.words
    assert "Player 3 pays Player 1 the difference: 190 points." in page.words
    assert "Player 1 +380" in page.words


def test_teams_net_their_tables(judge):
    page = judge("sheet/", mode="teams", hands="1K23_4K10")
    assert "Team 1 writes 13." in page.words and "Game to 125." in page.words
    assert "The tables cancel out" in judge("sheet/", mode="teams", hands="1K10_4K10").words
    swapped = judge("sheet/", mode="teams", alternating="yes", hands="1K23_4K10")
    assert "Player 1 against Player 4." in swapped.words
    assert "Game to 225." in judge("sheet/", mode="teams", a_side="6").words
    assert (
        "A hand needs a result for each table: 2, not 1." in judge("sheet/", mode="teams", hands="1K5").words
    )
    added = judge("sheet/", mode="teams", add=1, how1="K", who1="1", by1="23", how2="0")
    assert added.address == "/judge/sheet/?hands=1K23_0&mode=teams"


def test_oklahoma_doubles_by_its_up_card(judge):
    page = judge("sheet/", bonuses="oklahoma", hands="1K24@7S")
    assert "<u>48</u>" in page.html and "Game to 150." in page.words
    assert "in Oklahoma it sets the limit" in judge("sheet/", bonuses="oklahoma", hands="1K24").words
    assert "only gin can end this hand" in judge("sheet/", bonuses="oklahoma", hands="1K24@AD").words
    french = judge("sheet/", bonuses="oklahoma", add=1, how1="G", who1="1", by1="30", up1="V♠")
    assert "<u>110</u>" in french.html


def test_boxes_can_put_the_loser_ahead(judge):
    page = judge("sheet/", hands=" ".join(["2K11"] * 9 + ["1K97", "1K5"]))
    assert "Player 1 wins: first to 100." in page.words
    assert below(page)["Value"] == ["−37", "+37"]
    assert "the value is below zero" in page.words


def test_the_sheet_stops_at_what_cannot_be_and_nothing_typed_is_lost(judge):
    page = judge("sheet/", hands="1K24 what 2K5")
    assert "Hand 2: “WHAT” cannot be read." in page.words
    assert "<u>24</u>" in page.html and "1K24 WHAT 2K5" in page.words
    assert "The game was over before hand 3" in judge("sheet/", hands="1K60 1K60 1K5").words
    teams = judge("sheet/", mode="teams", hands="1K24.2G23")
    assert 'name="hands" value="1K24.2G23"' in teams.html, "another way to play is one tap back"


def test_the_rules_of_the_day(judge, db):
    day = factories.gin(4, bonuses="variant_a", target=130, ace="both")
    page = judge("sheet/", start=f"/t/{day.slug}/judge/", hands="1G24")
    assert "Game to 130." in page.words and "<u>49</u>" in page.html
    assert "Game to 125." in judge("sheet/", start=f"/t/{day.slug}/judge/", mode="teams").words
    assert "Game to 90." in judge("sheet/", start=f"/t/{day.slug}/judge/", target="90").words
    own = factories.gin(4, bonuses={"name": "standard", "gin": 30})
    page = judge("sheet/", start=f"/t/{own.slug}/judge/", hands="1G24")
    assert "As declared today" in page.words and "<u>54</u>" in page.html


def test_a_day_of_hollywood_has_three_games_on_the_sheet_unless_one_is_asked_for(judge, db):
    day = factories.gin(4, hollywood=True, hollywood_open=True, boxes_doubled=True)
    at = {"start": f"/t/{day.slug}/judge/", "hands": "1K24"}
    page = judge("sheet/", **at)
    assert "Three games to 100 at once." in page.words and "Game 3" in page.words
    assert "the other still scores, until all three are won" in page.words
    assert "Game 3" not in judge("sheet/", hollywood="no", **at).words
    assert "Game 3" not in judge("sheet/", hands="1K24").words


def test_a_level_sheet_of_hollywood_goes_to_who_has_won_more_of_its_games(judge):
    page = judge("sheet/", hollywood="yes", hollywood_won="closed", hands="1K17.2K31.1K26.1K46.1G5.2K41.2G85")
    assert "together level: Player 2 has won more of them." in page.words


def test_a_long_sheet_is_worked_out_in_time(judge, django_assert_max_num_queries):
    with django_assert_max_num_queries(2):
        page = judge(
            "sheet/", target="999", mode="teams", a_side="6", hands=".".join(["_".join("0" * 6)] * 100)
        )
    assert len(cells(page)) > 100


def test_a_long_sheet_with_junk_in_it_costs_little_more(judge):
    hand = "_".join(f"{player}K1" for player in range(1, 7))
    page = judge(
        "sheet/", target="999", mode="teams", a_side="6", hands=".".join([hand] * 50 + ["junk"] * 50)
    )
    assert "Hand 51: A hand needs a result for each table: 6, not 1." in page.words
    assert ">300<" in page.html
