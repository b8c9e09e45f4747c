"""The file and the rows of a copy: reading, refusals, where it is written, which ones are kept."""

import gzip
import hashlib
import json
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from scoring import DomainError
from tests import factories
from tests.transfer import tampered
from tournaments import registration
from tournaments.accounts.permissions import may
from tournaments.common import audit_log
from tournaments.models import Act, Entry, Organisation, Player, Role, Snapshot, Tournament, User
from tournaments.models.locking import locked
from tournaments.publishing import publications
from tournaments.system import disk
from tournaments.transfer import copies
from tournaments.transfer.copies import file, integrity, rows, writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return factories.tournament(4)


def refused(code):
    return pytest.raises(DomainError, match=f"^{code}")


def sealed(rows_, **changes):
    """Return a file of that content, with its seal, unless something is changed."""
    text = json.dumps(rows_)
    whole = {"cheville": file.VERSION, "sha256": hashlib.sha256(text.encode()).hexdigest(), "content": text}
    return gzip.compress(json.dumps({**whole, **changes}).encode())


# The file


def test_opened_copy_describes_its_tournament(tournament):
    content = copies.pack(tournament) | {"reached": ["http://192.168.0.10:8000", 7]}
    copy = copies.open_copy(copies.seal_copy(content))
    tournament.refresh_from_db()
    assert (copy.uid, copy.name, copy.date) == (tournament.uid, tournament.name, tournament.date)
    assert (copy.epoch, copy.version) == (1, tournament.version)
    assert copy.reached == ("http://192.168.0.10:8000",)
    assert (copy.count("Entry"), copy.count("Line"), copy.count("Nothing")) == (4, 0, 0)
    assert copies.open_copy(copies.seal_copy(copies.pack(tournament))).reached == ()


def test_copy_with_text_that_was_accepted_earlier_is_restored(tournament):
    with locked(tournament.pk) as held:
        audit_log.record(held, "notice", {"text": "Zoé"}, by=None, inverse={})
    Entry.objects.filter(tournament=tournament, number=1).update(answers={"1": "sans\uffff gluten"})
    packed = copies.pack(tournament)
    tampered.column(packed, "Act", "args", {"text": "Zo\uffffé\ufffe"}, at=-1)
    live = copies.restore(copies.open_copy(copies.seal_copy(packed)), by=None)
    assert live.acts.get(kind="notice").args == {"text": "Zoé"}
    assert live.entries.get(number=1).answers == {"1": "sans gluten"}


def test_the_same_rows_give_the_same_bytes_and_the_same_seal(tournament):
    content = copies.pack(tournament)
    assert copies.seal_copy(content) == copies.seal_copy(content)
    copy = copies.open_copy(copies.seal_copy(content))
    turned = copies.open_copy(copies.seal_copy(dict(reversed(content.items()))))
    assert copies.seal_of(copy) == copies.seal_of(turned)
    assert copies.seal_of(copy) != copies.seal_of(copies.open_copy(copies.seal_copy({**content, "epoch": 2})))
    assert copies.unsealed(copies.seal_copy(content), "cheville", 2)[0] == 2
    assert "« L'Érablière »" in gzip.decompress(copies.seal_copy(content)).decode()  # not as \\u00c9


def test_a_copy_whose_content_was_changed_is_refused(tournament):
    content = copies.pack(tournament)
    assert copies.open_copy(sealed(content)).name == tournament.name
    other = json.dumps({**content, "epoch": 9})
    for changed in (other, None, 7, [other]):
        with refused("copy_unreadable"):
            copies.open_copy(sealed(content, content=changed))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", '{"parts": NaN}', "[" * 200_000, "\ud800", '{"a": "\0"}']
)
def test_content_that_is_no_json_object_is_refused(text):
    with refused("copy_unreadable"):
        copies.open_copy(tampered.sealed(text))


@pytest.mark.parametrize(
    ("version", "code"),
    [
        (3, "copy_is_newer"),
        (99, "copy_is_newer"),
        ("2", "copy_unreadable"),
        (True, "copy_unreadable"),
        (1, None),
    ],
)
def test_newer_copy_version_is_refused(tournament, version, code):
    bytes_ = sealed(copies.pack(tournament), cheville=version)
    if code is None:
        assert copies.open_copy(bytes_).name == tournament.name
        return
    with refused(code):
        copies.open_copy(bytes_)


@pytest.mark.parametrize(
    "change",
    [
        {"date": "yesterday"},
        {"date": "2026-02-30"},
        {"uid": "x"},
        {"version": None},
        {"name": ...},
    ],
)
def test_invalid_tournament_fields_are_refused(tournament, change):
    content = copies.pack(tournament)
    described = {**content["tournament"], **change}
    content["tournament"] = {name: value for name, value in described.items() if value is not ...}
    with refused("copy_part_wrong"):
        copies.open_copy(sealed(content))


def test_copy_above_unpacked_limit_is_refused(tournament, monkeypatch):
    whole = copies.seal_copy(copies.pack(tournament))
    size = len(gzip.decompress(whole))
    monkeypatch.setattr(file, "MAX_UNPACKED_SIZE", size)
    assert copies.open_copy(whole).name == tournament.name
    monkeypatch.setattr(file, "MAX_UNPACKED_SIZE", size - 1)
    with refused("copy_unreadable"):
        copies.open_copy(whole)


def test_truncated_file_is_refused(tournament, monkeypatch):
    whole = copies.seal_copy(copies.pack(tournament))
    for content in (b"", b"no gzip", whole[:-1], whole[: len(whole) // 2]):
        with refused("copy_unreadable"):
            copies.open_copy(content)
    size = len(gzip.decompress(whole))
    assert file.unpacked_size(whole, size) == size and file.unpacked_size(b"", size) == 0
    with refused("copy_unreadable"):
        file.unpacked_size(b"no gzip", size)
    monkeypatch.setattr(file, "CHUNK", 100)
    assert [file.unpacked_size(whole, most) for most in (299, 300, size)] == [300, 400, size]


# Places to write to


def test_copy_is_written_once_to_the_configured_folder(tournament, key):
    tournament.refresh_from_db()
    kept = copies.write_copy(tournament.pk, "close")
    path = Path(kept.file)
    assert path.parent == key
    assert path.name == f"{tournament.slug}-{tournament.uid}-1-{tournament.version:05}.cheville"
    assert (kept.version, kept.reason) == (tournament.version, "close")
    assert kept.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert copies.write_copy(tournament.pk) is None
    assert copies.latest(tournament) == kept
    assert not list(key.glob("*.part"))


def test_data_folder_is_used_without_copies_folder(tournament, key, settings):
    for asked in ("", str(key / "pulled-out")):
        settings.COPIES_DIR = asked
        assert copies.folder() == Path(settings.DATA_DIR) / "copies"
        assert copies.folder().is_dir()


def test_the_newest_copies_are_kept_and_the_oldest_go(tournament, key, monkeypatch):
    monkeypatch.setattr(writing, "MAX_COPIES", 2)
    other = factories.tournament(2, by=factories.director("yvon"))
    copies.write_copy(other.pk)
    written = []
    for _time in range(4):
        with locked(tournament.pk) as held:
            held.next_version()
        written.append(copies.write_copy(tournament.pk).version)
    stand = Snapshot.objects.filter(tournament=tournament)
    assert sorted(stand.values_list("version", flat=True)) == written[-2:]
    assert sorted(path.name for path in key.glob(f"{tournament.slug}-{tournament.uid}-1-*")) == [
        f"{tournament.slug}-{tournament.uid}-1-{version:05}.cheville" for version in written[-2:]
    ]
    assert copies.latest(tournament).version == written[-1]
    assert copies.latest(other) is not None and Path(copies.latest(other).file).exists()


def test_a_copy_that_cannot_be_written_leaves_nothing_behind(tournament, key, monkeypatch):
    monkeypatch.setattr(disk, "uuid4", lambda: UUID(int=0))
    target = writing.copy_path(Tournament.objects.get(pk=tournament.pk))
    half = ".00000000.part"
    for folder in (key, copies.own_folder()):
        (folder / target.name).with_suffix(half).mkdir()  # nothing can be written there
    with pytest.raises(OSError, match="exists"):
        copies.write_copy(tournament.pk)
    assert not target.exists() and not (copies.own_folder() / target.name).exists()
    assert not Snapshot.objects.exists()
    (copies.own_folder() / target.name).with_suffix(half).rmdir()
    copies.write_copy(tournament.pk)
    assert Path(copies.latest(tournament).file).parent == copies.own_folder()  # any copy is better than none


def test_failed_rename_deletes_partial_file(tournament, key):
    target = key / "x.cheville"
    target.mkdir()
    (target / "full").touch()
    with pytest.raises(OSError, match="director"):
        disk.write_atomically(target, b"content")
    assert not list(key.glob("*.part"))


# Restored


def restored(tournament, by=None, **changes):
    return copies.restore(copies.open_copy(copies.seal_copy({**copies.pack(tournament), **changes})), by=by)


def test_each_restore_is_next_epoch_and_only_last_is_live(tournament):
    first = restored(tournament)
    second = restored(tournament)
    assert [life.epoch for life in (tournament, first, second)] == [1, 2, 3]
    assert list(Tournament.objects.filter(live=True)) == [second]
    assert restored(tournament, epoch=7).epoch == 8
    Tournament.objects.update(live=False)
    assert restored(tournament).epoch == 9


def test_other_tournament_stays_live_and_keeps_slug(tournament):
    content = copies.pack(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(uid=uuid4())  # it only has the address of the copy
    life = copies.restore(copies.open_copy(copies.seal_copy(content)), by=None)
    assert life.slug == f"{tournament.slug}-2"
    assert Tournament.objects.filter(live=True).count() == 2
    content["tournament"]["uid"] = str(uuid4())
    assert copies.restore(copies.open_copy(copies.seal_copy(content)), by=None).slug == f"{tournament.slug}-3"


def test_long_slug_is_shortened(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(slug="a" * 78)
    content = copies.pack(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(uid=uuid4())
    life = copies.restore(copies.open_copy(copies.seal_copy(content)), by=None)
    assert life.slug == "a" * 74 + "-2"


def test_slug_comes_from_name_or_date(tournament):
    content = copies.pack(tournament)
    for name, slug in (("L'Érablière", "lerabliere"), ("?", "2026-11-21")):
        content["tournament"] |= {"slug": "", "name": name}
        life = copies.restore(copies.open_copy(copies.seal_copy(content)), by=None)
        assert life.slug == slug


def test_restoring_user_becomes_director_and_is_logged(tournament):
    lise = factories.director()
    life = restored(tournament, by=lise, reached=["http://192.168.0.10:8000"])
    assert may(lise, "set_up", life)
    act = life.acts.latest("version")
    assert (act.kind, act.by) == ("restore", lise)
    tournament.refresh_from_db()
    assert act.args == {"epoch": 1, "version": tournament.version, "reached": ["http://192.168.0.10:8000"]}
    assert not Role.objects.filter(tournament=restored(tournament)).exists()


def test_results_are_recomputed():
    tournament = factories.tournament(4)
    factories.play_round(tournament, 1)
    life = restored(tournament)
    assert life.results.count() == tournament.results.count() == 4


def test_known_people_are_reused_and_new_users_inactive():
    lise = factories.director()
    tournament = factories.tournament(4, by=lise)
    content = copies.pack(tournament)
    restored(tournament)
    assert Player.objects.count() == 4
    assert Organisation.objects.count() == 1
    text = json.dumps(content).replace('"lise"', '"yvon"')
    life = copies.restore(copies.open_copy(copies.seal_copy(json.loads(text))), by=None)
    yvon = User.objects.get(username="yvon")
    assert (yvon.is_active, yvon.has_usable_password()) == (False, False)
    lise.refresh_from_db()
    assert lise.is_active and lise.has_usable_password()
    assert set(Act.objects.filter(tournament=life).exclude(by=None).values_list("by", flat=True)) == {yvon.pk}


def test_field_missing_in_copy_takes_default(tournament):
    content = copies.pack(tournament)
    part = content["parts"]["Entry"]
    at = part["fields"].index("note")
    part["fields"].remove("note")
    part["rows"] = [row[:at] + row[at + 1 :] for row in part["rows"]]
    del content["tournament"]["language"], content["parts"]["Call"]
    life = copies.restore(copies.open_copy(copies.seal_copy(content)), by=None)
    assert Entry.objects.filter(tournament=life).count() == 4
    assert life.language == Tournament._meta.get_field("language").get_default()


def test_references_between_actions_are_kept(tournament):
    for _time in range(3):
        entry = registration.add_entry(tournament, f"Tardive {uuid4()}")
        registration.withdraw(entry, from_round=2, by=None)
    from tournaments.common import audit_log

    audit_log.undo(tournament.acts.filter(kind="withdraw").latest("version"), by=None)
    life = restored(tournament)

    def undone(tournament):
        return list(
            tournament.acts.exclude(kind="restore").order_by("version").values_list("undoes__version", "kind")
        )

    assert undone(life) == undone(tournament)
    assert any(version for version, _kind in undone(life))


@pytest.mark.parametrize(
    ("points_to", "known", "expected"),
    [
        ([None, None, None], (), [[0, 1, 2]]),
        ([None, 0, None, 2], (), [[0], [1, 2], [3]]),
        ([None, 0, 1], (0, 1), [[2]]),
        ([2, 0, None], (), [[0], [1, 2]]),  # forward: put in once that row stands
        ([None, 0, 0], (1,), [[0], [2]]),
    ],
)
def test_batches_contain_no_internal_references(points_to, known, expected):
    keys = {at: at for at in known}
    found = []
    for batch in rows.in_creation_order([[at] for at in points_to], [0], keys):
        found.append(batch)
        keys.update({at: at for at in batch})
    assert found == expected


def test_self_referencing_row_is_refused():
    with pytest.raises(ValueError, match="itself"):
        list(rows.in_creation_order([[0]], [0], {}))


@pytest.mark.parametrize("at", range(len(integrity.PARTS)))
def test_failed_integrity_check_undoes_restore(tournament, monkeypatch, caplog, at):
    """Each part of the check reads the whole copy; if one of them fails, nothing is restored."""
    publications.publish(tournament, official=False, by=None)
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    parts = list(integrity.PARTS)
    part, read = parts[at]
    parts[at] = (part, lambda tournament: (read(tournament), {}["missing"]))
    monkeypatch.setattr(integrity, "PARTS", parts)
    with refused("copy_does_not_fit") as found, caplog.at_level("WARNING"):
        copies.restore(copy, by=None)
    assert found.value.args_ == {"part": part, "why": "KeyError"}
    assert [record.exc_info[0] for record in caplog.records if record.name.endswith("integrity")] == [
        KeyError
    ]
    assert list(Tournament.objects.values_list("live", "pk")) == [(True, tournament.pk)]


def test_outdated_comparison_is_refused(tournament):
    copy = copies.open_copy(copies.seal_copy(copies.pack(tournament)))
    seen = copies.compare(copy, Tournament.objects.get(pk=tournament.pk))
    life = copies.restore(copy, by=None)
    assert life.version != seen.version  # but that of the life before is the same
    with refused("copy_here_changed"):
        copies.restore(copy, by=None, seen=seen)
    assert list(Tournament.objects.filter(live=True)) == [life]
