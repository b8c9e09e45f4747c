"""Last year's tournament as a start: its rules, its tables, and its people if wanted."""

import re
from datetime import date

import pytest

from tests import factories
from tests.e2e.clicks import Mouse
from tests.previewed import post_and_confirm
from tournaments import formats, registration
from tournaments.devices import table_layout
from tournaments.models import Player, Role, Tournament
from tournaments.organisations import seasons
from tournaments.registration import categories, questions
from tournaments.rounds import stages
from tournaments.web.setup.forms.initial import next_same_weekday

pytestmark = pytest.mark.django_db
DETAILS = ("name", "sort_name", "club", "region", "member_number", "apart", "note", "fee_cents", "fixed_seat")


@pytest.fixture
def lise(client):
    user = factories.director()
    client.force_login(user)
    return user


@pytest.fixture
def earlier(lise):
    tournament = factories.tournament(0, by=lise, tables=6, missed=44, bye_credit=7, odd="bye")
    registration.add_entry(
        tournament, "Réal de la Durantaye", family="Durantaye", club="Sorel", note="chauffeur", fee_cents=1500
    )
    lise_ = registration.add_entry(
        tournament, "Lise Saint-Hilaire", club="Tracy", region="Yamaska", member_number="7"
    )
    registration.fix_seat(lise_, (3, "B"), by=lise)
    registration.ensure_house(tournament, "La Banque")
    table_layout.arrange(tournament, [3], serpentine=True, by=lise)
    return tournament


def form_of(client, address):
    """Return the fields of the set-up form as a browser would send them back."""
    page = client.get(address)
    form = page.context["form"]
    typed = {field.name: field.value() for one in (form, *form.parts.values()) for field in one}
    typed = {name: value for name, value in typed.items() if value not in (None, False, "")}
    hidden = re.findall(r'type="hidden" name="(like|people)" value="([^"]*)"', page.content.decode())
    return {**typed, **dict(hidden), "start": f"{typed['start']:%H:%M}" if "start" in typed else ""}


def test_rules_and_tables_are_copied(client, earlier):
    typed = form_of(client, f"/new/?like={earlier.slug}")
    assert typed["name"] == earlier.name
    assert client.post("/new/", typed).status_code == 302
    made = Tournament.objects.latest("pk")
    assert made.pk != earlier.pk
    before, now = stages.qualifying(earlier).rules, stages.qualifying(made).rules
    assert {key for key in before if before[key] != now.get(key)} == set()
    where = ("number", "x", "y", "label", "accessible")
    assert list(made.places.values_list(*where)) == list(earlier.places.values_list(*where))
    assert not made.entries.exists()
    assert made.settings["house_name"] == "La Banque"


@pytest.mark.parametrize("key", ["fadoq-15", "gin-swiss"])
def test_format_that_is_not_shipped_begins_with_one_of_its_game(client, lise, key):
    earlier = factories.tournament(0, by=lise, key=key, tables=6)
    stage = stages.qualifying(earlier)
    stage.rules["format"] = "of-another-program"  # a copy that was restored brings its own
    stage.save(update_fields=["rules"])
    typed = form_of(client, f"/new/?like={earlier.slug}")
    assert client.post("/new/", typed).status_code == 302
    rules = stages.qualifying(Tournament.objects.latest("pk")).rules
    assert rules["format"] in formats.FORMATS
    assert rules["game"] == stage.rules["game"]


def test_new_tournament_counts_for_the_same_season(client, earlier):
    winter = seasons.make(earlier.organisation, {"name": "Saison d'hiver"})
    seasons.add(winter, earlier)
    typed = form_of(client, f"/new/?like={earlier.slug}")
    for _ in range(2):  # a double click
        assert client.post("/new/", typed).status_code == 302
    assert {one.tournament for one in seasons.table(winter).evenings} == set(Tournament.objects.all())
    assert Tournament.objects.count() == winter.evenings.count() == 2


def test_players_are_copied_once_without_their_payments(client, earlier):
    typed = form_of(client, f"/new/?like={earlier.slug}&people=1")
    for _ in range(2):  # a double click
        assert client.post("/new/", typed).status_code == 302
    made = Tournament.objects.latest("pk")
    assert list(made.entries.values_list(*DETAILS)) == [
        ("Réal de la Durantaye", "durantaye real de la", "Sorel", "", "", "", "chauffeur", None, None),
        ("Lise Saint-Hilaire", "saint-hilaire lise", "Tracy", "Yamaska", "7", "", "", None, [3, "B"]),
    ]
    assert Player.objects.count() == 2  # the same people
    (act,) = registration.undoable_imports(made)
    post_and_confirm(client, f"/t/{made.slug}/registration/undo/{act.version}/")
    assert not made.entries.exists()
    assert earlier.entries.count() == 3


def test_form_that_is_sent_again_leaves_what_was_changed_since(client, earlier):
    questions.save_questions(earlier, [(None, "Repas", ["Poulet", "Poisson"])], by=None)
    categories.save_categories(earlier, [(None, "Femmes", True)], by=None)
    lise_ = earlier.entries.get(name="Lise Saint-Hilaire")
    registration.edit_entry(lise_, lise_.name, answers={"1": "Poisson"}, categories=[1])
    typed = form_of(client, f"/new/?like={earlier.slug}&people=1")
    assert client.post("/new/", typed).status_code == 302
    made = Tournament.objects.latest("pk")
    table_layout.arrange(made, [2], serpentine=False, by=None)
    seen = made.places.order_by("number").values_list("number", "x", "y")
    before = list(seen)
    assert client.post("/new/", typed).status_code == 302  # with the back button, or a double click
    made.refresh_from_db()
    (meal,), (women,) = questions.questions_of(made), categories.categories_of(made)
    entry = made.entries.get(name="Lise Saint-Hilaire")
    assert (entry.answers, entry.categories) == ({str(meal.id): "Poisson"}, [women.id])
    assert list(seen.all()) == before


def test_only_own_tournaments_and_permitted_players_are_offered(client, earlier):
    stranger = factories.director("étrangère")
    Role.objects.create(user=stranger, tournament=earlier, role="judge")
    hidden = factories.tournament(0, by=factories.director("odile"))
    client.force_login(stranger)
    page = client.get("/new/like/").content.decode()
    assert f"like={earlier.slug}" in page
    assert "people=1" not in page
    assert hidden.slug not in page
    assert "people" not in form_of(client, f"/new/?like={earlier.slug}&people=1")
    assert "like" not in form_of(client, f"/new/?like={hidden.slug}")


def test_newest_tournaments_are_listed_first(client, lise):
    for month in (3, 1, 2):
        factories.tournament(2, by=lise)
        Tournament.objects.filter(pk=Tournament.objects.latest("pk").pk).update(date=date(2026, month, 1))
    rows = client.get("/new/like/").context["rows"]
    assert [row["tournament"].date.month for row in rows] == [3, 2, 1]


@pytest.mark.parametrize("count", [1, 3])
def test_list_takes_at_most_eight_queries(client, lise, count, django_assert_max_num_queries):
    for _ in range(count):
        factories.tournament(0, by=lise)
    with django_assert_max_num_queries(8):
        client.get("/new/like/")


def test_registration_questions_and_answers_are_copied(client, earlier, lise):
    questions.save_questions(earlier, [(None, "Autobus ?", ()), (None, "Repas", ("Dinde", "Végé"))], by=lise)
    person = earlier.entries.get(name__startswith="Réal")
    registration.edit_entry(person, person.name, answers={"1": "yes", "2": "Végé"})
    typed = form_of(client, f"/new/?like={earlier.slug}&people=1")
    client.post("/new/", typed)
    made = Tournament.objects.latest("pk")
    assert [(one.text, one.choices) for one in questions.questions_of(made)] == [
        ("Autobus ?", ()),
        ("Repas", ("Dinde", "Végé")),
    ]
    assert made.entries.get(name__startswith="Réal").answers == {"1": "yes", "2": "Végé"}


def test_known_player_is_offered_with_answers_still_valid(client, earlier, lise):
    questions.save_questions(earlier, [(None, "Autobus ?", ()), (None, "Repas", ("Dinde", "Végé"))], by=lise)
    person = earlier.entries.get(name__startswith="Réal")
    registration.edit_entry(person, person.name, answers={"1": "yes", "2": "Végé"})
    tournament = factories.tournament(0, by=lise)
    page = client.get(f"/t/{tournament.slug}/registration/questions/")
    typed = [form.initial["text"] for form in page.context["forms"] if form.initial.get("text")]
    assert typed == ["Autobus ?", "Repas"]
    assert page.context["offered"] and not questions.questions_of(tournament)
    questions.save_questions(tournament, [(None, "REPAS", ("Végé", "Poisson")), (None, "Autre", ())], by=lise)
    shown = client.get(f"/t/{tournament.slug}/registration/known/", {"name": "durantaye"}).content.decode()
    assert 'data-answers="{&quot;1&quot;: &quot;Végé&quot;}"' in shown
    questions.save_questions(tournament, [(1, "Repas", ("Dinde", "Poisson"))], by=lise)
    shown = client.get(f"/t/{tournament.slug}/registration/known/", {"name": "durantaye"}).content.decode()
    assert 'data-answers="{}"' in shown, "a choice that there is no longer"


def finish(tournament):
    tournament.stages.update(state="finished")
    return tournament


def test_same_again_takes_two_clicks(client, earlier):
    tournament = finish(earlier)
    client.cookies["django_language"] = "en"
    mouse = Mouse(client, "/")
    mouse.click("Same again")
    mouse.click("Create the tournament")
    made = Tournament.objects.latest("pk")
    assert len(mouse.clicks) == 2
    assert (made.name, made.entries.count()) == (tournament.name, 2)
    assert stages.qualifying(made).rules["missed"] == 44


@pytest.mark.parametrize(
    ("today", "proposed"), [((2026, 11, 24), (2026, 11, 24)), ((2026, 11, 25), (2026, 12, 1))]
)
def test_proposed_date_is_the_next_same_weekday(today, proposed):
    assert next_same_weekday(date(2026, 11, 17), date(*today)) == date(*proposed)


def test_same_again_offers_newest_finished_of_each_format(client, earlier, lise):
    def offered():
        return re.findall(r'href="/new/\?like=([^"&]*)', client.get("/").content.decode())

    assert offered() == []  # nothing is finished
    older = finish(earlier)
    assert offered() == [older.slug]
    newer = finish(factories.tournament(2, by=lise))
    gin = finish(factories.gin(2, by=lise))
    assert set(offered()) == {newer.slug, gin.slug}
    judge = factories.helper(newer, Role.Kind.JUDGE, "odile")
    client.force_login(judge)
    assert offered() == []
