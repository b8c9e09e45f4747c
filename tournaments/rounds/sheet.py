"""The round's sheet: for everyone the table, the seat, opponents and partners, and where they come from."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Entry, Member, Round, Seat, Stage
from tournaments.models.rows import prepared
from tournaments.papers.collation import Key, collation_key
from tournaments.registration import (
    annotate_past_players,
    distinct_names,
    fold,
    found_by,
    member_with_team,
    name_in_hall,
    names_at_seat,
    sort_name,
)
from tournaments.rounds.meetings import squads


@dataclass(frozen=True)
class SheetRow:
    """The seat of an entry or, for a team on boards, of one of its members.

    `opponents` is empty for a bye, which may be at table 0: at none. `from_table` is None for those at no
    table in the last round. Entries without a seat in this round are at table 0, without a letter.

    `name`, `opponent_names` and `partner_names` distinguish people of one name, and name a team with its
    members. `partners` sit on the same `side`. `stays` is true where neither the table nor the letter
    changes. `found_by` has the names that `is_found` searches. `board` is None where no teams meet on
    boards.
    """

    entry: Entry
    name: str
    found_by: str
    sort_name: str
    table: int = 0
    letter: str = ""
    side: int = 0
    opponents: tuple[Entry, ...] = ()
    partners: tuple[Entry, ...] = ()
    opponent_names: tuple[str, ...] = ()
    partner_names: tuple[str, ...] = ()
    from_table: int | None = None
    stays: bool = False
    board: int | None = None
    member: Member | None = None

    @property
    def opponent_name(self) -> str:
        """Return the opponents, joined by commas."""
        return ", ".join(self.opponent_names)

    @property
    def partner_name(self) -> str:
        """Return the partners, joined by commas."""
        return ", ".join(self.partner_names)

    @property
    def opponent(self) -> Entry | None:
        return self.opponents[0] if self.opponents else None

    @property
    def is_empty(self) -> bool:
        """Return whether the seat is empty, as a team leaves this board empty."""
        return self.board is not None and self.member is None and bool(self.entry.team)

    @property
    def seated(self) -> bool:
        """Return whether they have a seat in this round, alone or not."""
        return bool(self.letter)

    @property
    def moves(self) -> bool:
        return self.from_table is not None and not self.stays


def sheet(round_: Round) -> list[SheetRow]:
    """Return all seats of a round by name, in two queries. For tables, sort by `table` and `letter`."""
    seats = _prepared_seats(round_.stage_id, round_.number)
    for seat in seats:
        if played := getattr(seat, "who_played", None):  # another person has taken the number over since
            seat.entry.name, seat.entry.sort_name = played, sort_name(played)
    before = {_occupant_key(seat): seat for seat in _prepared_seats(round_.stage_id, round_.number - 1)}
    at_table = defaultdict(list)
    for seat in seats:
        at_table[seat.meeting_id].append(seat)
    known = distinct_names((seat.entry.number, name_in_hall(seat.entry), seat.entry.club) for seat in seats)
    names = {
        seat.pk: known[seat.entry.number]
        if seat.meeting.board is None
        else names_at_seat(seat, seat.meeting.board)
        for seat in seats
    }
    rows = [_row(seat, at_table[seat.meeting_id], before.get(_occupant_key(seat)), names) for seat in seats]
    return sorted(rows, key=_alphabetical)


def _alphabetical(row: SheetRow) -> tuple[Key, int, int]:
    """Return the sort key of a row: by name as on the paper for the wall."""
    return collation_key(row.sort_name), row.entry.number, row.table


def rows_by_table(rows: Sequence[SheetRow]) -> list[tuple[int, list[SheetRow]]]:
    """Return the tables of a sheet in order, with their people by letter; byes at no table come last."""
    found: dict[tuple[bool, int, int], list[SheetRow]] = {}
    for row in sorted(rows, key=lambda row: row.letter):
        alone = row.entry.number if not row.table else 0
        found.setdefault((not row.table, row.table, alone), []).append(row)
    return [(key[1], seated) for key, seated in sorted(found.items())]


def rows_without_seat(round_: Round) -> list[SheetRow]:
    """Return the entries without a seat in this round, alphabetically; none where only some go on.

    These are those who left, have not come yet, or are a team or a member of a team that does not play. In
    matches for medals only some go on.
    """
    if round_.stage.kind != Stage.Kind.QUALIFYING:
        return []
    tournament = round_.stage.tournament
    seats = Seat.objects.filter(meeting__round=round_, meeting__void_act=None)
    sits, whole, plays = set(), set(), set()
    for sitting, member, board in seats.values_list("entry", "member", "meeting__board"):
        sits.add(sitting)
        plays.add(member)
        whole |= {sitting} if board is None else set()
    everybody = list(tournament.entries.exclude(kind=Entry.Kind.HOUSE))
    known = distinct_names((entry.number, name_in_hall(entry), entry.club) for entry in everybody)
    rows = []
    if round_.stage.rules.get("boards"):
        by_key = {entry.pk: entry for entry in everybody}
        for key, squad in squads(tournament, round_.number).items():
            if key in whole or key not in sits:
                continue  # they sit as one, or the team is named as one that does not play
            entry = by_key[key]
            idle = [one for one in squad if one.pk not in plays]
            rows += [_idle_row(entry, member_with_team(one, entry), one) for one in idle]
    rows += [_idle_row(entry, known[entry.number], None) for entry in everybody if entry.pk not in sits]
    return sorted(rows, key=_alphabetical)


def _idle_row(entry: Entry, name: str, member: Member | None) -> SheetRow:
    return SheetRow(
        entry=entry,
        name=name,
        found_by=fold(name) if member else found_by(entry),
        sort_name=member.player.sort_name if member else entry.sort_name,
        member=member,
    )


def _occupant_key(seat: Seat) -> tuple[int, int | None]:
    return seat.entry_id, seat.member_id


def seats_of_round(stage_id: int, number: int) -> QuerySet[Seat]:
    """Return the seats of a round, by its number, with entries and tables; none where it is void."""
    standing = Seat.objects.filter(
        meeting__round__stage=stage_id, meeting__round__number=number, meeting__void_act=None
    ).exclude(meeting__round__state=Round.State.VOID)
    return (
        annotate_past_players(standing)
        .select_related("entry", "member__player", "meeting__place")
        .order_by("meeting__place__number", "letter")
    )


_prepared_seats = prepared(seats_of_round)


def _row(seat: Seat, table: list[Seat], was: Seat | None, names: dict[int, str]) -> SheetRow:
    opponents = [other for other in table if other.side != seat.side]
    partners = [other for other in table if other.side == seat.side and other is not seat]
    place, came_from = table_number(seat), (table_number(was) or None) if was else None
    by_name = seat.member.player.sort_name if seat.member else seat.entry.sort_name
    return SheetRow(
        entry=seat.entry,
        name=names[seat.pk],
        table=place,
        letter=seat.letter,
        side=seat.side,
        opponents=tuple(other.entry for other in opponents),
        partners=tuple(other.entry for other in partners),
        opponent_names=tuple(names[other.pk] for other in opponents),
        partner_names=tuple(names[other.pk] for other in partners),
        from_table=came_from,
        stays=was is not None and (came_from, was.letter) == (place, seat.letter),
        found_by=found_by(seat.entry) if seat.member is None else fold(names[seat.pk]),
        sort_name=by_name,
        board=seat.meeting.board,
        member=seat.member,
    )


def table_number(seat: Seat) -> int:
    """Return the number of the table of a seat, or 0 where it has none."""
    return seat.meeting.place.number if seat.meeting.place else 0
