"""Mistakes in the scripts of the tablet and of the desk."""

from tests.mistakes.values import Mistake

TABLE = "static/js/table/"

SCRIPTS = (
    Mistake(
        "match-won-by-half",
        TABLE + "situation.js",
        "wins(list, at) > rule.games / 2",
        "wins(list, at) >= rule.games / 2 - 0.5",
        (
            "tests/scripts/test_situation.py",
            "tests/table/test_medal_match.py",
        ),
    ),
    Mistake(
        "what-is-put-off-counts-for-nothing",
        TABLE + "situation.js",
        'var UNSENT = ["kept", "later", "not_your_table"];',
        'var UNSENT = ["kept", "not_your_table"];',
        (
            "tests/scripts/test_situation.py",
            "tests/table/test_keeping.py::test_a_result_that_a_laptop_stumbles_over_holds_up_nothing_else",
        ),
    ),
    Mistake(
        "the-loser-does-not-deal",
        TABLE + "situation.js",
        "return meeting.sides.length === 2 ? 1 - last.own.shown.winner : null;",
        "return meeting.sides.length === 2 ? last.own.shown.winner : null;",
        (
            "tests/scripts/test_situation.py",
            "tests/table/test_the_network.py::test_what_is_typed_while_the_server_is_down_arrives_once",
        ),
    ),
    Mistake(
        "the-same-is-sent-for-ever",
        TABLE + "day.js",
        'var FINAL = ["accepted", "same", "conflict", "refused"];',
        'var FINAL = ["accepted", "conflict", "refused"];',
        (
            "tests/scripts/test_day.py",
            "tests/table/test_the_network.py::test_a_result_survives_a_lost_answer_and_a_server_that_dies",
            "tests/table/test_another_laptop.py::test_a_copy_without_the_last_results_gets_them_from_the_tablets",
        ),
    ),
    Mistake(
        "another-laptop-gets-nothing-again",
        TABLE + "day.js",
        '      result.state = "kept";\n',
        "",
        (
            "tests/scripts/test_day.py",
            "tests/table/test_another_laptop.py::test_a_copy_without_the_last_results_gets_them_from_the_tablets",
        ),
    ),
    Mistake(
        "older-news-wins",
        TABLE + "day.js",
        "member.heard && news.version < member.told.version",
        "member.heard && news.version > member.told.version",
        (
            "tests/scripts/test_day.py",
            "tests/table/test_another_laptop.py::test_an_answer_of_an_older_version_is_passed_over",
        ),
    ),
    Mistake(
        "one-bad-result-holds-up-the-others",
        TABLE + "day.js",
        "return before.then(function (heard) { return heard && sendThese(member, [result]); });",
        "return before.then(function (heard) { return heard; });",
        (
            "tests/scripts/test_day.py",
            "tests/table/test_the_network.py::test_one_result_that_cannot_be_read_holds_up_no_other",
        ),
    ),
    Mistake(
        "a-second-tap-accepts-again",
        TABLE + "entry.js",
        "if (!now || accepted === now.nonce || trembles()) return;",
        "if (!now || accepted === now.nonce) return;",
        (
            "tests/scripts/test_entry.py",
            "tests/table/test_trembling.py",
        ),
    ),
    Mistake(
        "a-correction-goes-out-as-a-claim",
        TABLE + "entry.js",
        "basis: now.basis, kind: now.kind, sides",
        'basis: now.basis, kind: "claim", sides',
        (
            "tests/scripts/test_entry.py",
            "tests/table/test_a_game.py::test_what_was_sent_can_be_taken_back_at_the_table",
        ),
    ),
    Mistake(
        "corrected-on-the-basis-of-old",
        TABLE + "entry.js",
        "basis: correcting ? correcting.line : basis(found, game)",
        "basis: correcting ? correcting.body.basis : basis(found, game)",
        (
            "tests/scripts/test_entry.py",
            "tests/table/test_a_game.py::test_what_was_sent_can_be_taken_back_at_the_table",
        ),
    ),
    Mistake(
        "the-back-peg-stays-behind",
        TABLE + "board_model.js",
        "front: to[0], back: own.front,",
        "front: to[0], back: own.back,",
        (
            "tests/scripts/test_board_model.py",
            "tests/table/test_the_board_model.py",
        ),
    ),
    Mistake(
        "a-single-point-at-116",
        TABLE + "board_model.js",
        "points === 1 && at >= NO_SINGLE_FROM",
        "points === 1 && at > NO_SINGLE_FROM",
        (
            "tests/scripts/test_board_model.py",
            "tests/table/test_the_board_model.py",
        ),
    ),
    Mistake(
        "level-hands-are-a-knock",
        TABLE + "hands.js",
        "if (own < other) return { how:",
        "if (own <= other) return { how:",
        (
            "tests/scripts/test_hands.py",
            "tests/table/test_hands_model.py",
        ),
    ),
    Mistake(
        "the-fine-falls-on-the-knocker",
        TABLE + "hands.js",
        "only(few ? 1 - knocker : null, FINE)",
        "only(few ? knocker : null, FINE)",
        (
            "tests/scripts/test_hands.py",
            "tests/table/test_hands_model.py",
        ),
    ),
    Mistake(
        "skunk-of-the-one-furthest-behind",
        TABLE + "cribbage.js",
        'Math[several === "any" ? "min" : "max"]',
        'Math[several === "any" ? "max" : "min"]',
        (
            "tests/scripts/test_cribbage.py",
            "tests/table/test_several_sides.py::test_a_skunk_of_several_losers_is_said_as_the_rules_have_it",
        ),
    ),
    Mistake(
        "level-totals-without-a-winner",
        TABLE + "gin.js",
        "if (totals[draft.winner] <= totals[1 - draft.winner]) data.winner",
        "if (totals[draft.winner] < totals[1 - draft.winner]) data.winner",
        (
            "tests/scripts/test_gin.py",
            "tests/table/test_a_game.py::test_final_totals_of_gin",
        ),
    ),
    Mistake(
        "the-older-copy-counts",
        TABLE + "store.js",
        "if (!known || known.n < entry.n)",
        "if (!known || known.n > entry.n)",
        (
            "tests/scripts/test_store.py",
            "tests/table/test_keeping.py",
            "tests/table/test_two_windows.py",
        ),
    ),
    Mistake(
        "the-address-that-answered-is-forgotten",
        TABLE + "net.js",
        "if (taken) { best = base; return answer; }",
        "if (taken) return answer;",
        (
            "tests/scripts/test_net.py",
            "tests/table/test_the_network.py::test_the_other_addresses_are_tried",
        ),
    ),
    Mistake(
        "the-last-minute-is-none",
        TABLE + "clock.js",
        "Math.ceil(left / MINUTE)",
        "Math.floor(left / MINUTE)",
        (
            "tests/scripts/test_clock.py",
            "tests/table/test_clock.py",
        ),
    ),
    Mistake(
        "no-address-ends-in-255",
        TABLE + "seek.js",
        "return number > 255;",
        "return number > 256;",
        (
            "tests/scripts/test_seek.py",
            "tests/table/test_another_laptop.py::test_what_is_an_address",
        ),
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
