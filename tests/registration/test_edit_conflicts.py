"""Concurrent edits: the second person sees what the first one changed."""

import pytest
from django.urls import reverse

from tests import page_reader
from tournaments import registration
from tournaments.registration import NewMember

HX = {"HX-Request": "true"}


@pytest.fixture
def person(tournament):
    return registration.add_entry(tournament, "Huguette Côté", club="Sorel", fee_cents=1500)


@pytest.fixture
def pair(tournament):
    mates = [NewMember("Réal O'Brien"), NewMember("Aline Roy")]
    return registration.add_team(tournament, "", mates)


class Form:
    """A form of the page of an entry, opened at one time."""

    def __init__(self, desk, entry, name="entry", *more) -> None:
        self.desk, self.url = desk, reverse(name, args=[entry.tournament.slug, entry.number, *more])
        page = desk.get(reverse("entry", args=[entry.tournament.slug, entry.number]))
        self.fields = page_reader.form_data(page, self.url)

    def send(self, **typed):
        return self.desk.post(self.url, self.fields | typed)

    def again(self, answer):
        """Take the fields of the page that refused it, and return them."""
        self.fields = page_reader.form_data(answer, self.url)
        return self.fields


@pytest.mark.both_databases
def test_second_edit_of_player_shows_first_change(desk, person):
    one, other = Form(desk, person), Form(desk, person)
    assert one.send(club="Beloeil", note="cane").status_code == 302
    answer = other.send(name="Huguette Côté-Roy", note="cake")
    assert answer.status_code == 422
    assert page_reader.codes(answer, "form") == ["changed_meanwhile"] * 2
    person.refresh_from_db()
    assert (person.name, person.club, person.note) == ("Huguette Côté", "Beloeil", "cane")
    kept = other.again(answer)
    assert (kept["name"], kept["club"], kept["note"]) == ("Huguette Côté-Roy", "Beloeil", "cake")
    assert other.send().status_code == 302
    person.refresh_from_db()
    assert (person.name, person.club, person.note) == ("Huguette Côté-Roy", "Beloeil", "cake")


def test_edit_between_check_and_lock_is_a_conflict(desk, person, monkeypatch):
    form, mend = Form(desk, person), registration.edit_entry

    def overtaken(entry, name, **details):
        mend(type(entry).objects.get(pk=entry.pk), name, club="Beloeil")
        return mend(entry, name, **details)

    monkeypatch.setattr(registration, "edit_entry", overtaken)
    answer = form.send(club="Tracy")
    assert (answer.status_code, page_reader.codes(answer, "form")) == (422, ["changed_meanwhile"])
    person.refresh_from_db()
    assert person.club == "Beloeil"
    assert form.again(answer)["club"] == "Tracy"


@pytest.mark.parametrize(
    ("first", "name", "kept"),
    [
        ({"fee": "20.00"}, "fee", "20.00"),
        ({"fee": ""}, "fee", ""),
        ({"on_the_internet": "full"}, "on_the_internet", "full"),
    ],
    ids=["fee", "no fee", "consent"],
)
def test_untouched_field_shows_new_value(desk, person, first, name, kept):
    one, other = Form(desk, person), Form(desk, person)
    one.send(**first)
    answer = other.send(region="Yamaska")
    assert answer.status_code == 422
    assert other.again(answer)[name] == kept
    assert other.fields["region"] == "Yamaska"
    assert other.send().status_code == 302


def test_edit_in_list_row_detects_conflict(desk, tournament, person):
    url = reverse("entry_row", args=[tournament.slug, person.number])
    fields = page_reader.form_data(
        desk.get(url, headers=HX), reverse("entry", args=[tournament.slug, person.number])
    )
    registration.edit_entry(person, person.name, club="Beloeil")
    answer = desk.post(url, fields | {"club": "Tracy"}, headers=HX)
    assert page_reader.codes(answer) == ["changed_meanwhile"]
    person.refresh_from_db()
    assert person.club == "Beloeil"


def test_repeated_save_without_conflict_is_accepted(desk, person):
    form = Form(desk, person)
    assert form.send().status_code == 302
    assert form.send(club="").status_code == 302


def test_removed_player_cannot_be_edited(desk, person):
    form = Form(desk, person)
    find = type(person).objects.get(pk=person.pk)
    registration.remove_entry(person)
    with pytest.raises(registration.roster.DomainError, match="struck_off"):
        registration.edit_entry(find, "Huguette Roy")
    assert form.send(name="Huguette Roy").status_code == 404


def test_second_edit_of_member_shows_first_change(desk, pair):
    one, other = (Form(desk, pair, "entry_member", 1) for _ in range(2))
    assert one.send(name="Réal O'Brian").status_code == 302
    answer = other.send(name="Réal Obrien")
    assert (answer.status_code, page_reader.codes(answer, "form")) == (422, ["changed_meanwhile"])
    pair.refresh_from_db()
    assert pair.team == ["Réal O'Brian", "Aline Roy"]
    assert other.again(answer)["name"] == "Réal Obrien"
    assert other.send().status_code == 302


def test_member_edit_does_not_conflict_with_team_details(desk, pair):
    details, member = Form(desk, pair), Form(desk, pair, "entry_member", 1)
    assert member.send(name="Réal O'Brian").status_code == 302
    assert details.send(club="Sorel").status_code == 302


def test_second_substitute_for_same_member_is_refused(desk, tournament, pair):
    registration.add_team(tournament, "", [NewMember("Yvon Lavoie"), NewMember("Zoé Roy")])
    one, other = (Form(desk, pair, "entry_substitute", 2) for _ in range(2))
    assert one.send(name="Pat Dubé").status_code == 302
    answer = other.send(name="Luc Gagné")
    assert (answer.status_code, page_reader.codes(answer, "form")) == (422, ["member_gone"])
    pair.refresh_from_db()
    assert pair.team == ["Réal O'Brien", "Pat Dubé"]


def test_second_edit_of_fixed_seat_shows_first_change(desk, person):
    one, other = (Form(desk, person, "entry_seat") for _ in range(2))
    assert one.send(table="1", seat="A").status_code == 302
    answer = other.send(table="2", seat="A")
    assert answer.status_code == 422
    assert "changed_meanwhile" in page_reader.codes(answer, "form")
    person.refresh_from_db()
    assert person.fixed_seat == [1, "A"]
    assert other.again(answer)["table"] == "2"
    assert other.send().status_code == 302
