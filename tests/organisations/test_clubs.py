"""Clubs of an organisation: one spelling for each; clubs are renamed, merged, and separated again."""

import json
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.urls import reverse

from tests import all_addresses, factories, page_reader
from tests.factories import signed_in
from tournaments import registration
from tournaments.models import Club, Member, Organisation, Player, Season
from tournaments.organisations import clubs, erasure, seasons
from tournaments.registration import partner_draw
from tournaments.transfer import copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(lise):
    return factories.tournament(0, by=lise)


@pytest.fixture
def lise():
    return factories.director()


def club_of(tournament, name: str) -> Club:
    return tournament.organisation.clubs.get(name=name)


def club_names(organisation: Organisation) -> list[str]:
    return list(organisation.clubs.values_list("name", flat=True))


def entry_clubs(tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("club", flat=True))


def test_club_spellings_are_unified_at_registration(tournament):
    registration.add_entry(tournament, "Lise Roy", club="Saint-Hilaire")
    other = registration.add_entry(tournament, "Jean Roy", club="ST-HILAIRE")
    registration.edit_entry(other, "Jean Roy", club="st hilaire")
    assert club_names(tournament.organisation) == ["Saint-Hilaire"]
    assert entry_clubs(tournament) == ["Saint-Hilaire"] * 2
    assert set(Player.objects.values_list("club", flat=True)) == {"Saint-Hilaire"}


def test_partners_and_examples_create_no_club(tournament):
    registration.add_entry(tournament, "Lise et Jean", club="Sorel / Tracy")
    tournament.example = True
    tournament.save()
    registration.add_entry(tournament, "Anne Roy", club="Beloeil")
    assert club_names(tournament.organisation) == []


def test_clubs_belong_to_one_organisation(tournament):
    registration.add_entry(tournament, "Lise Roy", club="SOREL")
    other = factories.tournament(0, by=factories.director("odile"))
    assert registration.add_entry(other, "Jean Roy", club="Sorel").club == "Sorel"
    assert club_names(tournament.organisation) == ["SOREL"]


def test_renamed_club_is_updated_everywhere_and_can_be_undone(tournament, lise):
    registration.add_entry(tournament, "Lise Roy", club="Sorel")
    version = tournament.version
    act = clubs.change(
        club_of(tournament, "Sorel"), name="Sorel-Tracy", short_name="S-T", city="Sorel", by=lise
    )
    tournament.refresh_from_db()
    assert (entry_clubs(tournament), Player.objects.get().club) == (["Sorel-Tracy"], "Sorel-Tracy")
    assert tournament.version > version, "pages are cached by version"
    assert registration.add_entry(tournament, "Jean Roy", club="sorel").club == "Sorel-Tracy"
    clubs.undo(act, by=lise)
    assert entry_clubs(tournament) == ["Sorel"] * 2, "the later person was of this club too"
    assert club_of(tournament, "Sorel").short_name == ""
    assert registration.add_entry(tournament, "Anne Roy", club="Sorel").club == "Sorel"
    assert club_names(tournament.organisation) == ["Sorel"]


@pytest.mark.parametrize("typed", ["St-Hilaire", "mont saint", "MONT-ST", "hilaire", "Sainte-Anne", "st"])
def test_club_is_found_however_saint_is_written(tournament, lise, typed):
    for club in ("Mont-Saint-Hilaire", "Ste-Anne", "Stanstead"):
        registration.add_entry(tournament, f"Lise Roy de {club}", club=club)
    page = signed_in(lise).get(reverse("clubs", args=[tournament.organisation.slug]), {"q": typed})
    expected = {"Sainte-Anne": ["Ste-Anne"], "st": ["Mont-Saint-Hilaire", "Stanstead", "Ste-Anne"]}
    assert [row["club"].name for row in page.context["rows"]] == expected.get(typed, ["Mont-Saint-Hilaire"])


def test_undo_of_a_name_leaves_its_owner_alone(tournament, lise):
    registration.add_entry(tournament, "Lise Roy", club="Sorel")
    act = clubs.change(club_of(tournament, "Sorel"), name="Tracy", short_name="", city="", by=lise)
    clubs.undo(act, by=lise)
    registration.add_entry(tournament, "Jean Roy", club="Tracy")
    act = clubs.change(club_of(tournament, "Sorel"), name="Sorel 2", short_name="", city="", by=lise)
    clubs.undo(act, by=lise)
    assert (entry_clubs(tournament), club_names(tournament.organisation)) == (["Sorel", "Tracy"],) * 2


def test_club_merge_can_be_undone(tournament, lise):
    registration.add_entry(tournament, "Lise Roy", club="Sorel")
    registration.add_entry(tournament, "Jean Roy", club="Sroel")
    before = set(Club.objects.values_list("uid", "name"))
    act = clubs.merge(club_of(tournament, "Sroel"), club_of(tournament, "Sorel"), by=lise)
    assert (entry_clubs(tournament), club_names(tournament.organisation)) == (["Sorel"] * 2, ["Sorel"])
    assert registration.add_entry(tournament, "Anne Roy", club="SROEL").club == "Sorel"
    clubs.undo(act, by=lise)
    assert entry_clubs(tournament) == ["Sorel", "Sroel", "Sorel"]
    assert set(Club.objects.values_list("uid", "name")) == before
    assert registration.add_entry(tournament, "Yves Roy", club="SROEL").club == "Sroel"


def season_of_teams(lise, *played: tuple[str, str]) -> Season:
    """Return a season with an evening for each team, given by its name and club."""
    season = seasons.make(lise.roles.get().organisation, {"name": "Hiver", "sides": "teams"})
    for day, (name, club) in enumerate(played, start=1):
        about = {"organisation": season.organisation, "day": date(2026, 10, day)}
        evening = factories.tournament(0, by=lise, key="cribbage-teams", about=about)
        mates = [registration.NewMember(f"Anne Roy {day}"), registration.NewMember(f"Luc Roy {day}")]
        registration.add_team(evening, name, mates, by=lise, club=club)
        seasons.add(season, evening)
    return season


def team_names(season: Season) -> list[tuple[str, str]]:
    season.refresh_from_db()
    return [(name, club) for _key, name, club in seasons.teams(season)]


def test_teams_of_a_renamed_club_stay_one_team(lise):
    season = season_of_teams(
        lise, ("Les As", "Sorell"), ("Les As de Sorel", "Sorell"), ("Les Rois", "Sorell")
    )
    first, second, _third = (key for key, _name, _club in seasons.teams(season))
    seasons.merge_teams(season, second, first)
    season.refresh_from_db()
    before = season.same_teams
    club = season.organisation.clubs.get(name="Sorell")
    act = clubs.change(club, name="Sorel-Tracy", short_name="", city="", by=lise)
    assert team_names(season) == [("Les As", "Sorel-Tracy"), ("Les Rois", "Sorel-Tracy")]
    clubs.undo(act, by=lise)
    assert team_names(season) == [("Les As", "Sorell"), ("Les Rois", "Sorell")]
    assert season.same_teams == before


def test_teams_declared_one_under_a_name_that_is_taken_back_stay_one(lise):
    season = season_of_teams(lise, ("Les As", "Sorell"), ("Les As de Sorel", "Sorell"))
    club = season.organisation.clubs.get(name="Sorell")
    act = clubs.change(club, name="Sorel-Tracy", short_name="", city="", by=lise)
    first, second = (key for key, _name, _club in seasons.teams(season))
    seasons.merge_teams(season, second, first)
    clubs.undo(act, by=lise)
    assert team_names(season) == [("Les As", "Sorell")]


def test_teams_of_merged_clubs_stay_one_team(lise):
    season = season_of_teams(lise, ("Les As", "Sorel"), ("Les As", "Sroel"), ("Les Rois", "Sroel"))
    first, second, _third = (key for key, _name, _club in seasons.teams(season))
    seasons.merge_teams(season, second, first)
    season.refresh_from_db()
    known = season.organisation.clubs
    act = clubs.merge(known.get(name="Sroel"), known.get(name="Sorel"), by=lise)
    assert team_names(season) == [("Les As", "Sorel"), ("Les Rois", "Sorel")]
    assert season.same_teams == []
    clubs.undo(act, by=lise)
    assert team_names(season) == [("Les As", "Sorel"), ("Les Rois", "Sroel")]
    assert season.same_teams == [[second, first]]


def test_erased_name_is_not_kept_to_undo_a_renamed_club(lise):
    season = season_of_teams(lise, ("", "Sorell"), ("Les As", "Sorell"))
    seasons.merge_teams(season, *[key for key, _name, _club in seasons.teams(season)])
    club = season.organisation.clubs.get(name="Sorell")
    act = clubs.change(club, name="Sorel-Tracy", short_name="", city="", by=lise)
    act.refresh_from_db()
    assert "anne roy 1" in json.dumps(act.inverse)
    person = Player.objects.get(name="Anne Roy 1")
    with time_machine.travel(datetime(2027, 1, 15, tzinfo=UTC)):
        erasure.erase(person, by=lise)
    act.refresh_from_db()
    assert "anne roy 1" not in json.dumps(act.inverse)
    clubs.undo(act, by=lise)
    season.refresh_from_db()
    assert "anne roy 1" not in json.dumps(season.same_teams)


def test_erased_name_is_not_written_back_by_an_undo_that_waited(lise):
    season = season_of_teams(lise, ("Chez Anne Roy 1", "Sorel"), ("Chez Anne Roy 1", "Sroel"))
    first, second = (key for key, _name, _club in seasons.teams(season))
    seasons.merge_teams(season, second, first)
    known = season.organisation.clubs
    act = clubs.merge(known.get(name="Sroel"), known.get(name="Sorel"), by=lise)
    with time_machine.travel(datetime(2027, 1, 15, tzinfo=UTC)):
        erasure.erase(Player.objects.get(name="Anne Roy 1"), by=lise)
    clubs.undo(act, by=lise)  # as it was read before
    season.refresh_from_db()
    assert "anne roy 1" not in json.dumps(season.same_teams)


@pytest.mark.both_databases
def test_club_merge_updates_members_of_drawn_pairs(tournament, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel")):
        registration.add_entry(tournament, name, club=club)
    registration.check_in_all(tournament, [1, 2])
    drawn = partner_draw.draw(tournament, partner_draw.DrawRequest(), seed=1, reason="", by=lise)
    partner_draw.enter(tournament, drawn.version, by=lise)
    act = clubs.merge(club_of(tournament, "Sroel"), club_of(tournament, "Sorel"), by=lise)

    def came() -> set[str]:
        members = Member.objects.filter(entry__tournament=tournament)
        return {member.came_as["club"] for member in members}

    assert came() == {"Sorel"}
    clubs.undo(act, by=lise)
    assert came() == {"Sorel", "Sroel"}


def test_club_merge_needs_an_explicit_choice(tournament, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel")):
        registration.add_entry(tournament, name, club=club)
    browser, known = signed_in(lise), [tournament.organisation.slug, club_of(tournament, "Sroel").uid]
    menu = page_reader.parse(browser.get(reverse("club", args=known))).one("#id_into")
    assert menu.all("option")[0]["value"] == ""
    answer = browser.post(reverse("club_merge", args=known), {"into": ""}, follow=True)
    assert page_reader.message_codes(answer) == ["club_not_chosen"]
    assert club_names(tournament.organisation) == ["Sorel", "Sroel"]


def test_last_club_change_is_undone_first(tournament, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel"), ("Anne Roy", "Sorle")):
        registration.add_entry(tournament, name, club=club)
    first = clubs.merge(club_of(tournament, "Sroel"), club_of(tournament, "Sorel"), by=lise)
    second = clubs.merge(club_of(tournament, "Sorle"), club_of(tournament, "Sorel"), by=lise)
    browser = signed_in(lise)
    page = reverse("clubs_undo", args=[tournament.organisation.slug])
    for act, now in ((first, ["Sorel"]), (second, ["Sorel", "Sorle"]), (first, ["Sorel", "Sorle", "Sroel"])):
        assert browser.post(page, {"act": act.pk}).status_code == 302
        assert club_names(tournament.organisation) == now


@pytest.mark.parametrize("merged", [False, True])
def test_undo_leaves_people_who_changed_clubs_since_where_they_are(tournament, lise, merged):
    moved = registration.add_entry(tournament, "Lise Roy", club="Sorel")
    registration.add_entry(tournament, "Jean Roy", club="Sorel")
    if merged:
        registration.add_entry(tournament, "Anne Roy", club="Sorel-Tracy")
        act = clubs.merge(club_of(tournament, "Sorel"), club_of(tournament, "Sorel-Tracy"), by=lise)
    else:
        sorel = club_of(tournament, "Sorel")
        act = clubs.change(sorel, name="Sorel-Tracy", short_name="", city="", by=lise)
    moved.refresh_from_db()
    registration.edit_entry(moved, "Lise Roy", club="Beloeil")
    clubs.undo(act, by=lise)
    assert entry_clubs(tournament)[:2] == ["Beloeil", "Sorel"]
    assert Player.objects.filter(club="Beloeil").count() == 1


def test_duplicate_club_name_is_refused_and_stays_typed(tournament, lise):
    registration.add_entry(tournament, "Lise Roy", club="Sorel")
    registration.add_entry(tournament, "Jean Roy", club="Tracy")
    page = reverse("club", args=[tournament.organisation.slug, club_of(tournament, "Tracy").uid])
    answer = signed_in(lise).post(page, {"name": "SOREL", "city": "Ici"})
    assert answer.status_code == 422
    assert answer.context["form"].errors.as_data()["name"][0].code == "club_known"
    assert 'value="Ici"' in answer.content.decode()


def test_the_page_finds_a_club_by_any_spelling_and_counts_its_people(tournament, lise):
    for name, club in (("Lise Roy", "Sorel"), ("Jean Roy", "Sroel"), ("Anne Roy", "Beloeil")):
        registration.add_entry(tournament, name, club=club)
    clubs.merge(club_of(tournament, "Sroel"), club_of(tournament, "Sorel"), by=lise)
    answer = signed_in(lise).get(reverse("clubs", args=[tournament.organisation.slug]), {"q": "sroel"})
    assert [(row["club"].name, row["people"], row["also"]) for row in answer.context["rows"]] == [
        ("Sorel", 2, ["Sroel"])
    ]


def test_clubs_of_other_organisations_get_404(tournament, lise):
    registration.add_entry(tournament, "Lise Roy", club="Sorel")
    stranger = factories.director("odile")
    of_hers = stranger.roles.get().organisation
    browser = signed_in(stranger)
    for name, args in (
        ("clubs", [tournament.organisation.slug]),
        ("club", [tournament.organisation.slug, club_of(tournament, "Sorel").uid]),
        ("club", [of_hers.slug, club_of(tournament, "Sorel").uid]),
    ):
        assert browser.get(reverse(name, args=args)).status_code == 404


def queries(rows: int) -> int:
    boss = factories.director(f"of {rows}")
    tournament = factories.tournament(0, by=boss)
    for at in range(rows):
        registration.add_entry(tournament, f"Lise Roy {at}", club=f"Ville {at}")
        registration.add_entry(tournament, f"Jean Roy {at}", club=f"Autre {at}")
        clubs.merge(club_of(tournament, f"Ville {at}"), club_of(tournament, f"Autre {at}"), by=boss)
    browser = signed_in(boss)
    with all_addresses.queries_counted() as asked:
        assert browser.get(reverse("clubs", args=[tournament.organisation.slug])).status_code == 200
    return len(asked)


def test_three_clubs_take_as_many_queries_as_one():
    assert queries(1) == queries(3)


def test_restored_copy_adds_its_clubs_and_keeps_its_entries(tournament, lise):
    registration.add_entry(tournament, "Lise Roy", club="Sorel")
    clubs_before = copies.pack(tournament)["parts"]["Entry"]["rows"]
    packed = copies.seal_copy(copies.pack(tournament))
    Club.objects.all().delete()
    back = copies.restore(copies.open_copy(packed), by=lise)
    assert club_names(back.organisation) == ["Sorel"]
    assert copies.pack(back)["parts"]["Entry"]["rows"] == clubs_before


def import_rows(browser, tournament, rows: str, **choices: str):
    page = f"/t/{tournament.slug}/registration/import/"
    browser.post(page, {"pasted": rows})
    shown = browser.get(f"{page}preview/")
    token = shown.context["pending"]["token"]
    return shown, browser.post(f"{page}preview/", {"token": token, "do": "enter", **choices})


def test_similar_club_spelling_is_asked_about_once(tournament, lise):
    browser = signed_in(lise)
    registration.add_entry(tournament, "Lise Roy", club="Bellerive")
    registration.add_entry(tournament, "Jean Roy", club="Bellerose")
    shown, refused = import_rows(browser, tournament, "Nom;Club\nAnne Roy;Bellerise")
    (asked,) = shown.context["club_spellings"]
    assert refused.status_code == 422 and {asked["usual"], asked["others"][0][1]} == {
        "Bellerive",
        "Bellerose",
    }
    value, club = asked["others"][0]
    _shown, entered = import_rows(
        browser, tournament, "Nom;Club\nAnne Roy;Bellerise", **{f"club-{asked['group'].key}": value}
    )
    assert entered.status_code == 302 and entry_clubs(tournament)[-1] == club
    shown, entered = import_rows(browser, tournament, "Nom;Club\nYves Roy;BELLERISE")
    assert (shown.context["club_spellings"], entered.status_code) == ([], 302)
    assert entry_clubs(tournament)[-1] == club


def test_clubs_marked_as_distinct_are_not_asked_about_again(tournament, lise):
    browser = signed_in(lise)
    registration.add_entry(tournament, "Lise Roy", club="Bellerive")
    import_rows(browser, tournament, "Nom;Club\nAnne Roy;Bellerose", **{"club-bellerive": "several"})
    shown, _entered = import_rows(browser, tournament, "Nom;Club\nYves Roy;Bellerose\nRita Roy;Bellerive")
    assert shown.context["club_spellings"] == []
    assert entry_clubs(tournament) == ["Bellerive", "Bellerose", "Bellerose", "Bellerive"]
