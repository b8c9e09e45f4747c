"""Deliberate mistakes, of the kind that a tired person makes: `python -m tests.figures_mistakes` plants each.

`before` stands exactly once in its file and becomes `after`; one of `tests` has to notice.
"""

from typing import NamedTuple


class Mistake(NamedTuple):
    """One wrong piece of a file, by a name that stays, and the test files that are to notice it."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]


SETTLE = "tests/scoring/test_settle.py"
BOOK = "tests/day/test_scorebook.py"
SEATS = "tests/rounds/test_sheet_and_swap.py"
AS_PLAYED = "tests/rounds/test_as_played.py"
SAID = "tests/devices/test_what_is_said.py"
API = "tests/devices/test_api.py"
DOOR = "tests/registration/test_presence.py"
COPIES = "tests/copies/test_copies.py"
PAPERS = "tests/documents/test_papers.py"

PYTHON = (
    # The rule book
    Mistake(
        "void-on-stale-basis",
        "scoring/settle.py",
        "    if line.basis == desk.last:\n        desk.counting, desk.waiting, desk.disputing = None, [], []",
        "    if line.basis <= desk.last:\n        desk.counting, desk.waiting, desk.disputing = None, [], []",
        (SETTLE, BOOK),
    ),
    Mistake(
        "stale-correction-counts",
        "scoring/settle.py",
        "if not sides_agree or line.basis != desk.last:",
        "if not sides_agree:",
        (SETTLE,),
    ),
    Mistake(
        "ruling-ends-what-it-has-not-seen",
        "scoring/settle.py",
        "if other.number > line.basis and other.data != line.data",
        "if other.number > line.number and other.data != line.data",
        (SETTLE,),
    ),
    Mistake(
        "one-side-confirms-itself",
        "scoring/settle.py",
        "others = [other for other in desk.waiting if other.by_side != line.by_side]",
        "others = list(desk.waiting)",
        (SETTLE,),
    ),
    Mistake(
        "skunk-line-belongs-to-the-skunk",
        "scoring/match_points.py",
        "return sum(losers_points < line for line in lines)",
        "return sum(losers_points <= line for line in lines)",
        ("tests/scoring/test_match_points.py",),
    ),
    Mistake(
        "best-of-three-won-by-half",
        "scoring/match.py",
        "if 2 * games > match.n)",
        "if 2 * games >= match.n - 1)",
        ("tests/scoring/test_match.py",),
    ),
    Mistake(
        "ranks-without-gaps",
        "scoring/ranking.py",
        "place, gap = len(rows) + 1, ",
        "place, gap = (rows[-1].rank if rows else 0) + 1, ",
        ("tests/scoring/test_ranking.py",),
    ),
    Mistake(
        "gin-knock-level-is-no-undercut",
        "scoring/gin/ending.py",
        "    if own < other:\n",
        "    if own <= other:\n",
        ("tests/scoring/test_gin_hand.py",),
    ),
    Mistake(
        "sides-turned-the-wrong-way",
        "scoring/cribbage/game.py",
        'turned["winner"] = list(order).index(turned["winner"])',
        'turned["winner"] = order[turned["winner"]]',
        ("tests/scoring/test_cribbage_sides.py", "tests/scoring/test_cribbage_game.py"),
    ),
    # Seating
    Mistake(
        "faulty-seating-is-seated",
        "tournaments/rounds/seating.py",
        "if seating.faults:",
        "if seating.faults and not seating.tables:",
        (SEATS, "tests/rounds/test_hard_fault.py"),
    ),
    Mistake(
        "a-bye-too-many-goes-unseen",
        "tournaments/seating/check.py",
        "len(alone) > (0 if evened else len(persons) % 2)",
        "len(alone) > (0 if evened else 1)",
        ("tests/seating/test_check.py",),
    ),
    Mistake(
        "rematch-told-of-the-wrong-round",
        "tournaments/rounds/seating.py",
        "meeting__round__number__lt=before",
        "meeting__round__number__lte=before",
        (SEATS, AS_PLAYED),
    ),
    Mistake(
        "swap-moves-one-of-two",
        "tournaments/seating/cost.py",
        "instead = {one: other, other: one}",
        "instead = {one: other}",
        (SEATS, "tests/seating/test_check.py"),
    ),
    Mistake(
        "round-robin-one-round-short",
        "tournaments/seating/round_robin.py",
        "return people - 1 if people % 2 == 0 else people\n",
        "return people - 1\n",
        ("tests/seating/test_round_robin.py",),
    ),
    # The score book
    Mistake(
        "device-corrects-the-desk",
        "tournaments/scorebook/table.py",
        "if {writer for writer, _nonce in written} != {device.pk}:",
        "if device.pk not in {writer for writer, _nonce in written}:",
        (SAID, API, BOOK),
    ),
    Mistake(
        "nonce-used-twice-passes",
        "tournaments/scorebook/lines.py",
        "            if known.content_hash != fingerprint:\n"
        '                raise Refusal("nonce_used", line=known.number)\n',
        "",
        (BOOK,),
    ),
    Mistake(
        "too-early-is-refused-for-good",
        "tournaments/scorebook/table.py",
        'TOO_EARLY = ("round_not_open", "game_before_is_open", "nothing_to_correct")',
        'TOO_EARLY = ("round_not_open", "game_before_is_open")',
        (SAID, API, "tests/protocol/test_fuzz.py"),
    ),
    Mistake(
        "sides-read-the-other-way-round",
        "tournaments/scorebook/amounts.py",
        "order = [seen.index(side) for side in now]",
        "order = [now.index(side) for side in seen]",
        ("tests/day/test_several_sides.py", AS_PLAYED, "tests/rounds/test_as_played_many.py"),
    ),
    Mistake(
        "an-entry-on-a-stale-screen-is-refused",
        "tournaments/scorebook/desk.py",
        "is_in = basis == last_line_of(meeting, game) and not isinstance(amount_of(meeting, game), Open)",
        "is_in = not isinstance(amount_of(meeting, game), Open)",
        ("tests/desk/test_entering.py", "tests/tablets/test_disputes.py"),
    ),
    Mistake(
        "a-void-meeting-keeps-its-results",
        "tournaments/scorebook/cache.py",
        "if laid_out.is_void or isinstance(amount, Open)",
        "if isinstance(amount, Open)",
        (AS_PLAYED, BOOK),
    ),
    Mistake(
        "disputed-is-shown-as-settled",
        "tournaments/scorebook/cache.py",
        'state="disputed" if isinstance(amount, Disputed) else "settled"',
        'state="disputed" if amount.line is None else "settled"',
        (BOOK,),
    ),
    Mistake(
        "repeated-over-what-is-written",
        "tournaments/scorebook/repeats.py",
        "if last_line_of(meeting, found.game) and not known:",
        "if last_line_of(meeting, found.game) and known:",
        (AS_PLAYED,),
    ),
    # Rounds
    Mistake(
        "a-round-closes-over-one-table",
        "tournaments/rounds/course.py",
        "        if waits_for:\n",
        "        if len(waits_for) > 1:\n",
        (BOOK, SEATS, "tests/desk/test_entering.py", "tests/day/test_rehearsal.py"),
    ),
    Mistake(
        "undone-under-a-later-round",
        "tournaments/rounds/course.py",
        "if round_.stage.rounds.filter(NOT_VOID, number__gt=round_.number).exists():",
        "if round_.stage.rounds.filter(NOT_VOID, number__gt=round_.number + 1).exists():",
        (AS_PLAYED, SEATS),
    ),
    Mistake(
        "the-clock-runs-backwards",
        "tournaments/rounds/clock.py",
        "int(rules[\"minutes\"]) * A_MINUTE - int(gone.total_seconds())",
        "int(rules[\"minutes\"]) * A_MINUTE + int(gone.total_seconds())",
        ("tests/rounds/test_clock.py",),
    ),
    # Standings
    Mistake(
        "bye-and-missed-exchanged",
        "tournaments/standings/totals.py",
        "Credit(alone[entry] * bye + absent * missed, alone[entry], absent)",
        "Credit(alone[entry] * missed + absent * bye, alone[entry], absent)",
        ("tests/shown/test_worked_out.py", "tests/day/test_papers.py", "tests/day/test_gin_day.py"),
    ),
    Mistake(
        "standings-through-the-round-before",
        "tournaments/standings/totals.py",
        'OF_A_ROUND, conditions + " AND round.number <= %s"',
        'OF_A_ROUND, conditions + " AND round.number < %s"',
        ("tests/shown/test_worked_out.py", "tests/shown/test_pages.py", "tests/day/test_rehearsal.py"),
    ),
    Mistake(
        "the-public-sees-what-is-in-dispute",
        "tournaments/standings/totals.py",
        "    if settled_only:\n        conditions += \" AND result.state = 'settled'\"\n",
        "    if not settled_only:\n        conditions += \" AND result.state = 'settled'\"\n",
        ("tests/shown/test_worked_out.py", "tests/shown/test_pages.py", BOOK),
    ),
    Mistake(
        "the-oldest-tie-decides",
        "tournaments/standings/decided.py",
        "for places in reversed(decided):",
        "for places in decided:",
        ("tests/day/test_medals.py",),
    ),
    # The door
    Mistake(
        "rounds-missed-one-short",
        "tournaments/registration/presence.py",
        "max(0, min(presence.to_round or last, last) - presence.from_round + 1)",
        "max(0, min(presence.to_round or last, last) - presence.from_round + 2)",
        (DOOR,),
    ),
    Mistake(
        "gone-in-the-last-round",
        "tournaments/registration/presence.py",
        "Q(presences__to_round__gte=round_number)",
        "Q(presences__to_round__gt=round_number)",
        (DOOR,),
    ),
    Mistake(
        "a-taken-back-round-counts",
        "tournaments/registration/presence.py",
        "    rounds = Round.objects.filter(stage__tournament=tournament, stage__order=1).exclude(\n"
        "        state=Round.State.VOID\n    )\n",
        "    rounds = Round.objects.filter(stage__tournament=tournament, stage__order=1)\n",
        (DOOR, SEATS),
    ),
    Mistake(
        "words-of-a-name-in-order",
        "tournaments/registration/duplicates.py",
        'return " ".join(sorted(_words(name)))',
        'return " ".join(_words(name))',
        ("tests/registration/test_typing.py", "tests/registration/test_importing.py"),
    ),
    Mistake(
        "a-formula-leaves-as-one",
        "tournaments/registration/sheets.py",
        "cell.startswith(FORMULA) else cell",
        'cell.startswith("=") else cell',
        ("tests/registration/test_sheets.py",),
    ),
    # Devices
    Mistake(
        "shut-out-and-in-again",
        "tournaments/devices.py",
        "if again and again.state == Device.State.REVOKED:",
        "if again and again.state == Device.State.REVOKED and invited.place is None:",
        (API, "tests/tablets/test_devices_pages.py"),
    ),
    Mistake(
        "carried-by-a-device-that-was-shut-out",
        "tournaments/devices.py",
        "return _in_use(device), result",
        "return device, result",
        ("tests/tablets/test_carried.py",),
    ),
    Mistake(
        "the-table-that-was-left-is-forgotten",
        "tournaments/devices.py",
        "return own.union(device.earlier_places)",
        "return own",
        (API, "tests/tablets/test_devices_pages.py"),
    ),
    Mistake(
        "written-at-every-poll",
        "tournaments/devices.py",
        "if same and now - device.last_seen < SEEN_EVERY:",
        "if same and now - device.last_seen > SEEN_EVERY:",
        (API,),
    ),
    # Copies
    Mistake(
        "restored-as-the-same-life",
        "tournaments/copies/restore.py",
        "epoch=last + 1",
        "epoch=last",
        (COPIES,),
    ),
    Mistake(
        "half-a-copy-is-read",
        "tournaments/copies/file.py",
        '        if _sha(whole["content"]) != whole["sha256"]:\n            raise Refusal("copy_unreadable")\n',
        "",
        (COPIES,),
    ),
    Mistake(
        "the-newest-copies-are-cleared",
        "tournaments/copies/keeping.py",
        '    snapshots = list(Snapshot.objects.filter(tournament=tournament).order_by("-version", "-pk"))',
        '    snapshots = list(Snapshot.objects.filter(tournament=tournament).order_by("version", "pk"))',
        (COPIES,),
    ),
    # Papers
    Mistake(
        "a-nought-with-a-minus",
        "tournaments/documents/numbers.py",
        "return _MINUS + text if number < 0 else text",
        "return _MINUS + text if number <= 0 else text",
        ("tests/documents/test_numbers_and_names.py",),
    ),
    Mistake(
        "value-and-points-exchanged-on-the-card",
        "tournaments/documents/scorecards.py",
        "ran_to = total.spread if self.header.by_value else total.points",
        "ran_to = total.points if self.header.by_value else total.spread",
        ("tests/documents/test_scorecards.py", "tests/documents/test_gin.py"),
    ),
    Mistake(
        "a-page-too-full",
        "tournaments/documents/standings.py",
        "            needed = _ROW + _NOTE * len(row.notes)\n",
        "            needed = _ROW\n",
        (PAPERS, "tests/documents/test_wall_papers.py"),
    ),
    # Faces
    Mistake(
        "hidden-from-nobody-who-signs-in",
        "tournaments/views/access.py",
        "if hidden and not may_direct(request.user, tournament):",
        "if hidden and not request.user.is_authenticated:",
        ("tests/shown/test_pages.py", "tests/setup/test_home.py", "tests/setup/test_change.py"),
    ),
    Mistake(
        "an-older-life-is-taken",
        "tournaments/api.py",
        '    if body.number("epoch") != epoch:\n        return {"epoch": epoch, "answers"',
        '    if body.number("epoch") > epoch:\n        return {"epoch": epoch, "answers"',
        (API, "tests/copies/test_another_laptop.py"),
    ),
    Mistake(
        "one-more-try-at-a-code",
        "tournaments/api.py",
        "if cache.get(tried, 0) >= WRONG_CODES:",
        "if cache.get(tried, 0) > WRONG_CODES:",
        (API,),
    ),
    Mistake(
        "somebody-named-twice",
        "tournaments/reading.py",
        "if not numbers or len(set(numbers)) < len(numbers):",
        "if not numbers:",
        (API, SAID, "tests/devices/test_several.py", "tests/protocol/test_fuzz.py"),
    ),
    Mistake(
        "one-language-for-everybody",
        "tournaments/views/live.py",
        "tournament.version, audience, get_language(), LOOK)",
        "tournament.version, audience, LOOK)",
        ("tests/shown/test_pages.py", "tests/shown/test_worked_out.py"),
    ),
    Mistake(
        "a-replaced-publication-stays-official",
        "tournaments/publication/freeze.py",
        "return tournament.publications.filter(official=True, replaced_by=None)",
        "return tournament.publications.filter(official=True)",
        ("tests/shown/test_pages.py", "tests/shown/test_medals_pages.py", "tests/shown/test_worked_out.py"),
    ),
)

TABLE = "static/js/table/"
A_GAME = "tests/table/test_a_game.py"
NETWORK = "tests/table/test_the_network.py"
LAPTOP = "tests/table/test_another_laptop.py"
STEPS = "tests/scripts/test_situation.py"

SCRIPTS = (
    Mistake(
        "match-won-by-half",
        TABLE + "situation.js",
        "wins(list, at) > rule.games / 2",
        "wins(list, at) >= rule.games / 2 - 0.5",
        (STEPS, "tests/table/test_medal_match.py", "tests/table/test_every_step.py", NETWORK),
    ),
    Mistake(
        "what-is-put-off-counts-for-nothing",
        TABLE + "situation.js",
        'var UNSENT = ["kept", "later", "not_your_table"];',
        'var UNSENT = ["kept", "not_your_table"];',
        (STEPS, "tests/table/test_every_step.py", NETWORK, "tests/table/test_keeping.py"),
    ),
    Mistake(
        "the-loser-does-not-deal",
        TABLE + "situation.js",
        "return meeting.sides.length === 2 ? 1 - last.own.shown.winner : null;",
        "return meeting.sides.length === 2 ? last.own.shown.winner : null;",
        (STEPS, "tests/table/test_medal_match.py", NETWORK, "tests/table/test_every_step.py"),
    ),
    Mistake(
        "the-same-is-sent-for-ever",
        TABLE + "day.js",
        'var FINAL = ["accepted", "same", "conflict", "refused"];',
        'var FINAL = ["accepted", "conflict", "refused"];',
        ("tests/scripts/test_day.py", NETWORK, "tests/table/test_late_answers.py"),
    ),
    Mistake(
        "another-laptop-gets-nothing-again",
        TABLE + "day.js",
        '      result.state = "kept";\n',
        "",
        ("tests/scripts/test_day.py", LAPTOP),
    ),
    Mistake(
        "older-news-wins",
        TABLE + "day.js",
        "member.heard && news.version < member.told.version",
        "member.heard && news.version > member.told.version",
        ("tests/scripts/test_day.py", "tests/table/test_late_answers.py", A_GAME),
    ),
    Mistake(
        "one-bad-result-holds-up-the-others",
        TABLE + "day.js",
        "return before.then(function (heard) { return heard && sendThese(member, [result]); });",
        "return before.then(function (heard) { return heard; });",
        ("tests/scripts/test_day.py", NETWORK, "tests/table/test_keeping.py"),
    ),
    Mistake(
        "a-second-tap-accepts-again",
        TABLE + "entry.js",
        "if (!now || accepted === now.nonce || trembles()) return;",
        "if (!now || accepted === now.nonce) return;",
        ("tests/scripts/test_entry.py", "tests/table/test_trembling.py"),
    ),
    Mistake(
        "a-nonce-of-its-own-each-time",
        TABLE + "entry.js",
        "nonce: now.nonce, meeting: now.meeting",
        "nonce: C.nonce(), meeting: now.meeting",
        ("tests/scripts/test_entry.py", A_GAME, "tests/table/test_trembling.py", NETWORK),
    ),
    Mistake(
        "corrected-on-the-basis-of-old",
        TABLE + "entry.js",
        "basis: correcting ? correcting.line : basis(found, game)",
        "basis: correcting ? correcting.body.basis : basis(found, game)",
        ("tests/scripts/test_entry.py", A_GAME),
    ),
    Mistake(
        "the-back-peg-stays-behind",
        TABLE + "board_model.js",
        "front: to[0], back: own.front,",
        "front: to[0], back: own.back,",
        ("tests/table/test_the_board_model.py", "tests/scripts/test_board_model.py"),
    ),
    Mistake(
        "a-single-point-at-116",
        TABLE + "board_model.js",
        "points === 1 && at >= NO_SINGLE_FROM",
        "points === 1 && at > NO_SINGLE_FROM",
        ("tests/table/test_the_board_model.py", "tests/scripts/test_board_model.py"),
    ),
    Mistake(
        "level-hands-are-a-knock",
        TABLE + "hands.js",
        "if (own < other) return { how:",
        "if (own <= other) return { how:",
        ("tests/table/test_hands_model.py", "tests/scripts/test_hands.py"),
    ),
    Mistake(
        "the-fine-falls-on-the-knocker",
        TABLE + "hands.js",
        "only(few ? 1 - knocker : null, FINE)",
        "only(few ? knocker : null, FINE)",
        ("tests/table/test_hands_model.py", "tests/scripts/test_hands.py"),
    ),
    Mistake(
        "skunk-of-the-one-furthest-behind",
        TABLE + "cribbage.js",
        'Math[several === "any" ? "min" : "max"]',
        'Math[several === "any" ? "max" : "min"]',
        ("tests/scripts/test_cribbage.py", "tests/table/test_several_sides.py"),
    ),
    Mistake(
        "level-totals-without-a-winner",
        TABLE + "gin.js",
        "if (totals[draft.winner] <= totals[1 - draft.winner]) data.winner",
        "if (totals[draft.winner] < totals[1 - draft.winner]) data.winner",
        ("tests/scripts/test_gin.py", A_GAME, "tests/table/test_decided.py", "tests/table/test_every_step.py"),
    ),
    Mistake(
        "the-older-copy-counts",
        TABLE + "store.js",
        "if (!known || known.n < entry.n)",
        "if (!known || known.n > entry.n)",
        ("tests/scripts/test_store.py", "tests/table/test_keeping.py", "tests/table/test_two_windows.py"),
    ),
    Mistake(
        "the-address-that-answered-is-forgotten",
        TABLE + "net.js",
        "if (taken) { best = base; return answer; }",
        "if (taken) return answer;",
        ("tests/scripts/test_net.py", LAPTOP, NETWORK),
    ),
    Mistake(
        "the-last-minute-is-none",
        TABLE + "clock.js",
        "Math.ceil(left / MINUTE)",
        "Math.floor(left / MINUTE)",
        ("tests/scripts/test_clock.py", "tests/table/test_clock.py"),
    ),
    Mistake(
        "no-address-ends-in-255",
        TABLE + "seek.js",
        "return number > 255;",
        "return number > 256;",
        ("tests/scripts/test_seek.py", LAPTOP),
    ),
    Mistake(
        "the-desk-has-seen-what-it-has-not",
        "static/js/desk.js",
        '    body.set("seen", String(seen));\n',
        '    body.set("seen", String(data.seen));\n',
        ("tests/scripts/test_desk.py", "tests/desk/test_keyboard.py"),
    ),
    Mistake(
        "a-reload-loses-what-was-sent",
        "static/js/desk.js",
        "    keep(body);\n    form.setAttribute",
        "    form.setAttribute",
        ("tests/scripts/test_desk.py", "tests/desk/test_keyboard.py"),
    ),
    Mistake(
        "keys-typed-ahead-are-lost",
        "static/js/desk.js",
        "    while (ahead.length && !sending) press(ahead.shift());\n",
        "",
        ("tests/scripts/test_desk.py", "tests/desk/test_keyboard.py"),
    ),
    Mistake(
        "a-partners-letter-is-nobodys",
        "static/js/desk.js",
        "return side.letters.includes(letter);",
        "return side.letter === letter;",
        ("tests/scripts/test_desk.py", "tests/desk/test_several.py"),
    ),
    Mistake(
        "level-totals-go-to-b",
        "static/js/desk_gin.js",
        'return one === null || two === null || one === two ? "" :',
        'return one === null || two === null ? "" :',
        ("tests/scripts/test_desk_gin.py", "tests/desk/test_gin_keyboard.py"),
    ),
    Mistake(
        "turned-round-but-the-winner",
        "static/js/desk_gin.js",
        "        if (named && desk.winner()) desk.setWinner(desk.other(desk.winner()));\n",
        "",
        ("tests/scripts/test_desk_gin.py", "tests/desk/test_gin_keyboard.py"),
    ),
    Mistake(
        "the-desks-skunk-line-is-a-skunk",
        "static/js/desk_cribbage.js",
        "if (one.under === null || low < one.under) found = at;",
        "if (one.under === null || low <= one.under) found = at;",
        ("tests/scripts/test_desk_cribbage.py", "tests/desk/test_keyboard.py", "tests/desk/test_several.py"),
    ),
    Mistake(
        "present-and-absent-exchanged",
        "static/js/desk.js",
        "    declare(has, forfeit.present);\n    declare(rest, forfeit.absent);",
        "    declare(has, forfeit.absent);\n    declare(rest, forfeit.present);",
        ("tests/scripts/test_desk.py", "tests/desk/test_keyboard.py"),
    ),
)

MISTAKES = PYTHON + SCRIPTS
