"""The rulings of gin, as text (rules.md §5.1, and rulings in §5, §6 and §7)."""

from django.utils.translation import gettext as _

from scoring.gin.rules import STANDARD, GinRules
from tournaments.games.rulings import Group, Ruling


def rulings(rules: GinRules) -> tuple[Group, ...]:
    """Return the course of a hand of gin, then its irregularities; bonuses by `rules`."""
    return (
        Group("course", _("How a hand goes"), (*_before_the_play(), *_course_of_a_hand())),
        Group("knock", _("A knock that is not in order"), _knocks(rules)),
        Group("hands", _("Too many or too few cards"), _hands()),
        Group(
            "misdeal",
            _("Misdeal"),
            _misdeals(),
            _("The deal is taken up again as soon as the fault is called. There is no fine for it."),
        ),
        Group("play", _("Out of turn, and cards seen"), _play()),
        Group("face-up", _("Cards that turn up"), _face_up()),
        Group("pile", _("The pile of discards and the stock"), _piles()),
        Group("watching", _("Those who watch"), _watching()),
    )


def irregularities() -> tuple[Group, ...]:
    """Return the rulings that can be the reason of a penalty (rules.md §5.1): all but the course."""
    return tuple(group for group in rulings(STANDARD) if group.key != "course")


def _before_the_play() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "draw",
            _("The draw for seats and deal"),
            (
                _(
                    "Each draws a card from the pack spread face down. The higher card chooses the seat, the "
                    "pack and who deals first. The king is high, the ace low."
                ),
                _("Of two cards of one rank the suit decides: spades, hearts, diamonds, clubs."),
                _(
                    "None of the four cards at the ends of the spread may be drawn; a player who draws one "
                    "draws again."
                ),
            ),
            "play",
            variant=_(
                "For a game of four the ace is the highest card of the draw, and partners sit opposite each "
                "other."
            ),
        ),
        Ruling(
            "deal",
            _("Shuffling, cutting, dealing"),
            (
                _(
                    "Either player may shuffle, the dealer last. The opponent cuts. Each gets ten cards face "
                    "down, one by one, the opponent first. The rest is the stock; its top card is turned up "
                    "beside it."
                ),
            ),
            "play",
        ),
    )


def _course_of_a_hand() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "up-card",
            _("Who may take the up-card"),
            (
                _(
                    "The dealer’s opponent first, who says so when refusing it: then the dealer may take "
                    "it. If the dealer also refuses it, the opponent draws from the stock."
                ),
            ),
            "play",
        ),
        Ruling(
            "may-knock",
            _("A player who can knock need not"),
            (
                _(
                    "A player may knock in any turn, after drawing, with 10 or less in cards that belong to "
                    "no meld. Going on, in the hope of gin or of an undercut, is allowed."
                ),
            ),
            "play",
        ),
        Ruling(
            "face-down",
            _("The discard of a knock lies face down"),
            (
                _(
                    "The player who knocks has drawn, and puts the last discard face down on the pile. Then "
                    "the ten cards are shown, the melds apart from the rest."
                ),
            ),
            "play",
        ),
        Ruling(
            "lay-off",
            _("Laying off"),
            (
                _(
                    "The opponent shows melds too, and may add other cards to the melds of the knocker. What "
                    "is left then counts."
                ),
                _("After gin nothing may be laid off."),
            ),
            "score",
            variant=_(
                "Round the corner: the opponent may lay off after gin too; down to nothing, nobody scores."
            ),
        ),
    )


def _knocks(rules: GinRules) -> tuple[Ruling, ...]:
    return (
        Ruling(
            "knock-over",
            _("A knock with more than the limit"),
            (
                _(
                    "This is not a knock: nothing is scored. The player lays the whole hand face up on the "
                    "table and plays on with it that way, in sight of the other."
                ),
                _("The limit is 10; in Oklahoma it is the value of the up-card, and with an ace only gin."),
            ),
            "play",
        ),
        Ruling(
            "gin-not-knocked",
            _("Gin in hand, but the other knocks"),
            (
                _(
                    "A player who holds gin without having knocked, while the other knocks with 10 or less, "
                    "gets the difference and the bonus for an undercut (%(undercut)s), not that for gin "
                    "(%(gin)s)."
                )
                % {"undercut": rules.undercut, "gin": rules.gin},
            ),
            "score",
        ),
    )


def _hands() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "opponent-few",
            _("The knocker’s opponent holds fewer than ten"),
            (_("A fine of 10 points, taken off that player, who cannot have the undercut bonus either."),),
            "score",
            fine=10,
        ),
        Ruling(
            "opponent-many",
            _("The knocker’s opponent holds more than ten"),
            (
                _(
                    "The surplus may not be discarded. That player can lose the hand or undo it, never win "
                    "it: with more deadwood than the knocker it is scored as usual; with as much or less "
                    "nobody scores."
                ),
            ),
            "score",
        ),
        Ruling(
            "knocker-irregular",
            _("The knocker holds too many or too few"),
            (
                _("The opponent chooses: the cards are dealt again, or the hand goes on."),
                _(
                    "If it goes on, the opponent may ask that the knocker play with the cards face up. The "
                    "knocker with too many cards discards without drawing, with too few draws without "
                    "discarding, until ten are held."
                ),
            ),
            "again",
        ),
    )


def _misdeals() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "misdeal-a",
            _("a) Dealt by the wrong player"),
            (_("If it is called before the up-card lies on the table. Called later, the deal stands."),),
            "again",
        ),
        Ruling("misdeal-b", _("b) The pack is not complete, or has a card too many"), (), "again"),
        Ruling("misdeal-c", _("c) A card is turned over while dealing"), (), "again"),
        Ruling(
            "misdeal-d",
            _("d) A card lies face up in the pack"),
            (_("Seen while dealing, or later while the hand is played."),),
            "again",
            variant=_(
                "The source says two things of a card that is found face up in the stock during play: a "
                "misdeal here, and further on that it is put back, the stock shuffled, and play goes on. "
                "The rules of the day say which of the two is played."
            ),
        ),
        Ruling("misdeal-e", _("e) A player is dealt too many or too few cards"), (), "again"),
        Ruling(
            "misdeal-f",
            _("f) During the hand a player turns out not to hold the right number"),
            (_("Before anybody has knocked. After a knock, see “Too many or too few cards”."),),
            "again",
        ),
        Ruling("misdeal-g", _("g) A player looks at the other’s cards while they are dealt"), (), "again"),
    )


def _play() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "early-first",
            _("Early play: the first turn"),
            (
                _(
                    "If the dealer’s opponent draws from the stock before the dealer has refused the "
                    "up-card, that counts as an ordinary first turn. There is no penalty."
                ),
            ),
            "play",
        ),
        Ruling(
            "early-later",
            _("Early play: later"),
            (
                _(
                    "A player who draws from the stock before the other has discarded has played that turn. "
                    "There is no penalty here either."
                ),
            ),
            "play",
        ),
        Ruling(
            "seen",
            _("A card of the stock was seen that should not have been"),
            (
                _(
                    "A player who draws more than one card and sees one too many turns that card up, beside "
                    "the pile. That player may not knock in this turn, except with gin."
                ),
                _(
                    "The other may take the card that was turned up as an ordinary draw, and keeps this "
                    "right until taking a card from the pile. Then the right goes to the player at fault, "
                    "until that player takes a card from the pile. After that the card goes onto the pile."
                ),
            ),
            "play",
            variant=_(
                "The player at fault never has the right to the card. As soon as the other has taken a card "
                "from the pile, it goes onto the pile."
            ),
        ),
    )


def _face_up() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "face-up-stock",
            _("Face up in the stock"),
            (_("It is put back, the stock is shuffled, and play goes on. See also misdeal d)."),),
            "play",
        ),
        Ruling(
            "outside-pack",
            _("Found outside the pack"),
            (
                _(
                    "Face up or face down, before anybody has knocked: it goes back into the stock, which is "
                    "shuffled."
                ),
            ),
            "play",
        ),
        Ruling(
            "on-the-floor",
            _("A player’s own card, on the floor or elsewhere"),
            (_("It still belongs to that player’s hand, which is not irregular for it."),),
            "play",
        ),
        Ruling(
            "dropped",
            _("A card dropped in sight of the other"),
            (_("No penalty. If it fell on the pile, it counts as the discard."),),
            "play",
        ),
    )


def _piles() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "looking-through",
            _("Looking through the pile"),
            (
                _(
                    "Allowed where both agreed to it before play. Otherwise a player who does it may not "
                    "draw in the next turn."
                ),
            ),
            "play",
            variant=_("Round the corner: the pile may be looked through at any time."),
        ),
        Ruling(
            "wrong-card",
            _("The wrong card taken from the pile"),
            (
                _(
                    "A player who takes a card other than the top one may put that right. If not, the other "
                    "can insist on it, but only before discarding."
                ),
            ),
            "play",
        ),
        Ruling(
            "last-two",
            _("The last two cards of the stock"),
            (
                _(
                    "They are never drawn. When the card on top of them has been taken and its player "
                    "discards without knocking, the hand is void: the other may not take that discard. The "
                    "same dealer deals again, and the void hand is written down."
                ),
            ),
            "again",
        ),
    )


def _watching() -> tuple[Ruling, ...]:
    return (
        Ruling(
            "observer",
            _("Three, each for themselves"),
            (
                _(
                    "The one who sits out gives no advice, and may only recall a rule when something went "
                    "wrong."
                ),
            ),
            "play",
        ),
        Ruling(
            "partner",
            _("Against a captain"),
            (_("The partner who sits out may be consulted; the one who plays decides."),),
            "play",
        ),
    )
