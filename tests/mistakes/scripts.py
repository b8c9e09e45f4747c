"""Mistakes in the scripts of the tablet and of the desk."""

from tests.mistakes.values import Mistake

TABLE = "static/js/table/"

SCRIPTS = (
    Mistake(
        "match-won-by-half",
        TABLE + "situation.js",
        "wins(list, at) > rule.games / 2",
        "wins(list, at) >= rule.games / 2 - 0.5",
        ("tests/scripts/test_situation.py",),
    ),
    Mistake(
        "what-is-put-off-counts-for-nothing",
        TABLE + "results.js",
        'WAITING = ["kept", "later", "not_your_table"];',
        'WAITING = ["kept", "not_your_table"];',
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "the-loser-does-not-deal",
        TABLE + "situation.js",
        "return meeting.sides.length === 2 ? 1 - last.own.shown.winner : null;",
        "return meeting.sides.length === 2 ? last.own.shown.winner : null;",
        ("tests/scripts/test_situation.py",),
    ),
    Mistake(
        "the-same-is-sent-for-ever",
        TABLE + "results.js",
        'var FINAL = ["accepted", "same", "conflict", "refused"],',
        'var FINAL = ["accepted", "conflict", "refused"],',
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "another-laptop-gets-nothing-again",
        TABLE + "results.js",
        'changed(result, { state: "kept", stumbled: false })',
        "changed(result, { stumbled: false })",
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "older-news-wins",
        TABLE + "answers.js",
        "member.heard && news.version < member.told.version",
        "member.heard && news.version > member.told.version",
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "one-bad-result-holds-up-the-others",
        TABLE + "day.js",
        "return before.then(function (heard) { return heard && sendThese(member, [result]); });",
        "return before.then(function (heard) { return heard; });",
        ("tests/table/test_keeping.py::test_a_result_that_a_laptop_stumbles_over_holds_up_nothing_else",),
    ),
    Mistake(
        "a-second-tap-accepts-again",
        TABLE + "entry.js",
        "accepted === now.nonce || C.entry.trembles(before, last)) return;",
        "accepted === now.nonce) return;",
        ("tests/table/test_trembling.py",),
    ),
    Mistake(
        "a-correction-goes-out-as-a-claim",
        TABLE + "entry_model.js",
        "basis: draft.basis, kind: draft.kind, sides",
        'basis: draft.basis, kind: "claim", sides',
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "corrected-on-the-basis-of-old",
        TABLE + "entry_model.js",
        "basis: correcting ? correcting.line :",
        "basis: correcting ? correcting.body.basis :",
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "the-back-peg-stays-behind",
        TABLE + "board_model.js",
        "front: to[0], back: own.front,",
        "front: to[0], back: own.back,",
        ("tests/scripts/test_the_board_model.py",),
    ),
    Mistake(
        "a-single-point-at-116",
        TABLE + "board_model.js",
        "points === 1 && at >= NO_SINGLE_FROM",
        "points === 1 && at > NO_SINGLE_FROM",
        ("tests/scripts/test_the_board_model.py",),
    ),
    Mistake(
        "level-hands-are-a-knock",
        TABLE + "hands.js",
        "if (own < other) return { how:",
        "if (own <= other) return { how:",
        ("tests/scripts/test_hands_model.py",),
    ),
    Mistake(
        "the-fine-falls-on-the-knocker",
        TABLE + "hands.js",
        "only(few ? 1 - knocker : null, FINE)",
        "only(few ? knocker : null, FINE)",
        ("tests/scripts/test_hands_model.py",),
    ),
    Mistake(
        "skunk-of-the-one-furthest-behind",
        TABLE + "cribbage.js",
        'Math[several === "any" ? "min" : "max"]',
        'Math[several === "any" ? "max" : "min"]',
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "level-totals-without-a-winner",
        TABLE + "gin.js",
        "if (totals[draft.winner] <= totals[1 - draft.winner]) data.winner",
        "if (totals[draft.winner] < totals[1 - draft.winner]) data.winner",
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "the-older-copy-counts",
        TABLE + "shelf.js",
        "return !known || known.n < read.n ? read : known;",
        "return !known || known.n > read.n ? read : known;",
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "the-address-that-answered-is-forgotten",
        TABLE + "net.js",
        "if (taken) { best = base; return answer; }",
        "if (taken) return answer;",
        (
            "tests/table/test_another_laptop.py::"
            "test_a_laptop_that_was_replaced_and_is_still_on_is_not_asked_again",
        ),
    ),
    Mistake(
        "the-last-minute-is-none",
        TABLE + "clock_model.js",
        "Math.ceil(still / MINUTE)",
        "Math.floor(still / MINUTE)",
        ("tests/scripts/test_small_rules.py",),
    ),
    Mistake(
        "no-address-ends-in-255",
        TABLE + "addresses.js",
        "return number > 255;",
        "return number > 256;",
        ("tests/scripts/test_small_rules.py",),
    ),
    Mistake(
        "the-desk-has-seen-what-it-has-not",
        "static/js/desk.js",
        '    body.set("seen", String(seen));\n',
        '    body.set("seen", String(data.seen));\n',
        (
            "tests/scripts/test_desk.py",
            "tests/desk/test_keyboard.py::test_the_second_desk_is_told_and_decides",
        ),
    ),
    Mistake(
        "a-reload-loses-what-was-sent",
        "static/js/desk.js",
        "    keep(body);\n    form.setAttribute",
        "    form.setAttribute",
        (
            "tests/scripts/test_desk.py",
            "tests/desk/test_keyboard.py::test_without_an_answer_nothing_typed_is_lost_and_nothing_is_written_twice",
        ),
    ),
    Mistake(
        "keys-typed-ahead-are-lost",
        "static/js/desk.js",
        "    while (ahead.length && !sending) press(ahead.shift());\n",
        "",
        (
            "tests/scripts/test_desk.py",
            "tests/desk/test_keyboard.py::test_a_slip_typed_without_waiting_for_answers",
        ),
    ),
    Mistake(
        "a-partners-letter-is-nobodys",
        "static/js/desk.js",
        "return side.letters.includes(letter);",
        "return side.letter === letter;",
        (
            "tests/scripts/test_desk.py",
            "tests/desk/test_several.py",
        ),
    ),
    Mistake(
        "level-totals-go-to-b",
        "static/js/desk_gin.js",
        'return one === null || two === null || one === two ? "" :',
        'return one === null || two === null ? "" :',
        (
            "tests/scripts/test_desk_gin.py",
            "tests/desk/test_gin_keyboard.py",
        ),
    ),
    Mistake(
        "turned-round-but-the-winner",
        "static/js/desk_gin.js",
        "        if (named && desk.winner()) desk.setWinner(desk.other(desk.winner()));\n",
        "",
        (
            "tests/scripts/test_desk_gin.py",
            "tests/desk/test_gin_keyboard.py::test_what_is_refused_stays_typed_and_x_turns_what_is_typed",
        ),
    ),
    Mistake(
        "the-desks-skunk-line-is-a-skunk",
        "static/js/desk_cribbage.js",
        "if (one.under === null || low < one.under) found = at;",
        "if (one.under === null || low <= one.under) found = at;",
        (
            "tests/scripts/test_desk_cribbage.py",
            "tests/desk/test_keyboard.py::test_table_winner_points_enter",
        ),
    ),
    Mistake(
        "present-and-absent-exchanged",
        "static/js/desk.js",
        "    declare(has, forfeit.present);\n    declare(rest, forfeit.absent);",
        "    declare(has, forfeit.absent);\n    declare(rest, forfeit.present);",
        (
            "tests/scripts/test_desk.py",
            "tests/desk/test_keyboard.py::test_a_forfeit_is_one_key_and_declared_points",
        ),
    ),
)
