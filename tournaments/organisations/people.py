"""People of an organisation: find them, and everything that is kept about one of them."""

from datetime import date
from itertools import zip_longest
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.delivery.mail.addresses import digest
from tournaments.models import (
    Entry,
    Letter,
    MailAddress,
    Member,
    Organisation,
    Player,
    Result,
    Signup,
    Tournament,
)
from tournaments.registration import consent, name_search, payments, questions
from tournaments.registration.names import fold

MAX_WORDS = 6
PAGE_SIZE = 50  # as many are on one page
PERSONAL_DATA_FIELDS = ("name", "club", "region", "member_number", "category")
ENTRY_FIELDS = ("name", "club", "region", "member_number", "fee_cents", "apart", "note", "answers")
RESULT_FIELDS = ("meeting__round__number", "game", "pegged", "against", "won", "state")


def known_people(organisation: Organisation) -> QuerySet[Player]:
    """Return the people that an organisation knows, by family name."""
    return organisation.players.filter(erased_at=None).order_by("sort_name", "pk")


def search_people(people: QuerySet[Player], typed: str) -> QuerySet[Player]:
    """Return those who have each word typed in their name or member number.

    Those whose family name begins with one of the words, by the index; where they do not fill a page, all
    others as well. A member number that is typed in full finds its person alone. «Roy, Zoé» is typed as lists
    show it.
    """
    words = [word for each in fold(typed).split() if (word := each.strip(",;"))][:MAX_WORDS]
    everybody = people.filter(sort_name__gte="")  # always true: SQLite then takes the index of names
    if not words:
        return everybody
    begins, in_name = Q(), Q()
    for word in words:
        begins |= Q(sort_name__gte=word, sort_name__lt=f"{word}\uffff")
        written = Q(sort_name__contains=word) | Q(member_number__icontains=word)
        for letters in name_search.written_together(word):
            written |= Q(letters__contains=letters)
        if word.strip("-.") in name_search.SAINTS:
            for saint in (f"{each}{end}" for each in name_search.SAINTS for end in "-. "):
                written |= Q(sort_name__startswith=saint) | Q(sort_name__contains=f" {saint}")
        in_name &= written
    exact = people.filter(member_number__in=(typed, typed.upper()))
    if exact.exists():
        return exact
    by_index = people.filter(begins).filter(in_name)
    return by_index if by_index[PAGE_SIZE:].exists() else everybody.filter(in_name)


class Membership(NamedTuple):
    """A club, from which day to which day a person belonged to it; None: not known, or until now."""

    club: str
    since: date | None
    until: date | None


def memberships(player: Player) -> list[Membership]:
    """Return the clubs of a person, the present one first; empty for one who never changed clubs."""
    rows = sorted(player.club_memberships.all(), key=lambda row: row.since or date.min)
    following = zip_longest(rows, rows[1:])
    found = [Membership(row.club, row.since, later.since if later else None) for row, later in following]
    return found[::-1]


class Summary(NamedTuple):
    """The parts that go with a person: how many tournaments and leagues, and the newest tournament."""

    tournaments: int
    newest: Tournament | None
    leagues: int


def summary(player: Player) -> Summary:
    """Return what would go with a person who is merged into another."""
    entered = Member.objects.filter(player=player, entry__tournament=OuterRef("pk"))
    played = Tournament.objects.filter(Exists(entered), live=True)
    leagues = player.league_sides.count()
    return Summary(played.count(), played.order_by("-date", "-pk").first(), leagues)


def personal_data(player: Player) -> dict[str, Any]:
    """Return all that is kept about a person, as plain data for JSON."""
    members = player.memberships.select_related("entry__tournament").order_by("pk")
    live = [one for one in members if one.entry.tournament.live]
    leagues = player.league_sides.select_related("side__league__season").order_by("pk")
    return {
        "person": {"uid": str(player.uid)} | {name: getattr(player, name) for name in PERSONAL_DATA_FIELDS},
        "tournaments": [_membership_data(one) for one in live],
        "clubs": [
            {"club": row.club, "since": row.since and row.since.isoformat()}
            for row in player.club_memberships.all()
        ],
        "corrections": [
            {"at": act.at.isoformat(), "before": act.undo_data.get("before", {})}
            for act in player.organisation.acts.filter(args__person=str(player.uid))
        ],
        "leagues": [
            {"season": one.side.league.season.name, "side": one.side.number, "team": one.side.team}
            for one in leagues
        ],
    }


def _membership_data(member: Member) -> dict[str, Any]:
    entry, tournament = member.entry, member.entry.tournament
    is_now = member.to_round is None
    consented = member.consented_at or (entry.consented_at if is_now and not entry.team else None)
    own = _details(member)
    return {
        "tournament": tournament.name,
        "date": tournament.date.isoformat(),
        "number": entry.number,
        "from_round": member.from_round,
        "to_round": member.to_round,
        "consented_at": consented.isoformat() if consented else None,
        "everybody_consented_at": tournament.settings.get(consent.KEY),
        "checked_in_at": entry.checked_in_at.isoformat() if is_now and entry.checked_in_at else None,
        "details": own | {"answers": _answers_by_question(entry, own.get("answers") or {})},
        "registrations": _registrations(member),
        "payments": _payments(member),
        "results": _results(member),
        **(_mail(entry) if is_now else {}),
    }


def _details(member: Member) -> dict[str, Any]:
    """Return the details of a person: those of an entry that another took over belong to the other."""
    if member.to_round is None:
        return {name: getattr(member.entry, name) for name in ENTRY_FIELDS}
    return {name: value for name, value in (member.came_as or {}).items() if name in ENTRY_FIELDS}


def _registrations(member: Member) -> list[dict[str, Any]]:
    """Return what was typed into the public form for an entry, or for the one drawn into a team.

    The contact of a team is that of the first who was named.
    """
    uids = [member.entry.uid, (member.came_as or {}).get("uid") or member.entry.uid]
    found = Signup.objects.filter(tournament_uid=member.entry.tournament.uid, entry_uid__in=uids)
    rows = found.order_by("number") if member.to_round is None else ()
    return [
        {
            "at": one.created_at.isoformat(),
            "names": one.names,
            "consented_at": one.consented_at.isoformat() if one.consented_at and own else None,
            "contact": one.contact if own else "",
            "confirmed_at": one.confirmed_at.isoformat() if one.confirmed_at and own else None,
            "request": one.request if own else "",
        }
        for one in rows
        for own in [bool(one.names) and fold(one.names[0]) == fold(member.player.name)]
    ]


def _payments(member: Member) -> list[dict[str, Any]]:
    """Return the payments for a person; those of an entry that another took over belong to the other."""
    entry = member.entry
    uid = (member.came_as or {}).get("uid") if entry.team else entry.uid
    lines = entry.tournament.payments.filter(entry_uid=uid) if uid and member.to_round is None else ()
    return [
        {"number": line.number, "cents": line.cents, "how": line.how, "at": line.at.isoformat()}
        for line in payments.valid_payments(list(lines))
    ]


def _answers_by_question(entry: Entry, answers: dict[str, str]) -> dict[str, str]:
    asked = {str(one.id): one.text for one in questions.questions_of(entry.tournament)}
    return {asked.get(number, number): answer for number, answer in answers.items()}


def _results(member: Member) -> list[dict[str, Any]]:
    found = Result.objects.filter(entry=member.entry, meeting__round__number__gte=member.from_round)
    if member.to_round is not None:
        found = found.filter(meeting__round__number__lte=member.to_round)
    names = ("round", "game", "points", "against", "won", "state")
    rows = found.order_by("meeting__round__number", "game", "pk").values_list(*RESULT_FIELDS)
    return [dict(zip(names, row, strict=True)) for row in rows]


def _mail(entry: Entry) -> dict[str, Any]:
    """Return the addresses that were left with an entry, and the letters and messages to them."""
    tournament = entry.tournament
    addresses = MailAddress.objects.filter(tournament_uid=tournament.uid, entry_uid=entry.uid)
    written = Letter.objects.filter(tournament=tournament, entry_uid=entry.uid)
    confirmations = Letter.objects.filter(signup__tournament_uid=tournament.uid, signup__entry_uid=entry.uid)
    letters = (written | confirmations).order_by("pk")
    online = Signup.objects.filter(tournament_uid=tournament.uid, entry_uid=entry.uid)
    contacts = {*(one.address for one in addresses), *online.values_list("contact", flat=True)}
    digests = [digest(tournament.organisation, contact) for contact in contacts]
    messages = Letter.objects.filter(message__tournament__uid=tournament.uid, recipient__in=digests)
    return {
        "addresses": [{"address": one.address, "asked_at": one.asked_at.isoformat()} for one in addresses],
        "letters": [{"address": one.address, "state": one.state} for one in letters],
        "messages": [
            {"subject": one.message.subject, "state": one.state}
            for one in messages.select_related("message").order_by("pk")
            if one.message
        ],
    }
