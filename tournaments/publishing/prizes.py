"""Prizes: what is given, the winners by the standings, and drawn lots.

The list is in the tournament's settings. Winners by rank, total or skunks are derived and never stored; best
hands that were seen and door prizes that were drawn are acts, so that they stay readable when they are
undone.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring import DomainError
from tournaments import registration
from tournaments.common import audit_log, sanitize
from tournaments.models import Act, Entry, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.publishing import publications
from tournaments.registration import categories, money
from tournaments.registration.roster import MAX_CENTS
from tournaments.standings import ClubTeam, Standings, club_teams, standings_subset

KEY, HAND, DRAW = "prizes", "best_hand", "door_prize"
RANK, TOTAL, SKUNKS, BEST_HAND, DOOR, CLUB = "rank", "total", "skunks", "hand", "door", "club"
KINDS = (RANK, TOTAL, SKUNKS, BEST_HAND, DOOR, CLUB)
BY_RANK = (RANK, CLUB)
EVERYBODY = 0  # instead of the number of a category
MAX_PRIZES, MAX_THING_LENGTH, LAST_RANK = 60, 60, MAX_PEOPLE
MAX_CARDS_LENGTH, MAX_WITNESS_LENGTH, MAX_POINTS = 40, 120, 999
MAX_SEED = 1_000_000


class Prize(NamedTuple):
    """A prize: its kind, its category (0: all entries), its rank (0 where it is for no rank).

    `thing` is the object given, `cents` the money; either may be missing.
    """

    id: int
    kind: str
    category: int
    rank: int
    thing: str
    cents: int


class Hand(NamedTuple):
    """A hand that may be the best of the tournament, with its witness; `act` is the version of its act."""

    act: int
    number: int
    points: int
    game: int
    table: int
    cards: str
    witness: str


class Lot(NamedTuple):
    """A door prize that was drawn: the seed, the numbers of all in the lot, and the winner."""

    act: int
    prize: int
    seed: int
    numbers: tuple[int, ...]
    winner: int


class Award(NamedTuple):
    """The winners of a prize: several where it is shared, none where it is not decided. `cents` is for each.

    A prize of club teams is for `teams`, each with as many `cents`; `numbers` are those who count for them.
    `figure` is the rank in the standings of its category, the total, the skunks or the points of the hand;
    `hands` are the best ones, `lot` how a door prize was drawn.
    """

    prize: Prize
    numbers: tuple[int, ...] = ()
    cents: int = 0
    figure: int = 0
    hands: tuple[Hand, ...] = ()
    lot: Lot | None = None
    teams: tuple[ClubTeam, ...] = ()

    @property
    def holders(self) -> int:
        """Return how many share it: persons, or club teams."""
        return len(self.teams or self.numbers)


class PrizeRules(NamedTuple):
    """The prizes in the organiser's order, and whether each person wins at most one of them."""

    prizes: tuple[Prize, ...]
    one_each: bool


# The organiser's list


def prizes_of(tournament: Tournament) -> PrizeRules:
    """Return the prizes of a tournament."""
    kept = tournament.settings.get(KEY) or {"list": [], "one_each": False}
    return PrizeRules(tuple(Prize(**one) for one in kept["list"]), kept["one_each"])


def save_prizes(tournament: Tournament, typed: Sequence[Prize], *, one_each: bool, by: User | None) -> None:
    """Replace the list of prizes; a prize of number 0 is new. Raises `DomainError`.

    A door prize that was drawn cannot be removed from the list nor become another kind.
    """
    with locked(tournament) as current:
        before = {prize.id: prize for prize in prizes_of(current).prizes}
        drawn = {lot.prize for lot in lots(current)}
        known = {one.id for one in categories.categories_of(current)} | {EVERYBODY}
        # acts that were undone name prizes too
        named = current.acts.filter(kind=DRAW).values_list("args__prize", flat=True)
        free = max([0, *before, *named]) + 1
        found: list[Prize] = []
        for prize in typed:
            own = prize.id if prize.id in before else free
            free += own == free
            found.append(_checked(prize._replace(id=own), known))
        if len(found) > MAX_PRIZES or len({prize.id for prize in found}) < len(found):
            raise DomainError("too_many_prizes", most=MAX_PRIZES)
        kept = {prize.id for prize in found if prize.kind == DOOR}
        if drawn - kept:
            raise DomainError("prize_is_drawn", thing=before[min(drawn - kept)].thing or "–")
        settings = {"list": [prize._asdict() for prize in found], "one_each": one_each}
        if settings != current.settings.get(KEY):
            current.save_settings(**{KEY: settings})
            audit_log.record(current, KEY, {"prizes": settings["list"], "one_each": one_each}, by=by)


def _checked(prize: Prize, known: Collection[int]) -> Prize:
    thing = sanitize.clean_length(sanitize.clean_line(prize.thing), MAX_THING_LENGTH)
    if prize.kind not in KINDS or prize.category not in known:
        raise DomainError("look_again")
    if prize.cents > MAX_CENTS:
        raise DomainError("prize_too_high", most=money.format_cents(MAX_CENTS))
    if not thing and not prize.cents:
        raise DomainError("prize_is_nothing")
    if prize.kind not in BY_RANK:
        return prize._replace(thing=thing, rank=0)
    if not 1 <= prize.rank <= LAST_RANK:
        raise DomainError("prize_without_rank", most=LAST_RANK)
    if prize.kind == CLUB:
        prize = prize._replace(category=EVERYBODY)
    return prize._replace(thing=thing)


# Hands and lots


def hands(tournament: Tournament) -> list[Hand]:
    """Return the hands that were written down and not taken back, best first."""
    written = tournament.acts.filter(kind=HAND, undone_by=None).values_list("version", "args")
    found = [
        Hand(version, args["entry"], *(args[name] for name in Hand._fields[2:])) for version, args in written
    ]
    return sorted(found, key=lambda hand: (-hand.points, hand.act))


def note_hand(tournament: Tournament, hand: Hand, *, by: User | None) -> Act:
    """Record a hand that may be the best: player, points, place, witness. Raises `DomainError`."""
    with locked(tournament) as current:
        cards, witness = sanitize.clean_line(hand.cards), sanitize.clean_line(hand.witness)
        if not current.entries.filter(number=hand.number).exclude(kind=Entry.Kind.HOUSE).exists():
            raise DomainError("nobody_has_number", number=hand.number)
        if not 1 <= hand.points <= MAX_POINTS:
            raise DomainError("hand_points", most=MAX_POINTS)
        if not witness:
            raise DomainError("witness_missing")
        sanitize.clean_length(cards, MAX_CARDS_LENGTH)
        sanitize.clean_length(witness, MAX_WITNESS_LENGTH)
        args = {"entry": hand.number, "points": hand.points, "game": hand.game, "table": hand.table}
        return audit_log.record(current, HAND, args | {"cards": cards, "witness": witness}, by=by, inverse={})


def lots(tournament: Tournament) -> list[Lot]:
    """Return the door prizes that were drawn and not taken back, in their order.

    Without those whose winner was struck off the list since: they are drawn again.
    """
    known = set(tournament.entries.values_list("number", flat=True))
    drawn = tournament.acts.filter(kind=DRAW, undone_by=None).order_by("version")
    return [
        Lot(version, args["prize"], args["seed"], tuple(args["in_lot"]), args["entry"])
        for version, args in drawn.values_list("version", "args")
        if args["entry"] in known
    ]


def draw(tournament: Tournament, prize: int, *, seed: int, by: User | None) -> Act:
    """Draw a door prize among those who are here and have not won one.

    With one prize a person those who have one by the official standings are left out too. Raises
    `DomainError` where it is drawn already, or no one is left.
    """
    with locked(tournament) as current:
        known = next((one for one in prizes_of(current).prizes if one.id == prize and one.kind == DOOR), None)
        if known is None:
            raise DomainError("look_again")
        before = lots(current)
        if any(lot.prize == prize for lot in before):
            raise DomainError("prize_is_drawn", thing=known.thing or "–")
        publication = publications.official_publication(current) if prizes_of(current).one_each else None
        out = {lot.winner for lot in before}
        if publication:
            out |= winners(awards(current, publications.published_standings(publication)))
        here = registration.present(current, registration.next_round_number(current))
        fits = [one for one in here if known.category == EVERYBODY or known.category in one.categories]
        numbers = sorted({entry.number for entry in fits} - out)
        if not numbers:
            raise DomainError("nobody_in_lot")
        args = {"prize": prize, "seed": seed, "in_lot": numbers, "entry": drawn(numbers, seed)}
        return audit_log.record(current, DRAW, args, by=by, inverse={})


def drawn(numbers: Sequence[int], seed: int) -> int:
    """Return the winner among `numbers`: the index is the remainder of the seed by their count.

    Everyone in the hall can check it: seed 27 among 10 people leaves 7, so it is the 8th.

    >>> drawn([2, 3, 5, 8, 9, 12, 14, 15, 16, 20], 27)
    15
    """
    return numbers[seed % len(numbers)]


audit_log.undoes(HAND, DRAW)(audit_log.no_further_undo)


# Winners


def members(tournament: Tournament) -> dict[int, set[int]]:
    """Return the numbers of the entries in each category, without the house player."""
    found: dict[int, set[int]] = {one.id: set() for one in categories.categories_of(tournament)}
    held = tournament.entries.exclude(kind=Entry.Kind.HOUSE).exclude(categories=[])
    for number, numbers in held.values_list("number", "categories"):
        for category in numbers:
            if category in found:
                found[category].add(number)
    return found


def awards(tournament: Tournament, shown: Standings) -> list[Award]:
    """Return the winners of each prize by these standings, in the organiser's order."""
    giving = prizes_of(tournament)
    clubs = None
    if any(prize.kind == CLUB for prize in giving.prizes):
        clubs = club_teams.club_standings(tournament, shown)
    teams = clubs.teams if clubs else ()
    return award_prizes(giving, shown, members(tournament), hands(tournament), lots(tournament), teams)


def award_prizes(
    giving: PrizeRules,
    shown: Standings,
    within_category: Mapping[int, Collection[int]],
    noted: Sequence[Hand] = (),
    drawn_lots: Sequence[Lot] = (),
    teams: Sequence[ClubTeam] = (),
) -> list[Award]:
    """Return the winners of each prize, from plain rows.

    With one prize a person each goes to the best who has none yet by an earlier prize in the list; the prizes
    by rank of one category count as one step. A door prize is luck and does not count as the one prize;
    neither does a prize of a club team for those who count for it.
    """
    taken: set[int] = set()
    found: dict[int, Award] = {}
    everybody = {row.number for row in shown.rows}
    for step in _steps(giving.prizes):
        first = step[0]
        who = everybody if first.category == EVERYBODY else set(within_category.get(first.category, ()))
        who = who - taken if giving.one_each else who
        left = shown if everybody <= who else standings_subset(shown, who)
        for prize in step:
            club = prize.kind == CLUB
            found[prize.id] = _club_award(prize, teams) if club else _award(prize, left, noted, drawn_lots)
        own = [prize for prize in step if prize.kind not in (DOOR, CLUB)]
        taken |= {number for prize in own for number in found[prize.id].numbers}
    return [found[prize.id] for prize in giving.prizes]


def _steps(prizes: Sequence[Prize]) -> Iterator[list[Prize]]:
    """Yield the prizes by rank of a category together, at the place of the first; others by themselves."""
    seen: set[int] = set()
    for prize in prizes:
        if prize.kind != RANK:
            yield [prize]
        elif prize.category not in seen:
            seen.add(prize.category)
            yield [one for one in prizes if one.kind == RANK and one.category == prize.category]


def _award(prize: Prize, left: Standings, noted: Sequence[Hand], drawn_lots: Sequence[Lot]) -> Award:
    if prize.kind == DOOR:
        lot = next((lot for lot in drawn_lots if lot.prize == prize.id), None)
        return Award(prize, (lot.winner,), prize.cents, lot=lot) if lot else Award(prize)
    if prize.kind == BEST_HAND:
        of_them = [hand for hand in noted if hand.number in left.by_number]
        best = tuple(hand for hand in of_them if hand.points == of_them[0].points)
        return _split_prize(prize, [hand.number for hand in best])._replace(
            figure=best[0].points if best else 0, hands=best
        )
    if prize.kind == RANK:
        return _rank_award(prize, left)
    name = {TOTAL: "pegged", SKUNKS: "skunks"}[prize.kind]
    most = max((getattr(row, name) for row in left.ranked), default=0)
    best_rows = [row.number for row in left.ranked if getattr(row, name) == most and most > 0]
    return _split_prize(prize, best_rows)._replace(figure=most)


def _rank_award(prize: Prize, left: Standings) -> Award:
    """Return the winner at the rank; those who share it share the prizes of all ranks that they take up."""
    for row in left.ranked:
        tied = row.tied or (row.number,)
        if row.rank <= prize.rank < row.rank + len(tied) and row.has_begun:
            return _split_prize(prize, tied)._replace(figure=row.rank)
    return Award(prize)


def _club_award(prize: Prize, teams: Sequence[ClubTeam]) -> Award:
    """Return the team at the rank; those that share it share the prizes of all ranks that they take up."""
    for team in teams:
        level = tuple(one for one in teams if one.rank == team.rank)
        if team.rank <= prize.rank < team.rank + len(level):
            numbers = tuple(number for one in level for number in one.counted)
            return Award(prize, numbers, prize.cents // len(level), figure=team.rank, teams=level)
    return Award(prize)


def _split_prize(prize: Prize, numbers: Sequence[int]) -> Award:
    """Divide a prize in equal parts; cents that cannot be divided stay in the cash box."""
    once = tuple(dict.fromkeys(numbers))
    return Award(prize, once, prize.cents // len(once) if once else 0)


def winners(given: Sequence[Award]) -> set[int]:
    """Return the numbers of all who have won a prize in person."""
    return {number for award in given if not award.teams for number in award.numbers}
