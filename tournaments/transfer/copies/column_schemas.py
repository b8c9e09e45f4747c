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
    boolean,
    either,
    exact_object,
    integer,
    list_of,
    mapping_of,
    matching,
    natural,
    null,
    object_with,
    one_of,
    open_object,
    plain_data,
    string,
    tuple_of,
    uid,
    up_to,
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
from tournaments.transfer.copies.rules_schema import (
    MAX_SIDES,
    MOVEMENTS,
    are_rules_of_any_game,
    are_valid_rules,
    short,
)

digits = matching("[0-9]{1,9}")  # a whole number as the name of something in JSON
fingerprint = matching("[0-9a-f]{64}")  # a SHA-256 in hexadecimal
link_token = matching("|[A-Za-z0-9_-]{20,40}")  # of a link for visitors, or none
MAX_PEOPLE, MAX_INTERVALS = 12, 200

optional_number = either(null, natural)
across, down = between(1, table_layout.MAX_ACROSS), between(1, table_layout.MAX_DOWN)
CELL = tuple_of(across, down)
sides = list_of(list_of(natural, MAX_PEOPLE), MAX_SIDES)
letter = one_of(LETTERS)
team = list_of(natural, teams.MAX_MEMBERS)


def moment(value: Any) -> bool:
    """Return whether a value is a point in time, as written in JSON."""
    return isinstance(value, str) and len(value) < 40 and parse_moment(value) is not None


# The acts of the director (tournaments/common/audit_log.py), by kind: what was done, and what undoing it
# needs

of_a_round: dict[str, Shape] = {"stage": natural, "round": natural}
interval = tuple_of(natural, optional_number, string(20))
undone: dict[str, Shape] = {"act": natural}
QUESTION: dict[str, Shape] = {
    "id": natural,
    "text": string(questions.MAX_QUESTION_LENGTH),
    "choices": list_of(string(questions.MAX_CHOICE_LENGTH), questions.MAX_CHOICES),
}
a_device: dict[str, Shape] = {"device": string(36)}
of_one_device: dict[str, Shape] = {
    "state": string(20),
    "label": string(60),
    "place": optional_number,
    "waits": boolean,
}
as_it_stood = object_with({**of_one_device, "others": mapping_of(uid, object_with(of_one_device))})
seated = tuple_of(natural, list_of(tuple_of(letter, natural), len(LETTERS)))
line_up = list_of(up_to(99), boards.MAX_BOARDS)
fixed_seat = either(null, tuple_of(natural, letter))
NO_WAY_BACK = either(null, object_with({}))
somewhere = mapping_of(digits, tuple_of(optional_number, optional_number))
protest: dict[str, Shape] = {**of_a_round, "table": natural, "entries": list_of(natural), "text": string(160)}
ahead: dict[str, Shape] = {**protest, "partners": natural}
some_rounds: dict[str, Shape] = {"stage": natural, "rounds": list_of(natural)}
an_update: dict[str, Shape] = {"from": string(200), "text": string(200)}
nothing_more: dict[str, Shape] = {}
for_good: dict[str, dict[str, Shape]] = {
    "create": {"rules": mapping_of(short, plain_data), "seed": integer},
    "change_rules": {"stage": natural, "changes": are_rules_of_any_game, "before": are_rules_of_any_game},
    **dict.fromkeys(("medal_close", "medal_open"), of_a_round),
    "medal_seat": {**of_a_round, "matches": mapping_of(string(20), list_of(natural))},
    "playoffs": {"stage": natural, "seeds": list_of(natural), "seed": integer},
    playoffs.STAY_OUT: {"entries": list_of(natural)},
    "playoff_seat": {
        "stage": natural,
        "matches": mapping_of(string(20), tuple_of(natural, natural, natural)),
    },
    **dict.fromkeys(("medal_unseat", "playoff_close", "playoff_open", "playoff_unseat"), some_rounds),
    "tie_break": {"stage": natural, "tied": list_of(natural), "rank": natural, "seed": integer},
    "tie_break_withdraw": {"stage": natural, "tied": list_of(natural), "rounds": list_of(natural)},
    "card_total": {"entries": tuple_of(natural), "points": natural, "won": natural, "spread": integer},
    "swap": {**of_a_round, "swap": tuple_of(natural, natural)},
    "as_played": {**of_a_round, "tables": list_of(natural), "seats": list_of(seated)},
    **dict.fromkeys(("played_ahead", "extra_game"), ahead),
    "fixtures": {
        "stage": natural,
        "league": string(36),
        "evening": natural,
        "rounds": list_of(list_of(tuple_of(natural, natural, string(36)))),
    },
    "protest": protest,
    "protest_ruled": {**protest, "protest": natural, "upheld": boolean},
    "make_up": {**of_a_round, "table": natural, "entries": list_of(natural)},
    partner_draw.DRAWN: {
        "seed": up_to(partner_draw.MAX_SEED),
        "size": between(teams.MIN_MEMBERS, teams.MAX_MEMBERS),
        "how": one_of(partner_draw.METHODS),
        "uneven": one_of(partners.UNEVEN),
        "clubs_apart": boolean,
        "ranks": mapping_of(digits, natural),
        "wishes": list_of(list_of(natural, preconditions.MAX_PEOPLE), preconditions.MAX_PEOPLE),
        "teams": list_of(team, preconditions.MAX_PEOPLE),
        "text": string(partner_draw.MAX_REASON_LENGTH),
    },
    partner_draw.ENTERED: {
        "entries": list_of(natural),
        "teams": list_of(lambda one: team(one) and len(one) > 1, preconditions.MAX_PEOPLE),
        "drawn": natural,
    },
    "substitute": {"entry": natural, "position": natural, "from_round": natural},
    "notice": {"text": string(160)},
    "password": {"name": string(200)},
    club_sheets.MADE: {"count": natural},
    club_sheets.ENDED: {"text": string(120)},
    "questions": {"questions": list_of(open_object(QUESTION), questions.MAX_QUESTIONS)},
    **prizes_schema.ACT_ARGS,
    **dict.fromkeys(audit_log.UPDATE_KINDS, an_update),
    "publish_files": {"version": natural, "through_round": natural, "official": boolean},
    consent.KEY: {"everybody": boolean},
    visibility.VISIBILITY_ACT: {"visibility": one_of(visibility.STATES.values)},
    auto_publish.EACH_GAME: {"wanted": boolean},
    "podium": {"shown": natural},
    "device_share": {"table": natural, "devices": list_of(string(36), 200)},
    "device_code": {"table": natural},
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
    "import": ({"entries": list_of(natural)}, either(NO_WAY_BACK, exact_object({"uids": list_of(uid)}))),
    "describe": ({}, mapping_of(short, either(null, short, integer, boolean))),
    "seat": ({**of_a_round, "seed": integer}, open_object({"round": natural})),
    **dict.fromkeys(("open", "close"), (of_a_round, open_object({"state": string(20)}))),
    "leave_out": (
        {"entries": list_of(natural), "from_round": natural},
        open_object({"intervals": mapping_of(digits, list_of(interval, MAX_INTERVALS))}),
    ),
    **dict.fromkeys(
        ("withdraw", "come_back"),
        (
            {"entry": natural, "from_round": natural},
            open_object({"intervals": list_of(interval, MAX_INTERVALS)}),
        ),
    ),
    registration.AT_KIOSK: ({"entry": natural, "nonce": string(64)}, exact_object({"at": moment})),
    "line_up": ({**of_a_round, "entry": natural, "members": line_up}, exact_object({"members": line_up})),
    "fix_seat": ({"entry": natural, "seat": fixed_seat}, open_object({"seat": fixed_seat})),
    **dict.fromkeys(
        ("device_revoke", "device_readmit", "device_rename", "device_move", "device_let_in"),
        (a_device, as_it_stood),
    ),
    "device_keep": ({**a_device, "shut_out": list_of(uid)}, as_it_stood),
    **dict.fromkeys(
        ("device_phones", "device_both"), ({"allowed": boolean}, exact_object({"allowed": boolean}))
    ),
    "device_map": (
        {"tables": mapping_of(digits, CELL), "door": either(null, CELL)},
        exact_object({"tables": somewhere, "door": either(null, CELL)}),
    ),
    "device_floor": ({}, somewhere),
    reopening.KIND: (
        {"official": natural, "stages": list_of(natural)},
        exact_object({"stages": mapping_of(digits, mapping_of(digits, string(20)))}),
    ),
}


def is_valid_act(kind: str, args: Any, inverse: Any) -> bool:
    """Return whether an act of that kind can have these arguments and this inverse."""
    if kind.startswith("undo_") and kind.removeprefix("undo_") in ACTS:
        return open_object(undone)(args) and null(inverse)
    if kind not in ACTS:
        return False
    shapes, back = ACTS[kind]
    return open_object(shapes)(args) and prizes_schema.fairly_drawn(kind, args) and back(inverse)


# Standings as published

DECISION = exact_object({"place": natural, "code": string(40), "args": list_of(integer, 20)})
ROW: dict[str, Shape] = {
    **dict.fromkeys(Row._fields, integer),
    "name": short,
    "club": short,
    "tied": list_of(natural),
    "values": list_of(either(null, integer), criteria.MAX_CRITERIA),
    "above": optional_number,
    "decision": either(null, DECISION),
    "out": boolean,
}
published = object_with(
    ROW, needed=[name for name in ROW if name not in Row._field_defaults] + ["tied", "decision"]
)

# A result that waits at the desk (tournaments/devices/calls.py)

WAITING_DETAILS: dict[str, Shape] = {"why": string(40), "counts": list_of(integer, MAX_SIDES)}
WAITING_RESULT: dict[str, Shape] = {
    "result": open_object({}),
    "round": natural,
    "game": natural,
    "points": list_of(integer, MAX_SIDES),
}


def is_waiting_result(value: Any) -> bool:
    """Return whether a value is a result that waits at the desk.

    Older versions wrote neither the reason nor the result that counts instead.
    """
    return open_object(WAITING_RESULT)(value) and all(
        shape(value[name]) for name, shape in WAITING_DETAILS.items() if name in value
    )


# A protest from a table, which waits there too
protested = exact_object(of_a_round)

# people are distinguished by all of these
CAME_AS: dict[str, Shape] = {
    "number": natural,
    "fee_cents": optional_number,
    "apart": string(60),
    "note": string(200),
    "answers": mapping_of(digits, string(questions.MAX_CHOICE_LENGTH)),
    "categories": prizes_schema.held,
    "consented_at": either(null, moment),
    "checked_in_at": either(null, moment),
    "uid": uid,
    "club": string(120),
    "region": string(120),
    "member_number": string(40),
    "fixed_seat": fixed_seat,
}
# older programs noted a payment there as well
came_as = object_with({**CAME_AS, payments_schema.OLD_PAID_FIELD: string(20)}, needed=CAME_AS)


# All columns whose type is not enough to check them, by model and name

SETTINGS = object_with(
    {
        "expected": optional_number,
        "house_name": either(null, string(120)),
        "in_sight": either(null, boolean),
        ceremony.OLD_HIDDEN_SETTING: either(null, boolean),
        ceremony.HIDDEN_SETTING: either(null, up_to(99)),
        ceremony.PODIUM_SETTING: exact_object({"shown": up_to(99), "over": boolean}),
        table_layout.DOOR_SETTING: either(null, CELL),
        **dict.fromkeys((devices.PHONES_SETTING, devices.BOTH_SETTING), boolean),
        questions.KEY: list_of(exact_object(QUESTION), questions.MAX_QUESTIONS),
        **prizes_schema.SETTINGS,
        identity.KEY: identity.shape,
        fees.KEY: payments_schema.FEES,
        cash_box.COUNTED: either(null, up_to(registration.MAX_CENTS)),
        signup_settings.KEY: object_with(
            {
                "on": boolean,
                **dict.fromkeys(signup_settings.MOMENTS, either(null, moment)),
                **dict.fromkeys(
                    ("capacity", "per_club"), either(null, between(1, signup_settings.MAX_CAPACITY))
                ),
                "members": between(1, teams.MAX_MEMBERS),
            }
        ),
        wifi.KEY: exact_object({"name": string(32), "password": string(64)}),
        card_audit.KEY: mapping_of(digits, integer),
        **dict.fromkeys((consent.KEY, signups.FETCHED_SETTING), either(null, moment)),
        auto_publish.EACH_GAME: boolean,
        training.KEY: boolean,
        reports.KEY: either(null, mapping_of(one_of(reports.FIELDS), string(reports.MAX_HEADING_LENGTH))),
    }
)
COLUMNS: dict[tuple[type[models.Model], str], Shape] = {
    (Tournament, "settings"): SETTINGS,
    (Tournament, "link_token"): link_token,
    (Tournament, "language"): one_of([code for code, _name in settings.LANGUAGES]),
    (Place, "x"): either(null, across),
    (Place, "y"): either(null, down),
    (Entry, "fixed_seat"): fixed_seat,
    (Member, "came_as"): either(null, came_as),
    (Entry, "team"): list_of(string(120), registration.MAX_MEMBERS),
    (Entry, "answers"): mapping_of(digits, string(questions.MAX_CHOICE_LENGTH)),
    (Entry, "categories"): prizes_schema.held,
    (Payment, "cents"): either(null, between(-registration.MAX_CENTS, registration.MAX_CENTS)),
    (Stage, "rules"): are_valid_rules,
    (Stage, "game"): one_of(GAMES),
    (Stage, "movement"): one_of(MOVEMENTS),
    (Meeting, "feeders"): list_of(plain_data, 20),
    (Meeting, "board"): either(null, between(1, boards.MAX_BOARDS)),
    (Seat, "letter"): letter,
    (Device, "earlier_places"): list_of(natural, 500),
    (Device, "earlier_tokens"): list_of(fingerprint, devices.MAX_TOKENS),
    (Device, "token_hash"): fingerprint,
    (OfferedToken, "token_hash"): fingerprint,
    (Line, "sides"): sides,
    (Line, "data"): plain_data,
    (Logo, "png"): is_stored_logo,
    (Act, "args"): plain_data,
    (Act, "inverse"): plain_data,
    (Call, "who"): sides,
    (Call, "said"): either(null, is_waiting_result, protested),
    (Publication, "rows"): list_of(published),
}
