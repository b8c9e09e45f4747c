"""The types of papers, and one paper that is being drawn: its header, addresses and round.

Functions that draw import their module of `papers/` themselves: a process that draws nothing then starts
without loading ReportLab.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring import match as matches
from tournaments import games
from tournaments.accounts import visibility
from tournaments.games import criteria
from tournaments.models import Round, Stage, Tournament
from tournaments.papers import values
from tournaments.publishing import ceremony, identity, names, publications, tournament_words
from tournaments.rounds import stages
from tournaments.standings import SIGNED, Standings, standings
from tournaments.system.hosts import is_loopback_url

if TYPE_CHECKING:
    from tournaments.papers.pdf_file import PdfFile

MANY_ENTRIES = 60
"""With more people than this, papers are small by default."""
SPARE = "spare"
ENTRIES, TABLES = "entries", "tables"
BEFORE, GAME, BETWEEN, END = "before", "game", "between", "end"
"""The moments at which papers are needed: before game 1, in a game, between two games, after the last."""


def always(_rules: Mapping[str, Any]) -> bool:
    """Return True: every tournament has this paper, whatever its rules."""
    return True


@dataclass(frozen=True)
class PaperPart:
    """A part of a paper that can be made alone, chosen where a person or a table is.

    `missing`, `applies_to`, `total` and `needs_address` are as those of a paper. `needs_round`: like its
    paper it belongs to a round. `blank`: it is filled in by hand, so it has no results.
    """

    key: str
    title: str | Promise
    missing: Callable[[Tournament], str] = lambda _tournament: ""
    applies_to: Callable[[Mapping[str, Any]], bool] = always
    total: Callable[[Tournament], int] = lambda _tournament: 1
    needs_round: bool = False
    needs_address: bool = False
    blank: bool = False


def undefined_draw(_paper: "Paper") -> bytes:
    """Raise `NotImplementedError`: the paper type decorates no function."""
    raise NotImplementedError


@dataclass(frozen=True)
class PaperType:
    """A type of paper, as listed in `registry.PAPER_TYPES`, with everything that the page and the jobs need.

    Used as a decorator of the function that draws the paper; the name then refers to the `PaperType`.

    `subject`: it can be made for one of ENTRIES or TABLES alone, and where `blank_copies` is not 0 as that
    many without names; `has_small_size`: also in a size that saves paper; `by_hand`: where no match points
    are declared it can have an empty column for them. `total` counts the parts of a whole one, for the
    progress of its job.
    `missing` returns the code of what it cannot be made without (`tournaments/common/messages/sentences.py`),
    empty where nothing is missing. `applies_to`: whether a tournament under such rules has this paper at all;
    others do not show it. `needs_address`: it cannot be made while other devices do not reach this computer.
    `changes_with_every_act`: a paper that is being made cannot serve a later request.
    `closed_games_only`: the results on it are those of closed games alone.
    `moments` are those at which it is needed: any of BEFORE, GAME, BETWEEN, END. `parts` can be made alone.
    `contains` are the keys of the papers that it has in one file, with that of their part after a hyphen.
    """

    key: str
    title: str | Promise
    purpose: str | Promise
    needs_round: bool = False
    subject: str = ""
    blank_copies: int = 0
    has_small_size: bool = False
    by_hand: bool = False
    total: Callable[[Tournament], int] = lambda _tournament: 1
    missing: Callable[[Tournament], str] = lambda _tournament: ""
    needs_address: bool = False
    changes_with_every_act: bool = False
    closed_games_only: bool = False
    moments: tuple[str, ...] = ()
    parts: tuple[PaperPart, ...] = ()
    contains: tuple[str, ...] = ()
    applies_to: Callable[[Mapping[str, Any]], bool] = always
    draw: Callable[["Paper"], bytes] = undefined_draw

    def __call__(self, draw: Callable[["Paper"], bytes]) -> "PaperType":
        """Return the same type with the function that draws it."""
        return replace(self, draw=draw)

    def part(self, key: str) -> PaperPart | None:
        """Return the part with this key."""
        return next((part for part in self.parts if part.key == key), None)

    def chosen(self, which: str) -> "PaperType | PaperPart":
        """Return the part that is wanted, or else the whole."""
        return self.part(which) or self

    def belongs_to_round(self, which: str) -> bool:
        """Return whether it, or the part of it that is wanted, is of a certain round."""
        return self.chosen(which).needs_round and not (which == SPARE and self.blank_copies)


def has(tournament: Tournament, kind: PaperType | PaperPart) -> bool:
    """Return whether the tournament has this paper; its rules are read only where they decide that."""
    return kind.applies_to is always or kind.applies_to(stages.qualifying(tournament).rules)


def tables_of(tournament: Tournament) -> int:
    """Return the number of tables of the hall."""
    return tournament.places.count()


def entries_of(tournament: Tournament) -> int:
    """Return the number of entries."""
    return tournament.entries.count()


def missing_entry(tournament: Tournament) -> str:
    """Return the code of what is missing for cards: a registered entry; '' where nothing is missing."""
    return "" if tournament.entries.exists() else "nobody_registered"


def has_rounds(rules: Mapping[str, Any]) -> bool:
    """Return whether there are rounds: without them a bracket is all that is played."""
    return bool(rules["rounds"])


def no_result(tournament: Tournament) -> str:
    """Return the code of what is missing until a paper of closed games has a result; '' once it has one."""
    if not tournament.results.exists():
        return "no_result"
    states = set(stages.qualifying(tournament).rounds.values_list("state", flat=True))
    return "no_game_closed" if Round.State.OPEN in states and Round.State.CLOSED not in states else ""


def tournament_header(
    name: str, place: str, on: date, paper: str, rules: dict[str, Any], public_url: str = ""
) -> values.TournamentHeader:
    """Return the header that every paper of a tournament shares, in the active language."""
    return values.TournamentHeader(
        tournament=name,
        place=place,
        date=names.date_words(on),
        language=translation.get_language() or "fr-ca",
        paper=paper,
        public_url=public_url,
        games=rules["rounds"],
        breaks=tuple(
            values.Break(pause["after"], tournament_words.break_name(pause["code"]))
            for pause in rules["breaks"]
            if 0 < pause["after"] < rules["rounds"]
        ),
        ranks_by=rules["criteria"][0],
        signed=rules["running"] in SIGNED,
        figures=tuple(str(criteria.HEADINGS[code]) for code in criteria.own_figures(rules["game"])),
        **games.game_of(rules).words.on_papers(rules),
    )


def draw_lists(header: values.TournamentHeader, *every: values.List, landscape: bool = False) -> bytes:
    """Draw lists as a paper, each beginning on a new page; with `landscape` its long side is its width."""
    from tournaments.papers.lists import lists

    return lists(header, every, landscape=landscape)


def draw_in_one_file(paper: "Paper", title: str, draws: Iterable[Callable[["Paper"], bytes]]) -> bytes:
    """Draw papers one after the other into one file."""
    from tournaments.papers.pdf_file import PdfFile

    file = paper.file or PdfFile(paper.header, title)
    for draw in draws:
        draw(replace(paper, file=file))
    return b"" if paper.file else file.finished()


@dataclass(frozen=True)
class Paper:
    """A paper that is being drawn: its tournament, its arguments, and the callback for progress.

    `file` is the one that it shares with others. A `preview` is looked at only: nothing is written for it.
    """

    tournament: Tournament
    args: dict[str, Any]
    progress: values.Progress
    file: "PdfFile | None" = None
    preview: bool = False

    @property
    def header(self) -> values.TournamentHeader:
        tournament = self.tournament
        rules = stages.qualifying(tournament).rules
        header = tournament_header(
            tournament.name, tournament.place, tournament.date, tournament.paper, rules, self.public_address()
        )
        return replace(header, organiser=identity.paper_identity(tournament), file=self.file)

    def public_address(self, number: int | None = None) -> str:
        """Return the public address of the tournament or of one person's page; '' where there is none."""
        path = visibility.visitor_path(self.tournament, number)
        return self.address(path) if path else ""

    def address(self, path: str) -> str:
        """Return the address of a path of the program for other devices; empty if they do not reach it."""
        base = self.args.get("base", "")
        return base.rstrip("/") + path if base and not is_loopback_url(base) else ""

    @property
    def standings(self) -> tuple[Standings, str]:
        """Return the standings as all may see them, and since when they are official, in words."""
        last = ceremony.last_public_game(self.tournament, stages.qualifying(self.tournament))
        if last is None and (official := publications.official_publication(self.tournament)):
            return publications.published_standings(official), names.time_of_day(official.at)
        # a paper on the wall cannot change while a game is played: it has closed games alone
        return standings(self.tournament, through_round=last, closed_only=True), ""

    @property
    def which(self) -> str:
        """Return the number of the one person or table that is wanted, a part, SPARE, or "" for all."""
        return str(self.args.get("which", ""))

    @property
    def small(self) -> bool:
        """Return whether the paper is to be small, to save paper."""
        return bool(self.args.get("small"))

    @property
    def round(self) -> Round:
        stage = self.tournament.stages.get(order=self.args.get("stage", 1))
        return (
            stage.rounds.exclude(state=Round.State.VOID)
            .select_related("stage")
            .get(number=self.args["round"])
        )

    @property
    def label(self) -> str:
        """Return the title of a medal match, or of a round that is a match; empty for one game."""
        if self.args.get("stage", 1) == 1:
            several = matches.read_match(stages.qualifying(self.tournament).rules).several
            return _("Match %(number)s") % {"number": self.args["round"]} if several else ""
        stage = self.tournament.stages.get(order=self.args["stage"])
        if stage.kind == Stage.Kind.PLAYOFF:
            return _("Playoffs, match %(number)s") % {"number": self.args["round"]}
        return _("Medal match for place %(place)s") % {"place": stage.rules.get("first_rank", 1)}


def missing_for(tournament: Tournament, kind: PaperType | PaperPart, args: dict[str, Any]) -> str:
    """Return the code of what a paper with these `args` cannot be made without; "" if nothing is missing.

    For `args` see `printing.request`; `kind` is the part where one is wanted (`PaperType.chosen`).
    """
    if missing := kind.missing(tournament):
        return missing
    if kind.needs_address and not Paper(tournament, args, lambda done: None).public_address():
        return "no_address_for_others"
    return ""
