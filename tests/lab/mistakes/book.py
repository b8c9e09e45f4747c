"""Mistakes in the rule book, the seating and the score book."""

from tests.lab.mistakes.values import Mistake

SETTLE_TESTS = "tests/scoring/test_settle.py"
LINES_TESTS = "tests/rounds/scores/test_lines.py"
SEATING_TESTS = "tests/rounds/test_sheet_and_swap.py"
AS_PLAYED_TESTS = "tests/rounds/test_as_played.py"
DEVICE_ANSWER_TESTS = "tests/devices/test_submissions.py"
API_TESTS = "tests/devices/test_api.py"

BOOK_MISTAKES = (
    # The rule book
    Mistake(
        "void-on-stale-basis",
        "scoring.settle._void",
        "if line.basis == desk.last:",
        "if line.basis <= desk.last:",
        (SETTLE_TESTS, LINES_TESTS),
    ),
    Mistake(
        "stale-correction-counts",
        "scoring.settle._correction",
        "is_fresh = line.basis == desk.last",
        "is_fresh = line.basis <= desk.last",
        (SETTLE_TESTS,),
    ),
    Mistake(
        "ruling-ends-what-it-has-not-seen",
        "scoring.settle._ruling",
        "if other.number > line.basis and other.data != line.data",
        "if other.number > line.number and other.data != line.data",
        (SETTLE_TESTS,),
    ),
    Mistake(
        "one-side-confirms-itself",
        "scoring.settle._agrees_with_another_side",
        "other.by_side != line.by_side and other.data == line.data",
        "other.data == line.data",
        (SETTLE_TESTS,),
    ),
    Mistake(
        "skunk-line-belongs-to-the-skunk",
        "scoring.match_points.skunk_level",
        "losers_points < line",
        "losers_points <= line",
        ("tests/scoring/test_match_points.py",),
    ),
    Mistake(
        "best-of-three-won-by-half",
        "scoring.match._winner",
        '"best_of": match.n // 2 + 1',
        '"best_of": match.n // 2 or 1',
        ("tests/scoring/test_match.py",),
    ),
    Mistake(
        "ranks-without-gaps",
        "scoring.ranking.rank_keys",
        "place, gap = (len(rows) + 1, ",
        "place, gap = ((rows[-1].rank if rows else 0) + 1, ",
        ("tests/scoring/test_ranking.py",),
    ),
    Mistake(
        "gin-knock-level-is-no-undercut",
        "scoring.gin.ending.compare",
        "if own < other:",
        "if own <= other:",
        ("tests/scoring/test_gin_hand.py",),
    ),
    Mistake(
        "sides-turned-the-wrong-way",
        "scoring.cribbage.game.reorder_sides",
        'turned["winner"] = list(order).index(turned["winner"])',
        'turned["winner"] = order[turned["winner"]]',
        ("tests/scoring/test_cribbage_sides.py", "tests/scoring/test_cribbage_game.py"),
    ),
    # Seating
    Mistake(
        "faulty-seating-is-seated",
        "tournaments.rounds.seating.seat",
        "if seating.faults:",
        "if seating.faults and not seating.tables:",
        (SEATING_TESTS, "tests/rounds/test_hard_fault.py"),
    ),
    Mistake(
        "a-bye-too-many-goes-unseen",
        "tournaments.pairing.validation._sitting_together",
        "len(alone) > (0 if evened else len(persons) % 2)",
        "len(alone) > (0 if evened else 1)",
        ("tests/pairing/test_validation.py",),
    ),
    Mistake(
        "rematch-told-of-the-wrong-round",
        "tournaments.models.raw_sql.SEATS_BEFORE",
        "AND round.number < %s AND round.state",
        "AND round.number <= %s AND round.state",
        (SEATING_TESTS, AS_PLAYED_TESTS),
    ),
    Mistake(
        "swap-moves-one-of-two",
        "tournaments.pairing.seating_cost.swap",
        "instead = {one: other, other: one}",
        "instead = {one: other}",
        (SEATING_TESTS, "tests/pairing/test_validation.py"),
    ),
    Mistake(
        "round-robin-one-round-short",
        "tournaments.pairing.round_robin.full_rounds",
        "return people - 1 if people % 2 == 0 else people",
        "return people - 1",
        ("tests/pairing/test_round_robin.py",),
    ),
    # The score book
    Mistake(
        "device-corrects-the-desk",
        "tournaments.rounds.scores.submissions._check_own_correction",
        "if {writer for writer, _nonce in written} != {device.pk}:",
        "if device.pk not in {writer for writer, _nonce in written}:",
        (DEVICE_ANSWER_TESTS, API_TESTS, LINES_TESTS),
    ),
    Mistake(
        "a-photographed-sheet-writes-what-is-over",
        "tournaments.rounds.scores.lines.is_too_late",
        "if where.round_state != Round.State.CLOSED:",
        "if True:",
        ("tests/devices/test_late_results.py",),
    ),
    Mistake(
        "nonce-used-twice-passes",
        "tournaments.rounds.scores.lines._repeated_answer",
        "if known.content_hash != fingerprint:",
        "if False:",
        (LINES_TESTS,),
    ),
    Mistake(
        "too-early-is-refused-for-good",
        "tournaments.rounds.scores.submissions.EARLY_CODES",
        'EARLY_CODES = ("round_not_open", "game_before_is_open", "nothing_to_correct", "would_overturn")',
        'EARLY_CODES = ("round_not_open", "game_before_is_open", "would_overturn")',
        (DEVICE_ANSWER_TESTS, API_TESTS, "tests/web/device_api/test_fuzz.py"),
    ),
    Mistake(
        "sides-read-the-other-way-round",
        "tournaments.rounds.scores.loaded_game.data_in_seat_order",
        "[seen.index(side) for side in now]",
        "[now.index(side) for side in seen]",
        (
            "tests/rounds/scores/test_several_sides.py",
            AS_PLAYED_TESTS,
            "tests/rounds/test_as_played_larger_tables.py",
        ),
    ),
    Mistake(
        "an-entry-on-a-stale-screen-is-refused",
        "tournaments.rounds.scores.desk.enter_result",
        "is_in = basis == state.last_line() and (not isinstance(state.result, Open))",
        "is_in = not isinstance(state.result, Open)",
        ("tests/rounds/scores/test_desk.py",),
    ),
    Mistake(
        "a-void-meeting-keeps-its-results",
        "tournaments.rounds.scores.results._counting_result",
        "if loaded.is_void or data is None",
        "if data is None",
        (AS_PLAYED_TESTS, LINES_TESTS),
    ),
    Mistake(
        "disputed-is-shown-as-settled",
        "tournaments.rounds.scores.results._counting_result",
        'state = "disputed" if isinstance(amount, Disputed) else "settled"',
        'state = "disputed" if amount.line is None else "settled"',
        (LINES_TESTS,),
    ),
    Mistake(
        "repeated-over-what-is-written",
        "tournaments.rounds.scores.misdirected_results.write_misdirected",
        "if last_line_of(meeting, found.game) and (not line_with_nonce(nonce, meeting)):",
        "if last_line_of(meeting, found.game) and line_with_nonce(nonce, meeting):",
        (AS_PLAYED_TESTS,),
    ),
)
