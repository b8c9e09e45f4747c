"""Lists of people, loaded and loaded again; a list of members fills in numbers and marks others."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests import factories, shown_by, walk
from tests.factories import signed_in
from tournaments import registration
from tournaments.models import ClubMembership, Player
from tournaments.organisations import erasure, people, people_import, person_changes
from tournaments.registration import signups
from tournaments.registration.signup_settings import SignupSettings, save_settings

pytestmark = pytest.mark.django_db

LIST = """Nom;Prénom;Club;Région;No de membre;Catégorie
Tremblay;Huguette;Sorel;Est;F-1;A
O'Brien;Réal;Tracy;Est;F-2;
Roy;Zoé;Sorel;Nord;F-3;
Roy;Zoé;Tracy;Nord;F-4;
"""


@pytest.fixture
def lise():
    return factories.director()


@pytest.fixture
def day(lise):
    return factories.tournament(0, by=lise)


def preview(browser: Client, day, rows: str, *, members: bool = False, on: str = "2026-09-01"):
    page = reverse("players_import", args=[day.organisation.slug])
    given = {"file": SimpleUploadedFile("liste.csv", rows.encode()), "on": on}
    return browser.post(page, given | ({"is_member_list": "on"} if members else {}), follow=True)


def load(browser: Client, day, rows: str, **about):
    shown = preview(browser, day, rows, **about)
    page = reverse("players_preview", args=[day.organisation.slug])
    return browser.post(page, roles_in(shown) | {"do": "load"})


def roles_in(shown) -> dict[str, str]:
    form = shown.context["form"]
    return {name: field.initial for name, field in form.fields.items()}


def counts(shown) -> list[str]:
    return [shown_by.data(shown, name)[0] for name in ("new", "changed", "same", "left", "refused")]


def known(day) -> list[tuple[str, str, str]]:
    rows = day.organisation.players.order_by("member_number", "sort_name")
    return list(rows.values_list("name", "club", "member_number"))


def test_a_list_is_loaded_once_however_often_it_is_brought(day, lise):
    browser = signed_in(lise, "fr")
    shown = preview(browser, day, LIST)
    assert counts(shown) == ["4", "0", "0", "0", "0"]
    assert not Player.objects.exists() and not day.organisation.clubs.exists(), "a preview writes nothing"
    for _again in "123":
        assert load(browser, day, LIST).status_code == 302
        assert known(day) == [
            ("Huguette Tremblay", "Sorel", "F-1"),
            ("Réal O'Brien", "Tracy", "F-2"),
            ("Zoé Roy", "Sorel", "F-3"),
            ("Zoé Roy", "Tracy", "F-4"),
        ]
    assert counts(preview(browser, day, LIST)) == ["0", "0", "4", "0", "0"]
    assert Player.objects.get(member_number="F-1").category == "A"


def test_what_is_exported_is_imported_without_a_change(day, lise):
    browser = signed_in(lise, "fr")
    signs = "''=Roy;;=Sorel;@Nord;+5;-A\n''-Caron;Lise;;;;\nMorin;''@Zoé;;;;\n"
    load(browser, day, LIST + "Lopez;=1+1;Sorel;;F-5;\nde la Durantaye;Jean;;;;\n" + signs)
    assert {"=Roy", "Lise -Caron", "@Zoé Morin"} <= {name for name, _club, _number in known(day)}
    for name in ("players_csv", "players_workbook"):
        content = browser.get(reverse(name, args=[day.organisation.slug])).content
        page = reverse("players_import", args=[day.organisation.slug])
        file = SimpleUploadedFile("export", content)
        shown = browser.post(page, {"file": file, "on": "2026-09-01"}, follow=True)
        assert counts(shown) == ["0", "0", str(Player.objects.count()), "0", "0"]


def test_the_export_has_what_the_list_shows(day, lise):
    browser = signed_in(lise, "fr")
    load(browser, day, LIST)
    answer = browser.get(reverse("players_csv", args=[day.organisation.slug]), {"q": "roy", "club": "Tracy"})
    assert [line.split(";")[4] for line in answer.content.decode("utf-8-sig").splitlines()[1:]] == ["F-4"]


@pytest.mark.both_databases
def test_a_transfer_is_dated_and_another_spelling_is_none(day, lise):
    browser = signed_in(lise, "fr")
    load(browser, day, LIST, members=True, on="2025-09-01")
    assert Player.objects.filter(club_memberships=None).count() == 4
    moved = LIST.replace("Huguette;Sorel", "Huguette;TRACY").replace("Réal;Tracy", "Réal;tracy")
    shown = preview(browser, day, moved, members=True, on="2026-09-01")
    assert counts(shown) == ["0", "1", "3", "0", "0"]
    for _again in "12":
        load(browser, day, moved, members=True, on="2026-09-01")
        player = Player.objects.get(member_number="F-1")
        assert [tuple(one) for one in people.memberships(player)] == [
            ("Tracy", date(2026, 9, 1), None),
            ("Sorel", None, date(2026, 9, 1)),
        ]


def test_rows_that_cannot_be_are_left_out_with_the_reason(day, lise):
    browser = signed_in(lise, "fr")
    load(browser, day, LIST)
    shown = preview(browser, day, LIST + "Autre;Nom;Sorel;;F-1;\nRoy;Zoé;Sorel;Nord;F-3;\n;;Sorel;;;\n")
    assert counts(shown) == ["0", "0", "4", "0", "2"], "a line that is a title is no person"
    codes = [why.code for _row, why in shown.context["refused"]]
    assert codes == ["person_twice", "person_twice"]
    first = LIST.replace("Tremblay;Huguette", "Autre;Nom")
    assert [why.code for _row, why in preview(browser, day, first).context["refused"]] == [
        "member_number_taken"
    ]


def test_a_number_that_was_typed_at_a_registration_is_of_the_person_on_the_list(day, lise):
    browser = signed_in(lise, "fr")
    for name in ("Aline Roy", "Line Imposteur"):  # the second number is that of another by now
        registration.add_entry(day, name, club="Sorel", member_number="F-1")
    assert known(day) == [("Line Imposteur", "Sorel", ""), ("Aline Roy", "Sorel", "F-1")]
    assert counts(preview(browser, day, LIST)) == ["4", "1", "0", "0", "0"]
    load(browser, day, LIST)
    held = day.organisation.players.exclude(member_number="").values_list("member_number", "name")
    assert sorted(held)[0] == ("F-1", "Huguette Tremblay") and len(held) == 4
    people_import.undo(people_import.last_load(day.organisation), by=lise)
    assert ("Aline Roy", "Sorel", "F-1") in known(day)


def test_two_new_people_of_a_list_have_not_one_number(day, lise):
    shown = preview(signed_in(lise, "fr"), day, LIST.replace("F-2", "F-1"))
    assert [why.code for _row, why in shown.context["refused"]] == ["member_number_taken"]


def test_columns_are_corrected_in_the_preview(day, lise):
    browser = signed_in(lise, "fr")
    shown = preview(browser, day, "Nom;Autre\nZoé Roy;Sorel\nLuc Roy;Tracy\n")
    roles = roles_in(shown) | {"column-1": "region"}
    assert roles != roles_in(shown)
    page = reverse("players_preview", args=[day.organisation.slug])
    again = browser.post(page, roles | {"do": "load"})
    assert again.status_code == 200 and not Player.objects.exists(), "the columns are looked at first"
    browser.post(page, roles | {"do": "load"})
    assert set(Player.objects.values_list("name", "region")) == {("Zoé Roy", "Sorel"), ("Luc Roy", "Tracy")}
    second = browser.post(page, roles | {"do": "load"})
    assert second.status_code == 302 and Player.objects.count() == 2


def test_a_list_without_names_is_refused_and_the_columns_can_be_said(day, lise):
    browser = signed_in(lise, "fr")
    shown = preview(browser, day, LIST)
    page = reverse("players_preview", args=[day.organisation.slug])
    refused = browser.post(page, dict.fromkeys(roles_in(shown), "") | {"do": "read"})
    assert refused.status_code == 422 and refused.context["refusal"].code == "no_name_column"
    assert not Player.objects.exists()


def test_a_file_that_is_none_is_refused(day, lise):
    shown = preview(signed_in(lise, "fr"), day, "%PDF-1.4")
    assert shown.status_code == 422
    assert shown.context["form"].errors.as_data()["file"][0].code == "file_not_a_list"


def marked(browser: Client, day) -> list[str]:
    page = browser.get(reverse("registration", args=[day.slug]))
    return [row.entry.name for row in page.context["rows"] if row.off_list]


@pytest.mark.both_databases
def test_numbers_are_filled_in_where_name_and_club_identify_one_member(day, lise):
    browser = signed_in(lise, "fr")
    load(browser, day, LIST + "Roy;Luc;Sorel;;F-7;\nRoy;Luc;Sorel;;F-8;\n", members=True)
    for name, club, number in (
        ("Huguette Tremblay", "SOREL", "F-1"),
        ("Zoé Roy", "Tracy", "F-4"),
        ("Zoé Roy", "", ""),
        ("Luc Roy", "Sorel", ""),
        ("Huguette Tremblay", "Tracy", ""),
    ):
        entry = registration.add_entry(day, name, club=club)
        assert entry.member_number == number
        assert bool(number) == entry.members.get().player.on_list
    again = registration.add_entry(day, "Huguette Tremblay", club="Sorel")
    assert again.member_number == "", "a member is entered once"
    assert set(marked(browser, day)) == {"Zoé Roy", "Luc Roy", "Huguette Tremblay"}
    assert len(marked(browser, day)) == 4


def test_who_is_not_on_the_list_is_marked_at_check_in_and_among_registrations(day, lise):
    browser = signed_in(lise, "fr")
    check_in = reverse("check_in", args=[day.slug])
    online = reverse("online_registration", args=[day.slug])
    save_settings(day, SignupSettings(on=True, capacity=2), by=None)
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
        typed = signups.Typed((name,), club, number)
        signups.sign_up(day, typed, nonce=str(turn), language="fr-ca")
    assert not shown_by.page(browser.get(online)).all("[data-off-list]")
    load(browser, day, LIST, members=True)
    entry = registration.add_entry(day, "Zoé Roy", club="Sorel")
    assert entry.member_number
    page = shown_by.page(browser.get(check_in))
    assert [one["id"] for one in page.all("[data-off-list]")] == ["guest-2"]
    rows = shown_by.page(browser.get(online)).all("[data-signup]")
    assert {one["data-signup"] for one in rows if one.all("[data-off-list]")} == {"2", "5", "6"}


def test_without_a_list_nobody_is_marked(day, lise):
    browser = signed_in(lise, "fr")
    load(browser, day, LIST)
    entry = registration.add_entry(day, "Huguette Tremblay", club="Sorel")
    registration.add_entry(day, "Pat Autre", club="Sorel")
    assert (entry.member_number, marked(browser, day)) == ("", [])


def test_an_imported_roster_and_teams_are_filled_in(lise):
    day = factories.tournament(0, by=lise, key="cribbage-partners")
    browser = signed_in(lise, "fr")
    load(browser, day, LIST, members=True)
    mates = [
        registration.Mate("Huguette Tremblay", club="Sorel"),
        registration.Mate("Réal O'Brien", club="Tracy"),
    ]
    team = registration.add_team(day, "", mates)
    assert set(team.members.values_list("player__member_number", flat=True)) == {"F-1", "F-2"}
    other = registration.add_team(
        day, "", [registration.Mate("Zoé Roy", club="Sorel"), registration.Mate("Pat Roy")]
    )
    assert marked(browser, day) == [other.name]


def test_what_is_corrected_at_the_desk_changes_no_member(day, lise):
    load(signed_in(lise, "fr"), day, LIST, members=True)
    entry = registration.add_entry(day, "Huguette Tremblay", club="Sorel")
    entry = registration.edit_entry(entry, "Hugette Tremblay", club="Sorel", member_number="F-1")
    assert entry.members.get().player.name == "Huguette Tremblay"
    entry = registration.edit_entry(entry, "Anne Autre", club="Sorel", member_number="")
    player = entry.members.get().player
    assert (player.name, player.on_list, player.member_number) == ("Anne Autre", False, "")
    entry = registration.edit_entry(entry, "Réal O'Brien", club="Tracy", member_number="")
    assert (entry.member_number, entry.members.get().player.member_number) == ("F-2", "F-2")
    assert not Player.objects.filter(name="Anne Autre").exists(), "who is entered nowhere is forgotten"
    assert known(day)[0] == ("Huguette Tremblay", "Sorel", "F-1")


def test_a_number_that_was_filled_in_is_not_shown_to_who_types_a_name(day, lise):
    load(signed_in(lise, "fr"), day, LIST, members=True)
    entry = registration.add_entry(day, "Huguette Tremblay", club="Sorel")
    signup = signups.Signup(
        tournament_uid=day.uid, names=["Huguette Tremblay"], club="Sorel", entry_uid=entry.uid
    )
    assert entry.member_number == "F-1"
    assert signups.as_it_stands(signup, entry).member_number == ""
    signup.member_number = "F-1"
    assert signups.as_it_stands(signup, entry).member_number == "F-1"


@pytest.mark.both_databases
def test_a_new_list_marks_those_who_left_and_follows_in_tournaments_to_come(day, lise):
    browser = signed_in(lise, "fr")
    load(browser, day, LIST, members=True)
    entry = registration.add_entry(day, "Huguette Tremblay", club="Sorel")
    other = registration.add_entry(day, "Réal O'Brien", club="Tracy")
    newer = LIST.replace("Huguette;Sorel", "Huguette;Tracy").replace("O'Brien;Réal;Tracy;Est;F-2;\n", "")
    shown = preview(browser, day, newer, members=True)
    assert counts(shown) == ["0", "1", "2", "1", "0"]
    load(browser, day, newer, members=True)
    entry.refresh_from_db()
    assert entry.club == "Tracy"
    assert marked(browser, day) == [other.name]
    page = browser.get(reverse("players", args=[day.organisation.slug]), {"members": "off"})
    assert [one.name for one in page.context["page"]] == ["Réal O'Brien"]


def state_of_all(day) -> dict[int, tuple]:
    columns = ("name", "sort_name", "club", "region", "member_number", "category", "on_list", "kept")
    return {one[0]: one for one in day.organisation.players.values_list("pk", *columns).order_by("pk")}


def take_back(browser: Client, day):
    form = shown_by.page(browser.get(reverse("players_import", args=[day.organisation.slug])))
    (act,) = form.one("[data-last-load]").all("[name=act]")
    url = reverse("players_undo", args=[day.organisation.slug])
    return browser.post(url, {"act": act["value"]}, follow=True)


@pytest.mark.both_databases
def test_the_last_list_can_be_taken_back(day, lise):
    browser = signed_in(lise, "fr")
    page = reverse("players_import", args=[day.organisation.slug])
    before_all = registration.add_entry(day, "Pat Roy", club="Sorel")
    load(browser, day, LIST, members=True, on="2025-09-01")
    entry = registration.add_entry(day, "Huguette Tremblay", club="Sorel")
    before, clubs = state_of_all(day), ClubMembership.objects.count()
    newer = LIST.replace("Huguette;Sorel;Est;F-1;A", "Huguette;Tracy;Ouest;F-1;B")
    newer = newer.replace("O'Brien;Réal;Tracy;Est;F-2;\n", "") + "Roy;Pat;Sorel;;F-9;\n"
    shown = load(browser, day, newer + "Neuf;Luc;Sorel;;F-10;\nAutre;Line;;;;\nDeux;Léo;;;;\n", members=True)
    assert "people_loaded" in shown_by.codes(browser.get(shown.url))
    entry.refresh_from_db()
    assert (entry.club, Player.objects.count()) == ("Tracy", 8)
    coming = registration.add_entry(factories.tournament(0, by=lise), "Line Autre")
    corrected = Player.objects.get(name="Léo Deux")
    details = {"name": "Léo Deux", "club": "Sorel", "region": "", "member_number": "", "category": ""}
    person_changes.correct(corrected, family="", since=None, by=lise, **details)
    changed = Player.objects.get(member_number="F-1")
    Player.objects.filter(pk=changed.pk).update(region="Nord")
    assert "undone" in shown_by.codes(take_back(browser, day))
    after = state_of_all(day)
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
    assert marked(browser, day) == [before_all.name]
    assert not shown_by.page(browser.get(page)).all("[data-last-load]")
    load(browser, day, newer, members=True)
    assert shown_by.page(browser.get(page)).all("[data-last-load]")


def test_without_the_only_list_nobody_is_marked_and_an_older_one_is_not_taken_back(day, lise):
    browser = signed_in(lise, "fr")
    registration.add_entry(day, "Pat Autre", club="Sorel")
    load(browser, day, LIST, members=True)
    first = day.organisation.acts.get()
    assert marked(browser, day) == ["Pat Autre"]
    load(browser, day, "Nom;Prénom\nNeuf;Luc\n")
    url = reverse("players_undo", args=[day.organisation.slug])
    assert "look_again" in shown_by.codes(browser.post(url, {"act": first.pk}, follow=True))
    take_back(browser, day)
    assert not Player.objects.filter(name="Luc Neuf").exists()
    assert marked(browser, day) == ["Pat Autre"]


def test_a_list_of_members_that_was_taken_back_marks_nobody(day, lise):
    browser = signed_in(lise, "fr")
    registration.add_entry(day, "Pat Autre", club="Sorel")
    load(browser, day, LIST, members=True)
    take_back(browser, day)
    assert (marked(browser, day), Player.objects.count()) == ([], 1)


def test_who_was_known_before_is_the_member_of_the_list(day, lise):
    entry = registration.add_entry(day, "Zoé Roy", club="Sorel")
    load(signed_in(lise, "fr"), day, LIST, members=True)
    entry.refresh_from_db()
    assert (entry.member_number, entry.members.get().player.on_list) == ("F-3", True)
    assert Player.objects.count() == 4


def test_a_merge_keeps_the_member(day, lise):
    other = registration.add_entry(day, "Zoé Roi", club="Sorel").members.get().player
    load(signed_in(lise, "fr"), day, LIST, members=True)
    player = Player.objects.get(member_number="F-3")
    act = person_changes.merge(other, player, taken={"name", "sort_name", "member_number"}, by=lise)
    other.refresh_from_db()
    assert (other.on_list, other.member_number) == (True, "F-3")
    person_changes.undo(act, by=lise)
    other.refresh_from_db()
    assert (other.on_list, Player.objects.get(member_number="F-3").on_list) == (False, True)


def test_the_list_of_a_federation_is_larger_than_other_forms(day, lise):
    row = f"{'Nom' * 20};Sorel\r\n".encode()
    file = SimpleUploadedFile("membres.csv", b"Nom;Club\r\n" + row * (4_000_000 // len(row)))
    page = reverse("players_import", args=[day.organisation.slug])
    answer = signed_in(lise).post(page, {"file": file, "on": "2026-12-01"})
    assert answer.status_code == 302


def test_strangers_bring_nothing(day):
    stranger = factories.director("odile")
    browser = signed_in(stranger, "fr")
    for name in ("players_import", "players_preview", "players_csv", "players_workbook"):
        assert browser.get(reverse(name, args=[day.organisation.slug])).status_code == 404
    assert preview(browser, day, LIST).status_code == 404


def queries(rows: int) -> list[int]:
    boss = factories.director(f"of {rows}")
    day = factories.tournament(0, by=boss)
    browser = signed_in(boss, "fr")
    lines = "".join(f"Roy{'abcdef'[at]};Zoé;Sorel;Nord;F-{at};\n" for at in range(rows))
    heading = LIST.splitlines()[0] + "\n"
    load(browser, day, heading + lines, members=True)
    preview(browser, day, heading + lines.replace("Sorel", "Tracy"), members=True)
    for at in range(rows):
        registration.add_entry(day, f"Zoé Roy{'abcdef'[at]}", club="Sorel")
    counted = []
    for path in (
        reverse("players_preview", args=[day.organisation.slug]),
        reverse("players_csv", args=[day.organisation.slug]),
        reverse("registration", args=[day.slug]),
    ):
        with walk.queries_counted() as made:
            assert browser.get(path).status_code == 200
        counted.append(len(made))
    return counted


def test_three_rows_take_as_many_queries_as_one():
    assert queries(1) == queries(3)


def test_who_is_erased_is_not_in_the_way_back_of_a_list(day, lise):
    browser = signed_in(lise, "fr")
    load(browser, day, LIST, members=True)
    load(browser, day, LIST.replace("Tremblay;Huguette", "Tremblai;Huguette"), members=True)
    assert "Tremblay" in str(people_import.last_load(day.organisation).inverse)
    player = Player.objects.get(member_number="F-1")
    page = shown_by.page(browser.get(reverse("player_erase", args=[day.organisation.slug, player.uid])))
    assert not page.all("[data-papers]")
    erasure.erase(player, by=lise)
    assert people_import.last_load(day.organisation) is None
    assert "Trembla" not in str(list(day.organisation.acts.values_list("args", "inverse")))
