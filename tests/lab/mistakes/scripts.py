"""Mistakes in the scripts of the tablet and of the desk."""

from tests.lab.mistakes.values import Mistake

CRIBBAGE_BOARD_MODEL = "static/games/cribbage/board_model.js"
CRIBBAGE_DESK = "static/games/cribbage/desk.js"
CRIBBAGE_TABLE = "static/games/cribbage/table.js"
GIN_DESK = "static/games/gin/desk.js"
GIN_HANDS = "static/games/gin/hands.js"
GIN_TABLE = "static/games/gin/table.js"
DESK_BOARD = "static/js/desk/board.js"
DESK_ENTRY = "static/js/desk/entry.js"
DESK_SENDING = "static/js/desk/sending.js"
ADDRESSES = "static/js/tablet_app/addresses.js"
ANSWERS = "static/js/tablet_app/answers.js"
CLOCK_MODEL = "static/js/tablet_app/clock_model.js"
ENTRY = "static/js/tablet_app/entry.js"
ENTRY_MODEL = "static/js/tablet_app/entry_model.js"
NET = "static/js/tablet_app/net.js"
RESULTS = "static/js/tablet_app/results.js"
STORAGE_FORMAT = "static/js/tablet_app/storage_format.js"
SITUATION = "static/js/tablet_app/situation.js"
TOURNAMENT = "static/js/tablet_app/tournament.js"

SCRIPT_MISTAKES = (
    Mistake(
        "match-won-by-half",
        SITUATION,
        "best > rule.games / 2",
        "best >= rule.games / 2 - 0.5",
        ("tests/scripts/test_situation.py",),
    ),
    Mistake(
        "what-is-put-off-counts-for-nothing",
        RESULTS,
        'var FINAL = ["accepted", "same", "conflict", "refused"];',
        'var FINAL = ["accepted", "same", "conflict", "refused", "later"];',
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "the-loser-does-not-deal",
        SITUATION,
        "winner !== null ? 1 - winner : null;",
        "winner !== null ? winner : null;",
        ("tests/scripts/test_situation.py",),
    ),
    Mistake(
        "the-same-is-sent-for-ever",
        RESULTS,
        'var FINAL = ["accepted", "same", "conflict", "refused"];',
        'var FINAL = ["accepted", "conflict", "refused"];',
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "another-laptop-gets-nothing-again",
        RESULTS,
        'withChanges(result, { state: "kept", stumbled: false })',
        "withChanges(result, { stumbled: false })",
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "older-news-wins",
        ANSWERS,
        "member.heard && news.version < member.told.version",
        "member.heard && news.version > member.told.version",
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "one-bad-result-holds-up-the-others",
        TOURNAMENT,
        "previous.then((answered) => answered && sendBatch(member, [result]))",
        "previous.then((answered) => answered)",
        ("tests/web/tablet_app/test_network_faults.py::test_unreadable_result_does_not_block_others",),
    ),
    Mistake(
        "a-second-tap-accepts-again",
        ENTRY,
        'if (actions.matches(".unread")) event.stopPropagation();',
        "",
        ("tests/web/tablet_app/test_accidental_taps.py",),
    ),
    Mistake(
        "a-correction-goes-out-as-a-claim",
        ENTRY_MODEL,
        "kind: draft.kind, sides: draft.sides, data, seen_at: seenAt",
        'kind: "claim", sides: draft.sides, data, seen_at: seenAt',
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "corrected-on-the-basis-of-old",
        ENTRY_MODEL,
        "basis: corrected ? corrected.line :",
        "basis: corrected ? corrected.body.basis :",
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "the-back-peg-stays-behind",
        CRIBBAGE_BOARD_MODEL,
        "front: move[0], back: position.front,",
        "front: move[0], back: position.back,",
        ("tests/scripts/test_pegging_board_model.py",),
    ),
    Mistake(
        "a-single-point-at-116",
        CRIBBAGE_BOARD_MODEL,
        "points === 1 && from >= NO_SINGLE_FROM",
        "points === 1 && from > NO_SINGLE_FROM",
        ("tests/scripts/test_pegging_board_model.py",),
    ),
    Mistake(
        "level-hands-are-a-knock",
        GIN_HANDS,
        "if (own < other) return { how:",
        "if (own <= other) return { how:",
        ("tests/scripts/test_gin_sheet_model.py",),
    ),
    Mistake(
        "the-fine-falls-on-the-knocker",
        GIN_HANDS,
        "onlyFor(tooFew ? 1 - knocker : null, FINE, 2)",
        "onlyFor(tooFew ? knocker : null, FINE, 2)",
        ("tests/scripts/test_gin_sheet_model.py",),
    ),
    Mistake(
        "what-the-other-team-won-is-forgotten",
        GIN_HANDS,
        "scores.length > 1 ? Math.abs(gains[0] - gains[1])",
        "scores.length > 1 ? gains[winner]",
        ("tests/scripts/test_gin_sheet_model.py",),
    ),
    Mistake(
        "skunk-of-the-one-furthest-behind",
        CRIBBAGE_TABLE,
        'Math[several === "any" ? "min" : "max"]',
        'Math[several === "any" ? "max" : "min"]',
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "level-totals-without-a-winner",
        GIN_TABLE,
        "side !== draft.winner && total >= totals[draft.winner]",
        "side !== draft.winner && total > totals[draft.winner]",
        ("tests/scripts/test_entry.py",),
    ),
    Mistake(
        "the-older-copy-counts",
        STORAGE_FORMAT,
        "return !known || known.n < read.n ? read : known;",
        "return !known || known.n > read.n ? read : known;",
        ("tests/scripts/test_results.py",),
    ),
    Mistake(
        "the-address-that-answered-is-forgotten",
        NET,
        "if (accepted) { server = base; return response; }",
        "if (accepted) return response;",
        ("tests/web/tablet_app/test_another_laptop.py::test_replaced_laptop_is_not_asked_again",),
    ),
    Mistake(
        "the-last-minute-is-none",
        CLOCK_MODEL,
        "Math.ceil(remaining / MINUTE)",
        "Math.floor(remaining / MINUTE)",
        ("tests/scripts/test_tablet_helpers.py",),
    ),
    Mistake(
        "no-address-ends-in-255",
        ADDRESSES,
        "number > 255",
        "number > 256",
        ("tests/scripts/test_tablet_helpers.py",),
    ),
    Mistake(
        "the-desk-has-seen-what-it-has-not",
        DESK_ENTRY,
        "seen: String(s.seen), winner: s.winner, how: s.how",
        "seen: String(board.seen), winner: s.winner, how: s.how",
        (
            "tests/scripts/test_desk_cribbage.py",
            "tests/scripts/test_desk_sending.py",
        ),
    ),
    Mistake(
        "a-reload-loses-what-was-sent",
        DESK_SENDING,
        "return outbox.now || outbox.ahead.length ? JSON.stringify({ now: outbox.now,",
        "return outbox.ahead.length ? JSON.stringify({ now: outbox.now,",
        ("tests/scripts/test_desk_sending.py",),
    ),
    Mistake(
        "keys-typed-ahead-are-lost",
        DESK_SENDING,
        'return change(mail, { now: null, failed: "", held',
        'return change(mail, { now: null, failed: "", ahead: [], held',
        ("tests/scripts/test_desk_sending.py",),
    ),
    Mistake(
        "a-partners-letter-is-nobodys",
        DESK_BOARD,
        "side.letters.includes(letter)",
        "side.letter === letter",
        ("tests/scripts/test_desk_several_sides.py",),
    ),
    Mistake(
        "level-totals-go-to-a",
        GIN_DESK,
        "return numbers && numbers.indexOf(best) === numbers.lastIndexOf(best) ?",
        "return numbers ?",
        ("tests/scripts/test_desk_gin.py",),
    ),
    Mistake(
        "turned-round-but-the-winner",
        GIN_DESK,
        "if (s.winnerChosen && s.winner) D.entry.setWinner(board, s, B.otherSide(s.slot, s.winner));",
        "",
        (
            "tests/scripts/test_desk_gin.py",
            "tests/web/desk/test_gin_keyboard.py",
        ),
    ),
    Mistake(
        "the-desks-skunk-line-is-a-skunk",
        CRIBBAGE_DESK,
        "if (skunk.under === null || low < skunk.under) level = index;",
        "if (skunk.under === null || low <= skunk.under) level = index;",
        ("tests/scripts/test_desk_cribbage.py",),
    ),
    Mistake(
        "present-and-absent-exchanged",
        DESK_ENTRY,
        "declare(s.winner, forfeit.present); declare(rest, forfeit.absent);",
        "declare(s.winner, forfeit.absent); declare(rest, forfeit.present);",
        ("tests/scripts/test_desk_cribbage.py",),
    ),
)
