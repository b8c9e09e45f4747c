"""An organisation copies a format, changes it, keeps it, plays by it, and exports it as a file."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse

from scoring import DomainError
from tests import factories, page_reader
from tests.samples import SWEEP_FACTOR
from tests.web.setup.posting import posted, refusals
from tournaments import formats
from tournaments.formats.file import SHIPPED
from tournaments.models import Organisation, OwnFormat, Tournament
from tournaments.organisations import own_formats
from tournaments.organisations.own_formats import file as files
from tournaments.rounds import stages
from tournaments.transfer import copies
from tournaments.web.formats import forms
from tournaments.web.setup.forms.form import SetupForm
from tournaments.web.setup.forms.formats import key_of

pytestmark = pytest.mark.django_db
NAME = "Mardi de L'Écuyer"


@pytest.fixture
def club():
    return Organisation.objects.create(name="Club de Saint-Hilaire")


@pytest.fixture
def lise(client, club):
    user = factories.helper(club, "director", "lise")
    client.force_login(user)
    return user


def typed(draft, **changes):
    """Return what a browser posts from the page of a format."""
    form = forms.FormatForm(draft=draft)
    data = {}
    for field in (field for one in (form, *form.parts.values()) for field in one):
        value = field.value()
        if value is not None and value is not False:
            text = field.field.widget.format_value(value) if hasattr(value, "hour") else value
            data[field.name] = "on" if value is True else str(text)
    data |= changes
    return {name: value for name, value in data.items() if value is not None}


def kept(club, key="fadoq-15", name=NAME, by=None, **changes):
    draft = own_formats.shipped(key)
    if draft.rules["game"] == "points":
        changes = {"game_name": "500", **changes}
    form = forms.FormatForm(typed(draft, name=name, **changes), draft=draft)
    assert form.is_valid(), (form.errors, [one.errors for one in form.parts.values()])
    return own_formats.save_format(form.changed(), club, by=by)


@pytest.mark.parametrize("key", formats.FORMATS)
def test_unchanged_own_format_has_the_shipped_rules(club, key):
    one = kept(club, key)
    named = {"game_name": "500"} if one.rules["game"] == "points" else {}
    assert one.rules == formats.rules(key) | named
    assert bool(own_formats.differences(one.original, one.rules)) == bool(named)
    own = {"uid": str(one.uid), "version": 1, "name": NAME}
    assert own_formats.rules_to_play(one) == one.rules | {"own": own}


def test_own_format_does_not_copy_the_note():
    assert own_formats.shipped("fadoq-15").note == "", "the note says 15 games, which a copy may change"


CHANGES = {
    "withdrawn": "removed",
    "rounds": "12",
    "tables": "20",
    "minutes": "25",
    "missed": "60",
    "forfeit_present": "121",
    "odd": "bye",
    "equal_games": "on",
    "start": "13:30",
    "clock": "on",
    "welcome": "0",
    "dinner": "0",
    "medals": "10",
    "keep_clubs_apart": "on",
    "apart_for": "0",
    "apart_at_any_price": "on",
    "penalties": "Carte d'O'Brien: 2",
    "match_kind": "best_of",
    "game_to": "61",
    "pegging": "as_pegged",
    "from_116": None,
    "muggins": "on",
    "cuts": "opponent",
    "first_deal": "loser",
    "match_points": "acc",
    "own_order": "on",
    "playoffs_who": "quarter",
}


@pytest.mark.parametrize("field", CHANGES)
def test_every_changed_field_is_listed_as_a_difference(club, field):
    asked = forms.FormatForm(draft=own_formats.shipped("fadoq-15"))
    if field == "cuts":
        choices = [code for code, _label in asked.parts["cribbage"].fields["cuts"].choices]
        value = (
            next(code for code in choices if code != asked["cuts"].value()) if field in asked.fields else None
        )
        value = value or next(code for code in choices if code != formats.rules("fadoq-15")["cuts"])
    else:
        value = CHANGES[field]
    extra = {"bye_credit": "60"} if field in ("odd", "equal_games") else {}
    extra |= {"odd": "bye"} if field == "equal_games" else {}
    if field == "own_order":
        extra |= {"order_1": "won", "order_2": "spread"}
    one = kept(club, **{field: value}, **extra)
    assert one.rules != one.original
    differences = own_formats.differences(one.original, one.rules)
    assert differences and all(each.before != each.after for each in differences)


def test_own_format_can_be_created_and_used(client, lise, club):
    page = client.get(reverse("shipped_format", args=["acc-swiss"]))
    address = f"{reverse('format_new', args=[club.slug])}?of=acc-swiss"
    assert address in page.content.decode()
    assert client.get(address).status_code == 200
    draft = own_formats.shipped("acc-swiss")
    answer = client.post(
        reverse("format_new", args=[club.slug]),
        typed(draft, name=NAME, rounds="14", forfeit_absent="7") | {"of": "acc-swiss"},
    )
    assert answer.status_code == 302, refusals(answer)
    one = OwnFormat.objects.get()
    page = client.get(f"/new/?format={key_of(one.uid)}")
    form = page.context["form"]
    assert (form["format"].value(), form["rounds"].value(), form["forfeit_absent"].value()) == (
        key_of(one.uid),
        14,
        7,
    )
    answer = client.post("/new/", posted(form))
    assert answer.status_code == 302, refusals(answer)
    rules = stages.qualifying(Tournament.objects.get()).rules
    assert (rules["format"], rules["rounds"], rules["own"]["name"]) == ("acc-swiss", 14, NAME)
    again = client.get(f"/new/?like={Tournament.objects.get().slug}").context["form"]
    assert again["format"].value() == key_of(one.uid)


def test_format_that_is_changed_at_the_same_moment_is_not_removed(client, lise, club, monkeypatch):
    one, remove = kept(club, by=lise), own_formats.remove

    def changed_first(found, *, by):
        own_formats.change(found, replace(draft_of(found), name="Jeudi"), by=lise)
        remove(found, by=by)

    monkeypatch.setattr(own_formats, "remove", changed_first)
    answer = client.post(reverse("format_remove", args=[club.slug, one.uid]), follow=True)
    assert page_reader.message_codes(answer) == ["format_changed_meanwhile"]
    assert own_formats.offered_formats([club]).get().name == "Jeudi"


def test_tournament_keeps_its_version_of_the_format(client, lise, club):
    one = kept(club, by=lise)
    form = SetupForm(offered=_offered(one), key=key_of(one.uid))
    client.post("/new/", posted(form))
    tournament = Tournament.objects.get()
    before = stages.qualifying(tournament).rules
    answer = client.post(
        reverse("format_change", args=[club.slug, one.uid]),
        typed(draft_of(one), name="Jeudi", rounds="9") | {"version": "1"},
    )
    assert answer.status_code == 302, refusals(answer)
    newest = own_formats.offered_formats([club]).get()
    assert (newest.version, newest.name, newest.rules["rounds"]) == (2, "Jeudi", 9)
    client.post(reverse("format_remove", args=[club.slug, one.uid]))
    assert not own_formats.offered_formats([club]).exists()
    assert stages.qualifying(Tournament.objects.get()).rules == before
    assert client.get(f"/t/{tournament.slug}/setup/").status_code == 200
    back = copies.restore(copies.open_copy(copies.seal_copy(copies.pack(tournament))), by=None)
    assert stages.qualifying(back).rules == before
    client.post(reverse("format_back", args=[club.slug, one.uid]))
    assert own_formats.offered_formats([club]).get().version == 4
    assert own_formats.versions(newest).count() == 4


def _offered(one):
    from tournaments.web.setup.forms.formats import offered

    return offered([one])


def draft_of(one):
    rules = own_formats.rules_to_play(one)
    return own_formats.Draft(one.name, one.note, rules, one.original, one.original_name, one.uid)


def codes_of(answer):
    return [fault.code for fault in answer.context["form"].errors.as_data()["name"]]


def test_duplicate_format_name_is_refused(client, lise, club):
    kept(club)
    answer = client.post(
        reverse("format_new", args=[club.slug]),
        typed(own_formats.shipped("fadoq-15"), name=NAME.upper()) | {"of": "fadoq-15"},
    )
    assert codes_of(answer) == ["format_name_taken"]


def test_own_format_can_be_made_from_a_tournament(client, lise, club):
    tournament = factories.tournament(4, by=lise, missed=33)
    Tournament.objects.update(organisation=club)
    address = f"{reverse('format_new', args=[club.slug])}?of=day-{tournament.slug}"
    form = client.get(address).context["form"]
    assert form["missed"].value() == 33
    answer = client.post(
        reverse("format_new", args=[club.slug]),
        typed(form.draft, name=NAME) | {"of": f"day-{tournament.slug}"},
    )
    assert answer.status_code == 302
    assert OwnFormat.objects.get().rules == stages.qualifying(tournament).rules


def test_other_organisations_cannot_see_or_change_a_format(client, club):
    one = kept(club)
    client.force_login(factories.director("étrangère"))
    assert client.get(reverse("own_format", args=[one.uid])).status_code == 404
    assert client.get(reverse("own_format_file", args=[one.uid])).status_code == 404
    assert client.get(reverse("format_change", args=[club.slug, one.uid])).status_code == 404
    tournament = factories.tournament(2)
    Tournament.objects.update(organisation=club)
    tournament.refresh_from_db()
    client.force_login(factories.helper(tournament, "director", "aline"))
    assert client.get(reverse("own_format", args=[one.uid])).status_code == 200
    assert client.get(reverse("format_change", args=[club.slug, one.uid])).status_code == 404
    hidden = factories.tournament(2)
    Tournament.objects.filter(pk=hidden.pk).update(
        organisation=Organisation.objects.create(name="Ailleurs", slug="ailleurs")
    )
    client.force_login(factories.helper(club, "director", "odile"))
    assert client.get(f"{reverse('format_new', args=[club.slug])}?of=day-{hidden.slug}").status_code == 404


@pytest.mark.parametrize("key", [key for key, one in formats.FORMATS.items() if one.game != "points"])
def test_shipped_format_file_can_be_imported(client, lise, club, key):
    with (SHIPPED / f"{key}.json").open("rb") as file:
        answer = client.post(reverse("format_bring", args=[club.slug]), {"file": file})
    one = OwnFormat.objects.get()
    assert answer["Location"] == reverse("own_format", args=[one.uid])
    assert one.rules == one.original == formats.rules(key)


def test_shipped_file_without_game_name_is_refused(client, lise, club):
    with (SHIPPED / "points-swiss.json").open("rb") as file:
        answer = client.post(reverse("format_bring", args=[club.slug]), {"file": file})
    assert answer.status_code == 422 and "format_file_set_up" in page_reader.codes(answer)


@pytest.mark.parametrize("key", formats.FORMATS)
def test_exported_format_is_imported_unchanged(client, lise, club, key):
    one = kept(club, key, note="Chez O'Brien «à 13 h»")
    content = client.get(reverse("own_format_file", args=[one.uid])).content
    other = Organisation.objects.create(name="Ailleurs")
    draft = own_formats.parse_format(content)
    forms.check_set_up(draft)
    brought = own_formats.save_format(draft, other, by=None)
    assert (brought.name, brought.note, brought.rules) == (one.name, one.note, one.rules)
    assert (brought.original, brought.original_name) == (one.original, one.original_name)
    assert own_formats.parse_format(own_formats.format_file(brought)).rules == one.rules


def sealed(file, **changes):
    """Return the file of a format with something else in it, under a checksum that is right."""
    content = json.loads(file)
    for path, value in changes.items():
        where = content
        *steps, last = path.split("__")
        for step in steps:
            where = where[step]
        if value is ...:
            del where[last]
        else:
            where[last] = value
    content["sha256"] = files.checksum(content)
    return json.dumps(content).encode()


HOSTILE_FILES = {
    "format_file_game": [{"rules__game": "poker"}, {"rules__game": ["gin"]}, {"rules__game": ...}],
    "format_file_movement": [{"rules__movement": "knock_out"}, {"rules__movement": None}],
    "format_file_version": [{"version": 3}, {"rules__v": 999}],
    "format_file_unknown_rule": [
        {"rules__exec": "rm"},
        {"rules__bracket": {"order": [1, 2], "third_place": False}},
        {"rules__own": {"uid": "1", "version": 1, "name": "x"}},
        {"rules__games": 3},
    ],
    "format_file_field": [
        {"name": "a" * 81},
        {"name": "Crible\u202egnp"},
        {"name": "  "},
        {"name": 3},
        {"note": "x\0"},
        {"uid": "../../etc"},
        {"extra": 1},
        {"rules__rounds": -1},
        {"rules__rounds": True},
        {"rules__rounds": "12"},
        {"rules__rounds": ...},
        {"rules__tables": 10**9},
        {"rules__breaks": [{"after": 1}]},
        {"rules__penalties": [{"fault": "x", "points": 10**6}]},
        {"rules__odd_ways": ["all"]},
        {"original": []},
    ],
    "format_file_rules": [{"rules__at_table": 3}, {"rules__movement": "mixed_tables"}],
    "format_file_set_up": [
        {"rules__rounds": 0},
        {"rules__minutes": 1440},
        {"rules__tables": 0},
        {"rules__missed": -5},
        {"rules__cuts": "nobody"},
    ],
}


HOSTILE_SINCE_2 = {
    "format_file_unknown_rule": [
        {"rehearsal": {"rules": {"exec": "rm"}}},
        {"rehearsal": {"rules": {"own": {}}}},
    ],
    "format_file_field": [
        {"note": ...},
        {"rules": ...},
        {"source": "x" * 201},
        {"source": ["docs"]},
        {"asks": "muggins"},
        {"asks": ["exec"]},
        {"asks": [["muggins"]]},
        {"rehearsal": []},
        {"rehearsal": {"exec": "rm"}},
        {"rehearsal": {"odd": "three"}},
        {"rehearsal": {"tables": 3}},
        {"rehearsal": {"rounds": "all"}},
        {"rehearsal": {"rules": []}},
        {"rehearsal": {"rules": {"tables": 10**9}}},
    ],
}
FIRST_VERSION = (Path(__file__).parents[2] / "past" / "format-1.json").read_bytes()


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    ("code", "changes"), [(code, one) for code, every in HOSTILE_FILES.items() for one in every], ids=str
)
def test_hostile_format_file_is_refused(club, code, changes, version):
    file = FIRST_VERSION if version == 1 else own_formats.format_file(kept(club))
    with pytest.raises(DomainError) as refused:
        forms.check_set_up(own_formats.parse_format(sealed(file, **changes)))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("code", "changes"), [(code, one) for code, every in HOSTILE_SINCE_2.items() for one in every], ids=str
)
def test_hostile_fields_of_version_2_are_refused(club, code, changes):
    with pytest.raises(DomainError) as refused:
        own_formats.parse_format(sealed(own_formats.format_file(kept(club)), **changes))
    assert refused.value.code == code


@pytest.mark.parametrize("name", [name for name in files.FILE_SHAPES if name != "sha256"])
def test_file_of_version_1_needs_every_field(name):
    with pytest.raises(DomainError) as refused:
        own_formats.parse_format(sealed(FIRST_VERSION, **{name: ...}))
    assert refused.value.code in ("format_file_field", "format_file_unreadable")


@pytest.mark.parametrize("name", files.SHIPPED_FILE_SHAPES)
def test_file_of_version_1_refuses_fields_of_version_2(name):
    with pytest.raises(DomainError) as refused:
        own_formats.parse_format(sealed(FIRST_VERSION, **{name: []}))
    assert refused.value.code == "format_file_field"


def test_a_file_of_version_1_is_read_and_written_as_version_2(club):
    draft = own_formats.parse_format(FIRST_VERSION)
    forms.check_set_up(draft)
    assert draft.rules == formats.rules("fadoq-15", rounds=12, minutes=25, start=13 * 60)
    assert draft.original == formats.rules("fadoq-15")
    written = own_formats.format_file(own_formats.save_format(draft, club, by=None))
    assert json.loads(written)["rules"].keys() == formats.FORMATS["fadoq-15"].rules.keys() | {"start"}
    assert own_formats.parse_format(written) == draft


DEEP_FILE = b'{"kind":' + b"[" * 30_000 + b"]" * 30_000 + b"}"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "format_file_unreadable"),
        (b"\xff\xfe{}", "format_file_unreadable"),
        (b"[]", "format_file_unreadable"),
        (b"{}", "format_file_unreadable"),
        (b'{"kind": "cheville-format", "version": 1e9}', "format_file_field"),
        (b'{"kind": NaN}', "format_file_unreadable"),
        (b'{"kind": "cheville-format", "kind": "x"}', "format_file_unreadable"),
        (b'{"kind": "cheville-format"}', "format_file_field"),
        (DEEP_FILE, "format_file_unreadable"),
        (b'{"kind":' + b"9" * 50_000 + b"}", "format_file_unreadable"),
        (b" " * (own_formats.MAX_BYTES + 1), "format_file_too_big"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_unreadable_format_file_is_refused(client, lise, club, content, code):
    with pytest.raises(DomainError) as refused:
        own_formats.parse_format(content)
    assert refused.value.code == code


def test_altered_or_duplicate_format_file_is_refused(client, lise, club, tmp_path):
    one = kept(club)
    content = own_formats.format_file(one).replace(b'"rounds": 15', b'"rounds": 14')
    path = tmp_path / "mardi.json"
    path.write_bytes(content)
    with path.open("rb") as file:
        answer = client.post(reverse("format_bring", args=[club.slug]), {"file": file})
    assert answer.status_code == 422 and "format_file_damaged" in page_reader.codes(answer)
    path.write_bytes(own_formats.format_file(one))
    with path.open("rb") as file:
        answer = client.post(reverse("format_bring", args=[club.slug]), {"file": file})
    assert "format_is_here" in page_reader.codes(answer)
    OwnFormat.objects.all().delete()
    with path.open("rb") as file:
        answer = client.post(reverse("format_bring", args=[club.slug]), {"file": file})
    assert answer["Location"] == reverse("own_format", args=[OwnFormat.objects.get().uid])


def test_any_value_of_any_rule_causes_no_error(club):
    """No file ends in an error of the program. A sample tries each rule with half of the values."""
    strange = (None, True, -1, 0, 61, 10**12, "", "x" * 500, [], [None], {}, {"a": {}}, [[1, 2]], "\ud800")
    for turn, key in enumerate(("acc-swiss", "gin-hollywood", "points-partners")):
        one = kept(club, key, name=key)
        whole = json.loads(own_formats.format_file(one))
        for at, rule in enumerate(sorted(one.rules), start=turn):
            for value in strange if SWEEP_FACTOR > 1 else strange[at % 2 :: 2]:
                content = whole | {"rules": whole["rules"] | {rule: value}}
                try:
                    content["sha256"] = files.checksum(content)
                    forms.check_set_up(own_formats.parse_format(json.dumps(content).encode()))
                except (DomainError, UnicodeEncodeError):
                    pass


def test_simulate_command_plays_a_format_file(club, tmp_path, capsys):
    path, export = tmp_path / "mardi.json", tmp_path / "day.json"
    path.write_bytes(own_formats.format_file(kept(club, "acc-consolation", rounds="9", minutes="25")))
    call_command("simulate", format_file=path, players=8, seed=3, rounds=2, export=export)
    rules = json.loads(export.read_text(encoding="utf-8"))["stages"][0]["rules"]
    assert (rules["minutes"], rules["own"]["name"]) == (25, NAME)
    path.write_bytes(b"{}")
    with pytest.raises(CommandError):
        call_command("simulate", format_file=path, players=8)


def test_simulate_command_plays_an_unshipped_format_file(tmp_path, capsys):
    path, export = tmp_path / "speed-crib.json", tmp_path / "day.json"
    shipped = json.loads((SHIPPED / "cribbage-draw.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps(shipped | {"rules": shipped["rules"] | {"format": "speed-crib"}}))
    call_command("simulate", format_file=path, players=9, seed=3, rounds=2, export=export)
    rules = json.loads(export.read_text(encoding="utf-8"))["stages"][0]["rules"]
    assert (rules["format"], rules["odd"]) == ("speed-crib", "house")


@pytest.mark.parametrize("key", formats.FORMATS)
def test_the_page_of_a_format_has_its_rules_and_numbers(client, lise, key):
    page = client.get(reverse("shipped_format", args=[key]))
    assert page.status_code == 200
    rows = page.context["numbers"]
    least, most = formats.rules(key)["rounds_allowed"]
    assert all(least <= row["rounds"] <= most for row in rows)
    assert any(row["possible"] for row in rows)


def test_out_of_band_fragments_have_a_target_on_the_page(client, lise, club):
    """Without one the browser drops the fragment, with an error in its console."""
    of = typed(own_formats.shipped("fadoq-15")) | {"of": "fadoq-15"}
    new, look = (reverse(name, args=[club.slug]) for name in ("format_new", "format_feasibility"))
    pages = [("/new/", "/feasibility/", posted()), (f"{new}?of=fadoq-15", look, of)]
    for page, fragment, data in pages:
        there = {one.get("id") for one in page_reader.parse(client.get(page)).all()}
        anew = [one.get("id") for one in page_reader.parse(client.post(fragment, data)).all("[hx-swap-oob]")]
        assert anew and set(anew) <= there, page
