"""The API for reading: the rows of the export, as its document describes, and nothing private."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests import factories
from tests.publishing.tournaments import SECRETS, played
from tournaments import registration
from tournaments.accounts import rate_limits
from tournaments.finals import medals
from tournaments.models import Tournament
from tournaments.publishing import publications
from tournaments.publishing.outputs import json_file, rows

pytestmark = pytest.mark.django_db
ROOT = "/api/data/2"
OLD_ROOT = "/api/data/1"
FOREIGN_ORIGIN = "https://club.example"
MANUAL = Path(__file__).resolve().parents[2] / "docs" / "api.md"
PRIVATE_TEXTS = [str(value) for value in SECRETS.values()] + [
    "Végétarien",
    "987",
    "514-555",
    "1948",
    "@example",
]


def get_data(client, path: str = "", **headers: str) -> Any:
    return client.get(f"{ROOT}/tournaments/{path}", headers=headers)


def paths(tournament: Tournament, root: str = ROOT) -> dict[str, str]:
    """Return every address of the document, filled in for a day, by its operation."""
    numbers = {"{slug}": tournament.slug, "{number}": "1"}
    found = {}
    for path, operations in document(root)["paths"].items():
        for blank, value in numbers.items():
            path = path.replace(blank, value)
        found[operations["get"]["operationId"]] = root + path
    return found


def document(root: str) -> dict[str, Any]:
    from tournaments.web.api.document import document

    return document(int(root.rpartition("/")[2]))


def check_against_document(operation: str, answer: Any, root: str = ROOT) -> None:
    described = document(root)
    operations = [one["get"] for one in described["paths"].values()]
    of_it = next(one for one in operations if one["operationId"] == operation)
    shape = of_it["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**shape, "components": described["components"]}).validate(answer.json())


def running_tournament() -> Tournament:
    tournament = played(closed=1)
    factories.open_round(tournament, 2)
    return tournament


def official_tournament() -> Tournament:
    tournament = played(rounds=2, closed=2)
    medals.create(tournament, seed=1, by=None)
    publications.publish(tournament, official=True, by=None)
    return tournament


def gin_tournament() -> Tournament:
    return factories.gin()


TOURNAMENT_MAKERS = [lambda: factories.tournament(4), running_tournament, official_tournament, gin_tournament]


@pytest.mark.parametrize("root", [ROOT, OLD_ROOT])
def test_document_is_valid_openapi(client, root):
    answer = client.get(f"{root}/openapi.json")
    OpenAPIV31SpecValidator(answer.json()).validate()
    assert client.get("/api/").status_code == 200


@pytest.mark.parametrize("root", [ROOT, OLD_ROOT])
@pytest.mark.parametrize("made", TOURNAMENT_MAKERS, ids=["being prepared", "being played", "official", "gin"])
def test_answers_match_the_openapi_document(client, made, root):
    tournament = made()
    for operation, path in paths(tournament, root).items():
        answer = client.get(path)
        if answer.status_code == 404:
            assert operation == "data_round"
            assert not tournament.stages.get(order=1).rounds.exists()
        check_against_document(operation, answer, root)


def test_version_1_keeps_its_field_names(client, tournament):
    here = f"{OLD_ROOT}/tournaments/{tournament.slug}"
    body = client.get(f"{here}/persons/1/").json()
    assert body["person"]["number"] == body["standing"]["number"] == 1
    assert (body["state"]["through_game"], body["state"]["games"]) == (2, 3)
    assert {"pegged", "won"} <= body["standing"].keys()
    assert body["standing"]["values"][0] == ["pegged", body["standing"]["pegged"]]
    assert {"number", "game", "part", "skunk"} <= body["games"][0].keys()
    assert (
        body["games"]
        == json_file.export_content(rows.publishable_data(tournament), version=1)["games"][
            : len(body["games"])
        ]
    )
    (stage,) = client.get(f"{here}/").json()["stages"]
    assert (stage["movement"], stage["criteria"][0]) == ("winners_stay", "pegged")
    round_ = client.get(f"{here}/rounds/2/").json()
    assert (round_["number"], {*round_["tables"][0]["seats"][0]}) == (2, {"seat", "side", "number"})
    (newest, *_older) = client.get(f"{here}/versions/").json()["versions"]
    assert newest["through_game"] == 2
    seen = client.get(f"{here}/standings/?version={newest['version']}").json()
    assert seen["version"] == newest
    assert seen["standings"] == [
        row | {"ranks": []} for row in client.get(f"{here}/standings/").json()["standings"]
    ]
    today = client.get(f"{ROOT}/tournaments/{tournament.slug}/standings/")
    assert today["ETag"] != client.get(f"{here}/standings/")["ETag"]


def test_api_rows_equal_the_export(client, tournament):
    exported = json_file.export_content(rows.publishable_data(tournament))
    here = tournament.slug
    assert (
        get_data(client, f"{here}/standings/", Origin=FOREIGN_ORIGIN).json()["standings"]
        == exported["standings"]
    )
    assert (
        get_data(client, f"{here}/entries/", Origin=FOREIGN_ORIGIN).json()["entries"] == exported["entries"]
    )
    assert get_data(client, f"{here}/").json()["tournament"] == exported["tournament"]
    games = [one for number in (1, 2) for one in get_data(client, f"{here}/rounds/{number}/").json()["games"]]
    by_game = sorted(exported["games"], key=lambda one: (one["round"], one["entry"]))
    assert sorted(games, key=lambda one: (one["round"], one["entry"])) == by_game
    own = get_data(client, f"{here}/persons/3/").json()
    assert own["games"] == [one for one in exported["games"] if one["entry"] == 3]
    assert own["standing"] in exported["standings"]


def test_standings_of_each_version_are_available(client):
    tournament = played(rounds=2, closed=1)
    first = get_data(client, f"{tournament.slug}/standings/").json()["standings"]
    factories.play_round(tournament, 2)
    publications.publish(tournament, official=True, by=None)
    known = get_data(client, f"{tournament.slug}/versions/").json()["versions"]
    assert [(one["last_round"], one["official"]) for one in known] == [(2, True), (2, False), (1, False)]
    for one in known:
        answer = get_data(client, f"{tournament.slug}/standings/?version={one['version']}")
        check_against_document("data_standings", answer)
        assert answer.json()["version"] == one
    assert answer.json()["standings"] == [row | {"ranks": []} for row in first]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("version=1", 404, "no_such_version"),
        ("version=-1", 400, "query"),
        ("version=9999999999", 400, "query"),
        ("version=%00", 400, "query"),
        ("version=1e3", 400, "query"),
        ("version=", 400, "query"),
    ],
)
def test_invalid_query_is_refused_with_code(client, tournament, query, status, code):
    answer = get_data(client, f"{tournament.slug}/standings/?{query}")
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    check_against_document("data_standings", answer)
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["nowhere/", "{slug}/persons/99/", "{slug}/rounds/9/"])
def test_missing_resource_gets_json_404(client, tournament, path):
    answer = get_data(client, path.format(slug=tournament.slug))
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_writing_methods_get_405(client, tournament, method):
    for path in paths(tournament).values():
        answer = getattr(client, method)(path, b"{}", content_type="application/json")
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS")


def test_known_etag_gets_304_with_few_queries(client, tournament):
    for path in paths(tournament).values():
        first = client.get(path)
        with CaptureQueriesContext(connection) as queries:
            again = client.get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert len(queries) <= 2, path
    tag = get_data(client, f"{tournament.slug}/standings/")["ETag"]
    factories.play_round(tournament, 3)
    assert get_data(client, f"{tournament.slug}/standings/", **{"If-None-Match": tag}).status_code == 200


def test_cross_origin_request_gets_names_by_consent(client, tournament, settings):
    settings.SHORT_NAMES = False
    here, path = "http://testserver", f"{tournament.slug}/entries/"
    names = {origin: get_data(client, path, Origin=origin) for origin in (here, FOREIGN_ORIGIN, "null")}
    assert "Réal O'Brien" in names[here].content.decode()
    for origin in (FOREIGN_ORIGIN, "null"):
        assert "Réal O." in names[origin].content.decode()
        assert "O'Brien" not in names[origin].content.decode()
        assert names[origin]["ETag"] != names[here]["ETag"]
        assert names[origin]["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in names[origin]
    before = client.options(f"{ROOT}/tournaments/{path}", headers={"Origin": FOREIGN_ORIGIN})
    assert before.status_code == 204
    assert "If-None-Match" in before["Access-Control-Allow-Headers"]
    assert "Origin" in names[here]["Vary"]


def test_full_names_on_internet_only_for_organiser(client, tournament, settings):
    settings.SHORT_NAMES = True
    assert "O'Brien" not in get_data(client, f"{tournament.slug}/entries/").content.decode()
    client.force_login(factories.organiser(tournament))
    answer = get_data(client, f"{tournament.slug}/entries/")
    assert "O'Brien" in answer.content.decode()
    assert "private" in answer["Cache-Control"]


def test_hidden_tournament_is_visible_to_helpers_only(client, tournament):
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    assert get_data(client).json()["tournaments"] == []
    for operation, path in paths(tournament).items():
        assert client.get(path).status_code == (200 if operation == "data_tournaments" else 404)
    client.force_login(factories.helper(tournament, "viewer", "aide"))
    assert [one["slug"] for one in get_data(client).json()["tournaments"]] == [tournament.slug]
    assert get_data(client, f"{tournament.slug}/").status_code == 200


@pytest.mark.parametrize("made", [running_tournament, official_tournament])
@pytest.mark.parametrize("who", ["signed out", "organiser"])
def test_nothing_private_is_in_any_answer(client, made, who, settings):
    settings.SHORT_NAMES = False
    tournament = made()
    for entry in tournament.entries.all():
        registration.edit_entry(entry, entry.name, note="514-555-0199 real@example.org", fee_cents=98765)
    if who == "organiser":
        client.force_login(factories.organiser(tournament))
    texts = {path: client.get(path).content.decode() for path in paths(tournament).values()}
    leaked = [
        (path, secret)
        for path, text in texts.items()
        for secret in PRIVATE_TEXTS
        if secret in without_times(text)
    ]
    assert leaked == []
    assert "Réal O'Brien" in "".join(texts.values())


def without_times(text: str) -> str:
    """Return the text without times and identifiers, in which any digits may stand."""
    return re.sub(r'"[0-9a-f]{8}-[0-9a-f-]{27}"|"\d{4}-\d\d-\d\dT[^"]*"', "", text)


def test_rate_limit_answers_429_with_retry_after(client, tournament, monkeypatch):
    monkeypatch.setattr(rate_limits, "READS", rate_limits.Limit(3, 60))
    answers = [get_data(client) for _ in range(9)]  # a minute may end between them
    refused = next(one for one in answers if one.status_code == 429)
    assert refused.json()["error"] == "too_many"
    assert 0 < int(refused["Retry-After"]) <= 60
    elsewhere = client.get(f"{ROOT}/tournaments/", REMOTE_ADDR="203.0.113.9")
    assert elsewhere.status_code == 200


@pytest.mark.parametrize("root", [ROOT, OLD_ROOT])
def test_list_is_paginated_after_fifty(client, root):
    from django.db.models import Max

    first = factories.tournament(2)
    model = Tournament.objects.get(pk=first.pk)
    stage = model.stages.get(order=1)
    for at in range(50):
        model.pk, model.slug, model.uid = None, f"autre-{at}", f"00000000-0000-4000-8000-{at:012}"
        model._state.adding = True
        model.save()
        stage.pk, stage.tournament = None, model
        stage._state.adding = True
        stage.save()
    assert Tournament.objects.aggregate(last=Max("pk"))["last"]
    with CaptureQueriesContext(connection) as queries:
        begin = client.get(f"{root}/tournaments/").json()
    assert len(queries) <= 3
    assert begin["next"].startswith(root)
    rest = client.get(begin["next"]).json()
    slugs = [one["slug"] for page in (begin, rest) for one in page["tournaments"]]
    assert (len(begin["tournaments"]), len(set(slugs)), rest["next"]) == (50, 51, None)


def examples() -> Iterator[tuple[str, Any]]:
    """Yield the examples of the manual: a request, and the answer to it."""
    text = MANUAL.read_text(encoding="utf-8")
    for request, answer in re.findall(r"```http\nGET (\S+)\n```\n+```json\n(.*?)```", text, re.DOTALL):
        yield request, json.loads(answer)


def test_manual_examples_match_the_answers(client, settings):
    """Any text may replace "…" in an example; a list that ends so goes on."""
    settings.SHORT_NAMES = True
    tournament = played(rounds=3, closed=2, players=4)
    Tournament.objects.filter(pk=tournament.pk).update(slug="journee-de-crible")
    seen = set()
    for request, answer in examples():
        body = client.get(request).json()
        assert matches_example(answer, body), (request, body)
        seen.add(client.get(request).resolver_match.url_name)
    assert seen == set(paths(tournament))


def matches_example(example: Any, given: Any) -> bool:
    if example == "…":
        return True
    if isinstance(example, dict):
        same = isinstance(given, dict) and example.keys() == given.keys()
        return same and all(matches_example(example[name], given[name]) for name in example)
    if isinstance(example, list) and isinstance(given, list):
        begun = example[:-1] if example[-1:] == ["…"] else example
        same = len(given) == len(begun) or len(begun) < len(example) <= len(given)
        return same and all(map(matches_example, begun, given))
    return bool(example == given)
