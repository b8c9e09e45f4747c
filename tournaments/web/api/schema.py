"""The shape of every answer as JSON Schema; the rows are those of the schema of the export."""

from typing import Any

from tournaments.publishing import export_check
from tournaments.publishing.export_names import name_for_version

Shape = dict[str, Any]


def shape_ref(name: str) -> Shape:
    """Return a reference to a shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def array_shape(item: Shape) -> Shape:
    """Return the shape of a list of `item`."""
    return {"type": "array", "items": item}


def nullable(shape: Shape) -> Shape:
    """Return the shape of `shape` or null."""
    return {"anyOf": [shape, {"type": "null"}]}


def object_shape(**properties: Shape) -> Shape:
    """Return the shape of an object with exactly these properties."""
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def with_names(version: int, kind: str, properties: dict[str, Shape]) -> dict[str, Shape]:
    """Return the properties of an object of some kind with the names of a version."""
    return {name_for_version(version, kind, name): shape for name, shape in properties.items()}


TEXT: Shape = {"type": "string"}
YES_OR_NO: Shape = {"type": "boolean"}
COUNT: Shape = {"type": "integer", "minimum": 0}
NUMBER: Shape = {"type": "integer", "minimum": 1}
MOMENT: Shape = {"type": "string", "format": "date-time"}


def all_shapes(version: int) -> dict[str, Shape]:
    """Return all shapes of a version by name: the rows of the export, then the answers made of them."""
    found = _rows(version)
    names = found.pop("Names")
    round_ = {
        "round": NUMBER,
        "state": {"enum": ["seated", "open", "closed"]},
        "opened_at": nullable(MOMENT),
        "closed_at": nullable(MOMENT),
    }
    at_a_table = object_shape(table=nullable(NUMBER), seats=array_shape(shape_ref("Seat")))
    in_the_hall = object_shape(table=NUMBER, seats=array_shape(shape_ref("Seat")))
    shown = {"standings": array_shape(shape_ref("Standing"))}
    now = object_shape(
        state=shape_ref("State"),
        **shown,
        medal_games=array_shape(shape_ref("MedalGame")),
        club_teams=shape_ref("Clubs"),
    )
    person = {
        "state": shape_ref("State"),
        "entry": shape_ref("Person"),
        "standing": nullable(shape_ref("Standing")),
        "games": array_shape(shape_ref("Game")),
    }
    in_rounds = round_ | {"tables": COUNT}
    in_round = (
        {"version": COUNT}
        | round_
        | {"tables": array_shape(at_a_table), "games": array_shape(shape_ref("Game"))}
    )
    return found | {
        "Tournaments": object_shape(
            tournaments=array_shape(object_shape(**found["About"]["properties"], version=COUNT)),
            next=nullable(TEXT),
        ),
        "Tournament": object_shape(
            tournament=shape_ref("About"),
            state=shape_ref("State"),
            stages=array_shape(shape_ref("Stage")),
            names=names,
            corrections=array_shape(shape_ref("Correction")),
        ),
        "Entries": object_shape(state=shape_ref("State"), entries=array_shape(shape_ref("Person"))),
        "PersonOfDay": object_shape(**with_names(version, "person", person)),
        "Rounds": object_shape(
            version=COUNT, rounds=array_shape(object_shape(**with_names(version, "rounds", in_rounds)))
        ),
        "RoundOfDay": object_shape(**with_names(version, "round", in_round)),
        "Tables": object_shape(version=COUNT, round=nullable(NUMBER), tables=array_shape(in_the_hall)),
        "StandingsOfDay": {"oneOf": [now, object_shape(version=shape_ref("Version"), **shown)]},
        "Versions": object_shape(version=COUNT, versions=array_shape(shape_ref("Version"))),
        "Fault": object_shape(error=TEXT, sentence=TEXT),
    }


def _rows(version: int) -> dict[str, Shape]:
    """Return the shapes of the rows."""
    rows = export_check.schema(version)["properties"]
    state = {name: shape for name, shape in rows["state"]["properties"].items() if name != "made_at"}
    last = name_for_version(version, "state", "last_round")
    state[last] = state[last] | {"minimum": 0}
    seat = {"seat": TEXT, "side": COUNT, "entry": NUMBER, "board": NUMBER, "member": nullable(NUMBER)}
    always = {name: seat[name] for name in ("seat", "side", "entry")}
    known = {"version": COUNT, "at": MOMENT, "last_round": COUNT, "official": YES_OR_NO}
    return {
        "About": rows["tournament"],
        "State": object_shape(**state),
        "Stage": rows["stages"]["items"],
        "Person": rows[name_for_version(version, "export", "entries")]["items"],
        "Standing": rows["standings"]["items"],
        "Game": rows["games"]["items"],
        "Clubs": rows["club_teams"],
        "MedalGame": rows["medal_games"]["items"],
        "Correction": rows["corrections"]["items"],
        "Names": rows["names"],
        "Version": object_shape(**with_names(version, "version", known)),
        "Seat": object_shape(**with_names(version, "seats", always))
        | {"properties": with_names(version, "seats", seat)},
    }
