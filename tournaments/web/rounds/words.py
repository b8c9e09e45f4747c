"""The words of the rounds pages: acts, findings of the check, costs of a seating."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import DomainError
from tournaments.common.competitors import count_phrase
from tournaments.common.messages.sentences import SENTENCES, Sentence, error_sentence, sentence
from tournaments.models import Act
from tournaments.pairing.values import Finding, Table
from tournaments.publishing.explain import join_names
from tournaments.rounds import NoSeating, Seating, make_up

Names = Mapping[int, str]


NOTED_KINDS = ("seat", "open", "close", "swap", "line_up", "as_played", "played_ahead", "make_up")
"""The kinds of act for which `undo_note` has a note."""


def undo_label(act: Act) -> str:
    """Return the label of the undo button for an act."""
    labels = {
        "seat": _("Undo the seating of game %(round)s"),
        "open": _("Undo the opening of game %(round)s"),
        "close": _("Open game %(round)s again"),
        "swap": _("Undo the swap in game %(round)s"),
        "as_played": _("Seat game %(round)s as before"),
        "line_up": _("Undo the change of a line-up in game %(round)s"),
        "played_ahead": _("Undo the extra game in game %(round)s"),
        "change_rules": _("Undo the change of the number of games"),
    }
    return labels[act.kind] % act.args


def undo_note(act: Act) -> str:
    """Return the consequences of undoing an act, in words."""
    notes = {
        "seat": _(
            "Everyone’s seat in game %(round)s is taken back; a sheet that is already on the wall is no "
            "longer right."
        ),
        "open": _("Game %(round)s is seated but no longer being played: no result can be entered."),
        "close": _("Game %(round)s is open again, with all its results."),
        "swap": _("Both people get their seats back."),
        "line_up": _("The line-up is again as it was before."),
        "played_ahead": _("In the next game they are seated like everybody else."),
        "change_rules": _("The number of games is again as it was before."),
        "as_played": _("The meetings that were voided count again, with what was entered for them."),
        "make_up": _("The game counts as missed again, with what a missed game is worth."),
    }
    note = notes[act.kind] % act.args
    if act.kind != make_up.KIND or not make_up.has_penalty(act):
        return note
    stays = _("The penalty that was given there stands: a judge can take it back on the page Penalties.")
    return f"{note} {stays}"


def undone_sentence(act: Act) -> Sentence:
    """Return the sentence that an act was undone."""
    code = f"undone_{act.kind}"
    return sentence(code if code in SENTENCES else "undone_other", act.args)


def finding(found: Finding, names: Names) -> Sentence:
    """Return a finding of the check as a sentence with names."""
    people = [names.get(number, f"#{number}") for number in found.people]
    who = join_names(people, len(people)) if people else ""
    return Sentence(_finding_sentence(found) % {"who": who, **found.args}, found.code)


def _finding_sentence(found: Finding) -> str:
    if found.code == "rematch":
        return ngettext(
            "%(who)s have already met %(times)s time.",
            "%(who)s have already met %(times)s times.",
            found.args["times"],
        )
    if found.code == "partners_again":
        return ngettext(
            "%(who)s have already played together %(times)s time.",
            "%(who)s have already played together %(times)s times.",
            found.args["times"],
        )
    if found.code == "winner_had_to_move":
        return {
            "fixed": _("%(who)s won but moves: a player there has a fixed seat."),
            "house": _("%(who)s won but moves: it is their turn to sit out or to meet the house player."),
            "three": _("%(who)s won but moves: it is their turn at the table of three."),
            "fewer_tables": _("%(who)s won but moves: fewer tables are needed now."),
        }[found.args["why"]]
    if found.code == "nobody_new":
        return ngettext(
            "%(who)s sits out, having met everybody who is free.",
            "%(who)s sit out, having met everybody who is free.",
            len(found.people),
        )
    if found.code == "unfair_turn" and found.args.get("why") == "three":
        return _("%(who)s would play at the table of three again before everybody has had a turn.")
    return {
        "file_absent": _(
            "At table %(table)s the file puts %(who)s and a player who is not here: they are "
            "seated differently. A substitute under the same number, or a player who comes "
            "back, plays as the file says."
        ),
        "file_not_followed": _("The file puts %(who)s at table %(table)s: they are seated differently."),
        "file_other_table": _("The file puts %(who)s at table %(table)s: they sit at table %(now)s."),
        "file_not_in_it": _(
            "%(who)s is not in any line of the file, and plays with the others who are left over."
        ),
        "file_is_over": _(
            "The file ends with game %(file)s: the program draws this one. You can upload a "
            "longer file on the set-up page."
        ),
        "played_ahead": _("%(who)s have played this game already, in game %(round)s."),
        "long_walk": _("%(who)s moves %(tables)s tables."),
        "not_apart": _("%(who)s meet, and must always be kept apart.")
        if found.hard
        else _("%(who)s asked not to meet, or are from the same club."),
        "seated_twice": _("%(who)s would have two seats."),
        "not_seated": _("%(who)s would have no seat."),
        "not_here": _("%(who)s is seated but not here."),
        "table_twice": _("Table %(table)s would be used twice."),
        "no_such_table": _("There is no table %(table)s in the hall."),
        "fixed_seat_moved": _("%(who)s would lose their fixed seat."),
        "two_fixed_seats": _("%(who)s have fixed seats at table %(table)s: they would meet in every game."),
        "too_many_there": _("%(seats)s people sit at table %(table)s: %(who)s."),
        "two_byes": _("%(who)s would sit out: that is too many."),
        "winner_moved": _("%(who)s won and would lose the seat."),
        "unfair_turn": _("%(who)s would sit out or meet the house player again before everybody had a turn."),
    }[found.code]


def findings(seating: Seating, names: Names, *, hard: bool) -> list[Sentence]:
    """Return the sentences for the hard faults, or for the ideals that were not kept."""
    return [finding(found, names) for found in seating.findings if found.hard == hard]


def table_label(table: int, hall: int) -> str:
    """Return the name of a table in a hall of so many; a dash for a bye beyond the last one."""
    return str(table) if table <= hall else "\N{EN DASH}"


def partners(table: Table, names: Names) -> dict[int, str]:
    """Return the partners of each seat of a table in words; empty for a single player."""
    return {
        number: ", ".join(names[other] for other in side if other != number)
        for side in table.sides
        for number in side
    }


def rematches(count: int, size: int) -> str:
    """Return in words how often two who have met before meet, at tables of `size` people."""
    if not count:
        return _("none")
    if size > 2:  # a game is more than one meeting
        return ngettext("%(count)s pair of people", "%(count)s pairs of people", count) % {"count": count}
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def walk(walks: Sequence[int], kind: str) -> str:
    """Return in words how many of a kind (`registration.competing_kind`) change tables, and how far."""
    walks = [tables for tables in walks if tables]
    if not walks:
        return _("nobody")
    total = sum(walks)
    tables = ngettext("%(tables)s table further", "%(tables)s tables further in all", total)
    return _("%(who)s, %(tables)s") % {
        "who": count_phrase(len(walks), kind),
        "tables": tables % {"tables": total},
    }


def no_seating_sentences(
    refusal: DomainError | NoSeating, names: Names, kind: str
) -> tuple[Sentence, list[Sentence]]:
    """Return why a round cannot be seated, and a sentence for each way out; `kind`: what competes."""
    if isinstance(refusal, DomainError):
        return error_sentence(refusal), []
    together = [names.get(number, str(number)) for number in refusal.args_.get("numbers", ())]
    args = {**refusal.args_, "kind": kind, "name": names.get(refusal.args_.get("number", 0), "")}
    args["names"] = join_names(together, len(together)) if together else ""
    ways = [
        sentence(f"way_{code}", {**numbers, "kind": kind, "name": names.get(numbers.get("number", 0), "")})
        for code, numbers in refusal.choices
    ]
    return sentence(refusal.code, args), ways
