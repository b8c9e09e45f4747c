"""2  What is played: a tournament is set up with one stage and its frozen rules; medal matches add stages."""

from copy import deepcopy
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify

from scoring import Refusal
from tournaments import acts, formats
from tournaments.models import Entry, Organisation, Place, Role, Round, Stage, StageEntry, Tournament, User
from tournaments.models.tournament import locked

# What may still be declared once the first round is seated: it changes standings and papers, never seats.
OPEN_DURING_THE_DAY = {"missed", "bye_credit", "forfeit", "odd", "minutes", "start", "breaks", "rounds", "tables"}


def create_tournament(
    *,
    name: str,
    day: date,
    place: str,
    rules: dict[str, Any],
    seed: int,
    by: User | None,
    language: str = "fr-ca",
    paper: str = Tournament.Paper.LETTER,
    organisation: Organisation | None = None,
    example: bool = False,
) -> Tournament:
    """A new tournament with its tables and its qualifying stage under `rules` (a format's full rules)."""
    with transaction.atomic():
        organisation = organisation or Organisation.objects.order_by("pk").first()
        if organisation is None:
            organisation = Organisation.objects.create(name="Cheville")
        tournament = Tournament.objects.create(
            organisation=organisation,
            slug=_free_slug(name, day),
            name=name,
            date=day,
            place=place,
            language=language,
            paper=paper,
            example=example,
        )
        Stage.objects.create(tournament=tournament, order=1, rules=deepcopy(rules), seed=seed, **_columns(rules))
        set_tables(tournament, rules["tables"])
        if by is not None:
            Role.objects.create(user=by, tournament=tournament, role=Role.Kind.DIRECTOR)
        acts.record(tournament, "create", {"rules": rules, "seed": seed}, by=by)
        return tournament


def _columns(rules: dict[str, Any]) -> dict[str, str]:
    return {"game": rules["game"], "movement": rules["movement"]}


def _free_slug(name: str, day: date) -> str:
    base = slugify(f"{name} {day.year}")[:60] or str(day)
    slug, turn = base, 2
    while Tournament.objects.filter(slug=slug).exists():
        slug, turn = f"{base}-{turn}", turn + 1
    return slug


def set_tables(tournament: Tournament, count: int) -> None:
    """Make sure that tables 1 to `count` are there, and none above that nobody has sat at."""
    known = set(tournament.places.values_list("number", flat=True))
    Place.objects.bulk_create(
        Place(tournament=tournament, number=number) for number in range(1, count + 1) if number not in known
    )
    tournament.places.filter(number__gt=count, meetings=None).delete()


def qualifying(tournament: Tournament) -> Stage:
    """The stage of the day's games, the first one."""
    return tournament.stages.get(order=1)


def is_seated(stage: Stage) -> bool:
    """Whether a round of `stage` has been seated: from then on most rules stand."""
    return stage.rounds.exclude(state=Round.State.VOID).exists()


def change_rules(stage: Stage, changes: dict[str, Any], *, by: User | None) -> None:
    """Declare rules anew. Once a round is seated only those that change no seat and no score can be.

    Raises `Refusal` with the rules that stand.
    """
    with locked(stage.tournament_id) as tournament:
        stage = Stage.objects.get(pk=stage.pk)
        changed = {key: value for key, value in changes.items() if stage.rules.get(key) != value}
        if not changed:
            return
        standing = sorted(set(changed) - OPEN_DURING_THE_DAY)
        if standing and is_seated(stage):
            raise Refusal("rules_stand", rules=standing)
        last = stage.rounds.exclude(state=Round.State.VOID).aggregate(last=Max("number"))["last"] or 0
        if changed.get("rounds", last) < last:
            raise Refusal("rounds_already_seated", round=last)
        before = {key: stage.rules.get(key) for key in changed}
        stage.rules = formats.rules(stage.rules["format"], **_without_version(stage.rules | changed))
        stage.game, stage.movement = stage.rules["game"], stage.rules["movement"]
        stage.save(update_fields=["rules", "game", "movement"])
        if "tables" in changed:
            set_tables(tournament, changed["tables"])
        acts.record(tournament, "change_rules", {"stage": stage.order, "changes": changed, "before": before}, by=by)


def _without_version(rules: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in rules.items() if key not in ("v", "format")}


def add_tie_break(
    tournament: Tournament, tied: list[Entry], *, first_rank: int, seed: int, by: User | None
) -> Stage:
    """A stage of medal matches between entries tied at `first_rank`: best of three, deciding rank only."""
    with locked(tournament.pk) as tournament:
        day = qualifying(tournament)
        rules = deepcopy(day.rules) | {"movement": "tie_break", "first_deal": "loser", "games": 3}
        stage = Stage.objects.create(
            tournament=tournament,
            order=(tournament.stages.aggregate(last=Max("order"))["last"] or 0) + 1,
            kind=Stage.Kind.TIE_BREAK,
            game=day.game,
            movement="tie_break",
            rules=rules | {"first_rank": first_rank},
            seed=seed,
            state=Stage.State.RUNNING,
        )
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry=entry, seed=order) for order, entry in enumerate(tied, start=1)
        )
        acts.record(
            tournament,
            "tie_break",
            {"stage": stage.order, "tied": [entry.number for entry in tied], "rank": first_rank, "seed": seed},
            by=by,
        )
        return stage
