"""How many small mistakes the tests notice: `python -m tests.lab.mutation [--all] [--seed N] [PATH …]`.

A mistake is a comparison turned, a condition or a step left out, a number off by one, in the rooms named
below, one at a time. Without `--all` a sample of each room (`--count`) is drawn by the seed, from every file
alike, and asked of the tests that concern the room. Exits with 1 where fewer than 95 % are caught, or one
that survives is not explained in `tests/lab/mutation/explained.py`.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.lab.mutation.explained import EXPLAINED
from tests.lab.mutation.mutants import Mutant, mutants_of
from tests.lab.mutation.running import run

HERE = Path(__file__).resolve().parents[3]


def _in(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split())


ROOMS = {
    "scoring/settle.py": _in("scoring", "settle penalties two_cards cribbage_sides"),
    "scoring/ranking.py": _in("scoring", "ranking criteria criteria_gacrux doctests"),
    "tournaments/registration/presence.py": (
        *_in("registration", "intervals presence rounds_missed"),
        *_in("day", "withdrawn"),
    ),
    "tournaments/devices/": (
        "tests/devices",
        *_in("tablets", "devices_pages offline_codes own_phone renew"),
    ),
    "tournaments/scorebook/": (
        *_in("day", "scorebook as_seated cache cards_book desk_book desk_typed gin_lines penalties"),
        *_in("day", "desk_settles late_results penalty_lines protests playoffs table_states writable"),
        *_in("desk", "correcting several two_cards"),
        *_in("devices", "clocks late medal_matches newcomers several what_is_said"),
        *_in("tablets", "disputes own_phone"),
        *_in("rounds", "as_played lines_repeated"),
    ),
    "tournaments/standings/": (
        *_in("day", "matches own_order penalties playoffs teams_on_boards tied_now who_plays_on withdrawn"),
        *_in(
            "shown",
            "card_rows explained in_sight outlook points_left rank_history while_a_game_is_played worked_out",
        ),
        *_in("desk", "two_cards"),
        *_in("prizes", "club_teams"),
        *_in("rounds", "what_follows_of_a_round"),
    ),
    "tournaments/rounds/": (
        "tests/rounds",
        *_in("day", "make_up seats_file teams_on_boards"),
        *_in("leagues", "leagues"),
    ),
    "tournaments/copies/": (
        "tests/copies",
        "tests/prizes",
        *_in("destinations", "taking_over"),
    ),
}
"""What is mutated, and the tests that are likely to notice; all of them run once before."""
Rooms = dict[str, dict[str, list[Mutant]]]
"""The mutants of each file of each room."""
SAMPLE = 120
SECONDS = 20.0
WANTED = 0.95


def sample(mutants: dict[str, list[Mutant]], count: int, seed: int) -> list[Mutant]:
    """So many of all, the same share of each file, in order."""
    share = count / sum(map(len, mutants.values()))
    chosen: list[Mutant] = []
    for file, found in mutants.items():
        drawn = Random(f"{seed} {file}").sample(
            range(len(found)), min(len(found), math.ceil(len(found) * share))
        )
        chosen += [found[at] for at in sorted(drawn)]
    return chosen


def files_of(room: str) -> list[str]:
    paths = sorted((HERE / room).glob("*.py")) if room.endswith("/") else [HERE / room]
    return [str(path.relative_to(HERE)) for path in paths]


def rooms(asked: Sequence[str]) -> Rooms:
    """The mutants of each file of each room, or only of files whose path begins as asked."""
    found = {
        room: {
            file: mutants_of(file, HERE)
            for file in files_of(room)
            if not asked or file.startswith(tuple(asked))
        }
        for room in ROOMS
    }
    return {room: in_room for room, in_room in found.items() if any(in_room.values())}


def chosen_of(every: Rooms, arguments: argparse.Namespace) -> list[Mutant]:
    if arguments.only:
        named = [mutant for in_room in every.values() for found in in_room.values() for mutant in found]
        return [mutant for mutant in named if any(text in mutant.key for text in arguments.only)]
    chosen: list[Mutant] = []
    for in_room in every.values():
        total = sum(map(len, in_room.values()))
        chosen += sample(in_room, total if arguments.all else min(arguments.count, total), arguments.seed)
    return chosen


def tell(every: Rooms, chosen: Sequence[Mutant], surviving: Sequence[Mutant]) -> None:
    """How many were caught, in each file and each room."""
    tried, left = (Counter(mutant.file for mutant in found) for found in (chosen, surviving))
    for room, in_room in every.items():
        for file in in_room:
            if tried[file]:
                print(f"  {file:45} {tried[file] - left[file]:4} of {tried[file]:4} caught")
        in_all = sum(tried[file] for file in in_room)
        caught = in_all - sum(left[file] for file in in_room)
        explained = sum(mutant.file in in_room and mutant.key in EXPLAINED for mutant in surviving)
        share = f"{caught / max(in_all, 1):.1%}"
        print(f"{room:47} {caught:4} of {in_all:4} caught ({share}), {explained} explained")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("paths", nargs="*", help="only files whose path begins so")
    add("--all", action="store_true", help="every mistake, not a sample")
    add("--only", action="append", default=[], metavar="TEXT", help="those whose name holds this text")
    add("--seed", type=int, default=1, help="what the samples are drawn by")
    add("--count", type=int, default=SAMPLE, help="how many of a room, where it is not all")
    add("--seconds", type=float, default=SECONDS, help="of work of the tests that are tried against one")
    add("--tests", default="", help="the tests that are to notice, in place of each room's own")
    arguments = parser.parse_args()
    every = rooms(arguments.paths)
    chosen = chosen_of(every, arguments)
    known = {mutant.key for in_room in every.values() for found in in_room.values() for mutant in found}
    print(f"{len(chosen)} of {len(known)} mistakes, seed {arguments.seed}", flush=True)
    tests = arguments.tests.split() or sorted({test for room in every for test in ROOMS[room]})
    ran = run(HERE, chosen, tests, arguments.seconds)
    surviving = [mutant for mutant in chosen if mutant.key not in ran.caught]
    tell(every, chosen, surviving)
    unexplained = [mutant.key for mutant in surviving if mutant.key not in EXPLAINED]
    looked_at = {file for in_room in every.values() for file in in_room}
    idle = [key for key in EXPLAINED if key.split(" ")[0] in looked_at and key not in known]
    caught = len(chosen) - len(surviving)
    print(f"{caught} of {len(chosen)} caught ({caught / len(chosen):.1%}),")
    print(f"{len(surviving) - len(unexplained)} explained, {len(unexplained)} not:", *unexplained, sep="\n  ")
    if idle:
        print("Explained, but no longer to be made:", *idle, sep="\n  ")
    if unexplained or idle or caught < WANTED * len(chosen):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
