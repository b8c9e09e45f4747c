"""Names of the sides of a league: in full for the club, on the Internet by consent."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db.models import Prefetch

from tournaments.models import League, LeaguePlayer, LeagueSide, Member, SeasonEvening
from tournaments.registration import composed, consent, side_by_side, told_apart
from tournaments.registration.teams import BETWEEN, IN_SHORT, MAX_NAMED_MEMBERS


def names(league: League, *, public: bool = False, published: bool = False) -> dict[int, str]:
    """Return the names of all sides by number: `public` for pages, `published` for files on the Internet.

    On the Internet only those who agreed at their last evening have their full name; in a hall all do.
    """
    short = published or (public and settings.SHORT_NAMES)
    sides = list(
        league.sides.prefetch_related(Prefetch("players", LeaguePlayer.objects.select_related("player")))
    )
    agreed = _agreed(league, sides) if short else set()
    return told_apart((one.number, _called(one, short, agreed), club_of(one)) for one in sides)


def club_of(side: LeagueSide) -> str:
    """Return the club of a side; that of a person may have changed since."""
    people = list(side.players.all())
    return people[0].player.club if people and not side.team else side.club


def _called(side: LeagueSide, short: bool, agreed: set[int]) -> str:
    people: list[LeaguePlayer] = list(side.players.all())
    whole = [one.player.name for one in people]
    said = [
        consent.MemberConsent(one.player.name, one.player.sort_name, not short or one.player_id in agreed)
        for one in people
    ]
    given = "" if _of_people(side.team, whole) else consent.given_name(side.team, whole, said)
    if given:
        return given
    return side_by_side([one.told for one in said]) if short else composed(whole) if side.team else whole[0]


def _of_people(team: str, people: Sequence[str]) -> bool:
    """Return whether a team's name is made of the names of its people, one of which was corrected since."""
    parts = team.split(BETWEEN)
    if len(people) > MAX_NAMED_MEMBERS and len(parts) == IN_SHORT:
        return team.endswith(f" + {len(people) - IN_SHORT}")
    return len(parts) == len(people) > 1


def _agreed(league: League, sides: Iterable[LeagueSide]) -> set[int]:
    """Return the players who agreed to their full name at their last evening."""
    players = [one.player_id for side in sides for one in side.players.all()]
    evenings = list(SeasonEvening.tournaments(league.season))
    everybody = {one.pk: consent.declared_at(one) is not None for one in evenings}
    members = Member.objects.filter(entry__tournament__in=evenings, player__in=players)
    rows = members.order_by("entry__tournament__date", "entry__tournament", "pk").values_list(
        "player", "entry__tournament", "entry__kind", "to_round", "entry__consented_at", "consented_at"
    )
    said = {
        player: everybody[tournament] or (own if kind == "team" or last else of_entry) is not None
        for player, tournament, kind, last, of_entry, own in rows
    }
    return {player for player, yes in said.items() if yes}
