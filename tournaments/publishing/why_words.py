"""Explain in words why two entries meet: for the page of a table, and for a paper on the wall."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.common.messages.sentences import Sentence
from tournaments.pairing.explanation import NextBest, OpponentPair, PreviousSeat, TableExplanation
from tournaments.publishing.explain import join_names

Names = Mapping[int, str]
MAX_SEPARATE = 2
"""From this many new meetings at a table on, one sentence covers them all."""


def weighed(why: TableExplanation, names: Names, *, origin: str = "") -> list[Sentence]:
    """Return what was weighed at a table, a sentence each.

    `origin` is `hand`, `as_played`, `made_up` or `file` where no movement computed it.
    """
    if origin == "as_played":
        return [Sentence(_("They played here, so they are recorded here."), "as_played")]
    if origin == "made_up":
        return [Sentence(_("A game that was missed is made up here."), "made_up")]
    if origin == "file":
        sentences = [Sentence(_("The file of seats says so."), "file")]
        return sentences + [_met_sentence(met, names) for met in why.met if met.times]
    sentences = [Sentence(_("Two people were put into each other’s seat by hand."), "hand")] if origin else []
    if why.first:
        sentences.append(Sentence(_("The first game is drawn by lot."), "lot"))
    if not why.first:
        sentences += _meeting_sentences(why, names)
    sentences += _first_half_sentences(why.ahead, names)
    for one, other in why.together:
        words = _("%(one)s and %(other)s asked to be apart, or are of one club.")
        sentences.append(Sentence(words % {"one": names[one], "other": names[other]}, "apart"))
    sentences += _turn_sentences(why, names)
    sentences += [one for came in why.came for one in _move_sentences(came, why, names)]
    return sentences + [one for one in _unweighed_sentences(why.weighs) if not why.first]


def _meeting_sentences(why: TableExplanation, names: Names) -> Iterator[Sentence]:
    """Yield former partners, former meetings and points, as far as they are weighed."""
    weighs = why.weighs
    for (one, other), times in why.partnered if "partners" in weighs else ():
        if times:
            words = ngettext(
                "%(one)s and %(other)s have already been partners %(times)d time.",
                "%(one)s and %(other)s have already been partners %(times)d times.",
                times,
            )
            yield Sentence(words % {"one": names[one], "other": names[other], "times": times}, "partners")
    new = [met for met in why.met if not met.times]
    together = len(new) > MAX_SEPARATE
    for met in why.met if "again" in weighs else ():
        if met.times or not together:
            yield _met_sentence(met, names)
    if "again" in weighs and together:
        if len(new) == len(why.met):
            yield Sentence(_("None of those who meet here have met before."), "new")
        else:
            yield Sentence(_("The others who meet here have not met before."), "new")
    for met in why.met if "points" in weighs else ():
        (one, other), (mine, theirs) = met.people, met.points
        words = _("%(one)s has %(mine)d so far, %(other)s %(theirs)d: a difference of %(apart)d.")
        numbers = {"mine": mine, "theirs": theirs, "apart": abs(mine - theirs)}
        yield Sentence(words % ({"one": names[one], "other": names[other]} | numbers), "points")


def _met_sentence(met: OpponentPair, names: Names) -> Sentence:
    """Return how often the two have met."""
    one, other = met.people
    both = {"one": names[one], "other": names[other], "times": met.times}
    if not met.times:
        return Sentence(_("%(one)s and %(other)s have not met before.") % both, "new")
    words = ngettext(
        "%(one)s and %(other)s have already met %(times)d time.",
        "%(one)s and %(other)s have already met %(times)d times.",
        met.times,
    )
    return Sentence(words % both, "again")


def _unweighed_sentences(weighs: Sequence[str]) -> Iterator[Sentence]:
    """Yield what a reader could expect to be weighed, and was not."""
    others = {
        "again": _("who has met before"),
        "points": _("what each has so far"),
        "walk": _("how far each player walks"),
    }
    if left := [words for code, words in others.items() if code not in weighs]:
        words = _("Not considered in this way of seating: %(what)s.")
        yield Sentence(words % {"what": join_names(left, len(left))}, "not_weighed")


def _first_half_sentences(ahead: Mapping[int, int] | None, names: Names) -> Iterator[Sentence]:
    """Yield those who count more for the seats of an accelerated round."""
    if ahead is None:
        return
    for number, more in ahead.items():
        words = _(
            "%(name)s is in the first half of the list and counts %(more)d more for the seats of this game."
        )
        yield Sentence(words % {"name": names[number], "more": more}, "ahead")
    if not ahead:
        words = _(
            "Nobody here is in the first half of the list, which counts more for the seats of this game."
        )
        yield Sentence(words, "not_ahead")


def _turn_sentences(why: TableExplanation, names: Names) -> Iterator[Sentence]:
    """Yield whose turn it is to sit out, and whether points chose the person from several."""
    if why.turn is None:
        return
    yield _turn_sentence(*why.turn, names)
    if why.fewest_points:
        words = _("%(name)s has the lowest result so far of those whose turn it is.")
        yield Sentence(words % {"name": names[why.turn[0]]}, "fewest_points")


def _turn_sentence(number: int, times: int, fewest: int, names: Names) -> Sentence:
    turn = {"name": names[number], "times": times, "fewest": fewest}
    if times == fewest:
        words = ngettext(
            "%(name)s sits out or meets the house player after %(times)d turn: nobody has had fewer.",
            "%(name)s sits out or meets the house player after %(times)d turns: nobody has had fewer.",
            times,
        )
    else:
        words = _(
            "%(name)s sits out or meets the house player after %(times)d turns, others have had %(fewest)d: "
            "they are needed opposite fixed seats, or came later."
        )
    return Sentence(words % turn, "turn")


def _move_sentences(came: PreviousSeat, why: TableExplanation, names: Names) -> Iterator[Sentence]:
    moved: dict[str, Any] = {"name": names[came.number], "tables": came.walk}
    if came.fixed:
        yield Sentence(_("%(name)s has a fixed seat.") % moved, "fixed")
    elif why.first or came.before is None:
        return
    elif "result" in why.weighs:
        if came.sat_out:
            yield Sentence(_("%(name)s sat out in the game before.") % moved, "sat_out")
            return
        moved["table"] = came.before[0]
        won, lost = _("%(name)s won at table %(table)d."), _("%(name)s did not win at table %(table)d.")
        yield Sentence((won if came.won else lost) % moved, "result")
    elif came.stays and {"walk", "winner"}.intersection(why.weighs):
        kept = came.won and "winner" in why.weighs
        words = _("%(name)s won and keeps the seat.") if kept else _("%(name)s stays.")
        yield Sentence(words % moved, "stays")
    elif came.walk and "walk" in why.weighs:
        moved["table"] = came.before[0]
        words = ngettext(
            "%(name)s comes from table %(table)d: %(tables)d table away.",
            "%(name)s comes from table %(table)d: %(tables)d tables away.",
            came.walk,
        )
        yield Sentence(words % moved, "walk")


def next_best(best: NextBest | None, names: Names, *, follows: bool, by_hand: bool) -> Sentence:
    """Return the cost of the next best seats; `by_hand`: a person chose, not a lot nor a movement."""
    if best is None:
        return Sentence(_("Nobody else could have sat here."), "nobody_else")
    seats = {"one": names[best.one], "other": names[best.other], "table": best.table}
    instead = _("With %(other)s of table %(table)d instead of %(one)s") % seats
    if best.is_equal:
        if by_hand:
            rest = _("%(instead)s it would have been just as good.")
        elif follows:
            rest = _("%(instead)s nothing would be lost in this game, but the movement would not go on.")
        else:
            rest = _("%(instead)s it would have been just as good: the lot decided.")
        return Sentence(rest % {"instead": instead}, "equal")
    more = [_amount(code, by) for code, by in best.more.items()]
    less = [_amount(code, by) for code, by in best.less.items()]
    sums = {"instead": instead, "more": _join_amounts(more), "less": _join_amounts(less)}
    if not more and not less:
        return Sentence(_("%(instead)s they would be less evenly matched.") % sums, "further")
    if more and less:
        return Sentence(_("%(instead)s: %(more)s more, %(less)s less.") % sums, "next_best")
    if more:
        return Sentence(_("%(instead)s: %(more)s more.") % sums, "next_best")
    if by_hand:
        return Sentence(_("%(instead)s: %(less)s less.") % sums, "less")
    words = _("%(instead)s: %(less)s less now; it was given up for the games to come or for another table.")
    return Sentence(words % sums, "later")


def has_next_best(origin: str) -> bool:
    """Return whether seats could have been others: not where people sat down and played."""
    return origin in ("", "hand", "file")


def _join_amounts(amounts: list[str]) -> str:
    return join_names(amounts, len(amounts)) if amounts else ""


def _amount(code: str, by: int) -> str:
    return {
        "turn": ngettext("%(count)d turn out of order", "%(count)d turns out of order", by),
        "winner": ngettext("%(count)d winner who moves", "%(count)d winners who move", by),
        "apart": ngettext("%(count)d pair not kept apart", "%(count)d pairs not kept apart", by),
        "again": ngettext("%(count)d meeting again", "%(count)d meetings again", by),
        "partners": ngettext("%(count)d partner again", "%(count)d partners again", by),
        "points": _("%(count)d in squared differences"),
        "walk": ngettext("%(count)d table to walk", "%(count)d tables to walk", by),
    }[code] % {"count": by}
