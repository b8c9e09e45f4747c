"""Dry runs: a tournament is rehearsed some hundred times in the background before it is played.

A job holds the plan (the people, the number of tables, the rules), then the report; its file is the report on
paper. A dry run writes nothing into a tournament: no act, no round, no line.
"""

import json
import time
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import DomainError, boards
from tournaments import registration, rounds
from tournaments.common import jobs
from tournaments.common.competitors import declared_kind
from tournaments.common.messages.sentences import Sentence
from tournaments.models import Job, Tournament, User
from tournaments.pairing import boards as team_boards
from tournaments.pairing import pairing_systems
from tournaments.pairing.feasibility import Feasibility, stage_feasibility
from tournaments.pairing.preconditions import MAX_PEOPLE
from tournaments.pairing.simulation import Plan, Report, rehearse
from tournaments.pairing.values import Person, SideScore
from tournaments.publishing.explain import join_names
from tournaments.publishing.papers.paper_types import tournament_header
from tournaments.rounds import stages

KIND = "prove"
MAX_SECONDS = 90  # seconds; then the rehearsal that is running is the last one


@dataclass(frozen=True)
class DryRunRequest:
    """The request for a dry run: the people to seat, the rules, and the heading for the paper."""

    people: tuple[Person, ...]
    rules: dict[str, Any]
    tables: int
    name: str
    place: str
    day: date
    paper: str


def request_from_rules(
    rules: dict[str, Any], players: int, name: str, place: str, day: date, paper: str
) -> DryRunRequest:
    """Return a request for the expected number of players, under the rules that are typed so far."""
    people = [Person(number) for number in range(1, players + 1)]
    if players % 2 and rules["odd"] == "house":
        people.append(Person(players + 1, house=True))
    return DryRunRequest(tuple(people), rules, rules["tables"], name, place, day, paper)


def request_from_entries(tournament: Tournament) -> DryRunRequest:
    """Return a request for the people who are entered, with fixed seats and wishes to be kept apart.

    Raises `DomainError`.
    """
    stage = stages.qualifying(tournament)
    people = tuple(rounds.people(stage, registration.next_round_number(tournament)))
    return DryRunRequest(
        people,
        stage.rules,
        tournament.places.count(),
        tournament.name,
        tournament.place,
        tournament.date,
        tournament.paper,
    )


def feasibility_of(asked: DryRunRequest) -> Feasibility:
    """Return whether the tournament can be played at all, and under which conditions."""
    people = max(2, sum(not person.house for person in asked.people))
    return stage_feasibility(asked.rules, people, tables=asked.tables)


def plan(asked: DryRunRequest) -> Plan:
    """Return the request as the pairing reads it; teams that meet on boards are counted by their matches."""
    rules, each = asked.rules, boards.each(asked.rules)
    first = "won" if rules["criteria"][0] == "team_points" else rules["criteria"][0]
    tables = pairing_systems.Tables.from_rules(rules)
    counted = rules["credited"] == first or first not in SideScore._fields
    return Plan(
        tuple(team_boards.people_by_match(asked.people, each)),
        asked.tables // each,
        rules["rounds"],
        rules["movement"],
        three=tables.three,
        size=tables.size,
        by=first if first in SideScore._fields else "points",
        bye=int(rules["bye_credit"] or 0) if counted else 0,
        file=pairing_systems.seats_file_of(rules),
    )


def queue_dry_run(
    asked: DryRunRequest, *, by: User, seed: int, language: str, tournament: Tournament | None = None
) -> Job:
    """Queue a dry run; an unfinished one that `by` asked for before is cancelled.

    Raises `DomainError` for too few or too many people, or where the tournament is impossible.
    """
    players = sum(not person.house for person in asked.people)
    if players < 2:
        raise DomainError("too_few_players", players=players, kind=declared_kind(asked.rules))
    if players > MAX_PEOPLE:
        raise DomainError("proof_too_many", most=MAX_PEOPLE)
    if not feasibility_of(asked).possible:
        raise DomainError("proof_impossible")
    args = _job_args(asked) | {"language": language, "seed": seed, "user": by.pk}
    with transaction.atomic():
        for job in dry_runs_of(by, tournament).filter(state__in=jobs.UNFINISHED):
            jobs.cancel(job)
        job = Job.objects.create(
            tournament=tournament,
            kind=KIND,
            args=args,
            total=plan(asked).days,
            sent_at=jobs.initial_sent_at(),
        )
        transaction.on_commit(lambda: jobs.send(job))
    return job


def _job_args(asked: DryRunRequest) -> dict[str, Any]:
    """Return the request as the arguments of a job."""
    return {
        "people": [
            [
                *(person.number, list(person.fixed) if person.fixed else None, person.house),
                *(sorted(person.apart), person.apart_for, sorted(person.never)),
            ]
            for person in asked.people
        ],
        "rules": asked.rules,
        "tables": asked.tables,
        "name": asked.name,
        "place": asked.place,
        "date": asked.day.isoformat(),
        "paper": asked.paper,
    }


def matching_dry_run(asked: DryRunRequest, *, by: User) -> Job | None:
    """Return the last dry run of `by` without a tournament, if it is this request and was not cancelled."""
    job = dry_runs_of(by).first()
    wanted = json.loads(json.dumps(_job_args(asked)))
    return job if job and job.state != Job.State.CANCELLED and wanted.items() <= job.args.items() else None


def dry_runs_of(user: User, tournament: Tournament | None = None) -> Any:
    """Return the dry runs, the newest first: of a tournament by all users, without a tournament by `user`."""
    known = Job.objects.filter(kind=KIND, tournament=tournament)
    return known if tournament else known.filter(args__user=user.pk)


@jobs.job_task
def dry_run_job(job: Job) -> None:
    """Do the dry run of a job, and draw the paper."""
    from tournaments.papers.rules_wall import rules_wall

    asked = _parse_args(job)
    latest = time.monotonic() + MAX_SECONDS
    report = rehearse(
        plan(asked),
        seed=job.args["seed"],
        progress=jobs.reporter(job),
        enough=lambda: time.monotonic() > latest,
    )
    args = job.args | {"report": report.as_data()}
    Job.objects.filter(pk=job.pk, attempt=job.attempt).update(args=args)
    with translation.override(job.args["language"]):
        header = tournament_header(asked.name, asked.place, asked.day, asked.paper, asked.rules)
        rows = [(str(heading), str(sentence)) for heading, sentence in describe_report(report)]
        paper = rules_wall(header, rows, title=_("The day, rehearsed"))
        jobs.finish(job, paper, _("rehearsal") + ".pdf")


def _parse_args(job: Job) -> DryRunRequest:
    args = job.args
    people = tuple(
        Person(
            number,
            (fixed[0], fixed[1]) if fixed else None,
            house,
            frozenset(apart),
            apart_for=how[0] if how else 1,
            never=frozenset(how[1] if how else ()),
        )
        for number, fixed, house, apart, *how in args["people"]
    )
    day = date.fromisoformat(args["date"])
    return DryRunRequest(
        people, args["rules"], args["tables"], args["name"], args["place"], day, args["paper"]
    )


def report_of(job: Job) -> Report | None:
    """Return the report of a job, or None where it is not done."""
    data = job.args.get("report")
    return Report(**data) if data and job.state == Job.State.DONE else None


# Wording


def describe_report(report: Report) -> list[tuple[str, Sentence]]:
    """Return the report as (heading, sentence), the most important first."""
    rows = [
        (_("Rehearsed"), _rehearsal_sentence(report)),
        (_("Checked"), _fault_sentence(report)),
        *([(_("Not played to the end"), _unfinished_sentence(report))] if report.refused else []),
        (_("Meeting twice"), _rematch_sentence(report)),
        (_("Different opponents"), _opponent_sentence(report)),
        *([(_("Sitting out"), _turn_sentence(report.sat_out, "sits_out"))] if report.sat_out else []),
        *([(_("Table of three"), _turn_sentence(report.at_three, "three"))] if report.at_three else []),
        *([(_("Walking"), _walk_sentence(report))] if report.walks else []),
        (_("The best player"), _best_player_sentence(report)),
    ]
    return [(str(heading), sentence) for heading, sentence in rows]


def _rehearsal_sentence(report: Report) -> Sentence:
    words = ngettext(
        "%(count)d day of %(rounds)d games with %(people)d people.",
        "%(count)d days of %(rounds)d games with %(people)d people.",
        report.days,
    )
    return Sentence(words % {"count": report.days, "rounds": report.rounds, "people": report.people}, "days")


def _fault_sentence(report: Report) -> Sentence:
    if not report.faulty:
        return Sentence(_("Every game of every day was checked: no fault."), "no_fault")
    number, game, code = report.faults[0]
    words = ngettext(
        "A fault on %(count)d day, the first in game %(game)d of day %(day)d (%(code)s). Please report it.",
        "A fault on %(count)d days, the first in game %(game)d of day %(day)d (%(code)s). Please report it.",
        report.faulty,
    )
    return Sentence(words % {"count": report.faulty, "day": number, "game": game, "code": code}, "fault")


def _unfinished_sentence(report: Report) -> Sentence:
    count = sum(report.refused.values())
    words = ngettext(
        "On %(count)d day the games could not be seated to the last one.",
        "On %(count)d days the games could not be seated to the last one.",
        count,
    )
    sentence = words % {"count": count}
    if "apart_cannot_be" not in report.refused:
        return Sentence(sentence, "ended")
    why = _("People who must always be kept apart would have met.")
    return Sentence(f"{sentence} {why}", "ended_apart")


def _rematch_sentence(report: Report) -> Sentence:
    if not report.again_most:
        return Sentence(_("Nobody meets twice."), "nobody_twice")
    numbers = {
        "least": report.again_least,
        "most": report.again_most,
        "bound": report.again_bound,
        "times": report.met_most,
    }
    if report.again_least == report.again_most:
        words = ngettext(
            "%(most)d meeting of a day is between two who have met before",
            "%(most)d meetings of a day are between two who have met before",
            report.again_most,
        )
    else:
        words = _("%(least)d to %(most)d meetings of a day are between two who have met before")
    words += _("; fewer than %(bound)d is not possible") if report.again_bound else ""
    words += _("; nobody meets the same person more than %(times)d times.")
    return Sentence(words % numbers, "again")


def _opponent_sentence(report: Report) -> Sentence:
    numbers = {
        "least": report.opponents_least,
        "most": report.opponents_most,
        "bound": report.opponents_bound,
    }
    if report.opponents_least == report.opponents_bound:
        return Sentence(_("Each meets %(bound)d; more is not possible.") % numbers, "opponents_all")
    words = _("Each meets %(least)d to %(most)d; more than %(bound)d is not possible.")
    return Sentence(words % numbers, "opponents")


def _turn_sentence(turns: dict[str, int], code: str) -> Sentence:
    """Word how many people have a turn how often; those without a turn are left out."""
    parts = [
        ngettext("%(people)d person", "%(people)d people", people) % {"people": people}
        + " "
        + ngettext("once", "%(times)d times", int(times)) % {"times": int(times)}
        for times, people in turns.items()
        if int(times)
    ]
    return Sentence(join_names(parts, len(parts)) + ".", code)


def _walk_sentence(report: Report) -> Sentence:
    mean = number_format(round(Decimal(report.walked) / report.walks, 1), decimal_pos=1)
    words = ngettext(
        "The longest is %(count)d table; on average %(mean)s.",
        "The longest is %(count)d tables; on average %(mean)s.",
        report.walk_most,
    )
    return Sentence(words % {"count": report.walk_most, "mean": mean}, "walk")


def _best_player_sentence(report: Report) -> Sentence:
    words = _(
        "Among the first three on %(three)d days of %(days)d, first on %(first)d, if the best wins 6 games "
        "out of 10 against an average player."
    )
    numbers = {"three": report.first_three, "days": report.days, "first": report.first}
    return Sentence(words % numbers, "best")
