"""Results, lines and tables in sentences with names, as the desk reads them back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import match
from scoring.penalties import parse_penalty
from scoring.side import SideValue
from tournaments import games, registration
from tournaments.common.catalogue import Catalogue, merge
from tournaments.common.messages.sentences import Sentence, sentence
from tournaments.models import Line, Meeting, Round, Stage
from tournaments.papers.words import signed
from tournaments.publishing import bracket_words, penalties
from tournaments.publishing.explain import join_names
from tournaments.publishing.names import device_name
from tournaments.rounds.scores import GAMES, GameState, TableState
from tournaments.rounds.scores.loaded_game import NO_RESULT

SCRIPT: Catalogue = {
    "about": gettext_lazy("{label}: {said}"),
    "no_table": gettext_lazy("There is no table {table} in this game."),
    "bye": gettext_lazy("{name} sits out this game: there is nothing to enter."),
    "who_has": gettext_lazy("Who gets the game? Press A for {a}, B for {b}."),
    "is_in": gettext_lazy(
        "A result is already in. C corrects it, X reverses it, V removes it, Esc leaves it."
    ),
    "correcting": gettext_lazy("Correcting {label}. Enter the right result; the old line stays readable."),
    "saving": gettext_lazy("Saving…"),
    "not_saved": gettext_lazy("NOT saved: no answer from Cheville. What you typed is kept; trying again…"),
    "reading": gettext_lazy("No answer from Cheville: the other tables have not arrived yet. Trying again…"),
    "signed_out": gettext_lazy(
        "NOT saved: you are signed out. Sign in again in another window, then press Enter here."
    ),
    "nothing_to_turn": gettext_lazy("There is no result to reverse yet."),
    "no_result": gettext_lazy("Table {table} has no result yet."),
    "award": gettext_lazy("{how}: press A or B for the winner, then the declared points."),
    "award_of_several": gettext_lazy(
        "{how}: press the letter of the winner, then the declared points of each."
    ),
    "award_or_nobody": gettext_lazy(
        "{how}: type the declared points of each. Press a letter only if the game has a winner."
    ),
    "award_has_it": gettext_lazy(
        "{how}: the game goes to {name}, with the declared points. Press Enter twice to write it."
    ),
    "who_has_of_several": gettext_lazy("Who gets the game? Press the letter: {sides}."),
    "turn_of_several": gettext_lazy("Who has really won? Choose below."),
    "forfeit": gettext_lazy("Forfeit"),
    "no_show": gettext_lazy("No-show"),
    "abandoned": gettext_lazy("Abandoned game"),
    "in_dispute": gettext_lazy(
        "Different results are in for this table: decide below which one counts, or press C and type "
        "what the slip says. Esc leaves it for later."
    ),
    "which_table": gettext_lazy("Type the number of the table."),
    "left_unsaved": gettext_lazy(
        "Cancelled: what had not been saved is NOT in. Enter that slip again if you need it."
    ),
    "typed_since": gettext_lazy("Typed since, kept in this order:"),
    "held": gettext_lazy(
        "First correct this (Backspace) or leave it (Esc). Then what you typed since will follow:"
    ),
    "goes_on": gettext_lazy("Next after this one:"),
    "meanwhile": gettext_lazy("In the meantime a result was entered at another desk:"),
    "moved": gettext_lazy("These players no longer meet: the seats were changed."),
    "enter": gettext_lazy("Enter"),
    "correct": gettext_lazy("Correct"),
}
SCRIPT_OF_TWO_CARDS: Catalogue = {
    "is_in": gettext_lazy(
        "A result is already in. V removes it, Esc leaves it; cards are corrected on “Cards”."
    ),
    "in_dispute": gettext_lazy(
        "Different results are in for this table: decide below, or on “Cards to look at”. "
        "Esc leaves it for later."
    ),
}
"""The words that differ where each card is entered apart: a result is not corrected here."""


def script_words(game: games.game.Desk, *, two_cards: bool) -> Catalogue:
    """Return the sentences that the script of the desk shows, with those of the game."""
    words = merge(SCRIPT, game.WORDS)
    return {**words, **SCRIPT_OF_TWO_CARDS} if two_cards else words


def label(table: TableState, game: int | None = None) -> str:
    """Return the name of a table: «Table 12», or «Medal match for place 1, table 1, game 2»."""
    stage = table.meeting.round.stage
    words = {"table": table.number, "game": game, "place": stage.rules.get("first_rank", 1)}
    if stage.kind == Stage.Kind.PLAYOFF:
        words["match"] = bracket_words.meeting_title(table.meeting)
        if game and table.meeting.games_planned > 1:
            return _("%(match)s, table %(table)s, game %(game)s") % words
        return _("%(match)s, table %(table)s") % words
    if stage.kind == Stage.Kind.TIE_BREAK:
        if game:
            return _("Medal match for place %(place)s, table %(table)s, game %(game)s") % words
        return _("Medal match for place %(place)s, table %(table)s") % words
    if game and table.meeting.games_planned > 1:
        return _("Table %(table)s, game %(game)s") % words
    return _("Table %(table)s") % words


def labels(table: TableState) -> list[str]:
    """Return the name of a table, and after it that of each game of a match by its number."""
    planned = table.meeting.games_planned
    return [label(table), *(label(table, game) for game in range(1, planned + 1) if planned > 1)]


def heading(rounds: Sequence[Round]) -> str:
    """Return the heading of the desk: the game of the tournament, or the places that medal matches decide."""
    parts = [
        (
            _("Results of match %(number)s")
            if match.read_match(round_.stage.rules).several
            else _("Results of game %(number)s")
        )
        % {"number": round_.number}
        for round_ in rounds
        if round_.stage.kind == Stage.Kind.QUALIFYING
    ]
    ties = [round_.stage for round_ in rounds if round_.stage.kind == Stage.Kind.TIE_BREAK]
    if places := sorted({stage.rules.get("first_rank", 1) for stage in ties}):
        each = ngettext(
            "Medal matches for place %(place)s", "Medal matches for places %(place)s", len(places)
        )
        parts.append(each % {"place": join_names([str(place) for place in places], len(places))})
    if any(round_.stage.kind == Stage.Kind.PLAYOFF for round_ in rounds):
        parts.append(_("Playoffs"))
    return ", ".join(parts)


def names(table: TableState) -> list[str]:
    """Return the name of each side; partners are joined."""
    sides = sorted({seat.side for seat in table.seats})
    board = table.meeting.board
    return [
        join_names([registration.names_at_seat(seat, board) for seat in table.side(side)]) for side in sides
    ]


def read_back(table: TableState, game: GameState) -> Sentence:
    """Return «Table 12: Huguette Côté beats Réal O'Brien 121–88, a skunk.»; empty if no result counts."""
    if not game.values:
        return Sentence("", "entered")
    about = {"label": label(table, game.number), "result": _seated_result(table, game.values)}
    return sentence("entered", about)


def match_won(table: TableState) -> str:
    """Return who has won a match of several games, and its score; empty for one game, or without a winner."""
    winner = table.match.winner
    if winner is None or table.meeting.games_planned == 1:
        return ""
    others = [score for side, score in enumerate(table.score) if side != winner]
    score = "–".join(map(str, [table.score[winner], *others]))
    return _("Match won by %(name)s, %(score)s.") % {"name": names(table)[winner], "score": score}


def describe_line(table: TableState, line: Line) -> str:
    """Return a line of the score book as a sentence."""
    return describe_line_by(line, table.meeting, _line_side_names(table, line))


def describe_line_by(line: Line, meeting: Meeting, sides: Sequence[str]) -> str:
    """Return a line about a `meeting`, whose sides are called `sides`, as a sentence."""
    if line.kind == Line.Kind.VOID:
        return _("The result was removed: the table is open again.")
    stage = meeting.round.stage
    if line.kind == Line.Kind.PENALTY:
        return _describe_penalty(line, stage, sides)
    if "card" in line.data:
        return _describe_card(line, sides)
    values = GAMES[stage.game].side_values(line.data, stage.rules, meeting.games_planned)
    return _describe_result(stage, values, sides, partners=any(len(side) > 1 for side in line.sides))


def _describe_card(line: Line, sides: Sequence[str]) -> str:
    """Describe a card with values that no game can have (rules.md §4.1)."""
    points, spread = line.data["card"]
    words = {
        "name": sides[line.data["side"]],
        "points": points,
        "spread": _("blank") if spread is None else signed(spread),
    }
    return _("Card of %(name)s: match points %(points)s, spread %(spread)s") % words


def _describe_penalty(line: Line, stage: Stage, sides: Sequence[str]) -> str:
    if "takes_back" in line.data:
        return _("Penalty of line %(number)s taken back.") % {"number": line.data["takes_back"]}
    penalty = parse_penalty(line)
    words = penalties.sentence(penalty, stage.rules)
    return _("Penalty for %(name)s: %(said)s") % {"name": sides[penalty.side], "said": words}


def describe_data(table: TableState, data: Mapping[str, Any]) -> str:
    """Return line data as a sentence about the players seated at a table."""
    stage = table.meeting.round.stage
    values = GAMES[stage.game].side_values(data, stage.rules, table.meeting.games_planned)
    return _seated_result(table, values)


def _seated_result(table: TableState, values: Sequence[SideValue]) -> str:
    """Return a result of the players seated at a table as a sentence."""
    return _describe_result(table.meeting.round.stage, values, names(table), partners=has_partners(table))


def _describe_result(
    stage: Stage, values: Sequence[SideValue], sides: Sequence[str], *, partners: bool
) -> str:
    game = games.GAMES[stage.game].words
    if stage.ranks_only:  # match points of a game count for nothing in a medal match
        values = [replace(value, match_points=0) for value in values]
    if values[0].how != "played":
        return describe_award(values, sides)
    several = len(values) > 2 or partners
    return (game.result_of_several if several else game.result)(values, sides)


def has_partners(table: TableState) -> bool:
    """Return whether partners play at the table."""
    return any(seat.order_in_side > 1 for seat in table.seats)


def has_other_sides(table: TableState, line: Line) -> bool:
    """Return whether a line names other sides than those seated there."""
    seated = [[seat.entry.number for seat in table.side(side)] for side in range(len(names(table)))]
    return bool(line.kind not in NO_RESULT and line.sides != seated)


def _line_side_names(table: TableState, line: Line) -> list[str]:
    """Return the name of each side as the writer of a line saw them."""
    if not has_other_sides(table, line):
        return names(table)
    numbers = {number for side in line.sides for number in side}
    entries = line.tournament.entries.filter(number__in=numbers)
    known = dict(entries.values_list("number", "name"))
    return [join_names([known.get(number, f"#{number}") for number in side]) for side in line.sides]


def history(table: TableState, game: GameState) -> list[Mapping[str, Any]]:
    """Return the lines of a game, oldest first: the content of each, its writer, and whether it counts."""
    disputing = getattr(game.result, "disputing", ())
    stands = {*disputing, *getattr(game.result, "claims", ())}
    standing = [line for line in game.lines if line == game.counting or line.number in stands]
    counting, sheet = game.counting, games.GAMES[table.meeting.round.stage.game].desk.sheet
    written: list[Mapping[str, Any]] = [
        {
            "line": line,
            "text": describe_line(table, line),
            "who": writer(line, table.number),
            "counts": line == counting,
            "disputes": line.number in disputing,
            "struck": not any(_agrees(line, other, game) for other in standing),
            "sheet": sheet(table, line.data),
        }
        for line in game.lines
    ]
    penalties_standing = {penalty.number for penalty in game.penalties}
    written += [
        {
            "line": line,
            "text": describe_line(table, line),
            "who": writer(line, table.number),
            "counts": line.number in penalties_standing,
            "struck": line.number not in penalties_standing and "takes_back" not in line.data,
        }
        for line in game.ruled
    ]
    return sorted(written, key=lambda one: one["line"].number)


def _agrees(line: Line, standing: Line, game: GameState) -> bool:
    """Return whether a line agrees with a line in force, and was not replaced before that."""
    if standing.kind in (Line.Kind.CORRECTION, Line.Kind.RULING):
        since = min(standing.number, standing.corrects or standing.number)
    else:  # a claim replaces nothing: the other side has said the same before
        voids = (other.number for other in game.lines if other.kind == Line.Kind.VOID)
        since = max((number for number in voids if number < standing.number), default=0)
    return bool(line.data == standing.data and line.number >= since)


def writer(line: Line, table: int) -> str:
    """Return who wrote a line: a user's name, or the device that sent it."""
    if line.device:
        return device_name(line.device, table)
    if line.user:
        return line.user.shown_name
    return line.get_by_display()


def describe_award(values: Sequence[SideValue], who: Sequence[str]) -> str:
    """Describe a game that was not played out in a sentence."""
    won = next((side for side, value in enumerate(values) if value.won), None)
    words = {
        "how": award_name(values[0].how),
        "winner": who[won] if won is not None else "",
        "points": _(", ").join(f"{name} {value.pegged}" for name, value in zip(who, values, strict=True)),
    }
    if won is None:
        return _("%(how)s, nobody has won. Declared points: %(points)s.") % words
    return _("%(how)s, the game goes to %(winner)s. Declared points: %(points)s.") % words


def award_name(how: str) -> str:
    """Return the name of the reason that a game was not played out."""
    return {"forfeit": _("forfeit"), "no_show": _("no-show"), "abandoned": _("abandoned game")}[how]
