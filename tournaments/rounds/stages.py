"""Stages: a tournament is set up with one stage and its frozen rules; medal matches add stages."""

from datetime import date, datetime, time
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.text import slugify

from scoring import DomainError
from tournaments import formats
from tournaments.accounts import permissions
from tournaments.common import audit_log
from tournaments.models import (
    Act,
    Entry,
    Organisation,
    Place,
    Round,
    Stage,
    StageEntry,
    Tournament,
    User,
    raw_sql,
    rows,
)
from tournaments.models.locking import locked, reload_all
from tournaments.models.people import free_slug

# These may still be declared once the first round is seated: they change standings and papers, never seats.
CHANGEABLE_RULES = {
    "missed",
    "made_up",
    "protest_minutes",
    "withdrawn",
    "bye_credit",
    "equal_games",
    "forfeit",
    "odd",
    "minutes",
    "clock",
    "start",
    "breaks",
    "rounds",
    "tables",
    "medals",
    "playoffs",
    "seats_file",
    "apart_for",
    "apart_at_any_price",
}

DECIDED_RULES = (*formats.DERIVED_RULES, "credited")
"""The rules that say what ranks and in which sums points count: decided as the rules were frozen."""

STANDINGS_RULES = {"missed", "withdrawn", "bye_credit", "rounds", "medals", "playoffs"}
"""The rules among these that can be changed after the end of the tournament only once it is reopened."""

STAGE_KINDS = ("tie_break", "playoffs", "reopen")
"""The actions that make the stages after the first one, or make them void."""

DESCRIPTION = ("name", "date", "place", "paper", "language", "standings_shown")
# The expected number of players, the name under which a house player is entered once one is needed,
# whether medals in sight are announced, and how many games at the end are hidden.
SETTINGS = ("expected", "house_name", "in_sight", "hidden_games")
OLD_SETTINGS = ("final_secret",)  # of older programs: acts and copies may name it


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
    standings_shown: str = Tournament.StandingsShown.CLOSED,
    organisation: Organisation | None = None,
    example: bool = False,
    settings: dict[str, Any] | None = None,
    uid: UUID | None = None,
) -> Tournament:
    """Create a tournament with its tables and its qualifying stage under `rules` (a format's full rules).

    `settings` are those of SETTINGS. If the same user asks again with the same `uid` (a double click), the
    tournament made the first time is returned.
    """
    with transaction.atomic():
        made = existing_tournament(uid, by)
        if made:
            return made
        tournament = _new_tournament(
            name,
            day,
            uid=uuid4() if uid is None or Tournament.objects.filter(uid=uid).exists() else uid,
            organisation=organisation or permissions.organisation_for(by),
            place=place,
            language=language,
            paper=paper,
            standings_shown=standings_shown,
            example=example,
            visibility=Tournament.Visibility.DESK if example else Tournament.Visibility.PUBLIC,
            settings=dict.fromkeys(SETTINGS) | (settings or {}),
        )
        copied, columns = formats.deep_copy(rules), {name: rules[name] for name in ("game", "movement")}
        rows.create(Stage(tournament=tournament, order=1, rules=copied, seed=seed, **columns))
        set_tables(tournament, rules["tables"])
        if by is not None:
            permissions.make_director(by, tournament)
        audit_log.record(tournament, "create", {"rules": rules, "seed": seed}, by=by)
        return tournament


def existing_tournament(uid: UUID | None, by: User | None) -> Tournament | None:
    """Return the tournament that `by` has already made under this `uid`."""
    if uid is None or by is None:
        return None
    # Without this row held, two clicks at once would each find nothing made and make a tournament.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    return Tournament.objects.filter(uid=uid, live=True, acts__kind="create", acts__by=by).first()


def _new_tournament(name: str, day: date, **columns: Any) -> Tournament:
    """Create the tournament under the first free slug; retry with the next one on a collision."""
    while True:
        slug = free_slug(_slug_base(name, day), _tournaments_with_slug)
        try:
            with transaction.atomic():
                return rows.create(Tournament(slug=slug, name=name, date=day, **columns))
        except IntegrityError:
            if not _tournaments_with_slug(slug):
                raise


def _slug_base(name: str, day: date) -> str:
    """Make a slug of a name and a year, with the year once."""
    words, year = slugify(name)[:60], str(day.year)
    if not words or year in words.split("-"):
        return words or str(day)
    return f"{words[: 59 - len(year)].rstrip('-')}-{year}"


@rows.prepared
def _tournaments_with_slug(slug: str) -> QuerySet[Tournament, int]:
    return Tournament.objects.filter(slug=slug).values_list("pk", flat=True)


def set_tables(tournament: Tournament, count: int) -> None:
    """Make sure that tables 1 to `count` are there, and none above the last that is or was in use."""
    known = set(_tables(tournament.pk))
    rows.insert(
        [Place(tournament=tournament, number=number) for number in range(1, count + 1) if number not in known]
    )
    if max(known, default=0) <= count:
        return
    in_use = tournament.places.exclude(meetings=None, devices=None, calls=None)
    used = in_use.aggregate(last=Max("number"))["last"] or 0
    tournament.places.filter(number__gt=max(count, used)).delete()


@rows.prepared
def _tables(tournament: int) -> QuerySet[Place, int]:
    return Place.objects.filter(tournament=tournament).values_list("number", flat=True)


def change_description(tournament: Tournament, changes: dict[str, Any], *, by: User | None) -> Act | None:
    """Change the fields of DESCRIPTION and SETTINGS: the tournament's name, papers and so on.

    The address does not change. Returns the act, or None where nothing changes.
    """
    with locked(tournament) as tournament:
        before = _description(tournament)
        changed = {key: value for key, value in changes.items() if before[key] != value}
        if not changed:
            return None
        _write_description(tournament, changed)
        args, inverse = _to_plain_data(changed), _to_plain_data({key: before[key] for key in changed})
        return audit_log.record(tournament, "describe", args, by=by, inverse=inverse)


def rules_and_description(tournament: Tournament) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the rules of the first stage, and the description of the tournament, as plain data."""
    return rules_after(qualifying(tournament), {}), _to_plain_data(_description(tournament))


def _description(tournament: Tournament) -> dict[str, Any]:
    described = {key: getattr(tournament, key) for key in DESCRIPTION}
    return described | {key: tournament.settings.get(key) for key in (*SETTINGS, *OLD_SETTINGS)}


def _to_plain_data(description: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value.isoformat() if isinstance(value, date) else value for key, value in description.items()
    }


def _write_description(tournament: Tournament, changes: dict[str, Any]) -> None:
    for key, value in changes.items():
        if key in SETTINGS or key in OLD_SETTINGS:
            tournament.settings = tournament.settings | {key: value}
        else:
            setattr(tournament, key, value)
    tournament.save(update_fields=[*DESCRIPTION, "settings"])


@audit_log.undoes("describe", obstacle=lambda act: audit_log.later_action_obstacle(act, kind="describe"))
def _undo_describe(tournament: Tournament, act: Act) -> None:
    before = dict(act.undo_data)
    if "date" in before:
        before["date"] = date.fromisoformat(before["date"])
    _write_description(tournament, before)


def current_tournament_filter() -> Q:
    """Return a filter for the tournament with the newest act, if a round of it is open; whatever the date."""
    newest = Act.objects.order_by("-pk").values("tournament")[:1]
    opened = Round.objects.filter(state=Round.State.OPEN).values("stage__tournament")
    return Q(pk__in=newest) & Q(pk__in=opened)


def qualifying(tournament: Tournament) -> Stage:
    """Return the first stage, that of the tournament's games."""
    stage = rows.one_of(Stage, raw_sql.FIRST_STAGE, tournament.pk)
    stage.tournament = tournament
    return stage


def start_time(tournament: Tournament) -> datetime:
    """Return when game 1 begins."""
    start = qualifying(tournament).rules["start"]
    return timezone.make_aware(datetime.combine(tournament.date, time(*divmod(start, 60))))


def is_seated(stage: Stage) -> bool:
    """Return whether a round of `stage` has been seated: most rules can no longer change then."""
    return stage.rounds.exclude(state=Round.State.VOID).exists()


def change_rules(stage: Stage, changes: dict[str, Any], *, by: User | None) -> None:
    """Declare rules anew; once a round is seated, only those that change no seat and no score.

    Raises `DomainError` with the rules that cannot change.
    """
    with locked(stage) as stage:
        standing = rules_after(stage, {})
        changed = {key: value for key, value in changes.items() if standing.get(key) != value}
        if not changed:
            return
        _check_may_change(stage, changed)
        before = {key: standing.get(key) for key in changed}
        if not changed.keys() <= CHANGEABLE_RULES:
            derived = formats.complete_rules(stage.rules)
            before |= {key: standing[key] for key in DECIDED_RULES if standing[key] != derived[key]}
        _write_rules(stage, rules_after(stage, changed), changed)
        args = {"stage": stage.order, "changes": changed, "before": before}
        audit_log.record(stage.tournament, "change_rules", args, by=by)


def rules_after(stage: Stage, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the rules of `stage` after these changes, with those that its game has gained since.

    DECIDED_RULES stay where only CHANGEABLE_RULES change: an earlier version may have decided otherwise.
    """
    standing, whole = (formats.complete_rules(stage.rules | more) for more in ({}, changes))
    if {key for key in whole if whole[key] != standing.get(key)} <= CHANGEABLE_RULES:
        whole |= {key: stage.rules[key] for key in DECIDED_RULES}
    return whole


def _check_may_change(stage: Stage, changed: dict[str, Any]) -> None:
    standing = sorted(set(changed) - CHANGEABLE_RULES)
    if standing and is_seated(stage):
        raise DomainError("rules_stand", rules=standing)
    if STANDINGS_RULES & set(changed):
        audit_log.check_not_ended(stage.tournament)
    last = last_seated_round(stage)
    if changed.get("rounds", last) < last:
        raise DomainError("rounds_already_seated", round=last)


def standings_rules_at(stage: Stage, version: int) -> dict[str, Any]:
    """Return the rules of `stage` with those of STANDINGS_RULES as they were at a version."""
    acts = Act.objects.filter(
        tournament=stage.tournament_id, kind__in=("change_rules", "undo_change_rules"), version__gt=version
    )
    rules = dict(stage.rules)
    for act in acts.select_related("undoes").order_by("-version"):
        change = act.undoes or act
        if change.args["stage"] == stage.order:
            before = change.args["changes" if act.undoes else "before"]
            rules |= {name: before[name] for name in STANDINGS_RULES & before.keys()}
    return rules


def stages_at(tournament: Tournament, version: int) -> list[Stage]:
    """Return the stages that stood at a version, in order: the first, and later ones that were not void."""
    kinds = [kind for made in STAGE_KINDS for kind in (made, f"undo_{made}")]
    acts = tournament.acts.filter(kind__in=kinds, version__lte=version).select_related("undoes")
    standing = {1}
    for act in acts.order_by("version"):
        about = act.undoes or act
        orders = about.args["stages"] if about.kind == "reopen" else [about.args["stage"]]
        is_made = (about.kind == "reopen") == bool(act.undoes)
        standing = standing.union(orders) if is_made else standing.difference(orders)
    return list(tournament.stages.filter(order__in=standing).order_by("order"))


def last_seated_round(stage: Stage) -> int:
    """Return the number of the last round that is seated, 0 before the first."""
    return stage.rounds.exclude(state=Round.State.VOID).aggregate(last=Max("number"))["last"] or 0


def early_end(stage: Stage) -> int:
    """Return the last game if it is closed and more are planned: play can end there. 0 if it cannot."""
    last = stage.rounds.exclude(state=Round.State.VOID).order_by("number").last()
    closed = last is not None and last.state == Round.State.CLOSED
    return last.number if last and closed and last.number < stage.rules["rounds"] else 0


def end_early(stage: Stage, number: int, *, by: User | None) -> None:
    """Plan no games after `number`, which is the last one played. Raises `DomainError` if it is not."""
    with locked(stage) as stage:
        if not number or early_end(stage) != number:
            raise DomainError("end_not_here", round=number)
        change_rules(stage, {"rounds": number}, by=by)


def _write_rules(stage: Stage, rules: dict[str, Any], changed: dict[str, Any]) -> None:
    stage.rules = rules
    stage.game, stage.movement = stage.rules["game"], stage.rules["movement"]
    stage.save(update_fields=["rules", "game", "movement"])
    if "tables" in changed:
        set_tables(stage.tournament, changed["tables"])


def _change_rules_obstacle(act: Act) -> DomainError | None:
    if later := audit_log.later_action_obstacle(act, kind="change_rules"):
        return later
    stage = act.tournament.stages.get(order=act.args["stage"])
    _check_may_change(stage, act.args["before"])
    try:
        _rules_before(stage, act)
    except (KeyError, ValueError):  # the act of a copy may name rules that do not fit together
        return DomainError("cannot_be_undone")
    return None


def _rules_before(stage: Stage, act: Act) -> dict[str, Any]:
    """Return the rules to restore, with what was decided then: this version may derive otherwise."""
    before = act.args["before"]
    return rules_after(stage, before) | {key: before[key] for key in DECIDED_RULES if key in before}


@audit_log.undoes("change_rules", obstacle=_change_rules_obstacle)
def _undo_change_rules(tournament: Tournament, act: Act) -> None:
    stage = tournament.stages.get(order=act.args["stage"])
    _write_rules(stage, _rules_before(stage, act), act.args["before"])


def add_tie_break(
    tournament: Tournament, tied: list[Entry], *, first_rank: int, seed: int, by: User | None
) -> Stage:
    """Add a stage of medal matches between entries tied at `first_rank`: best of three, for rank alone."""
    with locked(tournament) as tournament:
        first_stage, tied = qualifying(tournament), reload_all(tied, tournament)
        rules = formats.deep_copy(formats.medal_match_rules(first_stage.rules))
        stage = Stage.objects.create(
            tournament=tournament,
            order=_next_order(tournament),
            kind=Stage.Kind.TIE_BREAK,
            game=first_stage.game,
            movement="tie_break",
            rules=rules | {"first_rank": first_rank},
            seed=seed,
            state=Stage.State.RUNNING,
        )
        StageEntry.objects.bulk_create(
            StageEntry(stage=stage, entry=entry, seed=order) for order, entry in enumerate(tied, start=1)
        )
        audit_log.record(
            tournament,
            "tie_break",
            {
                "stage": stage.order,
                "tied": [entry.number for entry in tied],
                "rank": first_rank,
                "seed": seed,
            },
            by=by,
        )
        return stage


def add_playoffs(tournament: Tournament, first_stage: Stage, rules: dict[str, Any], *, seed: int) -> Stage:
    """Add a stage for a bracket under `rules` (`formats.playoff_rules`), without entries, under the lock."""
    return Stage.objects.create(
        tournament=tournament,
        order=_next_order(tournament),
        kind=Stage.Kind.PLAYOFF,
        game=first_stage.game,
        movement=rules["movement"],
        rules=formats.deep_copy(rules),
        seed=seed,
        state=Stage.State.RUNNING,
    )


def _next_order(tournament: Tournament) -> int:
    return (tournament.stages.aggregate(last=Max("order"))["last"] or 0) + 1
