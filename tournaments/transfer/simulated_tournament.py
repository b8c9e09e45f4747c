"""Simulate a tournament with the functions behind the screens, validating every round.

Chance comes from one seed: the same seed plays the same tournament.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import boards as on_boards
from scoring import two_cards
from tournaments import formats, registration, rounds
from tournaments.finals import medals, playoffs, playoffs_validation
from tournaments.models import Entry, Line, Meeting, Round, Tournament, User
from tournaments.models.locking import locked
from tournaments.pairing.pairing_systems import Tables, pairing_system_of
from tournaments.publishing import publications
from tournaments.rounds import scores, stages

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
class SimulatedTournament:
    """The outcome of a simulated tournament: the tournament, and the findings round by round."""

    tournament: Tournament
    faults: list[Any] = field(default_factory=list)
    rematches: int = 0
    walks: list[int] = field(default_factory=list)


def people(count: int) -> list[tuple[str, str]]:
    """Return `count` different names with clubs: (name, club)."""
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
    of: Mapping[str, Any] | None = None,
    fixed: Sequence[int] = (),
    example: bool = False,
    place: str = "Saint-Hyacinthe",
    away: int = 0,
    at_least: int = 0,
    members: int = 0,
    **choices: Any,
) -> Tournament:
    """Make a tournament with `players` registered and checked in; the format decides about an odd field.

    `fixed` are entry numbers that keep a seat throughout, each at a table of its own. Where up to `away`
    players are missing at times, the way with an odd field is declared even if the players are even, and
    there are tables for each number that can be there: fewer people can need more tables, where those for
    whom there is no full table sit out at one each. The tournament has `at_least` so many rounds. With more
    than one of `members` every player is a team of so many; with 0, of as many as play under one number. `of`
    are the rules of an organisation's own format, which then count.
    """
    shipped = formats.FORMATS.get(format_key) or formats.Format(format_key, format_key, dict(of or {}))
    declared = formats.rehearsal_rules(shipped, players, choices.get("odd"), len(fixed))
    if away and players % 2 == 0:
        odd = formats.rehearsal_rules(shipped, players + 1, choices.get("odd"), len(fixed))
        declared |= {name: odd[name] for name in ("odd", "bye_credit") if name in odd}
    given = choices.get("boards") or (of or shipped.rules).get("boards")
    each = int(given["count"]) if given else 1
    seated = {"tables": (players + 1) // 2 * each}
    if of is None:
        rules = formats.rules(format_key, **{**seated, **declared, **choices})
    else:
        rules = formats.complete_rules({**of, **_open_rules(of, declared, players), **seated, **choices})
    if at_least > rules["rounds"]:
        rules = formats.complete_rules(rules | {"rounds": at_least})
    if away and rules["bye_credit"] is None and pairing_system_of(rules).ONCE:
        rules = rules | {"bye_credit": 0}  # people who leave can leave others without new opponents
    rules = formats.complete_rules(
        rules | {"tables": max(rules["tables"], _most_tables(rules, players, away))}
    )
    tournament = stages.create_tournament(
        name=name, day=day, place=place, rules=rules, seed=seed, by=by, example=example
    )
    with locked(tournament) as held:
        needed = members or scores.GAMES[rules["game"]].people_per_entry(rules)
        entered = registration.add_entries(held, _drafts(players, needed))
        held.next_version()
        registration.check_in_all(held, [entry.number for entry in entered])
    if rules["odd"] == "house":
        registration.ensure_house(tournament, house_name)
    for table, number in enumerate(fixed, start=1):
        at = each * (table - 1) + 1
        registration.fix_seat(tournament.entries.get(number=number), (at, "A"), by=by)
    return tournament


def _most_tables(rules: dict[str, Any], players: int, away: int) -> int:
    """Return the most tables that a round needs while none to `away` of the players are missing."""
    here = range(max(2, players - away), players + 1)
    house = rules["odd"] == "house"
    most = max(Tables.from_rules(rules).needed(count + (house and count % 2)) for count in here)
    return most * on_boards.each(rules)


def _drafts(players: int, members: int) -> list[registration.Draft]:
    """Return drafts of so many players.

    With several `members`, each of them is a team, and every other team has a name.
    """
    known = people(players * members)
    if members == 1:
        return [registration.Draft(player, details={"club": club}) for player, club in known]
    drafts = []
    for number in range(1, players + 1):
        team = known[(number - 1) * members : number * members]
        mates = tuple(registration.NewMember(name) for name, _club in team)
        name = f"L'Équipe {number}" if number % 2 else ""
        drafts.append(registration.Draft(name, details={"club": team[0][1]}, members=mates))
    return drafts


def _open_rules(of: Mapping[str, Any], declared: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return what a simulation declares where a format leaves it open; a declared odd way is kept."""
    names = [name for name in ("missed", "odd", "bye_credit") if of[name] is None and name in declared]
    left_open = {name: declared[name] for name in names}
    if None in of["forfeit"].values():
        left_open["forfeit"] = declared["forfeit"]
    if of["odd"] == "bye" and of["bye_credit"] is None:
        left_open["bye_credit"] = 0
    tables = Tables.from_rules(of)
    found = pairing_system_of(of).problems(players, of["rounds"], three=tables.three, size=tables.size)
    ways = [way for problem in found if problem.hard for way in problem.ways if way.field == "rounds"]
    return left_open | {way.field: way.value for way in ways[:1]}


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
    stage, sides = meeting.round.stage, sides or scores.sides_of(meeting)
    data = scores.GAMES[stage.game].simulated_data(chance, stage.rules, len(sides))
    if two_cards.asks_two_cards(stage.rules):
        scores.two_cards.enter_both(meeting, data, nonce, by, sides)
        return
    scores.write_line(
        meeting,
        game=game,
        data=data,
        sides=sides,
        by=Line.By.DESK,
        nonce=nonce,
        basis=scores.last_line_of(meeting, game) if basis is None else basis,
        user=by,
    )


def play_round(tournament: Tournament, number: int, *, chance: random.Random, by: User | None) -> Round:
    """Seat, open, play and close one round in one transaction, as each commit waits for the disk."""
    with locked(tournament) as tournament:
        round_ = rounds.seat(stages.qualifying(tournament), number, by=by)
        round_ = rounds.open_round(round_, by=by)
        for meeting, sides in scores.meetings_with_sides(round_):
            nonce = f"rehearsal-{meeting.uid}"
            enter_game(meeting, 1, chance, by, nonce, sides=sides, basis=0)
            if meeting.games_planned > 1:
                play_on(meeting, 2, chance, by)
        return rounds.close_round(round_, by=by)


def play(
    tournament: Tournament,
    *,
    seed: int,
    by: User | None,
    upto: int | None = None,
    late: int = 0,
    leave: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> SimulatedTournament:
    """Play the tournament, or its first `upto` rounds, and validate every round as it was written.

    So many come `late` and `leave` early, others than those with a fixed seat; the seed decides who and when.
    """
    chance = random.Random(seed)
    stage = stages.qualifying(tournament)
    played = SimulatedTournament(tournament)
    last = stage.rules["rounds"] if upto is None else min(upto, stage.rules["rounds"])
    moves = _presence_changes(tournament, last, late, leave, seed)
    if late:
        who = [move.number for move in moves if move.arrives]
        registration.leave_out(tournament, list(tournament.entries.filter(number__in=who)), by=by)
    for number in range(registration.next_round_number(tournament), last + 1):
        for move in (move for move in moves if move.before == number):
            change = registration.come_back if move.arrives else registration.withdraw
            change(tournament.entries.get(number=move.number), from_round=number, by=by)
        try:
            round_ = play_round(tournament, number, chance=chance, by=by)
        except rounds.NoSeating as none:
            if none.code != "everybody_has_met":
                raise
            last = number - 1  # shortened, as the director is offered when all have met
            breaks = [pause | {"after": min(pause["after"], last)} for pause in stage.rules["breaks"]]
            stages.change_rules(stage, {"rounds": last, "breaks": breaks}, by=by)
            break
        seating = rounds.seating_of(round_)
        played.faults += [(round_.number, finding) for finding in seating.faults]
        played.rematches += seating.cost.rematches
        played.walks += seating.cost.walks
        progress(number)
    stage.refresh_from_db(fields=["rules"])
    if last == stage.rules["rounds"]:
        play_medals(tournament, chance=chance, by=by)
        if playoffs.declared_rules(tournament):
            played.faults += [
                ("playoffs", fault) for fault in play_playoffs(tournament, chance=chance, by=by)
            ]
        publications.publish(tournament, official=True, by=by)
    return played


class _Move(NamedTuple):
    """A person who is here from a round on (`arrives`), or no longer from that round on."""

    before: int
    number: int
    arrives: bool


def _presence_changes(tournament: Tournament, rounds_: int, late: int, leave: int, seed: int) -> list[_Move]:
    """Draw from the seed who comes late in the first half, and who leaves in the second."""
    if rounds_ < 2 or not late + leave:
        return []
    drawn = random.Random(f"{seed} late and leaving")
    entries = tournament.entries.exclude(kind=Entry.Kind.HOUSE).order_by("number")
    movable = [entry.number for entry in entries if not entry.fixed_seat]
    chosen = drawn.sample(movable, late + leave)
    half = rounds_ // 2 + 1
    come = [_Move(drawn.randint(2, half), number, True) for number in chosen[:late]]
    return [*come, *(_Move(drawn.randint(half, rounds_), number, False) for number in chosen[late:])]


def play_medals(tournament: Tournament, *, chance: random.Random, by: User | None) -> None:
    """Play the medal matches that the ties call for, until every medal is decided."""
    medals.create(tournament, seed=chance.randrange(1_000_000), by=by)
    while True:
        open_meetings = medals.open_meetings(tournament)
        if not open_meetings:
            return
        for meeting in open_meetings:
            play_on(meeting, 1, chance, by)


def play_playoffs(tournament: Tournament, *, chance: random.Random, by: User | None) -> list[str]:
    """Play the playoffs to the end, and return the findings of the validator."""
    with locked(tournament) as tournament:
        playoffs.start_playoffs(tournament, seed=chance.randrange(1_000_000), by=by)
    found = playoffs_validation.playoff_faults(tournament)
    while open_meetings := list(playoffs.open_meetings(tournament)):
        for meeting in open_meetings:
            play_on(meeting, 1, chance, by)
        found += playoffs_validation.playoff_faults(tournament)
    return found


def play_on(meeting: Meeting, game: int, chance: random.Random, by: User | None) -> None:
    """Play a match from `game` on until it is over."""
    sides = scores.sides_of(meeting)
    while not scores.match_state(meeting, sides).over:
        enter_game(meeting, game, chance, by, nonce=f"rehearsal-{meeting.uid}-{game}", sides=sides)
        game += 1


EXAMPLE_SEED = 1211


def make_example(by: User | None) -> Tournament:
    """Return the example of `by`, a tournament after game 9 to be tried without risk; it is made once."""
    with transaction.atomic():
        examples = Tournament.objects.filter(example=True, live=True)
        if by is not None:
            # Without this row held, two clicks at once would each find no example and make one.
            User.objects.select_for_update(no_key=True).get(pk=by.pk)
            examples = examples.filter(acts__kind="create", acts__by=by)
        known = examples.first()
        if known:
            return known
        tournament = set_up(
            32,
            seed=EXAMPLE_SEED,
            by=by,
            name=_("Regional cribbage day (example)"),
            house_name=_("House player"),
            day=timezone.localdate(),
            place=_("Saint-Hyacinthe community hall"),
            example=True,
        )
        play(tournament, seed=EXAMPLE_SEED, by=by, upto=9)
        return tournament
