"""Erase a person of an organisation: what goes and what stays, whether it can be done now, and the act."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring import DomainError
from tournaments.accounts.session_store import SessionStore
from tournaments.models import (
    Destination,
    Entry,
    Job,
    Line,
    MailAddress,
    Member,
    OrganisationAct,
    Player,
    Presence,
    Signup,
    Stage,
    Tournament,
    User,
)
from tournaments.models.seasons import lock_seasons
from tournaments.organisations.locks import lock_rows, organisation_lock
from tournaments.organisations.person_changes import reload_person
from tournaments.transfer import erasure, sent_again
from tournaments.transfer.copies import erased_list
from tournaments.transfer.erased_names import NamesInText

ERASURE = "erasure"
PENDING_LIST_PREFIX = "roster-"
"""The beginning of the keys under which a session keeps a list that is not confirmed."""


class ErasureEffects(NamedTuple):
    """The effects of an erasure; `instead` stands in place of the name then.

    `waiting` are registrations found by the name alone, `sent` the tournaments of which files are on a web
    host, with those of the person's seasons, `servers` the other servers that have a tournament, `lines`
    results with a note that names the person, which is not changed.
    """

    instead: str
    entries: list[Entry]
    addresses: int
    papers: int
    waiting: list[Signup]
    sent: list[Tournament]
    servers: list[Destination]
    lines: list[Line]
    namesakes: list[Player]


def erasure_effects(player: Player) -> ErasureEffects:
    """Return what the erasure of a person concerns."""
    known_as = erasure.names_of(player)
    names = NamesInText(known_as)
    entries = Entry.objects.filter(members__player=player, tournament__live=True).distinct()
    lives = Tournament.objects.filter(entries__members__player=player).distinct()
    uids = list(entries.values_list("uid", flat=True))
    made = Job.objects.filter(tournament__in=lives, state=Job.State.DONE).exclude(result="")
    waiting = [one for one in erasure.signups_without_entry(player) if erasure.names_on(one, known_as)]
    sent = sent_again.deliveries(player, erasure.tournaments_of(waiting))
    notes = Line.objects.filter(tournament__in=lives.filter(live=True)).exclude(note="")
    return ErasureEffects(
        instead=erasure.replacement_name(player),
        entries=list(entries.select_related("tournament").order_by("-tournament__date", "-pk")),
        addresses=MailAddress.objects.filter(entry_uid__in=uids).count(),
        papers=made.count(),
        waiting=waiting,
        sent=sent.published,
        servers=list(dict.fromkeys(one.server for one in sent.transfers)),
        lines=[one for one in notes.select_related("tournament", "meeting__round") if names.are_in(one.note)],
        namesakes=list(_namesakes(player)),
    )


def _namesakes(player: Player) -> QuerySet[Player]:
    others = player.organisation.players.filter(erased_at=None, sort_name=player.sort_name)
    return others.exclude(pk=player.pk).order_by("pk")


def obstacle(player: Player) -> DomainError | None:
    """Return why a person cannot be erased now: they play today, or are entered for a day to come."""
    today = timezone.localdate()
    here = Member.objects.filter(player=player, to_round=None, entry__tournament__live=True)
    coming = here.filter(entry__tournament__date__gte=today, entry__tournament__example=False)
    over = Stage.objects.filter(order=1, state=Stage.State.FINISHED).values("tournament")
    present = Presence.objects.filter(to_round=None).values("entry")
    playing = coming.exclude(entry__tournament__in=over).filter(entry__in=present)
    found = playing.select_related("entry__tournament").order_by("entry__tournament__date", "pk").first()
    return DomainError("erasure_plays", tournament=found.entry.tournament.name) if found else None


def erase(player: Player, *, waiting: Collection[int] = (), by: User | None) -> None:
    """Erase a person, with those of the registrations `waiting` (keys) that `erasure_effects` found.

    What was sent to web hosts and servers is made and sent again. Raises `DomainError` as `obstacle` says.
    """
    with organisation_lock(player.organisation):
        lock_seasons(player.organisation)
        chosen = list(erasure.signups_without_entry(player).filter(pk__in=waiting))
        concerned = sent_again.tournaments_naming([player]) | erasure.tournaments_of(chosen)
        lock_rows(concerned | sent_again.published_tournaments([player]), [player])
        player = reload_person(player)
        if against := obstacle(player):
            raise against
        found = erasure_effects(player)
        names = erasure.names_of(player)
        erasure.erase_and_send_again(player, [one for one in found.waiting if one.pk in set(waiting)])
        _drop_pending_lists(NamesInText(names))
        OrganisationAct.objects.create(
            organisation=player.organisation,
            kind=ERASURE,
            args={"person": str(player.uid), "name": player.name, "tournaments": len(found.entries)},
            by=by,
        )
        transaction.on_commit(erased_list.write_beside_copies)


def _pending_texts(pending: dict[str, Any]) -> list[str]:
    """Return the rows of an imported list as texts: first name and family name are cells of their own.

    A list of registrations that was fetched is one text, and a list of people has its rows at the top.
    """
    readings = [pending, *pending.get("readings", ())]
    rows = [row for reading in readings for row in reading.get("rows", ())]
    return [*(" ".join(map(str, row)) for row in rows), pending.get("list", "")]


def _drop_pending_lists(names: NamesInText) -> None:
    """Drop imported lists that name a person and were not confirmed."""
    for key in Session.objects.values_list("session_key", flat=True):
        session = SessionStore(key)
        kept = {name: data for name, data in session.items() if name.startswith(PENDING_LIST_PREFIX)}
        lists = [name for name, data in kept.items() if names.are_in(_pending_texts(data))]
        for name in lists:
            del session[name]
        if lists:
            session.save()
