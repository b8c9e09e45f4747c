"""Messages for error codes that all card games share: matches and cards."""

from typing import Any

from django.utils.translation import gettext_lazy

OF_THE_RULES: dict[str, Any] = {
    # matches (scoring/match.py)
    "unknown_match": gettext_lazy(
        "A match is one game, a fixed number, best of a number, or first to points."
    ),
    "match_number": gettext_lazy("“%(n)s” is not a number of games or of match points: give 1 or more."),
    "one_game_is_one": gettext_lazy("A match of one game has one game, not %(n)s."),
    "best_of_odd": gettext_lazy("Best of %(n)s can end level: choose an odd number of games."),
    "match_no_table": gettext_lazy(
        "Match points decide this match: choose a table of match points, or another match."
    ),
    "match_too_long": gettext_lazy(
        "A match can have %(most)s games at the most; this one could have %(games)s."
    ),
    # cards (scoring/cards.py)
    "bad_card": gettext_lazy(
        "“%(card)s” is not a card. Write the rank, then the suit: 5H, 10S, JC (C clubs, D diamonds, "
        "H hearts, S spades)."
    ),
    "card_twice": gettext_lazy("%(card)s is there twice: a pack has one of each card."),
    "number_of_cards": gettext_lazy("%(number)s cards are needed here; %(given)s are there."),
}
