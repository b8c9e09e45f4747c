"""The clubs that an organisation knows: each spelling is decided once, and a club is written in one way."""

from collections.abc import Iterable, Mapping

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from tournaments.models import Club, ClubSpelling, Tournament
from tournaments.models.rows import create, prepared
from tournaments.registration.clubs import club_key
from tournaments.registration.names import fold
from tournaments.registration.teams import NAME_SEPARATOR

MAX_KEY_LENGTH = 400


def spelling_key(club: str) -> str:
    """Return the key of a spelling as it is stored."""
    return club_key(club)[:MAX_KEY_LENGTH]


def known_club_names(organisation: int, written: Iterable[str]) -> dict[str, str]:
    """Return the name of the club by spelling, of those spellings that are known."""
    keys = {club: spelling_key(club) for club in written if club}
    names = _names_by_key(organisation, keys.values())
    return {club: names[key] for club, key in keys.items() if key in names}


def _names_by_key(organisation: int, keys: Iterable[str]) -> dict[str, str]:
    return dict(_spellings(organisation, sorted(set(keys))))


@prepared
def _spellings(organisation: int, keys: list[str]) -> QuerySet[ClubSpelling, tuple[str, str]]:
    known = ClubSpelling.objects.filter(organisation=organisation, key__in=keys)
    return known.values_list("key", "club__name")


def usual_club_names(tournament: Tournament, written: Iterable[str]) -> dict[str, str]:
    """Return the club as it is written here, by spelling; a club that is not known yet becomes known.

    An example teaches the organisation nothing, and partners of two clubs (`NAME_SEPARATOR`) are of no third
    one.
    """
    asked = {club for club in written if club and NAME_SEPARATOR not in club}
    if tournament.example or not asked:
        return {}
    return ensure_clubs(tournament.organisation_id, asked)


def ensure_clubs(organisation: int, written: Iterable[str]) -> dict[str, str]:
    """Return the club as it is written, by spelling; make a club of each spelling that is of none."""
    keys = {club: key for club in written if (key := spelling_key(club))}
    names = _names_by_key(organisation, keys.values())
    for key, club in sorted(
        (key, club) for club, key in keys.items()
    ):  # in one order: none waits for another
        if key not in names:
            try:
                with transaction.atomic():
                    names[key] = _new_club(organisation, club).name
            except IntegrityError:  # it became known a moment ago
                names |= _names_by_key(organisation, [key])
    return {club: names[key] for club, key in keys.items()}


def _new_club(organisation: int, name: str) -> Club:
    club = create(Club(organisation_id=organisation, name=name, sort_name=sort_key(name)))
    create(ClubSpelling(organisation_id=organisation, club=club, key=spelling_key(name), written=name))
    return club


def sort_key(name: str) -> str:
    """Return the text by which a club is sorted and searched."""
    return fold(name)[:MAX_KEY_LENGTH]


def remember_spellings(organisation: int, chosen: Mapping[str, str]) -> None:
    """Remember that each spelling is the club it was chosen for, unless it is that of another already."""
    ensure_clubs(organisation, chosen.values())
    clubs = ClubSpelling.objects.filter(organisation=organisation).select_related("club")
    by_key = {one.key: one.club for one in clubs.filter(key__in=set(map(spelling_key, chosen.values())))}
    ClubSpelling.objects.bulk_create(
        [
            ClubSpelling(
                organisation_id=organisation,
                club=by_key[spelling_key(name)],
                key=spelling_key(spelling),
                written=spelling,
            )
            for spelling, name in chosen.items()
            if spelling_key(name) in by_key and spelling_key(spelling)
        ],
        ignore_conflicts=True,
    )


def remember_clubs(tournament: Tournament) -> None:
    """Let the clubs of a tournament that came from a copy become known; what is written in it stays."""
    usual_club_names(tournament, tournament.entries.values_list("club", flat=True))


def short_names(tournament: Tournament, clubs: Iterable[str]) -> dict[str, str]:
    """Return what is written of a club where there is little room, by spelling; itself if nothing shorter."""
    keys = {club: spelling_key(club) for club in clubs if club}
    shorter = ClubSpelling.objects.filter(organisation=tournament.organisation_id, key__in=set(keys.values()))
    by_key = dict(shorter.exclude(club__short_name="").values_list("key", "club__short_name"))
    return {club: by_key.get(key, club) for club, key in keys.items()}
