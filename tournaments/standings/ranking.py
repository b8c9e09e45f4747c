"""The standings: the totals of all entries, ranked, with what is needed to explain each rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from scoring import boards, criteria, ranking, two_cards
from scoring import match as matches
from scoring.ranking import Decision
from tournaments import registration
from tournaments.models import Entry, Stage, Tournament, raw_sql
from tournaments.models.rows import all_of, fetch
from tournaments.rounds import scores
from tournaments.rounds.stages import stages_at, standings_rules_at
from tournaments.standings import playoffs, totals
from tournaments.standings.cards import POINTS_LEFT, card_total_field, cards_show_points_left
from tournaments.standings.tie_break_results import tie_break_decisions
from tournaments.standings.totals import NO_CREDIT, NOTHING, Credit, Total

SIGNED = ("spread", "value")
"""The criteria that can be below zero for an entry."""
BELOW_MEDALS = 4
"""The best rank given to a line without a rank, so that it never looks like a medal."""
RANKED_KINDS = (Entry.Kind.PLAYER, Entry.Kind.TEAM)


class Row(NamedTuple):
    """A line of the standings. `points` is what ranks; `above` the entry next above, `gap` by how much.

    Both are counted as the criterion counts, matches won in halves: `criteria.format_value` writes them.
    The points of the games are `pegged`.

    `pegged` (or another total that the format names, as the value of gin) includes `credited`, the declared
    points of `byes` sat out and games `missed`. `awards` are games that were not played out: forfeits,
    no-shows, abandoned games. `penalty` are points that a judge took off; they are already subtracted from
    the total that the format penalises. `values` is the amount of each criterion, in the order of
    `Standings.criteria`; None for a criterion that applies only among those who are level, if they were level
    with no one. `out`: the entry left and was taken out of the standings; the line comes last and its rank
    does not count.
    """

    rank: int
    number: int
    name: str
    club: str
    points: int
    pegged: int
    match_points: int
    won: int
    skunks: int
    spread: int
    played: int
    credited: int = 0
    byes: int = 0
    missed: int = 0
    awards: int = 0
    tied: tuple[int, ...] = ()
    above: int | None = None
    gap: int = 0
    decision: Decision | None = None
    value: int = 0
    penalty: int = 0
    values: tuple[int | None, ...] = ()
    out: bool = False

    @property
    def place(self) -> int | None:
        """Return the rank as it is shown; None for an entry that is not ranked."""
        return None if self.out else self.rank

    @property
    def games(self) -> int:
        """Return the number of games that count, those not played out too; `won` is counted among them."""
        return self.played + self.awards

    @property
    def has_begun(self) -> bool:
        """Return whether the rank is meaningful: a game counts, or a bracket has given it."""
        return bool(self.games or (self.decision and self.decision.code.startswith("playoffs")))

    @property
    def foot(self) -> two_cards.Totals:
        """Return the foot of their card, as the ACC writes it: `38/18 +206` (rules.md §4.1)."""
        return two_cards.Totals(self.match_points, self.won, self.spread)

    @property
    def shared(self) -> bool:
        """Return whether another entry has the same rank."""
        return bool(self.tied)

    @property
    def shared_with(self) -> tuple[int, ...]:
        """Return the other entries at this rank."""
        return tuple(number for number in self.tied if number != self.number)


MARKED_RANKS = 3
"""Ranks beside which a medal is drawn: gold, silver, bronze."""


@dataclass(frozen=True)
class Standings:
    """Standings of a tournament as of a version, through a round.

    `rows` are all who have taken part: they alone are counted. `ranked` are those of them with a rank.

    Ranked by `rank_by`, and among equals by the other `criteria` of the format in their order; cards add
    `running` up, declared points go to what is `credited`; cards show points left where `writes_left`, and
    with `two_cards` a row is also written as the foot of a card. `closed` are the keys of the closed rounds
    that count, in order; none where the rows were frozen. `playing`: a round that is being played counts too.
    `to_play` are those level whose matches are not played yet, where other criteria come after the matches;
    `seed` is that of the lot, `medals` how many ranks have one.
    """

    version: int
    through_round: int
    rounds: int
    rows: list[Row] = field(default_factory=list)
    rank_by: str = "pegged"
    has_match_points: bool = False
    criteria: tuple[str, ...] = ("pegged",)
    game: str = field(kw_only=True)
    running: str = "pegged"
    credited: str = "pegged"
    writes_left: bool = False
    two_cards: bool = False
    closed: tuple[int, ...] = field(default=(), compare=False)
    playing: bool = field(default=False, compare=False)
    to_play: tuple[tuple[int, ...], ...] | None = field(default=None, compare=False)
    seed: int = field(default=0, compare=False)
    medals: int = field(default=0, compare=False)

    @property
    def signed(self) -> bool:
        """Return whether card totals can be below zero, and are written with their sign."""
        return self.running in SIGNED

    @property
    def by_bracket(self) -> bool:
        """Return whether a bracket alone gives the places: no round comes before it."""
        return not self.rounds

    @property
    def has_places(self) -> bool:
        """Return whether the ranks are meaningful.

        They are not while a bracket alone gives them and has given none yet.
        """
        return not self.by_bracket or any(row.has_begun for row in self.rows)

    @cached_property
    def ranked(self) -> list[Row]:
        """Return the rows with a rank; their number is what a rank is shown out of."""
        return [row for row in self.rows if not row.out]

    def place_of(self, row: Row) -> int | None:
        """Return the rank of a row as it is shown; None if it is not ranked, or no places are known yet."""
        return row.place if self.has_places else None

    def medal_of(self, row: Row) -> int | None:
        """Return the rank whose medal is drawn beside a row, or None.

        While games are to come, a rank that more players share than medals are left has none: after game 1
        half of the players are first.
        """
        place = self.place_of(row)
        if place is None or place > MARKED_RANKS:
            return None
        last = place + max(len(row.tied), 1) - 1
        return place if last <= MARKED_RANKS or self.through_round >= self.rounds else None

    def card_total(self, row: Row) -> int:
        """Return the total of a player's card."""
        if self.running == POINTS_LEFT:
            return int(row.values[self.criteria.index(POINTS_LEFT)] or 0)
        return int(getattr(row, self.running))

    @cached_property
    def by_number(self) -> dict[int, Row]:
        """Return the rows by entry number."""
        return {row.number: row for row in self.rows}


def standings(
    tournament: Tournament,
    upto: int | None = None,
    through_round: int | None = None,
    *,
    settled_only: bool = False,
    closed_only: bool = False,
) -> Standings:
    """Return the standings now, as of version `upto`, or counting rounds up to `through_round` only.

    Credits for byes and missed games count once their round is closed. Neither the house player nor an entry
    that has not taken part (`HAS_TAKEN_PART`) has a row. `settled_only` leaves out results in dispute of
    rounds that are not closed, `closed_only` those of the round being played.
    """
    stages = _stages(tournament, upto)
    stage = stages[0]
    rounds, counted = totals.rounds_of(stage, through_round, upto), None
    if through_round is not None:
        counted = [*rounds.closed, *rounds.playing]
    if closed_only and rounds.playing:
        counted, rounds = rounds.closed, rounds._replace(playing=[])
    if upto is None:
        earned_by = totals.cached_totals(stage, counted, settled_only)
    else:
        earned_by = totals.replayed_totals(stage, upto, counted, settled_only)
    people = fetch(raw_sql.PEOPLE, tournament.pk, *RANKED_KINDS)
    out = _out_numbers(tournament, stage, upto)
    credits = totals.credits(stage, rounds, [pk for pk, *_ in people], earned_by, upto)
    off = _points_off(stage, counted, upto)
    order = stage.rules["criteria"]
    decided = [] if through_round is not None else tie_break_decisions(tournament, upto=upto, stages=stages)
    earned_by = _adjusted_totals(stage, people, earned_by, credits, off)
    left = [one for one in people if one[1] in out]
    people = [one for one in people if one[1] not in out]
    bracket = None if through_round is not None else playoffs.standing(tournament, upto, stages)
    needed = criteria.needs_games(order)
    games = totals.game_records(stage, counted, upto, settled_only=settled_only) if needed else []
    rows, level = _ranked_rows(stage, people, earned_by, credits, off, decided, games)
    if bracket and bracket.decided:
        rows = rank_after_playoffs(rows, playoffs.decisions(bracket))
    rows += _out_rows(stage, left, people, earned_by, credits, off, games)
    return Standings(
        version=tournament.version if upto is None else upto,
        through_round=through_round or len(rounds.closed),
        rounds=stage.rules["rounds"],
        rows=rows,
        rank_by=order[0],
        has_match_points=stage.rules["match_points"] is not None,
        criteria=tuple(order),
        game=stage.game,
        running=card_total_field(stage.rules),
        credited=stage.rules["credited"],
        writes_left=cards_show_points_left(stage.rules),
        two_cards=two_cards.asks_two_cards(stage.rules),
        closed=tuple(rounds.closed),
        playing=bool(rounds.playing),
        to_play=level,
        seed=stage.seed,
        medals=stage.rules["medals"],
    )


def _stages(tournament: Tournament, upto: int | None) -> list[Stage]:
    """Return the stages that are not void, now or as of version `upto`, with their rules of then."""
    if upto is None:
        return all_of(Stage, raw_sql.STAGES, tournament.pk, Stage.State.VOID)
    stages = stages_at(tournament, upto)
    stages[0].rules = standings_rules_at(stages[0], upto)
    return stages


def _ranked_rows(
    stage: Stage,
    people: list[tuple[Any, ...]],
    earned_by: dict[int, Sequence[int]],
    credits: dict[int, Credit],
    off: dict[int, int],
    decided: Sequence[Mapping[int, Decision]],
    games: Sequence[criteria.GameRecord],
) -> tuple[list[Row], tuple[tuple[int, ...], ...] | None]:
    """Return the rows by rank, and those level whose matches are not played yet.

    `games` are the games that count, if a criterion is computed from them.
    """
    order = stage.rules["criteria"]
    if all(criteria.CRITERIA[code].COLUMN for code in order):
        at = [Total._fields.index(code) for code in order]
        return _rows(people, earned_by, credits, off, _rank_by_columns(people, earned_by, at, decided)), None
    of = criteria_field(stage, people, earned_by, credits, games, off)
    ranked = ranking.rank_field(order, of, decided)
    return _rows(people, earned_by, credits, off, ranked), ranked.to_play


def _out_numbers(tournament: Tournament, stage: Stage, upto: int | None) -> set[int]:
    """Return those who left before the last game, by number, if the format takes them out (rules.md §4)."""
    if stage.rules.get("withdrawn") != "removed":
        return set()
    last: int = stage.rules["rounds"]
    return {one.number for one in registration.departures(tournament, upto) if one.from_round <= last}


def _out_rows(
    stage: Stage,
    left: list[tuple[Any, ...]],
    others: list[tuple[Any, ...]],
    earned_by: dict[int, Sequence[int]],
    credits: dict[int, Credit],
    off: dict[int, int],
    games: Sequence[criteria.GameRecord],
) -> list[Row]:
    """Return the lines of those who were taken out, after the `others`: their totals, and no rank."""
    if not left:
        return []
    order, numbers = stage.rules["criteria"], [number for _pk, number, *_named in left]
    of = criteria_field(stage, [*others, *left], earned_by, credits, games, off)
    known = [criteria.CRITERIA[code] for code in order]  # those among who are level do not apply
    amounts = [dict.fromkeys(numbers) if one.AMONG_TIED else one.values(numbers, of) for one in known]
    values = {number: tuple([amount[number] for amount in amounts]) for number in numbers}
    last = max(len(others) + len(left), BELOW_MEDALS)
    lines = [ranking.Row(last, number, (), None, 0, None) for number in numbers]
    return [row._replace(out=True) for row in _rows(left, earned_by, credits, off, (lines, values))]


def rank_after_playoffs(rows: Sequence[Row], decided: Mapping[int, Decision]) -> list[Row]:
    """Return those in the playoffs by their places there, then the others as the rounds ranked them."""
    places: dict[int, list[int]] = {}
    for number, decision in decided.items():
        places.setdefault(decision.place, []).append(number)
    first = [
        row._replace(
            rank=found.place,
            tied=tuple(sorted(places[found.place])) if len(places[found.place]) > 1 else (),
            above=None,
            gap=0,
            decision=found,
        )
        for row in rows
        if (found := decided.get(row.number))
    ]
    others = [row for row in rows if row.number not in decided]
    ahead = {row.number: sum(better.rank < row.rank for better in others) for row in others}
    rest = [
        row._replace(rank=len(first) + 1 + ahead[row.number], tied=_still_tied(row, decided))
        for row in others
    ]
    return [*sorted(first, key=lambda row: (row.rank, row.number)), *rest]


def _still_tied(row: Row, decided: Mapping[int, Decision]) -> tuple[int, ...]:
    """Return who shares the rank of a row without those whom the playoffs have placed."""
    tied = tuple(number for number in row.tied if number not in decided)
    return tied if len(tied) > 1 else ()


def _rank_by_columns(
    people: list[tuple[Any, ...]],
    earned_by: dict[int, Sequence[int]],
    at: list[int],
    decided: Sequence[Mapping[int, Decision]],
) -> tuple[list[ranking.Row], Mapping[int, tuple[int, ...]]]:
    """Rank by sums of the score book alone, those at the indices `at` of a total."""
    keys = {}
    for pk, number, *_named in people:
        total = earned_by.get(pk, NOTHING)
        keys[number] = tuple([total[index] for index in at])
    return ranking.rank_keys(keys, ranking.of_those_tied(keys, decided)), keys


def criteria_field(
    stage: Stage,
    people: list[tuple[Any, ...]],
    earned_by: Mapping[int, Sequence[int]],
    credits: Mapping[int, Credit],
    written: Sequence[criteria.GameRecord],
    off: Mapping[int, int],
) -> criteria.RankingInput:
    """Return all who are ranked, with what criteria are computed from."""
    totals_of = [(number, earned_by.get(pk, NOTHING)) for pk, number, *_named in people]
    unplayed = {number: credits.get(pk, NO_CREDIT) for pk, number, *_named in people}
    return criteria.RankingInput(
        numbers=[number for _pk, number, *_named in people],
        columns={
            name: {number: total[at] for number, total in totals_of} for at, name in enumerate(Total._fields)
        },
        written=written,
        unplayed={number: criteria.Unplayed(one.byes, one.missed) for number, one in unplayed.items()},
        off=off,
        **declared_fields(stage),
    )


def declared_fields(stage: Stage) -> dict[str, Any]:
    """Return the declared fields of `criteria.RankingInput`: credits, lot, byes, forfeits and so on."""
    rules = stage.rules
    return {
        "credits": criteria.Unplayed(rules["bye_credit"] or 0, rules["missed"] or 0),
        "seed": stage.seed,
        "target": rules["target"] or 0,
        "byes_as": rules.get("byes_as", criteria.BYES_AS[0]),
        "forfeits_as": rules.get("forfeits_as", criteria.FORFEITS_AS[0]),
        "match": matches.read_match(rules),
        "boards": boards.read_boards(rules),
        "wins_match_at": scores.GAMES[stage.game].wins_match_at(rules),
    }


def _rows(
    people: list[tuple[Any, ...]],
    earned_by: dict[int, Sequence[int]],
    credits: dict[int, Credit],
    off: dict[int, int],
    ranked: tuple[Any, ...],
) -> list[Row]:
    known = {person[1]: (person, earned_by.get(person[0], NOTHING)) for person in people}
    order, values = ranked[:2]
    rows = []
    for rank, number, tied, above, gap, decision in order:
        (pk, _number, name, club), total = known[number]
        _entry, pegged, points, won, skunks, spread, played, value, games = total
        credited, byes, missed = credits.get(pk, NO_CREDIT)
        has = values[number]
        rows.append(
            Row(
                rank, number, name, club, has[0], pegged, points, won, skunks, spread, played,
                credited, byes, missed, games - played, tied, above, gap, decision, value,
                off.get(number, 0), has,
            )
        )  # fmt: skip
    return rows


def _adjusted_totals(
    stage: Stage,
    people: list[tuple[Any, ...]],
    earned_by: dict[int, Sequence[int]],
    credits: dict[int, Credit],
    off: dict[int, int],
) -> dict[int, Sequence[int]]:
    """Return the totals with the declared points, and without those that penalties took off."""
    if credits:
        declared = {entry: credit.points for entry, credit in credits.items()}
        earned_by = add_to_totals(earned_by, declared, stage.rules["credited"])
    if off:
        less = {pk: -off[number] for pk, number, *_ in people if off.get(number)}
        earned_by = add_to_totals(earned_by, less, stage.rules["penalised"])
    return earned_by


def add_to_totals(
    earned_by: dict[int, Sequence[int]], more: dict[int, int], counted: str
) -> dict[int, Sequence[int]]:
    """Return the totals with `more` of what is `counted`; after penalties they can fall below zero."""
    found, at = dict(earned_by), Total._fields.index(counted)
    for entry, points in more.items():
        total = found.get(entry, NOTHING)
        found[entry] = (entry, *total[1:at], total[at] + points, *total[at + 1 :])
    return found


def _points_off(stage: Stage, counted: Sequence[int] | None, upto: int | None) -> dict[int, int]:
    """Return the points that penalties took off in the rounds that count (None: all), by entry number."""
    off: dict[int, int] = {}
    for (round_, number), points in scores.points_off(stage, upto).items():
        if counted is None or round_ in counted:
            off[number] = off.get(number, 0) + points
    return off
