"""Play: stages, rounds, meetings, seats. Voided, never deleted."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Entry, Member, Place, Tournament


def related_ordering(name: str, model: type[models.Model]) -> list[str]:
    """Return the ordering of rows by the row of `model` in their field `name`, as a list of its columns.

    Django resolves the ordering of a relation anew for each query, up to the date of the tournament: half the
    time that a query for seats takes to build.
    """
    return [f"{name}__{field}" for field in model._meta.ordering or ()]


class Stage(models.Model):
    """A part of a tournament under one frozen copy of its rules."""

    class Kind(models.TextChoices):
        QUALIFYING = "qualifying", _("qualifying")
        TIE_BREAK = "tie_break", _("medal matches")
        PLAYOFF = "playoff", _("playoffs")

    class State(models.TextChoices):
        SETTING_UP = "setting_up", _("being set up")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        WITHDRAWN = "withdrawn", _("withdrawn")
        VOID = "void", _("void")

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="stages")
    order = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=Kind.choices, default=Kind.QUALIFYING)
    game = models.CharField(max_length=20)
    movement = models.CharField(max_length=30)
    rules = models.JSONField()
    seed = models.BigIntegerField()
    state = models.CharField(max_length=20, choices=State.choices, default=State.SETTING_UP)

    class Meta:
        ordering = ["tournament_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "order"], name="stage_order"),
            models.UniqueConstraint(fields=["tournament", "uid"], name="stage_uid"),
        ]

    @property
    def ranks_only(self) -> bool:
        """Return whether its matches decide rank alone, without points for games: medals, playoffs."""
        return self.kind in RANK_ONLY


RANK_ONLY = (Stage.Kind.TIE_BREAK, Stage.Kind.PLAYOFF)
"""The kinds of stages after the rounds."""


class StageEntry(models.Model):
    """An entry in a stage, with a seed or the order of a lot, and a group."""

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    seed = models.IntegerField(null=True, blank=True)
    group = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = [*related_ordering("stage", Stage), "seed"]
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry")]


class Round(models.Model):
    """All meetings that are played at the same time."""

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        SEATED = "seated", _("seated")
        OPEN = "open", _("being played")
        CLOSED = "closed", _("closed")
        VOID = "void", _("void")

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.PLANNED)
    seed = models.BigIntegerField(null=True, blank=True)
    act = models.ForeignKey("Act", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = [*related_ordering("stage", Stage), "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"], condition=~Q(state="void"), name="round_number_not_void"
            ),
            models.UniqueConstraint(fields=["stage", "uid"], name="round_uid"),
        ]


class Meeting(models.Model):
    """The sides at one table in one round, over a match of one or more games.

    If teams meet on several boards each board is a meeting at its own table; `board` is its number, and
    all of them with the same two teams in a round are their match.
    """

    class Origin(models.TextChoices):
        MOVEMENT = "movement", _("movement")
        HAND = "hand", _("by hand")
        AS_PLAYED = "as_played", _("as played")
        MADE_UP = "made_up", _("made up later")

    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="meetings")
    place = models.ForeignKey(Place, on_delete=models.PROTECT, null=True, blank=True, related_name="meetings")
    code = models.CharField(max_length=20, blank=True)
    feeders = models.JSONField(default=list)
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.MOVEMENT)
    games_planned = models.PositiveSmallIntegerField(default=1)
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    void_act = models.ForeignKey("Act", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = [*related_ordering("round", Round), "place__number", "id"]
        indexes = [models.Index(fields=["uid"], name="meeting_by_uid")]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "place"],
                condition=Q(void_act__isnull=True, place__isnull=False),
                name="meeting_place_not_void",
            ),
            models.UniqueConstraint(
                fields=["round", "uid"], condition=Q(void_act__isnull=True), name="meeting_uid_not_void"
            ),
        ]

    @staticmethod
    def first_boards(stage: Stage) -> dict[int, int]:
        """Map every other meeting of a match of teams to that of its first board (keys)."""
        meetings = Meeting.objects.filter(round__stage=stage, board__isnull=False)
        fields = ("pk", "board", "round_id", "void_act_id", "seats__entry")
        first: dict[tuple[int | None, ...], int] = {}
        others: dict[int, tuple[int | None, ...]] = {}
        for pk, board, *match in meetings.order_by("pk").values_list(*fields):
            if board == 1:
                first[tuple(match)] = pk
            else:
                others[pk] = tuple(match)
        return {pk: first[match] for pk, match in others.items() if match in first}


class Seat(models.Model):
    """The seat of an entry: lettered, on one side of a meeting.

    `member` is the player of a team on this board; none if the team leaves it empty, or does not meet
    another on boards.
    """

    OF_A_MATCH = Q(meeting__board=None) | Q(meeting__board=1)
    """The seats that determine who meets: for a match of teams those of its first board."""

    meeting = models.ForeignKey(Meeting, on_delete=models.PROTECT, related_name="seats")
    letter = models.CharField(max_length=2)
    side = models.PositiveSmallIntegerField()
    order_in_side = models.PositiveSmallIntegerField(default=1)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    member = models.ForeignKey(Member, on_delete=models.SET_NULL, null=True, blank=True, related_name="seats")

    class Meta:
        ordering = [*related_ordering("meeting", Meeting), "side", "order_in_side"]
        constraints = [
            models.UniqueConstraint(fields=["meeting", "letter"], name="seat_letter"),
            models.UniqueConstraint(fields=["meeting", "entry"], name="seat_entry"),
        ]
