"""A person at other tournaments, and two people against each other: of one organisation, on this machine.

A person is the organisation's `Player`; nothing else is looked up. Of a past tournament only the official
standings and the closed games are shown. The caller, who knows what the reader may see, decides which
tournaments count.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q

from tournaments.models import Entry, Member, Player, Publication, Result, Round, Seat, Tournament

MAX_TOURNAMENTS = 60  # tournaments, the newest


class PastTournament(NamedTuple):
    """A tournament with the person's number, how many were ranked, and the person's official row, or None."""

    tournament: Tournament
    number: int
    people: int
    row: "PastRow | None"


class PastRow(NamedTuple):
    """A person's row in official standings; without a rank if the entry was taken out of them."""

    rank: int | None
    points: int
    won: int
    games: int


class PastGame(NamedTuple):
    """A closed game between two people, from the first one's side; `won` is None if neither has won it.

    `award` is empty for a game that was played, or names how it was decided.
    """

    tournament: Tournament
    game: int
    points: int
    against: int
    won: bool | None
    award: str = ""


def player_of_entry(entry: Entry) -> Player | None:
    """Return the organisation's player behind an entry; None for the house player and erased persons."""
    member = entry.members.select_related("player").order_by("position", "-from_round").first()
    return member.player if member and member.player.erased_at is None else None


def tournaments_of(
    player: Player, *, but: Tournament | None = None, most: int | None = MAX_TOURNAMENTS
) -> list[tuple[Tournament, int]]:
    """Return live tournaments of the player's organisation with the number there, newest first, but one."""
    known = Member.objects.filter(
        player=player,
        entry__tournament__organisation=player.organisation_id,
        entry__tournament__live=True,
        entry__tournament__example=False,
    )
    if but is not None:
        known = known.exclude(entry__tournament=but)
    found = {
        member.entry.tournament_id: (member.entry.tournament, member.entry.number)
        for member in known.select_related("entry__tournament")
    }
    newest = sorted(found.values(), key=lambda one: (one[0].date, one[0].pk), reverse=True)
    return newest[:most]


def past_results(known: Sequence[tuple[Tournament, int]]) -> list[PastTournament]:
    """Return the official result of that number in each of these tournaments."""
    numbers = {tournament.pk: number for tournament, number in known}
    official = Publication.objects.official_now().filter(tournament__in=numbers)
    rows = official.order_by("version").values_list("tournament", "rows")
    found = {tournament: _count_and_row(numbers[tournament], table) for tournament, table in rows.iterator()}
    return [
        PastTournament(tournament, number, *found.get(tournament.pk, (0, None)))
        for tournament, number in known
    ]


def _count_and_row(number: int, rows: list[dict[str, Any]]) -> tuple[int, PastRow | None]:
    """Return how many are ranked, and the row of that number."""
    ranked = sum(not one.get("out") for one in rows)
    row = next((one for one in rows if one["number"] == number), None)
    if row is None:
        return ranked, None
    games = row["played"] + row.get("awards", 0)
    return ranked, PastRow(None if row.get("out") else row["rank"], row["pegged"], row["won"], games)


def member_in_round() -> Q:
    """Return the condition that the member of a seat or result played in its round: numbers change hands."""
    number = F("meeting__round__number")
    until = Q(entry__members__to_round=None) | Q(entry__members__to_round__gte=number)
    in_games = Q(meeting__round__stage__order=1, entry__members__from_round__lte=number) & until
    return in_games | Q(meeting__round__stage__order__gt=1, entry__members__to_round=None)


def games_between(one: Player, other: Player, within: Collection[Tournament]) -> list[PastGame]:
    """Return the closed games of two people against each other in these tournaments, newest first."""
    by_pk = {tournament.pk: tournament for tournament in within}
    opposite = Seat.objects.filter(
        ~Q(side=OuterRef("side")),
        member_in_round(),
        meeting=OuterRef("meeting"),
        entry__members__player=other,
    )
    of_game = Result.objects.filter(meeting=OuterRef("meeting"), game=OuterRef("game"))
    with_winner = Exists(of_game.filter(won=1))
    may_be_level = ~Q(how="played") | Q(stage__rules__ties_allowed=True)
    results = Result.objects.annotate(level=may_be_level & ~with_winner).filter(
        Exists(opposite),
        member_in_round(),
        tournament__in=by_pk,
        entry__members__player=one,
        meeting__round__state=Round.State.CLOSED,
        meeting__void_act=None,
        state="settled",
    )
    about = ("tournament", "meeting__round__number", "pegged", "against", "won", "level", "how")
    found = [
        PastGame(
            by_pk[tournament],
            game,
            pegged,
            against,
            None if level else bool(won),
            "" if how == "played" else how,
        )
        for tournament, game, pegged, against, won, level, how, *_key in results.distinct().values_list(
            *about, "meeting", "game"
        )
    ]
    return sorted(found, key=lambda game: (game.tournament.date, game.tournament.pk, game.game), reverse=True)
