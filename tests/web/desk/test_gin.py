"""Gin at the desk: final totals, or the sheet hand by hand; impossible input is refused and stays typed."""

import doctest
import html

import pytest
from django.utils import translation

from scoring.gin import book
from scoring.gin.ending import VOID_REASONS
from scoring.gin.figures import read_hand
from tests import factories, page_reader
from tests.page_reader import worded
from tests.web.desk.desk_client import Desk
from tournaments.games.gin import typed_hands
from tournaments.models import Line, Result

pytestmark = pytest.mark.django_db

# Standard bonuses: 24 + 31 + 43 = 98, then 14: 112 and 20; three hands and one.
SHEET = "A 24\nA K 31\nB 20\nA G 43\nA U 14"


@pytest.fixture
def gin():
    return factories.open_round(factories.gin(4))


@pytest.fixture
def at(gin):
    return Desk(gin.stage.tournament)


def values(round_, table: int) -> list[tuple[int, int, int]]:
    """Return total, value and whether the game was won, side by side."""
    results = Result.objects.filter(meeting=factories.meeting_at(round_, table)).order_by("side")
    return list(results.values_list("pegged", "value", "won"))


def names(round_, table: int) -> list[str]:
    seats = factories.meeting_at(round_, table).seats.select_related("entry").order_by("side")
    return [seat.entry.name for seat in seats]


def test_doctests_of_typed_hands():
    assert doctest.testmod(typed_hands).failed == 0


def test_side_with_the_higher_total_wins(at, gin):
    answer = at.post(table=1, total_A=312, total_B=185)
    one, other = names(gin, 1)
    assert answer["say"] == f"Table 1: {one} beats {other} 312–185, value +127."
    assert values(gin, 1) == [(312, 127, 1), (185, -127, 0)]
    assert Line.objects.get().data == {"v": 1, "totals": [312, 185]}


def test_redundant_winner_is_not_stored(at, gin):
    at.post(table=1, total_A=312, total_B=185, winner="A")
    assert Line.objects.get().data == {"v": 1, "totals": [312, 185]}


def test_named_winner_may_have_the_lower_total(at, gin):
    assert at.post(table=1, total_A=240, total_B=250, winner="A")["ok"]
    assert values(gin, 1) == [(240, -10, 1), (250, 10, 0)]


@pytest.mark.parametrize(
    ("typed", "code", "field"),
    [
        ({"total_A": "", "total_B": 185}, "gin_total_missing", "total_A"),
        ({"total_A": "deux", "total_B": 185}, "gin_not_a_whole_number", "total_A"),
        ({"total_A": 112, "total_B": 85}, "gin_total_too_low", "total_A"),
        ({"total_A": 31222, "total_B": 85}, "gin_total_too_high", "total_A"),
        ({"total_A": 300, "total_B": 300}, "gin_totals_level", "total_A"),
    ],
)
def test_impossible_totals_are_refused(at, typed, code, field):
    answer = at.post(table=1, **typed)
    assert (answer["code"], answer["field"]) == (code, field)
    assert not Line.objects.exists()


def test_result_entered_backwards_can_be_turned(at, gin):
    first = at.post(table=1, total_A=312, total_B=185)
    answer = at.post(do="turn", meeting=first["meeting"], game=1, line=first["line"], seen=first["seen"])
    assert answer["code"] == "corrected"
    assert values(gin, 1) == [(185, -127, 0), (312, 127, 1)]


def test_result_can_be_corrected_and_voided(at, gin):
    at.post(table=1, total_A=312, total_B=185)
    at.look()
    assert at.post(table=1, do="correct", total_A=312, total_B=158)["ok"]
    assert values(gin, 1)[0] == (312, 154, 1)
    at.look()
    page = at.client.get(f"/t/{at.tournament.slug}/desk/?table=1").content.decode()
    assert "312–185" in page
    assert "value −127" not in page
    at.post(table=1, do="void")
    assert values(gin, 1) == []


def test_a_forfeit_has_declared_totals(at, gin):
    answer = at.post(table=1, how="forfeit", winner="B", points_A=0, points_B=220)
    assert answer["code"] == "entered"
    assert values(gin, 1) == [(0, -220, 0), (220, 220, 1)]
    refused = at.post(table=2, how="forfeit", winner="A", points_A=0, points_B=220)
    assert refused["code"] == "gin_award_backwards"


def test_different_totals_of_two_desks_become_a_dispute(at, gin):
    other = Desk(at.tournament)
    at.post(table=1, total_A=312, total_B=185)
    answer = other.post(table=1, total_A=310, total_B=185)
    assert answer["disputed"]
    assert answer["status"].count("/desk/rule/") == 2


# Hand by hand


def test_totals_are_computed_from_hands(at, gin):
    answer = at.post(table=1, hands=SHEET)
    assert answer["ok"], answer
    (one, value, won), (other, _other_value, _other_won) = values(gin, 1)
    # 112 and the game 100 and four hands 80; 20 and one hand 20
    assert (one, other, value, won) == (292, 40, 252, 1)
    assert Line.objects.get().data["hands"][3] == {"how": "gin", "winner": 0, "difference": 23}


def test_panel_shows_the_entered_sheet_as_typed(at, gin):
    at.post(table=1, hands=SHEET)
    meeting = factories.meeting_at(gin, 1)
    panel = at.client.get(f"/t/{at.tournament.slug}/desk/table/{meeting.uid}/").content.decode()
    assert "desk-sheet" in panel
    assert "<u>112</u>" in panel
    assert 'data-hands="A K 24\nA K 31\nB K 20\nA G 43\nA U 14"' in panel
    at.post(table=2, total_A=310, total_B=85)
    panel = at.client.get(
        f"/t/{at.tournament.slug}/desk/table/{factories.meeting_at(gin, 2).uid}/"
    ).content.decode()
    assert "desk-sheet" not in panel


@pytest.mark.parametrize(("bonuses", "undercut"), [("standard", 14), ("variant_a", 29), ("oklahoma", 48)])
def test_hands_are_formatted_as_they_were_typed(bonuses, undercut):
    rules = book.rules_of({"bonuses": bonuses})
    spade = " S" if bonuses == "oklahoma" else ""
    typed = f"A K 24{spade}\nB G 60\nA U {undercut}{spade}\n0\nV\nB K 12 C9"
    with translation.override("en"):  # in French a spade is written P
        assert typed_hands.format_hands(typed_hands.parse_hands(typed, rules), rules) == typed


@pytest.mark.parametrize(
    ("typed", "points", "counts"),
    [
        ("A G 43", 43, (43, 0)),  # the bonus is in it, once
        ("A G 0", 0, (0, 0)),  # the opponent was brought to zero, so neither side scores (§7.3)
        ("A G 0 C9", 0, (0, -10)),  # the fine stands
        ("B U 14", 14, (0, 14)),
        ("B U 4 C9", 4, (0, -6)),
        ("B U 0 C11", 0, (0, 0)),
        ("A G 43 C11", 43, (43, 0)),
    ],
)
def test_round_the_corner_hands_keep_their_written_points(typed, points, counts):
    rules = book.rules_of({"bonuses": "standard", "ace": "corner"})
    hand = typed_hands.parse_hand(typed, rules)
    score = read_hand(hand, rules)
    assert (score.points, score.counts) == (points, counts)
    assert typed_hands.format_hands([hand], rules) == typed


def test_points_that_contradict_the_hand_are_refused(at):
    answer = at.post(table=1, hands="A U 5 C11")
    assert answer["say"].startswith(
        worded("gin_in_line", number=1, said=worded("gin_points_differ", value=5, given=0))
    )


VOID_HANDS = ["V", *(f"V{letter}" for letter in "ABCDEFGK")]


def test_a_void_hand_keeps_its_reason():
    rules = book.rules_of({"bonuses": "standard"})
    hands = typed_hands.parse_hands("\n".join(VOID_HANDS), rules)
    assert [hand["reason"] for hand in hands] == list(VOID_REASONS)
    assert typed_hands.format_hands(hands, rules).split("\n") == VOID_HANDS
    gone = [{"knocker": 0, "deadwood": [0, 0], "opponent_cards": 11}]
    assert typed_hands.format_hands(gone, rules) == "A G 0 C11"


def test_a_shutout_doubles(at, gin):
    assert at.post(table=1, hands="A 60\nA 40\n")["ok"]
    assert values(gin, 1)[0][0] == (100 + 100) * 2 + 2 * 20


def test_hands_and_totals_must_agree(at, gin):
    answer = at.post(table=1, hands=SHEET, total_A=290, total_B=40)
    assert answer["code"] == "gin_hands_differ"
    assert at.post(table=1, hands=SHEET, total_A=292, total_B=40)["ok"]


@pytest.mark.parametrize(
    ("hands", "code", "says"),
    [
        ("A 24\nC 12", "gin_in_line", "Hand 2: “C 12” "),
        ("A", "gin_in_line", "Hand 1: “A” "),
        ("A G 12", "gin_in_line", "Hand 1: 12 "),
        ("A 0", "gin_in_line", "Hand 1: "),
        ("A 500", "gin_in_line", "Hand 1: "),
        (SHEET + "\nA 10", "gin_game_is_over", "6"),
    ],
)
def test_error_names_the_impossible_hand_and_reason(at, hands, code, says):
    answer = at.post(table=1, hands=hands)
    assert (answer["code"], answer["field"]) == (code, "hands")
    assert says in answer["say"]
    assert not Line.objects.exists()


def test_unfinished_game_is_refused(at):
    assert not at.post(table=1, hands="A 24")["ok"]
    assert not Line.objects.exists()


def shown_sheet(at, hands: str, table: object = 1) -> str:
    answer = at.client.post(f"/t/{at.tournament.slug}/desk/sheet/", {"hands": hands, "table": table})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_running_sheet_shows_typed_hands(at, gin):
    page = shown_sheet(at, SHEET)
    assert "<u>24</u>" in page
    assert "<u>55</u>" in page
    assert page_reader.data(page, "over") == ["292 40"]
    assert "Final total" in page
    assert all(name in page for name in names(gin, 1))


def test_running_sheet_stops_at_an_unreadable_hand(at):
    page = shown_sheet(at, "A 24\nwhat\nB 12")
    assert "<u>24</u>" in page
    assert "<u>12</u>" not in page
    assert page_reader.codes(page) == ["gin_in_line"]
    assert page_reader.data(shown_sheet(at, "A 24\n0\nV"), "target") == ["100"]
    assert shown_sheet(at, "", table="?").strip() == ""


def test_oklahoma_spade_bonus_and_fine_for_missing_cards():
    round_ = factories.open_round(factories.gin(4, bonuses="oklahoma"))
    at = Desk(round_.stage.tournament)
    assert "<u>48</u>" in shown_sheet(at, "A 48 S")
    assert len(page_reader.codes(shown_sheet(at, "A 47 S"))) == 1
    assert "−10" in shown_sheet(at, "A 24 C9")


# Hollywood

THREE_GAME_HANDS = "A 60\nA 50\nB 20\nA 45\nB U 14\nA 60"


@pytest.fixture
def three():
    return factories.open_round(factories.gin(4, hollywood=True))


def test_hollywood_sheet_adds_up_three_games(three):
    """Game 1: 110, then B 20 + 14 = 34; 2: 50 + 45 + 60 = 155, B 14; 3: 45 + 60 = 105, B nothing."""
    at = Desk(three.stage.tournament)
    page = shown_sheet(at, THREE_GAME_HANDS)
    assert "<u>155</u>" in page and "<u>14</u>" in page
    assert page.count(">Game 1<") == page.count(">Game 3<") == 1
    # 110 + 100 + 2 x 20; 155 + 100 + 3 x 20; (105 + 100) x 2 + 2 x 20 against 34 + 2 x 20; 14 + 20; 0
    assert page_reader.data(page, "over") == ["1015 108"]
    assert at.post(table=1, hands=THREE_GAME_HANDS)["ok"]
    assert values(three, 1) == [(1015, 907, 1), (108, -907, 0)]
    other = at.post(table=2, hands=THREE_GAME_HANDS, total_A=1015, total_B=180)
    assert other["code"] == "gin_hands_differ"
    panel = at.client.get(f"/t/{at.tournament.slug}/desk/table/{factories.meeting_at(three, 1).uid}/")
    text = panel.content.decode()
    assert text.count(">Game 2<") == 1
    assert "<u>155</u>" in text and 'data-hands="A K 60\nA K 50\nB K 20' in text


def test_unfinished_hollywood_sheet_is_refused(three):
    at = Desk(three.stage.tournament)
    page = shown_sheet(at, "A 60\nA 50")
    assert (page_reader.data(page, "target"), page_reader.data(page, "games")) == (["100"], ["3"])
    answer = at.post(table=1, hands="A 60\nA 50")
    assert (answer["code"], answer["field"]) == ("gin_sheet_not_over", "hands")


def typing_hint(at) -> str:
    """Return what the desk says of what is typed."""
    return page_reader.parse(at.client.get(f"/t/{at.tournament.slug}/desk/")).one(".page-head").one("p").words


def test_hollywood_sheet_can_be_entered_by_its_totals(three):
    at = Desk(three.stage.tournament)
    plain = factories.open_round(factories.gin(4)).stage.tournament
    assert typing_hint(at) != typing_hint(Desk(plain)), "of three games it is the higher total together"
    assert at.post(table=1, total_A=310, total_B=85)["code"] == "gin_sheet_too_low"
    assert at.post(table=1, total_A=600, total_B=700, winner="A")["code"] == "gin_sheet_backwards"
    level = at.post(table=1, total_A=562, total_B=562)
    assert level["code"] == "gin_sheet_level"
    assert at.post(table=1, total_A=562, total_B=562, winner="B")["ok"]
    assert values(three, 1) == [(562, 0, 0), (562, 0, 1)]


def test_cribbage_has_no_sheet_of_hands(desk):
    assert desk.client.post(f"/t/{desk.tournament.slug}/desk/sheet/", {"hands": "A 24"}).status_code == 404


# Without JavaScript


def test_without_javascript_the_form_is_enough(at, gin):
    address = f"/t/{at.tournament.slug}/desk/write/"
    typed = {"nonce": "plain", "seen": "0", "do": "enter", "table": "2", "total_A": "112", "total_B": "85"}
    refused = at.client.post(address, typed)
    assert refused.status_code == 422
    assert 'value="112"' in refused.content.decode()
    assert "gin_total_too_low" in page_reader.codes(refused)
    refused = at.client.post(address, {**typed, "total_A": "", "total_B": "", "hands": "A 24\n<b>"})
    assert "A 24\n&lt;b&gt;</textarea>" in refused.content.decode()
    taken = at.client.post(address, {**typed, "total_A": "312"}, follow=True)
    assert taken.redirect_chain == [(f"/t/{at.tournament.slug}/desk/", 302)]
    assert "value +227" in taken.content.decode()
