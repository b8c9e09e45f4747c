"""Eight pieces of advice for beginners at cribbage, after 'Règles du jeu Cribbage ou 29' (rules.md §2.6)."""

from django.utils.translation import gettext as _

Piece = tuple[str, str, str]


def pieces() -> tuple[Piece, ...]:
    """Return the advice in the order of the source: (key, title, sentence)."""
    return (*_discard_advice(), *_play_advice())


def _discard_advice() -> tuple[Piece, ...]:
    return (
        (
            "discard",
            _("Think first of the crib"),
            _(
                "The discard matters a lot. Put nothing helpful in the opponent’s crib, least of all a 5. "
                "In your own, put a pair, or cards that begin a run, such as 3 and 4 or 6 and 8."
            ),
        ),
        (
            "keep-runs",
            _("Keep a run together"),
            _("Do not break up a run such as 5, 6, 7. A starter of one of these ranks adds five points."),
        ),
        (
            "flush",
            _("With nothing better, keep four of a suit"),
            _(
                "Where a hand has no run, no pair and no fifteen, four cards of one suit are worth 4, and 5 "
                "with a starter of that suit."
            ),
        ),
    )


def _play_advice() -> tuple[Piece, ...]:
    return (
        (
            "lead-four",
            _("Lead a 4"),
            _(
                "No card makes fifteen with a 4, so it is a safe first card. The opponent may still pair "
                "it; remember that three of a kind are worth 6 and four are worth 12."
            ),
        ),
        (
            "see-runs",
            _("Watch for runs in the play"),
            _(
                "The cards may lie in any order. With 2 and 4 on the table a 3 makes a run of three: 3 "
                "points."
            ),
        ),
        (
            "small-cards",
            _("Keep small cards for 31"),
            _(
                "An ace or a 2 kept to the end of a count often makes 31, or the last card. The points of "
                "the play win games."
            ),
        ),
        (
            "order",
            _("Mind the order in which hands are counted"),
            _(
                "The dealer counts last. Near the end a player who counts earlier may go out before the "
                "others have counted anything."
            ),
        ),
        (
            "muggins",
            _("Count everything, and know what is announced"),
            _(
                "Where muggins is played, the opponent takes at once what you overlook, and there may be a "
                "scale of penalties: points off, or a new deal."
            ),
        ),
    )
