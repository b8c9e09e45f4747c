"""Who goes on by the official standings: places, replacements, people who are level, and decisions."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.common import audit_log
from tournaments.models import Tournament
from tournaments.publishing import qualification, reopening, snapshot
from tournaments.publishing.qualification import (
    BY_CATEGORY,
    BY_CLUB,
    CHOSEN,
    CONFIRMED,
    DECLINED,
    GONE,
    LEVEL,
    NEXT,
    PLACED,
    TOGETHER,
    Decision,
    Rule,
)
from tournaments.registration import categories, edit_entry
from tournaments.standings import Row, Standings
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


def standings_of(*ranks: int, out: tuple[int, ...] = ()) -> Standings:
    """Standings of people numbered from 1 with these ranks."""
    rows = [
        Row(rank, at, f"Nº {at}", "", 0, 0, 0, 0, 0, 0, 0, out=at in out)
        for at, rank in enumerate(ranks, start=1)
    ]
    return Standings(1, 1, 1, rows, game="cribbage")


def states(places: int, ranks: tuple[int, ...], **decided: str) -> str:
    """The first letter of the state of each person; decisions by `n` and the number."""
    known = {(0, int(who[1:])): Decision(1, answer) for who, answer in decided.items()}
    group = qualification.filled(0, "", standings_of(*ranks), places, known)
    return "".join(one.state[0] for one in group.candidates) + str(group.open)


@pytest.mark.parametrize(
    ("places", "ranks", "decided", "expected"),
    [
        (2, (1, 2, 3, 4), {}, "ppnn0"),
        (2, (1, 2, 3, 4), {"n1": DECLINED}, "gppn0"),
        (2, (1, 2, 3, 4), {"n3": DECLINED}, "ppgn0"),
        (2, (1, 2, 3, 4), {"n1": DECLINED, "n2": DECLINED, "n3": DECLINED}, "gggp1"),
        (2, (1, 2, 2, 4), {}, "plln1"),
        (2, (1, 2, 2, 4), {"n3": CHOSEN}, "pnpn0"),
        (2, (1, 2, 2, 4), {"n3": CONFIRMED}, "pnpn0"),
        (2, (1, 2, 2, 4), {"n2": DECLINED}, "pgpn0"),
        (2, (1, 2, 2, 4), {"n1": DECLINED}, "gppn0"),
        (2, (1, 2, 2, 2), {"n2": CHOSEN}, "ppnn0"),
        (3, (1, 2, 2, 2, 5), {"n2": CHOSEN}, "pplln1"),
        (3, (1, 2, 2, 2, 5), {"n2": CHOSEN, "n4": CHOSEN}, "ppnpn0"),
        (1, (1, 1, 1), {}, "lll1"),
        (1, (1, 1, 1), {"n1": DECLINED, "n2": DECLINED}, "ggp0"),
        (5, (1, 2), {}, "pp3"),
        (1, (1, 2), {"n2": CONFIRMED}, "pn0"),
    ],
)
def test_places_follow_the_standings_and_the_decisions(places, ranks, decided, expected):
    assert states(places, ranks, **decided) == expected


def test_those_who_were_taken_out_are_no_candidates():
    group = qualification.filled(0, "", standings_of(1, 2, 3, out=(1,)), 1, {})
    assert [(one.row.number, one.state) for one in group.candidates] == [(2, PLACED), (3, NEXT)]


@pytest.fixture
def day() -> Tournament:
    made = factories.tournament(6, rounds=1)
    factories.play_round(made, 1)
    snapshot.publish(made, official=True, by=None)
    qualification.keep(made, Rule(2, TOGETHER), by=None)
    return made


def found(day: Tournament) -> list[qualification.Group]:
    day.refresh_from_db()
    publication = snapshot.official(day)
    assert publication
    return qualification.groups(day, snapshot.published_standings(publication))


def numbers(group: qualification.Group, state: str) -> list[int]:
    return [one.row.number for one in group.in_state(state)]


def test_a_refusal_lets_the_next_go_on_and_can_be_taken_back(day):
    (before,) = found(day)
    first = before.candidates[0].row.number
    act = qualification.decide(day, 0, first, DECLINED, by=None)
    assert act
    (after,) = found(day)
    assert first in numbers(after, GONE)
    assert qualification.decide(day, 0, first, DECLINED, by=None) is None
    audit_log.undo(act, by=None)
    assert found(day) == [before]


def test_only_people_who_are_level_are_chosen(day):
    (group,) = found(day)
    level = numbers(group, LEVEL)
    others = [one.row.number for one in group.candidates if one.state != LEVEL]
    for number in [*others, 99, 0]:
        with pytest.raises(DomainError, match="look_again"):
            qualification.decide(day, 0, number, CHOSEN, by=None)
    for number in level[: group.open]:
        qualification.decide(day, 0, number, CHOSEN, by=None)
    assert [one.open for one in found(day)] == [0]


@pytest.mark.parametrize("answer", ["", "x", "CHOSEN", "placed"])
def test_unknown_decisions_are_refused(day, answer):
    with pytest.raises(DomainError, match="look_again"):
        qualification.decide(day, 0, 1, answer, by=None)


def test_nothing_is_decided_before_the_standings_are_official(day):
    reopening.reopen(day, seen=reopening.ending(day).identity, by=None)
    with pytest.raises(DomainError, match="not_official_yet"):
        qualification.decide(day, 0, 1, DECLINED, by=None)


@pytest.mark.parametrize("rule", [Rule(0, TOGETHER), Rule(10**6, TOGETHER), Rule(1, "x")])
def test_a_rule_that_cannot_be_is_refused(day, rule):
    with pytest.raises(DomainError, match="qualification_places"):
        qualification.keep(day, rule, by=None)


def test_each_category_and_each_club_have_their_places(day):
    categories.save_categories(day, [(None, "Femmes", True), (None, "Mixte", True)], by=None)
    for number in (1, 2, 3):
        entry = factories.entry(day, number)
        edit_entry(entry, entry.name, categories=[1, 2] if number == 1 else [1])
    qualification.keep(day, Rule(1, BY_CATEGORY), by=None)
    women, mixed = found(day)
    assert [one.row.number for one in mixed.candidates] == [1]
    assert {one.row.number for one in women.candidates} == {1, 2, 3}
    qualification.decide(day, mixed.category, 1, DECLINED, by=None)
    women_after, mixed_after = found(day)
    assert (women_after, numbers(mixed_after, GONE)) == (women, [1])
    qualification.keep(day, Rule(1, BY_CLUB), by=None)
    clubs = found(day)
    assert sum(len(one.candidates) for one in clubs) == 6
    assert len(clubs) == len({one.row.club for group in clubs for one in group.candidates})


def test_a_copy_carries_the_rule_and_the_decisions(day):
    (group,) = found(day)
    qualification.decide(day, 0, group.candidates[0].row.number, DECLINED, by=None)
    before = found(day)
    new = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(day))), by=None)
    publication = snapshot.official(new)
    assert publication
    after = qualification.groups(new, snapshot.published_standings(publication))
    assert [[one.state for one in group.candidates] for group in after] == [
        [one.state for one in group.candidates] for group in before
    ]
