"""Medal matches: best of three between those tied for a medal, deciding rank only (rules.md §4).

| tied         | matches                                                                                   |
|--------------|-------------------------------------------------------------------------------------------|
| two          | one match                                                                                 |
| three        | each plays each; a circle is broken by games won, then spread in these matches, then a lot |
| four         | semi-finals by lot, final; a match of the losers if a third medal is at stake             |
| five or more | knock-out by lot, the first of the lot sit out the first round; final as above             |

Entries not decided by a match share the place below. If both forfeit they go on sharing the place for
which they are level; `NOBODY` goes on, and the next opponent goes on alone.

>>> [match.code for match in plan([4, 7], first_rank=1, seed=1).matches]
['M1']
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from scoring.ranking import Decision
from tournaments.pairing.draw import Draw

Source = int | tuple[str, str]
"""A side: an entry number, or ('winner' or 'loser', code of the match that feeds this one)."""

ROUND_ROBIN, KNOCK_OUT = "round_robin", "knock_out"
FINAL, THIRD_PLACE = "F", "T"
NOBODY = 0
"""The entry number of a side that comes from a match that both have forfeited."""


@dataclass(frozen=True)
class Match:
    """A best of three. `turn` is when it can be played at the earliest: 1, 2, 3 …"""

    code: str
    sides: tuple[Source, Source]
    turn: int = 1


@dataclass(frozen=True)
class Plan:
    """The matches that decide a tie, and the order of the lot."""

    kind: str
    lot: tuple[int, ...]
    matches: tuple[Match, ...]


@dataclass(frozen=True)
class PlayedMatch:
    """A match that is over: games won by winner and loser, and the winner's spread over them.

    `gone`: both sides if both have forfeited, in the order of `games`; winner and loser are `NOBODY` then.
    """

    winner: int
    loser: int
    games: tuple[int, int]
    spread: int = 0
    forfeited: bool = False
    gone: tuple[int, ...] = ()

    @property
    def sides(self) -> tuple[int, ...]:
        """Return both entry numbers, in the order of `games`."""
        return self.gone or (self.winner, self.loser)


def both_forfeit(one: int, other: int, games: tuple[int, int] = (0, 0)) -> PlayedMatch:
    """Return a match without a winner."""
    return PlayedMatch(NOBODY, NOBODY, games, forfeited=True, gone=(one, other))


def walkover(one: int | None, other: int | None) -> PlayedMatch | None:
    """Return the result of a match with `NOBODY` on one side or both; None if two play or may play."""
    if None in (one, other) or NOBODY not in (one, other):
        return None
    return PlayedMatch(one or other or NOBODY, NOBODY, (0, 0), forfeited=True)


def plan(tied: Sequence[int], *, first_rank: int, seed: int, medals: int = 3) -> Plan:
    """Return the matches that decide between `tied` (entry numbers) who share `first_rank`.

    Raises `ValueError` if fewer than two are tied or no medal is at stake.
    """
    if len(tied) < 2 or not 1 <= first_rank <= medals:
        raise ValueError(f"no medal match for {len(tied)} tied at {first_rank}")
    lot = Draw(seed).shuffled(sorted(tied))
    if len(lot) <= 3:
        pairs = [(one, other) for index, one in enumerate(lot) for other in lot[index + 1 :]]
        matches = tuple(Match(f"M{turn}", pair, turn) for turn, pair in enumerate(pairs, start=1))
        return Plan(ROUND_ROBIN, tuple(lot), matches)
    return Plan(KNOCK_OUT, tuple(lot), _knock_out(lot, third_place=first_rank + 2 <= medals))


def _knock_out(lot: Sequence[int], *, third_place: bool) -> tuple[Match, ...]:
    size = 1 << (len(lot) - 1).bit_length()
    sitting_out = size - len(lot)
    alive: list[Source] = list(lot[:sitting_out])
    playing: list[Source] = list(lot[sitting_out:])
    matches: list[Match] = []
    turn = 1
    while True:
        if len(alive) + len(playing) == 2:
            if third_place:
                losers = ("loser", matches[-2].code), ("loser", matches[-1].code)
                matches.append(Match(THIRD_PLACE, losers, turn))
            final = (*alive, *playing)
            return (*matches, Match(FINAL, (final[0], final[1]), turn))
        half = len(playing) // 2
        winners: list[Source] = []
        for number in range(half):
            code = f"{turn}.{number + 1}"
            matches.append(Match(code, (playing[number], playing[-1 - number]), turn))
            winners.append(("winner", code))
        alive, playing = [], alive + winners
        turn += 1


def ready_matches(plan: Plan, results: Mapping[str, PlayedMatch]) -> list[tuple[Match, tuple[int, int]]]:
    """Return the unplayed matches that can be seated now, as all that feed them are over, with both sides.

    In a round robin a person plays one match at a time, so only matches without a common player are given.
    """
    busy: set[int] = set()
    seated = []
    for match in plan.matches:
        sides = tuple(side_entry(side, results) for side in match.sides)
        if match.code in results or None in sides or busy & set(sides):
            continue
        busy |= set(sides)  # type: ignore[arg-type]
        seated.append((match, sides))
    return seated  # type: ignore[return-value]


def side_entry(side: Source, results: Mapping[str, PlayedMatch]) -> int | None:
    """Return the entry number of a side, or None while the match that feeds it is not over."""
    if isinstance(side, int):
        return side
    which, code = side
    played = results.get(code)
    return None if played is None else played.winner if which == "winner" else played.loser


def following(plan: Plan, code: str) -> set[str]:
    """Return the codes of the matches to which a match leads."""
    found: set[str] = set()
    for match in plan.matches:
        if any(not isinstance(side, int) and side[1] in {code, *found} for side in match.sides):
            found.add(match.code)
    return found


def leading(plan: Plan, codes: Set[str]) -> set[str]:
    """Return the codes of the matches that lead to one of `codes`."""
    return {match.code for match in plan.matches if following(plan, match.code) & codes}


def with_walkovers(plan: Plan, results: Mapping[str, PlayedMatch]) -> dict[str, PlayedMatch]:
    """Add the results of matches that need no play, as one side or both stay empty."""
    found: dict[str, PlayedMatch] = {}
    for match in plan.matches:
        alone = walkover(side_entry(match.sides[0], found), side_entry(match.sides[1], found))
        if played := alone or results.get(match.code):
            found[match.code] = played
    return found


def resolve(plan: Plan, results: Mapping[str, PlayedMatch]) -> dict[int, Decision]:
    """Return how each of those tied was placed, by entry number; empty until every match is over.

    A `Decision`'s code: best_of_three (games won, games lost), forfeit, matches_won, games_won, spread, lot,
    or shares (not decided by a match).
    """
    if any(match.code not in results for match in plan.matches):
        return {}
    if plan.kind == KNOCK_OUT:
        decided = _match_decisions(results[FINAL], 0)
        if THIRD_PLACE in results:
            decided |= _match_decisions(results[THIRD_PLACE], 2)
        below = max(decision.place for decision in decided.values()) + 1 if decided else 0
        return decided | {number: Decision(below, "shares") for number in plan.lot if number not in decided}
    if len(plan.lot) == 2:
        return _match_decisions(results[plan.matches[0].code], 0)
    return _resolve_three(plan, results)


def _match_decisions(played: PlayedMatch, place: int) -> dict[int, Decision]:
    """Return who has the place and the next one; two who forfeited share the place."""
    if played.gone:
        return {number: Decision(place, "shares") for number in played.gone}
    code = "forfeit" if played.forfeited else "best_of_three"
    won, lost = played.games
    both = {
        played.winner: Decision(place, code, (won, lost)),
        played.loser: Decision(place + 1, code, (lost, won)),
    }
    return {number: decision for number, decision in both.items() if number != NOBODY}


def _resolve_three(plan: Plan, results: Mapping[str, PlayedMatch]) -> dict[int, Decision]:
    tallies = {number: _tally(number, plan, results) for number in plan.lot}
    order = sorted(plan.lot, key=lambda number: tallies[number], reverse=True)
    decided = {}
    for place, number in enumerate(order):
        code, level = _deciding_criterion(tallies, number)
        decided[number] = Decision(place, code, (tallies[number][level],) if code != "lot" else ())
    return decided


def _tally(number: int, plan: Plan, results: Mapping[str, PlayedMatch]) -> tuple[int, int, int, int]:
    """Return matches won, games won, spread, and the place in the lot (the first of the lot is best)."""
    matches = games = spread = 0
    for played in results.values():
        if number == played.winner:
            matches, games, spread = matches + 1, games + played.games[0], spread + played.spread
        elif number == played.loser:
            games, spread = games + played.games[1], spread - played.spread
    return matches, games, spread, -plan.lot.index(number)


def _deciding_criterion(tallies: Mapping[int, tuple[int, int, int, int]], number: int) -> tuple[str, int]:
    """Return the first criterion that separates `number` from both others."""
    others = [tally for other, tally in tallies.items() if other != number]
    for level, code in enumerate(("matches_won", "games_won", "spread")):
        if all(tallies[number][: level + 1] != other[: level + 1] for other in others):
            return code, level
    return "lot", 3
