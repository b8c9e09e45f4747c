"""Standings frozen at a version: a publication never changes."""

import hashlib
import json
from dataclasses import asdict
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from scoring import two_cards
from scoring.criteria import CRITERIA
from scoring.ranking import Decision
from tournaments.common import audit_log
from tournaments.models import Act, Publication, Stage, Tournament, User
from tournaments.models.locking import locked
from tournaments.models.rows import attach_related, prepared
from tournaments.rounds import stages
from tournaments.standings import Row, Standings, card_total_field, cards_show_points_left, standings

CODE_VERSION = "3"
"""By which code rows were computed; it rises when they are counted in another way.

Codes 1 and 2 took out of the standings also who left after the last game, and gave those taken out 0 in each
criterion that single games add up to.
"""
CRITERIA_SINCE_2 = frozenset(
    {"buchholz", "buchholz_cut_1", "plus", "losing_points", "games_behind", "matches_won"}
)
"""The criteria that code 1 counted in another way."""
NON_FIGURE_FIELDS = ("name", "club", "rank", "tied", "above", "gap")


def publish(tournament: Tournament, *, official: bool, by: User | None) -> Publication:
    """Freeze the current standings. An official publication ends the tournament; a later one replaces it."""
    with locked(tournament) as tournament:
        now = standings(tournament)
        act = audit_log.record(
            tournament, "publish", {"official": official, "through_round": now.through_round}, by=by
        )
        publication = _create_publication(tournament, act, official=official)
        if official:
            _finish_stages(tournament)
        return publication


def withdraw(tournament: Tournament, act: Act) -> None:
    """Replace the official standings by interim ones, by `act`; under the lock."""
    _create_publication(tournament, act, official=False)
    tournament.stages.filter(state=Stage.State.FINISHED).update(state=Stage.State.RUNNING)


def restore(tournament: Tournament, version: int) -> None:
    """Make the standings of `version` official again; under the lock."""
    again = tournament.publications.get(version=version)
    tournament.publications.filter(replaced_by=None).update(replaced_by=again)
    tournament.publications.filter(pk=again.pk).update(replaced_by=None)
    _finish_stages(tournament)


def _finish_stages(tournament: Tournament) -> None:
    taken_back = (Stage.State.VOID, Stage.State.WITHDRAWN)
    tournament.stages.exclude(state__in=taken_back).update(state=Stage.State.FINISHED)


def _create_publication(tournament: Tournament, act: Act, *, official: bool) -> Publication:
    frozen = standings(tournament, upto=act.version)
    rows = [_frozen(row) for row in frozen.rows]
    publication = Publication.objects.create(
        tournament=tournament,
        version=act.version,
        through_round=frozen.through_round,
        official=official,
        rows=rows,
        inputs_hash=fingerprint(rows),
        code_version=CODE_VERSION,
        act=act,
        at=timezone.now(),
    )
    tournament.publications.filter(replaced_by=None).exclude(pk=publication.pk).update(
        replaced_by=publication
    )
    return publication


def official_publication(tournament: Tournament) -> Publication | None:
    """Return the publication that is official; None while the tournament goes on."""
    return next(iter(attach_related(_official(tournament.pk), tournament=tournament)), None)


@prepared
def _official(tournament: int) -> QuerySet[Publication]:
    return Publication.objects.official_now().filter(tournament=tournament).order_by("-version")


def published_standings(publication: Publication, stage: Stage | None = None) -> Standings:
    """Return a publication as standings, to be shown like live ones; `stage` if the caller has it."""
    stage = stage or stages.qualifying(publication.tournament)
    rules = stage.rules
    return Standings(
        publication.version,
        publication.through_round or 0,
        rules["rounds"],
        [_restore_row(row, rules["criteria"]) for row in publication.rows],
        rank_by=rules["criteria"][0],
        has_match_points=rules["match_points"] is not None,
        criteria=tuple(rules["criteria"]),
        game=rules["game"],
        running=card_total_field(rules),
        credited=rules["credited"],
        writes_left=cards_show_points_left(rules),
        two_cards=two_cards.asks_two_cards(rules),
        seed=stage.seed,
        medals=rules["medals"],
    )


def fingerprint(rows: list[dict[str, Any]]) -> str:
    """Return the checksum of the rows of a publication."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


def differs(publication: Publication) -> bool:
    """Return whether a publication differs from what the lines give at its version, or was tampered with.

    Figures and order are compared. Names and clubs may be corrected afterwards, and entries added later
    had no rank.
    """
    if fingerprint(publication.rows) != publication.inputs_hash:
        return True
    again = standings(publication.tournament, upto=publication.version)
    return not (_was_counted_otherwise(publication, again) or _agrees_with(publication, again))


def is_current(publication: Publication) -> bool:
    """Return whether a publication is still what the lines give now: nothing was corrected since."""
    now = standings(publication.tournament)
    if _was_counted_otherwise(publication, now):
        return not publication.tournament.lines.filter(version__gt=publication.version).exists()
    return _agrees_with(publication, now)


def _was_counted_otherwise(publication: Publication, again: Standings) -> bool:
    """Return whether an earlier program counted a criterion, or those taken out, in another way.

    What was announced stands; computed now it has other figures.
    """
    if publication.code_version == "1" and not CRITERIA_SINCE_2.isdisjoint(again.criteria):
        return True
    return publication.code_version in ("1", "2") and any(row.get("out") for row in publication.rows)


def is_equal_to_standings(publication: Publication, now: Standings) -> bool:
    """Return whether a publication equals the standings `now`, names and clubs included."""
    rows = [json.loads(json.dumps(_frozen(row))) for row in now.rows]
    kept = _present_rows(publication, now)
    if [row["number"] for row in rows] != [stored["number"] for stored in kept]:
        return False
    return all(
        stored == {name: row.get(name) for name in stored}  # later versions have more fields in a row
        for stored, row in zip(kept, rows, strict=True)
    )


def _present_rows(publication: Publication, again: Standings) -> list[dict[str, Any]]:
    """Return the rows of a publication, but those of entries that have not taken part.

    Earlier versions ranked them last, without a game.
    """
    games = ("played", "awards")
    return [
        row
        for row in publication.rows
        if row["number"] in again.by_number or any(row.get(name) for name in games)
    ]


def _agrees_with(publication: Publication, again: Standings) -> bool:
    """Return whether a publication has the figures and the order of these standings."""
    stored = _present_rows(publication, again)
    now = {row.number: json.loads(json.dumps(_frozen(row))) for row in again.rows}
    standing = {row["number"] for row in stored}
    if [row["number"] for row in stored] != [number for number in now if number in standing]:
        return False
    return all(_figures(row) == _figures(now[row["number"]], like=row) for row in stored)


def _figures(row: dict[str, Any], like: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the computed figures of a row that `like` has too: later versions have more."""
    return {
        name: value for name, value in row.items() if name not in NON_FIGURE_FIELDS and name in (like or row)
    }


def _frozen(row: Row) -> dict[str, Any]:
    decision = asdict(row.decision) if row.decision else None
    return row._asdict() | {"decision": decision, "values": list(row.values)}


def _restore_row(frozen: dict[str, Any], criteria: list[str]) -> Row:
    decision = frozen["decision"]
    if decision:
        decision = Decision(decision["place"], decision["code"], tuple(decision["args"]))
    read_back = {
        "decision": decision,
        "tied": tuple(frozen["tied"]),
        "values": tuple(frozen["values"]) if "values" in frozen else _values_before(frozen, criteria),
    }
    return Row(**{**frozen, **read_back})


def _values_before(frozen: dict[str, Any], criteria: list[str]) -> tuple[int, ...]:
    """Return the criteria of a row frozen without them: criteria were sums of the row then."""
    columns = [CRITERIA[code].COLUMN for code in criteria]
    return tuple(frozen[column] for column in columns) if frozen.keys() >= set(columns) else ()
