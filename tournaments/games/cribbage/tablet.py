"""Cribbage on the tablet of a table: its entry step by step, and the pegging board."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.common.catalogue import Catalogue

SCRIPTS = ("table", "board_model", "board_drawing", "board")
STYLES = ("board",)
WORDS: Catalogue = {
    "how_many_pegged": _("How many points did {name} peg?"),
    "how_many_left": _("How many points did {name} have left?"),
    "hint_left": _("From 1 to {target}."),
    "hint_timed": _("At most {most}, and more than the other."),
    "left_nothing": _("The loser has something left."),
    "left_too_many": _("Nobody has more than {target} left."),
    "read_won_left": _("{name} won: {points} left."),
    "read_left": _("{name} had {points} points left."),
    "result_left": _("{winner} beats {loser}: {low} left."),
    "hint_loser": _("Under {target}."),
    "hint_high": _("From {target} to {most}, as pegged."),
    "loser_too_high": _("The loser is under {target}."),
    "winner_too_low": _("The winner has at least {target}."),
    "winner_too_high": _("More than {most} is not possible."),
    "skunk_is_0": _("Win"),
    "skunk_is_1": _("Skunk, fewer than {under} points"),
    "skunk_is_2": _("Double skunk, fewer than {under} points"),
    "skunk_is_3": _("Triple skunk, fewer than {under} points"),
    "skunk_1": _("Skunk"),
    "skunk_2": _("Double skunk"),
    "skunk_3": _("Triple skunk"),
    "worth": [
        ngettext_lazy("{word}: {count} match point.", "{word}: {count} match points.", count)
        for count in (1, 2)
    ],
    "read_won_with": _("{name} won with {points} points."),
    "read_pegged": _("{name} pegged {points} points."),
    "cut_deals": _("Cut the cards: the lower card deals first."),
    "so_far_points": [ngettext_lazy("{count} point", "{count} points", count) for count in (1, 2)],
    "so_far_left": [ngettext_lazy("{count} point left", "{count} points left", count) for count in (1, 2)],
    "board": _("Pegging board"),
    "board_go_on": _("Pegging board: {points}"),
    "board_how": _("Tap points as you peg them: one card, one hand or one crib at a time."),
    "board_facing": _("Face to face"),
    "board_picture": _("The board. {points}"),
    "board_side": _("{name}: {total} in all"),
    "board_to_go": _("{count} to go"),
    "board_key": [
        ngettext_lazy("{name}: {count} point", "{name}: {count} points", count) for count in (1, 2)
    ],
    "board_more": pgettext_lazy("points, on a button", "More"),
    "board_more_of": _("{name}: more points"),
    "board_how_many": _("How many points: {name}?"),
    "board_stands": _("{total} so far"),
    "board_undo": pgettext_lazy("on a button", "Undo"),
    "board_undo_points": _("Undo {points}"),
    "board_undo_of": [
        ngettext_lazy("{name}: undo {count} point", "{name}: undo {count} points", count) for count in (1, 2)
    ],
    "board_over": _("The game is over"),
    "board_said": [
        ngettext_lazy(
            "{name}: {count} point, {total} in all.", "{name}: {count} points, {total} in all.", count
        )
        for count in (1, 2)
    ],
    "board_taken_back": [
        ngettext_lazy(
            "{name}: {count} point taken back, {total} in all.",
            "{name}: {count} points taken back, {total} in all.",
            count,
        )
        for count in (1, 2)
    ],
    "board_single": _(
        "From 116 on a single point does not count. If the same card brought more, undo that and tap"
        " it all at once."
    ),
    "board_no_single": pgettext_lazy("written beside holes 116 to 120", "No single point"),
    "board_from_here": _("From here on a single point does not count."),
    "board_past_1": _("Past the skunk line."),
    "board_past_2": _("Past the line of the double skunk."),
    "board_past_3": _("Past the line of the triple skunk."),
}
