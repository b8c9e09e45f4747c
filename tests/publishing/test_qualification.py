"""Qualification by the official standings: places, replacements, ties and decisions."""

import pytest

from scoring import DomainError
from tests import factories
from tournaments.common import audit_log
from tournaments.models import Tournament
from tournaments.publishing import publications, qualification, reopening
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
    """Return standings of people numbered from 1 with these ranks."""
    rows = [
        Row(rank, at, f"Nº {at}", "", 0, 0, 0, 0, 0, 0, 0, out=at in out)
        for at, rank in enumerate(ranks, start=1)
    ]
    return Standings(1, 1, 1, rows, game="cribbage")


def states(places: int, ranks: tuple[int, ...], **decided: str) -> str:
    """Return the first letter of the state of each person; decisions are given by `n` and the number."""
    known = {(0, int(who[1:])): Decision(1, answer) for who, answer in decided.items()}
    group = qualification.fill_group(0, "", standings_of(*ranks), places, known)
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


def test_removed_players_are_no_candidates():
    group = qualification.fill_group(0, "", standings_of(1, 2, 3, out=(1,)), 1, {})
    assert [(one.row.number, one.state) for one in group.candidates] == [(2, PLACED), (3, NEXT)]


@pytest.fixture
def tournament() -> Tournament:
    made = factories.tournament(6, rounds=1)
    factories.play_round(made, 1)
    publications.publish(made, official=True, by=None)
    qualification.save_rule(made, Rule(2, TOGETHER), by=None)
    return made


def current_groups(tournament: Tournament) -> list[qualification.Group]:
    tournament.refresh_from_db()
    publication = publications.official_publication(tournament)
    assert publication
    return qualification.groups(tournament, publications.published_standings(publication))


def numbers(group: qualification.Group, state: str) -> list[int]:
    return [one.row.number for one in group.in_state(state)]


def test_declined_place_goes_to_next_and_can_be_undone(tournament):
    (before,) = current_groups(tournament)
    first = before.candidates[0].row.number
    act = qualification.decide(tournament, 0, first, DECLINED, by=None)
    assert act
    (after,) = current_groups(tournament)
    assert first in numbers(after, GONE)
    assert qualification.decide(tournament, 0, first, DECLINED, by=None) is None
    audit_log.undo(act, by=None)
    assert current_groups(tournament) == [before]


def test_only_tied_players_can_be_chosen(tournament):
    (group,) = current_groups(tournament)
    level = numbers(group, LEVEL)
    others = [one.row.number for one in group.candidates if one.state != LEVEL]
    for number in [*others, 99, 0]:
        with pytest.raises(DomainError, match="look_again"):
            qualification.decide(tournament, 0, number, CHOSEN, by=None)
    for number in level[: group.open]:
        qualification.decide(tournament, 0, number, CHOSEN, by=None)
    assert [one.open for one in current_groups(tournament)] == [0]


@pytest.mark.parametrize("answer", ["", "x", "CHOSEN", "placed"])
def test_unknown_decisions_are_refused(tournament, answer):
    with pytest.raises(DomainError, match="look_again"):
        qualification.decide(tournament, 0, 1, answer, by=None)


def test_nothing_is_decided_before_the_standings_are_official(tournament):
    reopening.reopen(tournament, seen=reopening.ending(tournament).identity, by=None)
    with pytest.raises(DomainError, match="not_official_yet"):
        qualification.decide(tournament, 0, 1, DECLINED, by=None)


@pytest.mark.parametrize("rule", [Rule(0, TOGETHER), Rule(10**6, TOGETHER), Rule(1, "x")])
def test_invalid_rule_is_refused(tournament, rule):
    with pytest.raises(DomainError, match="qualification_places"):
        qualification.save_rule(tournament, rule, by=None)


def test_each_category_and_each_club_have_their_places(tournament):
    categories.save_categories(tournament, [(None, "Femmes", True), (None, "Mixte", True)], by=None)
    for number in (1, 2, 3):
        entry = factories.entry(tournament, number)
        edit_entry(entry, entry.name, categories=[1, 2] if number == 1 else [1])
    qualification.save_rule(tournament, Rule(1, BY_CATEGORY), by=None)
    women, mixed = current_groups(tournament)
    assert [one.row.number for one in mixed.candidates] == [1]
    assert {one.row.number for one in women.candidates} == {1, 2, 3}
    qualification.decide(tournament, mixed.category, 1, DECLINED, by=None)
    women_after, mixed_after = current_groups(tournament)
    assert (women_after, numbers(mixed_after, GONE)) == (women, [1])
    qualification.save_rule(tournament, Rule(1, BY_CLUB), by=None)
    clubs = current_groups(tournament)
    assert sum(len(one.candidates) for one in clubs) == 6
    assert len(clubs) == len({one.row.club for group in clubs for one in group.candidates})


def test_a_copy_carries_the_rule_and_the_decisions(tournament):
    (group,) = current_groups(tournament)
    qualification.decide(tournament, 0, group.candidates[0].row.number, DECLINED, by=None)
    before = current_groups(tournament)
    new = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    publication = publications.official_publication(new)
    assert publication
    after = qualification.groups(new, publications.published_standings(publication))
    assert [[one.state for one in group.candidates] for group in after] == [
        [one.state for one in group.candidates] for group in before
    ]
