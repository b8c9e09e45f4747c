"""Clubs of an organisation: a spelling is decided once; a club is renamed, merged and taken apart again."""

import pytest
from django.urls import reverse

from tests import factories, shown_by, walk
from tests.factories import signed_in
from tournaments import registration
from tournaments.models import Club, Member, Organisation, Player
from tournaments.organisations import clubs
from tournaments.registration import draw
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(lise):
    return factories.tournament(0, by=lise)


@pytest.fixture
def lise():
    return factories.director()


def club_of(day, name: str) -> Club:
    return day.organisation.clubs.get(name=name)


def names(organisation: Organisation) -> list[str]:
    return list(organisation.clubs.values_list("name", flat=True))


def written(day) -> list[str]:
    return list(day.entries.order_by("number").values_list("club", flat=True))


def test_a_club_is_known_once_it_is_typed_and_written_in_one_way(day):
    registration.add_entry(day, "Lise Roy", club="Saint-Hilaire")
    other = registration.add_entry(day, "Jean Roy", club="ST-HILAIRE")
    registration.edit_entry(other, "Jean Roy", club="st hilaire")
    assert names(day.organisation) == ["Saint-Hilaire"]
    assert written(day) == ["Saint-Hilaire"] * 2
    assert set(Player.objects.values_list("club", flat=True)) == {"Saint-Hilaire"}


def test_partners_of_two_clubs_are_of_no_third_one_and_an_example_teaches_nothing(day):
    registration.add_entry(day, "Lise et Jean", club="Sorel / Tracy")
    day.example = True
    day.save()
    registration.add_entry(day, "Anne Roy", club="Beloeil")
    assert names(day.organisation) == []


def test_a_club_of_another_organisation_is_another_one(day):
    registration.add_entry(day, "Lise Roy", club="SOREL")
    other = factories.tournament(0, by=factories.director("odile"))
    assert registration.add_entry(other, "Jean Roy", club="Sorel").club == "Sorel"
    assert names(day.organisation) == ["SOREL"]


def test_another_name_is_written_everywhere_and_can_be_taken_back(day, lise):
    registration.add_entry(day, "Lise Roy", club="Sorel")
    version = day.version
    act = clubs.change(club_of(day, "Sorel"), name="Sorel-Tracy", short_name="S-T", city="Sorel", by=lise)
    day.refresh_from_db()
    assert (written(day), Player.objects.get().club) == (["Sorel-Tracy"], "Sorel-Tracy")
    assert day.version > version, "pages are kept by version"
    assert registration.add_entry(day, "Jean Roy", club="sorel").club == "Sorel-Tracy"
    clubs.undo(act, by=lise)
    assert written(day) == ["Sorel", "Sorel-Tracy"]  # who came since was written so
    assert club_of(day, "Sorel").short_name == ""


def test_two_clubs_become_one_and_two_again(day, lise):
    registration.add_entry(day, "Lise Roy", club="Sorel")
    registration.add_entry(day, "Jean Roy", club="Sroel")
    before = set(Club.objects.values_list("uid", "name"))
    act = clubs.merge(club_of(day, "Sroel"), club_of(day, "Sorel"), by=lise)
    assert (written(day), names(day.organisation)) == (["Sorel"] * 2, ["Sorel"])
    assert registration.add_entry(day, "Anne Roy", club="SROEL").club == "Sorel"
    clubs.undo(act, by=lise)
    assert written(day) == ["Sorel", "Sroel", "Sorel"]
    assert set(Club.objects.values_list("uid", "name")) == before
    assert registration.add_entry(day, "Yves Roy", club="SROEL").club == "Sroel"


@pytest.mark.both_databases
def test_people_who_were_drawn_together_came_from_the_merged_club(day, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel")):
        registration.add_entry(day, name, club=club)
    registration.check_in_all(day, [1, 2])
    drawn = draw.draw(day, draw.DrawRequest(), seed=1, reason="", by=lise)
    draw.enter(day, drawn.version, by=lise)
    act = clubs.merge(club_of(day, "Sroel"), club_of(day, "Sorel"), by=lise)

    def came() -> set[str]:
        members = Member.objects.filter(entry__tournament=day)
        return {member.came_as["club"] for member in members}

    assert came() == {"Sorel"}
    clubs.undo(act, by=lise)
    assert came() == {"Sorel", "Sroel"}


def test_no_club_is_chosen_before_the_user_chooses_one(day, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel")):
        registration.add_entry(day, name, club=club)
    browser, known = signed_in(lise), [day.organisation.slug, club_of(day, "Sroel").uid]
    menu = shown_by.page(browser.get(reverse("club", args=known))).one("#id_into")
    assert menu.all("option")[0]["value"] == ""
    answer = browser.post(reverse("club_merge", args=known), {"into": ""}, follow=True)
    assert shown_by.told(answer) == ["club_not_chosen"]
    assert names(day.organisation) == ["Sorel", "Sroel"]


def test_what_is_undone_is_what_was_done_last(day, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel"), ("Anne Roy", "Sorle")):
        registration.add_entry(day, name, club=club)
    first = clubs.merge(club_of(day, "Sroel"), club_of(day, "Sorel"), by=lise)
    second = clubs.merge(club_of(day, "Sorle"), club_of(day, "Sorel"), by=lise)
    browser = signed_in(lise)
    page = reverse("clubs_undo", args=[day.organisation.slug])
    for act, now in ((first, ["Sorel"]), (second, ["Sorel", "Sorle"]), (first, ["Sorel", "Sorle", "Sroel"])):
        assert browser.post(page, {"act": act.pk}).status_code == 302
        assert names(day.organisation) == now


def test_the_name_of_another_club_is_refused_and_what_was_typed_stays(day, lise):
    registration.add_entry(day, "Lise Roy", club="Sorel")
    registration.add_entry(day, "Jean Roy", club="Tracy")
    page = reverse("club", args=[day.organisation.slug, club_of(day, "Tracy").uid])
    answer = signed_in(lise).post(page, {"name": "SOREL", "city": "Ici"})
    assert answer.status_code == 422
    assert answer.context["form"].errors.as_data()["name"][0].code == "club_known"
    assert 'value="Ici"' in answer.content.decode()


def test_the_page_finds_a_club_by_any_spelling_and_counts_its_people(day, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel"), ("Anne Roy", "Beloeil")):
        registration.add_entry(day, name, club=club)
    clubs.merge(club_of(day, "Sroel"), club_of(day, "Sorel"), by=lise)
    answer = signed_in(lise).get(reverse("clubs", args=[day.organisation.slug]), {"q": "sroel"})
    assert [(row["club"].name, row["people"], row["also"]) for row in answer.context["rows"]] == [
        ("Sorel", 2, ["Sroel"])
    ]


def test_clubs_of_others_are_not_there(day, lise):
    registration.add_entry(day, "Lise Roy", club="Sorel")
    stranger = factories.director("odile")
    of_hers = stranger.roles.get().organisation
    browser = signed_in(stranger)
    for name, args in (
        ("clubs", [day.organisation.slug]),
        ("club", [day.organisation.slug, club_of(day, "Sorel").uid]),
        ("club", [of_hers.slug, club_of(day, "Sorel").uid]),
    ):
        assert browser.get(reverse(name, args=args)).status_code == 404


def queries(rows: int) -> int:
    boss = factories.director(f"of {rows}")
    day = factories.tournament(0, by=boss)
    for at in range(rows):
        registration.add_entry(day, f"Lise Roy {at}", club=f"Ville {at}")
        registration.add_entry(day, f"Jean Roy {at}", club=f"Autre {at}")
        clubs.merge(club_of(day, f"Ville {at}"), club_of(day, f"Autre {at}"), by=boss)
    browser = signed_in(boss)
    with walk.queries_counted() as asked:
        assert browser.get(reverse("clubs", args=[day.organisation.slug])).status_code == 200
    return len(asked)


def test_three_clubs_take_as_many_queries_as_one():
    assert queries(1) == queries(3)


def test_clubs_of_a_copy_become_known_and_it_stays_as_it_is(day, lise):
    registration.add_entry(day, "Lise Roy", club="Sorel")
    clubs_before = copies.pack(day)["parts"]["Entry"]["rows"]
    packed = copies.seal_copy(copies.pack(day))
    Club.objects.all().delete()
    back = copies.restore(copies.open_copy(packed), by=lise)
    assert names(back.organisation) == ["Sorel"]
    assert copies.pack(back)["parts"]["Entry"]["rows"] == clubs_before


def enter(browser, day, rows: str, **choices: str):
    page = f"/t/{day.slug}/registration/import/"
    browser.post(page, {"pasted": rows})
    shown = browser.get(f"{page}preview/")
    token = shown.context["brought"]["token"]
    return shown, browser.post(f"{page}preview/", {"token": token, "do": "enter", **choices})


def test_a_near_spelling_is_asked_about_once(day, lise):
    browser = signed_in(lise)
    registration.add_entry(day, "Lise Roy", club="Bellerive")
    registration.add_entry(day, "Jean Roy", club="Bellerose")
    shown, refused = enter(browser, day, "Nom;Club\nAnne Roy;Bellerise")
    (asked,) = shown.context["club_spellings"]
    assert refused.status_code == 422 and {asked["usual"], asked["others"][0][1]} == {
        "Bellerive",
        "Bellerose",
    }
    value, club = asked["others"][0]
    _shown, entered = enter(
        browser, day, "Nom;Club\nAnne Roy;Bellerise", **{f"club-{asked['group'].key}": value}
    )
    assert entered.status_code == 302 and written(day)[-1] == club
    shown, entered = enter(browser, day, "Nom;Club\nYves Roy;BELLERISE")
    assert (shown.context["club_spellings"], entered.status_code) == ([], 302)
    assert written(day)[-1] == club


def test_clubs_said_to_be_several_are_not_asked_about_again(day, lise):
    browser = signed_in(lise)
    registration.add_entry(day, "Lise Roy", club="Bellerive")
    enter(browser, day, "Nom;Club\nAnne Roy;Bellerose", **{"club-bellerive": "several"})
    shown, _entered = enter(browser, day, "Nom;Club\nYves Roy;Bellerose\nRita Roy;Bellerive")
    assert shown.context["club_spellings"] == []
    assert written(day) == ["Bellerive", "Bellerose", "Bellerose", "Bellerive"]
