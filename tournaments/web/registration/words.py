"""Registration in words: the columns of lists, why a row is skipped, and what a change of presence brings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.criteria import is_undeclared
from tournaments.common.competitors import count_phrase
from tournaments.games.declared_rules import points
from tournaments.pairing.pairing_systems import Tables, pairing_system_of
from tournaments.registration import Consequence, columns, fold
from tournaments.registration.questions import Question

SKIP_REASONS = {
    "total": gettext_lazy("a sum, not a person"),
    "heading": gettext_lazy("the headings again"),
    "page": gettext_lazy("a page number"),
    "no_name": gettext_lazy("this is not a name"),
}
"""The reasons for which a row is skipped, by code."""
ENCODINGS = {
    "cp1252": gettext_lazy("Windows"),
    "cp850": gettext_lazy("old MS-DOS program"),
    "mac_roman": gettext_lazy("old Mac"),
}
"""The encodings in which a list can be read."""


def _roles(questions: Sequence[Question]) -> dict[str, str]:
    """Return the roles that a column can have, with the questions of the tournament."""
    answers = {role: question.text for question, role in zip(questions, columns.ANSWERS, strict=False)}
    return {
        "name": _("first name and family name"),
        "family_given": _("family name and first name"),
        "given": _("first name"),
        "family": _("family name"),
        "club": _("club"),
        "region": _("region"),
        "member_number": _("member number"),
        "fee": _("fee"),
        "paid_how": _("payment method"),
        "apart": _("keep apart"),
        "note": _("note"),
        "category": _("category"),
        "team": _("team"),
        **answers,
    }


def role_groups(
    roles: Sequence[str], questions: Sequence[Question]
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the roles of a column for each person of a row, and for one person more."""
    persons = max((columns.split_role(role)[1] for role in roles if role), default=1)
    groups = [("", [("", _("left out")), *_roles(questions).items()])]
    for person in range(2, min(persons + 1, columns.MAX_PEOPLE) + 1):
        title = _("Person %(number)s in the row") % {"number": person}
        own = [(role, word) for role, word in _roles(questions).items() if role != "team"]
        options = [(f"{role}-{person}", f"{word} ({person})") for role, word in own]
        groups.append((title, options))
    return groups


def roster_headings(asked: Sequence[str], *, categories: bool, most: int, numbered: bool) -> list[str]:
    """Return the columns of the roster with those of the questions `asked`; `most`: persons of an entry.

    If `numbered` each of them has a member number.
    """
    others: list[str] = []
    for number in range(2, most + 1):
        others.append(_("Player %(number)s") % {"number": number})
        others += [f"{_('Member number')} {number}"] if numbered else []
    return [
        *(_("Number"), _("Name"), _("Club"), _("Region"), _("Member number"), _("Fee"), _("Paid")),
        *(_("Keep apart"), _("Note"), _("Reserved table"), _("Reserved seat"), _("Arrived")),
        *asked,
        *([_("Category")] if categories else []),
        *others,
        *([_("Team")] if most else []),
    ]


def paid_word(how: str) -> str:
    """Return how a fee was paid; empty if it was not."""
    words = {"cash": _("cash"), "cheque": _("cheque"), "transfer": _("transfer"), "free": _("free")}
    return words.get(how, _("yes") if how else "")


@dataclass(frozen=True)
class Notice:
    """A sentence with its code; `where` names the page where something must be declared first, if any."""

    code: str
    text: str
    where: str = ""


def consequence_sentences(
    change: Consequence, *, leaves: bool, rules: dict[str, Any], house: str, unfinished: int | None
) -> list[Notice]:
    """Return the sentences for a change; `unfinished` is the seated game that is not closed yet, if any."""
    text = _("%(who)s from game %(game)s on (%(before)s before).")
    sentences = [
        Notice(
            "players",
            text
            % {
                "who": count_phrase(change.players_after, change.competing),
                "before": change.players_before,
                "game": change.from_round,
            },
        ),
        *(_odd_number_notices(change, rules, house) if rules["rounds"] else ()),  # a bracket has byes
    ]
    if change.rounds_missed:
        sentences.append(_missed_games_notice(change, rules))
    if leaves and change.from_round > 1:
        sentences.append(_played_games_notice(rules, change.from_round))
        if unfinished is not None:
            stays = _(
                "Game %(game)s is seated and stays as it is: enter at the desk what happened at that table."
            )
            sentences.append(Notice("unfinished", stays % {"game": unfinished}))
    return sentences


def _played_games_notice(rules: dict[str, Any], from_round: int) -> Notice:
    """Return the notice about the games that a player who leaves before `from_round` has played."""
    if rules.get("withdrawn") == "removed" and from_round <= rules["rounds"]:
        text = _("They are removed from the standings, as the format says. Their opponents keep those games.")
        return Notice("taken_out", text)
    return Notice("played_stay", _("The games already played stay on the card and in the standings."))


def _sitting_out_notices(change: Consequence, rules: dict[str, Any]) -> list[Notice]:
    """Return the notices about players without a full table, where more than two sit at one."""
    tables = Tables.from_rules(rules)
    out = tables.sitting_out(change.players_after)
    if not out:
        return [Notice("even", _("Everybody plays in every game."))] if tables.left_over else []
    words = ngettext("%(count)s sits out each game, in turn.", "%(count)s sit out each game, in turn.", out)
    notices = [Notice("left_over", words % {"count": out})]
    if is_undeclared(rules, "bye_credit"):
        text = _("What sitting out is worth has not been declared.")
        notices.append(Notice("bye_undeclared", text, "setup"))
    return notices


def _odd_number_notices(change: Consequence, rules: dict[str, Any], house: str) -> list[Notice]:
    if Tables.from_rules(rules).size > 2:
        return _sitting_out_notices(change, rules)
    if not change.odd_after:
        if change.players_before % 2 == 0 or pairing_system_of(rules).ONCE:  # all may have met
            return []
        return [Notice("even", _("That is an even number: everybody has an opponent in every game."))]
    if rules["odd"] == "house":
        if not house:
            return [
                Notice(
                    "house_unnamed",
                    _("That is an odd number, and the house player has no name yet."),
                    "registration",
                )
            ]
        if fold(house) == fold(_("House player")):
            return [Notice("house", _("That is an odd number: the house player comes in."))]
        return [
            Notice(
                "house", _("That is an odd number: %(name)s, the house player, comes in.") % {"name": house}
            )
        ]
    if rules["odd"] == "bye":
        return [_bye_notice(rules)]
    if rules["odd"] == "three":
        return [Notice("three", _("That is an odd number: three play at one table in each game, in turn."))]
    text = _(
        "That is an odd number: not everybody can have an opponent. Choose what to do before the next game."
    )
    return [Notice("odd_undecided", text, "setup")]


def _bye_notice(rules: dict[str, Any]) -> Notice:
    if is_undeclared(rules, "bye_credit"):
        text = _("That is an odd number: one sits out each game. What a bye is worth has not been declared.")
        return Notice("bye_undeclared", text, "setup")
    text = ngettext(
        "That is an odd number: one sits out each game, for %(points)s point as declared.",
        "That is an odd number: one sits out each game, for %(points)s points as declared.",
        rules["bye_credit"] or 0,
    )
    return Notice("bye", text % {"points": rules["bye_credit"] or 0})


def _missed_games_notice(change: Consequence, rules: dict[str, Any]) -> Notice:
    if is_undeclared(rules, "missed"):
        text = ngettext(
            "%(games)s game is missed; what it is worth has not been declared.",
            "%(games)s games are missed; what each is worth has not been declared.",
            change.rounds_missed,
        )
        return Notice("missed_undeclared", text % {"games": change.rounds_missed}, "setup")
    text = ngettext(
        "The %(games)s game missed counts %(points)s, as declared.",
        "The %(games)s games missed count %(points)s each, as declared.",
        change.rounds_missed,
    )
    return Notice("missed", text % {"games": change.rounds_missed, "points": points(rules["missed"] or 0)})
