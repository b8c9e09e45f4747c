"""Lists of people are imported, once and again; a list of members adds numbers and marks non-members."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import all_addresses, factories, page_reader
from tests.factories import signed_in
from tournaments import registration
from tournaments.models import ClubMembership, Player
from tournaments.organisations import erasure, people, people_import, person_changes
from tournaments.registration import signups
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db

PASTED_LIST = """Nom;Prénom;Club;Région;No de membre;Catégorie
Tremblay;Huguette;Sorel;Est;F-1;A
O'Brien;Réal;Tracy;Est;F-2;
Roy;Zoé;Sorel;Nord;F-3;
Roy;Zoé;Tracy;Nord;F-4;
"""


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def tournament(lise):
    return factories.tournament(0, by=lise)


def preview(browser: Client, tournament, rows: str, *, members: bool = False, on: str = "2026-09-01"):
    page = reverse("players_import", args=[tournament.organisation.slug])
    given = {"file": SimpleUploadedFile("liste.csv", rows.encode()), "on": on}
    return browser.post(page, given | ({"is_member_list": "on"} if members else {}), follow=True)


def load(browser: Client, tournament, rows: str, **about):
    shown = preview(browser, tournament, rows, **about)
    page = reverse("players_preview", args=[tournament.organisation.slug])
    return browser.post(page, roles_in(shown) | {"do": "load"})


def roles_in(shown) -> dict[str, str]:
    form = shown.context["form"]
    return {name: field.initial for name, field in form.fields.items()}


def counts(shown) -> list[str]:
    return [page_reader.data(shown, name)[0] for name in ("new", "changed", "same", "left", "refused")]


def known_people(tournament) -> list[tuple[str, str, str]]:
    rows = tournament.organisation.players.order_by("member_number", "sort_name")
    return list(rows.values_list("name", "club", "member_number"))


def test_repeated_import_changes_nothing(tournament, lise):
    browser = signed_in(lise, "fr")
    shown = preview(browser, tournament, PASTED_LIST)
    assert counts(shown) == ["4", "0", "0", "0", "0"]
    assert not Player.objects.exists() and not tournament.organisation.clubs.exists(), (
        "a preview writes nothing"
    )
    for _again in "123":
        assert load(browser, tournament, PASTED_LIST).status_code == 302
        assert known_people(tournament) == [
            ("Huguette Tremblay", "Sorel", "F-1"),
            ("Réal O'Brien", "Tracy", "F-2"),
            ("Zoé Roy", "Sorel", "F-3"),
            ("Zoé Roy", "Tracy", "F-4"),
        ]
    assert counts(preview(browser, tournament, PASTED_LIST)) == ["0", "0", "4", "0", "0"]
    assert Player.objects.get(member_number="F-1").category == "A"


def test_exported_list_is_imported_without_changes(tournament, lise):
    browser = signed_in(lise, "fr")
    signs = "''=Roy;;=Sorel;@Nord;+5;-A\n''-Caron;Lise;;;;\nMorin;''@Zoé;;;;\n"
    load(browser, tournament, PASTED_LIST + "Lopez;=1+1;Sorel;;F-5;\nde la Durantaye;Jean;;;;\n" + signs)
    assert {"=Roy", "Lise -Caron", "@Zoé Morin"} <= {
        name for name, _club, _number in known_people(tournament)
    }
    for name in ("players_csv", "players_workbook"):
        content = browser.get(reverse(name, args=[tournament.organisation.slug])).content
        page = reverse("players_import", args=[tournament.organisation.slug])
        file = SimpleUploadedFile("export", content)
        shown = browser.post(page, {"file": file, "on": "2026-09-01"}, follow=True)
        assert counts(shown) == ["0", "0", str(Player.objects.count()), "0", "0"]


def test_export_applies_the_filters_of_the_list(tournament, lise):
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST)
    answer = browser.get(
        reverse("players_csv", args=[tournament.organisation.slug]), {"q": "roy", "club": "Tracy"}
    )
    assert [line.split(";")[4] for line in answer.content.decode("utf-8-sig").splitlines()[1:]] == ["F-4"]


@pytest.mark.both_databases
def test_import_dates_club_transfers_and_ignores_spelling(tournament, lise):
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST, members=True, on="2025-09-01")
    assert Player.objects.filter(club_memberships=None).count() == 4
    moved = PASTED_LIST.replace("Huguette;Sorel", "Huguette;TRACY").replace("Réal;Tracy", "Réal;tracy")
    shown = preview(browser, tournament, moved, members=True, on="2026-09-01")
    assert counts(shown) == ["0", "1", "3", "0", "0"]
    for _again in "12":
        load(browser, tournament, moved, members=True, on="2026-09-01")
        player = Player.objects.get(member_number="F-1")
        assert [tuple(one) for one in people.memberships(player)] == [
            ("Tracy", date(2026, 9, 1), None),
            ("Sorel", None, date(2026, 9, 1)),
        ]


def test_list_from_before_the_last_transfer_dates_it_by_that_one(tournament, lise):
    browser = signed_in(lise)
    load(browser, tournament, PASTED_LIST)
    zoe = Player.objects.get(member_number="F-3")
    details = {name: getattr(zoe, name) for name in ("name", "region", "member_number", "category")}
    person_changes.correct(zoe, family="", club="Beloeil", since=date(2026, 10, 15), by=lise, **details)
    load(browser, tournament, PASTED_LIST)
    zoe.refresh_from_db()
    newest = people.memberships(zoe)[0]
    assert (zoe.club, newest.club, newest.since) == ("Sorel", "Sorel", date(2026, 10, 15))


def test_invalid_rows_are_left_out_with_a_reason(tournament, lise):
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST)
    shown = preview(
        browser, tournament, PASTED_LIST + "Autre;Nom;Sorel;;F-1;\nRoy;Zoé;Sorel;Nord;F-3;\n;;Sorel;;;\n"
    )
    assert counts(shown) == ["0", "0", "4", "0", "2"], "a heading is not imported as a person"
    codes = [why.code for _row, why in shown.context["refused"]]
    assert codes == ["person_twice", "person_twice"]
    first = PASTED_LIST.replace("Tremblay;Huguette", "Autre;Nom")
    assert [why.code for _row, why in preview(browser, tournament, first).context["refused"]] == [
        "member_number_taken"
    ]


def test_imported_member_number_replaces_a_typed_one(tournament, lise):
    browser = signed_in(lise, "fr")
    for name in ("Aline Roy", "Line Imposteur"):  # the second player with that number is another one
        registration.add_entry(tournament, name, club="Sorel", member_number="F-1")
    assert known_people(tournament) == [("Line Imposteur", "Sorel", ""), ("Aline Roy", "Sorel", "F-1")]
    assert counts(preview(browser, tournament, PASTED_LIST)) == ["4", "1", "0", "0", "0"]
    load(browser, tournament, PASTED_LIST)
    held = tournament.organisation.players.exclude(member_number="").values_list("member_number", "name")
    assert sorted(held)[0] == ("F-1", "Huguette Tremblay") and len(held) == 4
    people_import.undo(people_import.last_load(tournament.organisation), by=lise)
    assert ("Aline Roy", "Sorel", "F-1") in known_people(tournament)


HEADINGS = "Nom;Prénom;Club;No de membre\n"


def test_row_without_a_number_gives_a_typed_one_up(tournament, lise):
    registration.add_entry(tournament, "Jean Roy", club="Sorel", member_number="F-5")
    load(signed_in(lise), tournament, HEADINGS + "Roy;Jean;Sorel;\nCôté;Luc;Sorel;F-5\n")
    assert known_people(tournament) == [("Jean Roy", "Sorel", ""), ("Luc Côté", "Sorel", "F-5")]


@pytest.mark.parametrize(
    ("typed", "rows", "after"),
    [
        ({"Jean": "F-5"}, "Côté;Luc;Sorel;F-5\n", {"Jean": "", "Luc": "F-5"}),
        (
            {"Jean": "F-5", "Anne": "F-7"},
            "Roy;Jean;Sorel;F-7\nCôté;Luc;Sorel;F-5\n",
            {"Jean": "F-7", "Anne": "", "Luc": "F-5"},  # F-5 is not free for Jean, so F-7 is not for Anne
        ),
    ],
)
def test_number_that_another_person_has_is_not_restored(tournament, lise, typed, rows, after):
    browser = signed_in(lise)
    for name, number in typed.items():
        registration.add_entry(tournament, f"{name} Roy", club="Sorel", member_number=number)
    load(browser, tournament, HEADINGS + rows)
    numbers = {name.split()[0]: number for name, _club, number in known_people(tournament)}
    assert numbers == after
    registration.add_entry(tournament, "Luc Côté", club="Sorel")  # so he stays
    take_back(browser, tournament)
    numbers = {name.split()[0]: number for name, _club, number in known_people(tournament)}
    assert numbers == after


def test_number_that_a_list_moved_is_moved_back(tournament, lise):
    browser = signed_in(lise)
    registration.add_entry(tournament, "Luc Côté", club="Sorel")
    registration.add_entry(tournament, "Jean Roy", club="Sorel", member_number="F-5")
    before = known_people(tournament)
    load(browser, tournament, HEADINGS + "Côté;Luc;Sorel;F-5\n")
    assert known_people(tournament) == [("Jean Roy", "Sorel", ""), ("Luc Côté", "Sorel", "F-5")]
    take_back(browser, tournament)
    assert known_people(tournament) == before


def test_duplicate_member_number_in_a_list_is_refused(tournament, lise):
    shown = preview(signed_in(lise, "fr"), tournament, PASTED_LIST.replace("F-2", "F-1"))
    assert [why.code for _row, why in shown.context["refused"]] == ["member_number_taken"]


def test_columns_are_corrected_in_the_preview(tournament, lise):
    browser = signed_in(lise, "fr")
    shown = preview(browser, tournament, "Nom;Autre\nZoé Roy;Sorel\nLuc Roy;Tracy\n")
    roles = roles_in(shown) | {"column-1": "region"}
    assert roles != roles_in(shown)
    page = reverse("players_preview", args=[tournament.organisation.slug])
    again = browser.post(page, roles | {"do": "load"})
    assert again.status_code == 200 and not Player.objects.exists(), "the columns are shown first"
    browser.post(page, roles | {"do": "load"})
    assert set(Player.objects.values_list("name", "region")) == {("Zoé Roy", "Sorel"), ("Luc Roy", "Tracy")}
    second = browser.post(page, roles | {"do": "load"})
    assert second.status_code == 302 and Player.objects.count() == 2


def test_list_without_name_column_is_refused(tournament, lise):
    browser = signed_in(lise, "fr")
    shown = preview(browser, tournament, PASTED_LIST)
    page = reverse("players_preview", args=[tournament.organisation.slug])
    refused = browser.post(page, dict.fromkeys(roles_in(shown), "") | {"do": "read"})
    assert refused.status_code == 422 and refused.context["refusal"].code == "no_name_column"
    assert not Player.objects.exists()


def test_file_that_is_not_a_list_is_refused(tournament, lise):
    shown = preview(signed_in(lise, "fr"), tournament, "%PDF-1.4")
    assert shown.status_code == 422
    assert shown.context["form"].errors.as_data()["file"][0].code == "file_not_a_list"


def marked_names(browser: Client, tournament) -> list[str]:
    page = browser.get(reverse("registration", args=[tournament.slug]))
    return [row.entry.name for row in page.context["rows"] if row.off_list]


@pytest.mark.both_databases
def test_member_number_is_filled_in_for_unique_name_and_club(tournament, lise):
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST + "Roy;Luc;Sorel;;F-7;\nRoy;Luc;Sorel;;F-8;\n", members=True)
    for name, club, number in (
        ("Huguette Tremblay", "SOREL", "F-1"),
        ("Zoé Roy", "Tracy", "F-4"),
        ("Zoé Roy", "", ""),
        ("Luc Roy", "Sorel", ""),
        ("Huguette Tremblay", "Tracy", ""),
    ):
        entry = registration.add_entry(tournament, name, club=club)
        assert entry.member_number == number
        assert bool(number) == entry.members.get().player.on_list
    again = registration.add_entry(tournament, "Huguette Tremblay", club="Sorel")
    assert again.member_number == "", "the member is entered already"
    assert set(marked_names(browser, tournament)) == {"Zoé Roy", "Luc Roy", "Huguette Tremblay"}
    assert len(marked_names(browser, tournament)) == 4


def test_non_members_are_marked_at_check_in_and_registrations(tournament, lise):
    browser = signed_in(lise, "fr")
    check_in = reverse("check_in", args=[tournament.slug])
    online = reverse("online_registration", args=[tournament.slug])
    save_settings(tournament, SignupSettings(on=True, capacity=2), by=None)
    for turn, (name, club, number) in enumerate(
        (
            ("Huguette Tremblay", "SOREL", ""),
            ("Pat Autre", "Sorel", ""),
            ("Zoé Roy", "Tracy", ""),
            ("Réal O'Brien", "Ailleurs", "F-2"),
            ("Réal O'Brien", "Ailleurs", ""),
            ("Luc Neuf", "", ""),
        )
    ):
        typed = signups.SignupInput((name,), club, number)
        signups.sign_up(tournament, typed, nonce=str(turn), language="fr-ca")
    assert not page_reader.parse(browser.get(online)).all("[data-off-list]")
    load(browser, tournament, PASTED_LIST, members=True)
    entry = registration.add_entry(tournament, "Zoé Roy", club="Sorel")
    assert entry.member_number
    page = page_reader.parse(browser.get(check_in))
    assert [one["id"] for one in page.all("[data-off-list]")] == ["guest-2"]
    rows = page_reader.parse(browser.get(online)).all("[data-signup]")
    assert {one["data-signup"] for one in rows if one.all("[data-off-list]")} == {"2", "5", "6"}


def test_without_a_member_list_no_player_is_marked(tournament, lise):
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST)
    entry = registration.add_entry(tournament, "Huguette Tremblay", club="Sorel")
    registration.add_entry(tournament, "Pat Autre", club="Sorel")
    assert (entry.member_number, marked_names(browser, tournament)) == ("", [])


def test_member_numbers_are_filled_in_for_teams(lise):
    tournament = factories.tournament(0, by=lise, key="cribbage-partners")
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST, members=True)
    mates = [
        registration.NewMember("Huguette Tremblay", club="Sorel"),
        registration.NewMember("Réal O'Brien", club="Tracy"),
    ]
    team = registration.add_team(tournament, "", mates)
    assert set(team.members.values_list("player__member_number", flat=True)) == {"F-1", "F-2"}
    other = registration.add_team(
        tournament, "", [registration.NewMember("Zoé Roy", club="Sorel"), registration.NewMember("Pat Roy")]
    )
    assert marked_names(browser, tournament) == [other.name]


def test_correction_at_the_desk_changes_no_member(tournament, lise):
    load(signed_in(lise, "fr"), tournament, PASTED_LIST, members=True)
    entry = registration.add_entry(tournament, "Huguette Tremblay", club="Sorel")
    entry = registration.edit_entry(entry, "Hugette Tremblay", club="Sorel", member_number="F-1")
    assert entry.members.get().player.name == "Huguette Tremblay"
    entry = registration.edit_entry(entry, "Anne Autre", club="Sorel", member_number="")
    player = entry.members.get().player
    assert (player.name, player.on_list, player.member_number) == ("Anne Autre", False, "")
    entry = registration.edit_entry(entry, "Réal O'Brien", club="Tracy", member_number="")
    assert (entry.member_number, entry.members.get().player.member_number) == ("F-2", "F-2")
    assert not Player.objects.filter(name="Anne Autre").exists(), "a player without an entry is deleted"
    assert known_people(tournament)[0] == ("Huguette Tremblay", "Sorel", "F-1")


def test_filled_in_member_number_is_hidden_from_registrants(tournament, lise):
    load(signed_in(lise, "fr"), tournament, PASTED_LIST, members=True)
    entry = registration.add_entry(tournament, "Huguette Tremblay", club="Sorel")
    signup = signups.Signup(
        tournament_uid=tournament.uid, names=["Huguette Tremblay"], club="Sorel", entry_uid=entry.uid
    )
    assert entry.member_number == "F-1"
    assert signups.current_input(signup, entry).member_number == ""
    signup.member_number = "F-1"
    assert signups.current_input(signup, entry).member_number == "F-1"


@pytest.mark.both_databases
def test_new_list_marks_former_members_and_updates_entries(tournament, lise):
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST, members=True)
    entry = registration.add_entry(tournament, "Huguette Tremblay", club="Sorel")
    other = registration.add_entry(tournament, "Réal O'Brien", club="Tracy")
    newer = PASTED_LIST.replace("Huguette;Sorel", "Huguette;Tracy").replace(
        "O'Brien;Réal;Tracy;Est;F-2;\n", ""
    )
    shown = preview(browser, tournament, newer, members=True)
    assert counts(shown) == ["0", "1", "2", "1", "0"]
    load(browser, tournament, newer, members=True)
    entry.refresh_from_db()
    assert entry.club == "Tracy"
    assert marked_names(browser, tournament) == [other.name]
    page = browser.get(reverse("players", args=[tournament.organisation.slug]), {"members": "off"})
    assert [one.name for one in page.context["page"]] == ["Réal O'Brien"]


def state_of_all(tournament) -> dict[int, tuple]:
    columns = ("name", "sort_name", "club", "region", "member_number", "category", "on_list", "kept")
    return {one[0]: one for one in tournament.organisation.players.values_list("pk", *columns).order_by("pk")}


def take_back(browser: Client, tournament):
    form = page_reader.parse(browser.get(reverse("players_import", args=[tournament.organisation.slug])))
    (act,) = form.one("[data-last-load]").all("[name=act]")
    url = reverse("players_undo", args=[tournament.organisation.slug])
    return browser.post(url, {"act": act["value"]}, follow=True)


@pytest.mark.both_databases
def test_last_import_can_be_undone(tournament, lise):
    browser = signed_in(lise, "fr")
    page = reverse("players_import", args=[tournament.organisation.slug])
    before_all = registration.add_entry(tournament, "Pat Roy", club="Sorel")
    load(browser, tournament, PASTED_LIST, members=True, on="2025-09-01")
    entry = registration.add_entry(tournament, "Huguette Tremblay", club="Sorel")
    before, clubs = state_of_all(tournament), ClubMembership.objects.count()
    newer = PASTED_LIST.replace("Huguette;Sorel;Est;F-1;A", "Huguette;Tracy;Ouest;F-1;B")
    newer = newer.replace("O'Brien;Réal;Tracy;Est;F-2;\n", "") + "Roy;Pat;Sorel;;F-9;\n"
    shown = load(
        browser, tournament, newer + "Neuf;Luc;Sorel;;F-10;\nAutre;Line;;;;\nDeux;Léo;;;;\n", members=True
    )
    assert "people_loaded" in page_reader.codes(browser.get(shown.url))
    entry.refresh_from_db()
    assert (entry.club, Player.objects.count()) == ("Tracy", 8)
    coming = registration.add_entry(factories.tournament(0, by=lise), "Line Autre")
    corrected = Player.objects.get(name="Léo Deux")
    details = {"name": "Léo Deux", "club": "Sorel", "region": "", "member_number": "", "category": ""}
    person_changes.correct(corrected, family="", since=None, by=lise, **details)
    changed = Player.objects.get(member_number="F-1")
    Player.objects.filter(pk=changed.pk).update(region="Nord")
    assert "undone" in page_reader.codes(take_back(browser, tournament))
    after = state_of_all(tournament)
    used = {coming.members.get().player_id, corrected.pk}
    assert after.keys() - before.keys() == used
    assert not any(Player.objects.filter(pk__in=used).values_list("on_list", flat=True))
    assert after.pop(changed.pk) == (*before[changed.pk][:4], "Nord", *before[changed.pk][5:])
    assert {pk: row for pk, row in after.items() if pk in before} == {
        pk: row for pk, row in before.items() if pk != changed.pk
    }
    assert ClubMembership.objects.count() == clubs
    entry.refresh_from_db()
    assert entry.club == "Sorel"
    assert marked_names(browser, tournament) == [before_all.name]
    assert not page_reader.parse(browser.get(page)).all("[data-last-load]")
    load(browser, tournament, newer, members=True)
    assert page_reader.parse(browser.get(page)).all("[data-last-load]")


def test_only_the_last_import_can_be_undone(tournament, lise):
    browser = signed_in(lise, "fr")
    registration.add_entry(tournament, "Pat Autre", club="Sorel")
    load(browser, tournament, PASTED_LIST, members=True)
    first = tournament.organisation.acts.get()
    assert marked_names(browser, tournament) == ["Pat Autre"]
    load(browser, tournament, "Nom;Prénom\nNeuf;Luc\n")
    url = reverse("players_undo", args=[tournament.organisation.slug])
    assert "look_again" in page_reader.codes(browser.post(url, {"act": first.pk}, follow=True))
    take_back(browser, tournament)
    assert not Player.objects.filter(name="Luc Neuf").exists()
    assert marked_names(browser, tournament) == ["Pat Autre"]


def test_undone_member_list_marks_no_player(tournament, lise):
    browser = signed_in(lise, "fr")
    registration.add_entry(tournament, "Pat Autre", club="Sorel")
    load(browser, tournament, PASTED_LIST, members=True)
    take_back(browser, tournament)
    assert (marked_names(browser, tournament), Player.objects.count()) == ([], 1)


def test_known_player_becomes_the_member_of_the_list(tournament, lise):
    entry = registration.add_entry(tournament, "Zoé Roy", club="Sorel")
    load(signed_in(lise, "fr"), tournament, PASTED_LIST, members=True)
    entry.refresh_from_db()
    assert (entry.member_number, entry.members.get().player.on_list) == ("F-3", True)
    assert Player.objects.count() == 4


def test_merge_keeps_membership(tournament, lise):
    other = registration.add_entry(tournament, "Zoé Roi", club="Sorel").members.get().player
    load(signed_in(lise, "fr"), tournament, PASTED_LIST, members=True)
    player = Player.objects.get(member_number="F-3")
    act = person_changes.merge(other, player, taken={"name", "sort_name", "member_number"}, by=lise)
    other.refresh_from_db()
    assert (other.on_list, other.member_number) == (True, "F-3")
    person_changes.undo(act, by=lise)
    other.refresh_from_db()
    assert (other.on_list, Player.objects.get(member_number="F-3").on_list) == (False, True)


def test_import_accepts_a_large_federation_list(tournament, lise):
    row = f"{'Nom' * 20};Sorel\r\n".encode()
    file = SimpleUploadedFile("membres.csv", b"Nom;Club\r\n" + row * (4_000_000 // len(row)))
    page = reverse("players_import", args=[tournament.organisation.slug])
    answer = signed_in(lise).post(page, {"file": file, "on": "2026-12-01"})
    assert answer.status_code == 302


def test_import_is_refused_to_other_organisations(tournament):
    stranger = factories.director("odile")
    browser = signed_in(stranger, "fr")
    for name in ("players_import", "players_preview", "players_csv", "players_workbook"):
        assert browser.get(reverse(name, args=[tournament.organisation.slug])).status_code == 404
    assert preview(browser, tournament, PASTED_LIST).status_code == 404


def queries(rows: int) -> list[int]:
    boss = factories.director(f"of {rows}")
    tournament = factories.tournament(0, by=boss)
    browser = signed_in(boss, "fr")
    lines = "".join(f"Roy{'abcdef'[at]};Zoé;Sorel;Nord;F-{at};\n" for at in range(rows))
    heading = PASTED_LIST.splitlines()[0] + "\n"
    load(browser, tournament, heading + lines, members=True)
    preview(browser, tournament, heading + lines.replace("Sorel", "Tracy"), members=True)
    for at in range(rows):
        registration.add_entry(tournament, f"Zoé Roy{'abcdef'[at]}", club="Sorel")
    counted = []
    for path in (
        reverse("players_preview", args=[tournament.organisation.slug]),
        reverse("players_csv", args=[tournament.organisation.slug]),
        reverse("registration", args=[tournament.slug]),
    ):
        with all_addresses.queries_counted() as made:
            assert browser.get(path).status_code == 200
        counted.append(len(made))
    return counted


def test_three_rows_take_as_many_queries_as_one():
    assert queries(1) == queries(3)


def test_erasure_removes_the_player_from_the_import_undo(tournament, lise):
    browser = signed_in(lise, "fr")
    load(browser, tournament, PASTED_LIST, members=True)
    load(browser, tournament, PASTED_LIST.replace("Tremblay;Huguette", "Tremblai;Huguette"), members=True)
    assert "Tremblay" in str(people_import.last_load(tournament.organisation).inverse)
    player = Player.objects.get(member_number="F-1")
    page = page_reader.parse(
        browser.get(reverse("player_erase", args=[tournament.organisation.slug, player.uid]))
    )
    assert not page.all("[data-papers]")
    erasure.erase(player, by=lise)
    assert people_import.last_load(tournament.organisation) is None
    assert "Trembla" not in str(list(tournament.organisation.acts.values_list("args", "inverse")))
