"""People of an organisation: find them, their history, and everything that is kept about one of them."""

from typing import Any, NamedTuple

from django.db.models import QuerySet

from tournaments.models import (
    Entry,
    Letter,
    MailAddress,
    Member,
    Organisation,
    Player,
    Result,
)
from tournaments.publishing import past_tournaments
from tournaments.registration import questions

OF_PLAYER = ("name", "club", "region", "member_number", "category")
OF_ENTRY = ("name", "club", "region", "member_number", "fee_cents", "paid_how", "apart", "note", "answers")
OF_RESULT = ("meeting__round__number", "game", "pegged", "against", "won", "state")


class History(NamedTuple):
    """A person's official tournaments, with what they add up to; `best` is the best rank."""

    days: list[past_tournaments.PastDay]
    games: int
    won: int
    best: int | None


def known(organisation: Organisation) -> QuerySet[Player]:
    """Return the people that an organisation knows, by family name."""
    return organisation.players.filter(erased_at=None).order_by("sort_name", "pk")


def history(player: Player) -> History:
    """Return the tournaments of a person, newest first; only official standings are added up."""
    days = past_tournaments.days(past_tournaments.tournaments_of(player))
    rows = [day.row for day in days if day.row]
    ranks = [row.rank for row in rows if row.rank]
    return History(
        days, sum(row.games for row in rows), sum(row.won for row in rows), min(ranks, default=None)
    )


def everything(player: Player) -> dict[str, Any]:
    """Return all that is kept about a person, as plain data for JSON."""
    members = player.memberships.select_related("entry__tournament").order_by("pk")
    live = [one for one in members if one.entry.tournament.live]
    leagues = player.league_sides.select_related("side__league__season").order_by("pk")
    return {
        "person": {"uid": str(player.uid)} | {name: getattr(player, name) for name in OF_PLAYER},
        "tournaments": [_in_tournament(one) for one in live],
        "leagues": [
            {"season": one.side.league.season.name, "side": one.side.number, "team": one.side.team}
            for one in leagues
        ],
    }


def _in_tournament(member: Member) -> dict[str, Any]:
    entry, day = member.entry, member.entry.tournament
    is_now = member.to_round is None
    consented = member.consented_at or (entry.consented_at if is_now and not entry.team else None)
    own = _details(member)
    return {
        "tournament": day.name,
        "date": day.date.isoformat(),
        "number": entry.number,
        "from_round": member.from_round,
        "to_round": member.to_round,
        "consented_at": consented.isoformat() if consented else None,
        "checked_in_at": entry.checked_in_at.isoformat() if is_now and entry.checked_in_at else None,
        "details": own | {"answers": _in_words(entry, own.get("answers") or {})},
        "results": _results(member),
        **(_mail(entry) if is_now else {}),
    }


def _details(member: Member) -> dict[str, Any]:
    """Return the details of a person: those of an entry that another took over belong to the other."""
    if member.to_round is None:
        return {name: getattr(member.entry, name) for name in OF_ENTRY}
    return {name: value for name, value in (member.came_as or {}).items() if name in OF_ENTRY}


def _in_words(entry: Entry, answers: dict[str, str]) -> dict[str, str]:
    asked = {str(one.id): one.text for one in questions.questions_of(entry.tournament)}
    return {asked.get(number, number): answer for number, answer in answers.items()}


def _results(member: Member) -> list[dict[str, Any]]:
    found = Result.objects.filter(entry=member.entry, meeting__round__number__gte=member.from_round)
    if member.to_round is not None:
        found = found.filter(meeting__round__number__lte=member.to_round)
    names = ("round", "game", "points", "against", "won", "state")
    rows = found.order_by("meeting__round__number", "game", "pk").values_list(*OF_RESULT)
    return [dict(zip(names, row, strict=True)) for row in rows]


def _mail(entry: Entry) -> dict[str, Any]:
    """Return the addresses that were left with an entry, and the letters to it."""
    day = entry.tournament
    addresses = MailAddress.objects.filter(tournament_uid=day.uid, entry_uid=entry.uid)
    letters = Letter.objects.filter(tournament=day, entry_uid=entry.uid).order_by("pk")
    return {
        "addresses": [{"address": one.address, "asked_at": one.asked_at.isoformat()} for one in addresses],
        "letters": [{"address": one.address, "state": one.state} for one in letters],
    }
