"""What may stand in the columns of a copy that hold plain data, or words without a list of choices.

Everything that the program reads by a name or an index is named here.
"""

import re
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.dateparse import parse_datetime

from scoring import boards, criteria
from tournaments import acts, devices, interim, playoffs, registration, table_layout, visitors, wifi
from tournaments.copies import of_prizes
from tournaments.copies.of_rules import MOST_SIDES, MOVEMENTS, rules, short
from tournaments.games import GAMES
from tournaments.models import (
    Act,
    Call,
    Device,
    Entry,
    Line,
    Meeting,
    Member,
    OfferedToken,
    Place,
    Publication,
    Seat,
    Stage,
    Tournament,
)
from tournaments.publication import audit, ceremony
from tournaments.publication.outputs import reports
from tournaments.registration import consent, draw, questions, teams
from tournaments.seating import partners
from tournaments.seating.values import LETTERS
from tournaments.shapes import (
    Shape,
    between,
    by_key,
    either,
    fields,
    nothing,
    number,
    one_of,
    plain,
    several,
    together,
    up_to,
    whole,
    with_at_least,
    words,
    yes_or_no,
)
from tournaments.standings import Row

DIGITS = re.compile(r"[0-9]{1,9}")
FINGERPRINT = re.compile(r"[0-9a-f]{64}")
LINK_TOKEN = re.compile(r"|[A-Za-z0-9_-]{20,40}")
UID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MOST_PEOPLE, MOST_INTERVALS = 12, 200

optional_number = either(nothing, number)
across, down = between(1, table_layout.ACROSS), between(1, table_layout.DOWN)
CELL = together(across, down)
sides = several(several(number, MOST_PEOPLE), MOST_SIDES)
letter = one_of(LETTERS)
team = several(number, teams.MOST_MEMBERS)


def digits(value: Any) -> bool:
    """A whole number as the name of something in JSON."""
    return isinstance(value, str) and bool(DIGITS.fullmatch(value))


def fingerprint(value: Any) -> bool:
    """What SHA-256 makes."""
    return isinstance(value, str) and bool(FINGERPRINT.fullmatch(value))


def link_token(value: Any) -> bool:
    """The token of a link for visitors, or none."""
    return isinstance(value, str) and bool(LINK_TOKEN.fullmatch(value))


def uid(value: Any) -> bool:
    """The uid of something, as it is written in JSON."""
    return isinstance(value, str) and bool(UID.fullmatch(value))


def moment(value: Any) -> bool:
    """A date with its time, as it is written in JSON."""
    try:
        return isinstance(value, str) and len(value) < 40 and parse_datetime(value) is not None
    except ValueError:  # it looks like one, and no clock ever showed it
        return False


# The acts of the director (tournaments/acts.py), by kind: what was done, and what taking it back needs

of_a_round: dict[str, Shape] = {"stage": number, "round": number}
interval = together(number, optional_number, words(20))
some_rules = by_key(short, plain)
undone: dict[str, Shape] = {"act": number}
QUESTION: dict[str, Shape] = {
    "id": number,
    "text": words(questions.LONGEST_QUESTION),
    "choices": several(words(questions.LONGEST_CHOICE), questions.MOST_CHOICES),
}
a_device: dict[str, Shape] = {"device": words(36)}
as_it_stood = fields({"state": words(20), "label": words(60), "place": optional_number, "waits": yes_or_no})
seated = together(number, several(together(letter, number), len(LETTERS)))
line_up = several(up_to(99), boards.MOST)
NO_WAY_BACK = either(nothing, fields({}))


ACTS: dict[str, tuple[dict[str, Shape], Shape]] = {
    "create": ({"rules": some_rules, "seed": whole}, NO_WAY_BACK),
    "describe": ({}, by_key(short, either(nothing, short, whole, yes_or_no))),
    "change_rules": ({"stage": number, "changes": some_rules, "before": some_rules}, NO_WAY_BACK),
    "medal_close": (of_a_round, NO_WAY_BACK),
    "medal_seat": ({**of_a_round, "matches": by_key(words(20), several(number))}, NO_WAY_BACK),
    "playoffs": ({"stage": number, "seeds": several(number), "seed": whole}, NO_WAY_BACK),
    playoffs.STAY_OUT: ({"entries": several(number)}, NO_WAY_BACK),
    "playoff_seat": (
        {"stage": number, "matches": by_key(words(20), together(number, number, number))},
        NO_WAY_BACK,
    ),
    **dict.fromkeys(
        ("playoff_close", "playoff_open", "playoff_unseat"),
        ({"stage": number, "rounds": several(number)}, NO_WAY_BACK),
    ),
    "tie_break": ({"stage": number, "tied": several(number), "rank": number, "seed": whole}, NO_WAY_BACK),
    "seat": ({**of_a_round, "seed": whole}, with_at_least({"round": number})),
    "open": (of_a_round, with_at_least({"state": words(20)})),
    "close": (of_a_round, with_at_least({"state": words(20)})),
    "card_total": (
        {"entries": together(number), "points": number, "won": number, "spread": whole},
        NO_WAY_BACK,
    ),
    "swap": ({**of_a_round, "swap": together(number, number)}, NO_WAY_BACK),
    "as_played": ({**of_a_round, "tables": several(number), "seats": several(seated)}, NO_WAY_BACK),
    **dict.fromkeys(
        ("played_ahead", "extra_game"),
        (
            {
                **of_a_round,
                "table": number,
                "entries": several(number),
                "partners": number,
                "text": words(160),
            },
            NO_WAY_BACK,
        ),
    ),
    "fixtures": (
        {
            "stage": number,
            "league": words(36),
            "evening": number,
            "rounds": several(several(together(number, number, words(36)))),
        },
        NO_WAY_BACK,
    ),
    "protest": ({**of_a_round, "table": number, "entries": several(number), "text": words(160)}, NO_WAY_BACK),
    "protest_ruled": (
        {
            **of_a_round,
            "table": number,
            "entries": several(number),
            "protest": number,
            "upheld": yes_or_no,
            "text": words(160),
        },
        NO_WAY_BACK,
    ),
    "make_up": ({**of_a_round, "table": number, "entries": several(number)}, NO_WAY_BACK),
    "import": ({"entries": several(number)}, NO_WAY_BACK),
    "leave_out": (
        {"entries": several(number), "from_round": number},
        with_at_least({"intervals": by_key(digits, several(interval, MOST_INTERVALS))}),
    ),
    **{
        kind: (
            {"entry": number, "from_round": number},
            with_at_least({"intervals": several(interval, MOST_INTERVALS)}),
        )
        for kind in ("withdraw", "come_back")
    },
    draw.DRAWN: (
        {
            "seed": up_to(draw.LARGEST_SEED),
            "size": between(teams.LEAST_MEMBERS, teams.MOST_MEMBERS),
            "how": one_of(draw.HOW),
            "uneven": one_of(partners.UNEVEN),
            "clubs_apart": yes_or_no,
            "ranks": by_key(digits, number),
            "wishes": several(several(number, draw.MOST_PEOPLE), draw.MOST_PEOPLE),
            "teams": several(team, draw.MOST_PEOPLE),
            "text": words(draw.LONGEST_REASON),
        },
        NO_WAY_BACK,
    ),
    draw.ENTERED: (
        {
            "entries": several(number),
            "teams": several(lambda one: team(one) and len(one) > 1, draw.MOST_PEOPLE),
            "drawn": number,
        },
        NO_WAY_BACK,
    ),
    "substitute": ({"entry": number, "position": number, "from_round": number}, NO_WAY_BACK),
    "line_up": (
        {**of_a_round, "entry": number, "members": line_up},
        fields({"members": line_up}, needed=("members",)),
    ),
    "fix_seat": (
        {"entry": number, "seat": either(nothing, together(number, letter))},
        with_at_least({"seat": either(nothing, together(number, letter))}),
    ),
    "notice": ({"text": words(160)}, NO_WAY_BACK),
    "notice_end": ({}, NO_WAY_BACK),
    "wifi": ({}, NO_WAY_BACK),
    "password": ({"name": words(200)}, NO_WAY_BACK),
    "questions": ({"questions": several(with_at_least(QUESTION), questions.MOST)}, NO_WAY_BACK),
    **{kind: (said, NO_WAY_BACK) for kind, said in of_prizes.SAID.items()},
    **dict.fromkeys(acts.UPDATES, ({"from": words(200), "text": words(200)}, NO_WAY_BACK)),
    "publish": ({}, NO_WAY_BACK),
    "publish_files": (
        {"version": number, "through_round": number, "official": yes_or_no},
        NO_WAY_BACK,
    ),
    consent.KEY: ({"everybody": yes_or_no}, NO_WAY_BACK),
    reports.KEY: ({}, NO_WAY_BACK),
    visitors.SET: ({"visibility": one_of(visitors.STATES.values)}, NO_WAY_BACK),
    visitors.RENEWED: ({}, NO_WAY_BACK),
    interim.EACH_GAME: ({"wanted": yes_or_no}, NO_WAY_BACK),
    "podium": ({"shown": number}, NO_WAY_BACK),
    ceremony.LIFTED: ({}, NO_WAY_BACK),
    "restore": ({}, NO_WAY_BACK),
    **dict.fromkeys(
        ("device_revoke", "device_readmit", "device_rename", "device_move", "device_let_in"),
        (a_device, as_it_stood),
    ),
    "device_share": ({"table": number, "devices": several(words(36), 200)}, NO_WAY_BACK),
    "device_code": ({"table": number}, NO_WAY_BACK),
    **dict.fromkeys(
        ("device_phones", "device_both"),
        ({"allowed": yes_or_no}, fields({"allowed": yes_or_no}, needed=("allowed",))),
    ),
    "device_map": (
        {"tables": by_key(digits, CELL), "door": either(nothing, CELL)},
        fields(
            {
                "tables": by_key(digits, together(optional_number, optional_number)),
                "door": either(nothing, CELL),
            },
            needed=("tables", "door"),
        ),
    ),
    "device_floor": ({}, by_key(digits, together(optional_number, optional_number))),
}


def act(kind: str, args: Any, inverse: Any) -> bool:
    """Whether an act of that kind can have been written so."""
    if kind.startswith("undo_") and kind.removeprefix("undo_") in ACTS:
        return with_at_least(undone)(args) and nothing(inverse)
    if kind not in ACTS:
        return False
    said, back = ACTS[kind]
    return with_at_least(said)(args) and of_prizes.fairly_drawn(kind, args) and back(inverse)


# Standings as they were published

DECISION = fields(
    {"place": number, "code": words(40), "args": several(whole, 20)}, needed=("place", "code", "args")
)
ROW: dict[str, Shape] = {
    **dict.fromkeys(Row._fields, whole),
    "name": short,
    "club": short,
    "tied": several(number),
    "values": several(either(nothing, whole), criteria.MOST_CRITERIA),
    "above": optional_number,
    "decision": either(nothing, DECISION),
    "out": yes_or_no,
}
published = fields(
    ROW, needed=[name for name in ROW if name not in Row._field_defaults] + ["tied", "decision"]
)

# A result that waits at the desk (tournaments/help_requests.py)

IN_FULL: dict[str, Shape] = {"why": words(40), "counts": several(whole, MOST_SIDES)}
ASKED: dict[str, Shape] = {
    "result": with_at_least({}),
    "round": number,
    "game": number,
    "points": several(whole, MOST_SIDES),
}


def asked(value: Any) -> bool:
    """A result that waits at the desk; older versions did not say why, nor what counts instead."""
    return with_at_least(ASKED)(value) and all(
        shape(value[name]) for name, shape in IN_FULL.items() if name in value
    )


# A protest from a table, which waits there too
protested = fields({"stage": number, "round": number}, needed=("stage", "round"))

CAME_AS: dict[str, Shape] = {
    "number": number,
    "fee_cents": optional_number,
    "paid_how": words(20),
    "apart": words(60),
    "note": words(200),
    "answers": by_key(digits, words(questions.LONGEST_CHOICE)),
    "categories": of_prizes.held,
    "consented_at": either(nothing, moment),
    "checked_in_at": either(nothing, moment),
    "uid": uid,
    "club": words(120),
    "region": words(120),
    "member_number": words(40),
    "fixed_seat": either(nothing, together(number, letter)),
}
came_as = fields(CAME_AS, needed=CAME_AS)  # people are parted by all of it


# All columns that need more than their type says, by model and name

SETTINGS = fields(
    {
        **dict.fromkeys(("expected",), optional_number),
        "house_name": either(nothing, words(120)),
        "in_sight": either(nothing, yes_or_no),
        ceremony.SWITCH: either(nothing, yes_or_no),
        ceremony.HIDDEN: either(nothing, up_to(99)),
        ceremony.PODIUM: fields({"shown": up_to(99), "over": yes_or_no}, needed=("shown", "over")),
        table_layout.DOOR: either(nothing, CELL),
        **dict.fromkeys((devices.PHONES, devices.BOTH), yes_or_no),
        questions.KEY: several(fields(QUESTION, needed=QUESTION), questions.MOST),
        **of_prizes.SETTINGS,
        wifi.KEY: fields({"name": words(32), "password": words(64)}, needed=("name", "password")),
        audit.KEY: by_key(digits, whole),
        consent.KEY: either(nothing, moment),
        interim.EACH_GAME: yes_or_no,
        reports.KEY: either(nothing, by_key(one_of(reports.FIELDS), words(reports.LONGEST))),
    }
)
COLUMNS: dict[tuple[type[models.Model], str], Shape] = {
    (Tournament, "settings"): SETTINGS,
    (Tournament, "link_token"): link_token,
    (Tournament, "language"): one_of([code for code, _name in settings.LANGUAGES]),
    (Place, "x"): either(nothing, across),
    (Place, "y"): either(nothing, down),
    (Entry, "fixed_seat"): either(nothing, together(number, letter)),
    (Member, "came_as"): either(nothing, came_as),
    (Entry, "team"): several(words(120), registration.MOST_MEMBERS),
    (Entry, "answers"): by_key(digits, words(questions.LONGEST_CHOICE)),
    (Entry, "categories"): of_prizes.held,
    (Entry, "paid_how"): one_of(("", *registration.PAID_HOW)),
    (Stage, "rules"): rules,
    (Stage, "game"): one_of(GAMES),
    (Stage, "movement"): one_of(MOVEMENTS),
    (Meeting, "feeders"): several(plain, 20),
    (Meeting, "board"): either(nothing, between(1, boards.MOST)),
    (Seat, "letter"): letter,
    (Device, "earlier_places"): several(number, 500),
    (Device, "earlier_tokens"): several(fingerprint, devices.TOKENS_KEPT),
    (Device, "token_hash"): fingerprint,
    (OfferedToken, "token_hash"): fingerprint,
    (Line, "sides"): sides,
    (Line, "data"): plain,
    (Act, "args"): plain,
    (Act, "inverse"): plain,
    (Call, "who"): sides,
    (Call, "said"): either(nothing, asked, protested),
    (Publication, "rows"): several(published),
}
