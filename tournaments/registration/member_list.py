"""The list of members that an organisation has loaded: it fills in numbers and marks who is not on it."""

from collections.abc import Sequence

from django.db.models import Exists, QuerySet

from tournaments.models import Entry, Member, OrganisationAct, Player, Signup, Tournament
from tournaments.models.rows import prepared
from tournaments.registration.clubs import club_key
from tournaments.registration.names import sort_name


def fill_in_numbers(tournament: Tournament, people: Sequence[Entry]) -> None:
    """Give people without a member number theirs, where name and club identify one member of the list.

    A member who is entered already, or was given to an earlier one of `people`, is no other person's.
    """
    missing = [one for one in people if one.club and not one.member_number]
    if not missing or tournament.example:
        return
    named = _members_by_name(tournament.organisation_id, sorted({one.sort_name for one in missing}))
    if not named:
        return
    others = tournament.entries.exclude(pk__in=[one.pk for one in people if one.pk])
    members = Player.objects.filter(pk__in=[one.pk for one in named]).exclude(memberships__entry__in=others)
    numbers: dict[tuple[str, str], list[str]] = {}
    for name, club, number in members.values_list("sort_name", "club", "member_number"):
        numbers.setdefault((name, club_key(club)), []).append(number)
    taken = {one.member_number for one in people}
    for one in missing:
        found = numbers.get((one.sort_name, club_key(one.club)), [])
        if len(found) == 1 and found[0] not in taken:
            one.member_number = found[0]
            taken.add(found[0])


def is_filled_in(entry: Entry) -> bool:
    """Return whether the member number of an entry is the one that the list gives its name and club."""
    bare = Entry(pk=entry.pk, sort_name=entry.sort_name, club=entry.club)
    fill_in_numbers(entry.tournament, [bare])
    return bare.member_number == entry.member_number


@prepared
def _members_by_name(organisation: int, names: list[str]) -> QuerySet[Player]:
    members = Player.objects.filter(organisation=organisation, on_list=True, erased_at=None)
    return members.filter(sort_name__in=names)


MEMBER_LIST_ACT, PEOPLE_LOAD_ACT = "member_list", "people_load"
LOAD_ACTS = (MEMBER_LIST_ACT, PEOPLE_LOAD_ACT)
"""The kinds of the acts by which a list of members, or of other people, was loaded."""


def has_member_list(organisation: int) -> bool:
    """Return whether an organisation has loaded a list of members."""
    return _member_list_acts(organisation).exists()


def _member_list_acts(organisation: int) -> QuerySet[OrganisationAct]:
    return OrganisationAct.objects.filter(organisation=organisation, kind=MEMBER_LIST_ACT, taken_back_at=None)


def off_list_entries(tournament: Tournament) -> set[int]:
    """Return the keys of the entries with a person who is not on the list; none where no list is loaded."""
    loaded = _member_list_acts(tournament.organisation_id)
    playing = Member.objects.filter(
        Exists(loaded), entry__tournament=tournament, to_round=None, player__on_list=False
    )
    return set() if tournament.example else set(playing.values_list("entry", flat=True))


def off_list_signups(tournament: Tournament, signups: Sequence[Signup]) -> set[int]:
    """Return the keys of registrations without a place that name a person who is not on the list."""
    if tournament.example or not has_member_list(tournament.organisation_id) or not signups:
        return set()
    names = {signup.pk: [sort_name(name) for name in signup.names] for signup in signups}
    members = Player.objects.filter(
        organisation=tournament.organisation_id,
        on_list=True,
        erased_at=None,
        sort_name__in={name for those in names.values() for name in those},
    )
    known = set()
    for name, club, number in members.values_list("sort_name", "club", "member_number"):
        known |= {(name, "club", club_key(club)), (name, "number", number)}
    return {
        signup.pk
        for signup in signups
        for name in names[signup.pk]
        if not {(name, "club", club_key(signup.club)), (name, "number", signup.member_number or None)} & known
    }
