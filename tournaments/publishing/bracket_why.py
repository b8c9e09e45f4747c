"""Explain the pairs of a bracket: the origin of the seeds, changed places, conflicts that remain.

Nothing is stored: it follows from the order of the bracket and the clubs and words of its seeds.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import formats, registration
from tournaments.common.messages.sentences import Sentence
from tournaments.models import Stage, Tournament
from tournaments.pairing import knock_out
from tournaments.publishing.explain import join_names
from tournaments.standings.playoffs import playoff_stage


def pair_sentences(tournament: Tournament) -> list[Sentence]:
    """Return what decided the pairs, a sentence each; nothing before the bracket is drawn."""
    stage = playoff_stage(tournament)
    if stage is None:
        return []
    asked = ("seed", "entry__number", "entry__club", "entry__apart")
    known = [one for one in stage.stage_entries.order_by("seed").values_list(*asked) if one[0] is not None]
    named = registration.distinct_names(tournament.entries.values_list("number", "name", "club"))
    names = {seed: named[number] for seed, number, _club, _word in known}
    tags = {
        seed: (registration.club_key(club), registration.fold(word)) for seed, _number, club, word in known
    }
    bracket = stage.rules["bracket"]
    order, beside = bracket["order"], bracket.get("rest") or []
    rest = [seed + max(order) if seed != knock_out.BYE else seed for seed in beside]
    moved = _moved_seeds(order) + [seed + max(order) for seed in _moved_seeds(beside)]
    in_round_1 = _("%(one)s and %(other)s are of one club or asked to be apart, and meet in round 1.")
    in_consolation = _(
        "%(one)s and %(other)s are of one club or asked to be apart, and meet in round 1 of the consolation."
    )
    return [
        _seeds(stage),
        *_order(order),
        *_moved_sentences(moved, names),
        *_unseparated_pairs(order, names, tags, in_round_1),
        *_unseparated_pairs(rest, names, tags, in_consolation),
    ]


def _seeds(stage: Stage) -> Sentence:
    rules = stage.rules
    if (rules.get("playoffs") or {}).get("seeds") == formats.BY_REGISTRATION:
        return Sentence(_("The seeds follow the order of registration."), "by_registration")
    if not rules["rounds"]:
        words = _("The seeds were drawn by lot (number of the lot: %(seed)s).")
        return Sentence(words % {"seed": stage.seed}, "by_lot")
    words = _("The seeds follow the standings; the lot breaks ties (number of the lot: %(seed)s).")
    return Sentence(words % {"seed": stage.seed}, "by_rank")


def _order(order: Sequence[int]) -> Iterator[Sentence]:
    words = _(
        "The highest seed meets the lowest, and the two highest meet as late as possible; after round 1 "
        "only the results decide who meets."
    )
    yield Sentence(words, "order")
    if byes := order.count(knock_out.BYE):
        words = ngettext(
            "The first seed has no match in round 1: %(count)d place is empty.",
            "The first %(count)d seeds have no match in round 1: that many places are empty.",
            byes,
        )
        yield Sentence(words % {"count": byes}, "byes")


def _moved_seeds(order: Sequence[int]) -> list[int]:
    """Return the seeds whose places differ from the order by seeds alone."""
    usual = knock_out.order(max(order)) if order else ()
    return sorted({seed for seed, other in zip(order, usual, strict=True) if seed != other} - {knock_out.BYE})


def _moved_sentences(moved: Sequence[int], names: Mapping[int, str]) -> Iterator[Sentence]:
    if moved:
        people = [names[seed] for seed in moved]
        words = _(
            "So that fewer people of one club, or who asked to be apart, meet early, these changed places "
            "with seeds of about their rank: %(who)s."
        )
        yield Sentence(words % {"who": join_names(people, len(people))}, "moved")


def _unseparated_pairs(
    order: Sequence[int], names: Mapping[int, str], tags: knock_out.Tags, words: str
) -> Iterator[Sentence]:
    """Yield the pairs of round 1 that share a club or word now, which may differ from those at the draw."""
    for one, other in zip(order[::2], order[1::2], strict=True):
        if knock_out.has_common_tag(tags.get(one, knock_out.NO_TAGS), tags.get(other, knock_out.NO_TAGS)):
            yield Sentence(words % {"one": names[one], "other": names[other]}, "together")
