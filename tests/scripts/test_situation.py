"""Where a table stands, and which words its page says of it: what the server sent and what was typed here."""

from typing import Any

import pytest

from tests.scripts.engine import load

SCRIPTS = load("tablet_app/results.js", "tablet_app/situation.js", "tablet_app/wording.js")
PAIR_SIDES = [
    {"letter": "A", "entries": [{"number": 1, "name": "Réal O'Brien"}]},
    {"letter": "B", "entries": [{"number": 2, "name": "Huguette Côté"}]},
]
MEETING = {
    "uid": "m1",
    "table": 3,
    "games": 1,
    "game": 1,
    "basis": 0,
    "state": "open",
    "results": [],
    "sides": PAIR_SIDES,
    "deals": None,
}
ROUND = {"number": 1, "of": 5, "state": "open"}
INVITATION = {"known": True, "secret": "s1", "table": 3, "tournament": {"uid": "t1"}}


def answer(**meeting: Any) -> dict[str, Any]:
    return {
        "version": 1,
        "rules": {"stage": "day"},
        "round": ROUND,
        "meetings": [MEETING | meeting],
        "moves": [],
        "playing": [],
    }


def page_state(sent: dict | None = None, results: tuple = (), **more: Any) -> dict[str, Any]:
    """All that a page knows; those at the table have said that it is them."""
    member = {"uid": "t1", "secret": "s1", "table": 3, "told": answer() if sent is None else sent}
    state = {
        "elsewhere": False,
        "invitation": None,
        "member": member,
        "waiting": False,
        "problem": "",
        "shut": "",
    }
    return {**state, "fresh": True, "ours": "m1", "results": list(results), **more}


def own_result(
    state: str = "kept",
    game: int = 1,
    winner: int = 0,
    line: int | None = None,
    meeting: str = "m1",
    **more: Any,
) -> dict[str, Any]:
    """A result of this tablet."""
    body = {"nonce": f"n{game}{line}", "meeting": meeting, "game": game, "kind": "claim", "data": {}}
    return {"day": "t1", "state": state, "line": line, "body": body, "shown": {"winner": winner}} | more


def desk(game: int = 1, line: int = 4, winner: int | None = 0, **more: Any) -> dict[str, Any]:
    """A result as the desk tells it."""
    return {
        "game": game,
        "line": line,
        "winner": winner,
        "pegged": [121, 88],
        "how": "played",
        "ruled": False,
    } | more


def view(state: dict[str, Any]) -> dict[str, Any]:
    return SCRIPTS("Cheville.situations.derive", state)


# What the page shows


@pytest.mark.parametrize(
    ("state", "mode"),
    [
        (page_state(), "playing"),
        (page_state(elsewhere=True), "elsewhere"),
        (page_state(invitation=INVITATION), "playing"),
        (page_state(invitation=INVITATION | {"tournament": {"uid": "t2"}}), "other"),
        (page_state(waiting=True), "other"),
        (page_state(invitation=INVITATION | {"secret": "s2"}), "joining"),
        (page_state(invitation=INVITATION | {"secret": "s2"}, problem="closed"), "playing"),
        (page_state(invitation={"known": False, "secret": "?"}), "playing"),
        (page_state(member=None), "code"),
        (page_state(member=None, invitation=INVITATION), "joining"),
        (page_state(member=None, invitation=INVITATION, problem="closed"), "code"),
        (page_state(shut="put out"), "shut"),
        (page_state(member={"uid": "t1", "secret": "s1", "told": None}), "joining"),
        (page_state(answer() | {"round": None, "meetings": []}), "before"),
        (page_state(answer() | {"meetings": []}), "empty"),
        (page_state(answer(state="bye", sides=PAIR_SIDES[:1])), "bye"),
        (page_state(ours="m0"), "seats"),
        (page_state(answer() | {"round": ROUND | {"state": "seated"}}), "wait"),
        (page_state(answer() | {"round": ROUND | {"state": "seated"}}, ours=None), "seats"),
        (page_state(answer(state="disputed")), "after"),
        (page_state(answer(results=[desk()], game=None)), "after"),
        (page_state(results=(own_result(),)), "after"),
        (page_state(results=(own_result("accepted", line=4),), fresh=False), "after"),
        (page_state(results=(own_result("accepted", line=4),)), "playing"),  # the desk has voided it since
        (page_state(results=(own_result("refused"),)), "refused"),
        (page_state(results=(own_result("refused", dismissed=True),)), "playing"),
        (page_state(results=(own_result("refused"), own_result(game=1))), "after"),  # entered again since
        (page_state(results=(own_result("refused"), own_result("later", game=2))), "refused"),
        (page_state(answer(state="waiting"), results=(own_result("accepted", line=4),)), "after"),
        (page_state(answer(state="waiting")), "playing"),
        # of the seats before: they were changed while this tablet was offline
        (page_state(results=(own_result("refused", meeting="m0"),)), "refused"),
        (page_state(results=(own_result("refused", meeting="m0"),), ours=None), "refused"),
        (page_state(results=(own_result("refused", meeting="m0"), own_result())), "refused"),
        (page_state(results=(own_result("refused", meeting="m0", dismissed=True),)), "playing"),
        (page_state(results=(own_result("refused", meeting="m0"), own_result(meeting="m0"))), "playing"),
        (page_state(answer() | {"meetings": []}, (own_result("refused", meeting="m0"),)), "refused"),
        (page_state(answer() | {"round": None}, (own_result("refused", meeting="m0"),)), "refused"),
        (page_state(answer(state="bye"), (own_result("refused", meeting="m0"),)), "refused"),
        (page_state(shut="put out", results=(own_result("refused", meeting="m0"),)), "shut"),
    ],
)
def test_mode_of_the_page(state: dict, mode: str):
    assert view(state)["mode"] == mode


def test_refused_results_are_shown_one_after_the_other():
    own = own_result("refused", game=2)
    given = [own_result("refused", meeting="m0", line=1), own_result("refused", meeting="m00", line=2), own]
    given.insert(1, own_result("refused", game=2, meeting="m0", line=1))
    shown = []
    while refused := view(page_state(results=tuple(given)))["refused"]:
        shown.append((refused["body"]["nonce"], SCRIPTS("Cheville.wording.refusedAction", refused, "m1")))
        given[given.index(refused)]["dismissed"] = True
    earlier = [(nonce, "back_to_table") for nonce in ("n12", "n21", "n11")]
    assert shown == [("n2None", "enter_again"), *earlier]


@pytest.mark.parametrize(
    ("state", "wins", "next_game"),
    [
        ({"games": 3}, (), 1),
        ({"games": 3}, (0,), 2),
        ({"games": 3}, (0, 1), 3),
        ({"games": 3}, (0, 0), None),  # two of three
        ({"games": 3, "match": {"kind": "fixed", "games": 3}}, (0, 0), 3),  # all of them are played
        ({"games": 3, "match": {"kind": "fixed", "games": 3}}, (0, 0, 0), None),
        ({"games": 5, "match": {"kind": "best_of", "games": 5}}, (0, 0), 3),
        ({"games": 5, "match": {"kind": "best_of", "games": 5}}, (0, 0, 0), None),
    ],
)
def test_next_game_counts_results_kept_on_tablet(state: dict, wins: tuple, next_game: int | None):
    kept = tuple(own_result(game=game, winner=winner) for game, winner in enumerate(wins, start=1))
    assert view(page_state(answer(**state), kept))["next"] == next_game


def test_results_of_desk_and_tablet_are_combined():
    state = page_state(answer(games=3, game=2, results=[desk(winner=1)]), (own_result(game=2, winner=1),))
    at = view(state)
    assert [(game["number"], bool(game["desk"]), bool(game["own"])) for game in at["games"]] == [
        (1, True, False),
        (2, False, True),
    ]
    assert (at["next"], at["mode"]) == (None, "after")


@pytest.mark.parametrize(
    ("meeting", "kept", "deals"),
    [
        ({"games": 3, "deals": 1}, (), 1),
        ({"games": 3, "deals": 1}, (own_result(winner=0),), 1),
        ({"games": 3, "deals": 0}, (own_result(winner=1),), 0),
        ({"games": 3, "game": 2, "deals": 0, "results": [desk(winner=1)]}, (), 0),
        ({"games": 3, "sides": [*PAIR_SIDES, PAIR_SIDES[0]]}, (own_result(winner=1),), None),
    ],
)
def test_first_dealer(meeting: dict, kept: tuple, deals: int | None):
    assert view(page_state(answer(**meeting), kept))["deals"] == deals


def test_partners_have_their_seat_letters():
    pair = [{"number": 1, "name": "A", "letter": "A"}, {"number": 3, "name": "C", "letter": "C"}]
    sides = [{"letter": "A", "entries": pair}, PAIR_SIDES[1]]
    assert view(page_state(answer(sides=sides)))["letters"] == [["A", "C"], ["B"]]


def test_phone_belongs_to_a_side_and_tablet_does_not():
    assert view(page_state(answer() | {"entry": 2}))["mine"] == 1
    assert view(page_state())["mine"] is None
    on_phone = "Cheville.situations.isPhone"
    assert [
        bool(SCRIPTS(on_phone, state)) for state in (page_state(answer() | {"entry": 2}), page_state())
    ] == [True, False]
    assert [
        SCRIPTS(on_phone, page_state(member=None, invitation=INVITATION | {"table": table}))
        for table in (None, 3)
    ] == [True, False]


def test_table_is_that_of_device_or_meeting():
    table = "Cheville.situations.tableOf"
    assert SCRIPTS(table, {"table": 3, "told": None}) == 3
    assert SCRIPTS(table, {"table": None, "told": answer(table=7)}) == 7
    assert SCRIPTS(table, None) is None


@pytest.mark.parametrize(
    ("before", "round_", "typing", "closes"),
    [
        ("day 1", "day 2", False, True),
        ("day 1", "final 1", False, True),
        ("", "day 1", False, True),
        ("day 1", "day 2", True, False),
        ("day 1", "day 1", False, False),
        (None, "day 1", False, False),
        ("day 1", "", False, False),
    ],
)
def test_open_dialog_closes_when_a_round_begins(before, round_: str, typing: bool, closes: bool):
    assert SCRIPTS("Cheville.situations.shouldClose", before, round_, typing) is closes


def test_round_name_needs_an_update_from_the_desk():
    names = [
        SCRIPTS("Cheville.situations.roundKey", view(state))
        for state in (page_state(), page_state(answer() | {"round": None}), page_state(shut="x"))
    ]
    assert names == ["day 1", "", None]


@pytest.mark.parametrize(
    ("meeting", "own", "may"),
    [
        ({}, own_result("accepted", line=4), True),
        ({}, own_result("same", line=4), True),
        ({}, own_result("conflict", line=4), False),
        ({}, own_result("kept"), False),
        ({}, own_result("accepted", line=3), False),  # the desk has another line
        ({"state": "disputed"}, own_result("accepted", line=4), False),
    ],
)
def test_results_correctable_on_the_tablet(meeting: dict, own: dict, may: bool):
    at = view(page_state(answer(results=[desk()], game=None, **meeting), (own,)))
    assert bool(SCRIPTS("Cheville.situations.correctable", at)) is may


# Which words are said


@pytest.mark.parametrize(
    ("changes", "kind", "code", "count"),
    [
        ({}, "received", "status_on", None),
        ({"results": 2}, "received", "status_received", None),
        ({"elsewhere": True}, "", "elsewhere", None),
        ({"cannotKeep": True, "unsent": 1}, "bad", "cannot_keep", None),
        ({"unsent": 2}, "kept", "status_sending", 2),
        ({"unsent": 2, "online": False}, "kept", "status_kept", 2),
        ({"online": False}, "kept", "status_off", None),
        ({"online": False, "why": "unknown"}, "kept", "status_unknown", None),
        ({"online": False, "why": "replaced"}, "kept", "status_replaced", None),
        ({"online": None}, "", "status_none", None),
        ({"member": False}, "", "status_none", None),
    ],
)
def test_status_line(changes: dict, kind: str, code: str, count: int | None):
    state = {
        "elsewhere": False,
        "cannotKeep": False,
        "unsent": 0,
        "online": True,
        "why": "",
        "member": True,
        "results": 0,
    }
    shown_kind, _icon, result = SCRIPTS("Cheville.wording.status", state | changes)
    assert (shown_kind, result["code"], result.get("count")) == (kind, code, count)


@pytest.mark.parametrize(
    ("own", "of_desk", "disputed", "kind", "code"),
    [
        (own_result("kept"), None, False, "kept", "kept_here"),
        (own_result("kept", stumbled=True), None, False, "kept", "kept_stumbled"),
        (own_result("later"), None, False, "kept", "kept_later"),
        (own_result("not_your_table"), None, False, "kept", "kept_other_table"),
        (own_result("accepted", line=4), desk(), False, "received", "received"),
        (own_result("same", line=4), desk(), False, "received", "received"),
        (own_result("accepted", line=3), desk(), False, "received", "desk_has"),
        (None, desk(), False, "received", "desk_has"),
        (own_result("accepted", line=4), desk(ruled=True), False, "received", "desk_decided"),
        (own_result("conflict", line=5), desk(), True, "dispute", "in_dispute"),
    ],
)
def test_receipt_above_a_result(own, of_desk, disputed: bool, kind: str, code: str):
    result = SCRIPTS("Cheville.wording.receipt", {"own": own, "desk": of_desk}, disputed)
    assert (result[0], result[2]["code"]) == (kind, code)


@pytest.mark.parametrize(
    ("own", "of_desk", "disputed", "both"),
    [
        (own_result("conflict", line=5), desk(), True, True),
        (own_result("accepted", line=4), desk(), True, False),  # its own counts
        (own_result("conflict", line=5), desk(), False, False),
        (None, desk(), True, False),
    ],
)
def test_both_results_are_shown_if_they_differ(own, of_desk, disputed: bool, both: bool):
    assert SCRIPTS("Cheville.wording.showsBoth", {"own": own, "desk": of_desk}, disputed) is both


@pytest.mark.parametrize(
    ("state", "phone", "title"),
    [
        (page_state(answer(state="disputed", results=[desk()])), False, "after_dispute"),
        (page_state(results=(own_result(),)), False, "after_kept"),
        (
            page_state(answer(results=[desk()], game=None), (own_result("accepted", line=4),)),
            False,
            "after_received",
        ),
        (page_state(answer(results=[desk()], game=None)), False, "after_received"),
        (page_state(answer(results=[desk()], game=None)), True, "after_entered"),  # nobody is thanked
        (
            page_state(answer(results=[desk()], game=None), (own_result("accepted", line=4),)),
            True,
            "after_received",
        ),
        (page_state(answer(state="waiting"), (own_result("accepted", line=4),)), True, "after_received"),
    ],
)
def test_heading_after_entry(state: dict, phone: bool, title: str):
    assert SCRIPTS("Cheville.wording.afterTitle", view(state), phone) == title


ENTERED_STATE = answer(results=[desk()], game=None)


@pytest.mark.parametrize(
    ("state", "reached", "expected"),
    [
        (page_state(answer(state="disputed", results=[desk()])), True, {"code": "judge_decides"}),
        (
            page_state(answer(state="waiting"), (own_result("accepted", line=4),)),
            True,
            {"code": "other_side_waits"},
        ),
        (page_state(results=(own_result(stumbled=True),)), True, None),
        (
            page_state(ENTERED_STATE | {"round": ROUND | {"number": 5, "state": "closed"}}),
            True,
            {"code": "last_game"},
        ),
        (page_state(ENTERED_STATE | {"round": ROUND | {"number": 5}}), True, {"code": "places_soon"}),
        (page_state(ENTERED_STATE), False, {"code": "places_later"}),
        (page_state(ENTERED_STATE), True, {"code": "places_soon"}),
        (
            page_state(ENTERED_STATE | {"playing": [2, 3]}),
            True,
            {"code": "still_playing", "count": 2, "values": {"tables": ["2", "3"]}},
        ),
    ],
)
def test_next_step_message(state: dict, reached: bool, expected):
    assert SCRIPTS("Cheville.wording.nextMessage", view(state), reached) == expected


@pytest.mark.parametrize(
    ("own", "online", "may"),
    [
        (own_result(), False, True),
        (own_result("later"), False, True),
        (own_result("not_your_table"), False, True),
        (own_result("refused"), False, True),
        (own_result("accepted"), False, False),
        (own_result(), True, False),
        (own_result(), None, False),
    ],
)
def test_results_offered_as_offline_code(own: dict, online, may: bool):
    assert SCRIPTS("Cheville.wording.mayCarry", {"games": [{"own": own}]}, online) is may


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (page_state(), {"code": "game_of", "values": {"number": 1, "of": 5}}),
        (page_state(answer(games=3)), {"code": "game_of_match", "values": {"game": 1, "games": 3}}),
        (
            page_state(answer(games=3, match={"kind": "fixed", "games": 3})),
            {
                "code": "match_and_game",
                "values": {
                    "number": 1,
                    "of": 5,
                    "game": {"code": "game_of", "values": {"number": 1, "of": 3}},
                },
            },
        ),
        (
            page_state(answer(games=3), (own_result(game=1), own_result(game=2))),
            None,
        ),  # a medal match that is over has no number
        (page_state(answer() | {"meetings": []}), {"code": "game_of", "values": {"number": 1, "of": 5}}),
        (page_state(answer() | {"round": None, "meetings": []}), None),
    ],
)
def test_game_number_above_the_heading(state: dict, expected):
    assert SCRIPTS("Cheville.wording.subtitle", view(state)) == expected


def test_words_for_moves_lists_and_calls():
    move = {"name": "N", "letter": "B", "table": 5, "stays": False}
    codes = [
        SCRIPTS("Cheville.wording.move", move | more)["code"]
        for more in ({"stays": True}, {}, {"table": None})
    ]
    assert codes == ["stays", "goes", "goes_nowhere"]
    listed = {
        state: SCRIPTS("Cheville.wording.listCode", state)
        for state in ("kept", "later", "accepted", "conflict", "refused")
    }
    assert listed == {
        "kept": "list_kept",
        "later": "list_kept",
        "accepted": "list_received",
        "conflict": "list_conflict",
        "refused": "list_refused",
    }
    asked = [SCRIPTS("Cheville.wording.judgeTitle", table) for table in (3, 0, None)]
    assert asked == [{"code": "judge_title", "values": {"table": 3}}, *[{"code": "call_judge"}] * 2]
    called = [
        SCRIPTS("Cheville.wording.callCode", {"delivered": delivered}, online)
        for delivered, online in ((True, False), (False, False), (False, True))
    ]
    assert called == ["judge_told", "judge_not_yet", "connecting"]
