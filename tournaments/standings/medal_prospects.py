"""Medals in sight in the last third of a tournament: who has one, who can have one, what it takes."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Max

from scoring.games import GAMES
from tournaments.models import Entry, Meeting, Presence, Result, Round, Seat, Stage, Tournament
from tournaments.pairing.pairing_systems import Tables
from tournaments.rounds import stages
from tournaments.standings.medal_outlook import Finish, Game, Outlook, can_have_medal, outlook
from tournaments.standings.ranking import Standings, standings
from tournaments.standings.totals import has_several_games

MAX_SHOWN = 10
IN_SIGHT_SETTING = "in_sight"


class MedalChance(NamedTuple):
    """A player who can have a medal, with what it takes."""

    number: int
    name: str
    outlook: Outlook


class MedalChances(NamedTuple):
    """Medals in sight after so many closed games, with games `first` to `last` left to play.

    `hopes` are the nearest of those who can still have one, `others` how many more there are; `by` is what
    ranks, `most` the most of it that these games can give.
    """

    first: int
    last: int
    by: str
    most: int
    certain: list[MedalChance]
    hopes: list[MedalChance]
    others: int


def is_shown(tournament: Tournament) -> bool:
    """Return whether the organiser wants medals in sight to be shown."""
    return tournament.settings.get(IN_SIGHT_SETTING) is not False


def medal_chances(tournament: Tournament, now: Standings) -> MedalChances | None:
    """Return medals in sight by the closed games; None before the last third, at the end, or if hidden.

    `now` are standings that the caller has, whatever they count: only their rounds are read from them.
    """
    found = expected_finish(tournament, now)
    if found is None:
        return None
    finish, shown = found
    certain: list[MedalChance] = []
    hopes: list[MedalChance] = []
    others = 0
    for row in shown.rows:
        if row.number not in finish.totals or not can_have_medal(finish, row.number):
            continue
        if len(hopes) == MAX_SHOWN:
            others += 1
            continue
        hope = MedalChance(row.number, row.name, outlook(finish, row.number))
        (certain if hope.outlook.certain else hopes).append(hope)
    return MedalChances(
        shown.through_round + 1, shown.rounds, shown.criteria[0], finish.gains[-1], certain, hopes, others
    )


def medal_chance_of(
    tournament: Tournament, now: Standings, number: int
) -> tuple[MedalChances, MedalChance] | None:
    """Return the same for one person alone; None where there is nothing to show."""
    found = expected_finish(tournament, now)
    if found is None or number not in found[0].totals:
        return None
    finish, shown = found
    hope = MedalChance(number, shown.by_number[number].name, outlook(finish, number))
    most = finish.gains[-1]
    return MedalChances(shown.through_round + 1, shown.rounds, shown.criteria[0], most, [], [], 0), hope


def expected_finish(tournament: Tournament, now: Standings) -> tuple[Finish, Standings] | None:
    left = now.rounds - now.through_round
    if not is_shown(tournament) or not 0 < left <= now.rounds // 3:
        return None
    stage = stages.qualifying(tournament)
    if not stage.rules["medals"] or has_several_games(stage):
        return None
    if not GAMES[stage.game].possible_gains(stage.rules)[0]:
        return None
    if Tables.from_rules(stage.rules).size > 2:  # the outlook is computed for games that one of two wins
        return None
    closed = stage.rounds.filter(state=Round.State.CLOSED)
    if closed.aggregate(last=Max("number"))["last"] != now.through_round:  # an earlier game is open again
        return None
    if Result.objects.filter(meeting__round__in=closed, state="disputed").exists():
        return None
    shown = standings(tournament, closed_only=True) if now.playing else now
    here = numbers_here(tournament, shown.through_round + 1)
    totals = {row.number: row.points for row in shown.ranked}
    playing = {number: total for number, total in totals.items() if number in here}
    credit = (stage.rules["missed"] or 0) if _is_credited(stage.rules) else 0
    return Finish(
        totals=playing,
        games=left,
        game=possible_game(stage.rules),
        medals=stage.rules["medals"],
        seated=_seated_pairs(stage, shown.through_round + 1, set(playing)),
        away={number: total + credit * left for number, total in totals.items() if number not in here},
    ), shown


def possible_game(rules: dict[str, Any]) -> Game:
    """Return what a game can give, including a bye, where its declared points are of the first criterion."""
    win, lose = GAMES[rules["game"]].possible_gains(rules)
    if rules["odd"] == "bye" and _is_credited(rules):
        credit = rules["bye_credit"] or 0
        points = len(lose) > 1
        lose = tuple(range(min(*lose, credit), max(*lose, credit) + 1)) if points else (*lose, credit)
        win = (*win, credit) if credit > win[-1] else win
    level = bool(rules.get("ties_allowed")) and (rules["criteria"][0] == "won" or not rules["target"])
    return Game(win, tuple(sorted(set(lose))), level)


def _is_credited(rules: dict[str, Any]) -> bool:
    return bool(rules["criteria"][0] == rules["credited"])


def numbers_here(tournament: Tournament, game: int) -> set[int]:
    """Return the numbers of those who go on playing."""
    intervals = Presence.objects.filter(entry__tournament=tournament, from_round__lte=game)
    intervals = intervals.exclude(to_round__lt=game).exclude(entry__kind=Entry.Kind.HOUSE)
    return set(intervals.values_list("entry__number", flat=True))


def _seated_pairs(stage: Stage, game: int, here: set[int]) -> Mapping[int, int] | None:
    """Return the pairs of the next game, both ways round; None where it is not seated yet."""
    standing = Meeting.objects.filter(round__stage=stage, round__number=game, void_act=None)
    standing = standing.exclude(round__state=Round.State.VOID)
    at_table: dict[int, list[int]] = defaultdict(list)
    for meeting, number in Seat.objects.filter(meeting__in=standing).values_list("meeting", "entry__number"):
        at_table[meeting].append(number)
    if not at_table:
        return None
    pairs = [people for people in at_table.values() if len(people) == 2 and here.issuperset(people)]
    return {one: other for one, two in pairs for one, other in ((one, two), (two, one))}
