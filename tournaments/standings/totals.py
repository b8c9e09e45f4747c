"""The totals of all entries so far, by the key of the entry: from the cache, or from the lines alone."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from scoring import match as matches
from scoring import settle as settling
from scoring.criteria import GameRecord
from scoring.side import SideValue
from tournaments.models import Act, Entry, Line, Meeting, Result, Round, Seat, Stage, raw_sql
from tournaments.models.rows import fetch, placeholders, prepared
from tournaments.registration.presence import HAS_TAKEN_PART
from tournaments.rounds import scores


class Total(NamedTuple):
    """The totals of an entry (its key): `skunks` counts games, `games` those not played out too."""

    entry: int
    pegged: int
    match_points: int
    won: int
    skunks: int
    spread: int
    played: int
    value: int
    games: int


class Credit(NamedTuple):
    """Declared points for games that an entry sat out or missed, and how many of each."""

    points: int
    byes: int
    missed: int


NOTHING = Total(0, 0, 0, 0, 0, 0, 0, 0, 0)
NO_CREDIT = Credit(0, 0, 0)


NO_FIGURES: Mapping[str, int] = {}
LAST_ROUND = 32_767
CLOSING_KINDS = ("close", "medal_close", "playoff_close", "tie_break_withdraw")
OPENING_KINDS = ("undo_close", "medal_open", "playoff_open", "playoff_unseat", "undo_tie_break_withdraw")
"""The acts after which rounds are closed, and after which they are not.

Each names a stage and its rounds, or undoes one that does.
"""


def cached_totals(
    stage: Stage, counted: Sequence[int] | None, settled_only: bool
) -> dict[int, Sequence[int]]:
    """Return totals by one query, answered by the index `result_standings` alone where all results count.

    `counted` are the keys of the rounds that count; None: all of them.
    """
    if counted is not None and not counted:
        return {}
    joins = "" if counted is None else raw_sql.JOIN_MEETING
    conditions, args = _conditions(stage, counted, settled_only)
    query = raw_sql.TOTALS.format(joins=joins, conditions=conditions)
    return {row[0]: row for row in fetch(query, stage.pk, *args)}


def _conditions(stage: Stage, counted: Sequence[int] | None, settled_only: bool) -> tuple[str, list[int]]:
    """Return the conditions on the results of a stage, and their arguments; `counted` needs the meetings."""
    conditions, args = "", []
    if settled_only:
        conditions += raw_sql.UNDISPUTED
        args.append(stage.pk)
    if counted is not None:
        conditions += f" AND meeting.round_id IN ({placeholders(counted)})"
        args += counted
    return conditions, args


def replayed_totals(
    stage: Stage, upto: int, counted: Sequence[int] | None, settled_only: bool
) -> dict[int, Sequence[int]]:
    """Return the same totals from the lines alone, as of version `upto`, in three queries."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0] * (len(NOTHING) - 1))
    for _meeting, _game, _side, (entry, _number), value in _replayed_values(
        stage, upto, counted, settled_only
    ):
        for at, amount in enumerate(game_amounts(value)):
            sums[entry][at] += amount
    return {entry: Total(entry, *total) for entry, total in sums.items()}


def _replayed_values(
    stage: Stage, upto: int, counted: Sequence[int] | None, settled_only: bool
) -> Iterator[tuple[int, int, int, tuple[int, int], SideValue]]:
    """Yield what each entry has of each game by the lines: meeting, game, side, (key, number), value."""
    sides: dict[int, dict[int, list[tuple[int, int]]]] = {}
    for meeting, side, entry, number in _stage_seats(stage.pk):
        sides.setdefault(meeting, {}).setdefault(side, []).append((entry, number))
    seats = {meeting: list(by_side.values()) for meeting, by_side in sides.items()}
    for meeting, game, values in _games_that_count(stage, upto, counted, settled_only, seats):
        for at, (people, value) in enumerate(zip(seats[meeting], values, strict=True)):
            for who in people:
                yield meeting, game, at, who, value


def _games_that_count(
    stage: Stage,
    upto: int,
    counted: Sequence[int] | None,
    settled_only: bool,
    seats: dict[int, list[list[tuple[int, int]]]],
) -> Iterator[tuple[int, int, tuple[SideValue, ...]]]:
    """Yield every game that counts, with the value of each side.

    Games that were played after their match was won do not count.
    """
    lines: dict[tuple[int, int], list[settling.Line]] = {}
    for line in _stage_lines(stage.pk, upto, None if counted is None else list(counted)):
        lines.setdefault((line.meeting_id, line.game), []).append(scores.scoring_line(line))
    match = matches.read_match(stage.rules)
    planned = {meeting: (games, number) for meeting, games, number in _planned_games(stage.pk)}
    closed = closed_round_numbers(stage, upto) if settled_only else set()
    played: dict[int, list[matches.Game]] = defaultdict(list)
    for (meeting, game), about in sorted(lines.items()):
        sides = seats[meeting]
        result = settling.settle(about, [[number for _, number in side] for side in sides])
        if result.data is None:
            continue
        games, number = planned[meeting]
        disputed = settled_only and isinstance(result, settling.Disputed) and number not in closed
        values = scores.GAMES[stage.game].side_values(result.data, stage.rules, games)
        if matches.state(match, played[meeting], len(sides)).over:
            continue
        played[meeting].append(matches.outcome(values))
        if not disputed:
            yield meeting, game, values


def game_records(
    stage: Stage, counted: Sequence[int] | None, upto: int | None, *, settled_only: bool
) -> list[GameRecord]:
    """Return every game with the value of each side, now or as of `upto`, for criteria that need them."""
    if upto is not None:
        found = _replayed_values(stage, upto, counted, settled_only)
        return records_by_match(
            stage,
            [
                GameRecord(meeting, game, side, number, value)
                for meeting, game, side, (_entry, number), value in found
            ],
        )
    return [one for _round, one in games_by_round(stage, counted, settled_only=settled_only)]


def records_by_match(stage: Stage, found: list[GameRecord]) -> list[GameRecord]:
    """Return the games of a stage; where teams meet on boards each by its match and its board."""
    if not stage.rules.get("boards"):
        return found
    first = Meeting.first_boards(stage)
    boards = dict(Meeting.objects.filter(round__stage=stage).values_list("pk", "board"))
    return [
        one._replace(meeting=first.get(one.meeting, one.meeting), game=boards[one.meeting] or 1)
        for one in found
    ]


def games_by_round(
    stage: Stage, counted: Sequence[int] | None, *, settled_only: bool = False
) -> list[tuple[int, GameRecord]]:
    """Return the games in the score book, in one query, each with the key of its round."""
    if counted is not None and not counted:
        return []
    conditions, args = _conditions(stage, counted, settled_only)
    rows = fetch(raw_sql.RESULTS_OF_GAMES.format(conditions=conditions), stage.pk, *args)
    found = [
        GameRecord(meeting, game, side, number, _side_value(kept))
        for _round, meeting, game, side, number, *kept in rows
    ]
    return list(zip((row[0] for row in rows), records_by_match(stage, found), strict=True))


def _side_value(kept: Sequence[Any]) -> SideValue:
    *earned, how, value, figures = kept
    pegged, against, played, won, skunk, match_points, spread = earned
    return SideValue(
        pegged,
        against,
        bool(played),
        bool(won),
        skunk,
        match_points,
        spread,
        how,
        value=value,
        figures=NO_FIGURES if figures == "{}" else json.loads(figures),
    )


@prepared
def _planned_games(stage: int) -> QuerySet[Meeting, tuple[int, int, int]]:
    return Meeting.objects.filter(round__stage=stage).values_list("pk", "games_planned", "round__number")


@prepared
def _stage_lines(stage: int, upto: int, counted: list[int] | None) -> QuerySet[Line]:
    not_void = Q(meeting__void_act=None) | Q(meeting__void_act__version__gt=upto)
    lines = Line.objects.filter(not_void, meeting__round__stage=stage, version__lte=upto)
    lines = lines if counted is None else lines.filter(meeting__round__in=counted)
    return lines.select_related("by_entry").order_by("number")


@prepared
def _stage_seats(stage: int) -> QuerySet[Seat, tuple[int, int, int, int]]:
    seats = Seat.objects.filter(meeting__round__stage=stage).order_by("side", "order_in_side")
    return seats.values_list("meeting_id", "side", "entry_id", "entry__number")


def game_amounts(value: SideValue) -> tuple[int, ...]:
    """Return what one game adds to a `Total`, in the order of its fields after the entry."""
    skunked = value.skunk > 0
    added = value.pegged, value.match_points, value.won, skunked, value.spread, value.played, value.value, 1
    return tuple(map(int, added))


class Rounds(NamedTuple):
    """The keys of the rounds that count: `closed` in order, and those that are being played."""

    closed: list[int]
    playing: list[int]


def rounds_of(stage: Stage, through_round: int | None = None, upto: int | None = None) -> Rounds:
    """Return the rounds that are or were played, up to `through_round`, as of `upto` (None: now)."""
    last = LAST_ROUND if through_round is None else through_round
    known = fetch(raw_sql.ROUNDS, stage.pk, Round.State.CLOSED, Round.State.OPEN, last)
    then = None if upto is None else closed_round_numbers(stage, upto)
    closed = [
        pk for pk, number, state in known if (state == Round.State.CLOSED if then is None else number in then)
    ]
    return Rounds(closed, [pk for pk, _number, _state in known if pk not in closed])


def closed_round_numbers(stage: Stage, upto: int) -> set[int]:
    """Return the numbers of the rounds of a stage that were closed at version `upto`."""
    closed = closed_rounds(stage.tournament_id, upto)
    return {number for order, number in closed if order == stage.order}


def closed_rounds(tournament_id: int, upto: int) -> set[tuple[int, int]]:
    """Return the rounds of all stages that were closed at version `upto`: (order of the stage, number)."""
    closed: set[tuple[int, int]] = set()
    kinds = [*CLOSING_KINDS, *OPENING_KINDS]
    acts = Act.objects.filter(tournament=tournament_id, kind__in=kinds, version__lte=upto).order_by("version")
    for kind, own, undone in acts.values_list("kind", "args", "undoes__args"):
        about = undone or own
        rounds = {(about["stage"], number) for number in about.get("rounds") or [about.get("round")]}
        closed = closed | rounds if kind in CLOSING_KINDS else closed - rounds
    return closed


def credits(
    stage: Stage,
    rounds: Rounds,
    people: Iterable[int],
    earned_by: dict[int, Sequence[int]],
    upto: int | None = None,
) -> dict[int, Credit]:
    """Return declared credits of `people` (keys of entries): byes sat out and games missed in closed rounds.

    Without `upto` only entries with fewer games than there are closed rounds are looked up: at most
    tournaments there are none. An entry's games at `upto` may include some of a round that was being played.
    """
    if not rounds.closed:
        return {}
    several = has_several_games(stage)  # then the number of games does not give the number of rounds
    short = list(people) if several or upto is not None else _entries_missing_games(rounds, people, earned_by)
    if not short:
        return {}
    bye, missed = stage.rules["bye_credit"] or 0, stage.rules["missed"] or 0
    sat, alone = _seat_and_bye_counts(rounds.closed, short, _rounds_made_up_later(stage, upto))
    found = {}
    for entry in short:
        absent = len(rounds.closed) - sat[entry]
        if absent or alone[entry]:
            found[entry] = Credit(alone[entry] * bye + absent * missed, alone[entry], absent)
    return found


def has_several_games(stage: Stage) -> bool:
    """Return whether an entry has several games in one round: of a match, or on the boards of a team."""
    return matches.read_match(stage.rules).several or bool(stage.rules.get("boards"))


def _entries_missing_games(
    rounds: Rounds, people: Iterable[int], earned_by: dict[int, Sequence[int]]
) -> list[int]:
    elsewhere = dict(_game_counts(list(rounds.playing)))
    games = {entry: earned_by.get(entry, NOTHING)[-1] - elsewhere.get(entry, 0) for entry in people}
    return [entry for entry, number in games.items() if number < len(rounds.closed)]


@prepared
def _game_counts(rounds: list[int]) -> QuerySet[Result, tuple[int, int]]:
    results = Result.objects.filter(meeting__round__in=rounds)
    return results.values_list("entry_id").annotate(Count("pk")).order_by()


def _rounds_made_up_later(stage: Stage, upto: int | None) -> set[tuple[int, int]]:
    """Return (entry, round), as keys, of rounds made up after version `upto`: they were missed then."""
    if upto is None:
        return set()
    made = Act.objects.filter(tournament=stage.tournament_id, kind="make_up", version__gt=upto)
    found = [
        (args["round"], number) for args in made.values_list("args", flat=True) for number in args["entries"]
    ]
    if not found:
        return set()
    rounds = dict(stage.rounds.exclude(state=Round.State.VOID).values_list("number", "pk"))
    entries = dict(Entry.objects.filter(tournament=stage.tournament_id).values_list("number", "pk"))
    return {(entries[number], rounds[round_]) for round_, number in found}


def _seat_and_bye_counts(
    closed: list[int], entries: list[int], later: set[tuple[int, int]]
) -> tuple[Counter[int], Counter[int]]:
    """Return in how many of the rounds each of `entries` had a seat, and in how many of these no opponent."""
    sat: Counter[int] = Counter()
    alone: Counter[int] = Counter()
    for entry, round_, accompanied in _seats_in(closed, entries):
        if (entry, round_) in later:
            continue
        sat[entry] += 1
        alone[entry] += not accompanied
    return sat, alone


def _seats_in(closed: Sequence[int], entries: Iterable[int]) -> Iterable[tuple[int, int, bool]]:
    """Return the seats of `entries` in rounds: (entry, round, whether another entry sat there)."""
    seats = Seat.objects.filter(Seat.OF_A_MATCH, meeting__void_act=None, meeting__round__in=closed)
    others = Seat.objects.filter(meeting=OuterRef("meeting")).exclude(pk=OuterRef("pk"))
    found: Iterable[tuple[int, int, bool]] = (
        seats.filter(entry__in=entries)
        .values_list("entry_id", "meeting__round_id", Exists(others))
        .order_by()
    )
    return found


def credits_by_round(
    stage: Stage, closed: Sequence[int], numbers: Sequence[int]
) -> Iterator[tuple[int, int, Credit]]:
    """Yield (number, round, credit) of each game that one of `numbers` sat out or missed."""
    bye, missed = stage.rules["bye_credit"] or 0, stage.rules["missed"] or 0
    entries = Entry.objects.filter(tournament=stage.tournament_id, number__in=numbers)
    known = dict(entries.filter(HAS_TAKEN_PART).values_list("pk", "number"))
    seated = {(entry, round_): accompanied for entry, round_, accompanied in _seats_in(closed, known)}
    for entry, number in known.items():
        for round_ in closed:
            accompanied = seated.get((entry, round_))
            if not accompanied:
                yield number, round_, Credit(missed, 0, 1) if accompanied is None else Credit(bye, 1, 0)
