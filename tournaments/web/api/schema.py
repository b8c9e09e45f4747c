"""The shape of every answer as JSON Schema; the rows are read from docs/export.schema.json."""

import json
from typing import Any

from django.conf import settings

EXPORT = settings.BASE_DIR / "docs" / "export.schema.json"
Shape = dict[str, Any]


def a(name: str) -> Shape:
    """Return a reference to a shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def several(item: Shape) -> Shape:
    """Return the shape of a list of `item`."""
    return {"type": "array", "items": item}


def maybe(shape: Shape) -> Shape:
    """Return the shape of `shape` or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def made_of(**properties: Shape) -> Shape:
    """Return the shape of an object with exactly these properties."""
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TEXT: Shape = {"type": "string"}
YES_OR_NO: Shape = {"type": "boolean"}
COUNT: Shape = {"type": "integer", "minimum": 0}
NUMBER: Shape = {"type": "integer", "minimum": 1}
MOMENT: Shape = {"type": "string", "format": "date-time"}


def every() -> dict[str, Shape]:
    """Return all shapes by name: the rows of the export, then the answers made of them."""
    rows = json.loads(EXPORT.read_text(encoding="utf-8"))["properties"]
    about, state = rows["tournament"], rows["state"]
    without_made_at = {name: shape for name, shape in state["properties"].items() if name != "made_at"}
    without_made_at["through_game"] = state["properties"]["through_game"] | {"minimum": 0}
    seat = {"seat": TEXT, "side": COUNT, "number": NUMBER, "board": NUMBER, "member": maybe(NUMBER)}
    found = {
        "About": about,
        "State": made_of(**without_made_at),
        "Stage": rows["stages"]["items"],
        "Person": rows["persons"]["items"],
        "Standing": rows["standings"]["items"],
        "Game": rows["games"]["items"],
        "Clubs": rows["club_teams"],
        "MedalGame": rows["medal_games"]["items"],
        "Correction": rows["corrections"]["items"],
        "Version": made_of(version=COUNT, at=MOMENT, through_game=COUNT, official=YES_OR_NO),
        "Seat": made_of(seat=TEXT, side=COUNT, number=NUMBER) | {"properties": seat},
    }
    round_ = {
        "number": NUMBER,
        "state": {"enum": ["seated", "open", "closed"]},
        "opened_at": maybe(MOMENT),
        "closed_at": maybe(MOMENT),
    }
    at_a_table = made_of(table=maybe(NUMBER), seats=several(a("Seat")))
    in_the_hall = made_of(table=NUMBER, seats=several(a("Seat")))
    shown = {"standings": several(a("Standing"))}
    now = made_of(state=a("State"), **shown, medal_games=several(a("MedalGame")), club_teams=a("Clubs"))
    person = made_of(
        state=a("State"), person=a("Person"), standing=maybe(a("Standing")), games=several(a("Game"))
    )
    return found | {
        "Tournaments": made_of(
            tournaments=several(made_of(**about["properties"], version=COUNT)), next=maybe(TEXT)
        ),
        "Tournament": made_of(
            tournament=a("About"),
            state=a("State"),
            stages=several(a("Stage")),
            names=rows["names"],
            corrections=several(a("Correction")),
        ),
        "Entries": made_of(state=a("State"), entries=several(a("Person"))),
        "PersonOfDay": person,
        "Rounds": made_of(version=COUNT, rounds=several(made_of(**round_, tables=COUNT))),
        "RoundOfDay": made_of(version=COUNT, **round_, tables=several(at_a_table), games=several(a("Game"))),
        "Tables": made_of(version=COUNT, round=maybe(NUMBER), tables=several(in_the_hall)),
        "StandingsOfDay": {"oneOf": [now, made_of(version=a("Version"), **shown)]},
        "Versions": made_of(version=COUNT, versions=several(a("Version"))),
        "Fault": made_of(error=TEXT, sentence=TEXT),
    }
