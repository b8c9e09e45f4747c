"""The desk: the rounds being entered, their tables, and the same as data for the script."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from scoring import match
from scoring.two_cards import asks_two_cards
from tournaments import games
from tournaments.common.sanitize import parse_int
from tournaments.devices import calls
from tournaments.models import Call, Line, Round, Stage, Tournament
from tournaments.models.rows import prepared
from tournaments.publishing.names import time_of_day
from tournaments.rounds import scores
from tournaments.rounds.scores import GameState, TableState, WriteResult, two_cards
from tournaments.web.desk import words as desk_words
from tournaments.web.desk.words import award_name
from tournaments.web.rounds.as_played_query import seats_query
from tournaments.web.table_status import statuses
from tournaments.web.tablets import words as tablets_words

ON_A_PAGE = 200
"""So many tables are in one page or one answer; the script of the desk reads the other pages after it."""
MAX_LISTED = 12
"""More tables than this are counted, not listed."""
GAME_CALLS = (Call.What.JUDGE, Call.What.PROTEST, Call.What.OTHERS, Call.What.RESULT)
"""The calls whose answer may change a result, and with it who plays where next."""


@dataclass
class DeskView:
    """The rounds on a desk. `chosen`: one round was asked for, not all that are being played."""

    tournament: Tournament
    rounds: list[Round]
    others: list[Round]
    chosen: bool
    known: scores.KnownState | None = None
    """The state that the script of the desk has already."""
    written: TableState | None = None
    """The table about which a line has just been written, with this line."""
    page_number: int | None = None
    """The page of tables that the address asks for."""

    @cached_property
    def tables(self) -> list[TableState]:
        return scores.table_states(self.rounds)

    @cached_property
    def progress(self) -> scores.Progress:
        """Return how many results are in, what the desk may have to decide, and what has changed.

        The list of cards asks about settled games as well, so a desk with two cards reads all tables.
        """
        return scores.progress(
            self.tournament, self.rounds, None if self.two_cards else self.known, self.written
        )

    @property
    def query(self) -> str:
        """Return the query of the address that leads back to this desk."""
        if not self.rounds or not self.chosen:
            return ""
        return f"?stage={self.rounds[0].stage.order}&round={self.rounds[0].number}"

    @property
    def closed(self) -> bool:
        """Return whether it shows an earlier game: results entered here correct it."""
        return any(round_.state == Round.State.CLOSED for round_ in self.rounds)

    @property
    def rules(self) -> dict[str, Any]:
        frozen: dict[str, Any] = self.rounds[0].stage.rules
        return frozen

    @property
    def two_cards(self) -> bool:
        """Return whether the card of each player is entered apart."""
        return bool(self.rounds) and asks_two_cards(self.rules)

    @cached_property
    def meetings_page(self) -> Page[int]:
        """Return the meetings of the tables that a page or an answer holds."""
        return Paginator(list(self.progress.numbers), ON_A_PAGE).get_page(self.page_number)

    @cached_property
    def on_page(self) -> list[TableState]:
        """Return the tables of the page, by round and number."""
        if self.two_cards:  # the list of cards asks about all tables
            return self.tables[self.meetings_page.start_index() - 1 : self.meetings_page.end_index()]
        return self._with_keys(list(self.meetings_page))

    @property
    def next_page(self) -> int:
        """Return the number of the page after this one, 0 after the last."""
        return self.meetings_page.next_page_number() if self.meetings_page.has_next() else 0

    @cached_property
    def of_several(self) -> TableState | None:
        """Return the first table with more than two sides."""
        key = self.progress.of_several
        return next(iter(self._with_keys([key])), None) if key else None

    @property
    def entry(self) -> games.game.Desk:
        """Return how results of this game are typed."""
        return games.GAMES[self.rounds[0].stage.game].desk

    def _with_keys(self, meetings: list[int]) -> list[TableState]:
        return scores.tables_at(meetings, self.progress.numbers, self.rounds)

    def table(self, meeting: uuid.UUID) -> TableState | None:
        """Return a table by the uid of its meeting, reading only that table."""
        found = scores.table_with_uid(self.rounds, meeting)
        return found and replace(found, number=self.progress.numbers[found.meeting.pk])

    def table_by_number(self, number: int | None) -> TableState | None:
        """Return a table by its number, reading only that table.

        Byes have no table of their own: their numbers are known only among all meetings.
        """
        if number is None:
            return None
        if found := scores.table_with_number(self.rounds, number):
            return found
        keys = (key for key, its in self.progress.numbers.items() if its == number)
        return next(iter(self._with_keys(list(keys)[:1])), None)

    def anywhere(self, meeting: uuid.UUID) -> TableState | None:
        """Return a table by the uid of its meeting, even if its round was closed meanwhile.

        Reads only that table, unless it has been read already.
        """
        read: Sequence[TableState] = ()
        if "tables" in self.__dict__:
            read = self.tables
        elif "progress" in self.__dict__:
            read = self.progress.news or ()
        if self.written:
            read = [*read, self.written]
        here = next((table for table in read if table.meeting.uid == meeting), None)
        return here or scores.table_with_uid([*self.rounds, *self.others], meeting)


@prepared
def _desk_rounds(tournament: int) -> QuerySet[Round]:
    played = Q(state=Round.State.OPEN) | Q(state=Round.State.CLOSED)
    rounds = Round.objects.filter(played, stage__tournament=tournament).exclude(stage__state=Stage.State.VOID)
    return rounds.select_related("stage").order_by("stage__order", "number")


def load_desk(tournament: Tournament, query: QueryDict) -> DeskView:
    """Load the desk that an address asks for: a closed round to correct, or all that are being played.

    Gold and bronze are two rounds on one desk. If two open rounds use the same table numbers, the desk has
    only one of them, that which was asked for or the first: a number must mean one table.
    """
    rounds = _desk_rounds(tournament.pk)
    for round_ in rounds:
        round_.stage.tournament = tournament
    wanted = query.get("stage") or "1", query.get("round") or ""
    chosen = [round_ for round_ in rounds if (str(round_.stage.order), str(round_.number)) == wanted]
    opened = [round_ for round_ in rounds if round_.state == Round.State.OPEN]
    epoch, version, line = (parse_int(query.get(name, "")) for name in ("epoch", "since", "since_line"))
    known = None
    if epoch is not None and version is not None and line is not None:
        known = scores.KnownState(epoch, version, line)
    if chosen and chosen[0].state == Round.State.CLOSED:
        board = DeskView(tournament, chosen, [], True, known)
    else:
        board = DeskView(tournament, opened, [], False, known)
        if len(opened) > 1 and len(set(board.progress.numbers.values())) < len(board.progress.numbers):
            board = DeskView(tournament, chosen or opened[:1], [], True, known)
    board.others = [round_ for round_ in rounds if round_ not in board.rounds]
    board.page_number = parse_int(query.get("page", ""))
    return board


def desk_after(board: DeskView, table: TableState, answer: WriteResult, query: QueryDict) -> DeskView:
    """Return a desk after a line: read again, unless this line is all that has changed since it was read."""
    tournament = answer.line.tournament
    if not answer.new or tournament.version != board.tournament.version + 1:
        return load_desk(tournament, query)
    for round_ in (*board.rounds, *board.others):
        round_.stage.tournament = tournament
    return replace(board, tournament=tournament, written=scores.state_after_line(table, answer.line))


def tile(board: DeskView, table: TableState) -> dict[str, Any]:
    """Return a table as a tile of the grid, chosen by a tap."""
    return {
        "table": table.number,
        "url": "" if table.bye else _table_url(board, table),
        "id": str(table.meeting.uid),
        "state": _tile_state(table),
        "note": _tile_note(table),
        "sides": _tile_sides(table),
    }


def _table_url(board: DeskView, table: TableState) -> str:
    """Return the address at which a table is chosen on the desk."""
    desk = reverse("desk", args=[board.tournament.slug]) + (board.query + "&" if board.query else "?")
    return f"{desk}table={table.number}"


def _tile_sides(table: TableState) -> list[dict[str, Any]]:
    """Return the players of a table, and the points of each side in the counting game or in the match."""
    is_match = table.meeting.games_planned > 1
    counting = next((game for game in reversed(table.games) if game.values), None)
    rows = []
    for side, name in enumerate(desk_words.names(table)):
        value = counting.values[side] if counting and not is_match else None
        score: int | None = table.score[side] if is_match and counting else None
        if value is not None:
            score = value.pegged if value.left is None else value.left
        won = bool(value and value.won) or (is_match and side == table.match.winner)
        rows.append({"name": name, "score": score, "won": won})
    return rows


def _tile_note(table: TableState) -> str:
    """Return the words instead of the state: why it was not played out, or the next game of a match."""
    if table.disputed:
        return ""
    number = table.next_game
    if number and number > 1 and not table.waiting:
        return _("Game %(number)s is missing") % {"number": number}
    awards = {value.how for game in table.games for value in game.values} - {"played"}
    return award_name(awards.pop()).capitalize() if awards else ""


def _tile_state(table: TableState) -> str:
    if table.bye:
        return "bye"
    if table.disputed:
        return "disputed"
    if not table.settled:
        return "waiting" if table.waiting else "missing"
    values = [value for game in table.games for value in game.values]
    if any(value.how != "played" for value in values):
        return "forfeit"
    return "skunk" if any(value.skunk for value in values) else "entered"


def slot(table: TableState) -> dict[str, Any]:
    """Return a table as data for the script, which shows names and skunks without asking the server."""
    game = table.next_game
    return {
        "id": str(table.meeting.uid),
        "table": table.number,
        "labels": desk_words.labels(table),
        "game": game or table.meeting.games_planned,
        "games": table.meeting.games_planned,
        "sides": [
            {
                "letter": table.side(side)[0].letter,
                "letters": [seat.letter for seat in table.side(side)],
                "name": name,
            }
            for side, name in enumerate(desk_words.names(table))
        ],
        "partners": desk_words.has_partners(table),
        "bye": table.bye,
        "disputed": next((state.number for state in table.games if state.disputed), 0),
        "open": game is not None,
        "said": " ".join(desk_words.read_back(table, state) for state in table.games if state.values),
        "counting": next(
            (
                {"game": state.number, "line": state.counting.number}
                for state in reversed(table.games)
                if state.counting
            ),
            None,
        ),
        "line": newest_result_line(table.games),
    }


def newest_result_line(games: Sequence[GameState]) -> int:
    """Return the number of the newest line of a table about a result, 0 without one."""
    return max((line.number for game in games for line in game.lines), default=0)


def desk_state(request: HttpRequest, board: DeskView) -> dict[str, Any]:
    """Return what has changed on the desk; if that may be all, a page of the whole, and which is the next."""
    news = board.progress.news
    tables = board.on_page if news is None else news
    return {
        "seen": board.tournament.last_line,
        "version": board.tournament.version,
        "epoch": board.tournament.epoch,
        "whole": news is None,
        "next": board.next_page if news is None else 0,
        "slots": [slot(table) for table in tables],
        "status": render_to_string("tournaments/desk/status.html", status(board, news), request),
    }


def status(board: DeskView, tables: Sequence[TableState] | None = None) -> dict[str, Any]:
    """Return how many results are in, missing and disputed, and whether the round can be closed.

    `tables` are those that have a tile, the whole page where None.
    """
    waiting = calls.open_calls(board.tournament)
    progress = board.progress
    return {
        "tournament": board.tournament,
        "board": board,
        "tiles": [tile(board, table) for table in (board.on_page if tables is None else tables)],
        "page": board.meetings_page if tables is None else None,
        "done": progress.done,
        "total": progress.total,
        "matches": any(match.read_match(round_.stage.rules).several for round_ in board.rounds),
        # without those that the list of cards asks about
        "disputes": [
            dispute(board, table, game)
            for table in progress.open_questions
            for game in table.games
            if game.disputed and not (board.two_cards and two_cards.question_of(table))
        ],
        "cards": card_list_counts(board) if board.two_cards else None,
        "repeats": [repeatable_line(offer) for offer in scores.find_misdirected(progress.open_questions)],
        "closing": [
            close_button(board, round_) for round_ in board.rounds if round_.state == Round.State.OPEN
        ],
        "undecided": len({call.place_id for call in waiting if call.what in GAME_CALLS}),
        "calls": tablets_words.calls(board.tournament, waiting),
        "playing": tablets_words.game_number(statuses.rounds_now(board.tournament) if waiting else ()),
    }


def card_list_counts(board: DeskView) -> dict[str, int]:
    """Return how many games of these tables are in the list of cards."""
    return {"listed": sum(two_cards.question_of(table) is not None for table in board.tables)}


def dispute(board: DeskView, table: TableState, game: GameState) -> dict[str, Any]:
    """Return a disputed game with the lines to decide between."""
    return {
        "table": table,
        "url": _table_url(board, table),
        "game": game,
        "label": desk_words.label(table, game.number),
        "choices": [
            {
                **entry,
                "nonce": uuid.uuid4().hex,
                "others": desk_words.has_other_sides(table, entry["line"]),
                "seat_them": _reseat_url(table, entry["line"]),
            }
            for entry in desk_words.history(table, game)
            if entry["counts"] or entry["disputes"]
        ],
    }


def _reseat_url(table: TableState, line: Line) -> str:
    """Return the address at which the people named by a line are seated, unless they already are."""
    round_ = table.meeting.round
    if round_.stage.kind != Stage.Kind.QUALIFYING or not desk_words.has_other_sides(table, line):
        return ""
    return reverse("round_as_played", args=[round_.stage.tournament.slug, round_.number]) + (
        "?" + seats_query(table.number, line.sides)
    )


def repeatable_line(offer: scores.MisdirectedResult) -> dict[str, Any]:
    """Return a line that can be repeated as the result of two players who have since been seated together."""
    round_ = offer.table.meeting.round
    return {
        "meeting": offer.table.meeting,
        "line": offer.line,
        "at": time_of_day(offer.line.written_at),
        "label": desk_words.label(offer.table),
        "text": desk_words.describe_data(offer.table, offer.data),
        "nonce": uuid.uuid4().hex,
        "url": reverse("round_repeat", args=[round_.stage.tournament.slug, round_.number]),
    }


def close_button(board: DeskView, round_: Round) -> dict[str, Any]:
    """Return the button that closes a round, with the tables that it waits for."""
    waits = board.progress.missing[round_.pk]
    return {
        "round": round_,
        "next": round_.number + 1 if round_.number < round_.stage.rules["rounds"] else 0,
        "waits": waits,
        "listed": waits if len(waits) <= MAX_LISTED else [],
        "url": reverse("round_close", args=[board.tournament.slug, round_.number])
        + f"?stage={round_.stage.order}",
    }
