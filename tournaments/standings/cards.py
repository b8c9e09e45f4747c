"""Scorecards, filled in: game by game the result of a player, with the running total."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from scoring import match as matches
from tournaments import registration
from tournaments.models import Entry, Result, Round, Seat, Stage, Tournament
from tournaments.models.rows import prepared
from tournaments.registration.presence import HAS_TAKEN_PART
from tournaments.rounds import scores, stages

POINTS_LEFT = "points_left"


def cards_show_points_left(rules: Mapping[str, Any]) -> bool:
    """Return whether cards show points left, 0 for the winner, instead of points pegged (rules.md §4)."""
    return rules.get("pegging") == "left" and POINTS_LEFT in rules["criteria"]


def card_total_field(rules: Mapping[str, Any]) -> str:
    """Return what cards add up: a field of `Row`, or `points_left`."""
    running = str(rules["running"])
    return POINTS_LEFT if running == "pegged" and cards_show_points_left(rules) else running


Named = tuple[int, str]


COLUMNS = ("pegged", "against", "won", "skunk", "match_points", "spread", "how", "value", "figures")


class CardRow(NamedTuple):
    """One game on a card. `award` is empty for a game that was played, or names how it was decided.

    `opponents` are (number, name) of every entry on the other sides, `partners` of every other entry on the
    same side.

    A game that ended level, or was abandoned without a winner, is neither won nor lost, for all at the table:
    `won` is None. A game without a result that counts has no points; `total` is the running total after it,
    of what the format adds up. `value` is that of a game whose format counts it, else None. Where points left
    rank, `points` and `against` are points left. `penalty` are points that a judge took off in that game:
    they are missing in `total` if it is the sum that they reduce, or added to what is left.

    Where a round is a match of several games each of them has its row: `part` is its number in the match, 0
    elsewhere. The boards of a team have a row each as well: `board` is the number (0: no teams meet on
    boards), `member` the player of the team on it, and `faces` the one of the other team, each as (place in
    the squad from 1, name); None if the place is empty. `figures` are those that only the game of the
    tournament counts, by code.
    """

    game: int = 0
    table: int | None = None
    letter: str = ""
    opponents: tuple[Named, ...] = ()
    partners: tuple[Named, ...] = ()
    points: int | None = None
    against: int | None = None
    won: bool | None = None
    skunk: int = 0
    match_points: int | None = None
    spread: int | None = None
    total: int | None = None
    award: str = ""
    value: int | None = None
    penalty: int = 0
    part: int = 0
    board: int = 0
    member: Named | None = None
    faces: Named | None = None
    figures: Mapping[str, int] = {}

    @property
    def label(self) -> str:
        """Return the number of the game: «3», or «3.2» for the second game of the match in round 3."""
        return f"{self.game}.{self.part}" if self.part else str(self.game)

    @property
    def opponent(self) -> str:
        """Return the names of the opponents, joined by commas."""
        return ", ".join(name for _number, name in self.opponents)

    @property
    def partner(self) -> str:
        """Return the names of the partners, joined by commas."""
        return ", ".join(name for _number, name in self.partners)


def cards(
    tournament: Tournament, *, settled_only: bool = False, closed_only: bool = False, last: int | None = None
) -> dict[int, list[CardRow]]:
    """Return the cards of all who are ranked, by entry number: a row for every game seated, in five queries.

    `last` is the last game whose result is shown; None: every game.
    """
    people = tournament.entries.exclude(kind=Entry.Kind.HOUSE).annotate(is_ranked=HAS_TAKEN_PART)
    every = _cards(tournament, dict(people.values_list("number", "is_ranked")), settled_only, closed_only)
    return {number: hide_later_games(rows, last) for number, rows in every.items()}


def card(
    entry: Entry, *, settled_only: bool = False, closed_only: bool = False, last: int | None = None
) -> list[CardRow]:
    """Return the card of one entry; `closed_only` leaves out the result of a round that is being played.

    `last` is the last game whose result is shown; None: every game.
    """
    people = {entry.number: Entry.objects.filter(HAS_TAKEN_PART, pk=entry.pk).exists()}
    rows = _cards(entry.tournament, people, settled_only, closed_only)[entry.number]
    return hide_later_games(rows, last)


def hide_later_games(rows: list[CardRow], last: int | None) -> list[CardRow]:
    """Return the rows with the results of games after `last` hidden; all are shown if it is None."""
    return rows if last is None else [row if row.game <= last else _hidden_row(row) for row in rows]


def _hidden_row(row: CardRow) -> CardRow:
    sat = row.game, row.table, row.letter, row.opponents, row.partners
    return CardRow(*sat, part=row.part, board=row.board, member=row.member, faces=row.faces)


def card_with_names(
    rows: Iterable[CardRow], number: int, names: Mapping[int, str], squads: Mapping[int, Sequence[str]]
) -> list[CardRow]:
    """Return the card of entry `number` with these names of entries and of the members of squads."""

    def called(people: Iterable[Named]) -> tuple[Named, ...]:
        return tuple((other, names[other]) for other, _name in people)

    def of_squad(entry: int, who: Named | None) -> Named | None:
        return (who[0], squads[entry][who[0] - 1]) if who else None

    return [
        row._replace(
            opponents=called(row.opponents),
            partners=called(row.partners),
            member=of_squad(number, row.member),
            faces=of_squad(row.opponents[0][0] if row.opponents else 0, row.faces),
        )
        for row in rows
    ]


def _cards(
    tournament: Tournament, people: dict[int, bool], settled_only: bool, closed_only: bool
) -> dict[int, list[CardRow]]:
    """Return the cards of `people`: {number: whether they have taken part}; others miss no game."""
    stage = stages.qualifying(tournament)
    rounds = _rounds(stage.pk)
    wanted = list(people) if len(people) == 1 else None
    places = _seats_by_round(stage, wanted)
    meetings = wanted and sorted({place.meeting or 0 for seats in places.values() for place in seats})
    results: dict[tuple[int, int], list[Any]] = {}
    for row in _counting_results(stage.pk, meetings, settled_only, closed_only):
        results.setdefault((row.meeting_id, row.entry__number), []).append(row)
    off = scores.points_off(stage)
    if closed_only:
        closed = {pk for pk, _number, state in rounds if state == Round.State.CLOSED}
        off = {at: points for at, points in off.items() if at[0] in closed}
    return {
        number: list(card_rows(number, stage, rounds if is_ranked else [], places, results, off))
        for number, is_ranked in people.items()
    }


@prepared
def _rounds(stage: int) -> QuerySet[Round, tuple[int, int, str]]:
    standing = Round.objects.filter(stage=stage).exclude(state=Round.State.VOID)
    return standing.order_by("number").values_list("pk", "number", "state")


class SeatInRound(NamedTuple):
    """The seat of an entry in a round, and who else sits there; of a team on boards, one of its boards."""

    meeting: int | None = None
    table: int | None = None
    letter: str = ""
    opponents: tuple[Named, ...] = ()
    partners: tuple[Named, ...] = ()
    board: int = 0
    member: Named | None = None
    faces: Named | None = None


def _seats_by_round(stage: Stage, numbers: list[int] | None) -> dict[tuple[int, int], list[SeatInRound]]:
    """Return the seats of entries by (key of the round, number), in the order of the boards."""
    at_table: dict[int, list[tuple[Any, ...]]] = {}
    about: dict[int, tuple[Any, ...]] = {}
    for meeting, round_, table, board, *seat in _seat_values(stage.pk, numbers):
        at_table.setdefault(meeting, []).append(tuple(seat))
        about[meeting] = (round_, table, board)
    on_boards = any(board for _round, _table, board in about.values())
    squads = registration.squads(stage.tournament) if on_boards else {}
    found: dict[tuple[int, int], list[SeatInRound]] = {}
    for meeting, people in at_table.items():
        round_, table, board = about[meeting]
        for member, letter, side, number, _name in people:
            others, partners = opponents_at_table(people, side), partners_at_table(people, side, number)
            place = SeatInRound(meeting, table, letter, others, partners)
            if board:
                own, faces = _squad_member(squads, number, member), opponent_on_board(squads, people, side)
                place = place._replace(board=board, member=own, faces=faces)
            found.setdefault((round_, number), []).append(place)
    return found


@prepared
def _seat_values(stage: int, numbers: list[int] | None) -> QuerySet[Seat, Any]:
    seats = Seat.objects.filter(meeting__round__stage=stage, meeting__void_act=None)
    if numbers is not None:
        seats = seats.filter(meeting__seats__entry__number__in=numbers)
    fields = (
        "meeting_id", "meeting__round_id", "meeting__place__number", "meeting__board", "member_id",
        "letter", "side", "entry__number", "entry__name",
    )  # fmt: skip
    return seats.order_by("meeting__board", "meeting_id", "letter").values_list(*fields)


def _squad_member(squads: Mapping[int, registration.Squad], number: int, member: int | None) -> Named | None:
    """Return the member of a team at a seat; None where its board is empty, or a floater team plays."""
    if member is None:
        return None
    at = squads[number].places[member]
    return at, squads[number].names[at - 1]


def opponent_on_board(
    squads: Mapping[int, registration.Squad], people: list[tuple[Any, ...]], own: int
) -> Named | None:
    """Return the member of the other team on the same board."""
    member, number = next((member, number) for member, _at, side, number, _name in people if side != own)
    return _squad_member(squads, number, member)


def opponents_at_table(people: list[tuple[Any, ...]], own: int) -> tuple[Named, ...]:
    """Return number and name of those on other sides than `own`."""
    return tuple((number, name) for *_seat, side, number, name in people if side != own)


def partners_at_table(people: list[tuple[Any, ...]], own: int, myself: int) -> tuple[Named, ...]:
    """Return number and name of those on side `own`, without entry `myself`."""
    return tuple((number, name) for *_seat, side, number, name in people if side == own and number != myself)


@prepared
def _counting_results(
    stage: int, meetings: list[int] | None, settled_only: bool, closed_only: bool
) -> QuerySet[Result, Any]:
    results = Result.objects.filter(stage=stage).order_by("game")
    if meetings is not None:
        results = results.filter(meeting__in=meetings)
    if settled_only:
        results = results.filter(Q(state="settled") | Q(meeting__round__state=Round.State.CLOSED))
    if closed_only:
        results = results.filter(meeting__round__state=Round.State.CLOSED)
    return results.values_list("meeting_id", "entry__number", "game", *COLUMNS, named=True)


def card_rows(
    number: int,
    stage: Stage,
    rounds: list[tuple[Any, ...]],
    places: Mapping[tuple[int, int], list[SeatInRound]],
    results: Mapping[tuple[int, int], list[Any]],
    off: dict[tuple[int, int], int],
) -> Iterable[CardRow]:
    """Return the rows of one entry's card, one a game, from rounds, seats and results already loaded."""
    total = 0
    running = card_total_field(stage.rules)
    added = "points" if running in ("pegged", POINTS_LEFT) else running
    # points left are added; other points off come off the total where it is the sum that they reduce
    sign = 1 if running == POINTS_LEFT else -(stage.rules["penalised"] == running)
    for pk, game, state in rounds:
        played: list[tuple[SeatInRound, CardRow]] = []
        for place in places.get((pk, number), [SeatInRound()]):
            meeting, closed = place.meeting or 0, state == Round.State.CLOSED
            found = results.get((meeting, number), [])
            others = [row for other, _name in place.opponents for row in results.get((meeting, other), [])]
            played += [(place, row) for row in _rows_at_seat(place, found, others, stage, closed=closed)]
        for at, (place, row) in enumerate(played, start=1):
            penalty = off.get((pk, number), 0) if at == len(played) else 0
            total += (getattr(row, added) or 0) + sign * penalty
            yield row._replace(
                game=game,
                table=place.table,
                letter=place.letter,
                opponents=place.opponents,
                partners=place.partners,
                board=place.board,
                member=place.member,
                faces=place.faces,
                total=total if row.points is not None or penalty else None,
                penalty=penalty,
            )


def _rows_at_seat(
    place: SeatInRound, found: list[Any], others: list[Any], stage: Stage, *, closed: bool
) -> list[CardRow]:
    """Return the rows of an entry for its seat in a round, or for a round that it sat out or missed.

    `found` are its own results there, `others` those of its opponents.
    """
    if found:
        several = matches.read_match(stage.rules).several
        return [
            row_in_points_left(stage, earned_row(stage, result, others))._replace(
                part=result.game if several else place.board
            )
            for result in found
        ]
    if closed and not place.opponents:
        return [row_in_points_left(stage, credited_row(stage, "missed" if place.meeting is None else "bye"))]
    return [] if place.meeting is None else [CardRow(part=place.board)]


def earned_row(stage: Stage, result: Any, others: Sequence[Any] = ()) -> CardRow:
    """Return the row of a game that has a result; `others` are results of the opponents in that meeting."""
    played = result.how == "played"
    at_table = [result, *(other for other in others if other.game == result.game)]
    if played:
        # Of several sides a game is level if the best two are: no side has won or lost (rules.md §9).
        level = stage.rules.get("ties_allowed") and any(one.pegged == one.against for one in at_table)
    else:  # abandoned, or given up by all: what no side has won no side has lost either
        level = not any(one.won for one in at_table)
    return CardRow(
        points=result.pegged,
        against=result.against,
        won=None if level else bool(result.won),
        skunk=result.skunk,
        match_points=result.match_points if stage.rules["match_points"] is not None else None,
        spread=result.spread,
        award="" if played else result.how,
        value=result.value if card_total_field(stage.rules) == "value" else None,
        figures=result.figures,
    )


def credited_row(stage: Stage, award: str) -> CardRow:
    """Return the row of a bye or a missed game, with the points that the rules declare."""
    declared = stage.rules["bye_credit"] if award == "bye" else stage.rules["missed"]
    if stage.rules["credited"] == "value":
        return CardRow(points=0, award=award, value=declared or 0)
    if stage.rules["credited"] == "spread":
        return CardRow(points=0, award=award, spread=declared or 0)
    return CardRow(points=declared or 0, award=award)


def row_in_points_left(stage: Stage, row: CardRow) -> CardRow:
    """Return `row` with points left instead of points pegged, where these rank: 0 for the winner."""
    if not cards_show_points_left(stage.rules):
        return row
    target = stage.rules["target"]
    own = 0 if row.won else max(0, target - (row.points or 0))
    if row.against is None or row.award in ("bye", "missed"):
        return row._replace(points=own)
    lost = row.won is False
    return row._replace(points=own, against=0 if lost else max(0, target - row.against))
