"""The meetings of a tie-break or a bracket that have a table, and those that a correction takes back."""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import QuerySet

from scoring import DomainError
from tournaments.common import audit_log
from tournaments.models import Meeting, Result, Round, Stage, Tournament, User


def seated_meetings(*stages: Stage) -> QuerySet[Meeting]:
    """Return the meetings of these stages that have a table, over or not."""
    standing = Meeting.objects.filter(round__stage__in=[stage.pk for stage in stages], void_act=None)
    standing = standing.exclude(round__state=Round.State.VOID)
    return standing.select_related("round__stage", "place").order_by("round__number")


def numbers_by_meeting(meetings: Iterable[Meeting]) -> dict[int, set[int]]:
    """Return the entry numbers at each meeting, by its key."""
    found: dict[int, set[int]] = {}
    seats = Meeting.objects.filter(pk__in=[meeting.pk for meeting in meetings])
    for meeting, number in seats.values_list("pk", "seats__entry__number"):
        found.setdefault(meeting, set()).add(number)
    return found


def unseat_wrong_meetings(
    tournament: Tournament,
    stage: Stage,
    sides: Mapping[str, Collection[int | None]],
    *,
    kept: Collection[str] = (),
    kind: str,
    by: User | None,
) -> None:
    """Take back meetings between other entries than the results say, by an act of this `kind`.

    `sides` are the entries that the results give to every meeting of the stage, by its code. Raises
    `DomainError` (`would_overturn`) where a wrong meeting has results that count; one of the codes `kept` is
    left as it is instead.
    """
    meetings = list(seated_meetings(stage))
    sits = numbers_by_meeting(meetings)
    wrong = [meeting for meeting in meetings if sits[meeting.pk] != set(sides.get(meeting.code, ()))]
    played = set(Result.objects.filter(meeting__in=wrong).values_list("meeting", flat=True))
    overturned = [meeting for meeting in wrong if meeting.pk in played and meeting.code not in kept]
    if overturned:
        raise DomainError(
            "would_overturn",
            matches=[_names(meeting) for meeting in overturned],
            tables=[meeting.place.number for meeting in overturned if meeting.place],
        )
    unplayed = [meeting for meeting in wrong if meeting.pk not in played]
    if not unplayed:
        return
    rounds = {meeting.round_id: meeting.round.number for meeting in unplayed}
    act = audit_log.record(tournament, kind, {"stage": stage.order, "rounds": sorted(rounds.values())}, by=by)
    Meeting.objects.filter(pk__in=[meeting.pk for meeting in unplayed]).update(void_act=act)
    others = Meeting.objects.filter(round__in=rounds, void_act=None).values("round")
    Round.objects.filter(pk__in=rounds).exclude(pk__in=others).update(state=Round.State.VOID)


def _names(meeting: Meeting) -> str:
    """Return who meets there. A match for a medal has no number on any page."""
    return " – ".join(meeting.seats.order_by("side").values_list("entry__name", flat=True))
