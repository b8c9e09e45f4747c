"""A bracket as plain rows, the same for every page, paper and file of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tournaments.finals.seated import seated_meetings
from tournaments.models import Entry, Meeting, Result, Stage, Tournament
from tournaments.pairing import brackets, consolation
from tournaments.pairing.brackets import SEED, Bracket, BracketMeeting, Source
from tournaments.pairing.tiebreak import NOBODY
from tournaments.papers.text_fitting import fit
from tournaments.papers.text_shaping import LEADING, WIDEST, cleaned, text_width
from tournaments.publishing import bracket_layout, bracket_words
from tournaments.registration import distinct_names
from tournaments.standings.playoffs import PlayoffStanding, standing


@dataclass(frozen=True)
class MeetingView:
    """A meeting of the bracket in its current state: players, meeting with its table, and outcome.

    A side is None if it is not known yet, or stays empty. `nobody` is true for a side that stays empty,
    `winner` is None before the end and where both have forfeited. `needed` is whether it is played at all,
    None while that is open.
    """

    planned: BracketMeeting
    number: int
    sides: tuple[Entry | None, Entry | None]
    won: tuple[int, int]
    meeting: Meeting | None
    winner: int | None
    forfeited: bool
    needed: bool | None = True
    over: bool = False
    nobody: tuple[bool, bool] = (False, False)


class DrawnBracket(NamedTuple):
    """Playoffs in their current state: the bracket, and its meetings."""

    standing: PlayoffStanding
    views: tuple[MeetingView, ...]


def drawn(tournament: Tournament, stage: Stage) -> DrawnBracket | None:
    """Return the playoffs that follow `stage`; None where there are none."""
    found = standing(tournament) if stage.rules.get("playoffs") else None
    return DrawnBracket(found, tuple(views(tournament, found))) if found else None


def views(tournament: Tournament, found: PlayoffStanding) -> list[MeetingView]:
    """Return every meeting of the bracket in its current state, in four queries."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    meetings = {meeting.code: meeting for meeting in seated_meetings(found.stage)}
    games: dict[int, dict[int, int]] = {}
    won = Result.objects.filter(stage=found.stage, won__gt=0, meeting__void_act=None)
    for key, number in won.values_list("meeting_id", "entry__number"):
        of_meeting = games.setdefault(key, {})
        of_meeting[number] = of_meeting.get(number, 0) + 1
    shown = []
    for at, planned in enumerate(found.bracket.meetings, start=1):
        sides = brackets.sides(planned, found.seeded, found.results)
        meeting, played = meetings.get(planned.id), found.results.get(planned.id)
        if played:
            score = dict(zip(played.sides, played.games, strict=True))
        else:
            score = games.get(meeting.pk, {}) if meeting else {}
        shown.append(
            MeetingView(
                planned,
                at,
                sides=(entries.get(sides[0] or NOBODY), entries.get(sides[1] or NOBODY)),
                won=(score.get(sides[0] or NOBODY, 0), score.get(sides[1] or NOBODY, 0)),
                meeting=meeting,
                winner=(played.winner or None) if played else None,
                forfeited=bool(played and played.forfeited),
                needed=brackets.is_needed(planned, found.seeded, found.results),
                over=played is not None,
                nobody=(sides[0] == NOBODY, sides[1] == NOBODY),
            )
        )
    return shown


WAITS, PLAYING, OVER, NOT_NEEDED = "waits", "playing", "over", "not-needed"


@dataclass(frozen=True)
class SideRow:
    """A side: number and name of the entry; if it is not `known` yet, `name` says where it comes from."""

    number: int | None
    name: str
    seed: int | None
    won: int
    known: bool
    winner: bool


@dataclass(frozen=True)
class MatchRow:
    """A meeting of the bracket: its number there, its title, its table, its state."""

    id: str
    number: int
    turn: int
    part: str
    title: str
    state: str
    table: int | None
    sides: tuple[SideRow, SideRow]
    forfeited: bool
    uid: str
    round: int

    @property
    def has_begun(self) -> bool:
        """Return whether the match has been seated, so that games can have been won."""
        return self.state in (PLAYING, OVER) and bool(self.uid)


@dataclass(frozen=True)
class BracketRows:
    """All meetings in the order of the bracket, and the rounds with their headings."""

    bracket: Bracket
    games: int
    matches: tuple[MatchRow, ...]
    over: bool

    @property
    def by_id(self) -> dict[str, MatchRow]:
        """Return the meetings by their ids."""
        return {match.id: match for match in self.matches}

    @property
    def rounds(self) -> list[tuple[str, list[MatchRow]]]:
        """Return the meetings round by round, part by part, under their headings."""
        found = []
        for part in self.bracket.parts:
            called = bracket_words.part(self.bracket, part)
            for turn in range(1, self.bracket.turns_of(part) + 1):
                heading = bracket_words.heading(self.bracket, turn, part)
                matches = [one for one in self.matches if (one.turn, one.part) == (turn, part)]
                found.append((f"{called} – {heading}" if called else heading, matches))
        return found

    def settled(self) -> "BracketRows":
        """Return the rows without tables and running scores, which change while a match is played."""
        still = tuple(
            replace(match, state=WAITS, table=None) if match.state == PLAYING else match
            for match in self.matches
        )
        return replace(self, matches=still)

    @property
    def left(self) -> int:
        """Return how many meetings are not over."""
        return sum(match.state not in (OVER, NOT_NEEDED) for match in self.matches)

    @property
    def consolation_winner(self) -> str:
        """Return the name of the winner of the consolation; "" before there is one."""
        last = self.by_id.get(consolation.FINAL_ID)
        return next((side.name for side in last.sides if side.winner), "") if last else ""

    def path(self, number: int) -> list[MatchRow]:
        """Return the meetings of one entry, and the next one after a win."""
        mine = [match for match in self.matches if number in [side.number for side in match.sides]]
        if mine and mine[-1].state in (WAITS, PLAYING):
            goes_on = {("winner_of", mine[-1].id)}
            planned = {one.id: set(one.sides) for one in self.bracket.meetings}
            mine += [match for match in self.matches if goes_on & planned[match.id]]
        return mine


def empty(bracket: Bracket) -> BracketRows:
    """Return the rows of an empty bracket: seeds, and where the other sides come from."""
    matches = tuple(
        MatchRow(
            id=one.id,
            number=at,
            turn=one.turn,
            part=one.part,
            title=bracket_words.title(bracket, one.id),
            state=WAITS,
            table=None,
            sides=(_empty_side(bracket, one.sides[0]), _empty_side(bracket, one.sides[1])),
            forfeited=False,
            uid="",
            round=0,
        )
        for at, one in enumerate(bracket.meetings, start=1)
    )
    return BracketRows(bracket, 0, matches, over=False)


def _empty_side(bracket: Bracket, source: Source) -> SideRow:
    seed = int(source.of) if source.kind == SEED else None
    return SideRow(None, bracket_words.source_words(bracket, source), seed, 0, known=False, winner=False)


def bracket_rows_of(tournament: Tournament, names: Mapping[int, str] | None = None) -> BracketRows | None:
    """Return the playoffs of a tournament, with `names` by number (None: in full); None before they begin."""
    found = standing(tournament)
    return None if found is None else rows_of(tournament, found, names)


def rows_of(
    tournament: Tournament, found: PlayoffStanding, names: Mapping[int, str] | None = None
) -> BracketRows:
    """Return the rows of playoffs that were loaded already."""
    if names is None:
        names = distinct_names(tournament.entries.values_list("number", "name", "club"))
    return build_rows(found, views(tournament, found), names)


def build_rows(found: PlayoffStanding, views: Sequence[MeetingView], names: Mapping[int, str]) -> BracketRows:
    """Return the rows of meetings that were loaded already, in the active language."""
    seeds = {number: seed for seed, number in found.seeded.items()}
    matches = tuple(_match(found, view, names, seeds) for view in views)
    return BracketRows(found.bracket, int(found.stage.rules["games"]), matches, found.over)


def published_rows(drawn: DrawnBracket | None, names: Mapping[int, str]) -> BracketRows | None:
    """Return a bracket as it is published, with finished matches only; None without one."""
    return build_rows(drawn.standing, drawn.views, names).settled() if drawn else None


def _match(
    found: PlayoffStanding, view: MeetingView, names: Mapping[int, str], seeds: Mapping[int, int]
) -> MatchRow:
    meeting = view.meeting
    one, other = (_side(found, view, at, names, seeds) for at in (0, 1))
    return MatchRow(
        id=view.planned.id,
        number=view.number,
        turn=view.planned.turn,
        part=view.planned.part,
        title=bracket_words.title(found.bracket, view.planned.id),
        state=_state(view),
        table=meeting.place.number if meeting and meeting.place else None,
        sides=(one, other),
        forfeited=view.forfeited,
        uid=str(meeting.uid) if meeting else "",
        round=meeting.round.number if meeting else 0,
    )


def _state(view: MeetingView) -> str:
    if view.needed is False:
        return NOT_NEEDED
    return OVER if view.over else PLAYING if view.meeting else WAITS


def _side(
    found: PlayoffStanding, view: MeetingView, at: int, names: Mapping[int, str], seeds: Mapping[int, int]
) -> SideRow:
    entry = view.sides[at]
    if view.nobody[at]:
        return SideRow(None, bracket_words.empty_side(), None, 0, known=False, winner=False)
    if entry is None:
        words = bracket_words.source_words(found.bracket, view.planned.sides[at])
        return SideRow(None, words, None, 0, known=False, winner=False)
    return SideRow(
        entry.number,
        names[entry.number],
        seeds[entry.number],
        view.won[at],
        known=True,
        winner=view.winner == entry.number,
    )


# Drawings

BOX_WIDTH, BOX_HEIGHT, COLUMN_STEP, SLOT_STEP, HEAD_HEIGHT, EDGE = 264, 52, 302, 66, 36, 4
INSET, NAME_SIZE, HEADING_SIZE = 8, 15, 17


def drawings(rows: BracketRows) -> list[tuple[str, dict[str, Any]]]:
    """Return every part of the bracket: its title ("" where it is the whole), and its drawing.

    All are as wide as the widest, so that they are drawn to one scale.
    """
    parts = [
        (
            bracket_words.part(rows.bracket, part),
            drawing(rows, bracket_layout.part_layout(rows.bracket, part)),
        )
        for part in rows.bracket.parts
    ]
    widest = max(drawn["width"] for _title, drawn in parts)
    return [(title, drawn | {"width": widest}) for title, drawn in parts]


def drawing(rows: BracketRows, layout: bracket_layout.Layout) -> dict[str, Any]:
    """Return a part of the bracket as boxes and lines, in the units of its SVG."""
    by_id = rows.by_id
    boxes = []
    for id_, (column, middle) in layout.boxes.items():
        x, y = EDGE + column * COLUMN_STEP, int(HEAD_HEIGHT + middle * SLOT_STEP - BOX_HEIGHT / 2)
        match = by_id[id_]
        sides = [
            _draw_side(match, side, x, y + BOX_HEIGHT * (1 + 2 * at) // 4)
            for at, side in enumerate(match.sides)
        ]
        boxes.append({"match": match, "x": x, "y": y, "sides": sides})
    lines = []
    for one, other in layout.links:
        (column, middle), (to, at) = layout.boxes[one], layout.boxes[other]
        x, y = EDGE + column * COLUMN_STEP + BOX_WIDTH, int(HEAD_HEIGHT + middle * SLOT_STEP)
        half, end = x + (COLUMN_STEP - BOX_WIDTH) // 2, EDGE + to * COLUMN_STEP
        lines.append(f"M{x} {y}H{half}V{int(HEAD_HEIGHT + at * SLOT_STEP)}H{end}")
    headings = [
        _fitted_text(
            bracket_words.heading(rows.bracket, layout.first_turn + column, layout.part),
            EDGE + column * COLUMN_STEP,
            HEAD_HEIGHT // 3,
            HEADING_SIZE,
            BOX_WIDTH,
        )
        for column in range(layout.columns)
    ]
    return {
        "boxes": boxes,
        "lines": lines,
        "headings": headings,
        "width": layout.columns * COLUMN_STEP - (COLUMN_STEP - BOX_WIDTH) + 2 * EDGE,
        "height": int(HEAD_HEIGHT + layout.slots * SLOT_STEP) + EDGE,
        "wide": BOX_WIDTH,
        "high": BOX_HEIGHT,
    }


def _draw_side(match: MatchRow, side: SideRow, x: int, middle: int) -> dict[str, Any]:
    """Draw a side centred at a height: its name, and the games won if it plays any."""
    won = _fitted_text(
        str(side.won) if match.has_begun else "", x + BOX_WIDTH - INSET, middle, NAME_SIZE, BOX_WIDTH
    )
    room = BOX_WIDTH - 2 * INSET - (won["wide"] + INSET if match.has_begun else 0)
    named = side.name if side.known or match.state == OVER else ""
    name = _fitted_text(named, x + INSET, middle, NAME_SIZE, room)
    return {"side": side, "name": name, "won": won}


def _fitted_text(text: str, x: int, middle: int, size: int, room: float) -> dict[str, Any]:
    """Break a text into lines that fit in any font of a browser, by the rule of papers.

    It is measured bold, so that it stays as it is when its side wins.
    """
    if not text:
        return {"lines": [], "wide": 0}
    lines, fits = fit(text, lambda line: text_width(cleaned(line), WIDEST), size, room, BOX_HEIGHT / 2 - 2)
    first = middle + fits * (0.36 - LEADING * (len(lines) - 1) / 2)
    placed = [{"y": round(first + at * fits * LEADING, 1), "text": line} for at, line in enumerate(lines)]
    wide = max(text_width(cleaned(line), WIDEST) for line in lines) * fits
    return {"x": x, "size": round(fits, 2), "lines": placed, "wide": wide}
