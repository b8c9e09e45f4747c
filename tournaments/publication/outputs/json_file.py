"""JSON: the whole day for other programs, by docs/export.schema.json; another shape raises VERSION."""

import json
from collections.abc import Iterator
from typing import Any

from tournaments.publication.outputs.rows import Day, MedalGame, Person
from tournaments.standings import CardRow, Row

VERSION = 1


def files(day: Day) -> Iterator[tuple[str, bytes]]:
    """The one file."""
    yield f"{day.slug}.json", json.dumps(written(day), ensure_ascii=False, indent=1).encode()


def written(day: Day) -> dict[str, Any]:
    """The day as plain data; people are named by their number."""
    return {
        "cheville_export": VERSION,
        "tournament": {
            "uid": day.uid,
            "slug": day.slug,
            "name": day.name,
            "date": day.date.isoformat(),
            "place": day.place,
            "game": day.rules["game"],
            "format": day.rules["format"],
        },
        "state": {
            "official": day.is_official,
            "official_at": day.official_at.isoformat() if day.official_at else None,
            "through_game": day.through,
            "games": day.rules["rounds"],
            "version": day.version,
            "made_at": day.made_at.isoformat(timespec="seconds"),
        },
        "names": "full" if day.full_names else "by_consent",
        "persons": [_person(person, day) for person in day.persons.values()],
        "standings": [_standing(row, day) for row in day.shown.rows],
        "games": [_game(number, row) for number, card in day.cards.items() for row in card],
        "medal_games": [_medal_game(game) for game in day.medal_games],
        "corrections": [
            {"at": one.at.isoformat(timespec="seconds"), "game": one.game, "table": one.table}
            for one in day.corrections
        ],
    }


def _medal_game(game: MedalGame) -> dict[str, Any]:
    sides = [{"number": number, "points": points, "won": won} for number, points, won in game.sides]
    return {"place": game.place, "game": game.number, "sides": sides}


def _person(person: Person, day: Day) -> dict[str, Any]:
    told: dict[str, Any] = {
        "number": person.number,
        "name": person.name,
        "club": person.club,
        "house": person.house,
    }
    if day.full_names:
        told |= {"region": person.region, "member_number": person.member_number}
    return told


def _standing(row: Row, day: Day) -> dict[str, Any]:
    figures = ("number", "rank", "pegged", "won", "skunks", "spread", "value", "match_points")
    told = {name: getattr(row, name) for name in figures}
    told |= {"games": row.games, "byes": row.byes, "missed": row.missed, "awards": row.awards}
    told |= {"credited": row.credited, "penalty": row.penalty, "shared": row.shared}
    told["decided_by"] = row.decision.code if row.decision else None
    way = day.ways.get(row.number)
    return told | {"ranks": list(way.ranks) if way else []}


def _game(number: int, row: CardRow) -> dict[str, Any]:
    return {
        "number": number,
        "game": row.game,
        "table": row.table,
        "seat": row.letter,
        "opponents": [other for other, _name in row.opponents],
        "partners": [other for other, _name in row.partners],
        "points": row.points,
        "against": row.against,
        "won": row.won,
        "skunk": row.skunk,
        "match_points": row.match_points,
        "spread": row.spread,
        "value": row.value,
        "total": row.total,
        "penalty": row.penalty,
        "award": row.award or None,
    }
