"""A rehearsal: a whole day played through the same functions as the screens, every round proof-read.

Chance comes from one seed: the same seed plays the same day.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tournaments import formats, medals, registration, rounds, scorebook, stages
from tournaments.models import Line, Meeting, Round, Tournament, User
from tournaments.models.tournament import locked
from tournaments.publication import freeze

_FAMILIES = (
    "Tremblay Gagnon O'Brien Côté L'Écuyer Bouchard Saint-Hilaire Gauthier Morin Lavoie Fortin "
    "Gagné Ouellet Pelletier Bélanger Lévesque Bergeron Leblanc Paquette Girard Simard Boucher "
    "Caron Beaulieu Cloutier Dubé Poirier Fournier Lapointe Leclerc Lefebvre Poulin Thibault "
    "St-Pierre Nadeau Martel D'Amour Légaré Grenier Archambault"
)
_GIVEN = (
    "Huguette Réal Ghislaine Yvon Françoise Gaétan Thérèse Normand Jeannine Rolland Marie-Claude "
    "Fernand Noëlla Léo Aline Jean-Guy Lucille André Pierrette Émile Denise Rosaire Gisèle Benoît "
    "Colette Maurice Rollande Zéphirin Solange Hervé Irène Clément Béatrice Gérard Élise Raymond "
    "Lise Armand Murielle Conrad"
)
FAMILIES, GIVEN = _FAMILIES.split(), _GIVEN.split()
CLUBS = (
    "FADOQ Saint-Hyacinthe",
    "FADOQ Beloeil",
    "FADOQ Mont-Saint-Hilaire",
    "FADOQ Sorel-Tracy",
    "FADOQ Acton Vale",
    "FADOQ L'Ange-Gardien",
)


@dataclass
class Rehearsal:
    """What a rehearsed day came to: the tournament, and what the proof-reader found round by round."""

    tournament: Tournament
    faults: list[Any] = field(default_factory=list)
    rematches: int = 0
    walks: list[int] = field(default_factory=list)


def people(count: int) -> list[tuple[str, str]]:
    """`count` names with clubs, none twice: (name, club)."""
    names = []
    for index in range(count):
        turn, at = divmod(index, len(FAMILIES))
        given = GIVEN[(at * 7 + turn * 3) % len(GIVEN)]
        names.append((f"{given} {FAMILIES[at]}", CLUBS[(index * 5 + turn) % len(CLUBS)]))
    return names


def set_up(
    players: int,
    *,
    seed: int,
    by: User | None,
    name: str,
    house_name: str,
    day: date,
    format_key: str = formats.FIRST,
    fixed: Sequence[int] = (),
    example: bool = False,
    place: str = "Saint-Hyacinthe",
    **choices: Any,
) -> Tournament:
    """A tournament with `players` registered and checked in; the format says what an odd field does.

    `fixed` are entry numbers that keep a seat all day, each at a table of its own.
    """
    declared = formats.FORMATS[format_key].rehearsal(players, choices.get("odd"), len(fixed))
    rules = formats.rules(format_key, **{"tables": (players + 1) // 2, **declared, **choices})
    tournament = stages.create_tournament(
        name=name, day=day, place=place, rules=rules, seed=seed, by=by, example=example
    )
    with locked(tournament.pk) as held:
        drafts = [registration.Draft(player, details={"club": club}) for player, club in people(players)]
        entered = registration.add_entries(held, drafts)
        held.next_version()
        registration.check_in_all(held, [entry.number for entry in entered])
    if rules["odd"] == "house":
        registration.ensure_house(tournament, house_name)
    for table, number in enumerate(fixed, start=1):
        registration.fix_seat(tournament.entries.get(number=number), (table, "A"), by=by)
    return tournament


def enter_game(
    meeting: Meeting,
    game: int,
    chance: random.Random,
    by: User | None,
    nonce: str,
    *,
    sides: list[list[int]] | None = None,
    basis: int | None = None,
) -> None:
    """Enter one played game of a meeting as the desk does; `sides` and `basis` where they are known."""
    stage, sides = meeting.round.stage, sides or scorebook.sides_of(meeting)
    scorebook.write(
        meeting,
        game=game,
        data=scorebook.GAMES[stage.game].rehearsed(chance, stage.rules, len(sides)),
        sides=sides,
        by=Line.By.DESK,
        nonce=nonce,
        basis=scorebook.last_line_of(meeting, game) if basis is None else basis,
        user=by,
    )


def play_round(tournament: Tournament, number: int, *, chance: random.Random, by: User | None) -> Round:
    """Seat, open, play and close one round of the day, in one transaction: each commit waits for the disk."""
    with locked(tournament.pk):
        round_ = rounds.seat(stages.qualifying(tournament), number, by=by)
        round_ = rounds.open_round(round_, by=by)
        for table in scorebook.overview([round_]):
            meeting, nonce = table.meeting, f"rehearsal-{table.meeting.uid}"
            if table.bye:
                continue
            enter_game(meeting, 1, chance, by, nonce, sides=table.numbers, basis=0)
            if meeting.games_planned > 1:
                _play_on(meeting, 2, chance, by)
        return rounds.close_round(round_, by=by)


def play(
    tournament: Tournament,
    *,
    seed: int,
    by: User | None,
    upto: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Rehearsal:
    """Play the day, or its first `upto` rounds; proof-read every round as it stands in the tables."""
    chance = random.Random(seed)
    stage = stages.qualifying(tournament)
    day = Rehearsal(tournament)
    last = stage.rules["rounds"] if upto is None else min(upto, stage.rules["rounds"])
    for number in range(registration.next_round_number(tournament), last + 1):
        round_ = play_round(tournament, number, chance=chance, by=by)
        _proof_read(day, round_)
        progress(number)
    if last == stage.rules["rounds"]:
        play_medals(tournament, chance=chance, by=by)
        freeze.publish(tournament, official=True, by=by)
    return day


def _proof_read(day: Rehearsal, round_: Round) -> None:
    seating = rounds.seating_of(round_)
    day.faults += [(round_.number, finding) for finding in seating.faults]
    day.rematches += seating.cost.rematches
    day.walks += seating.cost.walks


def play_medals(tournament: Tournament, *, chance: random.Random, by: User | None) -> None:
    """Play the medal matches that the ties call for, until every medal is decided."""
    medals.create(tournament, seed=chance.randrange(1_000_000), by=by)
    while True:
        open_meetings = medals.open_meetings(tournament)
        if not open_meetings:
            return
        for meeting in open_meetings:
            _play_on(meeting, 1, chance, by)
        medals.advance(tournament, by=by)


def _play_on(meeting: Meeting, game: int, chance: random.Random, by: User | None) -> None:
    """Play a match from `game` on until it is over."""
    while not scorebook.match_state(meeting).over:
        enter_game(meeting, game, chance, by, nonce=f"rehearsal-{meeting.uid}-{game}")
        game += 1
