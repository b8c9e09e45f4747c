"""Mistakes that no test can or need notice, each with the reason."""

EXPLAINED: dict[str, str] = {
    "scoring/settle.py settle: lost is not None and lost.game is not None → lost is not None": (
        "What loses a game has one; only the type of a penalty does not say so."
    ),
    "scoring/ranking.py rank_keys: 0 → 1 (2)": "What is best before the first row is never subtracted from.",
    "scoring/ranking.py _rank_in: min((row.rank for row in rows if row.number in tied)) → "
    "max((row.rank for row in rows if row.number in tied))": (
        "Ties that matches are to decide hold nobody twice and no rank of another between theirs."
    ),
    "scoring/ranking.py _Parting._decided: 0 → 1": (
        "All who are level have it alike where nothing is decided, and it is compared among these alone."
    ),
    "scoring/ranking.py of_those_tied: not any(decided) → if: never": (
        "It saves time; where nothing is decided nobody is found below either."
    ),
    "tournaments/scorebook/desk.py turn: Line.objects.filter(meeting=meeting, game=game, number=line)"
    ".exclude(kind__in=NO_RESUL ... → Line.objects.filter(meeting=meeting, game=game, number=line)"
    ".exclude(kind__in=NO_RESUL ...": "A number is that of one line.",
    "tournaments/scorebook/desk.py rule: written.filter(number=line).first() → "
    "written.filter(number=line).last()": "A number is that of one line.",
    **dict.fromkeys(
        (
            "tournaments/scorebook/amounts.py (module): 2147483647 → 2147483648",
            "tournaments/scorebook/cache.py (module): 1000 → 1001",
            "tournaments/scorebook/cache.py (module): 7 → 8",
        ),
        "More lines than any tournament has, rows at once, and how near a clock is are a choice.",
    ),
    **dict.fromkeys(
        (
            "tournaments/scorebook/late_results.py meant: at_the_table.filter(lines__nonce=nonce).first() → "
            "at_the_table.filter(lines__nonce=nonce).last()",
            "tournaments/scorebook/late_results.py meant: at_the_table.filter(void_act=None, "
            "origin=Meeting.Origin.AS_PLAYED).first() → at_the_table.filter(void_act=None, "
            "origin=Meeting.Origin.AS_PLAYED).last()",
        ),
        "A nonce is of one line, and one meeting stands at a table.",
    ),
    **dict.fromkeys(
        (
            "tournaments/scorebook/lines.py _check_writable: meeting.seats.select_related('entry').first() → "
            "meeting.seats.select_related('entry').last()",
            "tournaments/scorebook/lines.py _check_writable: alone.entry.name if alone else '?' → "
            "alone.entry.name",
        ),
        "Who sits out is one entry, and nobody is only where a database was changed by hand.",
    ),
    "tournaments/scorebook/amounts.py game_of_rows: 11 → 12": "An entry that is there has a number.",
    "tournaments/scorebook/cache.py rebuild: Result.objects.filter(meeting__round__stage__tournament="
    "tournament) → Result.objects.filter()": "What is read of other tournaments is left aside.",
    **dict.fromkeys(
        (
            f"tournaments/scorebook/cache.py impossible_clocks: Q(seen_at__{one}=F('written_at') {sign} NEAR)"
            f" → Q(seen_at__{other}=F('written_at') {sign} NEAR)"
            for one, other, sign in (("lt", "lte", "-"), ("gt", "gte", "+"))
        ),
        "A week to the microsecond is as good either way.",
    ),
    "tournaments/scorebook/cache.py rewrite: Result.objects.filter(meeting=laid_out.meeting, "
    "game=laid_out.game) → Result.objects.filter(meeting=laid_out.meeting)": (
        "Where one game is planned no other has results."
    ),
    "tournaments/scorebook/cache.py _results_of: len(found) > 1 → len(found) >= 1": (
        "It saves time: one game alone always counts."
    ),
    "tournaments/scorebook/two_cards.py said_of: line.kind in SAID and line.by == Line.By.SIDE and "
    "line.by_entry and (line.number > since) → line.kind in SAID and line.by == Line.By.SIDE and "
    "(line.number > since)": "Who says a line for one side has a number; only its type does not say so.",
    **dict.fromkeys(
        (
            "tournaments/scorebook/two_cards.py said_of: 0 → 1",
            "tournaments/scorebook/two_cards.py said_of: line.number > since → line.number >= since",
        ),
        "The line that opens a game is no card.",
    ),
    "tournaments/scorebook/penalising.py seat_in: seats.select_related('meeting__round__stage', "
    "'meeting__place').first() → seats.select_related('meeting__round__stage', 'meeting__place').last()": (
        "A person sits once in a round."
    ),
    "tournaments/scorebook/two_cards.py stage_of: tournament.stages.filter(order=1).exclude(state="
    "Stage.State.VOID).first() → tournament.stages.filter(order=1).exclude(state=Stage.State.VOID).last()": (
        "One stage comes first."
    ),
    "tournaments/scorebook/two_cards.py _rounds_to_look_at: Result.objects.filter(stage=stage, "
    "meeting__void_act=None) → Result.objects.filter(meeting__void_act=None)": (
        "What is read of other stages is left aside."
    ),
    "tournaments/scorebook/two_cards.py enter: Line.objects.filter(tournament=meeting.round.stage"
    ".tournament_id, nonce=nonce).first() → Line.objects.filter(tournament=meeting.round.stage"
    ".tournament_id, nonce=nonce).last()": "A nonce is of one line.",
    "tournaments/scorebook/desk.py _known: Line.objects.filter(tournament=meeting.round.stage.tournament_id, "
    "nonce=nonce).first() → Line.objects.filter(tournament=meeting.round.stage.tournament_id, nonce=nonce)"
    ".last()": "A nonce is of one line.",
    **dict.fromkeys(
        (
            f"tournaments/scorebook/two_cards.py seat_at: seats.filter({asked}).first() → "
            f"seats.filter({asked}).last()"
            for asked in ("meeting__place__number=int(number), letter=letter", "entry__number=int(number)")
        ),
        "A letter of a table is one seat, and a person sits once in a round.",
    ),
    **dict.fromkeys(
        (
            "tournaments/scorebook/repeats.py repeatable: Line.objects.filter(meeting__round__in="
            "{table.meeting.round_id for table in waiting}) → Line.objects.filter()",
            "tournaments/scorebook/overview.py overview: SEATS.filter(meeting__round__in=by_round) → "
            "SEATS.filter()",
            "tournaments/scorebook/overview.py overview: LINES.filter(meeting__round__in=by_round) → "
            "LINES.filter()",
            "tournaments/scorebook/overview.py unsettled: decide.filter(meeting__round=round_) → "
            "decide.filter()",
            "tournaments/scorebook/overview.py table_of: SEATS.filter(meeting=meeting) → SEATS.filter()",
            "tournaments/scorebook/overview.py table_of: LINES.filter(meeting=meeting) → LINES.filter()",
        ),
        "What is read of other meetings is left aside.",
    ),
    **dict.fromkeys(
        (
            "tournaments/scorebook/overview.py _meetings: standing.order_by('round__stage__order', "
            f"'round__number', 'place__number', 'pk') → standing.order_by({other}, 'pk')"
            for other in (
                "'-round__stage__order', 'round__number', 'place__number'",
                "'round__stage__order', '-round__number', 'place__number'",
            )
        ),
        "Whoever asks sorts by round; what has no table is numbered within its own.",
    ),
    "tournaments/scorebook/overview.py _numbered: 10000 → 10001": "No hall has as many tables.",
    "tournaments/scorebook/overview.py settled_among: 0 → 1": "No number of a table is looked at there.",
    "tournaments/scorebook/overview.py table_among: meetings.select_related('place').first() → "
    "meetings.select_related('place').last()": "Of one uid one meeting stands in a round.",
    "tournaments/scorebook/submissions.py _says_what_counts: isinstance(amount, Open) or amount.data is "
    "None → isinstance(amount, Open)": "No result says nothing.",
    "tournaments/scorebook/overview.py (module): 0 → 1": "No number of a table is looked at there.",
    "tournaments/scorebook/submissions.py _too_late: amount.line if not isinstance(amount, Open) else None → "
    "amount.line": "What counts has a line.",
    "tournaments/scorebook/penalising.py take_back: lines.filter(number=number).first() → "
    "lines.filter(number=number).last()": "A number is that of one line.",
    "tournaments/scorebook/repeats.py repeat: said.exclude(kind__in=NO_RESULT).first() → "
    "said.exclude(kind__in=NO_RESULT).last()": "A number is that of one line.",
    "tournaments/standings/ranked.py standings: closed_only and rounds.playing → closed_only": (
        "Where nothing is played the rounds that are closed are all that count."
    ),
    "tournaments/standings/decided.py played: Seat.objects.filter(meeting__in=standing) → "
    "Seat.objects.filter()": "What is read of other meetings is left aside.",
    "tournaments/standings/totals.py _games_that_count: Meeting.objects.filter(round__stage=stage) → "
    "Meeting.objects.filter()": "What is read of other meetings is left aside.",
    "tournaments/standings/totals.py _seats: Seat.objects.filter(meeting__round__stage=stage)"
    ".order_by('meeting', 'side', 'order_in ... → Seat.objects.filter(meeting__round__stage=stage)"
    ".order_by('meeting', 'side', '-order_i ...": "Partners have the same of a game, in whatever order.",
    "tournaments/standings/sight.py _finish: 0 → 1 (2)": (
        "What a win and what a loss bring are both nothing where the first criterion is no sum of games."
    ),
    "tournaments/registration/presence.py _presence_obstacle: act.tournament.entries.filter("
    "number=act.args['entry']).first() → act.tournament.entries.filter(number=act.args['entry']).last()": (
        "A number is that of one entry."
    ),
    **dict.fromkeys(
        (
            "tournaments/registration/presence.py _restore_left_out: act.inverse or {} → act.inverse",
            "tournaments/registration/presence.py _restore_presence: act.inverse or {} → act.inverse",
        ),
        "Who leaves and comes back has a way back; only the type of acts does not say so.",
    ),
    "tournaments/rounds/make_up.py _meeting_of: 0 → 1": "All whom such an act names sit there.",
    "tournaments/rounds/lifecycle.py obstacle.against: rounds_of(act).first() → rounds_of(act).last()": (
        "Of the rounds of a number one stands."
    ),
    "tournaments/rounds/fixtures.py to_come: "
    "stage.rounds.exclude(state=Round.State.VOID).filter(number=1).first() → "
    "stage.rounds.exclude(state=Round.State.VOID).filter(number=1).last()": (
        "Of the rounds of a number one stands."
    ),
    "tournaments/devices/invitations.py by_secret: 2 → 3": "Two are too many already.",
    "tournaments/devices/invitations.py _by_code: 2 → 3": "Two are too many already.",
    **dict.fromkeys(
        (
            "tournaments/devices/joining.py join: tournament.devices.filter(uid=device)"
            ".select_related('place').first() → tournament.devices.filter(uid=device)"
            ".select_related('place').last()",
            "tournaments/devices/joining.py _as_it_stands: standing.select_related('place', 'entry')"
            ".first() → standing.select_related('place', 'entry').last()",
            "tournaments/devices/joining.py _first_used: OfferedToken.objects.filter("
            "token_hash=fingerprint(key), tournament__live=True).first() → OfferedToken.objects.filter("
            "token_hash=fingerprint(key), tournament__live=True).last()",
        ),
        "A uid, a secret and a token are of one row.",
    ),
    "tournaments/devices/joining.py seen: abs(now - device.last_seen) < SEEN_EVERY → "
    "abs(now - device.last_seen) <= SEEN_EVERY": "To the microsecond.",
    "tournaments/devices/deciding.py _change_back: act.inverse or {} → act.inverse": (
        "What the desk does to a device has a way back."
    ),
    "tournaments/devices/joining.py join: 24 → 25": "How long a token is, is a choice.",
    "tournaments/devices/joining.py _first_used: device.tournament = tournament → left out": (
        "Read again under the same lock it is the same."
    ),
    "tournaments/devices/joining.py _others_write_at: "
    "_in_use_at(joined.place).filter(waits=False).exclude(uid=joined.uid) → "
    "_in_use_at(joined.place).filter(waits=False).exclude()": (
        "Its own row is at another table yet, or waits: it is written after that."
    ),
    "tournaments/devices/joining.py _first_used: "
    "offered.select_related('device__place', 'device__entry', 'place', 'entry').first() → "
    "offered.select_related('device__place', 'device__entry', 'place', 'entry').last()": (
        "A key is of one row."
    ),
    "tournaments/copies/receiving.py key_of: keys.filter(fingerprint=devices.fingerprint(text)).first() → "
    "keys.filter(fingerprint=devices.fingerprint(text)).last()": "A fingerprint is of one key.",
    "tournaments/devices/deciding.py _stands: device.place.number if device.place else None → "
    "device.place.number": "Only what has a table is put at another; its type does not say so.",
    "tournaments/copies/receiving.py issue: 24 → 25": "A test says how long a key is at least.",
    "tournaments/copies/restore.py _free_slug: 60 → 61": "How long a new address becomes is a choice.",
    "tournaments/copies/restore.py _wait_for_other_restores: connection.vendor == 'postgresql' → if: never": (
        "Two processes on PostgreSQL have to meet (tests/copies/test_restored_at_once.py)."
    ),
    **dict.fromkeys(
        (
            "tournaments/copies/checked.py (module): 100000 → 100001",
            "tournaments/copies/checked.py (module): 1000000 → 1000001",
            "tournaments/copies/checked.py (module): 1000000 → 1000001 (2)",
            "tournaments/copies/checked.py _shown: 200 → 201",
            "tournaments/copies/file.py (module): 50000000 → 50000001",
            "tournaments/copies/file.py (module): 1000000 → 1000001",
            "tournaments/copies/keeping.py (module): 40 → 41",
            "tournaments/copies/receiving.py (module): 20 → 21",
            "tournaments/copies/restore.py (module): 1667786102 → 1667786103",
        ),
        "How large, how many, and which number of a lock is a choice.",
    ),
    "tournaments/copies/keeping.py _just_now: abs((timezone.now() - moment).total_seconds()) < "
    "settings.JOB_RESEND → abs((timezone.now() - moment).total_seconds()) <= settings.JOB_RESEND": (
        "A second more or less, to the microsecond."
    ),
    "tournaments/copies/receiving.py receive: Tournament.objects.filter(uid=copy.uid, live=True).first() → "
    "Tournament.objects.filter(uid=copy.uid, live=True).last()": "One life of a tournament is live.",
    "tournaments/copies/restore.py restore: _wait_for_other_restores() → left out": (
        "Two processes on PostgreSQL have to meet (tests/copies/test_restored_at_once.py)."
    ),
    **dict.fromkeys(
        (
            f"tournaments/copies/checked.py _moment: EARLIEST <= given <= LATEST → {other}"
            for other in ("EARLIEST < given <= LATEST", "EARLIEST <= given < LATEST")
        ),
        "These are days, and a moment is longer.",
    ),
    "tournaments/copies/checked.py _fits_together: 0 → 1": "That it was created is an act.",
    "tournaments/copies/rows.py _Users.__missing__: self[name] = user.pk → left out": "It saves a query.",
    "tournaments/copies/rows.py _write: rows[at][o] > at → rows[at][o] >= at": (
        "A row that points to itself is refused before."
    ),
    "tournaments/copies/rows.py _known_players: "
    "Player.objects.filter(organisation=tournament.organisation_id)"
    " → Player.objects.filter()": "Those of other organisations have other uids by then (`belonging`).",
    "tournaments/copies/file.py sealed: 0 → 1": "Any moment will do that is always the same.",
    "tournaments/copies/restore.py belonging: Organisation.objects.filter(uid=copy.rows['organisation']"
    "['uid']).first() → Organisation.objects.filter(uid=copy.rows['organisation']['uid']).last()": (
        "A uid is of one organisation."
    ),
    "tournaments/copies/restore.py restore: lives.select_for_update().order_by('pk') → "
    "lives.select_for_update().order_by('-pk')": "Whoever restores waits for the others before it locks.",
    "tournaments/copies/restore.py _wait_for_other_restores: "
    "cursor.execute('SELECT pg_advisory_xact_lock(%s)', [ONE_AT_A_TIME]) → left out": (
        "Two processes on PostgreSQL have to meet (tests/copies/test_restored_at_once.py)."
    ),
    "tournaments/copies/keeping.py _put: file.flush() → left out": "Only a power cut can tell.",
    "tournaments/copies/keeping.py _put: os.fsync(file.fileno()) → left out": "Only a power cut can tell.",
    "tournaments/standings/outlook.py _can_be_caught: 1 → 2 (4)": "More ways are tried than need be.",
    "tournaments/standings/sight.py (module): 10 → 11": "How many are shown is a choice.",
    "tournaments/standings/rank_history.py _ranks_after: short and credited in shown.criteria → "
    "credited in shown.criteria": "It saves a query: nobody is credited with anything.",
    "tournaments/standings/outlook.py _can_be_kept: 2 → 3 (2)": "More ways are tried than need be.",
    "tournaments/standings/outlook.py _can_be_kept: 2 → 3 (3)": "More ways are tried than need be.",
    **dict.fromkeys(
        (
            "tournaments/standings/playoffs.py decisions: meeting.id in standing.results and "
            f"(meeting.winner_place or meeting.loser_place) → {other}"
            for other in (
                "meeting.id in standing.results or (meeting.winner_place or meeting.loser_place)",
                "meeting.winner_place or meeting.loser_place",
                "meeting.id in standing.results",
            )
        ),
        "The last match of somebody with a place gives it; a consolation and the second match of a final "
        "after it word it alike.",
    ),
    "tournaments/standings/playoffs.py decisions: meeting.winner_place or meeting.loser_place → "
    "meeting.loser_place": "A match that gives the winner a place gives the loser one.",
    "tournaments/standings/rank_history.py _ranked_anew: 0 → 1": "All sums begin alike: ranks are the same.",
    **dict.fromkeys(
        (
            f"tournaments/standings/rank_history.py _ranked_anew: {mistake}"
            for mistake in (
                "games[one.number] += 1 → left out",
                "games[one.number] += 1 → games[one.number] -= 1",
                "games[number] < len(closed) → games[number] <= len(closed)",
                "totals.credits_by_round(stage, closed, short) if short else () → "
                "totals.credits_by_round(stage, closed, short)",
            )
        ),
        "It saves time: whoever has played all games is credited with none.",
    ),
}
