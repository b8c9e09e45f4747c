"""Mistakes in the rounds, the standings, the door, devices, copies, papers and pages."""

from tests.lab.mistakes.values import Mistake

LINES_TESTS = "tests/rounds/scores/test_lines.py"
AS_PLAYED_TESTS = "tests/rounds/test_as_played.py"
DEVICE_ANSWER_TESTS = "tests/devices/test_submissions.py"
API_TESTS = "tests/devices/test_api.py"
PRESENCE_TESTS = "tests/registration/test_presence.py"
NEWCOMER_TESTS = "tests/devices/test_newcomers.py"
CODE_TESTS = "tests/devices/test_codes.py"
COPY_TESTS = "tests/transfer/test_copies.py"

TOURNAMENT_MISTAKES = (
    # Rounds
    Mistake(
        "a-round-closes-over-one-table",
        "tournaments.rounds.lifecycle.close_round",
        "if waits_for:",
        "if len(waits_for) > 1:",
        ("tests/rounds/test_lifecycle.py",),
    ),
    Mistake(
        "undone-under-a-later-round",
        "tournaments.rounds.lifecycle.dependency_obstacle",
        "if _rounds_after(round_.stage_id, round_.number):",
        "if _rounds_after(round_.stage_id, round_.number + 1):",
        (
            "tests/rounds/test_lifecycle.py",
            AS_PLAYED_TESTS,
        ),
    ),
    Mistake(
        "the-clock-runs-backwards",
        "tournaments.rounds.lifecycle.seconds_left",
        'int(rules["minutes"]) * MINUTE_SECONDS - max(int(gone), 0)',
        'int(rules["minutes"]) * MINUTE_SECONDS + max(int(gone), 0)',
        ("tests/rounds/test_clock.py",),
    ),
    # Standings
    Mistake(
        "bye-and-missed-exchanged",
        "tournaments.standings.totals.credits",
        "Credit(alone[entry] * bye + absent * missed, alone[entry], absent)",
        "Credit(alone[entry] * missed + absent * bye, alone[entry], absent)",
        (
            "tests/standings/test_standings.py",
            "tests/publishing/test_papers.py",
            "tests/games/gin/test_tournament.py",
        ),
    ),
    Mistake(
        "standings-through-the-round-before",
        "tournaments.models.raw_sql.ROUNDS",
        "AND number <= %s ORDER BY number",
        "AND number < %s ORDER BY number",
        (
            "tests/standings/test_standings.py",
            "tests/web/standings/test_standings.py",
            "tests/transfer/test_simulated_tournament.py",
        ),
    ),
    Mistake(
        "the-public-sees-what-is-in-dispute",
        "tournaments.standings.totals._conditions",
        "if settled_only:",
        "if not settled_only:",
        ("tests/standings/test_standings.py", "tests/web/standings/test_standings.py", LINES_TESTS),
    ),
    Mistake(
        "the-oldest-tie-decides",
        "scoring.ranking.of_those_tied",
        "for places in reversed(decided):",
        "for places in decided:",
        ("tests/scoring/test_ranking.py",),
    ),
    # The door
    Mistake(
        "rounds-missed-one-short",
        "tournaments.registration.presence.consequence",
        "max(0, min(presence.to_round or last, last) - presence.from_round + 1)",
        "max(0, min(presence.to_round or last, last) - presence.from_round + 2)",
        (PRESENCE_TESTS,),
    ),
    Mistake(
        "the-last-round-here-is-not-counted",
        "tournaments.registration.presence.consequence",
        "if presence.from_round <= last",
        "if presence.from_round < last",
        (PRESENCE_TESTS, "tests/registration/test_rounds_missed.py"),
    ),
    Mistake(
        "gone-in-the-last-round",
        "tournaments.registration.presence.entries_present",
        "Q(to_round__gte=round_number)",
        "Q(to_round__gt=round_number)",
        ("tests/registration/test_rounds_missed.py",),
    ),
    Mistake(
        "a-taken-back-round-counts",
        "tournaments.registration.presence._ended",
        "Exists(rounds.exclude(state=Round.State.VOID))",
        "Exists(rounds)",
        ("tests/registration/test_presence_intervals.py",),
    ),
    Mistake(
        "words-of-a-name-in-order",
        "tournaments.registration.duplicates.name_key",
        'return " ".join(sorted(_words(name)))',
        'return " ".join(_words(name))',
        ("tests/registration/test_typed_entries.py", "tests/registration/test_importing.py"),
    ),
    Mistake(
        "who-has-left-is-no-rival",
        "tournaments.standings.medal_outlook._can_be_caught",
        "sum((end >= goal for end in finish.away.values()))",
        "sum((end > goal for end in finish.away.values()))",
        ("tests/standings/test_medal_outlook.py",),
    ),
    Mistake(
        "nobody-has-to-win",
        "tournaments.standings.medal_outlook.can_keep_medal",
        "required = finish.free * (len(finish.totals) // 2) - free_won",
        "required = -free_won",
        ("tests/standings/test_medal_outlook.py",),
    ),
    Mistake(
        "a-total-is-a-person",
        "tournaments.registration.import_cleaning.skip_reason",
        "if any((SUM.match(fold(each)) for each in filled[:3])) or SUM.match(fold(name)):",
        "if SUM.match(fold(name)):",
        ("tests/registration/test_rosters.py",),
    ),
    Mistake(
        "a-formula-leaves-as-one",
        "tournaments.common.spreadsheets.table.quote_formula",
        """text.lstrip("'").startswith(FORMULA_STARTS)""",
        """text.lstrip("'").startswith("=")""",
        ("tests/registration/test_spreadsheet_files.py",),
    ),
    # Devices
    Mistake(
        "shut-out-and-in-again",
        "tournaments.devices.joining.join",
        "if again and again.state == Device.State.REVOKED:",
        "if again and again.state == Device.State.REVOKED and invited.place is None:",
        (
            "tests/devices/test_device_management.py",
            "tests/devices/test_calls.py",
        ),
    ),
    Mistake(
        "carried-by-a-device-that-was-shut-out",
        "tournaments.devices.offline_codes.read_offline_code",
        "return OfflineCode(in_use(device), result, proven=True)",
        "return OfflineCode(device, result, proven=True)",
        ("tests/web/desk/test_offline_codes.py",),
    ),
    Mistake(
        "the-table-that-was-left-is-forgotten",
        "tournaments.devices.joining.tables_of",
        "return own.union(device.earlier_places)",
        "return own",
        (API_TESTS, "tests/web/tablets/test_devices_pages.py"),
    ),
    Mistake(
        "written-at-every-poll",
        "tournaments.devices.joining.record_contact",
        "if same and abs(now - device.last_seen) < SEEN_INTERVAL:",
        "if same and abs(now - device.last_seen) > SEEN_INTERVAL:",
        ("tests/devices/test_device_management.py",),
    ),
    Mistake(
        "a-second-device-writes-at-once",
        "tournaments.devices.joining._put_at_table",
        "if new_here or joined.waits:",
        "if joined.waits:",
        (NEWCOMER_TESTS,),
    ),
    Mistake(
        "who-waited-is-not-let-in-when-the-first-leaves",
        "tournaments.devices.joining._devices_in_use",
        'state=Device.State.ACTIVE).order_by("joined_at", "pk")',
        'state=Device.State.ACTIVE).order_by("-joined_at", "pk")',
        (NEWCOMER_TESTS,),
    ),
    # Copies
    Mistake(
        "restored-as-the-same-life",
        "tournaments.transfer.copies.restore.restore",
        "epoch=last + 1,",
        "epoch=last,",
        (COPY_TESTS,),
    ),
    Mistake(
        "half-a-copy-is-read",
        "tournaments.transfer.copies.file.unsealed",
        'or _sha(text) != whole.get("sha256"):',
        "or False:",
        ("tests/transfer/test_copy_file.py",),
    ),
    Mistake(
        "the-newest-copies-are-cleared",
        "tournaments.transfer.copies.writing.write_copy",
        'snapshots = list(Snapshot.objects.filter(tournament=tournament).order_by("-version", "-pk"))',
        'snapshots = list(Snapshot.objects.filter(tournament=tournament).order_by("version", "pk"))',
        ("tests/transfer/test_copy_file.py",),
    ),
    # Papers
    Mistake(
        "a-nought-with-a-minus",
        "tournaments.papers.words.grouped",
        "return _MINUS + text if number < 0 else text",
        "return _MINUS + text if number <= 0 else text",
        ("tests/papers/test_numbers_and_names.py",),
    ),
    Mistake(
        "value-and-points-exchanged-on-the-card",
        "tournaments.papers.scorecards._Cards._total",
        "ran_to = total.spread if self.header.signed else total.points",
        "ran_to = total.points if self.header.signed else total.spread",
        ("tests/papers/test_scorecards.py", "tests/papers/test_gin.py"),
    ),
    Mistake(
        "a-page-too-full",
        "tournaments.papers.standings._Standings._pages_at_scale",
        "return paginate_evenly(self.rows, lambda row: self._depth(row, scale), *rooms)",
        "return paginate_evenly(self.rows, lambda row: _ROW * scale, *rooms)",
        ("tests/papers/test_wall_papers.py",),
    ),
    # Pages
    Mistake(
        "hidden-from-nobody-who-signs-in",
        "tournaments.accounts.permissions.may",
        "if who.is_superuser or SIGNED_IN in holders:",
        "if who.is_superuser or {SIGNED_IN, EVERYBODY} & holders:",
        ("tests/accounts/test_permissions.py", "tests/web/visibility/test_visibility.py"),
    ),
    Mistake(
        "a-role-that-has-ended-counts",
        "tournaments.models.people.User.current_roles",
        "if role.until is None or role.until > now",
        "if role.until is None or role.until",
        ("tests/accounts/test_helpers.py",),
    ),
    Mistake(
        "an-invitation-that-is-used-up-lets-in",
        "tournaments.models.people.RoleInvitation.is_open",
        "self.revoked_at is None and self.used < self.uses and",
        "self.revoked_at is None and",
        ("tests/accounts/test_helpers.py",),
    ),
    Mistake(
        "an-older-life-is-taken",
        "tournaments.web.device_api.views.submit",
        'if body.number("epoch") != epoch:',
        'if body.number("epoch") > epoch:',
        (COPY_TESTS,),
    ),
    Mistake(
        "one-more-try-at-a-code",
        "tournaments.accounts.rate_limits._seconds_until_free",
        "within=limit.within) < limit.most:",
        "within=limit.within) <= limit.most:",
        (CODE_TESTS,),
    ),
    Mistake(
        "somebody-named-twice",
        "tournaments.web.device_api.payloads.Body.sides",
        "if not numbers or len(set(numbers)) < len(numbers):",
        "if not numbers:",
        (
            API_TESTS,
            DEVICE_ANSWER_TESTS,
            "tests/devices/test_tables_of_several.py",
            "tests/web/device_api/test_fuzz.py",
        ),
    ),
    Mistake(
        "one-language-for-everybody",
        "tournaments.web.polling._slot",
        'f"live:{LOOK_VERSION}:{_uid(tournament)}:{audience}:{get_language()}:{names}"',
        'f"live:{LOOK_VERSION}:{_uid(tournament)}:{audience}:{names}"',
        ("tests/web/standings/test_standings.py", "tests/standings/test_standings.py"),
    ),
    Mistake(
        "a-replaced-publication-stays-official",
        "tournaments.publishing.publications._official",
        "return Publication.objects.official_now().filter(",
        "return Publication.objects.filter(official=True).filter(",
        ("tests/web/visibility/test_visibility.py",),
    ),
)
