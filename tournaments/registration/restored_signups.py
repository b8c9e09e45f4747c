"""The registrations of a tournament that was restored from a copy: no copy carries them."""

from tournaments.common.sanitize import parse_moment
from tournaments.models import Signup, Tournament
from tournaments.registration.signups import FETCHED_SETTING, SignupEntries, move_up, name_and_club_key


def relink_restored_signups(tournament: Tournament, before: Tournament | None) -> None:
    """Find the places of the registrations in a restored copy, perhaps one of the laptop of the hall.

    `before` is the life that it replaces. A place that the copy cannot know goes back to the waiting list,
    and what was fetched since the copy can be fetched again; who was typed under the same name and club is
    the same person.
    """
    entered = SignupEntries(tournament)
    named = Signup.objects.filter(tournament_uid=tournament.uid).exclude(names=[])  # others were erased
    alive = named.filter(withdrawn_at=None).order_by("number")
    lost = [one for one in alive if entered.status_of(one).entry is None]
    if not lost:
        return
    known = parse_moment(tournament.settings.get(FETCHED_SETTING))
    had = set(before.entries.values_list("uid", flat=True)) if before else set()
    typed = entered.by_name_and_club(without=[one.place_uid for one in alive])
    for signup in lost:
        same = typed.get(name_and_club_key(signup.names, signup.club), [])
        if signup.uid in entered.entries:
            signup.entry_uid = signup.uid
        elif len(same) == 1:
            signup.entry_uid = same.pop().uid
        elif signup.entry_uid in had and signup.received_from:
            signup.delete()
            continue
        elif signup.entry_uid in had and not (known and signup.placed_at and signup.placed_at <= known):
            signup.entry_uid = None
        signup.save(update_fields=["entry_uid"])
    move_up(tournament)
