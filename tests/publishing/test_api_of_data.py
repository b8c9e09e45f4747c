"""The API for reading: the rows of the export, by what its document says, and nothing private."""

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
from tests.publishing.days import SECRETS, played
from tournaments import registration
from tournaments.accounts import rate_limits
from tournaments.finals import medals
from tournaments.models import Tournament
from tournaments.publishing import snapshot
from tournaments.publishing.outputs import json_file, rows

pytestmark = pytest.mark.django_db
ROOT = "/api/data/2"
BEFORE = "/api/data/1"
ELSEWHERE = "https://club.example"
MANUAL = Path(__file__).resolve().parents[2] / "docs" / "api.md"
PRIVATE = [str(value) for value in SECRETS.values()] + ["Végétarien", "987", "514-555", "1948", "@example"]


def asked(client, path: str = "", **headers: str) -> Any:
    return client.get(f"{ROOT}/tournaments/{path}", headers=headers)


def paths(day: Tournament, root: str = ROOT) -> dict[str, str]:
    """Every address of the document, filled in for a day, by its operation."""
    numbers = {"{slug}": day.slug, "{number}": "1"}
    found = {}
    for path, operations in document(root)["paths"].items():
        for blank, value in numbers.items():
            path = path.replace(blank, value)
        found[operations["get"]["operationId"]] = root + path
    return found


def document(root: str) -> dict[str, Any]:
    from tournaments.web.api.document import document

    return document(int(root.rpartition("/")[2]))


def fits(operation: str, answer: Any, root: str = ROOT) -> None:
    """Hold an answer against the document."""
    described = document(root)
    operations = [one["get"] for one in described["paths"].values()]
    of_it = next(one for one in operations if one["operationId"] == operation)
    shape = of_it["responses"][str(answer.status_code)]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator({**shape, "components": described["components"]}).validate(answer.json())


def being_played() -> Tournament:
    day = played(closed=1)
    factories.open_round(day, 2)
    return day


def official() -> Tournament:
    day = played(rounds=2, closed=2)
    medals.create(day, seed=1, by=None)
    snapshot.publish(day, official=True, by=None)
    return day


def of_gin() -> Tournament:
    return factories.gin()


DAYS = [lambda: factories.tournament(4), being_played, official, of_gin]


@pytest.mark.parametrize("root", [ROOT, BEFORE])
def test_the_document_is_one_of_openapi(client, root):
    answer = client.get(f"{root}/openapi.json")
    OpenAPIV31SpecValidator(answer.json()).validate()
    assert client.get("/api/").status_code == 200


@pytest.mark.parametrize("root", [ROOT, BEFORE])
@pytest.mark.parametrize("made", DAYS, ids=["being prepared", "being played", "official", "gin"])
def test_every_answer_is_as_the_document_says(client, made, root):
    day = made()
    for operation, path in paths(day, root).items():
        answer = client.get(path)
        if answer.status_code == 404:
            assert operation == "data_round"
            assert not day.stages.get(order=1).rounds.exists()
        fits(operation, answer, root)


def test_addresses_of_version_1_keep_their_names(client, day):
    here = f"{BEFORE}/tournaments/{day.slug}"
    told = client.get(f"{here}/persons/1/").json()
    assert told["person"]["number"] == told["standing"]["number"] == 1
    assert (told["state"]["through_game"], told["state"]["games"]) == (2, 3)
    assert {"pegged", "won"} <= told["standing"].keys()
    assert told["standing"]["values"][0] == ["pegged", told["standing"]["pegged"]]
    assert {"number", "game", "part", "skunk"} <= told["games"][0].keys()
    assert told["games"] == json_file.written(rows.gather(day), version=1)["games"][: len(told["games"])]
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
    today = client.get(f"{ROOT}/tournaments/{day.slug}/standings/")
    assert today["ETag"] != client.get(f"{here}/standings/")["ETag"]


def test_the_rows_are_those_of_the_export(client, day):
    said = json_file.written(rows.gather(day))
    here = day.slug
    assert asked(client, f"{here}/standings/", Origin=ELSEWHERE).json()["standings"] == said["standings"]
    assert asked(client, f"{here}/entries/", Origin=ELSEWHERE).json()["entries"] == said["entries"]
    assert asked(client, f"{here}/").json()["tournament"] == said["tournament"]
    games = [one for number in (1, 2) for one in asked(client, f"{here}/rounds/{number}/").json()["games"]]
    by_game = sorted(said["games"], key=lambda one: (one["round"], one["entry"]))
    assert sorted(games, key=lambda one: (one["round"], one["entry"])) == by_game
    own = asked(client, f"{here}/persons/3/").json()
    assert own["games"] == [one for one in said["games"] if one["entry"] == 3]
    assert own["standing"] in said["standings"]


def test_standings_can_be_had_again_at_each_version(client):
    day = played(rounds=2, closed=1)
    first = asked(client, f"{day.slug}/standings/").json()["standings"]
    factories.play_round(day, 2)
    snapshot.publish(day, official=True, by=None)
    known = asked(client, f"{day.slug}/versions/").json()["versions"]
    assert [(one["last_round"], one["official"]) for one in known] == [(2, True), (2, False), (1, False)]
    for one in known:
        answer = asked(client, f"{day.slug}/standings/?version={one['version']}")
        fits("data_standings", answer)
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
def test_what_cannot_be_asked_is_refused_by_name(client, day, query, status, code):
    answer = asked(client, f"{day.slug}/standings/?{query}")
    assert (answer.status_code, answer.json()["error"]) == (status, code)
    fits("data_standings", answer)
    assert answer["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["nowhere/", "{slug}/persons/99/", "{slug}/rounds/9/"])
def test_what_is_not_there_is_said_as_json(client, day, path):
    answer = asked(client, path.format(slug=day.slug))
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_nothing_can_be_written(client, day, method):
    for path in paths(day).values():
        answer = getattr(client, method)(path, b"{}", content_type="application/json")
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS")


def test_who_has_it_already_is_told_so_without_any_work(client, day):
    for path in paths(day).values():
        first = client.get(path)
        with CaptureQueriesContext(connection) as queries:
            again = client.get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert len(queries) <= 2, path
    tag = asked(client, f"{day.slug}/standings/")["ETag"]
    factories.play_round(day, 3)
    assert asked(client, f"{day.slug}/standings/", **{"If-None-Match": tag}).status_code == 200


def test_a_page_of_another_site_may_read_and_reads_names_by_consent(client, day, settings):
    settings.SHORT_NAMES = False
    here, path = "http://testserver", f"{day.slug}/entries/"
    names = {origin: asked(client, path, Origin=origin) for origin in (here, ELSEWHERE, "null")}
    assert "Réal O'Brien" in names[here].content.decode()
    for origin in (ELSEWHERE, "null"):
        assert "Réal O." in names[origin].content.decode()
        assert "O'Brien" not in names[origin].content.decode()
        assert names[origin]["ETag"] != names[here]["ETag"]
        assert names[origin]["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in names[origin]
    before = client.options(f"{ROOT}/tournaments/{path}", headers={"Origin": ELSEWHERE})
    assert before.status_code == 204
    assert "If-None-Match" in before["Access-Control-Allow-Headers"]
    assert "Origin" in names[here]["Vary"]


def test_on_the_internet_names_are_by_consent_unless_one_runs_the_day(client, day, settings):
    settings.SHORT_NAMES = True
    assert "O'Brien" not in asked(client, f"{day.slug}/entries/").content.decode()
    client.force_login(factories.organiser(day))
    answer = asked(client, f"{day.slug}/entries/")
    assert "O'Brien" in answer.content.decode()
    assert "private" in answer["Cache-Control"]


def test_a_hidden_tournament_is_there_for_its_helpers_alone(client, day):
    Tournament.objects.update(visibility=Tournament.Visibility.DESK)
    assert asked(client).json()["tournaments"] == []
    for operation, path in paths(day).items():
        assert client.get(path).status_code == (200 if operation == "data_tournaments" else 404)
    client.force_login(factories.helper(day, "viewer", "aide"))
    assert [one["slug"] for one in asked(client).json()["tournaments"]] == [day.slug]
    assert asked(client, f"{day.slug}/").status_code == 200


@pytest.mark.parametrize("made", [being_played, official])
@pytest.mark.parametrize("who", ["signed out", "organiser"])
def test_nothing_private_is_in_any_answer(client, made, who, settings):
    settings.SHORT_NAMES = False
    day = made()
    for entry in day.entries.all():
        registration.edit_entry(entry, entry.name, note="514-555-0199 real@example.org", fee_cents=98765)
    if who == "organiser":
        client.force_login(factories.organiser(day))
    texts = {path: client.get(path).content.decode() for path in paths(day).values()}
    leaked = [
        (path, secret) for path, text in texts.items() for secret in PRIVATE if secret in without_times(text)
    ]
    assert leaked == []
    assert "Réal O'Brien" in "".join(texts.values())


def without_times(text: str) -> str:
    """Without moments and identifiers, in which any digits may stand."""
    return re.sub(r'"[0-9a-f]{8}-[0-9a-f-]{27}"|"\d{4}-\d\d-\d\dT[^"]*"', "", text)


def test_who_asks_too_often_is_told_when_to_go_on(client, day, monkeypatch):
    monkeypatch.setattr(rate_limits, "READS", rate_limits.Limit(3, 60))
    answers = [asked(client) for _ in range(9)]  # a minute may end between them
    refused = next(one for one in answers if one.status_code == 429)
    assert refused.json()["error"] == "too_many"
    assert 0 < int(refused["Retry-After"]) <= 60
    elsewhere = client.get(f"{ROOT}/tournaments/", REMOTE_ADDR="203.0.113.9")
    assert elsewhere.status_code == 200


@pytest.mark.parametrize("root", [ROOT, BEFORE])
def test_the_list_goes_on_after_fifty(client, root):
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
    """What the manual shows: a request, and the answer to it."""
    text = MANUAL.read_text(encoding="utf-8")
    for request, answer in re.findall(r"```http\nGET (\S+)\n```\n+```json\n(.*?)```", text, re.DOTALL):
        yield request, json.loads(answer)


def test_the_examples_of_the_manual_are_what_is_answered(client, settings):
    """Where an example says "…", anything may stand; a list that ends so goes on."""
    settings.SHORT_NAMES = True
    day = played(rounds=3, closed=2, players=4)
    Tournament.objects.filter(pk=day.pk).update(slug="journee-de-crible")
    seen = set()
    for request, answer in examples():
        said = client.get(request).json()
        assert agrees(answer, said), (request, said)
        seen.add(client.get(request).resolver_match.url_name)
    assert seen == set(paths(day))


def agrees(example: Any, said: Any) -> bool:
    if example == "…":
        return True
    if isinstance(example, dict):
        same = isinstance(said, dict) and example.keys() == said.keys()
        return same and all(agrees(example[name], said[name]) for name in example)
    if isinstance(example, list) and isinstance(said, list):
        begun = example[:-1] if example[-1:] == ["…"] else example
        same = len(said) == len(begun) or len(begun) < len(example) <= len(said)
        return same and all(map(agrees, begun, said))
    return bool(example == said)
