"""Qualification for the next tournament by the official standings: places, decisions, replacements.

The first of all, of each category or of each club have a place. Only the rule and the decisions are stored,
the decisions as acts: a person declines or confirms, or is chosen among those who are level at the last
place. Who has a place follows from them and from the official standings whenever it is read.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Act, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.publishing import prizes, publications
from tournaments.registration import categories, club_key
from tournaments.standings import Row, Standings, standings_subset

KEY, DECIDED = "qualification", "qualify"
TOGETHER, BY_CATEGORY, BY_CLUB = "all", "category", "club"
WAYS = (TOGETHER, BY_CATEGORY, BY_CLUB)
DECLINED, CONFIRMED, CHOSEN = "declined", "confirmed", "chosen"
ANSWERS = (DECLINED, CONFIRMED, CHOSEN)
PLACED, LEVEL, NEXT, GONE = "placed", "level", "next", "gone"
EVERYBODY = prizes.EVERYBODY
MAX_PLACES = MAX_PEOPLE


class Rule(NamedTuple):
    """The number of places, for all together, for each category or for each club."""

    places: int
    per: str


class Decision(NamedTuple):
    """A decision about a person; `act` is the version of its act."""

    act: int
    answer: str


class Candidate(NamedTuple):
    """A person in the order of the standings: placed, level at the last place, next, or gone."""

    row: Row
    state: str
    decision: Decision | None = None

    @property
    def answer(self) -> str:
        """Return what was decided about the person; "" if nothing was."""
        return self.decision.answer if self.decision else ""


class Group(NamedTuple):
    """The people who compete for the same places; `open` is how many of these are not given.

    `category` is 0 where there are no categories; `name` is that of the category or of the club.
    """

    category: int
    name: str
    candidates: tuple[Candidate, ...]
    open: int

    def in_state(self, state: str) -> list[Candidate]:
        """Return the candidates in a state, in their order."""
        return [one for one in self.candidates if one.state == state]


Key = tuple[int, int]  # category and number


def rule_of(tournament: Tournament) -> Rule | None:
    """Return the rule of a tournament; None if there is no qualification."""
    kept = tournament.settings.get(KEY)
    return Rule(**kept) if kept else None


def save_rule(tournament: Tournament, rule: Rule | None, *, by: User | None) -> None:
    """Save the rule, or that there is none. Raises `DomainError`."""
    if rule and (not 1 <= rule.places <= MAX_PLACES or rule.per not in WAYS):
        raise DomainError("qualification_places", most=MAX_PLACES)
    with locked(tournament) as current:
        kept = rule and rule._asdict()
        if kept != current.settings.get(KEY):
            current.save_settings(**{KEY: kept})
            audit_log.record(current, KEY, {"places": rule.places if rule else 0}, by=by)


def decisions(tournament: Tournament) -> dict[Key, Decision]:
    """Return the last decision about each person in each category that was not taken back."""
    written = tournament.acts.filter(kind=DECIDED, undone_by=None).order_by("version")
    return {
        (args["category"], args["entry"]): Decision(version, args["answer"])
        for version, args in written.values_list("version", "args")
    }


def groups(tournament: Tournament, shown: Standings) -> list[Group]:
    """Return those who go on by these standings, and those who come next, group by group."""
    rule = rule_of(tournament)
    if rule is None:
        return []
    decided = decisions(tournament)
    return [
        fill_group(category, name, own, rule.places, decided)
        for category, name, own in _group_standings(tournament, shown, rule.per)
    ]


def _group_standings(
    tournament: Tournament, shown: Standings, per: str
) -> Iterator[tuple[int, str, Standings]]:
    """Yield the category, the name and the standings of each group."""
    if per == TOGETHER:
        yield EVERYBODY, "", shown
    elif per == BY_CATEGORY:
        held = prizes.members(tournament)
        for one in categories.categories_of(tournament):
            yield one.id, one.name, standings_subset(shown, held[one.id])
    else:
        by_club: dict[str, list[Row]] = {}
        for row in shown.rows:
            by_club.setdefault(club_key(row.club), []).append(row)
        for _key, rows in sorted(by_club.items()):
            yield EVERYBODY, rows[0].club, standings_subset(shown, [row.number for row in rows])


def fill_group(
    category: int, name: str, shown: Standings, places: int, decided: Mapping[Key, Decision]
) -> Group:
    """Give the places of a group in the order of the standings.

    Where more people are level than places are left, only those who were chosen, or have confirmed, get one.
    Those who were taken out of the standings are no candidates.
    """
    candidates: list[Candidate] = []
    free = places
    for _rank, level in groupby((row for row in shown.rows if not row.out), lambda row: row.rank):
        answers = [(row, decided.get((category, row.number))) for row in level]
        alive = [row for row, one in answers if one is None or one.answer != DECLINED]
        wanted = [row for row, one in answers if one and one.answer in (CHOSEN, CONFIRMED)]
        chosen = alive if len(alive) <= free else wanted[:free]
        others = NEXT if len(chosen) == free else LEVEL
        for row, one in answers:
            state = PLACED if row in chosen else others if row in alive else GONE
            candidates.append(Candidate(row, state, one))
        # No one passes those who are level: their places stay open until they are given.
        free = free - len(chosen) if len(alive) <= free or others == NEXT else 0
    placed = sum(one.state == PLACED for one in candidates)
    return Group(category, name, tuple(candidates), places - placed)


def decide(tournament: Tournament, category: int, number: int, answer: str, *, by: User | None) -> Act | None:
    """Write down that a person declines, confirms or is chosen; None if it is written already.

    Raises `DomainError` before the standings are official, and for a person of whom that cannot be decided.
    """
    with locked(tournament) as current:
        publication = publications.official_publication(current)
        if publication is None:
            raise DomainError("not_official_yet")
        found = next(
            _candidates_of(groups(current, publications.published_standings(publication)), category, number),
            None,
        )
        if found is None or not _can_answer(found, answer):
            raise DomainError("look_again")
        if found.answer == answer:
            return None
        args = {"entry": number, "category": category, "answer": answer}
        return audit_log.record(current, DECIDED, args, by=by, inverse={})


def _candidates_of(found: Sequence[Group], category: int, number: int) -> Iterator[Candidate]:
    for group in found:
        if group.category == category:
            yield from (one for one in group.candidates if one.row.number == number)


def _can_answer(candidate: Candidate, answer: str) -> bool:
    if answer not in ANSWERS or answer == DECLINED:
        return answer == DECLINED
    return candidate.state == {CONFIRMED: PLACED, CHOSEN: LEVEL}.get(answer) or candidate.answer == answer


audit_log.undoes(DECIDED)(audit_log.no_further_undo)
