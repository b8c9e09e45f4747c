"""The rulings of cribbage, as text (rules.md §1.1, §2)."""

from django.utils.translation import gettext as _

from tournaments.games.rulings import Group, Ruling


def rulings() -> tuple[Group, ...]:
    """Return the course of a deal, announced options, then frequent questions (rules.md §1.1, §2)."""
    return (
        course(),
        Group("options", _("Announced before play"), (_muggins(), _from_116(), _penalties())),
        Group("asked-play", _("Often asked: the play"), (*_points_in_the_play(), *_laying_and_going_out())),
        Group("asked-show", _("Often asked: the show"), _show_questions()),
    )


def irregularities() -> tuple[Group, ...]:
    """Return the rulings that can be the reason of a penalty: neither the course nor what is announced."""
    return tuple(group for group in rulings() if group.key not in ("course", "options"))


def course() -> Group:
    """Return how a deal goes, from the shuffle to the next dealer (rules.md §1.1)."""
    return Group("course", _("How a deal goes"), (*_dealing(), *_playing()))


def _dealing() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "shuffle",
            _("Shuffle and deal"),
            (
                _(
                    "The dealer shuffles and deals one card at a time, the opponent first: six each for two, "
                    "five each for three or four. The pack is not cut before the deal."
                ),
            ),
            "play",
            variant=_("Some cut the pack first; then the rules of the day say so."),
        ),
        Ruling(
            "to-the-crib",
            _("The crib"),
            (
                _(
                    "From six cards each player puts two face down in the dealer’s crib, from five one. "
                    "Nobody looks at it before it is counted. In the end it has four cards, like every "
                    "hand: with three players one card of the pack completes it."
                ),
            ),
            "play",
        ),
        Ruling(
            "starter",
            _("The starter"),
            (
                _(
                    "The rest of the pack is cut once into two. The dealer turns the top card of the lower "
                    "half, and the upper half goes back on the pack. The card turned is the starter, which "
                    "counts with every hand and with the crib, and is not laid."
                ),
                _("A jack turned is worth 2 to the dealer, at once."),
            ),
            "play",
        ),
    )


def _playing() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "own-cards",
            _("Laying and saying the count"),
            (
                _(
                    "From the dealer’s left each lays one card face up in front of their own place, never in "
                    "the middle: the cards are taken up again for the show. The player who lays says the "
                    "new count aloud; at 12 a seven is “nineteen”."
                ),
            ),
            "play",
        ),
        Ruling(
            "turned-down",
            _("After 31, or after a go"),
            (
                _(
                    "The cards laid so far are turned face down in front of their owners. The count begins "
                    "again at 0 with the player to the left of the last one to lay, until no card is left."
                ),
            ),
            "play",
        ),
        Ruling(
            "two-pegs",
            _("The two pegs"),
            (
                _(
                    "Each side has two pegs on its track. The rear one is taken out and put as many holes "
                    "in front of the other as points are pegged, so the last points can always be counted "
                    "again."
                ),
            ),
            "play",
        ),
        Ruling(
            "show-order",
            _("Counting the hands"),
            (
                _(
                    "From the dealer’s left each shows a hand, names every combination and adds up aloud; "
                    "the dealer shows last, then turns the crib. The player at the dealer’s left deals "
                    "next."
                ),
            ),
            "play",
        ),
    )


def _muggins() -> Ruling:
    return Ruling(
        "muggins",
        _("Muggins: points that nobody claimed"),
        (
            _(
                "Only where it was announced before play. A player who counts too little, in the play, in a "
                "hand or in the crib, has until the opponent calls muggins: the opponent then pegs what was "
                "overlooked."
            ),
            _("Where it was not announced, points that are overlooked are simply lost."),
        ),
        "score",
    )


def _from_116() -> Ruling:
    return Ruling(
        "from-116",
        _("From 116 points on"),
        (
            _(
                "Where the rules of the day say so (FADOQ Richelieu-Yamaska): a player at 116 or more can "
                "no longer peg a single point."
            ),
            _(
                "Cheville reads it this way: everything that one card earns when it is laid is added up; a "
                "hand is one whole, and so is the crib. If that whole is 1, it is lost; 2 or more count in "
                "full."
            ),
            _("A player at 115 may still peg 1 and reach 116."),
        ),
        "score",
    )


def _penalties() -> Ruling:
    return Ruling(
        "penalties",
        _("Penalties for a broken rule"),
        (
            _(
                "The sources give no list: they say that serious players take points off, or have the cards "
                "dealt again. What applies is announced before the first game."
            ),
            _("When the judge takes points off, the reason is written down together with the result."),
        ),
        "score",
    )


def _points_in_the_play() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "go-does-not-break",
            _("A go between two cards"),
            (
                _(
                    "Pairs and runs are made of the cards laid since the count began at 0, in their order. A "
                    "go does not break them; a count that starts again at 0 does."
                ),
            ),
            "score",
        ),
        Ruling(
            "pair-over-a-card",
            _("A pair with another card between"),
            (_("This is not a pair: in the play, cards of a kind must follow each other directly."),),
            "score",
        ),
        Ruling(
            "run-in-any-order",
            _("A run in any order"),
            (
                _(
                    "The last three cards or more may make up the run in any order, with nothing else "
                    "between them. After 3, 5, 4 (3 points) a 2 makes 4 points. "
                    "Only the longest run counts, once."
                ),
            ),
            "score",
        ),
        Ruling(
            "thirty-one",
            _("31, go and the last card"),
            (
                _(
                    "31 is worth 2 and nothing more: no point is added for a go or for the last card. Under "
                    "31, the player who laid last gets 1, once."
                ),
            ),
            "score",
        ),
    )


def _laying_and_going_out() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "must-lay",
            _("A player who can lay a card must"),
            (
                _(
                    "A go is allowed only when every card left would go past 31. A player who can still lay "
                    "goes on, alone if need be, until no player can."
                ),
            ),
            "play",
        ),
        Ruling(
            "out-at-once",
            _("The game ends at once"),
            (
                _(
                    "The first to the target has won, at that moment: with his heels, in the play, or in the "
                    "show, where the dealer counts last and the crib after the dealer’s hand. Nothing is "
                    "counted after it."
                ),
            ),
            "score",
        ),
    )


def _show_questions() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "flush",
            _("Which flush counts"),
            (
                _(
                    "In a hand: its own four cards of one suit, 4; with the starter, 5. In the crib only all "
                    "five. Three cards and the starter are never a flush, and in the play there is none."
                ),
            ),
            "score",
        ),
        Ruling(
            "jack",
            _("The jack: nobs and heels"),
            (
                _(
                    "A jack held in hand or crib, of the starter’s suit, is his nobs: 1 in the show. A jack "
                    "that is turned as the starter is his heels: 2 for the dealer, pegged at once. The "
                    "starter itself is never his nobs."
                ),
            ),
            "score",
        ),
        Ruling(
            "nineteen",
            _("Impossible hands"),
            (_("No hand is worth 19, 25, 26 or 27. The highest is 29, with three fives and the jack."),),
            "score",
        ),
    )
