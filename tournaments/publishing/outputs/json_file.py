"""JSON: the whole tournament for other programs (docs/export.md).

Every function here writes the newest version; `export_names` knows the names of the version before.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.games import criteria
from tournaments.models import Stage, Tournament
from tournaments.publishing import export
from tournaments.publishing.export_names import NEWEST_VERSION, VERSIONS, figure, rename_for_version
from tournaments.publishing.outputs.corrections import Correction
from tournaments.publishing.outputs.honours import Group
from tournaments.publishing.outputs.rows import MedalGame, Person, TournamentData, organiser_data
from tournaments.publishing.outputs.stage_export import StageExport
from tournaments.publishing.prizes import Award
from tournaments.standings import CardRow, ClubStandings, ClubTeam, RankHistory, Row, Standings
from tournaments.standings.club_teams import rules_to_data


def json_files(data: TournamentData) -> Iterator[tuple[str, bytes]]:
    """Yield a published tournament in every version."""
    for version in VERSIONS:
        yield json_file(data, version)


def json_file(data: TournamentData, version: int = NEWEST_VERSION) -> tuple[str, bytes]:
    """Return the name and content of the file in a version; that of version 1 is older than versions are."""
    name = f"{data.slug}.json" if version == 1 else f"{data.slug}-{version}.json"
    return name, json.dumps(export_content(data, version), ensure_ascii=False, indent=1).encode()


def full_export(tournament: Tournament) -> dict[str, Any]:
    """Return the organiser's own export together with the rules, seed and rounds of each stage."""
    content = export_content(organiser_data(tournament))
    stages = {one.order: one for one in tournament.stages.exclude(state=Stage.State.VOID)}
    entries = {one.number: one for one in export.with_members(tournament.entries.all())}
    for row in content["stages"]:
        row |= export.played_rounds(stages[row["order"]])
    for row in content["entries"]:
        row |= export.line_up_data(entries[row["entry"]])
    return content


def export_content(data: TournamentData, version: int = NEWEST_VERSION) -> dict[str, Any]:
    """Return the tournament as plain data; people are referred to by the number of their entry."""
    content = {
        "cheville_export": version,
        "tournament": tournament(data),
        "state": state(data) | {"made_at": data.made_at.isoformat(timespec="seconds")},
        "names": "full" if data.full_names else "by_consent",
        "stages": [stage(one, full=data.full_names) for one in data.parts],
        "entries": [person(one, full=data.full_names) for one in data.persons.values()],
        "standings": [
            standing_object(row, data.standings, data.rank_histories) for row in data.standings.rows
        ],
        "games": [game(number, row) for number, card in data.cards.items() for row in card],
        "medal_games": [medal_game(one) for one in data.medal_games],
        "categories": [category(group) for group in data.categories],
        "club_teams": club_teams(data.clubs),
        "prizes": [prize(award) for award in data.awards if award.numbers],
        "corrections": [correction(one) for one in data.corrections],
    }
    found: dict[str, Any] = rename_for_version(version, content, "export")
    return found


def _attributes(what: object, *names: str) -> dict[str, Any]:
    """Return attributes that are exported under their own names."""
    return {name: getattr(what, name) for name in names}


def tournament(data: TournamentData) -> dict[str, Any]:
    """Return what identifies the tournament, with its game and format."""
    return _attributes(data, "uid", "slug", "name") | {
        "date": data.date.isoformat(),
        "place": data.place,
        "game": data.rules["game"],
        "format": data.rules["format"],
    }


def state(data: TournamentData) -> dict[str, Any]:
    """Return how far the tournament is."""
    return {
        "official": data.is_official,
        "official_at": data.official_at.isoformat() if data.official_at else None,
        "last_round": data.last_game,
        "rounds": data.rules["rounds"],
        "version": data.version,
    }


def correction(one: Correction) -> dict[str, Any]:
    """Return a result that was changed after it had been published."""
    return {"at": one.at.isoformat(timespec="seconds"), "round": one.game, "table": one.table}


def medal_game(game: MedalGame) -> dict[str, Any]:
    """Return a game of a medal match."""
    sides = [{"entry": number, "points": points, "won": won} for number, points, won in game.sides]
    return {"rank": game.place, "game": game.number, "sides": sides}


def person(one: Person, *, full: bool = False) -> dict[str, Any]:
    """Return an entry; `full`: with what only the organiser's own files have."""
    content = {"entry": one.number, **_attributes(one, "name", "club", "house", "kind")}
    content["presence"] = [list(interval) for interval in one.presence]
    if full:
        content |= _attributes(one, "region", "member_number")
    if full or one.members:
        content["members"] = list(one.members)
    if one.categories:
        content["categories"] = list(one.categories)
    return content


def stage(one: StageExport, *, full: bool = False) -> dict[str, Any]:
    """Return a stage; `full`: with the pairs that must not meet, which are not published."""
    content = _attributes(one, "order", "kind", "pairing_system", "match") | {"criteria": list(one.criteria)}
    if one.boards:
        content["boards"] = one.boards
    return content | ({"apart": [list(pair) for pair in one.apart]} if full else {})


def category(group: Group) -> dict[str, Any]:
    """Return a category with the ranks within it."""
    ranks = [{"entry": row.number, "rank": group.shown.place_of(row)} for row in group.shown.rows]
    return {"id": group.id, "name": group.name, "standings": ranks}


def club_teams(clubs: ClubStandings | None) -> dict[str, Any] | None:
    """Return the standings of clubs with the rules that rank them; null where clubs are not ranked."""
    if clubs is None:
        return None
    return {"rules": rules_to_data(clubs.rules), "standings": [club_team(team) for team in clubs.teams]}


def club_team(team: ClubTeam) -> dict[str, Any]:
    """Return a team of a club, with those who count for it."""
    counted = zip(team.counted, team.points, strict=True)
    return _attributes(team, "rank", "club", "letter", "total") | {
        "shared": team.tied,
        "counted": [{"entry": number, "points": points} for number, points in counted],
    }


def prize(award: Award) -> dict[str, Any]:
    """Return a prize with its winners."""
    given = award.prize
    content: dict[str, Any] = {
        "for": given.kind,
        "category": given.category or None,
        "rank": given.rank or None,
        "thing": given.thing,
        "entries": list(award.numbers),
    }
    if award.teams:
        content["club_teams"] = [_attributes(one, "club", "letter") for one in award.teams]
    if award.lot:
        content["lot"] = {"seed": award.lot.seed, "entries": list(award.lot.numbers)}
    if award.hands:
        content["hands"] = [
            {"entry": one.number, "points": one.points, "round": one.game, "table": one.table}
            for one in award.hands
        ]
    return content


def standing_object(row: Row, shown: Standings, rank_histories: Mapping[int, RankHistory]) -> dict[str, Any]:
    """Return a line of the standings, with the rank after each game where it is known."""
    figures = ("pegged", "won", "skunks", "spread", "value", "match_points")
    counts = ("games", "byes", "missed", "awards", "credited", "penalty", "shared")
    content: dict[str, Any] = {
        "entry": row.number,
        "rank": shown.place_of(row),
        **{figure(name): value for name, value in _attributes(row, *figures, *counts).items()},
    }
    content["decided_by"] = row.decision.code if row.decision else None
    content["values"] = [[figure(code), has] for code, has in criteria.values_by_code(row, shown).items()]
    if row.out:
        content["out"] = True
    history = rank_histories.get(row.number)
    return content | {"ranks": list(history.ranks) if history else []}


def game(number: int, row: CardRow) -> dict[str, Any]:
    """Return a game on the card of `number`; on a board with the player of each team."""
    before, after = ("points", "against", "won"), ("match_points", "spread", "value", "total", "penalty")
    content = {
        "entry": number,
        "round": row.game,
        "game": row.part or None,
        "table": row.table,
        "seat": row.letter,
        "opponents": [other for other, _name in row.opponents],
        "partners": [other for other, _name in row.partners],
        **_attributes(row, *before),
        "skunks": row.skunk,
        **_attributes(row, *after),
        "award": row.award or None,
    }
    own = {"figures": dict(row.figures)} if row.figures else {}
    return content | own | (board(row) if row.board else {})


def board(row: CardRow) -> dict[str, Any]:
    """Return the board of a team on a card: its number, and the places in `members` of the two players."""
    at, other = (who[0] if who else None for who in (row.member, row.faces))
    return {"board": row.board, "member": at, "opponent_member": other}
