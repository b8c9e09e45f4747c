"""Declared rules can be changed as far as possible, and only by directors of the tournament."""

import re

import pytest
import time_machine
from django.urls import reverse

from tests import factories
from tests.page_reader import codes, faults, worded, words
from tests.web.setup.posting import posted
from tournaments import registration, rounds
from tournaments.common import audit_log
from tournaments.rounds import stages
from tournaments.web.setup.forms.form import FIXED_FIELDS, SetupForm
from tournaments.web.setup.forms.pairing import CHANGEABLE_FIELDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(client):
    tournament = factories.tournament(8)
    client.force_login(factories.organiser(tournament))
    return tournament


def post_set_up(client, tournament, **typed):
    """Post the page as it stands, with `typed` in it."""
    data = posted(SetupForm(tournament=tournament), **typed)
    return client.post(reverse("setup", args=[tournament.slug]), data)


def current_rules(tournament):
    return stages.qualifying(tournament).rules


def test_saving_unchanged_page_changes_nothing(client, made):
    post_set_up(client, made, expected="8")  # the factory never said how many are expected
    made.refresh_from_db()
    before, version = current_rules(made), made.acts.count()
    assert post_set_up(client, made).status_code == 302
    assert current_rules(made) == before
    assert made.acts.count() == version


def test_name_and_rules_can_be_changed_without_new_address(client, made):
    answer = post_set_up(
        client, made, name="Crible d'hiver", paper="a4", missed="40", pegging="as_pegged", tables="6"
    )
    assert answer["Location"] == reverse("setup", args=[made.slug])
    made.refresh_from_db()
    assert (made.name, made.paper, made.places.count()) == ("Crible d'hiver", "a4", 6)
    assert (current_rules(made)["missed"], current_rules(made)["pegging"]) == (40, "as_pegged")
    assert list(made.acts.values_list("kind", flat=True).order_by("-version")[:2]) == [
        "describe",
        "change_rules",
    ]


def test_change_to_a_past_date_is_saved_with_a_warning(client, made):
    with time_machine.travel("2026-11-28 12:00-05:00"):  # after the day of the factory
        client.force_login(factories.organiser(made, "zoe"))
        for day, warned in ((str(made.date), False), ("2026-11-27", True), ("2026-11-28", False)):
            answer = post_set_up(client, made, date=day, expected="8")
            assert ("date_is_past" in codes(client.get(answer["Location"]))) == warned
            made.refresh_from_db()
            assert str(made.date) == day


def test_both_acts_can_be_undone_in_turn(client, made):
    post_set_up(client, made, name="Autre", date="2027-01-09", missed="40")
    audit_log.undo(audit_log.last_undoable(made), by=None)
    made.refresh_from_db()
    assert (made.name, str(made.date)) == ("Journée de crible « L'Érablière »", "2026-11-21")
    changed = made.acts.get(kind="change_rules")
    audit_log.undo(changed, by=None)
    assert current_rules(made)["missed"] == 60


def test_frozen_rules_are_disabled_once_a_round_is_seated(client, made):
    rounds.seat(stages.qualifying(made), 1, by=None)
    page = client.get(reverse("setup", args=[made.slug]))
    form = page.context["form"]
    shown = {name: field for one in (form, *form.parts.values()) for name, field in one.fields.items()}
    assert {name for name in shown if shown[name].disabled} == {"format", *FIXED_FIELDS} & shown.keys() - {
        *CHANGEABLE_FIELDS
    }
    assert "data-stands" in page.content.decode()
    assert not form.fields["missed"].disabled


def test_tampered_form_cannot_change_frozen_rules(client, made):
    rounds.seat(stages.qualifying(made), 1, by=None)
    before = current_rules(made)
    assert (
        post_set_up(client, made, pegging="as_pegged", rank_by="match_points", muggins="on").status_code
        == 302
    )
    assert current_rules(made) == before


def test_rules_without_effect_on_seats_stay_changeable(client, made):
    rounds.seat(stages.qualifying(made), 1, by=None)
    post_set_up(client, made, missed="30", odd="bye", bye_credit="55", minutes="25")
    now = current_rules(made)
    assert (now["missed"], now["odd"], now["bye_credit"], now["minutes"]) == (30, "bye", 55, 25)


def test_seated_tournament_keeps_a_table_whose_lines_never_counted(client, made):
    """In a game to 61 the lines of an own table were once accepted and did not count."""
    own = {"name": "own", "points": [1, 2, 3, 3], "lines": [91, 61, 31]}
    stages.change_rules(stages.qualifying(made), {"target": 61, "match_points": own}, by=None)
    rounds.seat(stages.qualifying(made), 1, by=None)
    before = current_rules(made)
    assert post_set_up(client, made, missed="30").status_code == 302
    assert current_rules(made) == before | {"missed": 30}


def test_rules_from_before_the_seating_are_refused(client, made):
    typed = posted(SetupForm(tournament=made), pegging="as_pegged")
    form = SetupForm(typed, tournament=made)
    assert form.is_valid()
    rounds.seat(stages.qualifying(made), 1, by=None)
    with pytest.raises(ValueError, match="rules_stand"):
        stages.change_rules(stages.qualifying(made), form.rules(), by=None)


def test_rounds_cannot_be_fewer_than_seated(client, made):
    factories.play_round(made, 1)
    rounds.seat(stages.qualifying(made), 2, by=None)
    page = post_set_up(client, made, rounds="1")
    assert page.status_code == 200
    assert faults(page.context["form"])["rounds"] == ["rounds_already_seated"]
    assert worded("rounds_already_seated", round=2) in page.content.decode()


def test_the_house_player_is_entered_when_needed_after_the_players(client, made):
    post_set_up(client, made, odd="house", house_name="Noëlla L'Écuyer", tables="5")
    made.refresh_from_db()
    assert made.entries.count() == 8
    registration.add_entry(made, "Une de plus")
    rounds.seat(stages.qualifying(made), 1, by=None)
    house = made.entries.get(kind="house")
    assert (house.number, house.name) == (10, "Noëlla L'Écuyer")
    post_set_up(client, made, house_name="Réal <b>O'Brien</b>")
    house.refresh_from_db()
    assert house.name == "Réal <b>O'Brien</b>"


def test_other_users_cannot_open_or_change_set_up(client, made):
    client.force_login(factories.director("odile"))
    assert client.get(reverse("setup", args=[made.slug])).status_code == 403
    assert post_set_up(client, made, missed="1").status_code == 403
    assert client.post(reverse("feasibility_of", args=[made.slug]), {}).status_code == 403
    client.logout()
    assert post_set_up(client, made, missed="1").status_code == 302
    assert current_rules(made)["missed"] == 60


def test_visitors_can_read_the_rules(client, made):
    client.logout()
    page = client.get(reverse("rules", args=[made.slug])).content.decode()
    assert re.search(r"\b121\b", words(page)) and re.search(r"\b1\b\D+\b7\b", words(page))
    type(made).objects.update(visibility="desk")
    assert client.get(reverse("rules", args=[made.slug])).status_code == 404


@pytest.mark.django_db
def test_reducing_tables_keeps_all_up_to_the_last_used():
    tournament = factories.tournament(4, tables=8)
    registration.fix_seat(factories.entry(tournament, 1), (8, "A"), by=None)
    factories.play_round(tournament, 1)
    stages.change_rules(stages.qualifying(tournament), {"tables": 2}, by=None)
    assert list(tournament.places.values_list("number", flat=True)) == list(range(1, 9))
    assert rounds.seat(stages.qualifying(tournament), 2, by=None).number == 2
