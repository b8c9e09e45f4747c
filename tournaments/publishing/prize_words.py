"""Prizes in words: what each is for, its winners and why; never the money, unless it is asked for."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.papers.words import grouped
from tournaments.publishing import club_words
from tournaments.publishing.explain import join_names, ordinal
from tournaments.publishing.prizes import (
    BEST_HAND,
    CLUB,
    DOOR,
    EVERYBODY,
    RANK,
    SKUNKS,
    TOTAL,
    Award,
    Hand,
    Prize,
)
from tournaments.registration import categories
from tournaments.standings import ClubTeam


class AwardInWords(NamedTuple):
    """An award in words: its purpose, what is given, its winners (empty: not decided), the reason."""

    award: Award
    what: str
    thing: str
    who: str
    why: str


def category_names(tournament: Tournament) -> dict[int, str]:
    """Return the names of the categories by number."""
    return {one.id: one.name for one in categories.categories_of(tournament)}


def describe_award(award: Award, names: Mapping[int, str], known: Mapping[int, str]) -> AwardInWords:
    """Return an award in the active language; `names` are those of people, `known` those of categories."""
    who = [club_words.name_of(team) for team in award.teams]
    who = who or [names[number] for number in award.numbers if number in names]
    words = join_names(who, len(who)) if who else ""
    return AwardInWords(award, prize_title(award.prize, known), award.prize.thing, words, why(award, names))


def prize_title(prize: Prize, known: Mapping[int, str]) -> str:
    """Return what a prize is for: «2nd place – Women»."""
    words = {
        RANK: _("%(place)s place") % {"place": ordinal(prize.rank)},
        TOTAL: _("Highest total"),
        SKUNKS: _("Most skunks"),
        BEST_HAND: _("Best hand"),
        DOOR: _("Door prize"),
        CLUB: _("%(place)s club team") % {"place": ordinal(prize.rank)},
    }[prize.kind]
    if prize.category == EVERYBODY:
        return words
    return _("%(prize)s – %(category)s") % {"prize": words, "category": known.get(prize.category, "?")}


def why(award: Award, names: Mapping[int, str]) -> str:
    """Return the reason of an award where its name does not give it; with the witness of a hand."""
    figure = {"figure": grouped(award.figure)}
    if not award.numbers:
        return ""
    if award.prize.kind == TOTAL:
        return ngettext("%(figure)s point", "%(figure)s points", award.figure) % figure
    if award.prize.kind == SKUNKS:
        return ngettext("%(figure)s skunk", "%(figure)s skunks", award.figure) % figure
    if award.prize.kind == BEST_HAND:
        return _("; ").join(hand_words(hand) for hand in award.hands)
    if award.teams:
        return _("; ").join(_counted_names(team, names) for team in award.teams)
    return _lot(award) if award.lot else ""


def _counted_names(team: ClubTeam, names: Mapping[int, str]) -> str:
    """Return those who count for a club team."""
    who = [names[number] for number in team.counted if number in names]
    return join_names(who, len(who))


def hand_words(hand: Hand) -> str:
    """Return a hand in words: points, cards if written, game, table; the witness if the reader may know."""
    points = ngettext("%(points)s point", "%(points)s points", hand.points) % {"points": hand.points}
    if hand.cards:
        points = _("%(points)s (%(cards)s)") % {"points": points, "cards": hand.cards}
    words = hand._asdict() | {"points": points}
    if hand.witness:
        return _("%(points)s, game %(game)s, table %(table)s, seen by %(witness)s") % words
    return _("%(points)s, game %(game)s, table %(table)s") % words


def _lot(award: Award) -> str:
    lot = award.lot
    assert lot is not None
    place = lot.seed % len(lot.numbers)
    words = {"seed": lot.seed, "people": len(lot.numbers), "rest": place, "place": ordinal(place + 1)}
    return (
        _("lot %(seed)s divided by %(people)s people leaves %(rest)s: the %(place)s of them by number")
        % words
    )
