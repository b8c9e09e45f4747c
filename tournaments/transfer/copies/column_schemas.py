"""Shapes of the columns of a copy that hold plain data, or words without a list of choices.

Everything that the program reads by a name or an index is named here.
"""

from typing import Any

from django.conf import settings
from django.db import models

from scoring import boards, criteria
from tournaments import devices, registration
from tournaments.accounts import visibility
from tournaments.common import audit_log
from tournaments.common.sanitize import parse_moment
from tournaments.common.schema import (
    Shape,
    between,
    by_key,
    either,
    exactly,
    fields,
    fixed_list,
    matching,
    nothing,
    number,
    one_of,
    plain,
    several,
    uid,
    up_to,
    whole,
    with_at_least,
    words,
    yes_or_no,
)
from tournaments.devices import table_layout
from tournaments.finals import playoffs
from tournaments.games import GAMES
from tournaments.models import (
    Act,
    Call,
    Device,
    Entry,
    Line,
    Logo,
    Meeting,
    Member,
    OfferedToken,
    Payment,
    Place,
    Publication,
    Seat,
    Stage,
    Tournament,
)
from tournaments.pairing import partners, preconditions
from tournaments.pairing.values import LETTERS
from tournaments.publishing import auto_publish, card_audit, cash_box, ceremony, identity, reopening, wifi
from tournaments.publishing.logo import is_stored_logo
from tournaments.publishing.outputs import reports
from tournaments.registration import (
    club_sheets,
    consent,
    fees,
    partner_draw,
    questions,
    signup_settings,
    signups,
    teams,
)
from tournaments.standings import Row
from tournaments.transfer import training
from tournaments.transfer.copies import payments_schema, prizes_schema
from tournaments.transfer.copies.rules_schema import MAX_SIDES, MOVEMENTS, are_valid_rules, short

digits = matching("[0-9]{1,9}")  # a whole number as the name of something in JSON
fingerprint = matching("[0-9a-f]{64}")  # a SHA-256 in hexadecimal
link_token = matching("|[A-Za-z0-9_-]{20,40}")  # of a link for visitors, or none
MAX_PEOPLE, MAX_INTERVALS = 12, 200

optional_number = either(nothing, number)
across, down = between(1, table_layout.MAX_ACROSS), between(1, table_layout.MAX_DOWN)
CELL = fixed_list(across, down)
sides = several(several(number, MAX_PEOPLE), MAX_SIDES)
letter = one_of(LETTERS)
team = several(number, teams.MAX_MEMBERS)


def moment(value: Any) -> bool:
    """Return whether a value is a point in time, as written in JSON."""
    return isinstance(value, str) and len(value) < 40 and parse_moment(value) is not None


# The acts of the director (tournaments/common/audit_log.py), by kind: what was done, and what undoing it
# needs

of_a_round: dict[str, Shape] = {"stage": number, "round": number}
interval = fixed_list(number, optional_number, words(20))
some_rules = by_key(short, plain)
undone: dict[str, Shape] = {"act": number}
QUESTION: dict[str, Shape] = {
    "id": number,
    "text": words(questions.MAX_QUESTION_LENGTH),
    "choices": several(words(questions.MAX_CHOICE_LENGTH), questions.MAX_CHOICES),
}
a_device: dict[str, Shape] = {"device": words(36)}
as_it_stood = fields({"state": words(20), "label": words(60), "place": optional_number, "waits": yes_or_no})
seated = fixed_list(number, several(fixed_list(letter, number), len(LETTERS)))
line_up = several(up_to(99), boards.MAX_BOARDS)
fixed_seat = either(nothing, fixed_list(number, letter))
NO_WAY_BACK = either(nothing, fields({}))
somewhere = by_key(digits, fixed_list(optional_number, optional_number))
protest: dict[str, Shape] = {**of_a_round, "table": number, "entries": several(number), "text": words(160)}
ahead: dict[str, Shape] = {**protest, "partners": number}
some_rounds: dict[str, Shape] = {"stage": number, "rounds": several(number)}
an_update: dict[str, Shape] = {"from": words(200), "text": words(200)}
nothing_more: dict[str, Shape] = {}
for_good: dict[str, dict[str, Shape]] = {
    "create": {"rules": some_rules, "seed": whole},
    "change_rules": {"stage": number, "changes": some_rules, "before": some_rules},
    "medal_close": of_a_round,
    "medal_seat": {**of_a_round, "matches": by_key(words(20), several(number))},
    "playoffs": {"stage": number, "seeds": several(number), "seed": whole},
    playoffs.STAY_OUT: {"entries": several(number)},
    "playoff_seat": {"stage": number, "matches": by_key(words(20), fixed_list(number, number, number))},
    **dict.fromkeys(("playoff_close", "playoff_open", "playoff_unseat"), some_rounds),
    "tie_break": {"stage": number, "tied": several(number), "rank": number, "seed": whole},
    "tie_break_withdraw": {"stage": number, "tied": several(number), "rounds": several(number)},
    "card_total": {"entries": fixed_list(number), "points": number, "won": number, "spread": whole},
    "swap": {**of_a_round, "swap": fixed_list(number, number)},
    "as_played": {**of_a_round, "tables": several(number), "seats": several(seated)},
    **dict.fromkeys(("played_ahead", "extra_game"), ahead),
    "fixtures": {
        "stage": number,
        "league": words(36),
        "evening": number,
        "rounds": several(several(fixed_list(number, number, words(36)))),
    },
    "protest": protest,
    "protest_ruled": {**protest, "protest": number, "upheld": yes_or_no},
    "make_up": {**of_a_round, "table": number, "entries": several(number)},
    partner_draw.DRAWN: {
        "seed": up_to(partner_draw.MAX_SEED),
        "size": between(teams.MIN_MEMBERS, teams.MAX_MEMBERS),
        "how": one_of(partner_draw.METHODS),
        "uneven": one_of(partners.UNEVEN),
        "clubs_apart": yes_or_no,
        "ranks": by_key(digits, number),
        "wishes": several(several(number, preconditions.MAX_PEOPLE), preconditions.MAX_PEOPLE),
        "teams": several(team, preconditions.MAX_PEOPLE),
        "text": words(partner_draw.MAX_REASON_LENGTH),
    },
    partner_draw.ENTERED: {
        "entries": several(number),
        "teams": several(lambda one: team(one) and len(one) > 1, preconditions.MAX_PEOPLE),
        "drawn": number,
    },
    "substitute": {"entry": number, "position": number, "from_round": number},
    "notice": {"text": words(160)},
    "password": {"name": words(200)},
    club_sheets.MADE: {"count": number},
    club_sheets.ENDED: {"text": words(120)},
    "questions": {"questions": several(with_at_least(QUESTION), questions.MAX_QUESTIONS)},
    **prizes_schema.ACT_ARGS,
    **dict.fromkeys(audit_log.UPDATE_KINDS, an_update),
    "publish_files": {"version": number, "through_round": number, "official": yes_or_no},
    consent.KEY: {"everybody": yes_or_no},
    visibility.VISIBILITY_ACT: {"visibility": one_of(visibility.STATES.values)},
    auto_publish.EACH_GAME: {"wanted": yes_or_no},
    "podium": {"shown": number},
    "device_share": {"table": number, "devices": several(words(36), 200)},
    "device_code": {"table": number},
    **dict.fromkeys(
        (
            "notice_end",
            "wifi",
            identity.KEY,
            signup_settings.KEY,
            fees.KEY,
            "publish",
            reports.KEY,
            visibility.NEW_LINK_ACT,
            ceremony.LIFT_HIDDEN_ACT,
            "restore",
        ),
        nothing_more,
    ),
}
ACTS: dict[str, tuple[dict[str, Shape], Shape]] = {
    **{kind: (data, NO_WAY_BACK) for kind, data in for_good.items()},
    "import": ({"entries": several(number)}, either(NO_WAY_BACK, exactly({"uids": several(uid)}))),
    "describe": ({}, by_key(short, either(nothing, short, whole, yes_or_no))),
    "seat": ({**of_a_round, "seed": whole}, with_at_least({"round": number})),
    **dict.fromkeys(("open", "close"), (of_a_round, with_at_least({"state": words(20)}))),
    "leave_out": (
        {"entries": several(number), "from_round": number},
        with_at_least({"intervals": by_key(digits, several(interval, MAX_INTERVALS))}),
    ),
    **dict.fromkeys(
        ("withdraw", "come_back"),
        (
            {"entry": number, "from_round": number},
            with_at_least({"intervals": several(interval, MAX_INTERVALS)}),
        ),
    ),
    registration.AT_KIOSK: ({"entry": number, "nonce": words(64)}, exactly({"at": moment})),
    "line_up": ({**of_a_round, "entry": number, "members": line_up}, exactly({"members": line_up})),
    "fix_seat": ({"entry": number, "seat": fixed_seat}, with_at_least({"seat": fixed_seat})),
    **dict.fromkeys(
        ("device_revoke", "device_readmit", "device_rename", "device_move", "device_let_in"),
        (a_device, as_it_stood),
    ),
    **dict.fromkeys(
        ("device_phones", "device_both"), ({"allowed": yes_or_no}, exactly({"allowed": yes_or_no}))
    ),
    "device_map": (
        {"tables": by_key(digits, CELL), "door": either(nothing, CELL)},
        exactly({"tables": somewhere, "door": either(nothing, CELL)}),
    ),
    "device_floor": ({}, somewhere),
    reopening.KIND: (
        {"official": number, "stages": several(number)},
        exactly({"stages": by_key(digits, by_key(digits, words(20)))}),
    ),
}


def is_valid_act(kind: str, args: Any, inverse: Any) -> bool:
    """Return whether an act of that kind can have these arguments and this inverse."""
    if kind.startswith("undo_") and kind.removeprefix("undo_") in ACTS:
        return with_at_least(undone)(args) and nothing(inverse)
    if kind not in ACTS:
        return False
    shapes, back = ACTS[kind]
    return with_at_least(shapes)(args) and prizes_schema.fairly_drawn(kind, args) and back(inverse)


# Standings as published

DECISION = exactly({"place": number, "code": words(40), "args": several(whole, 20)})
ROW: dict[str, Shape] = {
    **dict.fromkeys(Row._fields, whole),
    "name": short,
    "club": short,
    "tied": several(number),
    "values": several(either(nothing, whole), criteria.MAX_CRITERIA),
    "above": optional_number,
    "decision": either(nothing, DECISION),
    "out": yes_or_no,
}
published = fields(
    ROW, needed=[name for name in ROW if name not in Row._field_defaults] + ["tied", "decision"]
)

# A result that waits at the desk (tournaments/devices/calls.py)

WAITING_DETAILS: dict[str, Shape] = {"why": words(40), "counts": several(whole, MAX_SIDES)}
WAITING_RESULT: dict[str, Shape] = {
    "result": with_at_least({}),
    "round": number,
    "game": number,
    "points": several(whole, MAX_SIDES),
}


def is_waiting_result(value: Any) -> bool:
    """Return whether a value is a result that waits at the desk.

    Older versions wrote neither the reason nor the result that counts instead.
    """
    return with_at_least(WAITING_RESULT)(value) and all(
        shape(value[name]) for name, shape in WAITING_DETAILS.items() if name in value
    )


# A protest from a table, which waits there too
protested = exactly(of_a_round)

# people are distinguished by all of these
CAME_AS: dict[str, Shape] = {
    "number": number,
    "fee_cents": optional_number,
    "apart": words(60),
    "note": words(200),
    "answers": by_key(digits, words(questions.MAX_CHOICE_LENGTH)),
    "categories": prizes_schema.held,
    "consented_at": either(nothing, moment),
    "checked_in_at": either(nothing, moment),
    "uid": uid,
    "club": words(120),
    "region": words(120),
    "member_number": words(40),
    "fixed_seat": fixed_seat,
}
# older programs noted a payment there as well
came_as = fields({**CAME_AS, payments_schema.OLD_PAID_FIELD: words(20)}, needed=CAME_AS)


# All columns whose type is not enough to check them, by model and name

SETTINGS = fields(
    {
        "expected": optional_number,
        "house_name": either(nothing, words(120)),
        "in_sight": either(nothing, yes_or_no),
        ceremony.OLD_HIDDEN_SETTING: either(nothing, yes_or_no),
        ceremony.HIDDEN_SETTING: either(nothing, up_to(99)),
        ceremony.PODIUM_SETTING: exactly({"shown": up_to(99), "over": yes_or_no}),
        table_layout.DOOR_SETTING: either(nothing, CELL),
        **dict.fromkeys((devices.PHONES_SETTING, devices.BOTH_SETTING), yes_or_no),
        questions.KEY: several(exactly(QUESTION), questions.MAX_QUESTIONS),
        **prizes_schema.SETTINGS,
        identity.KEY: identity.shape,
        fees.KEY: payments_schema.FEES,
        cash_box.COUNTED: either(nothing, up_to(registration.MAX_CENTS)),
        signup_settings.KEY: fields(
            {
                "on": yes_or_no,
                **dict.fromkeys(signup_settings.MOMENTS, either(nothing, moment)),
                **dict.fromkeys(
                    ("capacity", "per_club"), either(nothing, between(1, signup_settings.MAX_CAPACITY))
                ),
                "members": between(1, teams.MAX_MEMBERS),
            }
        ),
        wifi.KEY: exactly({"name": words(32), "password": words(64)}),
        card_audit.KEY: by_key(digits, whole),
        **dict.fromkeys((consent.KEY, signups.FETCHED_SETTING), either(nothing, moment)),
        auto_publish.EACH_GAME: yes_or_no,
        training.KEY: yes_or_no,
        reports.KEY: either(nothing, by_key(one_of(reports.FIELDS), words(reports.MAX_HEADING_LENGTH))),
    }
)
COLUMNS: dict[tuple[type[models.Model], str], Shape] = {
    (Tournament, "settings"): SETTINGS,
    (Tournament, "link_token"): link_token,
    (Tournament, "language"): one_of([code for code, _name in settings.LANGUAGES]),
    (Place, "x"): either(nothing, across),
    (Place, "y"): either(nothing, down),
    (Entry, "fixed_seat"): fixed_seat,
    (Member, "came_as"): either(nothing, came_as),
    (Entry, "team"): several(words(120), registration.MAX_MEMBERS),
    (Entry, "answers"): by_key(digits, words(questions.MAX_CHOICE_LENGTH)),
    (Entry, "categories"): prizes_schema.held,
    (Payment, "cents"): either(nothing, between(-registration.MAX_CENTS, registration.MAX_CENTS)),
    (Stage, "rules"): are_valid_rules,
    (Stage, "game"): one_of(GAMES),
    (Stage, "movement"): one_of(MOVEMENTS),
    (Meeting, "feeders"): several(plain, 20),
    (Meeting, "board"): either(nothing, between(1, boards.MAX_BOARDS)),
    (Seat, "letter"): letter,
    (Device, "earlier_places"): several(number, 500),
    (Device, "earlier_tokens"): several(fingerprint, devices.MAX_TOKENS),
    (Device, "token_hash"): fingerprint,
    (OfferedToken, "token_hash"): fingerprint,
    (Line, "sides"): sides,
    (Line, "data"): plain,
    (Logo, "png"): is_stored_logo,
    (Act, "args"): plain,
    (Act, "inverse"): plain,
    (Call, "who"): sides,
    (Call, "said"): either(nothing, is_waiting_result, protested),
    (Publication, "rows"): several(published),
}
