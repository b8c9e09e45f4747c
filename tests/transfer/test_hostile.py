"""Invalid copies, and copies that want too much, are refused with part and reason, and change nothing."""

import gzip
import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from scoring import DomainError
from tests import factories
from tests.devices.test_api import here, joined, post, result, submit
from tests.page_reader import message_codes
from tests.transfer.tampered import column, packed, restored, sealed
from tests.web.device_api.client import plain64
from tournaments import devices
from tournaments.common import audit_log
from tournaments.devices import calls
from tournaments.models import Call, Device, Invitation, Line, Publication, Tournament
from tournaments.rounds import scores, stages
from tournaments.standings import standings
from tournaments.transfer import copies
from tournaments.transfer.copies import file

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quiet")]
OLD_COPIES = Path(__file__).parent / "before"
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def tournament(full_tournament):
    return full_tournament


# The six broken copies that failed with a valid checksum, and similar ones


def without_parts(packed):
    del packed["parts"]


def with_no_stage(packed):
    packed["parts"]["Stage"]["rows"] = []


def with_null_rows(packed):
    packed["parts"]["Entry"]["rows"] = None


def with_a_null_row(packed):
    packed["parts"]["Entry"]["rows"][0] = None


def with_a_dangling_key(packed):
    column(packed, "Seat", "entry", 10_000)


def with_a_key_below_zero(packed):
    column(packed, "Seat", "entry", -1)


def with_an_unknown_field(packed):
    packed["parts"]["Entry"]["fields"][0] = "is_superuser"


def with_an_unknown_part(packed):
    packed["parts"]["User"] = packed["parts"]["Entry"]


def with_a_version_beyond_all(packed):
    packed["tournament"]["version"] = 2**70


def with_an_epoch_beyond_all(packed):
    packed["epoch"] = 2**63


def with_a_line_of_the_future(packed):
    column(packed, "Line", "version", 10_000)


def with_rules_of_no_format(packed):
    packed["parts"]["Stage"]["rows"][0][packed["parts"]["Stage"]["fields"].index("rules")]["rounds"] = 10**6


def with_a_result_that_cannot_be(packed):
    column(packed, "Line", "data", {"v": 1, "pegged": [500, 400]})


def with_a_penalty_that_cannot_be(packed):
    column(packed, "Line", "kind", "penalty")


def with_a_penalty_for_unknown_side(packed):
    column(packed, "Line", "kind", "penalty")
    column(packed, "Line", "data", {"v": 1, "side": 7, "points": 2, "why": {"words": "x"}})


def with_the_same_number_twice(packed):
    column(packed, "Place", "number", 2, at=0)


def with_a_row_that_points_to_itself(packed):
    column(packed, "Publication", "replaced_by", 0)


def with_an_act(packed, kind, args):
    column(packed, "Act", "kind", kind)
    column(packed, "Act", "args", args)
    column(packed, "Act", "inverse", {})


def with_a_wrong_lot_winner(packed):
    with_an_act(packed, "door_prize", {"prize": 1, "seed": 2, "in_lot": [1, 2, 3], "entry": 2})


def with_a_lot_of_the_same_person_twice(packed):
    with_an_act(packed, "door_prize", {"prize": 1, "seed": 2, "in_lot": [1, 3, 3], "entry": 3})


def with_an_undo_of_nothing(packed):
    column(packed, "Act", "kind", "undo_change_rules")
    column(packed, "Act", "args", {"act": 1})
    column(packed, "Act", "inverse", None)


BROKEN_COPIES = {
    without_parts: "parts",
    with_no_stage: "Stage",
    with_null_rows: "Entry",
    with_a_null_row: "Entry",
    with_a_dangling_key: "Seat",
    with_a_key_below_zero: "Seat",
    with_an_unknown_field: "is_superuser",
    with_an_unknown_part: "User",
    with_a_version_beyond_all: "Tournament|tournament",
    with_an_epoch_beyond_all: "epoch",
    with_a_line_of_the_future: "Tournament",
    with_rules_of_no_format: "rules",
    with_a_result_that_cannot_be: "data",
    with_a_penalty_that_cannot_be: "data",
    with_a_penalty_for_unknown_side: "data",
    with_a_wrong_lot_winner: "Act",
    with_a_lot_of_the_same_person_twice: "Act",
    with_the_same_number_twice: "copy_does_not_fit",
    with_a_row_that_points_to_itself: "Publication",
    with_an_undo_of_nothing: "copy_does_not_fit",
}


@pytest.mark.both_databases
def test_a_broken_copy_with_a_valid_checksum_is_refused(database, tournament):
    for broken, named in BROKEN_COPIES.items():
        whole = packed(tournament)
        broken(whole)
        with pytest.raises(DomainError, match=named):
            restored(sealed(whole))  # a failure shows `broken`
        assert Tournament.objects.get().live, broken.__name__


def with_rules_before(tournament, before, **changes):
    """Return a copy in which the rules of a tournament were changed, with these values of an attacker."""
    stages.change_rules(stages.qualifying(tournament), {"minutes": 41}, by=None)
    whole = packed(tournament)
    args = {"stage": 1, "changes": {"minutes": 41} | changes, "before": {"minutes": 20} | before}
    column(whole, "Act", "args", args, at=-1)
    return sealed(whole)


@pytest.mark.parametrize(
    "values",
    [
        {"tables": 10**6},
        {"tables": None},
        {"rounds": "7"},
        {"rounds": [7]},
        {"missed": {"a": 1}},
        {"playoffs": {"who": "x"}},
        {"criteria": "won"},
        {"start": None},
        {"v": 2, "game": "chess"},
    ],
)
@pytest.mark.parametrize("part", ["changes", "before"])
def test_copy_with_invalid_rules_in_the_audit_log_is_refused(values, part):
    made = factories.tournament(4)
    content = with_rules_before(made, values) if part == "before" else with_rules_before(made, {}, **values)
    with pytest.raises(DomainError, match="copy_part_misfit"):
        copies.open_copy(content)


@pytest.mark.parametrize(
    "before",
    [
        {"no_such_rule": 1},
        {"game": "gin"},
        {"at_table": 6, "most_at_table": 2},
        {"bracket": {"order": [1, 2], "third_place": True}},
    ],
)
def test_change_to_impossible_rules_cannot_be_undone(client, owner, before):
    made = factories.tournament(4, by=owner)
    live = restored(with_rules_before(made, before), by=owner)
    client.force_login(owner)
    act = live.acts.get(kind="change_rules")
    assert client.get(reverse("acts", args=[live.slug])).status_code == 200
    assert client.get(reverse("act_undo", args=[live.slug, act.version])).status_code == 200
    with pytest.raises(DomainError, match="cannot_be_undone"):
        audit_log.undo(act, by=owner)


def test_restore_page_names_broken_part_and_reason(client, tournament, owner):
    whole = packed(tournament)
    with_a_dangling_key(whole)
    client.force_login(owner)
    answer = client.post("/restore/", {"file": SimpleUploadedFile("a", sealed(whole))}, headers=ENGLISH)
    assert answer.status_code == 422
    assert "“Seat”, row 1" in answer.content.decode()
    whole = packed(tournament)
    with_the_same_number_twice(whole)
    shown = client.post("/restore/", {"file": SimpleUploadedFile("a", sealed(whole))}, headers=ENGLISH)
    seal = copies.seal_of(copies.open_copy(sealed(whole)))
    form = {"seal": seal, "choose": "copy", "here": Tournament.objects.get().version}
    refused = client.post("/restore/confirm/", form, headers=ENGLISH, follow=True)
    assert (shown.status_code, refused.status_code) == (200, 200)
    assert message_codes(refused) == ["copy_does_not_fit"]
    assert Tournament.objects.get() == tournament


def test_restore_command_refuses_copy_that_does_not_fit(tournament, tmp_path):
    whole, path = packed(tournament), tmp_path / "day.cheville"
    with_the_same_number_twice(whole)
    path.write_bytes(sealed(whole))
    with pytest.raises(CommandError):
        call_command("restore", str(path), "--replace", "--anyway")
    assert Tournament.objects.get() == tournament


@pytest.mark.parametrize(
    "content",
    [
        sealed("[]"),
        sealed("null"),
        sealed('{"parts": {}, "epoch": NaN}'),
        sealed('{"epoch": 1' + "0" * 5000 + "}"),
        sealed("[" * 50_000),
        sealed('"\ud800"'),
        sealed({}, version=True),
        sealed({}, version="2"),
        gzip.compress(b"7", mtime=0),
    ],
    ids=range(9),
)
def test_content_that_is_no_copy_is_refused(content):
    with pytest.raises(DomainError, match="copy_"):
        copies.open_copy(content)


def test_decompression_bomb_is_refused():
    bomb = gzip.compress(b"0" * (file.MAX_UNPACKED_SIZE + 10))
    assert len(bomb) < 100_000
    with pytest.raises(DomainError, match="copy_unreadable"):
        copies.open_copy(bomb)


@pytest.mark.parametrize("empty", [[], {}])
def test_bomb_of_empty_lists_is_refused(empty):
    """A file of some kilobytes would take a gigabyte of memory."""
    with pytest.raises(DomainError, match="copy_unreadable"):
        copies.open_copy(sealed({"parts": [empty] * file.MAX_CONTAINERS}))


# The address and the files


@pytest.mark.parametrize(
    "slug", ["../../../../elsewhere/x", "a/b", "", "Été", "x" * 300, None, 7, ".", "a\0"]
)
def test_invalid_slug_is_replaced(client, tournament, owner, settings, tmp_path, slug):
    settings.DATA_DIR = tmp_path / "a" / "b" / "data"
    whole = packed(tournament)
    whole["tournament"]["slug"] = slug
    life = restored(sealed(whole), by=owner)
    assert life.slug == "journee-de-crible-lerabliere"
    copies.write_copy(life.pk)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written and all(path.is_relative_to(settings.DATA_DIR) for path in written)
    client.force_login(owner)
    assert client.get("/").status_code == client.get(f"/t/{life.slug}/desk/").status_code == 200


def test_slug_of_another_tournament_is_not_taken(tournament):
    whole = packed(tournament)
    whole["tournament"]["uid"] = "11111111-1111-4111-8111-111111111111"
    assert restored(sealed(whole)).slug == f"{tournament.slug}-2"
    assert restored(sealed(packed(tournament))).slug == tournament.slug


# Secrets


def test_copy_with_another_uid_gets_new_invitations(tournament):
    before = list(tournament.invitations.order_by("pk").values_list("secret", "code", "entry"))
    whole = packed(tournament)
    whole["tournament"]["uid"] = "11111111-1111-4111-8111-111111111111"
    other = restored(sealed(whole))
    Publication.objects.update(official=False)  # else no code opens anything any more
    for secret, code, entry in before:
        assert devices.invitation(secret).tournament == tournament
        assert entry or devices.invitation(code).tournament == tournament, (
            "codes are printed for tables alone"
        )
    assert other.invitations.count() == len(before)
    assert not {*other.invitations.values_list("secret", "code", "entry")} & {*before}
    assert here(tournament.joined["token"])["tournament"]["uid"] == str(tournament.uid)
    pages = Client()
    for invited in tournament.invitations.exclude(place=None):
        assert pages.get(devices.page_of(invited)).status_code == 200
    for invited in Invitation.objects.exclude(entry=None):
        assert pages.get(devices.own_page_of(invited)).status_code == 200


def offline_code(data: dict, sent: dict, key: str) -> str:
    body = plain64(json.dumps({"d": data["device"], "r": sent}).encode())
    return f"CHV1.{body}.{devices.seal(body, key)}"


def every_text(value) -> set[str]:
    if isinstance(value, dict):
        return {text for part in value.values() for text in every_text(part)} | set(value)
    if isinstance(value, list):
        return {text for part in value for text in every_text(part)}
    return {value} if isinstance(value, str) else set()


def test_copy_cannot_be_used_to_forge_offline_codes(tournament):
    tournament.joined = joined(tournament, device=tournament.joined["device"])
    stage = stages.qualifying(tournament)
    meeting = stage.rounds.get(number=1).meetings.filter(place__number=1).get()
    sent = {
        "nonce": "f" * 20,
        "meeting": str(meeting.uid),
        "sides": scores.sides_of(meeting),
        "data": {"v": 1, "pegged": [121, 3]},
    }
    texts = every_text(packed(tournament))
    key = devices.fingerprint(tournament.joined["token"])
    code = offline_code(tournament.joined, sent, key)
    assert not texts & {key, tournament.joined["token"]}
    assert code not in {offline_code(tournament.joined, sent, text) for text in texts}
    forged = [offline_code(tournament.joined, sent, text) for text in (devices.fingerprint(key), "")]
    for answer in ("refused", "later"):  # here, and on a laptop that took the place of this one
        assert {one["answer"] for one in post("submit", carried=forged).json()["answers"]} == {answer}
        assert not Line.objects.filter(nonce="f" * 20).exists()
        restored(sealed(packed(tournament)))


@pytest.mark.both_databases
def test_offline_code_is_accepted_after_device_reconnects(database, tournament, owner):
    medals_of_another = factories.tournament(4)
    factories.open_round(medals_of_another)
    body = joined(medals_of_another)
    sent = result(here(body["token"])["meetings"][0], [121, 88])
    code = offline_code(body, sent, devices.fingerprint(body["token"]))
    life = restored(sealed(packed(medals_of_another)))
    assert Device.objects.get(tournament=life).seal_keys == {}
    assert post("submit", carried=[code]).json()["answers"][0]["answer"] == "later"
    assert here(body["token"], epoch=1)["epoch"] == life.epoch
    assert post("submit", carried=[code]).json()["answers"][0]["answer"] == "accepted"
    assert submit(body["token"], sent, epoch=life.epoch)[0]["answer"] == "same"


@pytest.mark.both_databases
def test_unverifiable_offline_code_goes_to_the_desk(database, client, owner):
    tournament = factories.tournament(4, by=owner)
    factories.open_round(tournament)
    body = joined(tournament)
    meeting = here(body["token"])["meetings"][0]
    sent = result(meeting, [121, 88])
    life = restored(sealed(packed(tournament)), by=owner)
    code = offline_code(body, sent, devices.fingerprint(body["token"]))
    found = [post("submit", carried=[code], language="en").json()["answers"][0] for _ in range(2)]
    assert [one["answer"] for one in found] == ["later", "later"]
    asked = Call.objects.get(tournament=life)
    assert (asked.what, asked.said["points"], asked.who) == ("result", [121, 88], sent["sides"])
    client.force_login(owner)
    for page in ("desk", "tablets"):
        shown = client.get(reverse(page, args=[life.slug]), headers=ENGLISH).content.decode()
        assert "Table 1" in shown and "121" in shown and "88" in shown
        assert reverse("tablets_take", args=[life.slug, asked.pk]) in shown
    assert not Line.objects.filter(tournament=life).exists()
    taken = client.post(reverse("tablets_take", args=[life.slug, asked.pk]), {"from": "desk"})
    assert taken.status_code == 302
    assert Line.objects.get(tournament=life).nonce == sent["nonce"]
    again = [client.post(reverse("tablets_take", args=[life.slug, asked.pk])).status_code for _ in range(2)]
    assert again == [302, 302]
    assert submit(body["token"], sent, epoch=life.epoch)[0]["answer"] == "same"
    assert Line.objects.filter(tournament=life).count() == 1


def test_offline_code_not_taken_by_desk_is_refused(client, owner):
    tournament = factories.tournament(4, by=owner)
    factories.open_round(tournament)
    body = joined(tournament)
    sent = result(here(body["token"])["meetings"][0], [121, 88])
    life = restored(sealed(packed(tournament)), by=owner)
    code = offline_code(body, sent, "forged")
    assert post("submit", carried=[code]).json()["answers"][0]["answer"] == "later"
    calls.resolve(Call.objects.get(), by=None)
    assert post("submit", carried=[code]).json()["answers"][0]["answer"] == "refused"
    nonsense = offline_code(body, sent | {"data": {"v": 1, "pegged": [500, 1]}, "nonce": "g" * 20}, "forged")
    assert post("submit", carried=[nonsense]).json()["answers"][0]["answer"] == "refused"
    many = [offline_code(body, sent | {"nonce": f"{n:020}"}, "forged") for n in range(calls.MAX_RESULTS + 5)]
    answers = [one["answer"] for one in post("submit", carried=many).json()["answers"]]
    assert answers == ["later"] * calls.MAX_RESULTS + ["refused"] * 5
    assert not Line.objects.filter(tournament=life).exists()


# Copies that were made before


@pytest.mark.both_databases
def test_a_copy_of_the_first_version_still_opens(database, owner):
    data = json.loads((OLD_COPIES / "day.json").read_text(encoding="utf-8"))
    life = restored((OLD_COPIES / "day.cheville").read_bytes(), by=owner)
    assert [[row.rank, row.number, row.points] for row in standings(life).rows] == data["standings"]
    assert life.standings_shown == Tournament.StandingsShown.CLOSED, "what it did not know yet"
    life.publications.update(official=False)  # the day was over, and with it its codes
    assert devices.invitation(data["invitation"]).tournament == life
    known = json.loads(gzip.decompress((OLD_COPIES / "day.cheville").read_bytes()))["content"]
    assert devices.fingerprint(data["token"]) in known
    assert devices.fingerprint(data["token"]) not in json.dumps(packed(life))
    assert post("submit", carried=[data["carried"]]).json()["answers"][0]["answer"] == "later"
    assert here(data["token"], epoch=1)["epoch"] == life.epoch
    carried = post("submit", carried=[data["carried"]]).json()["answers"][0]
    assert carried["answer"] == "accepted"
    earlier = post("submit", carried=[data["carried_earlier"]]).json()["answers"][0]
    assert earlier["answer"] == "same"
    assert scores.rebuild(life, check=True) == []
    assert copies.open_copy(copies.seal_copy(copies.pack(life))).count("Line") == 15
