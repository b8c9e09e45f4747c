"""Find the tournaments that name a person, and send them again to where they were sent, after an erasure."""

from collections.abc import Collection
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.common import jobs
from tournaments.models import (
    Destination,
    Entry,
    Job,
    Member,
    Player,
    Season,
    SeasonEvening,
    SentFile,
    Tournament,
)
from tournaments.models.locking import locked
from tournaments.publishing import auto_publish
from tournaments.transfer.erased_names import NamesInText


class ServerTransfer(NamedTuple):
    """A tournament, and another server that has it from here."""

    tournament: Tournament
    server: Destination


class Deliveries(NamedTuple):
    """The tournaments of which files are on a web host, and those that other servers have from here."""

    published: list[Tournament]
    transfers: list[ServerTransfer]


def tournaments_naming(people: Collection[Player]) -> QuerySet[Tournament]:
    """Return the tournaments in which one of `people` is or was entered or is the house player.

    Archived lives are among them. Of a house player only the name is known.
    """
    entered = Member.objects.filter(entry__tournament=OuterRef("pk"), player__in=people)
    return Tournament.objects.filter(Exists(entered) | Q(pk__in=_with_house_player(people)))


def _with_house_player(people: Collection[Player]) -> set[int]:
    """Return the keys of the tournaments whose house player has the name of one of `people`."""
    found: set[int] = set()
    for organisation in {one.organisation_id for one in people if one.name}:
        names = NamesInText(one.name for one in people if one.organisation_id == organisation)
        ours = Tournament.objects.filter(organisation=organisation)
        houses = Entry.objects.filter(tournament__in=ours, kind=Entry.Kind.HOUSE)
        entered = houses.values_list("tournament", "name")
        declared = ours.exclude(settings__house_name=None).values_list("pk", "settings__house_name")
        found |= {key for key, name in [*entered, *declared] if names.are_in(name)}
    return found


def published_tournaments(
    people: Collection[Player], also: QuerySet[Tournament] | None = None
) -> QuerySet[Tournament]:
    """Return the tournaments with files on a web host that may name one of `people`, or are among `also`.

    The pages of a season go with each of its evenings, and name those who were at another one.
    """
    uids = tournaments_naming(people).values("uid")
    organisations = {one.organisation_id for one in people}
    own = Q(evenings__tournament_uid__in=uids) | Q(league__sides__players__player__in=people)
    seasons = Season.objects.filter(own, organisation__in=organisations)
    evenings = SeasonEvening.objects.filter(season__in=seasons).values("tournament_uid")
    concerned = Q(uid__in=uids) | Q(uid__in=evenings)
    if also is not None:
        concerned |= Q(uid__in=also.values("uid"))
    there = SentFile.objects.values("tournament_uid")
    ours = Tournament.objects.filter(organisation__in=organisations, live=True)
    return ours.filter(concerned, uid__in=there).order_by("-date", "-pk")


def deliveries(player: Player, also: QuerySet[Tournament] | None = None) -> Deliveries:
    """Return what was sent of the tournaments that name a person, and of those `also`."""
    lives = tournaments_naming([player])
    if also is not None:
        lives |= also
    return Deliveries(list(published_tournaments([player], also)), _transfers(player, lives))


def _transfers(player: Player, lives: QuerySet[Tournament]) -> list[ServerTransfer]:
    """Return the tournaments that were sent to other servers, by this life or by one that is archived."""
    own = Destination.objects.filter(organisation=player.organisation_id)
    servers = {one.key: one for one in own.filter(kind__in=Destination.TOURNAMENT_KINDS)}
    current = {one.uid: one for one in lives.filter(live=True)}
    sends = Job.objects.filter(kind=jobs.SEND, key__in=servers, tournament__uid__in=lives.values("uid"))
    begun = sends.exclude(state=Job.State.CANCELLED, attempt=0).order_by("tournament__uid", "key")
    found = begun.values_list("tournament__uid", "key").distinct()
    return [ServerTransfer(current[uid], servers[key]) for uid, key in found if uid in current]


def send_again(sent: Deliveries) -> None:
    """Queue publications and transfers to where the tournaments are, and to no other destination."""
    for tournament in sent.published:
        there = SentFile.objects.filter(tournament_uid=tournament.uid).values_list("destination", flat=True)
        with locked(tournament) as current:
            auto_publish.queue_publication(current, {"by": None, "to": sorted(set(there))})
    for tournament, server in sent.transfers:
        with locked(tournament) as current:
            auto_publish.queue_transfer(current, server)
