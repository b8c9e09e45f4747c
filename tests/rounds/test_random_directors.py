"""Random days of a director, in any format: nothing is stuck, and the standings agree with a recount."""

import random
from collections import Counter

import pytest

from scoring import DomainError
from scoring import match as matches
from scoring.games import GAMES
from tests import factories
from tests.rounds.seated_as_played import assert_copy_round_trips
from tests.samples import SWEEP_FACTOR
from tournaments import formats, registration, rounds
from tournaments.common import audit_log
from tournaments.finals import medals, playoffs, playoffs_validation
from tournaments.models import Meeting, Round, Seat, Tournament
from tournaments.pairing.values import NoSeating
from tournaments.publishing import card_audit, publications, reopening
from tournaments.rounds import scores, stages
from tournaments.rounds.scores import desk
from tournaments.standings import cards, standings
from tournaments.transfer import simulated_tournament

pytestmark = pytest.mark.django_db
STEPS = 20
COUNTED = ("pegged", "match_points", "won", "spread", "value", "played")
SAMPLE = (
    "cribbage-knock-out",
    "timed-round-robin",
    "cribbage-teams",
    "gin-three",
    "set-of-five",
    "acc-swiss",
)
CASES = (
    [(key, seed) for key in formats.KEYS for seed in range(SWEEP_FACTOR)]
    if SWEEP_FACTOR > 1
    else [(key, 1) for key in SAMPLE]
)


class Director:
    """A director who does one thing after another; what is refused changes nothing."""

    def __init__(self, key: str, seed: int):
        self.chance = random.Random(f"{key} {seed}")
        shipped, chance = formats.rules(key), self.chance
        players = shipped["at_table"] + chance.randint(1, 5)
        declared = {"missed": 10, "withdrawn": chance.choice(["stand", "removed"])}
        if shipped["rounds"]:
            declared |= {"rounds": max(shipped["rounds_allowed"][0], 3), "breaks": []}
        if chance.random() < 0.4 and shipped["rounds"]:
            declared["playoffs"] = formats.playoffs("first", count=chance.choice([2, 3]), games=1)
        self.tournament = simulated_tournament.set_up(
            players, seed=seed, by=None, house_name="Maison", format_key=key, away=2,
            **factories.TOURNAMENT_FIELDS, **declared,
        )  # fmt: skip
        self.tournament.save_settings(house_name="Maison")
        self.nonces = 0

    @property
    def stage(self):
        return stages.qualifying(self.tournament)

    def reload(self):
        self.tournament = Tournament.objects.get(pk=self.tournament.pk)

    def about(self):
        """Return the arguments of a new line: a nonce of its own, and that every line was seen."""
        self.nonces += 1
        return {"nonce": f"line {self.nonces}", "seen": self.tournament.last_line, "user": None}

    def played(self, *states):
        """Return the meetings of two sides or more in rounds of these states."""
        found = Meeting.objects.filter(
            round__stage__tournament=self.tournament, round__state__in=states, void_act=None
        ).exclude(round__stage__state="void")
        two = found.filter(seats__side=1).distinct().order_by("pk")
        return list(two.select_related("round__stage__tournament", "place"))

    def fill(self, meeting):
        """Enter what is missing of a match, and rule on what is in dispute."""
        for game in range(1, meeting.games_planned + 1):
            if disputing := getattr(scores.current_result(meeting, game), "disputing", ()):
                self.reload()
                desk.rule_on_dispute(meeting, game=game, line=disputing[0], **self.about())
        while not scores.match_state(meeting, scores.sides_of(meeting)).over:
            missing = set(range(1, 40)) - set(meeting.results.values_list("game", flat=True))
            self.nonces += 1
            simulated_tournament.enter_game(meeting, min(missing), self.chance, None, f"line {self.nonces}")

    # What a director can do

    def seat(self):
        rounds.seat(self.stage, registration.next_round_number(self.tournament), by=None)

    def open(self):
        for round_ in Round.objects.filter(stage=self.stage, state="seated"):
            rounds.open_round(round_, by=None)

    def close(self):
        for round_ in Round.objects.filter(stage=self.stage, state="open"):
            rounds.close_round(round_, by=None)

    def enter(self):
        for meeting in self.played("open"):
            self.fill(meeting)

    def correct(self):
        for meeting in self.chance.sample(found := self.played("open", "closed"), min(1, len(found))):
            sides = len(scores.sides_of(meeting))
            data = GAMES[self.stage.game].simulated_data(self.chance, meeting.round.stage.rules, sides)
            desk.correct_result(meeting, game=1, data=data, **self.about())

    def take_out(self):
        for meeting in self.chance.sample(found := self.played("open"), min(1, len(found))):
            desk.void_result(meeting, game=1, **self.about())

    def penalise(self):
        for meeting in self.chance.sample(found := self.played("open", "closed"), min(1, len(found))):
            number = self.chance.choice(scores.sides_of(meeting))[0]
            takes = scores.PenaltyEffect(self.chance.choice(["points", "game"]), 7)
            ruling = {"number": number, "takes": takes, "why": {"words": "Retard"}, "user": None}
            scores.penalise(meeting, game=1, nonce=self.about()["nonce"], **ruling)

    def swap(self):
        for round_ in Round.objects.filter(stage=self.stage, state__in=("seated", "open")):
            seats = Seat.objects.filter(meeting__round=round_, meeting__void_act=None)
            rounds.swap(
                round_, *self.chance.sample(sorted(seats.values_list("entry__number", flat=True)), 2), by=None
            )

    def leave(self):
        entry = self.chance.choice(list(self.tournament.entries.exclude(kind="house").order_by("number")))
        registration.withdraw(entry, from_round=registration.next_round_number(self.tournament), by=None)

    def return_(self):
        number = registration.next_round_number(self.tournament)
        here = registration.keys_of_present(self.tournament, number)
        gone = self.tournament.entries.exclude(kind="house").exclude(pk__in=here).order_by("number")
        for entry in gone[:1]:
            registration.come_back(entry, from_round=number, by=None)

    def declare(self):
        rule = self.chance.choice(["missed", "bye_credit"])
        stages.change_rules(self.stage, {rule: self.chance.randint(0, 20)}, by=None)

    def end_early(self):
        stages.end_early(self.stage, stages.early_end(self.stage), by=None)

    def undo(self):
        if act := audit_log.last_undoable(self.tournament):
            audit_log.undo(act, by=None)

    DAY = (seat, open, enter, close)
    OTHERS = (correct, take_out, penalise, swap, leave, return_, declare, end_early, undo)

    def step(self):
        self.reload()
        kind = self.DAY if self.chance.random() < 0.6 else self.OTHERS
        try:
            self.chance.choice(kind)(self)
        except (DomainError, NoSeating):
            return
        self.reload()
        check(self.tournament)

    def finish(self):
        """Go on until the standings are official, as a director can whatever happened."""
        for _attempt in range(60):
            self.reload()
            if Round.objects.filter(stage=self.stage, state__in=("seated", "open")).exists():
                self.open()
                self.enter()
                self.close()
            elif medals.games_left(self.tournament):
                self.go_on()
            elif later := [one for one in self.played("open") if one.round.stage.order > 1]:
                self.fill(later[0])
            elif self.is_official():
                return
        raise AssertionError("the day does not end")

    def go_on(self):
        try:
            self.seat()
        except (DomainError, NoSeating):
            (self.end_early if stages.early_end(self.stage) else self.return_)()

    def is_official(self) -> bool:
        """Make the standings official, or begin what comes before."""
        for meeting in self.played("open", "closed"):
            self.fill(meeting)
        asked = playoffs.declared_rules(self.tournament)
        if asked and not playoffs.playoff_stage(self.tournament):
            field = playoffs.playoff_field(self.tournament)
            if playoffs.start_obstacle(self.tournament, field):  # fewer are left than a bracket needs
                stages.change_rules(self.stage, {"playoffs": None}, by=None)
            else:
                playoffs.start_playoffs(self.tournament, seed=3, by=None)
            return False
        for stage in medals.obsolete_stages(self.tournament):
            medals.withdraw(self.tournament, stage.order, by=None)
        if not asked and medals.ties_without_matches(self.tournament):
            medals.create(self.tournament, seed=3, by=None)
            return False
        self.reload()
        assert card_audit.official_obstacles(self.tournament, []) == []
        publications.publish(self.tournament, official=True, by=None)
        return True


def check(tournament):
    """Compare the standings with a replay, a recount, the cards and what was published."""
    shown = standings(tournament)
    assert scores.rebuild(tournament, check=True) == []
    assert standings(tournament, upto=tournament.version).rows == shown.rows
    assert playoffs_validation.playoff_faults(tournament) == []
    assert not any(publications.differs(one) for one in tournament.publications.all())
    recount(tournament, shown)
    for number, rows in cards(tournament).items():
        if row := shown.by_number.get(number):
            totals = [one.total for one in rows if one.total is not None]
            assert (totals or [0])[-1] == shown.card_total(row)
    for act in tournament.acts.all():
        audit_log.undo_obstacle(act)


def recount(tournament, shown):
    """Add up the games, byes, missed games and penalties of each player, one after another."""
    stage, sums, seated, alone = stages.qualifying(tournament), Counter(), Counter(), Counter()
    standing = Meeting.objects.filter(round__stage=stage, void_act=None).exclude(round__state="void")
    for meeting in standing.select_related("round"):
        sides, outcomes = scores.sides_of(meeting), []
        for number in (number for side in sides for number in side):
            seated[number, meeting.round.number] += 1
            alone[number, meeting.round.number] += len(sides) == 1
        for game in range(1, meeting.games_planned + 1):
            data = scores.current_result(meeting, game).data
            if data and not matches.state(matches.read_match(stage.rules), outcomes, len(sides)).over:
                values = GAMES[stage.game].side_values(data, stage.rules, meeting.games_planned)
                outcomes.append(matches.outcome(values))
                for side, value in zip(sides, values, strict=True):
                    for number in side:
                        sums.update({(number, name): int(getattr(value, name)) for name in COUNTED})
    closed = set(stage.rounds.filter(state="closed").values_list("number", flat=True))
    for row in shown.rows:
        byes = sum(bool(alone[row.number, at]) for at in closed)
        missed = sum(not seated[row.number, at] for at in closed)
        credit = byes * (stage.rules["bye_credit"] or 0) + missed * stage.rules["missed"]
        sums[row.number, stage.rules["credited"]] += credit
        sums[row.number, stage.rules["penalised"]] -= row.penalty
        assert (row.byes, row.missed, row.credited) == (byes, missed, credit)
        assert [getattr(row, name) for name in COUNTED] == [sums[row.number, name] for name in COUNTED]


@pytest.mark.parametrize(("key", "seed"), CASES)
def test_random_days_end_with_official_standings(key, seed):
    director = Director(key, seed)
    for _again in range(2):
        for _step in range(STEPS):
            director.step()
        director.finish()
        director.reload()
        check(director.tournament)
        ending = reopening.ending(director.tournament)
        reopening.reopen(director.tournament, seen=ending.identity, by=None)
        director.reload()
        check(director.tournament)
    assert_copy_round_trips(director.tournament)
