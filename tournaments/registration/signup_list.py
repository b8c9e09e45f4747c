"""The list of registrations as it goes from a server to the laptop of the hall (docs/protocol.md).

It says who has a place, who waits and who is gone; contacts and tokens stay on the server.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from scoring import DomainError
from tournaments.common import sanitize
from tournaments.common.sanitize import parse_moment
from tournaments.common.schema import (
    Shape,
    between,
    either,
    list_of,
    mapping_of,
    null,
    one_of,
    open_object,
    uid,
)
from tournaments.models import Entry, Member, Signup, Tournament
from tournaments.registration import members, payments, questions, signups, teams
from tournaments.registration.fees import MAX_CENTS
from tournaments.registration.names import fold
from tournaments.registration.presence import keys_of_awaited
from tournaments.registration.roster import LENGTHS, Draft, clean_draft
from tournaments.registration.signup_entries import is_own_entry, shown_number
from tournaments.registration.signups import PLACED, WAITING

KIND, VERSION = "cheville-registrations", 1
GONE = "gone"
MAX_BYTES, MAX_ROWS = 4_000_000, 4_000
MEGABYTES = MAX_BYTES // 1_000_000


@dataclass(frozen=True)
class Row:
    """A registration as the server has it; `answers` by the words of the question, `paid` as cents by how.

    `drawn` are the rows of earlier lists that were drawn into this team; None for a person, and from an older
    server.
    """

    uid: UUID
    state: str
    names: tuple[str, ...] = ()
    club: str = ""
    member_number: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    consented_at: datetime | None = None
    registered_at: datetime | None = None
    paid: Mapping[str, int] = field(default_factory=dict)
    drawn: Sequence[UUID] | None = None


class SignupList(NamedTuple):
    """A list: of which tournament, until when its places were given, its rows, and the questions.

    `asked` are the words of those; None from an older server, which does not say what it asks.
    """

    tournament: UUID
    name: str
    until: datetime | None
    rows: Sequence[Row]
    asked: Sequence[str] | None = None


def gather(tournament: Tournament) -> SignupList:
    """Return the list of a tournament: places in the order of the roster, the waiting list, who is gone."""
    entered = signups.SignupEntries(tournament)
    known = list(Signup.objects.filter(tournament_uid=tournament.uid).order_by("number"))
    by_form = {one.entry_uid: one for one in known if one.entry_uid and not one.withdrawn_at}
    asked = {str(one.id): one.text for one in questions.questions_of(tournament)}
    late = keys_of_awaited(tournament)
    accounts = payments.accounts(tournament, list(entered.entries.values()))
    people = [one for one in entered.entries.values() if one.kind != Entry.Kind.HOUSE]
    rows, gone = [], []
    for entry in sorted(people, key=lambda one: one.number):
        if entered.is_here(entry) or entry.pk in late:
            playing = entered.playing(entry)
            row = _row_of_place(entry, by_form.get(entry.uid), playing, asked)
            consented_at = members.first_consent(entry, playing)
            paid = accounts[entry.pk].by_way
            rows.append(replace(row, consented_at=consented_at, paid=paid, drawn=_drawn(entry, playing)))
        else:
            gone.append(entry.uid)
    for signup in known:
        now = entered.status_of(signup)
        if now.state == WAITING:
            rows.append(_row(signup.uid, WAITING, signups.current_input(signup, None), signup, asked))
        elif now.entry is None:
            gone.append(signup.place_uid)
    places = [one.placed_at for one in known if one.placed_at]
    rows += [Row(one, GONE) for one in dict.fromkeys(gone)]
    return SignupList(tournament.uid, tournament.name, max(places, default=None), rows, list(asked.values()))


def _drawn(team: Entry, playing: Sequence[Member]) -> list[UUID] | None:
    """Return the uids of those who were drawn into a team, apart from its own; None for a person."""
    came = [UUID(one.came_as["uid"]) for one in playing if one.came_as]
    return [uid for uid in came if uid != team.uid] if team.team else None


def _row_of_place(
    entry: Entry, signup: Signup | None, playing: Sequence[Member], asked: Mapping[str, str]
) -> Row:
    own = signup if signup is not None and is_own_entry(signup, entry, playing) else None
    number = shown_number(own, entry) if own else entry.member_number
    names = tuple(entry.team) or (entry.name,)
    typed = signups.SignupInput(names, entry.club, number, "", entry.answers)
    return _row(entry.uid, PLACED, typed, own or entry, asked)


def _row(
    place: UUID, state: str, typed: signups.SignupInput, source: Signup | Entry, asked: Mapping[str, str]
) -> Row:
    answers = {asked[key]: value for key, value in typed.answers.items() if key in asked and value}
    names, club, number = typed.names, typed.club, typed.member_number
    return Row(place, state, names, club, number, answers, source.consented_at, source.created_at)


def write(tournament: Tournament) -> bytes:
    """Return the list of a tournament as JSON."""
    listed = gather(tournament)
    about = {"uid": str(listed.tournament), "name": listed.name, "date": tournament.date.isoformat()}
    rows = [
        {
            "uid": str(row.uid),
            "state": row.state,
            "names": list(row.names),
            "club": row.club,
            "member_number": row.member_number,
            "answers": dict(row.answers),
            "consented_at": _moment_text(row.consented_at),
            "registered_at": _moment_text(row.registered_at),
            "paid": dict(row.paid),
        }
        | ({} if row.drawn is None else {"drawn": list(map(str, row.drawn))})
        for row in listed.rows
    ]
    whole = {"kind": KIND, "version": VERSION, "until": _moment_text(listed.until), "tournament": about}
    return json.dumps(whole | {"questions": listed.asked, "registrations": rows}, ensure_ascii=False).encode()


def _moment_text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def text_line(longest: int) -> Shape:
    """Return the shape of text of one line as it is stored."""
    return lambda value: (
        isinstance(value, str) and len(value) <= longest and sanitize.clean_line(value) == value
    )


def _is_moment(value: Any) -> bool:
    return parse_moment(value) is not None


optional_moment = either(null, _is_moment)
ROW: Shape = open_object(
    {
        "uid": uid,
        "state": one_of((PLACED, WAITING, GONE)),
        "names": list_of(text_line(120), teams.MAX_MEMBERS),
        "club": text_line(LENGTHS["club"]),
        "member_number": text_line(LENGTHS["member_number"]),
        "answers": mapping_of(
            text_line(questions.MAX_QUESTION_LENGTH), text_line(questions.MAX_CHOICE_LENGTH)
        ),
        "consented_at": optional_moment,
        "registered_at": optional_moment,
    }
)
PAID = mapping_of(one_of(payments.PAYMENT_METHODS), between(-MAX_CENTS, MAX_CENTS))
DRAWN = list_of(uid, teams.MAX_MEMBERS)


def _is_row(value: Any) -> bool:
    # earlier versions write neither
    return ROW(value) and PAID(value.get("paid", {})) and DRAWN(value.get("drawn", []))


ASKED = list_of(text_line(questions.MAX_QUESTION_LENGTH), questions.MAX_QUESTIONS)
LIST: Shape = open_object(
    {
        "until": optional_moment,
        "tournament": open_object({"uid": uid, "name": text_line(200)}),
        "registrations": list_of(_is_row, MAX_ROWS),
    },
    longest=MAX_ROWS,
)


def read(content: bytes) -> SignupList:
    """Read a list. Raises `DomainError` where anything in it is not as it must be."""
    if len(content) > MAX_BYTES:
        raise DomainError("signup_list_too_big", most=MEGABYTES)
    try:
        whole = json.loads(content.decode("utf-8-sig"))  # bytes could be in another encoding
    except (ValueError, RecursionError):
        raise DomainError("signup_list_unreadable") from None
    if not isinstance(whole, dict) or whole.get("kind") != KIND or type(whole.get("version")) is not int:
        raise DomainError("signup_list_unreadable")
    if whole["version"] > VERSION:
        raise DomainError("signup_list_newer")
    return parse(whole)


def parse(whole: Any) -> SignupList:
    """Return the list of plain data. Raises `DomainError`."""
    if not LIST(whole) or not ASKED(whole.get("questions", [])):  # earlier versions write no questions
        raise DomainError("signup_list_unreadable")
    rows = [_parse_row(row) for row in whole["registrations"]]
    if len({row.uid for row in rows}) < len(rows):
        raise DomainError("signup_list_unreadable")
    about = whole["tournament"]
    until, asked = parse_moment(whole["until"]), whole.get("questions")
    return SignupList(UUID(about["uid"]), about["name"], until, rows, asked)


def _parse_row(given: Mapping[str, Any]) -> Row:
    row = Row(
        UUID(given["uid"]),
        given["state"],
        tuple(given["names"]),
        given["club"],
        given["member_number"],
        given["answers"],
        parse_moment(given["consented_at"]),
        parse_moment(given["registered_at"]),
        given.get("paid", {}),
        [UUID(one) for one in given["drawn"]] if "drawn" in given else None,
    )
    if row.state != GONE:
        draft_from_row(row, ())
    return row


def draft_from_row(row: Row, asked: Sequence[questions.Question]) -> Draft:
    """Return a row as a person or a team to be entered. Raises `DomainError` for what cannot be typed."""
    if not row.names:
        raise DomainError("signup_list_unreadable")
    typed = Signup(
        uid=row.uid,
        names=row.names,
        club=row.club,
        member_number=row.member_number,
        answers=local_answers(row, asked),
        consented_at=row.consented_at,
    )
    return clean_draft(signups.draft(typed))


def unknown_answers(
    listed: SignupList, row: Row, asked: Sequence[questions.Question]
) -> list[questions.Question]:
    """Return the questions of those `asked` here to which the list says no answer that is possible here.

    It asks them in other words, or has other choices: that the answer was taken back does not follow.
    """
    there = None if listed.asked is None else set(map(fold, listed.asked))
    given = {fold(text): value for text, value in row.answers.items()}
    return [
        one
        for one in asked
        if (there is not None and fold(one.text) not in there)
        or given.get(fold(one.text), "") not in ("", *one.values)
    ]


def local_answers(row: Row, asked: Sequence[questions.Question]) -> dict[str, str]:
    """Return the answers to the questions that are asked here in the same words, by their numbers."""
    given = {fold(text): value for text, value in row.answers.items()}
    found = {str(one.id): given.get(fold(one.text), "") for one in asked}
    return {str(one.id): found[str(one.id)] for one in asked if found[str(one.id)] in one.values}
