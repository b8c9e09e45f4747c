"""The people of a copy or of a file of a season, as they are known in an organisation here."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from tournaments.models import MergedPlayer, Player

BATCH_SIZE = 500  # rows in one statement: SQLite takes 999 parameters


def uids_here(organisation: UUID, uids: Sequence[str]) -> dict[str, str]:
    """Return by uid the one that a person has in an organisation here.

    A person of another organisation here gets a uid of this one, always the same. A person who was merged is
    the other one. Where both are in the file they stay two people, as one would compete twice.
    """
    elsewhere: set[str] = set()
    became: dict[str, str] = {}
    for at in range(0, len(uids), BATCH_SIZE):
        elsewhere |= _known_elsewhere(organisation, uids[at : at + BATCH_SIZE])
    own = {uid: _derived_uid(organisation, uid) if uid in elsewhere else uid for uid in uids}
    for at in range(0, len(uids), BATCH_SIZE):
        some = [own[uid] for uid in uids[at : at + BATCH_SIZE]]
        merged = MergedPlayer.objects.filter(uid__in=some, player__organisation__uid=organisation)
        became |= {str(uid): str(now) for uid, now in merged.values_list("uid", "player__uid")}
    given, taken = {}, set(own.values())
    for uid in uids:
        now = became.get(own[uid], own[uid])
        if now != own[uid]:
            now = _derived_uid(organisation, own[uid]) if now in taken else now
            taken.add(now)
        given[uid] = now
    return given


def _derived_uid(organisation: UUID, uid: str) -> str:
    return str(uuid5(organisation, uid))


def _known_elsewhere(organisation: UUID, uids: Sequence[str]) -> set[str]:
    players = Player.objects.filter(uid__in=uids).exclude(organisation__uid=organisation)
    merged = MergedPlayer.objects.filter(uid__in=uids).exclude(player__organisation__uid=organisation)
    return {str(uid) for rows in (players, merged) for uid in rows.values_list("uid", flat=True)}
