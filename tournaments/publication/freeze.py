"""Standings frozen at a version: what was announced stays what was announced."""

import hashlib
import json
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from scoring.ranking import Decision
from tournaments import acts, formats
from tournaments.models import Publication, Stage, Tournament, User
from tournaments.models.tournament import locked
from tournaments.standings import Row, Standings, standings

CODE_VERSION = "1"


def publish(tournament: Tournament, *, official: bool, by: User | None) -> Publication:
    """Freeze the standings as they are. An official one ends the day; a later one replaces it."""
    with locked(tournament.pk) as tournament:
        now = standings(tournament)
        act = acts.record(
            tournament, "publish", {"official": official, "through_round": now.through_round}, by=by
        )
        frozen = standings(tournament, upto=act.version)
        rows = [_frozen(row) for row in frozen.rows]
        publication = Publication.objects.create(
            tournament=tournament,
            version=act.version,
            through_round=frozen.through_round,
            official=official,
            rows=rows,
            inputs_hash=hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest(),
            code_version=CODE_VERSION,
            act=act,
            at=timezone.now(),
        )
        tournament.publications.filter(replaced_by=None).exclude(pk=publication.pk).update(
            replaced_by=publication
        )
        if official:
            tournament.stages.exclude(state=Stage.State.VOID).update(state=Stage.State.FINISHED)
        return publication


def official(tournament: Tournament) -> Publication | None:
    """The publication that is official, or None while the day goes on."""
    return tournament.publications.filter(official=True, replaced_by=None).order_by("-version").first()


def read(publication: Publication) -> Standings:
    """A publication as standings, to be shown like live ones."""
    rules = publication.tournament.stages.get(order=1).rules
    return Standings(
        publication.version,
        publication.through_round or 0,
        rules["rounds"],
        [_thawed(row) for row in publication.rows],
        rank_by=rules["rank_by"],
        has_match_points=rules["match_points"] is not None,
        criteria=tuple(formats.of(rules).criteria(rules)),
        game=rules["game"],
    )


def _frozen(row: Row) -> dict[str, Any]:
    return row._asdict() | {"decision": asdict(row.decision) if row.decision else None}


def _thawed(frozen: dict[str, Any]) -> Row:
    decision = frozen["decision"]
    if decision:
        decision = Decision(decision["place"], decision["code"], tuple(decision["args"]))
    return Row(**{**frozen, "decision": decision, "tied": tuple(frozen["tied"])})
