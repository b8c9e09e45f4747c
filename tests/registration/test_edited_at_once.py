"""Two people who change one thing at the same time: the second one learns what the first one changed."""

import pytest
from django.urls import reverse

from tests import shown_by
from tournaments import registration
from tournaments.registration import Mate

HX = {"HX-Request": "true"}


@pytest.fixture
def person(tournament):
    return registration.add_entry(tournament, "Huguette Côté", club="Sorel", fee_cents=1500)


@pytest.fixture
def pair(tournament):
    mates = [Mate("Réal O'Brien"), Mate("Aline Roy")]
    return registration.add_team(tournament, "", mates)


class Form:
    """A form of the page of an entry as somebody has it open."""

    def __init__(self, desk, entry, name="entry", *more) -> None:
        self.desk, self.url = desk, reverse(name, args=[entry.tournament.slug, entry.number, *more])
        page = desk.get(reverse("entry", args=[entry.tournament.slug, entry.number]))
        self.fields = shown_by.sent(page, self.url)

    def send(self, **typed):
        return self.desk.post(self.url, self.fields | typed)

    def again(self, answer):
        """What the page that refused it sends."""
        self.fields = shown_by.sent(answer, self.url)
        return self.fields


@pytest.mark.both_databases
def test_the_second_of_two_who_mend_a_person_sees_what_the_first_changed(desk, person):
    one, other = Form(desk, person), Form(desk, person)
    assert one.send(club="Beloeil", note="cane").status_code == 302
    answer = other.send(name="Huguette Côté-Roy", note="cake")
    assert answer.status_code == 422
    assert shown_by.codes(answer, "form") == ["changed_meanwhile"] * 2
    person.refresh_from_db()
    assert (person.name, person.club, person.note) == ("Huguette Côté", "Beloeil", "cane")
    kept = other.again(answer)
    assert (kept["name"], kept["club"], kept["note"]) == ("Huguette Côté-Roy", "Beloeil", "cake")
    assert other.send().status_code == 302
    person.refresh_from_db()
    assert (person.name, person.club, person.note) == ("Huguette Côté-Roy", "Beloeil", "cake")


def test_somebody_who_mends_a_person_between_the_look_and_the_lock(desk, person, monkeypatch):
    form, mend = Form(desk, person), registration.edit_entry

    def overtaken(entry, name, **details):
        mend(type(entry).objects.get(pk=entry.pk), name, club="Beloeil")
        return mend(entry, name, **details)

    monkeypatch.setattr(registration, "edit_entry", overtaken)
    answer = form.send(club="Tracy")
    assert (answer.status_code, shown_by.codes(answer, "form")) == (422, ["changed_meanwhile"])
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
def test_a_field_in_which_nothing_was_typed_shows_the_new_value(desk, person, first, name, kept):
    one, other = Form(desk, person), Form(desk, person)
    one.send(**first)
    answer = other.send(region="Yamaska")
    assert answer.status_code == 422
    assert other.again(answer)[name] == kept
    assert other.fields["region"] == "Yamaska"
    assert other.send().status_code == 302


def test_the_row_of_the_list_is_compared_too(desk, tournament, person):
    url = reverse("entry_row", args=[tournament.slug, person.number])
    fields = shown_by.sent(desk.get(url, headers=HX), reverse("entry", args=[tournament.slug, person.number]))
    registration.edit_entry(person, person.name, club="Beloeil")
    answer = desk.post(url, fields | {"club": "Tracy"}, headers=HX)
    assert shown_by.codes(answer) == ["changed_meanwhile"]
    person.refresh_from_db()
    assert person.club == "Beloeil"


def test_who_saves_twice_what_nobody_else_changed_is_not_refused(desk, person):
    form = Form(desk, person)
    assert form.send().status_code == 302
    assert form.send(club="").status_code == 302


def test_somebody_who_was_struck_off_meanwhile_is_not_mended(desk, person):
    form = Form(desk, person)
    find = type(person).objects.get(pk=person.pk)
    registration.remove_entry(person)
    with pytest.raises(registration.roster.DomainError, match="struck_off"):
        registration.edit_entry(find, "Huguette Roy")
    assert form.send(name="Huguette Roy").status_code == 404


def test_the_second_of_two_who_mend_a_member_sees_what_the_first_changed(desk, pair):
    one, other = (Form(desk, pair, "entry_member", 1) for _ in range(2))
    assert one.send(name="Réal O'Brian").status_code == 302
    answer = other.send(name="Réal Obrien")
    assert (answer.status_code, shown_by.codes(answer, "form")) == (422, ["changed_meanwhile"])
    pair.refresh_from_db()
    assert pair.team == ["Réal O'Brian", "Aline Roy"]
    assert other.again(answer)["name"] == "Réal Obrien"
    assert other.send().status_code == 302


def test_a_mended_member_does_not_stand_in_the_way_of_the_details_of_a_team_without_a_name(desk, pair):
    details, member = Form(desk, pair), Form(desk, pair, "entry_member", 1)
    assert member.send(name="Réal O'Brian").status_code == 302
    assert details.send(club="Sorel").status_code == 302


def test_a_substitute_for_somebody_who_was_replaced_meanwhile_replaces_nobody(desk, tournament, pair):
    registration.add_team(tournament, "", [Mate("Yvon Lavoie"), Mate("Zoé Roy")])
    one, other = (Form(desk, pair, "entry_substitute", 2) for _ in range(2))
    assert one.send(name="Pat Dubé").status_code == 302
    answer = other.send(name="Luc Gagné")
    assert (answer.status_code, shown_by.codes(answer, "form")) == (422, ["member_gone"])
    pair.refresh_from_db()
    assert pair.team == ["Réal O'Brien", "Pat Dubé"]


def test_the_second_of_two_who_fix_a_seat_sees_where_the_first_put_it(desk, person):
    one, other = (Form(desk, person, "entry_seat") for _ in range(2))
    assert one.send(table="1", seat="A").status_code == 302
    answer = other.send(table="2", seat="A")
    assert answer.status_code == 422
    assert "changed_meanwhile" in shown_by.codes(answer, "form")
    person.refresh_from_db()
    assert person.fixed_seat == [1, "A"]
    assert other.again(answer)["table"] == "2"
    assert other.send().status_code == 302
