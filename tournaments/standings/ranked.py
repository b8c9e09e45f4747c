"""Who stands where: the totals of everybody, ranked, with what is needed to say why."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from scoring import ranking
from scoring.ranking import Decision
from tournaments import formats
from tournaments.models import Entry, Tournament
from tournaments.standings import totals
from tournaments.standings.decided import decisions
from tournaments.standings.totals import NO_CREDIT, NOTHING, Credit, Total

RANKED_KINDS = (Entry.Kind.PLAYER, Entry.Kind.TEAM)


class Row(NamedTuple):
    """A line of the standings. `points` is what ranks; `above` the entry next above, `gap` by how much.

    `pegged` includes `credited`, the declared points of `byes` sat out and games `missed`. `awards` are
    games that were not played out: forfeits, no-shows, abandoned games.
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
    shared_with: tuple[int, ...] = ()
    above: int | None = None
    gap: int = 0
    decision: Decision | None = None

    @property
    def shared(self) -> bool:
        """Whether somebody else stands at the same rank."""
        return bool(self.shared_with)


@dataclass(frozen=True)
class Standings:
    """Standings of a tournament as of a version, through a round, ranked by `rank_by`."""

    version: int
    through_round: int
    rounds: int
    rows: list[Row] = field(default_factory=list)
    rank_by: str = "pegged"
    has_match_points: bool = False

    @cached_property
    def by_number(self) -> dict[int, Row]:
        """The rows by entry number."""
        return {row.number: row for row in self.rows}


def standings(
    tournament: Tournament,
    upto: int | None = None,
    through_round: int | None = None,
    *,
    settled_only: bool = False,
) -> Standings:
    """The standings now, or as of version `upto`, or counting rounds up to `through_round` only.

    Credits for byes and missed games count once their round is closed; the house player is not ranked.
    `settled_only` leaves out results that are in dispute: what the public may see.
    """
    stage = tournament.stages.get(order=1)
    earned = totals.replayed if upto is not None else totals.cached
    earned_by = earned(stage, upto, through_round, settled_only)
    closed = totals.closed_rounds(stage, through_round)
    credits = totals.credits(stage, closed, earned_by)
    criteria = formats.FORMATS[stage.rules["format"]].criteria(stage.rules)
    decided = {} if through_round is not None else decisions(tournament, upto=upto)
    rows = _rows(_people(tournament), earned_by, credits, criteria, decided)
    return Standings(
        version=tournament.version if upto is None else upto,
        through_round=through_round or len(closed),
        rounds=stage.rules["rounds"],
        rows=rows,
        rank_by=criteria[0],
        has_match_points=stage.rules["match_points"] is not None,
    )


def _people(tournament: Tournament) -> list[tuple[int, int, str, str]]:
    return list(
        tournament.entries.filter(kind__in=RANKED_KINDS)
        .values_list("pk", "number", "name", "club")
        .order_by()
    )


def _rows(
    people: list[tuple[int, int, str, str]],
    earned_by: dict[int, Total],
    credits: dict[int, Credit],
    criteria: list[str],
    decided: dict[int, Decision],
) -> list[Row]:
    full, known = {}, {}
    for pk, number, name, club in people:
        total, credit = earned_by.get(pk, NOTHING), credits.get(pk, NO_CREDIT)
        full[number] = total._replace(pegged=total.pegged + credit.points) if credit.points else total
        known[number] = (name, club, credit)
    positions = [Total._fields.index(name) for name in criteria]
    keys = {number: tuple([total[at] for at in positions]) for number, total in full.items()}
    rows = []
    for place, number, *why in ranking.rank_keys(keys, decided):
        name, club, credit = known[number]
        total = full[number]
        rows.append(Row(place, number, name, club, keys[number][0], *total[:6], *credit, total.awards, *why))
    return rows
