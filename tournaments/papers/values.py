"""The plain values that papers are drawn from, looked up by the caller."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Required, TypedDict

if TYPE_CHECKING:
    from tournaments.papers.page import Area, Sheet
    from tournaments.papers.pdf_file import PdfFile

LETTER, A4 = "letter", "a4"
AWARDS = ("forfeit", "no_show", "abandoned", "bye", "missed")
Progress = Callable[[int], None]
"""Called with how much of a paper is drawn; an exception from it stops the work (a cancelled job)."""


@dataclass(frozen=True, slots=True)
class Break:
    """A break between games, drawn across the card under the game ``after``."""

    after: int
    label: str


@dataclass(frozen=True, slots=True)
class SlipWords:
    """The words of a slip: above its box of points, and in the sentence at its foot.

    ``of_two`` is for a table of two, each alone; ``of_several`` for more or partners; ``of_a_match`` for
    several games, if it differs. ``ticks`` are captions of boxes beside that of the winner, if two play one
    game.
    """

    box: str
    of_two: str
    of_several: str
    of_a_match: str = ""
    ticks: tuple[str, ...] = ()


class SlipSheet(Protocol):
    """A sheet to be kept during the game, which a game draws on a slip below the names."""

    def games(self, slip: "Slip") -> int:
        """Return how many games it has side by side; 0 if such a slip has no sheet."""

    def fills_a_page(self, slip: "Slip") -> bool:
        """Return whether a slip with it takes a page; else two fit on one."""

    def draw(self, sheet: "Sheet", slip: "Slip", area: "Area") -> None:
        """Draw the sheet within `area`."""

    def legend(self) -> str:
        """Return the meaning of its signs, in a few words."""


class GameHeader(TypedDict, total=False):
    """The fields of a `TournamentHeader` that depend on the game."""

    slip: Required[SlipWords]
    hands: SlipSheet | None
    parts: tuple[str, ...]
    without: tuple[str, ...]
    match_points: bool
    by_value: bool
    left: bool
    foot: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG picture without transparency, and its size in pixels."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Organiser:
    """The identity of the organiser: a colour is such as `#1d4f40`. All of it may be empty."""

    name: str = ""
    colour: str = ""
    sponsors: tuple[str, ...] = ()
    logo: Picture | None = None


@dataclass(frozen=True, slots=True)
class TournamentHeader:
    """The values shared by all papers of one tournament. ``date`` is in words; no address, no QR code.

    ``slip`` has the words of the game's slips, ``hands`` the sheet that it draws on them, ``ranks_by`` the
    criterion that ranks, ``signed`` whether the total of a card has a sign, ``without`` the columns that its
    standings do not have. ``match_points`` are counted, or games have a value that is added up
    (``by_value``). ``left``: cards show points left, and their spread if it ranks. ``labels`` precede each
    row of a card, if it is not the number of a game. ``parts`` are headings of a blank
    card in place of both totals, for the value of each part of a game. ``foot``: a card has a short summary
    as well: match points, games won and spread. ``figures`` are headings of what only this game counts:
    columns of a card, and boxes of a slip. ``file`` is the one that the paper shares with others; without
    it the paper is a file of its own.
    """

    tournament: str
    place: str = ""
    date: str = ""
    language: str = "fr"
    paper: str = LETTER
    public_url: str = ""
    games: int = 15
    breaks: tuple[Break, ...] = ()
    slip: SlipWords = SlipWords("", "", "")
    signed: bool = False
    match_points: bool = False
    without: tuple[str, ...] = ()
    ranks_by: str = "pegged"
    by_value: bool = False
    left: bool = False
    foot: bool = False
    hands: SlipSheet | None = None
    parts: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    organiser: Organiser = Organiser()
    file: "PdfFile | None" = None

    @property
    def day(self) -> str:
        """Return the line below the name of the tournament: the date, the place, the organiser."""
        return " · ".join(part for part in (self.date, self.place, self.organiser.name) if part)


@dataclass(frozen=True, slots=True)
class CardRow:
    """One game on a player's card. ``award`` is one of AWARDS, or empty for a game that was played.

    ``numbers`` are those of all opponents, ``others`` are further opponents at the table, ``partner`` the
    names of those on the same side. In gin ``points`` and ``against`` are the final totals, ``spread`` is
    the value of the game. ``penalty`` is what a judge took off: it is missing in ``total``.
    ``figures`` are those of the header.
    """

    game: int
    table: int | None = None
    opponent: str = ""
    points: int | None = None
    against: int | None = None
    won: bool | None = None
    skunk: int = 0
    match_points: int | None = None
    spread: int | None = None
    total: int | None = None
    award: str = ""
    others: tuple[str, ...] = ()
    partner: str = ""
    penalty: int = 0
    numbers: tuple[int, ...] = ()
    figures: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTotal:
    """The last line of a filled card, and the rank that it earned. A shared rank is ``tied``.

    ``total`` is the final running total, if that is not of the points. In gin ``spread`` is the value of all
    games, declared ones too. ``foot`` gives points, games won and spread in short.
    """

    points: int
    against: int
    won: int
    spread: int
    match_points: int | None = None
    total: int | None = None
    rank: int | None = None
    tied: bool = False
    foot: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card: blank without rows. ``url`` is the player's own page, when there is one.

    Without number and name it is a spare one, on which both are written by hand. ``ahead`` are the tables and
    opponents of a blank card, where they are known before.
    """

    number: int
    name: str
    club: str = ""
    table: int | None = None
    letter: str = ""
    rows: tuple[CardRow, ...] = ()
    total: CardTotal | None = None
    url: str = ""
    ahead: tuple[CardRow, ...] = ()


@dataclass(frozen=True, slots=True)
class SlipSide:
    """One side on a slip: its first player, with the ``partners``."""

    letter: str
    number: int
    name: str
    partners: tuple["SlipSide", ...] = ()


@dataclass(frozen=True, slots=True)
class Slip:
    """One table's paper for one round.

    ``games`` above one gives a box for each game of the match, ``ends`` says when it is over.
    """

    round: int
    table: int
    sides: tuple[SlipSide, ...]
    games: int = 1
    label: str = ""
    ends: str = ""

    @property
    def of_two(self) -> bool:
        """Return whether two people sit there, each alone (no partners)."""
        return len(self.sides) == 2 and not any(side.partners for side in self.sides)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A person's seat, opponents and partners.

    ``came_from`` is the table left; people who ``stays`` keep table and seat.

    ``name`` is shown as given and sorted by that: the family name first. ``idle``, if they have no game, is
    the text shown in place of the table and the seat.
    """

    number: int
    name: str
    table: int
    letter: str
    opponents: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    came_from: int | None = None
    stays: bool = False
    idle: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The seats of one table: (letter, name) in the order of the letters; or what goes on in a new line."""

    table: int
    seats: tuple[tuple[str, str], ...]
    note: str = ""
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings. ``notes`` are sentences about it; in gin ``spread`` is the value.

    ``listed`` is the name as an alphabetical list has it, the family name first.
    """

    rank: int | None
    name: str
    club: str = ""
    points: int = 0
    games_won: int = 0
    skunks: int = 0
    spread: int = 0
    games: int = 0
    match_points: int | None = None
    notes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    listed: str = ""


@dataclass(frozen=True, slots=True)
class StandingsState:
    """The state of standings: provisional after a game, or official since a time (already in words).

    ``others`` are the headings of further criteria; each row has a figure for each, already in words.
    """

    after: int | None = None
    official_at: str = ""
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCode:
    """The ways for a tablet to join: the QR code's address, and ``code``, in groups, for ``type_at``."""

    table: int
    url: str
    code: str
    type_at: str = ""


@dataclass(frozen=True, slots=True)
class Network:
    """The Wi-Fi of the hall: name, password, and the text of its QR code. No password: an open network."""

    name: str
    password: str
    code: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list: its heading; whether it holds figures (flush right), or is written in by hand."""

    heading: str
    figures: bool = False
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class List:
    """A list: a title, a note below it, columns, and rows with a text for each column."""

    title: str
    note: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class CrossScore:
    """A game as one of the two has it: the own score, the opponent's, and whether it is won."""

    own: str
    other: str
    won: bool


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A line of a cross-table: the games against each, in the order of the lines; None against oneself.

    `figures` are its totals, in words.
    """

    number: int
    name: str
    cells: Sequence[Sequence[CrossScore] | None]
    figures: Sequence[str]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate: the name, the reason, the result, and the prize."""

    name: str
    reason: str
    has: str = ""
    thing: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class TeamLineUp:
    """A form for a captain: the boards with their tables, and who can play. A spare one has no team.

    `letter` is the seat of the team, A at home.
    """

    game: int
    number: int
    team: str
    opponent: str
    letter: str
    boards: tuple[tuple[int, int], ...]
    squad: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams, home first: board, table and players, empty where they are written in.

    `by` is what decides it, `instruction` its value and what to do with the slip.
    """

    game: int
    teams: tuple[str, str]
    boards: tuple[tuple[int, int, tuple[str, str]], ...]
    by: str = ""
    instruction: str = ""


@dataclass(frozen=True, slots=True)
class TeamGame:
    """A match on the card of a team: score and player of each board, and the totals."""

    game: int
    opponent: str
    letter: str
    boards: tuple[tuple[str, str], ...]
    board_points: str = ""
    team_points: str = ""
    total: str = ""


@dataclass(frozen=True, slots=True)
class TeamCard:
    """The tournament of a team, a line a match; a match to come has no opponent yet."""

    number: int
    team: str
    club: str
    squad: tuple[str, ...]
    matches: tuple[TeamGame, ...]


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match: its seed, its name, games won (None: not begun).

    If not `known`, `name` is its origin ("Winner of match 5").
    """

    seed: int | None
    name: str
    won: int | None
    known: bool = True
    winner: bool = False


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match: its number and title, its place in columns and slots; `read` is for screen readers."""

    number: int
    title: str
    column: int
    middle: float
    sides: tuple[BracketSide, BracketSide]
    read: str
    named: bool = False


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A sheet: its title, a heading over each column, the boxes and the links between them."""

    title: str
    headings: tuple[str, ...]
    boxes: tuple[BracketBox, ...]
    links: tuple[tuple[int, int], ...]
    slots: float


@dataclass(frozen=True, slots=True)
class Receipt:
    """The data of one receipt, in words; `organiser` receives the money."""

    number: int
    organiser: str
    name: str
    club: str
    amount: str
    how: str
    date: str
    reference: str
