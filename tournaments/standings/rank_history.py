"""The ranks after each closed game, from which the small charts of ranks are drawn."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring import ranking
from scoring.criteria import CRITERIA, GameRecord, RankingInput, Unplayed
from tournaments.models import Stage, raw_sql
from tournaments.models.rows import fetch, placeholders
from tournaments.rounds import scores
from tournaments.standings import totals
from tournaments.standings.ranking import Standings, declared_fields
from tournaments.standings.totals import Total

COLUMN_SQL = {"skunks": "CASE WHEN skunk > 0 THEN 1 ELSE 0 END"}

Gained = dict[int, dict[int, list[int]]]  # by round and number: the amount of each criterion in it


class RankHistory(NamedTuple):
    """The ranks of one entry after each game, the last as it is shown.

    `moved` is how many ranks were won since the game before, below zero if lost; None where there is no
    earlier rank.
    """

    ranks: tuple[int, ...]
    moved: int | None


def rank_history(stage: Stage, shown: Standings, *, live: bool = False) -> dict[int, RankHistory]:
    """Return the ranks of all in `shown`, by number; empty for an entry without a rank.

    Two queries, and three more for games missed, or where single games rank.

    `live`: `shown` counts results of the game being played too, so there is one rank more than closed games.
    """
    after = _ranks_after(stage, shown)
    before = after if live else after[:-1]
    if not before and not live:
        return {
            row.number: RankHistory((row.rank,) if after and not row.out else (), None) for row in shown.rows
        }
    histories = {row.number: RankHistory((), None) for row in shown.rows}
    for row in shown.ranked:
        ranks = [at[row.number] for at in before]
        histories[row.number] = RankHistory((*ranks, row.rank), ranks[-1] - row.rank if ranks else None)
    return histories


def _ranks_after(stage: Stage, shown: Standings) -> list[dict[int, int]]:
    """Return the rank of each number after each closed game.

    Entries that are level share a rank: medal matches come after all of the games.
    """
    closed = shown.closed or totals.rounds_of(stage).closed
    if not closed:
        return []
    if not all(CRITERIA[code].COLUMN for code in shown.criteria):
        return list(_ranks_round_by_round(stage, shown, closed))
    columns = ", ".join(COLUMN_SQL.get(name, name) for name in shown.criteria)
    query = raw_sql.RESULTS_BY_ROUND.format(columns=columns, rounds=placeholders(closed))
    nothing = [0] * len(shown.criteria)
    gained: Gained = {round_: {} for round_ in closed}
    games: dict[int, int] = defaultdict(int)
    for number, round_, *values in fetch(query, stage.pk, *closed):
        there = gained[round_]
        there[number] = [has + more for has, more in zip(there.get(number, nothing), values, strict=True)]
        games[number] += 1
    credited = stage.rules["credited"]
    several = totals.has_several_games(stage)  # then the number of games does not give the number of rounds
    short = [row.number for row in shown.ranked if several or games[row.number] < len(closed)]
    if short and credited in shown.criteria:
        at = shown.criteria.index(credited)
        for number, round_, credit in totals.credits_by_round(stage, closed, short):
            values = gained[round_].setdefault(number, list(nothing))
            values[at] += credit.points
    penalised = stage.rules["penalised"]
    for (round_, number), points in scores.points_off(stage).items():
        if penalised in shown.criteria and round_ in gained:
            values = gained[round_].setdefault(number, [0] * len(shown.criteria))
            values[shown.criteria.index(penalised)] -= points
    return list(_running_ranks(gained, [row.number for row in shown.ranked], nothing))


def _running_ranks(gained: Gained, numbers: Sequence[int], nothing: list[int]) -> Iterator[dict[int, int]]:
    sums: dict[int, tuple[int, ...]] = dict.fromkeys(numbers, tuple(nothing))
    for of_round in gained.values():
        for number, values in of_round.items():
            if number in sums:
                sums[number] = tuple(has + more for has, more in zip(sums[number], values, strict=True))
        yield _ranks_from_sums(sums)


def _ranks_from_sums(sums: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    first: dict[tuple[int, ...], int] = {}
    for place, total in enumerate(sorted(sums.values(), reverse=True), start=1):
        first.setdefault(total, place)
    return {number: first[total] for number, total in sums.items()}


def _ranks_round_by_round(stage: Stage, shown: Standings, closed: Sequence[int]) -> Iterator[dict[int, int]]:
    """Yield the same where criteria depend on single games, or on ties: ranked once for each round."""
    numbers = [row.number for row in shown.ranked]
    columns = {name: dict.fromkeys(numbers, 0) for name in Total._fields[1:]}
    played: dict[int, list[GameRecord]] = defaultdict(list)
    for round_, one in totals.games_by_round(stage, closed):
        played[round_].append(one)
    credits: dict[int, list[tuple[int, totals.Credit]]] = defaultdict(list)
    for number, round_, credit in totals.credits_by_round(stage, closed, numbers):
        credits[round_].append((number, credit))
    off, so_far = scores.points_off(stage), dict[int, int]()
    written: list[GameRecord] = []
    unplayed: dict[int, Unplayed] = {}
    for round_ in closed:
        written += played[round_]
        for one in played[round_]:
            for name, amount in zip(columns, totals.game_amounts(one.has), strict=True):
                if one.number in columns[name]:
                    columns[name][one.number] += amount
        for number, credit in credits[round_]:
            before = unplayed.get(number, Unplayed())
            unplayed[number] = Unplayed(before.byes + credit.byes, before.missed + credit.missed)
            columns[stage.rules["credited"]][number] += credit.points
        for (at, number), points in off.items():
            if at == round_ and number in columns[stage.rules["penalised"]]:
                columns[stage.rules["penalised"]][number] -= points
                so_far[number] = so_far.get(number, 0) + points
        of = RankingInput(
            numbers, columns, list(written), dict(unplayed), off=dict(so_far), **declared_fields(stage)
        )
        yield {row.number: row.rank for row in ranking.rank_field(shown.criteria, of).rows}
