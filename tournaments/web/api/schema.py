"""The shape of every answer as JSON Schema; the rows are those of the schema of the export."""

from typing import Any

from tournaments.publishing import export_check
from tournaments.publishing.export_names import name_in

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


def with_names(version: int, kind: str, properties: dict[str, Shape]) -> dict[str, Shape]:
    """Return the properties of an object of some kind with the names of a version."""
    return {name_in(version, kind, name): shape for name, shape in properties.items()}


TEXT: Shape = {"type": "string"}
YES_OR_NO: Shape = {"type": "boolean"}
COUNT: Shape = {"type": "integer", "minimum": 0}
NUMBER: Shape = {"type": "integer", "minimum": 1}
MOMENT: Shape = {"type": "string", "format": "date-time"}


def every(version: int) -> dict[str, Shape]:
    """Return all shapes of a version by name: the rows of the export, then the answers made of them."""
    found = _rows(version)
    names = found.pop("Names")
    round_ = {
        "round": NUMBER,
        "state": {"enum": ["seated", "open", "closed"]},
        "opened_at": maybe(MOMENT),
        "closed_at": maybe(MOMENT),
    }
    at_a_table = made_of(table=maybe(NUMBER), seats=several(a("Seat")))
    in_the_hall = made_of(table=NUMBER, seats=several(a("Seat")))
    shown = {"standings": several(a("Standing"))}
    now = made_of(state=a("State"), **shown, medal_games=several(a("MedalGame")), club_teams=a("Clubs"))
    person = {
        "state": a("State"),
        "entry": a("Person"),
        "standing": maybe(a("Standing")),
        "games": several(a("Game")),
    }
    in_rounds = round_ | {"tables": COUNT}
    in_round = {"version": COUNT} | round_ | {"tables": several(at_a_table), "games": several(a("Game"))}
    return found | {
        "Tournaments": made_of(
            tournaments=several(made_of(**found["About"]["properties"], version=COUNT)), next=maybe(TEXT)
        ),
        "Tournament": made_of(
            tournament=a("About"),
            state=a("State"),
            stages=several(a("Stage")),
            names=names,
            corrections=several(a("Correction")),
        ),
        "Entries": made_of(state=a("State"), entries=several(a("Person"))),
        "PersonOfDay": made_of(**with_names(version, "person", person)),
        "Rounds": made_of(version=COUNT, rounds=several(made_of(**with_names(version, "rounds", in_rounds)))),
        "RoundOfDay": made_of(**with_names(version, "round", in_round)),
        "Tables": made_of(version=COUNT, round=maybe(NUMBER), tables=several(in_the_hall)),
        "StandingsOfDay": {"oneOf": [now, made_of(version=a("Version"), **shown)]},
        "Versions": made_of(version=COUNT, versions=several(a("Version"))),
        "Fault": made_of(error=TEXT, sentence=TEXT),
    }


def _rows(version: int) -> dict[str, Shape]:
    """Return the shapes of the rows."""
    rows = export_check.schema(version)["properties"]
    state = {name: shape for name, shape in rows["state"]["properties"].items() if name != "made_at"}
    last = name_in(version, "state", "last_round")
    state[last] = state[last] | {"minimum": 0}
    seat = {"seat": TEXT, "side": COUNT, "entry": NUMBER, "board": NUMBER, "member": maybe(NUMBER)}
    always = {name: seat[name] for name in ("seat", "side", "entry")}
    known = {"version": COUNT, "at": MOMENT, "last_round": COUNT, "official": YES_OR_NO}
    return {
        "About": rows["tournament"],
        "State": made_of(**state),
        "Stage": rows["stages"]["items"],
        "Person": rows[name_in(version, "export", "entries")]["items"],
        "Standing": rows["standings"]["items"],
        "Game": rows["games"]["items"],
        "Clubs": rows["club_teams"],
        "MedalGame": rows["medal_games"]["items"],
        "Correction": rows["corrections"]["items"],
        "Names": rows["names"],
        "Version": made_of(**with_names(version, "version", known)),
        "Seat": made_of(**with_names(version, "seats", always))
        | {"properties": with_names(version, "seats", seat)},
    }
