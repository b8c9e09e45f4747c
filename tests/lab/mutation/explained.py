"""List the mistakes that no test can or need notice, each with the reason.

A key is the name of a mistake as it is printed; it stays true when names within the function change.
"""

EXPLAINED: dict[str, str] = {
    "scoring.settle.settle: lost is not None and lost.game is not None → lost is not None": (
        "What loses a game has one; only the type of a penalty does not say so."
    ),
    "scoring.ranking.rank_keys: 0 → 1 (2)": "What is best before the first row is never subtracted from.",
    "scoring.ranking.rank_field: min((row.rank for row in rows if row.number in tied)) → max((row.rank "
    "for row in rows if row.number in tied))": (
        "Ties that matches are to decide hold no entry twice and no rank of another between theirs."
    ),
    "scoring.ranking._TieBreaker._decided: 0 → 1": (
        "All who are level have it alike where nothing is decided, and it is compared among these alone."
    ),
    "scoring.ranking.of_those_tied: not any(decided) → if: never": (
        "It saves time; where nothing is decided, nothing is found below either."
    ),
    **dict.fromkeys(
        (
            "tournaments.rounds.scores.loaded_game.MAX_LINE_NUMBER: 2147483647 → 2147483648",
            "tournaments.rounds.scores.results.BATCH_SIZE: 1000 → 1001",
            "tournaments.rounds.scores.results.MAX_CLOCK_DIFFERENCE: 7 → 8",
        ),
        "More lines than any tournament has, rows at once, and how near a clock is are a choice.",
    ),
    "tournaments.rounds.scores.results._meeting_results: len(found) > 1 → len(found) >= 1": (
        "It saves time: one game alone always counts."
    ),
    "tournaments.rounds.scores.two_cards.rounds_to_check: Result.objects.filter(stage=stage, "
    "meeting__void_act=None) → Result.objects.filter(meeting__void_act=None)": (
        "What is read of other stages is left aside."
    ),
    "tournaments.rounds.scores.tables.table_state: 0 → 1": "No number of a table is looked at there.",
    "tournaments.standings.ranking.standings: closed_only and rounds.playing → closed_only": (
        "Where nothing is played the rounds that are closed are all that count."
    ),
    "tournaments.standings.totals._stage_seats: "
    "Seat.objects.filter(meeting__round__stage=stage).order_by('side', 'order_in_side') → "
    "Seat.objects.filter(meeting__round__stage=stage).order_by('side', '-order_in_side')": (
        "Partners have the same of a game, in whatever order."
    ),
    "tournaments.standings.totals.records_by_match: Meeting.objects.filter(round__stage=stage) → "
    "Meeting.objects.filter()": "What is read of other meetings is left aside.",
    **dict.fromkeys(
        (
            "tournaments.standings.totals.records_by_match: boards[one.meeting] or 1 → boards[one.meeting]",
            "tournaments.standings.totals.records_by_match: 1 → 2",
        ),
        "Where teams meet on boards every meeting has one; only its type does not say so.",
    ),
    "tournaments.standings.totals.NOTHING: 0 → 1": "The owner of this empty credit is never read.",
    "tournaments.standings.totals.LAST_ROUND: 32767 → 32768": "More rounds than any day has.",
    **dict.fromkeys(
        (
            "tournaments.standings.totals._games_that_count: closed_at(stage, upto) if settled_only "
            "else set() → closed_at(stage, upto)",
            "tournaments.standings.totals.credits: not rounds.closed → if: never",
            "tournaments.standings.round_in_progress.round_being_played: round_.stage = stage → left out",
        ),
        "It saves queries: what is read is not used, or known already.",
    ),
    "tournaments.standings.totals._game_counts: "
    "Result.objects.filter(meeting__round__in=rounds) → Result.objects.filter()": (
        "It saves time: all are looked up, and the same is found."
    ),
    "tournaments.standings.totals._rounds_made_up_later: stage.rounds.exclude(state=Round.State.VOID) → "
    "stage.rounds.exclude()": "Of the rounds of a number the last stands.",
    "tournaments.standings.subset.subset_rows: 0 → 1": "The first line has its place from where it stands.",
    "tournaments.standings.ranking.BELOW_MEDALS: 4 → 5": "Any rank below the medals will do.",
    **dict.fromkeys(
        (
            "tournaments.standings.ranking.declared_fields: rules['target'] or 0 → rules['target']",
            "tournaments.standings.ranking.declared_fields: 0 → 1 (3)",
        ),
        "Points left are a criterion of cribbage alone, which has a target.",
    ),
    "tournaments.standings.ranking.Standings.card_total: row.values[self.criteria.index(LEFT)] or 0 → "
    "row.values[self.criteria.index(LEFT)]": "Everybody has points left; only their type does not say so.",
    "tournaments.standings.medal_prospects.expected_finish: 0 → 1 (2)": (
        "What a win and what a loss bring are both nothing where the first criterion is no sum of games."
    ),
    "tournaments.rounds.make_up._meeting_of: 0 → 1": "All whom such an act names sit there.",
    "tournaments.rounds.lifecycle.obstacle.against: rounds_of(act).first() → rounds_of(act).last()": (
        "Of the rounds of a number one stands."
    ),
    "tournaments.rounds.line_ups._undo_obstacle: rounds_of(act).first() → rounds_of(act).last()": (
        "Of the rounds of a number one stands."
    ),
    "tournaments.rounds.make_up._meeting_of: "
    "made.filter(seats__entry__number=act.args['entries'][0]).first() → "
    "made.filter(seats__entry__number=act.args['entries'][0]).last()": "A person makes a game up once.",
    "tournaments.rounds.make_up._meeting_of: Meeting.objects.filter(round__in=rounds_of(act), "
    "origin=Meeting.Origin.MADE_UP, void_act=None) → Meeting.objects.filter(round__in=rounds_of(act), "
    "void_act=None)": "Who makes a game up has no other seat in that round.",
    "tournaments.rounds.make_up.acts_of: meeting.place and (act.args['round'], act.args['table']) == "
    "(meeting.round.number, meeting.place.number) → (act.args['round'], act.args['table']) == "
    "(meeting.round.number, meeting.place.number)": (
        "What is made up has a table; only its type does not say so."
    ),
    **dict.fromkeys(
        (
            "tournaments.rounds.line_ups._match: 0 → 1",
            "tournaments.rounds.line_ups._match: 0 → 1 (2)",
            "tournaments.rounds.line_ups._match: 0 → 1 (3)",
        ),
        "There are two boards at least, and a team has one letter at all of them.",
    ),
    "tournaments.rounds.line_ups.team_matches: squads(round_.stage.tournament, round_.number) if "
    "matches else {} → squads(round_.stage.tournament, round_.number)": (
        "It saves a query: no team is asked for."
    ),
    **dict.fromkeys(
        (
            "tournaments.rounds.meetings.squads: Member.objects.filter(entry__tournament=tournament, "
            "from_round__lte=number) → Member.objects.filter(from_round__lte=number)",
            "tournaments.rounds.history._team_scores: Result.objects.filter(stage=stage) → "
            "Result.objects.filter()",
            "tournaments.rounds.history._halves_won: Result.objects.filter(stage=stage) → "
            "Result.objects.filter()",
        ),
        "What is read of others is left aside.",
    ),
    "tournaments.rounds.seating.people_to_seat: "
    "stage.tournament.entries.filter(kind=Entry.Kind.HOUSE).first() → "
    "stage.tournament.entries.filter(kind=Entry.Kind.HOUSE).last()": "There is one house.",
    "tournaments.rounds.as_played.last_close_act: closing.filter(args__stage=round_.stage.order, "
    "args__round=round_.number) → closing.filter(args__round=round_.number)": (
        "What is opened again has no matches after it."
    ),
    "tournaments.devices.joining.record_contact: abs(now - device.last_seen) < SEEN_INTERVAL → abs(now - "
    "device.last_seen) <= SEEN_INTERVAL": "To the microsecond.",
    "tournaments.devices.offline_codes.read_offline_code: -len(body) → len(body)": (
        "More signs of padding than are needed are taken too."
    ),
    "tournaments.devices.joining.has_other_writer: _restored(joined.tournament_id) if writing else [] →"
    " _restored(joined.tournament_id)": "It saves a query where no device writes.",
    "tournaments.devices.joining._offer_token: 60 → 61": "How much of a name is kept is a choice.",
    **dict.fromkeys(
        (
            "tournaments.devices.invitations._invitations_by_secret: 2 → 3",
            "tournaments.devices.invitations._by_code: 2 → 3",
        ),
        "More than one is refused, however many are read.",
    ),
    "tournaments.devices.joining.join: 24 → 25": "How long a token is, is a choice.",
    "tournaments.devices.joining._complete_join: device.tournament = tournament → left out": (
        "Read again under the same lock it is the same."
    ),
    "tournaments.devices.decisions._change: device.place and device.place.number → "
    "device.place.number": "Only what has a table is put at another; its type does not say so.",
    "tournaments.transfer.copies.receiving.issue: 24 → 25": "A test says how long a key is at least.",
    "tournaments.transfer.copies.restore._free_slug: 60 → 61": (
        "How long a new address becomes is a choice."
    ),
    "tournaments.transfer.copies.restore._wait_for_other_restores: "
    "connection.vendor == 'postgresql' → if: never": (
        "Two processes on PostgreSQL have to meet (tests/transfer/test_simultaneous_restores.py)."
    ),
    **dict.fromkeys(
        (
            "tournaments.transfer.copies.validation.MAX_ROWS: 100000 → 100001",
            "tournaments.transfer.copies.validation.LAST_EPOCH: 1000000 → 1000001",
            "tournaments.transfer.copies.validation.LAST_VERSION: 1000000 → 1000001",
            "tournaments.transfer.copies.validation._excerpt: 200 → 201",
            "tournaments.transfer.copies.file.MAX_UNPACKED_SIZE: 50000000 → 50000001",
            "tournaments.transfer.copies.file.CHUNK: 1000000 → 1000001",
            "tournaments.transfer.copies.writing.MAX_COPIES: 40 → 41",
            "tournaments.transfer.copies.receiving.MAX_KEYS: 20 → 21",
            "tournaments.transfer.copies.restore.RESTORE_LOCK_KEY: 1667786102 → 1667786103",
        ),
        "How large, how many, and which number of a lock is a choice.",
    ),
    "tournaments.transfer.copies.writing.is_just_now: abs((timezone.now() - moment).total_seconds()) < "
    "settings.JOB_RESEND → abs((timezone.now() - moment).total_seconds()) <= settings.JOB_RESEND": (
        "A second more or less, to the microsecond."
    ),
    "tournaments.transfer.copies.restore.restore: _wait_for_other_restores() → left out": (
        "Two processes on PostgreSQL have to meet (tests/transfer/test_simultaneous_restores.py)."
    ),
    "tournaments.transfer.copies.rows._write: rows[at][o] > at → rows[at][o] >= at": (
        "A row that points to itself is refused before."
    ),
    "tournaments.transfer.copies.rows._known_players: "
    "Player.objects.filter(organisation=tournament.organisation_id) → Player.objects.filter()": (
        "Those of other organisations have other uids by then (`assign_organisation`)."
    ),
    "tournaments.transfer.copies.file.sealed: 0 → 1": "Any moment will do that is always the same.",
    "tournaments.transfer.copies.restore._wait_for_other_restores: cursor.execute('SELECT "
    "pg_advisory_xact_lock(%s)', [ONE_AT_A_TIME]) → left out": (
        "Two processes on PostgreSQL have to meet (tests/transfer/test_simultaneous_restores.py)."
    ),
    **dict.fromkeys(
        (
            "tournaments.standings.medal_outlook._can_be_caught: 2 * medals - 1 → 2 * medals + 1",
            "tournaments.standings.medal_outlook._can_be_caught: 2 → 3",
        ),
        "More ways are tried than need be.",
    ),
    "tournaments.standings.medal_outlook._can_be_caught: 1 → 2 (3)": (
        "What more wins than there are games cannot bring, even more cannot."
    ),
    "tournaments.standings.medal_outlook._enough_can_win: number > other → number >= other": (
        "Nobody meets themselves."
    ),
    **dict.fromkeys(
        (
            "tournaments.standings.medal_outlook.Game.has_gaps: "
            "values[-1] - values[0] → values[-1] + values[0]",
            "tournaments.standings.medal_outlook.Finish.sums_by_wins: not self.game.has_gaps → if: never",
            "tournaments.standings.medal_outlook.Finish.has_gaps: "
            "max(sums) - min(sums) → max(sums) + min(sums)",
        ),
        "It saves time: where there are no gaps, looking for them finds the same.",
    ),
    "tournaments.standings.tie_break_results._meetings_not_void: "
    "meetings.filter(void_act=None) → meetings.filter()": (
        "A match that is unseated has a round of its own, which goes with it."
    ),
    "tournaments.standings.ranking._ranked_rows: all((criteria.CRITERIA[code].COLUMN for code in order)) → "
    "if: never": "It saves time: sums alone rank alike either way.",
    "tournaments.standings.totals._rounds_made_up_later: not found → if: never": (
        "It saves queries: nothing was made up after that."
    ),
    "tournaments.rounds.seating._check_can_be_seated: here >= 2 and fixtures.deciding(stage) → here >= 2": (
        "Without a league all who are here are seated."
    ),
    "tournaments.standings.cards._cards: 1 → 2": "It saves time: nothing is shown of others.",
    "tournaments.rounds.more_games.plan_more_games: 1 → 2 (4)": "Nothing after it is seated yet.",
    "tournaments.rounds.more_games.MAX_TEXT_LENGTH: 160 → 161": "How much of a text is kept is a choice.",
    **dict.fromkeys(
        (
            "tournaments.rounds.line_ups.award_empty: meeting.round = round_ → left out",
            "tournaments.rounds.meetings.write_meetings: squads(tournament, round_.number) if boards "
            "else {} → squads(tournament, round_.number)",
            "tournaments.rounds.make_up._check: one and round_ not in missed(round_.stage, one) → "
            "round_ not in missed(round_.stage, one)",
        ),
        "It saves a query.",
    ),
    "tournaments.standings.totals.credits: not short → if: never": (
        "It saves queries: no entry is credited with anything."
    ),
    "tournaments.standings.totals._seats_in: seats.filter(entry__in=entries) → seats.filter()": (
        "What is read of others is left aside."
    ),
    "tournaments.standings.medal_prospects.MAX_SHOWN: 10 → 11": "How many are shown is a choice.",
    "tournaments.standings.rank_history._ranks_after: short and credited in shown.criteria → credited "
    "in shown.criteria": "It saves a query: no entry is credited with anything.",
    "tournaments.standings.medal_outlook.can_keep_medal: 2 → 3 (2)": "More ways are tried than need be.",
    "tournaments.standings.medal_outlook.can_keep_medal: 2 → 3 (3)": "More ways are tried than need be.",
    "tournaments.standings.rank_history._ranks_round_by_round: 0 → 1": (
        "All sums begin alike: ranks are the same."
    ),
}
