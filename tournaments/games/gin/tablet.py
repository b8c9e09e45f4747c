"""Gin on the tablet of a table: its final totals, or the sheet hand by hand (rules.md §5, §5.1, §7)."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

SCRIPTS = ("table", "hands", "hand_model", "hands_entry", "hands_sheet")
STYLES = ("hands",)
Words = dict[str, str | list[str]]


def words() -> Words:
    """Return all sentences of the scripts, by code."""
    return _steps() | _results() | _voids() | _sheet() | _totals()


def _steps() -> Words:
    return {
        "write_each_hand": _("Write each hand"),
        "only_totals": _("Only the totals"),
        "go_on_with_hand": _("Go on with hand {number}"),
        "write_hand": _("Write hand {number}"),
        "hand": _("Hand {number}"),
        "deals_next": _("{name} deals."),
        "which_up_card": _("Which card was turned up?"),
        "up_card_rank": _("Value of the card"),
        "up_card_suit": _("Suit of the card"),
        "rank_J": pgettext("jack, in the corner of a card", "J"),
        "rank_Q": pgettext("queen, in the corner of a card", "Q"),
        "rank_K": pgettext("king, in the corner of a card", "K"),
        "suit_S": _("spades"),
        "suit_H": _("hearts"),
        "suit_D": _("diamonds"),
        "suit_C": _("clubs"),
        "knock_limit": _("To knock, {limit} at the most."),
        "only_gin": _("An ace: only gin may knock."),
        "who_knocked": _("Who knocked, or went gin?"),
        "nobody_scored": _("Nobody scored"),
        "void_hand": _("Void hand"),
        "why_void": _("Why is the hand void?"),
        "deadwood_of": _("What is left in the hand: {name}?"),
        "gin_call": _("Gin!"),
        "hint_own": _("Cards in no meld: {limit} at the most. Nothing left is gin."),
        "hint_other": _("After laying off."),
        "hint_after_gin": _("After gin nothing is laid off."),
        "hint_corner": _("An ace counts 15."),
        "over_limit": _("{name} may knock with {limit} at the most."),
        "too_much_deadwood": _("More than {most} cannot be."),
        "not_ten_cards": _("Not ten cards?"),
        "held_cards": [ngettext("{count} card held", "{count} cards held", count) for count in (1, 2)],
        "how_many_cards": _("How many cards did {name} hold?"),
        "hint_cards": _("Ten is right. More or fewer changes what the hand gives."),
        "fewer_cards": _("Fewer than ten: {points} points off, and no bonus for an undercut."),
        "more_cards": _("More than ten: this hand can be lost, and not won."),
        "cards_cannot_be": _("From 1 to {most} cards."),
        "write_down": _("Write it down"),
    }


def _results() -> Words:
    return {
        "hand_knock": _("Knock: {name} scores {points}."),
        "hand_gin": _("Gin: {name} scores {points}."),
        "hand_undercut": _("Undercut: {name} scores {points}."),
        "hand_nobody": _("Nobody scores in this hand."),
        "hand_many_cards": _("Nobody scores: {name} held more than ten cards."),
        "hand_corner_to_zero": _("Nobody scores: {name} has nothing left."),
        "hand_writes": _("This hand: {points} for {name}."),
        "hand_level": _("Level: nobody writes."),
        "looks_on": _("{name} looks on."),
        "hand_void": _("The hand counts for nothing and is dealt again."),
        "hand_doubled": _("Spades: it counts twice."),
        "hand_fine": _("{name} loses {points} points."),
        "how_knock": pgettext("how a hand of gin ended", "Knock"),
        "how_gin": pgettext("how a hand of gin ended", "Gin"),
        "how_undercut": pgettext("how a hand of gin ended", "Undercut"),
        "how_nobody": pgettext("how a hand of gin ended", "Nobody"),
        "how_void": pgettext("how a hand of gin ended", "Void"),
    }


def _voids() -> Words:
    return {
        "void_stock_out": _("The stock ran out"),
        "void_dealt_out_of_turn": _("a) The wrong player dealt"),
        "void_imperfect_pack": _("b) The pack is not complete"),
        "void_card_turned_in_deal": _("c) A card was turned in the deal"),
        "void_card_face_up_in_pack": _("d) A card lay face up in the pack"),
        "void_wrong_number_dealt": _("e) Too many or too few dealt"),
        "void_wrong_number_in_play": _("f) Too many or too few held"),
        "void_cards_seen_in_deal": _("g) Cards were seen in the deal"),
        "void_knocker_irregular": _("The knocker’s hand was irregular"),
    }


def _sheet() -> Words:
    return {
        "sheet_caption": _("Every hand of the game, with the totals so far"),
        "sheet_won": _("The game goes to {name}"),
        "column_hand": pgettext("a deal of gin", "Hand"),
        "column_how": _("How"),
        "game_closed": pgettext("a game of three on one sheet", "closed"),
        "won_this_hand": _("won this hand"),
        "take_hand_back": _("Take hand {number} back"),
        "put_hand_back": _("Put hand {number} back"),
        "code_too_long": _(
            "This sheet is too long for a code. It stays on this tablet: bring the tablet itself to the desk."
        ),
        "value": _("Value of the game: {points}."),
        "foot_written": pgettext("on a sheet of gin", "Points"),
        "foot_game_bonus": _("The game"),
        "foot_shutout": _("Doubled: no hand lost"),
        "foot_shutout_three": _("A player without a hand won"),
        "foot_boxes": _("Hands won"),
        "foot_box_bonus": _("For hands won"),
        "foot_total": _("Final total"),
        "foot_value": _("Value"),
    }


def _totals() -> Words:
    """Return the sentences for entering final totals only."""
    return {
        "what_total": _("What is the final total: {name}?"),
        "hint_total": _("As it stands on the sheet."),
        "loser_has_more": _("The winner has the lower total. Is that right?"),
        "read_won_total": _("{name} won, with a total of {points}."),
        "read_total": _("{name}: a total of {points}."),
        "so_far_value": _("value {value}"),
        "seat_b_deals": _("B deals first; C looks on."),
        "draw_deals": _("Draw a card: the higher card chooses who deals first."),
        "hint_total_won": _("As it stands on the sheet, bonuses included: {least} or more."),
        "hint_three": _("The three games added up."),
        "hint_three_won": _("The three games added up, bonuses included: {least} or more."),
        "total_too_low": _("Whoever won has {least} or more, bonuses included."),
        "higher_total_wins": _("Whoever has the higher total of the three games has won."),
        "level_sheet": _("Level: who has won more of the three games has won."),
    }
