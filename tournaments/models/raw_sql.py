"""The SQL that all tables of a hall run at the end of a round, phones in between, and every round and action.

The ORM takes longer to build such a query and to convert its results than the database takes to
find them: `tests/lab/bench/sql.py` measures both. `tournaments.models.rows` runs them, and no other module
for the tournament has SQL (`tests/test_private_names.py`).
"""

# The meetings of a uid. MATERIALIZED: before its first ANALYZE, PostgreSQL would read all meetings of each
# round instead.
MEETINGS_OF_UID = "WITH meeting AS MATERIALIZED (SELECT * FROM tournaments_meeting WHERE uid = %s)"
MEETING = """meeting.id, meeting.place_id, meeting.void_act_id, round.id, round.number, round.state,
    stage.id, stage.kind"""
MEETING_WIDTH = 8
MEETINGS = f"""
{MEETINGS_OF_UID}
SELECT {MEETING} FROM meeting
JOIN tournaments_round round ON round.id = meeting.round_id
JOIN tournaments_stage stage ON stage.id = round.stage_id
WHERE stage.tournament_id = %s ORDER BY meeting.id DESC
"""  # noqa: S608 - put together of constants

# The device of a request: its row by the token, its table, the whole row of its tournament (`{}` are the
# columns), and the meetings of a uid in that tournament: a row for each; without any, empty columns. The
# brackets keep out meetings of other tournaments: a copy can hold thousands of one uid.
REQUESTING_DEVICE = f"""
{MEETINGS_OF_UID}
SELECT device.id, device.uid, device.state, device.entry_id, device.place_id, place.number,
    device.label, device.queued, device.visible, device.epoch_seen, device.last_seen, device.waits,
    CAST(device.seal_keys AS TEXT) = '{{{{}}}}', {{}}, {MEETING}
FROM tournaments_device device
JOIN tournaments_tournament ON tournaments_tournament.id = device.tournament_id
    AND tournaments_tournament.live
LEFT JOIN tournaments_place place ON place.id = device.place_id
LEFT JOIN (
    meeting
    JOIN tournaments_round round ON round.id = meeting.round_id
    JOIN tournaments_stage stage ON stage.id = round.stage_id
) ON stage.tournament_id = tournaments_tournament.id
WHERE device.token_hash = %s ORDER BY meeting.id DESC
"""  # noqa: S608 - put together of constants

# A user with all their roles: `{}` are the columns of both.
USER_AND_ROLES = """
SELECT {}, {} FROM tournaments_user
LEFT JOIN tournaments_role ON tournaments_role.user_id = tournaments_user.id
WHERE tournaments_user.id = %s
"""

# How many lines a meeting has, to tell whether cached data of it is still valid.
COUNT_LINES = "SELECT COUNT(*) FROM tournaments_line WHERE meeting_id = %s"

# The totals of some entries in a stage, one meeting left out; `{}` are as many places as entries, and
# `PUBLIC_ROUNDS_FILTER` if the last games are hidden until the podium.
TOTALS_ELSEWHERE = """
SELECT entry_id, COUNT(*), SUM(won), SUM(pegged), SUM(value) FROM tournaments_result
WHERE stage_id = %s AND meeting_id <> %s AND entry_id IN ({}) {} GROUP BY entry_id
"""
PUBLIC_ROUNDS_FILTER = """
AND meeting_id IN (SELECT meeting.id FROM tournaments_meeting AS meeting JOIN tournaments_round AS round
    ON round.id = meeting.round_id WHERE round.stage_id = %s AND round.number <= %s)
"""

# How many of some numbers are entries of a tournament.
COUNT_PLAYERS = "SELECT COUNT(*) FROM tournaments_entry WHERE tournament_id = %s AND number IN ({})"

# A game to be written: its meeting, rules and seats, whether the nonce is known; then its lines, if any.
# Before its first ANALYZE, PostgreSQL would look for the nonce among all lines of the tournament, and hash
# those of all meetings: so the nonce is looked up alone, and each part is given the key of the meeting. An
# entry is found by its key: joined, PostgreSQL would read all entries for two.
GAME = """
WITH known AS MATERIALIZED (SELECT id, tournament_id FROM tournaments_line WHERE nonce = %s)
SELECT meeting.void_act_id, meeting.games_planned, round.number, round.state,
       stage.id, stage.game, stage.rules, stage.tournament_id,
       (SELECT known.id FROM known WHERE known.tournament_id = stage.tournament_id),
       EXISTS (SELECT 1 FROM tournaments_line line WHERE line.meeting_id = %s AND line.game = %s),
       seat.side, seat.entry_id,
       (SELECT entry.number FROM tournaments_entry entry WHERE entry.id = seat.entry_id)
FROM tournaments_meeting meeting
JOIN tournaments_round round ON round.id = meeting.round_id
JOIN tournaments_stage stage ON stage.id = round.stage_id
LEFT JOIN tournaments_seat seat ON seat.meeting_id = meeting.id
WHERE meeting.id = %s ORDER BY seat.side, seat.order_in_side
"""
LINES_OF_GAME = """
SELECT line.id, line.number, line.kind, line.data, line.sides, line."by", entry.number, line.basis
FROM tournaments_line line LEFT JOIN tournaments_entry entry ON entry.id = line.by_entry_id
WHERE line.meeting_id = %s AND line.game = %s ORDER BY line.number
"""
LINES_OF_OTHER_GAMES = """
SELECT line.game, line.id, line.number, line.kind, line.data, line.sides, line."by", entry.number, line.basis
FROM tournaments_line line LEFT JOIN tournaments_entry entry ON entry.id = line.by_entry_id
WHERE line.meeting_id = %s AND line.game <> %s ORDER BY line.game, line.number
"""

# The meetings of some rounds: table, games, whether as played, the last side, whether a result counts without
# a dispute, and the number of the last line. `{}` are as many places as rounds.
PROGRESS = """
SELECT meeting.id, meeting.round_id, place.number, meeting.games_planned, meeting.origin,
    (SELECT MAX(seat.side) FROM tournaments_seat seat WHERE seat.meeting_id = meeting.id),
    EXISTS (SELECT 1 FROM tournaments_result result
        WHERE result.meeting_id = meeting.id AND result.state = 'settled'),
    (SELECT MAX(line.number) FROM tournaments_line line WHERE line.meeting_id = meeting.id)
FROM tournaments_meeting meeting LEFT JOIN tournaments_place place ON place.id = meeting.place_id
WHERE meeting.round_id IN ({}) AND meeting.void_act_id IS NULL ORDER BY meeting.id
"""

# The counters of a tournament after a line. Whether the tournament has gone on from a round: a later one is
# seated in its stage or in another one, or all is official.
UPDATE_COUNTERS = "UPDATE tournaments_tournament SET last_line = %s, version = %s WHERE id = %s"
HAS_GONE_ON = """
SELECT EXISTS (
    SELECT 1 FROM tournaments_round later
    JOIN tournaments_stage stage ON stage.id = later.stage_id
    JOIN tournaments_stage own ON own.id = %s
    WHERE stage.tournament_id = own.tournament_id AND stage.state <> 'void'
    AND later.state IN ('seated', 'open', 'closed')
    AND (stage."order" > own."order" OR (stage.id = own.id AND stage.kind <> 'playoff' AND later.number > %s))
) OR EXISTS (
    SELECT 1 FROM tournaments_publication
    WHERE tournament_id = %s AND official AND replaced_by_id IS NULL
)
"""

# The penalties of a stage. The kind is part of the text: as a parameter SQLite would not use their index.
PENALTIES = """
SELECT line.number, line.data, line.sides, round.id
FROM tournaments_line line
JOIN tournaments_meeting meeting ON meeting.id = line.meeting_id
JOIN tournaments_round round ON round.id = meeting.round_id
WHERE line.tournament_id = %s AND line.kind = 'penalty' AND round.stage_id = %s
    AND round.state IN ('open', 'closed') {upto}
ORDER BY line.number
"""

# The totals of every entry of a stage. In a closed round a disputed result still counts as it was first, as
# any player could raise a dispute.
TOTALS = """
    SELECT result.entry_id, SUM(pegged), SUM(match_points), SUM(won), COUNT(*) FILTER (WHERE skunk > 0),
        SUM(spread), SUM(played), SUM(value), COUNT(*)
    FROM tournaments_result AS result {joins}
    WHERE result.stage_id = %s {conditions}
    GROUP BY result.entry_id
"""
JOIN_MEETING = "JOIN tournaments_meeting AS meeting ON meeting.id = result.meeting_id"
UNDISPUTED = """ AND (result.state = 'settled' OR result.meeting_id IN (
    SELECT meeting.id FROM tournaments_meeting meeting
    JOIN tournaments_round round ON round.id = meeting.round_id
    WHERE round.stage_id = %s AND round.state = 'closed'))
"""
ROUNDS = """
    SELECT id, number, state FROM tournaments_round
    WHERE stage_id = %s AND state IN (%s, %s) AND number <= %s ORDER BY number
"""

# Every side of every game of a stage with its scores, for criteria that compare games one by one.
RESULTS_OF_GAMES = """
    SELECT meeting.round_id, meeting.id, result.game, result.side, entry.number, pegged, against, played, won,
        skunk, match_points, spread, how, value, CAST(figures AS TEXT)
    FROM tournaments_result AS result
    JOIN tournaments_meeting AS meeting ON meeting.id = result.meeting_id
    JOIN tournaments_entry AS entry ON entry.id = result.entry_id
    WHERE result.stage_id = %s {conditions}
    ORDER BY meeting.id, result.game, result.side
"""

# The condition of the stages of a tournament; the entries to rank and count (`HAS_TAKEN_PART`).
STAGES = 'WHERE tournament_id = %s AND state <> %s ORDER BY "order"'
PEOPLE = """
    SELECT id, number, name, club FROM tournaments_entry AS entry
    WHERE tournament_id = %s AND kind IN (%s, %s)
        AND (EXISTS (SELECT 1 FROM tournaments_presence AS presence WHERE presence.entry_id = entry.id)
            OR EXISTS (SELECT 1 FROM tournaments_stageentry AS seeded
                JOIN tournaments_stage AS stage ON stage.id = seeded.stage_id
                WHERE seeded.entry_id = entry.id AND stage.state <> 'void'))
"""

# The results of all entries, by round.
RESULTS_BY_ROUND = """
    SELECT entry.number, meeting.round_id, {columns}
    FROM tournaments_result AS result
    JOIN tournaments_meeting AS meeting ON meeting.id = result.meeting_id
    JOIN tournaments_entry AS entry ON entry.id = result.entry_id
    WHERE result.stage_id = %s AND meeting.round_id IN ({rounds})
"""

# The columns that change whenever anything changes for a spectator; `HAS_NOTICE` takes the moment.
HAS_NOTICE = "(notice <> '' AND (notice_until IS NULL OR notice_until > %s))"
GLANCE = f"""
SELECT id, uid, epoch, version, last_line, visibility, {HAS_NOTICE}
FROM tournaments_tournament WHERE slug = %s AND live
"""  # noqa: S608 - put together of constants

# Whether a line after this one is seen in the public standings: it is about another game than one of the
# qualifying stage that is being played, a penalty, or the standings are live.
HAS_PUBLIC_LINES = """
SELECT EXISTS (
    SELECT 1 FROM tournaments_line line
    JOIN tournaments_tournament tournament ON tournament.id = line.tournament_id
    JOIN tournaments_meeting meeting ON meeting.id = line.meeting_id
    JOIN tournaments_round round ON round.id = meeting.round_id
    JOIN tournaments_stage stage ON stage.id = round.stage_id
    WHERE line.tournament_id = %s AND line.number > %s
        AND (line.kind = 'penalty' OR round.state <> 'open' OR stage."order" <> 1
            OR tournament.standings_shown <> 'closed')
)
"""

# The stage of the games with the data of the tournament's steps, for every page: `{}` are its columns.
STEPS = """
    SELECT {},
        (SELECT count(*) FROM tournaments_round WHERE stage_id = tournaments_stage.id AND state = %s),
        (SELECT count(*) FROM tournaments_round WHERE stage_id = tournaments_stage.id AND state <> %s),
        (SELECT max(opened_at) FROM tournaments_round
            WHERE stage_id = tournaments_stage.id AND state = %s),
        EXISTS (SELECT 1 FROM tournaments_job JOIN tournaments_tournament AS its ON its.id = tournament_id
            WHERE key = %s AND tournaments_job.state = %s AND its.live),
        EXISTS (SELECT 1 FROM tournaments_publication AS frozen
            WHERE frozen.tournament_id = tournaments_stage.tournament_id
            AND official AND replaced_by_id IS NULL),
        EXISTS (SELECT 1 FROM tournaments_line AS penalty
            WHERE penalty.tournament_id = tournaments_stage.tournament_id AND penalty.kind = 'penalty'),
        EXISTS (SELECT 1 FROM tournaments_entry AS entered
            WHERE entered.tournament_id = tournaments_stage.tournament_id AND entered.kind <> 'house'),
        newest.number, newest.state,
        (SELECT count(*) FROM tournaments_meeting AS meeting
            WHERE meeting.round_id = newest.id AND newest.state = 'open' AND meeting.void_act_id IS NULL
            AND NOT EXISTS (SELECT 1 FROM tournaments_result AS result
                WHERE result.meeting_id = meeting.id AND result.state <> 'disputed')
            AND EXISTS (SELECT 1 FROM tournaments_seat AS seat
                WHERE seat.meeting_id = meeting.id AND seat.side = 1))
    FROM tournaments_stage LEFT JOIN tournaments_round AS newest ON newest.id = (
        SELECT id FROM tournaments_round
        WHERE stage_id = tournaments_stage.id AND state IN ('seated', 'open', 'closed')
        ORDER BY number DESC LIMIT 1)
    WHERE tournaments_stage.tournament_id = %s AND tournaments_stage."order" = 1
"""

# Conditions: the stage of the games; those present in a round.
FIRST_STAGE = 'WHERE tournament_id = %s AND "order" = 1'
PRESENT = """
WHERE tournament_id = %s AND kind <> 'house' AND EXISTS (
    SELECT 1 FROM tournaments_presence presence WHERE presence.entry_id = tournaments_entry.id
    AND presence.from_round <= %s AND (presence.to_round IS NULL OR presence.to_round >= %s)
) ORDER BY number
"""

# The seats in the rounds of a stage before one of them, for a match of teams at its first board; the scores
# of all entries in each meeting, with the column that a credit goes to.
SEATS_BEFORE = """
SELECT round.number, meeting.id, place.number, seat.letter, entry.number, seat.order_in_side, entry.kind,
    meeting.origin
FROM tournaments_seat seat
JOIN tournaments_meeting meeting ON meeting.id = seat.meeting_id
JOIN tournaments_round round ON round.id = meeting.round_id
JOIN tournaments_entry entry ON entry.id = seat.entry_id
LEFT JOIN tournaments_place place ON place.id = meeting.place_id
WHERE round.stage_id = %s AND round.number < %s AND round.state <> 'void' AND meeting.void_act_id IS NULL
    AND (meeting.board IS NULL OR meeting.board = 1)
ORDER BY round.number, place.number, seat.letter
"""
MEETING_SCORES = """
SELECT result.meeting_id, entry.number, result.{}, result.match_points, result.won
FROM tournaments_result result JOIN tournaments_entry entry ON entry.id = result.entry_id
WHERE result.stage_id = %s
"""

# The entries at a table, by side; at all tables of a round, voided ones too. The last line about a result of
# a game.
SIDES = """
SELECT seat.side, entry.number FROM tournaments_seat seat
JOIN tournaments_entry entry ON entry.id = seat.entry_id
WHERE seat.meeting_id = %s ORDER BY seat.side, seat.order_in_side
"""
SIDES_OF_ROUND = """
SELECT seat.meeting_id, seat.side, entry.number FROM tournaments_seat seat
JOIN tournaments_meeting meeting ON meeting.id = seat.meeting_id
JOIN tournaments_entry entry ON entry.id = seat.entry_id
WHERE meeting.round_id = %s ORDER BY seat.side, seat.order_in_side
"""
LAST_LINE = """
SELECT MAX(number) FROM tournaments_line
WHERE meeting_id = %s AND game = %s AND kind <> 'penalty'
"""

# The highest number of an entry; the arguments of actions of some kinds that were not undone, the oldest
# first; the people an organisation knows by some names and who are not entered yet; the last seated round of
# the games; whether any round is seated, in a knock-out a match of its bracket.
HIGHEST_NUMBER = "SELECT MAX(number) FROM tournaments_entry WHERE tournament_id = %s"
STANDING_ACT_ARGS = """
SELECT act.args FROM tournaments_act act WHERE act.tournament_id = %s AND act.kind IN ({}) AND NOT EXISTS (
    SELECT 1 FROM tournaments_act undo WHERE undo.undoes_id = act.id
) ORDER BY act.version
"""
KNOWN_PEOPLE = """
WHERE organisation_id = %s AND erased_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM tournaments_member member JOIN tournaments_entry entry ON entry.id = member.entry_id
    WHERE member.player_id = tournaments_player.id AND entry.tournament_id = %s
) AND sort_name IN ({}) ORDER BY id
"""
LAST_SEATED_ROUND = """
SELECT MAX(round.number) FROM tournaments_round round
JOIN tournaments_stage stage ON stage.id = round.stage_id
WHERE stage.tournament_id = %s AND stage."order" = 1 AND round.state <> 'void'
"""
HAS_BEGUN = """
SELECT EXISTS (
    SELECT 1 FROM tournaments_round round JOIN tournaments_stage stage ON stage.id = round.stage_id
    WHERE stage.tournament_id = %s AND round.state <> 'void'
)
"""

# The regions of the people that an organisation knows: each is found by the index, after the one before it.
REGIONS = """
WITH RECURSIVE known(region) AS (
    SELECT MIN(region) FROM tournaments_player
    WHERE organisation_id = %s AND erased_at IS NULL AND region > ''
    UNION ALL
    SELECT (
        SELECT MIN(player.region) FROM tournaments_player player
        WHERE player.organisation_id = %s AND player.erased_at IS NULL AND player.region > known.region
    ) FROM known WHERE known.region IS NOT NULL
)
SELECT region FROM known WHERE region IS NOT NULL
"""

# The entries that pay a fee, each with what it follows from; all payments, each with the uid of its entry.
PAYERS = """
SELECT id, REPLACE(CAST(uid AS TEXT), '-', ''), fee_cents, CAST(team AS TEXT), CAST(categories AS TEXT),
    CAST(answers AS TEXT)
FROM tournaments_entry WHERE tournament_id = %s AND kind <> 'house' ORDER BY number
"""
PAYMENTS = """
SELECT REPLACE(CAST(entry_uid AS TEXT), '-', ''), id, number, cents, how, corrects_id
FROM tournaments_payment WHERE tournament_id = %s ORDER BY number
"""

# The entries with what they are found by.
ENTRY_SEARCH = (
    "SELECT id, sort_name, CAST(team AS TEXT), club FROM tournaments_entry WHERE tournament_id = %s"
)

# The newest action of a tournament that is neither undone nor an undo, without kinds that block no other.
LAST_ACT = """
WHERE tournament_id = %s AND undoes_id IS NULL AND kind NOT LIKE 'device!_%%' ESCAPE '!' AND kind NOT IN ({})
    AND NOT EXISTS (SELECT 1 FROM tournaments_act later WHERE later.undoes_id = tournaments_act.id)
ORDER BY version DESC LIMIT 1
"""

# Whether standings are official, and whether matches after the games exist.
HAS_ENDED = """
SELECT EXISTS (
    SELECT 1 FROM tournaments_publication WHERE tournament_id = %s AND official AND replaced_by_id IS NULL
), EXISTS (
    SELECT 1 FROM tournaments_stage WHERE tournament_id = %s AND "order" > 1 AND state <> 'void'
)
"""

# The rounds that are seated or open in the other tournaments of an organisation on a date.
CONCURRENT_ROUNDS = """
SELECT round.id FROM tournaments_round round
JOIN tournaments_stage stage ON stage.id = round.stage_id
JOIN tournaments_tournament other ON other.id = stage.tournament_id
WHERE round.state IN (%s, %s) AND other.organisation_id = %s AND other.date = %s AND other.live
    AND NOT other.example AND other.id <> %s
"""

# The rounds of a stage that are not void; how many tables there are; tables and entries by their numbers; the
# seats of a round, for a match of teams at its first board.
STANDING_ROUNDS = "SELECT number, state, seed FROM tournaments_round WHERE stage_id = %s AND state <> 'void'"
COUNT_TABLES = "SELECT COUNT(*) FROM tournaments_place WHERE tournament_id = %s"
PLACES_BY_NUMBER = "SELECT number, id FROM tournaments_place WHERE tournament_id = %s"
ENTRIES_BY_NUMBER = "SELECT number, id FROM tournaments_entry WHERE tournament_id = %s"
SEATS_OF_ROUND = """
SELECT meeting.id, place.number, seat.letter, entry.number, seat.order_in_side
FROM tournaments_seat seat
JOIN tournaments_meeting meeting ON meeting.id = seat.meeting_id
JOIN tournaments_entry entry ON entry.id = seat.entry_id
LEFT JOIN tournaments_place place ON place.id = meeting.place_id
WHERE meeting.round_id = %s AND meeting.void_act_id IS NULL AND (meeting.board IS NULL OR meeting.board = 1)
ORDER BY place.number, seat.letter
"""

# Rows of a table by their keys, without the queries that Django runs before it deletes
# (`tournaments/transfer/removal.py`).
DELETE_ROWS = "DELETE FROM {} WHERE id IN ({})"
