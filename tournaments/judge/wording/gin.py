"""Gin in a judge's words: who won a hand and why, and a sheet of hands (rules.md §5 to §7)."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.cards import read_cards
from scoring.gin.game import Sheet
from scoring.gin.layout import Meld
from scoring.gin.meetings import Meeting, observer
from scoring.gin.rules import NAMED_RULES, GinRules
from scoring.gin.running_sheet import Row, Title
from scoring.gin.score import Reason, Score
from scoring.gin.settlement import Payment
from tournaments.games.card_names import faces
from tournaments.games.gin.sheet_lines import ending
from tournaments.judge.wording.figures import points
from tournaments.judge.wording.play import player


def bonuses_name(name: str) -> str:
    """Return the name of a row of bonuses, with its figures (rules.md §5)."""
    called = {
        "standard": _("Standard"),
        "variant_a": _("Variant A"),
        "variant_b": _("Variant B"),
        "oklahoma": _("Oklahoma"),
    }[name]
    figures = {
        "name": called,
        "undercut": NAMED_RULES[name].undercut,
        "gin": NAMED_RULES[name].gin,
        "box": NAMED_RULES[name].box,
    }
    return _("%(name)s: undercut %(undercut)s, gin %(gin)s, hand won %(box)s") % figures


def ace_name(ace: str) -> str:
    """Return the places that an ace may take in a run (rules.md §5, §7.3)."""
    return {"low": _("A-2-3 only"), "both": _("and Q-K-A"), "corner": _("round the corner")}[ace]


def result(score: Score, knocker: int = 0) -> str:
    """Return who won the hand and the points, in one sentence."""
    words = {"points": points(score.points)}
    if score.how == "void":
        return _("The hand is void and dealt again.")
    if score.winner is None:
        return _("Nobody scores in this hand.")
    if score.how == "gin":
        return _("Gin: %(points)s for the knocker.") % words
    if score.how == "undercut":
        return _("Undercut: %(points)s for the opponent.") % words
    if score.winner == knocker:
        return _("%(points)s for the knocker.") % words
    return _("%(points)s for the opponent.") % words


def fine(score: Score) -> str:
    """Return the points taken off as a sentence; empty if there are none (rules.md §5.1)."""
    taken = max(score.fines)
    return _("%(points)s are taken off the opponent.") % {"points": points(taken)} if taken else ""


def reason_sentence(reason: Reason, knocker: int = 0) -> str:
    """Return one reason as a sentence (`scoring.gin.ending.REASONS`)."""
    if reason.code.startswith("void_"):
        return void_reason(reason.code.removeprefix("void_"))
    return _sentence(reason, knocker) % _figures(reason)


def _figures(reason: Reason) -> dict[str, object]:
    figures: dict[str, object] = dict(reason.args)
    if "points" in figures:
        figures["points"] = points(int(reason.args["points"]))
    if isinstance(figures.get("cards"), str):
        figures["cards"] = faces(read_cards(str(figures["cards"])))
    return figures


def _sentence(reason: Reason, knocker: int) -> str:
    if reason.code == "difference":
        if reason.args["side"] == knocker:
            return _("The difference counts for the knocker: %(points)s.")
        return _("The difference counts for the opponent: %(points)s.")
    return {
        "knock": _("The knocker knocks with a deadwood of %(deadwood)s; at most %(limit)s is allowed."),
        "gin": _("Gin: every card of the knocker lies in a meld."),
        "lays_off": _("The opponent lays off %(cards)s: %(points)s less."),
        "deadwood": _("What is left in the opponent’s hand: %(points)s."),
        "undercut_bonus": _("Undercut, as the opponent has as little left or less: a bonus of %(points)s."),
        "gin_bonus": _("The bonus for gin: %(points)s."),
        "gin_not_knocked": _("The opponent held gin and had not knocked: the undercut bonus, none for gin."),
        "few_cards": _("The opponent holds %(cards)s cards instead of 10: a fine of %(points)s."),
        "few_cards_no_bonus": _("With fewer than ten cards there is no undercut bonus."),
        "many_cards": _(
            "The opponent holds %(cards)s cards, more than 10, and so can lose this hand but not win it."
        ),
        "corner_to_zero": _("Round the corner: the opponent is left with nothing, so gin scores nothing."),
        "spade_doubles": _("The up-card is a spade: all points of the hand count twice, %(points)s."),
        "nobody": _("The table wrote that nobody scored."),
    }[reason.code]


def void_reason(reason: str) -> str:
    """Return why a hand is void (`scoring.gin.ending.VOID_REASONS`)."""
    return {
        "stock_out": _("The last card that may be drawn was drawn, and nobody knocked."),
        "dealt_out_of_turn": _("Misdeal a): dealt by the wrong player."),
        "imperfect_pack": _("Misdeal b): the pack is not complete, or has a card too many."),
        "card_turned_in_deal": _("Misdeal c): a card was turned over while dealing."),
        "card_face_up_in_pack": _("Misdeal d): a card lay face up in the pack."),
        "wrong_number_dealt": _("Misdeal e): a player was dealt too many or too few cards."),
        "wrong_number_in_play": _("Misdeal f): a player turned out not to hold the right number of cards."),
        "cards_seen_in_deal": _("Misdeal g): a player looked at the other’s cards while they were dealt."),
        "knocker_irregular": _("The knocker’s hand was irregular, and the opponent asked for a new deal."),
    }[reason]


def meld_name(meld: Meld) -> str:
    """Return the name of a meld; French distinguishes a set of three from one of four."""
    if meld.kind == "run":
        return _("run")
    if len(meld.cards) > 3:
        return pgettext("a meld of four cards", "set")
    return pgettext("a meld of three cards", "set")


def knock_sentence(deadwood: int, limit: int) -> str:
    """Return whether a hand with that deadwood may knock, before the opponent's cards are known, in words."""
    if deadwood == 0:
        return _("All in melds: this is gin.")
    words = {"deadwood": deadwood, "limit": limit}
    if deadwood <= limit:
        return _("A deadwood of %(deadwood)s: this hand may knock, as %(limit)s is allowed.") % words
    return _("A deadwood of %(deadwood)s: this hand may not knock, as %(limit)s is the most.") % words


def mode_name(mode: str) -> str:
    """Return the name of a way to play (rules.md §6)."""
    return {
        "two": _("two"),
        "three": _("three, each alone"),
        "captain": _("captain"),
        "teams": _("two teams"),
    }[mode]


def seats(rules: GinRules) -> str:
    """Return who has which number on the sheet (rules.md §5, §6)."""
    if rules.mode == "three":
        return _(
            "As the draw says: player 1 drew the highest card, player 2 the middle one and deals, player 3 "
            "the lowest and looks on first. The player who looks on may only recall a rule."
        )
    if rules.mode == "captain":
        return _(
            "As the draw says: player 1 drew the highest card and is the captain, player 2 the middle one "
            "and deals, player 3 looks on first. These two are team 2; the one who looks on may be "
            "consulted."
        )
    if rules.mode == "teams":
        n = rules.a_side
        words = {"last": n, "first_other": n + 1, "last_other": 2 * n}
        if rules.alternating:
            return (
                _(
                    "Players 1 to %(last)d are team 1, %(first_other)d to %(last_other)d team 2. "
                    "After each hand the players of team 1 move on to their next opponent."
                )
                % words
            )
        return (
            _(
                "Players 1 to %(last)d are team 1, %(first_other)d to %(last_other)d team 2. "
                "They sit face to face in that order."
            )
            % words
        )
    return _("The winner of a hand deals the next; if nobody wins, the same dealer again.")


def column_name(title: Title) -> str:
    """Return the head of a column: the name of its side."""
    if title.code == "captain":
        return _("Captain")
    if title.code == "player":
        return player(title.side)
    return _("Team %(number)d") % {"number": title.side + 1}


def player_names(meeting: Meeting) -> tuple[str, str]:
    """Return the names of the two players who meet."""
    return player(meeting.players[0]), player(meeting.players[1])


def meeting_line(meeting: Meeting, rules: GinRules) -> str:
    """Return who plays whom in a hand, who deals and who looks on, as far as the rules define it."""
    one, other = player_names(meeting)
    sentences = [_("%(one)s against %(other)s.") % {"one": one, "other": other}]
    if meeting.dealer is not None:
        sentences.append(_("%(player)s deals.") % {"player": player(meeting.dealer)})
    watching = observer(meeting, rules)
    if watching is not None:
        sentences.append(_("%(player)s looks on.") % {"player": player(watching)})
    return " ".join(sentences)


def result_lines(row: Row) -> list[tuple[str, str, str]]:
    """Return each result of a hand in a few words, the reasons in words, and the codes of these reasons."""
    return [
        (
            ending(score, player_names(meeting)),
            _reasons_sentence(score),
            " ".join(reason.code for reason in score.reasons),
        )
        for score, meeting in zip(row.scores, row.meetings, strict=True)
    ]


def _reasons_sentence(score: Score) -> str:
    knocker = 0
    if score.winner is not None:
        knocker = 1 - score.winner if score.how == "undercut" else score.winner
    return " ".join(reason_sentence(reason, knocker) for reason in score.reasons)


def net_result(row: Row, heads: Sequence[str]) -> str:
    """Return the net result of all tables of a hand, where several play (rules.md §6)."""
    if len(row.scores) == 1:
        return ""
    if row.winner is None:
        return _("The tables cancel out: nobody writes, nobody wins the hand.")
    return _("%(side)s writes %(points)d.") % {"side": heads[row.winner], "points": row.points}


def standing_sentence(sheet: Sheet, heads: Sequence[str]) -> str:
    """Return the state of the game, in one sentence."""
    words = {"target": sheet.rules.target}
    if not sheet.over:
        if sheet.rules.hollywood:
            return _("Three games to %(target)d at once. The sheet goes on.") % words
        return _("Game to %(target)d. Nobody has reached it yet.") % words
    assert sheet.winner is not None
    if sheet.rules.hollywood:
        side = {"side": heads[sheet.winner]}
        if sheet.values[sheet.winner]:
            return _("All three games are closed: together they go to %(side)s.") % side
        return (
            _("All three games are closed, and their totals are tied: %(side)s has won more of them.") % side
        )
    wins = _("%(side)s wins: first to %(target)d.") % {"side": heads[sheet.winner], **words}
    if sheet.values[sheet.winner] < 0:
        wins += " " + _("With the hands won the others have more, so the value is below zero.")
    return wins


def payment(paid: Payment, stake: Decimal | None = None) -> str:
    """Return who pays whom how much, and what for; with a stake for a point also the amount (rules.md §6)."""
    words = {"payer": player(paid.payer), "payee": player(paid.payee), "points": points(paid.points)}
    if paid.reason == "shutout":
        sentence = _("%(payer)s won no hand and pays %(payee)s %(points)s.") % words
    else:
        sentence = _("%(payer)s pays %(payee)s the difference: %(points)s.") % words
    if stake is None:
        return sentence
    amount = {"amount": number_format(paid.points * stake, 2)}
    return sentence + " " + _("At this stake: %(amount)s.") % amount
